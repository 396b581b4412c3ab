"""Whether an answer told somebody something hidden, found out without knowing the rules.

Before the answer, imagine positions that look the same to a seat, and give the same answer in each. If what the seat
then sees differs from what it really saw, the answer told it something, and must not be taken back freely: otherwise
undo would be a way to peek. A title that names its revealing events saves us the trouble.
"""

from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Event, Game, IllegalAction, S, V
from kurgan.session.stream import sees

WORLDS = 6


def told_something(game: Game[S, V], s: S, answer: int, seats: int, label: str) -> bool:
    """Whether this answer, given in this position, told any seat something that it could not know."""
    truth = game.apply(s.copy(), answer)
    for seat in range(seats):
        seen = _seen(truth, seat)
        view = game.view(s, seat)
        tape = Tape(f"reveals {label} {seat}")
        for _ in range(WORLDS):
            try:
                events = game.apply(game.imagine(view, tape), answer)
            except IllegalAction:
                continue  # another seat's answer may name what this world does not hold; it proves nothing
            except (AssertionError, LookupError, ValueError):
                return True  # better closed than open
            if _seen(events, seat) != seen:
                return True
    return False


def _seen(events: list[Event], seat: int) -> list[tuple[str, int, tuple[int, ...]]]:
    return [(event.rule, event.kind, event.args) for event in events if sees(event, seat)]
