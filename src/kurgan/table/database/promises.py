"""Secrets promised before there is a game, so that who makes it has a word in its very first throw."""

from collections import OrderedDict

from sqlalchemy import Connection, delete, insert, select

from kurgan.session import dice
from kurgan.session.sharing import now
from kurgan.session.store import Store
from kurgan.session.tables import PROMISES

KEEP_SECONDS = 24 * 3600
"""A promise in the database that no game was made with is forgotten after a day."""

MOST_PROMISES = 10_000
MOST_EACH = 8
"""In all, and to one person. Beyond that the oldest are forgotten: who was made one then asks for another."""


class Promises:
    """Where one process serves: in its memory.

    Commitment -> the person it was shown to, and the secret. Each is good for one game.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()

    def make(self, person: str) -> str:
        secret = dice.new_secret()
        promised = dice.commitment(secret)
        self._kept[promised] = (person, secret)
        mine = [known for known, (owner, _) in self._kept.items() if owner == person]
        for known in mine[:-MOST_EACH]:
            del self._kept[known]
        if len(self._kept) > MOST_PROMISES:
            self._kept.popitem(last=False)
        return promised

    def take(self, person: str, promised: str) -> bytes | None:
        """The secret behind a promise that was made to this person; it is not given twice."""
        owner, secret = self._kept.get(promised, ("", b""))
        if owner != person:
            return None
        del self._kept[promised]
        return secret


class KeptPromises:
    """Where several processes serve: in the database, so that any of them can keep what another promised."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def make(self, person: str) -> str:
        secret = dice.new_secret()
        row = {"commitment": dice.commitment(secret), "person": person, "secret": secret.hex()}
        self.store.writer.submit(lambda c: _promise(c, row)).result()
        return row["commitment"]

    def take(self, person: str, promised: str) -> bytes | None:
        """The secret behind a promise that was made to this person; of two who ask at once one gets it."""
        mine = (PROMISES.c.commitment == promised) & (PROMISES.c.person == person)
        taken = delete(PROMISES).where(mine).returning(PROMISES.c.secret)
        secret = self.store.writer.submit(lambda c: c.execute(taken).scalar()).result()
        return bytes.fromhex(secret) if secret else None


def _promise(c: Connection, row: dict[str, str]) -> None:
    c.execute(insert(PROMISES).values(**row, made=now()))
    mine = PROMISES.c.person == row["person"]
    newest = select(PROMISES.c.commitment).where(mine).order_by(PROMISES.c.made.desc()).limit(MOST_EACH)
    c.execute(delete(PROMISES).where(mine, PROMISES.c.commitment.not_in(newest)))
    c.execute(delete(PROMISES).where(PROMISES.c.made < now() - KEEP_SECONDS))
