"""The page after the game: the curve grows, accounts add up, a click puts the board there, and one plays on there."""

import random
import re
from typing import Any

import pytest

from kurgan import games
from kurgan.session.session import Session
from tests.browser.conftest import shot
from tests.browser.test_story import call

pytestmark = pytest.mark.browser

DECISIONS = 60


BOARD_IN_VIEW = """() => {
    const box = document.querySelector('.board-box').getBoundingClientRect();
    return box.top >= -1 && box.top < innerHeight / 2;
}"""
FILLS = "() => [...document.querySelectorAll('.drop')].map(e => getComputedStyle(e).fill)"
MEET = """([one, others]) => {
    const a = document.querySelector(one).getBoundingClientRect();
    return [...document.querySelectorAll(others)].map(e => e.getBoundingClientRect())
        .some(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
}"""


def check_free(page: Any, one: str, others: str) -> None:
    """Nothing of the map's lies over what is to be read."""
    assert not page.evaluate(MEET, [one, others]), f"{others} over {one}"


def record(title: str, scenario: str, seat: str, decisions: int) -> str:
    """A game by lot, given up."""
    session = Session.new(games.load(title), scenario, {}, seed="review")
    lot = random.Random("review")
    for _ in range(decisions):
        session.answer(lot.choice(session.legal()))
    session.resign(seat)
    return session.text()


@pytest.mark.parametrize(
    ("title", "scenario", "seat", "decisions"),
    [("inferno", "one_vs_one", "german", DECISIONS), ("advance", "campaign", "german", 30)],
)
def test_a_game_is_reviewed_and_tried_from_a_moment(
    person: Any, title: str, scenario: str, seat: str, decisions: int
) -> None:
    page = person(1440, 900)
    call(page, "GET", "/hello")
    text = record(title, scenario, seat, decisions)
    game = call(page, "POST", "/games/import", {"text": text, "name": "Review"})["id"]
    page.goto(f"/g/{game}")
    page.get_by_role("link", name="Review", exact=True).click()
    page.locator("select.who").select_option(seat)
    page.get_by_text("decisions looked at").wait_for(timeout=240_000)
    told = page.locator(".total").inner_text()
    start, *parts, end = [int(n.replace(" ", "").replace("−", "-")) for n in re.findall(r"[−+]?\s?\d+", told)]
    assert start + sum(parts) == end == 0, told
    assert told.endswith("0, lost"), told
    fills = page.evaluate(FILLS)
    assert set(fills) <= {"none"}, "the way from a mark to its line is a line"
    assert fills or start < 5, "a game that was given up has a turning point, if there was much to lose"
    costly = page.locator(".one").first
    line = int(costly.locator(".no").inner_text())
    costly.click()
    page.get_by_text(re.compile(rf"After line {line - 1}\b")).wait_for()
    assert page.locator(".card").inner_text().count("Better was") == 1
    check_free(page, ".card", ".overview, .board-box .tools")
    shot(page, f"review-{title}")
    page.keyboard.press("ArrowRight")
    page.get_by_text(re.compile(rf"After line {line - 1}\b")).wait_for(state="detached")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "no sideways scrolling"
    costly.click()
    page.wait_for_function(BOARD_IN_VIEW)
    check_free(page, ".card", ".board-box .tools")
    shot(page, f"review-{title}-phone")
    page.get_by_role("button", name="Try it from here").click()
    page.wait_for_url(re.compile(r"/g/(?!" + game + ")"))
    page.locator("#prompt").wait_for()


def test_where_no_games_were_counted_the_page_says_so_once(person: Any) -> None:
    page = person()
    call(page, "GET", "/hello")
    game = call(page, "POST", "/games", {"title": "inferno", "scenario": "coop"})["id"]
    page.goto(f"/review/{game}")
    said = page.get_by_text("no honest chance")
    said.first.wait_for()
    assert said.count() == 1
