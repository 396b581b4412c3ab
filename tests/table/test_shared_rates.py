"""Buckets that processes share: how many of them there are makes nobody's bucket larger."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from kurgan import games
from kurgan.session.store import Store
from kurgan.table.guard import shared_rates
from kurgan.table.guard.limits import Buckets
from kurgan.table.guard.shared_rates import ON_A_SHELF, SharedRates
from kurgan.table.server import make_app
from tests.table.helpers import HOST, players

SLOW = 1e-9
"""Tokens a second: none comes back while a test runs."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="several processes are forked, which Windows does not")


@pytest.fixture
def shared() -> Iterator[SharedRates]:
    with closing(SharedRates()) as made:
        yield made


def at_once(count: int, act: Callable[[], int]) -> list[int]:
    """What several forked processes find."""
    context = get_context("fork")
    found = context.SimpleQueue()
    children = [context.Process(target=lambda: found.put(act())) for _ in range(count)]
    for child in children:
        child.start()
    told = [found.get() for _ in children]
    for child in children:
        child.join()
    return told


def test_processes_take_from_one_bucket(shared: SharedRates) -> None:
    """Three who ask at the same time get together what the bucket holds, to the token."""
    told = at_once(3, lambda: sum(shared.take("one", SLOW, 5000.0) for _ in range(4000)))
    assert sum(told) == 5000
    assert shared.take("another", SLOW, 1.0)


def test_a_process_that_dies_with_the_lock_keeps_nobody_waiting(shared: SharedRates) -> None:

    def hold() -> int:
        for start in range(0, shared_rates.SHELVES * shared_rates.SHELF_BYTES, shared_rates.SHELF_BYTES):
            shared._alone(start).__enter__()
        ready.put(0)
        signal.pause()
        return 0

    context = get_context("fork")
    ready = context.SimpleQueue()
    holder = context.Process(target=hold)
    holder.start()
    ready.get()
    assert holder.pid is not None
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    assert shared.take("one", SLOW, 1.0)
    assert not shared.take("one", SLOW, 1.0)


def test_tokens_come_back(shared: SharedRates, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert [shared.take("one", 2.0, 3.0) for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert [shared.take("one", 2.0, 3.0) for _ in range(2)] == [True, False]
    now += 3600
    assert [shared.take("one", 2.0, 3.0) for _ in range(4)] == [True, True, True, False]


def test_who_asked_longest_ago_makes_room(shared: SharedRates, monkeypatch: pytest.MonkeyPatch) -> None:
    """With more names than places the one forgotten is full again; the others are as they were."""
    monkeypatch.setattr(shared_rates, "SHELVES", 1)
    names = [f"name {i}" for i in range(ON_A_SHELF + 1)]
    assert all(shared.take(name, SLOW, 1.0) for name in names)
    assert not any(shared.take(name, SLOW, 1.0) for name in names[1:])
    assert shared.take(names[0], SLOW, 1.0)


def test_kinds_do_not_mix(shared: SharedRates) -> None:
    """An address and a seat of the same name have a bucket each."""
    door, seat = (Buckets(SLOW, 1.0, kind, shared) for kind in ("door", "seat"))
    assert [door.take("one"), seat.take("one"), door.take("one"), seat.take("one")] == [True, True, False, False]


def test_two_tables_with_one_memory_count_together(shared: SharedRates, tmp_path: Path) -> None:
    """What somebody asked at one process is gone at the other."""
    with ExitStack() as opened:
        stores = [opened.enter_context(closing(Store(str(tmp_path / f"{i}.sqlite")))) for i in range(2)]
        one, two = (make_app(games, store, url=HOST, rate=SLOW, burst=6.0, shared=shared) for store in stores)
        [anna], [boris] = (opened.enter_context(players(app)) for app in (one, two))  # each has said hello
        told = [who.client.get("/healthz").status_code for who in (anna, boris, anna, boris, anna, boris)]
    assert told == [200, 200, 200, 200, 429, 429]
