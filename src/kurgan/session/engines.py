"""Opening a database: SQLite in one file, or PostgreSQL.

What is particular to either stands here, in ``writing``, ``sharing``, ``moving`` and ``sqlite_backup``, and in no
other module (``tests/arch/test_databases.py``); where a change means another thing for several processes than for one,
a module asks ``Store.is_shared``.

One process at a time serves an SQLite file. A PostgreSQL database is shared: any number of processes write to it, and
none may believe that what it remembers is still so.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError

from kurgan.session import private_files
from kurgan.session.logs import NoRecord

WRITES = "kurgan_writes"

POSTGRESQL = "postgresql"
DRIVER = "postgresql+psycopg"
POOL: dict[str, Any] = {"pool_size": 16, "max_overflow": 0, "pool_use_lifo": True}
"""Connections of one process: a server of 100 has room for half a dozen of them. They stay open, because making one
costs more than all that a decision asks; the one used last is taken first."""

CONNECT_SECONDS = 10
UPGRADING = 0x4B757267
"""The number of the advisory lock under which one process at a time brings the tables up to date."""

LACKS_DRIVER = "a PostgreSQL database needs the package psycopg: pip install 'kurgan[club]'"


def read_url(address: str) -> URL:
    """The address of a database, or the path of an SQLite file; raises NoRecord for one that cannot be meant."""
    try:
        url = make_url(address if "://" in address else f"sqlite:///{address}")
    except ArgumentError:
        raise NoRecord("a database is postgresql://USER:PASSWORD@HOST/NAME, or the path of an SQLite file") from None
    if url.get_backend_name() == POSTGRESQL:
        url = url.set(drivername=DRIVER)
    elif url.get_backend_name() != "sqlite":
        raise NoRecord(f"a database is postgresql://... or an SQLite file, not '{url.get_backend_name()}'")
    return url


def told(url: URL) -> str:
    """An address as it may be said aloud: without its password."""
    return url.render_as_string(hide_password=True)


def open_engine(address: str) -> Engine:
    url = read_url(address)
    if url.get_backend_name() == POSTGRESQL:
        return _open_postgresql(url)
    engine = create_engine(url, hide_parameters=True)
    _keep_file_private(engine)
    _tune_sqlite(engine)
    return engine


def is_shared(engine: Engine) -> bool:
    """Whether other processes may write to it while we do."""
    return engine.dialect.name == POSTGRESQL


def insert_unless(c: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what happens where the row is there already; each database spells it its own way."""
    return postgresql.insert(table) if c.dialect.name == POSTGRESQL else sqlite.insert(table)


def insert_once(c: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Write a row unless it is there; whether it was written. The row itself says so: how many rows an insert counts is
    not told by every driver."""
    key = [*table.primary_key.columns]
    return c.execute(insert_unless(c, table).values(row).on_conflict_do_nothing().returning(*key)).first() is not None


# PostgreSQL -----------------------------------------------------------------------------------------------------


def _open_postgresql(url: URL) -> Engine:
    connecting: dict[str, Any] = {"application_name": "kurgan", "connect_timeout": CONNECT_SECONDS}
    try:
        return create_engine(url, connect_args=connecting, hide_parameters=True, **POOL)
    except ModuleNotFoundError:
        raise NoRecord(LACKS_DRIVER) from None


def wait_for_turn(c: Connection) -> None:
    """Of several processes that start at once, one upgrades; the others then find it done."""
    if c.dialect.name == POSTGRESQL:
        c.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": UPGRADING})


def keep_tables_private(c: Connection, tables: MetaData) -> None:
    """The tables hold every secret: what was granted to everybody who may connect is taken back."""
    if c.dialect.name != POSTGRESQL:
        return
    asked = text(
        "SELECT name FROM unnest(CAST(:names AS text[])) AS name "
        "WHERE has_table_privilege('public', name, 'SELECT, INSERT, UPDATE, DELETE')"
    )
    for name in c.execute(asked, {"names": [*tables.tables]}).scalars().all():
        c.execute(text(f"REVOKE ALL ON TABLE {name} FROM PUBLIC"))


# SQLite ---------------------------------------------------------------------------------------------------------


def _tune_sqlite(engine: Engine) -> None:
    """WAL, full flushing, foreign keys, immediate writing."""

    def on_connect(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=20000")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def _keep_file_private(engine: Engine) -> None:
    """The file of an SQLite database holds every secret; what SQLite puts beside it gets the same rights."""
    name = engine.url.database
    if not name or name == ":memory:" or name.startswith("file:"):
        return
    path = Path(name)
    if path.parent.is_dir() and not path.is_dir():
        with suppress(OSError):  # the database itself says why it cannot be opened
            private_files.make_file(path)
        for beside in path.parent.glob(f"{path.name}*"):
            private_files.mend(beside)
