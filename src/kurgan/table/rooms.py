"""Open games: one room each, with its session, whoever watches it, and the bots that play in it.

A decision is applied and committed in a thread under the room's lock, and only then shown; what each pair of eyes is
sent of it is made in the same go, once for all who look through them. The event loop never touches the database.
"""

import asyncio
import contextlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import msgspec

from kurgan import bots
from kurgan.kernel.map_drawing import FACE, draw
from kurgan.kernel.packfile import PackError, read_toml
from kurgan.kernel.plain_screen import plain_face
from kurgan.kernel.protocol import Decide, Game, Json
from kurgan.session.bot_notes import BotQuestion
from kurgan.session.logs import NotKept
from kurgan.session.replay import BOT, OPEN, PERSON
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.table import seat_view
from kurgan.table.desk import Kept
from kurgan.table.identity import Held, People, Summary, may_look

BOT_SECONDS = 20.0
BOT_PAUSE = 0.4
"""Seconds between two decisions of bots that somebody watches: people want to see the pieces move."""

AWAY_SECONDS = 600.0
"""After so long without a socket or a request somebody is away, and the others may lend his seat to a bot."""

SUMMARY_SECONDS = 0.5
SUMMARIES = 6
"""How often, and of how many games at once, it is written down what lists say of them: a little now and then, so that
no decision waits for it. Asking for a list writes it first, and after a sudden end the next start makes up for it."""

MOST_ROOMS = 200
"""Games that stay open although nobody looks; the one that was used longest ago is closed first."""

IN_USE_SECONDS = 30.0
"""Somebody who came in so short a time ago may still be on the way to the room."""

MOST_FACES = 32
OPENERS = 2
"""Threads that open games: a long one takes seconds, and many at once must not keep those waiting who play."""

RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses after which a bot whose move could not be written tries again; the last one for as long as it takes."""

BROKE_DOWN = "The bot broke down. Nothing is lost; it can be asked again."
"""Not what it stumbled over: that may name what only its seat knows, and everybody reads this."""

QUEUE = 64
"""Frames that wait for a slow socket; one that falls further behind is cut off and resumes by itself."""


def text(data: Json) -> str:
    return msgspec.json.encode(data).decode()


def title_case(name: str) -> str:
    return name.replace("_", " ").capitalize()


class Told(Protocol):
    """Something of the registry that says itself in one line."""

    @property
    def told(self) -> str: ...


class Titles(Protocol):
    """The registry of titles, handed in from outside."""

    def names(self) -> tuple[str, ...]: ...
    def origin(self, name: str) -> Told: ...
    def broken(self) -> Sequence[Told]: ...
    def load(self, name: str, pack: str = "") -> Game: ...
    def folder(self, name: str) -> Path: ...


BEHIND = 1013
NOT_YOURS = 4401
OVER_HERE = 4410
"""Codes with which we close a socket: it fell behind or we go away; its right has gone; the game was deleted."""


class Listener:
    """One socket: whose eyes it has, and what still has to be sent. A number closes it."""

    def __init__(self, seat: str, person: str) -> None:
        self.seat = seat
        self.person = person
        self.queue: asyncio.Queue[str | int] = asyncio.Queue(QUEUE)

    def put(self, frame: str) -> None:
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.end(BEHIND)

    def end(self, code: int) -> None:
        """Nothing more is sent, not even what waits."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(code)


class Room:
    """One open game. ``eyes`` are the seats through which somebody looks just now, for the threads that show it."""

    def __init__(self, session: Session, face: Json, source: bots.Source, name: str = "", guide: bool = False) -> None:
        self.session = session
        self.face = face
        self.source = source
        self.name = name
        self.guide = guide
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.eyes: frozenset[str] = frozenset()
        self.last = ""
        self._shown: tuple[int, dict[str, Json]] = (session.number, {})
        self.trouble: dict[str, str] = {}
        self.wish: Json = {}
        self.lend: Json = {}
        self.opened = time.monotonic()
        self.visits: dict[str, float] = {}
        self.labels: dict[str, str] = {}
        self.kept = Kept()
        self.used = 0.0
        self.sent: dict[str, Json] = {}
        self.driver: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return str(self.session.header["game"])

    def enter(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self.eyes = frozenset(other.seat for other in self.listeners)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.eyes = frozenset(other.seat for other in self.listeners)

    def is_here(self, person: str) -> bool:
        return any(listener.person == person for listener in self.listeners)

    def seconds_away(self, person: str) -> float:
        """Since when nobody has seen this person; nobody was seen before the room was opened."""
        return time.monotonic() - max(self.opened, self.visits.get(person, 0.0))

    def table(self, seat: str) -> Json:
        """What one seat is shown now: made once for all who ask, until a line is added."""
        if self._shown[0] != self.session.course.number:
            self._shown = (self.session.course.number, {})
        tables = self._shown[1]
        if seat not in tables:
            tables[seat] = seat_view.table(self.session, seat)
        return tables[seat]

    def turn(self) -> str:
        """The turn as lists of games name it; the same for all eyes."""
        number, tables = self._shown
        is_shown = number == self.session.course.number
        scene: Json = next((table["scene"] for table in tables.values()), {}) if is_shown else {}
        if not scene:
            scene = self.session.seen("").scene()
        return str(scene.get("turn", {}).get("label", ""))

    def log(self, seat: str, after: int = 0) -> list[Json]:
        return seat_view.log(self.session, seat, after, self.face.get("fights"))


class Rooms:
    """All open games of this process."""

    def __init__(
        self,
        store: Store,
        titles: Titles,
        workers: int = 1,
        bot_seconds: float = BOT_SECONDS,
        bot_pause: float = BOT_PAUSE,
        away_seconds: float = AWAY_SECONDS,
    ) -> None:
        self.store = store
        self.people = People(store)
        self.titles = titles
        self.bot_seconds = bot_seconds
        self.bot_pause = bot_pause
        self.away_seconds = away_seconds
        self.pool = bots.Pool(workers)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._faces: dict[tuple[str, str], Json] = {}
        self._openings: dict[str, Json] = {}
        self._openers = ThreadPoolExecutor(OPENERS, thread_name_prefix="kurgan opening")
        self._spacing: asyncio.Task[None] | None = None
        self._summing: asyncio.Task[None] | None = None
        self._changed: dict[str, Room] = {}
        self._sum_lock = threading.Lock()

    def begin(self) -> None:
        """Start what goes on beside the games."""
        self._summing = asyncio.get_running_loop().create_task(self._sum_up())

    async def _sum_up(self) -> None:
        """Write down now and then what lists of games say."""
        await asyncio.to_thread(self._catch_up)
        while True:
            await asyncio.sleep(SUMMARY_SECONDS)
            with contextlib.suppress(NotKept):  # they wait for the next time
                await asyncio.to_thread(self.sum_up, list(self._changed)[:SUMMARIES])

    def _catch_up(self) -> None:
        """Summaries that a sudden end of the server kept from being written; only looks into the games."""
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
                self.people.sum_up({room.id: self._summary(room) for room in rooms})
            except NotKept:
                for room in rooms:
                    self._changed.setdefault(room.id, room)
                raise

    def _summary(self, room: Room) -> Summary:
        """Public facts only."""
        course = room.session.course
        outcome = course.outcome()
        ended = json.dumps({"name": outcome.name}, ensure_ascii=False) if outcome is not None else ""
        return Summary(course.number, room.turn(), room.last, course.awaited(), ended)

    async def close(self) -> None:
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
        await asyncio.to_thread(self.pool.close)

    # People ---------------------------------------------------------------------------------------------------

    async def person(self, key: str) -> str:
        """Who carries this key; empty for a stranger."""
        return self.people.known(key) or await asyncio.to_thread(self.people.of_key, key)

    async def held(self, game: str) -> list[Held]:
        """Who sits where."""
        known = self.people.seats_known(game)
        return known if known is not None else await asyncio.to_thread(self.people.held, game)

    async def may_hear(self, room: Room, listener: Listener) -> bool:
        """Whether a socket still has the right it was opened with."""
        return may_look(await self.held(room.id), listener.person, listener.seat)

    async def welcome(self, room: Room, person: str, mine: Sequence[str]) -> None:
        """Somebody is here: what was lent of his, or should be, is his again."""
        room.visits[person] = time.monotonic()
        session = room.session
        if any(seat in session.course.lent or seat == room.lend.get("of") for seat in mine):
            async with room.lock:
                back = [(seat, session.course.lent[seat].name) for seat in mine if seat in session.course.lent]
                await self.reseat(room, lambda: [session.hand(seat, PERSON, name) for seat, name in back])

    async def reseat(self, room: Room, act: Callable[[], object]) -> None:
        """Change who sits where, under the room's lock: whose right ends by it is shown out before anything is sent."""
        before = room.session.course.number
        await asyncio.to_thread(act)
        room.wish = {}
        room.lend = {}
        for listener in list(room.listeners):
            if not await self.may_hear(room, listener):
                room.leave(listener)
                listener.end(NOT_YOURS)
        await self.publish(room, before)
        self.drive(room)

    # Titles ---------------------------------------------------------------------------------------------------

    def face(self, title: str, pack: str = "") -> Json:
        """The face of a title or of another pack for it; an owner's pack may leave it to the built-in one."""
        if (title, pack) not in self._faces:
            game = self.titles.load(title, pack)
            folders = [Path(pack)] if pack else []
            drawn = [folder for folder in (*folders, self.titles.folder(title) / "data") if (folder / FACE).is_file()]
            face = draw(game.map_facts(), read_toml(drawn[0], FACE) if drawn else plain_face(game))
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            self._faces[title, pack] = face
            return face
        return self._faces[title, pack]

    def face_or_none(self, title: str) -> Json | None:
        try:
            return self.face(title)
        except (PackError, KeyError):
            return None

    def opening(self, title: str) -> Json:
        """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
        if title not in self._openings:
            game = self.titles.load(title)
            session = Session.new(game, game.scenarios()[0].name, {}, seed="lobby")
            self._openings[title] = session.seen("").scene()
        return self._openings[title]

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
                        self.drive(room)
            finally:
                self._opening.pop(game, None)
        room = self._rooms[game]
        room.used = time.monotonic()
        self._rooms.move_to_end(game)
        return room

    def _open(self, game: str) -> Room | None:
        room = self._look_into(game)
        if room is not None:
            room.session.roll_on()
        return room

    def _look_into(self, game: str) -> Room | None:
        row = self.store.game(game)
        table = self.people.table(game)
        if row is None or table is None:
            return None
        title = self.titles.load(row.title, table.pack)
        session = Session.load(title, self.store.log(game))
        source = bots.Source(row.title, table.pack)
        return Room(session, self.face(row.title, table.pack), source, row.name, bool(table.guide))

    def add(self, session: Session, pack: str, name: str = "", guide: bool = False) -> Room:
        """A room for a game that was just made."""
        source = bots.Source(session.game.name, pack)
        room = Room(session, self.face(session.game.name, pack), source, name, guide)
        self._keep_open(room)
        self._note(room, 0)
        self.drive(room)
        return room

    def _keep_open(self, room: Room) -> None:
        room.used = time.monotonic()
        self._rooms[room.id] = room
        if len(self._rooms) > MOST_ROOMS and (self._spacing is None or self._spacing.done()):
            self._spacing = asyncio.get_running_loop().create_task(self._make_space())

    async def _make_space(self) -> None:
        """Close games that nobody uses when there are too many, those that were used longest ago first."""
        for name, room in list(self._rooms.items()):
            if len(self._rooms) <= MOST_ROOMS:
                return
            if self._is_idle(room) and self._rooms.get(name) is room:
                del self._rooms[name]
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
        self._rooms.pop(room.id, None)
        self._changed.pop(room.id, None)
        if room.driver is not None:
            room.driver.cancel()
        for listener in list(room.listeners):
            room.leave(listener)
            listener.end(OVER_HERE)

    # Changing -------------------------------------------------------------------------------------------------

    async def change(self, room: Room, act: Callable[[], object]) -> None:
        """Apply, commit, and only then show; under the room's lock."""
        frames = await asyncio.to_thread(self._act, room, act)
        self._send(room, frames)
        self.drive(room)

    def _act(self, room: Room, act: Callable[[], object]) -> dict[str, str]:
        before = room.session.course.number
        act()
        room.wish = {}
        return self._frames(room, before)

    async def publish(self, room: Room, before: int) -> None:
        self._send(room, await asyncio.to_thread(self._frames, room, before))

    def _send(self, room: Room, frames: dict[str, str]) -> None:
        for listener in room.listeners:
            frame = frames.get(listener.seat)
            if frame is not None:
                listener.put(frame)

    def _frames(self, room: Room, before: int) -> dict[str, str]:
        """One frame for each pair of eyes; also notes the summary for the lobby."""
        session = room.session
        lines = session.stream("", before)
        back = [line["to"] for line in lines if line["kind"] in ("undo", "rewind")]
        since = min([before, *[to - 1 for to in back]])
        tables = {seat: room.table(seat) for seat in sorted(room.eyes)}
        if lines:
            self._note(room, before)
        frames = {}
        for seat, table in tables.items():
            before_scene = room.sent.get(seat)
            scene = table["scene"] if before_scene is None else seat_view.difference(before_scene, table["scene"])
            room.sent[seat] = table["scene"]
            frames[seat] = self._frame(room, {**table, "scene": scene}, since)
        for seat in [seat for seat in room.sent if seat not in tables]:
            del room.sent[seat]
        return frames

    def frame(self, room: Room, seat: str, since: int) -> str:
        """A whole frame, for a socket that was just opened; later ones tell the difference only."""
        table = room.table(seat)
        room.sent[seat] = table["scene"]
        return self._frame(room, table, since)

    def _frame(self, room: Room, table: Json, since: int) -> str:
        table = {**table, "seats": self.seats(room), "wish": room.wish, "lend": room.lend}
        lines = room.log(table["seat"], since)
        return text({"kind": "news", "number": table["number"], "table": table, "lines": lines})

    def _note(self, room: Room, since: int) -> None:
        """Something happened that lists of games will say."""
        room.last = seat_view.last_words(room.session, since)[:400] or room.last
        self._changed[room.id] = room

    def seats(self, room: Room) -> list[Json]:
        """Who sits where, for everybody to see. Asks the database: call it from a thread."""
        session = room.session
        if not room.labels:
            sides = session.seen("").scene().get("sides", {})
            room.labels = {name: sides.get(name, {}).get("label", title_case(name)) for name in session.seats}
        present, lent = room.eyes, session.course.lent
        held = {h.seat for h in self.people.held(room.id)}
        return [
            {
                "name": name,
                "label": room.labels[name],
                "kind": holder.held,
                "bot": holder.name if holder.held == BOT else "",
                "person": session.course.lent.get(name, holder).name if holder.held != BOT or name in lent else "",
                "lent": name in lent,
                "held": name in held and holder.held != OPEN,
                "present": name in present,
                "resigned": session.course.resigned == name,
                "trouble": room.trouble.get(name, ""),
            }
            for name, holder in session.seats.items()
        ]

    # Bots -----------------------------------------------------------------------------------------------------

    def drive(self, room: Room) -> None:
        """Let bots answer as long as they are asked."""
        if room.driver is None or room.driver.done():
            seat = room.session.awaited
            if seat in room.session.seats and room.session.seats[seat].held == BOT and seat not in room.trouble:
                room.driver = asyncio.get_running_loop().create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        """Play for the bots. A move that cannot be written is tried again: one failed write must not end a game."""
        failed = 0
        while True:
            try:
                await self._play_for_bots(room)
            except NotKept as error:
                pause = RETRY_SECONDS[min(failed, len(RETRY_SECONDS) - 1)]
                failed += 1
                seat = room.session.awaited
                await self._tell_trouble(room, seat, f"The move: {error}. It is tried again in {pause:g} seconds.")
                await asyncio.sleep(pause)
                room.trouble.pop(seat, None)
            except Exception:  # a bot that answers nonsense must say so, not stand still
                await self._tell_trouble(room, room.session.awaited, BROKE_DOWN)
                return
            else:
                return

    async def _tell_trouble(self, room: Room, seat: str, words: str) -> None:
        room.trouble[seat] = words
        async with room.lock:
            await self.publish(room, room.session.course.number)

    async def _play_for_bots(self, room: Room) -> None:
        async with room.lock:
            asked = await asyncio.to_thread(self._asked, room)
        while asked is not None:
            try:
                move = await asyncio.wrap_future(self.pool.submit(self._question(room, asked), self.bot_seconds))
            except bots.Overrun as error:
                words = f"The bot did not answer: {error}. Nothing is lost; it can be asked again."
                await self._tell_trouble(room, asked.seat, words)
                return
            except bots.WorkerFailed:
                await self._tell_trouble(room, asked.seat, BROKE_DOWN)
                return
            if room.listeners and self.bot_pause:
                await asyncio.sleep(self.bot_pause)
            async with room.lock:
                frames, asked = await asyncio.to_thread(self._bot_answers, room, asked, move)
                self._send(room, frames)

    def _bot_answers(
        self, room: Room, asked: BotQuestion, move: bots.Move
    ) -> tuple[dict[str, str], BotQuestion | None]:
        """Give a bot's answer, unless the question or the bot has gone meanwhile; then see what a bot is asked next."""
        frames: dict[str, str] = {}
        session = room.session
        if (session.number, session.awaited) == asked[:2] and session.seats[asked.seat].held == BOT:
            before = session.course.number
            session.answer_of_bot(asked, move.answer, move.note)
            room.wish = {}
            frames = self._frames(room, before)
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

    async def hint(self, room: Room, seat: str) -> Json:
        """What the greedy bot would do here, and why, from this seat's view."""
        session = room.session
        async with room.lock:
            number, seen = session.number, session.seen(seat)
            view, legal = seen.view.to_json(), list(seen.legal())
        asked = bots.question(room.source, "greedy", f"hint {room.id}", view, legal)
        reply = await asyncio.wrap_future(self.pool.hint(asked, self.bot_seconds))
        async with room.lock:
            if session.number != number:
                return {"actions": [], "reasons": [], "bars": []}
            return await asyncio.to_thread(seat_view.advice, seen, reply, room.face["bars"])
