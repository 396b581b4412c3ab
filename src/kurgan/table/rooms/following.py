"""What other processes do in games that are open here: taken in from the database, and told to who listens here.

Whoever enters a room has it compared with the database first (``Following.take_in``): one number a game. News from the
other processes only say that a game should be looked at now; a look at all games that somebody listens to, every few
seconds, makes up for news that were lost.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple, Protocol

from kurgan.kernel.packfile import PackError
from kurgan.session.logs import NoRecord, NotKept
from kurgan.session.record import Damaged
from kurgan.session.replay import Misfit, NeedsSecret, NewerRules
from kurgan.session.rows import Said, Stand
from kurgan.table.refusals import Refused, cannot_open, not_found, not_here
from kurgan.table.rooms import talk
from kurgan.table.rooms.room import Frames, Room
from kurgan.table.storage import Company, Held, Keeping, Persons

HURRY = "hurry"
"""The word with which bots are asked to play without pauses."""

HANG_UP = "hang up "
"""The word that a person, whose id follows, has one browser less."""

EVERYTHING = ""
LOOK_SECONDS = 2.0
"""How often games that somebody listens to are looked at, whatever was heard."""


class TakenIn(NamedTuple):
    """What others did: who sits where now, frames for each pair of eyes, what was said, and who does not want to hear
    which of it."""

    company: Company
    frames: Frames
    said: list[Said]
    deaf: dict[int, set[str]]


class Gone(Exception):
    """There is no such game any more."""


class Open(Protocol):
    """The open games, as far as they are needed here."""

    store: Keeping
    people: Persons

    def open_rooms(self) -> list[Room]: ...
    def frames_since(self, room: Room, before: int, *, company: Company) -> Frames: ...
    def show_out(self, room: Room, held: list[Held]) -> None: ...
    def send(self, room: Room, frames: Frames, company: Company) -> None: ...
    def close_door(self, room: Room) -> None: ...
    def overhear(self, room: Room, word: str) -> None: ...


class Following:
    """Keeps the open games of this process level with the database."""

    def __init__(self, rooms: Open) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._looking: asyncio.Task[None] | None = None
        self._going: set[asyncio.Task[None]] = set()
        self._stir: Callable[[], object] = bool

    def begin(self, stir: Callable[[], object]) -> None:
        self._stir = stir
        loop = asyncio.get_running_loop()
        self._store.listen(lambda game, word: loop.is_closed() or loop.call_soon_threadsafe(self.hear, game, word))
        self._looking = loop.create_task(self._look_now_and_then())

    async def close(self) -> None:
        tasks = [*self._going, *([self._looking] if self._looking is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Looking --------------------------------------------------------------------------------------------------

    def hear(self, game: str, word: str = "") -> None:
        """Another process changed a game, or has a word to say in it; an empty name stands for all of them."""
        if word:
            for room in [room for room in self._rooms.open_rooms() if room.id == game]:
                self._rooms.overhear(room, word)
            return
        self._stir()
        for room in self._rooms.open_rooms():
            if game in (EVERYTHING, room.id) and room.listeners and not room.is_stirred:
                room.is_stirred = True
                task = asyncio.get_running_loop().create_task(self._look(room))
                self._going.add(task)
                task.add_done_callback(self._going.discard)

    async def _look(self, room: Room) -> None:
        with contextlib.suppress(Refused, NotKept):  # who asks next is told; who listens waits
            async with room.lock:
                room.is_stirred = False
                await self.take_in(room)

    async def _look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            rooms = [room for room in self._rooms.open_rooms() if room.listeners]
            with contextlib.suppress(NotKept):
                found = await asyncio.to_thread(self._store.versions_of, [room.id for room in rooms]) if rooms else {}
                for room in rooms:
                    if room.id not in found or not self._is_known(room, found[room.id]):
                        self.hear(room.id)

    # Taking in ------------------------------------------------------------------------------------------------

    def is_level(self, room: Room, version: int) -> bool:
        """Under the room's lock: whether nothing that others did up to this version has to be taken in."""
        if version > room.version and self._store.is_ours(room.id, room.version, version):
            room.version = version
        return version <= room.version

    def _is_known(self, room: Room, version: int) -> bool:
        """Whether a look would tell nothing new, as where we changed it all. Who has the room now is waited for."""
        return version == room.version or (not room.lock.locked() and self.is_level(room, version))

    async def take_in(self, room: Room) -> None:
        """Under the room's lock: see what others did, and tell it here. Raises Refused if the game cannot be had."""
        try:
            taken = await asyncio.to_thread(self._take_in, room)
        except Gone:
            self._rooms.close_door(room)
            raise not_found() from None
        except NewerRules as error:
            self._rooms.close_door(room)
            raise not_here(error) from None
        except (Damaged, Misfit, NeedsSecret, NoRecord, PackError) as error:
            self._rooms.close_door(room)
            raise cannot_open(error) from None
        if taken is not None:
            self._rooms.show_out(room, taken.company.held)
            self._rooms.send(room, taken.frames, taken.company)
            for said in taken.said:
                talk.spread(room, said, taken.deaf[said.number])

    def _take_in(self, room: Room) -> TakenIn | None:
        stand = self._store.stand(room.id)
        if stand is None:
            raise Gone
        if stand.version == room.version or self._store.is_ours(room.id, room.version, stand.version):
            room.version = stand.version
            return None
        before = room.session.course.number
        is_news = room.session.catch_up()
        company = self._rooms.people.company(room.id)
        is_news |= self.read_around(room, stand, company.held)
        said = self._store.talk(room.id, room.talked) if stand.talked > room.talked else []
        room.talked = said[-1].number if said else room.talked
        room.version = stand.version
        deaf = {one.number: talk.deaf_to(self._rooms.people, room.id, one) for one in said}
        frames = self._rooms.frames_since(room, before, company=company) if is_news else {}
        return TakenIn(company, frames, said, deaf)

    def read_around(self, room: Room, stand: Stand, held: list[Held]) -> bool:
        """What is known of a game beside its record; true if it is something else than before."""
        if stand.guide is None or stand.aside is None:
            raise Gone
        sitting = sorted((held.seat, held.person) for held in held)
        clocks = self._rooms.people.clocks.of([room.id]) if room.is_paced else {}
        stopped = [clock._replace(used=0) for clock in clocks.values()]
        around = repr((stand.name, stand.guide, stand.aside, sitting, stopped))
        room.name, room.guide = stand.name, bool(stand.guide)
        room.take_aside(stand.aside)
        before, room.around = room.around, around
        return around != before

    @contextlib.asynccontextmanager
    async def claimed(self, room: Room) -> AsyncIterator[None]:
        """Under the room's lock: nobody else, here or elsewhere, changes who sits at it; all is taken in."""
        claim = self._store.claim(room.id)
        await asyncio.to_thread(claim.__enter__)
        try:
            await self.take_in(room)
            yield
        finally:
            await asyncio.to_thread(claim.__exit__, None, None, None)
