"""What all routes share: who asks, whether they may, and how refusals are said."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Cookie, Depends, HTTPException, Query, Request, Response

from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import IllegalAction, Json, Misspelt
from kurgan.session.logs import NoRecord, NotKept
from kurgan.session.record import Damaged, Stale
from kurgan.session.replay import BOT, Misfit, NeedsSecret
from kurgan.session.session import NotAllowed, Session
from kurgan.session.snapshot import snapshot
from kurgan.session.undo import CannotUndo
from kurgan.table import ids
from kurgan.table.desk import Busy, Desk
from kurgan.table.identity import MAKER, Held, may_look
from kurgan.table.limits import Buckets
from kurgan.table.promises import Promises
from kurgan.table.rooms import Room, Rooms

T = TypeVar("T")

COOKIE = "kurgan"
COOKIE_SECONDS = 400 * 24 * 3600

NEWCOMERS_A_SECOND = 2.0
NEWCOMERS_AT_ONCE = 200.0
"""Strangers of one address who may get a key: each of them is a line in the database."""


class Place:
    """What the routes share: the rooms, the address that links carry, and rates."""

    def __init__(self, rooms: Rooms, url: str, local: bool, data: str, seat_rate: Buckets, code_rate: Buckets) -> None:
        self.rooms = rooms
        self.desk = Desk()
        self.newcomers = Buckets(NEWCOMERS_A_SECOND, NEWCOMERS_AT_ONCE)
        self.url = url
        self.local = local
        self.data = data
        self.seat_rate = seat_rate
        self.code_rate = code_rate
        self.promises = Promises()


class Guest:
    """A person in a game: which seats are theirs, and through which they look now."""

    def __init__(self, room: Room, person: str, held: Sequence[Held], seat: str) -> None:
        """Raises Refused where this person has no right here, or not to this seat."""
        self.room = room
        self.person = person
        self.seat = seat
        self.look_around(held)
        if not seat and self.mine:
            awaited = room.session.awaited
            self.seat = awaited if awaited in self.mine else self.mine[0]

    def look_around(self, held: Sequence[Held]) -> None:
        """Take in who sits where now; raises Refused if the right has gone meanwhile."""
        own = [h for h in held if h.person == self.person]
        if not own:
            raise not_found()
        names = {h.seat for h in own}
        self.mine = [name for name in self.room.session.seat_names if name in names]
        self.is_maker = MAKER in names
        self.seen = max(h.seen for h in own)
        self.has_code = any(h.recovery for h in own)
        if self.seat and self.seat not in self.mine:
            raise Refused(403, "That is not your seat.")


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
    if not may_look(await place.rooms.held(game), person, ""):
        raise not_found()
    try:
        room = await place.rooms.room(game)
    except (Damaged, Misfit, NeedsSecret, NoRecord, PackError) as error:
        raise Refused(409, f"This game cannot be opened: {error}", "", "damaged") from None
    if room is None:
        raise not_found()
    who = Guest(room, person, await place.rooms.held(game), seat)
    with refusing():
        await place.rooms.welcome(room, person, who.mine)
    return who


@contextlib.asynccontextmanager
async def inside(place: Place, who: Guest) -> AsyncIterator[Room]:
    """The room under its lock, for somebody whose right holds now: it may have gone while we waited."""
    async with who.room.lock:
        who.look_around(await place.rooms.held(who.room.id))
        yield who.room


async def at_desk(place: Place, who: Guest, work: Callable[[Session], T]) -> T:
    """Something that takes long, done on a snapshot of the game, apart from those who play.

    The right to it must hold when it is begun and still when it is done.
    """
    async with wishing(place, who.person):
        async with inside(place, who) as room:
            still = await asyncio.to_thread(snapshot, room.session)
        found = await place.desk.run(lambda: work(still))
        who.look_around(await place.rooms.held(who.room.id))
        return found


@contextlib.asynccontextmanager
async def wishing(place: Place, person: str, each: int = 0) -> AsyncIterator[None]:
    """Count a dear wish; one too many is refused with the status that fits."""
    try:
        async with place.desk.wish(person, each):
            yield
    except Busy as busy:
        raise Refused(busy.status, busy.words, "", "busy") from None


def you(who: Guest) -> Json:
    """What is shown to this person only."""
    room = who.room
    return {
        "mine": who.mine,
        "maker": who.is_maker,
        "seen": who.seen,
        "recovery": who.has_code,
        "name": room.name,
        "guide": room.guide and bool(who.mine),
    }


async def table_answer(place: Place, who: Guest) -> Response:
    async with inside(place, who):
        data = await asyncio.to_thread(_table, place, who)
    return answer(data)


def _table(place: Place, who: Guest) -> Json:
    core = who.room.table(who.seat)
    return {**core, "seats": place.rooms.seats(who.room), "wish": who.room.wish, "lend": who.room.lend, **you(who)}


async def changing(place: Place, who: Guest, act: Callable[[], Any]) -> None:
    """Run one change of a game; every refusal becomes the right status, and nothing is changed by it."""
    with refusing():
        async with inside(place, who) as room:
            await place.rooms.change(room, act)


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Every refusal of a session becomes the right status."""
    try:
        yield
    except IllegalAction as error:
        raise Refused(422, error.refusal.text, error.refusal.rule, error.refusal.code) from None
    except Misspelt as error:
        raise Refused(422, str(error), "", "misspelt") from None
    except NotKept as error:
        raise Refused(503, f"Not done: {error}.", "", "not_kept") from None
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


def sat_at_by_people(session: Session) -> list[str]:
    """Seats of a game that was copied for whoever copied it: all but those that bots hold for themselves."""
    return [seat for seat, held in session.seats.items() if held.held != BOT or seat in session.course.lent]


def check_title(place: Place, title: str) -> None:
    if title not in place.rooms.titles.names():
        raise Refused(404, "There is no such title here.")


def cached(response: Response) -> Response:
    response.headers["cache-control"] = "private, max-age=300"
    return response


def set_key(response: Response, place: Place, key: str) -> None:
    secure = place.url.startswith("https:")
    response.set_cookie(COOKIE, key, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")


def link(place: Place, game: str, secret: str) -> str:
    return f"{place.url}/join/{game}#{secret}"


def need_maker(who: Guest) -> None:
    if not who.is_maker:
        raise Refused(403, "Only who made the game may do that.")
