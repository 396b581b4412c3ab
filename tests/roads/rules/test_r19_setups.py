"""Chapter 19: how a game stands at its start, and which judgement belongs to which scenario."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms import KG_POOL
from kurgan.games.roads.terms_high_command import OUTCOMES
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK
from tests.roads.staged import bare

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("19.0")
@pytest.mark.parametrize("name", list(PACK.scenarios))
def test_steps_pools_and_offensive_markers_at_the_start(name: str) -> None:
    """Units have the steps of their setup, others all of theirs; Kampfgruppen wait; no offensive marker lies."""
    s = GAME.new(name, {})
    scenario = PACK.scenarios[name]
    for unit in range(PACK.unit_count):
        on_map = scenario.setup_place[unit] >= 0
        assert s.steps[unit] == (scenario.setup_steps[unit] if on_map else PACK.max_steps[unit])
        if PACK.is_kg[unit] and not on_map:
            assert s.where[unit] == KG_POOL
    assert [s.track[tracks.MAJOR_AT + om] for om in range(3)] == [-1, -1, -1]


@rule("19.3.7")
@rule("19.2.9")
@pytest.mark.parametrize(
    ("scenario", "turn", "text", "level"),
    [
        ("campaign", "MAR_III", "control soviet 1334 1434", "axis_strategic"),
        ("uranus", "DEC_I", "1333: SU-23\n1233: SU-HQ-STAL", "soviet_minor"),
        ("backhand", "MAR_III", "control axis 2108", "soviet_marginal"),
        ("star_and_gallop", "MAR_III", "control axis 2108 0518 0912 0903 1303", "axis_major"),
    ],
)
def test_each_scenario_ends_by_its_own_judgement(scenario: str, turn: str, text: str, level: str) -> None:
    t = bare(f"scenario {scenario}\nturn {turn}\n{text}", NO_OM)
    scenarios.judge_turn(t.s)
    assert OUTCOMES[t.s.track[tracks.OUTCOME] - 1] == level


@rule("19.1.1")
def test_an_open_pocket_ends_only_the_introductory_scenario() -> None:
    for scenario, ended in (("wintergewitter", True), ("campaign", False)):
        t = bare(f"scenario {scenario}\nfortress 1333 5\n1334: GE-71^", NO_OM)
        scenarios.judge_relief(t.s)
        assert bool(t.s.track[tracks.OUTCOME]) == ended
