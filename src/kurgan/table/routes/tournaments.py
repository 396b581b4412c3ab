"""Tournaments: making one, joining, starting, the table of results, challenges, watching."""

from kurgan.table.model import bodies
from kurgan.table.model.tournaments import (
    CalledOff,
    TournamentLink,
    TournamentList,
    TournamentMade,
    TournamentTable,
    Watching,
)
from kurgan.table.routes.access import TokenPath, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import tournaments as service

tournaments = Calls()


@tournaments.get("/tournaments", "tournaments")
async def all_of(who: Who) -> TournamentList:
    """What everybody may see, and what you made or have joined."""
    return await service.all_of(who)


@tournaments.post("/tournaments", "tournaments", 201)
async def make(who: Who, body: bodies.NewTournament) -> TournamentMade:
    """Make a tournament that people can join; for scenarios in which two play against each other."""
    return await service.make(who, body)


@tournaments.get("/tournaments/{tournament}", "tournaments")
async def look(who: Who, tournament: TokenPath) -> TournamentTable:
    """The table of results, and who meets whom."""
    return await service.look(who, tournament)


@tournaments.post("/tournaments/{tournament}/look", "tournaments")
async def look_by_link(who: Who, tournament: TokenPath, body: bodies.TournamentSecret) -> TournamentTable:
    """The same by the secret of a link. The secret never stands in a path."""
    return await service.look(who, tournament, body.secret)


@tournaments.post("/tournaments/{tournament}/join", "tournaments")
async def join(who: Who, tournament: TokenPath, body: bodies.TournamentSecret) -> TournamentTable:
    """Join one that has not begun."""
    return await service.join(who, tournament, body.secret)


@tournaments.post("/tournaments/{tournament}/leave", "tournaments")
async def leave(who: Who, tournament: TokenPath, body: bodies.TournamentSecret) -> TournamentTable:
    """Leave it; one that runs you drop out of, and give up the game that you have under way."""
    return await service.leave(who, tournament, body.secret)


@tournaments.post("/tournaments/{tournament}/start", "tournaments")
async def start(who: Who, tournament: TokenPath) -> TournamentTable:
    """Draw lots and begin; for who made it."""
    return await service.start(who, tournament)


@tournaments.post("/tournaments/{tournament}/link", "tournaments", 201)
async def new_link(who: Who, tournament: TokenPath) -> TournamentLink:
    """A new link, for who made it; an older one stops working."""
    return await service.new_link(who, tournament)


@tournaments.post("/tournaments/{tournament}/challenge", "tournaments", 201)
async def challenge(who: Who, tournament: TokenPath, body: bodies.Challenge) -> TournamentTable:
    """Challenge somebody above you on a ladder."""
    return await service.challenge(who, tournament, body.profile)


@tournaments.post("/tournaments/{tournament}/games/{game}/watch", "tournaments")
async def watch(who: Who, tournament: TokenPath, game: TokenPath, body: bodies.TournamentSecret) -> Watching:
    """Watch a game of a tournament that you may see."""
    return await service.watch(who, tournament, game, body.secret)


@tournaments.delete("/tournaments/{tournament}", "tournaments")
async def call_off(who: Who, tournament: TokenPath) -> CalledOff:
    """Call off one that has not begun; for who made it."""
    return await service.call_off(who, tournament)


@tournaments.delete("/tournaments/{tournament}/entries/{profile}", "tournaments")
async def take_out(who: Who, tournament: TokenPath, profile: TokenPath) -> TournamentTable:
    """Take somebody out of one that has not begun; for who made it."""
    return await service.take_out(who, tournament, profile)
