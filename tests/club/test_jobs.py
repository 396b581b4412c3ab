"""Jobs in the database: taken by one, free when he dies, done again if they were put again meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from kurgan.session import jobs
from kurgan.session.jobs import FREE, Job
from kurgan.session.sharing import Bell
from kurgan.session.store import Store
from kurgan.session.tables import JOBS
from tests.club.cluster import database_of, need_postgresql


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


def test_a_job_is_taken_by_one_and_free_when_he_dies(store: Store) -> None:
    first, second = alive(store), alive(store)
    put(store, "a")
    job = take(store, first)
    assert job is not None
    assert (job.key, job.tries) == ("a", 1)
    assert take(store, second) is None
    first.close()
    again = take(store, second)
    assert again is not None
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


def test_who_is_not_the_owner_any_more_ends_nothing(store: Store) -> None:
    """A process that was taken for dead and comes back does not take the job from who does it now."""
    first, second = alive(store), alive(store)
    put(store, "a")
    job = take(store, first)
    first.close()
    assert take(store, second) is not None
    assert job is not None
    store.writer.submit(lambda c: jobs.done(c, job, first.worker)).result()
    assert store.read(jobs.waiting) == {jobs.BOT: 1}
    assert store.read(lambda c: c.execute(JOBS.select()).one().taken) == second.worker != FREE
    second.close()
