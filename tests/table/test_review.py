"""The coach at the table: what it tells, to whom, and that its accounts add up."""

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kurgan.kernel.protocol import Json
from tests.table.helpers import Player, players, secret_of, table


@pytest.fixture
def app(tmp_path: Path) -> Any:
    with table(tmp_path, data=str(tmp_path)) as app:
        yield app


def grown(player: Player, game: str, seat: str) -> Json:
    """The review when it is done."""
    for _ in range(3000):
        found = player.get(f"/games/{game}/review?seat={seat}")
        if found["state"] != "growing":
            return found
        time.sleep(0.1)
    raise AssertionError("the review does not end")


def test_a_review_grows_adds_up_and_is_kept(app: Any, tmp_path: Path) -> None:
    """A short game, given up: the parts are the change of the curve, and another visit finds the same review."""
    with TestClient(app, base_url="http://testserver") as client:
        player = Player(client)
        game = player.new(
            "inferno", scenario="one_vs_one", seed="coach", seats={"german": {"kind": "bot", "bot": "random"}}
        )
        for _ in range(5):
            look = player.look(game, "soviet")
            if not look["question"]:
                time.sleep(0.2)
                continue
            action = look["question"]["choices"][-1]["action"]
            player.post(
                f"/games/{game}/answers", {"seat": "soviet", "number": look["question"]["number"], "actions": [action]}
            )
        assert player.get(f"/games/{game}/review?seat=soviet")["state"] == "none"
        player.post(f"/games/{game}/resign", {"seat": "soviet"})
        begun = player.post(f"/games/{game}/review", {"seat": "soviet"})
        assert begun["state"] in ("growing", "done")
        found = grown(player, game, "soviet")
        assert found["state"] == "done"
        accounts = found["accounts"]
        parts = sum(accounts[part] for part in ("luck", "own", "other", "rest"))
        assert accounts["start"] + parts == pytest.approx(accounts["end"])
        assert accounts["end"] == pytest.approx(0), "given up is lost"
        assert accounts["own"] < 0, "giving up is the seat's own decision"
        assert all(p["low"] <= p["chance"] <= p["high"] for p in found["points"])
        assert found["points"][-1]["chance"] == 0
        kept = list((tmp_path / "reviews").iterdir())
        assert [path.stat().st_mode & 0o077 for path in kept] == [0]


def test_only_ones_own_seat_is_reviewed_while_the_game_runs(app: Any) -> None:
    """What another seat knew is told when the game is over; a stranger does not learn that there is a game."""
    with players(app, 3) as (german, soviet, stranger):
        seats = {"german": {"kind": "me"}, "soviet": {"kind": "link"}}
        made = german.post("/games", {"title": "inferno", "scenario": "one_vs_one", "seats": seats}, 201)
        game = made["id"]
        soviet.post("/join", {"game": game, "secret": secret_of(made["links"]["soviet"])})
        path = f"/games/{game}/review"
        assert german.get(f"{path}?seat=german")["state"] == "none"
        for seat, status in (("soviet", 403), ("nobody", 422), ("", 422)):
            german.get(f"{path}?seat={seat}", status)
            german.post(path, {"seat": seat}, status)
            assert german.client.delete(f"/api{path}?seat={seat}").status_code == status
        stranger.get(f"{path}?seat=german", 404)
        stranger.post(path, {"seat": "german"}, 404)
        assert german.post(path, {"seat": "german"})["state"] in ("growing", "done")
        assert german.client.delete(f"/api{path}?seat=german").json()["state"] in ("none", "done")
        soviet.post(f"/games/{game}/resign", {"seat": "soviet"})
        if soviet.post(path, {"seat": "soviet"})["state"] == "growing":
            stopped = german.client.delete(f"/api{path}?seat=soviet")
            assert stopped.status_code == 403 or stopped.json()["state"] == "done", "another asked for it"
        assert grown_anew(german, game, "soviet")["accounts"]["end"] == pytest.approx(0, abs=1e-9)


def grown_anew(player: Player, game: str, seat: str) -> Json:
    player.post(f"/games/{game}/review", {"seat": seat})
    return grown(player, game, seat)


def test_what_taught_nothing_is_said_and_a_deleted_game_takes_its_reviews_along(app: Any, tmp_path: Path) -> None:
    with players(app, 1) as (player,):
        campaign = player.new("roads", scenario="campaign")
        told = player.post(f"/games/{campaign}/review", {"seat": "axis"}, 422)
        assert told["code"] == "not_taught"
        assert "games of On the Brink of Disaster were counted (99 % won by Axis) and taught nothing" in told["message"]
        game = player.new("advance", scenario="campaign")
        player.post(f"/games/{game}/resign", {"seat": "german"})
        assert grown_anew(player, game, "german")["state"] == "done"
        assert len(list((tmp_path / "reviews").iterdir())) == 1
        assert player.client.delete(f"/api/games/{game}").status_code == 200
        assert not list((tmp_path / "reviews").iterdir())


@pytest.mark.long
def test_what_quick_games_judge_is_reviewed_too(app: Any) -> None:
    """Each moment of Wintergewitter is played to its end two dozen times: a dozen seconds for what follows here."""
    with players(app, 1) as (player,):
        game = player.new("roads", scenario="wintergewitter")
        player.post(f"/games/{game}/resign", {"seat": "axis"})
        found = grown_anew(player, game, "axis")
        assert found["state"] == "done"
        assert found["judge"]["plays"] > 0
        assert 0 < found["accounts"]["start"] < 1
        assert found["accounts"]["end"] == pytest.approx(0, abs=1e-9)
