"""Where places are held at the end, on the drawn map: a figure in every place, five densities instead of colours."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from kurgan.drawing.board import OUTSIDE, frame, waters
from kurgan.drawing.face import drawing_of
from kurgan.drawing.geometry import Rect, points, short
from kurgan.drawing.spots import Sheet, Spot
from kurgan.kernel.protocol import Game, Json
from kurgan.lab.report.map_labels import LEAD, Name, names, touches
from kurgan.lab.report.plots import DENSITIES, FEW, Plot, _svg
from kurgan.lab.summary import Row, wilson

TALLEST, WIDEST, WIDEST_OF_MANY = 1150, 850, 1300
"""Points that a map may be high and wide on a page; one with many places has the whole page."""
FIGURES, SMALL, NAMES, WATER = 12.5, 9.0, 10.5, 20.0
"""Points that a share, a turn, a name and one of a river are high on the page, however small the map is drawn."""
MANY = 150
"""Places up to which each has its figure on the map; of more, those that have a name and find room."""

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


def is_wide(game: Game, pack: str, scene: Json) -> bool:
    """Whether a map has too many places for a part of a page."""
    return len(_played(Sheet(drawing_of(game, pack)), scene)) > MANY


def _played(sheet: Sheet, scene: Json) -> list[Spot]:
    places = scene.get("places", {})
    return [spot for token, spot in sheet.spots.items() if OUTSIDE not in places.get(token, {}).get("tags", ())]


def heatmap(game: Game, pack: str, scene: Json, cell: str, rows: Sequence[Row]) -> Plot:
    """Shares of games in which each place was held at the end, and the mean turn in which it was taken.

    ``scene`` is how the scenario begins: places that it does not play on are left out.
    """
    side = side_of(rows)
    sheet = Sheet(drawing_of(game, pack))
    found = [_held(spot, side, rows) for spot in _played(sheet, scene)]
    shown = Rect(*frame(sheet, scene))
    scale = min(1.25, TALLEST / shown.h, (WIDEST_OF_MANY if len(found) > MANY else WIDEST) / shown.w)
    letters = f"<style>.water-name{{font-size:{WATER / scale:.0f}px}}</style>"
    parts = [letters, PATTERNS, *[_outline(held) for held in found], f'<g class="over">{waters(sheet)}</g>']
    parts.append(f'<g class="over">{_written(found, scale, shown)}</g>')
    svg = _svg(shown.w, shown.h, parts, (shown.x, shown.y), scale * shown.w)
    columns = ["place", "name", "share", "low", "high", "held", "games", "mean turn taken", "games taken"]
    label = scene.get("sides", {}).get(side, {}).get("label", side)
    return Plot(f"Where places fall: {label}", _note(label, cell, rows), svg, columns, [held.told() for held in found])


def _note(side: str, cell: str, rows: Sequence[Row]) -> str:
    scores = [float(row["score"]) for row in rows if "score" in row]
    average = f" Mean score {sum(scores) / len(scores):.1f}." if any(scores) else ""
    few = f" Broken frames: fewer than {FEW} games, do not read a share from them." if len(rows) < FEW else ""
    return (
        f"Share of {len(rows)} games of '{cell.replace('_', ' ')}' in which the place is held by {side} at the end, in "
        f"percent; below it the mean turn in which it was taken for good, where it was.{average}{few} "
        "A click lists these games."
    )


def _written(found: Sequence[Held], scale: float, shown: Rect) -> str:
    """Figures and names, none over another."""
    many = len(found) > MANY
    tags: dict[str, Tag] = {}
    for held in sorted(found, key=lambda held: held.spot.place.get("mark") != "city"):
        if not many or held.spot.lines:
            tag = _tag(held, 1 / scale, with_turn=not many)
            if not many or not any(touches(tag.box, other.box) for other in tags.values()):
                tags[held.spot.place["id"]] = tag
    spots = [held.spot for held in found]
    size = NAMES / scale
    boxes = {token: tag.box for token, tag in tags.items()}
    named = names(spots, boxes, size, shown, abroad=1.0 if many else 0.5)  # hexes smaller than any name
    over = [_name(name, size) for name in named.values()]
    return "".join([*over, *[_figure(tag) for token, tag in tags.items() if not many or token in named]])


def _held(spot: Spot, side: str, rows: Sequence[Row]) -> Held:
    token = spot.place["id"]
    held = sum([1 for row in rows if row.get(f"held {side} {token}")])
    turns = [float(row[f"taken {side} {token}"]) for row in rows if row.get(f"taken {side} {token}")]
    return Held(spot, held, len(rows), sum(turns) / len(turns) if turns else 0.0, len(turns))


def _outline(held: Held) -> str:
    taken = f"; taken in turn {held.when:.1f} on average, in {held.taken} games" if held.when else ""
    place = held.spot.place
    told = f"{place['id']} {place['name']}".strip() + f": {held.held} of {held.games}{taken}"
    fill = FILLS[min(4, int(held.share * 5))]
    shape = f'<polygon class="area" points="{points(held.spot.outline)}" fill="{fill}"/>'
    return f'<g class="pick" data-place="{escape(place["id"])}"><title>{escape(told)}</title>{shape}</g>'


def _name(name: Name, size: float) -> str:
    x, step = name.box.x + name.box.w / 2, size * LEAD
    style = f'style="font-size:{size:.1f}px;stroke-width:{size * 0.3:.1f}px"'
    return "".join(
        [
            f'<text class="place" x="{short(x)}" y="{short(name.box.y + size * 0.86 + at * step)}" {style}>'
            f"{escape(words)}</text>"
            for at, words in enumerate(name.lines)
        ]
    )


class Tag(NamedTuple):
    """A share, and the turn below it, in their frame."""

    word: str
    turn: str
    box: Rect
    point: float
    few: bool


def _tag(held: Held, point: float, with_turn: bool) -> Tag:
    """``point`` is how much of the map a point of the page covers."""
    word = f"{100 * held.share:.0f}"
    turn = f"turn {held.when:.1f}" if held.when and with_turn else ""
    wide = max(FIGURES * (0.62 * len(word) + 0.7), SMALL * (0.55 * len(turn) + 0.7) if turn else 0) * point
    high = (FIGURES * 1.3 + (SMALL * 1.15 if turn else 0)) * point
    x, y = held.spot.centre
    return Tag(word, turn, Rect(x - wide / 2, y - high / 2, wide, high), point, held.games < FEW)


def _figure(tag: Tag) -> str:
    box, point = tag.box, tag.point
    size, small = FIGURES * point, SMALL * point
    kind = "tag few" if tag.few else "tag"
    frame = f'<rect class="{kind}" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.w:.1f}" height="{box.h:.1f}"'
    parts = [f'{frame} rx="{size * 0.3:.1f}" style="stroke-width:{point:.1f}px"/>']
    if tag.few:
        parts[0] = parts[0].replace("/>", f' stroke-dasharray="{3 * point:.1f} {2 * point:.1f}"/>')
    middle = f'<text x="{box.x + box.w / 2:.1f}" text-anchor="middle"'
    parts.append(f'{middle} y="{box.y + size:.1f}" style="font-size:{size:.1f}px;font-weight:700">{tag.word}</text>')
    if tag.turn:
        below = f'{middle} y="{box.y + size + small * 1.2:.1f}" style="font-size:{small:.1f}px"'
        parts.append(f"{below}>{tag.turn}</text>")
    return "".join(parts)


def legend() -> str:
    """The five densities; on a narrow page they wrap."""
    parts = []
    for at, (word, fill) in enumerate(zip(DENSITIES, FILLS, strict=True)):
        box = f'<svg width="26" height="16"><rect class="area" x="1" y="1" width="24" height="14" fill="{fill}"/></svg>'
        parts.append(f"<li>{box}{word}{' %' if at == 4 else ''}</li>")
    return f'<ul class="legend">{"".join(parts)}</ul>'
