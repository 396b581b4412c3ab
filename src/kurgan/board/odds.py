"""The chances of a fight, as a board shows them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.odds.report_lines import is_chance, odds_lines

CHANCE = "p_"
RESULT = "result"


class Share(NamedTuple):
    """One outcome of a fight."""

    outcome: str
    fraction: Fraction
    share: float


class Odds(Mapping[str, Fraction]):
    """Outcome -> exact chance. ``report`` is all that the title tells of the fight, ``exact`` whether nothing was
    sampled."""

    def __init__(self, report: Json) -> None:
        self.report = report
        self.exact = bool(report["exact"])
        result = report.get(RESULT, {})
        single = {name.removeprefix(CHANCE): value for name, value in report.items() if name.startswith(CHANCE)}
        found = {**result, **single}
        self.fraction = {name: Fraction(value["fraction"]) for name, value in found.items() if is_chance(value)}
        self._first = list(result) or list(single)

    def __getitem__(self, outcome: str) -> Fraction:
        return self.fraction[outcome]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fraction)

    def __len__(self) -> int:
        return len(self.fraction)

    def table(self) -> list[Share]:
        """Every outcome with its chance, as a fraction and as a decimal."""
        return [Share(outcome, chance, float(chance)) for outcome, chance in self.fraction.items()]

    def __str__(self) -> str:
        return "\n".join(odds_lines(self.report))

    def __repr__(self) -> str:
        shares = [f"{name.replace('_', ' ')} {float(self.fraction[name]):.1%}" for name in self._first]
        return f"<Odds: {', '.join(shares)}; {'exact' if self.exact else 'sampled'}>"
