"""Who sits where: links, coming back, handing a seat on, lending it."""

from kurgan.table.model import bodies
from kurgan.table.model.lobby_replies import Ended, Link, Recovery
from kurgan.table.model.replies import Left, News
from kurgan.table.routes.access import Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import lending
from kurgan.table.service import seats as service

seats = Calls()


@seats.post("/games/{game}/links/{seat}", "seats", 201)
async def new_link(who: Who, game: str, seat: str) -> Link:
    """A new link for a seat that is free, for your own (to hand it on), or for watching; an older one stops working."""
    return await service.new_link(who, game, seat)


@seats.delete("/games/{game}/links/{seat}", "seats")
async def end_link(who: Who, game: str, seat: str) -> Ended:
    """Take a link back that nobody has used; the one for watching together with everybody who came by it."""
    return await service.end_link(who, game, seat)


@seats.post("/games/{game}/recovery", "seats", 201)
async def new_recovery(who: Who, game: str) -> Recovery:
    """A new recovery code for all that you hold in this game; it is shown once, and an older one stops working."""
    return await service.new_recovery(who, game)


@seats.post("/games/{game}/hand", "seats")
async def hand(who: Who, game: str, body: bodies.HandSeat) -> News | Left:
    """Give your seat to a bot, take it back, or get up; who made the game does so with seats that nobody holds."""
    return await service.hand(who, game, body.seat, body.of, body.held, body.bot)


@seats.post("/games/{game}/lend", "seats")
async def lend(who: Who, game: str, body: bodies.Lend) -> News:
    """Agree that the seat of somebody who is away is lent to a bot until he comes back, or be against it."""
    return await lending.lend(who, game, body.seat, body.of, body.agree, body.known)
