"""A whole game of each title with a bot of level 3 in the browser, to its end; the record tells what the bot did.

A person plays the other side with the mouse alone and skips the pauses of the bot, so that a game is not a quarter of
an hour of looking on.
"""

import json
from typing import Any

import pytest

from tests.browser.checking import check_end
from tests.browser.conftest import PATIENCE, shot
from tests.browser.plans import General, Staff
from tests.browser.playing import Chooser, answer, new_game, see

pytestmark = [pytest.mark.browser, pytest.mark.long]

SLOWLY = 10 * PATIENCE
"""A bot that plays a whole game, on a machine that is busy with other things."""
GAVE_UP = "button:text-is('Ask the bot again')"
MY_TURN = ".decision:not([data-number='0'])"
SKIP = "button:text-is('Skip to the next question of mine')"
MOST = 600
"""No game of these plans is longer; without a limit a page that stands still would never fail."""


def answers(page: Any, game: str, seat: str) -> dict[str, list[str]]:
    """What a seat answered, by question; of a finished game everybody may read it."""
    lines = [json.loads(line) for line in page.request.get(f"/api/games/{game}/export").text().splitlines()]
    found: dict[str, list[str]] = {}
    for line in lines:
        if line["kind"] == "answer" and line["seat"] == seat:
            found.setdefault(line["step"], []).append(line["answer"])
    return found


def wait_for_my_turn(page: Any) -> None:
    """Skips the bot's pauses as soon as the page offers it, as somebody would who has seen enough."""
    page.wait_for_selector(f".sec.end, {MY_TURN}, {GAVE_UP}, {SKIP}")
    page.locator(SKIP).evaluate_all("all => all.forEach(button => button.click())")  # it may be gone by now
    page.wait_for_selector(f".sec.end, {MY_TURN}, {GAVE_UP}")


def play_to_the_end(page: Any, choose: Chooser) -> int:
    """The person's side, by the mouse, until the page shows the end; how many answers that took."""
    page.set_default_timeout(SLOWLY)
    for given in range(MOST):
        wait_for_my_turn(page)
        assert not page.locator(GAVE_UP).count(), page.locator(".decision").inner_text()
        if see(page).over:
            return given
        sight = answer(page, choose)
        assert sight.trouble == ""
    raise AssertionError(f"{MOST} answers did not end the game")


def said(answers: dict[str, list[str]], step: str, word: str) -> int:
    """How often a question was answered in this way."""
    return sum(given.split()[0] == word for given in answers.get(step, []))


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


def test_one_against_one_of_inferno_against_level_3(person: Any) -> None:
    """The bot leads the Germans: it marches, storms, brings up reserves and plays cards."""
    page = person()
    seats = {"german": {"kind": "bot", "bot": "search:3"}, "soviet": {"kind": "me"}}
    game = new_game(page, title="inferno", scenario="one_vs_one", seats=seats, seed="level 3")
    assert play_to_the_end(page, General("move", "draw").choose) > 10
    shot(page, "level-3-inferno-light")
    done = answers(page, game, "german")
    assert said(done, "short_to", "to") + said(done, "long_first", "to") + said(done, "hasty_to", "to") > 5
    assert said(done, "deliberate_target", "attack") + said(done, "hasty_target", "attack") > 5
    assert said(done, "advance", "advance") > 0
    assert said(done, "german_card", "play") > 0
    check_end(page, game)


def test_wintergewitter_against_level_3(person: Any) -> None:
    """The bot leads the relief of Stalingrad against Soviets who stand: it marches, attacks, goes through the gap."""
    page = person()
    seats = {"axis": {"kind": "bot", "bot": "search:3"}, "soviet": {"kind": "me"}}
    game = new_game(page, title="roads", scenario="wintergewitter", seats=seats, seed="level 3")
    assert play_to_the_end(page, Staff(0, 0, 2).choose) > 10
    shot(page, "level-3-roads-light")
    done = answers(page, game, "axis")
    assert said(done, "choose_mover", "move") > 5
    assert said(done, "step", "to") > 10
    assert said(done, "choose_target", "attack") > 0
    assert said(done, "mark_exploiting", "exploit") > 0
    assert said(done, "choose_exploiter", "move") > 0
    check_end(page, game)
