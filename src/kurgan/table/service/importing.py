"""A record that somebody brings along: read, played again, and put on the table."""

import time
from collections.abc import Iterator

from kurgan.kernel.protocol import Json, Misspelt
from kurgan.session import bounds, epochs
from kurgan.session.logs import MemoryLog, is_vault
from kurgan.session.record import Damaged, Line, Reading, read_lines, read_text
from kurgan.session.session import Session
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.service.place import sat_at_by_people
from kurgan.table.storage import MAKER

IMPORT_SECONDS = 30.0
"""So long a record may take to be played again; one of six thousand lines takes a few."""


def take_record(rooms: Rooms, person: str, text: str, name: str) -> Session:
    reading, vault = read_export(text)
    header = reading.lines[0].fields
    if header["title"] not in rooms.titles.names():
        raise Misspelt(f"this table does not play '{header['title']}'")
    game = rooms.titles.load(header["title"])
    brought = Session.load(game, HurriedLog(reading, vault))
    log = rooms.store.log()
    if brought.outcome is not None:
        log.append(reading.lines)
        session = Session.load(game, rooms.store.log(header["game"]))
    else:
        session = brought.branch(brought.course.number, log, epochs.IMPORTED)
    id = session.header["game"]
    rooms.people.open_table(id, "", False)
    rooms.people.hold(id, MAKER, person)
    for seat in sat_at_by_people(session):
        rooms.people.hold(id, seat, person)
    rooms.store.name_game(id, name)
    return session


def read_export(text: str) -> tuple[Reading, Json]:
    """A record as it is, or one that was exported together with its secret (``kurgan export --all``)."""
    try:
        whole = bounds.read_json(text)
    except bounds.Unbounded as error:
        raise Damaged(1, str(error)) from None
    except ValueError:
        return read_text(text.encode()), {}
    if not isinstance(whole, dict) or whole.get("kurgan") != "export":
        return read_text(text.encode()), {}
    lines, vault = whole.get("record"), whole.get("secret")
    if (
        not isinstance(lines, list)
        or not all(isinstance(line, str) for line in lines)
        or vault is None
        or not is_vault(vault)
    ):
        raise Damaged(1, "this export does not hold a record and its secret")
    return Reading(read_lines(lines), 0, ""), vault


class Hurried(list[Line]):
    """Lines that stop being read when it takes too long: a stranger's record must not keep a thread for good."""

    def __init__(self, lines: list[Line]) -> None:
        super().__init__(lines)
        self.until = time.monotonic() + IMPORT_SECONDS

    def __iter__(self) -> Iterator[Line]:
        for line in super().__iter__():
            if time.monotonic() > self.until:
                raise TooSlow(f"it takes longer than {IMPORT_SECONDS:g} seconds to play it again")
            yield line


class TooSlow(ValueError):
    """A record that would take too long."""


class HurriedLog(MemoryLog):
    """A record from outside, held in memory until we know what it is."""

    def __init__(self, reading: Reading, vault: Json) -> None:
        super().__init__([line.text for line in reading.lines], vault)
        self._lines = reading.lines

    def read(self) -> Reading:
        return Reading(Hurried(self._lines), 0, "")
