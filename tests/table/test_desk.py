"""What takes long keeps nobody else waiting; a write that fails ends nothing; what is remembered has a bound."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from kurgan.bots import Move
from kurgan.session.logs import NotKept
from kurgan.session.rows import NOBODY, Awaits
from kurgan.session.store import Store, StoreLog
from kurgan.table.processes.desk import Busy, Desk, Kept
from kurgan.table.rooms import bot_play, open_rooms
from kurgan.table.shown import seat_view
from tests.table.helpers import Player, players, run_apart, table


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Player]:
    with table(tmp_path) as app, players(app) as (player,):
        yield player


def place_of(player: Player) -> Any:
    app: Any = player.client.app
    return app.app.state.place


def until(comes: Callable[[], bool]) -> None:
    """Wait for what the table does by itself; the bound is only so that a test which waits in vain ends."""
    end = time.monotonic() + 60
    while not comes():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


# The desk -------------------------------------------------------------------------------------------------------


def test_a_person_has_so_many_wishes_and_no_more() -> None:
    async def main() -> None:
        desk = Desk(threads=1, each=2, waiting=3)
        async with desk.wish("ann"), desk.wish("ann"):
            with pytest.raises(Busy) as refused:
                async with desk.wish("ann"):
                    pass
            assert refused.value.status == 429
            async with desk.wish("bob"):
                with pytest.raises(Busy) as crowded:
                    async with desk.wish("cid"):
                        pass
                assert crowded.value.status == 503
        async with desk.wish("ann"):
            pass
        await desk.close()

    run_apart(main())


def test_who_waits_or_works_too_long_is_told_so() -> None:
    async def main() -> None:
        go = threading.Event()
        desk = Desk(threads=1, wait_seconds=0.05, work_seconds=0.05)
        with pytest.raises(Busy, match="longer than"):
            await desk.run(go.wait)
        with pytest.raises(Busy, match="Many ask"):  # the thread is still at it
            await desk.run(lambda: 1)
        go.set()
        while True:
            try:
                assert await desk.run(lambda: 1) == 1
                break
            except Busy:
                continue
        await desk.close()

    run_apart(main())


def test_what_was_found_is_kept_until_the_game_goes_on() -> None:
    kept, made = Kept(most=2), []

    def make() -> int:
        made.append(1)
        return len(made)

    assert [kept.get("turns", 7, make) for _ in range(3)] == [1, 1, 1]
    assert kept.get("turns", 8, make) == 2
    for name in "abcdef":
        kept.get(name, 8, make)
    assert len(kept._found) <= 2


def test_a_long_look_back_stops_nobody_not_even_in_its_own_game(
    seated: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 long games asking for ``turns`` stopped everybody: they held the rooms' locks and all threads."""
    begun, go = threading.Semaphore(0), threading.Event()
    real = seat_view.turns

    def slow(session: Any) -> Any:
        begun.release()
        assert go.wait(30)
        return real(session)

    monkeypatch.setattr(seat_view, "turns", slow)
    games = [seated.new(scenario="campaign") for _ in range(4)]
    replies: list[int] = []
    asking = [
        threading.Thread(target=lambda g=game: replies.append(seated.client.get(f"/api/games/{g}/turns").status_code))
        for game in games
    ]
    for thread in asking:
        thread.start()
    try:
        assert begun.acquire(timeout=30)
        for game in games:
            before = seated.look(game)["number"]
            assert seated.act(game, "done")["number"] > before
        assert seated.client.get(f"/api/games/{games[0]}/turns").status_code == 429
    finally:
        go.set()
        for thread in asking:
            thread.join(30)
    assert replies == [200] * 4


def test_the_right_to_an_answer_must_hold_when_it_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gave up the seat while the answer was made does not get it."""
    with table(tmp_path) as app, players(app) as (player,):
        game = player.new("inferno", scenario=player.hello["titles"][1]["scenarios"][0]["name"])
        people = place_of(player).rooms.people
        person = people.held_by(people.held(game)[0].person)[0].person
        real = seat_view.turns

        def rob(session: Any) -> Any:
            people.forget(game)
            return real(session)

        monkeypatch.setattr(seat_view, "turns", rob)
        assert person
        assert player.client.get(f"/api/games/{game}/turns").status_code == 404


# Writing that fails ---------------------------------------------------------------------------------------------


def fill_disk(store: Store) -> Any:
    """Let SQLite believe that the disk is full; returns what ends it."""
    full = True

    def on_checkout(connection: Any, *_: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count={1 if full else 1073741823}")
        cursor.close()

    def end() -> None:
        nonlocal full
        full = False

    event.listen(store.engine, "checkout", on_checkout)
    return end


def test_a_full_disk_refuses_and_changes_nothing(seated: Player) -> None:
    game = seated.new(scenario="campaign")
    number = seated.look(game)["question"]["number"]
    end = fill_disk(place_of(seated).rooms.store)
    long = [choice["action"] for choice in seated.look(game)["question"]["choices"]][:1]
    codes = set()
    for _ in range(200):  # until the last free page is used up
        reply = seated.client.post(
            f"/api/games/{game}/talk", json={"seat": "german", "text": "x" * 900, "number": number}
        )
        codes.add(reply.status_code)
        if reply.status_code != 201:
            break
    assert codes == {201, 503}
    assert "nothing was changed" in reply.json()["message"]
    end()
    assert seated.act(game, *long)["number"] >= number


def test_a_bot_goes_on_after_a_failed_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One failed write ended the bot's driver for good."""
    monkeypatch.setattr(bot_play, "RETRY_SECONDS", (0.01,))
    real, failures = StoreLog.append, iter(range(3))

    def append(self: StoreLog, lines: Any, awaits: Awaits = NOBODY) -> None:
        if lines[0].number > 2 and next(failures, None) is not None:
            raise NotKept("written", "disk full")
        real(self, lines, awaits)

    told: list[str] = []
    tell = bot_play.BotPlay._tell_trouble

    async def noting(self: bot_play.BotPlay, room: Any, seat: str, words: str) -> None:
        told.append(words)
        await tell(self, room, seat, words)

    moved = threading.Event()
    answers = bot_play.BotPlay._bot_answers

    def counting(self: bot_play.BotPlay, *args: Any) -> Any:
        found = answers(self, *args)
        if args[0].session.number > 6:
            moved.set()
        return found

    monkeypatch.setattr(bot_play.BotPlay, "_tell_trouble", noting)
    monkeypatch.setattr(bot_play.BotPlay, "_bot_answers", counting)
    monkeypatch.setattr(StoreLog, "append", append)
    with table(tmp_path) as app, players(app) as (player,):
        game = player.new(scenario="campaign", seats={"german": {"kind": "bot", "bot": "random"}})
        assert moved.wait(60)
        assert len(told) == 3
        assert all("tried again" in words for words in told)
        assert player.look(game)["seats"][0]["trouble"] == ""


def test_a_bot_that_answers_nonsense_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import Future

    from kurgan import bots

    def nonsense(*_: Any) -> "Future[Move]":
        future: Future[Move] = Future()
        future.set_result(Move(10**6))
        return future

    monkeypatch.setattr(bots.Pool, "submit", nonsense)
    with table(tmp_path) as app, players(app) as (player,):
        game = player.new(scenario="campaign", seats={"german": {"kind": "bot", "bot": "random"}})
        for _ in range(100):
            trouble = player.look(game)["seats"][0]["trouble"]
            if trouble:
                break
        assert "can be asked again" in trouble


def test_summaries_wait_for_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The task that writes summaries died with its first failure; what it had taken up was lost."""
    with table(tmp_path) as app, players(app) as (player,):
        game = player.new(scenario="campaign")
        rooms = place_of(player).rooms
        real = rooms.people.sum_up

        def fails(_: Any) -> None:
            raise NotKept("written", "disk full")

        player.act(game, "done")
        rooms._changed[game] = rooms._rooms[game]
        monkeypatch.setattr(rooms.people, "sum_up", fails)
        with pytest.raises(NotKept):
            rooms.sum_up([game])
        monkeypatch.setattr(rooms.people, "sum_up", real)
        rooms.sum_up([game])
        assert rooms.people.table(game).number == player.look(game)["number"]
        assert not rooms._summing.done()


# Bounds ---------------------------------------------------------------------------------------------------------


def test_games_that_nobody_uses_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory grew with every new game: only opening an old one ever made room."""
    monkeypatch.setattr(open_rooms, "MOST_ROOMS", 4)
    monkeypatch.setattr(open_rooms, "IN_USE_SECONDS", 0.0)
    with table(tmp_path) as app, players(app) as (player,):
        games = [player.new(scenario="campaign") for _ in range(12)]
        rooms = place_of(player).rooms
        numbers = [player.look(game)["number"] for game in games]
        assert len(set(numbers)) == 1
        player.look(games[-1])
        until(lambda: len(rooms._rooms) <= 4)
        assert not rooms._opening
        assert list(rooms._rooms)[-1] == games[-1]


def test_a_game_that_is_closed_waits_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More new games than lists of games are written for: those that were closed were kept until it was their turn."""
    monkeypatch.setattr(open_rooms, "MOST_ROOMS", 4)
    monkeypatch.setattr(open_rooms, "IN_USE_SECONDS", 0.0)
    monkeypatch.setattr(open_rooms, "SUMMARY_SECONDS", 600.0)
    with table(tmp_path) as app, players(app) as (player,):
        games = [player.new(scenario="campaign") for _ in range(12)]
        player.look(games[-1])
        rooms = place_of(player).rooms
        assert set(rooms._changed) <= set(rooms._rooms)
        assert all(rooms.people.table(game).turn for game in games[:6]), "what lists say of them was written"


def test_unknown_games_leave_no_trace(seated: Player) -> None:
    rooms = place_of(seated).rooms
    for i in range(50):
        seated.get(f"/games/{i:032x}", 404)
    assert not rooms._opening
    assert not rooms.people._held
