"""Ratings of bots by their results: differences as they should be, sides counted apart, finite whatever happens."""

from math import log10

import pytest

from kurgan.lab.strength import EVEN, Result, strengths


def test_a_difference_is_that_of_the_chances_to_win() -> None:
    """Against the same rules 40 and 56 of 100: 112 points in odds of ten to one for 400."""
    found = strengths([Result("one", "", "german", 400, 600), Result("two", "", "german", 560, 440)])
    assert list(found) == ["two", "one"]
    wanted = 400 * log10((0.56 / 0.44) / (0.40 / 0.60))
    assert found["two"].rating - found["one"].rating == pytest.approx(wanted, abs=2)
    assert found["one"] == (EVEN, 0.0), "the first of those with the most games stands for 1500"
    assert 20 < found["two"].half < 40


def test_a_side_that_always_wins_makes_no_bot_strong() -> None:
    """Both bots win every time as axis and never as soviet: nothing is said of either."""
    results = [
        Result("one", "two", "axis", 20, 0),
        Result("one", "two", "soviet", 0, 20),
        Result("two", "one", "axis", 20, 0),
        Result("two", "one", "soviet", 0, 20),
    ]
    found = strengths(results)
    assert found["one"].rating == pytest.approx(found["two"].rating, abs=1)


def test_whoever_always_loses_has_a_rating_and_little_is_known_of_it() -> None:
    found = strengths([Result("good", "", "german", 50, 50), Result("bad", "", "german", 0, 100)])
    assert 0 < found["bad"].rating < found["good"].rating - 300
    assert found["bad"].half > 200


def test_more_games_make_it_surer_and_a_game_against_oneself_tells_of_the_side_only() -> None:
    few = strengths([Result("a", "b", "red", 6, 4), Result("a", "a", "red", 5, 5)])
    many = strengths([Result("a", "b", "red", 600, 400), Result("a", "a", "red", 500, 500)])
    assert few["b"].half > 5 * many["b"].half
    assert many["a"].rating - many["b"].rating == pytest.approx(400 * log10(1.5), abs=3)
