"""Which faults are made of a piece of code, and that a fault is noticed, kept and found again."""

import ast

import pytest
from tools.mutants.edits import mutants
from tools.mutants.notes import Accepted, complaints
from tools.mutants.places import Code, is_of


def made(source: str) -> list[str]:
    """What the lines become."""
    return [mutant.now for mutant in mutants("rules/r01_toy.py", source.encode())]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("if a and f(b): pass", ["if False: pass", "if True: pass", "if a: pass", "if f(b): pass"]),
        ("while a: pass", ["while False: pass"]),
        ("if a < b: pass", ["if a <= b: pass", "if not a < b: pass"]),
        ("if a in (B, C): pass", ["if a in (B,): pass", "if a in (C,): pass", "if a not in (B, C): pass"]),
        ("s.x = 3", ["s.x = 4", "s.x = 2", "pass"]),
        ("x = a[0]", ["x = a[-1]", "x = a[1]"]),
        ("x = min(a)", ["x = max(a)"]),
        ("x = any(a)", ["x = all(a)"]),
        ("x = [a, *b]", ["x = [a]", "x = [*b]"]),
        ("x = b if a else c", ["x = b", "x = c"]),
        ("x = [a] + b", ["x = [a]", "x = b"]),
        ("x = a + 'text'", []),
        ("x = [u for u in a if not f(u)]", ["x = [u for u in a if True]", "x = [u for u in a if f(u)]"]),
        ("s.x += a", ["s.x -= a", "pass"]),
        ("tell(s, '1.1')", ["pass"]),
        ("return a | b", ["return 0", "return a & b"]),
    ],
)
def test_a_line_gives_the_faults_one_could_make_in_it(line: str, expected: list[str]) -> None:
    found = made(f"def f(s) -> int:\n    y = g()\n    {line}\n")
    assert set(expected) <= set(found)
    if not expected:
        assert found == []


def test_conditions_are_forgotten_one_by_one_also_the_nested() -> None:
    found = made("def f(s) -> bool:\n    return a and (b or not c)\n")
    for forgotten in ("return b or not c", "return a", "return a and ((not c))", "return a and (b)"):
        assert forgotten in found


def test_tables_outside_functions_lose_their_items() -> None:
    assert "TABLE = (2, 3)" in made("TABLE = (1, 2, 3)\n")
    assert "TABLE = {2: 4}" in made("TABLE = {1: 3, 2: 4}\n")


def test_docstrings_and_texts_are_left_alone() -> None:
    assert made('def f(s) -> None:\n    """1 and 2."""\n    x = "1"\n') == []


def test_every_mutant_is_python_and_has_a_name_of_its_own() -> None:
    code = Code("advance")
    found = [mutant for mutant in code.mutants() if mutant.file in ("rules/r09_combat.py", "position/state.py")]
    for mutant in found:
        ast.parse(mutant.apply(code.sources[mutant.file]))
    assert len({mutant.name for mutant in found}) == len(found) > 400


def test_a_name_outlives_what_changes_elsewhere_in_the_function() -> None:
    """Samples stay what they are; of two lines that read the same the second is another mutant."""
    one = mutants("f.py", b"def f(s):\n    s.x = 3\n    s.x = 3\n")
    two = mutants("f.py", b"def f(s):\n    s.y = g()\n\n    s.x = 3\n    s.x = 3\n")
    assert len({mutant.name for mutant in one}) == 6
    assert {mutant.name for mutant in one} < {mutant.name for mutant in two}


def test_a_function_plays_the_paragraphs_it_cites_or_those_of_its_callers() -> None:
    code = Code("roads")
    assert code.units["rules/r08_losses.py", "shared"].rules == {"8.8.2", "8.10.5"}
    assert code.units["rules/r08_losses.py", "alive"].rules >= {"8.8.1", "8.8.2"}


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("8.8", True), ("8.8.2", True), ("8.8a", True), ("8.80", False), ("8", False), ("9.8.8", False)],
)
def test_a_test_of_a_part_is_a_test_of_the_paragraph(tag: str, expected: bool) -> None:
    assert is_of(tag, frozenset(["8.8"])) is expected


def test_the_list_of_accepted_mutants_is_held_to_its_word() -> None:
    found = mutants("rules/r01.py", b"def f(s):\n" + b"    s.x = 3\n    s.y = 4\n" * 20)
    good = Accepted("toy", "rules/r01.py", "f", "s.x = 3", "pass", "nobody ever reads it")
    assert complaints(found, [good]) == ["20 of 120 mutants are accepted; at most 5% may be"]
    few = mutants("rules/r01.py", b"def f(s):\n    s.x = 3\n" + b"    s.y = 4\n" * 20)
    assert complaints(few, [good]) == []
    assert complaints(few, [good._replace(reason="")]) == ["no reason given: rules/r01.py f: pass"]
    assert complaints(few, [good._replace(was="s.x = 5")]) == ["no such mutant any more: rules/r01.py f: pass"]
