"""Roads: a position, as columns of small ints.

Unit columns are indexed by unit, hex columns by hex. ``first``/``next``, ``here`` and ``near`` are derived: only
``place`` and ``lift`` write them, ``check`` makes them again from nothing. ``cover`` is part of the position: where
strategic movement is possible this phase, a bit for each nation, traced when the phase begins.

What else is traced (lines, general supply, bridges) is kept until something it depends on changes, and is shared by
copies, because nobody changes it once it is made. It depends on where units stand, pontoons, Bridging Units, control,
weather and the turn. Rules change those only by the methods under "What traces depend on"; each of them forgets what
is out of date, and ``check`` traces everything anew and compares.
"""

from array import array
from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.scenario import Scenario
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.pack.ways import Ways
from kurgan.games.roads.position.battle import Battle, load_battle
from kurgan.games.roads.position.former import renewed
from kurgan.games.roads.terms import ELIMINATED, J_MAP, M_MAP, M_OUT, TO_COME
from kurgan.kernel.flow import Book, Position
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.protocol import Json

COLUMNS: Final = (
    "where", "steps", "supply", "mark", "pontoon", "away", "control", "history", "cover", "marker_place", "marker_on",
    "ju_place", "ju_on", "todo", "moving", "path",
)  # fmt: skip
IN_HAND: Final = ("rebuild_one", "free_division", "place_rebuilt")
"""Procedures with a local for a unit that has its steps again and is not placed yet."""


class Rules:
    """The options of this game, turned into numbers once: 1 is on."""

    def __init__(self, options: dict[str, int]) -> None:
        self.options = options
        self.mar_iv = options.get("mar_iv", 0)
        self.transcaucasus = options.get("transcaucasus", 0)


class State(Position):
    """A position of Stalingrad Roads."""

    __slots__ = (
        "away",
        "battle",
        "bridges",
        "closed",
        "control",
        "cover",
        "excess",
        "first",
        "general",
        "here",
        "history",
        "ju_on",
        "ju_place",
        "line_field",
        "lines",
        "mark",
        "marker_on",
        "marker_place",
        "mode",
        "moving",
        "near",
        "next",
        "pack",
        "path",
        "points",
        "pontoon",
        "rules",
        "scenario",
        "shut",
        "source_hexes",
        "steps",
        "supply",
        "todo",
        "track",
        "ways",
        "where",
        "zone",
    )

    def __init__(
        self, book: Book, pack: Pack, ways: Ways, scenario: Scenario, rules: Rules, like: "State | None" = None
    ) -> None:
        """An empty map, or the same as another position (a copy must not make first what it then replaces)."""
        super().__init__(book)
        self.pack = pack
        self.ways = ways
        self.scenario = scenario
        self.rules = rules
        if like is None:
            self.clear()
        else:
            self.take_over(like)

    def clear(self) -> None:
        """Nobody anywhere, nothing known."""
        pack = self.pack
        scenario = self.scenario
        self.source_hexes: tuple[tuple[int, ...], ...] = tuple(
            [tuple([h for h in range(pack.hex_count) if scenario.source_side[h] == side]) for side in (SOVIET, AXIS)]
        )
        self.closed = int.from_bytes(bytes([1 - land for land in scenario.traces]), "little")
        units = pack.unit_count
        hexes = pack.hex_count
        self.where = array("h", [TO_COME] * units)
        self.steps = bytearray(units)
        self.supply = bytearray(units)
        self.mark = bytearray(units)
        self.pontoon = bytearray(units)
        self.away = array("h", [-1] * units)
        self.control = bytearray(hexes)
        self.history = bytearray(hexes)
        self.cover = bytearray(hexes)
        self.marker_place = bytearray([M_OUT] * pack.marker_count)
        self.marker_on = array("h", [-1] * pack.marker_count)
        self.ju_place = bytearray(pack.ju_count)
        self.ju_on = array("h", [-1] * pack.ju_count)
        self.track = array("h", [0] * tracks.COUNT)
        self.track[tracks.FORTRESS] = -1
        for om in range(3):
            self.track[tracks.MAJOR_AT + om] = -1
        self.todo: list[int] = []
        self.moving: list[int] = []
        self.path: list[int] = []
        self.mode = 0  # of those who move: NORMAL, STRATEGIC ...
        self.points = 0  # half movement points that they have left
        self.battle: Battle | None = None
        # Derived.
        self.first = array("h", [-1] * hexes)
        self.next = array("h", [-1] * units)
        self.here = [bytearray(hexes), bytearray(hexes)]
        self.near = [bytearray(hexes), bytearray(hexes)]
        self.line_field: bytes | None = None
        self.bridges: list[tuple[int, ...] | None] = [None, None]
        self.general: list[bytes | None] = [None, None]
        self.lines: list[bytes | None] = [None] * 4
        self.shut: list[bytes | None] = [None, None]
        self.zone: bytes | None = None
        self.excess: int | None = None

    @property
    def turn(self) -> int:
        """The turn by its place on the turn track; for records and readers."""
        return self.track[tracks.TURN]

    def copy(self) -> "State":
        return State(self.book, self.pack, self.ways, self.scenario, self.rules, self)

    def take_over(self, like: "State") -> None:
        self.copy_flow(like)
        self.source_hexes = like.source_hexes
        self.closed = like.closed
        self.where = like.where[:]
        self.steps = like.steps[:]
        self.supply = like.supply[:]
        self.mark = like.mark[:]
        self.pontoon = like.pontoon[:]
        self.away = like.away[:]
        self.control = like.control[:]
        self.history = like.history[:]
        self.cover = like.cover[:]
        self.marker_place = like.marker_place[:]
        self.marker_on = like.marker_on[:]
        self.ju_place = like.ju_place[:]
        self.ju_on = like.ju_on[:]
        self.track = like.track[:]
        self.todo = like.todo[:]
        self.moving = like.moving[:]
        self.path = like.path[:]
        self.mode = like.mode
        self.points = like.points
        self.battle = None if like.battle is None else like.battle.copy()
        self.first = like.first[:]
        self.next = like.next[:]
        self.here = [like.here[0][:], like.here[1][:]]
        self.near = [like.near[0][:], like.near[1][:]]
        self.line_field = like.line_field
        self.bridges = like.bridges[:]
        self.general = like.general[:]
        self.lines = like.lines[:]
        self.shut = like.shut[:]
        self.zone = like.zone
        self.excess = like.excess

    # What traces depend on ----------------------------------------------------------------------------------------

    def forget_fields(self) -> None:
        """Traced fields are made again when next needed."""
        self.line_field = None
        self.bridges = [None, None]
        self.general = [None, None]
        self.lines = [None] * 4
        self.shut = [None, None]
        self.zone = None

    def follow(self, h: int, side: int, came: bool) -> None:
        """The first unit of a side came into a hex, or the last has left it: forget what was traced where ways close or
        open, and keep the rest. Called when the counts have changed; headquarters and bridges change more than this.
        """
        self.line_field = None
        if side == SOVIET:
            self.zone = None
        other = 1 - side
        near = self.near[side]
        if self.is_traced(other):
            alone = 1 if came else 0  # of those beside a hex, the one that came or left was the only one
            changed = [
                n
                for n in self.pack.neighbours[h]
                if near[n] == alone and not self.here[other][n] and not self.here[side][n]
            ]
            # A source in contact works though nothing may enter it, and one that is taken does not.
            if not near[h] or self.scenario.source_side[h] == other:
                changed.append(h)
            if changed:
                self.retrace(other, changed, came)
        if self.near[other][h] and self.is_traced(side):
            self.retrace(side, [h], not came)

    def is_traced(self, side: int) -> bool:
        """Something of a side is kept."""
        return (
            self.shut[side] is not None
            or self.lines[2 * side] is not None
            or self.lines[2 * side + 1] is not None
            or self.general[side] is not None
        )

    def retrace(self, side: int, changed: list[int], closed: bool) -> None:
        """Hexes have closed for the traces of a side, or opened; headquarters without a line have no radius either."""
        shut = self.shut[side]
        if shut is not None:
            now = bytearray(shut)
            for n in changed:
                now[n] = self.is_shut(n, side)
            self.shut[side] = bytes(now)
        for place in (2 * side, 2 * side + 1):
            if self.is_touched(self.lines[place], side, changed, closed):
                self.lines[place] = None
                self.general[side] = None
        if self.is_touched(self.general[side], side, changed, closed):
            self.general[side] = None

    def is_shut(self, h: int, side: int) -> bool:
        """No trace of a side may enter: an enemy, contact without a friend, the map's end (r04_radius)."""
        enemy = 1 - side
        is_held = self.here[enemy][h] or (self.near[enemy][h] and not self.here[side][h])
        return bool(is_held) or not self.scenario.traces[h]

    def is_touched(self, field: bytes | None, side: int, changed: list[int], closed: bool) -> bool:
        """A field changes where it held what has closed, or came up to what has opened."""
        if field is None:
            return False
        for n in changed:
            if field[n]:
                return True
            if not closed:
                if self.scenario.source_side[n] == side:
                    return True
                for m in self.pack.neighbours[n]:
                    if field[m]:
                        return True
        return False

    def carries_bridge(self, u: int) -> bool:
        """A Bridging Unit lies on this unit."""
        for m in self.pack.bridging_markers:  # noqa: SIM110 - twice as fast, and asked at every step of a march
            if self.marker_on[m] == u and self.marker_place[m] == M_MAP:
                return True
        return False

    def place(self, u: int, h: int) -> None:
        """Stand a unit in a hex, wherever it was."""
        if self.where[u] >= 0:
            self.lift(u, ELIMINATED)
        self.where[u] = h
        v = self.first[h]
        if v < 0 or u < v:
            self.next[u] = v
            self.first[h] = u
        else:
            # Chains ascend, so that equal positions list their units alike however they came about.
            while 0 <= self.next[v] < u:
                v = self.next[v]
            self.next[u] = self.next[v]
            self.next[v] = u
        side = self.pack.side[u]
        here = self.here[side]
        here[h] += 1
        if here[h] == 1:
            near = self.near[side]
            for n in self.pack.neighbours[h]:
                near[n] += 1
        else:
            self.excess = None
        if self.pack.is_hq[u] or self.carries_bridge(u):
            self.forget_fields()
        elif here[h] == 1:
            self.follow(h, side, True)

    def lift(self, u: int, box: int) -> None:
        """Take a unit off its hex, or from one box to another."""
        h = self.where[u]
        self.where[u] = box
        if h < 0:
            return
        if self.first[h] == u:
            self.first[h] = self.next[u]
        else:
            v = self.first[h]
            while self.next[v] != u:
                v = self.next[v]
            self.next[v] = self.next[u]
        self.next[u] = -1
        side = self.pack.side[u]
        here = self.here[side]
        here[h] -= 1
        if self.excess is not None and self.excess >= 0:
            self.excess = None
        if here[h] == 0:
            near = self.near[side]
            for n in self.pack.neighbours[h]:
                near[n] -= 1
        if self.pack.is_hq[u] or self.carries_bridge(u):
            self.forget_fields()
        elif here[h] == 0:
            self.follow(h, side, False)

    def lay(self, m: int, place: int, on: int = -1) -> None:
        """Put a support marker into a box, a pool, or on a unit or hex of the map."""
        self.marker_place[m] = place
        self.marker_on[m] = on
        if m in self.pack.bridging_markers:
            self.forget_fields()

    def bridge(self, u: int, arrow: int) -> None:
        """Turn a headquarters to its pontoon side, the arrow at a hexside (1 + direction), or back (0)."""
        self.pontoon[u] = arrow
        self.forget_fields()

    def hold(self, h: int, side: int) -> None:
        """A hex comes under the control of a side."""
        self.control[h] = side
        if self.scenario.source_side[h] >= 0:
            self.forget_fields()

    def set_weather(self, ground: int, sky: int, ice: int) -> None:
        self.track[tracks.GROUND] = ground
        self.track[tracks.SKY] = sky
        self.track[tracks.ICE] = ice
        self.forget_fields()

    def set_turn(self, turn: int) -> None:
        self.track[tracks.TURN] = turn
        self.forget_fields()

    def set_fortress(self, h: int) -> None:
        """The Fortress marker comes to a hex, or leaves the map (-1)."""
        self.track[tracks.FORTRESS] = h
        self.zone = None

    def key(self) -> bytes:
        parts = [
            self.where.tobytes(), bytes(self.steps), bytes(self.supply), bytes(self.mark), bytes(self.pontoon),
            self.away.tobytes(), bytes(self.control), bytes(self.history), bytes(self.cover),
            bytes(self.marker_place), self.marker_on.tobytes(), bytes(self.ju_place), self.ju_on.tobytes(),
            self.track.tobytes(), repr((self.todo, self.moving, self.path, self.mode, self.points)).encode(),
            self.flow_key(),
        ]  # fmt: skip
        if self.battle is not None:
            parts.append(self.battle.key())
        return b"|".join(parts)

    def to_json(self) -> Json:
        """Columns and stack by name."""
        saved: Json = {"scenario": self.scenario.name, "rules": dict(self.rules.options)}
        for name in COLUMNS:
            saved[name] = list(getattr(self, name))
        saved["track"] = dict(zip(tracks.NAMES, self.track, strict=True))
        saved["mode"] = self.mode
        saved["points"] = self.points
        saved["battle"] = None if self.battle is None else self.battle.to_json()
        saved["stack"] = save_stack(self)
        return saved

    def load(self, saved: Json) -> None:
        """Take over columns and stack, of former versions too; the derived columns are made again."""
        saved = renewed(saved)
        for name in COLUMNS:
            column = getattr(self, name)
            values = [int(v) for v in saved[name]]
            if isinstance(column, bytearray):
                setattr(self, name, bytearray(values))
            elif isinstance(column, array):
                setattr(self, name, array("h", values))
            else:
                setattr(self, name, values)
        self.track = array("h", [int(saved["track"][name]) for name in tracks.NAMES])
        self.mode = int(saved["mode"])
        self.points = int(saved["points"])
        self.battle = None if saved["battle"] is None else load_battle(saved["battle"])
        self.derive()
        load_stack(self, saved["stack"])

    def derive(self) -> None:
        """Make the derived columns from where everybody stands."""
        hexes = self.pack.hex_count
        self.forget_fields()
        self.excess = None
        where = self.where
        self.where = array("h", [TO_COME] * len(where))
        self.first = array("h", [-1] * hexes)
        self.next = array("h", [-1] * len(where))
        self.here = [bytearray(hexes), bytearray(hexes)]
        self.near = [bytearray(hexes), bytearray(hexes)]
        for u, h in enumerate(where):
            if h >= 0:
                self.place(u, h)
            else:
                self.where[u] = h

    def check(self) -> None:
        """Every invariant, slowly."""
        check_columns(self)
        check_derived(self)
        check_markers(self)
        check_traces(self)


def check_columns(s: State) -> None:
    pack = s.pack
    for u in range(pack.unit_count):
        h = s.where[u]
        name = pack.unit_name[u]
        assert h < pack.hex_count, f"{name} is nowhere"
        if h >= 0:
            assert pack.is_land[h], f"{name} stands in the sea"
            assert 1 <= s.steps[u] <= pack.max_steps[u], f"{name} has {s.steps[u]} steps"
            assert s.scenario.plays[h], f"{name} stands outside the part of the map in play"
        elif h == ELIMINATED:
            in_hand = any(step.name in IN_HAND and held == (u,) for step, _, held in s.stack)
            assert s.steps[u] == 0 or in_hand, f"{name} is eliminated with {s.steps[u]} steps"
        assert h >= 0 or not s.supply[u], f"{name} is off the map with a marker of supply"
        if s.pontoon[u]:
            assert pack.is_hq[u], f"{name} is no headquarters and builds bridges"
    for h in range(pack.hex_count):
        assert not (s.here[SOVIET][h] and s.here[AXIS][h]), f"both sides stand in {pack.hex_name[h]}"
        assert s.control[h] in (SOVIET, AXIS), f"nobody holds {pack.hex_name[h]}"


def check_derived(s: State) -> None:
    twin = s.copy()
    twin.derive()
    for h in range(s.pack.hex_count):
        found = []
        u = s.first[h]
        while u >= 0:
            found.append(u)
            assert s.where[u] == h, f"the chain of {s.pack.hex_name[h]} is broken"
            u = s.next[u]
        assert len(found) == twin.here[0][h] + twin.here[1][h], f"the chain of {s.pack.hex_name[h]} lacks a unit"
    assert twin.first == s.first and twin.next == s.next, "chains of units differ from where they stand"
    assert twin.here == s.here and twin.near == s.near, "counts of units differ from where they stand"


def check_markers(s: State) -> None:
    pack = s.pack
    for m in range(pack.marker_count):
        assert s.marker_place[m] <= M_OUT, f"support marker {m} is nowhere"
    for j in range(pack.ju_count):
        assert (s.ju_place[j] == J_MAP) == (s.ju_on[j] >= 0), f"Ju 52 marker {j} lies in two places, or in none"
    for om in range(3):
        assert -1 <= s.track[tracks.MAJOR_AT + om] < pack.hex_count, f"Offensive Marker {om} is nowhere"


def check_traces(s: State) -> None:
    """What is kept of lines, bridges and supply is what would be traced now."""
    from kurgan.games.roads.rules import (
        r01_units as units,  # rules read State; importing them above would be a circle
    )
    from kurgan.games.roads.rules import r04_radius as radius
    from kurgan.games.roads.rules import r04_supply as supply
    from kurgan.games.roads.rules import r10_zone as zone

    fresh = s.copy()
    fresh.forget_fields()
    for side in (SOVIET, AXIS):
        assert s.bridges[side] in (None, radius.bridged_sides(fresh, side)), "the bridges are out of date"
        assert s.shut[side] in (None, radius.closed_hexes(fresh, side)), "the hexes closed to traces are out of date"
        assert s.general[side] in (None, supply.general_field(fresh, side)), "the field of supply is out of date"
        for rail_only in (False, True):
            kept = s.lines[2 * side + int(rail_only)]
            assert kept in (None, radius.supply_lines(fresh, side, rail_only)), "the lines of supply are out of date"
    assert s.zone in (None, zone.zone_field(fresh)), "the zone of the fortress is out of date"
    fresh.excess = None
    assert s.excess in (None, units.overstacked_hex(fresh)), "the overstacked hex is out of date"
