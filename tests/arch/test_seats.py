"""What speaks to a seat cannot get at the true position: by what it may name, and by the types that mypy checks."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.test_imports import MODULES, PACKAGE, files, imports, named

SPEAKING = files("table", "terminal", "commands")
ROOT = Path(__file__).parent.parent.parent
WRONG = Path(__file__).parent / "wrong.py"

SECRET = {
    "state": "the true position",
    "marks": "true positions on the way",
    "position_at": "true positions on the way",
    "rebase": "a true position",
    "trail": "the answers of every seat",
    "entries": "the answers and events of every seat",
    "past": "a course with its true position",
    "imagine": "a position; to try something out is for Seen",
    "load_state": "a position",
    "read_position": "a position",
    "write_position": "a position",
}
"""Attributes that hold or make a position, or more than one seat may read."""

PUBLIC = {("app", "state")}
"""The same word for another thing: what the application keeps."""

OWNERS = {
    "commands/records.py": {"kurgan.session.keeper"},
    "commands/titles.py": {"kurgan.session.keeper"},
}
"""Tools of who keeps a file: its whole position goes in and out by this one door."""

TRUTH = (
    "kurgan.session.keeper",
    "kurgan.session.replay.Course",
    "kurgan.session.replay.Entry",
    "kurgan.session.replay.follow",
    "kurgan.session.retrace.retrace",
    "kurgan.session.stream.entry_for",
    "kurgan.kernel.protocol.State",
    "kurgan.kernel.flow",
)


def owner_of(node: ast.Attribute) -> str:
    """The word before the dot."""
    value = node.value
    return value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""


def holds_secrets(node: ast.Attribute) -> bool:
    where = owner_of(node), node.attr
    return where == ("session", "lines") or (node.attr in SECRET and where not in PUBLIC)


def named_secrets(tree: ast.AST) -> list[str]:
    """Every attribute of a file that holds more than a seat may have, also where it is named in a string."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and holds_secrets(node):
            found.append(f"line {node.lineno} names .{node.attr}: {SECRET.get(node.attr, 'the whole record')}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "vars"):
            words = [arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant)]
            found += [f"line {node.lineno} asks for '{word}'" for word in words if word in SECRET]
    return found


@named(SPEAKING)
def test_what_speaks_to_a_seat_names_no_position(path: Path) -> None:
    assert named_secrets(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("line", ["session.state", "room.session.course.state.to_json()", "getattr(course, 'state')"])
def test_such_a_name_would_be_found(line: str) -> None:
    assert named_secrets(ast.parse(line))


@named(SPEAKING)
def test_what_speaks_to_a_seat_imports_no_position(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    for imported, line in imports(path):
        if imported in OWNERS.get(name, ()):
            continue
        assert not any(imported == t or imported.startswith(t + ".") for t in TRUTH), f"{name}:{line} names {imported}"


def test_one_place_makes_what_a_seat_may_have() -> None:
    """Only the course of a game makes a Seen, now or on the way here."""
    makers = []
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Seen":
                makers.append(path.relative_to(PACKAGE).as_posix())
    assert set(makers) == {"session/replay.py"}


def test_a_position_given_to_what_speaks_to_a_seat_does_not_type_check() -> None:
    """Each marked line of the file is an error, and no other is."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file", "pyproject.toml", str(WRONG)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = {int(number) for number in re.findall(r"wrong\.py:(\d+): error", told)}
    lines = WRONG.read_text(encoding="utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, 1) if "# wrong" in line}
    assert len(marked) > 8
    assert found == marked, told
