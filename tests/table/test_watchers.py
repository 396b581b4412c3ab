"""Those who only watch can be muted: one of them by whoever does not want to hear him, all of them by who plays."""

from pathlib import Path

from kurgan.kernel.protocol import Json
from tests.table.helpers import Player, players, secret_of, table
from tests.table.test_hosts import handle
from tests.table.test_pace import duel
from tests.table.test_rights import socket_of


def watch(player: Player, maker: Player, game: str) -> None:
    link = maker.post(f"/games/{game}/links/*watch", status=201)["link"]
    player.post("/join", {"game": game, "secret": secret_of(link), "name": ""})


def heard(player: Player, game: str, seat: str = "") -> list[str]:
    return [line["text"] for line in player.get(f"/games/{game}/talk?seat={seat}")["talk"]]


def say(player: Player, game: str, text: str, seat: str = "", status: int = 201) -> Json:
    return player.post(f"/games/{game}/talk", {"seat": seat, "text": text}, status)


def test_one_who_watches_is_muted_by_who_does_not_want_to_hear_him(tmp_path: Path) -> None:
    """It was not known who of those who watch had spoken, so that blocking one changed nothing."""
    with table(tmp_path) as app, players(app, 4) as (anna, boris, eve, clara):
        game, mine, his = duel([anna, boris])
        watch(eve, anna, game)
        watch(clara, anna, game)
        say(eve, game, "rude")
        (line,) = anna.get(f"/games/{game}/talk?seat={mine}")["talk"]
        assert line["profile"] == handle(eve)
        anna.post(f"/people/{line['profile']}/block")
        with socket_of(anna, game, mine) as socket:
            say(eve, game, "rude again")
            say(clara, game, "kind")
            frame = socket.receive_json()
            while frame["kind"] != "talk":
                frame = socket.receive_json()
            assert frame["talk"]["text"] == "kind"
        assert heard(anna, game, mine) == ["kind"]
        assert heard(boris, game, his) == ["rude", "rude again", "kind"]
        said = [line["text"] for line in eve.get("/me/data")["talk"]]
        assert said == ["rude", "rude again"]
        assert anna.get("/me/data")["talk"] == []


def test_who_plays_has_all_who_watch_be_silent(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as (anna, boris, eve):
        game, mine, his = duel([anna, boris])
        watch(eve, anna, game)
        eve.post(f"/games/{game}/quiet", {"seat": "", "on": False}, 403)
        assert boris.post(f"/games/{game}/quiet", {"seat": his, "on": True}) == {"quiet": True}
        assert say(eve, game, "hello", status=403)["code"] == "quiet"
        assert eve.get(f"/games/{game}/talk")["quiet"] is True
        say(boris, game, "players talk", his)
        anna.post(f"/games/{game}/quiet", {"seat": mine, "on": False})
        say(eve, game, "hello")
        assert heard(eve, game) == ["players talk", "hello"]


def test_what_somebody_said_before_at_a_seat_is_not_who_sits_there_now(tmp_path: Path) -> None:
    """Who takes a seat over does not take home what another one said from it."""
    with table(tmp_path) as app, players(app, 3) as (anna, boris, clara):
        game, _, his = duel([anna, boris])
        say(boris, game, "mine", his)
        link = boris.post(f"/games/{game}/links/{his}", status=201)["link"]
        clara.post("/join", {"game": game, "secret": secret_of(link), "name": "Clara"})
        assert clara.get("/me/data")["talk"] == []
        assert [line["text"] for line in boris.get("/me/data")["talk"]] == ["mine"]
