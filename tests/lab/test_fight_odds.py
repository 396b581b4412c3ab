"""Fights of whole games against their odds: what came is what was foretold, within what chance allows."""

from math import sqrt

import pytest

from kurgan.bots import Source
from kurgan.lab.fight_odds import FightOdds
from kurgan.lab.report.foretold import foretold
from kurgan.lab.simulate import simulate
from kurgan.lab.summary import Row


@pytest.mark.parametrize(
    ("title", "scenario", "games"),
    [("advance", "factory", 6), ("inferno", "one_vs_one", 12), ("roads", "wintergewitter", 20)],
)
def test_ends_come_as_often_as_foretold(title: str, scenario: str, games: int) -> None:
    """The same games every time, so this cannot fail by chance; four standard errors leave room for their luck."""
    rows = simulate(Source(title), games, scenario=scenario, seed="fights", accumulators=[FightOdds]).rows
    plot = foretold("all", rows)
    assert plot.data[0][4] > 50, "too few fights to say anything"
    assert sum(row[1] for row in plot.data) == pytest.approx(sum(row[2] for row in plot.data))
    for _, came, due, reach, _ in plot.data:
        assert abs(came - due) <= 4 * reach / 1.96 + 1
    assert "fights in" in plot.note


def test_the_picture_says_what_came_and_what_was_foretold() -> None:
    rows: list[Row] = [
        {"fight came success": 3.0, "fight foretold success": 4.0, "fight noise success": 2.4},
        {"fight came repulse": 7.0, "fight foretold repulse": 6.0, "fight noise repulse": 2.4},
        {"decisions": 12},
    ]
    plot = foretold("one", rows)
    reach = 1.96 * sqrt(2.4)
    assert plot.data == [
        ["repulse", 7.0, 6.0, pytest.approx(reach), 10],
        ["success", 3.0, 4.0, pytest.approx(reach), 10],
    ]
    assert "70.0 %" in plot.svg
    assert "60.0 ± 30.4" in plot.svg


def test_ends_that_are_numbers_come_in_their_order_and_say_what_they_count() -> None:
    rows: list[Row] = [{f"fight {what} {end}": 1.0 for what in ("came", "foretold") for end in ("+1", "0", "-2")}]
    plot = foretold("one", rows)
    assert [row[0] for row in plot.data] == ["-2", "0", "+1"]
    assert ">−2</tspan>" in plot.svg
    assert "what the defender lost beyond the attacker" in plot.note
