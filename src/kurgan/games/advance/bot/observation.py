"""Advance as a row of numbers, for programs that learn. See docs/reference/environments.md."""

from collections.abc import Mapping, Sequence
from typing import Final

from kurgan.games.advance.hidden.view import View

NUMBERS: Final = (
    "turn",
    "morale",
    "supply",
    "artillery",
    "engineers",
    "air",
    "effects",
    "paused",
    "outcome",
    "active",
    "acted",
    "mover",
    "points",
    "returning",
)


def observed(words: Mapping[str, Sequence[str]]) -> list[str]:
    """The names of the numbers, in order."""
    names = list(NUMBERS)
    for column, kind in (("where", "unit"), ("spent", "unit"), ("pool", "counter")):
        names += [f"{column} {word}" for word in words[kind]]
    for column in ("soviet", "units"):
        names += [f"{column} {area}" for area in range(1, 51)]
    return names


def observe(v: View) -> list[int]:
    s = v.position
    return [
        s.turn,
        s.morale,
        s.supply,
        s.artillery,
        s.engineers,
        s.air,
        s.effects,
        s.paused,
        s.outcome,
        s.active,
        int(s.acted),
        s.mover,
        s.points,
        s.returning,
        *s.where,
        *s.spent,
        *s.pool,
        *s.soviet[1:],
        *s.count[1:],
    ]
