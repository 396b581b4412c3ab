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

DECISIONS = 90


def record() -> str:
    """A game of Wintergewitter by lot, given up by the Axis."""
    session = Session.new(games.load("roads"), "wintergewitter", {}, seed="review")
    lot = random.Random("review")
    for _ in range(DECISIONS):
        session.answer(lot.choice(session.legal()))
    session.resign("axis")
    return session.text()


def test_a_game_is_reviewed_and_tried_from_a_moment(person: Any) -> None:
    page = person(1440, 900)
    call(page, "GET", "/hello")
    game = call(page, "POST", "/games/import", {"text": record(), "name": "Review"})["id"]
    page.goto(f"/g/{game}")
    page.get_by_role("link", name="Review", exact=True).click()
    page.locator("select.who").select_option("axis")
    page.get_by_text("decisions looked at").wait_for(timeout=120_000)
    told = page.locator(".total").inner_text()
    start, *parts, end = [int(n.replace(" ", "").replace("−", "-")) for n in re.findall(r"[−+]?\s?\d+", told)]
    assert start + sum(parts) == end == 0, told
    costly = page.locator(".one").first
    line = int(costly.locator(".no").inner_text())
    costly.click()
    page.get_by_text(re.compile(rf"After line {line - 1}\b")).wait_for()
    assert page.locator(".card").inner_text().count("Better was") == 1
    shot(page, "review")
    page.keyboard.press("ArrowRight")
    page.get_by_text(re.compile(rf"After line {line - 1}\b")).wait_for(state="detached")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "no sideways scrolling"
    shot(page, "review-phone")
    costly.click()
    page.get_by_role("button", name="Try it from here").click()
    page.wait_for_url(re.compile(r"/g/(?!" + game + ")"))
    page.locator("#prompt").wait_for()
