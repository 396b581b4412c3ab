"""Events, refusals and answers of a title: declared once, used, and with a sentence that fits."""

import ast
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kurgan import games
from kurgan.kernel.notation import End, Form, No, Phrase
from kurgan.kernel.protocol import EVERYONE, Decide, Event
from kurgan.kernel.vocabulary import Events, Refusals
from kurgan.session import orders
from kurgan.session.seen import Seen
from kurgan.testing.contract.rules import without_use
from tests.contract.sample import TITLES, cases

every_title = pytest.mark.parametrize("name", games.TITLES)


def declared(name: str, table: str) -> ModuleType:
    return import_module(f"kurgan.games.{name}.{table}")


def named(name: str, table: str) -> set[str]:
    """Constants of the table that the rules of a title name: ``events.UNIT_MOVED``."""
    found: set[str] = set()
    for path in sorted((Path(games.folder(name)) / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == table:
                found.add(node.attr.lower())
    return found


@every_title
def test_every_event_is_told_by_a_rule_and_has_a_sentence(name: str) -> None:
    """A number that nobody uses does not exist, and each sentence speaks of its own arguments only."""
    game: Any = games.load(name)
    rows = declared(name, "events").EVENTS
    assert game.event_kinds == rows
    assert {word for word, _ in rows} == named(name, "events")
    assert set(game.text.tables["events"]) == {word for word, _ in rows}
    for kind, (word, kinds) in enumerate(rows):
        arguments = len(kinds.split())
        spoken = {int(n) for n in re.findall(r"\{(\d+)\}", game.text.get("events", word))}
        assert spoken <= set(range(arguments)), word
        assert "{" not in game.sentence(Event("1", kind, (0,) * arguments, EVERYONE)), word


@every_title
def test_every_refusal_is_given_by_a_rule_and_has_a_sentence(name: str) -> None:
    game: Any = games.load(name)
    rows = declared(name, "refusals").REFUSALS
    assert game.refusal_kinds == rows and rows[0] == ("allowed", "")
    assert {word for word, _ in rows[1:]} == named(name, "refusals")
    assert set(game.text.tables["refusals"]) == {word for word, _ in rows[1:]}


@pytest.mark.parametrize("name", TITLES)
def test_never_gives_the_answer_that_the_form_calls_no(name: str) -> None:
    """And leaves the question to the seat where there is none, or where it may not be given."""
    met = 0
    for case in cases(name):
        asked = case.game.pending(case.s)
        if not isinstance(asked, Decide):
            continue
        seats = tuple(f"seat {n}" for n in range(case.seats))
        seen = Seen(case.game, case.game.view(case.s, asked.seat), seats)
        answer = orders.answer_by(seen, orders.read_order(case.game, asked.step, "never"))
        noes = [choice.answer for choice in seen.choices() if choice.no]
        assert noes == ([] if answer is None else [answer]), f"{case.name}: {asked.step}"
        met += len(noes)
    assert met


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("advance", {"activate"}),
        ("inferno", {"short_from"}),
        ("roads", {"choose_mover", "mark_exploiting", "choose_exploiter", "choose_target"}),
    ],
)
def test_the_page_asks_again_only_where_a_no_ends_a_phase(name: str, asked: set[str]) -> None:
    game: Any = games.load(name)
    ends = {step.name for step in game.book.asks() if any(isinstance(p, End) for p in game.forms[step.form].phrases)}
    assert ends == asked
    for case in cases(name):
        pending = case.game.pending(case.s)
        if isinstance(pending, Decide):
            told = {choice.ends for a in case.game.legal(case.s) if (choice := case.game.choice(case.s, a)).no}
            assert told <= {pending.step in asked}, pending.step


def test_a_row_that_no_rule_uses_is_found_in_any_title(tmp_path: Path) -> None:
    """Declared and forgotten; one told, one returned by another module, one that this folder does not declare."""
    (tmp_path / "events.py").write_text("SUNK = event('boat')\nLOST = event('boat')\n", encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "rules.py").write_text("NO_WAY = refusal()\ntell(s, events.SUNK)\nNO_WAY\n", encoding="utf-8")
    assert without_use(tmp_path, ["sunk", "lost", "no_way", "elsewhere"]) == ["lost"]


def test_rows_are_numbered_and_named_by_their_constants() -> None:
    module: dict[str, Any] = {"BEFORE": 7}
    event = Events(module)
    module["event"] = event
    module["SHIP_LEFT"] = event("ship quay")
    module["SHIP_SANK"] = event()
    assert event.rows() == (("ship_left", "ship quay"), ("ship_sank", ""))
    module = {}
    refusal = Refusals(module)
    module["NO_SHIP"] = refusal("3.1")
    assert module["NO_SHIP"] == 1
    assert refusal.rows() == (("allowed", ""), ("no_ship", "3.1"))


@pytest.mark.parametrize("wrong", [{"A": 0}, {"A": 0, "B": 1, "C": 1}, {"B": 1, "A": 0}, {"A": 0, "B": 2}])
def test_a_row_without_a_constant_of_its_own_is_refused(wrong: dict[str, int]) -> None:
    """A row that nobody keeps, a constant beside the rows, two that were swapped, a number made up."""
    module: dict[str, Any] = {}
    event = Events(module)
    event("one")
    event("two")
    module.update(wrong)
    with pytest.raises(ValueError, match=r"rows \[0, 1\] are declared"):
        event.rows()


def test_a_form_has_one_no_at_most() -> None:
    Form(No("none", 0), Phrase("one", 1))
    with pytest.raises(ValueError, match="two phrases mean no"):
        Form(No("none", 0), No("stay", 1))
