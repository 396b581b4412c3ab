"""The ladder: common dice, every seat, resumable, honest about few games."""

import json
from pathlib import Path

import pytest

from kurgan.bots import Source
from kurgan.commands.lab import ladder_line
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Misspelt
from kurgan.lab.ladder import Climb, Pairing, Runner, ladder, pairings
from kurgan.lab.ladder_page import page, strengths
from kurgan.lab.study.engines import Done, Here
from tests.cli.conftest import Run, run  # noqa: F401
from tests.lab import fatal

TOY = Source("toy", "", "tests.contract.toy:load")


def test_every_bot_meets_those_before_it_in_every_seat() -> None:
    found = pairings(TOY.open(), "short", ["random", "greedy:1"])
    assert found == [
        Pairing("random", "red", "random"),
        Pairing("greedy:1", "red", "random"),
        Pairing("random", "blue", "random"),
        Pairing("greedy:1", "blue", "random"),
    ]


def test_a_ladder_counts_what_was_won_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    few = ladder(TOY, ["random", "greedy:1"], 3, file, scenario="short", seed="l")
    assert {row["games"] for row in few} == {3}
    lines = file.read_text().splitlines()
    assert len(lines) == 12
    file.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:20])  # cut off in the middle of a game
    more = ladder(TOY, ["random", "greedy:1"], 5, file, scenario="short", seed="l")
    assert {row["games"] for row in more} == {5}
    assert file.read_text().splitlines()[:11] == lines[:11], "what was played is not played again"
    fresh = ladder(TOY, ["random", "greedy:1"], 5, tmp_path / "other.jsonl", scenario="short", seed="l")
    for one, other in zip(more, fresh, strict=True):
        assert (one["won"], one["decided"]) == (other["won"], other["decided"])
        assert one["low"] <= one["share"] <= one["high"]
    assert all(word in ladder_line(more[1]) for word in ("greedy:1 as red against random", " of ", "s a decision"))


def test_the_same_pairing_has_the_same_dice_whoever_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[str] = []

    def tape(seed: str) -> Tape:
        seeds.append(seed)
        return Tape(seed)

    monkeypatch.setattr("kurgan.lab.ladder.Tape", tape)
    ladder(TOY, ["random", "greedy:1"], 2, tmp_path / "a.jsonl", scenario="short", seed="l")
    assert sorted(set(seeds)) == ["l/0/dice", "l/1/dice"]


def untimed(file: Path) -> list[str]:
    """What was played, without how long it took."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return sorted(json.dumps({name: row[name] for name in ("key", "outcome", "won", "drawn")}) for row in rows)


def test_the_games_are_the_same_for_any_number_of_workers_and_one_that_dies_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = ["random", "tests.lab.fatal:Doomed"]
    ladder(TOY, bots, 6, tmp_path / "one.jsonl", scenario="short", seed="l")
    flag = tmp_path / "dies"
    flag.touch()
    monkeypatch.setenv(fatal.ONCE, str(flag))
    ladder(TOY, bots, 6, tmp_path / "two.jsonl", scenario="short", seed="l", jobs=2)
    assert not flag.exists()
    assert len(untimed(tmp_path / "one.jsonl")) == 24
    assert untimed(tmp_path / "two.jsonl") == untimed(tmp_path / "one.jsonl")


def test_tasks_last_seconds_and_hold_one_pairing(tmp_path: Path) -> None:
    """Quick games go together once their pace is known; bots that nobody has timed begin with one game."""
    slow, quick = Pairing("slow", "red", "slow"), Pairing("quick", "red", "quick")
    todo = [(pairing, index) for pairing in (quick, slow) for index in range(40)]

    class Clock(Here):
        def next(self) -> Done:
            task = self.waiting.pop(0)
            lasts = {"slow": 20.0, "quick": 0.1}[task.batch.todo[0][0].bot]  # type: ignore[attr-defined]
            tasks.append([game[0].bot for game in task.batch.todo])  # type: ignore[attr-defined]
            return Done(task, [{}] * len(task.games), lasts * len(task.games))

    tasks: list[list[str]] = []
    told: list[int] = []
    Runner(Climb(TOY, "short", {}, "l", todo), Clock(), tmp_path / "l.jsonl").run(told.append)
    assert told == [len(task) for task in tasks] == [1, 30, 9, *[1] * 40]
    assert all(len(set(task)) == 1 for task in tasks)


def test_a_bot_that_breaks_is_said_in_a_line(run: Run) -> None:  # noqa: F811
    said = run("ladder", "lanterns", "--bot", "tests.lab.fatal:Broken", "--games", "1").refused()
    assert "game 0 of tests.lab.fatal:Broken as red against tests.lab.fatal:Broken broke off" in said
    assert "unknown engine 'moon'" in run("ladder", "lanterns", "--bot", "random", "--engine", "moon").refused()


def test_bad_names_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown bot"):
        ladder(TOY, ["grandmaster"], 1, tmp_path / "a.jsonl")
    with pytest.raises(Misspelt, match="at least one bot"):
        ladder(TOY, [], 1, tmp_path / "a.jsonl")
    assert not (tmp_path / "a.jsonl").exists()


def test_the_command_prints_a_line_for_each_pairing(run: Run) -> None:  # noqa: F811
    done = run("ladder", "lanterns", "--bot", "random", "--bot", "greedy:1", "--games", 2, "-o", "l.jsonl")
    assert done.status == 0, done.err
    assert done.out.count("\n") == 4
    assert "greedy:1 as blue against random: " in done.out
    told = run("ladder", "lanterns", "--bot", "random", "--games", 1, "-o", "l.jsonl", "--json").json()
    assert told["pairings"][0]["games"] == 1
    assert json.loads(Path("l.jsonl").read_text().splitlines()[0])["key"]


def test_what_was_found_becomes_a_page_and_rows_for_the_table(tmp_path: Path) -> None:
    """Every scenario and pairing of the file, whatever was asked for last."""
    file = tmp_path / "ladder.jsonl"
    ladder(TOY, ["random", "greedy:1"], 3, file, scenario="short", seed="l")
    ladder(TOY, ["random", "greedy:1"], 2, file, scenario="short", seed="m")
    game = TOY.open()
    rows = strengths(game, file)
    assert [(row["bot"], row["seat"], row["rival"], row["games"]) for row in rows] == [
        ("greedy:1", "blue", "random", 5),
        ("greedy:1", "red", "random", 5),
        ("random", "blue", "random", 5),
        ("random", "red", "random", 5),
    ]
    assert all(row["scenario"] == "short" and row["options"] == {} for row in rows)
    told = page(game, file)
    assert told.count("| greedy:1 | ") == 2
    assert f"| {rows[0]['won']} of {rows[0]['decided']} | " in told
    with pytest.raises(Misspelt, match="holds no games"):
        page(game, tmp_path / "none.jsonl")


def test_the_command_writes_the_page(run: Run) -> None:  # noqa: F811
    run("ladder", "lanterns", "--bot", "random", "--games", 2, "-o", "l.jsonl")
    done = run("ladder", "lanterns", "-o", "l.jsonl", "--page", "l.md", "--json")
    assert done.status == 0, done.err
    assert "who beats whom" in Path("l.md").read_text()
    assert [row["rival"] for row in json.loads(done.out)] == ["random", "random"]
    none = run("ladder", "lanterns", "-o", "none.jsonl", "--page", "n.md")
    assert none.status != 0
    assert none.err.count("\n") == 1
