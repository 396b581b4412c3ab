"""Advance's face: names and pieces lie inside their areas and never on each other."""

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kurgan.games.advance.pack import pack as packs
from kurgan.kernel.packfile import read_csv

DATA = Path(packs.__file__).parent.parent / "data"
FACE: dict[str, Any] = tomllib.loads((DATA / "face.toml").read_text(encoding="utf-8"))
PACK = packs.load()

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

# How the table letters a name at play zoom, in screen pixels.
LETTER = 6.6
LINE = 13.5
ABOVE = 27.0  # from the baseline up to the top of the pill
BELOW = 5.0


def outlines() -> dict[str, list[Point]]:
    rows = read_csv(DATA, "outlines.csv", ("number", "points", "source"))
    numbers = {row.text("number"): [float(word) for word in row.split("points")] for row in rows}
    return {token: list(zip(values[::2], values[1::2], strict=True)) for token, values in numbers.items()}


OUTLINES = outlines()


def piece_box(centre: list[float]) -> Box:
    half = FACE["piece"] / FACE["scale"] / 2
    return (centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)


def label_box(label: dict[str, Any]) -> Box:
    """The name with its pill, in map points."""
    scale = FACE["scale"]
    wide = max(max(len(line) for line in label["lines"]) * LETTER, 42.0) / scale
    x, y = label["at"]
    return (x - wide / 2, y - ABOVE / scale, x + wide / 2, y + (BELOW + LINE * (len(label["lines"]) - 1)) / scale)


def boxes(label: dict[str, Any]) -> list[Box]:
    return [label_box(label), *(piece_box(centre) for centre in [*label["slots"], *label["other"]])]


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def is_inside(point: Point, outline: list[Point]) -> bool:
    x, y = point
    result = False
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            result = not result
    return result


def holds(outline: list[Point], box: Box) -> bool:
    """The rim of the box, looked at every point or so, is inside the outline."""
    left, top, right, bottom = box
    steps = 40
    for i in range(steps + 1):
        x = left + (right - left) * i / steps
        y = top + (bottom - top) * i / steps
        if not all(is_inside(p, outline) for p in ((x, top), (x, bottom), (left, y), (right, y))):
            return False
    return True


def test_every_area_has_a_label_and_five_slots() -> None:
    assert list(FACE["label"]) == [str(a) for a in range(1, PACK.areas + 1)]
    for token, label in FACE["label"].items():
        assert len(label["slots"]) == PACK.stack_limit
        assert len(label["other"]) == 1
        assert " ".join(label["lines"]) == PACK.area_name[int(token)]


@pytest.mark.parametrize("token", FACE["label"])
def test_name_and_slots_lie_inside_their_area(token: str) -> None:
    """So they cannot touch those of another area either."""
    label = FACE["label"][token]
    for box in [*boxes(label), piece_box(label["alone"])]:
        assert holds(OUTLINES[token], box), f"area {token}: {box} leaves the outline"


@pytest.mark.parametrize("token", FACE["label"])
def test_name_and_slots_are_apart(token: str) -> None:
    label = FACE["label"][token]
    found = boxes(label)
    for i, a in enumerate(found):
        for b in found[i + 1 :]:
            assert apart(a, b), f"area {token}: {a} lies on {b}"
    assert apart(label_box(label), piece_box(label["alone"]))


def test_words_of_the_face_are_words_of_the_pack() -> None:
    """Terrains, unit subtypes and sides are named as the pack names them."""
    assert tuple(FACE["terrain"]) == packs.TERRAINS
    assert tuple(FACE["shapes"]) == packs.TERRAINS
    assert tuple(FACE["symbols"]) == packs.SUBTYPES
    assert FACE["front"] == list(FACE["sides"])


def test_the_river_follows_the_areas_beside_it() -> None:
    """Each Volga area has a corner near the drawn bank, and no other has, but for Latashanka (50)."""
    bank = FACE["water"][0]["points"]
    for token, outline in OUTLINES.items():
        close = sum(1 for p in outline if min(distance(p, a, b) for a, b in pairwise(bank)) < 2)
        assert (close >= 2) == (PACK.is_volga[int(token)] or token == "50"), token


def distance(p: Point, a: list[float], b: list[float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return float(((p[0] - a[0] - t * dx) ** 2 + (p[1] - a[1] - t * dy) ** 2) ** 0.5)
