"""Advance: who may see what.

The only secret is what the unrevealed counters are, and nobody holds it: a counter is drawn when it is turned over
(section "What is hidden" of the architecture page). So a view shows the whole position, to the player and to anyone
who watches, and imagining a position from a view is copying it.
"""

from kurgan.games.advance.position.state import State
from kurgan.kernel import protocol
from kurgan.kernel.protocol import Json


class View(protocol.View):
    """What a seat may know: here, everything that is known at all."""

    def __init__(self, seat: int, position: State) -> None:
        self.seat = seat
        self.position = position

    def to_json(self) -> Json:
        return {"seat": self.seat, "position": self.position.to_json()}
