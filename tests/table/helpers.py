"""A table for tests: an application on a database of its own, and people who sit at it."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.store import Store
from kurgan.table.server import make_app
from tests.club.cluster import database_of
from tests.session.fresh import sqlite_of

HOST = "http://testserver"
CHOSEN = {"database": "sqlite"}
"""Which database the test that runs is for."""

PROCESSES = {"sqlite": 1, "postgresql": 2}
"""How many tables answer in turn."""


def database(folder: Path) -> str:
    """Where the games of a folder are: in a file there, or in PostgreSQL while a test runs on it (``conftest``)."""
    return database_of(folder) if CHOSEN["database"] == "postgresql" else sqlite_of(folder / "kurgan.sqlite")


@contextmanager
def table(folder: Path, processes: int = 0, **more: Any) -> Iterator[Any]:
    """The application with its database in a folder; ``processes``: for tests that reach into one of them."""
    stores = [Store(database(folder)) for _ in range(processes or PROCESSES[CHOSEN["database"]])]
    fast = dict.fromkeys(("rate", "burst", "seat_rate", "seat_burst", "code_rate", "code_burst"), 1e6)
    more = {**fast, "bot_pause": 0, "url": HOST, **more}
    apps = [make_app(games, store, **more, plays_bots=store is stores[0]) for store in stores]
    try:
        yield Alternating(apps) if len(apps) > 1 else apps[0]
    finally:
        for store in stores:
            store.close()


class Alternating:
    """Several tables on one database, as processes would be: each request goes to the next of them.

    What a test reaches into is the first one.
    """

    def __init__(self, apps: list[Any]) -> None:
        self._apps = apps
        self._count = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._apps[0], name)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        self._count += 1
        await self._apps[self._count % len(self._apps)](scope, receive, send)

    async def _live(self, scope: Any, receive: Any, send: Any) -> None:
        """Begin and end all of them together."""
        async with AsyncExitStack() as lives:
            assert (await receive())["type"] == "lifespan.startup"
            for app in self._apps:
                inner = app.app if hasattr(app, "app") else app
                while not hasattr(inner, "router"):
                    inner = inner.app
                await lives.enter_async_context(inner.router.lifespan_context(inner))
            await send({"type": "lifespan.startup.complete"})
            assert (await receive())["type"] == "lifespan.shutdown"
        await send({"type": "lifespan.shutdown.complete"})


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
