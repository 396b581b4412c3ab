"""Roads: the map of the pack as the drawing needs it."""

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import RIVERS, SETTLEMENTS, SIDES, TERRAINS
from kurgan.kernel.map_drawing import HEXES, MapFacts, MapPlace, MapSide


def map_facts(pack: Pack) -> MapFacts:
    """Hexes from the south-west, even rows half a hex further east; rivers, roads and railways between them."""
    places = [_hex(pack, h) for h in range(pack.hex_count)]
    sides = [_side(pack, i) for i in range(len(pack.near)) if _is_drawn(pack, i)]
    return MapFacts(HEXES, places, sides)


def _hex(pack: Pack, h: int) -> MapPlace:
    signs = ["star"] * pack.red_star[h] + ["airfield"] * pack.airfield[h]
    if pack.source_side[h] >= 0:
        signs.append(SIDES[pack.source_side[h]])
    return MapPlace(
        token=pack.hex_name[h],
        name=pack.place_name[h],
        terrain=TERRAINS[pack.terrain[h]],
        middle=(2 * pack.col[h] + (pack.row[h] % 2 == 0), -pack.row[h]),
        near=[pack.hex_name[n] for n in pack.near[6 * h : 6 * h + 6] if n >= 0],
        town=SETTLEMENTS[pack.settlement[h]],
        signs=signs,
    )


def _is_drawn(pack: Pack, i: int) -> bool:
    """Every side once, from the hex of the lower number, if anything lies on it or crosses it."""
    return pack.near[i] > i // 6 and bool(pack.river[i] or pack.lake[i] or pack.road[i] or pack.ferry[i])


def _side(pack: Pack, i: int) -> MapSide:
    water = [f"{RIVERS[pack.river[i]]}_river"] if pack.river[i] else []
    if pack.lake[i]:
        water.append("lake")
    link = "rail" if pack.rail[i] else "road" if pack.road[i] else ""
    return MapSide(pack.hex_name[i // 6], pack.hex_name[pack.near[i]], water, link, bool(pack.ferry[i]))
