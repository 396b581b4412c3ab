"""``call`` and ``leave`` move the stack at once: rules do nothing after them, but for a ``call`` after a ``leave``."""

import ast
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest

import kurgan

RULES = sorted((Path(kurgan.__file__).parent / "games").glob("*/rules/*.py"))
JUMPS = ("call", "leave")


def jump(node: ast.stmt | None) -> str:
    """The jump that a line is, or an empty word."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return ""
    called = node.value.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    return name if name in JUMPS else ""


def followed(body: list[ast.stmt], is_last: bool) -> Iterator[int]:
    """Lines of jumps after which something else is done; ``is_last``: nothing follows this block."""
    for node, after in zip_longest(body, body[1:]):
        ends = is_last and after is None
        returns = isinstance(after, ast.Return) and after.value is None
        if jump(node) and not ends and not returns and (jump(node), jump(after)) != ("leave", "call"):
            yield node.lineno
        loops = isinstance(node, ast.For | ast.While)
        for part in ("body", "orelse"):
            yield from followed(getattr(node, part, []), (ends or returns) and not loops)


def wrong(source: str) -> list[int]:
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [line for function in functions for line in followed(function.body, True)]


@pytest.mark.parametrize("path", RULES, ids=[f"{path.parent.parent.name}-{path.stem}" for path in RULES])
def test_nothing_is_done_after_a_jump(path: Path) -> None:
    assert wrong(path.read_text(encoding="utf-8")) == []


def test_what_follows_a_jump_is_found() -> None:
    assert wrong("def f(s):\n    call(s, 'a')\n    s.n = 1\n") == [2]
    assert wrong("def f(s):\n    if s.n:\n        flow.leave(s, 'a')\n    s.n = 1\n") == [3]
    assert wrong("def f(s):\n    for n in s.all:\n        call(s, 'a')\n") == [3]
    assert wrong("def f(s):\n    leave(s, 'a')\n    call(s, 'b')\n") == []
    assert wrong("def f(s):\n    if s.n:\n        call(s, 'a')\n        return\n    s.n = 1\n") == []
