"""``kurgan title new`` writes a folder that runs: installed, listed, played, and its own tests pass."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugins.installed import kurgan
from tests.where import SOURCE


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folder that the command wrote, and where it was installed."""
    folder = tmp_path_factory.mktemp("new")
    said = kurgan("title", "new", "race_day", "--folder", str(folder / "race"), path=[])
    assert said.status == 0, said.err
    assert said.out == f"{folder / 'race'}\n"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    command += ["--disable-pip-version-check", "--target", str(folder / "site"), str(folder / "race")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "race", folder / "site"


def test_it_is_listed_with_its_distribution(race: tuple[Path, Path]) -> None:
    said = kurgan("games", path=[race[1]])
    assert "race_day: Race Day (from kurgan-race_day 0.1.0)" in said.out
    assert said.err == ""


def test_it_plays_and_is_recorded(race: tuple[Path, Path], tmp_path: Path) -> None:
    record = tmp_path / "race.kurgan"
    bots = ("--bot", "north=random", "--bot", "south=greedy")
    assert kurgan("new", "race_day", "--seed", "mud", *bots, "-o", str(record), path=[race[1]]).status == 0
    said = kurgan("verify", str(record), "--json", path=[race[1]])
    assert json.loads(said.out)["ok"], said.out + said.err
    summary = json.loads(kurgan("sim", "race_day", "--games", "5", "--json", path=[race[1]]).out)
    assert summary["games"] == 5


def test_where_finds_its_rules(race: tuple[Path, Path]) -> None:
    said = kurgan("where", "race_day", "2.3", path=[race[0] / "src", race[1]])
    assert "rules.py" in said.out, said.err
    assert "test_rules.py" in said.out


def test_its_own_tests_pass(race: tuple[Path, Path]) -> None:
    """The contract suite and the tests of its rules, as its author would run them."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCE, str(race[1])])}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(race[0])]
    done = subprocess.run(command, cwd=race[0], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_commands_that_it_names_are_there(race: tuple[Path, Path], tmp_path: Path) -> None:
    """Every ``kurgan`` of its README and of what the command says, run as it stands there."""
    said = kurgan("title", "new", "race_day", "--folder", str(tmp_path / "again"), path=[])
    readme = (race[0] / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"'kurgan ([^']+)'", said.err) + re.findall(r"^    kurgan ([^#\n]+)", readme, re.MULTILINE)
    commands = {command.strip() for command in named}
    assert {"sit race_day", "play", "games"} <= commands
    for command in sorted(commands):
        words = [command, "--help"] if command == "play" else command.split()  # the table would not end by itself
        done = kurgan(*words, path=[race[1]], typed="quit\n", data=tmp_path)
        assert done.status == 0, f"kurgan {command}\n{done.err}"
    assert not re.findall(r"`kurgan [^`]+`", readme)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Race", "small letters"),
        ("9lives", "small letters"),
        ("advance", "has a title 'advance'"),
        ("json", "is a module"),
    ],
)
def test_a_name_that_would_not_do_is_refused(tmp_path: Path, name: str, why: str) -> None:
    said = kurgan("title", "new", name, "--folder", str(tmp_path / "made"), path=[])
    assert said.status == 2
    assert why in said.err
    assert said.err.count("\n") == 1
    assert not (tmp_path / "made").exists()


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    said = kurgan("title", "new", "race_day", "--folder", str(tmp_path), path=[])
    assert said.status == 2
    assert "exists already" in said.err
    assert list(tmp_path.iterdir()) == []
