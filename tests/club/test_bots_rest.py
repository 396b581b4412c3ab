"""Bots think for everybody: those of one person's games have a share of it."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import func, select, update

from kurgan import bots
from kurgan.session.tables import JOBS, LINES, RATES
from kurgan.table.guard.quotas import Quotas
from kurgan.table.processes import job_runner
from tests.club.cluster import need_postgresql
from tests.table.helpers import CHOSEN, Player, players, table
from tests.table.test_desk import place_of
from tests.table.test_exports import rows_in
from tests.table.test_hosts import soon
from tests.table.test_pace import written

BOT = {"german": {"kind": "bot", "bot": "random"}}


@contextmanager
def slowly(player: Player, what: str) -> Iterator[None]:
    """Something about people that is written late."""
    people = place_of(player).rooms.people
    real = getattr(people, what)

    def late(*words: Any) -> None:
        time.sleep(1.0)
        real(*words)

    with patch.object(people, what, late):
        yield


def hurried(folder: Path) -> bool:
    """Jobs that were laid down are due. To be said again and again: who shows trouble has yet to lay his down."""
    with written(folder) as write:
        write(update(JOBS).values(due=0))
    return True


def test_bots_rest_when_they_have_thought_enough_for_one_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks is told; when there is time again they go on by themselves."""
    need_postgresql()  # one process on a file has its bots to itself: nobody else waits for them
    monkeypatch.setitem(CHOSEN, "database", "postgresql")
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)
    with table(tmp_path, quotas=Quotas(bot_minutes=60)) as app, players(app, 1) as (anna,):
        first = anna.new(scenario="campaign", seats=BOT)
        soon(lambda: anna.look(first)["number"] > 3)
        with written(tmp_path) as write:
            write(update(RATES).values(left=-1e6))
        game = anna.new(scenario="campaign", seats=BOT)
        soon(lambda: "as long as they may" in str(anna.look(game)))
        number = anna.look(game)["number"]
        with written(tmp_path) as write:
            write(update(RATES).values(left=1e6))
        soon(lambda: hurried(tmp_path) and anna.look(game)["number"] > number)
        assert "as long as they may" not in str(anna.look(game))


def test_bots_of_a_new_game_think_at_the_cost_of_whoever_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first line woke them before it was written who that was: they thought at nobody's cost."""
    need_postgresql()
    monkeypatch.setitem(CHOSEN, "database", "postgresql")
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)
    with table(tmp_path, quotas=Quotas(bot_minutes=60)) as app, players(app, 1) as (anna,):
        with slowly(anna, "hold"):
            game = anna.new(scenario="campaign", seats=BOT)
        soon(lambda: anna.look(game)["number"] > 3)
        of_nobody = hashlib.sha256(f"bots {game}".encode()).hexdigest()
        kept = rows_in(tmp_path, select(func.count()).select_from(RATES).where(RATES.c.name == of_nobody))
        assert kept == 0


def test_a_bot_that_was_woken_before_its_table_was_there_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its job found no game and was done with; nobody asked it again while the page was open."""
    need_postgresql()
    monkeypatch.setitem(CHOSEN, "database", "postgresql")
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)
    with table(tmp_path) as app, players(app, 1) as (anna,):
        with slowly(anna, "open_table"):
            anna.new(scenario="campaign", seats=BOT)
        soon(lambda: rows_in(tmp_path, select(func.count()).select_from(LINES)) > 10)  # who looks would wake it


def test_a_bot_that_was_too_slow_is_asked_again_although_nobody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The computer was busy with other things: the job rests and goes on, and the thinking that led nowhere counts."""
    need_postgresql()
    monkeypatch.setitem(CHOSEN, "database", "postgresql")
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)
    with table(tmp_path) as app, players(app, 1) as (anna,):
        with patch.object(bots.Pool, "_move", side_effect=bots.Overrun("slow")):
            game = anna.new(scenario="campaign", seats=BOT)
            soon(lambda: "did not answer in time" in str(anna.look(game)))
            number = anna.look(game)["number"]
        soon(lambda: hurried(tmp_path) and anna.look(game)["number"] > number)
        assert "did not answer in time" not in str(anna.look(game))
