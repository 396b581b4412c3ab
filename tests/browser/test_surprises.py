"""What the page must not do: begin a fight by a click, ask for nothing, take back by Escape, forget the last result."""

import json
from typing import Any

import pytest

from kurgan import games
from tests.browser.conftest import shot
from tests.browser.playing import JSON, ON_IT, act, do, make_game, new_game, open_game, see

pytestmark = pytest.mark.browser

FILLED = """() => {
    const [map, view] = ['.board svg.map', '.board .view'].map(s => document.querySelector(s).getBoundingClientRect());
    const blank = (m0, m1, v0, v1) => (m0 > v0 + 1 || m1 < v1 - 1) && m1 - m0 > v1 - v0 + 1;
    return [['x', map.left, map.right, view.left, view.right], ['y', map.top, map.bottom, view.top, view.bottom]]
        .filter(([, ...sides]) => blank(...sides));
}"""
"""The sides of the view of which a part lies beside a map that could fill it."""

TO_ORDER = ("done", "activate 21")
"""From the start of the Factory District to the orders of an area that may attack."""


def number(page: Any, game: str) -> int:
    return int(page.request.get(f"/api/games/{game}").json()["number"])


def test_a_click_on_the_map_never_begins_an_attack(person: Any) -> None:
    """The area opens instead; the attack is a button, with the chances that the calculator gives for it."""
    page = person(1440, 900)
    game = make_game(page, title="advance", scenario="factory", seed="click")
    act(page, game, *TO_ORDER)
    open_game(page, game)
    before = number(page, game)
    button = page.locator("#attacks .choice[data-action='attack 21']")
    button.locator(".num").first.wait_for()
    after = page.request.get(f"/api/games/{game}/odds/after?seat=german&action=attack%2021").json()["odds"]
    assert [e.get_attribute("title") for e in button.locator(".num").all()] == [b["fraction"] for b in after["bars"]]
    shot(page, "attack-button-light")
    point = page.evaluate(ON_IT, "#zone-21")
    do(page, lambda: page.mouse.click(*point), "clicking the area that may be attacked")
    page.wait_for_selector("#offered .choice[data-action='attack 21'] .num")
    assert number(page, game) == before
    do(page, page.locator("#offered .choice[data-action='attack 21']").click, "the attack button")
    assert number(page, game) > before


def test_escape_with_nothing_open_does_nothing(person: Any) -> None:
    page = person()
    game = make_game(page, title="advance", scenario="factory", seed="escape")
    act(page, game, *TO_ORDER)
    open_game(page, game)
    before, sight = number(page, game), see(page)
    for _ in range(3):
        page.keyboard.press("Escape")
    assert see(page) == sight
    assert number(page, game) == before


def test_a_confirmation_says_what_is_lost_and_enter_confirms(person: Any) -> None:
    """Ending purchases loses nothing and is not asked about; ending the phase while areas can be activated is."""
    page = person()
    game = new_game(page, title="advance", scenario="factory", seed="lost")
    sight = do(page, page.locator("#choices .choice[data-action='done']").click, "ending the purchases")
    assert not sight.asks
    places = {c["place"] for c in page.request.get(f"/api/games/{game}").json()["question"]["choices"] if c["place"]}
    sight = do(page, page.locator("#choices .choice[data-action='end']").click, "ending the phase")
    assert sight.asks
    assert f"{len(places)} places" in page.locator(".confirm p").inner_text()
    before = number(page, game)
    do(page, lambda: page.keyboard.press("Escape"), "not yet")
    assert number(page, game) == before
    do(page, page.locator("#choices .choice[data-action='end']").click, "ending the phase")
    do(page, lambda: page.keyboard.press("Enter"), "Enter")
    assert number(page, game) > before


def test_the_last_result_stays_until_the_next_answer(person: Any) -> None:
    """Both throws with their totals and the margin, and how likely it was; one line of it after the next answer."""
    page = person(1440, 900)
    game = make_game(page, title="advance", scenario="factory", seed="result")
    act(page, game, *TO_ORDER, "attack 21", "all", "lead 295/516")
    open_game(page, game)
    page.wait_for_selector("#odds .num")
    for _ in range(8):
        sight = see(page)
        if page.locator(".result").count():
            break
        said = "fight" if "fight" in sight.buttons else sight.buttons[0]
        do(page, page.locator(f"#choices .choice[data-action='{said}']").click, said)
    card = page.locator(".result")
    assert card.count() == 1
    totals = [text.replace("−", "-").replace("±", "") for text in card.locator(".throws .v").all_inner_texts()]
    attack, defence, margin = [int(text) for text in totals[-3:]]
    assert attack - defence == margin
    card.locator(".likely").wait_for()
    shares = [float(text.strip("< %")) for text in card.locator(".likely b").all_inner_texts()]
    assert 99 < sum(shares) < 101
    shot(page, "result-light")
    reply = page.request.get(f"/api/games/{game}").json()
    choice = reply["question"]["choices"][0]["action"]
    body = {"seat": "german", "number": reply["question"]["number"], "actions": [choice]}
    assert page.request.post(f"/api/games/{game}/answers", data=json.dumps(body), headers=JSON).ok
    page.wait_for_selector(".result.folded")
    assert page.locator(".result .throws").count() == 0


def test_dice_that_follow_at_once_have_their_chances_beside_the_button(person: Any) -> None:
    """Inferno: where a stack can go to one hex and attack one, naming its units throws the dice of the fight."""
    page = person(1440, 900)
    game = make_game(page, title="inferno", scenario="solo", seed="hasty")
    act(page, game, "hasty", "from W")
    open_game(page, game)
    see(page)
    row = page.locator("#choices:has([data-action='all'])")
    row.locator(".weighed", has_text="Hex taken").wait_for()
    do(page, page.locator("#choices .choice[data-action='all']").click, "all")
    do(page, lambda: page.keyboard.press("a"), "choosing all")
    do(page, page.locator(".units .btn.go").click, "advancing")
    page.wait_for_selector(".since")
    page.locator(".result .fold").click()
    page.locator(".result .likely").wait_for()


def test_cannot_be_reached_goes_away_when_it_can(person: Any) -> None:
    page = person()
    new_game(page, title="advance", scenario="factory", seed="reach")
    page.route("**/answers", lambda route: route.abort())
    page.locator("#choices .choice").first.click()
    page.wait_for_selector(".trouble:has-text('cannot be reached')")
    page.unroute("**/answers")
    page.wait_for_selector(".trouble", state="detached")


@pytest.mark.parametrize("title", games.TITLES)
def test_a_game_opens_as_after_a_reload(person: Any, title: str) -> None:
    """The first view is the one on the question, though the page may come before the question does."""
    page = person(1440, 900)
    scenario = games.load(title).scenarios()[0].name
    game = new_game(page, title=title, scenario=scenario)
    see(page)
    view = "() => document.querySelector('.camera').style.transform"
    first = page.evaluate(view)
    open_game(page, game)
    see(page)
    page.wait_for_function("() => document.querySelector('.zone.lit') || document.querySelector('.choice')")
    assert page.evaluate(view) == first
    assert page.evaluate(FILLED) == []
    shot(page, f"{title}-opening-1440")
