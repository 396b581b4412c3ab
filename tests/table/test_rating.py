"""Ratings: the same figures as openskill's; sides take their share; intervals hold what they promise."""

import itertools
import random

import pytest
from openskill.models import BradleyTerryFull

from kurgan.table import rating
from kurgan.table.rating import Strength


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (2, 2), (1, 1, 1)])
def test_ratings_are_those_of_openskill(sizes: tuple[int, ...]) -> None:
    model, rng = BradleyTerryFull(), random.Random(str(sizes))
    for points in itertools.product((0.0, 1.0), repeat=len(sizes)):
        teams = [[Strength(rng.uniform(10, 40), rng.uniform(1, 9)) for _ in range(size)] for size in sizes]
        theirs = [[model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
        wanted = model.rate(theirs, scores=list(points))
        found = rating.after(teams, points)
        for mine, other in zip(found, wanted, strict=True):
            assert [one.mu for one in mine] == pytest.approx([one.mu for one in other])
            assert [one.sigma for one in mine] == pytest.approx([one.sigma for one in other])


def test_a_strong_side_takes_the_credit_and_players_are_found_right() -> None:
    """The left side wins five of six games between equals: the side learns it, and the players stay equal."""
    rng = random.Random("sides")
    people = [Strength() for _ in range(8)]
    sides = [rating.of_side(1), rating.of_side(1)]
    for _ in range(600):
        left, right = rng.sample(range(8), 2)
        won = 1.0 if rng.random() < 5 / 6 else 0.0
        teams = rating.after([[people[left], sides[0]], [people[right], sides[1]]], [won, 1 - won])
        (people[left], sides[0]), (people[right], sides[1]) = teams
    assert sides[0].mu - sides[1].mu > 6
    assert max(one.mu for one in people) - min(one.mu for one in people) < 8


def test_a_newcomer_has_1500_and_may_be_anything() -> None:
    assert (Strength().shown, Strength().half) == (1500, 653)
    assert rating.wilson(0, 0) == (0.0, 1.0)
    low, high = rating.wilson(9, 14)
    assert (round(low, 2), round(high, 2)) == (0.39, 0.84)
