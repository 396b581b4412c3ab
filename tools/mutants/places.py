"""Which code of a title is mutated, which paragraphs it plays, and which tests are asked."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

from kurgan.kernel import citations

from . import edits
from .edits import Mutant

ROOT = Path(__file__).resolve().parent.parent.parent
JUDGES = ("rules", "examples")
"""Folders of a title's tests that say what the book says; beside them every test with a tag judges."""

STATE = "position/state.py"

STATE_JUDGES = ("test_state.py", "test_positions.py", "test_position.py")
"""They hold the columns of a position; only faults of the state are for them as well."""

CONTENTS = "rules/__init__.py"
"""Where a title's book of steps is made."""

_CHAPTER = re.compile(r"r(\d\d)_")


class Unit(NamedTuple):
    """A function of a title and the paragraphs it plays."""

    file: str
    function: str
    first: int
    last: int
    rules: frozenset[str]
    is_table: bool
    """A part of the book of steps, which can be made anew."""


class Code:
    """The mutated code of one title: its sources, its functions, its mutants."""

    def __init__(self, title: str, root: Path = ROOT) -> None:
        self.title = title
        self.folder = root / "src" / "kurgan" / "games" / title
        self.package = f"kurgan.games.{title}"
        self.sources: dict[str, bytes] = {}
        self.units: dict[tuple[str, str], Unit] = {}
        trees: dict[str, ast.Module] = {}
        for path in [*sorted((self.folder / "rules").glob("*.py")), self.folder / STATE]:
            file = path.relative_to(self.folder).as_posix()
            self.sources[file] = path.read_bytes()
            trees[file] = ast.parse(self.sources[file])
        cited = {file: list(citations.code_tags(source.decode())) for file, source in self.sources.items()}
        for file, tree in trees.items():
            for block in edits.blocks(tree):
                rules = frozenset([number for number, line, _, _ in cited[file] if block.first <= line <= block.last])
                is_table = block.returns in ("Step", "Book") or file == CONTENTS
                unit = Unit(file, block.function, block.first, block.last, rules, is_table)
                self.units[file, block.function] = unit
        self._inherit(_callers(trees))

    def mutants(self) -> list[Mutant]:
        return [mutant for file, source in self.sources.items() for mutant in edits.mutants(file, source)]

    def path(self, file: str) -> Path:
        return self.folder / file

    def module(self, file: str) -> str:
        """Its name for ``import``."""
        return f"{self.package}.{file.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")

    def unit_at(self, file: str, line: int) -> Unit | None:
        for unit in self.units.values():
            if unit.file == file and unit.first <= line <= unit.last:
                return unit
        return None

    def _inherit(self, callers: dict[tuple[str, str], set[tuple[str, str]]]) -> None:
        """A function that cites nothing plays what its callers play; if they cite nothing either, its chapter."""
        own = {key: unit.rules for key, unit in self.units.items()}
        for key, unit in self.units.items():
            rules = set(unit.rules)
            seen = {key}
            layer = {key}
            while not rules and layer:
                layer = {caller for place in layer for caller in callers.get(place, ())} - seen
                seen |= layer
                for caller in layer:
                    rules |= own[caller]
            chapter = _CHAPTER.match(Path(unit.file).name)
            if not rules and chapter:
                rules = {str(int(chapter.group(1)))}
            self.units[key] = unit._replace(rules=frozenset(rules))


def _callers(trees: dict[str, ast.Module]) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """Who names a function: within its file by its name, elsewhere as ``module.name`` or imported."""
    names: dict[str, list[tuple[str, str]]] = {}
    for file, tree in trees.items():
        for block in edits.blocks(tree):
            if block.function:
                names.setdefault(block.function.rpartition(".")[2], []).append((file, block.function))
    callers: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for file, tree in trees.items():
        for block in edits.blocks(tree):
            here = (file, block.function)
            for statement in block.nodes if block.function else ():
                for node in ast.walk(statement):
                    named = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
                    for place in names.get(named, ()):
                        if isinstance(node, ast.Attribute) or place[0] == file:
                            callers.setdefault(place, set()).add(here)
    return callers


def is_of(tag: str, rules: frozenset[str]) -> bool:
    """Whether a test with this tag holds one of these paragraphs, or a part of one."""
    return any(tag == rule or (tag.startswith(rule) and not tag[len(rule)].isdigit()) for rule in rules)


def judges(title: str, root: Path = ROOT) -> list[Path]:
    """Where the tests are that are asked about a title."""
    folder = root / "tests" / title
    named = [folder / name for name in (*JUDGES, *STATE_JUDGES) if (folder / name).exists()]
    tagged = [path for path in sorted(folder.glob("test_*.py")) if "@rule(" in path.read_text(encoding="utf-8")]
    return [*named, *[path for path in tagged if path not in named]]


def is_judge(test: str, has_tag: bool) -> bool:
    """Outside the folders of rules only those tests judge that hold a paragraph."""
    return has_tag or "/" in test.partition("::")[0].removeprefix("tests/").partition("/")[2] or is_of_state(test)


def is_of_state(test: str) -> bool:
    return any(f"/{name}::" in test for name in STATE_JUDGES)


def may_judge(test: str, has_tag: bool, file: str) -> bool:
    """Whether a test (by its id) is asked about a file."""
    return file == STATE or has_tag or not is_of_state(test)
