"""Advance: the words of a position. docs/reference/positions.md has them all, with examples.

    turn 2
    phase supply
    morale 17
    8: 29/15 29/71 29/129 29/RCN
    10: ?
    19: L-5-guards 71/191* 71/194
    out: 94/276

Areas not named are vacant and German, units not named are withdrawn. A star marks a spent unit, a question mark an
unrevealed counter.
"""

from collections.abc import Mapping
from typing import Final

from kurgan.games.advance.pack.pack import EVENTS, STRATEGIES, Pack
from kurgan.games.advance.position.state import Battle, State, put, set_soviet
from kurgan.games.advance.terms import (
    AWAY,
    DUE,
    GONE,
    NO_DIVISION,
    NO_STRATEGY,
    NO_UNIT,
    NOT_HERE,
    OUT,
    OUTCOMES,
    PLAYING,
    RESULTS,
    REVEALED,
    UNREVEALED,
    VACANT,
)
from kurgan.kernel.position_words import (
    HIDDEN,
    Amounts,
    Cell,
    Draft,
    Line,
    Mask,
    Name,
    Names,
    Number,
    Pairs,
    Record,
    Vocabulary,
    Word,
    Wording,
    read_times,
    shown,
    write_times,
)
from kurgan.kernel.protocol import Misspelt

PHASES: Final[Mapping[str, tuple[str, str]]] = {
    "dawn": ("dawn", ""),
    "event": ("random_event", ""),
    "supply": ("supply", ""),
    "combat": ("combat_phase", ""),
}
BOXES: Final = {"out": OUT, "to_come": DUE, "away": AWAY, "withdrawn": GONE}
SPENT: Final = "*"
MOST: Final = 999
SOVIET: Final = "soviet"
GERMAN: Final = "german"


class Pieces(Word):
    """``8: 29/15* ?``: what stands in an area or lies in a box."""

    is_place = True

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            "AREA:",
            "PIECE ...",
            "what stands in an area; `out:`, `to_come:`, `away:`, `withdrawn:` are the Out of Action box, "
            "reinforcements, units called away by an event, units gone. A star marks a spent unit, `?` an unrevealed "
            "counter",
            ["where", "spent", "soviet"],
            left_out="vacant and German; units not named are withdrawn",
        )
        self.pack = pack
        self.units = Vocabulary("unit", pack.unit_name)
        self.places = {**{str(a): a for a in range(1, pack.areas + 1)}, **BOXES}

    def spell(self, values: list[str]) -> str:
        return f"{values[0]}: {' '.join(values[1:])}"

    @property
    def form(self) -> str:
        return "AREA: PIECE ..."

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        found = []
        for name, where in self.places.items():
            if where == GONE:
                continue  # as units are that nobody names
            words = self._soviet(s, where) if where <= self.pack.areas else []
            units = [u for u in range(self.pack.units) if s.where[u] == where]
            words += [self.pack.unit_name[u] + SPENT * s.spent[u] for u in units]
            if words:
                found.append([name, *words])
        return found

    def _soviet(self, s: State, a: int) -> list[str]:
        if s.soviet[a] == VACANT:
            return []
        return [HIDDEN if s.soviet[a] == UNREVEALED else self.pack.kind_name[s.soviet[a] - REVEALED]]

    def read(self, d: Draft, line: Line) -> None:
        if line.word not in self.places:
            known = ", ".join(BOXES)
            raise Misspelt(f"'{shown(line.word)}' is neither an area from 1 to {self.pack.areas} nor one of {known}")
        for word in line.values:
            if word == HIDDEN or word in self.pack.kind_name:
                self._read_soviet(d.s, self.places[line.word], word)
            else:
                self._read_unit(d.s, self.places[line.word], word)

    def _read_unit(self, s: State, where: int, word: str) -> None:
        u = self.units.read(word.removesuffix(SPENT))
        name = self.pack.unit_name[u]
        if not plays(s, u):
            raise Misspelt(f"{name} is no part of '{s.scenario.name}'")
        if s.where[u] != NOT_HERE:
            raise Misspelt(f"{name} stands twice")
        put(s, u, where)
        s.spent[u] = int(word.endswith(SPENT))

    def _read_soviet(self, s: State, where: int, word: str) -> None:
        if where > self.pack.areas:
            raise Misspelt(f"a Soviet counter stands on an area, not in a box: '{word}'")
        if s.soviet[where] != VACANT:
            raise Misspelt(f"area {where} has two Soviet counters [7.1]")
        if where not in soviet_areas(s):
            raise Misspelt(f"area {where} is German from the start and stays so [7.4]")
        set_soviet(s, where, UNREVEALED if word == HIDDEN else REVEALED + self.pack.kind_name.index(word))


class Elsewhere(Word):
    """``elsewhere soviet``: said by people only; a written position names every counter."""

    def __init__(self) -> None:
        super().__init__(
            "elsewhere",
            "SIDE",
            "`soviet`: a counter stands in every area that is Soviet at the start and has no line of its own",
            [],
            left_out="german: such areas are vacant",
        )

    def write(self, d: Draft) -> list[list[str]]:
        return [[GERMAN]]

    def read(self, d: Draft, line: Line) -> None:
        if self.one(line) not in (SOVIET, GERMAN):
            raise Misspelt(f"expected '{SOVIET}' or '{GERMAN}', not '{shown(line.values[0])}'")
        if line.values[0] == GERMAN:
            return
        named = {place.word for place in d.said.get("AREA:", [])}
        for a in soviet_areas(d.s):
            if str(a) not in named:
                at_start = dict(d.s.scenario.revealed)
                set_soviet(d.s, a, REVEALED + at_start[a] if a in at_start else UNREVEALED)


class Counters(Word):
    """``seen`` or ``unseen``: two ways to say which counters can still be drawn."""

    def __init__(self, name: str, kinds: Vocabulary, about: str, left_out: str) -> None:
        super().__init__(name, "COUNTER ...", about, ["pool"], left_out=left_out)
        self.kinds = kinds
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        """Counters that have left the map; where those do not tell the pool, the pool itself."""
        s = d.s
        gone = counters_gone(s)
        try:
            says_it = draw_pool(s, gone) == list(s.pool)
        except Misspelt:
            says_it = False
        if self.name == "seen":
            return [write_times(gone, self.kinds) or ["-"]] if says_it and gone else []
        pool = [k for k in range(len(s.pool)) for _ in range(s.pool[k])]
        return [] if says_it else [write_times(pool, self.kinds) or ["-"]]

    def read(self, d: Draft, line: Line) -> None:
        counters = read_times(self.some(line), self.kinds)
        if self.name == "seen":
            pool = draw_pool(d.s, counters)
        elif "seen" in d.said:
            raise Misspelt("'seen' and 'unseen' say the same; say one of them")
        else:
            pool = [counters.count(k) for k in range(d.s.pack.kinds)]
        for k in range(d.s.pack.kinds):
            d.s.pool[k] = pool[k]


def plays(s: State, u: int) -> bool:
    return bool(s.scenario.start[u] or s.scenario.start_out[u] or s.scenario.arrives[u])


def soviet_areas(s: State) -> list[int]:
    """Areas in which a counter stands at the start."""
    return sorted([*s.scenario.unrevealed, *[a for a, _ in s.scenario.revealed]])


def standing(s: State) -> list[int]:
    return [s.soviet[a] - REVEALED for a in range(1, s.pack.areas + 1) if s.soviet[a] >= REVEALED]


def at_first(s: State, k: int) -> int:
    """Counters of a kind that can be drawn at the start; Pavlov's House is one of them in the campaign."""
    return s.scenario.pool[k] + (1 if k == s.pack.pavlov and s.rules.pavlov else 0)


def counters_gone(s: State) -> list[int]:
    """Counters that are neither in the pool nor on the map."""
    here = standing(s)
    found = []
    for k in range(s.pack.kinds):
        found += [k] * max(0, at_first(s, k) - s.pool[k] - here.count(k))
    return found


def draw_pool(s: State, gone: list[int]) -> list[int]:
    """[5.4] What can still be drawn when these counters have left the map and others stand on it."""
    pack = s.pack
    pool = [at_first(s, k) for k in range(pack.kinds)]
    revealed = [k for _, k in s.scenario.revealed]
    for k in standing(s) + gone:
        if pool[k]:
            pool[k] -= 1
        elif k in revealed:
            revealed.remove(k)
        elif k != pack.pavlov or not s.rules.pavlov:
            raise Misspelt(f"there is no other counter {pack.kind_name[k]} in '{s.scenario.name}' [5.4]")
    return pool


def begin(d: Draft) -> None:
    s = d.s
    s.turn = s.scenario.first_turn
    s.morale = s.scenario.morale


def finish(d: Draft) -> None:
    """Units not named are withdrawn; counters neither standing nor seen can still be drawn."""
    s = d.s
    for u in range(s.pack.units):
        if plays(s, u) and s.where[u] == NOT_HERE:
            put(s, u, GONE)
    if "withdrawn_once" not in d.said and 0 < s.scenario.withdraw_turn < s.turn:
        s.withdrawn = True
    if "seen" not in d.said and "unseen" not in d.said:
        pool = draw_pool(s, [])
        for k in range(s.pack.kinds):
            s.pool[k] = pool[k]


def ended(s: State) -> bool:
    return s.outcome != PLAYING


def phases(s: State) -> Mapping[str, tuple[str, str]]:
    return PHASES


def without_isolation(s: State) -> str:
    return "" if s.rules.isolation else "the option isolation is off [12.3]"


def without_rerolls(s: State) -> str:
    return "" if s.rules.reroll_turns else "the option reroll_ones is off [12.8]"


def wording(pack: Pack) -> Wording:
    areas = Vocabulary("area", ["", *[str(a) for a in range(1, pack.areas + 1)]])
    units = Vocabulary("unit", pack.unit_name)
    divisions = Vocabulary("division", pack.division_name)
    kinds = Vocabulary("counter", pack.kind_name)
    groups = dict.fromkeys(("reinforce", "reinforce_october", "rejoin"))
    items = {**groups, "come_back": units, "bloody_streets": areas}
    words = [
        *table_words(pack, areas, divisions),
        Pieces(pack),
        Elsewhere(),
        Counters("seen", kinds, "counters that have left the map, so that they cannot be drawn again", "none"),
        Counters("unseen", kinds, "the counters that can still be drawn, instead of `seen`", "all that were not seen"),
        Amounts("came_from", Cell("came_from"), units, areas, "the area that a unit entered its own from"),
        *round_words(areas, units),
        *battle_words(areas, units),
    ]
    fight = Record("fight", "battle", no_battle, None)
    return Wording(words, [fight], phases, items, begin=begin, finish=finish, ended=ended)


def table_words(pack: Pack, areas: Vocabulary, divisions: Vocabulary) -> list[Word]:
    """What lies on the table besides the pieces."""
    boxes = [
        ("artillery", Cell("artillery"), 0, pack.markers_artillery),
        ("engineers", Cell("engineers"), 0, pack.markers_engineer),
        ("air", Cell("air"), 0, pack.markers_air),
    ]
    return [
        Number("turn", Cell("turn"), 1, 99, "the turn", left_out="the first turn"),
        Number("morale", Cell("morale"), 0, pack.morale_max, "German Morale", left_out="the scenario's"),
        Number("supply", Cell("supply"), 0, MOST, "Supply Points", left_out="0"),
        Pairs("available", boxes, "markers in the Available box", left_out="none"),
        Mask("events", Cell("effects"), Vocabulary("event", EVENTS), "the event in force this turn", left_out="none"),
        Name("paused", Cell("paused"), divisions, "the division under a Pause", NO_DIVISION, left_out="none"),
        Number(
            "withdrawn_once", Cell("withdrawn"), 0, 1, "1: the division has been called away once",
            left_out="1 after the turn of its withdrawal, else 0",
        ),
        Mask(
            "isolated", Cell("isolated"), areas, "areas with an Isolation marker", needs=without_isolation,
            left_out="none",
        ),
        Name("outcome", Cell("outcome"), Vocabulary("outcome", OUTCOMES), "how the game ended", going_on=True),
    ]  # fmt: skip


def round_words(areas: Vocabulary, units: Vocabulary) -> list[Word]:
    """The supply roll and the Action Round under way."""
    return [
        Number(
            "ones", Cell("ones"), 0, 9, "dice of the supply roll to be thrown again", going_on=True,
            needs=without_rerolls,
        ),
        Number("rolled", Cell("rolled"), 0, 99, "pips of the supply roll so far", going_on=True),
        Name("returning", Cell("returning"), units, "the unit bought back, to be placed", NO_UNIT, going_on=True),
        Name("active", Cell("active"), areas, "the Active Area", 0, going_on=True),
        Number("acted", Cell("acted"), 0, 1, "1: something was done in this round", going_on=True),
        Mask("contested", Cell("contested_mask"), areas, "areas Contested when the round began", going_on=True),
        Mask("attacked", Cell("attacked_mask"), areas, "areas attacked in this round", going_on=True),
        Names("entered", Cell("entered"), units, "units that have still to attack where they stand", going_on=True),
        Name("mover", Cell("mover"), units, "the unit on the march", NO_UNIT, going_on=True),
        Number("points", Cell("points"), 0, 99, "its Movement Points left", going_on=True),
        Names("retreating", Cell("retreating"), units, "units that have still to retreat", going_on=True),
    ]  # fmt: skip


def battle_words(areas: Vocabulary, units: Vocabulary) -> list[Word]:
    """The combat under way; each line begins with ``fight``."""

    def at(column: str) -> Cell:
        return Cell(column, record="battle")

    area = Name("area", at("area"), areas, "where")
    area.always_written = True
    strategies = Vocabulary("strategy", STRATEGIES)
    return [
        area,
        Number("mandatory", at("mandatory"), 0, 1, "1: a Mandatory Attack"),
        Number("contested", at("contested"), 0, 1, "1: the area was Contested before"),
        Names("units", at("units"), units, "who attacks"),
        Name("strategy", at("strategy"), strategies, "the Strategy in force", NO_STRATEGY),
        Number("factor", at("factor"), -99, 99, "the Defense Factor after isolation"),
        Name("lead", at("lead"), units, "the Lead Unit", NO_UNIT),
        Number("artillery", at("artillery"), 0, 99, "markers in the attack"),
        Number("engineers", at("engineers"), 0, 99, "markers in the attack"),
        Number("air", at("air"), 0, 99, "markers in the attack"),
        Number("air_die", at("air_die"), 0, 99, "what the air strike threw"),
        Number("attack_value", at("attack_value"), -99, 99, "the Attack Value"),
        Number("defence_value", at("defence_value"), -99, 99, "the Defense Value"),
        Number("attack_total", at("attack_total"), -99, 99, "value and dice of the attack"),
        Name("result", at("result"), Vocabulary("result", RESULTS), "the result"),
    ]


def no_battle() -> Battle:
    return Battle(0, False, False)
