"""``kurgan study`` and ``kurgan tune`` from the command line."""

import io
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

STUDY = """
title = "lanterns"
games = 6
batch = 3
seed = "s"
"""


def test_a_study_prints_shares_and_keeps_every_game(run: Run) -> None:
    Path("lights.toml").write_text(STUDY)
    first = run("study", "lights.toml")
    assert first.status == 0, first.err
    assert "lights: lanterns, 1 cell, 6 games, seed 's', batches of 3" in first.out
    assert Path("lights.study/games.parquet").exists()
    assert run("study", "lights.toml").out == first.out
    told = run("study", "lights.toml", "-o", "elsewhere", "--json").json()
    assert told["games"] == 6
    assert told["left"] == 0


def test_shares_are_told_with_their_intervals_while_they_grow(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kurgan.commands.study.SECONDS_BETWEEN_LINES", -1.0)
    grid = "".join(f'"{name}", ' for name in ("random", "greedy:1"))
    Path("lights.toml").write_text(STUDY + f"[grid]\nbots.red = [{grid}]\nbots.blue = [{grid}'greedy:2']\n")
    lines = run("study", "lights.toml").err.splitlines()
    assert re.fullmatch(
        r"kurgan: lights: \d+ games and about \d+ s left; won by red: red random, blue random \d+% \(.*", lines[3]
    )
    assert re.search(r" \d+% \(\d+ to \d+\) of 6 \| .* \| 2 more$", lines[-1])
    assert lines[-1].startswith("kurgan: lights: done; won by red: ")


def test_a_terminal_shows_every_cell_with_its_interval(run: Run) -> None:
    from rich.console import Console

    from kurgan.commands.study import Progress
    from kurgan.lab.study import Study

    Path("lights.toml").write_text(STUDY)
    progress = Progress()
    shown: list[str] = []

    def watch(runner: Any) -> None:
        console = Console(width=100, record=True, file=io.StringIO())
        console.print(progress._table(runner, "soon"))
        shown.append(console.export_text())

    Study.open("lights.toml").run(watch=watch)
    assert "lights: soon" in shown[-1]
    assert re.search(r"base\s+\d+\.\d%\s+\d+\.\d% to \d+\.\d%\s+6", shown[-1])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = ", "lights.toml: not TOML"),
        ("title = 'lantern'", "unknown game 'lantern'"),
        (STUDY + "[grid]\noptions.fog = ['on']", "unknown option 'fog'"),
        ("[stop]\nerror = 2", "needs its title"),
    ],
)
def test_a_wrong_study_is_refused_in_a_line(run: Run, text: str, reason: str) -> None:
    Path("lights.toml").write_text(text)
    assert reason in run("study", "lights.toml").refused()
    assert not Path("lights.study").exists()


def test_unknown_engines_files_and_shares_are_refused_in_a_line(run: Run) -> None:
    Path("lights.toml").write_text(STUDY)
    assert "unknown engine 'moon'" in run("study", "lights.toml", "--engine", "moon").refused()
    assert "No such file" in run("study", "none.toml").refused()
    Path("binary.toml").write_bytes(b"\xff\xfe\x00")
    assert "not text" in run("study", "binary.toml").refused()
    assert "such as 50% or 0.5" in run("tune", "advance", "--option", "starting_morale", "--win", "150%").refused()
    assert "unknown option" in run("tune", "advance", "--option", "moral").refused()
    assert "fewer than two" in run("tune", "advance", "--option", "rubble").refused()


def test_one_command_says_what_a_setting_changes(run: Run) -> None:
    asked = ("compare", "advance", "--set", "rubble=on", "--games", "10", "--seed", "s", "--bot", "german=random")
    first = run(*asked, "-o", "rubble.html")
    assert first.status == 0, first.err
    lines = first.out.splitlines()
    assert lines[0] == "compare advance: advance, 2 cells, 20 games, seed 's', batches of 20"
    assert re.fullmatch(r"  base +german +\d+\.\d%  \(.*\) +10 games", lines[1])
    assert re.fullmatch(r"  rubble on +german .* 10 games  [+−]\d+\.\d points \(.*\), (sure|may be chance)", lines[2])
    assert lines[3:] == [f"  every game: {Path('advance.study/games.parquet')}", "  pictures: rubble.html"]
    assert "What a setting changes" in Path("rubble.html").read_text()
    played = {path: path.stat().st_mtime_ns for path in Path("advance.study").rglob("0*.parquet")}
    assert len(played) == 2
    told = run(*asked, "--set", "starting_morale=15..16", "--json").json()
    assert [cell["name"] for cell in told["cells"]] == ["base", "rubble on", "starting_morale 15", "starting_morale 16"]
    assert played == {path: path.stat().st_mtime_ns for path in played}


def test_a_comparison_of_nothing_is_refused_in_a_line(run: Run) -> None:
    assert "say what to compare: --set starting_morale=15" in run("compare", "advance").refused()
    assert "unknown option 'fog'" in run("compare", "advance", "--set", "fog=on").refused()
    assert "'rubble off' is the same setting as 'base'" in run("compare", "advance", "--set", "rubble=off").refused()
    assert not Path("advance.study").exists()


def test_tune_prints_the_value_and_how_sure_it_is(run: Run) -> None:
    told = ("tune", "advance", "--option", "starting_morale", "--bot", "german=random", "--games", "2", "--from", "18")
    found = run(*told, "--win", "50%")
    assert found.status == 0, found.err
    assert "advance campaign: starting_morale for german 50%, seed '', german random" in found.out
    assert "is not reached; starting_morale 19 comes nearest" in found.out


def test_dataset_writes_decisions(run: Run) -> None:
    found = run("dataset", "lanterns", "--games", "3", "--seed", "s")
    assert found.status == 0, found.err
    assert "lanterns.dataset: 3 games, " in found.out
    assert Path("lanterns.dataset/README.md").exists()
    assert "unknown game" in run("dataset", "lantern").refused()
    assert "holds another data set" in run("dataset", "lanterns", "--seed", "t").refused()


def test_report_draws_what_was_played(run: Run) -> None:
    Path("lights.toml").write_text(STUDY)
    assert "nothing of 'lights' has been played yet" in run("report", "lights.toml").refused()
    run("study", "lights.toml")
    found = run("report", "lights.toml", "-o", "page.html")
    assert found.out == "page.html: 6 games in 1 cell\n"
    assert "<svg" in Path("page.html").read_text()
    assert run("report", "lights.study", "-o", "again.html").status == 0
    assert Path("again.html").read_text() == Path("page.html").read_text()
    Path("empty").mkdir()
    assert "holds no study" in run("report", "empty").refused()
    assert "No such file" in run("report", "none.toml").refused()
    assert "no-such-folder" in run("report", "lights.toml", "-o", "no-such-folder/page.html").refused()
