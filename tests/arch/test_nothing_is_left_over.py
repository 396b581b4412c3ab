"""A function or a class that nothing names besides itself is left over from something."""

import ast
import re
from collections import Counter
from pathlib import Path

import kurgan
from tests.where import ROOT

PACKAGE = Path(kurgan.__file__).parent
WORD = re.compile(r"\w+")

CALLED_FROM_OUTSIDE = ("envs/", "testing/", "terminal/sitting.py")
"""Environments by what they are derived from, the suite by those who test a title, commands by what is typed."""


def names_in(tree: ast.Module) -> list[str]:
    """Functions, methods and classes; where there is a decorator, it knows who calls."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [node for node in ast.walk(tree) if isinstance(node, kinds) and not node.decorator_list]
    return [node.name for node in found if not node.name.startswith("__")]


def left_over(texts: dict[str, str], words: Counter[str]) -> list[str]:
    return [f"{file} {name}" for file, text in texts.items() for name in names_in(ast.parse(text)) if words[name] == 1]


def test_every_function_is_named_somewhere_else() -> None:
    texts = {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))
    }
    words = Counter(word for text in texts.values() for word in WORD.findall(text))
    for path in [ROOT / "pyproject.toml", *(ROOT / "tools").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]:
        words.update(WORD.findall(path.read_text(encoding="utf-8")))
    ours = {file: text for file, text in texts.items() if not file.startswith(CALLED_FROM_OUTSIDE)}
    assert left_over(ours, words) == []


def test_one_that_is_left_over_is_found() -> None:
    text = "def used(): ...\ndef lost(): ...\nused()"
    assert left_over({"a.py": text}, Counter(WORD.findall(text))) == ["a.py lost"]
