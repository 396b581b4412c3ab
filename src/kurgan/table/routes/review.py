"""The coach: reviews of a game through the eyes of one seat."""

from kurgan.table.model import bodies
from kurgan.table.model.review import Review
from kurgan.table.routes.access import SeatQuery, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import review as service

coach = Calls()


@coach.get("/games/{game}/review", "review")
async def review(who: Who, game: str, seat: SeatQuery) -> Review:
    """How the chance of a seat went, as far as the coach has come: yours at any time, others' after the end."""
    return await service.review(who, game, seat)


@coach.post("/games/{game}/review", "review")
async def begin(who: Who, game: str, body: bodies.Command) -> Review:
    """Let the coach review the game as it is now, from what the seat knew at each step."""
    return await service.begin(who, game, body.seat)


@coach.delete("/games/{game}/review", "review")
async def cancel(who: Who, game: str, seat: SeatQuery) -> Review:
    """Stop a review that is being worked out."""
    return await service.cancel(who, game, seat)
