"""Bots think for everybody: those of one person's games have a share of it."""

from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import update

from kurgan import bots
from kurgan.session.tables import JOBS, RATES
from kurgan.table.guard.quotas import Quotas
from kurgan.table.processes import job_runner
from tests.club.cluster import need_postgresql
from tests.table.helpers import CHOSEN, players, table
from tests.table.test_hosts import soon
from tests.table.test_pace import written

BOT = {"german": {"kind": "bot", "bot": "random"}}


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
            write(update(JOBS).values(due=0))
        soon(lambda: anna.look(game)["number"] > number)
        assert "as long as they may" not in str(anna.look(game))


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

        def goes_on() -> bool:
            with written(tmp_path) as write:
                write(update(JOBS).values(due=0))  # again and again: who shows trouble has yet to lay the job down
            return bool(anna.look(game)["number"] > number)

        soon(goes_on)
        assert "did not answer in time" not in str(anna.look(game))
