"""Who plays the games of a study or a ladder. Every engine plays the same games; they differ in where.

A task is a run of games of one kind, long enough to be worth sending, short enough that little is lost with a worker.
"""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple, Protocol

from kurgan.bots import Source
from kurgan.kernel.protocol import Game, Misspelt
from kurgan.lab.summary import Row

MOST_LOSSES = 3
"""Workers that may be lost over one task before it is taken to be the task's own fault."""

SECONDS_A_TASK = 3.0
"""What a task should last."""

AHEAD = 2
"""Tasks to a worker, so that none waits for the next."""


class Games(Protocol):
    """Games of one kind as a worker gets them: it opens their title and plays those of them that it is asked for."""

    @property
    def source(self) -> Source: ...
    @property
    def scenario(self) -> str: ...
    def with_pack(self, folder: str) -> "Games":
        """The same games, with the pack as it lies on another computer."""
        ...

    def play(self, game: Game, index: int) -> Row: ...


class Task(NamedTuple):
    """These of some games; ``cell`` tells who asked for them, in a study the cell's place in the plan."""

    cell: int
    games: range
    batch: Games


class Done(NamedTuple):
    task: Task
    rows: list[Row]
    seconds: float


class WorkerLost(RuntimeError):
    """A worker was lost again and again over the same games."""


class Engine(Protocol):
    """Takes tasks and gives them back played, in any order."""

    slots: int
    """Tasks that can be under way at once without waiting for each other."""

    def submit(self, task: Task) -> None: ...
    def next(self) -> Done: ...
    def close(self) -> None: ...


@lru_cache(maxsize=8)
def opened(source: Source) -> Game:
    """A worker keeps its game loaded."""
    return source.open()


def play_task(task: Task) -> tuple[list[Row], float]:
    """A row for each game and the seconds it took; runs in a worker."""
    begun = perf_counter()
    game = opened(task.batch.source)
    rows = [task.batch.play(game, index) for index in task.games]
    return rows, perf_counter() - begun


def at_once(engine: "Engine") -> int:
    """How many tasks an engine should have in hand."""
    return engine.slots * AHEAD if engine.slots > 1 else 1


def games_a_task(seconds: float) -> int:
    """How many games of so many seconds make a task."""
    return max(1, round(SECONDS_A_TASK / seconds))


class Here:
    """No workers: each task is played when its result is asked for."""

    slots = 1

    def __init__(self) -> None:
        self.waiting: list[Task] = []

    def submit(self, task: Task) -> None:
        self.waiting.append(task)

    def next(self) -> Done:
        task = self.waiting.pop(0)
        rows, seconds = play_task(task)
        return Done(task, rows, seconds)

    def close(self) -> None:
        self.waiting.clear()


class Processes:
    """Processes of this computer. One that dies (out of memory, killed) is replaced and its games are played again."""

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self.losses: dict[tuple[int, range], int] = {}
        self.waiting: dict[Future[tuple[list[Row], float]], Task] = {}
        self.pool = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.slots, mp_context=multiprocessing.get_context("spawn"))

    def submit(self, task: Task) -> None:
        try:
            future = self.pool.submit(play_task, task)
        except BrokenProcessPool as lost:  # seen before ``next`` was asked: that is where it is made good
            future = Future()
            future.set_exception(lost)
        self.waiting[future] = task

    def next(self) -> Done:
        while True:
            finished, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
            future = next(iter(finished))
            try:
                rows, seconds = future.result()
            except BrokenProcessPool:
                self._again()
                continue
            return Done(self.waiting.pop(future), rows, seconds)

    def _again(self) -> None:
        """The pool is gone with one of its processes: whatever was not finished is played again."""
        tasks = []
        for future, task in self.waiting.items():
            if future.done() and future.exception() is None:
                continue
            tasks.append((future, task))
            lost = (task.cell, task.games)
            self.losses[lost] = self.losses.get(lost, 0) + 1
            if self.losses[lost] > MOST_LOSSES:
                span = f"games {task.games.start} to {task.games.stop - 1}"
                raise WorkerLost(f"a process died {MOST_LOSSES + 1} times over {span} of {task.batch.scenario}")
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._pool()
        for future, task in tasks:
            del self.waiting[future]
            self.submit(task)

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def local(jobs: int) -> Engine:
    return Processes(jobs) if jobs > 1 else Here()


def ray(jobs: int) -> Engine:
    from kurgan.lab.study.ray_engine import Ray

    return Ray(jobs)


def dask(jobs: int) -> Engine:
    from kurgan.lab.study.dask_engine import Dask

    return Dask(jobs)


ENGINES: dict[str, Callable[[int], Engine]] = {"local": local, "ray": ray, "dask": dask}


def engine(name: str, jobs: int) -> Engine:
    """The engine of this name; raises Misspelt."""
    if name not in ENGINES:
        raise Misspelt(f"unknown engine '{name}'; known are {', '.join(ENGINES)}")
    return ENGINES[name](jobs)
