"""Open games: one room each, with its session, whoever watches it, and the bots that play in it.

A decision is applied and committed in a thread under the room's lock, and only then shown; what each pair of eyes is
sent of it is made in the same go, once for all who look through them. The event loop never touches the database.
"""

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from kurgan import bots
from kurgan.kernel.sentences import speaking
from kurgan.session.logs import NotKept
from kurgan.session.record import Stale
from kurgan.session.replay import PERSON
from kurgan.session.session import Session
from kurgan.table.model.pace import Clock
from kurgan.table.model.replies import Lending, News, SeatInfo, SeatTable, Table
from kurgan.table.rooms.bot_play import BOT_PAUSE, BOT_SECONDS, BotPlay
from kurgan.table.rooms.faces import Faces
from kurgan.table.rooms.following import HANG_UP, HURRY, Following
from kurgan.table.rooms.room import (
    BEHIND,
    NOT_YOURS,
    OVER_HERE,
    Eyes,
    Frames,
    Listener,
    Reader,
    Room,
    Shown,
    all_written,
    first_new,
)
from kurgan.table.rooms.seating import seat_infos
from kurgan.table.shown import seat_view
from kurgan.table.shown.clocks import clock_told
from kurgan.table.storage import Company, Held, Keeping, Looked, Persons, Told, Visit, may_look
from kurgan.table.titles import Titles

AWAY_SECONDS = 600.0
"""After so long without a socket or a request somebody is away, and the others may lend his seat to a bot."""

SUMMARY_SECONDS = 0.5
SHARED_SUMMARY_SECONDS = 0.1
SUMMARIES = 6
"""How often, and of how many games at once, it is written down what lists say of them: a little now and then, so that
no decision waits for it. Asking for a list writes it first, and after a sudden end the next start makes up for it."""

MOST_ROOMS = 200
"""Games that stay open although nobody looks; the one that was used longest ago is closed first."""

IN_USE_SECONDS = 30.0
"""Somebody who came in so short a time ago may still be on the way to the room."""

TRIES = 4
"""How often something is tried before which other processes write lines."""

VISIT_SECONDS = 30.0
"""How often it is noted for other processes that somebody is still at a game."""

OPENERS = 2
"""Threads that open games: a long one takes seconds, and many at once must not keep those waiting who play."""


class Around(NamedTuple):
    """What stands around a game and is the same for all who look at it: the seats through which somebody looks now and
    those that are somebody's, and the clocks."""

    present: Set[str]
    held: Set[str]
    clock: Clock | UnsetType
    company: Company


class Rooms(Faces):
    """All open games of this process."""

    def __init__(
        self,
        store: Keeping,
        people: Persons,
        titles: Titles,
        workers: int = 1,
        bot_seconds: float = BOT_SECONDS,
        bot_pause: float = BOT_PAUSE,
        away_seconds: float = AWAY_SECONDS,
        plays_bots: bool = True,
    ) -> None:
        """``plays_bots``: of processes that share a table some only serve, and others only play for bots."""
        super().__init__(titles)
        self.store = store
        self.people = people
        self.away_seconds = away_seconds
        self.bot_play = BotPlay(self, workers, bot_seconds, bot_pause, plays_bots)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._openers = ThreadPoolExecutor(OPENERS, thread_name_prefix="kurgan opening")
        self._spacing: asyncio.Task[None] | None = None
        self._summing: asyncio.Task[None] | None = None
        self._changed: dict[str, Room] = {}
        self._sum_lock = threading.Lock()
        self._plays_bots = plays_bots
        self._following = Following(self) if store.is_shared else None

    def begin(self, stir: Callable[[], object] = bool) -> None:
        """Start what goes on beside the games. ``stir`` is called when another process has changed something."""
        self._summing = asyncio.get_running_loop().create_task(self._sum_up())
        if self._following is not None:
            self._following.begin(stir)

    async def _sum_up(self) -> None:
        """Write now and then what lists of games say."""
        if self._plays_bots:
            await asyncio.to_thread(self._catch_up)
        while True:
            await asyncio.sleep(SHARED_SUMMARY_SECONDS if self.store.is_shared else SUMMARY_SECONDS)
            changed = list(self._changed)
            most = len(changed) if self.store.is_shared else SUMMARIES  # lists at other processes cannot ask us
            with contextlib.suppress(NotKept):  # they wait for the next time
                for first in range(0, most, SUMMARIES):
                    await asyncio.to_thread(self.sum_up, changed[first : first + SUMMARIES])

    def _catch_up(self) -> None:
        """Summaries that a sudden end of the server kept from being written; only looks into the games."""
        self.people.tidy()
        for game in self.people.behind():
            with contextlib.suppress(Exception):  # a game that cannot be opened says so to whoever opens it
                room = self._look_into(game)
                if room is not None:
                    self._note(room, 0)
        with contextlib.suppress(NotKept):
            self.sum_up(list(self._changed))

    def sum_up(self, games: Sequence[str]) -> None:
        """Write what lists say of these games if something happened there: the turn, the last words, who is asked."""
        with self._sum_lock:
            rooms = [room for room in (self._changed.pop(game, None) for game in games) if room is not None]
            try:
                self.people.sum_up({room.id: room.summary() for room in rooms})
            except NotKept:
                for room in rooms:
                    self._changed.setdefault(room.id, room)
                raise

    async def close(self) -> None:
        if self._following is not None:
            await self._following.close()
        if self._summing is not None:
            self._summing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._summing
        for room in list(self._rooms.values()):
            if room.driver is not None:
                room.driver.cancel()
            for listener in room.listeners:
                listener.end(BEHIND)
        for room in list(self._rooms.values()):
            if room.driver is not None:
                with contextlib.suppress(asyncio.CancelledError):
                    await room.driver
            with contextlib.suppress(NotKept):
                await asyncio.to_thread(self._put_away, room)
        with contextlib.suppress(NotKept):
            await asyncio.to_thread(self.sum_up, list(self._changed))
        if self._spacing is not None:
            await self._spacing
        await asyncio.to_thread(self._openers.shutdown)
        await asyncio.to_thread(self.bot_play.pool.close)

    # People ---------------------------------------------------------------------------------------------------

    async def person(self, key: str) -> str:
        """Who carries this key; empty for a stranger."""
        return self.people.known(key) or await asyncio.to_thread(self.people.of_key, key)

    async def held(self, game: str) -> list[Held]:
        """Who sits where."""
        known = self.people.seats_known(game)
        return known if known is not None else await asyncio.to_thread(self.people.held, game)

    async def look(self, game: str) -> Looked:
        """Who sits where, and for which version of the game."""
        known = self.people.seats_known(game)
        return Looked(0, known) if known is not None else await asyncio.to_thread(self.people.look, game)

    async def may_hear(self, room: Room, listener: Listener) -> bool:
        """Whether a socket still has the right it was opened with; asked when a frame is about to be sent."""
        known = self.people.seats_known(room.id)
        held = known if known is not None else await room.rights.held(lambda: self.held(room.id))
        return may_look(held, listener.person, listener.seat)

    # Other processes ------------------------------------------------------------------------------------------

    async def refresh(self, room: Room, known: int = -1) -> None:
        """Under the room's lock: take in what other processes did; up to a version that was read just now."""
        if self._following is not None and not (known >= 0 and self._following.is_level(room, known)):
            await self._following.take_in(room)

    @contextlib.asynccontextmanager
    async def alone_in(self, room: Room) -> AsyncIterator[None]:
        """The room for ourselves: nobody else changes who sits there meanwhile, at whatever process."""
        async with room.lock:
            if self._following is None:
                yield
            else:
                async with self._following.claimed(room):
                    yield

    def overhear(self, room: Room, word: str) -> None:
        """A word of another process: to be quick, that somebody's key has ended, or a frame for all who listen."""
        if word == HURRY:
            room.be_quick()
        elif word.startswith(HANG_UP):
            room.hang_up(word.removeprefix(HANG_UP))
        else:
            self.send(room, dict.fromkeys(room.readers, word))

    def open_rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def frames_since(self, room: Room, before: int, note: bool = False, company: Company | None = None) -> Frames:
        """Frames of what happened after a line; what others did they have noted for lists of games themselves."""
        if note:
            self._note(room, before)
        if not room.readers:
            return {}
        return all_written(self._heard(room, first_new(room.session, before), self.around(room, company)))

    def close_door(self, room: Room) -> None:
        """The game is no more, or cannot be had any more."""
        self._rooms.pop(room.id, None)
        self._changed.pop(room.id, None)
        for listener in list(room.listeners):
            room.leave(listener)
            listener.end(OVER_HERE)

    # Coming and going -----------------------------------------------------------------------------------------

    async def welcome(self, room: Room, person: str, mine: Sequence[str]) -> None:
        """Somebody is here: what was lent of his, or should be, is his again."""
        is_news = time.monotonic() - room.visits.get(person, 0.0) > VISIT_SECONDS
        room.visits[person] = time.monotonic()
        if is_news and self.store.is_shared:
            await asyncio.to_thread(self.people.visited, room.id, person)
        session = room.session
        if any(seat in session.course.lent or seat == room.lend.of for seat in mine):
            async with self.alone_in(room):
                back = [(seat, session.course.lent[seat].name) for seat in mine if seat in session.course.lent]
                await self.reseat(room, lambda: [session.hand(seat, PERSON, name) for seat, name in back])

    async def reseat(self, room: Room, act: Callable[[], object]) -> None:
        """Change who sits where, under the room's lock: whose right ends by it is shown out before anything is sent."""
        before = room.session.course.number
        await asyncio.to_thread(self._insist, room, act)
        await asyncio.to_thread(self.people.channels.moved, room.id, room.session.course.awaits())
        room.move_on()
        room.lend = Lending()
        self.show_out(room, await self.held(room.id))
        await self.show(room, before)
        self.bot_play.drive(room)

    def show_out(self, room: Room, held: Sequence[Held]) -> None:
        """Whoever listens and has no right to it any more hears nothing more; ``held`` was read just now."""
        for listener in list(room.listeners):
            if not may_look(held, listener.person, listener.seat):
                room.leave(listener)
                listener.end(NOT_YOURS)

    def hang_up(self, game: str, person: str) -> None:
        """Whoever listens as this person, at whatever process, comes back by himself if his key still holds."""
        room = self._rooms.get(game)
        if room is not None:
            room.hang_up(person)
        self.store.tell(game, HANG_UP + person)

    async def seconds_away(self, room: Room, person: str) -> float | None:
        """Since when nobody has seen this person, at whatever process; None for one who is here."""
        visits = [visit for visit in await self.visits(room) if visit.person == person]
        if room.is_here(person) or any(visit.pages > 0 for visit in visits):
            return None
        return min([room.seconds_away(person), *[float(visit.seconds) for visit in visits]])

    async def visits(self, room: Room) -> list[Visit]:
        """Who is at a game, as all processes that share the table have noted it."""
        return await asyncio.to_thread(self.people.here, room.id) if self.store.is_shared else []

    # Rooms ----------------------------------------------------------------------------------------------------

    async def room(self, game: str) -> Room | None:
        """The room of a game, opened if need be; None if there is no such game."""
        if game not in self._rooms:
            lock = self._opening.setdefault(game, asyncio.Lock())
            try:
                async with lock:
                    if game not in self._rooms:
                        room = await asyncio.get_running_loop().run_in_executor(self._openers, self._open, game)
                        if room is None:
                            return None
                        self._keep_open(room)
                        await self.bot_play.wake(room)
            finally:
                self._opening.pop(game, None)
        room = self._rooms[game]
        room.used = time.monotonic()
        self._rooms.move_to_end(game)
        return room

    def _open(self, game: str) -> Room | None:
        room = self._look_into(game)
        if room is not None:
            with contextlib.suppress(Stale):  # somebody else did so just now; it is taken in with the rest
                room.session.roll_on()
        return room

    def _look_into(self, game: str) -> Room | None:
        stand = self.store.stand(game) if self.store.is_shared else None
        if stand is not None and stand.guide is None:
            return None  # its line is there and its table not yet; who made it asks again when it is
        row = self.store.game(game)
        table = self.people.table(game)
        if row is None or table is None:
            return None
        title = self.titles.load(row.title, table.pack)
        session = Session.load(title, self.store.log(game))
        self.face(row.title, table.pack, title)  # a pack whose face cannot be drawn is noticed here
        source = bots.Source(row.title, table.pack)
        room = Room(session, source, row.name, bool(table.guide))
        room.last = Told.read(table.last).last
        room.is_paced, room.is_rated = bool(self.people.clocks.of([game])), bool(table.rated)
        if self._following is not None and stand is not None:
            room.version, room.talked = stand.version, stand.talked
            self._following.read_around(room, stand, self.people.held(game))
        return room

    def opened(self, game: str) -> Room | None:
        """The room of a game if it is open."""
        return self._rooms.get(game)

    def add(self, session: Session, pack: str, name: str = "", guide: bool = False, is_paced: bool = False) -> Room:
        """A room for a game that was just made."""
        source = bots.Source(session.game.name, pack)
        room = Room(session, source, name, guide)
        room.is_paced = is_paced
        self._keep_open(room)
        room.last = room.last_words(0)
        self._changed[room.id] = room
        self.bot_play.drive(room)
        return room

    async def listed(self, room: Room) -> None:
        """A new game is in lists of games at once, at whatever process they are asked for. Its bots are asked again:
        its first line may have woken them before there was a table for it."""
        if self.store.is_shared:
            await asyncio.to_thread(self.sum_up, [room.id])
            if room.session.course.asks_bot():
                await asyncio.to_thread(self.store.ask_bot, room.id)

    def _keep_open(self, room: Room) -> None:
        room.used = time.monotonic()
        self._rooms[room.id] = room
        if len(self._rooms) > MOST_ROOMS and (self._spacing is None or self._spacing.done()):
            self._spacing = asyncio.get_running_loop().create_task(self._make_space())

    async def _make_space(self) -> None:
        """Close games that nobody uses when there are too many, those that were used longest ago first."""
        while len(self._rooms) > MOST_ROOMS:  # others are opened meanwhile
            room = next((room for room in self._rooms.values() if self._is_idle(room)), None)
            if room is None:
                return
            del self._rooms[room.id]
            with contextlib.suppress(NotKept):  # only where it stands is written; its lines are there
                await asyncio.to_thread(self._put_away, room)

    def _put_away(self, room: Room) -> None:
        """Close a game; what lists say of it is written now, so that nothing holds on to the room."""
        self.sum_up([room.id])
        room.session.close()

    def _is_idle(self, room: Room) -> bool:
        """Whether nothing goes on in a room. In a crowd of new games nobody can be waited for."""
        busy = room.listeners or room.lock.locked() or not (room.driver is None or room.driver.done())
        just_used = time.monotonic() - room.used < IN_USE_SECONDS and len(self._rooms) < 2 * MOST_ROOMS
        return not busy and not just_used

    async def delete(self, room: Room) -> None:
        """Under the room's lock: first nobody has a right to the game any more, then it goes."""
        await asyncio.to_thread(self.people.forget, room.id)
        await asyncio.to_thread(self.store.delete_game, room.id)
        if room.driver is not None:
            room.driver.cancel()
        self.close_door(room)

    # Changing -------------------------------------------------------------------------------------------------

    async def change(self, room: Room, act: Callable[[], object], eyes: Eyes) -> News:
        """Apply, commit, and only then show; under the room's lock. Returns the news for who asked for it."""
        told = await asyncio.to_thread(self._act, room, act, eyes)
        self.send(room, told.frames, told.company)
        self.bot_play.drive(room)
        return told.news

    def _act(self, room: Room, act: Callable[[], object], eyes: Eyes) -> Shown:
        before = room.session.course.number
        self._insist(room, act)
        room.move_on()
        return self._tell(room, before, eyes)

    def _insist(self, room: Room, act: Callable[[], object]) -> None:
        """Do something in a game; if another process wrote a line just before, on top of that, as waiting would."""
        for left in reversed(range(TRIES)):
            try:
                act()
                return
            except Stale:
                if not left or not self.store.is_shared or not room.session.catch_up():
                    raise

    async def publish(self, room: Room, eyes: Eyes) -> News:
        """Show what changed around the table without a line; under the room's lock. Returns the news for who asked."""
        told = await asyncio.to_thread(self._tell, room, room.session.course.number, eyes)
        self.send(room, told.frames, told.company)
        return told.news

    async def show(self, room: Room, before: int) -> None:
        """Tell whoever listens what happened after a line; under the room's lock."""
        self.send(room, await asyncio.to_thread(self.frames_since, room, before, True))

    def send(self, room: Room, frames: Frames, company: Company | None = None) -> None:
        """``company`` if it was read after the lines that the frames tell of."""
        if company is not None:
            room.rights.learn(company)
        else:
            room.rights.ask_again()
        for listener in room.listeners:
            frame = frames.get(listener.reader)
            if frame is not None:
                listener.put(frame)

    def _tell(self, room: Room, before: int, eyes: Eyes) -> Shown:
        """What happened after line ``before``, for all who listen and for who asked.

        A scene is sent as its difference from the table that the reader holds. Listeners hold what was sent last; who
        asked says which one he holds (``eyes.known``). Where it is the same one, he gets the listeners' own frame.
        """
        since = first_new(room.session, before)
        sent, held = room.sent.get(eyes.reader), room.held(eyes.reader, eyes.known)
        self._note(room, before)
        around = self.around(room)
        heard = self._heard(room, since, around)
        if eyes.reader in heard and held is not None and held is sent:
            news = heard[eyes.reader]
        else:
            news = self.news(room, eyes.reader, min(since, eyes.known) if eyes.known else since, held, around)
            room.sent[eyes.reader] = room.sight(eyes.reader)
        return Shown(all_written(heard), news, around.company)

    def _heard(self, room: Room, since: int, around: Around) -> dict[Reader, News]:
        """News for all who listen, of scenes what is new."""
        readers = sorted(room.readers)
        heard = {reader: self.news(room, reader, since, room.sent.get(reader), around) for reader in readers}
        room.sent.update((reader, room.sight(reader)) for reader in heard)
        return heard

    def missed(self, room: Room, reader: Reader, known: int) -> News:
        """All that somebody missed who holds the table of this number; later frames build on it. 0: he holds none."""
        news = self.news(room, reader, first_new(room.session, known), room.held(reader, known))
        room.sent[reader] = room.sight(reader)
        return news

    def news(
        self, room: Room, reader: Reader, since: int, held: SeatTable | None = None, around: Around | None = None
    ) -> News:
        """The table as it stands for a reader, and what happened after a line; of the scene what is new to who holds
        that table. Call it from a thread."""
        table = self.table(room, reader, around)
        if held is not None:
            table.scene = seat_view.difference(held, table.scene)
        return News(table.number, table, room.log(reader, since))

    def table(self, room: Room, reader: Reader, around: Around | None = None) -> Table:
        """What a seat sees, and who sits around the table."""
        around = around or self.around(room)
        with speaking(reader.language):
            seats = seat_infos(room, around.present, around.held)
        return Table(
            **msgspec.structs.asdict(room.sight(reader)),
            name=room.name,
            guide=room.guide and bool(reader.seat),
            seats=seats,
            wish=room.wish,
            lend=room.lend,
            clock=around.clock,
            rated=room.is_rated,
        )

    def around(self, room: Room, company: Company | None = None) -> Around:
        """Asks the database: call it from a thread, once for all who are told. ``company`` if it was read just now."""
        company = company or self.people.company(room.id)
        present = room.eyes | {visit.seat for visit in company.here if visit.pages > 0}
        return Around(present - company.hidden, {h.seat for h in company.held}, self.clock(room), company)

    def clock(self, room: Room) -> Clock | UnsetType:
        """The clocks of a game that has a pace. Asks the database: call it from a thread."""
        found = self.people.clocks.of([room.id]) if room.is_paced else {}
        return clock_told(found[room.id], room.choices) if room.id in found else UNSET

    def _note(self, room: Room, since: int) -> None:
        """Something happened that lists of games will say, or that others who share the table must know."""
        if room.session.course.number > since:
            room.last = room.last_words(since) or room.last
            self._changed[room.id] = room
        if self.store.is_shared:
            aside = room.aside()
            if aside != room.aside_kept:
                self.people.set_aside(room.id, aside)
                room.aside_kept = aside

    def seats(self, room: Room) -> list[SeatInfo]:
        """Who sits where, for everybody to see. Asks the database: call it from a thread."""
        around = self.around(room)
        return seat_infos(room, around.present, around.held)
