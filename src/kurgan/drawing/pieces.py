"""Pieces around 0,0. The silhouette is the side, the state a line or a badge; every figure can be read in grey."""

import math

from kurgan.drawing.geometry import Point, points, short
from kurgan.drawing.symbols import MARKERS, STRONGPOINTS, TERRAIN, text, unit_symbol
from kurgan.kernel.protocol import Json

COLOURS = {
    "german": ("#46534E", "#FFFFFF"),
    "axis": ("#46534E", "#FFFFFF"),
    "soviet": ("#9E2F28", "#FFFFFF"),
    "romanian": ("#D9AE4E", "#241C08"),
    "italian": ("#7FB09B", "#10231B"),
    "hungarian": ("#B59BC4", "#23162B"),
}
BLOCK = ("#26292B", "#FFFFFF")
PAPER, INK, EDGE, WARNING, LAMP = "#F7F2E6", "#1F2320", "#17191A", "#8A2B5B", "#F2B632"
STRIPS = {"Y": "#F0C94B", "B": "#8DBBE8", "W": "#F4EFE2", "R": "#E4483A"}
TABS = {"romanian": "RO", "italian": "IT", "hungarian": "HU"}
ANGULAR = "soviet"


def colours(piece: Json) -> tuple[str, str]:
    """Fill and ink of a piece, by its nation or side."""
    if piece.get("layout") == "block" and piece["side"] != ANGULAR:
        return BLOCK
    return COLOURS.get(piece.get("nation", "")) or COLOURS.get(piece["side"]) or COLOURS["german"]


def outline(side: str, size: float, more: str, dx: float = 0, dy: float = 0, cut: float = 0.17) -> str:
    """A square, of the Soviets with its corners cut."""
    a = -size / 2
    if side != ANGULAR:
        at = f'x="{short(a + dx)}" y="{short(a + dy)}" width="{short(size)}" height="{short(size)}"'
        return f'<rect {at} rx="2.2" {more}/>'
    c, b = size * cut, size / 2
    corners = [(a + c, a), (b - c, a), (b, a + c), (b, b - c), (b - c, b), (a + c, b), (a, b - c), (a, a + c)]
    return f'<polygon points="{points([(x + dx, y + dy) for x, y in corners])}" {more}/>'


def star(cx: float, cy: float, r: float, fill: str) -> str:
    tips: list[Point] = []
    for i in range(10):
        a, q = -math.pi / 2 + i * math.pi / 5, r * 0.42 if i % 2 else r
        tips.append((cx + q * math.cos(a), cy + q * math.sin(a)))
    return f'<polygon points="{points(tips)}" fill="{fill}"/>'


def cross(r: float, ink: str, width: float) -> str:
    return (
        f'<path d="M{short(-r)} 0H{short(r)}M0 {short(-r)}V{short(r)}" stroke="{ink}" stroke-width="{short(width)}"/>'
    )


def control(side: str, r: float) -> str:
    """Whose ground it is, where nobody stands: a star in a circle, a cross in a square."""
    fill, ink = COLOURS.get(side, COLOURS["german"])
    if side == ANGULAR:
        return f'<circle r="{short(r)}" fill="{fill}" stroke="{EDGE}"/>{star(0, 0, r * 0.66, ink)}'
    box = f'<rect x="{short(-r)}" y="{short(-r)}" width="{short(2 * r)}" height="{short(2 * r)}"'
    return f'{box} fill="{fill}" stroke="{EDGE}"/>{cross(r * 0.6, ink, r * 0.36)}'


def piece_svg(piece: Json, size: float) -> str:
    """One piece, by its layout (docs/reference/scene.md)."""
    layout = piece.get("layout", "counter")
    drawn = {"marker": _marker, "block": _block, "strongpoint": _strongpoint}.get(layout, _counter)(piece, size)
    words = piece.get("text") or piece.get("name") or ""
    return f"<title>{_escaped(words)}</title>{drawn}" if words else drawn


def badge(x: float, y: float, words: str) -> str:
    at = f'transform="translate({short(x)} {short(y)})"'
    return (
        f'<g {at}><circle r="8" fill="#FBF8F1" stroke="{INK}" stroke-width="1.2"/>{text(0, 3.6, 10.4, INK, words)}</g>'
    )


def under(piece: Json, size: float, n: int) -> str:
    """Layers below the top piece of a stack."""
    more = f'fill="{colours(piece)[0]}" stroke="{EDGE}" stroke-width="1.1"'
    return "".join(outline(piece["side"], size, more, i * 2.8, -i * 2.8) for i in range(min(n, 3), 0, -1))


def _body(piece: Json, size: float, fill: str) -> str:
    shadow = outline(piece["side"], size, 'fill="#000" opacity=".28"', 1.6, 2.2)
    return shadow + outline(piece["side"], size, f'fill="{fill}" stroke="{EDGE}" stroke-width="1.3"')


def _is(piece: Json, state: str) -> bool:
    return state in piece.get("states", ())


def _counter(piece: Json, size: float) -> str:
    own, on_own = colours(piece)
    spent = _is(piece, "spent")
    fill, ink = (PAPER, INK) if spent else (own, on_own)
    a = -size / 2
    drawn = [_body(piece, size, fill)]
    if spent:
        drawn.append(outline(piece["side"], size - 3, f'fill="none" stroke="{own}" stroke-width="1.8"'))
    if _is(piece, "reduced"):
        drawn.append(
            f'<rect x="{short(a + size * 0.1)}" y="{short(a + size * 0.675)}" width="{short(size * 0.8)}"'
            f' height="{short(size * 0.28)}" fill="{ink}"/>'
        )
    name, factors, w = piece.get("name", ""), piece.get("factors", ""), size * 0.54
    drawn.append(unit_symbol(piece.get("symbol", ""), -w / 2, a + size * 0.27, w, ink))
    drawn.append(text(0, a + size * 0.215, size * (0.17 if len(name) > 6 else 0.2), ink, name, 600))
    drawn.append(text(0, a + size * 0.915, size * 0.285, fill if _is(piece, "reduced") else ink, factors))
    tab = TABS.get(piece.get("nation", ""), "")
    if tab:
        drawn.append(f'<g transform="translate({short(a + size * 0.155)} {short(a + size * 0.45)}) rotate(-90)">')
        drawn.append(f"{text(0, 0, size * 0.155, ink, tab)}</g>")
    if _is(piece, "elite"):
        drawn.append(star(a + size * 0.885, a + size * 0.44, size * 0.085, ink))
    return "".join(drawn) + _badges(piece, size)


def _strongpoint(piece: Json, size: float) -> str:
    fill, ink = colours(piece)
    a, symbol = -size / 2, piece.get("symbol", "")
    if _is(piece, "unrevealed"):
        back = f'<path d="{TERRAIN.get(symbol, TERRAIN["clear"])}" fill="none" stroke="{ink}" stroke-width="1.3"/>'
        inner = outline(piece["side"], size - 8, f'fill="none" stroke="{ink}" opacity=".7"', cut=0.13)
        question = text(0, size * 0.115, size * 0.3, ink, "?")
        return f'{_body(piece, size, fill)}{inner}<g transform="scale({size / 30:.2f})">{back}</g>{question}'
    factor = piece.get("factors", "")
    shape = (
        f'<path d="{STRONGPOINTS.get(symbol, STRONGPOINTS["heroes"])}" fill="none" stroke="{ink}" stroke-width="1.5"/>'
    )
    at = f'transform="translate({short(a + size * 0.3)} {short(a + size * 0.6)}) scale({size / 34:.2f})"'
    word = text(0, a + size * 0.24, size * 0.19, ink, piece.get("word", ""), 600)
    figure = text(a + size * 0.69, a + size * 0.79, size * (0.38 if len(factor) > 1 else 0.5), ink, factor)
    return f"{_body(piece, size, fill)}{word}<g {at}>{shape}</g>{figure}{_badges(piece, size)}"


def _block(piece: Json, size: float) -> str:
    """A wooden block with a dark right and lower edge; all backs of one side are the same drawing."""
    fill, ink = colours(piece)
    a, d, cut = -size / 2, size * 0.1, 0.14
    drawn = [
        outline(piece["side"], size, 'fill="#000" opacity=".45"', d * 0.9, d * 1.1, cut),
        outline(piece["side"], size, f'fill="{fill}" stroke="{EDGE}" stroke-width="1.1"', cut=cut),
    ]
    if _is(piece, "hidden"):
        ring = f'<circle r="{short(size * 0.29)}" fill="none" stroke="{ink}" opacity=".8"/>'
        drawn.append(
            ring + star(0, 0, size * 0.21, ink) if piece["side"] == ANGULAR else cross(size * 0.22, ink, size * 0.13)
        )
        return "".join(drawn)
    pips, r = piece.get("pips", 0), size * 0.075
    for i in range(pips):
        drawn.append(_pip(piece.get("firepower", "SF"), (i - (pips - 1) / 2) * r * 2.55, a + size * 0.135, r))
    w, name = size * 0.5, piece.get("name", "")
    drawn.append(unit_symbol(piece.get("symbol", ""), -w / 2, a + size * 0.34, w, ink))
    drawn.append(text(0, a + size * 0.925, size * (0.17 if len(name) > 4 else 0.21), ink, name))
    strip = piece.get("strip", "")
    if strip:
        at = (
            f'x="{short(a + 1)}" y="{short(a + size * 0.27)}" width="{short(size * 0.13)}" height="{short(size * 0.7)}"'
        )
        drawn.append(f'<rect {at} fill="{STRIPS.get(strip, PAPER)}"/>')
    if piece.get("corner"):
        drawn.append(text(a + size * 0.87, a + size * 0.93, size * 0.17, ink, piece["corner"]))
    return "".join(drawn) + _badges(piece, size)


def _pip(firepower: str, x: float, y: float, r: float) -> str:
    """One point of strength. Corners of the shape are faces that hit: dot 6, lens 5 and 6, triangle 4 to 6."""
    if firepower == "SF":
        return f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(r * 0.8)}" fill="{EDGE}" stroke="#F4EFE2"/>'
    if firepower == "DF":
        shape, fill = [(x, y - r * 1.15), (x + r * 0.95, y), (x, y + r * 1.15), (x - r * 0.95, y)], "#FBF7EC"
    else:
        shape, fill = [(x, y - r * 1.15), (x + r * 1.12, y + r * 0.85), (x - r * 1.12, y + r * 0.85)], "#E4483A"
    return f'<polygon points="{points(shape)}" fill="{fill}" stroke="{EDGE}" stroke-width=".7"/>'


def _marker(piece: Json, size: float) -> str:
    line, _ = COLOURS.get(piece["side"], COLOURS["german"])
    dashes = ' stroke-dasharray="3 2.4"' if piece.get("count") == 0 else ""
    shape = MARKERS.get(piece.get("symbol", ""))
    if shape:
        inner = f'<path d="{shape}" fill="none" stroke="{INK}" stroke-width="1.8"/>'
    else:
        inner = text(0, 4, 11, INK, str(piece.get("name") or piece.get("symbol") or "?")[:2])
    disc = f'<circle r="{short(size * 0.46)}" fill="{PAPER}" stroke="{line}" stroke-width="2"{dashes}/>'
    return f'{disc}<g transform="scale({size / 28:.2f})">{inner}</g>'


def _badges(piece: Json, size: float) -> str:
    a = -size / 2
    drawn = []
    if _is(piece, "out_of_supply") or _is(piece, "isolated"):
        sign = f'<path d="M-3.4 0H-1.2M1.2 0H3.4M-1 -3L1 3" stroke="{WARNING}" stroke-width="1.6"/>'
        at = f'transform="translate({short(a + 1)} {short(a + size * 0.1)})"'
        drawn.append(f'<g {at}><circle r="7" fill="{PAPER}" stroke="{WARNING}" stroke-width="1.6"/>{sign}</g>')
    if _is(piece, "exploiting"):
        sign = (
            f'<path d="M-3.4 -3.2L-.4 0L-3.4 3.2M.6 -3.2L3.6 0L.6 3.2" fill="none" stroke="{EDGE}" stroke-width="1.5"/>'
        )
        at = f'transform="translate({short(a)} {short(a + size * 0.52)})"'
        drawn.append(f'<g {at}><circle r="7.5" fill="{LAMP}" stroke="{EDGE}"/>{sign}</g>')
    if _is(piece, "lead"):
        label = f'<rect x="-15" y="-7" width="30" height="12.5" rx="2" fill="{LAMP}" stroke="{EDGE}"/>'
        drawn.append(f'<g transform="translate(0 {short(a - 5.5)})">{label}{text(0, 2.8, 9, EDGE, "LEAD")}</g>')
    return "".join(drawn)


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
