"""Statistics ready to use; yours is twenty lines like these."""

from typing import Any

from kurgan.kernel.protocol import Event, Game, Outcome


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
