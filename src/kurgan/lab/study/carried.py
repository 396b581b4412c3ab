"""Games played on another computer, which need not have the pack that they are played with."""

import os
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from stat import S_IRWXG, S_IRWXO, S_ISDIR
from tempfile import gettempdir, mkdtemp

from kurgan.lab.study.engines import Task, play_task
from kurgan.lab.summary import Row

Files = dict[str, bytes]

OTHERS = S_IRWXG | S_IRWXO

elsewhere: dict[Path, str] = {}
"""Folders of this process whose usual name somebody else has taken."""


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
    if is_private(root):
        return str(root)
    if root in elsewhere:
        return elsewhere[root]
    passing = Path(mkdtemp(prefix=f"{root.name}.", dir=root.parent))  # one each: threads of a worker are one process
    for name, content in files.items():
        (passing / name).parent.mkdir(parents=True, exist_ok=True)
        (passing / name).write_bytes(content)
    try:
        passing.rename(root)
    except OSError:
        if not is_private(root):
            return elsewhere.setdefault(root, str(passing))
        rmtree(passing, ignore_errors=True)  # another worker of this computer was quicker
    return str(root)


def is_private(folder: Path) -> bool:
    """Whether nobody else could have filled it: its name can be guessed, and others may write beside it."""
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & OTHERS


def play_carried(task: Task, files: Files | None) -> tuple[list[Row], float]:
    """As ``play_task``, with the pack that came along; runs on a node."""
    if files is not None:
        task = task._replace(batch=task.batch.with_pack(unpacked(files)))
    return play_task(task)
