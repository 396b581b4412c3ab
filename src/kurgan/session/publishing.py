"""Finished games as a data set: records without the names of people, each of which verifies as the one it was made of.

A name stands in no throw of the dice, so a record can be chained anew without it; words for the dice stay, because
every throw follows from them.
"""

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kurgan.kernel.protocol import Game, Json
from kurgan.session.beginning import rules_in
from kurgan.session.logs import MemoryLog
from kurgan.session.record import Line, own_fields, write_line
from kurgan.session.replay import OPEN, PERSON
from kurgan.session.verify import Report, verify

COLUMNS = ("file", "title", "scenario", "rules", "outcome", "winners", "lines", "legal", "dice", "seats")


class Published(NamedTuple):
    """One record of a data set, and its row in the list."""

    text: str
    row: Json


def nameless(lines: Sequence[Line]) -> list[Line]:
    """The same record without names of people."""
    found: list[Line] = []
    for line in lines:
        fields = own_fields(line)
        if line.kind == "header":
            fields["seats"] = [{**seat, "name": _name(seat)} for seat in fields["seats"]]
        elif line.kind == "seat":
            fields["name"] = _name(fields)
        found.append(write_line(line.number, line.kind, fields, found[-1].check if found else ""))
    return found


def _name(seat: Json) -> str:
    return "" if seat["held"] == PERSON else str(seat["name"])


def is_ours_to_give(lines: Sequence[Line]) -> bool:
    """Whether a game is over, and nothing of it comes from where we do not know: a file, a pack of one's own."""
    header = lines[0].fields
    is_over = any(line.kind == "reveal" for line in lines)
    return is_over and not header.get("parent") and not header["pack"].get("folder")


def publish(lines: Sequence[Line], make_game: Callable[[Json], Game[Any, Any]]) -> tuple[Published | None, Report]:
    """A record as it goes out; None if it would not verify."""
    log = MemoryLog()
    made = nameless(lines)
    log.append(made)
    report = verify(log, make_game)
    if not report.ok:
        return None, report
    header, outcome = made[0].fields, next(line for line in reversed(made) if line.kind == "reveal").fields["outcome"]
    row = {
        "title": header["title"],
        "scenario": header["scenario"],
        "rules": rules_in(made)[0],
        "outcome": outcome["name"],
        "winners": " ".join(outcome.get("winners", [])),
        "lines": len(made),
        "legal": int(report.legal),
        "dice": report.dice,
        "seats": " ".join(f"{seat}={'+'.join(held)}" for seat, held in sat(made).items()),
    }
    return Published("".join(f"{line.text}\n" for line in made), row), report


def sat(lines: Sequence[Line]) -> dict[str, list[str]]:
    """Who sat where, a person or a bot, one after the other; a free seat is nobody's."""
    seats = lines[0].fields["seats"]
    found: dict[str, list[str]] = {seat["seat"]: [] for seat in seats}
    for fields in (*seats, *[line.fields for line in lines if line.kind == "seat"]):
        held = found[fields["seat"]]
        if fields["held"] != OPEN and held[-1:] != [fields["held"]]:
            held.append(fields["held"])
    return found


def as_list(rows: Sequence[Json]) -> str:
    """The list of a data set, as CSV."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
