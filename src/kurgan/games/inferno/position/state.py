"""A position of Inferno: columns of small ints, the combat and the order under way, and where we are in the book.

Static facts are in the pack. ``place`` and ``lift`` are the only functions that move a block; they keep the derived
columns (chains of blocks in a hex, counts, Soviet neighbours) that ``check`` makes again from nothing.
"""

from bisect import insort
from typing import Final, Self

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET, Pack
from kurgan.games.inferno.terms import EMPTY, NONE, NOWHERE, POOL, TRACK
from kurgan.kernel.flow import Book, Position
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.protocol import Json

END: Final = 255
"""End of a chain of blocks."""


class Rules:
    """Scenario, level, advantages of form and edition, settled at setup by ``make_rules``; shared by all copies."""

    scenario: str
    options: dict[str, str]
    coop: int
    soviet_seat: int
    soviet_chooses: int  # the 1 vs 1 rules hold for the Soviets: a seat, or the lively opponent
    lively: int
    level: int
    designers: int
    start_2018: int
    full_spawn_cards: int
    aa_always: int
    row_dead: int
    long_from_clear: int
    ends_apart: int
    one_per_value: int
    fifth_pioneer: int
    fire_per_stack: int
    special_units: int
    forts: int
    german_mask: int
    soviet_mask: int
    card_count: list[int]
    alike: list[int]  # the pack's, with or without colours
    sixth_panzer: int  # bits of the advantages that rules ask for
    marines_empowered: int
    late_deployment: int
    immortal_guard: int


class Battle:
    """One combat: who fights where, what was laid down, what is owed."""

    def __init__(self) -> None:
        self.side = NONE  # the attacker
        self.deliberate = 0
        self.target = NONE
        self.start = NONE  # the Soviet hex of the card texts: attacked, or where the attack started
        self.hexes: list[int] = []
        self.germans: list[int] = []
        self.soviets: list[int] = []
        self.called: list[int] = []  # blocks that a card brought into this combat
        self.player = 0  # the German player who decides
        self.soviet_card = NONE
        self.german_cards: list[int] = []
        self.shown = 0
        self.no_airstrike = 0
        self.rubble_modifier = 0
        self.hits_german = 0
        self.hits_soviet = 0
        self.aim = 0
        self.aim_hex = NONE
        self.first = 0
        self.tie_german = 0
        self.tie_soviet = 0
        self.snipers = 0
        self.landing = NONE
        self.advanced: list[int] = []
        self.halted = 0  # the advance is over

    def copy(self) -> "Battle":
        b = Battle()
        b.side = self.side
        b.deliberate = self.deliberate
        b.target = self.target
        b.start = self.start
        b.hexes = self.hexes[:]
        b.germans = self.germans[:]
        b.soviets = self.soviets[:]
        b.called = self.called[:]
        b.player = self.player
        b.soviet_card = self.soviet_card
        b.german_cards = self.german_cards[:]
        b.shown = self.shown
        b.no_airstrike = self.no_airstrike
        b.rubble_modifier = self.rubble_modifier
        b.hits_german = self.hits_german
        b.hits_soviet = self.hits_soviet
        b.aim = self.aim
        b.aim_hex = self.aim_hex
        b.first = self.first
        b.tie_german = self.tie_german
        b.tie_soviet = self.tie_soviet
        b.snipers = self.snipers
        b.landing = self.landing
        b.advanced = self.advanced[:]
        b.halted = self.halted
        return b


class Order:
    """What a side is in the middle of: a German action, a call for reinforcements, a Soviet movement."""

    def __init__(self) -> None:
        self.plan = 0  # what the Soviets do this turn
        self.start = NONE
        self.end = NONE
        self.taken: list[int] = []
        self.moved: list[int] = []
        self.moves = 0
        self.last_end = NONE
        self.target = NONE
        self.hexes: list[int] = []
        self.invited: list[int] = []
        self.boxes: list[int] = []
        self.surplus: list[int] = []
        self.returns: list[int] = []
        self.left: list[int] = []  # Top Stacked Hexes still to be ordered (1 vs 1)

    def copy(self) -> "Order":
        o = Order()
        o.plan = self.plan
        o.start = self.start
        o.end = self.end
        o.taken = self.taken[:]
        o.moved = self.moved[:]
        o.moves = self.moves
        o.last_end = self.last_end
        o.target = self.target
        o.hexes = self.hexes[:]
        o.invited = self.invited[:]
        o.boxes = self.boxes[:]
        o.surplus = self.surplus[:]
        o.returns = self.returns[:]
        o.left = self.left[:]
        return o


NO_BATTLE: Final = Battle()
NO_ORDER: Final = Order()
"""Stand in the position while nothing is under way; never written to."""

BATTLE_FIELDS: Final = (
    "side",
    "deliberate",
    "target",
    "start",
    "hexes",
    "germans",
    "soviets",
    "called",
    "player",
    "soviet_card",
    "german_cards",
    "shown",
    "no_airstrike",
    "rubble_modifier",
    "hits_german",
    "hits_soviet",
    "aim",
    "aim_hex",
    "first",
    "tie_german",
    "tie_soviet",
    "snipers",
    "landing",
    "advanced",
    "halted",
)
ORDER_FIELDS: Final = (
    "plan",
    "start",
    "end",
    "taken",
    "moved",
    "moves",
    "last_end",
    "target",
    "hexes",
    "invited",
    "boxes",
    "surplus",
    "returns",
    "left",
)

BYTE_COLUMNS: Final = ("where", "strength", "seen", "control", "rubble", "fort", "captor", "track", "deck", "deck_top")
BYTE_COLUMNS_MORE: Final = ("deck_bottom", "hand", "soviet_hand")
INT_COLUMNS: Final = ("may", "pool_may")
INTS: Final = (
    "track_may",
    "turn",
    "side",
    "player",
    "losses",
    "leaders",
    "advantages",
    "hq",
    "raus",
    "rubble_left",
    "deck_out",
    "extra_used",
    "german_owed",
    "soviet_owed",
    "unseen_hand",
    "unseen_top",
    "result",
)


DERIVED: Final = (
    "first",
    "next",
    "count",
    "near_soviets",
    "soviets_on_map",
    "pool_size",
    "pool_bits",
    "track_bits",
    "german_hexes",
)


class State(Position):
    """A position."""

    __slots__ = (
        *("pack", "rules", "battle", "order"),
        *BYTE_COLUMNS,
        *BYTE_COLUMNS_MORE,
        *INT_COLUMNS,
        *INTS,
        *DERIVED,
    )

    def __init__(self, book: Book, pack: Pack, rules: Rules, source: "State | None" = None) -> None:
        """An empty position, or a copy of another."""
        super().__init__(book)
        self.pack = pack
        self.rules = rules
        if source is None:
            units = pack.units
            hexes = pack.hexes
            self.where = bytearray([NOWHERE]) * units
            self.strength = bytearray(units)
            self.seen = bytearray(units)
            self.may = [0] * units
            self.pool_may = [0, 0, 0]
            self.track_may = 0
            self.control = bytearray(hexes)
            self.rubble = bytearray(hexes)
            self.fort = bytearray(hexes)
            self.captor = bytearray(hexes)
            self.track = bytearray([EMPTY]) * (pack.track_rows * pack.track_columns)
            self.deck = bytearray(pack.cards)
            self.deck_top = bytearray(pack.cards)
            self.deck_bottom = bytearray(pack.cards)
            self.hand = bytearray(2 * pack.cards)
            self.soviet_hand = bytearray(pack.cards)
            self.turn = 0
            self.side = GERMAN
            self.player = 0
            self.losses = 0
            self.leaders = 0  # bit of each leader effect in play
            self.advantages = 0
            self.hq = NONE
            self.raus = 0
            self.rubble_left = pack.rubble_limit
            self.deck_out = 0
            self.extra_used = 0
            self.german_owed = 0
            self.soviet_owed = 0
            self.unseen_hand = 0  # Soviet cards drawn that nobody has looked at: still counted in the deck
            self.unseen_top = 0  # the same of those laid on top
            self.result = 0
            self.battle = NO_BATTLE
            self.order = NO_ORDER
            # Derived, written by place and lift only.
            self.first = [bytearray([END]) * hexes, bytearray([END]) * hexes]
            self.next = bytearray([END]) * units
            self.count = [bytearray(hexes), bytearray(hexes)]
            self.near_soviets = bytearray(hexes)
            self.soviets_on_map = 0
            self.pool_size = [0, 0, 0]
            self.pool_bits = [0, 0, 0]
            self.track_bits = 0  # German blocks on the track
            self.german_hexes: list[int] = []
            return
        self.copy_flow(source)
        self.where = source.where[:]
        self.strength = source.strength[:]
        self.seen = source.seen[:]
        self.may = source.may[:]
        self.pool_may = source.pool_may[:]
        self.track_may = source.track_may
        self.control = source.control[:]
        self.rubble = source.rubble[:]
        self.fort = source.fort[:]
        self.captor = source.captor[:]
        self.track = source.track[:]
        self.deck = source.deck[:]
        self.deck_top = source.deck_top[:]
        self.deck_bottom = source.deck_bottom[:]
        self.hand = source.hand[:]
        self.soviet_hand = source.soviet_hand[:]
        self.turn = source.turn
        self.side = source.side
        self.player = source.player
        self.losses = source.losses
        self.leaders = source.leaders
        self.advantages = source.advantages
        self.hq = source.hq
        self.raus = source.raus
        self.rubble_left = source.rubble_left
        self.deck_out = source.deck_out
        self.extra_used = source.extra_used
        self.german_owed = source.german_owed
        self.soviet_owed = source.soviet_owed
        self.unseen_hand = source.unseen_hand
        self.unseen_top = source.unseen_top
        self.result = source.result
        self.battle = NO_BATTLE if source.battle is NO_BATTLE else source.battle.copy()
        self.order = NO_ORDER if source.order is NO_ORDER else source.order.copy()
        self.first = [source.first[0][:], source.first[1][:]]
        self.next = source.next[:]
        self.count = [source.count[0][:], source.count[1][:]]
        self.near_soviets = source.near_soviets[:]
        self.soviets_on_map = source.soviets_on_map
        self.pool_size = source.pool_size[:]
        self.pool_bits = source.pool_bits[:]
        self.track_bits = source.track_bits
        self.german_hexes = source.german_hexes[:]

    def copy(self) -> Self:
        return self.__class__(self.book, self.pack, self.rules, self)

    def key(self) -> bytes:
        """Everything a later rule can read; derived columns and listeners left out."""
        columns = [bytes(getattr(self, name)) for name in BYTE_COLUMNS + BYTE_COLUMNS_MORE]
        ints = [getattr(self, name) for name in INTS]
        records = [self.may, self.pool_may, ints]
        if self.battle is not NO_BATTLE:
            records.append([getattr(self.battle, name) for name in BATTLE_FIELDS])
        if self.order is not NO_ORDER:
            records.append([getattr(self.order, name) for name in ORDER_FIELDS])
        return b"|".join(columns) + repr(records).encode() + self.flow_key()

    def to_json(self) -> Json:
        data: Json = {"scenario": self.rules.scenario, "options": dict(self.rules.options)}
        for name in BYTE_COLUMNS + BYTE_COLUMNS_MORE + INT_COLUMNS:
            data[name] = list(getattr(self, name))
        for name in INTS:
            data[name] = getattr(self, name)
        data["battle"] = record_to_json(self.battle, BATTLE_FIELDS) if self.battle is not NO_BATTLE else None
        data["order"] = record_to_json(self.order, ORDER_FIELDS) if self.order is not NO_ORDER else None
        data["stack"] = save_stack(self)
        return data

    def check(self) -> None:
        from kurgan.games.inferno.position import invariants  # reads State, which must exist first

        invariants.check(self)


def record_to_json(record: Battle | Order, fields: tuple[str, ...]) -> Json:
    values = [getattr(record, name) for name in fields]
    return {name: v[:] if isinstance(v, list) else v for name, v in zip(fields, values, strict=True)}


def from_json(book: Book, pack: Pack, rules: Rules, data: Json) -> State:
    """The position that ``to_json`` wrote; derived columns are made again."""
    s = State(book, pack, rules)
    for name in BYTE_COLUMNS + BYTE_COLUMNS_MORE:
        setattr(s, name, bytearray(data[name]))
    for name in INT_COLUMNS:
        setattr(s, name, list(data[name]))
    for name in INTS:
        setattr(s, name, data[name])
    if data["battle"] is not None:
        s.battle = Battle()
        load_record(s.battle, data["battle"], BATTLE_FIELDS)
    if data["order"] is not None:
        s.order = Order()
        load_record(s.order, data["order"], ORDER_FIELDS)
    for h in range(pack.hexes):
        if s.control[h] != GERMAN:
            s.captor[h] = 0  # games begun before kept who had taken a hex that was lost again
    derive(s)
    load_stack(s, data["stack"])
    return s


def load_record(record: Battle | Order, data: Json, fields: tuple[str, ...]) -> None:
    """Lists are copied: the game goes on in the record, and what was loaded must stay as it is."""
    for name in fields:
        value = data[name]
        setattr(record, name, value[:] if isinstance(value, list) else value)


def derive(s: State) -> None:
    """Make the derived columns from ``where`` alone; what ``place`` and ``lift`` keep up move by move."""
    p = s.pack
    s.first = [bytearray([END]) * p.hexes, bytearray([END]) * p.hexes]
    s.next = bytearray([END]) * p.units
    s.count = [bytearray(p.hexes), bytearray(p.hexes)]
    s.pool_size = [0, 0, 0]
    s.pool_bits = [0, 0, 0]
    s.track_bits = 0
    where = bytes(s.where)
    hexes, side, chain = p.hexes, p.side, s.next
    for u in range(p.units - 1, -1, -1):  # downwards, each before those that are there: chains ascend
        h = where[u]
        if h < hexes:
            first = s.first[side[u]]
            chain[u] = first[h]
            first[h] = u
            s.count[side[u]][h] += 1
        elif h == POOL:
            s.pool_size[p.pool[u]] += 1
            s.pool_bits[p.pool[u]] |= 1 << (u - p.germans)
        elif h == TRACK:
            s.track_bits |= 1 << u
    s.soviets_on_map = sum(s.count[SOVIET])
    germans = s.count[GERMAN]
    s.german_hexes = [h for h in range(hexes) if germans[h]]  # mypyc does not enumerate a bytearray
    _derive_near(s)


def _derive_near(s: State) -> None:
    s.near_soviets = bytearray(s.pack.hexes)
    soviets = s.count[SOVIET]
    for h in range(s.pack.hexes):
        if soviets[h]:
            for n in s.pack.near[h]:
                s.near_soviets[n] += 1


# Moving blocks --------------------------------------------------------------------------------------------------


def place(s: State, u: int, h: int) -> None:
    """Put a block into a hex, from wherever it is. Chains are kept in ascending order of blocks."""
    p = s.pack
    side = p.side[u]
    if s.where[u] != NOWHERE:
        _take_off(s, u, side)
    s.where[u] = h
    first = s.first[side]
    chain = s.next
    v = first[h]
    if v > u:
        chain[u] = v
        first[h] = u
    else:
        while chain[v] < u:
            v = chain[v]
        chain[u] = chain[v]
        chain[v] = u
    count = s.count[side]
    count[h] += 1
    if side == SOVIET:
        s.soviets_on_map += 1
        if count[h] == 1:
            near = s.near_soviets
            for n in p.near[h]:
                near[n] += 1
    elif count[h] == 1:
        insort(s.german_hexes, h)


def lift(s: State, u: int, where: int) -> None:
    """Take a block off the map into a box."""
    if s.where[u] != NOWHERE:
        _take_off(s, u, s.pack.side[u])
    s.where[u] = where
    if where == POOL:
        pool = s.pack.pool[u]
        s.pool_size[pool] += 1
        s.pool_bits[pool] |= 1 << (u - s.pack.germans)
    elif where == TRACK:
        s.track_bits |= 1 << u


def _take_off(s: State, u: int, side: int) -> None:
    h = s.where[u]
    if h == POOL:
        pool = s.pack.pool[u]
        s.pool_size[pool] -= 1
        s.pool_bits[pool] ^= 1 << (u - s.pack.germans)
        return
    if h == TRACK:
        s.track_bits ^= 1 << u
        return
    if h >= s.pack.hexes:
        return
    first = s.first[side]
    v = first[h]
    if v == u:
        first[h] = s.next[u]
    else:
        while s.next[v] != u:
            v = s.next[v]
        s.next[v] = s.next[u]
    s.next[u] = END
    count = s.count[side]
    count[h] -= 1
    if side == SOVIET:
        s.soviets_on_map -= 1
        if count[h] == 0:
            near = s.near_soviets
            for n in s.pack.near[h]:
                near[n] -= 1
    elif count[h] == 0:
        s.german_hexes.remove(h)


def germans_at(s: State, h: int) -> list[int]:
    """German blocks in a hex, ascending."""
    found = []
    u = s.first[GERMAN][h]
    while u != END:
        found.append(u)
        u = s.next[u]
    return found


def soviets_at(s: State, h: int) -> list[int]:
    """Soviet blocks in a hex, ascending."""
    found = []
    u = s.first[SOVIET][h]
    while u != END:
        found.append(u)
        u = s.next[u]
    return found
