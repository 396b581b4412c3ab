"""Where things stand: each place of a map drawing with its outline, its name and its room for pieces."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import pi

from kurgan.drawing.geometry import Point, Rect, middle, ray
from kurgan.kernel.protocol import Json

LETTER = 6.6
LINE = 13.5


@dataclass
class Spot:
    """One place. ``row`` is the middle of a row of pieces, ``width`` how wide it may be; ``box`` holds the name."""

    place: Json
    outline: list[Point]
    centre: Point
    label: Point
    lines: list[str]
    row: Point
    width: float
    box: Rect
    slots: list[Point] = field(default_factory=list)
    other: list[Point] = field(default_factory=list)
    alone: Point | None = None


class Sheet:
    """A map drawing in its own points, the origin at its corner."""

    def __init__(self, drawing: Json) -> None:
        self.drawing = drawing
        self.scale = float(drawing["scale"])
        self.piece = float(drawing["piece"])
        self.has_hexes = drawing["kind"] == "hexes"
        x0, y0, x1, y1 = drawing["bounds"]
        self.corner = x0, y0
        self.width, self.height = (x1 - x0) * self.scale, (y1 - y0) * self.scale
        self.spots = {place["id"]: self._spot(place) for place in drawing["places"]}

    def at(self, p: Sequence[float]) -> Point:
        return (p[0] - self.corner[0]) * self.scale, (p[1] - self.corner[1]) * self.scale

    def _spot(self, place: Json) -> Spot:
        outline = [self.at(p) for p in place["points"]]
        centre = self.at(place["centre"])
        lines = place.get("lines") or ([place["name"]] if place.get("name") else [])
        return self._hex(place, outline, centre, lines) if self.has_hexes else self._area(place, outline, centre, lines)

    def _hex(self, place: Json, outline: list[Point], centre: Point, lines: list[str]) -> Spot:
        top, bottom = min(y for _, y in outline), max(y for _, y in outline)
        box = Rect(centre[0] - 26, top + 8, 52, bottom - top - 14)
        return Spot(place, outline, centre, (centre[0], bottom - 6), lines, (centre[0], centre[1] + 1), 60, box)

    def _area(self, place: Json, outline: list[Point], centre: Point, lines: list[str]) -> Spot:
        m = centre if "at" in place else middle(outline, centre)
        label = self.at(place["at"]) if "at" in place else (m[0], m[1] - 12 - (len(lines) - 1) * 7)
        row = m[0], label[1] + (len(lines) - 1) * LINE + 10 + self.piece / 2
        width = 2 * min(ray(row, 0, outline), ray(row, pi, outline)) - 8
        wide = max([len(line) for line in lines] or [1]) * LETTER + 8
        box = Rect(label[0] - wide / 2, label[1] - 27, wide, 32 + LINE * (len(lines) - 1))
        slots = [self.at(p) for p in place.get("slots", [])]
        other = [self.at(p) for p in place.get("other", [])]
        alone = self.at(place["alone"]) if "alone" in place else None
        return Spot(place, outline, m, label, lines, row, width, box, slots, other, alone)

    def kept_free(self, spot: Spot) -> list[Rect]:
        """What terrain must not cover: the name and the room for pieces."""
        s = self.piece
        if self.has_hexes:
            return [Rect(spot.centre[0] - s / 2 - 2, spot.centre[1] - s / 2 - 2, s + 4, s + 4)]
        places = [*spot.slots, *spot.other]
        if not places:
            return [spot.box, Rect(spot.row[0] - s * 0.75, spot.row[1] - s / 2 - 2, s * 1.5, s + 4)]
        return [spot.box, *[Rect(x - s / 2 - 2, y - s / 2 - 2, s + 4, s + 4) for x, y in places]]
