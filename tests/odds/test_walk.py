"""The walk of a fight: exact weights, merged positions, branches of different length, sampling past the limit."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any

import pytest

from kurgan import odds
from kurgan.kernel.protocol import Policy
from tests.contract import toy

PASS_TO_FIGHT = "attack west"


def at_fight(kind: int = toy.WEAK, card: int = 0, dug_in: str = "off") -> tuple[toy.Toy, toy.State]:
    """Red attacks the western bank, which this kind holds openly; blue holds this card."""
    game = toy.Toy()
    s = game.new("short", {"dug_in": dug_in})
    game.answer(s, 1)
    s.card = card
    game.answer(s, game.parse(s, PASS_TO_FIGHT))
    game.answer(s, kind)
    assert game.pending(s).step == "play_card"  # type: ignore[union-attr]
    return game, s


def by_hand(bonus: int, dug_in: bool) -> Fraction:
    """The chance that red wins, counted from every face; a tie needs a five or six."""
    ways = Fraction(0)
    dice = 3 if dug_in else 2
    for attack in product(range(1, 7), repeat=2):
        for defence in product(range(1, 7), repeat=dice):
            margin = sum(attack) - sum(sorted(defence)[dice - 2 :]) - bonus
            ways += 1 if margin > 0 else Fraction(1, 3) if margin == 0 else 0
    return ways / int(36 * 6**dice)


def chance_to_win(result: odds.Result) -> Fraction:
    return sum((Fraction(w, result.total) for (won, _), w in result.weights.items() if won), Fraction(0))


@pytest.mark.parametrize("dug_in", ["off", "on"])
@pytest.mark.parametrize(("kind", "card"), [(toy.WEAK, 0), (toy.STRONG, 0), (toy.WEAK, 3), (toy.STRONG, 2)])
def test_a_walk_gives_the_chances_counted_by_hand(kind: int, card: int, dug_in: str) -> None:
    game, s = at_fight(kind, card, dug_in)
    result = odds.walk(game, s, toy.Battle())
    assert chance_to_win(result) == by_hand(2 * kind + card, dug_in == "on")
    assert sum(result.weights.values()) == result.total
    assert result.samples == 0
    assert result.error == 0


def test_the_position_walked_from_is_left_alone() -> None:
    game, s = at_fight(card=2)
    before = s.key()
    odds.walk(game, s, toy.Battle())
    assert s.key() == before


def test_weights_are_in_lowest_terms_and_in_a_pinned_order() -> None:
    game, s = at_fight(card=1)
    result = odds.walk(game, s, toy.Battle())
    assert list(result.weights) == sorted(result.weights)
    assert result == odds.walk(game, s.copy(), toy.Battle())
    assert gcd(result.total, *result.weights.values()) == 1


def test_equal_positions_are_walked_once() -> None:
    """Two pools of 11 sums leave 21 margins, not 121 pairs; each is thrown on once."""
    game, s = at_fight()
    positions = odds.walk(game, s, toy.Battle()).positions
    assert positions == 1 + 11 + 11 * 11 + 6


def test_a_players_policy_goes_before_the_fights_own() -> None:
    game, s = at_fight(card=3)
    kept = odds.walk(game, s, toy.Battle(), {"play_card": toy.never_play})
    assert chance_to_win(kept) == by_hand(0, False)
    assert all(card_left for _, card_left in kept.weights)


def test_a_decision_without_a_policy_is_an_error() -> None:
    class Undecided(toy.Battle):
        def __init__(self) -> None:
            super().__init__()
            self.policies: Mapping[str, Policy[toy.State]] = {}

    game, s = at_fight(card=3)
    with pytest.raises(odds.NoPolicy, match=r"play_card.*3\.2"):
        odds.walk(game, s, Undecided())


def test_past_the_limit_it_is_sampled_and_says_so() -> None:
    game, s = at_fight(card=1)
    exact = odds.walk(game, s, toy.Battle())
    sampled = odds.walk(game, s, toy.Battle(), limit=20, samples=4000)
    assert sampled.samples == sampled.total == 4000
    assert 0.015 < sampled.error < 0.016
    assert abs(float(chance_to_win(sampled) - chance_to_win(exact))) < 2 * sampled.error
    assert sampled == odds.walk(game, s, toy.Battle(), limit=20, samples=4000)


def test_pending_finds_the_fight_under_way_and_nothing_else() -> None:
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 2)
    assert odds.pending(game, game.view(s, toy.RED)) is None
    game.answer(s, game.parse(s, PASS_TO_FIGHT))
    found = odds.pending(game, game.view(s, toy.BLUE))
    assert found is not None
    assert found.exact
    report = found.report()
    assert report["fight"] == "battle"
    assert report["policy"] == {"play_card": "always"}
    weak, strong = by_hand(2, False), by_hand(4, False)
    assert report["won"]["1"]["fraction"] == str(weak * Fraction(3, 5) + strong * Fraction(2, 5))


def test_pending_speaks_from_what_the_seat_sees() -> None:
    """Red does not know the card: whatever it is, red is told the same; blue is told the truth."""
    told: list[Any] = []
    for card in (1, 2, 3):
        game, s = at_fight(card=card)
        red = odds.pending(game, game.view(s, toy.RED))
        blue = odds.pending(game, game.view(s, toy.BLUE))
        assert red is not None
        assert blue is not None
        told.append(red.report())
        assert not red.exact
        assert red.report()["worlds"] == 3
        assert blue.exact
        assert chance_to_win(blue.result) == by_hand(card, False)
    assert told[0] == told[1] == told[2]
    mean = (2 * by_hand(1, False) + 2 * by_hand(2, False) + by_hand(3, False)) / 5
    assert abs(told[0]["won"]["1"]["decimal"] - float(mean)) < told[0]["error"]


def test_a_finished_game_has_no_fight() -> None:
    game = toy.Toy()
    s = game.new("short", {"turns": "1"})
    game.answer(s, 2)
    game.answer(s, toy.PASS)
    assert odds.pending(game, game.view(s, toy.RED)) is None


def test_the_fight_that_an_order_leads_to_can_be_asked_for() -> None:
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 2)
    before = s.key()
    found = odds.after(game, game.view(s, toy.RED), [0])
    assert found is not None
    assert found.fight.name == "battle"
    assert odds.after(game, game.view(s, toy.RED), [toy.PASS]) is None
    assert s.key() == before
    again = s.copy()
    again.card = 3
    other = odds.after(game, game.view(again, toy.RED), [0])
    assert other is not None
    assert other.report() == found.report()


def test_calculate_reports_the_fight_set_up() -> None:
    game, s = at_fight(card=2)
    report = odds.calculate(game, s)
    assert report["exact"] is True
    assert report["won"]["1"]["fraction"] == str(by_hand(2, False))
    with pytest.raises(ValueError, match="no fight"):
        odds.calculate(game, game.new("short", {}))


def test_chances_are_printed_exactly() -> None:
    assert odds.chance(7, 27) == {"fraction": "7/27", "decimal": 7 / 27}
    assert odds.chance(12, 12) == {"fraction": "1/1", "decimal": 1.0}
    assert odds.distribution({"a": 1, "b": 0, 3: 2}, 3) == {"a": odds.chance(1, 3), "3": odds.chance(2, 3)}
    assert odds.expected({-1: 3, 2: 1}, 4) == {"fraction": "-1/4", "decimal": -0.25}
