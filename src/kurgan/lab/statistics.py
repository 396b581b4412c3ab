"""Statistics ready to use, by name; yours is twenty lines like these."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from kurgan.kernel.protocol import Event, Game, Misspelt, Outcome
from kurgan.lab.play import Accumulator


class RuleCounts:
    """How often each rule made something happen: ``rule 9.5.5`` -> events."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def before(self, game: Game, s: Any) -> None:
        self.counts = {}

    def on_event(self, event: Event) -> None:
        self.counts[event.rule] = self.counts.get(event.rule, 0) + 1

    def after(self, game: Game, s: Any, outcome: Outcome) -> dict[str, float]:
        return {f"rule {rule}": count for rule, count in sorted(self.counts.items())}


NAMED: dict[str, Callable[[], Accumulator]] = {"rules": RuleCounts}
"""What a study may ask for by one word."""


def statistic(name: str) -> Callable[[], Accumulator]:
    """The statistic of this name, or one's own as ``module:Class``; raises Misspelt."""
    if name in NAMED:
        return NAMED[name]
    module, colon, word = name.partition(":")
    if not colon:
        raise Misspelt(f"unknown statistic '{name}'; known are {', '.join(NAMED)}, and your own as module:Class")
    try:
        return cast(Callable[[], Accumulator], getattr(import_module(module), word))
    except (ImportError, AttributeError, ValueError) as error:
        raise Misspelt(f"there is no statistic '{name}': {error}") from None
