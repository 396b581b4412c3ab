"""Reports on the toy title and a little of Advance: each figure has its number of games, the page stands alone."""

import csv
import io
import json
import os
import re
import tomllib
from base64 import b64decode
from errno import ENOSPC
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kurgan.bots import Source
from kurgan.lab import CannotWrite, write
from kurgan.lab.ladder import Pairing, ladder, summed
from kurgan.lab.report import report
from kurgan.lab.report.again import toml
from kurgan.lab.report.heatmap import heatmap
from kurgan.lab.report.ladder_card import Met, comparable
from kurgan.lab.report.ladder_card import ladder as ladder_plot
from kurgan.lab.report.plots import Plot, _by_number
from kurgan.lab.statistics import NAMED, statistic
from kurgan.lab.study import Study
from kurgan.lab.timed import thought

TOY = "tests.contract.toy:load"


@pytest.fixture(scope="module")
def banks(tmp_path_factory: pytest.TempPathFactory) -> Study:
    told = {
        "title": "toy",
        "games": 40,
        "seed": "s",
        "statistics": ["rules", "turns"],
        "grid": {"options": {"turns": [1, 2, 3]}},
    }
    return Study.of(told, tmp_path_factory.mktemp("banks"), "banks <of> the river", TOY).run()


@pytest.fixture(scope="module")
def volga(tmp_path_factory: pytest.TempPathFactory) -> Study:
    told = {"title": "advance", "games": 3, "seed": "s", "statistics": ["places", "turns"]}
    return Study.of(told, tmp_path_factory.mktemp("volga"), "volga").run()


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not set(self.open) & {"style", "script"}:
            self.words.append(data)


def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def test_the_page_needs_no_server_and_no_internet(banks: Study, tmp_path: Path) -> None:
    report(banks, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    reader = read(tmp_path / "report.html")
    assert reader.links
    assert all(link.startswith(("data:text/csv;base64,", "data:application/toml;base64,")) for link in reader.links)
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "banks &lt;of&gt; the river" in text
    words = " ".join(reader.words)
    for title in ("Games won: red", "What a setting changes", "Over turns", "Length of games", "Which rules fired"):
        assert title in words
    assert "What this does not say" in words


def every(plot: Plot) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(plot.csv())))


def test_the_data_behind_a_picture_is_the_summary(banks: Study) -> None:
    told = banks.summary()["cells"]
    for row, cell in zip(every(banks.plot.shares()), told, strict=True):
        assert row["cell"] == cell["name"]
        assert float(row["share"]) == cell["won"]["share"]
        assert int(row["games"]) == cell["games"] == 40
    for row, cell in zip(every(banks.plot.differences()), told[1:], strict=True):
        assert float(row["difference"]) == cell["against_first"]["difference"]
    assert [int(row["turns"]) for row in every(banks.plot.sweep())] == [1, 2, 3]
    assert [float(row["mean"]) for row in every(banks.plot.lengths("turns"))] == sorted(
        float(row["mean"]) for row in every(banks.plot.lengths("turns"))
    )


def test_a_default_that_says_nothing_is_no_point_of_a_curve(tmp_path: Path) -> None:
    """Morale 0 means the scenario's own: as a point at 0 it made a curve that nobody played."""
    told = {"title": "advance", "games": 1, "sweep": {"options": {"starting_morale": [9, 10, 11], "rubble": ["on"]}}}
    plot = Study.of(told, tmp_path).run().plot
    assert plot.swept() == ["starting_morale"]
    assert [row["starting_morale"] for row in every(plot.sweep())] == ["9", "10", "11"]


def test_a_share_of_few_games_is_hollow_and_every_share_says_its_games(volga: Study, banks: Study) -> None:
    few, many = volga.plot.shares().svg, banks.plot.shares().svg
    assert 'class="hollow"' in few
    assert 'class="dot"' not in few
    assert 'class="dot"' in many
    assert 'class="hollow"' not in many
    assert "/3<" in few
    assert many.count("/40<") == 3


@pytest.mark.parametrize("name", ["shares", "differences", "lengths", "sweep"])
def test_a_picture_is_a_whole_svg(banks: Study, name: str) -> None:
    plot: Plot = getattr(banks.plot, name)()
    assert ElementTree.fromstring(plot.svg).tag.endswith("svg")
    assert plot.data


def test_pictures_are_saved_as_the_name_asks(banks: Study, tmp_path: Path) -> None:
    plot = banks.plot.shares()
    for name in ("plot.svg", "plot.html", "plot.csv"):
        plot.save(tmp_path / name)
    assert (tmp_path / "plot.csv").read_text().startswith("cell,share,low,high,won,games\n")
    with pytest.raises(ValueError, match="should end in"):
        plot.save(tmp_path / "plot.png")


def test_the_map_shows_who_holds_what_at_the_end(volga: Study) -> None:
    plot = volga.plot.places()
    ElementTree.fromstring(plot.svg)
    rows = {row["place"]: row for row in every(plot)}
    assert len(rows) == 50
    assert rows["1"]["share"] == "1.0"
    assert sum(int(row["held"]) for row in rows.values()) == sum(row["score"] for row in volga.rows()[0])
    for row in rows.values():
        assert row["games"] == "3"
        assert float(row["mean turn taken"]) >= 0
    taken = [row for row in rows.values() if int(row["games taken"])]
    assert taken
    shown = re.findall(r">turn ([\d.]+)</text>", plot.svg)
    assert sorted(shown) == sorted(f"{float(row['mean turn taken']):.1f}" for row in taken)


@pytest.mark.parametrize(
    ("title", "scenario", "places"),
    [("advance", "factory", 50), ("inferno", "solo", 109), ("roads", "wintergewitter", 90)],
)
def test_every_place_that_is_played_on_lies_within_the_picture(title: str, scenario: str, places: int) -> None:
    """Inferno and Roads were cut off: their sheets do not begin at 0."""
    game: Any = Source(title).open()
    scene = game.scene(game.view(game.new(scenario, game.settle({})), 0))
    side = next(iter(scene["sides"]))
    token = next(iter(scene["places"]))
    plot = heatmap(game, "", scene, "base", [{f"held {side} {token}": 1}])
    assert len(plot.data) == places
    picture = ElementTree.fromstring(plot.svg)
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    outlines = picture.findall(".//{*}polygon[@class='area']")
    assert len(outlines) == places
    for outline in outlines:
        for x, y in [map(float, point.split(",")) for point in outline.attrib["points"].split()]:
            assert left <= x <= left + width
            assert top <= y <= top + height
    shown = re.search(r"max-width:(\d+)px", picture.attrib["style"])
    sizes = [float(size) for size in re.findall(r'style="font-size:([\d.]+)px;font-weight:700', plot.svg)]
    assert shown is not None
    assert min(sizes) * float(shown[1]) / width >= 11.5, "figures can be read on the page"


@pytest.mark.parametrize(
    ("title", "scenario", "least"),
    [("advance", "campaign", 50), ("inferno", "solo", 60), ("roads", "wintergewitter", 20), ("roads", "campaign", 120)],
)
def test_names_and_figures_of_the_map_lie_beside_each_other(title: str, scenario: str, least: int) -> None:
    """A name stands at its figure, on nothing else, within the picture, in letters that can be read."""
    game: Any = Source(title).open()
    scene = game.scene(game.view(game.new(scenario, game.settle({})), 0))
    side = next(iter(scene["sides"]))
    rows = [{f"{what} {side} {token}": 8 for what in ("held", "taken") for token in scene["places"]}] * 30
    plot = heatmap(game, "", scene, "base", rows)
    picture = ElementTree.fromstring(plot.svg)
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    boxes = [
        tuple(float(tag.attrib[name]) for name in ("x", "y", "width", "height"))
        for tag in picture.findall(".//{*}rect[@class='tag']")
    ]
    names = picture.findall(".//{*}text[@class='place']")
    assert len(names) >= least
    assert len(boxes) == len(scene["places"]) or len(boxes) <= 150
    shown = re.search(r"max-width:(\d+)px", picture.attrib["style"])
    assert shown is not None
    for name in names:
        size = float(name.attrib["style"].split("font-size:")[1].split("px")[0])
        assert size * float(shown[1]) / width >= 10
        wide = 0.55 * size * len(name.text or "")
        boxes.append((float(name.attrib["x"]) - wide / 2, float(name.attrib["y"]) - 0.7 * size, wide, 0.7 * size))
    for at, (x, y, w, h) in enumerate(boxes):
        assert left <= x
        assert x + w <= left + width
        assert top <= y
        assert y + h <= top + height
        assert not [other for other in boxes[:at] if x < other[0] + other[2] and other[0] < x + w
                    and y < other[1] + other[3] and other[1] < y + h]  # fmt: skip


def test_figures_of_few_games_stand_in_broken_frames(volga: Study) -> None:
    plot = volga.plot.places()
    assert plot.svg.count('class="tag few"') == 50
    assert "fewer than 30 games, do not read a share from them" in plot.note
    assert "Share of 3 games" in plot.note


@pytest.fixture(scope="module")
def rivals(tmp_path_factory: pytest.TempPathFactory) -> Study:
    told = {
        "title": "toy",
        "games": 40,
        "seed": "s",
        "ladder": ["random", "greedy:1"],
        "grid": {"bots": {"red": ["random", "greedy:1"]}},
    }
    return Study.of(told, tmp_path_factory.mktemp("rivals"), "rivals", TOY).run()


def test_the_ladder_counts_the_games_of_the_cells_and_of_the_ladder(rivals: Study) -> None:
    pairs = every(rivals.plot.pairings())
    told = rivals.summary()["cells"]
    cells = [row for row in pairs if row["rival"] == "random" and row["seat"] == "red"]
    assert sorted((row["bot"], row["games"]) for row in cells) == [("greedy:1", "40")] * 2 + [("random", "40")] * 2
    for cell in told:
        assert str(cell["won"]["count"]) in [row["won"] for row in cells if row["bot"] == cell["bots"]["red"]]
    assert {row["seat"] for row in pairs} == {"red", "blue"}
    rungs = {row["bot"]: row for row in every(rivals.plot.ladder())}
    assert set(rungs) == {"random", "greedy:1"}
    assert all(float(row["low"]) <= float(row["rating"]) <= float(row["high"]) for row in rungs.values())
    assert all(int(row["games"]) > 0 for row in rungs.values())
    for plot in (rivals.plot.ladder(), rivals.plot.pairings()):
        assert ElementTree.fromstring(plot.svg).tag.endswith("svg")


def test_the_page_has_a_ladder_where_bots_are_compared_and_only_there(
    rivals: Study, banks: Study, tmp_path: Path
) -> None:
    report(rivals, tmp_path / "rivals.html")
    words = " ".join(read(tmp_path / "rivals.html").words)
    assert "Ladder of the bots" in words
    assert "Who beats whom" in words
    report(banks, tmp_path / "banks.html")
    assert "Ladder of the bots" not in " ".join(read(tmp_path / "banks.html").words)
    with pytest.raises(ValueError, match=r'write ladder = \["greedy:1", "greedy:2"\] into it'):
        banks.plot.ladder()


def test_a_ladder_that_was_cut_off_goes_on_where_it_was(rivals: Study) -> None:
    file = rivals.folder / "ladder.jsonl"
    lines = file.read_text().splitlines()
    assert len(lines) == 40 * 4, "in each seat the first bot against itself and the second against the first"
    before = [row[:-2] for row in rivals.plot.pairings().data]
    file.write_text("\n".join(lines[:7]) + "\n" + lines[7][:20])
    rivals.run()
    assert file.read_text().splitlines()[:7] == lines[:7]
    assert [row[:-2] for row in rivals.plot.pairings().data] == before, "all but the times"


def test_lines_of_a_ladder_in_the_folder_count(tmp_path: Path) -> None:
    study = Study.of({"title": "toy", "games": 2, "seed": "s"}, tmp_path, "alone", TOY).run()
    assert not study.plot.compares_bots()
    ladder(Source("toy", "", TOY), ["random", "greedy:1"], 3, tmp_path / "ladder.jsonl")
    assert {row["bot"] for row in every(study.plot.ladder())} == {"random", "greedy:1"}


def test_bots_that_never_had_the_same_side_are_not_compared() -> None:
    """Random at another Morale stood beside greedy with a rating that the prior alone had made."""

    def game(stage: str, bot: str, games: int) -> Met:
        return Met(stage, summed(Pairing(bot, "german", ""), [{"won": i % 2, "drawn": 0} for i in range(games)]))

    found = [game("a", "one", 8), game("a", "two", 8), game("b", "three", 9), game("b", "four", 9)]
    assert {each.row["bot"] for each in comparable(found)} == {"three", "four"}
    joined = [*found, game("b", "two", 2)]
    assert len(comparable(joined)) == 5
    assert sorted(row[0] for row in ladder_plot(found).data) == ["four", "three"]


def test_a_setting_that_only_one_bot_played_says_nothing_of_it(tmp_path: Path) -> None:
    told = {"title": "toy", "games": 2, "seed": "s", "grid": {"options": {"turns": [1, 2]}}}
    study = Study.of(told, tmp_path, "alone", TOY).run()
    ladder(Source("toy", "", TOY), ["random", "greedy:1"], 3, tmp_path / "ladder.jsonl", options={"turns": "3"})
    assert {row["where"] for row in every(study.plot.pairings())} == {study.plot.pairings().data[0][0]}


def test_a_typical_decision_is_one_that_was_thought_about() -> None:
    assert thought([0.001, 0.001, 0.03, 0.05, 0.001]) == (0.04, 0.05)
    assert thought([0.001, 0.003]) == (0.002, 0.003)
    assert thought([]) == (0.0, 0.0)


def test_how_long_bots_thought_is_noted_beside_the_games_and_not_in_them(rivals: Study) -> None:
    """Games depend on the plan alone, so that every engine ends with the same ones."""
    assert not [name for rows in rivals.rows() for row in rows for name in row if "thought" in name]
    random, greedy = rivals.cells
    assert rivals.parts.times(random) == {}, "nobody looked"
    times = rivals.parts.times(greedy)
    assert sorted(times) == list(range(40))
    assert all(seats.keys() == {"red"} and 0 <= seats["red"][0] <= seats["red"][1] for seats in times.values())
    seconds = {(row["bot"], row["seat"]): row["median"] for row in every(rivals.plot.pairings())}
    assert seconds["greedy:1", "red"] != ""


def test_a_click_on_a_line_asks_for_the_cell_that_it_shows(banks: Study) -> None:
    """The first line of the differences is the second cell."""
    names = [cell.name for cell in banks.cells]
    for plot, first in ((banks.plot.shares(), 0), (banks.plot.lengths(), 0), (banks.plot.differences(), 1)):
        picks = ElementTree.fromstring(plot.svg).findall(".//{*}g[@class='pick']")
        shown = [(int(pick.attrib["data-cell"]), pick.findtext(".//{*}title")) for pick in picks]
        assert shown == list(enumerate(names))[first:]


def test_the_page_says_when_its_games_were_played(banks: Study, tmp_path: Path) -> None:
    for part in banks.folder.glob("cells/*/*.parquet"):
        os.utime(part, (1_800_000_000, 1_800_000_000))
    report(banks, tmp_path / "report.html")
    words = " ".join(read(tmp_path / "report.html").words)
    assert re.search(r"PLAYED\s+2027-01-1[45]", words)


def test_a_map_without_its_statistic_says_what_to_write(banks: Study) -> None:
    with pytest.raises(ValueError, match=r'statistics = \["places"\]'):
        banks.plot.places()


def test_a_study_is_opened_by_its_folder(banks: Study, tmp_path: Path) -> None:
    again = Study.open(banks.folder)
    assert again.summary() == banks.summary()
    with pytest.raises(ValueError, match=r"holds no study: there is no study\.json"):
        Study.open(tmp_path)
    unplayed = Study.of({"title": "toy"}, tmp_path, maker=TOY)
    with pytest.raises(ValueError, match="nothing of 'study' has been played yet"):
        report(unplayed, tmp_path / "report.html")


def test_rules_come_in_the_order_of_the_book() -> None:
    names = ["rule 10.1", "rule 9.5.5", "rule 9.5.3A", "rule 9.5", "rule 9.5.3"]
    assert sorted(names, key=_by_number) == ["rule 9.5", "rule 9.5.3", "rule 9.5.3A", "rule 9.5.5", "rule 10.1"]


def test_named_statistics_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "lab.md").read_text(encoding="utf-8")
    for name in NAMED:
        assert f"| `{name}` |" in page
        made: Any = statistic(name)
        assert made.__doc__


def test_the_usual_value_of_an_option_is_marked(banks: Study, tmp_path: Path) -> None:
    """By its default, or where that leaves it to the scenario by how the scenario begins."""
    assert [row["turns"] for row in every(banks.plot.sweep()) if row["usual"] == "True"] == ["3"]
    grid = {"scenario": ["campaign", "factory"], "options": {"starting_morale": [14, 15, 19]}}
    plot = Study.of({"title": "advance", "games": 1, "grid": grid}, tmp_path).run().plot.sweep()
    usual = [(row["setting"], row["starting_morale"]) for row in every(plot) if row["usual"] == "True"]
    assert usual == [("campaign", "19"), ("factory", "15")]
    assert plot.svg.count('class="usual"') == 2
    assert "15 and 19 are usual" in plot.svg


def test_an_option_that_shows_nowhere_at_the_start_has_no_usual_value(tmp_path: Path) -> None:
    """The Factory District needs all areas whatever the option says: no value of it is the usual one."""
    told = {"title": "advance", "games": 1, "base": {"scenario": "factory"}}
    study = Study.of({**told, "sweep": {"options": {"victory_areas": [38, 39, 40]}}}, tmp_path).run()
    assert "usual" not in study.plot.sweep().svg.partition("</style>")[2]


def test_a_report_holds_the_study_to_be_played_again(banks: Study, tmp_path: Path) -> None:
    """It was written there as JSON, which kurgan study does not read."""
    report(banks, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    found = re.search(r'download="([^"]+\.toml)" href="data:application/toml;base64,([^"]+)"', page)
    assert found
    (tmp_path / found[1]).write_bytes(b64decode(found[2]))
    told = tomllib.loads((tmp_path / found[1]).read_text())
    assert Study.of(told, tmp_path, maker=TOY).cells == banks.cells
    assert f"kurgan study {found[1]}" in page
    assert f"kurgan report {Path(found[1]).stem}.study" in page


@pytest.mark.parametrize(
    "data",
    [
        {"title": "advance", "games": 3, "stop": {"error": 0.05}, "base": {}},
        {"title": 'a "quoted" \\ \x7f Зима', "pack": "C:\\packs", "statistics": ["rules", "mine:Own"]},
        {"title": "toy", "grid": {"scenario": ["a", "b"], "options": {"odd name": [True, False, 15], "empty": {}}}},
    ],
)
def test_a_table_written_as_toml_is_read_back(data: dict[str, Any]) -> None:
    assert tomllib.loads(toml(data)) == data


def test_a_page_that_cannot_be_written_leaves_the_one_before(
    banks: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "report.html"
    page.write_text("the one before")
    really = Path.write_text

    def full(path: Path, text: str, encoding: str) -> int:
        really(path, text[:10], encoding=encoding)
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(CannotWrite, match=r"cannot write '.*report\.html': No space left on device"):
        report(banks, page)
    assert page.read_text() == "the one before"
    assert list(tmp_path.iterdir()) == [page]


def test_rows_that_cannot_be_written_leave_those_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __init__(self, file: Any, **how: Any) -> None:
            self.file = file

        def writerow(self, row: Any) -> None:
            self.file.write("half a li")
            raise OSError(ENOSPC, "No space left on device")

    table = tmp_path / "games.csv"
    table.write_text("those before")
    monkeypatch.setattr("csv.writer", Full)
    with pytest.raises(CannotWrite, match="No space left"):
        write([], table)
    assert table.read_text() == "those before"
    assert list(tmp_path.iterdir()) == [table]


def test_no_name_ends_or_opens_an_element_of_the_page(
    banks: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of places come from packs, which anybody may write."""
    name = "</script><!--<script><img src=x onerror=alert(1)>"
    monkeypatch.setattr("kurgan.lab.report.page._kept", lambda _: {"held": {name: [1]}})
    report(banks, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text()
    kept = text.split('<script type="application/json" id="games">')[1].split("</script>")[0]
    assert "<" not in kept
    assert json.loads(kept) == {"held": {name: [1]}}


def test_what_has_not_been_played_has_no_share_and_no_point(tmp_path: Path) -> None:
    """A study that was stopped: 0 of 0 games is not 0 %."""
    told = {"title": "toy", "games": 40, "seed": "s", "sweep": {"options": {"turns": [1, 2, 4, 5]}}}
    study = Study.of(told, tmp_path / "half", "half", TOY).run()
    for cell in study.cells[2:4]:
        for part in (study.folder / "cells" / cell.key).glob("*.parquet"):
            part.unlink()
    plots = study.plot
    assert [row[0] for row in plots.shares().data] == ["base", "turns 1", "turns 5"]
    assert plots.shares().svg.count("not played") == 2
    assert [row[0] for row in plots.differences().data] == ["turns 1", "turns 5"]
    assert re.findall(r'data-cell="(\d)"', plots.differences().svg) == ["1", "4"]
    assert re.findall(r'data-cell="(\d)"', plots.lengths().svg) == ["0", "1", "4"]
    assert [row[0] for row in plots.sweep("turns").data if row[0] != 3] == [1, 5]
    assert [row[0] for row in plots.outcomes().data] == ["base", "turns 1", "turns 5"]
    report(study, tmp_path / "half.html")
    text = (tmp_path / "half.html").read_text()
    assert "<dd>80 games</dd>" in text
    assert "no game of a person is counted" in text
