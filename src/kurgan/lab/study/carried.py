"""Games played on another computer, which need not have the pack that they are played with."""

import os
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

from kurgan.lab.study.engines import Task, play_task
from kurgan.lab.summary import Row

Files = dict[str, bytes]


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
    if not root.exists():  # a folder for whoever unpacks: threads of a worker are one process
        passing = Path(mkdtemp(prefix=f"{root.name}.", dir=root.parent))
        for name, content in files.items():
            (passing / name).parent.mkdir(parents=True, exist_ok=True)
            (passing / name).write_bytes(content)
        try:
            passing.rename(root)
        except OSError:  # another worker of this computer was quicker
            rmtree(passing, ignore_errors=True)
    return str(root)


def play_carried(task: Task, files: Files | None) -> tuple[list[Row], float]:
    """As ``play_task``, with the pack that came along; runs on a node."""
    if files is not None:
        task = task._replace(batch=task.batch.with_pack(unpacked(files)))
    return play_task(task)
