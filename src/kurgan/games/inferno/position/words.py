"""Inferno: the table of the words of a position; what is more than a number or a name is in text.py."""

from collections.abc import Mapping
from typing import Any, Final

from kurgan.games.inferno.hidden.imagining import imagine
from kurgan.games.inferno.hidden.view import FACE_DOWN, View, load_view, sees_germans, sees_soviets
from kurgan.games.inferno.pack.pack import OKH, POOLS, SIDES, Pack
from kurgan.games.inferno.position.state import NO_BATTLE, NO_ORDER, Battle, Order, State
from kurgan.games.inferno.position.text import (
    PLAYERS,
    Blocks,
    Fortified,
    Gone,
    Hand,
    Held,
    Laid,
    Leaders,
    Took,
    without_partner,
)
from kurgan.games.inferno.position.text_seen import LastSeen, MayBe, MayLie, read_mask, side_blocks, write_mask
from kurgan.games.inferno.rules.r01_game import extra_turns
from kurgan.games.inferno.rules.r02_concepts import has_leader
from kurgan.games.inferno.rules.r04_solo import cards_left
from kurgan.games.inferno.terms import GOING_ON, NONE, RESULTS
from kurgan.kernel.position_words import (
    NOTHING,
    Cell,
    Draft,
    Flags,
    Line,
    Mask,
    Name,
    Names,
    Number,
    Numbers,
    Record,
    SaysItsWord,
    Vocabulary,
    Word,
    Wording,
    whole,
)
from kurgan.kernel.protocol import Misspelt

MANY: Final = 9999
COUNTS: Final = ("bag", "picked", "loose", "soviet_hand", "soviet_deck", "soviet_top", "german_deck")


def wording(pack: Pack) -> Wording:
    hexes = Vocabulary("hex", pack.hex_name)
    units = Vocabulary("unit", pack.unit_name)
    cards = Vocabulary("card", pack.card_name)
    words = [
        *table_words(pack, hexes),
        Held(0, hexes),
        Held(1, hexes),
        Blocks(pack),
        Took(0, hexes),
        Took(1, hexes),
        Fortified(hexes),
        *card_words(pack, cards),
        *battle_words(hexes, units, cards),
        *order_words(hexes, units),
        *seat_words(pack, cards),
        Gone(cards),
        Clock(),
        MayLie("track_may", pack, POOLS),
        MayLie("pool_may", pack, POOLS),
        LastSeen(units),
        MayBe(pack),
    ]
    records = [Record("fight", "battle", Battle, NO_BATTLE), Record("order", "order", Order, NO_ORDER)]
    items = {
        "invited_stacks": hexes,
        "german_card_effect": cards,
        "spawn_action": None,
        "dice_in_order": None,
        "fire_positions": None,
    }
    return Wording(
        words, records, phases, items, begin=begin, finish=finish, ended=ended, deal=deal, open_view=open_view
    )


def phases(s: State) -> Mapping[str, tuple[str, str]]:
    """A side's turn begins."""
    return {"turn": (f"{SIDES[s.side]}_turn", "")}


def begin(d: Draft) -> None:
    s = d.s
    s.turn = 1
    for h in range(s.pack.hexes):
        s.control[h] = s.pack.start_side[h]


def finish(d: Draft) -> None:
    if "now" not in d.said and d.s.turn == 0:
        raise Misspelt("the first turn is 1")


def ended(s: State) -> bool:
    return s.result != GOING_ON


def open_view(s: State, seat: int) -> View:
    """A view of nothing yet, for a text of what one seat sees."""
    v = View(seat, s)
    v.hides_soviets = not sees_soviets(s, seat)
    v.hides_germans = not sees_germans(s, seat)
    return v


def deal(d: Draft) -> State:
    """What a seat does not see is dealt so that it looks the same from there."""
    if d.view is None:
        s: State = d.s
        return s
    return imagine(load_view(d.s, d.view.to_json()), d.rng)


class Rubble(Flags):
    """Rubble markers; those that are left are counted."""

    def __init__(self, hexes: Vocabulary) -> None:
        super().__init__("rubble", Cell("rubble"), hexes, "hexes with Rubble", left_out="none")
        self.columns = ("rubble", "rubble_left")

    def after(self, d: Draft) -> None:
        d.s.rubble_left = d.s.pack.rubble_limit - sum(d.s.rubble)


class Clock(Word):
    """``extra 2``: with the Soviet deck empty, OKH's extra turns are played; otherwise the game would be over."""

    def __init__(self) -> None:
        super().__init__(
            "extra", "N", "extra turns begun under OKH, the Soviet deck being empty", ["extra_used", "deck_out"],
            left_out="0",
        )  # fmt: skip

    def write(self, d: Draft) -> list[list[str]]:
        return [[str(d.s.extra_used)]]

    def read(self, d: Draft, line: Line) -> None:
        d.s.extra_used = whole(self.one(line), 0, 99)

    def after(self, d: Draft) -> None:
        """[1.4B] [8.2.5.1]"""
        s = d.s
        if s.turn == 0 or d.view is not None or s.result != GOING_ON:
            s.deck_out = int(s.turn > 0 and self._left(d) == 0)
            return
        if self._left(d):
            if s.extra_used:
                raise Misspelt("extra turns come when the Soviet deck is empty [8.2.5.1]")
            return
        if not has_leader(s, OKH) or not s.extra_used <= extra_turns(s) or not extra_turns(s):
            raise Misspelt("the Soviet deck is empty: the game would be over [1.4B]")
        s.deck_out = 1

    def _left(self, d: Draft) -> int:
        return int(cards_left(d.s)) if d.view is None else int(d.view.soviet_deck + d.view.soviet_top)


def nobody_looks(s: State) -> str:
    return "somebody looks at the Soviet hand; name its cards: soviet_hand T34 ..." if s.rules.soviet_chooses else ""


def outside_the_way(s: State) -> str:
    return "" if s.rules.designers else "it is for the Designer's Way [12]"


def table_words(pack: Pack, hexes: Vocabulary) -> list[Word]:
    sides = Vocabulary("side", SIDES)
    players = Vocabulary("player", PLAYERS)
    advantages = Vocabulary("advantage", pack.advantage_name)
    return [
        Number("turn", Cell("turn"), 0, 999, "the turn; 0 during setup", left_out="1"),
        Name("side", Cell("side"), sides, "whose turn it is", left_out="german"),
        Name("player", Cell("player"), players, "whose of two Germans", needs=without_partner, left_out="yellow"),
        Rubble(hexes),
        Mask("advantages", Cell("advantages"), advantages, "advantages drawn", needs=outside_the_way, left_out="none"),
        Name("headquarters", Cell("hq"), hexes, "Chuikov's", NONE, needs=outside_the_way, left_out="none"),
        Number("raus", Cell("raus"), 0, 1, "1: Raus has come", needs=outside_the_way, left_out="0"),
        Name("result", Cell("result"), Vocabulary("result", RESULTS), "how the game ended", GOING_ON, going_on=True),
    ]


def card_words(pack: Pack, cards: Vocabulary) -> list[Word]:
    unseen = "cards of the Soviet hand that nobody has looked at"
    return [
        Leaders(cards),
        Hand("german_hand", cards, "hand", 0, "German cards; `?` any of the rest", "the Germans", 0),
        Hand("yellow_hand", cards, "hand", 0, "of two Germans the first one's", "the Germans", 1),
        Hand("blue_hand", cards, "hand", pack.cards, "the second one's", "the Germans", 1),
        Hand("soviet_hand", cards, "soviet_hand", 0, "Soviet cards; `?` any of the rest", "the Soviet player", 0),
        Laid("top", cards),
        Laid("bottom", cards),
        Number("soviet_cards", Cell("unseen_hand"), 0, 99, unseen, needs=nobody_looks, left_out="0"),
        Number("soviet_leaders", Cell("unseen_top"), 0, 99, "the same from the top", needs=nobody_looks, left_out="0"),
        Number("german_owed", Cell("german_owed"), 0, 99, "cards that the Germans still draw", going_on=True),
        Number("soviet_owed", Cell("soviet_owed"), 0, 99, "cards that the Soviets still draw", going_on=True),
    ]


def battle_words(hexes: Vocabulary, units: Vocabulary, cards: Vocabulary) -> list[Word]:
    """The combat under way; each line begins with ``fight``."""

    def at(column: str) -> Cell:
        return Cell(column, record="battle")

    target = Name("target", at("target"), hexes, "the hex that is attacked", NONE)
    target.always_written = True
    return [
        target,
        Name("side", at("side"), Vocabulary("side", SIDES), "the attacker", NONE),
        Number("deliberate", at("deliberate"), 0, 1, "1: a Deliberate Attack"),
        Name("start", at("start"), hexes, "the Soviet hex that cards speak of", NONE),
        Names("hexes", at("hexes"), hexes, "hexes of the attackers"),
        Names("germans", at("germans"), units, "German blocks", FACE_DOWN, known_to="the Germans; all when shown"),
        Names("soviets", at("soviets"), units, "Soviet blocks", FACE_DOWN, known_to="the Soviets; all when shown"),
        Names("called", at("called"), units, "blocks that a card brought into it"),
        Number("player", at("player"), 0, 1, "the German player who decides"),
        Name("soviet_card", at("soviet_card"), cards, "the Soviet card", NONE, FACE_DOWN, known_to="as the blocks"),
        Names("german_cards", at("german_cards"), cards, "German cards", FACE_DOWN, True, known_to="as the blocks"),
        Number("shown", at("shown"), 0, 1, "1: blocks and cards lie face up"),
        Number("no_airstrike", at("no_airstrike"), 0, 1, "1: the airstrike is cancelled"),
        Number("rubble_modifier", at("rubble_modifier"), -99, 99, "what cards add to the rubble roll"),
        Number("hits_german", at("hits_german"), 0, 99, "hits the Germans still take"),
        Number("hits_soviet", at("hits_soviet"), 0, 99, "hits the Soviets still take"),
        Number("aim", at("aim"), 0, 2, "what a hit chooses among: 0 all, 1 infantry, 2 tanks"),
        Number("aim_hex", at("aim_hex"), -1, MANY * MANY, "the firing hex by its number, -1 none"),
        Number("first", at("first"), 0, 2, "who rolls first: 0 together, 1 Germans, 2 Soviets"),
        Number("tie_german", at("tie_german"), 0, 3, "German ties: 0 asked, 1 as listed, 2 lowest, 3 highest"),
        Number("tie_soviet", at("tie_soviet"), 0, 3, "Soviet ties, likewise"),
        Number("snipers", at("snipers"), 0, 99, "snipers still to shoot"),
        Name("landing", at("landing"), hexes, "where blocks land", NONE),
        Names("advanced", at("advanced"), units, "blocks that have advanced"),
        Number("halted", at("halted"), 0, 1, "1: the advance is over"),
    ]


def order_words(hexes: Vocabulary, units: Vocabulary) -> list[Word]:
    """The action under way; each line begins with ``order``."""

    def at(column: str) -> Cell:
        return Cell(column, record="order")

    plan = Number("plan", at("plan"), 0, 99, "the action by its number")
    plan.always_written = True
    return [
        plan,
        Name("start", at("start"), hexes, "from where", NONE),
        Name("end", at("end"), hexes, "to where", NONE),
        Names("taken", at("taken"), units, "blocks chosen", FACE_DOWN, known_to="the Germans"),
        Names("moved", at("moved"), units, "blocks that have moved", FACE_DOWN, known_to="the Germans"),
        Number("moves", at("moves"), 0, 99, "moves made"),
        Name("last_end", at("last_end"), hexes, "where the last move ended", NONE),
        Name("target", at("target"), hexes, "the hex to be attacked", NONE),
        Names("hexes", at("hexes"), hexes, "stacks that attack"),
        Names("invited", at("invited"), hexes, "stacks of the partner that were asked"),
        Numbers("boxes", at("boxes"), 0, 99, "boxes of the track with a die on them, by number"),
        Numbers("surplus", at("surplus"), 0, 99, "dice left over, row by row"),
        Names("returns", at("returns"), units, "blocks that go back to the track", FACE_DOWN, known_to="the Germans"),
        Numbers("left", at("left"), 0, MANY * MANY, "hexes or dice still to be ordered, by number"),
    ]


# What only the text of a seat says ------------------------------------------------------------------------------


class Tokens(Word):
    """``hidden_soviets 9=S13G,S6T 9=S13G,S6T``: concealed blocks, each by its hex and what it may be."""

    def __init__(self, side: int, pack: Pack, field: str, about: str) -> None:
        super().__init__(
            f"hidden_{SIDES[side]}s" if "tokens" in field else "passing", "HEX=BLOCK,... ...", about, [], going_on=True,
            known_to="who does not see them",
        )  # fmt: skip
        self.blocks = side_blocks(pack)[side]
        self.hexes = Vocabulary("hex", pack.hex_name)
        self.field = field
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        if d.view is None or not getattr(d.view, self.field):
            return []
        return [[self._say(token) for token in getattr(d.view, self.field)]]

    def _say(self, token: int | tuple[int, int]) -> str:
        if isinstance(token, int):
            return write_mask(token, self.blocks)
        return f"{self.hexes.write(token[0])}={write_mask(token[1], self.blocks)}"

    def read(self, d: Draft, line: Line) -> None:
        if d.view is None:
            raise SaysItsWord(f"'{self.name}' stands in the text of a seat, with 'seen_by'")
        found: list[Any] = []
        for word in self.some(line):
            name, equals, mask = word.partition("=")
            may = read_mask(mask if equals else name, self.blocks)
            found.append([self.hexes.read(name), may] if equals else may)
        setattr(d.view, self.field, found)


class Counts(Word):
    """``counts soviet_hand 3``: sizes of what a seat does not see."""

    def __init__(self, pack: Pack) -> None:
        self.parts = [*COUNTS, *[f"{player}_hand" for player in PLAYERS], *[f"{pool}_pool" for pool in POOLS]]
        super().__init__(
            "counts", "NAME N ...", f"sizes: {', '.join(self.parts)}", [], going_on=True,
            known_to="a seat of its own text",
        )  # fmt: skip
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        v = d.view
        if v is None:
            return []
        sizes = [*[getattr(v, name) for name in COUNTS], *v.german_hands, *d.s.pool_size]
        pairs = [(name, str(size)) for name, size in zip(self.parts, sizes, strict=True) if size]
        return [[word for pair in pairs for word in pair] or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        v = d.view
        if v is None:
            raise SaysItsWord(f"'{self.name}' stands in the text of a seat, with 'seen_by'")
        values = self.some(line)
        if len(values) % 2:
            raise Misspelt(f"expected '{self.form}'")
        names = Vocabulary("size", self.parts)
        sizes = [0] * len(self.parts)
        for i in range(0, len(values), 2):
            sizes[names.read(values[i])] = whole(values[i + 1], 0, 99)
        for i, name in enumerate(COUNTS):
            setattr(v, name, sizes[i])
        v.german_hands = sizes[len(COUNTS) : len(COUNTS) + 2]
        d.s.pool_size = sizes[len(COUNTS) + 2 :]


class TopKinds(Word):
    """``laid_on_top Chuikov``: Soviet leaders that are on top of the deck or in the hand."""

    def __init__(self, cards: Vocabulary) -> None:
        super().__init__(
            "laid_on_top", "CARD ...", "Soviet leaders that are on top of the deck or in the hand", [], going_on=True,
            known_to="a seat of its own text",
        )  # fmt: skip
        self.cards = cards
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        if d.view is None or not d.view.soviet_top_kinds:
            return []
        return [[self.cards.write(c) for c in d.view.soviet_top_kinds]]

    def read(self, d: Draft, line: Line) -> None:
        if d.view is None:
            raise SaysItsWord(f"'{self.name}' stands in the text of a seat, with 'seen_by'")
        d.view.soviet_top_kinds = [self.cards.read(word) for word in self.some(line)]


def seat_words(pack: Pack, cards: Vocabulary) -> list[Word]:
    return [
        Counts(pack),
        TopKinds(cards),
        Tokens(1, pack, "soviet_tokens", "concealed Soviet blocks: the hex of each, and what it may be"),
        Tokens(0, pack, "german_tokens", "concealed German blocks: the hex of each, and what it may be"),
        Tokens(0, pack, "german_passing", "what those of them may be that are on a Long Move"),
    ]
