"""What all routes share: who asks, whether they may, and how refusals are said."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Cookie, Depends, HTTPException, Query, Request, Response

from kurgan.kernel.protocol import IllegalAction, Json, Misspelt
from kurgan.session.record import Stale
from kurgan.session.session import NotAllowed
from kurgan.session.undo import CannotUndo
from kurgan.table import ids
from kurgan.table.limits import Buckets
from kurgan.table.people import MAKER
from kurgan.table.rooms import Room, Rooms

T = TypeVar("T")

COOKIE = "kurgan"
COOKIE_SECONDS = 400 * 24 * 3600


class Place:
    """What the routes share: the rooms, the address that links carry, and rates."""

    def __init__(self, rooms: Rooms, url: str, local: bool, data: str, seat_rate: Buckets) -> None:
        self.rooms = rooms
        self.url = url
        self.local = local
        self.data = data
        self.seat_rate = seat_rate


class Guest:
    """A person in a game: which seats are theirs, and through which they look now."""

    def __init__(self, room: Room, person: str, mine: list[str], is_maker: bool, seat: str, seen: int) -> None:
        self.room = room
        self.person = person
        self.mine = mine
        self.is_maker = is_maker
        self.seat = seat
        self.seen = seen


class Refused(HTTPException):
    """A refusal with the rule that makes it."""

    def __init__(self, status: int, message: str, rule: str = "", code: str = "") -> None:
        super().__init__(status, message)
        self.rule = rule
        self.code = code


def not_found() -> Refused:
    return Refused(404, "There is no such game, or it is not yours to see.")


def answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def place_of(request: Request) -> Place:
    place: Place = request.app.state.place
    return place


async def person_of(request: Request, kurgan: Annotated[str | None, Cookie()] = None) -> str:
    """Who asks, by the cookie; empty for a stranger."""
    if not kurgan or len(kurgan) > 200:
        return ""
    return await place_of(request).rooms.person(kurgan)


Person = Annotated[str, Depends(person_of)]
AtPlace = Annotated[Place, Depends(place_of)]
SeatQuery = Annotated[str, Query(max_length=40)]


async def guest(place: Place, person: str, game: str, seat: str) -> Guest:
    """Let somebody in, through a seat of theirs or as one who watches; strangers learn nothing."""
    if not person or not ids.is_game(game) or not ids.is_word(seat):
        raise not_found()
    held = [h for h in await place.rooms.held(game) if h.person == person]
    if not held:
        raise not_found()
    room = await place.rooms.room(game)
    if room is None:
        raise not_found()
    names = {h.seat for h in held}
    mine = [name for name in room.session.seat_names if name in names]
    if seat and seat not in mine:
        raise Refused(403, "That is not your seat.")
    if not seat and mine:
        awaited = room.session.awaited
        seat = awaited if awaited in mine else mine[0]
    return Guest(room, person, mine, MAKER in names, seat, max(h.seen for h in held))


def you(who: Guest) -> Json:
    """What is shown to this person only."""
    room = who.room
    return {
        "mine": who.mine,
        "maker": who.is_maker,
        "seen": who.seen,
        "name": room.name,
        "guide": room.guide and bool(who.mine),
    }


async def table_answer(place: Place, who: Guest) -> Response:
    async with who.room.lock:
        data = await asyncio.to_thread(_table, place, who)
    return answer(data)


def _table(place: Place, who: Guest) -> Json:
    core = who.room.table(who.seat)
    return {**core, "seats": place.rooms.seats(who.room), "wish": who.room.wish, **you(who)}


async def changing(place: Place, who: Guest, act: Callable[[], Any]) -> None:
    """Run one change of a game; every refusal becomes the right status, and nothing is changed by it."""
    try:
        await place.rooms.change(who.room, act)
    except IllegalAction as error:
        raise Refused(422, error.refusal.text, error.refusal.rule, error.refusal.code) from None
    except Misspelt as error:
        raise Refused(422, str(error), "", "misspelt") from None
    except Stale as error:
        raise Refused(409, str(error), "", "stale") from None
    except (NotAllowed, CannotUndo) as error:
        raise Refused(422, str(error), "", "not_allowed") from None


def owner_of(who: Guest) -> str:
    if not who.seat:
        raise Refused(403, "Who only watches decides nothing.")
    return who.seat


def is_alone(who: Guest) -> bool:
    """Whether every seat that a person could hold is this person's; bots know nothing that could be betrayed."""
    return all(name in who.mine for name in who.room.session.seat_names)


def check_title(place: Place, title: str) -> None:
    if title not in place.rooms.titles.TITLES:
        raise Refused(404, "There is no such title here.")


def cached(response: Response) -> Response:
    response.headers["cache-control"] = "private, max-age=300"
    return response


def link(place: Place, game: str, secret: str) -> str:
    return f"{place.url}/join/{game}#{secret}"


def need_maker(who: Guest) -> None:
    if not who.is_maker:
        raise Refused(403, "Only who made the game may do that.")
