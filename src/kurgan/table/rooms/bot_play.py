"""Playing for the bots of open games: asking their processes, giving their answers, saying what went wrong."""

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from kurgan import bots
from kurgan.kernel.protocol import Decide, Json
from kurgan.session.bot_notes import BotQuestion
from kurgan.session.logs import NotKept
from kurgan.session.record import Stale
from kurgan.session.replay import BOT
from kurgan.table.model.replies import Thinking
from kurgan.table.refusals import NotHere
from kurgan.table.rooms.following import HURRY
from kurgan.table.rooms.room import Frames, Room, written
from kurgan.table.storage import MAKER, Keeping, Persons, Visit

BOT_SECONDS = 20.0
BOT_PAUSE = 0.4
"""Seconds between two decisions of bots that somebody watches: people want to see the pieces move."""

STINT = 20
"""Answers that are given for the bots of one game before those of others have their turn."""

RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses after which a bot whose move could not be written tries again; the last one for as long as it takes."""

TOO_SLOW = "The bot did not answer in time. Nothing is lost; it can be asked again."
NOT_WRITTEN = "The move could not be written; it is tried again in a moment."
BROKE_DOWN = "The bot broke down. Nothing is lost; it can be asked again."
"""Not what it stumbled over: that may name what only its seat knows, and everybody reads this."""


OVERDRAWN = "Bots have thought as long as they may in games of one person within a day; this one goes on in a while."
MINUTES_A_DAY = 24 * 60

MADE_SECONDS = 5.0
LOOK_AGAIN = 0.05
"""Who made a game is written after its first lines, which ask for its bots already."""


class Resting(Exception):
    """A bot's job that waits for a while; it did not fail."""


class Open(Protocol):
    """The open games, as far as they are needed here."""

    store: Keeping
    people: Persons

    async def room(self, game: str) -> Room | None: ...
    async def refresh(self, room: Room) -> None: ...
    async def show(self, room: Room, before: int) -> None: ...
    async def visits(self, room: Room) -> list[Visit]: ...
    def frames_since(self, room: Room, before: int, note: bool = False) -> Frames: ...
    def send(self, room: Room, frames: Frames) -> None: ...


class BotPlay:
    """Plays for bots, at this process or, where processes share a table, as a job of whoever plays for them."""

    def __init__(self, rooms: Open, workers: int, seconds: float, pause: float, plays_bots: bool) -> None:
        self._rooms = rooms
        self._plays_bots = plays_bots
        self.pool = bots.Pool(workers)
        self.seconds = seconds
        self.pause = pause
        self.minutes = 0
        """A day that bots may think in games of one person's making; 0: as long as they like."""
        self._thought: Counter[str] = Counter()

    async def wake(self, room: Room) -> None:
        """A game was opened: its bots play on here, or where bots are played for."""
        if not self._rooms.store.is_shared:
            self.drive(room)
        elif room.session.course.asks_bot() and not self._plays_bots:
            await asyncio.to_thread(self._rooms.store.ask_bot, room.id)

    async def play_on(self, game: str) -> None:
        """Play for the bots of a game until a person is asked, at a process that does nothing else."""
        room = await self._rooms.room(game)
        if room is None:
            return
        if self.minutes:
            await self._need_rest(room)
        await self._ask_again(room)
        try:
            room.driver = asyncio.get_running_loop().create_task(self._drive(room))
            await room.driver
        finally:
            thought = self._thought.pop(game, 0) / 1000
            if self.minutes and thought:
                with contextlib.suppress(NotKept):
                    await asyncio.to_thread(self._owe, room, thought)
        if TOO_SLOW in room.trouble.values():
            raise Resting

    async def _ask_again(self, room: Room) -> None:
        """A bot that did not answer in time is asked again after a while, although nobody wishes it: perhaps the
        computer was busy with other things, and nobody need be there to see it."""
        async with room.lock:
            await self._rooms.refresh(room)
            room.trouble = {of: words for of, words in room.trouble.items() if words != TOO_SLOW}

    async def _need_rest(self, room: Room) -> None:
        """Raises Resting where the bots of whoever made this game have thought enough; who looks is told so."""
        seat, resting = room.session.awaited, OVERDRAWN in room.trouble.values()
        if await asyncio.to_thread(self._owe, room, 0.0) > 0:
            if resting:
                room.trouble = {of: words for of, words in room.trouble.items() if words != OVERDRAWN}
            return
        if not resting:
            await self._tell_trouble(room, seat, OVERDRAWN)
        raise Resting

    def _owe(self, room: Room, seconds: float) -> float:
        """Note for how long bots thought; what is left, in seconds. Blocks."""
        maker = self._maker(room)
        while not maker and self._is_new(room):  # its first line woke us, before it was written whose it is
            time.sleep(LOOK_AGAIN)
            maker = self._maker(room)
        burst = self.minutes * 60.0
        return self._rooms.people.rates.owe(f"bots {maker or room.id}", self.minutes / MINUTES_A_DAY, burst, seconds)

    def _maker(self, room: Room) -> str:
        return next((h.person for h in self._rooms.people.held(room.id) if h.seat == MAKER), "")

    def _is_new(self, room: Room) -> bool:
        rows = self._rooms.store.games_of([room.id])
        return bool(rows) and time.time() - rows[0].created < MADE_SECONDS

    def hurry(self, room: Room) -> None:
        """Let the bots that play now do so without pauses, at whatever process."""
        room.be_quick()
        self._rooms.store.tell(room.id, HURRY)

    def drive(self, room: Room) -> None:
        """Let bots answer as long as they are asked; where processes share a table, a job does so (``_append``)."""
        if not self._rooms.store.is_shared and (room.driver is None or room.driver.done()):
            seat = room.session.awaited
            if seat in room.session.seats and room.session.seats[seat].held == BOT and seat not in room.trouble:
                room.driver = asyncio.get_running_loop().create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        """Play for the bots. A move that cannot be written is tried again: one failed write must not end a game."""
        failed = 0
        while True:
            try:
                await self._play(room)
            except NotKept:
                pause = RETRY_SECONDS[min(failed, len(RETRY_SECONDS) - 1)]
                failed += 1
                seat = room.session.awaited
                await self._tell_trouble(room, seat, NOT_WRITTEN)
                await asyncio.sleep(pause)
                room.trouble.pop(seat, None)
            except NotHere:  # who knows its rules plays on
                raise
            except Exception:  # a bot that answers nonsense must say so, not stand still
                await self._tell_trouble(room, room.session.awaited, BROKE_DOWN)
                return
            else:
                return

    async def _tell_trouble(self, room: Room, seat: str, words: str) -> None:
        room.trouble[seat] = words
        async with room.lock:
            await self._rooms.show(room, room.session.course.number)

    async def _play(self, room: Room) -> None:
        async with room.lock:
            await self._rooms.refresh(room)
            asked = await asyncio.to_thread(self._asked, room)
        for given in itertools.count():
            if asked is None or (self._rooms.store.is_shared and given >= STINT):  # then its job is there again
                break
            told, begun = self._teller(room, asked.seat), time.monotonic()
            try:
                move = await asyncio.wrap_future(self.pool.submit(self._question(room, asked), self.seconds, told))
            except bots.Overrun:
                await self._tell_trouble(room, asked.seat, TOO_SLOW)
                return
            except bots.WorkerFailed:
                await self._tell_trouble(room, asked.seat, BROKE_DOWN)
                return
            finally:
                self._thought[room.id] += int(1000 * (time.monotonic() - begun))
            if self.pause and await self._is_watched(room):
                await room.pause(self.pause)
            async with room.lock:
                await self._rooms.refresh(room)
                frames, asked = await asyncio.to_thread(self._bot_answers, room, asked, move)
                self._rooms.send(room, frames)
        room.hurry.clear()

    def _teller(self, room: Room, seat: str) -> Callable[[float], None]:
        """Tells whoever listens how far a bot has come with its thinking; called from a thread of the pool."""
        loop = asyncio.get_running_loop()

        def tell(share: float) -> None:
            frame = written(Thinking(seat, share))
            if share:
                loop.call_soon_threadsafe(self._rooms.send, room, dict.fromkeys(room.readers, frame))
                self._rooms.store.tell(room.id, frame)

        return tell

    async def _is_watched(self, room: Room) -> bool:
        return bool(room.listeners) or any(visit.pages > 0 for visit in await self._rooms.visits(room))

    def _bot_answers(self, room: Room, asked: BotQuestion, move: bots.Move) -> tuple[Frames, BotQuestion | None]:
        """Give a bot's answer, unless the question or the bot has gone meanwhile; then see what a bot is asked next."""
        frames: Frames = {}
        session = room.session
        if (session.number, session.awaited) == asked[:2] and session.seats[asked.seat].held == BOT:
            before = session.course.number
            with contextlib.suppress(Stale):  # another process was quicker: what is asked now is seen below
                session.answer_of_bot(asked, move.answer, move.note)
                room.move_on()
                frames = self._rooms.frames_since(room, before, True)
        return frames, self._asked(room)

    def _question(self, room: Room, asked: BotQuestion) -> Json:
        view = asked.view.to_json()
        return bots.question(room.source, asked.bot, asked.seed, view, asked.legal, asked.note)

    def _asked(self, room: Room) -> BotQuestion | None:
        session = room.session
        pending = session.pending
        if not isinstance(pending, Decide) or session.course.resigned:
            return None
        seat = session.seat_names[pending.seat]
        holder = session.seats[seat]
        if holder.held != BOT or seat in room.trouble:
            return None
        return session.asked_of_bot(holder.name)
