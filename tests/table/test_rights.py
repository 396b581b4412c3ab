"""Who has lost a seat has lost its eyes: rights are checked when something is sent, not when a socket was opened."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from kurgan.kernel.protocol import Json
from kurgan.table.rooms.room import NOT_YOURS, OVER_HERE
from tests.table.helpers import HOST, Player, players, secret_of, table

ORIGIN = {"origin": HOST}
PATIENCE = 20


@contextmanager
def socket_of(player: Player, game: str, seat: str = "") -> Iterator[Any]:
    """An open socket that has heard how things stand."""
    with player.client.websocket_connect(f"/api/games/{game}/live?seat={seat}", headers=ORIGIN) as socket:
        assert socket.receive_json()["kind"] == "news"
        yield socket


def heard_until_closed(socket: Any) -> tuple[list[Json], int]:
    """What a socket still hears, and the code with which it is closed; fails if that does not happen at once."""

    async def soon() -> Any:
        with anyio.fail_after(PATIENCE):
            return await socket._send_rx.receive()

    heard: list[Json] = []
    while True:
        message = socket.portal.call(soon)
        if message["type"] == "websocket.close":
            return heard, int(message["code"])
        heard.append(json.loads(message["text"]))


def free(player: Player, game: str, seat: str) -> Json:
    return player.post(f"/games/{game}/hand", {"seat": seat, "of": seat, "held": "open"})


def invite(maker: Player, friend: Player, game: str, seat: str) -> None:
    link = maker.post(f"/games/{game}/links/{seat}", status=201)["link"]
    friend.post("/join", {"game": game, "secret": secret_of(link), "name": "Friend"})


def test_an_old_socket_hears_nothing_of_who_sits_there_now(tmp_path: Path) -> None:
    """The maker sits down, opens a socket, frees the seat; a friend takes it. The old socket is closed before that."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new("inferno", scenario="one_vs_one")
        with socket_of(anna, game, "soviet") as socket:
            free(anna, game, "soviet")
            invite(anna, boris, game, "soviet")
            boris.post(f"/games/{game}/talk", {"seat": "soviet", "text": "mine now"}, 201)
            heard, code = heard_until_closed(socket)
        assert code == NOT_YOURS
        assert not any("mine now" in str(frame) for frame in heard)
        assert not any(seat["person"] == "Friend" for frame in heard for seat in frame["table"]["seats"])
        anna.get(f"/games/{game}?seat=soviet", 403)


def test_a_seat_that_is_handed_on_closes_the_sockets_of_who_had_it(tmp_path: Path) -> None:
    """The holder gives a link to his own seat: with the friend's sitting down his eyes close, his other seat stays."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new("inferno", scenario="one_vs_one")
        with socket_of(anna, game, "soviet") as old, socket_of(anna, game, "german") as other:
            invite(anna, boris, game, "soviet")
            assert heard_until_closed(old) == ([], NOT_YOURS)
            assert other.receive_json()["kind"] == "news"


def test_a_freed_seat_is_nobodys(tmp_path: Path) -> None:
    """Who frees a seat and has no other right in the game has none left."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post("/games", {"title": "advance", "seats": {"german": {"kind": "link"}}}, 201)
        game = made["id"]
        boris.post("/join", {"game": game, "secret": secret_of(made["links"]["german"])})
        with socket_of(boris, game, "german") as socket:
            assert free(boris, game, "german") == {"kind": "left", "left": "german"}
            assert heard_until_closed(socket) == ([], NOT_YOURS)
        boris.get(f"/games/{game}", 404)
        assert boris.get("/games")["games"] == []
        assert anna.look(game)["seats"][0]["kind"] == "open"


def test_a_deleted_game_closes_every_socket(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new()
        with socket_of(anna, game, "german") as socket:
            assert anna.client.delete(f"/api/games/{game}").status_code == 200
            assert heard_until_closed(socket) == ([], OVER_HERE)
        anna.get(f"/games/{game}", 404)


def test_a_watcher_is_shown_out_when_watching_ends(tmp_path: Path) -> None:
    """The maker takes the link for watching back: who came by it sees nothing more, and the link is dead."""
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game = anna.new()
        link = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        for watcher in (boris, clara):
            watcher.post("/join", {"game": game, "secret": secret_of(link)})
        with socket_of(boris, game) as socket:
            assert boris.client.delete(f"/api/games/{game}/links/*watch").status_code == 403
            assert anna.client.delete(f"/api/games/{game}/links/*watch").status_code == 200
            assert heard_until_closed(socket) == ([], NOT_YOURS)
        clara.get(f"/games/{game}", 404)
        boris.post("/join", {"game": game, "secret": secret_of(link)}, 404)
        assert anna.look(game)["question"]


def test_a_frame_is_not_sent_where_the_right_has_gone_unnoticed(tmp_path: Path) -> None:
    """Each frame is checked by itself, however the right went: here it is taken away behind the room's back."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new("inferno", scenario="one_vs_one")
        invite(anna, boris, game, "soviet")
        with socket_of(boris, game, "soviet") as socket:
            app.app.state.place.rooms.people.leave(game, "soviet")
            anna.post(f"/games/{game}/talk", {"seat": "german", "text": "for those who are here"}, 201)
            assert heard_until_closed(socket) == ([], NOT_YOURS)


def test_talk_among_partners_does_not_reach_who_left(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        seats = {"blue": {"kind": "link"}}
        made = anna.post("/games", {"title": "inferno", "scenario": "two_vs_one", "seats": seats}, 201)
        game = made["id"]
        boris.post("/join", {"game": game, "secret": secret_of(made["links"]["blue"])})
        with socket_of(boris, game, "blue") as socket:
            invite(boris, clara, game, "blue")
            anna.post(f"/games/{game}/talk", {"seat": "yellow", "text": "dawn", "partners": True}, 201)
            assert heard_until_closed(socket) == ([], NOT_YOURS)
        assert clara.get(f"/games/{game}/talk?seat=blue")["talk"][0]["text"] == "dawn"


@pytest.fixture
def held_up(tmp_path: Path) -> Iterator[Any]:
    """A game of Anna's whose lock we hold, so that requests pass the door and wait inside."""
    with table(tmp_path, processes=1) as app, players(app, 2) as [anna, boris]:
        game = anna.new("inferno", scenario="one_vs_one")
        yield app, anna, boris, game


PATHS = ("", "/log", "/moment/3", "/why", "/odds", "/orders", "/talk", "/export", "/story", "/routes", "/about")


@pytest.mark.parametrize("path", PATHS)
def test_a_request_that_waited_while_the_seat_changed_hands_is_refused(held_up: Any, path: str) -> None:
    """The right is looked at again inside, after the wait: no reply is made for a seat that has gone meanwhile."""
    app, anna, boris, game = held_up
    status, body = while_seat_changes(app, anna, boris, game, "GET", f"{path}?seat=soviet", None)
    assert (status, "not your seat" in body) == (403, True)


def test_an_answer_that_waited_while_the_seat_changed_hands_does_not_count(held_up: Any) -> None:
    app, anna, boris, game = held_up
    seat = anna.look(game)["pending"]["seat"]
    question = anna.look(game, seat)["question"]
    answer = {"seat": seat, "number": question["number"] + 1, "actions": [question["choices"][0]["action"]]}
    status, body = while_seat_changes(app, anna, boris, game, "POST", "/answers", answer, seat)
    assert (status, "not your seat" in body) == (403, True)


def test_who_was_alone_before_the_wait_gets_no_whole_record_after_it(held_up: Any) -> None:
    """Alone at the door, in company inside: the stream of one seat, no record of everything and no branch."""
    app, anna, boris, game = held_up
    _, body = while_seat_changes(app, anna, boris, game, "GET", "/export?seat=german", None)
    assert '"kind":"header"' in body
    assert '"prev"' not in body


def test_who_was_alone_before_the_wait_makes_no_branch_after_it(held_up: Any) -> None:
    app, anna, boris, game = held_up
    status, _ = while_seat_changes(app, anna, boris, game, "POST", "/branch", {"seat": "german", "at": 3})
    assert status == 422


def test_who_was_alone_before_the_wait_learns_no_luck_after_it(held_up: Any) -> None:
    app, anna, boris, game = held_up
    status, _ = while_seat_changes(app, anna, boris, game, "GET", "/luck", None)
    assert status == 422


def while_seat_changes(
    app: Any, anna: Player, boris: Player, game: str, method: str, path: str, body: Any, seat: str = "soviet"
) -> tuple[int, str]:
    """Send a request that waits for the room; let a friend take the seat meanwhile; then see what it gets."""
    rooms = app.app.state.place.rooms
    room = rooms._rooms[game]
    portal = anna.client.portal
    assert portal is not None
    portal.call(room.lock.acquire)
    thread = ThreadPoolExecutor(1)
    waiting = thread.submit(anna.client.request, method, f"/api/games/{game}{path}", json=body)
    portal.call(queued, room.lock, 1)
    person = boris.client.cookies["kurgan"]
    who = rooms.people.of_key(person)
    rooms.people.hold(game, seat, who)  # as joining does, which would wait for the room behind the request
    room.session.hand(seat, "person", "Friend")
    portal.call(room.lock.release)
    reply = waiting.result(20)
    thread.shutdown()
    return reply.status_code, reply.text


async def queued(lock: asyncio.Lock, count: int) -> None:
    """Until so many wait for the lock."""
    with anyio.fail_after(PATIENCE):
        while len(lock._waiters or ()) < count:
            await asyncio.sleep(0)
