"""Chapters 19.0, 5.5.1 and 17.3: tracks at the start, and the first hex of the map, which is a hex like others."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_events as events
from kurgan.games.roads.rules import r17_replacements as replacements
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms import M_AXIS, MARKER_POOL
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, u
from tests.roads.staged import bare, held

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("19.0")
@rule("14.2")
@pytest.mark.parametrize("name", list(PACK.scenarios))
def test_manstein_is_not_away_at_the_start_and_so_many_effects_are_active(name: str) -> None:
    s = GAME.new(name, {})
    scenario = PACK.scenarios[name]
    scenarios.set_up_tracks(s)
    assert s.track[tracks.MANSTEIN_BACK] == -1
    active = [s.track[tracks.SUPERIORITY + effect] for effect in range(len(vocabulary.EFFECTS))]
    assert sum(active) == (len(active) if scenario.superiority_chosen else scenario.superiority)


@rule("5.5.1")
@rule("5.5.3")
def test_markers_and_alarm_units_in_the_first_hex_of_the_map() -> None:
    t = bare("side axis\nturn DEC_I\n", NO_OM)
    t.s.place(u("GE-62"), 0)
    assert deploy.why_not_attach(t.s, M_AXIS, vocabulary.PAK_88, u("GE-62")) == 0
    first, second, third = PACK.alarm_units
    t.s.place(first, 0)
    for x in (second, third):
        t.s.lift(x, MARKER_POOL)
    assert events.spare_alarm_unit(t.s, vocabulary.ALARM_MARKER) == second
    t.s.place(second, 2)
    t.s.place(third, 3)
    assert events.spare_alarm_unit(t.s, vocabulary.ALARM_MARKER) == -1


@rule("17.3.6")
def test_a_step_is_rebuilt_in_the_first_hex_of_the_map() -> None:
    t = bare("side axis\nturn DEC_I\n", NO_OM, replacements=(2, 1), rebuild_one=(u("GE-62"),))
    t.s.place(u("GE-62"), 0)
    t.s.steps[u("GE-62")] = 1
    replacements.rebuild(t.s)
    assert (t.s.steps[u("GE-62")], held(t, "replacements")) == (2, (1, 1))
    assert not replacements.is_off_map(t.s)


@rule("19.0")
def test_no_offensive_marker_lies_after_the_setup_whatever_lay_before() -> None:
    s = GAME.new("campaign", {})
    for om in range(3):
        s.track[tracks.MAJOR_AT + om] = 5
    scenarios.set_up_tracks(s)
    assert [s.track[tracks.MAJOR_AT + om] for om in range(3)] == [-1, -1, -1]


@rule("19.3.6")
def test_the_campaign_adds_its_last_points_to_those_it_has() -> None:
    t = bare("scenario campaign\nturn MAR_III\ncontrol axis 1334 1434", {**NO_OM, tracks.VICTORY_POINTS: 40})
    scenarios.judge_turn(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] >= 40


@rule("19.2.9")
def test_ground_on_this_side_of_the_chir_counts_nothing() -> None:
    t = bare(
        "scenario uranus\nturn DEC_I\n2026: SU-14G\n2025: SU-HQ-SW\n",
        {**NO_OM, tracks.VICTORY_POINTS: 0, tracks.FORTRESS: -1},
    )
    assert list(scenarios.occupied(t.s, 0, set(supply.units_without_supply(t.s, 0))).values()) == [True]
    scenarios.score_uranus_places(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 0
