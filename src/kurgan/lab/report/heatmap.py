"""Where places are held at the end, on the drawn map: a figure in every place, five densities instead of colours."""

from html import escape

from kurgan.kernel.map_drawing import draw
from kurgan.kernel.protocol import Game, Json
from kurgan.lab.report.plots import DENSITIES, Plot, _svg
from kurgan.lab.summary import Row, wilson

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


def heatmap(game: Game, cell: str, rows: list[Row]) -> Plot:
    """Shares of games in which each place was held at the end, and the mean turn in which it was taken."""
    columns = sorted({name for row in rows for name in row if name.startswith(("held ", "taken "))})
    if not columns:
        raise ValueError("the map needs the statistic 'places': write statistics = [\"places\"] into the study")
    side = columns[0].split(" ")[1]
    drawing = draw(game.map_facts(), {})
    left, top, width, height = drawing["bounds"]
    parts = [PATTERNS]
    data = []
    for place in drawing["places"]:
        held = sum([1 for row in rows if row.get(f"held {side} {place['id']}")])
        turns = [row[f"taken {side} {place['id']}"] for row in rows if row.get(f"taken {side} {place['id']}")]
        when = sum(turns) / len(turns) if turns else 0.0
        low, high = wilson(held, len(rows))
        data.append([place["id"], place["name"], held / len(rows), low, high, held, len(rows), when, len(turns)])
        parts.append(_outline(place, held / len(rows), held, len(rows), when))
    if len(drawing["places"]) <= MOST_FIGURES:
        size = max(11.0, width / 62)
        parts += [_figure(place, row[2], row[7], size) for place, row in zip(drawing["places"], data, strict=True)]
    svg = _svg(int(width), int(height), parts)
    svg = svg.replace(f'viewBox="0 0 {int(width)} {int(height)}"', f'viewBox="{left} {top} {width} {height}"')
    note = f"Share of {len(rows)} games of '{cell}' in which {side} holds the place at the end, in percent; "
    note += "below it the mean turn in which it was taken for good, where it was."
    names = ["place", "name", "share", "low", "high", "held", "games", "mean turn taken", "games taken"]
    return Plot(f"Where places fall: {side}", note, svg, names, data)


def _outline(place: Json, share: float, held: int, games: int, when: float) -> str:
    points = " ".join([f"{x},{y}" for x, y in place["points"]])
    taken = f"; taken in turn {when:.1f} on average" if when else ""
    told = f"{place['id']} {place['name']}: {held} of {games}{taken}"
    fill = FILLS[min(4, int(share * 5))]
    return f'<polygon class="area" points="{points}" fill="{fill}"><title>{escape(told)}</title></polygon>'


def _figure(place: Json, share: float, when: float, size: float) -> str:
    """The share, and the turn below it."""
    x, y = place["centre"]
    word, turn = f"{100 * share:.0f}", f"turn {when:.1f}" if when else ""
    small = size * 0.62
    wide = max(size * (0.75 * len(word) + 0.8), small * (0.58 * len(turn) + 0.8) if turn else 0)
    high = size * 1.6 + (small * 1.1 if turn else 0)
    corner = f'x="{x - wide / 2:.1f}" y="{y - size * 0.8:.1f}"'
    parts = [f'<rect class="tag" {corner} width="{wide:.1f}" height="{high:.1f}" rx="{size * 0.3:.1f}"/>']
    middle = f'<text x="{x}" text-anchor="middle"'
    parts.append(f'{middle} y="{y + size * 0.36:.1f}" style="font-size:{size:.0f}px;font-weight:700">{word}</text>')
    if turn:
        parts.append(f'{middle} y="{y + size * 0.6 + small:.1f}" style="font-size:{small:.0f}px">{turn}</text>')
    return "".join(parts)


def legend() -> str:
    """The five densities."""
    parts = [PATTERNS]
    for at, (word, fill) in enumerate(zip(DENSITIES, FILLS, strict=True)):
        x = 100 * at
        box = f'<rect class="area" x="{x + 1}" y="3" width="22" height="14"'
        parts.append(f'{box} fill="{fill}" style="stroke-width:1"/>')
        parts.append(f'<text class="quiet" x="{x + 30}" y="14">{word}{" %" if at == 4 else ""}</text>')
    return _svg(520, 20, parts)
