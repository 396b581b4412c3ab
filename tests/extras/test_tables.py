"""The examples of docs/reference/tables.md, run as they stand there: the libraries of others read our Parquet."""

import re
from pathlib import Path
from typing import Any

import pytest

from kurgan.bots import Source
from kurgan.lab.dataset import dataset
from kurgan.lab.study import Study

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "tables.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    told = {
        "title": "advance",
        "games": 6,
        "seed": "s",
        "statistics": ["rules"],
        "grid": {"options": {"starting_morale": [15, 19]}},
    }
    Study.of(told, made / "morale.study", "morale").run()
    dataset(Source("advance"), 12, made / "advance.dataset", seed="s")
    return made


@pytest.mark.parametrize("example", EXAMPLES, ids=["pandas", "polars", "duckdb"])
def test_an_example_runs(example: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec(example, names)
    assert len(names["shares"]) == 2
    assert names["decisions"] > 100
