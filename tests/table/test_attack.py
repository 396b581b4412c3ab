"""A small share of ``make attack``: a server of its own is attacked, and somebody else plays on meanwhile."""

import json
import subprocess
import sys

import pytest

from kurgan.table.server import has_page
from tests.where import ROOT

pytestmark = [pytest.mark.attack, pytest.mark.skipif(not has_page(), reason="the page was not built")]


@pytest.mark.parametrize("names", [["imports", "headers", "idle"], ["floods", "slow", "dear"], ["kills", "memory"]])
def test_a_small_attack_achieves_nothing(names: list[str]) -> None:
    """Nothing acknowledged is lost, nothing breaks, no door stays shut; times are reported and not judged."""
    command = [sys.executable, str(ROOT / "tools" / "attack.py"), "--small", "--json", "--only", *names]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT, check=False)
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert report["failures"] == []
    assert set(names) < set(report)
    if "kills" in report:
        assert report["kills"]["acknowledged_and_lost"] == 0
        assert report["kills"]["decisions_acknowledged"] > 0
    if "headers" in report:
        assert report["headers"]["answers"]["host 421"] == 6
