"""Doing what takes long: jobs are taken from the database, by a process of its own or beside those who serve."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from sqlalchemy import Connection

from kurgan.session import jobs
from kurgan.session.jobs import Job
from kurgan.session.logs import NotKept
from kurgan.session.replay import NewerRules
from kurgan.session.store import Store
from kurgan.table.learning.review_jobs import ReviewJobs
from kurgan.table.notices.telling import Telling
from kurgan.table.refusals import NotHere
from kurgan.table.rooms.bot_play import Resting
from kurgan.table.rooms.exports import Exports
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.pacing import Pacing
from kurgan.table.rooms.results import Results
from kurgan.table.rooms.tournaments import Tournaments

T = TypeVar("T")

LOG = logging.getLogger("kurgan.jobs")

AT_ONCE = 16
"""Jobs for each hand that may be under way: most of the time they wait, for a pause or for a hand of the bots."""

AT_ONCE_ALONE = 4
"""The same where one process does everything."""

LOOK_SECONDS = 1.0
"""How often we look for jobs although nobody told us of one."""

LEAVE_SECONDS = 30.0
"""How long a game whose rules we do not know is left to processes that were upgraded already."""

Work = Callable[[str], Awaitable[None]]


def works(rooms: Rooms, pacing: Pacing, telling: Telling, reviews: ReviewJobs) -> dict[str, Work]:
    """What is done for each kind of job; where one process does everything, bots play as soon as they are asked."""
    tournaments = Tournaments(rooms)
    found: dict[str, Work] = {
        jobs.CLOCK: pacing.look,
        jobs.HOLIDAY: pacing.see_to_holiday,
        jobs.TELL: telling.look,
        jobs.RESULT: Results(rooms).look,
        jobs.EXPORT: Exports(rooms).look,
        jobs.TOURNAMENT: tournaments.look,
        jobs.SEASON: tournaments.look,
    }
    if rooms.store.is_shared:
        found |= {jobs.BOT: rooms.bot_play.play_on, jobs.REVIEW: reviews.look}
    return found


class Jobs:
    """Takes jobs and does them until it is told to end. ``works``: what to do for a key of each kind."""

    def __init__(self, store: Store, works: Mapping[str, Work], hands: int = 1) -> None:
        self._store = store
        self._worker = store.worker
        self._works = works
        self._at_once = hands * AT_ONCE if store.is_shared else AT_ONCE_ALONE
        self._stirred = asyncio.Event()
        self._left: dict[str, float] = {}
        self.done = 0
        self.failed = 0

    def stir(self) -> None:
        """There may be something to do."""
        self._stirred.set()

    async def run(self) -> None:
        """Work until cancelled. A job that is under way then is free for others as soon as this process has ended."""
        hands = asyncio.Semaphore(self._at_once)

        def is_done(_: asyncio.Task[None]) -> None:
            hands.release()
            self.stir()  # what was put meanwhile is free now

        async with asyncio.TaskGroup() as under_way:
            while True:
                await hands.acquire()
                under_way.create_task(self._do(await self._next())).add_done_callback(is_done)

    async def _next(self) -> Job:
        """The next job; one at a time asks for it, however many hands are free."""
        while True:
            self._stirred.clear()
            job = await self._take()
            if job is not None:
                return job
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._stirred.wait()

    async def _take(self) -> Job | None:
        """Only who is known to be alive takes jobs: they would be free for others at once."""
        if self._store.bell is not None and not self._store.bell.is_alive:
            return None
        kinds = list(self._works)
        with contextlib.suppress(NotKept):
            if not self._store.is_shared and not await self._is_due(kinds):
                return None
            but = self._left_to_others()
            return await asyncio.to_thread(lambda: self._write(lambda c: jobs.take(c, self._worker, kinds, but)))
        return None

    def _left_to_others(self) -> list[str]:
        """Jobs that we could not do a moment ago and others can."""
        now = time.monotonic()
        self._left = {key: until for key, until in self._left.items() if until > now}
        return list(self._left)

    async def _is_due(self, kinds: list[str]) -> bool:
        """A look costs an SQLite file nothing; taking would have it write every second."""
        return await asyncio.to_thread(lambda: self._store.read(lambda c: jobs.is_due(c, kinds)))

    async def _do(self, job: Job) -> None:
        try:
            await self._works[job.kind](job.key)
        except (NewerRules, NotHere):  # old and new processes serve together: a new one does it
            self._left[job.key] = time.monotonic() + LEAVE_SECONDS
            end = jobs.leave
        except Resting:
            end = jobs.rest
        except Exception:  # whatever it was: it is tried again later, and the log says why
            self.failed += 1
            LOG.exception("job failed", extra={"job": job.kind, "key": job.key, "tries": job.tries})
            end = jobs.put_off
        else:
            self.done += 1
            end = jobs.done
        while True:  # as long as it takes: it would be ours for good
            with contextlib.suppress(NotKept):
                await asyncio.to_thread(lambda: self._write(lambda c: end(c, job, self._worker)))
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _write(self, act: Callable[[Connection], T]) -> T:
        return self._store.writer.submit(act).result()
