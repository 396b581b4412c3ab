"""What lists of games say lags behind on disk, but never for whoever asks, and a sudden end is made up for."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event

from kurgan import games
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.table.database.identity import People
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.storage import MAKER, Summary
from tests.table.helpers import database, players, table


def test_a_list_of_games_is_never_behind(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="first")
        for _ in range(3):
            number = anna.act(game, "buy artillery")["number"]
            [row] = anna.get("/games")["games"]
            assert (row["number"], row["waiting"], row["yours"]) == (number, "german", True)


def test_a_server_that_was_killed_makes_up_its_lists(tmp_path: Path) -> None:
    """A game whose record is longer than its summary says is looked at when the table starts."""
    store = Store(database(tmp_path))
    people = People(store)
    _, person = people.new()
    session = Session.new(games.load("advance"), "campaign", {}, seed="killed", log=store.log())
    id = session.header["game"]
    people.open_table(id, "", False)
    people.hold(id, MAKER, person)
    session.act("german", ["buy artillery"])
    assert people.behind() == [id]
    rooms = Rooms(store, people, games)
    rooms._catch_up()
    row, listed = store.game(id), people.table(id)
    store.close()
    assert row is not None
    assert listed is not None
    assert (row.awaited, listed.number) == ("german", session.course.number)
    assert listed.turn


def test_a_start_asks_only_for_games_that_are_behind(tmp_path: Path) -> None:
    """However many games there are: those whose lines were summed up are not looked at, nor their lines."""
    store = Store(database(tmp_path))
    people = People(store)
    session = Session.new(games.load("advance"), "campaign", {}, seed="killed", log=store.log())
    id = session.header["game"]
    people.open_table(id, "", False)
    told = Summary(session.course.number, "Turn 1", "", "german", "")
    assert people.behind() == [id]
    people.sum_up({id: told})
    assert people.behind() == []
    session.act("german", ["buy artillery"])
    people.sum_up({id: told})
    assert people.behind() == [id], "a summary that is late says nothing of later lines"
    people.sum_up({id: told._replace(number=session.course.number)})
    assert people.behind() == []
    asked: list[tuple[str, Any]] = []
    event.listen(store.engine, "before_cursor_execute", lambda *a: asked.append((a[2], a[3])))
    people.behind()
    statement, parameters = asked[-1]
    plan = store.read(lambda c: planned(c, statement, parameters))
    store.close()
    assert "games_behind" in plan
    assert "lines" not in plan


def planned(c: Connection, statement: str, parameters: Any) -> str:
    """How the database would go about it if tables were too large to be read whole."""
    if c.dialect.name == "sqlite":
        return str(c.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all())
    c.exec_driver_sql("SET enable_seqscan = off")
    return str(c.exec_driver_sql(f"EXPLAIN {statement}", parameters).all())


def test_who_sits_where_is_known_at_once(tmp_path: Path) -> None:
    """What is remembered of seats follows every change of them."""
    store = Store(database(tmp_path))
    people = People(store)
    (_, anna), (key, boris) = people.new(), people.new()
    session = Session.new(games.load("advance"), "campaign", {}, log=store.log())
    id = session.header["game"]
    people.open_table(id, "", False)
    for person in (anna, boris, anna):
        people.hold(id, "german", person)
        assert [held.person for held in people.held(id)] == [person]
        assert people.seats_known(id) == (None if store.is_shared else people.held(id))
    people.saw(id, anna, 7)
    assert people.held(id)[0].seen == 7
    people.leave(id, "german")
    assert people.held(id) == []
    assert people.known(key) == ""
    assert people.of_key(key) == boris
    assert people.known(key) == ("" if store.is_shared else boris), "of several processes each asks every time"
    store.close()
