"""Carrying all that a database holds into another one: to PostgreSQL and back, and into a file as a backup.

Everything is read in one transaction, so that a copy made while people play holds one moment of all games. What has
arrived is read again and compared, row by row.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, String, Table, func, insert, literal, select, text, tuple_

from kurgan.session.engines import POSTGRESQL
from kurgan.session.logs import NoRecord
from kurgan.session.store import Store
from kurgan.session.tables import METADATA

AT_ONCE = 500
OURS = "kurgan"

Counts = dict[str, int]


class NotEmpty(NoRecord):
    """The database that everything should go into holds something already; ``table`` is where."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"the database to move to is not empty: it has rows in '{table}'; nothing was changed")


def carry(source: Store, target: Store) -> Counts:
    """Copy every row of every table into an empty database; says how many of each. All of it arrives, or nothing."""
    with source.engine.connect().execution_options(**_one_moment(source)) as old, old.begin():
        return target.writer.submit(lambda new: _carry(old, new)).result()


def _one_moment(store: Store) -> dict[str, str]:
    return {"isolation_level": "REPEATABLE READ"} if store.is_shared else {}


def _carry(old: Connection, new: Connection) -> Counts:
    for table in METADATA.sorted_tables:
        if new.execute(select(func.count()).select_from(table)).scalar():
            raise NotEmpty(table.name)
    counts: Counts = {}
    for table in METADATA.sorted_tables:
        counts[table.name] = 0
        for rows in _rows(old, table):
            new.execute(insert(table), [dict(row) for row in rows])
            counts[table.name] += len(rows)
        _compare(old, new, table)
    return counts


def _compare(old: Connection, new: Connection, table: Table) -> None:
    for sent, arrived in zip(_rows(old, table), _rows(new, table), strict=True):
        if [dict(row) for row in sent] != [dict(row) for row in arrived]:
            raise NoRecord(f"'{table.name}' did not arrive as it was sent; nothing was changed")


def _rows(c: Connection, table: Table) -> Iterator[Sequence[RowMapping]]:
    """All rows in the order of their key, a few hundred at a time."""
    key = [_by_bytes(c, column) for column in table.primary_key.columns]
    names = [column.name for column in table.primary_key.columns]
    wanted = select(table).order_by(*key).limit(AT_ONCE)
    rows = c.execute(wanted).mappings().all()
    while rows:
        yield rows
        last = [literal(rows[-1][name]) for name in names]
        rows = c.execute(wanted.where(tuple_(*key) > tuple_(*last))).mappings().all()


def _by_bytes(c: Connection, column: ColumnElement[Any]) -> ColumnElement[Any]:
    """A column of a key in an order that is the same in every database, whatever its language."""
    is_words = isinstance(column.type, String)
    return column.collate("C") if is_words and c.dialect.name == POSTGRESQL else column


def others_serving(store: Store) -> int:
    """How many connections of other Kurgans a shared database has."""
    if store.engine.dialect.name != POSTGRESQL:
        return 0
    asked = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :ours "
        "AND pid <> pg_backend_pid()"
    )
    store.engine.dispose()  # our own idle ones do not count
    return int(store.read(lambda c: c.execute(asked, {"ours": OURS}).scalar()) or 0)
