"""The text of a view is a seed: what bots imagine hangs on each letter, so it may be made faster but not otherwise."""

import json
from typing import Any

import pytest

from kurgan import games
from kurgan.bots.view_text import as_text, view_text
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw

STARTS = [(title, scenario.name) for title in games.names() for scenario in games.load(title).scenarios()]


@pytest.mark.parametrize(("title", "scenario"), STARTS)
def test_the_text_of_a_view_is_its_json_to_the_letter(title: str, scenario: str) -> None:
    game: Any = games.load(title)
    s = game.new(scenario, game.settle({}))
    tape = Tape(f"text {scenario}")
    for number in range(400):
        asked = game.pending(s)
        if isinstance(asked, Over):
            break
        if number % 20 == 0:
            for seat in range(len(game.seats(scenario))):
                view = game.view(s, seat)
                assert view_text(view) == json.dumps(view.to_json(), sort_keys=True)
        if isinstance(asked, Decide):
            legal = game.legal(s)
            game.answer(s, legal[tape.below(len(legal))])
        else:
            assert isinstance(asked, Throw)
            game.answer(s, asked.chance.throw(tape))


@pytest.mark.parametrize(
    "data",
    [
        {"b": [1, 2], "a": {"d": None, "c": True}, "": []},
        {"said": "one, two: three", "list": ["a,b", 1]},
        {"said": 'quoted " and \\ back', "list": [1] * 100},
        {"élan": "Пехота", "list": ["ü"] * 40},
        {"share": 0.5, "list": [1.25, 2.0, 1e-9] * 20},
        {"rule": "6.4.1", "rules": ["9.5.5", "8.3"] * 20},
        {10: "ten", 9: "nine"},
        {"inner": {10: [1], 9: [2]}},
        [{"b": 1, "a": [2, (3, 4)]}, -5, False],
    ],
)
def test_odd_data_is_written_as_json_writes_it(data: Any) -> None:
    assert as_text(data) == json.dumps(data, sort_keys=True)
    assert as_text(data) == json.dumps(data, sort_keys=True), "from what was kept"
