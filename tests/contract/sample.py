"""Titles by name, for tests that hold for every title and are no part of the suite for others."""

from functools import cache
from typing import cast

from kurgan import games
from kurgan.kernel.protocol import Game
from kurgan.testing.contract.sample import Case as Case
from kurgan.testing.contract.sample import Sample
from tests.contract import toy

TITLES = ("toy", *games.TITLES)
"""Every title that comes with Kurgan, and the toy, which keeps the suite itself honest."""


def title(name: str) -> Game:
    return cast(Game, toy.Toy()) if name == "toy" else games.load(name)


@cache
def cases(name: str) -> tuple[Case, ...]:
    """Positions of a title from random play; see ``kurgan.testing.contract.sample``."""
    return Sample(title(name)).cases
