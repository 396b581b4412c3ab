"""Whole stacks march in one line of the terminal, by what the table tells the page."""

import io
from pathlib import Path

from kurgan import games
from kurgan.session.session import Session
from kurgan.terminal.screen import Screen
from kurgan.terminal.sitting import Sitting
from tests.cli.conftest import Run
from tests.cli.test_sitting import sit


def test_all_of_an_area_march_in_one_line(run: Run) -> None:
    """A place stands for all who may go from there; two can be named; what nobody is called is refused."""
    lines = ("done", "activate 6", "march 29/15 29/71 7", "march 29/XY 7", "march 6 7")
    out = sit(run, *lines, target="advance", more=("--seed", "march"))
    assert out.count("moved from Hill 120.0 to Yelshanka") == 4
    assert out.index("29/71 moved") < out.index("Nothing called") < out.index("29/RCN moved")
    assert "Nothing called '29/XY' can set out now" in out


def test_a_stack_of_roads_marches_with_its_headquarters_behind_it() -> None:
    """Wintergewitter, the Axis about to move: whole hexes are named by where they stand."""
    session = Session.new(games.load("roads"), "wintergewitter", {})
    session.roll_on()
    while session.pending.step != "choose_mover":  # type: ignore[union-attr]
        session.act(session.awaited, [session.seen(session.awaited).choices()[0].action])
        session.roll_on()
    written = io.StringIO()
    sitting = Sitting(session, Screen(io.StringIO(""), written), Path("game.kurgan"))
    sitting.viewer = "axis"

    def say(line: str) -> str:
        written.seek(0)
        written.truncate()
        sitting._do(line)
        return written.getvalue()

    assert "0730: GE-6Pp, GE-6Pa" in say("march")
    ways = say("march 0730")
    assert ways.startswith("  GE-6Pp, GE-6Pa: ")
    assert "Nothing called 'SU-1TK' can set out now" in say("march SU-1TK 0731")
    assert "leads to" in say("march 0730 2222")
    goal = ways.split(": ", 1)[1].split(" (")[0]
    say(f"march 0730 {goal}")
    at = {piece["id"]: piece.get("at") for piece in session.seen("axis").scene()["pieces"]}
    assert (at["GE-6Pp"], at["GE-6Pa"]) == (goal, goal)
    assert session.pending.step == "choose_mover"  # type: ignore[union-attr]
