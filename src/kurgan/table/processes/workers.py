"""A table of several processes on one PostgreSQL: some serve, one plays for the bots, and one looks after them all.

They share a listening socket, the database, memory in which requests are counted, and nothing else. Whichever dies is
started again; what it held is free for the others at once. ``oversee`` is the one that looks after them; ``serve_one``
and ``work`` are what they do.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from kurgan.session.logs import NoRecord
from kurgan.session.store import Store
from kurgan.table import server
from kurgan.table.database.identity import People
from kurgan.table.guard.quotas import from_environment
from kurgan.table.guard.shared_rates import SharedRates
from kurgan.table.learning.review_jobs import ReviewJobs
from kurgan.table.notices.telling import Telling, sending_from_environment
from kurgan.table.processes import log_lines
from kurgan.table.processes.job_runner import Jobs, works
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.pacing import Pacing
from kurgan.table.titles import Titles

LOG = logging.getLogger("kurgan.workers")

SERVING = "serve"
WORKING = "work"
ENDING = (signal.SIGTERM, signal.SIGINT)
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


class Settings(NamedTuple):
    """What a process has to know; ``listening`` is the socket that all who serve share, ``host`` the name it listens
    at, ``rates`` where they count requests together."""

    role: str
    database: str
    url: str
    listening: socket.socket | None
    host: str
    hands: int
    names: Sequence[str]
    proxies: Sequence[str]
    rates: SharedRates


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


def oversee(titles: Titles, wishes: Wishes) -> None:
    """Serve until interrupted: as many processes as wanted, each started again when it dies."""
    _check(wishes)
    log_lines.set_up()
    address = _open_once(wishes.database)
    with contextlib.ExitStack() as at_the_end:
        rates = at_the_end.enter_context(contextlib.closing(SharedRates()))
        listening, url = None, wishes.url.rstrip("/")
        if wishes.workers:
            listening = at_the_end.enter_context(server.listen(wishes.host, wishes.port))
            url = url or f"http://{server.name_of(wishes.host)}:{listening.getsockname()[1]}"
            print(f"Kurgan is served at {url}", flush=True)
        told = f"{wishes.workers} serve, {wishes.hands} play for bots"
        print(f"Games are kept in {address}; {told}. Stop with Ctrl-C.", flush=True)
        roles = [SERVING] * wishes.workers + ([WORKING] if wishes.hands else [])
        rest = (wishes.database, url, listening, wishes.host, wishes.hands, wishes.names, wishes.proxies, rates)
        _look_after(titles, [Settings(role, *rest) for role in roles])


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


def _open_once(database: str) -> str:
    """Bring the tables up to date before anybody serves; also says at once if there is no such database."""
    store = Store(database)
    try:
        return store.address
    finally:
        store.close()


class Child:
    """One process, started again when it dies.

    It is forked from us, who have everything imported and nothing open but the socket: so another one answers within
    moments, and what is imported is in memory once.
    """

    def __init__(self, titles: Titles, settings: Settings) -> None:
        self._titles = titles
        self._settings = settings
        self._deaths = 0
        self._begin_at = 0.0
        self._begun = 0.0
        self.process: BaseProcess | None = None

    def see_to_it(self) -> None:
        """Start it if it does not run, after a pause if it died early."""
        now = time.monotonic()
        if self.process is not None and self.has_ended:
            LOG.warning("a process ended; another is started", extra={"role": self._settings.role})
            self._deaths = 0 if now - self._begun > LIVED_SECONDS else self._deaths + 1
            pause = RESTART_SECONDS[min(self._deaths, len(RESTART_SECONDS)) - 1] if self._deaths else 0.0
            self.process.close()
            self.process, self._begin_at = None, now + pause
        if self.process is None and now >= self._begin_at:
            self._begun = now
            self.process = get_context("fork").Process(target=_live, args=(self._titles, self._settings, os.getpid()))
            with _undisturbed():
                self.process.start()

    def end(self, by: signal.Signals) -> None:
        if self.process is not None and self.process.pid is not None and not self.has_ended:
            os.kill(self.process.pid, by)

    @property
    def has_ended(self) -> bool:
        return self.process is None or self.process.exitcode is not None


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """A signal to end waits until a new process has left behind what we do about one."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


class Told(Exception):
    """Somebody asked us to end."""


def _look_after(titles: Titles, all_settings: Sequence[Settings]) -> None:
    children = [Child(titles, settings) for settings in all_settings]
    gc.collect()
    gc.freeze()  # what all share stays untouched, and so in memory once

    def stop(*_: object) -> None:
        raise Told

    for by in ENDING:
        signal.signal(by, stop)
    try:
        while True:
            for child in children:
                child.see_to_it()
            time.sleep(LOOK_SECONDS)
    except Told:
        pass
    finally:
        for by in ENDING:
            signal.signal(by, signal.SIG_IGN)
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


def _live(titles: Titles, settings: Settings, parent: int) -> None:
    """What a new process does: its part, until it is told to end."""
    os.setpgid(0, 0)  # Ctrl-C is for whoever looks after us
    for by in ENDING:
        signal.signal(by, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    _end_with(parent)
    try:
        _do_part(titles, settings)
    except NoRecord as error:  # the database is away: another of us tries again in a while
        LOG.error(str(error), extra={"role": settings.role})
        sys.exit(1)
    except Exception:
        LOG.exception("a process broke down", extra={"role": settings.role})
        sys.exit(1)


def _do_part(titles: Titles, settings: Settings) -> None:
    if settings.listening is not None and settings.role == SERVING:
        serve_one(titles, settings, settings.listening)
        return
    if settings.listening is not None:
        settings.listening.close()
    asyncio.run(work(titles, settings))


def _end_with(parent: int) -> None:
    """End when whoever looks after us has gone: somebody starts all of us anew, and two sets would be too many."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="kurgan watch", daemon=True).start()


def serve_one(titles: Titles, settings: Settings, listening: socket.socket) -> None:
    """Answer requests on the socket that all share."""
    store = Store(settings.database)
    app = server.make_app(
        titles,
        store,
        url=settings.url,
        local=False,
        plays_bots=False,
        listening=settings.host,
        names=settings.names,
        proxies=settings.proxies,
        sending=sending_from_environment(),
        quotas=from_environment(is_shared=True),
        shared=settings.rates,
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
    for by in ENDING:
        loop.add_signal_handler(by, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    await telling.close()
    await reviews.close()
    await rooms.close()
    store.close()
