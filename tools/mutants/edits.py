"""Mutants: one small change in the text of a function each.

A mutant is an edit of the source, so that what is reported is what somebody could have typed. Left out, because no
player could tell them from the rule or every test would: docstrings, annotations, asserted messages, texts and rule
numbers, default arguments, decorators, imports.
"""

import ast
import hashlib
from collections.abc import Iterator
from typing import NamedTuple

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
BRACKETED = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Set, ast.Dict, ast.ListComp)
"""What needs no parentheses wherever it stands."""


class Edit(NamedTuple):
    """Replace the bytes from ``start`` to ``end``."""

    operator: str
    start: int
    end: int
    text: str


class Mutant(NamedTuple):
    """One fault: where it is, what the lines were and what they became."""

    file: str
    """Path from the title's folder."""
    function: str
    """Qualified name; empty for what stands outside functions."""
    line: int
    operator: str
    was: str
    now: str
    edit: Edit
    nth: int
    """Which of those that read the same within the function."""

    @property
    def name(self) -> str:
        """Short and the same as long as these lines are: samples are drawn by it."""
        parts = (self.file, self.function, self.operator, self.was, self.now, str(self.nth))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]

    def apply(self, source: bytes) -> bytes:
        return source[: self.edit.start] + self.edit.text.encode() + source[self.edit.end :]


class Block(NamedTuple):
    """A function, or the statements of a module outside functions."""

    function: str
    first: int
    last: int
    nodes: list[ast.stmt]
    returns: str


def blocks(tree: ast.Module) -> list[Block]:
    """Every function and method, and one block without a name for the tables between them."""
    found: list[Block] = []
    outside: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append(_block(node, node.name))
        elif isinstance(node, ast.ClassDef):
            found += [_block(f, f"{node.name}.{f.name}") for f in node.body if isinstance(f, ast.FunctionDef)]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            outside.append(node)
    if outside:
        found.append(Block("", 1, 0, outside, ""))
    return found


def _block(node: ast.FunctionDef, name: str) -> Block:
    body = node.body
    if (
        isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
        and isinstance(body[0].value.value, str)
    ):
        body = body[1:]
    returns = ast.unparse(node.returns) if node.returns is not None else ""
    first = min([node.lineno, *[d.lineno for d in node.decorator_list]])
    return Block(name, first, node.end_lineno or node.lineno, body, returns)


def mutants(file: str, source: bytes) -> list[Mutant]:
    """All mutants of a file, in the order of its lines."""
    text = Lines(source)
    found: list[Mutant] = []
    for block in blocks(ast.parse(source)):
        seen: dict[tuple[str, str, str], int] = {}
        edits = {(e.start, e.end, e.text): e for e in reversed([*Finder(text, block).edits()])}
        for edit in sorted(edits.values()):
            was, now = text.shown(edit)
            if was == now:
                continue
            key = (edit.operator, was, now)
            seen[key] = seen.get(key, 0) + 1
            line = source[: edit.start].count(b"\n") + 1
            found.append(Mutant(file, block.function, line, edit.operator, was, now, edit, seen[key]))
    return sorted(found, key=lambda m: (m.edit.start, m.edit.end, m.edit.text))


class Lines:
    """A source as bytes, with the offset at which each line starts (columns of ``ast`` count bytes)."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def shown(self, edit: Edit) -> tuple[str, str]:
        """The lines that an edit touches, before and after, each as one line."""
        first = self.source.rfind(b"\n", 0, edit.start) + 1
        last = self.source.find(b"\n", edit.end)
        before = self.source[first : last if last >= 0 else None]
        after = (
            self.source[first : edit.start] + edit.text.encode() + self.source[edit.end : last if last >= 0 else None]
        )
        return " ".join(before.decode().split()), " ".join(after.decode().split())


class Finder:
    """Everything that can be done wrong in one block."""

    def __init__(self, lines: Lines, block: Block) -> None:
        self.lines = lines
        self.block = block

    def edits(self) -> Iterator[Edit]:
        for statement in self.block.nodes:
            yield from self.statement(statement, alone=len(self.block.nodes) == 1)

    def replace(self, operator: str, node: ast.expr | ast.stmt, new: ast.expr | ast.stmt | str, bare: bool) -> Edit:
        text = new if isinstance(new, str) else ast.unparse(new)
        if isinstance(new, ast.expr) and not bare and not isinstance(new, BRACKETED):
            text = f"({text})"
        return Edit(operator, *self.lines.span(node), text)

    # Statements -----------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt, alone: bool) -> Iterator[Edit]:
        """The statement itself, what it says, and those inside it. ``alone``: without it a block would be empty."""
        if self.block.function:
            yield from self.dropped(node, alone)
        match node:
            case ast.If():
                yield from self.condition(node.test, True)
                yield self.replace("never", node.test, "False", True)
                yield self.replace("always", node.test, "True", True)
                yield self.replace("negate", node.test, negated(node.test), True)
            case ast.While():
                yield from self.condition(node.test, True)
                yield self.replace("never", node.test, "False", True)
            case ast.For():
                yield from self.listed(node.iter, True)
            case ast.Return(value=ast.expr() as value):
                yield from self.returned(value)
                yield from self.listed(value, True)
            case ast.Assign(value=value):
                yield from self.condition(value, True) if is_test(value) else self.listed(value, True)
            case ast.AnnAssign(value=ast.expr() as value):
                yield from self.listed(value, True)
            case ast.AugAssign():
                if type(node.op) in SWAPPED:
                    swapped = ast.AugAssign(node.target, SWAPPED[type(node.op)](), node.value)
                    yield self.replace("swap operator", node, swapped, True)
                yield from self.listed(node.value, True)
            case ast.Expr(value=value):
                yield from self.listed(value, True)
            case ast.Assert():
                yield from self.condition(node.test, True)
        for inner in inner_blocks(node):
            for statement in inner:
                yield from self.statement(statement, alone=len(inner) == 1)

    def dropped(self, node: ast.stmt, alone: bool) -> Iterator[Edit]:
        match node:
            case ast.Expr(value=ast.Constant()):
                return
            case (
                ast.Expr() | ast.AugAssign() | ast.Assert() | ast.Raise() | ast.Break() | ast.Continue() | ast.Delete()
            ):
                yield self.replace("drop statement", node, "pass", True)
            case ast.Return():
                # The only statement of a branch: a branch never taken is the same.
                if not alone:
                    yield self.replace("drop statement", node, "pass", True)
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield self.replace("drop statement", node, "pass", True)

    def returned(self, value: ast.expr) -> Iterator[Edit]:
        """Another constant, by what the function promises to give."""
        others = {"bool": ("True", "False"), "int": ("0",)}.get(self.block.returns, ())
        if self.block.returns.startswith("list"):
            others = ("[]",)
        for other in others:
            if ast.unparse(value) != other:
                yield self.replace("return another", value, other, True)
        if is_test(value):
            yield from self.condition(value, True)
            yield self.replace("negate", value, negated(value), True)

    # Expressions ----------------------------------------------------------------------------------------------

    def condition(self, node: ast.expr, bare: bool = False) -> Iterator[Edit]:
        """Something that is true or false: each part of it forgotten."""
        match node:
            case ast.BoolOp():
                for i, part in enumerate(node.values):
                    rest = [*node.values[:i], *node.values[i + 1 :]]
                    left = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                    yield self.replace("drop condition", node, left, bare)
                    yield from self.condition(part)
            case ast.UnaryOp(op=ast.Not()):
                yield from self.condition(node.operand)
            case _:
                yield from self.listed(node, bare)

    def listed(self, node: ast.expr, bare: bool) -> Iterator[Edit]:
        """One expression and all inside it."""
        match node:
            case ast.BoolOp():
                yield from self.condition(node, bare)
                return
            case ast.IfExp():
                yield self.replace("never", node, node.orelse, bare)
                yield self.replace("always", node, node.body, bare)
                yield from self.condition(node.test)
                yield from self.listed(node.body, False)
                yield from self.listed(node.orelse, False)
                return
            case ast.Compare():
                yield from self.compared(node, bare)
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                yield self.replace("move bound", node, ast.Constant(value + 1), bare)
                yield self.replace("move bound", node, ast.Constant(value - 1), bare)
            case ast.Constant(value=bool() as value):
                yield self.replace("negate", node, str(not value), bare)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                yield self.replace("move bound", node, ast.Constant(1 - value), bare)
                yield self.replace("move bound", node, ast.Constant(-1 - value), bare)
                return
            case ast.BinOp():
                yield from self.binary(node, bare)
            case ast.Call(func=ast.Name(id=name)) if name in TWINS:
                yield self.replace("twin", node.func, TWINS[name], True)
            case ast.Subscript():
                yield from self.ends(node)
            case ast.List() | ast.Set():
                yield from self.items(node, bare)
            case ast.Dict() if not self.block.function:
                for i in range(len(node.keys)):
                    left = ast.Dict([*node.keys[:i], *node.keys[i + 1 :]], [*node.values[:i], *node.values[i + 1 :]])
                    yield self.replace("drop item", node, left, bare)
            case ast.Tuple() if not self.block.function:
                yield from self.items(node, bare)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                yield from self.filters(node)
                return
            case ast.JoinedStr() | ast.Lambda():
                return
        yield from self.inside(node)

    def inside(self, node: ast.expr) -> Iterator[Edit]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.keyword):
                child = child.value
            if isinstance(child, ast.Slice):
                for end in (child.lower, child.upper):
                    if end is not None:
                        yield from self.listed(end, False)
            elif isinstance(child, ast.expr):
                yield from self.listed(child, False)

    def compared(self, node: ast.Compare, bare: bool) -> Iterator[Edit]:
        for i, op in enumerate(node.ops):
            ops = [*node.ops[:i], FLIPPED[type(op)](), *node.ops[i + 1 :]]
            operator = (
                "negate"
                if isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot)
                else "move bound"
            )
            yield self.replace(operator, node, ast.Compare(node.left, ops, node.comparators), bare)
        if isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.comparators[0], ast.Tuple):
            yield from self.items(node.comparators[0], True)

    def binary(self, node: ast.BinOp, bare: bool) -> Iterator[Edit]:
        if any(isinstance(side, ast.List | ast.ListComp | ast.Tuple) for side in (node.left, node.right)):
            if isinstance(node.op, ast.Add):
                yield self.replace("drop item", node, node.left, bare)
                yield self.replace("drop item", node, node.right, bare)
        elif type(node.op) in SWAPPED and not is_text(node.left) and not is_text(node.right):
            yield self.replace("swap operator", node, ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right), bare)

    def ends(self, node: ast.Subscript) -> Iterator[Edit]:
        """First for last, last for first."""
        index = ast.unparse(node.slice)
        if index in ("0", "-1"):
            yield self.replace("first for last", node.slice, "-1" if index == "0" else "0", True)

    def items(self, node: ast.List | ast.Set | ast.Tuple, bare: bool) -> Iterator[Edit]:
        for i in range(len(node.elts)):
            rest = [*node.elts[:i], *node.elts[i + 1 :]]
            left: ast.expr = ast.Tuple(rest, ast.Load())
            if isinstance(node, ast.List):
                left = ast.List(rest, ast.Load())
            elif isinstance(node, ast.Set):
                left = ast.Set(rest)
            start, end = self.lines.span(node)
            yield Edit("drop item", start, end, ast.unparse(left))

    def filters(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[Edit]:
        for generator in node.generators:
            yield from self.listed(generator.iter, False)
            for test in generator.ifs:
                yield self.replace("drop condition", test, "True", True)
                yield self.replace("negate", test, negated(test), False)
                yield from self.condition(test)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for part in parts:
            yield from self.listed(part, False)


def inner_blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    match node:
        case ast.If() | ast.For() | ast.While():
            return [block for block in (node.body, node.orelse) if block]
        case ast.With() | ast.FunctionDef():
            return [node.body]
        case ast.Try():
            return [
                block for block in (node.body, *[h.body for h in node.handlers], node.orelse, node.finalbody) if block
            ]
    return []


def negated(node: ast.expr) -> ast.expr:
    """Not so; a single comparison turns its sign, as a person would write it."""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            return node.operand
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn() | ast.Is() | ast.IsNot() as op]):
            return ast.Compare(node.left, [FLIPPED[type(op)]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def is_test(node: ast.expr) -> bool:
    """Whether an expression says yes or no."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp():
            return all(map(is_test, node.values[:-1]))
        case ast.Call(func=ast.Name(id="any" | "all" | "bool")):
            return True
    return False


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
