"""Events and refusals of a title, declared once: a row each.

    event = Events(globals())
    TURN_BEGINS: Final = event("turn")
    UNIT_MOVED: Final = event("unit area area")
    EVENTS: Final = event.rows()

The number of a row is its place, its name that of the constant, in small letters as in the text file: nothing is said
twice, no number is left out, and rules name a plain int. How answers are declared: ``notation.Form``.
"""

from collections.abc import Mapping
from typing import Any, Final

Row = tuple[str, str]
"""Name, and what the row says: kinds of arguments of an event, the rule of a refusal."""

ALLOWED: Final = 0
"""No refusal."""


class Declared:
    """Hands out the numbers of rows; the constants that a module gives them to are their names."""

    def __init__(self, module: Mapping[str, Any]) -> None:
        self._module = module
        self._before = frozenset(module)
        self._first: tuple[Row, ...] = ()
        self._said: list[str] = []

    def __call__(self, says: str = "") -> int:
        self._said.append(says)
        return len(self._first) + len(self._said) - 1

    def rows(self) -> tuple[Row, ...]:
        """All rows by number; raises ValueError unless every row has one constant and every constant one row."""
        names = [name for name in self._module if name.isupper() and name not in self._before]
        numbers = [self._module[name] for name in names]
        wanted = list(range(len(self._first), len(self._first) + len(self._said)))
        if numbers != wanted:
            raise ValueError(
                f"rows {wanted} are declared, but the constants here are {list(zip(names, numbers, strict=True))}"
            )
        return self._first + tuple(zip([name.lower() for name in names], self._said, strict=True))


class Events(Declared):
    """A row says of what kind each argument is, apart by blanks: a vocabulary of the title, "number" or "signed"."""


class Refusals(Declared):
    """A row says which rule refuses; left out, it is the rule of the question. Number 0 is no refusal."""

    def __init__(self, module: Mapping[str, Any]) -> None:
        super().__init__(module)
        self._first = (("allowed", ""),)
