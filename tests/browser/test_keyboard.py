"""The whole table without a mouse: keys alone, with confirmations and the curtain between two players."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.checking import check_record
from tests.browser.plans import General, Staff
from tests.browser.playing import Chooser, Plan, Sight, answer_by_keyboard, new_game, see

pytestmark = pytest.mark.browser

MOST = 600
"""No game of these plans is longer; without a limit a page that stands still would never fail."""

KEYS_ALONE = """() => {
    const refuse = event => { throw Error(`${event.type} on ${event.target.className}`); };
    for (const name of ['mousedown', 'mousemove', 'pointerdown', 'touchstart']) addEventListener(name, refuse, true);
    window.confirmations = 0;
    addEventListener('focusin', event => { confirmations += event.target.matches('.confirm .btn.go'); });
}"""
"""A mouse is an error in the page, which fails the test; confirmations that get the focus are counted."""


def play(page: Any, choose: Chooser, until: Callable[[Sight], bool]) -> set[str]:
    """Answer by keyboard for whoever is asked; which steps were answered on the way."""
    page.evaluate(KEYS_ALONE)
    steps: set[str] = set()
    for _ in range(MOST):
        page.wait_for_selector(".sec.end, .curtain, .decision:not([data-number='0'])")
        sight = see(page)
        if sight.curtain:
            page.keyboard.press("Enter")  # the next one at this keyboard sits down
            page.wait_for_selector(".curtain", state="detached")
            continue
        if until(sight):
            return steps
        assert sight.trouble == ""
        steps.add(sight.step)
        answer_by_keyboard(page, choose)
    raise AssertionError(f"no end after {MOST} answers")


def over(sight: Sight) -> bool:
    return sight.over


def another_turn(page: Any, game: str) -> Callable[[Sight], bool]:
    """Whether the turn that runs now is past, or the game."""

    def turn() -> int:
        return int(page.request.get(f"/api/games/{game}").json()["scene"]["turn"]["number"])

    first = turn()
    return lambda sight: sight.over or turn() != first


def test_a_whole_game_of_advance(person: Any) -> None:
    page = person()
    game = new_game(page, title="advance", scenario="factory")
    steps = play(page, Plan("21", rounds=2).by_mouse, over)
    assert {"activate", "name_lead", "commit_support"} <= steps
    assert page.evaluate("confirmations") > 0
    check_record(page, game)


def test_a_turn_of_inferno(person: Any) -> None:
    """An attack, and what follows from it until the Soviets have moved."""
    page = person()
    game = new_game(page, title="inferno", scenario="solo")
    steps = play(page, General("hasty", "reinforce", "short").choose, another_turn(page, game))
    assert {"choose_action", "hasty_from"} <= steps


@pytest.mark.long
def test_a_turn_of_roads(person: Any) -> None:
    """Marches, attacks with supports and their results, for both sides at one keyboard; by secret dice, so that now and
    then nobody can join an attack before the next turn."""
    page = person()
    game = new_game(page, title="roads", scenario="wintergewitter")
    steps: set[str] = set()
    for _ in range(3):
        steps |= play(page, Staff(4, 3, 3).choose, another_turn(page, game))
        if "add_attacker" in steps:
            break
    assert {"choose_mover", "step", "choose_target", "add_attacker", "play_support"} <= steps
    assert page.evaluate("confirmations") > 0


@pytest.mark.long
def test_a_whole_game_of_inferno(person: Any) -> None:
    page = person()
    game = new_game(page, title="inferno", scenario="solo")
    general = General(*2 * ("hasty", "reinforce", "long", "deliberate"), "short")
    steps = play(page, general.choose, over)
    assert {"hasty_from", "deploy", "long_first", "german_card", "advance"} <= steps
    check_record(page, game)


@pytest.mark.long
def test_a_whole_game_of_roads(person: Any) -> None:
    page = person()
    game = new_game(page, title="roads", scenario="wintergewitter")
    steps = play(page, Staff(6, 4, 4).choose, over)
    assert {"choose_mover", "step", "choose_target", "add_attacker", "play_support"} <= steps
    check_record(page, game)
