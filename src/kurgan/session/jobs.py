"""Work that waits in the database: put there in the transaction that made it necessary, done by whoever is free.

Where one process has an SQLite file, it does them itself. A job is a kind and a key, due now or at a time; putting it
again while it is under way has it done once more afterwards. Who takes one notes the number of its process: when that
process dies, the job is free at once (``kurgan.session.sharing``). That something is done *once* is not promised here
but where it is written: a bot's answer has the number of its line.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, literal, select, tuple_, update

from kurgan.session.engines import insert_unless
from kurgan.session.sharing import clock, has_gone
from kurgan.session.tables import JOBS

BOT = "bot"
"""A bot is asked in the game that is the key."""

CLOCK = "clock"
"""The clock of the game that is the key may have run out."""

HOLIDAY = "holiday"
"""A holiday of the person that is the key begins or ends."""

TELL = "tell"
"""There is something to tell by the channel that is the key."""

REVIEW = "review"
"""A review is asked for: the key is a game and a seat."""

EXPORT = "export"
"""Something is to be made that somebody takes home: the key says what."""

RESULT = "result"
"""The game that is the key is over."""

TOURNAMENT = "tournament"
"""Something happened in the tournament that is the key: games may begin, or it may be over."""

SEASON = "season"
"""The days of the ladder that is the key have passed. Apart from the other: neither may put the other off."""

FREE = 0
PAUSES = (1, 2, 5, 10, 30, 60, 300)
"""Seconds after which a job is tried again that failed."""


REST = 60_000
"""Milliseconds after which a job is looked at again that has to wait."""


class Job(NamedTuple):
    kind: str
    key: str
    serial: int
    tries: int


def put(c: Connection, kind: str, key: str, due: int | None = None) -> None:
    """Have something done, at once or at a time (milliseconds); if it is under way, once more when that is over."""
    at: ColumnElement[int] = clock(c) if due is None else literal(due)
    row = {"kind": kind, "key": key, "serial": 1, "due": at, "tries": 0, "taken": FREE}
    again = {"serial": JOBS.c.serial + 1, "due": at, "tries": 0}
    c.execute(insert_unless(c, JOBS).values(**row).on_conflict_do_update(index_elements=["kind", "key"], set_=again))


def is_due(c: Connection, kinds: Sequence[str]) -> bool:
    """Whether something waits to be done, as far as can be seen without taking it."""
    waits = (JOBS.c.kind.in_(kinds)) & (JOBS.c.due <= clock(c)) & (JOBS.c.taken == FREE)
    return c.execute(select(JOBS.c.kind).where(waits).limit(1)).first() is not None


def free_all(c: Connection) -> None:
    """Where one process has the database to itself: what it had taken when it ended is free again."""
    c.execute(update(JOBS).where(JOBS.c.taken != FREE).values(taken=FREE))


def take(c: Connection, worker: int, kinds: Sequence[str], but: Sequence[str] = ()) -> Job | None:
    """The job that has waited longest, if any waits; it is this worker's until it is done, put off, or he dies.

    ``but``: keys that this worker leaves to others.
    """
    is_free = (JOBS.c.taken == FREE) | has_gone(c, JOBS.c.taken)
    waits = and_(JOBS.c.kind.in_(kinds), JOBS.c.due <= clock(c), is_free, JOBS.c.key.not_in(but))
    first = select(JOBS.c.kind, JOBS.c.key).where(waits).order_by(JOBS.c.due).limit(1).with_for_update(skip_locked=True)
    mine = update(JOBS).where(tuple_(JOBS.c.kind, JOBS.c.key).in_(first))
    taken = mine.values(taken=worker, tries=JOBS.c.tries + 1)
    row = c.execute(taken.returning(JOBS.c.kind, JOBS.c.key, JOBS.c.serial, JOBS.c.tries)).first()
    return Job(*row) if row is not None else None


def done(c: Connection, job: Job, worker: int) -> None:
    """It is done; if it was put again meanwhile, it is free for whoever takes it next."""
    this = (JOBS.c.kind == job.kind) & (JOBS.c.key == job.key) & (JOBS.c.taken == worker)
    c.execute(delete(JOBS).where(this, JOBS.c.serial == job.serial))
    c.execute(update(JOBS).where(this).values(taken=FREE))


def put_off(c: Connection, job: Job, worker: int) -> None:
    """It failed: again after a while, each time a longer one."""
    this = (JOBS.c.kind == job.kind) & (JOBS.c.key == job.key) & (JOBS.c.taken == worker)
    pause = PAUSES[min(job.tries - 1, len(PAUSES) - 1)]
    c.execute(update(JOBS).where(this).values(taken=FREE, due=clock(c) + literal(1000 * pause)))


def leave(c: Connection, job: Job, worker: int) -> None:
    """It is for somebody else to do: free as it was, at once, and not counted as a try."""
    this = (JOBS.c.kind == job.kind) & (JOBS.c.key == job.key) & (JOBS.c.taken == worker)
    c.execute(update(JOBS).where(this).values(taken=FREE, tries=_tries_before(job)))


def rest(c: Connection, job: Job, worker: int) -> None:
    """It may go on after a while; not counted as a try."""
    this = (JOBS.c.kind == job.kind) & (JOBS.c.key == job.key) & (JOBS.c.taken == worker)
    c.execute(update(JOBS).where(this).values(taken=FREE, tries=_tries_before(job), due=clock(c) + literal(REST)))


def _tries_before(job: Job) -> ColumnElement[int]:
    """How often it was tried before it was taken; none that was put again since counts."""
    return case((JOBS.c.serial == job.serial, JOBS.c.tries - 1), else_=JOBS.c.tries)


def waiting(c: Connection) -> dict[str, int]:
    """How many jobs of each kind there are, under way or not."""
    return {row[0]: int(row[1]) for row in c.execute(select(JOBS.c.kind, func.count()).group_by(JOBS.c.kind))}
