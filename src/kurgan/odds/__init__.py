"""Exact (or sampled) distribution of a fight, by walking the rules' own chance questions.

Nothing here knows how a fight is fought: a title says in its ``fights.py`` where one starts and ends, who answers its
questions and what is measured. See docs/reference/odds.md.
"""

from kurgan.kernel.chance import chance_json as chance
from kurgan.kernel.chance import distribution_json as distribution
from kurgan.kernel.chance import expected_json as expected
from kurgan.odds.pending import PendingOdds, after, calculate, find, instead, is_on, pending
from kurgan.odds.walk import NoPolicy, Result, walk

__all__ = [
    "NoPolicy",
    "PendingOdds",
    "Result",
    "after",
    "calculate",
    "chance",
    "distribution",
    "expected",
    "find",
    "instead",
    "is_on",
    "pending",
    "walk",
]
