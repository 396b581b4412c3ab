"""Questions in short, for titles that need not be fast: the legal list is what ``why`` does not refuse."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kurgan.kernel.flow import Ask, Step

T = TypeVar("T")


def given(value: T) -> Callable[[Any], T]:
    """What is the same in every position, where a step asks for a function of one."""
    return lambda _: value


def allowed(s: Any, a: int) -> int:
    """Refuses nothing."""
    return 0


def Question(
    rule: str,
    name: str,
    seat: int | Callable[[Any], int],
    space: Sequence[int] | Callable[[Any], Sequence[int]],
    take: Callable[[Any, int], None],
    why: Callable[[Any, int], int] = allowed,
    **more: Any,
) -> Step:
    """See ``Ask``: to a seat, with every answer that can be spelled, and the reason why one may not be given."""
    seat_of = given(seat) if isinstance(seat, int) else seat
    spelled = space if callable(space) else given(space)

    def all_answers(s: Any) -> list[int]:
        return list(spelled(s))

    def legal(s: Any) -> list[int]:
        return [a for a in spelled(s) if not why(s, a)]

    return Ask(rule, name, seat_of, legal, take, why=why, space=all_answers, **more)
