"""A table for tests: an application on a database of its own, and people who sit at it."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.store import Store
from kurgan.table.server import make_app
from tests.club.cluster import database_of

HOST = "http://testserver"
CHOSEN = {"database": "sqlite"}
"""Which database the test that runs is for."""


def database(folder: Path) -> str:
    """Where the games of a folder are: in a file there, or in PostgreSQL while a test runs on it (``conftest``)."""
    return database_of(folder) if CHOSEN["database"] == "postgresql" else f"sqlite:///{folder / 'kurgan.sqlite'}"


@contextmanager
def table(folder: Path, **more: Any) -> Iterator[Any]:
    """The application with its database in a folder."""
    store = Store(database(folder))
    fast = dict.fromkeys(("rate", "burst", "seat_rate", "seat_burst", "code_rate", "code_burst"), 1e6)
    more = {**fast, "bot_pause": 0, "url": HOST, **more}
    app = make_app(games, store, **more)
    try:
        yield app
    finally:
        store.close()


class Player:
    """One browser: a client with its own cookie."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.hello = client.get("/api/hello").json()

    def post(self, path: str, body: Any = None, status: int = 200) -> Json:
        """The reply; of news, the table as it stands."""
        reply = self.client.post(f"/api{path}", json=body if body is not None else {})
        assert reply.status_code == status, f"{reply.status_code}: {reply.text}"
        found: Json = reply.json()
        return found["table"] if found.get("kind") == "news" else found

    def get(self, path: str, status: int = 200) -> Json:
        reply = self.client.get(f"/api{path}")
        assert reply.status_code == status, f"{reply.status_code}: {reply.text}"
        found: Json = reply.json()
        return found

    def new(self, title: str = "advance", **more: Any) -> str:
        made = self.post("/games", {"title": title, **more}, 201)
        return str(made["id"])

    def look(self, game: str, seat: str = "") -> Json:
        return self.get(f"/games/{game}?seat={seat}")

    def act(self, game: str, *actions: str, seat: str = "german", number: int = 0, status: int = 200) -> Json:
        number = number or self.look(game, seat)["question"]["number"]
        return self.post(f"/games/{game}/answers", {"seat": seat, "number": number, "actions": list(actions)}, status)


@contextmanager
def players(app: Any, count: int = 1) -> Iterator[list[Player]]:
    """People at one table. The first client carries the application's life; the others share it."""
    with TestClient(app, base_url=HOST) as first:
        clients = [first]
        for _ in range(count - 1):
            other = TestClient(app, base_url=HOST)
            other.portal = first.portal
            clients.append(other)
        yield [Player(client) for client in clients]


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run something to its end in a thread of its own: a browser test may have left a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def kept(folder: Path, game: str) -> tuple[list[Json], Json]:
    """Lines and vault of a game as they lie in the database."""
    store = Store(database(folder))
    try:
        return [line.fields for line in store.log(game).read().lines], store.log(game).vault()
    finally:
        store.close()


def secret_in_force(folder: Path, game: str) -> str:
    """The secret that the coming throws of a game will be made with, from the host's own database."""
    lines, vault = kept(folder, game)
    promised = [line["commitment"] for line in lines if line["kind"] in ("header", "epoch", "secret")][-1]
    return str(vault["secrets"][promised])


def secret_of(link: str) -> str:
    return link.partition("#")[2]


def text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)
