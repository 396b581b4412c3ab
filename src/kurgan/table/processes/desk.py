"""What takes long is done at a desk of its own, so that those who only play do not wait for it.

A whole game drawn as lines, its luck, its story, a position of long ago, exact odds: each may cost seconds. One thread
does nothing else (two got no more done, since threads of Python take turns, and kept those who play waiting twice as
long). Records that somebody brings along have a desk of their own. A person has a few such wishes at once, all together
have a bound, and who would wait too long is told to come back. A wish works on a snapshot of its game, outside the
room's lock.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Any, TypeVar

from kurgan.table.words import say

T = TypeVar("T")

THREADS = 1
MOST_EACH = 4
"""Wishes of one person that may be under way at once; a page that shows a whole game asks for three."""

MOST_WAITING = 64
WAIT_SECONDS = 20.0
WORK_SECONDS = 60.0


class Busy(Exception):
    """Not now; says why, with the status that fits."""

    def __init__(self, status: int, words: str) -> None:
        self.status = status
        self.words = words
        super().__init__(words)


class Desk:
    """Runs dear work: a bound for each person, one for all, and a time after which nobody waits any more."""

    def __init__(
        self,
        threads: int = THREADS,
        each: int = MOST_EACH,
        waiting: int = MOST_WAITING,
        wait_seconds: float = WAIT_SECONDS,
        work_seconds: float = WORK_SECONDS,
    ) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="kurgan desk")
        self._free = asyncio.Semaphore(threads)
        self._wishes: Counter[str] = Counter()
        self.each = each
        self.waiting = waiting
        self.wait_seconds = wait_seconds
        self.work_seconds = work_seconds

    @asynccontextmanager
    async def wish(self, person: str, each: int = 0) -> AsyncIterator[None]:
        """Count one dear wish of a person; refused if there are too many of theirs, or of all."""
        if self._wishes[person] >= (each or self.each):
            raise Busy(429, "You have asked for several things that take long; wait until they are there.")
        if self._wishes.total() >= self.waiting:
            raise Busy(503, "Many ask for things that take long; try again in a moment.")
        self._wishes[person] += 1
        try:
            yield
        finally:
            self._wishes[person] -= 1
            if not self._wishes[person]:
                del self._wishes[person]

    async def run(self, work: Callable[[], T]) -> T:
        """Do it in a thread of ours. Who overruns the time keeps his thread until he ends, but nobody waits for him."""
        try:
            async with asyncio.timeout(self.wait_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise Busy(503, "Many ask for things that take long; try again in a moment.") from None
        future = self._pool.submit(copy_context().run, work)  # who asks is answered in his language there too
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _call_safely(loop, self._free.release))
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), self.work_seconds)
        except TimeoutError:
            raise Busy(503, say("too_long", seconds=f"{self.work_seconds:g}")) from None

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, True, cancel_futures=True)


def _call_safely(loop: asyncio.AbstractEventLoop, act: Callable[[], object]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(act)


class Kept:
    """Answers that are the same until the game goes on: a few for each room."""

    def __init__(self, most: int = 8) -> None:
        self.most = most
        self._found: dict[str, tuple[int, Any]] = {}

    def get(self, name: str, number: int, make: Callable[[], T]) -> T:
        """What was found for this number of lines, or made now."""
        known = self._found.get(name)
        if known is not None and known[0] == number:
            found: T = known[1]
            return found
        found = make()
        if len(self._found) >= self.most and name not in self._found:
            self._found.clear()
        self._found[name] = (number, found)
        return found
