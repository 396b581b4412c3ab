"""A sample of ``make bad-input``: whatever comes in, a command ends with a line and a status of ours."""

import shutil
from pathlib import Path

import pytest
from tools import bad_input

from kurgan import games


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_nothing_bad_breaks_a_command(seed: str) -> None:
    told: list[str] = []
    figures = bad_input.run(40, seed, 0, told.append)
    wrong = [figures[name] for name in ("tracebacks", "errors_of_ours", "hangs", "other_status")]
    assert wrong == [0, 0, 0, 0], "\n".join(told)
    assert figures["commands"] > 40


@pytest.mark.parametrize(
    ("title", "fight"),
    [
        ("advance", "[" * 100_000),
        ("inferno", '{"attackers":' * 20_000),
        ("inferno", '{"attacker_side": "german", "attackers": [[2, "SF", {}]], "defenders": [[2, "SF", []]]}'),
        ("inferno", '{"german_cards": [[]], "attackers": [[2, "SF", "infantry"]]}'),
        (
            "advance",
            '{"units": [[5, "24P"]], "morale": 2, "defense_factor": 3, "terrain": "light_urban", "options": [[]]}',
        ),
        ("roads", '{"attacker_side": "soviet", "attack": 20, "defense": 10, "effects": [[]]}'),
        ("roads", '{"attack": 1e999}'),
        ("roads", '{"attack": NaN}'),
        ("advance", '{"morale": ' + "9" * 5000 + "}"),
    ],
)
def test_a_fight_that_is_none_is_refused_in_a_line(tmp_path: Path, title: str, fight: str) -> None:
    """Deep or wrongly typed JSON ended with an error of ours."""
    file = tmp_path / "fight.json"
    file.write_text(fight)
    outcome = bad_input.run_here(["odds", title, str(file)])
    assert outcome.status == 2
    assert outcome.trouble == ""
    assert outcome.errors.count("\n") == 1


def test_the_judge_notices() -> None:
    """What the tool counts as wrong."""
    assert bad_input.judge(0, "") == ""
    assert bad_input.judge(2, "kurgan: no") == ""
    assert bad_input.judge(1, "Traceback (most recent call last):") == "traceback"
    assert bad_input.judge(70, "kurgan: an error of ours, not yours") == "error of ours"
    assert bad_input.judge(139, "") == "status"


@pytest.mark.parametrize(
    ("title", "file", "old", "new"),
    [
        ("roads", "charts.toml", "turn", "tern"),
        ("roads", "scenarios/campaign.toml", "entry", "entri"),
        ("inferno", "levels.csv", ",", ",x,"),
        ("inferno", "charts.toml", "=", "= []\nx ="),
        ("advance", "charts.toml", "[", "[[[["),
    ],
)
def test_a_mutated_pack_is_refused_in_a_line(tmp_path: Path, title: str, file: str, old: str, new: str) -> None:
    """A key that is missing, a cell too many, a list for a number: the file is named."""
    folder = tmp_path / "pack"
    shutil.copytree(games.folder(title) / "data", folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    outcome = bad_input.run_here(["pack", "check", str(folder)])
    assert outcome.status == 2
    assert outcome.errors.count("\n") == 1
    assert outcome.trouble == ""
