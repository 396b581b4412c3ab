"""Graphs of areas and hexes: distances, and what hangs together. Places are small ints."""

from collections.abc import Sequence
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
