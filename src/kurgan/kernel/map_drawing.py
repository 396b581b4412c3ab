"""How a map is drawn: the facts of a pack and the hints of its ``face.toml`` as outlines, names and lines.

A title tells its map once, from the pack that it has read (``Game.map_facts``); nothing here opens a file or knows a
title, and no rule reads a drawing. ``docs/reference/scene.md`` says what a face may hold; with an empty one the map is
drawn plainly. The page and ``board.svg`` draw the same JSON.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from kurgan.kernel.protocol import Json

Point = tuple[float, float]
Outline = list[Point]

FACE = "face.toml"
AREAS = "areas"
HEXES = "hexes"
HEX_SIZE = 45.0
"""Map points from the middle of a hex to a corner, where the face does not say."""
CIRCLE = 40.0
"""Radius of a place without an outline."""
_TOWNS = ("village", "city", "major_city")


class MapPlace(NamedTuple):
    """A place as the pack knows it. ``middle`` is in map points; on a map of hexes, half hexes eastward and rows
    southward. An area without an outline is drawn as a circle, joined by lines to those near it."""

    token: str
    name: str
    terrain: str
    middle: Point
    near: Sequence[str]
    outline: Sequence[Point] = ()
    pill: str = ""
    town: str = ""
    signs: Sequence[str] = ()


class MapSide(NamedTuple):
    """What lies between two hexes: kinds of water on the side, the kind of way over it, a ferry."""

    a: str
    b: str
    water: Sequence[str] = ()
    link: str = ""
    ferry: bool = False


class MapFacts(NamedTuple):
    """The map of a title as its pack tells it; ``kind`` is AREAS or HEXES."""

    kind: str
    places: Sequence[MapPlace]
    sides: Sequence[MapSide] = ()


def draw(facts: MapFacts, face: Json) -> Json:
    """The drawing of a map as JSON, in map points."""
    unit = _unit(facts, face)
    outlines = {place.token: _outline(facts, place, unit) for place in facts.places}
    around = face.get("map", {})
    return {
        "kind": facts.kind,
        "title": face.get("title", ""),
        "tools": face.get("tools", "bottom-left"),
        "scale": face.get("scale", 1.0),
        "piece": face.get("piece", 42),
        "front": face.get("front", ["german", "soviet"]),
        "turn": face.get("turn", 0),
        "north": around.get("north", 0),
        "kilometre": around.get("kilometre", 0),
        "angle": around.get("angle", -72),
        "compass": around.get("compass"),
        "scale_bar": around.get("scale_bar"),
        "numbers": face.get("numbers", True),
        "bounds": _bounds(face, list(outlines.values())),
        "places": [_place(place, face, outlines[place.token]) for place in facts.places],
        "water": [_water(water, unit) for water in face.get("water", [])],
        "lines": [*_drawn_lines(face), *_side_lines(facts.sides, outlines), *_paths(facts)],
        "bars": face.get("bars", []),
        "facts": face.get("facts", []),
        "about": face.get("about", ""),
        "tags": face.get("tags", []),
    }


def _place(place: MapPlace, face: Json, outline: Outline) -> Json:
    shown: Json = {
        "id": place.token,
        "name": place.name,
        "terrain": place.terrain,
        "ground": face.get("terrain", {}).get(place.terrain, place.terrain),
        "near": list(place.near),
        "points": [_rounded(p) for p in outline],
        "centre": _rounded(_centre(outline)),
    }
    if place.pill:
        shown["pill"] = place.pill
    if place.town in _TOWNS:
        shown["mark"] = place.town
        if place.town == "major_city":
            shown["ground"] = "heavy"
    if place.signs:
        shown["signs"] = list(place.signs)
    label = face.get("label", {}).get(place.token, {})
    for key in ("at", "lines", "slots", "other", "alone", "ground", "name"):
        if key in label:
            shown[key] = label[key]
    return shown


# Outlines -------------------------------------------------------------------------------------------------------


def _unit(facts: MapFacts, face: Json) -> Point:
    """What a step east and a step south measure: half a hex and a row, or a map point."""
    if facts.kind != HEXES:
        return (1.0, 1.0)
    size = float(face.get("hexes", {}).get("size", HEX_SIZE))
    return (size * math.sqrt(3) / 2, size * 1.5)


def _outline(facts: MapFacts, place: MapPlace, unit: Point) -> Outline:
    """As the pack draws it; a hex with a corner on top; or a circle."""
    if place.outline:
        return list(place.outline)
    corners = 6 if facts.kind == HEXES else 12
    size = unit[1] / 1.5 if facts.kind == HEXES else CIRCLE
    x, y = place.middle[0] * unit[0], place.middle[1] * unit[1]
    angles = [math.radians(360 / corners * i - 90) for i in range(corners)]
    return [(round(x + size * math.cos(a), 1), round(y + size * math.sin(a), 1)) for a in angles]


def _bounds(face: Json, outlines: list[Outline]) -> list[float]:
    size = face.get("map", {}).get("size")
    if size:
        return [0, 0, float(size[0]), float(size[1])]
    margin = face.get("map", {}).get("margin", [10, 10, 10, 10])
    xs = [x for outline in outlines for x, _ in outline] or [0.0]
    ys = [y for outline in outlines for _, y in outline] or [0.0]
    return [
        round(min(xs) - margin[0], 1),
        round(min(ys) - margin[1], 1),
        round(max(xs) + margin[2], 1),
        round(max(ys) + margin[3], 1),
    ]


# Water and lines ------------------------------------------------------------------------------------------------


def _water(water: Json, unit: Point) -> Json:
    """A body of water; on a map of hexes its points are in half hexes and rows."""
    shape: Json = {key: water[key] for key in ("name", "kind", "angle") if key in water}
    shape["points"] = [[x * unit[0], y * unit[1]] for x, y in water.get("points", [])]
    if "at" in water:
        shape["at"] = [water["at"][0] * unit[0], water["at"][1] * unit[1]]
    return shape


def _drawn_lines(face: Json) -> list[Json]:
    return [{"kind": line["kind"], "points": line["points"]} for line in face.get("lines", []) if "points" in line]


def _side_lines(sides: Sequence[MapSide], outlines: dict[str, Outline]) -> list[Json]:
    """Rivers along hexsides, links between centres; a link over water is a bridge."""
    water: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    links: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    crossings: list[Json] = []
    for side in sides:
        a, b = outlines[side.a], outlines[side.b]
        shared = _shared(a, b)
        wet = bool(side.water and shared)
        if shared:
            for kind in side.water:
                water[kind].append(shared)
        ends = (_key(_centre(a)), _key(_centre(b)))
        if side.link:
            links[side.link].append(ends)
            if wet:
                crossings.append({"kind": "bridge", "points": [list(ends[0]), list(ends[1])]})
        if side.ferry:
            crossings.append({"kind": "ferry", "points": [list(ends[0]), list(ends[1])]})
    found = [(kind, chain) for kind, segments in (*water.items(), *links.items()) for chain in chains(segments)]
    return [{"kind": kind, "points": [list(p) for p in chain]} for kind, chain in found] + crossings


def _paths(facts: MapFacts) -> list[Json]:
    """Lines between areas that have no outline, and so no border to share."""
    bare = {place.token: place for place in facts.places if facts.kind == AREAS and not place.outline}
    pairs = {tuple(sorted((token, other))) for token, place in bare.items() for other in place.near if other in bare}
    return [{"kind": "road", "points": [_rounded(bare[a].middle), _rounded(bare[b].middle)]} for a, b in sorted(pairs)]


def _shared(a: Outline, b: Outline) -> tuple[Point, Point] | None:
    corners = {_key(p) for p in b}
    common = [p for p in (_key(p) for p in a) if p in corners]
    return (common[0], common[1]) if len(common) == 2 else None


def chains(segments: list[tuple[Point, Point]]) -> list[Outline]:
    """Segments joined to long lines; a line ends where three meet."""
    near: dict[Point, list[Point]] = defaultdict(list)
    for p, q in segments:
        near[p].append(q)
        near[q].append(p)
    used: set[frozenset[Point]] = set()
    lines: list[Outline] = []
    starts = [p for p in near if len(near[p]) != 2] + list(near)
    for start in starts:
        for following in near[start]:
            if frozenset((start, following)) not in used:
                lines.append(_chain(start, following, near, used))
    return lines


def _chain(start: Point, following: Point, near: dict[Point, list[Point]], used: set[frozenset[Point]]) -> Outline:
    line = [start, following]
    used.add(frozenset((start, following)))
    while len(near[line[-1]]) == 2:
        ahead = [p for p in near[line[-1]] if frozenset((line[-1], p)) not in used]
        if not ahead:
            break
        used.add(frozenset((line[-1], ahead[0])))
        line.append(ahead[0])
    return line


def _centre(outline: Outline) -> Point:
    """The middle of the area inside an outline."""
    area = cx = cy = 0.0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        cut = x1 * y2 - x2 * y1
        area += cut
        cx += (x1 + x2) * cut
        cy += (y1 + y2) * cut
    return (cx / (3 * area), cy / (3 * area))


def _key(p: Any) -> Point:
    return (round(p[0], 1), round(p[1], 1))


def _rounded(p: Point) -> list[float]:
    return [round(p[0], 1), round(p[1], 1)]
