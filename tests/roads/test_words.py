"""Every event and refusal of Roads has a number, a sentence and a rule that uses it; and nothing else has."""

import ast
from pathlib import Path

from kurgan.games.roads import rules, terms, terms_high_command
from tests.roads.drawn import GAME

FILES = sorted(Path(rules.__file__).parent.glob("*.py"))
TREES = [ast.parse(path.read_text()) for path in FILES]


def constants(words: dict[int, str]) -> dict[int, str]:
    """Number -> the constant that stands for it, those whose name is the word."""
    named = {**vars(terms_high_command), **vars(terms)}
    return {number: word.upper() for number, word in words.items() if named.get(word.upper()) == number}


def told() -> set[str]:
    """Names that stand in a call of ``tell`` or ``tell_some``."""
    found: set[str] = set()
    for tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tell", "tell_some"):
                found.update(arg.id for arg in node.args if isinstance(arg, ast.Name))
    return found


def used() -> set[str]:
    """Names that are read anywhere but in an import."""
    return {node.id for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_numbers_of_events_have_no_gap() -> None:
    assert sorted(terms.EVENTS) == list(range(len(terms.EVENTS)))
    assert sorted(terms.REFUSALS) == list(range(1, len(terms.REFUSALS) + 1))
    names = [name for name, _ in GAME.event_kinds]
    assert len(set(names)) == len(names) == len(terms.EVENTS)


def test_every_event_is_told_and_has_a_sentence() -> None:
    events = constants({number: row[0] for number, row in terms.EVENTS.items()})
    assert set(terms.EVENTS) == set(events)
    assert set(events.values()) - told() == set()
    assert set(GAME.text.tables["events"]) == {name for name, _ in GAME.event_kinds}


def test_every_refusal_is_given_and_has_a_sentence() -> None:
    refusals = constants({number: row[1] for number, row in terms.REFUSALS.items()})
    assert set(terms.REFUSALS) == set(refusals)
    assert set(refusals.values()) - used() == set()
    assert set(GAME.text.tables["refusals"]) == {name for name, _ in GAME.refusal_kinds[1:]}
