"""A copy of an SQLite file before its tables are changed. Other databases are backed up by who runs them."""

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from sqlalchemy import Engine

from kurgan.session.logs import NoRecord

NO_REVISION = "0000"


def back_up(engine: Engine, revision: str) -> Path | None:
    """Copy the file beside itself under a new name that says its revision; None where there is no file.

    It holds the secrets of running games, so only its owner may read it; an older copy is never written over.
    """
    if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
        return None
    source = Path(str(engine.url.database))
    made: Path | None = None
    try:
        made = _new_file(source, revision or NO_REVISION)
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(made)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        if made is not None:
            with suppress(OSError):
                made.unlink()
        raise NoRecord(
            f"{source} must be brought up to date and could not be copied first ({error}); nothing was changed"
        ) from error
    return made


def _new_file(source: Path, revision: str) -> Path:
    for i in count(1):
        path = source.with_name(f"{source.name}.{revision}{f'-{i}' if i > 1 else ''}.backup")
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            return path
    raise AssertionError("unreachable")
