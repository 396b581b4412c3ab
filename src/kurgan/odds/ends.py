"""The ends of a fight with their chances: what the odds measure, told as a title names its ends."""

from collections.abc import Mapping

from kurgan.kernel.protocol import Judged
from kurgan.odds.walk import Result

Ends = Mapping[int, tuple[str, float]]
"""Rank of an end -> its name and its chance, the worst for the attacker first."""


def ends(fight: Judged, result: Result) -> Ends:
    """What may come of a fight, by how it ends."""
    found: dict[int, tuple[str, float]] = {}
    for measured, weight in result.weights.items():
        end = fight.judged(measured)
        _, chance = found.get(end.rank, (end.name, 0.0))
        found[end.rank] = (end.name, chance + weight / result.total)
    return dict(sorted(found.items()))
