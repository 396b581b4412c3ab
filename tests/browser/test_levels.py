"""A whole game of a bot of level 3 in the browser, to its end; and what the bot did, read from the record."""

import json
from typing import Any

import pytest

from tests.browser.checking import check_end
from tests.browser.conftest import PATIENCE, shot
from tests.browser.playing import new_game

pytestmark = [pytest.mark.browser, pytest.mark.long]

SLOWLY = 10 * PATIENCE
"""A bot that plays a whole game, on a machine that is busy with other things."""
GAVE_UP = "button:text-is('Ask the bot again')"


def answers(page: Any, game: str, seat: str) -> dict[str, list[str]]:
    """What a seat answered, by question; of a finished game everybody may read it."""
    lines = [json.loads(line) for line in page.request.get(f"/api/games/{game}/export").text().splitlines()]
    found: dict[str, list[str]] = {}
    for line in lines:
        if line["kind"] == "answer" and line["seat"] == seat:
            found.setdefault(line["step"], []).append(line["answer"])
    return found


def test_the_factory_district_played_by_level_3(person: Any) -> None:
    """Advance has one seat: the bot plays it, its owner looks on; a bot that gave up fails the test at once."""
    page = person()
    seats = {"german": {"kind": "bot", "bot": "search:3"}}
    game = new_game(page, title="advance", scenario="factory", seats=seats, seed="level 3")
    page.set_default_timeout(SLOWLY)
    page.wait_for_selector(f".sec.end, {GAVE_UP}")
    assert not page.locator(GAVE_UP).count(), page.locator(".decision").inner_text()
    shot(page, "level-3-advance-light")
    done = answers(page, game, "german")
    assert len([a for a in done["activate"] if a.startswith("activate")]) > 5
    assert any(a.startswith("attack") for a in done["order"])
    assert any(a.startswith("move") for a in done["order"])
    check_end(page, game)
