"""How strong somebody plays, and how sure we are: Weng and Lin's update for teams, after Bradley and Terry.

Persons and bots are on one scale. Wargames are not even: a scenario may favour a side, so each side of a scenario has
a strength of its own that plays along with whoever has it, and takes its share of a result. A side of several seats
begins with so much less that it is even against one seat. Journal of Machine Learning Research 12 (2011), algorithm 1.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

MU = 25.0
SIGMA = MU / 3
SIDE_SIGMA = SIGMA / 2
BETA = SIGMA / 2
TAU = MU / 300
KAPPA = 1e-4
"""Usual figures: what a newcomer has, how much luck a game has, how much one may change from game to game."""

EVEN, SCALE = 1500, 40
"""As people are used to read it: a newcomer has 1500."""

Z = 1.96


class Strength(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        return round(EVEN + SCALE * (self.mu - MU))

    @property
    def half(self) -> int:
        """Half of the interval in which the true figure is, 95 times in 100."""
        return round(Z * SCALE * self.sigma)


def of_side(seats: int) -> Strength:
    """A side of a scenario of which nothing is known yet."""
    return Strength(MU * (1 - seats), SIDE_SIGMA)


def after(teams: Sequence[Sequence[Strength]], points: Sequence[float]) -> list[list[Strength]]:
    """What everybody has after a game; more points are better, equal ones a draw."""
    aged = [[Strength(one.mu, sqrt(one.sigma**2 + TAU**2)) for one in team] for team in teams]
    return [_after(aged, points, number) for number in range(len(aged))]


def _after(teams: Sequence[Sequence[Strength]], points: Sequence[float], number: int) -> list[Strength]:
    sums = [(sum(one.mu for one in team), sum(one.sigma**2 for one in team)) for team in teams]
    mu, variance = sums[number]
    omega = delta = 0.0
    for other, (their_mu, their_variance) in enumerate(sums):
        if other == number:
            continue
        c = sqrt(variance + their_variance + 2 * BETA**2)
        p = 1 / (1 + exp((their_mu - mu) / c))
        s = 0.5 if points[number] == points[other] else float(points[number] > points[other])
        omega += variance / c * (s - p)
        delta += sqrt(variance) / c * variance / c**2 * p * (1 - p)
    return [_moved(one, one.sigma**2 / variance, omega, delta) for one in teams[number]]


def _moved(one: Strength, share: float, omega: float, delta: float) -> Strength:
    return Strength(one.mu + share * omega, one.sigma * sqrt(max(1 - share * delta, KAPPA)))


def wilson(count: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share; (0, 1) when nothing was played."""
    if games == 0:
        return 0.0, 1.0
    share = count / games
    scale = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / scale
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    low = 0.0 if count == 0 else centre - half
    return low, 1.0 if count == games else centre + half
