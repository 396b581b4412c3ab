"""What one seat may know of a board."""

from collections.abc import Callable
from typing import Generic

from kurgan.board.answers import Log, Told
from kurgan.kernel.protocol import EVERYONE, NOBODY, Event, Game, Json, S, V


class Sight(Generic[S, V]):
    """A seat's eyes on a board: ``view`` is what bots and odds decide from, the rest shows it."""

    def __init__(self, game: Game[S, V], view: V, seat: str, events: list[Event], drawing: Callable[[], Json]) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        self._events = events
        self._drawing = drawing

    @property
    def scene(self) -> Json:
        """Places, pieces, tracks and hands as data (docs/reference/scene.md)."""
        return self.game.scene(self.view)

    @property
    def position(self) -> str:
        """The position in words, as far as this seat may know it."""
        return self.game.write_position(self.view)

    @property
    def log(self) -> Log:
        """What this seat saw happen."""
        return Log([Told(e.rule, self.game.sentence(e), e) for e in self._events if self._may_see(e)])

    def _may_see(self, event: Event) -> bool:
        return event.seen_by == EVERYONE or (self.view.seat != NOBODY and bool(event.seen_by >> self.view.seat & 1))

    def svg(self, width: int = 0) -> str:
        """The map with its pieces as one SVG text, as wide as asked."""
        from kurgan.drawing.board import draw  # most boards are never drawn

        return draw(self._drawing(), self.scene, width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.map_text(self.view)

    def __repr__(self) -> str:
        return f"<what {self.seat or 'one who watches'} sees of {self.game.name}>"
