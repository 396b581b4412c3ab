"""Inferno's face: it fits the map of the pack, names fit into their hexes, the Volga lies east of the bank."""

import tomllib
from itertools import pairwise
from math import sqrt
from typing import Any

from kurgan.games.inferno.pack import pack as packs
from kurgan.games.inferno.screen.map_facts import map_facts
from kurgan.kernel.map_drawing import draw

FACE: dict[str, Any] = tomllib.loads((packs.BUILT_IN / "face.toml").read_text(encoding="utf-8"))
P = packs.load()

LETTER = 6.2
"""Width of a letter of a hex name on the screen, in pixels."""


def test_labels_belong_to_hexes_and_fit_into_them() -> None:
    """A hex is as wide as the root of three times its size; two lines leave room for the blocks."""
    width = sqrt(3) * FACE["hexes"]["size"] * FACE["scale"]
    for token, label in FACE["label"].items():
        assert token in P.hex_of, token
        assert 1 <= len(label["lines"]) <= 2
        for line in label["lines"]:
            assert len(line) * LETTER < width, line


def test_every_named_place_of_the_rules_has_a_label() -> None:
    for h in [*P.soviet_spawn, *P.fort_hexes, *P.german_spawn]:
        assert P.hex_name[h] in FACE["label"]


def test_every_terrain_and_kind_has_a_drawing() -> None:
    assert set(FACE["terrain"]) == set(packs.TERRAINS)
    assert set(FACE["symbols"]) == set(packs.KINDS)


def test_the_bank_runs_north_along_the_river_hexes() -> None:
    """No hex lies on the water side of the line."""
    (volga,) = FACE["water"]
    assert all(a[1] > b[1] for a, b in pairwise(volga["points"]))
    for x, row in volga["points"]:
        nearest = [h for h in range(P.hexes) if P.row[h] == round(row)]
        assert all(P.x[h] + 1 <= x for h in nearest)


def test_the_table_can_read_it() -> None:
    face = draw(map_facts(P), FACE)
    assert len(face["places"]) == P.hexes
    by_id = {place["id"]: place for place in face["places"]}
    for h in range(P.hexes):
        near = {P.hex_name[n] for n in P.near[h]}
        assert set(by_id[P.hex_name[h]]["near"]) == near
    left, top, right, bottom = face["bounds"]
    assert right - max(x for place in face["places"] for x, _ in place["points"]) > 100
    assert (right - left) < (bottom - top)
