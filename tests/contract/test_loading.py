"""A position that was loaded lives on its own: playing on leaves the data it came from as it was."""

import copy
import random
from typing import Any

import pytest

from kurgan import games
from kurgan.session.session import Session

CASES = [(title, scenario.name) for title in games.TITLES for scenario in games.load(title).scenarios()]


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_playing_on_does_not_change_what_was_loaded(title: str, scenario: str) -> None:
    """At points of a random game, also in the middle of fights and orders."""
    game = games.load(title)
    session = Session.new(game, scenario, {}, seed=f"loading {title} {scenario}")
    dice = random.Random(scenario)
    for _ in range(40):
        for _ in range(dice.randrange(1, 8)):
            if session.legal():
                session.answer(dice.choice(session.legal()))
        data: Any = session.state.to_json()
        before = copy.deepcopy(data)
        state = game.load_state(data)
        for _ in range(12):
            if not game.legal(state):
                break
            game.apply(state, dice.choice(game.legal(state)))
        assert data == before
