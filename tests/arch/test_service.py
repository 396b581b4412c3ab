"""The table's work knows no web framework and no database, not even by way of something that it imports."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.test_imports import MODULES, PACKAGE, files, imports, named
from tests.where import ROOT

FRAMEWORKS = ("fastapi", "starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "sqlite3")
WEB = ("table/server.py", "table/guard/connections.py", "table/routes/")
SQL = ("table/database/", "table/server.py", "table/processes/job_runner.py", "table/processes/workers.py")
"""What serves over HTTP, and what keeps people in a database."""

OPEN = ("_asdict", "_replace", "_fields", "_make")
"""Names with an underscore that everybody may use."""

BLOCKED = """
import importlib, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {frameworks!r}:
            raise ImportError(f"{{name}} must not be needed")
sys.meta_path.insert(0, Blocked())
sys.path.insert(0, {source!r})
for name in {modules!r}:
    importlib.import_module(name)
print("all there")
"""


def is_at(path: Path, places: tuple[str, ...]) -> bool:
    return path.relative_to(PACKAGE).as_posix().startswith(places)


@named([path for path in files("table") if not is_at(path, (*WEB, *SQL))])
def test_only_the_web_side_imports_the_web_and_only_the_keeper_the_database(path: Path) -> None:
    for name, line in imports(path):
        assert name.split(".")[0] not in FRAMEWORKS, f"{path.name}:{line} imports {name}"


def test_the_work_of_the_table_is_there_without_any_of_them() -> None:
    """Every module of the service and what it says is imported where no framework and no database can be."""
    paths = [path for path in MODULES if is_at(path, ("table/service/", "table/model/"))]
    modules = [".".join(["kurgan", *path.relative_to(PACKAGE).with_suffix("").parts]) for path in paths]
    assert "kurgan.table.service.play" in modules
    code = BLOCKED.format(frameworks=FRAMEWORKS, source=str(PACKAGE.parent), modules=modules)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.stdout == "all there\n", told.stderr[-800:]


@pytest.mark.parametrize("name", ["chat", "export", "game", "lobby", "play", "review", "seats", "tournaments"])
def test_routes_hold_no_work(name: str) -> None:
    """A route asks the service and writes what it says: it reaches into no room, no session and no store."""
    forbidden = ("kurgan.session", "kurgan.kernel", "kurgan.bots", "kurgan.odds", "kurgan.table.rooms.open_rooms")
    for imported, line in imports(PACKAGE / "table" / "routes" / f"{name}.py"):
        assert not imported.startswith(forbidden), f"{name}.py:{line} imports {imported}"


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in OPEN


@named(files("table"))
def test_nothing_private_of_another_object_is_named(path: Path) -> None:
    """What begins with an underscore is an object's own, or its module's."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            assert owner in ("self", "cls"), f"{path.name}:{node.lineno} names .{node.attr} of another"
        if isinstance(node, ast.ImportFrom):
            private = [alias.name for alias in node.names if is_private(alias.name)]
            assert not private, f"{path.name}:{node.lineno} imports {private}"


BESIDE_THE_ROOMS = {"__init__", "hosted", "ids", "rating", "refusals", "server", "storage", "titles", "words"}
"""What every part of the table needs, and the server that ties them together."""


@named([path for path in files("table") if path.parent.name == "table"])
def test_a_module_of_the_table_has_a_room(path: Path) -> None:
    """The folders are listed in docs/explanation/architecture.md; nothing is laid down beside them."""
    assert path.stem in BESIDE_THE_ROOMS


def test_the_rooms_of_the_table_are_described() -> None:
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for path in files("table") if path.parent.name != "table"}
    assert [room for room in sorted(rooms) if f"| `{room}` |" not in page] == []
