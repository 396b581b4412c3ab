"""What people take home is made as a job: whole, theirs only, and made again if whoever made it died."""

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update

from kurgan.kernel.protocol import Json
from kurgan.session import jobs
from kurgan.session.store import Store
from kurgan.session.tables import EXPORT_PARTS, EXPORTS, JOBS
from kurgan.table.database.exports import KEEP_SECONDS
from kurgan.table.guard.quotas import Quotas
from kurgan.table.processes import job_runner
from kurgan.table.rooms import exports
from tests.table.helpers import Player, database, players, table
from tests.table.test_hosts import admin, soon
from tests.table.test_pace import duel, written


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)


def made(player: Player, kind: str) -> Json:
    """What was asked for, when it is there."""
    player.post("/exports", {"kind": kind}, 201)
    until = time.monotonic() + 60
    while True:
        found: Json = next(row for row in player.get("/exports")["exports"] if row["kind"] == kind)
        if found["stage"] != "growing":
            return found
        assert time.monotonic() < until, "it is never made"


def unpacked(player: Player, id: str) -> dict[str, str]:
    reply = player.client.get(f"/api/exports/{id}")
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(reply.content)) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def ended(people: list[Player]) -> str:
    """A game that is over."""
    game, mine, _ = duel(people)
    people[0].post(f"/games/{game}/resign", {"seat": mine})
    people[0].get("/games")  # lists say that it is over
    soon(lambda: game in [row["game"] for row in people[0].get("/me/data")["results"]])  # a job of its own notes how
    return game


def rows_in(folder: Path, wanted: Any) -> int:
    store = Store(database(folder))
    try:
        return store.read(lambda c: int(c.execute(wanted).scalar_one()))
    finally:
        store.close()


def test_all_about_oneself_with_ones_finished_games(tmp_path: Path) -> None:
    """In several parts, as large ones are; running games are not in it."""
    with (
        pytest.MonkeyPatch.context() as patch,
        table(tmp_path) as app,
        players(app, 3) as (anna, boris, eve),
    ):
        patch.setattr(exports, "PART", 1000)
        over, (running, _, _) = ended([anna, boris]), duel([anna, boris])
        row = made(anna, "all")
        assert (row["stage"], row["games"]) == ("done", 1)
        found = unpacked(anna, row["id"])
        assert json.loads(found.pop("me.json")) == anna.get("/me/data")
        assert [name for name in found if over[:8] in name] == list(found)
        assert running[:8] not in str(list(found))
        assert rows_in(tmp_path, select(func.count()).select_from(EXPORT_PARTS)) > 1
        games = made(anna, "games")
        assert list(unpacked(anna, games["id"])) == list(found)
        for player in (boris, eve):
            assert player.client.get(f"/api/exports/{row['id']}").status_code == 404
            assert player.client.delete(f"/api/exports/{row['id']}").status_code == 404
        assert unpacked(eve, made(eve, "games")["id"]) == {}
        assert anna.client.delete(f"/api/exports/{row['id']}").status_code == 200
        assert anna.client.get(f"/api/exports/{row['id']}").status_code == 404
        anna.post("/exports", {"kind": "set"}, 422)


def test_who_died_over_one_leaves_the_job_and_no_half_of_it(tmp_path: Path) -> None:
    """Its parts are made anew by whoever takes the job next."""
    with table(tmp_path) as app, players(app, 2) as (anna, boris):
        ended([anna, boris])
        row = made(anna, "games")
        whole = unpacked(anna, row["id"])
        with written(tmp_path) as write:
            write(update(EXPORTS).values(stage="growing"))
            write(update(EXPORT_PARTS).values(data=b"half of it"))
            write(JOBS.insert().values(kind=jobs.EXPORT, key=row["id"], serial=1, due=0, tries=1, taken=0))
        assert anna.client.get(f"/api/exports/{row['id']}").status_code in (200, 404)
        soon(lambda: anna.get("/exports")["exports"][0]["stage"] == "done")
        assert unpacked(anna, row["id"]) == whole


def test_what_is_not_fetched_is_forgotten_after_a_day_and_with_its_owner(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as (anna, boris):
        made(anna, "games")
        with written(tmp_path) as write:
            write(update(EXPORTS).values(made=EXPORTS.c.made - KEEP_SECONDS - 1))
        row = made(boris, "games")
        assert anna.get("/exports")["exports"] == []
        boris.post("/me/delete", {"word": "delete"})
        assert rows_in(tmp_path, select(func.count()).select_from(EXPORTS)) == 0
        assert rows_in(tmp_path, select(func.count()).select_from(EXPORT_PARTS)) == 0
        assert anna.client.get(f"/api/exports/{row['id']}").status_code == 404


def test_one_that_would_be_too_large_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MOST_BYTES", 10)
    with table(tmp_path) as app, players(app, 2) as (anna, boris):
        ended([anna, boris])
        row = made(anna, "games")
        assert row["stage"] == "stopped"
        assert anna.client.get(f"/api/exports/{row['id']}").status_code == 404


def test_nobody_has_more_made_in_a_day_than_his_share(tmp_path: Path) -> None:
    with table(tmp_path, quotas=Quotas(exports=2)) as app, players(app, 2) as (anna, boris):
        made(anna, "games")
        made(anna, "all")
        assert anna.post("/exports", {"kind": "games"}, 429)["code"] == "quota"
        made(boris, "games")


def test_the_host_publishes_at_the_table_and_takes_it_back(tmp_path: Path) -> None:
    """Everybody may fetch it; without names; the one before stays until the new one is there."""
    with table(tmp_path) as app, players(app, 3) as (anna, boris, eve):
        anna.client.patch("/api/me", json={"name": "Anna Secret"})
        over = ended([anna, boris])
        running, _, _ = duel([anna, boris])
        assert "asked for" in admin(tmp_path, "publish")
        soon(lambda: bool(eve.get("/exports")["published"]))
        (row,) = eve.get("/exports")["published"]
        eve.client.cookies.clear()
        found = unpacked(eve, row["id"])
        assert sorted(found) == sorted(["games.csv", f"{over}.kurgan"])
        assert "Secret" not in str(found)
        assert running not in str(found)
        admin(tmp_path, "publish")
        soon(lambda: [row["id"]] != [one["id"] for one in eve.get("/exports")["published"]])
        assert len(eve.get("/exports")["published"]) == 1
        admin(tmp_path, "unpublish")
        assert eve.get("/exports")["published"] == []
        assert "nothing is published" in admin(tmp_path, "unpublish", status=1)
        log = admin(tmp_path, "log")
        assert "unpublish" in log
        assert "publish" in log


def test_a_job_of_something_that_is_no_more_is_over(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        with written(tmp_path) as write:
            write(delete(EXPORTS))
            write(JOBS.insert().values(kind=jobs.EXPORT, key="gone", serial=1, due=0, tries=0, taken=0))
        assert anna.get("/exports") == {"exports": [], "published": []}
        soon(lambda: rows_in(tmp_path, select(func.count()).select_from(JOBS)) == 0)
