"""An SQLite database for a test that is not about how its tables come to be.

To make them all one revision after the other takes longer than most tests. They are made once in a process, by the
revisions, and every file is a copy; ``test_schema.py`` and the tests that start a process let each file be made anew.
"""

import functools
from pathlib import Path
from tempfile import TemporaryDirectory

from kurgan.session.store import Store


def sqlite_of(file: Path) -> str:
    """The address of a database in a file; where there is none yet, it has all tables and nothing in them."""
    if not file.exists():
        file.write_bytes(empty())
    return f"sqlite:///{file}"


@functools.cache
def empty() -> bytes:
    """The file of a database with nothing in it, as the store makes it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite"
        Store(f"sqlite:///{file}").close()
        return file.read_bytes()
