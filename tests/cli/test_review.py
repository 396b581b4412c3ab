"""``kurgan review``: accounts, curve and decisions of one seat, kept beside the record."""

import json
import os
from pathlib import Path

import pytest

from kurgan.bots.playing_on import PlayingOn
from tests.cli.conftest import Run


def given_up(run: Run, title: str, scenario: str, rival: str) -> Path:
    """The beginning of a game by bots; then the Soviet player gives up."""
    made = run("new", title, "--scenario", scenario, "--seed", "review", "-o", "g.kurgan")
    assert made.status == 0
    run("auto", "g.kurgan", "--bot", f"{rival}=greedy:1", "--bot", "soviet=random", "--decisions", 24)
    assert run("resign", "g.kurgan", "--seat", "soviet").status == 0
    return Path("g.kurgan")


@pytest.fixture
def game(run: Run) -> Path:
    """One whose positions are judged at a look."""
    return given_up(run, "inferno", "one_vs_one", "german")


@pytest.fixture
def played_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One whose positions are judged by quick games, by fewer of them than usual."""
    monkeypatch.setattr("kurgan.bots.coach.TRIED", 2)
    monkeypatch.setattr(PlayingOn.results, "__defaults__", ((), 0, 4))
    return given_up(run, "roads", "wintergewitter", "axis")


def test_a_review_adds_up_and_is_kept_beside_the_record(run: Run, game: Path) -> None:
    found = run("review", game, "--seat", "soviet", "--json").json()
    accounts = found["accounts"]
    parts = sum(accounts[part] for part in ("luck", "own", "other", "rest"))
    assert accounts["start"] + parts == pytest.approx(accounts["end"])
    assert accounts["end"] == pytest.approx(0, abs=1e-9), "given up is lost"
    beside = Path("g.kurgan.review-soviet.json")
    assert beside.stat().st_mode & 0o077 == 0 or os.name == "nt"
    kept = json.loads(beside.read_text())
    beside.write_text(json.dumps({**kept, "decided": 4711}))
    told = run("review", game, "--seat", "soviet").out
    assert "4711 decisions" in told, "what was kept is used again"
    assert "from what Soviet knew at the time" in told or "from what the Soviet side knew at the time" in told
    assert "not explained" in told
    assert "4711" not in run("review", game, "--seat", "soviet", "--anew").out
    beside.write_text("{")
    assert run("review", game, "--seat", "soviet", "--json").json() == found, "the same game, the same review"


def test_a_review_speaks_the_language_of_who_asks(run: Run, played_on: Path) -> None:
    """What was kept in English is told in Spanish, every line of it."""
    english = run("review", played_on, "--seat", "soviet").out
    spanish = run("--language", "es", "review", played_on, "--seat", "soviet").out
    for word in ("decisiones propias", "sin explicar", "derrota", "sabía entonces"):
        assert word in spanish, word
    same = set(english.splitlines()) & set(spanish.splitlines())
    assert all("|" in line or not line.strip() for line in same), same
    assert "¿el análisis de quién?" in run("--language", "es", "review", played_on).refused()


def test_whose_review_must_be_said_and_only_counted_scenarios_have_one(run: Run, game: Path) -> None:
    assert "--seat german | --seat soviet" in run("review", game).refused()
    assert "unknown seat 'rad'" in run("review", game, "--seat", "rad").refused()
    run("new", "roads", "--scenario", "campaign", "--seed", "x", "-o", "c.kurgan")
    told = run("review", "c.kurgan", "--seat", "axis").refused()
    assert "games of On the Brink of Disaster were counted (99 % won by Axis) and taught nothing" in told
    assert not Path("c.kurgan.review-axis.json").exists()
