"""Two tables that differ in hidden facts only, and a witness of every byte that each person at them receives.

Whatever is random at a table (ids, keys, secrets, words) and its clock are fixed here for both worlds, so that nothing
has to be taken out of what is compared: ``fix_chance`` is the whole list. The application is called directly, without
a socket between: twenty thousand questions are to be compared in an hour.
"""

import asyncio
import hashlib
import io
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kurgan.bots import worker
from kurgan.kernel.protocol import Json
from kurgan.session import dice, store
from kurgan.session.replay import PERSON, Entry
from kurgan.session.session import Session
from kurgan.session.stream import sees
from kurgan.table.database import accounts, identity
from kurgan.table.storage import MAKER, WATCH
from tests.table.helpers import HOST, table

NOON = 1_000_000_000
PATIENCE = 60.0


class Chance:
    """Bytes in the place of the machine's own randomness: the same for the same label and count, in either world."""

    def __init__(self) -> None:
        self.label = ""
        self.counts: dict[str, int] = {}
        self.world = ""

    def begin(self, label: str, world: str) -> None:
        self.label, self.world = label, world
        self.counts[world] = 0

    def bytes(self, *_: object) -> bytes:
        self.counts[self.world] = self.counts.get(self.world, 0) + 1
        return hashlib.sha256(f"{self.label} {self.counts[self.world]}".encode()).digest()

    def word(self, *_: object) -> str:
        return self.bytes()[:16].hex()


def fix_chance(monkeypatch: pytest.MonkeyPatch) -> Chance:
    """Everything that would differ between two tables although nothing hidden does."""
    chance = Chance()
    monkeypatch.setattr(dice, "new_secret", chance.bytes)
    monkeypatch.setattr(dice, "new_word", chance.word)
    monkeypatch.setattr(dice, "new_game_id", chance.word)
    monkeypatch.setattr(store, "new_token", chance.word)
    monkeypatch.setattr(identity, "new_person", chance.word)
    monkeypatch.setattr(accounts, "new_token", chance.word)
    monkeypatch.setattr(store, "_now", lambda: NOON)
    return chance


class Line:
    """One socket: what came over it, and a way to end it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.news = asyncio.Event()
        self.orders: asyncio.Queue[Json] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"].encode())
            self.news.set()
        elif message["type"] == "websocket.close":
            self.frames.append(f"closed {message.get('code')}".encode())
            self.news.set()

    async def heard_talk(self) -> None:
        """Until a line of talk has come."""
        while not (self.frames and b'"kind":"talk"' in self.frames[-1][:40]):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)


class World:
    """One table with one game from a given position, a person in each seat, one who watches, and a stranger."""

    def __init__(self, name: str, app: Any, loop: asyncio.Runner, chance: Chance) -> None:
        self.name = name
        self.app = app
        self.loop = loop
        self.chance = chance
        self.keys: dict[str, str] = {}
        self.people: dict[str, str] = {}
        self.line = Line()
        self.game = ""
        self.life = Line()
        self._run(self._wake())
        self.rooms: Any = app.app.state.place.rooms

    @property
    def session(self) -> Session:
        session: Session = self.rooms._rooms[self.game].session
        return session

    def _run(self, doing: Any) -> Any:
        self.chance.world = self.name
        return self.loop.run(doing)

    async def _wake(self) -> None:
        """Start the application as a server would."""
        ready = asyncio.Event()

        async def send(message: Any) -> None:
            assert message["type"].endswith("complete"), message
            ready.set()

        await self.life.orders.put({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self.life.task = asyncio.create_task(self.app(scope, self.life.orders.get, send))
        await ready.wait()

    def close(self) -> None:
        self.leave()
        self._run(self._sleep())

    async def _sleep(self) -> None:
        await self.life.orders.put({"type": "lifespan.shutdown"})
        assert self.life.task is not None
        await self.life.task

    def begin(self, label: str, title: Any, scenario: str, options: Json, position: Json, eyes: str) -> None:
        """A new game at this table from a position; everybody sits down, and whose eyes are compared opens a socket."""
        self.leave()
        self.chance.begin(label, self.name)
        seats = title.seats(scenario)
        rooms = self.rooms
        for who in ["", "stranger", *seats]:
            self.keys[who], self.people[who] = rooms.people.new()
        holders = {seat: f"{PERSON} {seat}" for seat in seats}
        session = Session.new(title, scenario, options, holders, position=position, log=rooms.store.log())
        self.game = str(session.header["game"])
        rooms.people.open_table(self.game, "", False)
        rooms.people.hold(self.game, MAKER, self.people["stranger"])
        rooms.people.leave(self.game, MAKER)
        rooms.people.hold(self.game, WATCH, self.people[""])
        for seat in seats:
            rooms.people.hold(self.game, seat, self.people[seat])
        self._run(self._open(session, eyes))

    async def _open(self, session: Session, eyes: str) -> None:
        self.rooms.add(session, "")
        self.line = line = Line()
        await line.orders.put({"type": "websocket.connect"})
        scope = self._scope("websocket", f"/api/games/{self.game}/live", f"seat={eyes}", eyes)
        line.task = asyncio.create_task(self.app(scope, line.orders.get, line.send))
        while not line.frames:
            line.news.clear()
            await asyncio.wait_for(line.news.wait(), PATIENCE)

    def leave(self) -> None:
        """Everybody goes, and the game is forgotten."""
        if self.game:
            self._run(self._leave())
            self.game = ""

    async def _leave(self) -> None:
        await self.line.orders.put({"type": "websocket.disconnect", "code": 1000})
        assert self.line.task is not None
        await self.line.task
        await self.rooms.delete(self.rooms._rooms[self.game])

    # What somebody receives -----------------------------------------------------------------------------------

    def _scope(self, kind: str, path: str, query: str, who: str, method: str = "GET") -> Json:
        headers = [(b"host", b"testserver"), (b"origin", HOST.encode()), (b"content-type", b"application/json")]
        headers.append((b"cookie", f"kurgan={self.keys[who]}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "ws" if kind == "websocket" else "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 5000),
            "server": ("testserver", 80),
            "subprotocols": [],
            "state": {},
        }

    def get(self, who: str, path: str) -> bytes:
        """Status, headers and body of a reply: every byte of it."""
        found: bytes = self._run(self._call(who, "GET", path, b""))
        return found

    def post(self, who: str, path: str, body: Any) -> bytes:
        found: bytes = self._run(self._call(who, "POST", path, msgspec.json.encode(body)))
        return found

    async def _call(self, who: str, method: str, path: str, body: bytes) -> bytes:
        path, _, query = f"/api{path}".partition("?")
        sent = [{"type": "http.request", "body": body, "more_body": False}]
        heard: list[bytes] = []

        async def receive() -> Any:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                heard.append(f"{message['status']}\n".encode())
                heard.extend(sorted(name + b": " + value + b"\n" for name, value in message["headers"]))
                heard.append(b"\n")
            else:
                heard.append(message.get("body", b""))

        await self.app(self._scope("http", path, query, who, method), receive, send)
        return b"".join(heard)

    def frames(self, mark: str) -> bytes:
        """All that came over the socket since the last mark; the mark is a line of talk, so nothing can be missed."""
        speaker = self.session.seat_names[0]
        self.post(speaker, f"/games/{self.game}/talk", {"seat": speaker, "text": mark})
        self._run(self.line.heard_talk())
        received, self.line.frames = self.line.frames, []
        return b"\n".join(received)


@contextmanager
def two_worlds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    chance = fix_chance(monkeypatch)
    with ExitStack() as stack:
        loop = stack.enter_context(asyncio.Runner())
        worlds = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            app = stack.enter_context(table(folder / name))
            world = World(name, app, loop, chance)
            stack.callback(world.close)
            world.rooms.bot_play.pool.hint = hint_here
            worlds.append(world)
        yield worlds[0], worlds[1]


def hint_here(asked: Json, seconds: float) -> Any:
    """What a bot's own process would answer, without the process."""
    from concurrent.futures import Future

    future: Future[Json] = Future()
    told = msgspec.json.encode({**asked, "bot": "greedy:1", "want": "hint"})
    future.set_result(worker._answer(msgspec.json.decode(told), {}))
    return future


@contextmanager
def server_log() -> Iterator[io.StringIO]:
    """What the server writes to its log, at the level it is served with and above."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    try:
        yield written
    finally:
        logging.getLogger().removeHandler(handler)


def seen_of(session: Session, entries: list[Entry], seat: str) -> bytes:
    """What the rules themselves let a seat see now, and of what just happened: the measure for all else.

    Made from the title's view and from the masks of events alone, by nothing that the table uses to show them.
    """
    index = session.seat_index(seat)
    view = session.game.view(session.state, index).to_json()
    happened = [
        [list(event._replace(seen_by=0)) for event in entry.events if sees(event, index)]
        for entry in entries
        if entry.events
    ]
    return msgspec.json.encode([view, [events for events in happened if events]])
