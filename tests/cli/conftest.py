"""Runs commands in this process, with the session's toy as one more title."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kurgan import cli, games


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    def json(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)

    def refused(self) -> str:
        """The one line that says why; nothing may stand on standard output."""
        assert self.status == 2, (self.status, self.out, self.err)
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """``run("show", "game.kurgan")`` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KURGAN_DATA", str(tmp_path / "data"))
    games.offer("lanterns", "tests.session.toy:load_toy")
    for name in ("KURGAN_DEBUG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run_one(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        status = cli.run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    yield run_one
    games.withdraw("lanterns")
