"""Chapter 2: the sequence of both players' turns."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.rules import BOOK
from kurgan.games.roads.rules import r02_sequence as sequence
from kurgan.kernel.flow import Step
from kurgan.testing import rule
from tests.roads.staged import bare


def rows(name: str) -> list[str]:
    return [part.name for part in BOOK.steps[name].parts]


@rule("2")
def test_the_phases_stand_in_the_order_of_the_book() -> None:
    assert rows("soviet_turn") == [
        "begin_soviet_turn", "supply", "offensives", "soviet_supports", "mars", "stavka", "movement", "combat_phase",
        "exploitation", "soviet_reinforcements", "end_soviet_turn",
    ]  # fmt: skip
    assert rows("axis_turn") == [
        "begin_axis_turn", "begin_axis", "supply", "stalingrad_supply", "axis_supports", "movement", "combat_phase",
        "exploitation", "axis_reinforcements", "end_axis_turn",
    ]  # fmt: skip
    turn: Step = BOOK.steps["turn"]
    assert [part.name for part in turn.parts] == ["weather", "soviet_half", "axis_turn", "end_turn"]


@rule("2")
@pytest.mark.parametrize(
    ("scenario", "turn", "played"),
    [
        ("campaign", 0, True),
        ("wintergewitter", 3, False),
        ("wintergewitter", 4, True),
        ("backhand", 12, False),
        ("backhand", 13, True),
    ],
)
def test_scenarios_of_the_axis_leave_out_the_first_soviet_half(scenario: str, turn: int, played: bool) -> None:
    t = bare(f"scenario {scenario}")
    t.s.track[tracks.TURN] = turn
    assert sequence.is_soviet_half_played(t.s) == played


@rule("2")
@rule("8.1.2")
def test_each_half_has_its_phasing_player() -> None:
    t = bare("side axis\nturn DEC_I")
    t.s.events = []
    for begin, side in ((sequence.begin_soviet_turn, SOVIET), (sequence.begin_axis_turn, AXIS)):
        begin(t.s)
        assert t.s.track[tracks.SIDE] == side
        assert t.s.events[-1].args == (2, side)
