"""Quiet hours: nothing is sent in them, and what waited is sent once after them; and who hides is not told of."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, update

from kurgan.kernel.protocol import Json
from kurgan.session import messages
from kurgan.session.store import Store
from kurgan.session.tables import JOBS
from kurgan.table.notices.quiet import Quiet, read
from kurgan.table.processes import job_runner
from kurgan.table.rooms.open_rooms import Rooms
from tests.table.helpers import Player, database, players, table
from tests.table.test_accounts import ask, sign_in
from tests.table.test_lending import duel as unhurried
from tests.table.test_lending import lend
from tests.table.test_pace import duel, written
from tests.table.test_rights import socket_of
from tests.table.test_telling import HERE, hook, mail_server, receiving

NIGHT = Quiet(22 * 60, 7 * 60, "Europe/Madrid")
HOUR = 3600


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(messages, "PATIENCE", 0)


def madrid(*when: int) -> float:
    return datetime(*when, tzinfo=ZoneInfo("Europe/Madrid")).timestamp()  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("at", "hours"),
    [
        ((2026, 11, 18, 21, 59), 0),
        ((2026, 11, 18, 22, 0), 9),
        ((2026, 11, 19, 3, 0), 4),
        ((2026, 11, 19, 7, 0), 0),
        ((2026, 3, 28, 23, 0), 7),  # clocks go on that night
        ((2026, 10, 24, 23, 0), 9),  # and back
    ],
)
def test_a_night_lasts_until_the_clock_of_that_place_says_so(at: tuple[int, ...], hours: float) -> None:
    assert NIGHT.seconds_left(madrid(*at)) == hours * HOUR


def test_hours_of_one_day_and_none() -> None:
    siesta = Quiet(13 * 60, 16 * 60 + 30, "Europe/Madrid")
    assert siesta.seconds_left(madrid(2026, 11, 18, 14, 0)) == 2.5 * HOUR
    assert siesta.seconds_left(madrid(2026, 11, 18, 17, 0)) == 0
    assert Quiet(60, 60, "Europe/Madrid").seconds_left(madrid(2026, 11, 18, 1, 0)) == 0
    assert Quiet(0, 600, "No/Where").seconds_left(datetime(2026, 1, 1, 1, tzinfo=UTC).timestamp()) == 9 * HOUR


@pytest.mark.parametrize(
    "zone", ["", "Nowhere", "../etc/passwd", "/etc/passwd", "America", "a" * 65, "Europe/Madrid\0"]
)
def test_a_zone_that_nobody_knows_is_refused(zone: str) -> None:
    with pytest.raises(ValueError, match="time zone"):
        read("22:00", "07:00", zone)


def around_now(player: Player) -> Json:
    """Quiet hours that began an hour ago and last two more."""
    now = datetime.now(UTC)
    begin, end = (now + timedelta(hours=h) for h in (-1, 2))
    return player.post("/me/quiet", {"begin": f"{begin:%H:%M}", "end": f"{end:%H:%M}", "zone": "UTC"})


def due_in_hours(folder: Path) -> float:
    """When the job of the only channel is due; waits until it was put off."""
    store = Store(database(folder))
    wanted = select(JOBS.c.due).where(JOBS.c.kind == "tell", JOBS.c.taken == 0)
    while True:
        due = store.read(lambda c: c.execute(wanted).scalar())
        if due is not None and due / 1000 > time.time() + 600:
            store.close()
            return float((due / 1000 - time.time()) / HOUR)


def test_nothing_is_sent_in_quiet_hours_and_all_of_it_once_after_them(tmp_path: Path) -> None:
    with receiving() as receiver, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        boris = people[1]
        hook(boris, receiver.url)
        quiet = around_now(boris)["quiet"]
        assert (quiet["zone"], boris.get("/me/data")["quiet"]) == ("UTC", f"{quiet['begin']} to {quiet['end']}, UTC")
        games = {duel(people)[0] for _ in range(2)}
        assert 1.9 < due_in_hours(tmp_path) < 2.1
        assert receiver.bodies == []
        assert boris.post(f"/me/channels/{quiet_channel(boris)}/trial")["channels"]
        (trial,) = receiver.wait_for(1)
        assert trial["event"] == "trial", "whoever asks for one wants to see it now"
        assert boris.client.delete("/api/me/quiet").json()["quiet"] is None
        told = receiver.wait_for(3)[1:]
        assert {body["game"] for body in told} == games
        with written(tmp_path) as write:  # nothing waits any more
            write(update(JOBS).values(due=0))
        boris.post(f"/me/channels/{quiet_channel(boris)}/trial")
        assert [body["event"] for body in receiver.wait_for(4)] == ["trial", "turn", "turn", "trial"]


def quiet_channel(player: Player) -> str:
    (found,) = player.get("/me/channels")["channels"]
    return str(found["id"])


def test_what_is_over_when_the_night_is_is_not_told(tmp_path: Path) -> None:
    """His turn came and went while it was quiet."""
    with receiving() as receiver, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        boris = people[1]
        hook(boris, receiver.url, events=["turn", "end"])
        around_now(boris)
        game, _, his = duel(people)
        due_in_hours(tmp_path)
        boris.post(f"/games/{game}/resign", {"seat": his})
        boris.client.delete("/api/me/quiet")
        (told,) = receiver.wait_for(1)
        assert told["event"] == "end"


@pytest.mark.parametrize(
    "wish",
    [
        {"begin": "24:00", "end": "07:00", "zone": "UTC"},
        {"begin": "22:00", "end": "7", "zone": "UTC"},
        {"begin": "22:00", "end": "07:00", "zone": "../../etc/localtime"},
    ],
)
def test_hours_that_are_none_are_refused(tmp_path: Path, wish: Json) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        anna.post("/me/quiet", wish, 422)
        assert anna.get("/me/channels")["quiet"] is None


# Hiding ---------------------------------------------------------------------------------------------------------


def present(player: Player, game: str, seat: str) -> bool:
    return bool(next(s for s in player.look(game)["seats"] if s["name"] == seat)["present"])


def test_who_hides_is_not_told_to_be_at_the_table(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        with socket_of(boris, game, his):
            assert present(anna, game, his)
            assert boris.post("/me/presence", {"hidden": True})["hidden"]
            assert not present(anna, game, his)
            assert boris.get("/me/data")["hidden"]
            assert not boris.post("/me/presence", {"hidden": False})["hidden"]
            assert present(anna, game, his)
            assert not present(anna, game, mine)


def test_asking_to_lend_his_seat_does_not_tell_who_hides_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He is here, left just now or was away for most of the time: nobody lends his seat, for the same reason."""
    with table(tmp_path, away_seconds=600) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = unhurried(app, people)
        with socket_of(boris, game, his):
            assert "is here" in lend(anna, game, mine, his, 422)["message"]
            boris.post("/me/presence", {"hidden": True})
            told = lend(anna, game, mine, his, 422)
        assert lend(anna, game, mine, his, 422) == told
        monkeypatch.setattr(Rooms, "seconds_away", away_for(400.0))
        assert lend(anna, game, mine, his, 422) == told
        assert "10 min" in told["message"]
        monkeypatch.setattr(Rooms, "seconds_away", away_for(600.0))
        lend(anna, game, mine, his)


def away_for(seconds: float) -> Callable[..., Any]:
    async def seconds_away(*_: object) -> float:
        return seconds

    return seconds_away


def test_wishes_of_a_guest_go_with_him_into_his_account(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 2) as people:
        anna, guest = people
        sign_in(anna, ask(anna, box))
        around_now(guest)
        guest.post("/me/presence", {"hidden": True})
        kept = guest.get("/me/data")["quiet"]
        sign_in(guest, ask(guest, box), bring=True)
        for player in people:
            assert (player.get("/me/data")["quiet"], player.get("/me/data")["hidden"]) == (kept, True)
