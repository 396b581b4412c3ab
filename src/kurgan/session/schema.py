"""The schema of the database and its history (Alembic); nothing here is particular to one database.

A database that is up to date is recognised by one query; Alembic is imported only where there is something to do.
To change a table: change it where it is defined, add a file to ``migrations/versions`` and count up ``HEAD``.
"""

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

from kurgan.session.logs import NoRecord

HEAD = "0002"
"""The newest revision."""

VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table."""


def revision(c: Connection) -> str:
    """Where in its history a database is; empty before the first revision."""
    if not inspect(c).has_table(VERSION.name):
        return ""
    return c.execute(select(VERSION.c.version_num)).scalar() or ""


def upgrade(c: Connection, to: str = HEAD) -> None:
    """Bring a database up to date, within the transaction of the connection: all of it or nothing."""
    if revision(c) == to:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": c})
    config.set_main_option("script_location", "kurgan.session:migrations")
    config.set_main_option("path_separator", "os")
    try:
        command.upgrade(config, to)
    except CommandError as e:
        raise NoRecord("the database was made by a newer Kurgan; please update this one") from e
