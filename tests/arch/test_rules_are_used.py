"""A function that is cited as a rule is played: something in the program names it besides itself."""

import ast
import re
from pathlib import Path

import pytest

import kurgan

PACKAGE = Path(kurgan.__file__).parent
RULES = sorted((PACKAGE / "games").glob("*/rules/*.py"))
CITED = re.compile(r"\[[\d.]+[A-Z]?\]")


def names_outside(tree: ast.Module) -> set[str]:
    """The names of a module, apart from those with which a function calls itself."""
    found: set[str] = set()
    for node in tree.body:
        inside = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        inside |= {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
        found |= inside - ({node.name} if isinstance(node, ast.FunctionDef) else set())
    return found


def unused(tree: ast.Module, everywhere: set[str]) -> list[str]:
    rules = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [rule.name for rule in rules if CITED.match(ast.get_docstring(rule) or "") and rule.name not in everywhere]


@pytest.fixture(scope="module")
def everywhere() -> set[str]:
    names: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        names |= names_outside(ast.parse(path.read_text(encoding="utf-8")))
    return names


@pytest.mark.parametrize("path", RULES, ids=[f"{path.parent.parent.name}-{path.stem}" for path in RULES])
def test_every_cited_rule_is_played(path: Path, everywhere: set[str]) -> None:
    assert unused(ast.parse(path.read_text(encoding="utf-8")), everywhere) == []


def test_a_rule_that_nothing_names_is_found() -> None:
    lines = (
        "def lost(s):",
        "    '[2.3.1] Clear.'",
        "    return lost(s)",
        "def called(s):",
        "    '[2.4] Else.'",
        "called",
    )
    tree = ast.parse("\n".join(lines))
    assert unused(tree, names_outside(tree)) == ["lost"]
