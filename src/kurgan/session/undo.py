"""How far a seat may take back: generous before the dice, closed after.

A *trail* is what holds at this moment: the answers and throws that were not taken back. A seat may take back its own
last answers until a roll, a draw, a reveal or another seat's decision. Beyond that the other people at the table must
agree; who plays alone needs nobody's leave.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kurgan.kernel.sentences import common, seat_word


class Moment(NamedTuple):
    """One answer or throw that holds: its line, who gave it, the answer as the rules read it, does it close undo?"""

    number: int
    seat: str
    answer: int
    closes: bool


class CannotUndo(ValueError):
    """There is nothing this seat may take back; says why."""


class NeedsConsent(CannotUndo):
    """This goes back past what closes undo: the others at the table must agree."""

    def __init__(self, missing: Sequence[str]) -> None:
        who = ", ".join(seat_word(seat) for seat in missing)
        super().__init__(common("needs_consent", seats=who))
        self.missing = tuple(missing)


class Back(NamedTuple):
    """Where to go back to: the line that is the first to be taken back, and whether that passes what closes undo."""

    to: int
    passes: bool


def free_from(trail: Sequence[Moment], seat: str, told: Callable[[int], bool] | None = None) -> int:
    """The place in the trail from which on everything is this seat's to take back freely.

    ``told`` says of a place whether the answer there told somebody something hidden.
    """
    place = len(trail)
    while place > 0 and trail[place - 1].seat == seat and not trail[place - 1].closes:
        if told is not None and told(place - 1):
            break
        place -= 1
    return place


def decisions_of(trail: Sequence[Moment], seat: str, floor: int) -> list[int]:
    """Places in the trail where this seat decided, from the floor on."""
    return [i for i in range(floor, len(trail)) if trail[i].seat == seat]


def one_step(trail: Sequence[Moment], seat: str, steps: int, floor: int, free: int) -> Back:
    """Back before the last decision of this seat, or before the last few."""
    places = decisions_of(trail, seat, floor)
    if not places:
        raise CannotUndo(common("seat_decided_nothing", seat=seat_word(seat)))
    if steps > len(places):
        raise CannotUndo(common("seat_decided_less", seat=seat_word(seat), count=len(places)))
    place = places[-steps]
    return Back(trail[place].number, place < free)


def whole_turn(trail: Sequence[Moment], floor: int, free: int) -> Back:
    """Back as far as may be gone freely."""
    place = max(free, floor)
    if place == len(trail):
        raise CannotUndo(common("nothing_since"))
    return Back(trail[place].number, False)


def back_to(trail: Sequence[Moment], number: int, floor: int, free: int) -> Back:
    """Back before a given line."""
    for place in range(floor, len(trail)):
        if trail[place].number >= number:
            return Back(trail[place].number, place < free)
    raise CannotUndo(common("nothing_from", line=number))
