"""Small plane geometry for the drawn map. No title, no colour."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Point = tuple[float, float]


class Rect(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    def holds(self, p: Point, margin: float = 0) -> bool:
        return (
            self.x - margin <= p[0] <= self.x + self.w + margin and self.y - margin <= p[1] <= self.y + self.h + margin
        )


def short(v: float) -> str:
    return f"{v:.1f}".removesuffix(".0")


def path(line: Iterable[Point], close: bool = False) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in line) + ("Z" if close else "")


def points(line: Iterable[Point]) -> str:
    return " ".join(f"{short(x)},{short(y)}" for x, y in line)


def edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(p, outline[(i + 1) % len(outline)]) for i, p in enumerate(outline)]


def is_inside(p: Point, outline: Sequence[Point]) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in edges(outline):
        if (y1 > p[1]) != (y2 > p[1]) and p[0] < (x2 - x1) * (p[1] - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def ray(c: Point, angle: float, outline: Sequence[Point]) -> float:
    """How far it is from a point to the outline in a direction."""
    dx, dy = math.cos(angle), math.sin(angle)
    best = math.inf
    for (x1, y1), (x2, y2) in edges(outline):
        ex, ey = x2 - x1, y2 - y1
        den = dx * ey - dy * ex
        if abs(den) < 1e-9:
            continue
        t = ((x1 - c[0]) * ey - (y1 - c[1]) * ex) / den
        u = ((x1 - c[0]) * dy - (y1 - c[1]) * dx) / den
        if t > 0 and 0 <= u <= 1:
            best = min(best, t)
    return 0.0 if best == math.inf else best


def signed_area(outline: Sequence[Point]) -> float:
    return sum([x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges(outline)]) / 2


def rounded(line: list[Point], times: int = 2) -> list[Point]:
    """Corners cut, ends kept."""
    for _ in range(times):
        cut = [line[0]]
        for i in range(len(line) - 1):
            (x1, y1), (x2, y2) = line[i], line[i + 1]
            cut.append((x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25))
            cut.append((x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75))
        line = [*cut, line[-1]]
    return line


def middle(outline: Sequence[Point], otherwise: Point) -> Point:
    """A place to stand that is far from the edge: the best point of a grid."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    best, far = otherwise, -1.0
    for i in range(1, 12):
        for j in range(1, 12):
            p = min(xs) + (max(xs) - min(xs)) * i / 12, min(ys) + (max(ys) - min(ys)) * j / 12
            if is_inside(p, outline):
                d = min([ray(p, a * math.pi / 4, outline) for a in range(8)])
                if d > far:
                    best, far = p, d
    return best


def chains(segments: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Directed segments joined to lines."""
    following: dict[Point, list[Point]] = {}
    entered: set[Point] = set()
    for p, q in segments:
        p, q = _key(p), _key(q)
        following.setdefault(p, []).append(q)
        entered.add(q)
    lines = []
    for start in [*[p for p in following if p not in entered], *following]:
        while following[start]:
            line = [start]
            while following.get(line[-1]):
                line.append(following[line[-1]].pop())
            lines.append(line)
    return lines


def _key(p: Point) -> Point:
    return round(p[0], 1), round(p[1], 1)
