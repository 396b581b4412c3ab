"""Where is this rule? Reads a title's rule index and finds the code and the tests that cite each paragraph.

Code cites a paragraph by its number in brackets, in a docstring (``[9.5.5] Repulse or success``) or a comment. Tests
carry ``@rule("9.5.5")``; tests shared by titles prefix the title's initial (``A9.5.5``). Golden plays cite by the rule
numbers they show.
"""

import ast
import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kurgan.kernel.notation import nearest
from kurgan.kernel.packfile import PackError

INDEX = "data/rules.csv"
COLUMNS = ("number", "title", "file", "status", "note")
STATUSES = ("done", "definition", "not a rule", "chosen", "partial", "open")
NEEDS_CODE = ("done", "chosen", "partial")
UNFINISHED = ("partial", "open")

_NUMBER = r"\d+(?:\.\d+)*[A-Za-z]?(?:\.\d+)*"
_TAG = re.compile(rf"\[({_NUMBER})\]")
_LEADING = re.compile(rf"\s*((?:\[{_NUMBER}\](?: to | and |, | )?)+)")
_COMMENT = re.compile(r"#(.*)$")
_PLAY_RULE = re.compile(rf"(?<![\w.+/]){_NUMBER}(?![\w.+/])")


class UnknownRule(KeyError):
    """A number that the index does not have; the message names the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


class Rule(NamedTuple):
    """One row of the index and the line it stands on."""

    number: str
    title: str
    file: str
    status: str
    note: str
    line: int


class Place(NamedTuple):
    """Somewhere in a file: ``file`` is the path from the checkout or the package, ``name`` the function."""

    file: str
    line: int
    name: str
    path: Path
    leads: bool = False
    """The docstring begins with the number: this is the paragraph's own function."""


class Found(NamedTuple):
    """A rule, the code that cites it (docstrings of its own chapter first) and the tests that carry its tag."""

    rule: Rule
    code: list[Place]
    tests: list[Place]


class Index:
    """The rule index of one title with all its citations."""

    def __init__(self, name: str, rows: Sequence[Rule]) -> None:
        self.name = name
        self.rows = list(rows)
        self.by_number = {row.number: row for row in rows}
        self.code: dict[str, list[Place]] = {}
        self.tests: dict[str, list[Place]] = {}
        self.plays: dict[str, list[Place]] = {}
        self.has_tests = False

    def where(self, number: str) -> Found:
        """Where a paragraph lives; raises UnknownRule."""
        row = self.by_number.get(number.strip("[]"))
        if row is None:
            raise UnknownRule(f"{self.name} has no rule '{number}'{nearest(number, list(self.by_number))}")
        code = sorted(self.code.get(row.number, []), key=lambda place: _distance(place, row))
        return Found(row, code, self.tests.get(row.number, []))

    def parts(self, number: str) -> list[Rule]:
        """The paragraphs right below one: 5.4.1 of 5.4, 9.5.2A of 9.5.2."""
        below = re.compile(rf"{re.escape(number)}(\.\d+[A-Za-z]?|(?<=\d)[A-Za-z])")
        return [row for row in self.rows if below.fullmatch(row.number)]

    def unfinished(self) -> list[Found]:
        """Rows that are not settled: open or partial, or without the code or the test they need."""
        return [found for found in map(self.where, self.by_number) if self._is_open(found)]

    def _is_open(self, found: Found) -> bool:
        if found.rule.status in UNFINISHED:
            return True
        if found.rule.status not in NEEDS_CODE:
            return False
        return not found.code or (self.has_tests and not found.tests)

    def unknown(self) -> list[Place]:
        """Citations of numbers that are not in the index."""
        strays: list[Place] = []
        for cited in (self.code, self.tests):
            for number, places in cited.items():
                if number not in self.by_number:
                    strays += [place._replace(name=f"{place.name} cites {number}") for place in places]
        return strays

    def coverage(self) -> dict[str, int]:
        """How far the title is: paragraphs, rules among them, with code, with tests, shown by example and by play."""
        rules = [row for row in self.rows if row.status in NEEDS_CODE]
        return {
            "rows": len(self.rows),
            "rules": len(rules),
            "implemented": sum([row.number in self.code for row in rules]),
            "tested": sum([row.number in self.tests for row in rules]),
            "by_example": sum([self._has_example(row.number) for row in rules]),
            "by_golden": sum([row.number in self.plays for row in rules]),
            "open": len(self.unfinished()),
        }

    def _has_example(self, number: str) -> bool:
        return any("examples" in place.path.parts for place in self.tests.get(number, []))

    def to_json(self) -> dict[str, Any]:
        rules = []
        for row in self.rows:
            found = self.where(row.number)
            first = found.code[0] if found.code else None
            rules.append(
                {
                    "number": row.number,
                    "title": row.title,
                    "status": row.status,
                    "file": first.file if first is not None else row.file,
                    "line": first.line if first is not None else None,
                    "tests": [f"{place.file}::{place.name}" for place in found.tests],
                    "note": row.note,
                }
            )
        return {"rules": rules, "coverage": self.coverage()}


def read(title_folder: Path, tests: Path | None = None) -> Index:
    """The index of the title in this folder; ``tests`` is the folder of all tests (found if in a checkout)."""
    index = Index(title_folder.name, read_rows(title_folder))
    root = title_folder.parent.parent
    for path in sorted(title_folder.rglob("*.py")):
        for number, line, name, leads in code_tags(path.read_text(encoding="utf-8")):
            place = Place(path.relative_to(root).as_posix(), line, name, path, leads)
            index.code.setdefault(number, []).append(place)
    folder = tests if tests is not None else tests_folder(title_folder)
    if folder is not None:
        index.has_tests = True
        _read_tests(index, folder)
    return index


def read_rows(title_folder: Path) -> list[Rule]:
    """The rows of ``data/rules.csv``; raises PackError naming line and column."""
    try:
        text = (title_folder / INDEX).read_text(encoding="utf-8")
    except OSError as error:
        raise PackError(INDEX, f"cannot be read: {error.strerror}") from None
    body = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("#")]
    header = next(csv.reader([body[0][1]])) if body else []
    for column in COLUMNS:
        if column not in header:
            raise PackError(INDEX, f"column '{column}' is missing", body[0][0] if body else 1)
    rows: list[Rule] = []
    seen: set[str] = set()
    for i, line in body[1:]:
        cells = dict(zip(header, next(csv.reader([line])), strict=False))
        if len(cells) != len(header):
            raise PackError(INDEX, f"has {len(cells)} cells where the header has {len(header)}", i)
        number, title, file, status, note = [cells[column].strip() for column in COLUMNS]
        row = Rule(number, title, file, status, note, i)
        if not re.fullmatch(_NUMBER, row.number) or row.number in seen:
            raise PackError(INDEX, f"'{row.number}' is no rule number, or stands twice", i, "number")
        if row.status not in STATUSES:
            raise PackError(INDEX, f"'{row.status}' is not one of {', '.join(STATUSES)}", i, "status")
        seen.add(row.number)
        rows.append(row)
    return rows


def tests_folder(title_folder: Path) -> Path | None:
    """The tests of the checkout that this folder is part of, if it is part of one."""
    for folder in title_folder.parents:
        if (folder / "src") in title_folder.parents and (folder / "tests").is_dir():
            return folder / "tests"
    return None


def code_tags(source: str) -> Iterator[tuple[str, int, str, bool]]:
    """Number, line and function of every citation, and whether a docstring begins with it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            doc = ast.get_docstring(node, clean=False)
            if doc:
                line = 1 if isinstance(node, ast.Module) else node.lineno
                name = "" if isinstance(node, ast.Module) else node.name
                leading = _LEADING.match(doc)
                own = _TAG.findall(leading.group(1)) if leading else []
                for number in dict.fromkeys(_TAG.findall(doc)):
                    yield number, line, name, number in own
    for i, text in enumerate(source.splitlines(), 1):
        comment = _COMMENT.search(text) if "#" in text else None
        for number in _TAG.findall(comment.group(1)) if comment else ():
            if "." in number:  # "#" may stand in a string, and [0] after it is no rule
                yield number, i, "", False


def test_tags(source: str) -> Iterator[tuple[str, int, str]]:
    """Number, line and test of every ``@rule("...")``, also from a module's ``pytestmark``."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for number in _rule_arguments(decorator):
                    yield number, node.lineno, node.name
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            for number in _rule_arguments(node.value) if "pytestmark" in names else ():
                yield number, node.lineno, "pytestmark"


def _rule_arguments(node: ast.AST) -> Iterator[str]:
    """The numbers in calls of ``rule`` within an expression."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            called = inner.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name == "rule":
                for argument in inner.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _read_tests(index: Index, tests: Path) -> None:
    own = tests / index.name if (tests / index.name).is_dir() else tests  # a title of its own has all of them
    others = [tests / other for other in _titles(index, tests)]
    for path in sorted(tests.rglob("test_*.py")):
        is_own = own in path.parents
        if not is_own and any(other in path.parents for other in others):
            continue
        text = path.read_text(encoding="utf-8")
        if "rule(" not in text:
            continue
        for number, line, name in test_tags(text):
            if not is_own:
                if not number.startswith(index.name[0].upper()):
                    continue
                number = number[1:]
            place = Place(path.relative_to(tests.parent).as_posix(), line, name, path)
            index.tests.setdefault(number, []).append(place)
    for path in sorted(own.rglob("*.play")):
        _read_play(index, path, tests)


def _titles(index: Index, tests: Path) -> list[str]:
    """The other titles' folders among the tests: those that have rule tests of their own."""
    return [folder.name for folder in tests.iterdir() if (folder / "rules").is_dir() and folder.name != index.name]


def _read_play(index: Index, path: Path, tests: Path) -> None:
    for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for number in dict.fromkeys(_PLAY_RULE.findall(line)):
            if number in index.by_number and "." in number:
                places = index.plays.setdefault(number, [])
                if not places:
                    places.append(Place(path.relative_to(tests.parent).as_posix(), i, path.stem, path))


def _distance(place: Place, row: Rule) -> tuple[bool, bool, bool, str, int]:
    """The paragraph's own functions come first, its own chapter before others; then mentions, then comments."""
    return (not place.leads, not place.name, place.path.name != row.file, place.file, place.line)
