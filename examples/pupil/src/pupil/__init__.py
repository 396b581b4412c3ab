"""A bot that answers as its teacher did in positions like this one, without thinking ahead.

``python -m pupil.train DATASET`` makes ``weights.npz``: a network with one hidden layer. What a seat sees is a row of
codes more than of amounts, so each value of each column is an input of its own, and only those that are seen count.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kurgan.bots import Move, make
from kurgan.kernel.chance import Tape
from kurgan.lab.observation import Observer

WEIGHTS = Path(__file__).with_name("weights.npz")


class Inputs(NamedTuple):
    """Which input a value of a column is: ``first[column] + value``, if the value was met in training."""

    first: np.ndarray
    last: np.ndarray

    @classmethod
    def of(cls, rows: np.ndarray) -> "Inputs":
        """Inputs for all values between the least and the most of each column."""
        low, high = rows.min(axis=0), rows.max(axis=0)
        ends = np.cumsum(high - low + 1)
        return cls(ends - high - 1, ends - 1)

    @property
    def count(self) -> int:
        return int(self.last[-1]) + 1

    def lit(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The input of each column, and whether its value was met in training."""
        at = self.first + rows
        beginning = np.concatenate(([0], self.last[:-1] + 1))
        return at, (at >= beginning) & (at <= self.last)


class Network(NamedTuple):
    """Two layers. ``answers`` are question * width + answer, in the order of the outputs."""

    title: str
    inputs: Inputs
    hidden: np.ndarray
    hidden_bias: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    place: dict[tuple[str, int], int]

    def liking(self, row: np.ndarray) -> np.ndarray:
        """How much the teacher seems to like each answer that was ever given."""
        at, met = self.inputs.lit(row)
        first = np.maximum(self.hidden[at[met]].sum(axis=0) + self.hidden_bias, 0)
        return first @ self.output + self.output_bias


@cache
def learned() -> Network:
    if not WEIGHTS.exists():
        raise FileNotFoundError("the pupil has not been taught yet: python -m pupil.train DATASET")
    with np.load(WEIGHTS) as kept:
        place = {(str(step), int(a)): i for i, (step, a) in enumerate(zip(kept["steps"], kept["answers"], strict=True))}
        inputs = Inputs(kept["first"], kept["last"])
        layers = [kept[name].astype(np.float32) for name in ("hidden", "hidden_bias", "output", "output_bias")]
        return Network(str(kept["title"]), inputs, *layers, place)


@cache
def observer(game: Any) -> Observer:
    return Observer(game)


class Pupil:
    """Answers as greedy did in positions like this one; it has learned one title and plays others by lot."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.tape = Tape(seed)

    def choose(self, game: Any, view: Any, legal: Any, note: str) -> Move:
        known = learned()
        if game.name != known.title:
            return make("random", self.seed).choose(game, view, legal, note)
        asked = game.pending(game.imagine(view, self.tape))
        row = np.frombuffer(observer(game).row(view, asked), dtype=np.int32)
        liking = known.liking(row)
        places = [known.place.get((asked.step, answer), -1) for answer in legal]
        worth = [liking[place] if place >= 0 else -np.inf for place in places]
        return Move(legal[int(np.argmax(worth))])
