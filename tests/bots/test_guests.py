"""Bots of others: by entry point everywhere, by class where whoever runs the program names it, and never otherwise."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kurgan
from kurgan import bots, lab
from kurgan.bots import guests
from kurgan.lab import ladder
from kurgan.lab.study import plan
from tests.cli.conftest import Run, run  # noqa: F401  a fixture
from tests.plugins.installed import distribution
from tests.table.helpers import players, table

CODE = '''
from kurgan.bots import Move

class Last:
    """Always the last answer of the list. Nothing more."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, game, view, legal, note):
        return Move(legal[-1], f"{len(note)}")

class Liar(Last):
    def choose(self, game, view, legal, note):
        return max(legal) + 1

class Clumsy(Last):
    def choose(self, game, view, legal, note):
        return legal[0] / 0

def maker(seed):
    raise AssertionError("only classes are made")
'''
SEATS = {"german": "guest_bots:Last"}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution with a bot that works, one that does not import and one of our name."""
    (tmp_path / "guest_bots.py").write_text(CODE, encoding="utf-8")
    points = {"last": "guest_bots:Last", "gone": "guest_bots:Nobody", "greedy": "guest_bots:Last"}
    distribution(tmp_path, "kurgan-last", points, group="kurgan.bots")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield tmp_path
    sys.modules.pop("guest_bots", None)
    forget()


def forget() -> None:
    guests.entries.cache_clear()
    guests._class_or_why.cache_clear()


def test_an_installed_bot_is_listed_and_ours_keep_their_names(installed: Path) -> None:
    assert bots.kinds()[len(bots.OURS) :] == (
        bots.BotKind("last", "Always the last answer of the list. Nothing more", 1, 1),
    )
    assert isinstance(bots.make("greedy"), bots.Greedy)
    [told] = bots.broken()
    assert "'gone' cannot be imported" in told and "kurgan-last" in told
    with pytest.raises(ValueError, match="kurgan-last"):
        bots.make("gone")


def test_an_installed_bot_thinks_in_a_process_as_the_table_asks_it(installed: Path) -> None:
    board = kurgan.load("advance").start("campaign", seed="guest")
    view, legal = board.game.view(board.s, 0), board.game.legal(board.s)
    with bots.Worker(bots.Source("advance"), "last", limit=300) as worker:
        assert worker.choose(view.to_json(), legal, "abc") == bots.Move(legal[-1], "3")
        assert worker.hint(view.to_json(), legal)["actions"] == [board.game.spell(board.s, legal[-1])]


def test_a_class_plays_in_the_lab_and_at_a_board(installed: Path, tmp_path: Path) -> None:
    source = bots.Source("advance")
    batch = lab.simulate(source, 1, scenario="factory", bots=SEATS, seed="1")
    assert batch.summary["bots"]["german"] == "guest_bots:Last"
    rows = ladder.ladder(source, ["guest_bots:Last"], 1, tmp_path / "ladder.jsonl", scenario="factory")
    assert rows[0]["bot"] == "guest_bots:Last"
    text = 'title = "advance"\ngames = 1\n[base]\nbots = {german = "guest_bots:Last"}\n'
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    assert plan.read(tmp_path / "study.toml").cells[0].bots["german"] == "guest_bots:Last"
    board = kurgan.load("advance").start("factory", seed="1")
    assert board.bot("guest_bots:Last").choose() == board.legal[-1]
    assert board.bot(sys.modules["guest_bots"].Last).choose() == board.legal[-1]


def test_a_class_plays_on_in_a_record_but_no_record_names_one(run: Run, installed: Path, tmp_path: Path) -> None:  # noqa: F811
    """A record comes from anybody: what it names must have been installed by whoever opens it."""
    record = str(tmp_path / "game.kurgan")
    refused = run("new", "advance", "--bot", "german=guest_bots:Last", "-o", record)
    assert refused.status == 2 and "unknown bot 'guest_bots:Last'" in refused.err
    assert run("new", "advance", "--person", "german", "-o", record).status == 0
    assert run("auto", record, "--bot", "german=guest_bots:Last", "--decisions", "1").status == 0
    for name in ("guest_bots:Last", "os:system", "kurgan.bots:Greedy"):
        with pytest.raises(ValueError, match="unknown bot"):
            bots.make(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("guest_bots:maker", "a bot is a class with choose"),
        ("os:system", "a bot is a class with choose"),
        ("guest_bots:Nobody", "cannot be imported"),
        ("no_such_module:Bot", "cannot be imported"),
    ],
)
def test_what_is_no_bot_is_refused_in_one_line(run: Run, installed: Path, name: str, why: str) -> None:  # noqa: F811
    said = run("sim", "advance", "--games", "1", "--bot", f"german={name}")
    assert said.status == 2
    assert why in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(("name", "why"), [("Liar", "none of the"), ("Clumsy", "broke down (ZeroDivisionError")])
def test_a_bot_that_answers_wrongly_ends_with_its_name(run: Run, installed: Path, name: str, why: str) -> None:  # noqa: F811
    said = run("sim", "advance", "--games", "1", "--bot", f"german=guest_bots:{name}")
    assert said.status == 2
    assert f"the bot 'guest_bots:{name}' " in said.err
    assert why in said.err


def test_a_file_of_this_folder_can_be_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    (tmp_path / "near_bots.py").write_text(CODE, encoding="utf-8")
    said = run("sim", "advance", "--games", "1", "--scenario", "factory", "--bot", "german=near_bots:Last")
    assert said.status == 0, said.err


def test_at_the_table_only_installed_bots_take_a_seat(installed: Path, tmp_path: Path) -> None:
    """They are offered in the lobby, and no visitor names a class."""
    with table(tmp_path) as app, players(app) as [anna]:
        assert "last" in [bot["name"] for bot in anna.hello["bots"]]
        for name in ("guest_bots:Last", "os:system"):
            body = {"title": "advance", "seats": {"german": {"kind": "bot", "bot": name}}}
            assert "unknown bot" in str(anna.post("/games", body, 422))
        game = anna.new(scenario="factory", seats={"german": {"kind": "bot", "bot": "last"}})
        assert anna.look(game)["seats"][0]["bot"] == "last"
