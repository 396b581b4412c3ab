"""Two tables that differ in hidden facts only, and a witness of every byte that each person at them receives.

Whatever is random at a table (ids, keys, secrets, words) and its clock are fixed here for both worlds, so that nothing
has to be taken out of what is compared: ``fix_chance`` is the whole list.
"""

import hashlib
import io
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kurgan.kernel.protocol import Json
from kurgan.session import dice, store
from kurgan.session.course import PERSON, Entry
from kurgan.session.session import Session
from kurgan.session.stream import sees
from kurgan.table import people
from kurgan.table.people import MAKER, WATCH
from tests.table.helpers import HOST, table

ORIGIN = {"origin": HOST}
NOON = 1_000_000_000


class Chance:
    """Bytes in the place of the machine's own randomness: the same for the same label and count."""

    def __init__(self) -> None:
        self.label = ""
        self.count = 0

    def begin(self, label: str) -> None:
        self.label, self.count = label, 0

    def bytes(self) -> bytes:
        self.count += 1
        return hashlib.sha256(f"{self.label} {self.count}".encode()).digest()

    def word(self) -> str:
        return self.bytes()[:16].hex()


def fix_chance(monkeypatch: pytest.MonkeyPatch) -> Chance:
    """Everything that would differ between two tables although nothing hidden does."""
    chance = Chance()
    monkeypatch.setattr(dice, "new_secret", chance.bytes)
    monkeypatch.setattr(dice, "new_word", chance.word)
    monkeypatch.setattr(dice, "new_game_id", chance.word)
    monkeypatch.setattr(store, "new_token", chance.word)
    monkeypatch.setattr(people, "new_token", chance.word)
    monkeypatch.setattr(store, "_now", lambda: NOON)
    return chance


class World:
    """One table with one game from a given position, a person in each seat, one who watches, and a stranger."""

    def __init__(self, app: Any, stack: ExitStack, chance: Chance) -> None:
        self.chance = chance
        self.stack = stack
        self.rooms: Any = None
        self.clients: dict[str, TestClient] = {}
        self.people: dict[str, str] = {}
        self.sockets: dict[str, Any] = {}
        self.opened = ExitStack()
        self.game = ""
        self.first = stack.enter_context(TestClient(app, base_url=HOST))
        self.app = app
        self.rooms = app.app.state.place.rooms
        stack.callback(self.opened.close)

    @property
    def session(self) -> Session:
        session: Session = self.rooms._rooms[self.game].session
        return session

    def client(self, who: str) -> TestClient:
        """The browser of a seat, of "" who watches, or of a "stranger"."""
        if who not in self.clients:
            client = TestClient(self.app, base_url=HOST)
            client.portal = self.first.portal
            key, person = self.rooms.people.new()
            client.cookies.set("kurgan", key)
            self.clients[who], self.people[who] = client, person
        return self.clients[who]

    def begin(self, label: str, title: Any, scenario: str, options: Json, position: Json) -> None:
        """A new game at this table from a position; everybody opens a socket."""
        self.leave()
        self.chance.begin(label)
        self.clients, self.people = {}, {}
        seats = title.seats(scenario)
        everybody = ["", "stranger", *seats]
        for who in everybody:
            self.client(who)
        rooms = self.rooms
        holders = {seat: f"{PERSON} {seat}" for seat in seats}
        log = rooms.store.log()
        session = Session.new(title, scenario, options, holders, position=position, log=log)
        self.game = str(session.header["game"])
        rooms.people.open_table(self.game, "", False)
        rooms.people.hold(self.game, MAKER, self.people["stranger"])
        rooms.people.leave(self.game, MAKER)
        rooms.people.hold(self.game, WATCH, self.people[""])
        for seat in seats:
            rooms.people.hold(self.game, seat, self.people[seat])
        rooms.store.mark(self.game, session.awaited, None)
        self.call_soon(rooms.add, session, "")
        for who in ["", *seats]:
            path = f"/api/games/{self.game}/live?seat={who}"
            self.sockets[who] = self.opened.enter_context(self.client(who).websocket_connect(path, headers=ORIGIN))

    def call_soon(self, act: Any, *args: Any) -> None:
        portal = self.first.portal
        assert portal is not None
        portal.call(act, *args)

    def leave(self) -> None:
        self.opened.close()
        self.sockets = {}

    # What somebody receives -----------------------------------------------------------------------------------

    def get(self, who: str, path: str) -> bytes:
        reply = self.client(who).get(f"/api{path}")
        return heard(reply)

    def post(self, who: str, path: str, body: Any) -> bytes:
        return heard(self.client(who).post(f"/api{path}", json=body))

    def frames(self, mark: str) -> dict[str, list[bytes]]:
        """All that came over each socket since the last mark; the mark is a line of talk, so nothing can be missed."""
        speaker = self.session.seat_names[0]
        self.post(speaker, f"/games/{self.game}/talk", {"seat": speaker, "text": mark})
        received: dict[str, list[bytes]] = {}
        for who, socket in self.sockets.items():
            received[who] = []
            while True:
                frame = socket.receive_text()
                received[who].append(frame.encode())
                if msgspec.json.decode(frame)["kind"] == "talk":
                    break
        return received


def heard(reply: Any) -> bytes:
    """Status, headers and body of a reply: every byte of it."""
    head = "".join(f"{name}: {value}\n" for name, value in sorted(reply.headers.items()))
    return f"{reply.status_code}\n{head}\n".encode() + bytes(reply.content)


@contextmanager
def two_worlds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[World, World]]:
    chance = fix_chance(monkeypatch)
    with ExitStack() as stack:
        worlds = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            app = stack.enter_context(table(folder / name))
            worlds.append(World(app, stack, chance))
        yield worlds[0], worlds[1]


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
