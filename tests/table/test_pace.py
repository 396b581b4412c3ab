"""Clocks: whose runs, what happens when one has run out, and when none does."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.logs import MemoryLog
from kurgan.session.store import Store
from kurgan.session.tables import HOLIDAYS, JOBS, SERVED
from kurgan.session.verify import verify
from kurgan.table.processes import job_runner
from tests.table.helpers import Player, database, players, secret_of, table
from tests.table.test_rights import socket_of

HOUR, DAY = 3600, 24 * 3600
DAYS = {"kind": "days", "step": 3 * DAY, "bank": 2 * DAY}
SCENARIO = "one_vs_one"


@pytest.fixture(autouse=True)
def _quick_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.2)


@contextmanager
def written(folder: Path) -> Iterator[Callable[[Any], object]]:
    """Somebody who writes into the database itself, as time does."""
    store = Store(database(folder))
    try:
        yield lambda statement: store.writer.submit(lambda c: c.execute(statement) and None).result()
    finally:
        store.close()


def let_pass(folder: Path, seconds: int) -> None:
    """The table is served for so long, and jobs come due by it."""
    with written(folder) as write:
        write(update(SERVED).values(total=SERVED.c.total + 1000 * seconds))
        write(update(JOBS).values(due=JOBS.c.due - 1000 * seconds))


def duel(people: list[Player], pace: Json | None = None, **more: Any) -> tuple[str, str, str]:
    """The game, the first one's seat, and the second's, who is asked first."""
    asked = people[0].look(people[0].new("inferno", scenario=SCENARIO))["pending"]["seat"]
    other = next(seat for seat in games.load("inferno").seats(SCENARIO) if seat != asked)
    body = {"title": "inferno", "scenario": SCENARIO, "seats": {asked: {"kind": "link"}}, "pace": pace or DAYS, **more}
    made = people[0].post("/games", body, 201)
    assert people[0].look(made["id"])["clock"]["seat"] == "", "nobody waits for a seat that nobody has taken"
    people[1].post("/join", {"game": made["id"], "secret": secret_of(made["links"][asked]), "name": "Boris"})
    return made["id"], other, asked


def clock(player: Player, game: str) -> Json:
    found: Json = player.look(game)["clock"]
    return found


def pass_on(player: Player, game: str, seat: str) -> None:
    """Answer until somebody else is asked."""
    while player.look(game, seat)["pending"]["seat"] == seat:
        player.act(game, player.look(game, seat)["question"]["choices"][-1]["action"], seat=seat)


def run_out(folder: Path, player: Player, game: str) -> Json:
    let_pass(folder, 5 * DAY + 60)
    while not clock(player, game).get("out"):
        pass
    return clock(player, game)


def choose(player: Player, game: str, seat: str, choice: str, status: int = 200) -> Json:
    return player.post(f"/games/{game}/clock", {"seat": seat, "choice": choice}, status)


def test_the_clock_of_who_is_asked_runs_and_the_bank_pays_what_takes_longer(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        begun = clock(anna, game)
        assert (begun["seat"], begun["runs"], begun["step"], begun["bank"]) == (his, True, 3 * DAY, 2 * DAY)
        assert begun["used"] < HOUR
        let_pass(tmp_path, 4 * DAY)
        assert 4 * DAY <= clock(boris, game)["used"] < 4 * DAY + HOUR
        (row,) = [row for row in boris.get("/games")["games"] if row["id"] == game]
        assert row["clock"]["used"] >= 4 * DAY
        pass_on(boris, game, his)
        after = clock(anna, game)
        assert (after["seat"], after["runs"]) == (mine, True)
        assert after["used"] < HOUR
        assert DAY - HOUR < after["banks"][his] <= DAY
        assert mine not in after["banks"]


def test_a_decision_is_all_that_is_asked_of_one_seat_in_a_row(tmp_path: Path) -> None:
    """Who answers one of several questions and then thinks for days has not got a new decision by it."""
    with table(tmp_path) as app, players(app, 2) as people:
        game, _, his = duel(people)
        let_pass(tmp_path, DAY)
        question = people[1].look(game, his)["question"]
        after = people[1].act(game, question["choices"][0]["action"], seat=his)
        if after["pending"]["seat"] == his:
            assert clock(people[1], game)["used"] >= DAY


def test_going_back_does_not_bring_time_back(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        let_pass(tmp_path, 2 * DAY)
        pass_on(boris, game, his)
        wished = boris.post(f"/games/{game}/undo", {"seat": his})
        if wished["pending"]["seat"] != his:
            anna.post(f"/games/{game}/agree", {"seat": mine})
        assert clock(boris, game)["seat"] == his
        assert clock(boris, game)["used"] >= 2 * DAY


def test_when_time_is_out_the_other_may_take_the_game(tmp_path: Path) -> None:
    """Everybody at the table is told at once; who is late does not choose; the record says what happened."""
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, stranger = people
        game, mine, his = duel(people[:2])
        choose(anna, game, mine, "take", 422)
        with socket_of(anna, game, mine) as socket:
            let_pass(tmp_path, 5 * DAY + 60)
            while not socket.receive_json()["table"]["clock"].get("out"):
                pass
        assert clock(boris, game)["runs"] is False
        assert "for the others" in choose(boris, game, his, "wait", 422)["message"]
        choose(boris, game, mine, "take", 403)
        choose(stranger, game, mine, "take", 404)
        over = choose(anna, game, mine, "take")
        assert over["over"]
        assert next(seat for seat in over["seats"] if seat["name"] == his)["resigned"]
        record = anna.client.get(f"/api/games/{game}/export").text
        assert "Time was out" in record
        assert verify(MemoryLog(record.splitlines()), lambda _: games.load("inferno")).ok
        choose(anna, game, mine, "take", 422)


def test_the_others_may_wait_or_lend_the_seat_to_a_bot(tmp_path: Path) -> None:
    with table(tmp_path, bot_seconds=60) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        assert run_out(tmp_path, anna, game)["seat"] == his
        choose(anna, game, mine, "stand", 422)
        assert choose(anna, game, mine, "wait")["clock"]["runs"]
        again = clock(anna, game)
        assert again["used"] < HOUR
        assert again["banks"][his] == 0
        let_pass(tmp_path, 3 * DAY + 60)
        while not clock(anna, game).get("out"):
            pass
        lent = choose(anna, game, mine, "bot")
        assert next(seat for seat in lent["seats"] if seat["name"] == his)["lent"]
        back = boris.look(game)
        assert not next(seat for seat in back["seats"] if seat["name"] == his)["lent"]


def test_no_bot_plays_on_for_who_is_late_in_a_game_that_counts(tmp_path: Path) -> None:
    """It would count no more: who is losing could run out of time and have nothing to lose by it."""
    with table(tmp_path) as app, players(app, 2) as people:
        anna, _ = people
        game, mine, _ = duel(people, rated=True)
        run_out(tmp_path, anna, game)
        assert choose(anna, game, mine, "bot", 422)["code"] == "counts"
        assert clock(anna, game)["out"]
        assert choose(anna, game, mine, "take")["over"] is not None


def test_who_answers_before_the_others_choose_goes_on(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        run_out(tmp_path, anna, game)
        pass_on(boris, game, his)
        after = clock(anna, game)
        assert (after["seat"], after["runs"], after.get("out", False)) == (mine, True, False)
        assert after["banks"][his] == 0
        choose(anna, game, mine, "take", 422)


def test_three_must_say_the_same(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        seats = list(games.load("inferno").seats("two_vs_one"))
        wanted = {seat: {"kind": "link"} for seat in seats[1:]}
        body = {"title": "inferno", "scenario": "two_vs_one", "seats": wanted, "pace": DAYS}
        made = people[0].post("/games", body, 201)
        game = made["id"]
        for player, seat in zip(people[1:], seats[1:], strict=True):
            player.post("/join", {"game": game, "secret": secret_of(made["links"][seat]), "name": seat})
        at = dict(zip(seats, people, strict=True))
        late = run_out(tmp_path, people[0], game)["seat"]
        first, second = [seat for seat in seats if seat != late]
        assert choose(at[first], game, first, "take")["clock"]["choices"] == {first: "take"}
        assert choose(at[second], game, second, "wait")["clock"]["choices"] == {first: "take", second: "wait"}
        assert not at[first].look(game)["over"]
        assert choose(at[second], game, second, "take")["over"]


def test_no_clock_runs_while_the_table_is_down(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        game, mine, his = duel(people)
        let_pass(tmp_path, DAY)
        keys = [player.client.cookies["kurgan"] for player in people]
    with written(tmp_path) as write:
        write(update(SERVED).values(at=SERVED.c.at - 1000 * 4 * DAY))
        write(update(JOBS).values(due=0))
    with table(tmp_path) as app, players(app, 2) as people:
        for player, key in zip(people, keys, strict=True):
            player.client.cookies.clear()
            player.client.cookies.set("kurgan", key)
        seen = clock(people[0], game)
        assert (seen["seat"], seen["runs"], seen.get("out", False)) == (his, True, False)
        assert DAY - HOUR < seen["used"] < DAY + HOUR
        choose(people[0], game, mine, "take", 422)


def test_clocks_stand_while_all_agree_and_one_makes_them_run(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        assert choose(anna, game, mine, "stand")["clock"]["runs"]
        stands = choose(boris, game, his, "stand")["clock"]
        assert (stands["runs"], stands["stands"]) == (False, True)
        let_pass(tmp_path, 9 * DAY)
        assert clock(anna, game)["used"] < HOUR
        pass_on(boris, game, his)
        assert clock(anna, game)["runs"] is False
        assert choose(anna, game, mine, "run")["clock"]["runs"]
        choose(anna, game, mine, "run", 422)


def test_clocks_of_who_is_on_holiday_stand(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, clara = people
        game, _, _ = duel(people[:2])
        let_pass(tmp_path, DAY)
        now = int(time.time())
        taken = boris.post("/me/holidays", {"until": now + 10 * DAY}, 201)
        (begin,) = [holiday["begin"] for holiday in taken["holidays"]]
        assert clock(anna, game)["runs"] is False
        let_pass(tmp_path, 8 * DAY)
        assert clock(anna, game)["used"] < DAY + HOUR
        clara.client.delete(f"/api/me/holidays/{begin}")
        assert clock(anna, game)["runs"] is False, "nobody ends the holiday of another"
        assert boris.post("/me/holidays", {"until": now + 2 * DAY}, 422)["message"].startswith("You have a holiday")
        too_long = {"begin": now + 20 * DAY, "until": now + 45 * DAY}
        assert "30 days" in boris.post("/me/holidays", too_long, 422)["message"]
        boris.post("/me/holidays", {"until": now - DAY}, 422)
        assert boris.client.delete(f"/api/me/holidays/{begin}").status_code == 200
        assert clock(anna, game)["runs"] is True
        assert boris.client.delete(f"/api/me/holidays/{begin}").status_code == 404


def test_a_holiday_begins_and_ends_by_itself(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, _, _ = duel(people)
        now = int(time.time())
        boris.post("/me/holidays", {"begin": now + 2 * DAY, "until": now + 4 * DAY}, 201)
        assert clock(anna, game)["runs"]

        def shift() -> None:
            with written(tmp_path) as write:
                write(update(HOLIDAYS).values(begin=HOLIDAYS.c.begin - 3 * DAY, until=HOLIDAYS.c.until - 3 * DAY))
                write(update(JOBS).values(due=0))

        shift()
        while clock(anna, game)["runs"]:
            pass
        shift()
        while not clock(anna, game)["runs"]:
            pass


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "days", "step": 60, "bank": 0},
        {"kind": "live", "step": 0, "bank": 10},
        {"kind": "live", "step": 2 * HOUR, "bank": 0},
        {"kind": "days", "step": -1, "bank": 0},
        {"kind": "weeks", "step": DAY, "bank": 0},
    ],
)
def test_paces_that_cannot_be_meant_are_refused(tmp_path: Path, pace: Json) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        assert anna.post("/games", {"title": "advance", "pace": pace}, 422)["message"].startswith("pace")


def test_a_game_without_a_pace_has_no_clock(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        game = anna.new()
        assert "clock" not in anna.look(game)
        assert "no clocks" in choose(anna, game, "german", "stand", 422)["message"]
