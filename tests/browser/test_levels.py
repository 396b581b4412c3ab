"""A whole game of each title with a bot of level 3 in the browser; and what the bot did, read from the record."""

import json
from typing import Any

import pytest

from tests.browser.checking import check_end, check_record
from tests.browser.conftest import PATIENCE, shot
from tests.browser.playing import answer, new_game, see
from tests.browser.test_inferno import General
from tests.browser.test_roads import Staff

pytestmark = [pytest.mark.browser, pytest.mark.long]

LEVEL = {"kind": "bot", "bot": "search:3"}
MOST = 400
"""No game of these plans is longer; without a limit a page that stands still would never fail."""
SLOWLY = 30 * PATIENCE
"""A bot that thinks about a whole turn, on a machine that is busy with other things."""
TURN = ".sec.end, .decision:not([data-number='0'])"
"""Either it is over, or the person at the page is asked."""


def play_on(page: Any, choose: Any) -> None:
    """Answer whenever the page asks, to the end; the bot plays in between."""
    page.set_default_timeout(SLOWLY)
    for _ in range(MOST):
        page.wait_for_selector(TURN)
        if see(page).over:
            return
        assert see(page).trouble == ""
        answer(page, choose)
    raise AssertionError("the game has no end")


def answers(page: Any, game: str, seat: str) -> dict[str, list[str]]:
    """What a seat answered, by question; of a finished game everybody may read it."""
    lines = [json.loads(line) for line in page.request.get(f"/api/games/{game}/export").text().splitlines()]
    found: dict[str, list[str]] = {}
    for line in lines:
        if line["kind"] == "answer" and line["seat"] == seat:
            found.setdefault(line["step"], []).append(line["answer"])
    return found


def test_wintergewitter_against_level_3(person: Any) -> None:
    """A Soviet by mouse; the Germans march, attack and go through the gap."""
    page = person()
    seats = {"soviet": {"kind": "me"}, "axis": LEVEL}
    game = new_game(page, title="roads", scenario="wintergewitter", seats=seats, seed="level 3")
    play_on(page, Staff(2, 1, 1).choose)
    shot(page, "level-3-roads-light")
    done = answers(page, game, "axis")
    for step, least in (("choose_mover", 10), ("choose_target", 2), ("choose_exploiter", 1)):
        chosen = [a for a in done[step] if a != "end"]
        assert len(chosen) >= least, f"{step}: {chosen}"
    assert len([a for a in done["step"] if a.startswith("to ")]) > 20
    check_end(page, game)
    check_record(page, game)


def test_inferno_1_vs_1_against_level_3(person: Any) -> None:
    """A Soviet who draws card after card; the Germans call, move and attack."""
    page = person()
    seats = {"soviet": {"kind": "me"}, "german": LEVEL}
    game = new_game(page, title="inferno", scenario="one_vs_one", seats=seats, seed="level 3")
    play_on(page, General("draw").choose)
    shot(page, "level-3-inferno-light")
    actions = answers(page, game, "german")["choose_action"]
    assert {"hasty", "deliberate"} & set(actions), actions
    assert {"short", "long"} & set(actions), actions
    check_end(page, game)
    check_record(page, game)


def test_the_factory_district_played_by_level_3(person: Any) -> None:
    """Advance has one seat: the bot plays it, its owner looks on."""
    page = person()
    game = new_game(page, title="advance", scenario="factory", seats={"german": LEVEL}, seed="level 3")
    page.set_default_timeout(SLOWLY)
    page.wait_for_selector(".sec.end")
    shot(page, "level-3-advance-light")
    done = answers(page, game, "german")
    assert len([a for a in done["activate"] if a.startswith("activate")]) > 5
    assert any(a.startswith("attack") for a in done["order"])
    assert any(a.startswith("move") for a in done["order"])
    check_end(page, game)
    check_record(page, game)
