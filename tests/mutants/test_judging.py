"""Mutants of the real rules, judged by their tests. They are judged in processes that fork, so not on every system."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLES = {"advance": 15, "inferno": 15, "roads": 4}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are judged in forked processes")


def run(notes: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.mutants", *arguments, "--notes", str(notes)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("title", SAMPLES)
def test_the_tests_of_a_title_notice_a_sample_of_faults(title: str, tmp_path: Path) -> None:
    """The first of those that ``make mutants`` draws; who changes a function changes only the mutants of its lines.

    A survivor wants a test of its paragraph: see docs/how-to/mutants.md.
    """
    found = run(tmp_path, title, "--sample", str(SAMPLES[title]), "--least", "100")
    assert found.returncode == 0, found.stdout + found.stderr


def test_verdicts_are_kept_and_several_jobs_find_the_same(tmp_path: Path) -> None:
    where = ("advance", "--only", "r11_victory.py:final_check", "--least", "0")
    first = run(tmp_path / "one", *where)
    assert first.returncode == 0, first.stderr
    assert "noticed" in first.stdout and "noticed 0" not in first.stdout
    kept = (tmp_path / "one" / "advance.jsonl").read_text("utf-8")
    assert run(tmp_path / "one", *where).stdout == first.stdout
    assert (tmp_path / "one" / "advance.jsonl").read_text("utf-8") == kept, "known verdicts are not judged again"
    assert run(tmp_path / "two", *where, "--jobs", "2").stdout == first.stdout


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    refused = run(tmp_path, "volga")
    assert (refused.returncode, refused.stderr) == (2, "no title 'volga'; known are advance, inferno, roads\n")
    assert run(tmp_path, "advance", "--only", "r99").stderr == "advance: no such mutant\n"
