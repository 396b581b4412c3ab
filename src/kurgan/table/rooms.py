"""Open games: one room each, with its session, whoever watches it, and the bots that play in it.

A decision is applied and committed in a thread under the room's lock, and only then shown. The event loop never
touches the database.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from kurgan import bots
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Decide, Game, Json
from kurgan.session.course import BOT, Entry
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.table import show
from kurgan.table.face import read_face
from kurgan.table.people import People

T = TypeVar("T")

BOT_SECONDS = 20.0
BOT_PAUSE = 0.4
"""Seconds between two decisions of bots that somebody watches: people want to see the pieces move."""

MOST_ROOMS = 400
QUEUE = 64
"""Frames that wait for a slow socket; one that falls further behind is cut off and resumes by itself."""


def title_case(name: str) -> str:
    return name.replace("_", " ").capitalize()


class Titles(Protocol):
    """The registry of titles, handed in from outside."""

    TITLES: tuple[str, ...]

    def load(self, name: str, pack: str = "") -> Game: ...
    def folder(self, name: str) -> Path: ...


def difference(before: Json, now: Json) -> Json:
    """What is new in a scene: changed places and pieces, and the order of all pieces by id."""
    known = {piece["id"]: piece for piece in before["pieces"]}
    places = before["places"]
    return {
        **now,
        "places": {name: place for name, place in now["places"].items() if places.get(name) != place},
        "pieces": [piece for piece in now["pieces"] if known.get(piece["id"]) != piece],
        "order": [piece["id"] for piece in now["pieces"]],
    }


class Listener:
    """One socket: whose eyes it has, and what still has to be sent."""

    def __init__(self, seat: str, person: str) -> None:
        self.seat = seat
        self.person = person
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def put(self, frame: bytes | None) -> None:
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


class Room:
    """One open game."""

    def __init__(self, session: Session, face: Json, source: bots.Source) -> None:
        self.session = session
        self.face = face
        self.source = source
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.trouble: dict[str, str] = {}
        self.wish: Json = {}
        self.labels: dict[str, str] = {}
        self.sent: dict[str, Json] = {}
        self.driver: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return str(self.session.header["game"])

    def log(self, seat: str, after: int = 0) -> list[Json]:
        return show.log(self.session, seat, after, self.face.get("fights"))


class Rooms:
    """All open games of this process."""

    def __init__(
        self,
        store: Store,
        titles: Titles,
        workers: int = 1,
        bot_seconds: float = BOT_SECONDS,
        bot_pause: float = BOT_PAUSE,
    ) -> None:
        self.store = store
        self.people = People(store)
        self.titles = titles
        self.bot_seconds = bot_seconds
        self.bot_pause = bot_pause
        self.pool = bots.Pool(workers)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._faces: dict[tuple[str, str], Json] = {}
        self._openings: dict[str, Json] = {}

    async def close(self) -> None:
        for room in list(self._rooms.values()):
            if room.driver is not None:
                room.driver.cancel()
            for listener in room.listeners:
                listener.put(None)
        for room in list(self._rooms.values()):
            if room.driver is not None:
                with contextlib.suppress(asyncio.CancelledError):
                    await room.driver
            await asyncio.to_thread(room.session.close)
        await asyncio.to_thread(self.pool.close)

    # Titles ---------------------------------------------------------------------------------------------------

    def face(self, title: str, pack: str = "") -> Json:
        """The face of a title or of another pack for it; an owner's pack may leave it to the built-in one."""
        if (title, pack) not in self._faces:
            built_in = self.titles.folder(title) / "data"
            folder = Path(pack) if pack and (Path(pack) / "face.toml").is_file() else built_in
            self._faces[title, pack] = read_face(folder)
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
            self._openings[title] = game.scene(game.view(session.state, -1))
        return self._openings[title]

    # Rooms ----------------------------------------------------------------------------------------------------

    async def room(self, game: str) -> Room | None:
        """The room of a game, opened if need be; None if there is no such game."""
        if game in self._rooms:
            return self._rooms[game]
        lock = self._opening.setdefault(game, asyncio.Lock())
        async with lock:
            if game not in self._rooms:
                room = await asyncio.to_thread(self._open, game)
                if room is None:
                    return None
                await self._make_space()
                self._rooms[game] = room
                self.drive(room)
            return self._rooms[game]

    def _open(self, game: str) -> Room | None:
        row = self.store.game(game)
        table = self.people.table(game)
        if row is None or table is None:
            return None
        title = self.titles.load(row.title, table.pack)
        session = Session.load(title, self.store.log(game))
        session.roll_on()
        return Room(session, self.face(row.title, table.pack), bots.Source(row.title, table.pack))

    def add(self, session: Session, pack: str) -> Room:
        """A room for a game that was just made."""
        source = bots.Source(session.game.name, pack)
        room = Room(session, self.face(session.game.name, pack), source)
        self._rooms[room.id] = room
        self.drive(room)
        return room

    async def _make_space(self) -> None:
        """Close games that nobody looks at when there are too many."""
        for name, room in list(self._rooms.items()):
            if len(self._rooms) < MOST_ROOMS:
                return
            if not room.listeners and not room.lock.locked() and (room.driver is None or room.driver.done()):
                del self._rooms[name]
                await asyncio.to_thread(room.session.close)

    async def drop(self, game: str) -> None:
        room = self._rooms.pop(game, None)
        if room is None:
            return
        if room.driver is not None:
            room.driver.cancel()
        for listener in room.listeners:
            listener.put(msgspec.json.encode({"kind": "gone"}))

    # Changing -------------------------------------------------------------------------------------------------

    async def change(self, room: Room, act: Callable[[], list[Entry]]) -> list[Entry]:
        """Apply, commit, and only then show."""
        async with room.lock:
            return await self._change(room, act)

    async def _change(self, room: Room, act: Callable[[], list[Entry]]) -> list[Entry]:
        before = room.session.course.number
        entries = await asyncio.to_thread(act)
        room.wish = {}
        await self.publish(room, before)
        self.drive(room)
        return entries

    async def publish(self, room: Room, before: int) -> None:
        frames = await asyncio.to_thread(self._frames, room, before)
        for listener in room.listeners:
            frame = frames.get(listener.seat)
            if frame is not None:
                listener.put(frame)

    def _frames(self, room: Room, before: int) -> dict[str, bytes]:
        """One frame for each pair of eyes; also notes the summary for the lobby."""
        session = room.session
        entries = session.entries(before)
        back = [e.line.fields["to"] for e in entries if e.line.kind in ("undo", "rewind")]
        since = min([before, *[to - 1 for to in back]])
        tables = {seat: show.table(session, seat) for seat in {listener.seat for listener in room.listeners}}
        scene = next((table["scene"] for table in tables.values()), None)
        if scene is None:
            scene = session.game.scene(session.game.view(session.state, -1))
        if entries:
            self._note(room, entries, str(scene.get("turn", {}).get("label", "")))
        frames = {}
        for seat, table in tables.items():
            before_scene = room.sent.get(seat)
            scene = table["scene"] if before_scene is None else difference(before_scene, table["scene"])
            room.sent[seat] = table["scene"]
            frames[seat] = self._frame(room, {**table, "scene": scene}, since)
        for seat in [seat for seat in room.sent if seat not in tables]:
            del room.sent[seat]
        return frames

    def frame(self, room: Room, seat: str, since: int) -> bytes:
        """A whole frame, for a socket that was just opened; later ones tell the difference only."""
        table = show.table(room.session, seat)
        room.sent[seat] = table["scene"]
        return self._frame(room, table, since)

    def _frame(self, room: Room, table: Json, since: int) -> bytes:
        table = {**table, "seats": self.seats(room), "wish": room.wish}
        lines = room.log(table["seat"], since)
        return msgspec.json.encode({"kind": "news", "number": table["number"], "table": table, "lines": lines})

    def _note(self, room: Room, entries: list[Entry], turn: str) -> None:
        """Which turn it is and what happened last are facts that everybody sees."""
        session = room.session
        values: Json = {"number": session.course.number, "turn": turn}
        words = show.last_words(session, entries)
        if words:
            values["last"] = words[:400]
        self.people.note(room.id, values)
        outcome = session.outcome
        self.store.mark(room.id, session.awaited, {"name": outcome.name} if outcome is not None else None)

    def seats(self, room: Room) -> list[Json]:
        session = room.session
        if not room.labels:
            sides = session.game.scene(session.game.view(session.state, -1)).get("sides", {})
            room.labels = {name: sides.get(name, {}).get("label", title_case(name)) for name in session.seats}
        present = {listener.seat for listener in room.listeners}
        return [
            {
                "name": name,
                "label": room.labels[name],
                "kind": holder.held,
                "bot": holder.name if holder.held == BOT else "",
                "person": holder.name if holder.held != BOT else "",
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
        while True:
            async with room.lock:
                asked = await asyncio.to_thread(self._asked, room)
            if asked is None:
                return
            number, seat, name, view, legal = asked
            try:
                seed = f"{room.id} {number}"
                future = self.pool.submit(room.source, name, seed, self.bot_seconds, view, legal)
                move = await asyncio.wrap_future(future)
            except (bots.Overrun, bots.WorkerFailed) as error:
                room.trouble[seat] = f"The bot did not answer: {error}. Nothing is lost; it can be asked again."
                async with room.lock:
                    await self.publish(room, room.session.course.number)
                return
            if room.listeners and self.bot_pause:
                await asyncio.sleep(self.bot_pause)
            async with room.lock:
                session = room.session
                if session.number == number:
                    before = session.course.number
                    await asyncio.to_thread(session.answer, move.answer)
                    room.wish = {}
                    await self.publish(room, before)

    def _asked(self, room: Room) -> tuple[int, str, str, Json, list[int]] | None:
        session = room.session
        pending = session.pending
        if not isinstance(pending, Decide) or session.course.resigned:
            return None
        seat = session.seat_names[pending.seat]
        holder = session.seats[seat]
        if holder.held != BOT or seat in room.trouble:
            return None
        view: Any = session.game.view(session.state, pending.seat)
        return session.number, seat, holder.name, view.to_json(), list(session.legal())

    async def hint(self, room: Room, seat: str) -> Json:
        """What the greedy bot would do here, and why, from this seat's view."""
        session = room.session
        async with room.lock:
            number = session.number
            view = session.game.view(session.state, session.seat_index(seat)).to_json()
            legal = list(session.legal())
        future = self.pool.hint(room.source, "greedy", f"hint {room.id}", self.bot_seconds, view, legal)
        reply = await asyncio.wrap_future(future)
        async with room.lock:
            if session.number != number:
                return {"actions": [], "reasons": [], "bars": []}
            return await asyncio.to_thread(show.advice, session, seat, reply, room.face["bars"])
