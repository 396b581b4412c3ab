"""How strong bots are by their results against each other: Bradley and Terry's model.

Wargames are not even, so each side of a scenario has a strength of its own that plays along with whoever has it; the
rules, where they play the other side, are part of that. A weak prior keeps figures finite where somebody always won.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from kurgan.lab.summary import Z

EVEN = 1500
POINTS = 400 / log(10)
"""A difference of 400 points is ten to one, as people are used to read it."""
PRIOR, SIDE_PRIOR = 600 / POINTS, 1200 / POINTS
"""Spread of strengths before anything was played, of bots and of sides."""
STEPS = 100
SETTLED = 1e-9


class Result(NamedTuple):
    """Games of a bot on a side of a scenario (``side``, any name) against a rival ("": the rules); draws are halves."""

    bot: str
    rival: str
    side: str
    won: float
    lost: float


class Strength(NamedTuple):
    """On the scale of ratings. ``half`` is half of the interval, of 95 in 100, of the difference to the bot of 1500."""

    rating: float
    half: float


def strengths(results: Sequence[Result]) -> dict[str, Strength]:
    """Bot -> its strength, the strongest first. The one with the most games has 1500: what others differ by is known
    best against it."""
    bots = list(dict.fromkeys([name for each in results for name in (each.bot, each.rival) if name]))
    sides = list(dict.fromkeys([each.side for each in results]))
    place = {name: at for at, name in enumerate(bots)}
    priors = [PRIOR] * len(bots) + [SIDE_PRIOR] * len(sides)
    rows = [_row(each, place, len(bots) + sides.index(each.side)) for each in results]
    values, spread = _fit(rows, [(each.won, each.lost) for each in results], priors)
    even = max(bots, key=lambda name: (games(results, name), -place[name]))
    first = place[even]
    found = {}
    for name, at in place.items():
        variance = spread[at][at] + spread[first][first] - 2 * spread[at][first]
        half = POINTS * Z * sqrt(variance) if at != first else 0.0
        found[name] = Strength(EVEN + POINTS * (values[at] - values[first]), half)
    return dict(sorted(found.items(), key=lambda item: (-item[1].rating, item[0])))


def games(results: Sequence[Result], bot: str) -> float:
    """How many it played, on either side; against itself once."""
    return sum([each.won + each.lost for each in results if bot in (each.bot, each.rival)])


def _row(result: Result, place: Mapping[str, int], side: int) -> dict[int, float]:
    """What the chance of these games is made of; a bot against itself tells of the side alone."""
    row = {side: 1.0}
    if result.bot != result.rival:
        row[place[result.bot]] = 1.0
        if result.rival:
            row[place[result.rival]] = -1.0
    return row


def _fit(
    rows: Sequence[Mapping[int, float]], counts: Sequence[tuple[float, float]], priors: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The likeliest values and their covariance, by Newton's method; the sum has one top."""
    size = len(priors)
    values = [0.0] * size
    for _ in range(STEPS):
        slope = [-value / prior**2 for value, prior in zip(values, priors, strict=True)]
        bend = [[float(i == j) / priors[i] ** 2 for j in range(size)] for i in range(size)]
        for row, (won, lost) in zip(rows, counts, strict=True):
            chance = 1 / (1 + exp(-sum([factor * values[at] for at, factor in row.items()])))
            for at, factor in row.items():
                slope[at] += factor * (won - (won + lost) * chance)
                for other, by in row.items():
                    bend[at][other] += factor * by * (won + lost) * chance * (1 - chance)
        spread = _inverse(bend)
        step = [sum([spread[i][j] * slope[j] for j in range(size)]) for i in range(size)]
        reach = max(map(abs, step))
        values = [value + each * min(1.0, 2 / max(reach, 2)) for value, each in zip(values, step, strict=True)]
        if reach < SETTLED:
            break
    return values, spread


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Of a positive definite matrix, which needs no search for pivots (Gauss and Jordan)."""
    size = len(matrix)
    work = [[*row, *[float(i == j) for j in range(size)]] for i, row in enumerate(matrix)]
    for at in range(size):
        pivot = work[at][at]
        work[at] = [value / pivot for value in work[at]]
        for other in range(size):
            if other != at and (factor := work[other][at]):
                work[other] = [value - factor * own for value, own in zip(work[other], work[at], strict=True)]
    return [row[size:] for row in work]
