"""Profiles and the ladder."""

from kurgan.table.model.profiles import Company, Ladder, Profile
from kurgan.table.routes.access import TokenPath, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import profiles as service

profiles = Calls()


@profiles.get("/ladder", "people")
async def ladder(who: Who) -> Ladder:
    """People and bots who played games that count, the strongest first."""
    return await service.ladder(who)


@profiles.get("/people/{profile}", "people")
async def profile(who: Who, profile: TokenPath) -> Profile:
    """How somebody's games ended, and how strong he plays; "me" is yourself. Nothing of running games."""
    return await service.profile(who, profile)


@profiles.get("/games/{game}/company", "game")
async def company(who: Who, game: str) -> Company:
    """Who holds the seats of a game that you are at."""
    return await service.company(who, game)
