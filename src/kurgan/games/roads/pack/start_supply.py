"""Roads: supply of a setup, traced on the facts alone.

A second, slower reading of chapter 4 than the rules use, with no position: it lets a pack be checked before any game
exists, and a test compares the two.
"""

from heapq import heappop, heappush

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.scenario import Scenario


class Ground:
    """Who stands where at the start, seen from one side."""

    def __init__(self, pack: Pack, scenario: Scenario, side: int) -> None:
        self.pack = pack
        self.scenario = scenario
        self.side = side
        self.enemy = [0] * pack.hex_count
        self.friend = [0] * pack.hex_count
        self.threatened = [0] * pack.hex_count
        for u in range(pack.unit_count):
            h = scenario.setup_place[u]
            if h >= 0:
                (self.friend if pack.side[u] == side else self.enemy)[h] = 1
        for h in range(pack.hex_count):
            if self.enemy[h]:
                for n in pack.neighbours[h]:
                    self.threatened[n] = 1
        self.sources = [
            h
            for h in range(pack.hex_count)
            if scenario.source_side[h] == side
            and scenario.source_turn[h] <= scenario.first_turn
            and scenario.control[h] == side
            and not self.enemy[h]
        ]

    def passes(self, h: int) -> bool:
        """Nobody traces through an enemy, nor past one where no friend stands."""
        return bool(self.scenario.traces[h] and not self.enemy[h] and (self.friend[h] or not self.threatened[h]))


def line_hexes(ground: Ground, rail_only: bool) -> set[int]:
    """Hexes from which road, railway and ferry lead to a source."""
    pack = ground.pack
    links = pack.rail if rail_only else pack.road
    seen = set(ground.sources)
    todo = list(ground.sources)
    while todo:
        h = todo.pop()
        for d in range(6):
            i = h * 6 + d
            n = pack.near[i]
            if n >= 0 and n not in seen and (links[i] or (pack.ferry[i] and not rail_only)) and ground.passes(n):
                seen.add(n)
                todo.append(n)
    return seen


def radius_hexes(ground: Ground, start: int, radius: int, halves: bool) -> set[int]:
    """Hexes inside a command or source radius, counted in half hexes."""
    pack, frozen = ground.pack, ground.scenario.ice == vocabulary.MAJOR_FROZEN
    best = {start: 0}
    todo = [(0, start)]
    while todo:
        far, h = heappop(todo)
        if far > best[h]:
            continue
        for d in range(6):
            i = h * 6 + d
            n = pack.near[i]
            if n < 0 or not pack.is_land[n] or pack.lake[i] or not ground.passes(n):
                continue
            if pack.river[i] == vocabulary.MAJOR and not (frozen or pack.bridge[i] or pack.ferry[i]):
                continue
            step = far + (1 if halves and pack.road[i] else 2)
            if step <= 2 * radius and step < best.get(n, 999):
                best[n] = step
                heappush(todo, (step, n))
    return set(best)


def headquarters(pack: Pack, scenario: Scenario, side: int) -> list[int]:
    return [u for u in pack.hqs_of[side] if scenario.setup_place[u] >= 0]


def cut_off_headquarters(pack: Pack, scenario: Scenario) -> list[int]:
    """Headquarters without a line to a source at the start."""
    cut = []
    for side in (vocabulary.SOVIET, vocabulary.AXIS):
        line = line_hexes(Ground(pack, scenario, side), False)
        cut += [u for u in headquarters(pack, scenario, side) if scenario.setup_place[u] not in line]
    return cut


def out_of_supply(pack: Pack, scenario: Scenario) -> list[int]:
    """Units that no headquarters and no source supplies at the start."""
    cut: list[int] = []
    for side in (vocabulary.SOVIET, vocabulary.AXIS):
        ground = Ground(pack, scenario, side)
        line, rails = line_hexes(ground, False), line_hexes(ground, True)
        near: set[int] = set()
        for h in ground.sources:
            near |= radius_hexes(ground, h, pack.source_radius, False)
        reach: dict[int, set[int]] = {}
        for u in headquarters(pack, scenario, side):
            h = scenario.setup_place[u]
            if h in line:
                halves = pack.settlement[h] >= vocabulary.CITY and h in rails
                reach[u] = radius_hexes(ground, h, pack.radius[u], halves)
        cut += unsupplied(pack, scenario, side, near, reach)
    return cut


def unsupplied(pack: Pack, scenario: Scenario, side: int, near: set[int], reach: dict[int, set[int]]) -> list[int]:
    """Units beyond every radius; those that only a foreign allied headquarters reaches share its three places."""
    seekers: list[tuple[int, list[int]]] = []
    for u in range(pack.unit_count):
        h = scenario.setup_place[u]
        if h < 0 or pack.side[u] != side or pack.is_hq[u] or h in near:
            continue
        within = [q for q in reach if h in reach[q]]
        if any(pack.nation[q] in (pack.nation[u], vocabulary.GERMAN) for q in within):
            continue
        rivals = {vocabulary.HUNGARIAN, vocabulary.ROMANIAN}
        seekers.append((u, [q for q in within if {pack.nation[q], pack.nation[u]} != rivals]))
    seats: dict[tuple[int, int], int] = {}
    return [seekers[i][0] for i in range(len(seekers)) if not find_seat(pack, seekers, i, seats, set())]


def find_seat(
    pack: Pack,
    seekers: list[tuple[int, list[int]]],
    i: int,
    seats: dict[tuple[int, int], int],
    tried: set[tuple[int, int]],
) -> bool:
    """One more unit at a foreign headquarters, moving others if that helps (an augmenting path)."""
    for q in seekers[i][1]:
        for place in range(pack.allied_supply):
            seat = (q, place)
            if seat in tried:
                continue
            tried.add(seat)
            if seat not in seats or find_seat(pack, seekers, seats[seat], seats, tried):
                seats[seat] = i
                return True
    return False
