"""What is compiled can be compiled well: its constants are declared as such, and its classes stand on compiled ones."""

import ast
from pathlib import Path

import pytest
from tools import compiled

SOURCE = Path(compiled.SOURCE).parent
MODULES = compiled.modules()


@pytest.mark.parametrize("module", MODULES)
def test_constants_of_compiled_modules_are_final(module: str) -> None:
    """Any other name of a module is looked up, and its type asked, at every use."""
    body = ast.parse((SOURCE / module).read_text(encoding="utf-8")).body
    plain = [node.targets[0] for node in body if isinstance(node, ast.Assign)]
    typed = [
        node.target for node in body if isinstance(node, ast.AnnAssign) and "Final" not in ast.dump(node.annotation)
    ]
    names = [node.id for node in (*plain, *typed) if isinstance(node, ast.Name)]
    assert [name for name in names if name.isupper()] == []


def test_classes_of_compiled_modules_derive_from_compiled_ones() -> None:
    """A class on top of one that Python runs is itself run by Python, and everything in it is looked up by name."""
    trees = {module: ast.parse((SOURCE / module).read_text(encoding="utf-8")) for module in MODULES}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    known = {node.name for node in classes} | {"ABC", "Protocol", "NamedTuple"}
    bases = {(node.name, base.id) for node in classes for base in node.bases if isinstance(base, ast.Name)}
    assert sorted(pair for pair in bases if pair[1] not in known) == []
