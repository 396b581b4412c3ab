"""Work on many games in parallel processes, with a progress bar; the results come in the order of the games."""

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

CHUNKS_PER_JOB = 8
LARGEST_CHUNK = 25


def run(work: Callable[[T, Sequence[int]], list[R]], task: T, games: int, jobs: int, label: str) -> list[R]:
    """``work(task, indices)`` over all games. ``label`` names the bar on a terminal; an empty one shows none.

    Work and task cross to the processes by name and value, so both must be importable; one job works right here.
    """
    size = max(1, min(LARGEST_CHUNK, games // max(1, jobs * CHUNKS_PER_JOB)))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    found: list[R] = []
    with bar(label, games) as advance:
        if jobs <= 1 or len(chunks) <= 1:
            for chunk in chunks:
                found += work(task, chunk)
                advance(len(chunk))
            return found
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=context) as pool:
            waiting = [pool.submit(work, task, chunk) for chunk in chunks]
            try:
                for chunk, future in zip(chunks, waiting, strict=True):
                    found += future.result()
                    advance(len(chunk))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return found


@contextmanager
def bar(label: str, games: int) -> Iterator[Callable[[int], None]]:
    """Something to call with the number of games done."""
    if not label or not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=games)
        yield lambda done: progress.advance(task, done)


def _nothing(done: int) -> None:
    return
