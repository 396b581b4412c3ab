"""The same study on a Ray cluster of several nodes, one of which is lost in the middle."""

from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.lab.study import Study
from kurgan.lab.study.carried import packed, unpacked
from kurgan.lab.study.ledger import Runner

ray: Any = pytest.importorskip("ray", reason="no Ray: pip install 'kurgan[ray]'")
cluster_utils: Any = pytest.importorskip("ray.cluster_utils", reason="no Ray")

pytestmark = pytest.mark.filterwarnings("ignore")

STUDY = {"title": "advance", "games": 48, "batch": 8, "seed": "s", "grid": {"options": {"starting_morale": [19, 12]}}}


def table(study: Study) -> list[Any]:
    found: list[Any] = study.parts.parquet.read_table(study.folder / "games.parquet").to_pylist()
    return found


def test_a_cluster_that_loses_a_node_ends_with_the_same_games(tmp_path: Path) -> None:
    here = Study.of(STUDY, tmp_path / "here").run()
    pack = tmp_path / "pack"
    for name, content in packed(str(games.folder("advance") / "data")).items():
        (pack / name).parent.mkdir(parents=True, exist_ok=True)
        (pack / name).write_bytes(content)
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    lost: list[Any] = []

    def lose_a_node(runner: Runner) -> None:
        if not lost and runner.games:
            lost.append(nodes[1])
            cluster.remove_node(nodes[1], allow_graceful=False)

    try:
        ray.init(address=cluster.address, log_to_driver=False)
        there = Study.of(STUDY, tmp_path / "there").run(engine="ray", watch=lose_a_node)
        carried = Study.of({**STUDY, "pack": str(pack)}, tmp_path / "carried").run(engine="ray")
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert lost
    assert there.summary() == here.summary()
    assert table(there) == table(here)
    assert table(carried) == table(here)


def test_a_pack_travels_whole(tmp_path: Path) -> None:
    folder = games.folder("advance") / "data"
    assert packed(unpacked(packed(str(folder)))) == packed(str(folder))
