"""Result charts with stated edges and column shifts.

A chart is rows by columns of small ints. Its edges say what happens beyond the last column: cells outside are either
the nearest column or nothing at all. A chart with a gap does not come into being.
"""

from collections.abc import Sequence

NO_COLUMN = -1


class Chart:
    """Rows ``first_row`` .. and named columns, every cell filled."""

    def __init__(
        self, name: str, columns: Sequence[str], first_row: int, rows: Sequence[Sequence[int]], clamp_low: bool = True
    ) -> None:
        for number, row in enumerate(rows, first_row):
            if len(row) != len(columns):
                raise ValueError(f"chart '{name}', row {number}: {len(row)} cells for {len(columns)} columns")
        if not rows:
            raise ValueError(f"chart '{name}' has no rows")
        self.name = name
        self.columns = list(columns)
        self.first_row = first_row
        self.last_row = first_row + len(rows) - 1
        self.cells = [list(row) for row in rows]
        self.clamp_low = clamp_low

    def at(self, row: int, column: int) -> int:
        """The cell; row and column must exist."""
        if not self.first_row <= row <= self.last_row:
            raise ValueError(f"chart '{self.name}' has no row {row}")
        if not 0 <= column < len(self.columns):
            raise ValueError(f"chart '{self.name}' has no column {column}")
        return self.cells[row - self.first_row][column]

    def clamp(self, column: int) -> int:
        """A column after shifts: too high is the last; too low the first, or none where the chart says so."""
        if column >= len(self.columns):
            return len(self.columns) - 1
        if column < 0:
            return 0 if self.clamp_low else NO_COLUMN
        return column


def by_roll(name: str, low: int, high: int, entries: Sequence[tuple[int, int, int]]) -> list[int]:
    """A one-column chart from (first roll, last roll, result) entries: index = roll, -1 where no roll can fall."""
    result = [NO_COLUMN] * (high + 1)
    for first, last, value in entries:
        for roll in range(first, last + 1):
            if not low <= roll <= high:
                raise ValueError(f"chart '{name}': {roll} cannot be rolled")
            if result[roll] != NO_COLUMN:
                raise ValueError(f"chart '{name}': {roll} stands twice")
            result[roll] = value
    for roll in range(low, high + 1):
        if result[roll] == NO_COLUMN:
            raise ValueError(f"chart '{name}': nothing for a roll of {roll}")
    return result
