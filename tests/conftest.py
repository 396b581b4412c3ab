"""Makes the checkout importable for tests and for the processes they start, installed or not."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.where import MUST_BE_COMPILED, SOURCE, in_memory  # noqa: E402

if SOURCE not in sys.path:
    sys.path.insert(0, SOURCE)

from kurgan.commands.compiled import PACKAGE, is_compiled, outdated  # noqa: E402

# The same examples on every run: a red test is red for the next person too. No deadlines: machines are noisy.
settings.register_profile(
    "kurgan", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kurgan")

# A commit waits for the disk, and a test makes dozens of them that nobody will read: their files lie in memory.
FOLDERS = "PYTEST_DEBUG_TEMPROOT"
fast = in_memory()
if fast is not None:
    os.environ.setdefault(FOLDERS, str(fast))

LONG = (
    "browser/test_inferno.py",
    "browser/test_roads.py",
    "club/",
    "fuzz/test_fuzz.py",
    "mutants/",
    "packaging/",
    "plugins/",
    "contract/test_bots_contract.py",
    "docs/test_documents.py",
    "lab/test_lab.py",
    "promises/",
    "table/test_absurd.py",
    "table/test_attack.py",
    "table/test_crash.py",
    "table/test_example.py",
    "table/test_leaks.py",
    "table/test_worlds.py",
)
"""Whole games, processes, servers and environments of their own: ``make long``, which CI runs after ``make test``."""

UNHURRIED = (
    "advance/test_drawn.py",
    "advance/test_positions.py",
    "board/test_alone.py",
    "board/test_drawing.py",
    "board/test_fights.py",
    "bots/",
    "browser/",
    "cli/",
    "contract/test_columns_contract.py",
    "contract/test_loading.py",
    "contract/test_positions_contract.py",
    "contract/test_random_play.py",
    "contract/test_rules_contract.py",
    "contract/test_views_contract.py",
    "crosscheck/",
    "inferno/test_alike.py",
    "inferno/test_german_moves.py",
    "inferno/test_orders.py",
    "inferno/test_position.py",
    "kernel/test_routes.py",
    "lab/",
    "lessons/",
    "odds/test_titles.py",
    "roads/test_calculator.py",
    "roads/test_crosscheck.py",
    "roads/test_traces.py",
    "session/test_damage.py",
    "session/test_machine.py",
    "session/test_record.py",
    "session/test_reveals.py",
    "session/test_schema.py",
    "session/test_session.py",
    "session/test_store.py",
    "session/test_titles.py",
    "table/",
    "terminal/",
)
"""What ``make quick`` leaves to ``make test``: servers, browsers, processes, walks through whole games."""

POSTGRESQL = "[postgresql"
"""What is tried on both databases is tried on this one among the long tests."""


def pytest_sessionstart() -> None:
    """Tests of code that was compiled from another text would say nothing of this one."""
    old = outdated()
    if old:
        pytest.exit(f"{old[0]} was changed after it was compiled: 'make fast' or 'make pure'", 2)
    if MUST_BE_COMPILED in os.environ and not is_compiled():
        pytest.exit(f"the tests would not run on compiled rules, but on {PACKAGE}", 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        place = item.path.relative_to(ROOT / "tests").as_posix()
        if place.startswith(LONG) or POSTGRESQL in item.nodeid:
            item.add_marker(pytest.mark.long)
        if place.startswith(UNHURRIED):
            item.add_marker(pytest.mark.unhurried)
