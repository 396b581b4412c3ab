"""Observations and data sets: documented columns, nothing that a seat may not know, the same data for the same seed."""

import json
from pathlib import Path
from struct import unpack
from typing import Any

import pytest

from kurgan import games, lab
from kurgan.bots import Source
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Misspelt, Over, Throw
from kurgan.lab.dataset import COLUMNS, dataset
from kurgan.lab.observation import Observer

TOY = Source("toy", "", "tests.contract.toy:load")


def positions(game: Game[Any, Any], scenario: str, answers: int) -> list[tuple[Any, Decide]]:
    """Every tenth decision of a game by lot."""
    tape = Tape("observations")
    s = game.new(scenario, game.settle({}))
    found: list[tuple[Any, Decide]] = []
    for number in range(answers):
        asked = game.pending(s)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Decide):
            legal = game.legal(s)
            if number % 10 == 0:
                found.append((s.copy(), asked))
            game.answer(s, legal[tape.below(len(legal))])
        else:
            assert isinstance(asked, Throw)
            game.answer(s, asked.chance.throw(tape))
    return found


@pytest.mark.parametrize(
    ("title", "scenario"),
    [("advance", "campaign"), ("inferno", "solo"), ("inferno", "two_vs_one"), ("roads", "wintergewitter")],
)
def test_an_observation_is_made_of_what_the_view_tells(title: str, scenario: str) -> None:
    """A view that was sent as JSON gives the same numbers: nothing of the position behind it is in them."""
    game: Any = games.load(title)
    observer = Observer(game)
    assert len(set(observer.columns)) == len(observer.columns)
    for s, asked in positions(game, scenario, 300):
        for seat in range(len(game.seats(scenario))):
            view = game.view(s, seat)
            row = observer.row(view, asked if asked.seat == seat else None)
            sent = game.load_view(json.loads(json.dumps(view.to_json())))
            assert row == observer.row(sent, asked if asked.seat == seat else None)
            numbers = unpack(f"{len(observer.columns)}i", row)
            told = dict(zip(observer.columns, numbers, strict=True))
            assert told["seat"] == seat
            assert sum(told[f"asked {name}"] for name in observer.questions) == (asked.seat == seat)
        assert max(game.legal(s)) < observer.answers


def test_columns_say_what_they_hold() -> None:
    game: Any = games.load("advance")
    observer = Observer(game)
    s = game.new("campaign", game.settle({"starting_morale": "15"}))
    while not isinstance(asked := game.pending(s), Decide):
        game.answer(s, asked.chance.throw(Tape("one")))
    numbers = unpack(f"{len(observer.columns)}i", observer.row(game.view(s, 0), asked))
    told = dict(zip(observer.columns, numbers, strict=True))
    assert told["morale"] == 15
    assert told["turn"] == 1
    assert told["where 24/21"] == s.where[list(game.words["unit"]).index("24/21")]
    assert told["soviet 30"] == s.soviet[30]
    assert told["units 5"] == s.count[5]


def read(folder: Path) -> list[dict[str, Any]]:
    from pyarrow import dataset as datasets

    found: list[dict[str, Any]] = datasets.dataset(folder / "data", partitioning="hive").to_table().to_pylist()
    return sorted(found, key=lambda row: (row["game"], row["number"]))


def test_every_decision_is_written_once_and_its_answer_is_legal(tmp_path: Path) -> None:
    told = dataset(TOY, 45, tmp_path / "one", seed="d", bots={"red": "greedy:1"})
    rows = read(tmp_path / "one")
    assert len(rows) == told["decisions"]
    assert {row["game"] for row in rows} == set(range(45))
    assert {row["game"] for row in rows if row["split"] == "test"} == {9, 19, 29, 39}
    schema = json.loads((tmp_path / "one" / "schema.json").read_text())
    for row in rows:
        assert row["answer"] in row["legal"]
        assert len(row["observation"]) == len(schema["observation_columns"])
        assert set(row) == {*COLUMNS, "split"}
    for game in range(45):
        mine = [row for row in rows if row["game"] == game]
        assert [row["number"] for row in mine] == list(range(len(mine)))
        assert len({row["outcome"] for row in mine}) == 1
    assert "45 games" in (tmp_path / "one" / "README.md").read_text()
    assert dataset(TOY, 45, tmp_path / "two", seed="d", bots={"red": "greedy:1"}, jobs=2)["decisions"] == len(rows)
    assert read(tmp_path / "two") == rows


def test_won_is_said_for_the_seat_that_decides(tmp_path: Path) -> None:
    dataset(TOY, 20, tmp_path, seed="d")
    played = lab.simulate(TOY, 20, seed="d").rows
    rows = read(tmp_path)
    assert {row["won"] for row in rows} == {0, 1}
    for row in rows:
        assert row["won"] == (("red", "blue")[row["seat"]] in played[row["game"]]["winners"].split())
        assert row["score"] == played[row["game"]]["score"]


def test_what_lies_there_is_not_played_again_and_never_mixed(tmp_path: Path) -> None:
    dataset(TOY, 40, tmp_path, seed="d")
    parts = sorted(tmp_path.rglob("*.parquet"))
    rows = read(tmp_path)
    before = [part.stat().st_mtime_ns for part in parts]
    parts[1].unlink()
    dataset(TOY, 40, tmp_path, seed="d")
    assert read(tmp_path) == rows
    after = [part.stat().st_mtime_ns for part in parts]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True, True]
    with pytest.raises(lab.CannotWrite, match="holds another data set"):
        dataset(TOY, 40, tmp_path, seed="e")
    with pytest.raises(Misspelt, match="unknown seat"):
        dataset(TOY, 40, tmp_path, bots={"green": "random"})
