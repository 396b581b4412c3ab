"""What people take home, in the database: asked for, made as a job, and kept in parts until it is fetched or old."""

import secrets
import time
from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from kurgan.session import jobs
from kurgan.session.store import Store
from kurgan.session.tables import EXPORT_PARTS, EXPORTS
from kurgan.table.storage import DONE, EVERYBODY, GROWING, STOPPED, ExportRow

KEEP_SECONDS = 24 * 3600
"""How long something waits to be fetched; what the host publishes stays until he takes it back."""

_COLUMNS = tuple(EXPORTS.c[name] for name in ExportRow._fields)


class KeptExports:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def ask(self, person: str, kind: str) -> ExportRow:
        """Have it made, in the transaction that says so; what is being made already is not begun anew."""
        return self.store.writer.submit(lambda c: _ask(c, person, kind)).result()

    def of(self, id: str) -> ExportRow | None:
        return next(iter(self._rows(EXPORTS.c.id == id)), None)

    def of_person(self, person: str) -> list[ExportRow]:
        """The newest first; for ``EVERYBODY`` what the host publishes."""
        return self._rows(EXPORTS.c.person == person)

    def _rows(self, where: ColumnElement[bool]) -> list[ExportRow]:
        wanted = select(*_COLUMNS).where(where).order_by(EXPORTS.c.made.desc(), EXPORTS.c.id)
        return self.store.read(lambda c: [ExportRow._make(row) for row in c.execute(wanted)])

    def begin(self, id: str) -> None:
        """Forget parts that somebody left who died over them."""
        gone = delete(EXPORT_PARTS).where(EXPORT_PARTS.c.export == id)
        self.store.writer.submit(lambda c: c.execute(gone) and None).result()

    def add(self, id: str, number: int, data: bytes) -> None:
        row = insert(EXPORT_PARTS).values(export=id, number=number, data=data)
        self.store.writer.submit(lambda c: c.execute(row) and None).result()

    def end(self, id: str, stage: str, games: int = 0, size: int = 0) -> None:
        """It is there, all of it; or it cannot be made."""
        this = (EXPORTS.c.id == id) & (EXPORTS.c.stage == GROWING)
        ended = update(EXPORTS).where(this).values(stage=stage, games=games, size=size)
        older = (EXPORTS.c.person == EVERYBODY) & (EXPORTS.c.stage == DONE) & (EXPORTS.c.id != id)

        def act(c: Connection) -> None:
            found = c.execute(ended.returning(EXPORTS.c.person)).scalar()
            if found == EVERYBODY and stage == DONE:  # the new set takes the place of the one before
                c.execute(delete(EXPORTS).where(older))

        self.store.writer.submit(act).result()

    def remove(self, person: str, id: str) -> bool:
        gone = delete(EXPORTS).where(EXPORTS.c.id == id, EXPORTS.c.person == person)
        return bool(self.store.writer.submit(lambda c: c.execute(gone).rowcount).result())

    def parts(self, id: str) -> Iterator[bytes]:
        """What it holds, a part at a time."""
        number = 0
        while (data := self._part(id, number)) is not None:
            yield data
            number += 1

    def _part(self, id: str, number: int) -> bytes | None:
        this = (EXPORT_PARTS.c.export == id) & (EXPORT_PARTS.c.number == number)
        return self.store.read(lambda c: c.execute(select(EXPORT_PARTS.c.data).where(this)).scalar())


def _ask(c: Connection, person: str, kind: str) -> ExportRow:
    now = int(time.time())
    c.execute(delete(EXPORTS).where(EXPORTS.c.made < now - KEEP_SECONDS, EXPORTS.c.person != EVERYBODY))
    same = (EXPORTS.c.person == person) & (EXPORTS.c.kind == kind)
    growing = c.execute(select(*_COLUMNS).where(same, EXPORTS.c.stage == GROWING)).first()
    if growing is not None:
        return ExportRow._make(growing)
    old = delete(EXPORTS).where(same)
    c.execute(old if person != EVERYBODY else old.where(EXPORTS.c.stage == STOPPED))
    row = ExportRow(secrets.token_hex(16), person, kind, GROWING, 0, 0, now)
    c.execute(insert(EXPORTS).values(row._asdict()))
    jobs.put(c, jobs.EXPORT, row.id)
    return row
