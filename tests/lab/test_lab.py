"""Batches, fuzz and bench, on the toy title."""

import csv
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kurgan import lab
from kurgan.bots import Source
from kurgan.commands import records
from kurgan.kernel.protocol import Event, Game, Misspelt, Outcome
from kurgan.lab import fresh
from kurgan.lab.summary import wilson
from kurgan.session.logs import MemoryLog
from kurgan.session.verify import verify
from tests.contract import toy

TOY = Source("toy", "", "tests.contract.toy:load")
BROKEN = Source("toy", "", "tests.lab.broken:load")


class BanksWon:
    """A statistic as a user would write it."""

    def before(self, game: Game, s: Any) -> None:
        self.won = 0

    def on_event(self, event: Event) -> None:
        self.won += event.kind == toy.BANK_WON

    def after(self, game: Game, s: Any, outcome: Outcome) -> dict[str, float]:
        assert self.won == sum(s.red)
        return {"banks won": self.won}


def test_the_summary_is_the_same_for_any_number_of_jobs() -> None:
    one = lab.simulate(TOY, 60, seed="s", bots={"red": "greedy:1"}, accumulators=[BanksWon])
    two = lab.simulate(TOY, 60, seed="s", bots={"red": "greedy:1"}, accumulators=[BanksWon], jobs=2)
    assert one == two
    assert one.summary["bots"] == {"red": "greedy:1", "blue": "random"}
    assert lab.simulate(TOY, 60, seed="t").summary["outcomes"] != one.summary["outcomes"]


def test_the_summary_has_the_promised_shape() -> None:
    summary = lab.simulate(TOY, 40, seed="s", scenario="long", options={"turns": "2"}).summary
    assert summary["games"] == 40
    assert summary["seed"] == "s"
    assert summary["options"] == {"dug_in": "off", "turns": "2"}
    assert sum(outcome["count"] for outcome in summary["outcomes"].values()) == 40
    for outcome in summary["outcomes"].values():
        assert list(outcome) == ["count", "share", "low", "high"]
        assert outcome["low"] < outcome["share"] < outcome["high"]
    assert summary["decisions"]["min"] <= summary["decisions"]["mean"] <= summary["decisions"]["max"]
    json.dumps(summary)


def test_accumulators_become_columns_and_measures() -> None:
    batch = lab.simulate(TOY, 30, seed="s", accumulators=[BanksWon, lab.RuleCounts])
    won = [row["banks won"] for row in batch.rows]
    assert batch.summary["measures"]["banks won"]["mean"] == sum(won) / 30
    assert "rule 3.6" in batch.summary["measures"]


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 2, 0.0945, 0.9055), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_gives_the_published_intervals(count: int, games: int, low: float, high: float) -> None:
    found = wilson(count, games)
    assert found[0] == pytest.approx(low, abs=5e-5)
    assert found[1] == pytest.approx(high, abs=5e-5)


def test_rows_are_written_as_csv_and_parquet(tmp_path: Path) -> None:
    rows = lab.simulate(TOY, 5, seed="s", accumulators=[BanksWon]).rows
    lab.write(rows, tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    assert [int(row["index"]) for row in read] == [0, 1, 2, 3, 4]
    assert [row["outcome"] for row in read] == [row["outcome"] for row in rows]
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is an extra")
    lab.write(rows, tmp_path / "games.parquet")
    assert parquet.read_table(tmp_path / "games.parquet").to_pylist() == rows
    with pytest.raises(lab.CannotWrite, match=r"\.csv or \.parquet"):
        lab.write(rows, tmp_path / "games.txt")
    with pytest.raises(lab.CannotWrite, match="cannot write"):
        lab.write(rows, tmp_path / "nowhere" / "games.csv")


def test_parquet_without_pyarrow_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(lab.CannotWrite, match=r"kurgan\[lab\]"):
        lab.write([], tmp_path / "games.parquet")


def test_bad_batches_are_refused() -> None:
    with pytest.raises(Misspelt, match="unknown seat 'green'"):
        lab.simulate(TOY, 1, bots={"green": "random"})
    with pytest.raises(ValueError, match="unknown bot"):
        lab.simulate(TOY, 1, bots={"red": "grandmaster"})
    with pytest.raises(Misspelt, match="at least 1"):
        lab.simulate(TOY, 0)
    with pytest.raises(Misspelt, match="unknown scenario"):
        lab.simulate(TOY, 1, scenario="shrot")


def test_a_game_that_breaks_off_names_its_seed() -> None:
    with pytest.raises(lab.GameFailed, match=r"seed 's/\d+'.*RuntimeError: the bridge is gone"):
        lab.simulate(BROKEN, 30, seed="s")


def test_fuzz_finds_nothing_in_a_sound_title() -> None:
    report = lab.fuzz(TOY, 60, seed="f")
    assert report["errors"] == []
    assert report["games"] == 60
    assert report["decisions"] > 100
    assert report == lab.fuzz(TOY, 60, seed="f", jobs=2)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("crash", "the bridge is gone"),
        ("check", "a counter was lost"),
        ("copy", "became different|copy is not equal"),
        ("codec", "saved and loaded"),
        ("leak", "imagines looks different|depend on what it cannot see"),
        ("refusal", "but refused"),
        ("stale", "the refusal of 'attack .*' at '.*' changes by saving and loading"),
        ("text", "read back as another one"),
    ],
)
def test_fuzz_finds_each_kind_of_fault_and_shows_it(fault: str, message: str, tmp_path: Path) -> None:
    """Every seeded fault is found, and the record it names leads to the place."""
    source = Source(fault, "", "tests.lab.broken:load")
    report = lab.fuzz(source, 20, seed="f", folder=str(tmp_path), positions=5)
    assert report["errors"], f"the fault '{fault}' was not found"
    error = report["errors"][0]
    assert __import__("re").search(message, error["error"])
    assert error["scenario"] in ("short", "long")
    assert set(error["options"]) == {"dug_in", "turns"}
    texts = Path(error["record"]).read_text(encoding="utf-8").splitlines()
    sound = toy.Toy()
    assert verify(MemoryLog(texts), lambda _: sound).ok
    assert json.loads(texts[0])["seed"] == error["seed"]


def test_one_answer_in_n_is_compared_with_its_position_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every one of the first by default; as many as asked for otherwise, and the games stay the same."""
    compared: list[int] = []
    monkeypatch.setattr(fresh, "compare", lambda *given: compared.append(given[-1]))
    counts = {}
    for one_in in (0, 1, 10**9):
        compared.clear()
        report = lab.fuzz(TOY, 5, seed="f", fresh=one_in)
        counts[one_in] = len(compared), report["decisions"]
    assert counts[0] == counts[1]
    assert counts[1][0] > counts[1][1], "throws are compared too"
    assert counts[10**9] == (0, counts[1][1])
    compared.clear()
    monkeypatch.setattr(import_module("kurgan.lab.fuzz"), "FIRST_GAMES", 0)
    lab.fuzz(TOY, 5, seed="f")
    assert 0 < len(compared) < counts[1][0] / 5


def test_positions_are_written_and_read_at_as_many_moments_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    monkeypatch.setattr(fresh, "written", lambda *given: written.append(given[1].key()))
    assert lab.fuzz(TOY, 10, seed="f", scenario="long", positions=3)["errors"] == []
    assert len(written) == 30
    assert len(set(written)) > 20


def test_fuzz_varies_scenario_and_options_unless_given() -> None:
    from kurgan.kernel.chance import Tape
    from kurgan.lab.fuzz import vary

    game = toy.Toy()
    seen = {tuple(vary(game, "short", Tape(str(i))).items()) for i in range(40)}
    assert len({dict(options)["turns"] for options in seen}) > 2
    assert len({dict(options)["dug_in"] for options in seen}) == 2
    with pytest.raises(Misspelt):
        lab.fuzz(TOY, 1, scenario="nothing")


def test_bench_reports_the_promised_figures() -> None:
    report = lab.bench(TOY, seconds=0.5)
    assert report["game"] == "toy"
    assert report["compiled"] is False  # the toy is never compiled
    assert report["decisions_per_second"] > 0
    assert report["copies_per_second"] > 0
    assert set(report["odds_ms"]) == {"typical", "worst"}
    assert report["odds_ms"]["typical"] <= report["odds_ms"]["worst"]
    assert report["calibration"] > 0


def test_every_record_of_a_fuzz_can_be_kept_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = lab.fuzz(Source("advance"), 3, seed="keep", folder=str(tmp_path), thorough=False, keep=True)
    kept = sorted(tmp_path.iterdir())
    assert report["errors"] == []
    assert report["verified"] == len(kept) == 3
    assert records.verify(kept, as_json=False)
    lines = kept[1].read_text(encoding="utf-8").splitlines(keepends=True)
    kept[1].write_text("".join([*lines[:20], *lines[21:]]), encoding="utf-8")
    assert not records.verify(kept, as_json=False)
    told = capsys.readouterr()
    assert told.out.count("lines fit; dice") == 5
    assert f"{kept[1]}: line 21" in told.err
