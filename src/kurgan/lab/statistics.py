"""Statistics ready to use, by name; yours is twenty lines like these."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from kurgan.kernel.protocol import Event, Game, Misspelt, Outcome, State
from kurgan.lab.fight_odds import FightOdds
from kurgan.lab.play import Accumulator


class RuleCounts:
    """How often each rule made something happen: ``rule 9.5.5`` -> events."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def before(self, game: Game, s: State) -> None:
        self.counts = {}

    def on_event(self, event: Event) -> None:
        self.counts[event.rule] = self.counts.get(event.rule, 0) + 1

    def after(self, game: Game, s: State, outcome: Outcome) -> dict[str, float]:
        return {f"rule {rule}": count for rule, count in sorted(self.counts.items())}


class Places:
    """Who holds what at the end, and since when: ``held german 30`` -> 1, ``taken german 30`` -> the turn.

    Of the side that the title names first, for every place that changed hands in this game or that it holds at the end.
    """

    def __init__(self) -> None:
        self.turn = -1
        self.held: set[str] = set()
        self.taken: dict[str, int] = {}

    def before(self, game: Game, s: State) -> None:
        self.game, self.s = game, s
        self.side = next(iter(game.scene(game.view(s, 0))["sides"]), "")
        self.turn = getattr(s, "turn", 0)
        self.held = self._held()

    def _held(self) -> set[str]:
        places = self.game.scene(self.game.view(self.s, 0))["places"]
        return {name for name, place in places.items() if place.get("control") == self.side}

    def on_event(self, event: Event) -> None:
        if getattr(self.s, "turn", 0) != self.turn:
            self._look()

    def _look(self) -> None:
        """At the end of a turn: what has changed hands in it."""
        held = self._held()
        for name in held - self.held:
            self.taken[name] = self.turn
        for name in self.held - held:
            self.taken.pop(name, None)
        self.held = held
        self.turn = getattr(self.s, "turn", 0)

    def after(self, game: Game, s: State, outcome: Outcome) -> dict[str, float]:
        self._look()
        found: dict[str, float] = {f"held {self.side} {name}": 1 for name in sorted(self.held)}
        found |= {f"taken {self.side} {name}": turn for name, turn in sorted(self.taken.items())}
        return found


class Turns:
    """How long it took: ``turns``, the turn in which the game ended."""

    def before(self, game: Game, s: State) -> None:
        return

    def on_event(self, event: Event) -> None:
        return

    def after(self, game: Game, s: State, outcome: Outcome) -> dict[str, float]:
        return {"turns": float(getattr(s, "turn", 0))}


NAMED: dict[str, Callable[[], Accumulator]] = {
    "rules": RuleCounts,
    "places": Places,
    "turns": Turns,
    "fights": FightOdds,
}
"""What a study may ask for by one word."""


def statistic(name: str) -> Callable[[], Accumulator]:
    """The statistic of this name, or one's own as ``module:Class``; raises Misspelt."""
    if name in NAMED:
        return NAMED[name]
    module, colon, word = name.partition(":")
    if not colon:
        raise Misspelt(f"unknown statistic '{name}'; known are {', '.join(NAMED)}, and your own as module:Class")
    try:
        found = getattr(import_module(module), word)
    except (ImportError, AttributeError, ValueError) as error:
        raise Misspelt(f"there is no statistic '{name}': {error}") from None
    if not (isinstance(found, type) and all(hasattr(found, method) for method in ("before", "on_event", "after"))):
        raise Misspelt(f"the statistic '{name}' is none: it is a class with before, on_event and after")
    return cast(Callable[[], Accumulator], found)
