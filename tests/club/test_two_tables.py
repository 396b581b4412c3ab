"""Two tables on one database, as two processes are: each knows at once what the other did, whatever it remembered.

The suite of the table runs so too (``tests/table/conftest.py``); here is what only two of them can get wrong.
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import event, insert, select, text, update
from starlette.testclient import TestClient

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.session.tables import GAMES, LINES
from kurgan.table.model.replies import Thinking
from kurgan.table.rooms import following
from kurgan.table.rooms.room import written
from kurgan.table.server import make_app
from tests.club.cluster import database_of, need_postgresql
from tests.table.helpers import HOST, Player, secret_of
from tests.table.test_desk import place_of

ORIGIN = {"origin": HOST}
LONGER_THAN_A_SUMMARY = 1.0
BY_THE_CLOCK = ("served", "pg_locks", "games.id, games.version", "FROM bans", "FROM notices")
"""What processes ask now and then, whatever happens."""

MOST_STATEMENTS = 19
"""For one answer at two tables: sixteen, and a few that look again where the machine is slow; reading for every socket
would take a dozen more."""


@pytest.fixture(autouse=True)
def postgresql() -> None:
    need_postgresql()


@contextmanager
def two_tables(folder: Path, **more: Any) -> Iterator[tuple[Player, Player]]:
    """One person at each of two tables; the first table also plays for bots."""
    stores = [Store(database_of(folder)) for _ in range(2)]
    fast = dict.fromkeys(("rate", "burst", "seat_rate", "seat_burst", "code_rate", "code_burst"), 1e6)
    apps = [
        make_app(games, store, url=HOST, bot_pause=0, plays_bots=store is stores[0], **{**fast, **more})
        for store in stores
    ]
    try:
        with TestClient(apps[0], base_url=HOST) as one, TestClient(apps[1], base_url=HOST) as other:
            yield Player(one), Player(other)
    finally:
        for store in stores:
            store.close()


def at_the_other(person: Player, table: Player) -> Player:
    """The same person, asking at the other one's table."""
    client = TestClient(table.client.app, base_url=HOST, cookies=dict(person.client.cookies))
    client.portal = table.client.portal
    return Player(client)


def duel(anna: Player, boris: Player) -> tuple[str, dict[str, Player]]:
    """A game of two that was made at one table, and sat down at at the other."""
    first, second = games.load("inferno").seats("one_vs_one")
    wishes = {first: {"kind": "me"}, second: {"kind": "link"}}
    made = anna.post("/games", {"title": "inferno", "scenario": "one_vs_one", "seats": wishes}, 201)
    boris.post("/join", {"game": made["id"], "secret": secret_of(made["links"][second]), "name": "Boris"})
    return made["id"], {first: anna, second: boris}


def asked_of(game: str, at: dict[str, Player]) -> tuple[str, Json]:
    """Who is asked, and what."""
    for seat, person in at.items():
        question = person.look(game, seat)["question"]
        if question:
            return seat, question
    raise AssertionError("nobody is asked")


def numbers(at: dict[str, Player]) -> set[int]:
    """How far the first game is, as lists of games say at each table."""
    return {person.get("/games")["games"][0]["number"] for person in at.values()}


def test_a_game_is_played_at_both(tmp_path: Path) -> None:
    """Each sees at once what the other decided, and in lists of games whose turn it is; the rest of a list follows."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        for _ in range(12):
            seat, question = asked_of(game, at)
            number = at[seat].act(game, question["choices"][0]["action"], seat=seat)["number"]
            listed = {person.get("/games")["games"][0]["waiting"] for person in at.values()}
            assert {person.look(game)["number"] for person in at.values()} == {number}
            assert listed == {asked_of(game, at)[0]}
            assert numbers(at) == {number}


def test_an_answer_asks_little_of_the_database(tmp_path: Path) -> None:
    """However many listen: an answer, and telling it at two tables, costs a fixed number of statements."""
    with two_tables(tmp_path) as (anna, boris), ExitStack() as pages:
        game, at = duel(anna, boris)
        for person in (anna, anna, anna, boris, boris, boris):
            seat = next(seat for seat, who in at.items() if who is person)
            address = f"/api/games/{game}/live?seat={seat}"
            socket = pages.enter_context(person.client.websocket_connect(address, headers=ORIGIN))
            socket.receive_json()
        seat, question = asked_of(game, at)
        asked: list[str] = []
        for person in (anna, boris):
            app: Any = person.client.app
            engine = app.app.state.place.rooms.store.engine
            event.listen(engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
        body = {"seat": seat, "number": question["number"], "actions": [question["choices"][0]["action"]]}
        at[seat].post(f"/games/{game}/answers", body)
        time.sleep(LONGER_THAN_A_SUMMARY)
        asked = [one for one in asked if not any(word in one for word in BY_THE_CLOCK)]
        assert "INSERT INTO lines" in " ".join(asked)
        assert sum("FROM holds" in one for one in asked) <= 3, asked
        assert not any("SET aside" in one for one in asked), "nothing beside the record has changed"
        assert len(asked) <= MOST_STATEMENTS, "\n".join(asked)


def test_of_two_answers_to_one_question_one_wins(tmp_path: Path) -> None:
    """Given at the same moment at two tables: one is taken, the other is told so and sees the new question."""
    with two_tables(tmp_path) as (anna, boris), ThreadPoolExecutor(2) as together:
        game = anna.new(scenario="campaign")
        both = [anna, at_the_other(anna, boris)]
        for person in both:  # the framework makes ready what a path needs when it is first asked, for one at a time
            person.act(game, "buy artillery")
        for _ in range(6):
            question = both[0].look(game)["question"]
            body = {"seat": "german", "number": question["number"], "actions": [question["choices"][1]["action"]]}
            replies = list(together.map(lambda p, b=body: p.client.post(f"/api/games/{game}/answers", json=b), both))
            assert sorted(reply.status_code for reply in replies) == [200, 409]
            refused = next(reply.json() for reply in replies if reply.status_code == 409)
            assert refused["code"] == "stale"
            assert len({person.look(game)["question"]["number"] for person in both}) == 1
        decided = [line for line in anna.get(f"/games/{game}/log")["lines"] if line.get("action")]
        assert len(decided) == 2 + 6


def test_what_answers_no_question_waits_its_turn(tmp_path: Path) -> None:
    """Another table writes a line just before: a resignation goes on top of it, and nobody notices."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        seat, question = asked_of(game, at)
        other = next(name for name in at if name != seat)
        real = Session.resign
        begun: list[Json] = []

        def resign(session: Session, who: str) -> Any:
            if not begun:
                begun.append(at[seat].act(game, question["choices"][0]["action"], seat=seat))
            return real(session, who)

        with patch.object(Session, "resign", resign):
            number = at[other].post(f"/games/{game}/resign", {"seat": other})["number"]
        assert number > begun[0]["number"]
        assert at[seat].look(game)["over"]


def test_who_got_up_elsewhere_does_not_decide_any_more(tmp_path: Path) -> None:
    """Somebody's own other browser gets up at one table just before he answers at the other: it is not his any more."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        seat, question = asked_of(game, at)
        person = at[seat]
        elsewhere = at_the_other(person, boris if person is anna else anna)
        real, number = Session.act, person.look(game)["number"]
        got_up: list[Json] = []

        def act(session: Session, *told: Any, **more: Any) -> Any:
            if not got_up:
                got_up.append(elsewhere.post(f"/games/{game}/hand", {"seat": seat, "of": seat, "held": "open"}))
            return real(session, *told, **more)

        body = {"seat": seat, "number": question["number"], "actions": [question["choices"][0]["action"]]}
        with patch.object(Session, "act", act):
            assert person.client.post(f"/api/games/{game}/answers", json=body).status_code in (403, 404)
        other = next(player for player in at.values() if player is not person)
        decided = [line for line in other.get(f"/games/{game}/log")["lines"] if line.get("action")]
        assert got_up and other.look(game)["number"] == number + 1 and decided == []


def test_news_reach_sockets_of_the_other(tmp_path: Path) -> None:
    """What is decided and said here is heard there, in frames that build on each other."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        seat, question = asked_of(game, at)
        watching = next(other for other in at if other != seat)
        address = f"/api/games/{game}/live?seat={watching}"
        with at[watching].client.websocket_connect(address, headers=ORIGIN) as socket:
            first = socket.receive_json()
            assert next(s for s in at[seat].look(game)["seats"] if s["name"] == watching)["present"]
            number = at[seat].act(game, question["choices"][0]["action"], seat=seat)["number"]
            frame = socket.receive_json()
            assert (frame["kind"], frame["number"]) == ("news", number)
            assert first["number"] < number
            at[seat].post(f"/games/{game}/talk", {"seat": seat, "text": "Good evening"}, 201)
            said = next(frame for frame in iter(socket.receive_json, None) if frame["kind"] == "talk")
            assert said["talk"]["text"] == "Good evening"


def test_a_word_reaches_the_other(tmp_path: Path) -> None:
    """How far a bot has come is told by the process that plays for it to whoever listens at another."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        his = next(seat for seat, person in at.items() if person is boris)
        app: Any = anna.client.app
        with boris.client.websocket_connect(f"/api/games/{game}/live?seat={his}", headers=ORIGIN) as socket:
            socket.receive_json()
            app.app.state.place.rooms.store.tell(game, written(Thinking(his, 0.5)))
            assert socket.receive_json() == {"kind": "thinking", "seat": his, "share": 0.5}


def test_news_that_were_lost_are_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection that listens has gone, and nobody says so: a look now and then finds what was missed."""
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr("kurgan.session.sharing.Bell._tell_of", lambda *_: None)
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        seat, question = asked_of(game, at)
        watching = next(other for other in at if other != seat)
        address = f"/api/games/{game}/live?seat={watching}"
        with at[watching].client.websocket_connect(address, headers=ORIGIN) as socket:
            socket.receive_json()
            number = at[seat].act(game, question["choices"][0]["action"], seat=seat)["number"]
            assert socket.receive_json()["number"] == number


def test_what_a_process_changed_itself_it_does_not_look_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that somebody listens to are compared with the database now and then: our own answers are known."""
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.5)
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        hers = next(seat for seat, person in at.items() if person is anna)
        seat, question = asked_of(game, at)
        app: Any = anna.client.app
        store = app.app.state.place.rooms.store
        with anna.client.websocket_connect(f"/api/games/{game}/live?seat={hers}", headers=ORIGIN) as socket:
            socket.receive_json()
            at_the_other(at[seat], anna).act(game, question["choices"][0]["action"], seat=seat)
            looked, compared, enough = [], [], threading.Event()
            stand, versions = store.stand, store.versions_of

            def compare(of: list[str]) -> Any:
                compared.append(of)
                if len(compared) == 4:
                    enough.set()
                return versions(of)

            def look(of: str) -> Any:
                looked.append(of)
                return stand(of)

            monkeypatch.setattr(store, "stand", look)
            monkeypatch.setattr(store, "versions_of", compare)
            assert enough.wait(20)
            assert looked == []


def test_a_right_that_ended_here_has_ended_there(tmp_path: Path) -> None:
    """Somebody gives his seat to a bot and gets up at one table: his page at the other is closed, and tells nothing."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        his = next(seat for seat, person in at.items() if person is boris)
        away = at_the_other(boris, anna)
        with boris.client.websocket_connect(f"/api/games/{game}/live?seat={his}", headers=ORIGIN) as socket:
            socket.receive_json()
            away.post(f"/games/{game}/hand", {"seat": his, "of": his, "held": "open"})
            ended = socket.receive()
            assert (ended["type"], ended["code"]) == ("websocket.close", 4401)
        boris.get(f"/games/{game}", 404)


def test_a_deleted_account_hears_nothing_at_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who only watches at one table deletes his account at the other."""
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.05)
    with two_tables(tmp_path) as (anna, boris):
        game, _ = duel(anna, boris)
        link = anna.post(f"/games/{game}/links/*watch", {}, 201)["link"]
        carla = Player(TestClient(boris.client.app, base_url=HOST))
        carla.client.portal = boris.client.portal
        carla.post("/join", {"game": game, "secret": secret_of(link), "name": "Carla"})
        with carla.client.websocket_connect(f"/api/games/{game}/live", headers=ORIGIN) as socket:
            socket.receive_json()
            at_the_other(carla, anna).post("/me/delete", {"word": "delete"})
            ended = next(told for told in iter(socket.receive, None) if told["type"] == "websocket.close")
            assert ended["code"] == 4401


def test_no_frame_is_sent_on_a_right_that_only_memory_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody tells this table that a seat was lost; the next frame is not sent, because the right is asked first."""
    monkeypatch.setattr("kurgan.session.sharing.Bell._tell_of", lambda *_: None)
    monkeypatch.setattr(following, "LOOK_SECONDS", 3600)
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        his = next(seat for seat, person in at.items() if person is boris)
        hers = next(seat for seat in at if seat != his)
        at_anna, at_boris = anna, at_the_other(anna, boris)
        with boris.client.websocket_connect(f"/api/games/{game}/live?seat={his}", headers=ORIGIN) as socket:
            socket.receive_json()
            at_the_other(boris, anna).post(f"/games/{game}/hand", {"seat": his, "of": his, "held": "open"})
            at_anna.post(f"/games/{game}/talk", {"seat": hers, "text": "He has gone"}, 201)
            at_boris.post(f"/games/{game}/talk", {"seat": hers, "text": "Has he?"}, 201)
            ended = socket.receive()
            assert (ended["type"], ended.get("code")) == ("websocket.close", 4401)


def test_a_link_is_spent_once_at_whatever_table(tmp_path: Path) -> None:
    """Two people use one link at the same moment at two tables: one sits down."""
    with two_tables(tmp_path) as (anna, boris), ThreadPoolExecutor(2) as together:
        first, second = games.load("inferno").seats("one_vs_one")
        for _ in range(4):
            wishes = {first: {"kind": "me"}, second: {"kind": "link"}}
            made = anna.post("/games", {"title": "inferno", "scenario": "one_vs_one", "seats": wishes}, 201)
            body = {"game": made["id"], "secret": secret_of(made["links"][second])}
            anna.post("/join", body | {"secret": "none"}, 404)
            boris.post("/join", body | {"secret": "none"}, 404)
            clients = [TestClient(p.client.app, base_url=HOST) for p in (anna, boris)]
            for client, person in zip(clients, (anna, boris), strict=True):
                client.portal = person.client.portal
            found = list(together.map(lambda c, b=body: c.post("/api/join", json=b).status_code, clients))
            assert sorted(found) == [200, 409]


def test_wishes_are_known_at_both(tmp_path: Path) -> None:
    """Asked for at one table, agreed to at the other."""
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        decided: list[str] = []
        while len(set(decided)) < 2:
            seat, question = asked_of(game, at)
            at[seat].act(game, question["choices"][0]["action"], seat=seat)
            decided.append(seat)
        asking, agreeing = decided[0], decided[-1]
        wish = at[asking].post(f"/games/{game}/undo", {"seat": asking})["wish"]
        assert at[agreeing].look(game)["wish"] == wish
        assert at[agreeing].post(f"/games/{game}/agree", {"seat": agreeing})["rewinds"] == 1
        assert at[asking].look(game)["rewinds"] == 1


def test_a_promise_made_here_is_kept_there_once(tmp_path: Path) -> None:
    with two_tables(tmp_path) as (anna, boris):
        promised = anna.post("/promises", status=201)["commitment"]
        body = {"title": "advance", "promise": promised, "word": "mine"}
        boris.post("/games", body, 422)
        other = at_the_other(anna, boris)
        game = other.post("/games", body, 201)["id"]
        assert anna.look(game)["dice"]["commitment"] == promised
        anna.post("/games", body, 422)


def test_a_game_that_was_deleted_is_gone_at_both(tmp_path: Path) -> None:
    with two_tables(tmp_path) as (anna, boris):
        game, at = duel(anna, boris)
        his = next(seat for seat, person in at.items() if person is boris)
        with boris.client.websocket_connect(f"/api/games/{game}/live?seat={his}", headers=ORIGIN) as socket:
            socket.receive_json()
            assert anna.client.delete(f"/api/games/{game}").status_code == 200
            ended = socket.receive()
            assert (ended["type"], ended["code"]) in [("websocket.close", 4410), ("websocket.close", 4401)]
        boris.get(f"/games/{game}", 404)


def test_a_game_that_is_just_being_made_is_not_there_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first line can be read a moment before its table: who looks then is told that there is no such game."""
    with two_tables(tmp_path) as (anna, boris):
        game = anna.new(scenario="campaign")
        other = at_the_other(anna, boris)
        app: Any = boris.client.app
        store = app.app.state.place.rooms.store
        before = store.stand(game)._replace(guide=None, aside=None)
        with monkeypatch.context() as patch:
            patch.setattr(store, "stand", lambda _: before)
            other.get(f"/games/{game}", 404)
        assert other.look(game)["question"]


def test_orders_left_here_are_followed_there(tmp_path: Path) -> None:
    """An order writes no line; the table at which the next question is asked has to know it all the same."""
    with two_tables(tmp_path) as (anna, boris):
        game = anna.new(scenario="campaign")
        other = at_the_other(anna, boris)
        other.look(game)
        anna.post(f"/games/{game}/orders", {"seat": "german", "step": "spend", "text": "always done"})
        number = anna.look(game)["question"]["number"]
        question = other.look(game)["question"]
        assert question["number"] == number
        assert other.get(f"/games/{game}/orders?seat=german")["orders"][0]["step"] == "spend"


def test_a_summary_that_waits_for_the_last_line_does_not_undo_the_end(tmp_path: Path) -> None:
    """It asked whether lines had followed before it waited for who was writing them: a game that was over ran on."""
    with two_tables(tmp_path) as (anna, _), ThreadPoolExecutor() as beside:
        game = anna.new(scenario="campaign")
        rooms = place_of(anna).rooms
        late = {game: rooms._rooms[game].summary()}
        line = {"game": game, "number": late[game].number + 1, "text": "{}", "at": 0}
        with rooms.store.engine.begin() as c:
            c.execute(update(GAMES).where(GAMES.c.id == game).values(outcome="over"))
            c.execute(insert(LINES), [line])
            waiting = beside.submit(rooms.people.sum_up, late)
            until_somebody_waits(rooms.store)
        waiting.result(60)
        assert rooms.store.read(lambda c: c.execute(select(GAMES.c.outcome)).scalar_one()) == "over"


def until_somebody_waits(store: Any) -> None:
    """For a row that another transaction has changed."""
    here = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    waits = text(f"{here} AND wait_event_type = 'Lock'")
    until = time.monotonic() + 60
    while not store.read(lambda c: c.execute(waits).scalar_one()):
        assert time.monotonic() < until, "nobody waits"
