"""Roads: the way between Stalingrad and the Axis sources, which one side wants shut and the other open.

A trace enters no hex with an enemy, and none next to one unless a friend stands there (1.2.3), so a few units far apart
are a cordon. The way is the shortest one still open; a Soviet planner blocks it, looks again, and so closes the ring
unit by unit. Once it is shut the Axis looks for the way with the fewest enemies on it.
"""

from heapq import heappop, heappush
from typing import Final

from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.terms import ELIMINATED

NEAR_CITY: Final = 2
"""Hexes around the city that belong to its garrison: no place to block."""
RING: Final = 7
"""Hexes from the city within which a wall without a gap is built."""
ENEMY_PRICE: Final = 30
CONTACT_PRICE: Final = 3
PLAIN_PRICE: Final = 1


class Way:
    """Hexes from the city outwards, and the Soviet hexes in the way; open: a trace passes; leaky: units could."""

    def __init__(self, hexes: list[int], is_open: bool, leak: list[int], blockers: list[int]) -> None:
        self.hexes = hexes
        self.is_open = is_open
        self.leak = leak
        self.blockers = blockers


NO_WAY: Final = Way([], False, [], [])


def garrison(s: State) -> list[int]:
    """Hexes of the city with Axis units, in scenarios in which the city is played."""
    return [h for h in s.pack.stalingrad if s.here[AXIS][h] and s.scenario.plays[h]]


def find_way(s: State) -> Way:
    """The open way, or the one that would be easiest to open."""
    starts = garrison(s)
    if not starts:
        return NO_WAY
    shut = radius.closed_hexes(s, AXIS)
    found = shortest(s, starts, shut)
    if found:
        return Way(found, True, [], [])
    found = cheapest(s, starts, shut)
    leak = found if not any(s.here[SOVIET][h] for h in found) else []
    return Way(found, False, leak, blockers_of(s, found, shut))


def shortest(s: State, starts: list[int], shut: bytes) -> list[int]:
    """The shortest way that no enemy stops; empty if there is none."""
    before = dict.fromkeys(starts, -1)
    ring = list(starts)
    for h in ring:
        if radius.works(s, h, AXIS):
            return traced(before, h)
        for n in s.pack.neighbours[h]:
            if n not in before and not shut[n]:
                before[n] = h
                ring.append(n)
    return []


def cheapest(s: State, starts: list[int], shut: bytes) -> list[int]:
    """The way with the fewest enemies in it or beside it."""
    before: dict[int, int] = {}
    heap = [(0, h, -1) for h in starts]
    while heap:
        cost, h, came = heappop(heap)
        if h in before:
            continue
        before[h] = came
        if radius.works(s, h, AXIS):
            return traced(before, h)
        for n in s.pack.neighbours[h]:
            if n not in before and s.scenario.traces[n]:
                price = ENEMY_PRICE if s.here[SOVIET][n] else CONTACT_PRICE if shut[n] else PLAIN_PRICE
                heappush(heap, (cost + price, n, h))
    return []


def traced(before: dict[int, int], end: int) -> list[int]:
    """From the city to the end."""
    found: list[int] = []
    while end >= 0:
        found.append(end)
        end = before[end]
    found.reverse()
    return found


def blockers_of(s: State, way: list[int], shut: bytes) -> list[int]:
    """Soviet hexes on a way, and those beside a hex of it that they shut."""
    found: set[int] = set()
    for h in way:
        if s.here[SOVIET][h]:
            found.add(h)
        elif shut[h]:
            found.update([n for n in s.pack.neighbours[h] if s.here[SOVIET][n]])
    return sorted(found)


def places_to_block(s: State, way: Way) -> list[int]:
    """Hexes of an open or leaky way that no Axis unit holds, away from the city."""
    city = s.pack.stalingrad
    found: list[int] = []
    for h in way.hexes if way.is_open else way.leak:
        if s.here[AXIS][h] or not s.scenario.plays[h]:
            continue
        away = min([s.pack.distance(h, c) for c in city])
        if away > NEAR_CITY and (way.is_open or away <= RING):
            found.append(h)
    return found


def opens_ring(s: State, u: int) -> bool:
    """The ring is shut and would open if this Soviet unit left its hex."""
    h = s.where[u]
    if s.here[SOVIET][h] != 1:
        return False
    twin = s.copy()
    twin.lift(u, ELIMINATED)
    return bool(shortest(twin, garrison(twin), radius.closed_hexes(twin, AXIS)))
