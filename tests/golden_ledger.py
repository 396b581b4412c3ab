"""What each golden play told under which version of its title's rules, change by change: ``tests/golden.csv``.

A play that tells something else means that records do, too: the title's ``rules_version`` goes up, or the row says why
no record means anything else. ``make golden`` adds the rows; a reason that it cannot know is a ``?``, which a test
refuses.
"""

import csv
import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests import golden

FILE = golden.TESTS / "golden.csv"
OPEN = "?"
COLUMNS = ("play", "rules", "told", "why")


class Row(NamedTuple):
    """``told`` is a digest of answers, steps, legal counts and events; ``why`` it changed under the same rules."""

    play: str
    rules: int
    told: str
    why: str


def rows(file: Path = FILE) -> list[Row]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [Row(row["play"], int(row["rules"]), row["told"], row["why"]) for row in csv.DictReader(lines)]


def name(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


def digest(body: Sequence[str]) -> str:
    return hashlib.sha256("\n".join([golden.told(line) for line in body]).encode()).hexdigest()[:16]


def faults(kept: Sequence[Row]) -> Iterator[str]:
    """Plays that changed without higher rules and without a reason."""
    for play in sorted({row.play for row in kept}):
        for before, after in pairwise([row for row in kept if row.play == play]):
            if after.rules <= before.rules and after.why.strip() in ("", OPEN):
                yield (
                    f"{play} tells something else under rules {after.rules}: count up the title's rules_version and "
                    f"run `make golden`, or say in tests/golden.csv why no record means anything else"
                )


def note(paths: Sequence[Path], file: Path = FILE) -> None:
    """Add a row for every play that tells something else than its last row, or nothing yet."""
    last = {row.play: row for row in rows(file)} if file.exists() else {}
    fresh = []
    for path in paths:
        play = golden.read(path)
        rules, told = int(play.header["rules"]), digest(play.body)
        before = last.get(name(path))
        if before is None or (before.rules, before.told) != (rules, told):
            why = OPEN if before is not None and rules <= before.rules else ""
            fresh.append(Row(name(path), rules, told, why))
    with file.open("a", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        if not last:
            writer.writerow(COLUMNS)
        writer.writerows(fresh)
