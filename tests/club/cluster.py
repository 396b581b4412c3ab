"""A PostgreSQL server of our own, in a temporary folder, for as long as the tests run.

It listens on a socket in that folder only. PostgreSQL does not run as root: where the tests do, it runs as ``postgres``
or ``nobody``. The programs are found on PATH, in KURGAN_POSTGRES (a folder) or where Debian puts them.
"""

import atexit
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from kurgan.session.store import Store
from tests.where import in_memory as memory

FOLDER = "KURGAN_POSTGRES"
NEEDED = "KURGAN_NEEDS_POSTGRES"
DEBIAN = Path("/usr/lib/postgresql")
USERS = ("postgres", "nobody")
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=100", "listen_addresses=")
"""Nothing here has to outlive the computer; tests that stop the server itself ask for a careful one."""

UP_TO_DATE = "kurgan_up_to_date"
"""A database with all tables, from which others are copied."""

ROOM = 256 * 2**20
"""Bytes that a server needs for what tests keep in it."""

CAREFUL = ("max_connections=100", "listen_addresses=")


def programs() -> Path | None:
    """The folder with ``initdb`` and ``pg_ctl``, or None."""
    wished = os.environ.get(FOLDER)
    on_path = shutil.which("initdb")
    places = [Path(wished)] if wished else [Path(on_path).resolve().parent] if on_path else []
    places += [path / "bin" for path in sorted(DEBIAN.glob("*"), reverse=True)]
    return next((place for place in places if all((place / name).exists() for name in ("initdb", "pg_ctl"))), None)


def why_not() -> str:
    """Why there can be no server here; empty if there can."""
    if programs() is None:
        return f"no PostgreSQL here: install it, or name the folder of its programs in {FOLDER}"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "no psycopg here: pip install 'kurgan[club]'"
    return ""


def need_postgresql() -> None:
    """Skip the test where there is no PostgreSQL; where it was promised (in CI), fail."""
    missing = why_not()
    if missing and os.environ.get(NEEDED):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)


class Cluster:
    """One server; ``url`` is a new database on it."""

    def __init__(self, settings: tuple[str, ...] = QUICK, in_memory: bool = True) -> None:
        found = programs()
        assert found is not None
        self._programs = found
        self._settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="kurgan-pg-", dir=memory(ROOM) if in_memory else None))
        self._as = _unprivileged()
        if self._as:
            shutil.chown(self.folder, *self._as)
        self.folder.chmod(0o700)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "kurgan", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def start(self) -> None:
        options = " ".join(f"-c {setting}" for setting in (*self._settings, f"unix_socket_directories={self.folder}"))
        self._run("pg_ctl", "-D", self._data, "-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self._data, "-m", how, "-w", "stop")

    def close(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str, like: str = "template1") -> str:
        """The address of a database of this name, made like another if there is none."""
        import psycopg

        with psycopg.connect(f"host={self.folder} user=kurgan dbname=postgres", autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
                connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"'.encode())
        return f"postgresql+psycopg://kurgan@/{name}?host={self.folder}"

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if self._as:
            command = ["setpriv", f"--reuid={self._as[0]}", f"--regid={self._as[1]}", "--clear-groups", *command]
        told = self.folder / f"{program}.told"
        with told.open("w") as out:  # a pipe would stay open as long as the server runs
            done = subprocess.run(command, stdout=out, stderr=out, cwd=self.folder, check=False)
        assert done.returncode == 0, told.read_text()


def _unprivileged() -> tuple[str, str] | None:
    """User and group that the server runs as where we are root."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import grp
    import pwd

    for name in USERS:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return name, grp.getgrgid(user.pw_gid).gr_name
    raise AssertionError("root, and neither postgres nor nobody to run a server as")


@functools.cache
def quick_cluster() -> Cluster:
    """The server that the tests of this process share; it ends with the process."""
    cluster = Cluster()
    atexit.register(cluster.close)
    Store(cluster.url(UP_TO_DATE)).close()
    return cluster


def database_of(folder: Path) -> str:
    """The address of the database that stands for a folder: the same each time."""
    name = "t" + hashlib.sha256(str(folder).encode()).hexdigest()[:24]
    return quick_cluster().url(name, like=UP_TO_DATE)
