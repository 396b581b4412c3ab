"""A fight that ends in one of a few named ways: what most titles need for their odds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from kurgan.kernel.chance import distribution_json
from kurgan.kernel.flow import Position
from kurgan.kernel.protocol import Fight, Json, Policy

P = TypeVar("P", bound=Position)

GOOD = "good"
EVEN = "even"
BAD = "bad"
"""How an outcome is drawn: for whom attacks, or for whom the title likes."""


class PlainFight(Generic[P]):
    """See ``Fight``. ``ends(before, after)`` names the outcome, one of ``outcomes`` (name -> GOOD, EVEN or BAD)."""

    def __init__(
        self,
        name: str,
        starts: Sequence[str],
        until: Sequence[str],
        outcomes: Mapping[str, str],
        ends: Callable[[P, P], str],
        policies: Mapping[str, tuple[str, Policy[P]]] | None = None,
    ) -> None:
        self.name = name
        self.starts = frozenset(starts)
        self.until = frozenset(until)
        self.outcomes = outcomes
        self.ends = ends
        said = policies or {}
        self.policies: Mapping[str, Policy[P]] = {step: policy for step, (_, policy) in said.items()}
        self.policy_names: Mapping[str, str] = {step: name for step, (name, _) in said.items()}

    def is_on(self, s: P) -> bool:
        return True

    def measure(self, before: P, after: P) -> tuple[int, ...]:
        return (list(self.outcomes).index(self.ends(before, after)),)

    def report(self, before: P, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        names = list(self.outcomes)
        return {"result": distribution_json({names[i]: weights.get((i,), 0) for i in range(len(names))}, total)}


def bars(fights: Sequence[Fight[Any]]) -> list[Json]:
    """The outcomes of plain fights as a face lists them."""
    found: dict[str, Json] = {}
    for fight in fights:
        for name, kind in fight.outcomes.items() if isinstance(fight, PlainFight) else ():
            label = name.replace("_", " ").capitalize()
            found.setdefault(name, {"key": ["result", name], "label": label, "kind": kind})
    return list(found.values())
