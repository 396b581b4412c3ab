"""Inferno: the map of the pack as the drawing needs it."""

from kurgan.games.inferno.pack.pack import TERRAINS, Pack
from kurgan.kernel.map_drawing import HEXES, MapFacts, MapPlace


def map_facts(pack: Pack) -> MapFacts:
    """Hexes by row and half hexes eastward."""
    return MapFacts(HEXES, [_hex(pack, h) for h in range(pack.hexes)])


def _hex(pack: Pack, h: int) -> MapPlace:
    near = [pack.hex_name[n] for n in pack.near[h]]
    return MapPlace(pack.hex_name[h], pack.hex_title[h], TERRAINS[pack.terrain[h]], (pack.x[h], pack.row[h]), near)
