"""The map as text."""

import pytest

from tests.roads.drawn import GAME, draw


def rows_of(text: str) -> list[str]:
    """The lines of the map itself, without the stacks below it."""
    return GAME.map_text(GAME.view(draw(text).s, 0)).split("\n\n")[0].split("\n")


@pytest.mark.parametrize(
    ("scenario", "top", "bottom", "columns"),
    [
        ("campaign", "27", "00", ("01", "36")),
        ("uranus", "27", "00", ("22", "36")),
        ("backhand", "27", "00", ("01", "20")),
    ],
)
def test_only_the_part_in_play_is_printed(scenario: str, top: str, bottom: str, columns: tuple[str, str]) -> None:
    """Rows and columns that a scenario does not use are left out."""
    rows = rows_of(f"scenario {scenario}\nphase movement")
    numbers = rows[0].split()
    assert (numbers[0], numbers[-1]) == columns
    assert (rows[1][:2], rows[-1][:2]) == (top, bottom)
    assert all(len(row) > 2 for row in rows[1:])


def test_the_small_scenario_is_a_small_map() -> None:
    """Every row of Wintergewitter holds something, and a stack stands under its column."""
    rows = rows_of("scenario wintergewitter\nphase movement\n1231: SU-23")
    assert len(rows) < 15
    assert all(row[2:].strip() for row in rows[1:])
    line = next(row for row in rows if row.startswith("12"))
    assert line.index("S1") - 2 == rows[0].index("31")  # even rows stand half a hex east
