"""Arriving and the lobby: hello, titles, making, finding, importing and joining games."""

from fastapi import Request, Response

from kurgan.table.model import bodies
from kurgan.table.model.lobby_replies import DicePromise, Games, Hello, Invitation, Made, NewGameMade, Recovered, Seated
from kurgan.table.model.replies import Named
from kurgan.table.model.scene import Face, Scene
from kurgan.table.routes.access import Who, with_key
from kurgan.table.routes.calls import Cached, Calls, write
from kurgan.table.service import lobby as service
from kurgan.table.service import seats

lobby = Calls()


@lobby.raw("GET", "/hello", "lobby", Hello)
async def hello(request: Request, who: Who) -> Response:
    """What this table plays, and who you are; a stranger gets a key in a cookie."""
    greeted = await service.hello(who, str(request.base_url).rstrip("/"))
    return with_key(write(greeted.hello), who.place, greeted.key)


@lobby.patch("/me", "lobby")
async def me(who: Who, body: bodies.Me) -> Named:
    """Your name, for whoever you play with."""
    return await service.rename_me(who, body.name)


@lobby.get("/titles/{title}/face", "titles")
async def title_face(who: Who, title: str) -> Cached[Face]:
    """How the map of a title is drawn."""
    return await service.face(who.place, title)


@lobby.get("/titles/{title}/opening", "titles")
async def opening(who: Who, title: str) -> Cached[Scene]:
    """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
    return await service.opening(who.place, title)


@lobby.get("/games", "lobby")
async def games(who: Who) -> Games:
    """Your games: those where you are asked come first."""
    return await service.games(who)


@lobby.post("/promises", "lobby", 201)
async def promise(who: Who) -> DicePromise:
    """The commitment of a game that you are about to make: make your word for its dice when you have seen it."""
    return await service.promise(who)


@lobby.post("/games", "lobby", 201)
async def new_game(who: Who, body: bodies.NewGame) -> NewGameMade:
    """Make a game. Links are given once, here; later new ones can be made."""
    return await service.new_game(who, body)


@lobby.post("/games/import", "lobby", 201)
async def import_record(who: Who, body: bodies.BroughtRecord) -> Made:
    """Put a record from a file on this table. Unfinished ones go on with new dice."""
    return await service.import_record(who, body.text, body.name)


@lobby.post("/join/look", "lobby")
async def look(who: Who, body: bodies.LinkSecret) -> Invitation:
    """What a link is for, before one sits down with it: game, side, who invites, and what to know of the dice."""
    return await seats.look(who, body.game, body.secret)


@lobby.raw("POST", "/join", "lobby", Seated)
async def join(who: Who, body: bodies.Join) -> Response:
    """Exchange the secret of a link for a seat, once. The secret never stands in a path."""
    found = await seats.join(who, body.game, body.secret, body.name)
    return with_key(write(found.seated), who.place, found.key)


@lobby.raw("POST", "/recover", "lobby", Recovered)
async def recover(who: Who, body: bodies.Recover) -> Response:
    """Get back what a recovery code is for: in this browser from now on, and in the old one no more."""
    found = await seats.recover(who, body.game, body.code)
    return with_key(write(found.recovered), who.place, found.key)
