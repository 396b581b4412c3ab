"""Ordered tie-breakers: each narrows the candidates unless it would leave none.

A list of priorities is a table, each row with its rule number; the log can say which row decided.
"""

from collections.abc import Callable, Sequence
from typing import Any


class Priority:
    """One row. ``score(s, candidate)``: the highest score stays. A ``must`` row may leave nobody."""

    def __init__(self, rule: str, score: Callable[[Any, int], int], strict: bool) -> None:
        self.rule = rule
        self.score = score
        self.strict = strict


def must(rule: str, test: Callable[[Any, int], int]) -> Priority:
    """Only candidates that pass (score above 0) stay; none may be left."""
    return Priority(rule, test, strict=True)


def prefer(rule: str, score: Callable[[Any, int], int]) -> Priority:
    """Candidates with the best score stay."""
    return Priority(rule, score, strict=False)


def narrow(s: Any, rows: Sequence[Priority], candidates: list[int]) -> tuple[list[int], str]:
    """The candidates that remain, in their given order, and the rule of the last row that took one away."""
    decided = ""
    for row in rows:
        if not candidates:
            break
        scores = [row.score(s, c) for c in candidates]
        least = 1 if row.strict else max(scores)
        kept = [c for c, score in zip(candidates, scores, strict=True) if score >= least]
        if len(kept) < len(candidates):
            decided = row.rule
        candidates = kept
    return candidates, decided
