"""Files that hold secrets are for their owner only; folders that we make for them too."""

import os
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600
OWNER_FOLDER = 0o700
OTHERS = 0o077


def make_folder(path: Path) -> None:
    """Make a folder if there is none; one that is there keeps what its owner decided."""
    path.mkdir(mode=OWNER_FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Have a file that nobody else can read, before anything secret is in it; mends one that others can."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    mend(path)


def mend(path: Path) -> None:
    """Take away what others may do with a file that was made before we were careful. Not every system can."""
    with suppress(OSError):
        if path.stat().st_mode & OTHERS:
            path.chmod(OWNER_ONLY)


def write_new(path: Path, text: str) -> None:
    """A new file that only its owner can read."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w", encoding="utf-8") as file:
        file.write(text)


def replace(path: Path, text: str) -> None:
    """A file that only its owner can read, in place of what was there: at once or not at all."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY), "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(fresh, path)
