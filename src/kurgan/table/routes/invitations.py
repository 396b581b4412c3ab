"""Finding games: seats that anybody may take, and playing again."""

from kurgan.table.model import bodies
from kurgan.table.model.invitations import OpenInvitations, Rematch
from kurgan.table.model.lobby_replies import Ended, Invitation, Seated
from kurgan.table.routes.access import Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import invitations as service

invitations = Calls()


@invitations.get("/invitations", "lobby")
async def open_to(who: Who) -> OpenInvitations:
    """Seats that you may take, and those that you offer."""
    return await service.open_to(who)


@invitations.get("/invitations/{game}/{seat}", "lobby")
async def look(who: Who, game: str, seat: str) -> Invitation:
    """What is offered, before you sit down: game, side, who invites, and what may be known of the dice."""
    return await service.look(who, game, seat)


@invitations.post("/invitations/{game}/{seat}", "lobby", 201)
async def invite(who: Who, game: str, seat: str, body: bodies.OfferSeat) -> OpenInvitations:
    """Offer a seat that nobody holds to anybody at the table; for who made the game."""
    return await service.invite(who, game, seat, body.level)


@invitations.delete("/invitations/{game}/{seat}", "lobby")
async def withdraw(who: Who, game: str, seat: str) -> Ended:
    """Take an invitation back; or say no to one that is for you only."""
    return await service.withdraw(who, game, seat)


@invitations.post("/invitations/{game}/{seat}/take", "lobby")
async def take(who: Who, game: str, seat: str) -> Seated:
    """Sit down where somebody is looked for; of two who take it at once one gets it."""
    return await service.take(who, game, seat)


@invitations.post("/games/{game}/rematch", "seats", 201)
async def rematch(who: Who, game: str, body: bodies.Command) -> Rematch:
    """Play a game again that is over, with sides changed; the others are invited, or told where they sit already."""
    return await service.rematch(who, game, body.seat)
