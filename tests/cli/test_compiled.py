"""Compiled rules that are older than their text are found, so that nobody plays by what he no longer reads."""

import os
from pathlib import Path

import pytest

from kurgan.commands import compiled
from kurgan.kernel import flow
from tests.cli.conftest import Run


def test_a_text_that_was_changed_after_it_was_compiled_is_found(tmp_path: Path) -> None:
    package = tmp_path / "src" / "kurgan"
    (package / "kernel").mkdir(parents=True)
    text, made = package / "kernel" / "flow.py", package / "kernel" / "flow.cpython-311-x86_64-linux-gnu.so"
    text.write_text("")
    (tmp_path / "pyproject.toml").write_text("")
    assert compiled.outdated(package) == [], "nothing is compiled"
    made.write_bytes(b"")
    os.utime(text, (100, 100))
    os.utime(made, (200, 200))
    assert compiled.outdated(package) == []
    os.utime(text, (300, 300))
    assert compiled.outdated(package) == [text]
    (tmp_path / "pyproject.toml").unlink()
    assert compiled.outdated(package) == [], "an installed package came as a whole"
    (tmp_path / "pyproject.toml").write_text("")
    text.unlink()
    assert compiled.outdated(package) == [text], "a module that is gone still runs"


def test_version_and_bench_say_which_runs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test runs on sources and on a compiled wheel; the file that was imported is the witness."""
    runs_compiled = not str(flow.__file__).endswith(".py")
    said = run("--version").out
    assert said.endswith(", rules compiled\n" if runs_compiled else ", pure Python\n")
    head = run("bench", "advance", "--seconds", "0.1").out.splitlines()[0]
    assert head == ("advance (compiled)" if runs_compiled else "advance (pure Python)")
    monkeypatch.setattr(flow.__spec__, "origin", "flow.cpython-311-x86_64-linux-gnu.so")
    assert run("--version").out.endswith(", rules compiled\n")
