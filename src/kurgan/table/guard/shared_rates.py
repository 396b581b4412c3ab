"""Buckets of tokens in memory that the processes of one computer share: one address has one bucket at all of them.

Whoever looks after the processes makes the memory before it forks them. A request costs two calls of the system and no
question to the database. The lock is one that the system takes back when its holder is killed.
"""

import hashlib
import mmap
import os
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

SHELVES = 4096
ON_A_SHELF = 8
"""Names that are remembered: those of a shelf make room for each other, whoever asked longest ago first."""

PLACE = struct.Struct("=Qdd")
"""A name, what its bucket held, and when."""

SHELF_BYTES = ON_A_SHELF * PLACE.size


class SharedRates:
    """Made before a fork, used after it, by one thread of each process."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, SHELVES * SHELF_BYTES)
        self._locks = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as we do; nothing is written to it
        self._salt = os.urandom(16)

    def close(self) -> None:
        self._locks.close()
        self._memory.close()

    def take(self, name: str, rate: float, burst: float) -> bool:
        """Whether there is a token for this name: ``rate`` come back a second, ``burst`` at most."""
        number = self._number(name)
        start = number % SHELVES * SHELF_BYTES
        with self._alone(start):
            now = time.monotonic()  # of the computer, so all processes read the same clock
            place, left, at = self._find(start, number, burst, now)
            left = min(burst, left + max(0.0, now - at) * rate)
            enough = left >= 1
            PLACE.pack_into(self._memory, place, number, left - 1 if enough else left, now)
        return enough

    def _number(self, name: str) -> int:
        """A name as a number that strangers cannot guess, so that nobody chooses whom he shares a shelf with."""
        return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8, key=self._salt).digest()) | 1

    def _find(self, start: int, number: int, burst: float, now: float) -> tuple[int, float, float]:
        """Where the bucket of a name stands and what it held when; a new one is full, in the place used longest ago."""
        oldest, oldest_at = start, float("inf")
        for place in range(start, start + SHELF_BYTES, PLACE.size):
            whose, left, at = PLACE.unpack_from(self._memory, place)
            if whose == number:
                return place, left, at
            if at < oldest_at:
                oldest, oldest_at = place, at
        return oldest, burst, now

    @contextmanager
    def _alone(self, start: int) -> Iterator[None]:
        """One shelf for one process, for some microseconds. The lock of a process that dies goes with it."""
        import fcntl  # systems without it do not fork

        fcntl.lockf(self._locks, fcntl.LOCK_EX, SHELF_BYTES, start)
        try:
            yield
        finally:
            fcntl.lockf(self._locks, fcntl.LOCK_UN, SHELF_BYTES, start)
