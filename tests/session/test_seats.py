"""Seats that are lent, and what was seen when a game ended: what the record of it says and lets happen."""

from typing import Any

import pytest

from kurgan.commands.common import story
from kurgan.session.logs import MemoryLog
from kurgan.session.replay import Misfit
from kurgan.session.session import Session
from kurgan.session.undo import CannotUndo
from kurgan.session.verify import verify
from kurgan.terminal.layout import log_lines
from tests.session.helpers import new_game, play_out
from tests.session.toy import Lanterns


def check(session: Session) -> Any:
    assert isinstance(session.log, MemoryLog)
    return verify(session.log, lambda _: Lanterns())


def two() -> Session:
    return new_game(seed=None, red="person Vera", blue="person Boris")


def test_a_lent_seat_is_still_its_persons() -> None:
    """Its consent is needed to go back; handed back it is nobody's loan, also for who opens the record again."""
    s = two()
    s.act("red", ["bid 2", "left"])
    s.hand("blue", "bot", "greedy", lent=True)
    assert s.seats["blue"] == ("bot", "greedy")
    assert s.course.people() == ["red", "blue"]
    assert Session.load(Lanterns(), s.log).course.lent == {"blue": ("person", "Boris")}
    with pytest.raises(CannotUndo, match="blue must agree"):
        s.undo("red")
    s.hand("blue", "person", s.course.lent["blue"].name)
    assert s.seats["blue"] == ("person", "Boris")
    assert s.course.lent == {}
    assert check(play_out(s)).ok


@pytest.mark.parametrize(
    ("held", "before"), [("person", "person"), ("open", "person"), ("bot", "open"), ("bot", "bot")]
)
def test_only_a_persons_seat_is_lent_and_only_to_a_bot(held: str, before: str) -> None:
    """A record that says otherwise does not fit."""
    s = two()
    s.hand("blue", before, "greedy")
    with pytest.raises(Misfit, match="only the seat of a person can be lent"):
        s.course.fork().write("seat", {"seat": "blue", "held": held, "name": "", "lent": True})


def test_after_the_end_nothing_is_taken_back_freely() -> None:
    """The last answer ended the game and showed everything: it is not the hand of a moment ago any more."""
    s = play_out(two())
    last = s.course.trail[-1]
    assert not last.closes
    assert s.undo_range(last.seat) == (0, 0)
    other = "blue" if last.seat == "red" else "red"
    with pytest.raises(CannotUndo, match=f"{other} must agree"):
        s.undo(last.seat)
    s.undo(last.seat, agreed=[other])
    assert s.lines()[-2].fields["seen"] is True
    assert check(play_out(s)).ok


def test_a_rewind_says_that_everything_was_seen_only_if_it_was() -> None:
    s = two()
    s.act("red", ["bid 2", "left"])
    s.rewind("red", 3, agreed=["blue"])
    assert not any("seen" in line.fields for line in s.lines())
    s.resign("blue")
    s.rewind("blue", s.course.trail[-1].number, agreed=["red"])
    s.act("red", ["bid 2", "left"])
    s.rewind("red", s.course.trail[-1].number, agreed=["blue"])
    assert [line.fields.get("seen") for line in s.lines() if line.kind == "rewind"] == [None, True, True]
    assert check(play_out(s)).ok


def test_terminal_and_command_tell_it_too() -> None:
    s = two()
    s.act("red", ["bid 2", "left"])
    s.hand("blue", "bot", "greedy", lent=True)
    s.hand("blue", "person", "Boris")
    s.resign("red")
    s.rewind("red", s.course.trail[-1].number, agreed=["blue"])
    told = "\n".join(log_lines(s.stream("blue")))
    assert "blue is now played by bot greedy, until its person comes back." in told
    assert "Everything hidden was shown when the game ended." in told
    assert "after everything hidden was shown" in "\n".join(story(s.stream("blue")))
