"""Fights against their odds: did what the odds foretell come as often as they say?

The odds of a fight are walked from the true position before its first die; nothing is hidden in the lab. A copy of the
position then takes the same answers up to the end of the fight, and is measured as the odds measure. They take it that
questions of the fight are answered in a certain way. Where a bot answers otherwise the fight is settled there, with
what the odds say just then, and another one begins with the next die: so what came and what was foretold are equal in
the long run, whatever the bots do.
"""

from typing import Any

from kurgan import odds
from kurgan.kernel.protocol import Decide, Event, Game, Halt, Judged, Outcome, Over, Pending, Throw
from kurgan.odds.ends import Ends, ends
from kurgan.odds.walk import NoPolicy, Result

LIMIT = 20_000
"""Positions for one fight; one that needs more is not counted."""


class FightOdds:
    """``fight came success`` and ``fight foretold success``: how often an end came, and the sum of its chances."""

    def __init__(self) -> None:
        self.came: dict[str, float] = {}
        self.foretold: dict[str, float] = {}
        self.noise: dict[str, float] = {}
        self.fight: Any = None
        self.chances: Ends = {}

    def before(self, game: Game, s: Any) -> None:
        self.judged = [fight for fight in game.fights() if isinstance(fight, Judged)]

    def on_answer(self, game: Game[Any, Any], s: Any, asked: Pending, answer: int) -> None:
        """Before it is given."""
        if self.chances and isinstance(asked, Decide) and not self._is_foreseen(game, s, asked, answer):
            self._settle(self._reckoned(game, s))
        elif not self.chances and isinstance(asked, Throw):
            self._begin(game, s)
        if self.chances:
            game.answer(self.shadow, answer)
            if isinstance(game.pending(self.shadow), Halt | Over):
                measured = self.fight.measure(self.start, self.shadow)
                self._settle(ends(self.fight, Result(1, {measured: 1}, 1, 0)))

    def _begin(self, game: Game[Any, Any], s: Any) -> None:
        fight = odds.find(game, s)
        if fight in self.judged:
            self.fight = fight
            self.chances = self._reckoned(game, s)
            self.start, self.shadow = s.copy(), s.copy()
            game.halt(self.shadow, self.fight.until)

    def _is_foreseen(self, game: Game[Any, Any], s: Any, asked: Decide, answer: int) -> bool:
        policy = self.fight.policies.get(asked.step)
        return policy is not None and policy(s, game.legal(s)) == answer

    def _reckoned(self, game: Game[Any, Any], s: Any) -> Ends:
        """Nothing where the fight cannot be walked exactly."""
        try:
            result = odds.walk(game, s, self.fight, limit=LIMIT, samples=1)
        except NoPolicy:
            return {}
        return {} if result.samples else ends(self.fight, result)

    def _settle(self, came: Ends) -> None:
        """Book a fight: what was foretold of it, and what came (chances where it was broken off)."""
        if came:
            for name, chance in self.chances.values():
                self.foretold[name] = self.foretold.get(name, 0.0) + chance
                self.noise[name] = self.noise.get(name, 0.0) + chance * (1 - chance)
            for name, chance in came.values():
                self.came[name] = self.came.get(name, 0.0) + chance
        self.chances = {}

    def on_event(self, event: Event) -> None:
        return

    def after(self, game: Game, s: Any, outcome: Outcome) -> dict[str, float]:
        kept = {"came": self.came, "foretold": self.foretold, "noise": self.noise}
        return {f"fight {what} {name}": value for what, found in kept.items() for name, value in sorted(found.items())}
