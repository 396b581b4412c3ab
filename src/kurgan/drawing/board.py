"""The drawn board: a map drawing and a scene as one SVG text that stands on its own."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot

from kurgan.drawing.geometry import Point, chains, edges, path, points, rounded, short, signed_area
from kurgan.drawing.ground import ground
from kurgan.drawing.pieces import badge, control, piece_svg, star, under
from kurgan.drawing.placing import placed
from kurgan.drawing.spots import LINE, Sheet, Spot
from kurgan.kernel.protocol import Json

OUTSIDE = "outside"
TOOTH, GAP = 6.5, 20

STYLE = """
.kurgan text{font-family:system-ui,sans-serif}
.kurgan .t-clear{fill:#F0E9D6}.kurgan .t-rough{fill:#E7D8B4}.kurgan .t-light{fill:#E6DCCB}.kurgan .t-heavy{fill:#D5C6B5}
.kurgan .t-forest{fill:#D8DEBE}.kurgan .t-marsh{fill:#DDE4D6}.kurgan .t-water{fill:#BFD6DB}
.kurgan .hach{stroke:#856733;fill:none;stroke-width:1.1;stroke-linecap:round}
.kurgan .blk-l{fill:#C2AF95}.kurgan .blk-h{fill:#7A6858}.kurgan .trees{fill:#5F7740}
.kurgan .reeds{fill:none;stroke:#4B7C83}.kurgan .waves{fill:none;stroke:#41707F;opacity:.6}
.kurgan .aline{fill:none;stroke:#6B5F4A;stroke-width:1.3}.kurgan .grid{fill:none;stroke:#81775B;stroke-width:.8}
.kurgan .line{fill:none;stroke-linejoin:round;stroke-linecap:round}
.kurgan .name{font-family:Georgia,serif;font-weight:600;fill:#29251C;text-anchor:middle}
.kurgan .halo{paint-order:stroke;stroke:#F6F1E4;stroke-width:3.4px;stroke-linejoin:round}
.kurgan .water-name{font-family:Georgia,serif;font-style:italic;fill:#41707F;letter-spacing:.42em;text-anchor:middle}
.kurgan .pill{fill:#F6F1E4;stroke:#6B5F4A;stroke-width:.9}
.kurgan .small{font-size:10px;font-weight:700;text-anchor:middle}
.kurgan .hexno{font-size:9.5px;text-anchor:middle;fill:#29251C;opacity:.72}
.kurgan .sym>*{stroke-width:8}.kurgan .sym .full{fill:var(--ink)}
"""

WATER, SHORE, RIVER, HALO = "#BFD6DB", "#41707F", "#4F8496", "#F6F1E4"
LINES: dict[str, list[tuple[str, float, str]]] = {
    "path": [("#6B5F4A", 3, "")],
    "minor_river": [(RIVER, 2.2, "")],
    "major_river": [(SHORE, 8.6, ""), (WATER, 6.2, "")],
    "lake": [(SHORE, 10.6, ""), (WATER, 8.4, "")],
    "coast": [(SHORE, 1.8, "")],
    "road": [(HALO, 4.4, ""), ("#8C4A2B", 2, "")],
    "rail": [(HALO, 5.6, ""), ("#2B2A27", 4, ""), (HALO, 2, "5 5")],
    "ferry": [("#2B2A27", 1.6, "3 3")],
}
"""Kind of line -> strokes one above the other: colour, width, dashes. Drawn in this order."""
WET = ("minor_river", "major_river", "lake", "coast")


def draw(drawing: Json, scene: Json, width: int = 0) -> str:
    """The part of the map that is played on, with its pieces."""
    sheet = Sheet(drawing)
    x, y, w, h = frame(sheet, scene)
    parts = [_ground(sheet), _water(sheet), _borders(sheet), _lines(sheet), _tags(sheet, scene)]
    parts += [_front(sheet, scene), _names(sheet), _pieces(sheet, scene)]
    shown = width or min(round(w), 1000)
    size = f'width="{shown}" height="{round(shown * h / w)}" viewBox="{short(x)} {short(y)} {short(w)} {short(h)}"'
    title = f"<title>{escape(drawing.get('title', ''))}</title>"
    paper = f'<rect x="{short(x)}" y="{short(y)}" width="{short(w)}" height="{short(h)}" fill="#ECE6D8"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="kurgan" role="img" {size}>'
    return f"{head}{title}<style>{STYLE}</style>{paper}{''.join(parts)}</svg>"


def frame(sheet: Sheet, scene: Json) -> tuple[float, float, float, float]:
    """What is shown: the places that this scenario plays on, or the whole sheet."""
    places = scene.get("places", {})
    inside = [s for token, s in sheet.spots.items() if OUTSIDE not in places.get(token, {}).get("tags", ())]
    if not inside or len(inside) == len(sheet.spots):
        return 0, 0, sheet.width, sheet.height
    xs, ys = [x for s in inside for x, _ in s.outline], [y for s in inside for _, y in s.outline]
    return min(xs) - 20, min(ys) - 20, max(xs) - min(xs) + 40, max(ys) - min(ys) + 40


def _ground(sheet: Sheet) -> str:
    k, angle = (0.66 if sheet.has_hexes else 1), float(sheet.drawing["angle"])
    return "".join(
        ground(s.place["ground"], s.place["id"], s.outline, s.centre, angle, k, sheet.kept_free(s))
        for s in sheet.spots.values()
    )


def _stroke(line: list[Point], strokes: list[tuple[str, float, str]]) -> str:
    d = path(line)
    return "".join(
        f'<path class="line" d="{d}" stroke="{colour}" stroke-width="{short(wide)}"'
        + (f' stroke-dasharray="{dashes}"' if dashes else "")
        + "/>"
        for colour, wide, dashes in strokes
    )


def _water(sheet: Sheet) -> str:
    drawn = []
    for water in sheet.drawing["water"]:
        line = [sheet.at(p) for p in water["points"]]
        if water["kind"] == "bank":
            line = rounded(_extended(line))
            far = [(line[-1][0] + 4000, line[-1][1]), (line[0][0] + 4000, line[0][1])]
            drawn.append(f'<polygon points="{points([*line, *far])}" class="t-water"/>')
            drawn.append(_stroke(line, [(SHORE, 1.8, "")]))
        elif water["kind"] == "lake":
            drawn.append(f'<path d="{path(rounded(line), True)}" class="t-water" stroke="{SHORE}" stroke-width="1.4"/>')
        else:
            wide = 6.5 if water["kind"] == "major" else 13
            drawn.append(_stroke(rounded(line), [(SHORE, wide + 2.4, ""), (WATER, wide, "")]))
    return "".join(drawn)


def _extended(line: list[Point]) -> list[Point]:
    """A bank goes on beyond the sheet at both ends."""
    step = min(6, len(line) - 1)
    return [_beyond(line[0], line[step]), *line, _beyond(line[-1], line[-1 - step])]


def _beyond(end: Point, before: Point) -> Point:
    length = hypot(end[0] - before[0], end[1] - before[1]) or 1
    return end[0] + (end[0] - before[0]) / length * 900, end[1] + (end[1] - before[1]) / length * 900


def _borders(sheet: Sheet) -> str:
    d = "".join(path(spot.outline, True) for spot in sheet.spots.values())
    return f'<path class="{"grid" if sheet.has_hexes else "aline"}" d="{d}"/>'


def waters(sheet: Sheet) -> str:
    """All water and what it is called, to lie on whatever the ground shows."""
    return _water(sheet) + _lines(sheet, WET) + _water_names(sheet)


def _lines(sheet: Sheet, kinds: Sequence[str] = tuple(LINES)) -> str:
    """Rivers, roads and rails, kind above kind; a bridge over the water of another."""
    drawn = []
    for kind in kinds:
        strokes = LINES[kind]
        for line in sheet.drawing["lines"]:
            if line["kind"] == kind:
                drawn.append(_stroke(_rounded(sheet, line), strokes))
    for line in sheet.drawing["lines"] if "road" in kinds else ():
        if line["kind"] == "bridge":
            (ax, ay), (bx, by) = [sheet.at(p) for p in line["points"]]
            turn = degrees(atan2(by - ay, bx - ax))
            at = f"translate({short((ax + bx) / 2)} {short((ay + by) / 2)}) rotate({turn:.0f})"
            shape = "M-8 -7L-5 -4H5L8 -7M-8 7L-5 4H5L8 7"
            drawn.append(f'<path transform="{at}" d="{shape}" fill="none" stroke="#2B2A27" stroke-width="1.4"/>')
    return "".join(drawn)


def _rounded(sheet: Sheet, line: Json) -> list[Point]:
    return rounded([sheet.at(p) for p in line["points"]], 0 if line["kind"] == "coast" else 2)


def _tags(sheet: Sheet, scene: Json) -> str:
    """What a place is marked with: contested, in rubble, fortified."""
    drawn = []
    for token, place in scene.get("places", {}).items():
        spot = sheet.spots.get(token)
        if spot is None:
            continue
        x, y = spot.centre
        tags = place.get("tags", ())
        if "contested" in tags:
            drawn.append(f'<polygon points="{points(spot.outline)}" fill="#231F1A" opacity=".12"/>')
        if "rubble" in tags:
            drawn.append(_mark(x + 20, y + 26, "M-10 6L-5 -6L-1 0L3 -9L10 6Z", "#7A6858"))
        if "fortified" in tags:
            drawn.append(_mark(x - 22, y + 24, "M-9 5V-2H-5V-6H-1V-2H1V-6H5V-2H9V5Z", "#D5C6B5"))
        if OUTSIDE in tags:
            drawn.append(f'<polygon points="{points(spot.outline)}" fill="#ECE6D8" opacity=".6"/>')
    return "".join(drawn)


def _mark(x: float, y: float, shape: str, fill: str) -> str:
    return f'<path transform="translate({short(x)} {short(y)})" d="{shape}" fill="{fill}" stroke="#17191A"/>'


def _front(sheet: Sheet, scene: Json) -> str:
    """Edges between the two sides, with teeth that point at the second; drawn from control alone."""
    first, second = sheet.drawing["front"]
    held = {token: place.get("control", "") for token, place in scene.get("places", {}).items()}
    owner: dict[tuple[Point, Point], str] = {}
    segments: list[tuple[Point, Point]] = []
    for token, spot in sheet.spots.items():
        for p, q in edges(spot.outline if signed_area(spot.outline) > 0 else spot.outline[::-1]):
            p, q = (round(p[0], 1), round(p[1], 1)), (round(q[0], 1), round(q[1], 1))
            other = owner.get((q, p))
            if other is None:
                owner[p, q] = token
            elif {held.get(token), held.get(other)} == {first, second}:
                segments.append((p, q) if held.get(token) == first else (q, p))
    lines = [rounded(chain, 1) for chain in chains(segments)]
    case = "".join(_stroke(line, [(HALO, 7.5, "")]) for line in lines)
    teeth = "".join(_teeth(line) for line in lines)
    return (
        case + "".join(_stroke(line, [("#231F1A", 3.2, "")]) for line in lines) + f'<path d="{teeth}" fill="#231F1A"/>'
    )


def _teeth(line: list[Point]) -> str:
    drawn, along = [], GAP / 2
    for (x1, y1), (x2, y2) in pairwise(line):
        length = hypot(x2 - x1, y2 - y1)
        if not length:
            continue
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        while along < length:
            bx, by, t = x1 + ux * along, y1 + uy * along, TOOTH * 0.55
            tip = bx + uy * TOOTH * 1.05, by - ux * TOOTH * 1.05
            drawn.append(path([(bx - ux * t, by - uy * t), (bx + ux * t, by + uy * t), tip], True))
            along += GAP
        along -= length
    return "".join(drawn)


def _water_names(sheet: Sheet) -> str:
    drawn = []
    for water in sheet.drawing["water"]:
        if "at" in water and water.get("name"):
            x, y = sheet.at(water["at"])
            at = f'transform="translate({short(x)} {short(y)}) rotate({water.get("angle", 0)})"'
            drawn.append(f'<text class="water-name" font-size="24" {at}>{escape(water["name"].upper())}</text>')
    return "".join(drawn)


def _names(sheet: Sheet) -> str:
    name = _hex_name if sheet.has_hexes else _area_name
    return _water_names(sheet) + "".join(name(sheet, spot) for spot in sheet.spots.values())


def _name(x: float, y: float, size: float, words: str) -> str:
    return f'<text class="name halo" x="{short(x)}" y="{short(y)}" font-size="{short(size)}">{escape(words)}</text>'


def _area_name(sheet: Sheet, spot: Spot) -> str:
    x, y = spot.label
    lines = "".join(_name(x, y + i * LINE, 12, words) for i, words in enumerate(spot.lines))
    if not sheet.drawing["numbers"]:
        return lines
    pill = spot.place.get("pill", "")
    words = f"{spot.place['id']}  {pill}".strip()
    w = max(22, len(words) * 6 + 8)
    box = f'<rect x="{short(-w / 2)}" y="-7" width="{short(w)}" height="14" rx="7" class="pill"/>'
    number = f'<text y="3.7" class="small" xml:space="preserve">{escape(words)}</text>'
    return f'{lines}<g transform="translate({short(x)} {short(y - 17.5)})">{box}{number}</g>'


def _hex_name(sheet: Sheet, spot: Spot) -> str:
    place, (x, y) = spot.place, spot.centre
    top = min(y for _, y in spot.outline)
    drawn = []
    if sheet.drawing["numbers"]:
        drawn.append(f'<text class="hexno" x="{short(x)}" y="{short(top + 13)}">{escape(place["id"])}</text>')
    if place.get("mark") == "village":
        drawn.append(
            f'<circle cx="{short(x)}" cy="{short(y)}" r="4" fill="{HALO}" stroke="#2B2A27" stroke-width="1.6"/>'
        )
    elif place.get("mark") == "city":
        drawn.append(_mark(x, y, "M-6 -6h5v5h-5zM1 -6h5v5h-5zM-6 1h5v5h-5zM1 1h5v5h-5z", "#7A6858"))
    for i, sign in enumerate(place.get("signs", ())):
        drawn.append(f'<g transform="translate({short(x + 25 - i * 14)} {short(y - 20)})">{_sign(sign)}</g>')
    lines = place.get("lines") or ([place["name"]] if 0 < len(place.get("name", "")) <= 13 else [])
    for i, words in enumerate(lines):
        size = min(11.0, max(8.0, 78 / (len(words) * 0.64)))
        drawn.append(_name(x, spot.label[1] - (len(lines) - 1 - i) * 11, size, words))
    return "".join(drawn)


def _sign(sign: str) -> str:
    if sign == "star":
        return star(0, 0, 6, "#9E2F28")
    if sign == "airfield":
        return '<circle r="5.5" fill="none" stroke="#2B2A27"/><path d="M0 -3.5V3.5M-3.5 -.5H3.5" stroke="#2B2A27"/>'
    return control("soviet" if sign == "soviet" else "german", 6)


def _pieces(sheet: Sheet, scene: Json) -> str:
    found = placed(sheet, scene)
    drawn = []
    held = {p.piece["at"] for p in found}
    if not sheet.has_hexes:
        for token, place in scene.get("places", {}).items():
            if place.get("control") and token not in held and token in sheet.spots:
                x, y = sheet.spots[token].row
                drawn.append(f'<g transform="translate({short(x)} {short(y - 4)})">{control(place["control"], 9)}</g>')
    for p in found:
        stack = under(p.piece, p.size, p.pile - 1) if p.pile > 1 else ""
        count = badge(p.size / 2 - 1, -p.size / 2 - 1, str(p.pile)) if p.pile > 1 else ""
        at = f'transform="translate({short(p.at[0])} {short(p.at[1])})"'
        drawn.append(f"<g {at}>{stack}{piece_svg(p.piece, p.size)}{count}</g>")
    return "".join(drawn)
