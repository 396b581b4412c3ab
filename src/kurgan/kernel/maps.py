"""Graphs of areas and hexes: distances and paths over a cost function. Places are small ints."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Final

UNREACHED: Final = 9999


def distances(near: Sequence[Sequence[int]], starts: Sequence[int], limit: int = UNREACHED) -> list[int]:
    """Steps from the nearest start to every place; UNREACHED beyond the limit."""
    found = [UNREACHED] * len(near)
    ring = []
    for start in starts:
        if found[start]:
            found[start] = 0
            ring.append(start)
    steps = 0
    while ring and steps < limit:
        steps += 1
        following = []
        for place in ring:
            for other in near[place]:
                if other >= 0 and found[other] == UNREACHED:
                    found[other] = steps
                    following.append(other)
        ring = following
    return found


def spread(near: Sequence[Sequence[int]], starts: Sequence[int], passes: Callable[[int, int], bool]) -> list[int]:
    """Steps over borders that ``passes(from, to)`` lets through."""
    found = [UNREACHED] * len(near)
    ring = []
    for start in starts:
        if found[start]:
            found[start] = 0
            ring.append(start)
    steps = 0
    while ring:
        steps += 1
        following = []
        for place in ring:
            for other in near[place]:
                if other >= 0 and found[other] == UNREACHED and passes(place, other):
                    found[other] = steps
                    following.append(other)
        ring = following
    return found


def cheapest(
    near: Sequence[Sequence[int]], start: int, budget: int, cost: Callable[[int, int], int]
) -> dict[int, tuple[int, int]]:
    """Places within a budget: place -> (cost, place before it). ``cost(from, to)`` below 0 means no way."""
    found: dict[int, tuple[int, int]] = {start: (0, -1)}
    heap: list[tuple[int, int]] = [(0, start)]
    while heap:
        spent, place = heappop(heap)
        if spent > found[place][0]:
            continue
        for other in near[place]:
            if other < 0:
                continue
            step = cost(place, other)
            if step < 0 or spent + step > budget:
                continue
            if other not in found or spent + step < found[other][0]:
                found[other] = (spent + step, place)
                heappush(heap, (spent + step, other))
    return found


def path_to(found: dict[int, tuple[int, int]], goal: int) -> list[int]:
    """The places entered on the way to ``goal``, from a result of ``cheapest``."""
    path: list[int] = []
    while found[goal][1] != -1:
        path.append(goal)
        goal = found[goal][1]
    path.reverse()
    return path


def reach(masks: Sequence[int], start: int, allowed: int) -> int:
    """All places of the mask ``allowed`` connected with the mask ``start`` inside it; masks up to 62 places."""
    seen = start & allowed
    ring = seen
    while ring:
        following = 0
        while ring:
            low = ring & -ring
            following |= masks[low.bit_length() - 1]
            ring ^= low
        ring = following & allowed & ~seen
        seen |= ring
    return seen
