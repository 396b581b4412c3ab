"""The same page in Firefox: a turn of every title by mouse, one of Roads by keyboard, lessons, rules and the lobby.

No pictures are taken here: Playwright's need a style in the page that our rules for its contents forbid.
"""

from typing import Any

import pytest

from tests.browser.plans import General, Staff
from tests.browser.playing import Chooser, Plan, answer, answer_by_keyboard, new_game, see

pytestmark = pytest.mark.browser

MOST = 300
PAGES = {"": ".pic svg", "learn": "main .card", "learn/roads/odds": ".lesson", "rules/roads": "article"}
TITLES: dict[str, tuple[str, Chooser, set[str]]] = {
    "advance": ("factory", Plan("21", rounds=2).by_mouse, {"activate", "name_lead", "commit_support"}),
    "inferno": ("solo", General("hasty", "reinforce", "short").choose, {"choose_action", "hasty_from"}),
    "roads": ("wintergewitter", Staff(3, 2, 2).choose, {"choose_mover", "step", "choose_target", "play_support"}),
}


def a_turn(page: Any, game: str, say: Any, choose: Chooser) -> set[str]:
    """Answer whatever is asked of any side until the next turn; which steps were answered."""

    def turn() -> int:
        return int(page.request.get(f"/api/games/{game}").json()["scene"]["turn"]["number"])

    first = turn()
    steps: set[str] = set()
    for _ in range(MOST):
        page.wait_for_selector(".sec.end, .curtain, .decision:not([data-number='0'])")
        sight = see(page)
        if sight.curtain:
            page.keyboard.press("Enter")
            page.wait_for_selector(".curtain", state="detached")
        elif sight.over or turn() != first:
            return steps
        else:
            assert sight.prompt
            assert sight.trouble == ""
            steps.add(sight.step)
            say(page, choose)
    raise AssertionError(f"no end after {MOST} answers")


@pytest.mark.parametrize("title", ["advance", "inferno", pytest.param("roads", marks=pytest.mark.long)])
def test_a_turn_by_mouse(fox: Any, title: str) -> None:
    page = fox()
    scenario, choose, expected = TITLES[title]
    game = new_game(page, title=title, scenario=scenario)
    assert expected <= a_turn(page, game, answer, choose)
    assert "Firefox" in page.evaluate("navigator.userAgent")


@pytest.mark.long
def test_a_turn_of_roads_by_keyboard(fox: Any) -> None:
    page = fox()
    game = new_game(page, title="roads", scenario="wintergewitter")
    assert {"choose_mover", "step"} <= a_turn(page, game, answer_by_keyboard, Staff(2, 1, 1).choose)


@pytest.mark.parametrize("width", [1440, pytest.param(1024, marks=pytest.mark.long), 390])
def test_the_pages_beside_the_table_fit(fox: Any, width: int) -> None:
    page = fox(width, 844)
    for path, ready in PAGES.items():
        page.goto(f"/{path}")
        page.locator(ready).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
