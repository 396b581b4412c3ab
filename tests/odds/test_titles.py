"""The fights of every title: walked exactly, played many times over, and explained."""

import json
from functools import cache
from typing import Any

import pytest

from kurgan import games, odds
from kurgan.kernel.protocol import Fight, Game
from kurgan.testing.contract.sample import Sample
from tests.contract.sample import title

every_title = pytest.mark.parametrize("name", games.TITLES)
SAMPLES = 1500


@cache
def fights(name: str) -> list[tuple[Game, Any, Fight]]:
    """Positions at the beginning of fights, from random games; a few of each kind."""
    found: list[tuple[Game, Any, Fight]] = []
    kinds: dict[str, int] = {}
    for number in range(4):
        play = Sample(title(name)).play(f"fights {number}")
        was_on = False
        for s in play.positions:
            fight = odds.find(play.game, s)
            if fight is not None and not was_on and kinds.get(fight.name, 0) < 4:
                kinds[fight.name] = kinds.get(fight.name, 0) + 1
                found.append((play.game, s, fight))
            was_on = fight is not None
    return found


@every_title
def test_exact_odds_agree_with_fights_played_many_times(name: str) -> None:
    assert fights(name)
    for game, s, fight in fights(name):
        exact = odds.walk(game, s, fight)
        if exact.samples:
            continue
        played = odds.walk(game, s, fight, limit=0, samples=SAMPLES)
        assert played.samples in (0, SAMPLES)
        assert set(played.weights) <= set(exact.weights), "a fight came out in a way that the walk does not know"
        for outcome, weight in exact.weights.items():
            share = played.weights.get(outcome, 0) / played.total
            assert abs(share - weight / exact.total) < 0.065, f"{fight.name}: {outcome}"


@every_title
def test_every_policy_of_a_fight_is_named(name: str) -> None:
    for fight in games.load(name).fights():
        assert set(fight.policies) <= set(fight.policy_names), fight.name
        assert all(fight.policy_names.values())


@every_title
def test_reports_are_json_and_their_chances_lie_between_none_and_certain(name: str) -> None:
    for game, s, fight in fights(name):
        report = odds.calculate(game, s, fight)
        json.dumps(report)
        for key, value in report.items():
            if key.startswith("p_") and value is not None:
                assert 0 <= value["decimal"] <= 1, key
