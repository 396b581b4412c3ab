"""The page tells what happened since one last decided, draws the whole game as lines, and curtains only what hides."""

import json
import random
from typing import Any

import pytest

from tests.browser.conftest import shot

pytestmark = pytest.mark.browser

HEADERS = {"content-type": "application/json"}


def call(page: Any, method: str, path: str, body: Any = None) -> Any:
    data = json.dumps(body) if body is not None else None
    reply = page.request.fetch(f"/api{path}", method=method, data=data, headers=HEADERS)
    assert reply.ok, reply.text()
    return reply.json()


def play(page: Any, game: str, seat: str, most: int, until: Any) -> Any:
    """Random answers over REST as long as this seat is asked, until a table is as wanted."""
    dice = random.Random(game)
    table = call(page, "GET", f"/games/{game}?seat={seat}")
    for _ in range(most):
        question = table["question"]
        if question is None or until(table):
            break
        body = {"seat": seat, "number": question["number"], "actions": [dice.choice(question["choices"])["action"]]}
        table = call(page, "POST", f"/games/{game}/answers", body)["table"]
    return table


def test_the_soviet_turn_is_told_step_by_step_and_can_be_skipped(person: Any) -> None:
    """Inferno solo: which stacks counted, which dice, why a card; the board as it was; then the question again."""
    page = person()
    call(page, "GET", "/hello")
    game = call(page, "POST", "/games", {"title": "inferno", "scenario": "solo", "seed": "story"})["id"]

    def mine(table: Any) -> bool:
        return bool(table["scene"]["turn"]["number"] >= 3 and table["pending"]["step"] == "choose_action")

    table = play(page, game, "german", 600, mine)
    assert mine(table)
    page.goto(f"/g/{game}")
    story = page.locator(".since")
    story.wait_for()
    steps = int(story.get_attribute("data-since"))
    assert steps >= 6
    assert story.locator(".chip").count() == 1, "each step names its rule"
    told = {story.locator(".told").inner_text()}
    for _ in range(steps - 1):
        page.locator(".since-next").click()
        page.locator(".pill-note").wait_for()
        told.add(story.locator(".told").inner_text())
    assert any("stacks" in words for words in told), told
    assert page.locator("#choices .choice").count() > 0, "the question stays open meanwhile"
    shot(page, "inferno-story")
    page.locator(".since-skip").click()
    story.wait_for(state="detached")
    assert page.locator(".pill-note").count() == 0
    page.goto(f"/g/{game}?at={table['number'] - 4}")
    page.locator("svg.curve").wait_for()
    assert page.locator(".key li").count() >= 1
    shot(page, "inferno-replay-curve")


@pytest.mark.parametrize(("scenario", "first", "hides"), [("coop", "yellow", False), ("one_vs_one", "german", True)])
def test_a_curtain_falls_only_between_seats_that_see_other_things(
    person: Any, scenario: str, first: str, hides: bool
) -> None:
    """Partners in co-op see the same and simply go on; opponents are asked to pass the screen."""
    page = person()
    call(page, "GET", "/hello")
    game = call(page, "POST", "/games", {"title": "inferno", "scenario": scenario})["id"]
    page.goto(f"/g/{game}")
    page.locator(".decision[data-number]:not([data-number='0'])").wait_for()
    seat = call(page, "GET", f"/games/{game}")["seat"]
    asked = page.locator(".seat").inner_text()
    while True:
        table = call(page, "GET", f"/games/{game}?seat={seat}")
        if table["pending"]["seat"] != seat:
            break
        question = table["question"]
        body = {"seat": seat, "number": question["number"], "actions": [question["choices"][-1]["action"]]}
        call(page, "POST", f"/games/{game}/answers", body)
    if hides:
        page.locator(".curtain").wait_for()
        shot(page, "curtain")
        page.locator(".curtain .btn.go").click()
    page.wait_for_function("was => document.querySelector('.seat').innerText !== was", arg=asked)
    page.locator(".decision[data-number]:not([data-number='0'])").wait_for()
    page.locator(".curtain").wait_for(state="detached")  # it stays until the next seat's map and log are there
    assert first in (seat, table["pending"]["seat"])
