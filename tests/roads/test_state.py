"""A position of Roads: made empty, copied, saved, told apart; units placed and lifted; what is impossible is told."""

import json
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import COLUMNS, State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.terms import ELIMINATED, M_MAP, M_OUT, OOS_FS, TO_COME
from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from tests.roads.drawn import GAME, PACK, draw, h, u

ALL_COLUMNS = {
    "where", "steps", "supply", "mark", "pontoon", "away", "control", "history", "cover", "marker_place", "marker_on",
    "ju_place", "ju_on", "track", "todo", "moving", "path", "mode", "points",
}  # fmt: skip
DERIVED = ("first", "next", "here", "near")
KEPT = ("bridges", "general", "lines", "shut")
FRONT = "side soviet\nphase combat\n1914: SU-23 SU-24 SU-29\n1815: SU-26TK\n1814: GE-62 GE-294\n1611: RO-HQ-3A\n"


def fight() -> State:
    """In the middle of a fight, with everything traced that can be."""
    return traced(draw(FRONT).play("attack 1814", "with SU-23").s)


def traced(s: State) -> State:
    for side in (SOVIET, AXIS):
        radius.bridged_sides(s, side)
        radius.closed_hexes(s, side)
        supply.general_field(s, side)
        for rail_only in (False, True):
            radius.supply_lines(s, side, rail_only)
    assert all(None not in getattr(s, name) for name in KEPT)
    return s


def kept(s: State) -> list[list[Any]]:
    return [getattr(s, name) for name in KEPT]


def is_forgotten(s: State) -> bool:
    return all(set(values) == {None} for values in kept(s))


def test_an_empty_map_has_nobody_and_nothing_on_it() -> None:
    s = GAME.empty("campaign")
    assert set(s.where) == {TO_COME}
    assert set(s.away) == set(s.marker_on) == set(s.ju_on) == set(s.first) == set(s.next) == {-1}
    assert set(s.marker_place) == {M_OUT}
    for column in (s.steps, s.supply, s.mark, s.pontoon, s.control, s.history, s.cover, s.ju_place, *s.here, *s.near):
        assert set(column) == {0}
    no_hex = {tracks.FORTRESS, tracks.MAJOR_AT, tracks.MAJOR_AT + 1, tracks.MAJOR_AT + 2}
    assert {i for i, value in enumerate(s.track) if value == -1} == no_hex
    assert {value for i, value in enumerate(s.track) if i not in no_hex} == {0}
    assert s.todo == s.moving == s.path == []
    assert s.battle is None
    assert is_forgotten(s)
    assert [len(s.where), len(s.control), len(s.first)] == [PACK.unit_count, PACK.hex_count, PACK.hex_count]


def test_sources_are_known_by_side() -> None:
    s = GAME.empty("campaign")
    for side in (SOVIET, AXIS):
        assert s.source_hexes[side] == tuple(i for i in range(PACK.hex_count) if s.scenario.source_side[i] == side)
        assert s.source_hexes[side]
    assert s.closed == sum([(1 - land) << 8 * i for i, land in enumerate(s.scenario.traces)])


def test_options_become_numbers() -> None:
    rules = GAME.empty("campaign", {"mar_iv": "on"}).rules
    assert (rules.mar_iv, rules.transcaucasus) == (1, 0)
    rules = GAME.empty("campaign", {"transcaucasus": "on"}).rules
    assert (rules.mar_iv, rules.transcaucasus) == (0, 1)


def test_the_turn_is_told() -> None:
    s = GAME.empty("campaign")
    s.set_turn(7)
    assert s.turn == s.track[tracks.TURN] == 7


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    s = fight()
    s.todo, s.moving, s.path, s.mode, s.points = [3], [4], [5], 2, 7
    s.line_field = b"line"
    again = s.copy()
    assert again.key() == s.key()
    assert (again.book, again.pack, again.ways) == (s.book, s.pack, s.ways)
    assert (again.scenario, again.rules, again.stack) == (s.scenario, s.rules, s.stack)
    assert (again.source_hexes, again.closed, again.line_field) == (s.source_hexes, s.closed, s.line_field)
    assert (again.mode, again.points) == (s.mode, s.points)
    for name in (*COLUMNS, "track", *DERIVED, *KEPT):
        assert getattr(again, name) == getattr(s, name), name
        assert getattr(again, name) is not getattr(s, name), name
    for name in ("here", "near"):
        assert all(a is not b for a, b in zip(getattr(again, name), getattr(s, name), strict=True))
    assert again.battle is not None and again.battle is not s.battle


def test_saved_and_loaded_it_is_the_same() -> None:
    s = fight()
    s.todo, s.moving, s.path, s.mode, s.points = [3], [4], [5], 2, 7
    data = json.loads(json.dumps(s.to_json()))
    again = GAME.load_state(data)
    assert {*COLUMNS, "track", "mode", "points"} == ALL_COLUMNS < set(data)
    assert list(data["track"]) == list(tracks.NAMES)
    assert (data["scenario"], data["rules"]) == (s.scenario.name, s.rules.options)
    assert again.key() == s.key()
    assert again.to_json() == data
    for name in (*COLUMNS, "track", "mode", "points", *DERIVED):
        assert getattr(again, name) == getattr(s, name), name
        assert type(getattr(again, name)) is type(getattr(s, name))
    assert again.battle is not None and again.battle.attackers == [u("SU-23")]
    assert again.where[u("GE-62")] == h("1814") and again.where[u("GE-HQ-HOLL")] < 0
    assert GAME.legal(again) == GAME.legal(s)


@pytest.mark.parametrize("name", sorted(ALL_COLUMNS))
def test_another_value_anywhere_is_another_position(name: str) -> None:
    for place in (0, -1):
        s = fight()
        before = s.key()
        column = getattr(s, name)
        if isinstance(column, list):
            column.append(1)
        elif isinstance(column, int):
            setattr(s, name, column + 1)
        else:
            column[place] += 1
        assert s.key() != before, f"{name} does not tell positions apart"


def test_a_fight_and_the_question_tell_positions_apart() -> None:
    s = fight()
    before = s.key()
    assert s.battle is not None
    s.battle.shift += 1
    assert s.key() != before
    s.battle = None
    assert s.key() != before
    s = fight()
    s.stack = s.stack[:-1]
    assert s.key() != before


# Placing and lifting --------------------------------------------------------------------------------------------


def chain(s: State, name: str) -> list[str]:
    found = []
    unit = s.first[h(name)]
    while unit >= 0:
        found.append(PACK.unit_name[unit])
        unit = s.next[unit]
    return found


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0), (0, 2, 1), (2, 0, 1)])
def test_units_of_a_hex_are_listed_alike_however_they_came_and_went(order: tuple[int, ...]) -> None:
    units = sorted([u("SU-23"), u("SU-24"), u("SU-29")])
    names = [PACK.unit_name[unit] for unit in units]
    s = GAME.empty("campaign")
    for i in order:
        s.place(units[i], h("1914"))
    assert chain(s, "1914") == names
    assert s.here[SOVIET][h("1914")] == 3
    for i in order:
        s.lift(units[i], ELIMINATED)
        names.remove(PACK.unit_name[units[i]])
        assert chain(s, "1914") == names
        assert s.next[units[i]] == -1
        assert s.where[units[i]] == ELIMINATED
        assert s.here[SOVIET][h("1914")] == len(names)


def test_neighbours_know_on_how_many_sides_somebody_stands() -> None:
    s = GAME.empty("campaign")
    beside = PACK.neighbours[h("1914")]
    s.place(u("SU-23"), h("1914"))
    s.place(u("SU-24"), h("1914"))
    assert [s.near[SOVIET][n] for n in beside] == [1] * len(beside)
    assert sum(s.near[SOVIET]) == len(beside) and sum(s.near[AXIS]) == 0
    s.place(u("GE-62"), h("1814"))
    assert s.near[AXIS][h("1914")] == 1
    s.lift(u("SU-23"), ELIMINATED)
    assert sum(s.near[SOVIET]) == len(beside)
    s.lift(u("SU-24"), ELIMINATED)
    assert sum(s.near[SOVIET]) == 0


def test_a_unit_stands_in_one_place_only() -> None:
    s = GAME.empty("campaign")
    s.place(u("SU-23"), h("1914"))
    s.place(u("SU-23"), h("1815"))
    assert (chain(s, "1914"), chain(s, "1815")) == ([], ["SU-23"])
    assert (s.here[SOVIET][h("1914")], s.here[SOVIET][h("1815")]) == (0, 1)
    s.lift(u("SU-23"), TO_COME)
    s.lift(u("SU-23"), ELIMINATED)
    assert s.where[u("SU-23")] == ELIMINATED
    assert sum(s.here[SOVIET]) == sum(s.near[SOVIET]) == 0


# What is traced is kept, and forgotten in time ------------------------------------------------------------------

MARKER = PACK.bridging_markers[0]
OTHER = next(m for m in range(PACK.marker_count) if m not in PACK.bridging_markers)
SOURCE = GAME.empty("campaign").source_hexes[SOVIET][0]

CHANGES: dict[str, Callable[[State], None]] = {
    "a headquarters comes": lambda s: s.place(u("SU-HQ-SW"), h("1914")),
    "a headquarters goes": lambda s: s.lift(u("RO-HQ-3A"), ELIMINATED),
    "a Bridging Unit is laid": lambda s: s.lay(MARKER, M_MAP, u("SU-23")),
    "a pontoon is built": lambda s: s.bridge(u("RO-HQ-3A"), 1),
    "a source changes hands": lambda s: s.hold(SOURCE, AXIS),
    "the weather changes": lambda s: s.set_weather(1, 1, 1),
    "the turn changes": lambda s: s.set_turn(9),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_traced_is_forgotten_when(name: str) -> None:
    s = traced(draw(FRONT + "1612: RO-14\n1611: RO-13\n").s)
    CHANGES[name](s)
    assert is_forgotten(s)


@pytest.mark.parametrize("scenario", ["wintergewitter", "campaign"])
def test_who_comes_or_goes_changes_only_what_was_traced_there(scenario: str) -> None:
    """Units leave their hexes and come into others by lot, many of them near the enemy: what is kept is always what
    would be traced anew, and enough is kept to be worth it."""
    s = GAME.new(scenario, GAME.settle({}))
    tape = Tape(f"come and go {scenario}")
    movers = [x for x in range(PACK.unit_count) if s.where[x] >= 0 and not PACK.is_hq[x]]
    fields = kept_fields = 0
    for _ in range(150):
        traced(s)
        units.overstacked_hex(s)
        zone.zone_field(s)
        x = movers[tape.below(len(movers))]
        side = PACK.side[x]
        near = [n for n in PACK.neighbours[s.where[x]] if s.scenario.plays[n] and not s.here[1 - side][n]]
        if not near:
            continue
        s.place(x, near[tape.below(len(near))])
        s.check()
        fields += 6
        kept_fields += sum([field is not None for field in (*s.lines, *s.general)])
    assert 0.3 * fields < kept_fields < fields


def test_what_is_traced_is_kept_while_nothing_it_depends_on_changes() -> None:
    s = traced(draw(FRONT).s)
    before = [list(values) for values in kept(s)]
    s.place(u("SU-38"), h("1914"))
    s.lift(u("SU-23"), ELIMINATED)
    s.lift(u("SU-23"), TO_COME)
    s.lay(OTHER, M_MAP, u("SU-24"))
    s.hold(h("1914"), AXIS)
    assert kept(s) == before


def test_a_bridging_unit_comes_and_goes_with_its_carrier() -> None:
    s = draw(FRONT).s
    s.lay(MARKER, M_MAP, u("SU-23"))
    assert s.carries_bridge(u("SU-23")) and not s.carries_bridge(u("SU-24"))
    traced(s)
    s.lift(u("SU-23"), ELIMINATED)
    assert is_forgotten(s)
    traced(s)
    s.place(u("SU-23"), h("1914"))
    assert is_forgotten(s)
    s.lay(MARKER, M_OUT, u("SU-23"))
    assert not s.carries_bridge(u("SU-23"))


def test_markers_pontoons_control_and_weather_are_what_was_said() -> None:
    s = GAME.empty("campaign")
    s.lay(OTHER, M_MAP, 5)
    assert (s.marker_place[OTHER], s.marker_on[OTHER]) == (M_MAP, 5)
    s.lay(OTHER, M_OUT)
    assert (s.marker_place[OTHER], s.marker_on[OTHER]) == (M_OUT, -1)
    s.bridge(u("RO-HQ-3A"), 4)
    assert s.pontoon[u("RO-HQ-3A")] == 4
    s.hold(h("1914"), AXIS)
    assert s.control[h("1914")] == AXIS
    s.set_weather(1, 2, 3)
    told = GAME.empty("campaign")
    told.set_weather(0, 0, 0)
    assert [i for i in range(len(s.track)) if s.track[i] != told.track[i]] == sorted(
        {tracks.GROUND, tracks.SKY, tracks.ICE}
    )
    assert (s.track[tracks.GROUND], s.track[tracks.SKY], s.track[tracks.ICE]) == (1, 2, 3)


# What cannot be -------------------------------------------------------------------------------------------------

SEA = next(i for i in range(PACK.hex_count) if not PACK.is_land[i])


def sunk(s: State) -> None:
    s.place(u("SU-23"), SEA)


def out_of_play(s: State) -> None:
    s.place(u("SU-23"), next(i for i in range(PACK.hex_count) if PACK.is_land[i] and not s.scenario.plays[i]))


def both_in_one_hex(s: State) -> None:
    s.place(u("SU-23"), h("1814"))


def lost_from_chain(s: State) -> None:
    s.next[s.first[h("1914")]] = -1


def in_wrong_chain(s: State) -> None:
    s.first[h("1914")] = u("SU-26TK")


def miscounted(s: State) -> None:
    s.near[SOVIET][h("1914")] += 1


def miscounted_here(s: State) -> None:
    s.here[SOVIET][h("2014")] += 1


def set_to(name: str, unit: str, value: int) -> Callable[[State], None]:
    return lambda s: getattr(s, name).__setitem__(u(unit), value)


IMPOSSIBLE: list[tuple[Callable[[State], None], str]] = [
    (set_to("where", "SU-23", PACK.hex_count), "SU-23 is nowhere"),
    (sunk, "SU-23 stands in the sea"),
    (set_to("steps", "SU-23", 0), "SU-23 has 0 steps"),
    (set_to("steps", "SU-23", PACK.max_steps[u("SU-23")] + 1), "SU-23 has . steps"),
    (out_of_play, "SU-23 stands outside the part of the map in play"),
    (set_to("supply", "GE-71", OOS_FS), "GE-71 is off the map with a marker of supply"),
    (set_to("pontoon", "SU-23", 1), "SU-23 is no headquarters and builds bridges"),
    (both_in_one_hex, "both sides stand in 1814"),
    (lambda s: s.control.__setitem__(0, 2), f"nobody holds {PACK.hex_name[0]}"),
    (lost_from_chain, "the chain of 1914 lacks a unit"),
    (in_wrong_chain, "the chain of 1914 is broken"),
    (miscounted, "counts of units differ from where they stand"),
    (miscounted_here, "counts of units differ from where they stand"),
    (lambda s: s.marker_place.__setitem__(0, M_OUT + 1), "support marker 0 is nowhere"),
    (lambda s: s.track.__setitem__(tracks.MAJOR_AT, -2), "Offensive Marker 0 is nowhere"),
    (lambda s: s.track.__setitem__(tracks.MAJOR_AT + 2, PACK.hex_count), "Offensive Marker 2 is nowhere"),
    (lambda s: s.bridges.__setitem__(SOVIET, (1,)), "the bridges are out of date"),
    (lambda s: s.bridges.__setitem__(AXIS, (1,)), "the bridges are out of date"),
    (lambda s: s.shut.__setitem__(AXIS, b""), "the hexes closed to traces are out of date"),
    (lambda s: s.general.__setitem__(SOVIET, b""), "the field of supply is out of date"),
    (lambda s: setattr(s, "zone", b""), "the zone of the fortress is out of date"),
    (lambda s: setattr(s, "excess", 5), "the overstacked hex is out of date"),
    *[(lambda s, i=i: s.lines.__setitem__(i, b""), "the lines of supply are out of date") for i in range(4)],
]


@pytest.mark.parametrize("number", range(len(IMPOSSIBLE)))
def test_what_cannot_be_is_told(number: int) -> None:
    fault, message = IMPOSSIBLE[number]
    s = draw(("scenario backhand\n" if fault is out_of_play else "") + FRONT).s
    s.check()
    fault(s)
    with pytest.raises(AssertionError, match=message):
        s.check()


def test_who_is_being_rebuilt_has_steps_before_a_place() -> None:
    s = draw(FRONT).s
    s.lift(u("SU-38"), ELIMINATED)
    s.steps[u("SU-38")] = 1
    flow.call(s, "place_rebuilt", u("SU-38"))
    s.check()
    flow.set_local(s, "place_rebuilt", u("SU-23"))
    with pytest.raises(AssertionError, match="SU-38 is eliminated with 1 steps"):
        s.check()


def test_a_full_unit_and_the_last_places_of_tracks_are_possible() -> None:
    s = draw(FRONT).s
    s.steps[u("SU-23")] = PACK.max_steps[u("SU-23")]
    s.marker_place[0] = M_OUT
    s.track[tracks.MAJOR_AT] = -1
    s.track[tracks.MAJOR_AT + 1] = PACK.hex_count - 1
    s.check()
    traced(s).check()
    assert isinstance(s.where, array)
