"""What people take home, and what the host publishes: made as a job, game by game, as a ZIP.

A file grows beside the database and is put into it when it is whole, so that any process can hand it out; who dies over
one leaves nothing but the job.
"""

import asyncio
import io
import tempfile
import zipfile
from collections.abc import Iterator
from typing import IO, Any

import msgspec

from kurgan.kernel.protocol import Game, Json
from kurgan.session import publishing
from kurgan.session.record import Line
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.storage import DONE, GROWING, STOPPED, ExportRow

EVERYTHING, GAMES, SET = "all", "games", "set"
"""All about oneself, one's finished games, the finished games of everybody without names."""

PART = 1024 * 1024
MOST_BYTES = 512 * 1024 * 1024
IN_MEMORY = 8 * PART
"""What is larger grows on the disk."""


class NotWanted(Exception):
    """Whoever asked has taken it back, or is no more."""


class TooMuch(Exception):
    """More than anybody should be handed in one file."""


class Exports:
    """Does the jobs of exports."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._kept = rooms.people.exports

    async def look(self, key: str) -> None:
        row = await asyncio.to_thread(self._kept.of, key)
        if row is not None and row.stage == GROWING:
            await asyncio.to_thread(self._make, row)

    def _make(self, row: ExportRow) -> None:
        """In a thread; other processes and those who play are not kept waiting by it."""
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
            try:
                count = self._write(row, file)
            except NotWanted:
                return
            except TooMuch:
                self._kept.end(row.id, STOPPED)
                return
            size = file.tell()
            file.seek(0)
            self._kept.begin(row.id)
            for number, data in enumerate(iter(lambda: file.read(PART), b"")):
                self._kept.add(row.id, number, data)
        self._kept.end(row.id, DONE, count, size)

    def _write(self, row: ExportRow, file: IO[bytes]) -> int:
        """How many games are in it."""
        count = 0
        rows: list[Json] = []
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            if row.kind == EVERYTHING:
                told = self._rooms.people.accounts.everything(row.person)
                packed.writestr("me.json", msgspec.json.format(msgspec.json.encode(told), indent=2))
            for name, text in self._set(rows) if row.kind == SET else self._games_of(row.person):
                packed.writestr(name, text)
                count += 1
                self._see_to_it(row, file)
            if row.kind == SET:
                packed.writestr("games.csv", publishing.as_list(rows))
        file.seek(0, io.SEEK_END)
        return count

    def _see_to_it(self, row: ExportRow, file: IO[bytes]) -> None:
        if file.tell() > MOST_BYTES:
            raise TooMuch
        if self._kept.of(row.id) is None:
            raise NotWanted

    def _games_of(self, person: str) -> Iterator[tuple[str, str]]:
        """Finished games that somebody is at, the newest first."""
        ids_of = {held.game for held in self._rooms.people.held_by(person)}
        over = [row for row in self._rooms.store.games_of(list(ids_of)) if row.outcome]
        for row in sorted(over, key=lambda row: (-row.updated, row.id)):
            lines = self._rooms.store.log(row.id).read().lines
            if is_whole(lines):
                yield f"{row.title}-{row.id[:8]}.kurgan", "".join(f"{line.text}\n" for line in lines)

    def _set(self, rows: list[Json]) -> Iterator[tuple[str, str]]:
        """Finished games of everybody; ``rows`` get what the list says of each."""
        for row in self._rooms.store.games():
            lines = self._rooms.store.log(row.id).read().lines if row.outcome else []
            if not lines or not publishing.is_ours_to_give(lines):
                continue
            made, _ = publishing.publish(lines, self._game)
            if made is not None:
                rows.append({"file": f"{row.id}.kurgan", **made.row})
                yield f"{row.id}.kurgan", made.text

    def _game(self, header: Json) -> Game[Any, Any]:
        return self._rooms.titles.load(header["title"])


def is_whole(lines: list[Line]) -> bool:
    """Whether the secrets of a game are told; before that its record is nobody's to see whole."""
    return any(line.kind == "reveal" for line in lines)
