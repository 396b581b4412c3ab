"""Charts, maps, priorities, sums: the small tools of rules."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kurgan.kernel import maps
from kurgan.kernel.priorities import must, narrow, prefer
from kurgan.kernel.tables import NO_COLUMN, Chart, by_roll
from kurgan.kernel.tally import SILENT, Notes, Term

# A corridor with a side room:   0 - 1 - 2 - 3
#                                    |
#                                    4        5 stands apart
CORRIDOR = [[1], [0, 2, 4], [1, 3], [2], [1], []]


def anywhere(a: int, b: int) -> bool:
    """Every border is open, at the cost of one."""
    return True


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    n = draw(st.integers(1, 9))
    pairs = draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=16))
    return [sorted({b for a, b in pairs if a == i} | {a for a, b in pairs if b == i}) for i in range(n)]


def test_distances_count_steps_from_the_nearest_start() -> None:
    assert maps.distances(CORRIDOR, [0]) == [0, 1, 2, 3, 2, maps.UNREACHED]
    assert maps.distances(CORRIDOR, [0, 3]) == [0, 1, 1, 0, 2, maps.UNREACHED]
    assert maps.distances(CORRIDOR, [0], limit=1) == [0, 1] + [maps.UNREACHED] * 4
    assert maps.distances(CORRIDOR, []) == [maps.UNREACHED] * 6


def test_a_place_off_the_map_is_no_neighbour() -> None:
    assert maps.distances([[-1, 1], [0, -1]], [0]) == [0, 1]
    assert maps.spread([[-1, 1], [0, -1]], [0], anywhere) == [0, 1]
    assert set(maps.cheapest([[-1, 1], [0, -1]], 0, 5, anywhere)) == {0, 1}


def test_spread_stops_at_closed_borders() -> None:
    assert maps.spread(CORRIDOR, [0], lambda a, b: (a, b) != (1, 2)) == [
        *(0, 1, maps.UNREACHED, maps.UNREACHED, 2, maps.UNREACHED)
    ]


@given(graphs(), st.integers(0, 12))
def test_cheapest_paths_cost_what_they_say(near: list[list[int]], budget: int) -> None:
    def cost(a: int, b: int) -> int:
        return (a * 3 + b * 5) % 4 - 1  # -1 is no way

    found = maps.cheapest(near, 0, budget, cost)
    for goal, (spent, _) in found.items():
        path = [0, *maps.path_to(found, goal)]
        assert path[-1] == goal
        assert spent == sum(cost(a, b) for a, b in pairwise(path)) <= budget
    for a in found:
        for b in near[a]:
            if cost(a, b) >= 0 and found[a][0] + cost(a, b) <= budget:
                assert found[b][0] <= found[a][0] + cost(a, b), "a cheaper way was missed"


@given(graphs(), st.integers(0, 511))
def test_reach_by_masks_is_reach_by_steps(near: list[list[int]], allowed: int) -> None:
    masks = [sum(1 << b for b in others) for others in near]
    starts = [0] if allowed & 1 else []
    steps = maps.spread(near, starts, lambda _, b: bool(allowed >> b & 1))
    reached = maps.reach(masks, 1, allowed)
    assert [bool(reached >> i & 1) for i in range(len(near))] == [d != maps.UNREACHED for d in steps]


def score(s: None, candidate: int) -> int:
    return candidate % 5


def is_odd(s: None, candidate: int) -> int:
    return candidate % 2


def test_priorities_narrow_and_say_which_row_decided() -> None:
    rows = [prefer("8.1", score), must("8.2", is_odd)]
    assert narrow(None, rows, [3, 8, 13, 2]) == ([3, 13], "8.2")
    assert narrow(None, rows[:1], [3, 8]) == ([3, 8], "")
    assert narrow(None, rows, [9, 1]) == ([9], "8.1")


def test_a_must_row_may_leave_nobody_but_a_preference_never_does() -> None:
    assert narrow(None, [must("8.2", is_odd), prefer("8.3", score)], [2, 4]) == ([], "8.2")
    assert narrow(None, [prefer("8.3", is_odd)], [2, 4]) == ([2, 4], "")
    assert narrow(None, [prefer("8.3", is_odd)], []) == ([], "")


def chart(clamp_low: bool = True) -> Chart:
    return Chart("results", ["1/2", "1/1", "2/1"], 2, [[1, 2, 3], [4, 5, 6]], clamp_low)


def test_a_chart_reads_rows_by_roll_and_clamps_columns() -> None:
    assert chart().at(2, 0) == 1
    assert chart().at(3, 2) == 6
    assert [chart().clamp(c) for c in (-2, 0, 2, 9)] == [0, 0, 2, 2]
    assert chart(clamp_low=False).clamp(-1) == NO_COLUMN


@pytest.mark.parametrize(("row", "column"), [(1, 0), (4, 0), (2, -1), (2, 3)])
def test_a_cell_outside_a_chart_is_an_error(row: int, column: int) -> None:
    with pytest.raises(ValueError, match="chart 'results' has no"):
        chart().at(row, column)


def test_a_chart_with_a_gap_does_not_come_into_being() -> None:
    with pytest.raises(ValueError, match="row 3: 1 cells for 2 columns"):
        Chart("x", ["a", "b"], 2, [[1, 2], [3]])
    with pytest.raises(ValueError, match="no rows"):
        Chart("x", ["a"], 2, [])


def test_a_chart_by_roll_covers_every_roll_once() -> None:
    assert by_roll("x", 2, 5, [(2, 3, 7), (4, 5, 8)]) == [-1, -1, 7, 7, 8, 8]
    with pytest.raises(ValueError, match="nothing for a roll of 4"):
        by_roll("x", 2, 5, [(2, 3, 7), (5, 5, 8)])
    with pytest.raises(ValueError, match="3 stands twice"):
        by_roll("x", 2, 3, [(2, 3, 7), (3, 3, 8)])
    with pytest.raises(ValueError, match="6 cannot be rolled"):
        by_roll("x", 2, 5, [(2, 6, 7)])


def test_a_sum_remembers_its_terms_when_somebody_listens() -> None:
    note = Notes()
    assert note("9.5.2A", "lead", 4) + note("9.5.2B", "helpers", 2) == 6
    assert note.terms == [Term("9.5.2A", "lead", 4), Term("9.5.2B", "helpers", 2)]
    assert SILENT("9.5.2A", "lead", 4) == 4
    assert SILENT.terms == []
