"""Talk at the table."""

from kurgan.table.model import bodies
from kurgan.table.model.replies import Quiet, Talk, TalkSoFar
from kurgan.table.routes.access import SeatQuery, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import chat as service

chat = Calls()


@chat.get("/games/{game}/talk", "talk")
async def talk(who: Who, game: str, seat: SeatQuery = "") -> TalkSoFar:
    """What was said so far."""
    return await service.talk(who, game, seat)


@chat.post("/games/{game}/talk", "talk", 201)
async def say(who: Who, game: str, body: bodies.Say) -> Talk:
    """Say something, with a pointer to a place if you like; partners can talk among themselves."""
    return await service.say(who, game, body.seat, body.text, body.place, body.partners)


@chat.post("/games/{game}/quiet", "talk")
async def quiet(who: Who, game: str, body: bodies.Guide) -> Quiet:
    """Have those who only watch be silent, or let them talk again; for whoever plays or made the game."""
    return await service.quiet(who, game, body.seat, body.on)
