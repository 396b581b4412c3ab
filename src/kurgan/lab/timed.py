"""How long bots think in the games they play, in seconds of a processor."""

from collections.abc import Sequence
from statistics import median
from time import process_time

from kurgan.kernel.protocol import Game, View
from kurgan.lab.play import Decider

THINKING = 0.02
"""Seconds of a processor from which on a decision counts as thought about; the rest is routine."""

THOUGHT = "thought"
"""The entry of a row that tells seat -> (median, worst). Games have no times: it is taken out before they are kept."""


class Timed:
    """A player, and how long it thought."""

    def __init__(self, player: Decider) -> None:
        self.player = player
        self.blind = player.blind
        self.seconds: list[float] = []

    def choose(self, game: Game, view: View, legal: list[int]) -> int:
        begun = process_time()
        answer = self.player.choose(game, view, legal)
        if len(legal) > 1:
            self.seconds.append(process_time() - begun)
        return answer

    def thought(self) -> tuple[float, float]:
        return thought(self.seconds)


def thought(seconds: Sequence[float]) -> tuple[float, float]:
    """The median of the decisions that were thought about, and the longest of all."""
    long = [each for each in seconds if each >= THINKING] or seconds or [0.0]
    return round(median(long), 4), round(max(seconds, default=0.0), 4)
