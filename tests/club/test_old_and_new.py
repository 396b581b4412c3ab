"""Old and new processes at one table at the same time: each does only what its rules can do, and nothing is lost."""

import copy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from kurgan import games
from kurgan.kernel.protocol import Game
from kurgan.session import jobs
from kurgan.session.store import Store
from kurgan.session.tables import JOBS, RESULTS
from kurgan.table.processes import job_runner
from kurgan.table.server import make_app
from tests.club.cluster import database_of, need_postgresql
from tests.club.test_two_tables import at_the_other
from tests.table.helpers import HOST, Player
from tests.table.test_hosts import soon

BOT = {"german": {"kind": "bot", "bot": "random"}}


@pytest.fixture(autouse=True)
def postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    need_postgresql()
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.05)


class Upgraded:
    """The titles as a newer Kurgan has them: the rules of each are one version further."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, str, str], Any] = {}

    def load(self, name: str, pack: str = "", language: str = "en") -> Game[Any, Any]:
        key = (name, pack, language)
        if key not in self._loaded:
            known: Any = games.load(name, pack, language)
            fresh = copy.copy(known)
            fresh.rules_version = known.rules_version + 1
            self._loaded[key] = fresh
        found: Game[Any, Any] = self._loaded[key]
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(games, name)


@contextmanager
def old_and_new(folder: Path, new_plays: bool = True) -> Iterator[tuple[Player, Player]]:
    """The same person at a table of the old version and at one of the new; both do jobs."""
    stores = [Store(database_of(folder)) for _ in range(2)]
    fast = dict.fromkeys(("rate", "burst", "seat_rate", "seat_burst", "code_rate", "code_burst"), 1e6)
    more: Any = {"url": HOST, "bot_pause": 0, **fast}
    old_app = make_app(games, stores[0], **more)
    new_app = make_app(Upgraded(), stores[1], plays_bots=new_plays, **more)
    try:
        with TestClient(old_app, base_url=HOST) as old, TestClient(new_app, base_url=HOST) as new:
            anna = Player(old)
            yield anna, at_the_other(anna, Player(new))
    finally:
        for store in stores:
            store.close()


def looked_up(folder: Path, wanted: Any) -> list[tuple[Any, ...]]:
    store = Store(database_of(folder))
    try:
        return store.read(lambda c: [tuple(row) for row in c.execute(wanted)])
    finally:
        store.close()


def waiting(folder: Path) -> list[tuple[Any, ...]]:
    """Jobs that nobody has taken, and how often each was tried."""
    free = JOBS.c.taken == jobs.FREE
    return looked_up(folder, select(JOBS.c.kind, JOBS.c.key, JOBS.c.tries).where(free).order_by(JOBS.c.kind))


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when a process has met a job that it leaves to others."""
    met, real = threading.Event(), jobs.leave

    def noting(*given: Any) -> None:
        met.set()
        real(*given)

    monkeypatch.setattr(jobs, "leave", noting)
    return met


def number_of(player: Player, game: str) -> int:
    return int(player.look(game)["number"])


def test_a_bot_of_newer_rules_is_played_for_by_who_knows_them(tmp_path: Path, left: threading.Event) -> None:
    """The old process takes its job now and then, and leaves it: no try is counted, nothing is said to have broken."""
    with old_and_new(tmp_path, new_plays=False) as (old, new):
        game, key = new.new(scenario="campaign", seats=BOT), dict(new.client.cookies)
        assert left.wait(60), "the old process never met the job"
        soon(lambda: waiting(tmp_path) == [(jobs.BOT, game, 0)])
        assert old.get(f"/games/{game}", 503)["code"] == "newer"
        number = number_of(new, game)
        assert "broke down" not in str(new.look(game))
    with old_and_new(tmp_path) as (_, new):
        new.client.cookies.update(key)
        soon(lambda: number_of(new, game) > number)


def test_an_end_under_newer_rules_is_noted_although_an_old_process_met_it(
    tmp_path: Path, left: threading.Event
) -> None:
    """It was taken for a game that nobody can open any more, and the result was lost."""
    with old_and_new(tmp_path, new_plays=False) as (_, new):
        seats = {"soviet": {"kind": "me"}, "german": {"kind": "bot", "bot": "random"}}
        game = new.new("inferno", scenario="one_vs_one", seats=seats)
        new.post(f"/games/{game}/resign", {"seat": "soviet"})
        assert left.wait(60)
        soon(lambda: (jobs.RESULT, game, 0) in waiting(tmp_path))
    with old_and_new(tmp_path):
        soon(lambda: not waiting(tmp_path))
    ended = select(RESULTS.c.game, RESULTS.c.seat, RESULTS.c.result).order_by(RESULTS.c.seat)
    assert looked_up(tmp_path, ended) == [(game, "german", "won"), (game, "soviet", "lost")]


def test_a_game_that_both_know_is_played_at_both(tmp_path: Path) -> None:
    """Begun at the old one it goes on there until the new one has written a line of it."""
    with old_and_new(tmp_path) as (old, new):
        game = old.new(scenario="campaign")
        old.act(game, old.look(game)["question"]["choices"][0]["action"])
        number = number_of(old, game)
        assert number_of(new, game) == number
        new.act(game, new.look(game)["question"]["choices"][0]["action"])
        assert old.get(f"/games/{game}", 503)["code"] == "newer"
        new.act(game, new.look(game)["question"]["choices"][0]["action"])
        assert number_of(new, game) > number
