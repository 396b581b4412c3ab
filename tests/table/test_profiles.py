"""Profiles: results by title and side, ratings of games that count, bots on the same scale; no running games."""

import time
from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.beginning import changed_hands
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.table.database.results import KeptResults
from kurgan.table.processes import job_runner as jobbing
from kurgan.table.storage import Ended, EndedSeat
from tests.table.helpers import Player, database, players, secret_of, table
from tests.table.test_accounts import ask, sign_in
from tests.table.test_pace import SCENARIO, duel
from tests.table.test_telling import mail_server


@pytest.fixture(autouse=True)
def _quick_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobbing, "LOOK_SECONDS", 0.2)


def profile(player: Player, of: str = "me") -> Json:
    return player.get(f"/people/{of}")


def when_noted(player: Player, games: int) -> Json:
    """The profile when so many games stand in it."""
    until = time.monotonic() + 60
    while (found := profile(player))["games"] < games:
        assert time.monotonic() < until, f"only {found['games']} were noted"
    return found


def resign(player: Player, game: str, seat: str) -> None:
    player.post(f"/games/{game}/resign", {"seat": seat})


def test_a_game_that_counts_moves_both_ratings(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        for player, name in ((anna, "Anna"), (boris, "Boris")):
            player.client.patch("/api/me", json={"name": name})
        game, _, his = duel(people[:2], rated=True)
        assert anna.look(game)["rated"] is True
        assert profile(anna)["games"] == 0, "nothing is told of a game that runs"
        resign(boris, game, his)
        won, lost = when_noted(anna, 1), profile(boris)
        assert (won["past"][0]["result"], lost["past"][0]["result"]) == ("won", "lost")
        assert won["rating"]["shown"] > 1500 > lost["rating"]["shown"]
        assert won["past"][0]["change"] == won["rating"]["shown"] - 1500
        assert 0 < won["rating"]["half"] < 653, "a game makes it surer"
        assert won["past"][0]["others"] == [{"name": "Boris", "profile": lost["profile"], "bot": ""}]
        (side,) = won["sides"]
        assert (side["games"], side["won"], side["share"], side["high"]) == (1, 1, 1.0, 1.0)
        assert 0 < side["low"] < 0.5
        seen = profile(eve, won["profile"])
        assert (seen["name"], seen["yours"], seen["past"][0]["game"]) == ("Anna", False, "")
        assert won["past"][0]["game"] == game
        ladder = eve.get("/ladder")["rungs"]
        assert [row["name"] for row in ladder] == ["Anna", "Boris"]
        found = {row["profile"] for row in anna.get(f"/games/{game}/company")["people"]}
        assert found == {won["profile"], lost["profile"]}
        eve.get(f"/games/{game}/company", 404)
        eve.get("/people/0123456789abcdef", 404)


def test_a_result_is_written_once_however_often_its_job_is_done(tmp_path: Path) -> None:
    """A process may die after it wrote a result and before it said so: the next one finds it written, and is done."""
    store = Store(database(tmp_path))
    results = KeptResults(store)
    seats = [
        EndedSeat("german", "anna", "", "won", ("soviet",)),
        EndedSeat("soviet", "", "random", "lost", ("german",)),
    ]
    ended = Ended("0" * 32, "inferno", "one_vs_one", "captured", seats, False, 1)
    assert [results.write(ended) for _ in range(3)] == [True, False, False]
    assert results.count("anna") == 1
    store.close()


def test_a_bot_is_on_the_same_scale(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        seats = {"soviet": {"kind": "bot", "bot": "random"}}
        game = anna.new("inferno", scenario=SCENARIO, rated=True, seats=seats)
        resign(anna, game, "german")
        assert when_noted(anna, 1)["past"][0]["others"] == [{"name": "", "profile": "", "bot": "random"}]
        rungs = anna.get("/ladder")["rungs"]
        assert [(row["kind"], row["name"]) for row in rungs] == [("bot", "random"), ("person", "")]
        assert rungs[0]["rating"]["shown"] + rungs[1]["rating"]["shown"] == 3000


def not_counted(tmp_path: Path, play: Any, **more: Any) -> Json:
    with table(tmp_path) as app, players(app, 3) as people:
        game, mine, his = duel(people[:2], **more)
        play(people, game, mine, his)
        resign(people[1], game, his)
        found = when_noted(people[0], 1)
        assert people[0].get("/ladder")["rungs"] == []
        assert (found["rating"], found["past"][0]["counted"]) == (None, False)
        return found


def test_a_friendly_game_moves_nothing(tmp_path: Path) -> None:
    not_counted(tmp_path, lambda *_: None)


def test_a_game_in_which_somebody_else_played_for_a_while_does_not_count(tmp_path: Path) -> None:
    """Nobody avoids a loss by it either: a seat of a game that counts is not given away."""
    with table(tmp_path) as app, players(app, 2) as people:
        game, _, his = duel(people, rated=True)
        for held in ("bot", "open"):
            body = {"seat": his, "of": his, "held": held, "bot": "random"}
            assert "you can resign" in people[1].post(f"/games/{game}/hand", body, 422)["message"]
        assert "you can resign" in people[1].post(f"/games/{game}/links/{his}", {}, 422)["message"]
    session = Session.new(games.load("inferno"), SCENARIO, {}, {"german": "person", "soviet": "open"})
    session.hand("soviet", "person", "Boris")
    assert not changed_hands(session.course)
    session.hand("soviet", "bot", "random", lent=True)
    session.hand("soviet", "person", "Boris")
    assert changed_hands(session.course)


def test_nobody_is_advised_in_a_game_that_counts_before_it_is_over(tmp_path: Path) -> None:
    """A hint plays instead of the person; a review of what was done so far does nearly so."""
    with table(tmp_path) as app, players(app, 2) as people:
        game, mine, his = duel(people, rated=True)
        for seat, who in ((mine, people[0]), (his, people[1])):
            assert "This game counts" in who.get(f"/games/{game}/hint?seat={seat}", 403)["message"]
            assert "This game counts" in who.post(f"/games/{game}/review", {"seat": seat}, 403)["message"]
        people[1].post(f"/games/{game}/resign", {"seat": his})
        assert "This game counts" not in str(people[0].post(f"/games/{game}/review", {"seat": mine}))
        friendly, mine, his = duel(people)
        at = f"/api/games/{friendly}/hint?seat="
        replies = [people[0].client.get(at + mine), people[1].client.get(at + his)]
        assert [reply.status_code for reply in replies].count(200) == 1, "one of them is asked, and advised"


def test_nobody_counts_a_game_whose_dice_he_knows(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        refused = anna.post("/games", {"title": "advance", "seed": "known", "rated": True}, 422)
        assert "secret dice" in refused["message"]


def test_who_sits_on_both_sides_proves_nothing(tmp_path: Path) -> None:
    """Neither do partners of one person count twice."""
    with table(tmp_path) as app, players(app, 2) as (anna, _):
        both = anna.new("inferno", scenario=SCENARIO, rated=True)
        resign(anna, both, "german")
        alone = anna.new("advance")
        resign(anna, alone, "german")
        found = when_noted(anna, 1)
        assert [(row["game"], row["others"], row["result"]) for row in found["past"]] == [(alone, [], "lost")]
        assert found["rating"] is None


def test_nobody_gets_rid_of_a_loss(tmp_path: Path) -> None:
    """Not by deleting the game, before or after its end."""
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, _ = duel(people, rated=True)
        assert "resign first" in anna.client.delete(f"/api/games/{game}").json()["message"]
        resign(anna, game, mine)
        when_noted(boris, 1)
        assert anna.client.delete(f"/api/games/{game}").status_code == 200
        assert (profile(anna)["games"], profile(anna)["past"][0]["result"]) == (1, "lost")
        assert profile(anna)["past"][0]["game"] == ""


def test_results_come_along_into_an_account_and_go_with_it(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, boris, phone = people
        sign_in(anna, ask(anna, box))
        game, mine, _ = duel([phone, boris], rated=True)
        resign(phone, game, mine)
        before = when_noted(phone, 1)
        sign_in(phone, ask(phone, box))
        after = profile(anna)
        assert (after["rating"], after["past"]) == (before["rating"], before["past"])
        assert anna.get("/me/data")["results"][0]["game"] == game
        anna.post("/me/delete", {"word": "delete"})
        boris.get(f"/people/{after['profile']}", 404)
        assert profile(boris)["past"][0]["others"] == [{"name": "", "profile": "", "bot": ""}]
        assert [row["yours"] for row in boris.get("/ladder")["rungs"]] == [True]


def test_a_link_says_whether_it_counts(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as (anna, boris):
        seats = {"soviet": {"kind": "link"}, "german": {"kind": "me"}}
        made = anna.post("/games", {"title": "inferno", "scenario": SCENARIO, "rated": True, "seats": seats}, 201)
        secret = secret_of(made["links"]["soviet"])
        assert boris.post("/join/look", {"game": made["id"], "secret": secret})["rated"] is True
        seats["soviet"] = {"kind": "anybody"}
        anna.post("/games", {"title": "inferno", "scenario": SCENARIO, "rated": True, "seats": seats}, 201)
        (row,) = boris.get("/invitations")["invitations"]
        assert (row["rated"], row["profile"]) == (True, profile(anna)["profile"])
