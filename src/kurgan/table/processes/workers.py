"""A table of several processes on one PostgreSQL: some serve, one plays for the bots, and one looks after them all.

They share a listening socket and the database, and nothing else. Whichever dies is started again; what it held is free
for the others at once. ``oversee`` is the one that looks after them; ``serve_one`` and ``work`` are what they do.
"""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from kurgan.session.store import Store
from kurgan.table import server
from kurgan.table.database.identity import People
from kurgan.table.guard.quotas import from_environment
from kurgan.table.learning.review_jobs import ReviewJobs
from kurgan.table.notices.telling import Telling, sending_from_environment
from kurgan.table.processes import log_lines
from kurgan.table.processes.job_runner import Jobs, works
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.pacing import Pacing
from kurgan.table.titles import Titles

LOG = logging.getLogger("kurgan.workers")

SETTINGS = "KURGAN_WORKER"
SERVING = "serve"
WORKING = "work"
FAREWELL_SECONDS = 10.0
RESTART_SECONDS = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Pauses before a process is started again that died soon after its start; one that lived longer is at once."""

GIVE_WAY = 10
LIVED_SECONDS = 10.0
LOOK_SECONDS = 0.1

ONE_FILE = (
    "an SQLite file has one process: each would remember what the others change. "
    "For --workers above 1 the games must be in PostgreSQL: kurgan move-database FILE postgresql://..., "
    "then --database postgresql://..."
)


class Settings(msgspec.Struct):
    """What a process has to know; it goes by the environment, because a database's address may hold a password."""

    role: str
    database: str
    url: str
    listening: str
    handle: int
    hands: int
    names: list[str]
    proxies: list[str]


class Wishes(NamedTuple):
    """What whoever starts a club asks for."""

    database: str
    workers: int
    hands: int
    host: str
    port: int
    url: str
    names: Sequence[str]
    proxies: Sequence[str]


def oversee(wishes: Wishes) -> None:
    """Serve until interrupted: as many processes as wanted, each started again when it dies."""
    _check(wishes)
    log_lines.set_up()
    address = _open_once(wishes.database)
    with contextlib.ExitStack() as at_the_end:
        settings = _settings(wishes, -1, wishes.url)
        if wishes.workers:
            listening = at_the_end.enter_context(server.listen(wishes.host, wishes.port))
            listening.set_inheritable(True)
            shown = f"http://{server.name_of(wishes.host)}:{listening.getsockname()[1]}"
            settings = _settings(wishes, listening.fileno(), wishes.url.rstrip("/") or shown)
            print(f"Kurgan is served at {settings.url}", flush=True)
        told = f"{wishes.workers} serve, {wishes.hands} play for bots"
        print(f"Games are kept in {address}; {told}. Stop with Ctrl-C.", flush=True)
        roles = [SERVING] * wishes.workers + ([WORKING] if wishes.hands else [])
        _look_after([msgspec.structs.replace(settings, role=role) for role in roles])


def _check(wishes: Wishes) -> None:
    if not server.has_page():
        raise server.NoTable(server.NO_PAGE)
    server.check(wishes.url, wishes.names, wishes.proxies)
    sending_from_environment()
    from_environment(is_shared=True)
    if server.file_of(wishes.database) is not None:
        raise server.NoTable(ONE_FILE)
    if not wishes.workers and not wishes.hands:
        raise server.NoTable("nobody would do anything: --workers or --bots should be 1 or more")


def _settings(wishes: Wishes, handle: int, url: str) -> Settings:
    names, proxies = list(wishes.names), list(wishes.proxies)
    return Settings("", wishes.database, url, wishes.host, handle, wishes.hands, names, proxies)


def _open_once(database: str) -> str:
    """Bring the tables up to date before anybody serves; also says at once if there is no such database."""
    store = Store(database)
    try:
        return store.address
    finally:
        store.close()


class Child:
    """One process, started again when it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._deaths = 0
        self._begin_at = 0.0
        self._begun = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def see_to_it(self) -> None:
        """Start it if it does not run, after a pause if it died early."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            LOG.warning("a process ended; another is started", extra={"role": self._settings.role})
            self._deaths = 0 if now - self._begun > LIVED_SECONDS else self._deaths + 1
            pause = RESTART_SECONDS[min(self._deaths, len(RESTART_SECONDS)) - 1] if self._deaths else 0.0
            self.process, self._begin_at = None, now + pause
        if self.process is None and now >= self._begin_at:
            self._begun = now
            environment = {**os.environ, SETTINGS: msgspec.json.encode(self._settings).decode()}
            command = [sys.executable, "-m", "kurgan", "worker"]
            handles = (self._settings.handle,) if self._settings.role == SERVING else ()
            self.process = subprocess.Popen(command, env=environment, pass_fds=handles, process_group=0)

    def end(self, by: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(by)

    @property
    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None


class Told(Exception):
    """Somebody asked us to end."""


def _look_after(all_settings: Sequence[Settings]) -> None:
    children = [Child(settings) for settings in all_settings]

    def stop(*_: object) -> None:
        raise Told

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        while True:
            for child in children:
                child.see_to_it()
            time.sleep(LOOK_SECONDS)
    except Told:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _end_all(children)


def _end_all(children: Sequence[Child]) -> None:
    for child in children:
        child.end(signal.SIGTERM)
    until = time.monotonic() + FAREWELL_SECONDS
    while time.monotonic() < until and not all(child.has_ended for child in children):
        time.sleep(LOOK_SECONDS)
    for child in children:
        child.end(signal.SIGKILL)


# What the processes do ------------------------------------------------------------------------------------------


def read_settings() -> Settings:
    """What whoever looks after us left in the environment; raises NoTable where nobody did."""
    try:
        return msgspec.json.decode(os.environ.pop(SETTINGS), type=Settings)
    except (KeyError, msgspec.DecodeError):
        raise server.NoTable("'kurgan worker' is started by 'kurgan serve'") from None


def run_worker(titles: Titles) -> None:
    log_lines.set_up()
    settings = read_settings()
    _end_with(os.getppid())
    if settings.role == SERVING:
        serve_one(titles, settings)
    else:
        asyncio.run(work(titles, settings))


def _end_with(parent: int) -> None:
    """End when whoever looks after us has gone: somebody starts all of us anew, and two sets would be too many."""
    import threading

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="kurgan watch", daemon=True).start()


def serve_one(titles: Titles, settings: Settings) -> None:
    """Answer requests on the socket that all share."""
    store = Store(settings.database)
    listening = socket.socket(fileno=settings.handle)
    app = server.make_app(
        titles,
        store,
        url=settings.url,
        local=False,
        plays_bots=False,
        listening=settings.listening,
        names=settings.names,
        proxies=settings.proxies,
        sending=sending_from_environment(),
        quotas=from_environment(is_shared=True),
    )
    server.run(server.config(app, settings.proxies, None), listening, store)


async def work(titles: Titles, settings: Settings) -> None:
    """Do jobs until told to end; who answers people goes first."""
    os.nice(GIVE_WAY)
    store = Store(settings.database)
    rooms = Rooms(store, People(store), titles, workers=settings.hands)
    rooms.bot_play.minutes = from_environment(is_shared=True).bot_minutes
    loop = asyncio.get_running_loop()
    telling = Telling(rooms, settings.url, sending_from_environment())
    reviews = ReviewJobs(rooms)
    working = Jobs(store, works(rooms, Pacing(rooms), telling, reviews), settings.hands)
    rooms.begin(working.stir)
    task = loop.create_task(working.run())
    for by in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(by, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    await telling.close()
    await reviews.close()
    await rooms.close()
    store.close()
