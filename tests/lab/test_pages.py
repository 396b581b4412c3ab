"""What the pages on the lab show: programs run with fewer games, files are read, lists are whole."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.lab.observation import Observer
from kurgan.lab.report.plots import Plots
from kurgan.lab.study import Study, plan

PAGES = Path(__file__).parents[2] / "docs" / "reference"


def blocks(page: str, language: str) -> list[str]:
    text = (PAGES / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_programs_on_the_lab_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, accumulator = blocks("lab.md", "python")
    few = first.replace("1000", "2").replace('"greedy"', '"random"').replace("jobs=2", "jobs=1")
    names: dict[str, Any] = {"Path": Path}
    exec(few, names)
    assert sum(found["count"] for found in names["batch"].summary["outcomes"].values()) == 2
    assert (tmp_path / "games.parquet").exists()
    exec(accumulator, names)
    made = names["Repulses"]
    batch = names["lab"].simulate(names["Source"]("advance"), 2, seed="7", accumulators=[made])
    assert all(row["results"] > 0 for row in batch.rows)


def test_the_file_and_the_program_on_studies_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = blocks("studies.md", "toml")
    assert len(plan.plan(tomllib.loads(shown)).cells) == 6
    few = re.sub(r"greedy:\d", "random", shown).replace("games = 200", "games = 2").replace("batch = 20", "batch = 1")
    few = few.replace('bots.german = ["random", "random"]\n', "")
    (tmp_path / "morale.toml").write_text(few, encoding="utf-8")
    names: dict[str, Any] = {}
    (program,) = blocks("studies.md", "python")
    exec(program.replace("jobs=2", "jobs=1"), names)
    study: Study = names["study"]
    assert [len(rows) for rows in study.rows()] == [2, 2, 2]


def test_every_picture_is_named_on_the_page() -> None:
    text = (PAGES / "studies.md").read_text(encoding="utf-8")
    listed = re.search(r"study\.plot\.(\w+)\(\) +# also (.*)", text)
    assert listed is not None
    named = {listed[1], *listed[2].split(", ")}
    drawn = {name for name, method in vars(Plots).items() if getattr(method, "__annotations__", {}).get("return")}
    returns = {name for name in drawn if "Plot" in str(getattr(Plots, name).__annotations__["return"])}
    assert named == returns


@pytest.mark.parametrize("title", ["advance", "inferno", "roads"])
def test_the_page_says_how_long_an_observation_is(title: str) -> None:
    text = (PAGES / "environments.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| {title.capitalize()} \| ([\d,]+) \|", text, re.MULTILINE)
    assert row is not None
    assert int(row[1].replace(",", "")) == len(Observer(games.load(title)).columns)
