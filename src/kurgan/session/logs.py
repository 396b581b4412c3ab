"""Where a record is kept: in memory, or in a file with its secret beside it. (The database is in store.py.)

A log keeps two things: the lines of the record, which may be shown, and the *vault*, which may not: the secrets of
the dice, the last stored position, the standing orders and the notes of bots.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Protocol

from filelock import FileLock as Lock
from filelock import Timeout

from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import common
from kurgan.session import private_files
from kurgan.session.bounds import MOST_BYTES, read_json
from kurgan.session.record import Damaged, Line, Reading, Stale, read_lines, read_more, read_text
from kurgan.session.rows import NOBODY, Awaits

LOCK_SECONDS = 20.0
SECRET_FORMAT = 2
SEAL = "seal"
SEAL_DIGITS = 16
SEALED_SINCE = 2
"""The first format of a secret file that carries a check over all of it."""


class NoRecord(ValueError):
    """There is no such record, or it cannot be made."""


class NotKept(RuntimeError):
    """It could not be written: the disk is full, or something holds the database. Nothing was changed.

    ``what``: "written" or "read"; ``reason``: what to tell a player.
    """

    def __init__(self, what: str, reason: str) -> None:
        changed = "; nothing was changed" if what == "written" else ""
        super().__init__(f"it could not be {what} ({reason}){changed}")
        self.what, self.reason = what, reason


class Log(Protocol):
    """Lines and vault of one game. ``append`` has written to disk when it returns."""

    def read(self) -> Reading: ...

    def follow(self, known: Sequence[Line]) -> tuple[list[Line], Json]:
        """What somebody else wrote behind the lines that are known, and the vault now, without the position, which only
        opening a game needs: in one look, for it is taken at every step."""

    def append(self, lines: Sequence[Line], awaits: Awaits = NOBODY) -> None:
        """Write lines; raises Stale if somebody else wrote since we last read. ``awaits``: whom the last one asks."""

    def vault(self) -> Json: ...

    def keep(self, patch: Json) -> None:
        """Add to the vault, as ``merge_vault`` does; safely on disk when it returns."""

    def forget(self) -> None:
        """The game is over and its secret is in the record: drop the vault."""

    def kept_before(self, number: int) -> Json | None:
        """The last position that is kept at or before a line. In a database those on the way are kept for good, also
        after the end, so that rules which change can be looked behind; a file has the last one of a running game."""


def merge_vault(kept: Json, patch: Json) -> Json:
    """What is kept after a patch. Several programs may have a game open, so nothing of another's is written over:
    secrets and base positions are added, orders and notes replaced seat by seat. The last position stored is kept."""
    if kept.get("game") != patch.get("game"):
        return dict(patch) if "secrets" in patch else dict(kept)
    merged = {**kept, **patch}
    for name in ("secrets", "bases", "draws", "orders", "notes"):
        if name in kept:
            merged[name] = {**kept[name], **patch.get(name, {})}
    return merged


def is_vault(vault: object) -> bool:
    """Whether what was read has the form of a vault."""
    if not isinstance(vault, dict):
        return False
    tables = ("secrets", "bases", "draws", "orders", "notes", "position")
    if not all(isinstance(vault.get(name, {}), dict) for name in tables):
        return False
    position = vault.get("position", {"number": 1, "check": "", "state": {}})
    wanted = {"number": int, "check": str, "state": dict}
    return all(isinstance(position.get(name), kind) for name, kind in wanted.items())


def seal(kept: Json) -> str:
    """A check over what is kept in private: a position with one digit changed is another position."""
    plain = {name: value for name, value in kept.items() if name != SEAL}
    return hashlib.sha256(canonical(plain).encode()).hexdigest()[:SEAL_DIGITS]


def sealed(kept: Json) -> Json:
    return {**kept, SEAL: seal(kept)}


def is_whole(kept: Json, must: bool = False) -> bool:
    """Whether nothing was changed since it was sealed; what was kept before there were seals passes."""
    return kept[SEAL] == seal(kept) if SEAL in kept else not must


class MemoryLog:
    """A record that lives only as long as the program: tests, the lab, trying things out."""

    def __init__(self, texts: Sequence[str] = (), vault: Json | None = None) -> None:
        self.texts = list(texts)
        self._vault: Json = vault or {}
        self._last: Json | None = None

    def read(self) -> Reading:
        return Reading(read_lines(self.texts), 0, "")

    def follow(self, known: Sequence[Line]) -> tuple[list[Line], Json]:
        return read_more(self.texts[len(known) :], known), self._vault

    def append(self, lines: Sequence[Line], awaits: Awaits = NOBODY) -> None:
        if lines[0].number != len(self.texts) + 1:
            raise Stale(f"line {lines[0].number} is already written")
        self.texts.extend([line.text for line in lines])

    def vault(self) -> Json:
        return self._vault

    def keep(self, patch: Json) -> None:
        self._vault = merge_vault(self._vault, patch)
        if "position" in patch:
            self._last = patch["position"]

    def forget(self) -> None:
        self._vault = {}

    def kept_before(self, number: int) -> Json | None:
        return self._last if self._last is not None and self._last["number"] <= number else None

    def text(self) -> str:
        return "".join([text + "\n" for text in self.texts])


class FileLog:
    """A record in a file. The lock is held only while writing, or for a whole command by ``with log.held():``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secret_path = path.with_name(path.name + ".secret")
        self.lock = Lock(str(path) + ".lock", timeout=LOCK_SECONDS)
        self._count = 0
        self._size = 0
        self._known = hashlib.sha256()

    @classmethod
    def create(cls, path: Path) -> "FileLog":
        """A log for a new game; the file must not exist yet."""
        if path.exists():
            raise NoRecord(common("file_exists", path=path))
        if not path.parent.is_dir():
            raise NoRecord(common("no_folder", path=path.parent))
        return cls(path)

    def held(self) -> "Held":
        return Held(self)

    def read(self) -> Reading:
        data = self._bytes()
        reading = read_text(data)
        self._count = len(reading.lines)
        self._size = reading.size
        self._known = hashlib.sha256(data[: reading.size])
        return reading

    def _bytes(self) -> bytes:
        try:
            if self.path.stat().st_size > MOST_BYTES:
                raise NoRecord(f"{self.path} is longer than any game")
            return self.path.read_bytes()
        except FileNotFoundError as e:
            raise NoRecord(common("no_file", path=self.path)) from e
        except OSError as e:
            raise NoRecord(f"{self.path} cannot be read: {e.strerror}") from e

    def follow(self, known: Sequence[Line]) -> tuple[list[Line], Json]:
        return self.read().lines[len(known) :], self.vault()

    def append(self, lines: Sequence[Line], awaits: Awaits = NOBODY) -> None:
        if lines[0].number != self._count + 1:
            raise Stale(f"line {lines[0].number} is already written")
        with self.held():
            self._check_unchanged(lines[0])
            self._write(lines)
        self._count += len(lines)

    def _check_unchanged(self, first: Line) -> None:
        """Refuse to write after lines that we have not read."""
        if first.number == 1:
            if self.path.exists():
                raise NoRecord(common("file_exists", path=self.path))
            return
        data = self._bytes()
        if hashlib.sha256(data[: self._size]).digest() != self._known.digest():
            try:
                read_text(data)
            except Damaged as e:
                raise Stale(f"{self.path} was changed by something else: {e}") from e
            raise Stale(f"{self.path} was changed by something else")
        if b"\n" in data[self._size :]:
            raise Stale(f"somebody else has played on in {self.path}; look again before you answer")

    def _write(self, lines: Sequence[Line]) -> None:
        """One write, flushed to the disk before anybody is told; what was left of a cut line goes first."""
        data = "".join([line.text + "\n" for line in lines]).encode()
        is_new = lines[0].number == 1
        try:
            with open(self.path, "xb" if is_new else "r+b", buffering=0) as file:
                if not is_new:
                    data = self._end_of_last_line(file) + data
                self._flush(file, data)
        except OSError as e:
            raise NoRecord(f"{self.path} cannot be written: {e.strerror}") from e
        if is_new:
            _sync_folder(self.path.parent)
        self._size += len(data)
        self._known.update(data)

    def _flush(self, file: FileIO, data: bytes) -> None:
        """Write all of it to the disk, or leave the file as it was: a full disk must not leave half an answer."""
        try:
            written = 0
            while written < len(data):
                written += file.write(data[written:])
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(self._size)
            raise

    def _end_of_last_line(self, file: FileIO) -> bytes:
        """Cut away half a line if there is one, go to the end, and say what is missing there."""
        file.truncate(self._size)
        file.seek(self._size - 1)
        return b"" if file.read(1) == b"\n" else b"\n"

    def vault(self) -> Json:
        """The secret beside the file; empty if there is none."""
        private_files.mend(self.secret_path)
        try:
            text = self.secret_path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as e:
            raise NoRecord(f"{self.secret_path} cannot be read") from e
        try:
            vault = read_json(text)
        except ValueError as e:
            raise NoRecord(f"{self.secret_path} is damaged") from e
        if not isinstance(vault, dict) or vault.get("kurgan") != "secret":
            raise NoRecord(f"{self.secret_path} is not the secret of a game")
        made = vault.get("format")
        if not isinstance(made, int) or not 1 <= made <= SECRET_FORMAT:
            raise NoRecord(f"{self.secret_path} has an unknown format; it is damaged, or made by a newer Kurgan")
        if not is_vault(vault) or not is_whole(vault, made >= SEALED_SINCE):
            raise NoRecord(f"{self.secret_path} is damaged: it was changed after it was written")
        vault.pop(SEAL, None)
        return vault

    def keep(self, patch: Json) -> None:
        with self.held():
            kept = self.vault()
            merged = merge_vault(kept, patch)
            if merged != kept:
                self._replace_secret(merged)

    def _replace_secret(self, vault: Json) -> None:
        """Replace the secret file at once or not at all; only its owner may read it."""
        text = json.dumps(sealed({**vault, "kurgan": "secret", "format": SECRET_FORMAT}), ensure_ascii=False)
        fresh = self.secret_path.with_name(f"{self.secret_path.name}.{os.getpid()}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, self.secret_path)
        finally:
            fresh.unlink(missing_ok=True)
        _sync_folder(self.path.parent)

    def forget(self) -> None:
        self.secret_path.unlink(missing_ok=True)

    def kept_before(self, number: int) -> Json | None:
        position: Json | None = self.vault().get("position")
        return position if position is not None and position["number"] <= number else None


class Held:
    """Holds the lock of a file for a block; may be nested."""

    def __init__(self, log: FileLog) -> None:
        self._log = log

    def __enter__(self) -> FileLog:
        try:
            self._log.lock.acquire()
        except Timeout as e:
            raise NoRecord(f"{self._log.path} is in use by another program") from e
        except OSError as e:
            raise NoRecord(f"{self._log.path} cannot be locked: {e.strerror}") from e
        return self._log

    def __exit__(self, *_: object) -> None:
        """Take the lock file away while it is still ours; who waits for it sees that it is gone and makes another."""
        lock = self._log.lock
        if lock.lock_counter == 1:
            with suppress(OSError):
                os.unlink(lock.lock_file)
        lock.release()


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file last; not every system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
