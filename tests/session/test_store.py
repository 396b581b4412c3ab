"""Games in the database: the same sessions, one writer, stale numbers refused."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, text

from kurgan.session.logs import NoRecord
from kurgan.session.record import Stale
from kurgan.session.rows import SeatRow
from kurgan.session.session import Session
from kurgan.session.store import Store, token_hash
from kurgan.session.tables import METADATA
from kurgan.session.verify import verify
from tests.club.cluster import database_of, need_postgresql
from tests.session.fresh import sqlite_of
from tests.session.helpers import play_out, truth
from tests.session.toy import Lanterns
from tests.where import ROOT, SOURCE


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "postgresql":
        need_postgresql()
    made = Store(database_of(tmp_path) if request.param == "postgresql" else sqlite_of(tmp_path / "games.db"))
    yield made
    made.close()


def everything(store: Store) -> str:
    """All that the database holds."""
    return store.read(lambda c: "\n".join(str(row) for t in METADATA.sorted_tables for row in c.execute(select(t))))


def new_game(store: Store, rounds: int = 3) -> Session:
    return Session.new(Lanterns(), "duel", {"rounds": str(rounds)}, log=store.log())


def test_a_game_is_kept_and_opened_again(store: Store, tmp_path: Path) -> None:
    session = new_game(store)
    session.act("red", ["bid 2", "left"])
    session.order("blue", "show", "never")
    session.close()
    again = Session.load(Lanterns(), store.log(session.header["game"]))
    assert again.state.key() == session.state.key()
    assert [order.text() for order in again.orders("blue")] == ["never"]
    play_out(again)
    assert verify(store.log(session.header["game"]), lambda _: Lanterns()).ok
    assert store.log(session.header["game"]).vault() == {}


def test_sqlite_is_tuned_as_promised(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")

    def pragmas(c: object) -> tuple[object, ...]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return tuple(c.execute(text(f"PRAGMA {name}")).scalar() for name in names)  # type: ignore[attr-defined]

    assert store.read(pragmas) == ("wal", 2, 1)
    assert store.writer.submit(pragmas).result() == ("wal", 2, 1)
    store.close()


def test_of_two_answers_to_one_question_one_is_refused(store: Store) -> None:
    session = new_game(store)
    other = Session.load(Lanterns(), store.log(session.header["game"]))
    session.act("red", ["bid 1"])
    before = other.state.key()
    with pytest.raises(Stale):
        other.act("red", ["bid 2"])
    assert other.state.key() == before
    assert truth(Session.load(Lanterns(), store.log(session.header["game"]))).bid == 1


def test_what_another_wrote_is_taken_in(store: Store) -> None:
    """Answers, orders (which write no line), and the end with all that it reveals."""
    session = new_game(store)
    other = Session.load(Lanterns(), store.log(session.header["game"]))
    assert not other.catch_up()
    session.act("red", ["bid 1"])
    assert other.catch_up()
    assert (other.number, other.state.key()) == (session.number, session.state.key())
    session.order("blue", "show", "never")
    assert other.catch_up() == (other.number != session.number)
    assert [order.text() for order in other.orders("blue")] == ["never"]
    play_out(session)
    assert other.catch_up()
    assert other.outcome == session.outcome
    assert [line.text for line in other.lines()] == [line.text for line in session.lines()]


def version(store: Store, game: str) -> int:
    stand = store.stand(game)
    assert stand is not None
    return stand.version


def test_every_change_of_a_game_counts(store: Store) -> None:
    """Whoever has it open sees by one number that there is something to take in."""
    session = new_game(store)
    game = session.header["game"]
    seen = [version(store, game)]
    for change in (
        lambda: session.act("red", ["bid 1"]),
        lambda: session.order("blue", "show", "never"),
        lambda: store.name_game(game, "Tuesday"),
        lambda: store.say(game, "red", "Good evening."),
    ):
        change()
        seen.append(version(store, game))
    assert len(set(seen)) == len(seen)
    assert store.stand("none") is None


def test_a_failing_job_does_not_take_others_with_it(store: Store) -> None:
    """Jobs that wait are committed together, but each in its own savepoint."""
    games = [new_game(store) for _ in range(8)]
    doubles = [Session.load(Lanterns(), store.log(game.header["game"])) for game in games]
    errors: list[str] = []

    def act(session: Session) -> None:
        try:
            session.act("red", ["bid 1"])
        except Stale:
            errors.append(session.header["game"])

    threads = [threading.Thread(target=act, args=(session,)) for session in games + doubles]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(errors) == sorted(game.header["game"] for game in games)
    for game in games:
        assert Session.load(Lanterns(), store.log(game.header["game"])).number == 4


def test_lists_names_and_outcomes(store: Store) -> None:
    session = new_game(store)
    game = session.header["game"]
    store.name_game(game, "Tuesday")
    row = store.game(game)
    assert row is not None
    assert (row.name, row.title, row.scenario, row.awaited, row.outcome) == ("Tuesday", "lanterns", "duel", "red", "")
    play_out(session)
    assert session.outcome is not None
    assert json.loads(store.games()[0].outcome)["name"] == session.outcome.name
    store.delete_game(game)
    assert store.games() == []
    with pytest.raises(NoRecord):
        Session.load(Lanterns(), store.log(game))


def test_links_are_kept_as_hashes_only(store: Store) -> None:
    game = new_game(store).header["game"]
    first = store.give_seat(game, "red", "Vera")
    second = store.give_seat(game, "red", "Vera")
    assert len(first) >= 22
    assert store.seat_of_token(first) is None
    assert store.seat_of_token(second) == SeatRow(game, "red", "Vera", "", "")
    assert [seat.seat for seat in store.seats(game)] == ["red"]
    assert second not in everything(store)
    assert token_hash(second) in everything(store)
    store.take_seat_back(game, "red")
    assert store.seat_of_token(second) is None


def test_talk_is_numbered(store: Store) -> None:
    game = new_game(store).header["game"]
    store.say(game, "red", "Good evening.")
    store.say(game, "blue", "And to you.", audience="blue")
    assert [(said.number, said.text, said.audience) for said in store.talk(game)] == [
        (1, "Good evening.", ""),
        (2, "And to you.", "blue"),
    ]
    assert [said.number for said in store.talk(game, since=1)] == [2]


def test_snapshots_let_a_long_game_open_quickly(store: Store) -> None:
    session = new_game(store, rounds=40)
    while truth(session).round < 30:
        session.answer(session.legal()[0])
    quick = Session.load(Lanterns(), store.log(session.header["game"]), quick=True)
    assert quick.course.floor > 0
    assert quick.state.key() == session.state.key()


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("this is no database, but it is long enough to look at" * 20)
    with pytest.raises(NoRecord, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path}/games.db")


KILLED = """
import sys
sys.path[:0] = [{src!r}, {root!r}]
from tests.session.toy import Lanterns
from kurgan.session.session import Session
from kurgan.session.store import Store
store = Store({url!r})
session = Session.new(Lanterns(), "duel", {{"rounds": "99"}}, log=store.log())
while True:
    number = session.number
    session.answer(session.legal()[0])
    print(session.header["game"], number, session.lines()[number - 1].check, flush=True)
"""


def test_killing_the_server_loses_no_acknowledged_decision(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    code = KILLED.format(src=SOURCE, root=str(ROOT), url=url)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(12)]
    process.kill()
    told += process.communicate(timeout=60)[0].split("\n")[:-1]
    store = Store(url)
    session = Session.load(Lanterns(), store.log(told[0].split()[0]))
    lines = session.lines()
    for line in told:
        _, number, check = line.split()
        assert lines[int(number) - 1].check == check
    assert verify(session.log, lambda _: Lanterns()).ok
    store.close()
