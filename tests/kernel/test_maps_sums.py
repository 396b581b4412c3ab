"""Maps, priorities, sums: the small tools of rules."""

from hypothesis import given
from hypothesis import strategies as st

from kurgan.kernel import maps
from kurgan.kernel.priorities import must, narrow, prefer
from kurgan.kernel.tally import SILENT, Notes, Term

# A corridor with a side room:   0 - 1 - 2 - 3
#                                    |
#                                    4        5 stands apart
CORRIDOR = [[1], [0, 2, 4], [1, 3], [2], [1], []]


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


@given(graphs(), st.integers(0, 511))
def test_reach_by_masks_is_reach_by_steps(near: list[list[int]], allowed: int) -> None:
    masks = [sum(1 << b for b in others) for others in near]
    starts = [0] if allowed & 1 else []
    steps = maps.distances([[b for b in others if allowed >> b & 1] for others in near], starts)
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


def test_a_sum_remembers_its_terms_when_somebody_listens() -> None:
    note = Notes()
    assert note("9.5.2A", "lead", 4) + note("9.5.2B", "helpers", 2) == 6
    assert note.terms == [Term("9.5.2A", "lead", 4), Term("9.5.2B", "helpers", 2)]
    assert SILENT("9.5.2A", "lead", 4) == 4
    assert SILENT.terms == []
