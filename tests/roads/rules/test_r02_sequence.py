"""Chapter 2: the sequence of both players' turns."""

from kurgan.games.roads.rules import BOOK
from kurgan.kernel.flow import Step
from kurgan.testing import rule
from tests.roads.drawn import GAME


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
def test_scenarios_of_the_axis_leave_out_the_first_soviet_half() -> None:
    s = GAME.new("wintergewitter", {})
    assert s.track[1] == 1
    assert "axis_turn" in [crumb.name for crumb in GAME.where(s)] or "prepare" in [c.name for c in GAME.where(s)]
