"""Advance: the map of the pack as the drawing needs it."""

from kurgan.games.advance.pack.pack import TERRAINS, Pack
from kurgan.kernel.map_drawing import AREAS, MapFacts, MapPlace


def map_facts(pack: Pack) -> MapFacts:
    """Areas with their outlines; the figure in the pill is the Terrain Effect Modifier."""
    return MapFacts(AREAS, [_area(pack, a) for a in range(1, pack.areas + 1)])


def _area(pack: Pack, a: int) -> MapPlace:
    return MapPlace(
        token=str(a),
        name=pack.area_name[a],
        terrain=TERRAINS[pack.terrain[a]],
        middle=pack.middle[a],
        near=[str(b) for b in pack.near[a]],
        outline=pack.outline[a],
        pill=f"+{pack.tem[a]}" if pack.tem[a] else "",
    )
