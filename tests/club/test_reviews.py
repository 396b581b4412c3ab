"""Reviews where several processes serve: asked for at one, worked out as a job, read at any; stopped from any."""

import time
from pathlib import Path

import pytest

from kurgan.kernel.protocol import Json
from tests.club.cluster import need_postgresql
from tests.club.test_two_tables import at_the_other, two_tables
from tests.table.helpers import Player

SEATS = {"axis": {"kind": "bot", "bot": "random"}, "soviet": {"kind": "me"}}


@pytest.fixture(autouse=True)
def postgresql() -> None:
    need_postgresql()


def ended(player: Player, game: str) -> Json:
    until = time.monotonic() + 120
    while (found := player.get(f"/games/{game}/review?seat=soviet"))["state"] == "growing":
        assert time.monotonic() < until, "the review does not end"
    return found


def test_a_review_that_is_asked_for_here_is_read_there(tmp_path: Path) -> None:
    with two_tables(tmp_path) as (anna, boris):
        other = at_the_other(anna, boris)
        game = anna.new("roads", scenario="wintergewitter", seats=SEATS)
        anna.post(f"/games/{game}/resign", {"seat": "soviet"})
        assert other.get(f"/games/{game}/review?seat=soviet")["state"] == "none"
        anna.post(f"/games/{game}/review", {"seat": "soviet"})
        found = ended(other, game)
        assert found["state"] == "done"
        assert not found.get("stale")
        assert anna.get(f"/games/{game}/review?seat=soviet") == found
