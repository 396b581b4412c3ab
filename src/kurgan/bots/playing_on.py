"""The chance to win by playing on: quick games of all seats from a position to their end.

Where a game is short and what stands on the map says little of who wins it, this says more. Everybody chooses at once
among a few orders, as in the imagination of ``search``. Game *i* has the same imagined world and the same dice for
every order that is compared, and what games like these were worth in the end was learnt (``tools/calibrate.py``).
"""

from collections.abc import Mapping, Sequence
from typing import Generic

from kurgan.bots import chances
from kurgan.bots.chances import Figures
from kurgan.bots.greedy import follow
from kurgan.bots.search import Budget, Quick
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Over, Policy, S, Throw, V

PLAYS = 24
"""Games by which a position or an order is judged: as many as when the figures were learnt, always the same."""
TRIED = 8
"""Other games, by which the best order is chosen; so that none is judged by the dice that chose it."""
SCRIPT = Budget(0, (), 4, 1)
MOST_ANSWERS = 20_000
"""Answers after which a game is taken to have no winner."""

NOTHING: Sequence[int] = ()


class PlayingOn(Generic[S, V]):
    """Quick games for one seat of a scenario."""

    def __init__(self, game: Game[S, V], policies: Mapping[str, Policy[S]], scenario: str, seat: str) -> None:
        self.game = game
        self.scenario = scenario
        self.seat = seat
        self.quick = Quick(game, policies, game.horizon(), SCRIPT)

    def results(self, view: V, plan: Sequence[int] = NOTHING, first: int = 0, count: int = PLAYS) -> list[float]:
        """How games of these numbers end that begin with a plan of the seat's."""
        return [self.result(view, plan, number) for number in range(first, first + count)]

    def result(self, view: V, plan: Sequence[int], number: int) -> float:
        game = self.game
        s = game.imagine(view, Tape(f"play on/{number}/world"))
        follow(game, s, list(plan), view.seat)
        dice = Tape(f"play on/{number}/dice")
        for _ in range(MOST_ANSWERS):
            asked = game.pending(s)
            if isinstance(asked, Over):
                return chances.result_for(game, self.scenario, self.seat, asked.outcome)
            if isinstance(asked, Decide):
                self.quick.decide(s, asked)
            elif isinstance(asked, Throw):
                game.answer(s, asked.chance.throw(dice))
        return chances.DRAWN


def given(figures: Figures, progress: float, results: Sequence[float]) -> list[float]:
    """What the model is shown of quick games."""
    odds = chances.odds_of(sum(results), len(results))
    return chances.inputs(figures, chances.Look({}, progress, 0.0, 0.0, odds))


def slope(figures: Figures, chance: float, results: Sequence[float]) -> float:
    """By how much the chance rises with the share of games won."""
    share = (sum(results) + 0.5) / (len(results) + 1)
    weight = dict(zip(figures.scales, figures.weights[2:], strict=True))[chances.PLAYED]
    return chance * (1 - chance) * weight / figures.scales[chances.PLAYED][1] / (share * (1 - share))
