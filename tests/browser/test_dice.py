"""The dice as two people see them: each browser's own word is in them, and each can check that it is."""

import json
from typing import Any

import pytest

from tests.browser.checking import check_record
from tests.browser.playing import JSON, open_game, sit_down

pytestmark = pytest.mark.browser


def test_both_browsers_put_a_word_into_the_dice_and_find_it_there(person: Any) -> None:
    anna, boris = person(), person()
    anna.goto("/")
    anna.wait_for_selector(".tcard")
    seats = {"axis": {"kind": "me"}, "soviet": {"kind": "link"}}
    body = {"title": "roads", "scenario": "wintergewitter", "seats": seats}
    made = anna.request.post("/api/games", data=json.dumps(body), headers=JSON).json()
    game = made["id"]
    open_game(anna, game)
    sit_down(boris, made["links"]["soviet"])
    for page, seat in ((anna, "axis"), (boris, "soviet")):
        page.wait_for_function(
            f"async () => !(await (await fetch('/api/games/{game}?seat={seat}')).json()).dice.wants.includes('{seat}')"
        )
        verdict = open_check(page)
        assert verdict.get_attribute("class") is not None
        assert "later" in str(verdict.get_attribute("class"))
        assert "Every word that this browser gave is in it." in verdict.inner_text()
    boris.request.post(f"/api/games/{game}/resign", data=json.dumps({"seat": "soviet"}), headers=JSON)
    boris.reload()
    boris.wait_for_selector(".board .pieces")
    boris.locator(".sec.end >> text=Check the dice").click()
    boris.wait_for_selector(".verdict.ok")
    check_record(boris, game)


def open_check(page: Any) -> Any:
    """The sheet that checks the dice; gives its verdict."""
    page.reload()
    page.wait_for_selector(".board .pieces")
    page.locator("summary").first.click()
    page.locator("details >> text=Check the dice").click()
    page.wait_for_selector(".verdict")
    return page.locator(".verdict")
