"""Numbers that remember how they were made.

A rule that adds up writes ``total += note("9.5.2B", "helpers", 3)``. A listening ``Notes`` keeps the lines for the
screen and the log; a silent one returns the amount and keeps nothing, so search pays nothing.
"""

from typing import Final, NamedTuple


class Term(NamedTuple):
    """One line of a sum: rule, label (a word of the text file), amount."""

    rule: str
    label: str
    amount: int


class Notes:
    """Collects the terms of a sum."""

    def __init__(self, listening: bool = True) -> None:
        self.listening = listening
        self.terms: list[Term] = []

    def __call__(self, rule: str, label: str, amount: int) -> int:
        if self.listening:
            self.terms.append(Term(rule, label, amount))
        return amount


SILENT: Final = Notes(listening=False)
"""For sums nobody reads."""
