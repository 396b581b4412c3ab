"""Mutants of the real rules, judged by their tests. They are judged in processes that fork, so not on every system."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are judged in forked processes")


def run(notes: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.mutants", *arguments, "--notes", str(notes)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_fault_is_noticed_by_its_paragraph_and_the_verdict_kept(tmp_path: Path) -> None:
    """Both kinds: code exchanged in place, and a table of steps that was made when it was imported."""
    for where in ("r09_results.py:compare", "rules/__init__.py:game"):
        first = run(tmp_path, "advance", "--only", where, "--least", "0")
        assert first.returncode == 0, first.stderr
        assert "noticed" in first.stdout and "noticed 0" not in first.stdout
        lines = (tmp_path / "advance.jsonl").read_text("utf-8")
        assert run(tmp_path, "advance", "--only", where, "--least", "0").stdout == first.stdout
        assert (tmp_path / "advance.jsonl").read_text("utf-8") == lines, "known verdicts are not judged again"


def test_several_jobs_find_the_same(tmp_path: Path) -> None:
    one, two = (
        run(tmp_path / jobs, "advance", "--only", "r11_victory", "--least", "0", "--jobs", jobs) for jobs in ("1", "2")
    )
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr == ""


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    refused = run(tmp_path, "volga")
    assert (refused.returncode, refused.stderr) == (2, "no title 'volga'; known are advance, inferno, roads\n")
    assert run(tmp_path, "advance", "--only", "r99").stderr == "advance: no such mutant\n"
