"""Fights against their odds: did what the odds foretell come as often as they say?

The odds of a fight are walked from the true position before its first die; nothing is hidden in the lab. A copy of the
position then takes the same answers up to the end of the fight, and is measured as the odds measure. They take it that
questions of the fight are answered in a certain way. Where a bot answers otherwise the fight is settled there, with
what the odds say just then, and another one begins with the next die: so what came and what was foretold are equal in
the long run, whatever the bots do.
"""

from typing import NamedTuple

from kurgan import odds
from kurgan.kernel.protocol import Decide, Event, Fight, Game, Halt, Judged, Outcome, Over, Pending, State, Throw
from kurgan.odds.ends import Ends, ends
from kurgan.odds.walk import NoPolicy, Result

LIMIT = 20_000
"""Positions for one fight; one that needs more is not counted."""


class Fought(NamedTuple):
    """A fight under way: by whom it is walked and judged, how it stood, and the copy that follows it to its end."""

    fight: Fight
    judge: Judged
    start: State
    shadow: State


class FightOdds:
    """``fight came success`` and ``fight foretold success``: how often an end came, and the sum of its chances."""

    def __init__(self) -> None:
        self.came: dict[str, float] = {}
        self.foretold: dict[str, float] = {}
        self.noise: dict[str, float] = {}
        self.fought: Fought | None = None
        self.chances: Ends = {}

    def before(self, game: Game, s: State) -> None:
        return

    def on_answer(self, game: Game, s: State, asked: Pending, answer: int) -> None:
        """Before it is given."""
        fought = self.fought
        if fought and isinstance(asked, Decide) and not _is_foreseen(game, s, fought.fight, asked, answer):
            self._settle(_reckoned(game, s, fought.fight, fought.judge))
        elif not fought and isinstance(asked, Throw):
            self._begin(game, s)
        if self.fought:
            self._follow(game, self.fought, answer)

    def _begin(self, game: Game, s: State) -> None:
        fight = odds.find(game, s)
        if fight is None or not isinstance(fight, Judged):
            return
        self.chances = _reckoned(game, s, fight, fight)
        if self.chances:
            self.fought = Fought(fight, fight, s.copy(), s.copy())
            game.halt(self.fought.shadow, fight.until)

    def _follow(self, game: Game, fought: Fought, answer: int) -> None:
        """The copy takes the answer too; at the end of the fight it is measured."""
        game.answer(fought.shadow, answer)
        if isinstance(game.pending(fought.shadow), Halt | Over):
            measured = fought.fight.measure(fought.start, fought.shadow)
            self._settle(ends(fought.judge, Result(1, {measured: 1}, 1, 0)))

    def _settle(self, came: Ends) -> None:
        """Book a fight: what was foretold of it, and what came (chances where it was broken off)."""
        if came:
            for name, chance in self.chances.values():
                self.foretold[name] = self.foretold.get(name, 0.0) + chance
                self.noise[name] = self.noise.get(name, 0.0) + chance * (1 - chance)
            for name, chance in came.values():
                self.came[name] = self.came.get(name, 0.0) + chance
        self.fought, self.chances = None, {}

    def on_event(self, event: Event) -> None:
        return

    def after(self, game: Game, s: State, outcome: Outcome) -> dict[str, float]:
        kept = {"came": self.came, "foretold": self.foretold, "noise": self.noise}
        return {f"fight {what} {name}": value for what, found in kept.items() for name, value in sorted(found.items())}


def _is_foreseen(game: Game, s: State, fight: Fight, asked: Decide, answer: int) -> bool:
    policy = fight.policies.get(asked.step)
    return policy is not None and policy(s, game.legal(s)) == answer


def _reckoned(game: Game, s: State, fight: Fight, judge: Judged) -> Ends:
    """Nothing where the fight cannot be walked exactly."""
    try:
        result = odds.walk(game, s, fight, limit=LIMIT, samples=1)
    except NoPolicy:
        return {}
    return {} if result.samples else ends(judge, result)
