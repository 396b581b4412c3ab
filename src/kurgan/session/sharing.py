"""One database, several processes: who changed what, who is told of it, and who is still alive.

Nothing that a process remembers of a game is believed without asking. Every change of a game that others must take in
counts up its ``version`` in the transaction of the change; whoever enters a game compares the version with the one
that he has taken in, and catches up from the database. News (LISTEN and NOTIFY) only say: look now. They may be lost
with a process or a connection, and nothing but time is lost with them.

A process is alive as long as its listening connection is: it holds an advisory lock with the number of the process,
and PostgreSQL frees it at once when the process dies. Jobs and seats of the dead are free by that alone.
"""

import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    cast,
    create_engine,
    false,
    func,
    literal,
    not_,
    select,
    text,
    update,
)
from sqlalchemy.sql import column, table

from kurgan.session.engines import CONNECT_SECONDS, POSTGRESQL
from kurgan.session.tables import GAMES

if TYPE_CHECKING:
    import psycopg

CHANNEL = "kurgan"
ALIVE = 0x4B75
"""The first number of the advisory locks of processes that are alive; the second is the process's own."""

CLAIMING = 0x4B76
WAIT_SECONDS = 0.5
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0)
MOST_OWN = 256
"""Versions of a game that are remembered as our own doing; beyond that we look again."""

Heard = Callable[[str, str], object]
EVERYTHING = ""
"""Told instead of a game after something may have been missed."""


def touch(c: Connection, game: str) -> int:
    """Count up the version of a game, first of all in a transaction: whoever else changes it waits for our end."""
    counted = update(GAMES).where(GAMES.c.id == game).values(version=GAMES.c.version + 1).returning(GAMES.c.version)
    return int(c.execute(counted).scalar() or 0)


class Versions:
    """Which changes of games this process made itself: they need not be taken in."""

    def __init__(self) -> None:
        self._own: dict[str, set[int]] = {}
        self._lock = threading.Lock()

    def add(self, game: str, version: int) -> None:
        with self._lock:
            own = self._own.setdefault(game, set())
            if len(own) >= MOST_OWN:
                own.clear()
            own.add(version)

    def are_own(self, game: str, known: int, now: int) -> bool:
        """Whether all changes after a known version are ours; they are forgotten by it."""
        with self._lock:
            own = self._own.get(game, set())
            ours = all(version in own for version in range(known + 1, now + 1))
            self._own[game] = {version for version in own if version > now}
            if not self._own[game]:
                del self._own[game]
        return ours

    def forget(self, game: str) -> None:
        with self._lock:
            self._own.pop(game, None)


def is_alive(c: Connection, worker: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether the process of this number still has its connection; nobody else has one to an SQLite file."""
    if c.dialect.name != POSTGRESQL:
        return false()
    held = table("pg_locks", column("locktype"), column("classid"), column("objid"))
    ours = (held.c.locktype == "advisory") & (cast(held.c.classid, BigInteger) == ALIVE)
    return select(held.c.objid).where(ours, cast(held.c.objid, BigInteger) == worker).exists()


def living(c: Connection) -> frozenset[int]:
    """The numbers of all processes that share the database now."""
    held = table("pg_locks", column("locktype"), column("classid"), column("objid"))
    ours = (held.c.locktype == "advisory") & (cast(held.c.classid, BigInteger) == ALIVE)
    return frozenset(int(row[0]) for row in c.execute(select(cast(held.c.objid, BigInteger)).where(ours)))


def has_gone(c: Connection, worker: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether the process of this number has ended; of one that has the database to itself nobody says so."""
    return not_(is_alive(c, worker)) if c.dialect.name == POSTGRESQL else false()


def clock(c: Connection) -> ColumnElement[int]:
    """Milliseconds by the clock that all who share the database share: jobs of one second have an order too."""
    if c.dialect.name == POSTGRESQL:
        return cast(func.floor(1000 * func.extract("epoch", func.clock_timestamp())), BigInteger)
    return literal(int(1000 * time.time()))


def now() -> ColumnElement[int]:
    """Seconds by the clock of the database, which all processes share."""
    return cast(func.floor(func.extract("epoch", func.clock_timestamp())), BigInteger)


def hurry(c: Connection) -> None:
    """Do not wait until this transaction is on disk: for what is not missed if it is lost with the computer."""
    c.execute(text("SET LOCAL synchronous_commit TO OFF"))


class Claims:
    """One process at a time changes who sits at a game: a lock in the database that ends with whoever held it.

    It has connections of its own: who waits for a game must not keep those waiting who have one.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = create_engine(engine.url, pool_size=4, max_overflow=12, isolation_level="AUTOCOMMIT")

    @contextlib.contextmanager
    def claim(self, game: str) -> Iterator[None]:
        names = {"class": CLAIMING, "game": game}
        with self._engine.connect() as c:
            c.execute(text("SELECT pg_advisory_lock(:class, hashtext(:game))"), names)
            try:
                yield
            finally:
                c.execute(text("SELECT pg_advisory_unlock(:class, hashtext(:game))"), names)

    def close(self) -> None:
        self._engine.dispose()


class Bell:
    """Tells other processes which games were changed, and hears of theirs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.worker = secrets.randbelow(2**31 - 1) + 1
        self._hear: Heard | None = None
        self._ends = threading.Event()
        self._ready = threading.Event()
        self._rung: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._silent: dict[str, bool] = {}
        self._lock = threading.Lock()

    def start(self, hear: Heard) -> None:
        """Begin to listen; ``hear`` is called in a thread with a game and a word, or EVERYTHING after a pause."""
        self._hear = hear
        if self._threads:
            return
        for work in (self._listen, self._tell):
            thread = threading.Thread(target=work, name=f"kurgan {work.__name__.strip('_')}", daemon=True)
            thread.start()
            self._threads.append(thread)

    @property
    def is_alive(self) -> bool:
        """Whether others know that we are there."""
        return self._ready.is_set()

    def ring(self, game: str, word: str = "") -> None:
        """A game was changed, and that is committed; or there is a word that nobody misses if it is lost.

        Never blocks.
        """
        with self._lock:
            if not word and game in self._silent:
                self._silent[game] = True
                return
        if self._threads:
            self._rung.put((game, word))

    @contextlib.contextmanager
    def silence(self, game: str) -> Iterator[None]:
        """A change of several steps: others look when all of them are done, not between a line and a right."""
        with self._lock:
            self._silent[game] = False
        try:
            yield
        finally:
            with self._lock:
                changed = self._silent.pop(game)
            if changed:
                self.ring(game)

    def close(self) -> None:
        self._ends.set()
        self._rung.put(("", ""))
        for thread in self._threads:
            thread.join()

    def _tell(self) -> None:
        """On a connection that is kept: there is news with every answer, and others wait for it."""
        raw = None
        while not self._ends.is_set():
            news = {self._rung.get(): None}
            while not self._rung.empty():
                news[self._rung.get()] = None
            for _ in ("as it is", "on a new connection"):
                try:
                    raw = raw or self._connect()
                    self._notify(raw, [word for word in news if word[0]])
                    break
                except Exception:  # whatever happened to it; if there is no other either, they look now and then
                    self._hang_up(raw)
                    raw = None
        self._hang_up(raw)

    def _notify(self, raw: "psycopg.Connection", news: list[tuple[str, str]]) -> None:
        for game, word in news:
            raw.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.worker} {game} {word}"))

    def _connect(self) -> "psycopg.Connection":
        import psycopg

        arguments = self._engine.dialect.create_connect_args(self._engine.url)[1]
        how = {"application_name": "kurgan", "connect_timeout": CONNECT_SECONDS, "autocommit": True}
        return psycopg.connect(**{**arguments, **how})

    @staticmethod
    def _hang_up(raw: "psycopg.Connection | None") -> None:
        if raw is not None:
            with contextlib.suppress(Exception):
                raw.close()

    def _listen(self) -> None:
        failed = 0
        while not self._ends.is_set():
            try:
                with self._connected() as raw:
                    failed = 0
                    self._ready.set()
                    self._tell_of(EVERYTHING)
                    self._hear_all(raw)
            except Exception:  # whatever happened to the connection: another is made
                self._ready.clear()
                pause = RETRY_SECONDS[min(failed, len(RETRY_SECONDS) - 1)]
                failed += 1
                self._ends.wait(pause)

    @contextlib.contextmanager
    def _connected(self) -> "Iterator[psycopg.Connection]":
        """A connection that says that we are alive, and listens."""
        with self._connect() as raw:
            raw.execute("SELECT pg_advisory_lock(%s, %s)", (ALIVE, self.worker))
            raw.execute(f"LISTEN {CHANNEL}".encode())
            yield raw

    def _hear_all(self, raw: "psycopg.Connection") -> None:
        while not self._ends.is_set():
            for news in raw.notifies(timeout=WAIT_SECONDS):
                worker, game, word = news.payload.split(" ", 2)
                if worker != str(self.worker):
                    self._tell_of(game, word)

    def _tell_of(self, game: str, word: str = "") -> None:
        if self._hear is not None and not self._ends.is_set():
            self._hear(game, word)
