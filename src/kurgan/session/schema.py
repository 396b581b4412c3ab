"""The schema of the database and its history (Alembic); nothing here is particular to one database.

A database that is up to date is recognised by one query; Alembic is imported only where there is something to do.
To change a table: change it where it is defined, add a file to ``migrations/versions`` and count up ``HEAD``.
"""

from collections.abc import Callable

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

from kurgan.session.logs import NoRecord

HEAD = "0015"
"""The newest revision."""

VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table."""


def revision(c: Connection) -> str:
    """Where in its history a database is; empty before the first revision."""
    if not inspect(c).has_table(VERSION.name):
        return ""
    return c.execute(select(VERSION.c.version_num)).scalar() or ""


def upgrade(c: Connection, to: str = HEAD, before: Callable[[str], object] = str) -> None:
    """Bring a database up to date, within the transaction of the connection: all of it or nothing.

    ``before`` is called with the old revision before anything is changed in a database that holds something.
    """
    old = revision(c)
    if old == to:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config(attributes={"connection": c})
    config.set_main_option("script_location", "kurgan.session:migrations")
    config.set_main_option("path_separator", "os")
    try:
        if old:
            ScriptDirectory.from_config(config).get_revision(old)
        if inspect(c).get_table_names():
            before(old)
        command.upgrade(config, to)
    except CommandError as e:
        raise NoRecord("the database was made by a newer Kurgan; please update this one") from e
