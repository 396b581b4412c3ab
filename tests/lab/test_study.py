"""Studies on the toy title: what is played, that it is played once, that nothing but the plan decides the numbers."""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import product
from math import comb, exp, log
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kurgan.bots import Source
from kurgan.commands.study import Progress
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Misspelt
from kurgan.lab import CannotWrite
from kurgan.lab.play import Streams
from kurgan.lab.study import Study, carried, compare, engines, plan, ray_engine
from kurgan.lab.study.ledger import Ledger, Runner
from kurgan.lab.study.study import nothing
from kurgan.lab.study.tune import Tuner, Wanted, candidates, crossing, monotone, tune
from tests.contract import toy
from tests.lab import fatal
from tests.where import ROOT, SOURCE

TOY = "tests.contract.toy:load"

GRID = {
    "title": "toy",
    "games": 50,
    "batch": 20,
    "seed": "s",
    "statistics": ["rules"],
    "base": {"bots": {"red": "random"}, "options": {"turns": 2}},
    "grid": {"scenario": ["short", "long"], "options": {"dug_in": [True, False]}},
}
CONTEST = {
    "title": "toy",
    "games": 200,
    "batch": 20,
    "seed": "s",
    "sweep": {"options": {"turns": [5, 1], "dug_in": ["on"]}},
    "stop": {"error": 0.05},
}


def toy_study(data: dict[str, Any], folder: Path) -> Study:
    return Study.of(data, folder, maker=TOY)


def games_of(study: Study) -> list[Any]:
    table: list[Any] = study.parts.parquet.read_table(study.folder / "games.parquet").to_pylist()
    return table


def stop_after(count: int) -> Any:
    """Somebody who loses patience after so many tasks."""
    left = [count]

    def watch(runner: Runner) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return watch


def test_a_grid_is_every_combination_and_a_sweep_one_change_at_a_time() -> None:
    grid = plan.plan(GRID, maker=TOY)
    assert [cell.name for cell in grid.cells] == [
        "short, dug_in on",
        "short, dug_in off",
        "long, dug_in on",
        "long, dug_in off",
    ]
    assert grid.cells[2].options == {"dug_in": "on", "turns": "2"}
    assert grid.cells[2].bots == {"red": "random", "blue": "random"}
    assert grid.win == "red"
    sweep = plan.plan(CONTEST, maker=TOY)
    assert [cell.name for cell in sweep.cells] == ["base", "turns 5", "turns 1", "dug_in on"]
    assert [cell.options["turns"] for cell in sweep.cells] == ["3", "5", "1", "3"]
    numbers = plan.plan({"title": "toy", "grid": {"options": {"turns": "2..4"}}}, maker=TOY)
    assert [cell.options["turns"] for cell in numbers.cells] == ["2", "3", "4"]


def test_equal_settings_have_equal_keys_whatever_the_study_is_called() -> None:
    one = plan.plan(GRID, "one", maker=TOY)
    two = plan.plan({**GRID, "games": 10, "batch": 5}, "two", maker=TOY)
    assert [cell.key for cell in one.cells] == [cell.key for cell in two.cells]
    changes: tuple[dict[str, Any], ...] = ({"seed": "t"}, {"statistics": []}, {"base": {}})
    for change in changes:
        other = plan.plan({**GRID, **change}, maker=TOY)
        assert not {cell.key for cell in one.cells} & {cell.key for cell in other.cells}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": ""}, 'needs its title: title = "advance"'),
        ({"gmaes": 3}, "has no 'gmaes'; did you mean 'games'"),
        ({"games": 0}, "'games' must be a whole number from 1, not 0"),
        ({"games": True}, "whole number"),
        ({"batch": "x"}, "'batch' must be a whole number from 1, not 'x'"),
        ({"seed": []}, "'seed' must be text"),
        ({"win": "green"}, "unknown side 'green' in 'win'; known are red, blue"),
        ({"base": []}, "must be a table: \\[base\\]"),
        ({"base": {"bots": {"green": "random"}}}, "unknown seat 'green'"),
        ({"base": {"bots": {"red": "deep"}}}, "unknown bot 'deep'"),
        ({"base": {"options": "dug_in"}}, "options of \\[base\\] must be a table"),
        ({"grid": {"options": {"dug_in": "on"}}}, "options dug_in of \\[grid\\] must be a list"),
        ({"grid": {"options": {"dug_in": []}}}, "options dug_in of \\[grid\\] is empty"),
        ({"grid": {"options": {"dug_in": [1.5]}}}, "must be text, a whole number, true or false, not 1.5"),
        ({"grid": {"options": {"turns": "1..x"}}}, "a range of whole numbers is"),
        ({"grid": {"options": {"dgu_in": ["on"]}}}, "unknown option 'dgu_in'"),
        ({"grid": {"scenario": ["short", "shrot"]}}, "unknown scenario 'shrot'"),
        ({"grid": {"scenario": ["short", "short"]}}, "'short' is the same setting as 'short'"),
        ({"grid": {"bots": {"red": ["random"] * 101, "blue": ["random"] * 101}}}, "a grid of 10,201 cells"),
        ({"sweep": {"scenario": ["long"]}}, "a \\[grid\\] or a \\[sweep\\], not both"),
        ({"stop": {"error": 1}}, "between 0 and 1"),
        ({"stop": 5}, "must be a table: \\[stop\\]"),
        ({"grid": {"options": {"turns": "5..1"}}}, "a range of whole numbers is"),
        ({"grid": {}, "sweep": {"options": {"turns": "0..9999", "dug_in": ["on"]}}}, "a sweep of 10,001 cells"),
        ({"games": 1_000_000_000, "batch": 1}, "4,000,000,000 batches of 1; at most 1,000,000"),
        ({"statistics": ["os:getcwd"]}, "'os:getcwd' is none: it is a class with before, on_event and after"),
        ({"statistics": ["rulez"]}, "unknown statistic 'rulez'; known are"),
        ({"statistics": ["tests.lab.fatal:Fatale"]}, "there is no statistic"),
        ({"statistics": "rules"}, "statistics must be a list"),
    ],
)
def test_a_wrong_plan_is_refused_with_what_would_be_right(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan.plan({**GRID, **change}, maker=TOY)


def test_the_numbers_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    one = toy_study(GRID, tmp_path / "one").run()
    two = toy_study(GRID, tmp_path / "two").run(jobs=2)
    assert one.summary() == two.summary()
    assert games_of(one) == games_of(two)
    assert len(games_of(one)) == 200
    assert one.summary()["left"] == 0


def test_cells_play_on_the_same_dice() -> None:
    """Equal questions get equal throws, though another question came between."""
    one, two = Streams("s"), Streams("s")
    first = [one.at("attack").dice(2) for _ in range(3)]
    assert first[0] == two.at("attack").dice(2)
    two.at("weather").dice(5)
    assert first[1:] == [two.at("attack").dice(2), two.at("attack").dice(2)]
    assert Streams("t").at("attack").dice(9) != Streams("s").at("attack").dice(9)


def test_a_finished_game_is_never_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = toy_study(GRID, tmp_path / "whole").run()
    study = toy_study(GRID, tmp_path / "parts")
    for patience in (6, 7):
        with pytest.raises(KeyboardInterrupt):
            study.run(watch=stop_after(patience))
        assert 0 < study.summary()["left"] < 200
    played: list[range] = []
    real = engines.play_task

    def counted(task: engines.Task) -> Any:
        played.append(task.games)
        return real(task)

    monkeypatch.setattr(engines, "play_task", counted)
    left = study.summary()["left"]
    assert study.run().summary() == whole.summary()
    assert sum(len(games) for games in played) == left
    played.clear()
    toy_study({**GRID, "grid": {"scenario": ["long"], "options": {"dug_in": ["off"]}}}, study.folder).run()
    assert played == []
    assert games_of(whole)[150:] == games_of(study)[:]


def run_and_be_killed(folder: Path, after: int) -> int:
    told = {**GRID, "statistics": ["tests.lab.fatal:Fatal"]}
    code = f"from kurgan.lab.study import Study; Study.of({told!r}, {str(folder)!r}, maker={TOY!r}).run()"
    paths = os.pathsep.join([SOURCE, str(ROOT)])
    environment = {**os.environ, fatal.AFTER: str(after), "PYTHONPATH": paths}
    return subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode


def test_killed_twice_and_started_again_it_ends_with_the_same_numbers(tmp_path: Path) -> None:
    told = {**GRID, "statistics": ["tests.lab.fatal:Fatal"]}
    whole = toy_study(told, tmp_path / "whole").run()
    study = toy_study(told, tmp_path / "killed")
    left = []
    for _ in range(2):
        assert run_and_be_killed(study.folder, 70) == -signal.SIGKILL
        left.append(study.summary()["left"])
    assert 200 > left[0] > left[1] > 0
    assert study.run().summary() == whole.summary()
    assert games_of(study) == games_of(whole)


def test_a_process_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {**GRID, "statistics": ["tests.lab.fatal:Fatal"]}
    whole = toy_study(told, tmp_path / "whole").run()
    flag = tmp_path / "dies"
    flag.touch()
    monkeypatch.setenv(fatal.ONCE, str(flag))
    study = toy_study(told, tmp_path / "lost").run(jobs=2)
    assert not flag.exists()
    assert games_of(study) == games_of(whole)


def test_a_task_handed_to_a_pool_that_is_gone_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may die between two results: the pool says so to whoever hands it the next task."""

    def gone(*args: Any) -> None:
        raise BrokenProcessPool("a child process terminated abruptly")

    told = plan.plan({**GRID, "grid": {}}, maker=TOY)
    batch = told.batch_of(told.cells[0])
    engine = engines.Processes(2)
    try:
        engine.submit(engines.Task(0, range(2), batch))
        monkeypatch.setattr(engine.pool, "submit", gone)
        engine.submit(engines.Task(0, range(2, 4), batch))
        done = [engine.next(), engine.next()]
    finally:
        engine.close()
    assert sorted([row["index"] for found in done for row in found.rows]) == [0, 1, 2, 3]


def test_games_that_kill_every_process_end_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(fatal.AFTER, "1")
    told = {**GRID, "games": 4, "batch": 4, "grid": {}, "statistics": ["tests.lab.fatal:Fatal"]}
    with pytest.raises(engines.WorkerLost, match="died 4 times over games"):
        toy_study(told, tmp_path).run(jobs=2)


class Looks(dict[int, list[int]]):
    """What was played of a cell, and how often anybody looked for a batch."""

    count = 0

    def __contains__(self, at: object) -> bool:
        self.count += 1
        return super().__contains__(at)


class Slow(engines.Here):
    """Games that last so long that each is a task."""

    def next(self) -> engines.Done:
        return super().next()._replace(seconds=60.0)


def test_a_batch_costs_the_same_however_many_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million games are fifty thousand batches: to look at all of them for each would take hours."""

    def looks(games: int) -> int:
        data = {"title": "toy", "games": games, "batch": 1, "base": {"options": {"turns": 1}}}
        ledger = Ledger(toy_study(data, tmp_path / f"{games}").plan, parts)
        played = Looks()
        ledger.wins = [played]
        Runner(ledger, Slow()).run(nothing)
        return played.count

    parts = toy_study({"title": "toy"}, tmp_path / "none").parts
    monkeypatch.setattr(parts, "write", lambda *_: None)
    assert looks(160) < 6 * looks(40)


def test_what_is_left_is_not_counted_after_every_task() -> None:
    class Busy:
        def games_left(self) -> int:
            raise AssertionError("counted")

    runner = Runner(Busy(), engines.Here())  # type: ignore[arg-type]
    Progress().watch(runner)


def test_a_pack_is_unpacked_by_two_threads_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker of Dask may have several, which are one process."""
    monkeypatch.setattr(carried, "gettempdir", lambda: str(tmp_path))
    begun, go_on, main = threading.Event(), threading.Event(), threading.current_thread()
    really = Path.write_bytes

    def slowly(path: Path, content: bytes) -> int:
        if threading.current_thread() is not main:
            begun.set()
            assert go_on.wait(20)
        return really(path, content)

    monkeypatch.setattr(Path, "write_bytes", slowly)
    files = {"pack.toml": b"title", "text/en.toml": b"words"}
    with ThreadPoolExecutor(1) as other:
        slow = other.submit(carried.unpacked, files)
        assert begun.wait(20)
        quick = carried.unpacked(files)
        go_on.set()
        assert slow.result() == quick
    assert carried.packed(quick) == files
    assert [path.name for path in tmp_path.iterdir()] == [Path(quick).name]


@pytest.mark.parametrize("taken", ["open", "link"])
def test_a_pack_is_not_read_from_a_folder_that_others_could_fill(
    taken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name can be guessed, and everybody may write into the folder for passing files."""
    monkeypatch.setattr(carried, "gettempdir", lambda: str(tmp_path))
    files = {"pack.toml": b"title"}
    usual = Path(carried.unpacked(files))
    assert usual.stat().st_mode & 0o777 == 0o700
    if taken == "open":
        usual.chmod(0o777)
    else:
        usual.rename(tmp_path / "theirs")
        usual.symlink_to(tmp_path / "theirs")
    (usual / "pack.toml").write_bytes(b"another")
    (usual / "more.toml").write_bytes(b"another")
    ours = carried.unpacked(files)
    assert carried.packed(ours) == files
    assert Path(ours).stat().st_mode & 0o777 == 0o700
    assert carried.unpacked(files) == ours


class TalkingRay:
    """As much of Ray as the engine asks for; it prints, as Ray does of a node that is lost."""

    exceptions = SimpleNamespace(RayTaskError=KeyError, WorkerCrashedError=KeyError, NodeDiedError=KeyError)

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, int]:
        return {"CPU": 1}

    def remote(self, **_: int) -> Any:
        return lambda play: SimpleNamespace(remote=lambda *given: partial(play, *given))

    def wait(self, waiting: list[Any], num_returns: int) -> Any:
        print("(raylet) The node is dead")
        return waiting[:num_returns], waiting[num_returns:]

    def get(self, reference: Any) -> Any:
        return reference()


def test_what_ray_says_of_lost_nodes_is_no_part_of_what_a_study_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray_engine, "import_module", lambda _: TalkingRay())
    study = toy_study({"title": "toy", "games": 4, "batch": 2}, tmp_path).run(engine="ray")
    print("what it says")
    assert study.summary()["games"] == 4
    told = capsys.readouterr()
    assert told.out == "what it says\n"
    assert "The node is dead" in told.err


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    study = toy_study(GRID, tmp_path)
    lock = study.parts.lock()
    with pytest.raises(CannotWrite, match="another run plays into"):
        study.run()
    lock.release()


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    study = toy_study(GRID, tmp_path).run()
    part = study.parts.path(study.cells[1], range(20, 40))
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(CannotWrite, match=r"000020-000039\.parquet.*delete it to play it again"):
        study.summary()
    part.unlink()
    assert study.run().summary()["left"] == 0


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"data": [], "name": "x", "maker": ""}',
        '{"data": {"title": "toy"}, "name": 3, "maker": ""}',
        '{"data": {"title": "toy"}, "name": "x", "maker": ["tests.contract.toy:load"]}',
        "\xff",
    ],
)
def test_a_damaged_plan_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / plan.KEPT).write_bytes(text.encode("latin-1"))
    with pytest.raises(Misspelt, match=r"study\.json' is damaged; play the study again"):
        plan.kept(tmp_path)


@pytest.mark.parametrize("text", ["{", "[1]", '{"x": {}}'])
def test_damaged_times_are_named(tmp_path: Path, text: str) -> None:
    study = toy_study({"title": "toy"}, tmp_path)
    folder = tmp_path / "cells" / study.cells[0].key
    folder.mkdir(parents=True)
    (folder / "000000-000019.times.json").write_text(text)
    with pytest.raises(CannotWrite, match=r"times\.json' is damaged; delete it"):
        study.parts.times(study.cells[0])


def test_a_settled_comparison_stops_early_and_alike_for_any_number_of_workers(tmp_path: Path) -> None:
    one = toy_study(CONTEST, tmp_path / "one").run()
    two = toy_study(CONTEST, tmp_path / "two").run(jobs=2)
    assert one.summary() == two.summary()
    assert games_of(one) == games_of(two)
    cells = {cell["name"]: cell for cell in one.summary()["cells"]}
    early = cells["turns 1"]
    assert early["games"] < 200
    assert early["games"] % 20 == 0
    assert early["against_first"]["sure"]
    found = early["against_first"]
    assert found["evidence"] >= 3 / 0.05
    assert cells["base"]["games"] == max(cell["games"] for cell in cells.values())
    assert one.summary()["left"] == 0
    slow = cells["dug_in on"]["against_first"]
    assert cells["dug_in on"]["games"] == 200 or slow["sure"]


def test_evidence_is_the_mixture_of_all_chances() -> None:
    """The mean of p^better (1-p)^worse over all p, against one half: checked by summing."""
    for better, worse in product(range(4), range(4)):
        n = better + worse
        steps = 20_000
        mixed = sum(((i + 0.5) / steps) ** better * (1 - (i + 0.5) / steps) ** worse for i in range(steps)) / steps
        assert exp(compare.log_evidence(better, worse)) == pytest.approx(mixed * 2**n, rel=1e-6)


@pytest.mark.parametrize(("error", "looks"), [(0.05, 1), (0.05, 7), (0.2, 1)])
def test_the_sequential_test_keeps_its_error(error: float, looks: int) -> None:
    """The exact chance that it ever decides within 300 fair pairs, however often one looks."""
    chances = {0: 1.0}
    decided = 0.0
    for n in range(1, 301):
        after: dict[int, float] = {}
        for better, chance in chances.items():
            after[better] = after.get(better, 0.0) + chance / 2
            after[better + 1] = after.get(better + 1, 0.0) + chance / 2
        if n % looks == 0:
            ended = [better for better in after if compare.is_settled(better, n - better, error, 1)]
            decided += sum(after.pop(better) for better in ended)
        chances = after
    assert 0 < decided <= error


def test_more_comparisons_need_more_evidence() -> None:
    assert compare.is_settled(12, 1, 0.05, 1)
    assert not compare.is_settled(12, 1, 0.05, 20)
    assert compare.log_evidence(12, 1) == pytest.approx(log(2**13 / (14 * comb(13, 1))))


def test_the_interval_of_a_paired_difference_holds_the_truth() -> None:
    """Exact chance over all tables of 40 pairs with better 0.3, worse 0.1: about 95 in 100."""
    games, up, down = 40, 0.3, 0.1
    held = 0.0
    for better in range(games + 1):
        for worse in range(games + 1 - better):
            chance = comb(games, better) * comb(games - better, worse) * up**better * down**worse
            chance *= (1 - up - down) ** (games - better - worse)
            low, high = compare.paired_interval(better, worse, games)
            held += chance * (low <= up - down <= high)
    assert 0.94 < held < 0.97


def test_comparisons_go_by_pairs() -> None:
    found = compare.compare([1, 1, 0, 1], [0, 1, 0, 0, 1], 0.0, 1)
    assert (found.games, found.better, found.worse, found.difference) == (4, 2, 0, 0.5)
    assert not found.sure
    assert compare.compare([1] * 30, [0] * 30, 0.0, 1).sure


def test_shares_are_made_monotone() -> None:
    assert monotone([(1, 0.1, 10), (2, 0.3, 10), (3, 0.2, 30), (4, 0.6, 10)]) == pytest.approx([0.1, 0.225, 0.225, 0.6])
    assert monotone([(1, 0.9, 10), (2, 0.4, 10), (3, 0.5, 10)]) == pytest.approx([0.9, 0.45, 0.45])


@pytest.mark.parametrize(
    ("shares", "wanted", "at"),
    [
        ([(1, 0.2, 10), (3, 0.6, 10)], 0.5, 2.5),
        ([(1, 0.6, 10), (3, 0.2, 10)], 0.5, 1.5),
        ([(1, 0.2, 10), (2, 0.5, 10), (5, 0.5, 10), (6, 0.9, 10)], 0.5, 3.5),
        ([(1, 0.2, 10), (2, 0.3, 10)], 0.5, 2.0),
        ([(1, 0.7, 10), (2, 0.9, 10)], 0.5, 1.0),
        ([(1, 0.9, 10), (2, 0.7, 10)], 0.5, 2.0),
    ],
)
def test_the_crossing_is_read_between_values(shares: list[tuple[int, float, int]], wanted: float, at: float) -> None:
    assert crossing(shares, wanted) == pytest.approx(at)


class Coins(Tuner):
    """A tuner whose games are coins: at value v the side wins when the seed's number is below v/20."""

    def _play(self, values: Any, games: int) -> None:
        for value in values:
            thrown = [Tape(f"{self.wanted.seed}/{i}").below(2000) for i in range(games)]
            self.wins[value] = [int(number < 100 * value) for number in thrown]


@pytest.mark.parametrize("wanted", [0.3, 0.5, 0.8])
def test_tuning_finds_a_known_value_within_its_interval(
    wanted: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kurgan.lab.study.tune.RESAMPLES", 200)
    held = 0
    for seed in range(20):
        told = Wanted(Source("advance"), "starting_morale", wanted, seed=f"{seed}", games=100)
        found = Coins(told, tmp_path, lambda study: study).run()
        held += found["low"] <= 20 * wanted <= found["high"]
        assert abs(found["value"] - found["estimate"]) <= 1.5
        assert found["reached"]
    assert held >= 17


def test_tuning_plays_and_says_what_it_played(tmp_path: Path) -> None:
    told = Wanted(Source("toy", "", TOY), "turns", 0.4, games=20, check=10, seed="t", bots={"red": "random"})
    found = tune(told, tmp_path)
    assert found["bots"] == {"red": "random", "blue": "greedy:1"}
    assert {line["value"] for line in found["values"]} <= {1, 2, 3, 4, 5}
    assert found["check"]["games"] == 10
    assert found["low"] <= found["estimate"] <= found["high"]
    assert found == tune(told, tmp_path / "again", jobs=2)
    json.dumps(found)


def test_only_numbers_can_be_tuned() -> None:
    game: Any = toy.load()
    assert candidates(game, Wanted(Source("toy"), "turns", 0.5)) == [1, 2, 3, 4, 5]
    assert candidates(game, Wanted(Source("toy"), "turns", 0.5, lowest=2, highest=4)) == [2, 3, 4]
    with pytest.raises(Misspelt, match="fewer than two whole numbers"):
        candidates(game, Wanted(Source("toy"), "dug_in", 0.5))
    with pytest.raises(Misspelt, match="unknown option 'trns'"):
        candidates(game, Wanted(Source("toy"), "trns", 0.5))
