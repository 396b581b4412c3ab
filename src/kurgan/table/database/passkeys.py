"""Passkeys in the database: what a browser's own key is known by, and questions that it answers once."""

import time
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from kurgan.session.store import Store
from kurgan.session.tables import CHALLENGES, PASSKEYS
from kurgan.table.ids import credential_name
from kurgan.table.storage import PasskeyRow

CHALLENGE_SECONDS = 5 * 60
MOST_EACH = 10

_COLUMNS = tuple(PASSKEYS.c[name] for name in PasskeyRow._fields)


class KeptPasskeys:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _write(self, act: Any) -> Any:
        return self.store.writer.submit(act).result()

    def ask(self, challenge: bytes, person: str, kind: str) -> None:
        """A question is out for a person, for a while."""
        now = int(time.time())
        row = {"id": credential_name(challenge), "person": person, "kind": kind, "made": now}

        def act(c: Connection) -> None:
            c.execute(delete(CHALLENGES).where(CHALLENGES.c.made < now - CHALLENGE_SECONDS))
            c.execute(insert(CHALLENGES).values(row))

        self._write(act)

    def answered(self, challenge: bytes, person: str, kind: str) -> bool:
        """Whether this was asked of this person; it is asked no more."""
        valid = (
            (CHALLENGES.c.id == credential_name(challenge))
            & (CHALLENGES.c.person == person)
            & (CHALLENGES.c.kind == kind)
        )
        valid &= CHALLENGES.c.made >= int(time.time()) - CHALLENGE_SECONDS
        return bool(self._write(lambda c: c.execute(delete(CHALLENGES).where(valid)).rowcount))

    def of(self, person: str) -> list[PasskeyRow]:
        wanted = select(*_COLUMNS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made, PASSKEYS.c.id)
        return self.store.read(lambda c: [PasskeyRow(*row) for row in c.execute(wanted)])

    def get(self, id: str) -> PasskeyRow | None:
        row = self.store.read(lambda c: c.execute(select(*_COLUMNS).where(PASSKEYS.c.id == id)).first())
        return PasskeyRow(*row) if row is not None else None

    def add(self, row: PasskeyRow) -> bool:
        """False if it is somebody's already, or one too many."""

        def act(c: Connection) -> bool:
            known = select(PASSKEYS.c.id).where(PASSKEYS.c.id == row.id)
            mine = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.person == row.person)
            if c.execute(known).first() is not None or c.execute(mine).scalar_one() >= MOST_EACH:
                return False
            c.execute(insert(PASSKEYS).values(row._asdict()))
            return True

        return bool(self._write(act))

    def used(self, id: str, signs: int) -> None:
        seen = update(PASSKEYS).where(PASSKEYS.c.id == id).values(signs=signs, used=int(time.time()))
        self._write(lambda c: c.execute(seen) and None)

    def remove(self, person: str, id: str) -> bool:
        gone = delete(PASSKEYS).where(PASSKEYS.c.id == id, PASSKEYS.c.person == person)
        return bool(self._write(lambda c: c.execute(gone).rowcount))
