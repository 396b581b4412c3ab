"""Roads: the words of a position that are more than a number or a name; the table of all of them is in words.py.

    scenario campaign
    turn DEC_II
    side soviet
    phase combat
    weather snow clear none
    fortress 1333 10
    control soviet 1331 1332
    on SU-51G artillery_2
    at 1628 vvs
    box stavka reserves maskirovka
    1628: RO-1 RO-2-
    1528: SU-26TK SU-1TK-
    eliminated: GE-22P

After a unit ``-`` means reduced, ``~`` out of supply, ``^`` in the pocket (OOS-FS), ``*`` exploiting. Hexes not named
are empty; control is the scenario's, except where a unit stands. Units and markers not named are out of play, KGs in
their pool. docs/reference/positions.md has every word.
"""

from collections.abc import Sequence
from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.hidden.view import HIDDEN as UNSEEN
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import AXIS
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules.r05_supports import lies_on_unit
from kurgan.games.roads.terms import (
    BOXES,
    DISPLACED,
    EVACUATED,
    EXPLOITING,
    J_HAND,
    J_MAP,
    J_OUT,
    J_POOL,
    KG_POOL,
    M_AXIS,
    M_MAJOR,
    M_MAP,
    M_MINOR_A,
    M_MINOR_B,
    M_OUT,
    M_PLAYED,
    M_POOL,
    M_STAVKA,
    MARKER_POOL,
    OOS,
    OOS_FS,
    STAVKA,
    TO_COME,
    WITHDRAWN,
)
from kurgan.kernel.position_words import (
    HIDDEN,
    NOTHING,
    TIMES,
    Draft,
    Line,
    Vocabulary,
    Word,
    read_runs,
    shown,
    whole,
    write_runs,
)
from kurgan.kernel.protocol import Misspelt

PLACES: Final = "HEX:"
SIGNS: Final = "-~^*"
UNIT_BOXES: Final = {name: -number for number, name in enumerate(BOXES) if name}
MARKER_BOXES: Final = {
    "pool": M_POOL,
    "stavka": M_STAVKA,
    "major": M_MAJOR,
    "minor_a": M_MINOR_A,
    "minor_b": M_MINOR_B,
    "axis": M_AXIS,
    "played": M_PLAYED,
    "hidden": UNSEEN,
}
JU_PLACES: Final = {"out": J_OUT, "pool": J_POOL, "hand": J_HAND, "hidden": UNSEEN}
REST: Final = "rest"


# Units ----------------------------------------------------------------------------------------------------------


class Stacks(Word):
    """``1628: RO-1 RO-2-``: the units of a hex or a box."""

    is_place = True

    def __init__(self, pack: Pack) -> None:
        boxes = ", ".join([f"`{name}:`" for name in UNIT_BOXES])
        super().__init__(
            PLACES,
            "UNIT ...",
            "the units of a hex: `-` reduced, `~` out of supply, `^` in the pocket, `*` exploiting; `=1` gives the "
            f"steps of one off the map. Boxes: {boxes}",
            ["where", "steps", "supply", f"mark&{EXPLOITING}"],
            left_out="empty; units not named are withdrawn, Kampfgruppen and alarm units in their pools",
        )
        self.always_written = True
        self.units = Vocabulary("unit", pack.unit_name)
        self.places = {**{name: h for h, name in enumerate(pack.hex_name) if name}, **UNIT_BOXES}
        self.words = Vocabulary("hex", list(self.places))

    @property
    def form(self) -> str:
        return "HEX: UNIT ..."

    def spell(self, values: list[str]) -> str:
        return f"{values[0]}: {' '.join(values[1:])}"

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        found: dict[int, list[str]] = {}
        for u in range(s.pack.unit_count):
            where = s.where[u]
            signs = "~" * (s.supply[u] == OOS) + "^" * (s.supply[u] == OOS_FS) + "*" * bool(s.mark[u] & EXPLOITING)
            if where >= 0 and s.steps[u] < s.pack.max_steps[u]:
                signs = "-" + signs
            elif s.steps[u] != usual_steps(s, u):
                signs = f"={s.steps[u]}{signs}"
            if signs or where != unnamed(s, u):
                found.setdefault(where, []).append(s.pack.unit_name[u] + signs)
        return [[name, *found[where]] for name, where in self.places.items() if where in found]

    def read(self, d: Draft, line: Line) -> None:
        where = self.places[self.words.write(self.words.read(line.word))]
        for word in line.values:
            self._read_unit(d, where, word)

    def _read_unit(self, d: Draft, where: int, word: str) -> None:
        s = d.s
        name, equals, steps = word.rstrip(SIGNS).partition("=")
        signs = word[len(word.rstrip(SIGNS)) :]
        u = self.units.read(name)
        if u in d.keep(PLACES):
            raise Misspelt(f"{s.pack.unit_name[u]} stands twice")
        d.keep(PLACES).append(u)
        if len(set(signs)) != len(signs) or ("~" in signs and "^" in signs) or ("-" in signs and where < 0):
            raise Misspelt(
                f"'{shown(word)}': each of '{SIGNS}' once at most, '-' on the map only, not both '~' and '^'"
            )
        if where >= 0:
            s.place(u, where)
            s.control[where] = s.pack.side[u]
            s.steps[u] = s.pack.max_steps[u] - ("-" in signs)
        else:
            s.lift(u, where)
            s.steps[u] = whole(steps, 0, s.pack.max_steps[u]) if equals else usual_steps(s, u)
        s.supply[u] = OOS if "~" in signs else OOS_FS if "^" in signs else 0
        s.mark[u] = EXPLOITING if "*" in signs else 0


def unnamed(s: State, u: int) -> int:
    """Where a unit is that a text does not name."""
    return KG_POOL if s.pack.is_kg[u] else MARKER_POOL if s.pack.kind[u] == vocabulary.ALARM else WITHDRAWN


def usual_steps(s: State, u: int) -> int:
    """All on the map and before it, none once it is gone."""
    waits = s.where[u] in (STAVKA, TO_COME, KG_POOL, MARKER_POOL, DISPLACED)
    return s.pack.max_steps[u] if s.where[u] >= 0 or waits else 0


class Away(Word):
    """``away GE-6P=DEC_I``: the turn on which a unit comes (back), or the hex an HQ was driven from."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            "away", "UNIT=TURN ...", "the turn on which a unit comes or comes back; of a displaced HQ the hex it left",
            ["away"], left_out="the scenario's turn of those to come",
        )  # fmt: skip
        self.always_written = True
        self.units = Vocabulary("unit", pack.unit_name)
        self.turns = Vocabulary("turn", pack.turn_name)
        self.hexes = Vocabulary("hex", pack.hex_name)

    def _usual(self, s: State, u: int) -> int:
        return s.scenario.arrival_turn[u] if s.where[u] == TO_COME else -1

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        odd = [u for u in range(s.pack.unit_count) if s.away[u] != self._usual(s, u)]
        return [[f"{self.units.write(u)}={self._say(s, u)}" for u in odd]] if odd else []

    def _say(self, s: State, u: int) -> str:
        value = s.away[u]
        if value < 0:
            return NOTHING
        if s.where[u] in (TO_COME, EVACUATED) and value < len(self.turns.words):
            return self.turns.write(value)
        return self.hexes.write(value) if s.pack.is_hq[u] else str(value)

    def read(self, d: Draft, line: Line) -> None:
        s = d.s
        self.after(d)
        for word in self.some(line):
            name, equals, value = word.partition("=")
            if not equals:
                raise Misspelt(f"expected UNIT=TURN, not '{shown(word)}'")
            u = self.units.read(name)
            if value == NOTHING:
                s.away[u] = -1
            elif value.lower() in self.turns.numbers:
                s.away[u] = self.turns.read(value)
            else:
                s.away[u] = self.hexes.read(value) if s.pack.is_hq[u] else whole(value, 0, 99)

    def after(self, d: Draft) -> None:
        if self.name in d.said and d.keep(self.name):
            return
        d.keep(self.name).append(True)
        for u in range(d.s.pack.unit_count):
            d.s.away[u] = self._usual(d.s, u)


class Control(Word):
    """``control soviet 1331``: hexes that a side holds though the scenario, or who stands there, does not say so."""

    many = True

    def __init__(self, side: int, hexes: Vocabulary) -> None:
        super().__init__(
            f"control {vocabulary.SIDES[side]}", "HEX ...",
            f"hexes under {vocabulary.SIDES[side]} control", ["control"],
            left_out="the scenario's; where a unit stands, its side's",
        )  # fmt: skip
        self.always_written = True
        self.side = side
        self.hexes = hexes

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        held = [h for h in range(s.pack.hex_count) if s.control[h] == self.side and self._usual(s, h) != self.side]
        return [write_runs(held, self.hexes)] if held else []

    def _usual(self, s: State, h: int) -> int:
        return s.pack.side[s.first[h]] if s.first[h] >= 0 else max(0, s.scenario.control[h])

    def read(self, d: Draft, line: Line) -> None:
        for h in read_runs(self.some(line), self.hexes):
            if h in d.keep("control"):
                raise Misspelt(f"{self.hexes.write(h)} is held by one side only")
            d.keep("control").append(h)
            d.s.control[h] = self.side


# Tracks ---------------------------------------------------------------------------------------------------------


class Weather(Word):
    """``weather snow clear none``"""

    def __init__(self) -> None:
        super().__init__(
            "weather", "GROUND SKY ICE", "ground, sky and frozen rivers: `snow clear none`",
            [f"track[{i}]" for i in (tracks.GROUND, tracks.SKY, tracks.ICE)], left_out="snow clear none",
        )  # fmt: skip
        self.parts = [
            (tracks.GROUND, Vocabulary("ground", vocabulary.GROUNDS)),
            (tracks.SKY, Vocabulary("sky", vocabulary.SKIES)),
            (tracks.ICE, Vocabulary("ice", vocabulary.ICES)),
        ]

    def write(self, d: Draft) -> list[list[str]]:
        return [[words.write(d.s.track[i]) for i, words in self.parts]]

    def read(self, d: Draft, line: Line) -> None:
        if len(line.values) != len(self.parts):
            raise Misspelt("'weather' takes ground, sky and ice: snow clear none")
        for (i, words), word in zip(self.parts, line.values, strict=True):
            d.s.track[i] = words.read(word)


class Fortress(Word):
    """``fortress 1333 10``: where the fortress is declared, and its level."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            "fortress", "HEX LEVEL", "where the fortress is declared (`-` nowhere), and its level",
            [f"track[{tracks.FORTRESS}]", f"track[{tracks.FORTRESS_LEVEL}]"], left_out="nowhere",
        )  # fmt: skip
        self.hexes = Vocabulary("hex", pack.hex_name)

    def write(self, d: Draft) -> list[list[str]]:
        h, level = d.s.track[tracks.FORTRESS], d.s.track[tracks.FORTRESS_LEVEL]
        return [[NOTHING if h < 0 else self.hexes.write(h), str(level)]]

    def read(self, d: Draft, line: Line) -> None:
        pack = d.s.pack
        if len(line.values) not in (1, 2):
            raise Misspelt("'fortress' takes a hex and a level: 1333 10")
        d.s.track[tracks.FORTRESS] = -1 if line.values[0] == NOTHING else self.hexes.read(line.values[0])
        d.s.track[tracks.FORTRESS_LEVEL] = (
            whole(line.values[1], 0, pack.fs_top) if len(line.values) > 1 else pack.fs_initial
        )


class Superiority(Word):
    """``superiority human_waves``: the effects that are active."""

    def __init__(self) -> None:
        super().__init__(
            "superiority", "EFFECT ...", "effects that are active",
            [f"track[{tracks.SUPERIORITY + i}]" for i in range(len(vocabulary.EFFECTS))], left_out="all four",
        )  # fmt: skip
        self.effects = Vocabulary("effect", vocabulary.EFFECTS)

    def write(self, d: Draft) -> list[list[str]]:
        active = [i for i in range(len(vocabulary.EFFECTS)) if d.s.track[tracks.SUPERIORITY + i]]
        return [[self.effects.write(i) for i in active] or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        active = [] if line.values == ["none"] else read_runs(self.some(line), self.effects)
        for i in range(len(vocabulary.EFFECTS)):
            d.s.track[tracks.SUPERIORITY + i] = int(i in active)


# Supports -------------------------------------------------------------------------------------------------------


def numbered(names: Sequence[str], of: Sequence[int]) -> list[str]:
    """A name for each marker: that of its kind, with a number where there are several."""
    found = []
    for m, kind in enumerate(of):
        many = list(of).count(kind) > 1
        found.append(f"{names[kind]}.{list(of)[: m + 1].count(kind)}" if many else names[kind])
    return found


class Markers(Word):
    """``box stavka reserves artillery_2.1``: support markers in a box; the owner knows which, others how many."""

    many = True

    def __init__(self, name: str, pack: Pack) -> None:
        about = {
            "pool": "markers in the draw pools, of both sides; `rest`: all that have entered the game by this turn",
            "played": "markers that were played and come back",
            "hidden": "in a seat's text: those that lie in boxes and pools it cannot look into",
        }
        super().__init__(
            f"box {name}", "MARKER ...", about.get(name, f"markers in the {name} box; `?*2` two of the rest"),
            ["marker_place"], left_out="none; markers not named are out of play", known_to="their side",
        )  # fmt: skip
        self.always_written = True
        self.place = MARKER_BOXES[name]
        self.markers = Vocabulary("support", numbered(pack.support_name, pack.marker_kind))

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        words = write_runs([m for m in range(s.pack.marker_count) if s.marker_place[m] == self.place], self.markers)
        if d.view is not None and self.place != UNSEEN:
            for side, name in enumerate(vocabulary.SIDES):
                count = d.view.counts[side * UNSEEN + self.place] if self.place < UNSEEN else 0
                words += [f"{HIDDEN}{name}{TIMES}{count}"] if count else []
        return [words] if words else []

    def read(self, d: Draft, line: Line) -> None:
        for word in self.some(line):
            if word.startswith(HIDDEN):
                self._read_open(d, word)
            elif word == REST and self.place == M_POOL:
                d.keep(REST).append(M_POOL)
            else:
                for m in self._read(d, word):
                    d.s.lay(m, self.place)

    def _read(self, d: Draft, word: str) -> list[int]:
        return [take(d, self.markers, name) for name in expand(word, self.markers)]

    def _read_open(self, d: Draft, word: str) -> None:
        """``?``, ``?*2``, ``?axis*2``: markers of a side that the text does not name."""
        name, _, count = word[1:].partition(TIMES)
        boxes_side = AXIS if self.place == M_AXIS else 0
        side = vocabulary.SIDES.index(name) if name in vocabulary.SIDES else boxes_side
        if name and name not in vocabulary.SIDES:
            raise Misspelt(f"expected '?', '?*2' or '?axis*2', not '{shown(word)}'")
        number = whole(count, 1, 99) if count else 1
        if d.view is not None:
            d.view.counts[side * UNSEEN + self.place] += number
        else:
            d.keep("open").append((self.place, side, number))


def expand(word: str, markers: Vocabulary) -> list[str]:
    """``artillery_2.1..artillery_2.4`` as single names; a kind without a number is any copy of it."""
    if ".." not in word:
        return [word]
    return [markers.write(m) for m in read_runs([word], markers)]


def take(d: Draft, markers: Vocabulary, name: str) -> int:
    """The marker of this name; of a kind without a number the first copy that is out of play."""
    pack = d.s.pack
    m = markers.numbers.get(name.lower(), -1)
    if m >= 0 and (m in d.keep("markers") or d.s.marker_place[m] != M_OUT):
        raise Misspelt(f"'{name}' lies in two places")
    if m < 0 and name.lower() in pack.support_name:
        kind = pack.support_name.index(name.lower())
        copies = [i for i in range(pack.marker_count) if pack.marker_kind[i] == kind and i not in d.keep("markers")]
        if not copies:
            raise Misspelt(f"there is no further '{name}'")
        m = copies[0]
    if m < 0:
        kinds_and_copies = Vocabulary("support", [*pack.support_name, *[w for w in markers.words if "." in w]])
        kinds_and_copies.read(name)
    d.keep("markers").append(m)
    return m


class OnMap(Word):
    """``on SU-51G artillery_2``, ``at 1628 vvs``: support markers on a unit, or in a hex."""

    many = True

    def __init__(self, name: str, pack: Pack) -> None:
        where = "UNIT" if name == "on" else "HEX"
        super().__init__(
            name, f"{where} MARKER ...", "support markers on a unit" if name == "on" else "support markers in a hex",
            ["marker_place", "marker_on"], left_out="none",
        )  # fmt: skip
        self.always_written = True
        self.where = Vocabulary("unit", pack.unit_name) if name == "on" else Vocabulary("hex", pack.hex_name)
        self.markers = Vocabulary("support", numbered(pack.support_name, pack.marker_kind))

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        found: dict[int, list[str]] = {}
        for m in range(s.pack.marker_count):
            if s.marker_place[m] == M_MAP and lies_on_unit(s, m) == (self.name == "on"):
                found.setdefault(s.marker_on[m], []).append(self.markers.write(m))
        return [[self.where.write(i), *words] for i, words in sorted(found.items())]

    def read(self, d: Draft, line: Line) -> None:
        if len(line.values) < 2:
            raise Misspelt(f"'{self.form}' needs a place and what lies there")
        i = self.where.read(line.values[0])
        for word in line.values[1:]:
            m = take(d, self.markers, word)
            if lies_on_unit(d.s, m) != (self.name == "on"):
                place = "on a unit: 'on UNIT ...'" if self.name == "at" else "in a hex: 'at HEX ...'"
                raise Misspelt(f"{self.markers.write(m)} lies {place} [5.5.1]")
            d.s.lay(m, M_MAP, i)


class Notes(Word):
    """``noted vvs.1=-2``: what the rules note of a marker that is not on the map."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            "noted", "MARKER=N ...", "of markers in a box: -2 shifted, -3 must be used, -4 played just now",
            ["marker_on"], left_out="none", going_on=True, known_to="their side",
        )  # fmt: skip
        self.always_written = True
        self.markers = Vocabulary("support", numbered(pack.support_name, pack.marker_kind))

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        odd = [m for m in range(s.pack.marker_count) if s.marker_place[m] != M_MAP and s.marker_on[m] != -1]
        return [[f"{self.markers.write(m)}={s.marker_on[m]}" for m in odd]] if odd else []

    def read(self, d: Draft, line: Line) -> None:
        for word in self.some(line):
            name, _, number = word.partition("=")
            d.s.marker_on[self.markers.read(name)] = whole(number, -9, 1007)


class Planes(Word):
    """``ju52 hand hube``, ``ju52 1333 sortie_1``: the Ju 52 markers; the Axis knows which, the Soviets where."""

    many = True

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            "ju52", "PLACE MARKER ...", "Ju 52 markers in `hand`, in a hex, `out` of the game; `?*2` two of the rest. "
            "`hidden`: in a seat's text those it cannot read", ["ju_place", "ju_on"], left_out="in their pool",
            known_to="the Axis; the Soviets where they lie",
        )  # fmt: skip
        self.always_written = True
        self.planes = Vocabulary("Ju 52", numbered(vocabulary.JU52S, pack.ju_kind))
        self.hexes = Vocabulary("hex", pack.hex_name)

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        found: dict[str, list[str]] = {}
        for j in range(s.pack.ju_count):
            if s.ju_place[j] == J_MAP:
                found.setdefault(self.hexes.write(s.ju_on[j]), []).append(self.planes.write(j))
            elif s.ju_place[j] != J_POOL:
                name = next(name for name, place in JU_PLACES.items() if place == s.ju_place[j])
                found.setdefault(name, []).append(self.planes.write(j))
        if d.view is not None:
            for h in d.view.ju_hexes:
                found.setdefault(self.hexes.write(h), []).append(HIDDEN)
            if d.view.ju_hand:
                found.setdefault("hand", []).append(f"{HIDDEN}{TIMES}{d.view.ju_hand}")
        return [[name, *words] for name, words in found.items()]

    def read(self, d: Draft, line: Line) -> None:
        s = d.s
        if len(line.values) < 2:
            raise Misspelt(f"'{self.form}' needs a place and what lies there")
        place = JU_PLACES.get(line.values[0], J_MAP)
        h = self.hexes.read(line.values[0]) if place == J_MAP else -1
        for word in line.values[1:]:
            if word.startswith(HIDDEN):
                count = whole(word[2:], 1, 15) if word[1:2] == TIMES else 1
                self._read_open(d, place, h, count)
                continue
            j = self.planes.read(word)
            if j in d.keep(self.name):
                raise Misspelt(f"'{self.planes.write(j)}' lies in two places")
            d.keep(self.name).append(j)
            s.ju_place[j] = place
            s.ju_on[j] = h

    def _read_open(self, d: Draft, place: int, h: int, count: int) -> None:
        if place not in (J_MAP, J_HAND):
            raise Misspelt("'?' lies in the hand or in a hex")
        if d.view is None:
            d.keep("open planes").extend([(place, h)] * count)
        elif place == J_MAP:
            d.view.ju_hexes.extend([h] * count)
        else:
            d.view.ju_hand += count
