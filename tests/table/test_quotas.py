"""What is dear has a share for each person and a bound for each game, whichever process is asked."""

from pathlib import Path

import pytest

from kurgan.table.guard.quotas import OF_A_CLUB, Quotas, from_environment, read_quotas
from kurgan.table.processes import job_runner
from tests.table.helpers import Player, players, secret_of, table
from tests.table.test_hosts import soon
from tests.table.test_pace import duel
from tests.table.test_watchers import say, watch


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)


def test_games_made_and_brought_along_have_a_share_a_day(tmp_path: Path) -> None:
    with table(tmp_path, quotas=Quotas(games=3)) as app, players(app, 2) as (anna, boris):
        first = anna.new()
        record = anna.client.get(f"/api/games/{first}/export").text
        anna.new()
        anna.post("/games/import", {"text": record}, 201)
        refused = anna.post("/games", {"title": "advance"}, 429)
        assert (refused["code"], "within a day" in refused["message"]) == ("quota", True)
        assert anna.post("/games/import", {"text": record}, 429)["code"] == "quota"
        boris.new()


def test_who_throws_his_key_away_has_the_share_of_his_address(tmp_path: Path) -> None:
    with table(tmp_path, quotas=Quotas(games=1)) as app, players(app, 1) as (anna,):
        for _ in range(5):
            anna.client.cookies.clear()
            Player(anna.client).new()
        anna.client.cookies.clear()
        assert Player(anna.client).post("/games", {"title": "advance"}, 429)["code"] == "quota"


def test_a_review_that_is_there_costs_nothing_and_another_one_does(tmp_path: Path) -> None:
    with table(tmp_path, quotas=Quotas(reviews=1)) as app, players(app, 1) as (anna,):
        seats = {"german": {"kind": "me"}, "soviet": {"kind": "me"}}
        game = anna.new("inferno", scenario="one_vs_one", seats=seats)
        anna.post(f"/games/{game}/resign", {"seat": "soviet"})
        anna.post(f"/games/{game}/review", {"seat": "soviet"})
        soon(lambda: anna.get(f"/games/{game}/review?seat=soviet")["state"] == "done")
        for _ in range(2):
            assert anna.post(f"/games/{game}/review", {"seat": "soviet"})["state"] == "done"
        assert anna.post(f"/games/{game}/review", {"seat": "german"}, 429)["code"] == "quota"


def test_a_game_has_a_bound_of_watchers_and_of_talk(tmp_path: Path) -> None:
    with table(tmp_path, quotas=Quotas(watchers=1, talk=2)) as app, players(app, 4) as (anna, boris, eve, clara):
        game, mine, _ = duel([anna, boris])
        watch(eve, anna, game)
        watch(eve, anna, game)
        link = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        refused = clara.post("/join", {"game": game, "secret": secret_of(link), "name": ""}, 422)
        assert refused["code"] == "quota"
        say(eve, game, "one")
        say(anna, game, "two", mine)
        assert say(anna, game, "three", mine, 422)["code"] == "quota"


def test_a_host_sets_what_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert from_environment(is_shared=True) == OF_A_CLUB
    assert from_environment(is_shared=False) == Quotas()
    monkeypatch.setenv("KURGAN_QUOTAS", "games=7 talk=0")
    assert (from_environment(is_shared=True).games, from_environment(is_shared=True).talk) == (7, 0)
    assert from_environment(is_shared=True).reviews == OF_A_CLUB.reviews
    for bad in ("game=7", "games", "games=-1", "games=many", "games=9999999999", "games=²"):
        with pytest.raises(ValueError, match="is no quota; one is games=50"):
            read_quotas(bad, OF_A_CLUB)
