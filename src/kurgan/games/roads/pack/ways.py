"""Roads: tables made once from the map: neighbours with their hexsides, and the price of each step in each weather.

Prices are half movement points; -1 is no way at all. A pontoon or a Bridging Unit is not in them: it lifts the river,
so a second table gives the price of the same step without its river.
"""

from typing import Final

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import CITY, FOREST, MAJOR, MAJOR_FROZEN, MARSH, MINOR, MUD, NOT_FROZEN, SEA

NO_WAY: Final = -1
SNOW_OPEN: Final = 0
SNOW_MINOR_FROZEN: Final = 1
SNOW_MAJOR_FROZEN: Final = 2
MUD_WEATHER: Final = 3


def weather_number(ground: int, ice: int) -> int:
    """[3.2] [3.4] Which price table holds in this weather."""
    return MUD_WEATHER if ground == MUD else ice


class Ways:
    """Neighbours, hexsides and prices of a map."""

    def __init__(self, pack: Pack) -> None:
        count = pack.hex_count
        self.units_of = [[u for u in range(pack.unit_count) if pack.side[u] == side] for side in (0, 1)]
        self.fighters_of = [[u for u in units if not pack.is_hq[u]] for units in self.units_of]
        self.towns = [
            h for h in range(count) if (pack.settlement[h] >= CITY or pack.red_star[h]) and h not in pack.stalingrad
        ]
        self.links: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        self.line_links: list[list[int]] = [[] for _ in range(count)]
        self.rail_links: list[list[int]] = [[] for _ in range(count)]
        self.edge_to: list[dict[int, int]] = [{} for _ in range(count)]
        for h in range(count):
            for n in pack.neighbours[h]:
                edge = h * 6 + pack.direction(h, n)
                self.links[h].append((n, edge))
                self.edge_to[h][n] = edge
                if pack.road[edge] or pack.ferry[edge]:
                    self.line_links[h].append(n)
                if pack.rail[edge]:
                    self.rail_links[h].append(n)
        self.price = [prices(pack, weather, True) for weather in range(4)]
        self.price_bridged = [prices(pack, weather, False) for weather in range(4)]
        self.river = [rivers(pack, weather) for weather in range(4)]
        self.barrier = [barriers(pack, river) for river in self.river]
        self.open_near = [[[n for n, e in row if not barrier[e]] for row in self.links] for barrier in self.barrier]
        self.open_steps = [steps(near) for near in self.open_near]
        self.road_steps = steps([[n for n, e in row if pack.road[e]] for row in self.links])


def steps(near: list[list[int]]) -> list[tuple[int, int]]:
    """The same neighbours as a few whole steps: by how many places all hexes move, and those of which there is a way.

    A set of hexes is a number with a bit for each, the last hex in the lowest. Rows are as long everywhere, so the ways
    from all hexes have a handful of different lengths, and a whole ring is spread by as many shifts.
    """
    found: dict[int, int] = {}
    for h, row in enumerate(near):
        for n in row:
            found[n - h] = found.get(n - h, 0) | 1 << len(near) - 1 - h
    return [(away, found[away]) for away in sorted(found)]


def rivers(pack: Pack, weather: int) -> list[int]:
    """[3.2.2] [3.4] What each river side counts as: MINOR, MAJOR or nothing."""
    result = list(pack.river)
    for edge, kind in enumerate(result):
        if kind == MINOR and weather == MUD_WEATHER:
            result[edge] = MAJOR
        elif kind == MAJOR and weather == SNOW_MAJOR_FROZEN:
            result[edge] = MINOR
    return result


def barriers(pack: Pack, river: list[int]) -> list[int]:
    """[1.2.4] [9.2.4] Sides that count as a major river and have neither bridge nor ferry: 1, others 0."""
    return [
        1 if kind == MAJOR and not pack.bridge[edge] and not pack.ferry[edge] else 0 for edge, kind in enumerate(river)
    ]


def prices(pack: Pack, weather: int, with_river: bool) -> list[int]:
    """[7.1.4] [7.1.9] [7.4] Half points to step over each hexside."""
    result = [NO_WAY] * (pack.hex_count * 6)
    for h in range(pack.hex_count):
        for n in pack.neighbours[h]:
            edge = h * 6 + pack.direction(h, n)
            result[edge] = price(pack, weather, edge, n, with_river)
    return result


def price(pack: Pack, weather: int, edge: int, to: int, with_river: bool) -> int:
    """[7.1.4] Terrain of the hex and of the side; [7.1.9] a road ignores both, but not open marsh."""
    terrain = pack.terrain[to]
    if terrain == SEA:
        return NO_WAY
    frozen_marsh = weather == MAJOR_FROZEN
    if pack.road[edge]:
        return pack.road_cost_marsh if terrain == MARSH and not frozen_marsh else pack.road_cost
    if terrain == MARSH and frozen_marsh:
        terrain = FOREST
    total = pack.move_cost[terrain]
    return total + (river_price(pack, weather, edge) if with_river else 0)


def river_price(pack: Pack, weather: int, edge: int) -> int:
    """[3.4] [7.4] What a river adds; a ferry takes a unit over for its own price."""
    kind = pack.river[edge]
    if pack.ferry[edge] and weather != SNOW_MAJOR_FROZEN:
        return pack.ferry_cost
    if kind == MINOR:
        if weather == MUD_WEATHER:
            return pack.major_cost
        return pack.minor_cost if weather == NOT_FROZEN else 0
    if kind == MAJOR:
        return pack.minor_cost if weather == SNOW_MAJOR_FROZEN else pack.major_cost
    return 0
