"""Inferno: who may see what.

A view is a *shadow*: a copy of the position in which everything the seat may not know is blanked, and beside it what it
may know of the blanked things: tokens (hex and mask of each concealed block, in an order that tells nothing), and
sizes of hands, decks and pools. Germans see German blocks and hands (partners each other's too), a Soviet player his
own; a spectator sees neither. What lies face up in a combat all see.
"""

from typing import Final

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import END, NO_BATTLE, NO_ORDER, State, from_json
from kurgan.games.inferno.rules.r04_solo import soviet_hand_size
from kurgan.games.inferno.rules.r12_designers_way import soviet_top_set
from kurgan.games.inferno.terms import BAG, EMPTY, LONG_MOVE, NONE, NOWHERE, PICKED, TRACK, UNSEEN
from kurgan.kernel import protocol
from kurgan.kernel.protocol import Json

FACE_DOWN: Final = -2
"""Stands for a card or a block that the seat may not know."""
RETURNED: Final = 253
"""A box whose block the Germans know and the seat does not."""

Token = list[int]
"""Hex and mask of what a concealed block may be."""


class View(protocol.View):
    """What one seat may know. ``position`` is the shadow; the rest is known of what it hides."""

    def __init__(self, seat: int, position: State) -> None:
        self.seat = seat
        self.position = position
        self.hides_soviets = False
        self.hides_germans = False
        self.soviet_tokens: list[Token] = []
        self.german_tokens: list[Token] = []
        self.german_passing: list[int] = []  # of these tokens, the masks of those on a Long Move through a stack
        self.bag = 0
        self.picked = 0
        self.loose = 0
        self.soviet_hand = 0
        self.soviet_deck = 0
        self.soviet_top = 0
        self.soviet_top_kinds: list[int] = []
        self.german_deck = 0
        self.german_hands = [0, 0]

    def to_json(self) -> Json:
        data: Json = {name: getattr(self, name) for name in FIELDS}
        data["position"] = self.position.to_json()
        data["pool_size"] = self.position.pool_size[:]
        return data


FIELDS: Final = (
    "seat",
    "hides_soviets",
    "hides_germans",
    "soviet_tokens",
    "german_tokens",
    "german_passing",
    "bag",
    "picked",
    "loose",
    "soviet_hand",
    "soviet_deck",
    "soviet_top",
    "soviet_top_kinds",
    "german_deck",
    "german_hands",
)


def sees_germans(s: State, seat: int) -> bool:
    """[1.5] German blocks and cards face the German players."""
    return seat >= 0 and s.rules.german_mask >> seat & 1 == 1


def sees_soviets(s: State, seat: int) -> bool:
    """[10.0] Soviet blocks and cards face a Soviet player; in solo and co-op nobody.

    For events see ``r02_concepts.tell_soviet``.
    """
    return seat >= 0 and seat == s.rules.soviet_seat


def make_view(s: State, seat: int) -> View:
    """The position as one seat may know it."""
    v = View(seat, s.copy())
    count_hands(v, s)
    if not sees_soviets(s, seat):
        hide_soviets(v, s)
    if not sees_germans(s, seat):
        hide_germans(v, s)
    return v


def count_hands(v: View, s: State) -> None:
    """[8.1] Sizes of hands and decks, which anyone may count."""
    n = s.pack.german_cards
    cards = s.pack.cards
    v.soviet_hand = soviet_hand_size(s)
    v.soviet_deck = sum(s.deck[n:]) - s.unseen_hand
    v.soviet_top = sum(s.deck_top[n:]) - s.unseen_top
    v.german_deck = sum(s.deck[:n])
    v.german_hands = [sum(s.hand[:cards]), sum(s.hand[cards:])]
    v.picked = s.where.count(PICKED)
    v.loose = s.where.count(TRACK) - len(s.track) + s.track.count(EMPTY)
    v.bag = s.where.count(BAG)


# Soviets --------------------------------------------------------------------------------------------------------


def hide_soviets(v: View, s: State) -> None:
    """[1.5] Blank the Soviet blocks, but for those that lie face up, and the Soviet cards."""
    t = v.position
    p = s.pack
    v.hides_soviets = True
    open_units = s.battle.soviets if s.battle.shown else []
    first, hexes, count = p.germans, p.hexes, p.units - p.germans
    where = s.where[first:]
    for u in open_units:
        where[u - first] = NOWHERE
    v.soviet_tokens = sorted([[h, m] for h, m in zip(where, s.may[first:], strict=True) if h < hexes])
    t.where[first:] = bytes([NOWHERE]) * count  # a whole column at once: bots look at thousands of shadows
    t.strength[first:] = bytes(count)
    t.may[first:] = [0] * count
    for u in open_units:
        t.where[u], t.strength[u], t.may[u] = s.where[u], s.strength[u], s.may[u]
    t.pool_bits = [0, 0, 0]
    show_chains(t, SOVIET, open_units)
    hide_soviet_cards(v, s)
    if s.battle is not NO_BATTLE and not s.battle.shown:
        t.battle.soviets = [FACE_DOWN] * len(s.battle.soviets)
        if s.battle.soviet_card != NONE:
            t.battle.soviet_card = FACE_DOWN


def hide_soviet_cards(v: View, s: State) -> None:
    """[4.4] All that is known of deck and hand together: which cards have not been seen yet."""
    t = v.position
    p = s.pack
    face_down = s.battle.soviet_card if not s.battle.shown else NONE
    for c in range(p.german_cards, p.cards):
        t.deck[c] = s.deck[c] + s.deck_top[c] + s.soviet_hand[c] + (1 if c == face_down else 0)
        t.deck_top[c] = 0
        t.soviet_hand[c] = 0
    t.unseen_hand = 0
    t.unseen_top = 0
    kinds = soviet_top_set(s)
    v.soviet_top_kinds = [c for c in kinds if s.deck_top[c] or s.soviet_hand[c] or c == face_down]


# Germans --------------------------------------------------------------------------------------------------------


def hide_germans(v: View, s: State) -> None:
    """[1.5] [10.0] Blank the German blocks, but for those that lie face up, are dead or removed, and the hands."""
    t = v.position
    p = s.pack
    v.hides_germans = True
    open_units = s.battle.germans if s.battle.shown else []
    tokens = []
    for u in range(p.germans):
        where = s.where[u]
        if u in open_units or not (where < p.hexes or where in (TRACK, PICKED)):
            continue
        if where < p.hexes:
            tokens.append([where, s.may[u]])
        t.where[u] = NOWHERE
        t.strength[u] = 0
        t.may[u] = 0
    t.track_bits = 0
    v.german_tokens = sorted(tokens)
    if s.order.plan == LONG_MOVE:
        v.german_passing = sorted([s.may[u] for u in s.order.taken])
    show_chains(t, GERMAN, open_units)
    for box in range(len(s.track)):
        if s.track[box] not in (EMPTY, UNSEEN):
            t.track[box] = RETURNED
    hide_german_cards(v, s)
    if s.battle is not NO_BATTLE and not s.battle.shown:
        t.battle.germans = [FACE_DOWN] * len(s.battle.germans)
        t.battle.german_cards = [FACE_DOWN] * len(s.battle.german_cards)
    if s.order is not NO_ORDER:
        t.order.taken = [FACE_DOWN] * len(s.order.taken)
        t.order.moved = [FACE_DOWN] * len(s.order.moved)
        t.order.returns = [FACE_DOWN] * len(s.order.returns)


def hide_german_cards(v: View, s: State) -> None:
    """[8.1] Which cards have not been seen yet; leaders among them are surely in the deck."""
    t = v.position
    p = s.pack
    for c in range(p.german_cards):
        unseen = s.deck[c] + s.hand[c] + s.hand[p.cards + c]
        if not s.battle.shown:
            unseen += s.battle.german_cards.count(c)
        t.deck[c] = unseen
        t.hand[c] = 0
        t.hand[p.cards + c] = 0


# Shadows --------------------------------------------------------------------------------------------------------


def show_chains(t: State, side: int, open_units: list[int]) -> None:
    """Chains of a shadow hold only what lies face up; the counts of blocks stay, they are public."""
    p = t.pack
    t.first[side] = bytearray([END]) * p.hexes
    if side == GERMAN:
        t.next[: p.germans] = bytes([END]) * p.germans
    else:
        t.next[p.germans :] = bytes([END]) * (p.units - p.germans)
    for u in sorted(open_units, reverse=True):
        h = t.where[u]
        t.next[u] = t.first[side][h]
        t.first[side][h] = u


def load_view(book_state: State, data: Json) -> View:
    """A view from its JSON; ``book_state`` is any position of the same game, for book, pack and rules."""
    t = from_json(book_state.book, book_state.pack, book_state.rules, data["position"])
    v = View(data["seat"], t)
    for name in FIELDS:
        setattr(v, name, data[name])
    for h, _ in v.soviet_tokens:
        t.count[SOVIET][h] += 1
        t.soviets_on_map += 1
        if t.count[SOVIET][h] == 1:
            for n in t.pack.near[h]:
                t.near_soviets[n] += 1
    for h, _ in v.german_tokens:
        t.count[GERMAN][h] += 1
    t.german_hexes = [h for h in range(t.pack.hexes) if t.count[GERMAN][h]]
    t.pool_size = list(data["pool_size"])
    return v
