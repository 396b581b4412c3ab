"""What a scene keeps from those before is what it would tell anew."""

import random
from typing import Any

import pytest

from kurgan.games import load
from kurgan.games.advance.screen.scene import Teller
from kurgan.session.session import Session


@pytest.mark.parametrize("scenario", ["campaign", "factory"])
def test_a_scene_told_from_memory_is_the_same_as_one_told_anew(scenario: str) -> None:
    """Through random games, also where games of several stages share one memory."""
    game = load("advance")
    for seed in range(4):
        session = Session.new(game, scenario, {}, seed=f"drawn {seed}")
        dice = random.Random(seed)
        for _ in range(150):
            if not session.legal():
                break
            session.answer(dice.choice(session.legal()))
            view: Any = session.view("german")
            assert game.scene(view) == Teller(game.pack, game.text, view).scene()  # type: ignore[attr-defined]
