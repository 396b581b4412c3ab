"""Games on a Ray cluster (extra ``kurgan[ray]``): the one of RAY_ADDRESS, or one on this computer.

Ray starts a task again whose worker or node was lost. A pack of one's own travels along, so nodes need no copy of it.
"""

import os
import sys
from contextlib import redirect_stdout
from importlib import import_module
from typing import Any

from kurgan.kernel.protocol import Json, Misspelt
from kurgan.lab.study.carried import packed, play_carried
from kurgan.lab.study.engines import MOST_LOSSES, Done, Task, WorkerLost


class Ray:
    """Tasks of Ray. ``jobs`` bounds a cluster that is made here; one that runs already is used whole."""

    def __init__(self, jobs: int) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise Misspelt("the engine ray needs Ray: pip install 'kurgan[ray]'") from None
        self.mine = not self.ray.is_initialized()
        if self.mine:
            address = os.environ.get("RAY_ADDRESS")
            found = {"address": address} if address else {"num_cpus": jobs, "include_dashboard": False}
            self.ray.init(log_to_driver=False, logging_level="error", **found)
        self.slots = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.play = self.ray.remote(num_cpus=1, max_retries=MOST_LOSSES)(play_carried)
        self.waiting: dict[Any, Task] = {}
        self.carried: Json = {}
        self.aside = redirect_stdout(sys.stderr)
        """Where Ray tells of lost nodes: what a study prints is the same on every engine."""
        self.aside.__enter__()

    def submit(self, task: Task) -> None:
        self.waiting[self.play.remote(task, self._pack(task.batch.source.pack))] = task

    def _pack(self, folder: str) -> Any:
        """The files of a pack, put into the cluster once."""
        if folder not in self.carried:
            self.carried[folder] = self.ray.put(packed(folder)) if folder else None
        return self.carried[folder]

    def next(self) -> Done:
        ready, _ = self.ray.wait(list(self.waiting), num_returns=1)
        task = self.waiting.pop(ready[0])
        try:
            rows, seconds = self.ray.get(ready[0])
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause or error from None
        except (self.ray.exceptions.WorkerCrashedError, self.ray.exceptions.NodeDiedError) as error:
            raise WorkerLost(f"workers were lost again and again over the same games: {error}") from None
        return Done(task, rows, seconds)

    def close(self) -> None:
        self.aside.__exit__(None, None, None)
        for reference in self.waiting:
            self.ray.cancel(reference, force=False)
        self.waiting.clear()
        if self.mine:
            self.ray.shutdown()
