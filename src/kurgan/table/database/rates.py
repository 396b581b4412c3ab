"""Buckets of tokens that several processes share: who asks at two of them has one bucket all the same."""

import hashlib

from sqlalchemy import Connection, delete, select, update

from kurgan.session.engines import insert_unless
from kurgan.session.sharing import clock
from kurgan.session.store import Store
from kurgan.session.tables import RATES

KEEP_MILLISECONDS = 24 * 3600 * 1000


class KeptRates:
    """For a database that processes share. Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def take(self, name: str, rate: float, burst: float) -> bool:
        """Whether there is a token for this name: ``rate`` come back a second, ``burst`` at most."""
        kept = hashlib.sha256(name.encode()).hexdigest()  # addresses are nobody's business
        return self.store.writer.submit(lambda c: _take(c, kept, rate, burst)).result()

    def left(self, name: str, rate: float, burst: float) -> float:
        """What a bucket holds now; less than nothing where more was owed than there was."""
        return self.owe(name, rate, burst, 0.0)

    def owe(self, name: str, rate: float, burst: float, cost: float) -> float:
        """Take what was used already, whether it is there or not; what is left."""
        kept = hashlib.sha256(name.encode()).hexdigest()
        return self.store.writer.submit(lambda c: _owe(c, kept, (rate, burst), cost)).result()

    def tidy(self) -> None:
        """Forget buckets that are full again for long."""
        old = RATES.c.at < clock_of(self.store) - KEEP_MILLISECONDS
        self.store.writer.submit(lambda c: c.execute(delete(RATES).where(old)) and None).result()


def clock_of(store: Store) -> int:
    return store.read(lambda c: int(c.execute(select(clock(c))).scalar_one()))


def _take(c: Connection, name: str, rate: float, burst: float) -> bool:
    left, now = _filled(c, name, rate, burst)
    enough = bool(left >= 1)
    c.execute(update(RATES).where(RATES.c.name == name).values(left=left - 1 if enough else left, at=now))
    return enough


def _owe(c: Connection, name: str, bucket: tuple[float, float], cost: float) -> float:
    left, now = _filled(c, name, *bucket)
    c.execute(update(RATES).where(RATES.c.name == name).values(left=left - cost, at=now))
    return left - cost


def _filled(c: Connection, name: str, rate: float, burst: float) -> tuple[float, int]:
    """What a bucket holds by now, locked; and the clock of the database."""
    now = int(c.execute(select(clock(c))).scalar_one())
    c.execute(insert_unless(c, RATES).values(name=name, left=burst, at=now).on_conflict_do_nothing())
    left, at = c.execute(select(RATES.c.left, RATES.c.at).where(RATES.c.name == name).with_for_update()).one()
    return min(burst, left + max(0, now - at) / 1000 * rate), now
