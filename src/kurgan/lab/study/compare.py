"""Comparing a cell with the base, game by game: the same seed is the same pair.

The test that may end a comparison early is Robbins' mixture: of the pairs in which one of the two won and the other did
not, under "no difference" each goes either way with chance 1/2. The likelihood of what was seen, averaged over all
other chances, against that is a test martingale: by Ville's inequality it passes 1/error in at most ``error`` of all
studies without a difference, however often one looks. With several comparisons the error is divided among them.
"""

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.lab.summary import Z

METHOD = "Robbins' mixture test of discordant pairs (Ville's inequality), looked at after each batch"


class Comparison(NamedTuple):
    """What a cell changes against the base, in shares of games won by one side; the interval is of 95 in 100."""

    games: int
    better: int
    worse: int
    difference: float
    low: float
    high: float
    evidence: float
    """How much more likely the seen pairs are under some difference than under none."""
    sure: bool

    def told(self) -> Json:
        return self._asdict()


def log_evidence(better: int, worse: int) -> float:
    """The logarithm of the mixture's likelihood ratio: 2^n B(better + 1, worse + 1)."""
    n = better + worse
    return n * log(2) + lgamma(better + 1) + lgamma(worse + 1) - lgamma(n + 2)


def is_settled(better: int, worse: int, error: float, comparisons: int) -> bool:
    """Whether the test has decided that there is a difference."""
    return log_evidence(better, worse) >= log(max(1, comparisons) / error)


def paired_interval(better: int, worse: int, games: int) -> tuple[float, float]:
    """Bonett and Price's interval of a difference of paired shares (Wald's with a pair added on each side)."""
    n = games + 2
    up, down = (better + 1) / n, (worse + 1) / n
    half = Z * sqrt(max(0.0, up + down - (up - down) ** 2) / n)
    return max(-1.0, up - down - half), min(1.0, up - down + half)


def compare(wins: Sequence[int], base: Sequence[int], error: float, comparisons: int) -> Comparison:
    """Over the games that both have played. With a sequential test (``error``) only that makes it sure."""
    games = min(len(wins), len(base))
    better = sum([1 for i in range(games) if wins[i] and not base[i]])
    worse = sum([1 for i in range(games) if base[i] and not wins[i]])
    low, high = paired_interval(better, worse, games) if games else (-1.0, 1.0)
    difference = (better - worse) / games if games else 0.0
    sure = is_settled(better, worse, error, comparisons) if error else low > 0 or high < 0
    evidence = exp(min(700.0, log_evidence(better, worse)))
    return Comparison(games, better, worse, difference, low, high, evidence, sure)
