"""The drawn board: one SVG text from pack and scene, with every piece that the seat sees."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import kurgan
from kurgan.drawing.geometry import chains, is_inside, middle, ray, rounded, signed_area
from kurgan.drawing.placing import placed
from kurgan.drawing.spots import Sheet

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
SCENARIOS = [(title, scenario.name) for title in kurgan.TITLES for scenario in kurgan.load(title).scenarios]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_piece_on_the_map_is_drawn_where_it_stands(title: str, scenario: str) -> None:
    board = kurgan.load(title).start(scenario, seed="drawn").bot("random").play(20)
    sight = board.view()
    sheet = Sheet(board._drawing())
    found = placed(sheet, sight.scene)
    on_map = [piece for piece in sight.scene["pieces"] if "at" in piece]
    assert sum(p.pile for p in found) == len(on_map) > 0
    for p in found:
        if p.piece.get("layout") != "marker":
            assert is_inside(p.at, sheet.spots[p.piece["at"]].outline), f"{p.piece['id']} stands outside its place"
    drawn = ElementTree.fromstring(board.svg())
    words = {title.text for title in drawn.iter(f"{SVG}title")}
    assert {p.piece["text"] for p in found if p.piece.get("text")} <= words


def test_a_drawing_stands_on_its_own_and_is_as_wide_as_asked() -> None:
    board = kurgan.load("advance").start(seed="drawn")
    drawn = ElementTree.fromstring(board.svg(width=500))
    assert (drawn.tag, drawn.get("width")) == (f"{SVG}svg", "500")
    assert board._repr_svg_() == board.svg() == board.svg(), "and looks the same every time"
    assert "http" not in board.svg().replace("http://www.w3.org/2000/svg", ""), "nothing is fetched"


def test_a_drawing_shows_a_seat_what_it_may_see() -> None:
    """The German sees the backs of Soviet blocks: nothing told of one is in his drawing."""
    board = kurgan.load("inferno").start("one_vs_one", seed="drawn")
    pieces = board.view("soviet").scene["pieces"]
    own = [p["text"] for p in pieces if p["side"] == "soviet" and "at" in p and p.get("name")]
    assert any(text in board.svg("soviet") for text in own)
    assert not any(text in board.svg("german") for text in own)


def test_a_pack_of_ones_own_is_drawn(tmp_path: Path) -> None:
    """Without a drawing of its own it has the title's."""
    import shutil

    from kurgan.games import folder

    pack = tmp_path / "mine"
    shutil.copytree(folder("advance") / "data", pack)
    (pack / "face.toml").unlink()
    board = kurgan.load("advance", pack=str(pack)).start(seed="drawn")
    assert board.svg() == kurgan.load("advance").start(seed="drawn").svg()


def test_the_geometry_of_a_square() -> None:
    assert is_inside((5, 5), SQUARE)
    assert not is_inside((11, 5), SQUARE)
    assert ray((5, 5), 0, SQUARE) == 5
    assert signed_area(SQUARE) == 100
    assert middle(SQUARE, (0, 0)) == (5, 5)
    assert rounded([(0, 0), (4, 0)], 1) == [(0, 0), (1, 0), (3, 0), (4, 0)]
    assert chains([((1, 0), (2, 0)), ((0, 0), (1, 0))]) == [[(0, 0), (1, 0), (2, 0)]]
