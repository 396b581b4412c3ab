"""The way a game went, walked again: at each step the eyes of a seat, never the position itself."""

from bisect import bisect_left
from collections.abc import Iterator

from kurgan.kernel.protocol import NOBODY, Policy, State
from kurgan.session.replay import NO_ANSWER, Course
from kurgan.session.seen import Seen
from kurgan.session.undo import Moment


class Step:
    """A position on the way. ``number`` is the line that led to it, ``answered`` the line that came next, and
    ``decider`` who decided then; 0 and "" at the last position."""

    def __init__(self, course: Course, state: State, number: int, following: Moment | None) -> None:
        self.number = number
        self.answered = following.number if following is not None else 0
        self.decider = following.seat if following is not None else ""
        self._following = following
        self._course = course
        self._state = state

    def seen(self, seat: str) -> Seen:
        """What a seat could see here. To be asked before the next step is taken."""
        names = self._course.seat_names
        return self._course.seen(names.index(seat) if seat else NOBODY, self._state)

    def given(self, seat: str) -> int:
        """What a seat answered here; -1 where somebody else decided, or the seat resigned."""
        if self._following is None or self.decider != seat or self._following.answer == NO_ANSWER:
            return -1
        return self._following.answer

    def went_by(self, policy: Policy) -> bool:
        """Whether the seat that decided here answered as this rule would have."""
        return self._following is not None and self.seen(self.decider).by(policy) == self._following.answer


def retrace(course: Course, since: int = 0) -> Iterator[Step]:
    """From the first position that can be reached, or the one that line ``since`` answered, to the present one."""
    place = max(course.floor, bisect_left([moment.number for moment in course.trail], since))
    state = course.position_at(place)
    number = course.trail[place - 1].number if place else 1
    for moment in course.trail[place:]:
        yield Step(course, state, number, moment)
        number = moment.number
        if moment.answer != NO_ANSWER:
            course.game.answer(state, moment.answer)
    yield Step(course, state, number, None)
