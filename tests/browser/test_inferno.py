"""Whole games of Inferno in the browser: solo by mouse, and 1 vs 1 in two browsers that keep their secrets."""

from typing import Any

import pytest

from tests.browser.checking import check_end, check_record
from tests.browser.conftest import shot
from tests.browser.plans import General
from tests.browser.playing import answer, new_game, see, sit_down
from tests.browser.serving import Server
from tests.browser.witness import Witness, concealed, scenes, told, truth

pytestmark = pytest.mark.browser

MOST = 400
"""No game of these plans is longer; without a limit a page that stands still would never fail."""


def test_how_hard_it_shall_be_is_asked_for_with_the_scenario(person: Any) -> None:
    page = person()
    page.goto("/")
    page.locator(".tcard", has_text="Inferno").locator("button").last.click()
    page.get_by_label("The basic game").select_option("easy_german")
    page.get_by_role("button", name="Make the game").click()
    page.wait_for_selector(".board .pieces")
    game = page.url.rsplit("/", 1)[-1]
    assert page.request.get(f"/api/games/{game}").json()["options"]["level"] == "easy_german"


def test_a_whole_solo_game_by_mouse(person: Any) -> None:
    """Every question names its rule, the log grows, the Soviet turn gives its reasons, and the end is shown."""
    page = person()
    game = new_game(page, title="inferno", scenario="solo")
    general = General(*2 * ("hasty", "reinforce", "long", "deliberate"), "short")
    sight = see(page)
    steps: set[str] = set()
    for _ in range(MOST):
        assert sight.prompt
        assert sight.rule[:1].isdigit()
        assert sight.trouble == ""
        if sight.step == "choose_action":
            reasons = page.locator(".sec:has(.reason)").first.inner_text()
            assert reasons.startswith("THE SOVIET TURN")
            assert "spawn hexes" in reasons
        steps.add(sight.step)
        before = sight.newest
        sight = answer(page, general.choose)
        assert sight.newest >= before
        if sight.over:
            break
    assert sight.over
    assert sight.seat == "The game is over"
    assert {"hasty_from", "deploy", "long_first", "german_card", "advance"} <= steps
    shot(page, "inferno-end-light")
    check_end(page, game)
    check_record(page, game)


def check_secrets(server: Server, game: str, seat: str, witness: Witness) -> int:
    """Nothing that this browser got since the last time names what shows its back to the seat."""
    session = truth(server.folder, "inferno", game)
    known = told(session, seat)
    texts = witness.take()
    other = "soviet" if seat == "german" else "german"
    kept = 0
    for at, unit, name in concealed(session, seat):
        if name in known:
            continue
        kept += 1
        for text in texts:
            assert name not in text, f"{seat} may not know that {name} stands in {at}"
            assert f'"{unit}"' not in text, f"{seat} may not know that {unit} stands in {at}"
    for scene in scenes(texts):
        for hand in scene.get("hands", []):  # a scene that builds on another tells what changed
            assert not (hand["name"] == f"{other}_hand" and hand.get("cards")), hand
    return kept


def test_one_against_one_in_two_browsers(person: Any, server: Server) -> None:
    """Each answers what is asked of their own seat, to the end; neither is ever sent the other's blocks and cards."""
    anna, boris = person(), person()
    seats = {"german": {"kind": "me"}, "soviet": {"kind": "link"}}
    game = new_game(anna, title="inferno", scenario="one_vs_one", seats=seats)
    link = anna.request.post(f"/api/games/{game}/links/soviet").json()["link"]
    sit_down(boris, link)
    watching = {"german": Witness(anna), "soviet": Witness(boris)}
    german, soviet = General("hasty", "reinforce", "hasty", "deliberate", "short"), General("move", "draw")
    generals = {"german": german, "soviet": soviet}
    pages = {"german": anna, "soviet": boris}
    kept = {"german": 0, "soviet": 0}
    seat = "german"
    for turn in range(MOST):
        pages[seat].wait_for_selector(".sec.end, .decision:not([data-number='0'])")
        sight = see(pages[seat])
        if sight.over:
            break
        sight = answer(pages[seat], generals[seat].choose)
        if turn % 3 == 0:
            for who, witness in watching.items():
                kept[who] += check_secrets(server, game, who, witness)
        if not sight.step:
            seat = "soviet" if seat == "german" else "german"
    assert see(anna).over
    boris.wait_for_selector(".sec.end")
    assert kept["german"] > 100
    assert kept["soviet"] > 100
    assert anna.locator(".sec.end h2").inner_text() == boris.locator(".sec.end h2").inner_text()
    check_end(boris, game)
    check_record(anna, game)
