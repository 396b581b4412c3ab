"""Compiled rules that are older than their text are found, so that nobody plays by what he no longer reads."""

import os
from pathlib import Path

from kurgan.commands import compiled


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
