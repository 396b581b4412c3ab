"""Whether an answer told somebody something hidden, found out without knowing the rules.

Before the answer, imagine positions that look the same to a seat, and give the same answer in each. If what the seat
then sees differs from what it really saw, the answer told it something, and must not be taken back freely: otherwise
undo would be a way to peek. A title that names its revealing events saves us the trouble.

Who decided is told whether it may be taken back, so that must not depend on what is hidden from it: what it was told
itself it has seen; what others would be told is found out in a world imagined from its own view.
"""

from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, IllegalAction, S, V
from kurgan.session.stream import sees

WORLDS = 6


def told_something(game: Game[S, V], s: S, answer: int, seats: int, label: str) -> bool:
    """Whether this answer, given in this position, told any seat something that it could not know."""
    asked = game.pending(s)
    assert isinstance(asked, Decide)
    try:
        known = game.imagine(game.view(s, asked.seat), Tape(f"reveals {label}"))
        return any(_learns(game, s if seat == asked.seat else known, answer, seat, label) for seat in range(seats))
    except (AssertionError, LookupError, ValueError):
        return True  # better closed than open


def _learns(game: Game[S, V], s: S, answer: int, seat: int, label: str) -> bool:
    """Whether what a seat sees of the answer depends on what was hidden from it."""
    view = game.view(s, seat)
    tape = Tape(f"reveals {label} {seat}")
    seen: list[object] = []
    tried = {s.key()}  # the same position is told the same
    for _ in range(WORLDS):
        world = game.imagine(view, tape)
        key = world.key()
        if key in tried:
            continue
        tried.add(key)
        seen = seen or _sight(game, s.copy(), answer, seat)
        try:
            if _sight(game, world, answer, seat) != seen:
                return True
        except IllegalAction:
            continue  # another seat's answer may name what this world does not hold; it proves nothing
    return False


def _sight(game: Game[S, V], s: S, answer: int, seat: int) -> list[object]:
    """The events that a seat sees of an answer, and all that it sees afterwards."""
    events = [[event.rule, event.kind, *event.args] for event in game.apply(s, answer) if sees(event, seat)]
    return [events, game.view(s, seat).to_json()]
