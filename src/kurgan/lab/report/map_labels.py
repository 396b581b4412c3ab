"""Names of places on a map that has a figure in each: beside the figure, over nothing else, or not at all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kurgan.drawing.geometry import Point, Rect, is_inside
from kurgan.drawing.spots import Spot

LETTER = 0.6
"""How wide a letter is, of its height."""
LEAD = 1.08
"""From line to line, of the height of a letter."""
GAP = 0.18
"""Between figure and name, of the height of a letter."""


class Name(NamedTuple):
    """A name that found room; ``box`` is what it covers."""

    lines: Sequence[str]
    box: Rect


def touches(a: Rect, b: Rect) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def names(
    spots: Sequence[Spot], figures: Mapping[str, Rect], size: float, within: Rect, abroad: float = 0.5
) -> dict[str, Name]:
    """Place -> its name, in letters of this size. Who has room at home stands there; others reach over a border, as
    little as they can and never with more than such a part of it."""
    found: dict[str, Name] = {}
    taken = list(figures.values())
    for most in (0.0, abroad):
        for spot in spots:
            token = spot.place["id"]
            if token in found or token not in figures:
                continue
            free = [name for name in _candidates(spot, figures[token], size) if _is_free(name.box, taken, within)]
            name = min(free, key=lambda name: _abroad(name.box, spot.outline), default=None)
            if name is not None and _abroad(name.box, spot.outline) <= most:
                found[token] = name
                taken.append(name.box)
    return found


def _candidates(spot: Spot, figure: Rect, size: float) -> Iterator[Name]:
    """In one line, then in more; below the figure, then above it; in the middle, then shifted."""
    middle = figure.x + figure.w / 2
    for lines in wordings(spot.lines, spot.place.get("name", "")):
        wide, high = size * LETTER * max(map(len, lines)), size * LEAD * len(lines)
        for y in (figure.y + figure.h + size * GAP, figure.y - size * GAP - high):
            for shift in (0.0, 0.15, -0.15, 0.3, -0.3):
                yield Name(lines, Rect(middle - wide / 2 + shift * wide, y, wide, high))


def wordings(lines: Sequence[str], name: str) -> list[Sequence[str]]:
    """As the map writes it, then its words in two lines and in three."""
    if not lines:
        return []
    words = " ".join(lines).split() if lines != [name] else name.split()
    broken = [_broken(words, count) for count in (2, 3) if len(words) >= count]
    return [lines, *[some for some in broken if some != list(lines)]]


def _broken(words: Sequence[str], count: int) -> list[str]:
    """Words in so many lines, the longest of which is as short as can be."""
    if count == 1:
        return [" ".join(words)]
    ways = [[" ".join(words[:cut]), *_broken(words[cut:], count - 1)] for cut in range(1, len(words) - count + 2)]
    return min(ways, key=lambda way: max(map(len, way)))


def _is_free(box: Rect, taken: Sequence[Rect], within: Rect) -> bool:
    inside = within.holds((box.x, box.y)) and within.holds((box.x + box.w, box.y + box.h))
    return inside and not any(touches(box, other) for other in taken)


def _abroad(box: Rect, outline: Sequence[Point]) -> float:
    """How much of a box lies outside, of 1."""
    xs = [box.x + box.w * part / 4 for part in range(5)]
    ys = [box.y + box.h * part / 2 for part in range(3)]
    return sum([not is_inside((x, y), outline) for x in xs for y in ys]) / (len(xs) * len(ys))
