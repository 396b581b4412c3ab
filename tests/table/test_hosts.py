"""Blocking, reporting, and the host's own tools; everything that he does is in the log."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner

from kurgan.commands.app import app as commands
from kurgan.table.rooms import house
from tests.table.helpers import Player, database, players, table
from tests.table.test_pace import SCENARIO, duel
from tests.table.test_rights import socket_of
from tests.table.test_telling import link_in, mail_server

OFFER = {"title": "inferno", "scenario": SCENARIO, "seats": {"soviet": {"kind": "anybody"}, "german": {"kind": "me"}}}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "LOOK_SECONDS", 0.1)


def admin(folder: Path, *words: str, status: int = 0) -> str:
    """What ``kurgan admin`` prints."""
    done = CliRunner().invoke(commands, ["admin", *words, "--database", database(folder)])
    assert done.exit_code == status, f"{done.output} {done.exception!r}"
    return done.output if status == 0 else str(done.exception)


def handle(player: Player) -> str:
    return str(player.get("/people/me")["profile"])


def soon(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until


def offered(player: Player) -> list[str]:
    return [row["game"] for row in player.get("/invitations")["invitations"]]


def test_who_is_blocked_is_neither_met_nor_heard(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        game, mine, his = duel([anna, boris])
        boris.post(f"/games/{game}/talk", {"seat": his, "text": "rude"}, 201)
        offer = anna.post("/games", OFFER, 201)["id"]
        other = boris.post("/games", OFFER, 201)["id"]
        assert offered(boris) == [other, offer] or offered(boris) == [offer, other]
        assert [row["profile"] for row in anna.post(f"/people/{handle(boris)}/block")["people"]] == [handle(boris)]
        assert (offered(boris), offered(anna)) == ([other], [offer])
        assert set(offered(eve)) == {offer, other}
        refused = boris.post(f"/invitations/{offer}/soviet/take", {}, 404)["message"]
        assert "block" not in refused, "he is not told"
        assert boris.get(f"/people/{handle(anna)}")["blocked"] is False
        assert anna.get(f"/people/{handle(boris)}")["blocked"] is True
        assert anna.get(f"/games/{game}/talk?seat={mine}")["talk"] == []
        assert len(boris.get(f"/games/{game}/talk?seat={his}")["talk"]) == 1
        assert anna.get("/me/data")["blocked"][0]["handle"] == handle(boris)
        assert anna.client.delete(f"/api/people/{handle(boris)}/block").json() == {"people": []}
        assert set(offered(boris)) == {offer, other}
        anna.post(f"/people/{handle(anna)}/block", {}, 422)


def test_what_the_blocked_say_reaches_no_open_page_either(tmp_path: Path) -> None:
    """Anna's page is open while Boris talks: the next line of talk that it gets is her own."""
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel([anna, boris])
        anna.post(f"/people/{handle(boris)}/block")
        with socket_of(anna, game, mine) as socket:
            boris.post(f"/games/{game}/talk", {"seat": his, "text": "rude"}, 201)
            anna.post(f"/games/{game}/talk", {"seat": mine, "text": "calm"}, 201)
            frame = socket.receive_json()
            while frame["kind"] != "talk":
                frame = socket.receive_json()
            assert frame["talk"]["text"] == "calm"


def test_the_host_reads_reports_bans_and_lets_in_again(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        for player, name in ((anna, "Anna"), (boris, "Boris")):
            player.client.patch("/api/me", json={"name": name})
        game, _, his = duel([anna, boris])
        anna.post("/reports", {"profile": handle(boris), "game": game, "text": "he is rude"}, 201)
        eve.post("/reports", {"game": game, "text": "not at the table"}, 404)
        anna.post("/reports", {"text": "of nobody"}, 422)
        told = admin(tmp_path, "reports")
        assert f"Boris [{handle(boris)}] in game {game}: he is rude" in told
        admin(tmp_path, "done", told.split()[0], "--note", "talked to him")
        assert admin(tmp_path, "reports") == ""
        profile = handle(boris)
        with socket_of(boris, game, his) as socket:
            assert "Boris is banned until" in admin(tmp_path, "ban", profile, "--days", "3", "--reason", "rude")
            with pytest.raises(WebSocketDisconnect):
                [socket.receive_json() for _ in range(1000)]
        soon(lambda: all(boris.client.get("/api/games").status_code == 200 for _ in range(2)))
        soon(lambda: all(boris.client.get(f"/api/games/{game}").status_code == 403 for _ in range(4)))
        refused = boris.get(f"/games/{game}", 403)
        assert (refused["code"], refused["message"].endswith("rude")) == ("banned", True)
        boris.post("/games", {"title": "advance"}, 403)
        assert boris.get("/notices")["banned"] == refused["message"], "the list of games says so"
        assert anna.get("/notices")["banned"] == ""
        assert boris.get("/me/data")["name"] == "Boris", "what is kept about him is his"
        admin(tmp_path, "unban", profile)
        soon(lambda: all(boris.client.get(f"/api/games/{game}").status_code == 200 for _ in range(4)))
        assert "was not banned" in admin(tmp_path, "unban", profile, status=1)
        assert "nobody has the profile" in admin(tmp_path, "ban", "0123456789abcdef", status=1)
        log = admin(tmp_path, "log").splitlines()
        assert [line.split(": ")[1].split()[0] for line in log] == ["unban", "unban", "ban", "done"]
        assert profile in log[0]


def test_who_is_banned_takes_no_seat_by_what_he_still_has(tmp_path: Path) -> None:
    """Neither by a link, nor by his recovery code, in his browser or in a new one; nor does he carry his seats away."""
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, boris, other = people
        game, _, his = duel([anna, boris])
        code = boris.post(f"/games/{game}/recovery", {}, 201)["recovery"]
        made = anna.post("/games", {**OFFER, "seats": {"soviet": {"kind": "link"}, "german": {"kind": "me"}}}, 201)
        link = {"game": made["id"], "secret": made["links"]["soviet"].partition("#")[2]}
        boris.post("/signin/ask", {"mail": "boris@example.org"})
        token = link_in(box.wait_for(1)[0], "signin")
        profile = handle(boris)
        admin(tmp_path, "ban", profile)
        soon(lambda: all(boris.client.get(f"/api/games/{game}").status_code == 403 for _ in range(4)))
        for path, body in (("/join/look", link), ("/join", link), ("/recover", {"game": game, "code": code})):
            assert boris.post(path, body, 403)["code"] == "banned"
        assert boris.post("/signin", {"token": token}, 403)["code"] == "banned"
        assert other.post("/recover", {"game": game, "code": code}, 403)["code"] == "banned"
        other.post("/join", link)
        admin(tmp_path, "unban", profile)
        soon(lambda: all(boris.client.get(f"/api/games/{game}").status_code == 200 for _ in range(4)))
        assert boris.get(f"/games/{game}?seat={his}")["seat"] == his, "what he held is still his"
        assert other.post("/recover", {"game": game, "code": code})["seats"] == [his]


def test_the_host_sees_people_and_games_and_speaks_to_all(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as (anna, boris):
        anna.client.patch("/api/me", json={"name": "Anna"})
        game = anna.new()
        key = anna.client.cookies["kurgan"]
        found = admin(tmp_path, "people", "ann")
        assert found.startswith(handle(anna))
        assert len(found.splitlines()) == 1
        assert len(admin(tmp_path, "people").splitlines()) == 2
        assert "nobody has 'zoe' in his name" in admin(tmp_path, "people", "zoe")
        assert key not in found
        assert game in admin(tmp_path, "games", handle(anna))
        assert game not in admin(tmp_path, "games", handle(boris))
        admin(tmp_path, "announce", "Closed on Monday")
        soon(lambda: all(bool(boris.get("/notices")["notices"]) for _ in range(4)))
        assert boris.get("/notices")["notices"][0]["text"] == "Closed on Monday"
        admin(tmp_path, "unannounce", admin(tmp_path, "announcements").split()[0])
        soon(lambda: not any(boris.get("/notices")["notices"] for _ in range(4)))
        admin(tmp_path, "rename", handle(anna), "Somebody")
        assert anna.get("/people/me")["name"] == "Somebody"
        admin(tmp_path, "sign-out", handle(boris))
        soon(lambda: all(boris.client.get("/api/people/me").status_code == 401 for _ in range(4)))
        if os.environ.get("PYTEST_CURRENT_TEST", "").find("postgresql") >= 0:
            admin(tmp_path, "delete-game", game, "--reason", "a trial")
            soon(lambda: all(anna.client.get(f"/api/games/{game}").status_code == 404 for _ in range(4)))
            assert f"delete-game {game}" in admin(tmp_path, "log")
