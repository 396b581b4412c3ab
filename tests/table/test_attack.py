"""A small share of ``make attack``: a server of its own is attacked, and somebody else plays on meanwhile."""

import json
import subprocess
import sys
from typing import Any

import pytest

from kurgan.table.server import has_page
from tests.club.cluster import need_postgresql
from tests.where import ROOT

pytestmark = [pytest.mark.attack, pytest.mark.skipif(not has_page(), reason="the page was not built")]


def attacked(names: list[str], *more: str) -> dict[str, Any]:
    command = [sys.executable, str(ROOT / "tools" / "attack.py"), "--small", "--json", *more, "--only", *names]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT, check=False)
    assert done.stdout, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["failures"] == []
    assert set(names) < set(report)
    return report


def test_a_small_attack_on_a_club_achieves_nothing() -> None:
    """Two processes on PostgreSQL; none of them dies."""
    need_postgresql()
    attacked(["imports", "headers", "floods", "slow", "memory"], "--club")


@pytest.mark.parametrize("names", [["imports", "headers", "idle"], ["floods", "slow", "dear"], ["kills", "memory"]])
def test_a_small_attack_achieves_nothing(names: list[str]) -> None:
    """Nothing acknowledged is lost, nothing breaks, no door stays shut; times are reported and not judged."""
    report = attacked(names)
    if "kills" in report:
        assert report["kills"]["acknowledged_and_lost"] == 0
        assert report["kills"]["decisions_acknowledged"] > 0
    if "headers" in report:
        assert report["headers"]["answers"]["host 421"] == 6
