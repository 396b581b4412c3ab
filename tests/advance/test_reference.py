"""The reference pages of Advance name everything that can be written: options, moves, fields, lines of a position."""

import json
import re
from pathlib import Path

from kurgan import odds
from kurgan.games.advance.game import Advance
from kurgan.games.advance.odds import calculator

REFERENCE = Path(__file__).parent.parent.parent / "docs" / "reference"
PAGE = (REFERENCE / "advance.md").read_text(encoding="utf-8")
GAME = Advance()


def test_the_page_names_every_option_and_scenario() -> None:
    assert [o.name for o in GAME.options() if o.name not in PAGE] == []
    assert [s.name for s in GAME.scenarios() if s.name not in PAGE] == []


def test_the_page_names_every_verb_of_the_notation() -> None:
    verbs = {phrase.verb for form in GAME.forms.values() for phrase in form.phrases}
    shown = {word.split()[0] for word in re.findall(r"`([^`]+)`", PAGE)}
    assert verbs <= shown


def test_the_page_names_every_field_of_a_fight_and_of_its_answer() -> None:
    """And the example on the page is a fight that the calculator takes."""
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found
    report = odds.calculate(*calculator.read(json.loads(found[1])))
    fields = [*calculator.FIELDS, *[name for name in report if name != "fight"]]
    assert [name for name in fields if f"`{name}`" not in PAGE] == []
