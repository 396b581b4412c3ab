"""The architecture: who may import whom, and what rules must not touch."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kurgan

PACKAGE = Path(kurgan.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

PROTOCOL = ("kurgan.kernel.protocol", "kurgan.kernel.chance")

REGISTRY = ("kurgan.games.TITLES", "kurgan.games.folder", "kurgan.games.load", "kurgan.games.names")
"""The list of titles by name: who uses it names none of them."""

# Package -> what of ours it may import (itself always). The wiring (cli, the registry of titles) may import anything.
ALLOWED: dict[str, tuple[str, ...]] = {
    "kernel": (),
    "session": ("kurgan.kernel",),
    "bots": (*PROTOCOL, "kurgan.kernel.sentences"),
    "odds": PROTOCOL,
    "drawing": ("kurgan.kernel",),
    "board": ("kurgan.kernel", "kurgan.odds", "kurgan.bots", "kurgan.drawing", *REGISTRY),
    "lab": ("kurgan.kernel", "kurgan.session", "kurgan.bots", "kurgan.odds", "kurgan.drawing"),
    "envs": ("kurgan.kernel", "kurgan.bots", "kurgan.lab"),
    "lessons": ("kurgan.kernel", "kurgan.session"),
    "table": ("kurgan.kernel", "kurgan.session", "kurgan.odds", "kurgan.bots", "kurgan.lessons"),
    "terminal": ("kurgan.kernel", "kurgan.session", "kurgan.odds", "kurgan.bots", "kurgan.lessons"),
}
WIRING = ("cli", "commands", "__main__", "__init__", "testing")
"""Files and packages beside the layers; ``testing`` is for tests of rules."""

READS_FILES = ("packfile.py", "sentences.py", "citations.py", "plain_pack.py")
"""The only files of the kernel that may read files."""

FORBIDDEN = {"random", "time", "datetime", "logging", "secrets", "socket", "subprocess", "threading", "asyncio"}
FORBIDDEN_IO = {"os", "io", "pathlib", "shutil", "tempfile", "sys"}
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval"}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Full names of all modules that a file imports, anywhere in it, with their lines."""
    here = ["kurgan", *path.relative_to(PACKAGE).with_suffix("").parts]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*here[: -node.level], *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}", node.lineno


def layer(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else path.stem


def title(path: Path) -> str:
    """The title a file belongs to; "" for the registry itself."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


def is_within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def files(*layers: str) -> list[Path]:
    return [path for path in MODULES if layer(path) in layers]


def named(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=[path.relative_to(PACKAGE).as_posix() for path in paths])


@named(files(*ALLOWED))
def test_a_layer_imports_only_what_the_table_allows(path: Path) -> None:
    own = layer(path)
    for name, line in imports(path):
        if name.split(".")[0] == "kurgan":
            allowed = (f"kurgan.{own}", *ALLOWED[own])
            # "from kurgan import odds" names the package itself
            assert is_within(name, allowed), f"{path.name}:{line} imports {name}"


@named([path for path in files("games") if title(path)])
def test_a_title_imports_the_kernel_and_itself_only(path: Path) -> None:
    for name, line in imports(path):
        if name.split(".")[0] == "kurgan":
            assert is_within(name, ("kurgan.kernel", f"kurgan.games.{title(path)}")), (
                f"{path.name}:{line} imports {name}"
            )


def test_every_package_has_a_place_in_the_table() -> None:
    """A new package must be written into the table above (and into docs/explanation/architecture.md)."""
    known = {*ALLOWED, "games", *WIRING}
    assert {layer(path) for path in MODULES} - known == set()


READ_BY_MYPY = ("typing_extensions.TypeVar", "mypy_extensions.mypyc_attr")
"""It brings them itself; they are never imported when the program runs."""


@named(files("kernel"))
def test_the_kernel_imports_the_standard_library_only(path: Path) -> None:
    import sys

    for name, line in imports(path):
        top = name.split(".")[0]
        if name in READ_BY_MYPY:
            continue
        assert top == "kurgan" or top in sys.stdlib_module_names, f"{path.name}:{line} imports {name}"


VOCABULARY = ("events.py", "refusals.py", "answers.py")
RULES = [path for path in MODULES if title(path) and "rules" in path.parts]
STATES = [path for path in MODULES if title(path) and path.name in ("state.py", "terms.py", *VOCABULARY)]


@named([path for path in files("kernel") if path.name not in READS_FILES] + RULES + STATES)
def test_rules_and_kernel_do_no_io_and_know_no_clock_and_no_luck(path: Path) -> None:
    for name, line in imports(path):
        top = name.split(".")[0]
        assert top not in FORBIDDEN | FORBIDDEN_IO, f"{path.name}:{line} imports {name}"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS, f"{path.name}:{node.lineno} calls {node.func.id}()"


@named([path for path in files("kernel") if path.name in READS_FILES])
def test_the_readers_of_the_kernel_know_no_clock_and_no_luck(path: Path) -> None:
    for name, line in imports(path):
        assert name.split(".")[0] not in FORBIDDEN, f"{path.name}:{line} imports {name}"


@named(RULES)
def test_rules_stay_plain_enough_to_compile(path: Path) -> None:
    """No decorators, nested functions, generators or floats in rules (docs/explanation/writing-a-title.md)."""
    for node in ast.walk(parsed(path)):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.FunctionDef):
            assert not node.decorator_list, f"{where} {node.name} is decorated"
            nested = [
                inner.name for inner in ast.walk(node) if isinstance(inner, ast.FunctionDef) and inner is not node
            ]
            assert not nested, f"{where} {node.name} holds functions: {nested}"
        assert not isinstance(node, ast.Yield | ast.YieldFrom | ast.Await), f"{where} is a generator"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{where} holds a float"
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), f"{where} divides into a float"


@named([path for path in files("games") if title(path)])
def test_files_stay_short_enough_to_read(path: Path) -> None:
    """600 lines is where a file should be looked at; a little more is no crime."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 700


def test_light_commands_import_little() -> None:
    """``odds`` must start in half a second: importing it brings in none of the heavy libraries."""
    import subprocess
    import sys

    heavy = ("sqlalchemy", "rich", "fastapi", "pyarrow", "kurgan.session", "kurgan.lab")
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import kurgan.odds; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith(heavy)] == []


@named(MODULES)
def test_imports_are_absolute(path: Path) -> None:
    """One habit: a line that imports says the same wherever it stands."""
    for node in ast.walk(parsed(path)):
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name}:{node.lineno} imports relatively"


ROOMS = {"data", "pack", "position", "rules", "hidden", "screen", "odds", "bot"}


@named([path for path in MODULES if title(path)])
def test_a_title_has_the_rooms_of_every_title(path: Path) -> None:
    """What stands beside the rooms is the title itself and its vocabulary."""
    room = path.relative_to(PACKAGE / "games" / title(path)).parts[0]
    assert room in ROOMS or room in ("__init__.py", "game.py", "tracks.py", *VOCABULARY) or room.startswith("terms"), (
        room
    )
