"""The bot of examples/pupil: taught by a few games, examined, installed by its entry point, and at play."""

import sys
from pathlib import Path
from typing import Any

import pytest

from kurgan.bots import Source
from kurgan.lab import simulate
from kurgan.lab.dataset import dataset
from tests.plugins.installed import distribution, kurgan

pytest.importorskip("sklearn", reason="no sklearn: pip install scikit-learn")

SOURCES = Path(__file__).parents[2] / "examples" / "pupil" / "src"

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten games by chance: little to learn from, but what is legal and what is often the only answer."""
    folder = tmp_path_factory.mktemp("school") / "advance.dataset"
    dataset(Source("advance"), 10, folder, scenario="factory", seed="school")
    return folder


@pytest.fixture
def pupil(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The package as installed, with weights of its own."""
    monkeypatch.syspath_prepend(str(SOURCES))
    import pupil as found

    monkeypatch.setattr(found, "WEIGHTS", tmp_path / "weights.npz")
    found.learned.cache_clear()
    yield found
    found.learned.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "pupil"]:
        del sys.modules[name]


def test_it_learns_is_examined_and_plays(pupil: Any, school: Path) -> None:
    from pupil import train

    train.teach(school, 2)
    mark = train.examine(train.read(school, "test"))
    assert 0 < mark.right <= mark.count
    assert 0 < mark.by_lot < 1
    batch = [
        simulate(Source("advance"), 1, scenario="factory", bots={"german": "pupil:Pupil"}, seed="s") for _ in range(2)
    ]
    assert batch[0].rows == batch[1].rows
    other = simulate(Source("inferno"), 1, scenario="solo", bots={"german": "pupil:Pupil"}, seed="s")
    assert other.summary["games"] == 1


def test_inputs_are_the_values_that_were_met(pupil: Any) -> None:
    np = pytest.importorskip("numpy")
    inputs = pupil.Inputs.of(np.array([[3, -1], [5, 0]]))
    assert inputs.count == 5
    at, met = inputs.lit(np.array([[3, -1], [4, 0], [5, 1], [2, -2]]))
    assert at[:2].tolist() == [[0, 3], [1, 4]]
    assert met.tolist() == [[True, True], [True, True], [True, False], [False, False]]


def test_untaught_it_says_so_in_one_line_and_installed_it_is_listed(tmp_path: Path) -> None:
    distribution(tmp_path, "kurgan-pupil", {"pupil": "pupil:Pupil"}, group="kurgan.bots")
    made = tmp_path / "made" / "pupil"
    made.mkdir(parents=True)
    (made / "__init__.py").write_bytes((SOURCES / "pupil" / "__init__.py").read_bytes())
    said = kurgan("sim", "advance", "--games", "1", "--bot", "german=pupil", path=[tmp_path, tmp_path / "made"])
    assert said.status
    assert "has not been taught yet" in said.err
    assert "Traceback" not in said.err
