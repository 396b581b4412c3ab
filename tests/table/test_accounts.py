"""Accounts: a link by mail that works once, several browsers that are one person, and the end of all of it."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.websockets import WebSocketDisconnect

from kurgan.kernel.protocol import Json
from kurgan.session.tables import MAIL_LINKS
from tests.table.helpers import Player, players, table
from tests.table.test_pace import DAY, clock, duel, written
from tests.table.test_rights import socket_of
from tests.table.test_telling import Box, mail_server

MAIL = "anna@example.org"


def ask(player: Player, box: Box, mail: str = MAIL) -> str:
    """Have a link sent; its secret, from the mail."""
    count = len(box.mails)
    assert player.post("/signin/ask", {"mail": mail}) == {"sent": True}
    letter = box.wait_for(count + 1)[count]
    assert letter["To"] == mail.lower()
    found = re.search(r"http://testserver/signin#([A-Za-z0-9_-]+)", letter.get_payload(decode=True).decode())
    assert found
    return found[1]


def sign_in(player: Player, token: str, status: int = 200, **more: Any) -> Json:
    return player.post("/signin", {"token": token, **more}, status)


def account(player: Player) -> Json:
    return player.get("/me/account")


def test_a_guest_gets_an_account_and_is_the_same_person_in_another_browser(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, phone, _ = people
        game = anna.new()
        assert (account(anna)["mail"], account(anna)["possible"], len(account(anna)["sessions"])) == ("", True, 1)
        token = ask(anna, box, "Anna@Example.org")
        seen = anna.post("/signin/look", {"token": token})
        assert seen == {"address": "a***@example.org", "known": False, "asked_here": True, "games": 1}
        sign_in(anna, token)
        assert account(anna)["mail"] == "a***@example.org"
        phone.get(f"/games/{game}", 404)
        sign_in(phone, ask(phone, box))
        assert phone.look(game)["mine"] == ["german"]
        rows = account(phone)["sessions"]
        assert [row["here"] for row in rows] == [False, True]
        assert all(row["agent"] for row in rows), "the browser in which the account was made has a name too"
        assert {row["here"] for row in account(anna)["sessions"]} == {True, False}
        anna.client.patch("/api/me", json={"name": "Anna"})
        assert account(phone)["name"] == "Anna"


def test_a_link_works_once_and_not_for_long(tmp_path: Path) -> None:
    """Of several who use it at the same moment one is let in; an old link and nonsense open nothing."""
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 4) as people:
        anna, *others = people
        sign_in(anna, ask(anna, box))
        token = ask(others[0], box)
        with ThreadPoolExecutor(3) as threads:
            done = list(threads.map(lambda p: p.client.post("/api/signin", json={"token": token}).status_code, others))
        assert sorted(done) == [200, 404, 404]
        sign_in(anna, token, 404)
        sign_in(anna, "x" * 32, 404)
        last = ask(anna, box)
        with written(tmp_path) as write:
            write(update(MAIL_LINKS).values(made=MAIL_LINKS.c.made - 31 * 60))
        sign_in(anna, last, 404)
        anna.post("/signin/look", {"token": last}, 404)


def test_nobody_ties_a_strangers_seats_to_an_address_of_his_own(tmp_path: Path) -> None:
    """Eve has a link sent to herself and talks Boris into opening it: as a guest, and with an account of his own."""
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 2) as people:
        boris, eve = people
        game = boris.new()
        token = ask(eve, box, "eve@example.org")
        assert boris.post("/signin/look", {"token": token})["asked_here"] is False
        assert "browser in which you asked" in sign_in(boris, token, 409)["message"]
        sign_in(eve, token)
        again = ask(eve, box, "eve@example.org")
        sign_in(boris, again, bring=True)
        eve.get(f"/games/{game}", 404)
        assert account(boris)["mail"] == "e***@example.org"
    (tmp_path / "b").mkdir()
    with mail_server() as (box, sending), table(tmp_path / "b", sending=sending) as app, players(app, 2) as people:
        boris, eve = people
        sign_in(boris, ask(boris, box, "boris@example.org"))
        sign_in(eve, ask(eve, box, "eve@example.org"))
        assert "sign out first" in sign_in(boris, ask(eve, box, "eve@example.org"), 409)["message"]
        assert account(boris)["mail"] == "b***@example.org"


def test_seats_of_a_guest_come_along(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, boris, phone = people
        sign_in(anna, ask(anna, box))
        game, mine, _ = duel([phone, boris])
        token = ask(phone, box)
        assert phone.post("/signin/look", {"token": token})["games"] == 2
        assert game in sign_in(phone, token)["brought"]
        assert anna.look(game)["mine"] == [mine]
        assert anna.look(game)["maker"]
        assert phone.look(game)["mine"] == [mine]


def test_holidays_of_a_guest_come_along_and_are_counted_together(tmp_path: Path) -> None:
    """Otherwise his clocks would run while he is away, and each browser would have thirty days of its own."""
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, boris, phone = people
        sign_in(anna, ask(anna, box))
        now = int(time.time())
        anna.post("/me/holidays", {"begin": now + 100 * DAY, "until": now + 115 * DAY}, 201)
        game, _, _ = duel([boris, phone])
        phone.post("/me/holidays", {"until": now + 10 * DAY}, 201)
        phone.post("/me/holidays", {"begin": now + 200 * DAY, "until": now + 220 * DAY}, 201)
        sign_in(phone, ask(phone, box))
        assert clock(boris, game)["runs"] is False
        spans = [(h["begin"] // DAY, h["until"] // DAY) for h in anna.get("/me/holidays")["holidays"]]
        today = now // DAY
        assert spans == [(today, today + 10), (today + 100, today + 115)], "the last one would be 45 days in a year"
        begun = anna.get("/me/holidays")["holidays"][0]["begin"]
        assert anna.client.delete(f"/api/me/holidays/{begun}").status_code == 200
        assert clock(boris, game)["runs"] is True


def test_a_browser_that_is_ended_is_nobody(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, phone, eve = people
        game = anna.new()
        only = account(anna)["sessions"][0]["id"]
        assert anna.client.delete(f"/api/me/sessions/{only}").status_code == 422
        sign_in(anna, ask(anna, box))
        sign_in(phone, ask(phone, box))
        lost = next(row["id"] for row in account(phone)["sessions"] if row["here"])
        assert eve.client.delete(f"/api/me/sessions/{lost}").status_code in (404, 422)
        with socket_of(phone, game, "german") as socket:
            assert anna.client.delete(f"/api/me/sessions/{lost}").status_code == 200
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
        for _ in range(2):
            phone.get(f"/games/{game}", 404)
        assert len(account(anna)["sessions"]) == 1


def test_all_about_oneself_is_told_and_deleted(tmp_path: Path) -> None:
    """Running games go on without: the seat is free. Nothing of another person is told, and no secret."""
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 2) as people:
        anna, boris = people
        game, _, his = duel(people)
        boris.client.patch("/api/me", json={"name": "Boris"})
        sign_in(boris, ask(boris, box, "boris@example.org"))
        boris.post("/me/channels", {"kind": "webhook", "address": "https://example.org/x", "events": ["end"]}, 201)
        told = boris.get("/me/data")
        assert (told["name"], told["mail"]) == ("Boris", "boris@example.org")
        assert [row["seat"] for row in told["games"] if row["game"] == game] == [his]
        assert told["channels"][0]["address"] == "https://example.org/x"
        assert boris.client.cookies["kurgan"] not in str(told)
        assert "token" not in str(told)
        boris.post("/me/delete", {}, 422)
        boris.post("/me/delete", {"word": "delete"})
        assert next(seat for seat in anna.look(game)["seats"] if seat["name"] == his)["kind"] == "open"
        boris.get(f"/games/{game}", 404)
        boris.get("/me/account", 401)
        new = Player(boris.client)
        assert new.hello["name"] == ""
        sign_in(new, ask(new, box, "boris@example.org"))
        assert new.get("/me/data")["games"] == []


def test_nothing_tells_who_has_an_account(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 2) as people:
        anna, eve = people
        sign_in(anna, ask(anna, box))
        assert eve.post("/signin/ask", {"mail": MAIL}) == eve.post("/signin/ask", {"mail": "nobody@example.org"})
        eve.post("/signin/ask", {"mail": "a@b\nBcc: c@d"}, 422)
        asked = [eve.client.post("/api/signin/ask", json={"mail": MAIL}).status_code for _ in range(6)]
        assert asked == [200] + 5 * [429], "nobody's mailbox is filled: three an hour, whichever process is asked"
