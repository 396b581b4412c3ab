"""The clock of a seat goes on where it was: nobody gets time by getting up, sitting down, being another or lending."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from kurgan.kernel.protocol import Json
from kurgan.session.tables import HOLIDAYS
from kurgan.table.processes import job_runner
from tests.table.helpers import Player, players, secret_of, table
from tests.table.test_accounts import ask, sign_in
from tests.table.test_pace import DAY, DAYS, HOUR, choose, clock, duel, let_pass, pass_on, run_out, written
from tests.table.test_telling import mail_server

LIVE = {"kind": "live", "step": 60, "bank": 1200}


@pytest.fixture(autouse=True)
def _quick_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.2)


def seats_of(player: Player, game: str) -> list[str]:
    found: list[str] = player.client.get(f"/api/games/{game}").json().get("mine", [])
    return found


def hand(player: Player, game: str, of: str, held: str, seat: str = "") -> Json:
    return player.post(f"/games/{game}/hand", {"seat": seat or of, "of": of, "held": held, "bot": "random"})


def get_up(player: Player, game: str, seat: str) -> None:
    player.client.post(f"/api/games/{game}/hand", json={"seat": seat, "of": seat, "held": "open"}).raise_for_status()


def sit(player: Player, game: str, link: str) -> None:
    player.post("/join", {"game": game, "secret": secret_of(link), "name": "Boris"})


def sit_again(anna: Player, boris: Player, _: Player, game: str, his: str) -> None:
    get_up(boris, game, his)
    sit(boris, game, anna.post(f"/games/{game}/links/{his}", status=201)["link"])


def another_sits(anna: Player, boris: Player, clara: Player, game: str, his: str) -> None:
    get_up(boris, game, his)
    sit(clara, game, anna.post(f"/games/{game}/links/{his}", status=201)["link"])


def hand_over(_: Player, boris: Player, clara: Player, game: str, his: str) -> None:
    sit(clara, game, boris.post(f"/games/{game}/links/{his}", status=201)["link"])


def recover(_: Player, boris: Player, clara: Player, game: str, his: str) -> None:
    code = boris.post(f"/games/{game}/recovery", status=201)["recovery"]
    assert clara.post("/recover", {"game": game, "code": code})["seats"] == [his]


def lend(_: Player, boris: Player, __: Player, game: str, his: str) -> None:
    hand(boris, game, his, "bot")
    hand(boris, game, his, "person")


def other_sits_again(anna: Player, _: Player, __: Player, game: str, his: str) -> None:
    (mine,) = anna.look(game)["mine"]
    get_up(anna, game, mine)
    sit(anna, game, anna.post(f"/games/{game}/links/{mine}", status=201)["link"])


WAYS = [sit_again, another_sits, hand_over, recover, lend, other_sits_again]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("pace", "gone", "left"), [(DAYS, 4 * DAY, DAY), (LIVE, 660, 600)])
def test_whoever_sits_there_has_the_time_that_was_left(
    tmp_path: Path,
    pace: Json,
    gone: int,
    left: int,
    way: Callable[[Player, Player, Player, str, str], None],
) -> None:
    """The decision has taken as long as before, and what takes longer than that is paid once."""
    with table(tmp_path, bot_pause=60) as app, players(app, 3) as [anna, boris, clara]:
        game, mine, his = duel([anna, boris], pace)
        let_pass(tmp_path, gone)
        way(anna, boris, clara, game, his)
        after = clock(anna, game)
        assert (after["seat"], after["runs"]) == (his, True)
        assert gone <= after["used"] < gone + 60
        there = next(player for player in (boris, clara) if his in seats_of(player, game))
        pass_on(there, game, his)
        assert clock(anna, game)["seat"] == mine
        assert left - 60 < clock(anna, game)["banks"][his] <= left


def test_taken_into_an_account_a_seat_has_the_time_that_was_left(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, boris, phone = people
        sign_in(phone, ask(phone, box))
        game, _, his = duel([anna, boris])
        let_pass(tmp_path, 4 * DAY)
        sign_in(boris, ask(boris, box))
        assert phone.look(game)["mine"] == [his]
        assert 4 * DAY <= clock(anna, game)["used"] < 4 * DAY + HOUR


def test_the_clock_of_a_seat_that_somebody_left_runs_out_and_the_other_chooses(tmp_path: Path) -> None:
    """Getting up does not stop a game for ever; the bot that sits down then keeps the seat."""
    with table(tmp_path, bot_pause=60) as app, players(app, 2) as [anna, boris]:
        game, mine, his = duel([anna, boris])
        get_up(boris, game, his)
        assert clock(anna, game)["runs"], "or it would never run out"
        assert run_out(tmp_path, anna, game)["seat"] == his
        after = choose(anna, game, mine, "bot")
        (seat,) = [seat for seat in after["seats"] if seat["name"] == his]
        assert (seat["kind"], seat["lent"]) == ("bot", False)
        assert clock(anna, game)["seat"] != his


def test_who_comes_back_from_a_bot_at_once_is_out_of_time_again(tmp_path: Path) -> None:
    with table(tmp_path, bot_pause=60) as app, players(app, 2) as [anna, boris]:
        game, mine, his = duel([anna, boris])
        run_out(tmp_path, anna, game)
        assert choose(anna, game, mine, "bot")["clock"]["seat"] == ""
        assert boris.look(game)["mine"] == [his]
        assert clock(anna, game)["seat"] == his
        assert clock(anna, game)["used"] >= 5 * DAY, "all that he had"


def test_a_decision_that_a_bot_made_is_over(tmp_path: Path) -> None:
    """Who is asked again after somebody else was has the time of a decision, and the bank that was left."""
    with table(tmp_path, bot_seconds=60) as app, players(app, 2) as [anna, boris]:
        game, mine, his = duel([anna, boris])
        let_pass(tmp_path, 4 * DAY)
        hand(boris, game, his, "bot")
        while clock(anna, game)["seat"] != mine:
            pass
        hand(boris, game, his, "person")
        pass_on(anna, game, mine)
        after = clock(anna, game)
        assert (after["seat"], after["used"] < HOUR) == (his, True)
        assert DAY - HOUR < after["banks"][his] <= DAY


@pytest.mark.parametrize("way", [hand_over, recover])
def test_a_seat_has_thirty_days_of_holidays_a_year_whoever_sits_there(
    tmp_path: Path, way: Callable[[Player, Player, Player, str, str], None]
) -> None:
    """The second person's holiday would make it more: it stops her other clocks, and not this one."""
    now = int(time.time())
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, _, his = duel([anna, boris])
        other, _, _ = duel([anna, clara])
        boris.post("/me/holidays", {"until": now + 20 * DAY}, 201)
        assert clock(anna, game)["runs"] is False
        with written(tmp_path) as write:  # nineteen of his days are over
            write(update(HOLIDAYS).values(begin=HOLIDAYS.c.begin - 19 * DAY, until=HOLIDAYS.c.until - 19 * DAY))
        clara.post("/me/holidays", {"until": now + 15 * DAY}, 201)
        assert (clock(anna, game)["runs"], clock(anna, other)["runs"]) == (False, False)
        way(anna, boris, clara, game, his)
        assert (clock(anna, game)["runs"], clock(anna, other)["runs"]) == (True, False)


def test_who_takes_over_the_seat_of_somebody_on_holiday_is_not_on_holiday(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, _, his = duel([anna, boris])
        boris.post("/me/holidays", {"until": int(time.time()) + 20 * DAY}, 201)
        assert clock(anna, game)["runs"] is False
        hand_over(anna, boris, clara, game, his)
        assert clock(anna, game)["runs"] is True
