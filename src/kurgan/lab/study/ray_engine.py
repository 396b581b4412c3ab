"""Games on a Ray cluster (extra ``kurgan[ray]``): the one of RAY_ADDRESS, or one on this computer.

Ray starts a task again whose worker or node was lost. A pack of one's own travels along, so nodes need no copy of it.
"""

import os
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from kurgan.kernel.protocol import Json, Misspelt
from kurgan.lab.simulate import Batch
from kurgan.lab.study.engines import MOST_LOSSES, Done, Task, WorkerLost, play_task
from kurgan.lab.summary import Row

Files = dict[str, bytes]


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

    def submit(self, task: Task) -> None:
        first, last = task.games.start, task.games.stop - 1
        self.waiting[self.play.remote(task.batch, first, last, self._pack(task.batch.source.pack))] = task

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
        for reference in self.waiting:
            self.ray.cancel(reference, force=False)
        self.waiting.clear()
        if self.mine:
            self.ray.shutdown()


def packed(folder: str) -> Files:
    """Every file below a folder, by its path in it."""
    root = Path(folder)
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def unpacked(files: Files) -> str:
    """The folder of these files on this computer; made once for each content."""
    digest = sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\n{len(content)}\n".encode() + content)
    root = Path(gettempdir()) / f"kurgan-pack-{digest.hexdigest()[:24]}-{os.getuid() if hasattr(os, 'getuid') else 0}"
    if not root.exists():
        passing = root.with_name(f"{root.name}.{os.getpid()}")
        for name, content in files.items():
            (passing / name).parent.mkdir(parents=True, exist_ok=True)
            (passing / name).write_bytes(content)
        with suppress(OSError):  # another worker of this computer was quicker
            passing.rename(root)
    return str(root)


def play_carried(batch: Batch, first: int, last: int, files: Files | None) -> tuple[list[Row], float]:
    """As ``play_task``, with the pack that came along; runs on a node."""
    if files is not None:
        batch = batch._replace(source=batch.source._replace(pack=unpacked(files)))
    return play_task(batch, first, last)
