"""Pace: clocks that run out or stand, and holidays."""

from kurgan.table.model import bodies
from kurgan.table.model.pace import Holidays
from kurgan.table.model.replies import News
from kurgan.table.routes.access import LinePath, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import pace as service

pace = Calls()


@pace.post("/games/{game}/clock", "seats")
async def choose(who: Who, game: str, body: bodies.ClockChoice) -> News:
    """When somebody's time is out the others choose, all the same: wait, lend the seat to a bot, take the game. Before
    that all may agree that the clocks stand; one is enough for them to run again."""
    return await service.choose(who, game, body.seat, body.choice, body.known)


@pace.get("/me/holidays", "people")
async def holidays(who: Who) -> Holidays:
    """Your holidays; clocks of yours stand in them."""
    return await service.holidays(who)


@pace.post("/me/holidays", "people", 201)
async def take_holiday(who: Who, body: bodies.HolidayWish) -> Holidays:
    """Go away for a while: your clocks stand. At most 30 days within a year."""
    return await service.take_holiday(who, body.begin, body.until)


@pace.delete("/me/holidays/{begin}", "people")
async def end_holiday(who: Who, begin: LinePath) -> Holidays:
    """Come back early, or do not go."""
    return await service.end_holiday(who, begin)
