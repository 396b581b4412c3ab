"""How jobs are written: one thread for an SQLite file, a transaction each where the database has many writers."""

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError

from kurgan.session.engines import WRITES, is_shared
from kurgan.session.logs import NotKept

T = TypeVar("T")

BATCH = 64
TRIES = 4
"""How often a job is tried whose transaction the database gave up: it chose another one of two that were in each
other's way, or the connection had gone before anything was committed."""

IN_EACH_OTHERS_WAY = ("40001", "40P01")
"""What PostgreSQL calls that."""

TROUBLE = (OperationalError, InterfaceError, InternalError)
"""What goes wrong with a database and not with a job."""


class Writer(Protocol):
    """Does a job in a transaction; it is on disk when the future is done."""

    def submit(self, job: Callable[[Connection], T]) -> "Future[T]": ...
    def close(self) -> None: ...


def make_writer(engine: Engine) -> Writer:
    return EachApart(engine) if is_shared(engine) else OneThread(engine)


class EachApart:
    """Each job in a transaction of its own, in the thread that asks. The database writes those of a moment together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def submit(self, job: Callable[[Connection], T]) -> "Future[T]":
        future: Future[T] = Future()
        try:
            future.set_result(self._try(job))
        except Exception as e:  # handed to whoever asked for the job
            future.set_exception(as_told(e))
        return future

    def _try(self, job: Callable[[Connection], T]) -> T:
        for left in reversed(range(TRIES)):
            is_done = False
            try:
                with self._engine.begin() as connection:
                    result = job(connection)
                    is_done = True
                return result
            except DBAPIError as e:
                if not left or not _is_worth_another(e, is_done):
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Nothing waits."""


def _is_worth_another(error: DBAPIError, is_done: bool) -> bool:
    """Whether it is sure that nothing was written, and likely to go well the next time."""
    state = getattr(error.orig, "sqlstate", None)
    return state in IN_EACH_OTHERS_WAY or (error.connection_invalidated and not is_done)


Told = Callable[[], None]
"""Tells whoever asked for a job how it went; called when that is on disk."""


class Waiting(Protocol):
    """A job that waits for its turn, whatever it will bring."""

    def do(self, connection: Connection) -> Told: ...
    def fail(self, error: Exception) -> None: ...


class Job(Generic[T]):
    """A job, and the future that its result belongs to."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self._work = work
        self.future: Future[T] = Future()

    def do(self, connection: Connection) -> Told:
        result = self._work(connection)
        return lambda: self.future.set_result(result)

    def fail(self, error: Exception) -> None:
        self.future.set_exception(as_told(error))


class OneThread:
    """The one thread that writes. Jobs that wait are committed together; each sees only its own failure."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(**{WRITES: True})
        self._jobs: queue.Queue[Waiting | None] = queue.Queue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="kurgan writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], T]) -> "Future[T]":
        if self._closed:
            raise RuntimeError("the store is closed")
        waiting = Job(job)
        self._jobs.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Finish what waits, then end."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                return
            batch = [first]
            ends = False
            while len(batch) < BATCH and not ends:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ends = True
                else:
                    batch.append(more)
            self._write(batch)
            if ends:
                return

    def _write(self, batch: Sequence[Waiting]) -> None:
        """Nearly always everything goes well, so all is tried in one go first; if not, each job on its own terms."""
        try:
            with self._engine.begin() as connection:
                told = [job.do(connection) for job in batch]
        except Exception as e:  # the whole transaction failed: nobody's job was done yet
            told = self._write_apart(batch) if len(batch) > 1 else [_failure(batch[0], e)]
        for tell in told:
            tell()

    def _write_apart(self, batch: Sequence[Waiting]) -> list[Told]:
        try:
            with self._engine.begin() as connection:
                return [_do_apart(connection, job) for job in batch]
        except Exception as e:  # nor could the rest be committed
            return [_failure(job, e) for job in batch]


def _do_apart(connection: Connection, job: Waiting) -> Told:
    savepoint = connection.begin_nested()
    try:
        told = job.do(connection)
    except Exception as e:  # handed to whoever asked for the job
        savepoint.rollback()
        return _failure(job, e)
    savepoint.commit()
    return told


def _failure(job: Waiting, error: Exception) -> Told:
    return lambda: job.fail(error)


def as_told(error: Exception) -> Exception:
    """A disk that is full or a database that is held is no fault of the job."""
    if not isinstance(error, TROUBLE):
        return error
    told = NotKept("written", reason(error))
    told.__cause__ = error
    return told


def reason(error: DBAPIError) -> str:
    """What to tell a player; a server's own words name its address and its owner, and are no business of his."""
    return "the database does not answer" if hasattr(error.orig, "sqlstate") else str(error.orig)
