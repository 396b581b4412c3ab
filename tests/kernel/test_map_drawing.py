"""How a map is drawn from the facts of a pack; faces of the titles are looked at in tests/table/test_page.py."""

import shutil
from pathlib import Path

import pytest

from kurgan import games
from kurgan.kernel.map_drawing import AREAS, HEXES, MapFacts, MapPlace, MapSide, draw
from kurgan.kernel.protocol import Game, Json


def shown(drawing: Json, token: str) -> Json:
    return next(place for place in drawing["places"] if place["id"] == token)


def test_without_outlines_and_face_areas_are_circles_joined_by_lines() -> None:
    quay = MapPlace("quay", "The Quay", "clear", (0, 0), ["mill"])
    mill = MapPlace("mill", "", "rough", (200, 100), ["quay"], pill="+1")
    drawing = draw(MapFacts(AREAS, [quay, mill]), {})
    assert shown(drawing, "quay")["centre"] == [0, 0] and shown(drawing, "mill")["centre"] == [200, 100]
    assert len(shown(drawing, "quay")["points"]) == 12
    assert shown(drawing, "mill") | {"ground": "rough", "pill": "+1", "near": ["quay"]} == shown(drawing, "mill")
    assert drawing["lines"] == [{"kind": "road", "points": [[200, 100], [0, 0]]}]
    assert drawing["bounds"] == [-50, -50, 250, 150]


def test_an_outline_of_the_pack_is_drawn_as_it_is() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    drawing = draw(MapFacts(AREAS, [MapPlace("a", "", "clear", (5, 5), [], square)]), {"terrain": {"clear": "forest"}})
    assert shown(drawing, "a")["points"] == [[0, 0], [10, 0], [10, 10], [0, 10]]
    assert shown(drawing, "a")["ground"] == "forest"
    assert drawing["lines"] == []


def test_hexes_share_a_side_and_what_lies_on_it() -> None:
    """Half hexes eastward and rows southward; a road over a river is a bridge."""
    west, east = MapPlace("w", "", "clear", (0, 0), ["e"]), MapPlace("e", "", "clear", (2, 0), ["w"])
    side = MapSide("w", "e", ["major_river"], "road", ferry=True)
    drawing = draw(MapFacts(HEXES, [west, east], [side]), {"hexes": {"size": 10}})
    common = [p for p in shown(drawing, "w")["points"] if p in shown(drawing, "e")["points"]]
    assert len(common) == 2
    assert [line["kind"] for line in drawing["lines"]] == ["major_river", "road", "bridge", "ferry"]
    assert sorted(drawing["lines"][0]["points"]) == sorted(common)


def test_a_map_without_places_can_be_drawn() -> None:
    assert draw(MapFacts(AREAS, []), {})["places"] == []


@pytest.mark.parametrize("title", games.TITLES)
def test_every_title_can_be_drawn_without_its_face(title: str) -> None:
    game = games.load(title)
    places = draw(game.map_facts(), {})["places"]
    scene = game.scene(game.view(game.new(game.scenarios()[0].name, {}), -1))
    assert {place["id"] for place in places} == set(scene["places"])


def test_the_drawing_is_of_the_map_that_is_played(tmp_path: Path) -> None:
    """Another pack's map is drawn from what its rules read, not from the map that came with the program."""
    folder = tmp_path / "advance"
    shutil.copytree(games.folder("advance") / "data", folder)
    areas = (folder / "areas.csv").read_text(encoding="utf-8")
    (folder / "areas.csv").write_text(areas.replace(",Grain Elevator,", ",Silo,"), encoding="utf-8")
    game: Game = games.load("advance", str(folder))
    named = [place["id"] for place in draw(game.map_facts(), {})["places"] if place["name"] == "Silo"]
    assert len(named) == 1
