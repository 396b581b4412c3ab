"""A batch of games in a few numbers, each with its 95 in 100 interval."""

from collections.abc import Sequence
from math import sqrt

from kurgan.kernel.protocol import Json

Z = 1.959963984540054
"""Two-sided 95 in 100 of a normal distribution."""

Row = Json
"""One game: index, seed, outcome, winners, rule, score, decisions, throws, and one entry a measure."""

FIXED = ("index", "seed", "outcome", "winners", "rule", "score", "decisions", "throws")


def wilson(count: int, games: int) -> tuple[float, float]:
    """Wilson's interval of a share; (0, 1) when nothing was played."""
    if games == 0:
        return 0.0, 1.0
    share = count / games
    scale = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / scale
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == games else centre + half
    return low, high


def shares(names: Sequence[str], games: int) -> Json:
    """Name -> count, share and interval, most frequent first."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    told = {}
    for name in sorted(counts, key=lambda n: (-counts[n], n)):
        low, high = wilson(counts[name], games)
        told[name] = {"count": counts[name], "share": counts[name] / games, "low": low, "high": high}
    return told


def mean(values: Sequence[float]) -> dict[str, float]:
    """Mean with its interval, spread and ends."""
    n = len(values)
    average = sum(values) / n
    variance = sum([(value - average) ** 2 for value in values]) / (n - 1) if n > 1 else 0.0
    half = Z * sqrt(variance / n)
    return {
        "mean": average,
        "low": average - half,
        "high": average + half,
        "sd": sqrt(variance),
        "min": min(values),
        "max": max(values),
    }


def summarise(rows: Sequence[Row]) -> Json:
    """Outcomes, winners, score, length and every measure; a game without a measure counts as 0 there."""
    games = len(rows)
    summary: Json = {"outcomes": shares([row["outcome"] for row in rows], games)}
    winners = [name for row in rows for name in row["winners"].split()]
    summary["winners"] = shares(winners, games)
    for name in ("score", "decisions", "throws"):
        summary[name] = mean([row[name] for row in rows])
    measures = sorted({name for row in rows for name in row} - set(FIXED))
    if measures:
        summary["measures"] = {name: mean([row.get(name, 0.0) for row in rows]) for name in measures}
    return summary
