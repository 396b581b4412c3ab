"""Games on a Dask cluster (extra ``kurgan[dask]``): that of DASK_SCHEDULER_ADDRESS, or one on this computer.

The scheduler gives the games of a lost worker to another one. A pack of one's own travels along: it is the result of a
task, which can be made again, where data that was only handed out would be lost with its worker.
"""

import os
from importlib import import_module
from typing import Any

from kurgan.kernel.protocol import Json, Misspelt
from kurgan.lab.study.carried import Files, packed, play_carried
from kurgan.lab.study.engines import Done, Task, WorkerLost


class Dask:
    """Tasks of dask.distributed. ``jobs`` bounds a cluster that is made here; one that runs already is used whole."""

    def __init__(self, jobs: int) -> None:
        try:
            self.dask: Any = import_module("distributed")
        except ImportError:
            raise Misspelt("the engine dask needs Dask: pip install 'kurgan[dask]'") from None
        self.cluster: Any = None
        self.mine = False
        self.client: Any = self._client(jobs)
        self.slots = max(1, sum(self.client.nthreads().values()))
        self.waiting: dict[Any, Task] = {}
        self.carried: Json = {}

    def _client(self, jobs: int) -> Any:
        """The client of whoever has one already, of the scheduler that is named, or of processes started here."""
        try:
            return self.dask.get_client()
        except ValueError:
            self.mine = True
        address = os.environ.get("DASK_SCHEDULER_ADDRESS")
        if not address:
            self.cluster = self.dask.LocalCluster(jobs, threads_per_worker=1, dashboard_address=None)
        try:
            client = self.dask.Client(self.cluster or address)
        except OSError as error:
            raise Misspelt(f"no Dask scheduler at {address}: {error}") from None
        if not self.cluster:
            client.wait_for_workers(1)
        return client

    def submit(self, task: Task) -> None:
        files = self._pack(task.batch.source.pack)
        self.waiting[self.client.submit(play_carried, task, files, pure=False)] = task

    def _pack(self, folder: str) -> Any:
        """The files of a pack, sent to the scheduler once."""
        if folder not in self.carried:
            self.carried[folder] = self.client.submit(as_it_is, packed(folder), pure=False) if folder else None
        return self.carried[folder]

    def next(self) -> Done:
        finished, _ = self.dask.wait(list(self.waiting), return_when="FIRST_COMPLETED")
        future = next(iter(finished))
        task = self.waiting.pop(future)
        try:
            rows, seconds = future.result()
        except self.dask.scheduler.KilledWorker as error:
            raise WorkerLost(f"workers were lost again and again over the same games: {error}") from None
        return Done(task, rows, seconds)

    def close(self) -> None:
        self.client.cancel(list(self.waiting))
        self.waiting.clear()
        self.carried.clear()
        if self.mine:
            self.client.close()
        if self.cluster is not None:
            self.cluster.close()


def as_it_is(files: Files) -> Files:
    """Runs on a worker: what it was given is a result that others can fetch."""
    return files
