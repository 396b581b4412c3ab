"""Roads, chapters 1.2, 4.1 and 4.2: lines of supply of headquarters, sources, command radii.

All distances are in half hexes, because a road counts a half under some headquarters. A trace enters no hex with an
enemy, and no hex next to one unless a friend stands there. Traced fields are made once a phase, never per answer.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import CITY, GERMAN, HUNGARIAN, ROMANIAN, SOVIET
from kurgan.games.roads.pack.ways import weather_number
from kurgan.games.roads.position.state import State
from kurgan.games.roads.terms import M_MAP

FLAGS: Final = bytes([0] + [1] * 255)
"""Translation that makes 1 of every count above 0."""

TO_DIGITS: Final = b"0" + b"1" * 255
TO_FLAGS: Final = bytes([int(byte == ord("1")) for byte in range(256)])
"""Translations of a byte for each hex to a number's digits in the base of two, and back."""

BITS: Final = [bytes([0] + [1 << nation] * 255) for nation in range(5)]
"""Translations that make a nation's bit of every hex in a field."""


def bridged_sides(s: State, side: int) -> tuple[int, ...]:
    """[7.4] Hexsides with a bridge of the players' own; kept like all traces (state.py)."""
    found = s.bridges[side]
    if found is None:
        found = tuple(find_bridges(s, side))
        s.bridges[side] = found
    return found


def find_bridges(s: State, side: int) -> list[int]:
    """[1.1.7] [7.4] Hexsides that pontoons and Bridging Units of a side carry over, both ways."""
    pack = s.pack
    found: list[int] = []
    for u in pack.hqs_of[side]:
        if s.pontoon[u] and s.where[u] >= 0:
            add_both_ways(s, found, s.where[u] * 6 + s.pontoon[u] - 1)
    for m in pack.bridging_markers:
        if s.marker_place[m] == M_MAP and pack.support_side[pack.marker_kind[m]] == side:
            h = s.where[s.marker_on[m]]
            if h < 0 or (side == SOVIET and pack.is_last_position[h]):
                continue  # [19.2.7] no marker works in the last positions
            for _, edge in s.ways.links[h]:
                if pack.river[edge]:
                    add_both_ways(s, found, edge)
    return found


def add_both_ways(s: State, found: list[int], edge: int) -> None:
    """A bridge is one from either bank."""
    found.append(edge)
    found.append(s.pack.near[edge] * 6 + (edge % 6 + 3) % 6)


def is_bridged(s: State, side: int, edge: int) -> bool:
    """[7.4] A pontoon or a Bridging Unit carries over this side."""
    return edge in bridged_sides(s, side)


def barriers(s: State) -> list[int]:
    """[1.2.4] Sides that no radius crosses in this weather, bridges of the players apart."""
    return s.ways.barrier[weather_number(s.track[tracks.GROUND], s.track[tracks.ICE])]


# 4.2 Sources ------------------------------------------------------------------------------------------------------


def works(s: State, h: int, side: int) -> bool:
    """[4.2.1] [4.2.2] A source of this side that has opened, is not held by the enemy and has none in it."""
    scenario = s.scenario
    return (
        scenario.source_side[h] == side
        and scenario.source_turn[h] <= s.track[tracks.TURN]
        and s.control[h] == side
        and not s.here[1 - side][h]
    )


def sources(s: State, side: int) -> list[int]:
    """[4.2] The sources of a side that work now."""
    return [h for h in s.source_hexes[side] if works(s, h, side)]


# 4.1 Lines --------------------------------------------------------------------------------------------------------


def supply_lines(s: State, side: int, rail_only: bool) -> bytes:
    """[4.1.1] Hexes on a road or railway that leads to a source; kept while nothing closes or opens on them."""
    place = 2 * side + int(rail_only)
    found = s.lines[place]
    if found is None:
        found = trace_lines(s, side, s.ways.rail_links if rail_only else s.ways.line_links)
        s.lines[place] = found
    return found


def closed_hexes(s: State, side: int) -> bytes:
    """[1.2.3] [4.1.1] Where no trace of a side may enter: enemies, contact without a friend, the map's end."""
    found = s.shut[side]
    if found is None:
        enemy = int.from_bytes(s.here[1 - side].translate(FLAGS), "little")
        contact = int.from_bytes(s.near[1 - side].translate(FLAGS), "little")
        friend = int.from_bytes(s.here[side].translate(FLAGS), "little")
        found = (enemy | (contact & ~friend) | s.closed).to_bytes(s.pack.hex_count, "little")
        s.shut[side] = found
    return found


def trace_lines(s: State, side: int, links: list[list[int]]) -> bytes:
    """[4.1.1] Along the links from every source, free of the enemy or held by a friend."""
    barred = bytearray(closed_hexes(s, side))  # where nothing enters, or has been already
    ring = [h for h in sources(s, side) if not barred[h]]
    for h in ring:
        barred[h] = 1
    for h in ring:
        for n in links[h]:
            if not barred[n]:
                barred[n] = 1
                ring.append(n)
    found = bytearray(s.pack.hex_count)  # of a thousand hexes lines hold a few dozen
    for h in ring:
        found[h] = 1
    return bytes(found)


def has_line(s: State, side: int, lines: bytes, h: int) -> bool:
    """[4.1.1] A headquarters in this hex would have a line (it is the friend that holds its own hex)."""
    if lines[h] or works(s, h, side):
        return True
    if s.here[1 - side][h]:
        return False
    return any(lines[n] and (s.pack.road[edge] or s.pack.ferry[edge]) for n, edge in s.ways.links[h])


# 1.2 Command radius -----------------------------------------------------------------------------------------------


def counts_roads_half(s: State, q: int, rail_lines: bytes) -> bool:
    """[1.2.2] [4.5.1] The headquarters is in a city on a railway that leads to a source."""
    h = s.where[q]
    return s.pack.settlement[h] >= CITY and rail_lines[h] == 1


def radius_field(s: State, side: int, starts: list[tuple[int, int]], halves: bool) -> bytes:
    """[1.2.1] Hexes within a budget of half hexes of any start: 1, out of reach 0.

    [1.2.3] Enemies stop it, and so does contact with them where no friend stands; terrain does not matter.
    """
    most = 0
    for _, budget in starts:
        most = max(most, budget)
    rings = [0] * (most + 1)  # by what is left of the budget, each a set of hexes as in Ways.open_steps
    last = s.pack.hex_count - 1
    for h, budget in starts:
        rings[budget] |= 1 << last - h
    passable = ~int(closed_hexes(s, side).translate(TO_DIGITS), 2)
    near = s.ways.open_steps[weather_number(s.track[tracks.GROUND], s.track[tracks.ICE])]
    bridges = bridge_links(s, side)
    reached = 0
    for left in range(most, -1, -1):
        ring = rings[left] & ~reached
        if ring:
            reached |= ring
            if halves and left > 0:
                rings[left - 1] |= beside(ring, s.ways.road_steps) & passable
            if left > 1:
                rings[left - 2] |= beside(ring, near) & passable
                if bridges:
                    rings[left - 2] |= over_bridges(ring, bridges, last) & passable
    return bin(reached | 1 << last + 1)[3:].encode().translate(TO_FLAGS)


def beside(ring: int, steps: list[tuple[int, int]]) -> int:
    """[1.2.2] The hexes beside a set of hexes, all at once."""
    found = 0
    for away, leaving in steps:
        if away > 0:
            found |= (ring & leaving) >> away
        else:
            found |= (ring & leaving) << -away
    return found


def over_bridges(ring: int, bridges: dict[int, list[int]], last: int) -> int:
    """[1.2.4] The hexes at the other end of the players' own bridges."""
    found = 0
    for h, ends in bridges.items():
        if ring >> last - h & 1:
            for n in ends:
                found |= 1 << last - n
    return found


def bridge_links(s: State, side: int) -> dict[int, list[int]]:
    """[1.2.4] What the players' own bridges add to the neighbours that a radius reaches."""
    found: dict[int, list[int]] = {}
    for edge in bridged_sides(s, side):
        found.setdefault(edge // 6, []).append(s.pack.near[edge])
    return found


def merged_field(s: State, side: int, hqs: list[int], with_sources: bool) -> bytes:
    """[1.2] [4.2.3] One field for several headquarters, and for the sources with their radius of four."""
    rail_lines = rail_lines_if_needed(s, side, hqs)
    plain: list[tuple[int, int]] = []
    halving: list[tuple[int, int]] = []
    for q in hqs:
        start = (s.where[q], 2 * s.pack.radius[q])
        if rail_lines is not None and counts_roads_half(s, q, rail_lines):
            halving.append(start)
        else:
            plain.append(start)
    if with_sources:
        plain.extend([(h, 2 * s.pack.source_radius) for h in sources(s, side)])
    if not halving:
        return radius_field(s, side, plain, False)
    if not plain:
        return radius_field(s, side, halving, True)
    return union(radius_field(s, side, plain, False), radius_field(s, side, halving, True))


def union(one: bytes, other: bytes) -> bytes:
    """Hexes that are in either field."""
    both = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")


def rail_lines_if_needed(s: State, side: int, hqs: list[int]) -> bytes | None:
    """[4.5.1] The railways that lead to a source; not traced when no headquarters is in a city."""
    for q in hqs:
        if s.pack.settlement[s.where[q]] >= CITY:
            return supply_lines(s, side, True)
    return None


def supplied_hqs(s: State, side: int) -> list[int]:
    """[4.1.1] Headquarters on the map that have a line now."""
    lines = supply_lines(s, side, False)
    return [q for q in s.pack.hqs_of[side] if s.where[q] >= 0 and has_line(s, side, lines, s.where[q])]


def trace_cover(s: State, side: int, hqs: list[int]) -> None:
    """[7.2.2] [17.3.14] Hexes in the radius of some headquarters, a bit for each nation; made once a phase."""
    cover = bytes(s.pack.hex_count)
    for nation in sorted({s.pack.nation[q] for q in hqs}):
        field = merged_field(s, side, [q for q in hqs if s.pack.nation[q] == nation], False)
        cover = union(cover, field.translate(BITS[nation]))
    s.cover = bytearray(cover)


def is_covered(s: State, u: int, h: int) -> bool:
    """[7.2.2] The hex was in the radius of a supplied headquarters of the unit's nation when the phase began."""
    return s.cover[h] >> s.pack.nation[u] & 1 == 1


def may_supply(hq_nation: int, nation: int) -> bool:
    """[4.3.1] Own nation and Germans without limit, other allies up to three; Hungarians and Romanians never."""
    return not ((hq_nation == HUNGARIAN and nation == ROMANIAN) or (hq_nation == ROMANIAN and nation == HUNGARIAN))


def reaches_headquarters(s: State, u: int, hqs: list[int]) -> bool:
    """[8.4.1] [4.3.1] Traced back from the unit: a source, or one of these headquarters, with or without a line of
    its own."""
    side = s.pack.side[u]
    if reaches_plain(s, u, hqs):
        return True
    rail_lines = rail_lines_if_needed(s, side, hqs)
    if rail_lines is None:
        return False
    starts = [(s.where[q], 2 * s.pack.radius[q]) for q in hqs if counts_roads_half(s, q, rail_lines)]
    return bool(starts) and radius_field(s, side, starts, True)[s.where[u]] > 0


def reaches_plain(s: State, u: int, hqs: list[int]) -> bool:
    """[1.2.2] Ring by ring over whole hexes until a headquarters or a source is near enough."""
    side = s.pack.side[u]
    reach = {s.where[q]: s.pack.radius[q] for q in hqs}
    for h in sources(s, side):
        reach[h] = max(reach.get(h, 0), s.pack.source_radius)
    if not reach:
        return False
    start = s.where[u]
    if start in reach:
        return True
    shut = closed_hexes(s, side)
    near = s.ways.open_near[weather_number(s.track[tracks.GROUND], s.track[tracks.ICE])]
    bridges = bridge_links(s, side)
    enemy_here = s.here[1 - side]
    seen = [0] * s.pack.hex_count
    seen[start] = 1
    ring = [start]
    for steps in range(1, max(reach.values()) + 1):
        following: list[int] = []
        for h in ring:
            beside = near[h] + bridges[h] if h in bridges else near[h]
            for n in beside:
                if seen[n]:
                    continue
                if n in reach and reach[n] >= steps and not enemy_here[n]:
                    return True
                if not shut[n]:
                    seen[n] = 1
                    following.append(n)
        ring = following
    return False


def is_german_or_soviet(nation: int) -> bool:
    """[4.3.1] Headquarters of these nations supply any number of units of their side."""
    return nation <= GERMAN
