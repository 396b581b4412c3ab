"""The same study on Dask workers that are processes of their own, one of which is killed in the middle."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.bots import Source
from kurgan.kernel.protocol import Misspelt
from kurgan.lab.ladder import ladder
from kurgan.lab.study import Study
from kurgan.lab.study.carried import packed
from kurgan.lab.study.engines import WorkerLost, engine
from kurgan.lab.study.ledger import Runner
from tests.lab import fatal

distributed: Any = pytest.importorskip("distributed", reason="no Dask: pip install 'kurgan[dask]'")
dask: Any = pytest.importorskip("dask")

pytestmark = pytest.mark.filterwarnings("ignore")

STUDY = {
    "title": "advance",
    "games": 48,
    "batch": 8,
    "seed": "s",
    "statistics": ["rules"],
    "grid": {"options": {"starting_morale": [19, 12, 17]}},
    "stop": {"error": 0.05},
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as made:
        yield made


def table(study: Study) -> list[Any]:
    found: list[Any] = study.parts.parquet.read_table(study.folder / "games.parquet").to_pylist()
    return found


def test_a_worker_that_is_killed_costs_no_game(tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Study.of(STUDY, tmp_path / "here").run()
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", cluster.scheduler_address)
    killed: list[int] = []

    def kill_a_worker(runner: Runner) -> None:
        client = getattr(runner.engine, "client")  # noqa: B009 - only this engine has one
        if not killed and runner.games:
            workers = client.run(os.getpid)
            assert os.getpid() not in workers.values()
            killed.append(sorted(workers.values())[0])
            os.kill(killed[0], signal.SIGKILL)

    there = Study.of(STUDY, tmp_path / "there").run(engine="dask", watch=kill_a_worker)
    assert killed
    assert there.summary() == here.summary()
    assert table(there) == table(here)


def test_a_pack_travels_along(tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", cluster.scheduler_address)
    pack = tmp_path / "pack"
    for name, content in packed(str(games.folder("advance") / "data")).items():
        (pack / name).parent.mkdir(parents=True, exist_ok=True)
        (pack / name).write_bytes(content)
    few = {**STUDY, "games": 16}
    here = Study.of(few, tmp_path / "here").run()
    carried = Study.of({**few, "pack": str(pack)}, tmp_path / "carried").run(engine="dask")
    assert table(carried) == table(here)


def test_a_ladder_plays_there_too(tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", cluster.scheduler_address)
    told = [
        ladder(Source("inferno"), ["random"], 4, tmp_path / name, scenario="one_vs_one", seed="l", engine_name=name)
        for name in ("local", "dask")
    ]
    counts = [[(row["seat"], row["games"], row["decided"], row["won"]) for row in rows] for rows in told]
    assert counts[0] == counts[1]


def test_games_that_kill_every_worker_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a cluster of its own, whose processes learn from their environment that they are to die."""
    monkeypatch.setenv(fatal.AFTER, "1")
    told = {"title": "advance", "games": 4, "seed": "s", "statistics": ["tests.lab.fatal:Fatal"]}
    with pytest.raises(WorkerLost, match="lost again and again"):
        Study.of(told, tmp_path / "fatal").run(engine="dask", jobs=1)


def test_a_scheduler_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", "tcp://127.0.0.1:9")
    with dask.config.set({"distributed.comm.timeouts.connect": "100ms"}), pytest.raises(Misspelt, match="no Dask"):
        engine("dask", 1)
