"""What all calls share: where we are, who asks, whether they may."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import NamedTuple, TypeVar

from kurgan.kernel.packfile import PackError
from kurgan.kernel.sentences import ENGLISH
from kurgan.session.logs import NoRecord
from kurgan.session.record import Damaged
from kurgan.session.replay import BOT, Misfit, NeedsSecret, NewerRules
from kurgan.session.session import Session
from kurgan.session.snapshot import snapshot
from kurgan.table import ids
from kurgan.table.guard.limits import Buckets
from kurgan.table.guard.quotas import WORDS, Quotas, daily
from kurgan.table.learning.review_jobs import ReviewJobs
from kurgan.table.learning.reviews import Reviews
from kurgan.table.learning.school import School
from kurgan.table.model.replies import News
from kurgan.table.notices.telling import Sending, Telling
from kurgan.table.processes.desk import Busy, Desk
from kurgan.table.refusals import Refused, cannot_open, not_found, not_here, refusing
from kurgan.table.rooms.house import House
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.pacing import Pacing
from kurgan.table.rooms.room import Eyes, Reader, Room
from kurgan.table.storage import MAKER, Held, may_look

T = TypeVar("T")

FRESH_SECONDS = 0.05
"""What was read of a game so lately is not read again, unless somebody else had the room meanwhile."""

NEWCOMERS_A_SECOND = 2.0
NEWCOMERS_AT_ONCE = 200.0
"""Strangers of one address who may get a key: each of them is a line in the database."""


class Place:
    """What the calls share: the rooms, the address that links carry, and rates."""

    def __init__(
        self,
        rooms: Rooms,
        url: str,
        local: bool,
        data: str,
        seat_rate: Buckets,
        code_rate: Buckets,
        sending: Sending | None = None,
        quotas: Quotas | None = None,
    ) -> None:
        self.rooms = rooms
        self.quotas = quotas or Quotas()
        self._daily = {name: daily(getattr(self.quotas, name)) for name in WORDS}
        self.pacing = Pacing(rooms)
        self.house = House(rooms)
        self.telling = Telling(rooms, url, sending or Sending())
        self.desk = Desk()
        self.imports = Desk()
        self.mail_rate = Buckets(1 / 3600, 3)
        self.newcomers = Buckets(NEWCOMERS_A_SECOND, NEWCOMERS_AT_ONCE)
        self.url = url
        self.local = local
        self.data = data
        self.seat_rate = seat_rate
        self.code_rate = code_rate
        self.promises = rooms.people.promises
        self.school = School(rooms.titles)
        self.reviews = Reviews(data)
        self.review_jobs = ReviewJobs(rooms)

    async def may(self, rate: Buckets, name: str) -> bool:
        """Take a token from a bucket of this name; where several processes serve, they share it."""
        kind = "mail" if rate is self.mail_rate else "new" if rate is self.newcomers else "code"
        return await self._take(rate, kind, name)

    async def _take(self, rate: Buckets, kind: str, name: str) -> bool:
        if not self.rooms.store.is_shared:
            return rate.take(name)
        return await asyncio.to_thread(self.rooms.people.rates.take, f"{kind} {name}", rate.rate, rate.burst)

    async def need_quota(self, what: str, who: "Visitor") -> None:
        """Raises Refused for somebody who has had his share of something dear, or whose address has."""
        counted = self._daily[what]
        if counted is None:
            return
        for rate, name in ((counted.person, who.person), (counted.address, f"at {who.address}")):
            if not await self._take(rate, what, name):
                raise Refused(429, WORDS[what], "", "quota")

    def link(self, game: str, secret: str) -> str:
        return f"{self.url}/join/{game}#{secret}"


class Visitor(NamedTuple):
    """Who asks, and where: a person ("" for a stranger) at a place, from an address, in a language."""

    place: Place
    person: str
    address: str = ""
    language: str = ENGLISH


class Guest:
    """A person in a game: which seats are theirs, and through which they look now."""

    def __init__(
        self, who: Visitor, room: Room, held: Sequence[Held], seat: str, version: int = -1, looked: float = 0.0
    ) -> None:
        """Raises Refused where this person has no right here, or not to this seat. ``version``: that of the game when
        it was read who sits where, at the moment ``looked``; 0 if others had the room in between."""
        self.place = who.place
        self.room = room
        self.person = who.person
        self.language = room.voice(who.language)
        self.seat = seat
        self.version = version
        self._looked = looked
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

    @property
    def is_fresh(self) -> bool:
        """Whether what is known of the game was read just now, so that to read it again would tell nothing more."""
        return not self.room.lock.locked() and time.monotonic() - self._looked < FRESH_SECONDS

    @property
    def is_alone(self) -> bool:
        """Whether every seat that a person could hold is this person's; bots know nothing that could be betrayed."""
        return all(name in self.mine for name in self.room.session.seat_names)

    @property
    def reader(self) -> Reader:
        return Reader(self.seat, self.language)

    def eyes(self, known: int = 0) -> Eyes:
        return Eyes(self.seat, known, self.language)

    def owner(self) -> str:
        """The seat that decides; who only watches has none."""
        if not self.seat:
            raise Refused(403, "Who only watches decides nothing.")
        return self.seat

    def need_maker(self) -> None:
        if not self.is_maker:
            raise Refused(403, "Only who made the game may do that.")


async def enter(who: Visitor, game: str, seat: str = "") -> Guest:
    """Let somebody in, through a seat of theirs or as one who watches; strangers learn nothing."""
    place, person = who.place, who.person
    if not person or not ids.is_game(game) or not ids.is_word(seat):
        raise not_found()
    begun = time.monotonic()
    looked = await place.rooms.look(game)
    if not may_look(looked.held, person, ""):
        raise not_found()
    place.house.need_welcome(person)
    try:
        room = await place.rooms.room(game)
    except NewerRules as error:
        raise not_here(error) from None
    except (Damaged, Misfit, NeedsSecret, NoRecord, PackError) as error:
        raise cannot_open(error) from None
    if room is None:
        raise not_found()
    if looked.version != room.version:
        begun = 0.0 if room.lock.locked() else begun
        async with room.lock:
            await place.rooms.refresh(room, looked.version)
        if looked.version != room.version:  # something happened there after it was read who sits where
            looked = await place.rooms.look(game)
    guest = Guest(who, room, looked.held, seat, looked.version, begun)
    with refusing():
        await place.rooms.welcome(room, person, guest.mine)
    return guest


@contextlib.asynccontextmanager
async def inside(guest: Guest) -> AsyncIterator[Room]:
    """The room under its lock, for somebody whose right holds now: it may have gone while we waited."""
    known = guest.version if guest.is_fresh else -1
    async with guest.room.lock:
        await guest.place.rooms.refresh(guest.room, known)
        if guest.room.version != guest.version or not guest.place.rooms.store.is_shared:
            guest.look_around(await guest.place.rooms.held(guest.room.id))
            guest.version = guest.room.version
        yield guest.room


@contextlib.asynccontextmanager
async def alone(guest: Guest) -> AsyncIterator[Room]:
    """The room for what nobody else may do meanwhile, at whatever process: who sits where, what is agreed on."""
    async with guest.place.rooms.alone_in(guest.room):
        guest.look_around(await guest.place.rooms.held(guest.room.id))
        yield guest.room


async def looking(guest: Guest, work: Callable[[], T]) -> T:
    """Something that is soon made, in a thread, under the lock of the room."""
    async with inside(guest):
        return await asyncio.to_thread(work)


async def at_desk(guest: Guest, work: Callable[[Session], T]) -> T:
    """Something that takes long, done on a snapshot of the game, apart from those who play.

    The right to it must hold when it is begun and still when it is done.
    """
    async with wishing(guest.place.desk, guest.person):
        async with inside(guest) as room:
            still = await asyncio.to_thread(snapshot, room.session)
        found = await guest.place.desk.run(lambda: work(still))
        guest.look_around(await guest.place.rooms.held(guest.room.id))
        return found


@contextlib.asynccontextmanager
async def wishing(desk: Desk, person: str, each: int = 0) -> AsyncIterator[None]:
    """Count a dear wish; one too many is refused with the status that fits."""
    try:
        async with desk.wish(person, each):
            yield
    except Busy as busy:
        raise Refused(busy.status, busy.words, "", "busy") from None


async def changing(guest: Guest, known: int, act: Callable[[], object]) -> News:
    """Run one change of a game; every refusal becomes the right status, and nothing is changed by it."""
    tries = itertools.count()

    def surely() -> object:
        if next(tries):  # another process was faster: perhaps it gave this seat to somebody else
            guest.look_around(guest.place.rooms.people.held(guest.room.id))
        return act()

    with refusing():
        async with inside(guest) as room:
            return await guest.place.rooms.change(room, surely, guest.eyes(known))


def sat_at_by_people(session: Session) -> list[str]:
    """Seats of a game that was copied for whoever copied it: all but those that bots hold for themselves."""
    return [seat for seat, held in session.seats.items() if held.held != BOT or seat in session.course.lent]


def need_person(who: Visitor) -> str:
    """Somebody whom the host has not banned."""
    who.place.house.need_welcome(who.person)
    return need_somebody(who)


def need_somebody(who: Visitor) -> str:
    """Somebody, banned or not: what is kept about him is his."""
    if not who.person:
        raise Refused(401, "Say hello first.")
    return who.person


def check_title(place: Place, title: str) -> None:
    if title not in place.rooms.titles.names():
        raise Refused(404, "There is no such title here.")
