"""Terrain as tint and pattern, one path a place; a place looks the same every time."""

import math
from collections.abc import Sequence
from random import Random

from kurgan.drawing.geometry import Point, Rect, is_inside, path, points, ray, short

PATTERN = {"rough": "hach", "light": "blk-l", "heavy": "blk-h", "forest": "trees", "marsh": "reeds", "water": "waves"}


def ground(
    kind: str, name: str, outline: Sequence[Point], centre: Point, angle: float, k: float, avoid: list[Rect]
) -> str:
    """The ground of a place; ``k`` is the size of the pattern, ``avoid`` what must stay readable."""
    tint = f'<polygon points="{points(outline)}" class="t-{kind if kind in PATTERN else "clear"}"/>'
    if kind == "rough":
        d = _hachures(outline, centre, Random(name), avoid)
    elif kind in ("light", "heavy"):
        d = _houses(outline, math.radians(angle), kind == "heavy", Random(name), k, avoid)
    elif kind in PATTERN:
        d = _scattered(outline, kind, Random(name), k, avoid)
    else:
        d = ""
    return tint + (f'<path class="{PATTERN[kind]}" d="{d}"/>' if d else "")


def _is_clear(p: Point, avoid: list[Rect], margin: float) -> bool:
    return not any(rect.holds(p, margin) for rect in avoid)


def _hachures(outline: Sequence[Point], c: Point, rng: Random, avoid: list[Rect]) -> str:
    """Rings of downhill strokes, as on an old staff map; the middle stays free for pieces."""
    d = []
    for inner, outer, step in ((0.66, 0.84, 7.0), (0.42, 0.54, 7.0)):
        a = rng.random()
        end = a + 2 * math.pi
        while a < end:
            r = ray(c, a, outline)
            r1, r2 = r * (inner + (rng.random() - 0.5) * 0.04), r * (outer + (rng.random() - 0.6) * 0.08)
            p = c[0] + r1 * math.cos(a), c[1] + r1 * math.sin(a)
            q = c[0] + r2 * math.cos(a), c[1] + r2 * math.sin(a)
            if _is_clear(p, avoid, 1) and _is_clear(q, avoid, 1):
                d.append(path([p, q]))
            a += step / max(12.0, r1)
    return "".join(d)


def _houses(outline: Sequence[Point], angle: float, heavy: bool, rng: Random, k: float, avoid: list[Rect]) -> str:
    """City blocks: scattered and pale for light urban, packed and dark for heavy urban."""
    cw, ch, share = (15 * k, 12 * k, 0.9) if heavy else (17 * k, 14 * k, 0.55)
    cx, cy = sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline)
    reach = max([math.hypot(x - cx, y - cy) for x, y in outline]) + 20
    ca, sa = math.cos(angle), math.sin(angle)
    n = math.ceil(reach / min(cw, ch))
    d = []
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            if rng.random() > share:
                continue
            u, v = i * cw + rng.uniform(-1, 1) * k, j * ch + rng.uniform(-1, 1) * k
            w = (rng.uniform(8, 12) if heavy else rng.uniform(5, 10)) * k / 2
            h = (rng.uniform(6, 9) if heavy else rng.uniform(4, 7)) * k / 2
            block = [
                (cx + (u + a) * ca - (v + b) * sa, cy + (u + a) * sa + (v + b) * ca)
                for a, b in ((-w, -h), (w, -h), (w, h), (-w, h))
            ]
            if all(_is_clear(p, avoid, 2) and is_inside(p, outline) for p in block):
                d.append(path(block, True))
    return "".join(d)


def _scattered(outline: Sequence[Point], kind: str, rng: Random, k: float, avoid: list[Rect]) -> str:
    """Trees, reeds or waves in rows."""
    step = (24 if kind == "water" else 17) * k
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    d = []
    y, odd = min(ys) + step / 2, False
    while y < max(ys):
        x = min(xs) + (step / 2 if odd else step)
        while x < max(xs):
            p = x + (rng.random() - 0.5) * 5 * k, y + (rng.random() - 0.5) * 4 * k
            m = 5 * k
            around = [(p[0] - m, p[1]), (p[0] + m, p[1]), (p[0], p[1] - m), (p[0], p[1] + m)]
            if _is_clear(p, avoid, 4 * k) and all(is_inside(q, outline) for q in around):
                d.append(_sign(kind, p, k))
            x += step
        y, odd = y + step * 0.78, not odd
    return "".join(d)


def _sign(kind: str, p: Point, k: float) -> str:
    x, y = p
    if kind == "forest":
        r = 3 * k
        return path([(x - r, y + r), (x, y - r * 1.3), (x + r, y + r)], True)
    if kind == "marsh":
        r = 4.6 * k
        return f"{path([(x - r, y), (x + r, y)])}{path([(x, y), (x, y - 3.4 * k)])}"
    return f"M{short(x - 8 * k)} {short(y)}q{short(4 * k)} {short(-3 * k)} {short(8 * k)} 0t{short(8 * k)} 0"
