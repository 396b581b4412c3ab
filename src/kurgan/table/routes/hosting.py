"""Blocking, reporting, announcements."""

from kurgan.table.model import bodies
from kurgan.table.model.hosting import Blocked, Notices, Reported
from kurgan.table.routes.access import TokenPath, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import hosting as service

hosting = Calls()


@hosting.get("/notices", "lobby")
async def notices(who: Who) -> Notices:
    """What the host has to say to everybody."""
    return await service.notices(who)


@hosting.get("/me/blocked", "people")
async def blocked(who: Who) -> Blocked:
    """Whom you do not want to meet."""
    return await service.blocked(who)


@hosting.post("/people/{profile}/block", "people")
async def block(who: Who, profile: TokenPath) -> Blocked:
    """Not to see each other's invitations, nor to read what somebody says. He is not told."""
    return await service.block(who, profile)


@hosting.delete("/people/{profile}/block", "people")
async def unblock(who: Who, profile: TokenPath) -> Blocked:
    """Take it back."""
    return await service.unblock(who, profile)


@hosting.post("/reports", "people", 201)
async def report(who: Who, body: bodies.Report) -> Reported:
    """Tell the host something of somebody, or of a game that you are at."""
    return await service.report(who, body.profile, body.game, body.text)
