"""A game in stretches, as one seat saw it: its own answers, then what followed until it was asked again.

Made from the eyes of that seat at each step, so whoever reviews a game learns nothing that the seat did not know.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.session.looking import Looking
from kurgan.session.replay import DICE


class Line(NamedTuple):
    """One line on the way: its number, the line before it that holds, who decided ("own", "other", "dice", or
    "resigned" for itself), what the seat saw before it, and what it answered; -1 where others decided."""

    number: int
    before: int
    who: str
    view: Json
    answer: int = -1


class SeenStretch(NamedTuple):
    """Lines, what the seat saw after the last of them, and whether the present is reached."""

    lines: list[Line]
    after: Json
    last: bool


def stretches(session: Looking, seat: str) -> Iterator[SeenStretch]:
    """From the first question to the present; a stretch ends where the seat is asked again after others decided."""
    lines: list[Line] = []
    for step in session.retrace():
        view = step.seen(seat).view.to_json()
        is_own = step.decider == seat
        if not step.answered or (is_own and lines and lines[-1].who != "own"):
            if lines:
                yield SeenStretch(lines, view, not step.answered)
            lines = []
        if step.answered:
            given = step.given(seat)
            own = "own" if given >= 0 else "resigned"
            who = own if is_own else "dice" if step.decider == DICE else "other"
            lines.append(Line(step.answered, step.number, who, view, given))


def review_seed(session: Looking, seat: str, number: int) -> str:
    """The coach's own chance at a stretch: the same review for the same game, wherever it is made."""
    return f"review {session.header['game']} {seat} {number}"
