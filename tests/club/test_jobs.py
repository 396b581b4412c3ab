"""Jobs in the database: taken by one, free when he dies, done again if they were put again meanwhile."""

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from kurgan.session import jobs
from kurgan.session.jobs import FREE, Job
from kurgan.session.logs import NotKept
from kurgan.session.sharing import Bell
from kurgan.session.store import Store
from kurgan.session.tables import JOBS
from kurgan.table.processes import job_runner
from kurgan.table.rooms import bot_play
from tests.club.cluster import database_of, need_postgresql
from tests.table.helpers import CHOSEN, players, run_apart, table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    need_postgresql()
    made = Store(database_of(tmp_path))
    yield made
    made.close()


def alive(store: Store) -> Bell:
    """Another process, as far as jobs know."""
    bell = Bell(store.engine)
    bell.start(lambda *_: None)
    while not bell.is_alive:
        pass
    return bell


def put(store: Store, key: str) -> None:
    store.writer.submit(lambda c: jobs.put(c, jobs.BOT, key)).result()


def take(store: Store, bell: Bell) -> Job | None:
    return store.writer.submit(lambda c: jobs.take(c, bell.worker, [jobs.BOT])).result()


def take_from_the_dead(store: Store, bell: Bell) -> Job:
    """PostgreSQL notices that a connection has gone a moment after it has."""
    while True:
        job = take(store, bell)
        if job is not None:
            return job


def test_a_job_is_taken_by_one_and_free_when_he_dies(store: Store) -> None:
    first, second = alive(store), alive(store)
    put(store, "a")
    job = take(store, first)
    assert job is not None
    assert (job.key, job.tries) == ("a", 1)
    assert take(store, second) is None
    first.close()
    again = take_from_the_dead(store, second)
    assert (again.key, again.tries) == ("a", 2)
    second.close()


def test_what_is_put_while_it_is_under_way_is_done_again(store: Store) -> None:
    bell = alive(store)
    put(store, "a")
    job = take(store, bell)
    assert job is not None
    put(store, "a")
    assert take(store, bell) is None
    store.writer.submit(lambda c: jobs.done(c, job, bell.worker)).result()
    again = take(store, bell)
    assert again is not None
    store.writer.submit(lambda c: jobs.done(c, again, bell.worker)).result()
    assert store.read(jobs.waiting) == {}
    bell.close()


def test_what_fails_is_tried_again_later(store: Store) -> None:
    bell = alive(store)
    put(store, "a")
    job = take(store, bell)
    assert job is not None
    store.writer.submit(lambda c: jobs.put_off(c, job, bell.worker)).result()
    assert take(store, bell) is None
    store.writer.submit(lambda c: c.execute(update(JOBS).values(due=0))).result()
    again = take(store, bell)
    assert again is not None
    assert again.tries == 2
    bell.close()


@pytest.mark.parametrize("end", [jobs.leave, jobs.rest])
def test_what_is_put_while_somebody_leaves_it_is_as_new(store: Store, end: Any) -> None:
    """Putting it began to count anew; the try that is not counted was of those before."""
    bell = alive(store)
    put(store, "a")
    for _ in range(2):
        job = take(store, bell)
        assert job is not None
        put(store, "a")
        store.writer.submit(partial(end, job=job, worker=bell.worker)).result()
        store.writer.submit(lambda c: c.execute(update(JOBS).values(due=0))).result()
    last = take(store, bell)
    assert last is not None
    assert last.tries == 1
    bell.close()


def test_who_is_not_the_owner_any_more_ends_nothing(store: Store) -> None:
    """A process that was taken for dead and comes back does not take the job from who does it now."""
    first, second = alive(store), alive(store)
    put(store, "a")
    job = take(store, first)
    first.close()
    take_from_the_dead(store, second)
    assert job is not None
    store.writer.submit(lambda c: jobs.done(c, job, first.worker)).result()
    assert store.read(jobs.waiting) == {jobs.BOT: 1}
    assert store.read(lambda c: c.execute(JOBS.select()).one().taken) == second.worker != FREE
    second.close()


def test_a_job_is_ended_as_soon_as_the_database_is_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done while it was away must not stay taken by somebody who lives and has forgotten it."""
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.01)
    assert store.bell is not None
    store.bell.start(lambda *_: None)
    put(store, "a")
    failures = iter(range(2))
    real = jobs.done

    def failing(c: Any, job: Job, worker: int) -> None:
        if next(failures, None) is not None:
            raise NotKept("read", "the database does not answer")
        real(c, job, worker)

    monkeypatch.setattr(jobs, "done", failing)

    async def main() -> None:
        async def work(_: str) -> None:
            pass

        task = asyncio.create_task(job_runner.Jobs(store, {jobs.BOT: work}).run())
        while store.read(jobs.waiting):
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])

    run_apart(main())


def test_no_game_keeps_the_bots_of_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that play alone were asked until the end of their game, and all others stood still meanwhile."""
    need_postgresql()
    monkeypatch.setattr(bot_play, "STINT", 3)
    monkeypatch.setattr(job_runner, "AT_ONCE", 1)
    asked: list[str] = []
    enough = threading.Event()
    real = bot_play.BotPlay._bot_answers

    def noting(self: bot_play.BotPlay, room: Any, *more: Any) -> Any:
        asked.append(room.id)
        if len(asked) >= 12:
            enough.set()
        return real(self, room, *more)

    monkeypatch.setattr(bot_play.BotPlay, "_bot_answers", noting)
    monkeypatch.setitem(CHOSEN, "database", "postgresql")
    with table(tmp_path) as app, players(app) as [anna]:
        for _ in range(2):
            anna.new(scenario="campaign", seats={"german": {"kind": "bot", "bot": "random"}})
        asked.clear()  # from here on there are two
        enough.clear()
        assert enough.wait(60)
    assert len(set(asked[:12])) == 2
