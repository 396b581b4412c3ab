"""Roads, chapter 10.2: the zone of influence of the Fortress Stalingrad marker, and whether the pocket is sealed."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.terms import OOS, OOS_FS


def zone_field(s: State) -> bytes:
    """[10.2.2] The hexes under the marker's influence; kept until the marker moves, or Soviets in or out of a hex."""
    found = s.zone
    if found is None:
        found = trace_zone(s)
        s.zone = found
    return found


def trace_zone(s: State) -> bytes:
    """[10.2.2] Hexes within two of the marker (three from an airfield), not through enemy units; terrain is free."""
    found = [0] * s.pack.hex_count
    marker = s.track[tracks.FORTRESS]
    if marker < 0:
        return bytes(found)
    reach = s.pack.fs_zone_airfield if s.pack.airfield[marker] else s.pack.fs_zone
    found[marker] = 1
    ring = [marker]
    for _ in range(reach):
        following: list[int] = []
        for h in ring:
            for n in s.pack.neighbours[h]:
                if not found[n] and not s.here[SOVIET][n] and s.scenario.traces[n]:
                    found[n] = 1
                    following.append(n)
        ring = following
    return bytes(found)


def is_in_zone(s: State, h: int) -> bool:
    """[10.2.2] The hex is under the marker's influence."""
    marker = s.track[tracks.FORTRESS]
    if marker < 0 or s.pack.distance(marker, h) > s.pack.fs_zone_airfield:
        return False
    return zone_field(s)[h] == 1


def join_pocket(s: State, u: int) -> None:
    """[10.2.3] An out of supply Axis unit that enters the zone, however it comes, belongs to the pocket at once."""
    if s.supply[u] == OOS and s.pack.side[u] == AXIS and is_in_zone(s, s.where[u]):
        s.supply[u] = OOS_FS


def is_sealed(s: State) -> bool:
    """[10.2.5] No Axis unit in the city has any path of land hexes without enemies to an Axis source."""
    seen = [0] * s.pack.hex_count
    ring = [h for h in s.pack.stalingrad if s.here[AXIS][h]]
    for h in ring:
        seen[h] = 1
    for h in ring:
        if radius.works(s, h, AXIS):
            return False
        for n in s.pack.neighbours[h]:
            if not seen[n] and not s.here[SOVIET][n] and s.scenario.traces[n]:
                seen[n] = 1
                ring.append(n)
    return True
