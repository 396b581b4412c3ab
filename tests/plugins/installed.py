"""Pretends that a distribution is installed: a folder on the path with the metadata that pip would write."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.where import SOURCE


def distribution(
    folder: Path, name: str, points: dict[str, str], version: str = "1.2", group: str = "kurgan.titles"
) -> None:
    """A distribution with entry points, for titles or for bots."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [f"[{group}]", *[f"{title} = {value}" for title, value in points.items()]]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


class Said(NamedTuple):
    status: int
    out: str
    err: str


def kurgan(*arguments: str, path: list[Path], typed: str = "", data: Path | None = None) -> Said:
    """A command in a process of its own that finds these folders on its path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCE, *map(str, path)])}
    if data is not None:
        environment["KURGAN_DATA"] = str(data)
    command = [sys.executable, "-m", "kurgan", *arguments]
    done = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)
    return Said(done.returncode, done.stdout, done.stderr)
