"""The face of a title: how its map is drawn. Read from ``face.toml`` and the map files that it names.

No rule reads a face, and this file knows no title: `docs/reference/scene.md` says what a face may hold. The page gets
outlines, names and lines as plain JSON in map points and does the drawing.
"""

import csv
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

from kurgan.kernel.packfile import PackError, Row, read_toml
from kurgan.kernel.protocol import Json

Point = tuple[float, float]
Outline = list[Point]

FILE = "face.toml"
_TOWNS = ("village", "city", "major_city")


def read_face(folder: Path) -> Json:
    """The face of the pack in a folder as JSON; raises PackError naming file and key."""
    face = read_toml(folder, FILE)
    kind = face.get("kind")
    if kind not in ("areas", "hexes"):
        raise PackError(FILE, "'kind' should be areas or hexes")
    rows = _rows(folder, face["places"]["file"])
    outlines = _area_outlines(folder, face) if kind == "areas" else _hex_outlines(rows, face)
    places = [_place(row, face, outlines) for row in rows]
    if kind == "hexes":
        _hex_neighbours(places)
    bounds = _bounds(face, list(outlines.values()))
    shape: Json = {
        "kind": kind,
        "title": face.get("title", ""),
        "tools": face.get("tools", "bottom-left"),
        "scale": face.get("scale", 1.0),
        "piece": face.get("piece", 42),
        "front": face.get("front", ["german", "soviet"]),
        "turn": face.get("turn", 0),
        "north": face.get("map", {}).get("north", 0),
        "kilometre": face.get("map", {}).get("kilometre", 0),
        "angle": face.get("map", {}).get("angle", -72),
        "compass": face.get("map", {}).get("compass"),
        "scale_bar": face.get("map", {}).get("scale_bar"),
        "numbers": face.get("numbers", True),
        "bounds": bounds,
        "places": places,
        "water": [_water(water, outlines, _hex_units(face)) for water in face.get("water", [])],
        "lines": _lines(folder, face, outlines),
        "bars": face.get("bars", []),
        "facts": face.get("facts", []),
        "fights": face.get("fights", {}),
        "about": face.get("about", ""),
        "tags": face.get("tags", []),
    }
    return shape


def _rows(folder: Path, name: str) -> list[Row]:
    """Every row of a table of the pack, whatever its columns: the title's own reader checks those."""
    path = folder / name
    if not path.is_file():
        raise PackError(name, "is missing")
    lines = path.read_text("utf-8").splitlines()
    body = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    header = next(csv.reader([body[0][1]]))
    cells = [(number, [cell.strip() for cell in next(csv.reader([line]))]) for number, line in body[1:]]
    return [Row(name, number, dict(zip(header, row, strict=False))) for number, row in cells]


def _place(row: Row, face: Json, outlines: dict[str, Outline]) -> Json:
    columns = face["places"]
    token = row.text(columns["token"])
    terrain = row.text(columns["terrain"])
    outline = outlines[token]
    pill = row.optional(columns["pill"]) if "pill" in columns else ""
    place: Json = {
        "id": token,
        "name": row.optional(columns["name"]) if "name" in columns else "",
        "terrain": terrain,
        "ground": face.get("terrain", {}).get(terrain, terrain),
        "near": row.split(columns["near"]) if "near" in columns else [],
        "points": [[round(x, 1), round(y, 1)] for x, y in outline],
        "centre": _rounded(_centre(outline)),
    }
    if pill:
        place["pill"] = f"+{pill}"
    if "town" in columns and row.optional(columns["town"]) in _TOWNS:
        place["mark"] = row.optional(columns["town"])
        if place["mark"] == "major_city":
            place["ground"] = "heavy"
    signs = [sign for sign in ("star", "airfield") if sign in columns and row.optional(columns[sign]) == "yes"]
    if "source" in columns and row.optional(columns["source"]) not in ("", "none"):
        signs.append(row.optional(columns["source"]))
    if signs:
        place["signs"] = signs
    label = face.get("label", {}).get(token, {})
    for key in ("at", "lines", "slots", "other", "alone", "ground", "name"):
        if key in label:
            place[key] = label[key]
    return place


# Outlines -------------------------------------------------------------------------------------------------------


def _area_outlines(folder: Path, face: Json) -> dict[str, Outline]:
    columns = face["outlines"]
    outlines: dict[str, Outline] = {}
    for row in _rows(folder, columns["file"]):
        numbers = [float(word) for word in row.split(columns["points"])]
        if len(numbers) % 2 or len(numbers) < 6:
            raise row.fail(columns["points"], "an outline is three or more points, x and y each")
        outlines[row.text(columns["token"])] = list(zip(numbers[::2], numbers[1::2], strict=True))
    return outlines


def _hex_outlines(rows: list[Row], face: Json) -> dict[str, Outline]:
    """Hexes with a corner on top: by row and half-hexes eastward, or by a number RRCC counted from the south-west."""
    spec = face["hexes"]
    size = float(spec.get("size", 45))
    width = size * math.sqrt(3)
    outlines: dict[str, Outline] = {}
    for row in rows:
        token = row.text(face["places"]["token"])
        if spec.get("numbered") == "rrcc":
            r, c = int(token[:2]), int(token[2:])
            x, y = (c + (0.5 if r % 2 == 0 else 0.0)) * width, -r * 1.5 * size
        else:
            x, y = row.number(spec["x"]) * width / 2, row.number(spec["row"]) * 1.5 * size
        corners = [math.radians(60 * i - 90) for i in range(6)]
        outlines[token] = [(round(x + size * math.cos(a), 1), round(y + size * math.sin(a), 1)) for a in corners]
    return outlines


def _hex_neighbours(places: list[Json]) -> None:
    owners: dict[frozenset[Point], list[int]] = defaultdict(list)
    for i, place in enumerate(places):
        points = [_key(p) for p in place["points"]]
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            owners[frozenset((a, b))].append(i)
    for pair in owners.values():
        if len(pair) == 2:
            places[pair[0]]["near"].append(places[pair[1]]["id"])
            places[pair[1]]["near"].append(places[pair[0]]["id"])


def _bounds(face: Json, outlines: list[Outline]) -> list[float]:
    size = face.get("map", {}).get("size")
    if size:
        return [0, 0, float(size[0]), float(size[1])]
    margin = face.get("map", {}).get("margin", [10, 10, 10, 10])
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    return [
        round(min(xs) - margin[0], 1),
        round(min(ys) - margin[1], 1),
        round(max(xs) + margin[2], 1),
        round(max(ys) + margin[3], 1),
    ]


# Water and lines ------------------------------------------------------------------------------------------------


def _hex_units(face: Json) -> Point:
    """In a face of hexes by row, points of water are in half hexes and rows; otherwise in map points."""
    spec = face.get("hexes")
    if spec is None or "row" not in spec:
        return (1.0, 1.0)
    size = float(spec.get("size", 45))
    return (size * math.sqrt(3) / 2, size * 1.5)


def _water(water: Json, outlines: dict[str, Outline], unit: Point) -> Json:
    """A body of water; a bank that is to follow the easternmost hexes is made from them."""
    shape: Json = {key: water[key] for key in ("name", "kind", "angle") if key in water}
    points = [[x * unit[0], y * unit[1]] for x, y in water.get("points", [])]
    shape["points"] = _east_bank(outlines) if water.get("east") else points
    if "at" in water:
        shape["at"] = [water["at"][0] * unit[0], water["at"][1] * unit[1]]
    return shape


def _east_bank(outlines: dict[str, Outline]) -> list[list[float]]:
    east: dict[float, float] = {}
    for outline in outlines.values():
        _, y = _centre(outline)
        right = max(px for px, _ in outline)
        east[round(y)] = max(east.get(round(y), -math.inf), right)
    rows = sorted(east.items(), reverse=True)
    step = abs(rows[0][0] - rows[1][0])
    bank = [[round(x - 3, 1), float(y)] for y, x in rows]
    return [[bank[0][0] + 8, bank[0][1] + 3 * step], *bank, [bank[-1][0] + 10, bank[-1][1] - 3 * step]]


def _lines(folder: Path, face: Json, outlines: dict[str, Outline]) -> list[Json]:
    lines: list[Json] = []
    for spec in face.get("lines", []):
        if "points" in spec:
            lines.append({"kind": spec["kind"], "points": spec["points"]})
        else:
            lines.extend(_hexside_lines(folder, spec, outlines))
    return lines


def _hexside_lines(folder: Path, spec: Json, outlines: dict[str, Outline]) -> list[Json]:
    """Rivers along hexsides, links between centres; a link over water is a bridge."""
    sides: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    links: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    crossings: list[Json] = []
    for row in _rows(folder, spec["file"]):
        a, b = outlines[row.text(spec["a"])], outlines[row.text(spec["b"])]
        shared = _shared(a, b)
        wet = False
        for column, words in spec.get("sides", {}).items():
            kind = words.get(row.optional(column))
            if kind and shared:
                sides[kind].append(shared)
                wet = True
        ends = (_key(_centre(a)), _key(_centre(b)))
        for column, words in spec.get("links", {}).items():
            kind = words.get(row.optional(column))
            if kind:
                links[kind].append(ends)
                if wet:
                    crossings.append({"kind": "bridge", "points": [list(ends[0]), list(ends[1])]})
        if "ferry" in spec and row.optional(spec["ferry"]) == "yes":
            crossings.append({"kind": "ferry", "points": [list(ends[0]), list(ends[1])]})
    found = [(kind, chain) for kind, segments in (*sides.items(), *links.items()) for chain in chains(segments)]
    return [{"kind": kind, "points": [list(p) for p in chain]} for kind, chain in found] + crossings


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
