"""Verdicts that were found before, and mutants that are accepted because no test could tell them from the rule.

A verdict counts as long as the function is the same and the test that noticed the fault is; "survived" as long as all
tests are.
"""

import ast
import hashlib
import json
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .edits import Mutant
from .judge import AT_IMPORT, SURVIVED, Verdict
from .places import ROOT, Code, judges

ACCEPTED = ROOT / "tests" / "mutants" / "equivalent.toml"
MOST_ACCEPTED = 0.05


class Notes:
    """A file of JSON lines, one for each verdict; the last one on a mutant counts."""

    def __init__(self, path: Path, code: Code, fresh: bool = False) -> None:
        self.path = path
        self.code = code
        self.tests = TestSources(code.title)
        self.known: dict[str, dict[str, Any]] = {}
        if path.exists() and not fresh:
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self.known[row["key"]] = row

    def key(self, mutant: Mutant) -> str:
        unit = self.code.units[mutant.file, mutant.function]
        lines = self.code.sources[mutant.file].splitlines()
        text = b"\n".join(lines[unit.first - 1 : unit.last] if mutant.function else lines)
        return f"{mutant.name}-{hashlib.sha256(text).hexdigest()[:12]}"

    def find(self, mutant: Mutant) -> Verdict | None:
        row = self.known.get(self.key(mutant))
        if row is None or row["by"] != self.tests.mark(row["test"]):
            return None
        return Verdict(row["verdict"], row["test"], row["why"])

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        row = {"key": self.key(mutant), **verdict._asdict(), "by": self.tests.mark(verdict.test)}
        self.known[row["key"]] = row
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


class TestSources:
    """Marks of tests: of one its own text, of all together every file they are made of."""

    __test__ = False

    def __init__(self, title: str) -> None:
        folder = ROOT / "tests" / title
        files = sorted(
            {path for judge in judges(title) for path in (judge.rglob("*.py") if judge.is_dir() else [judge])}
        )
        self.marks: dict[str, str] = {}
        whole = hashlib.sha256()
        for path in [*files, *sorted(folder.glob("*.py"))]:
            source = path.read_bytes()
            whole.update(source)
            for node in ast.parse(source).body:
                if isinstance(node, ast.FunctionDef):
                    text = ast.unparse(node).encode()
                    name = f"{path.relative_to(ROOT).as_posix()}::{node.name}"
                    self.marks[name] = hashlib.sha256(text).hexdigest()[:12]
        self.whole = whole.hexdigest()[:12]

    def mark(self, test: str) -> str:
        """Empty names no test: the mark of all of them."""
        if not test or test == AT_IMPORT:
            return self.whole
        return self.marks.get(test.partition("[")[0], self.whole)


class Accepted(NamedTuple):
    """A mutant that plays like the rule, and why."""

    title: str
    file: str
    function: str
    was: str
    now: str
    reason: str

    def matches(self, mutant: Mutant) -> bool:
        return (mutant.file, mutant.function, mutant.was, mutant.now) == (self.file, self.function, self.was, self.now)


def accepted(title: str, path: Path = ACCEPTED) -> list[Accepted]:
    if not path.exists():
        return []
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return [Accepted(**row) for row in rows if row["title"] == title]


def complaints(mutants: Sequence[Mutant], entries: Sequence[Accepted]) -> list[str]:
    """What is wrong with the list itself: entries that accept nothing, entries without a reason, too many."""
    by_place: dict[tuple[str, str, str, str], int] = {}
    for mutant in mutants:
        place = (mutant.file, mutant.function, mutant.was, mutant.now)
        by_place[place] = by_place.get(place, 0) + 1
    found = []
    covered = 0
    for entry in entries:
        count = by_place.get((entry.file, entry.function, entry.was, entry.now), 0)
        covered += count
        if not count:
            found.append(f"no such mutant any more: {entry.file} {entry.function}: {entry.now}")
        if len(entry.reason.split()) < 4:
            found.append(f"no reason given: {entry.file} {entry.function}: {entry.now}")
    if covered > MOST_ACCEPTED * len(mutants):
        found.append(f"{covered} of {len(mutants)} mutants are accepted; at most {MOST_ACCEPTED:.0%} may be")
    return found


def is_accepted(mutant: Mutant, entries: Iterable[Accepted]) -> bool:
    return any(entry.matches(mutant) for entry in entries)


def is_killed(verdict: Verdict) -> bool:
    return verdict.verdict != SURVIVED
