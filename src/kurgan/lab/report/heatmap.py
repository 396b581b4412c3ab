"""Where places are held at the end, on the drawn map: a figure in every place, five densities instead of colours."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from kurgan.drawing.board import OUTSIDE, frame, waters
from kurgan.drawing.face import drawing_of
from kurgan.drawing.geometry import Point, points, short
from kurgan.drawing.spots import LINE, Sheet, Spot
from kurgan.kernel.protocol import Game, Json
from kurgan.lab.report.plots import DENSITIES, Plot, _svg
from kurgan.lab.summary import Row, wilson

TALLEST = 1000
"""Points that a map may be high on a page."""
LETTERS = 12.5
"""Points that a figure is high on the page at least, however small the map is drawn."""
LEAST_FOR_NAMES = 0.75
"""How small a map may be drawn before the names of its places cannot be read and are left out."""
MOST_FIGURES = 150
"""Places up to which each has its figure on the map."""

PATTERNS = """<defs>
<pattern id="d1" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="14" height="14" class="ground"/><path class="pen" d="M0 0V14" stroke-width="2"/></pattern>
<pattern id="d2" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="9" height="9" class="ground"/><path class="pen" d="M0 0V9" stroke-width="4"/></pattern>
<pattern id="d3" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" class="ground"/><path class="pen" d="M0 0V7" stroke-width="9"/></pattern></defs>"""

FILLS = ("var(--panel,#FBF8F1)", "url(#d1)", "url(#d2)", "url(#d3)", "var(--ger,#46534E)")


class Held(NamedTuple):
    """How often a place was held at the end, and in which turn it was taken on average, in the games it was taken."""

    spot: Spot
    held: int
    games: int
    when: float
    taken: int

    @property
    def share(self) -> float:
        return self.held / self.games

    def told(self) -> list[object]:
        low, high = wilson(self.held, self.games)
        place = self.spot.place
        return [place["id"], place["name"], self.share, low, high, self.held, self.games, self.when, self.taken]


def side_of(rows: Sequence[Row]) -> str:
    """Whose places were counted; raises ValueError if none were."""
    columns = sorted({name for row in rows for name in row if name.startswith(("held ", "taken "))})
    if not columns:
        raise ValueError("the map needs the statistic 'places': write statistics = [\"places\"] into the study")
    return columns[0].split(" ")[1]


def heatmap(game: Game, pack: str, scene: Json, cell: str, rows: Sequence[Row]) -> Plot:
    """Shares of games in which each place was held at the end, and the mean turn in which it was taken.

    ``scene`` is how the scenario begins: places that it does not play on are left out.
    """
    side = side_of(rows)
    sheet = Sheet(drawing_of(game, pack))
    places = scene.get("places", {})
    played = [spot for token, spot in sheet.spots.items() if OUTSIDE not in places.get(token, {}).get("tags", ())]
    found = [_held(spot, side, rows) for spot in played]
    parts = [PATTERNS, *[_outline(held) for held in found], f'<g class="over">{waters(sheet)}</g>']
    x, y, width, height = frame(sheet, scene)
    scale = min(1.25, TALLEST / height)
    if len(found) <= MOST_FIGURES:
        has_names = not sheet.has_hexes and scale >= LEAST_FOR_NAMES
        size = max(0.52 * sheet.piece, LETTERS / scale)
        over = [_name(held.spot) for held in found if has_names]
        over += [_figure(held, held.spot.row if has_names else held.spot.centre, size) for held in found]
        parts.append(f'<g class="over">{"".join(over)}</g>')
    svg = _svg(width, height, parts, (x, y), scale * width)
    note = f"Share of {len(rows)} games of '{cell}' in which {side} holds the place at the end, in percent; "
    note += "below it the mean turn in which it was taken for good, where it was. A click lists these games."
    names_of = ["place", "name", "share", "low", "high", "held", "games", "mean turn taken", "games taken"]
    return Plot(f"Where places fall: {side}", note, svg, names_of, [held.told() for held in found])


def _held(spot: Spot, side: str, rows: Sequence[Row]) -> Held:
    token = spot.place["id"]
    held = sum([1 for row in rows if row.get(f"held {side} {token}")])
    turns = [float(row[f"taken {side} {token}"]) for row in rows if row.get(f"taken {side} {token}")]
    return Held(spot, held, len(rows), sum(turns) / len(turns) if turns else 0.0, len(turns))


def _outline(held: Held) -> str:
    taken = f"; taken in turn {held.when:.1f} on average" if held.when else ""
    place = held.spot.place
    told = f"{place['id']} {place['name']}".strip() + f": {held.held} of {held.games}{taken}"
    fill = FILLS[min(4, int(held.share * 5))]
    shape = f'<polygon class="area" points="{points(held.spot.outline)}" fill="{fill}"/>'
    return f'<g class="pick" data-place="{escape(place["id"])}"><title>{escape(told)}</title>{shape}</g>'


def _name(spot: Spot) -> str:
    x, y = spot.label
    lines = [
        f'<text class="place" x="{short(x)}" y="{short(y + at * LINE)}">{escape(words)}</text>'
        for at, words in enumerate(spot.lines)
    ]
    return "".join(lines)


def _figure(held: Held, at: Point, size: float) -> str:
    """The share, and the turn below it."""
    x, y = at
    word, turn = f"{100 * held.share:.0f}", f"turn {held.when:.1f}" if held.when else ""
    small = size * 0.62
    wide = max(size * (0.62 * len(word) + 0.7), small * (0.55 * len(turn) + 0.7) if turn else 0)
    high = size * 1.3 + (small * 1.15 if turn else 0)
    top = y - high / 2
    box = f'<rect class="tag" x="{x - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    parts = [f'{box} rx="{size * 0.3:.1f}"/>']
    middle = f'<text x="{x:.1f}" text-anchor="middle"'
    parts.append(f'{middle} y="{top + size:.1f}" style="font-size:{size:.0f}px;font-weight:700">{word}</text>')
    if turn:
        parts.append(f'{middle} y="{top + size + small * 1.2:.1f}" style="font-size:{small:.0f}px">{turn}</text>')
    return "".join(parts)


def legend() -> str:
    """The five densities; on a narrow page they wrap."""
    parts = []
    for at, (word, fill) in enumerate(zip(DENSITIES, FILLS, strict=True)):
        box = f'<svg width="26" height="16"><rect class="area" x="1" y="1" width="24" height="14" fill="{fill}"/></svg>'
        parts.append(f"<li>{box}{word}{' %' if at == 4 else ''}</li>")
    return f'<ul class="legend">{"".join(parts)}</ul>'
