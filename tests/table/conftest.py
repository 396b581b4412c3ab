"""What depends on what is kept is tested on both databases."""

from collections.abc import Iterator

import pytest

from tests.club.cluster import need_postgresql
from tests.table.helpers import CHOSEN

ON_BOTH = (
    "test_absurd", "test_accounts", "test_api", "test_bots", "test_clock_of_a_seat", "test_company", "test_exports",
    "test_fair_dice", "test_feed", "test_frames", "test_hostile", "test_hosts", "test_invitations", "test_leaks",
    "test_lending", "test_lessons", "test_mates", "test_pace", "test_passkeys", "test_profiles",
    "test_publishing", "test_pushing", "test_quiet", "test_quotas", "test_rights", "test_seats", "test_service",
    "test_spanish", "test_summaries", "test_telling", "test_tournaments", "test_upgrade", "test_watchers",
)  # fmt: skip
"""Of the rest, ``test_desk`` reaches into the one process and fills its disk, reviews are jobs on PostgreSQL
(``tests/club/test_reviews.py``), ``test_crash``, ``test_example`` and ``test_hosting`` start a process on a file
(``tests/club/test_processes.py`` several), ``test_speech`` is about words, and the others keep nothing."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in ON_BOTH:
        metafunc.parametrize("kept_in", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def kept_in(request: pytest.FixtureRequest) -> Iterator[str]:
    """The database that the helpers use for this test."""
    chosen = getattr(request, "param", "sqlite")
    if chosen == "postgresql":
        need_postgresql()
    CHOSEN["database"] = chosen
    yield chosen
    CHOSEN["database"] = "sqlite"
