"""The page on a phone, by touch alone: one column, a sheet that slides, nothing wider than the screen."""

from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.playing import (
    MOVED_ON,
    ON_IT,
    ON_MAP,
    SELECTORS,
    STAMP,
    Chooser,
    Click,
    Plan,
    Sight,
    act,
    new_game,
    on_the_map,
    open_game,
    see,
    what_to_say,
)

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
MOST = 150
LEAST_TARGET = 44
SMALL_TARGETS = f"""() => [...document.querySelectorAll('.app .btn, .app .choice, .app .icon, .tools button, .tile')]
    .filter(e => e.offsetParent && !e.closest('.hide'))
    .map(e => [e.textContent.trim().slice(0, 30) || e.ariaLabel, e.getBoundingClientRect().height])
    .filter(([, height]) => height > 0 && height < {LEAST_TARGET}).map(([name, height]) => `${{name}} ${{height}}`)"""


def fits(page: Any) -> None:
    """Nothing is wider than the screen, and what a finger should hit is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(SMALL_TARGETS) == []


def tap(page: Any, target: Click) -> Sight:
    """One tap; on the map a second one where the first only chose or explained."""
    was = page.wait_for_function(STAMP).json_value()
    selector = SELECTORS[target.where].format(target.name)
    for _ in range(2):
        if target.where in ON_MAP:
            point = page.evaluate(ON_IT, selector)
            if not point:
                page.get_by_role("button", name="Whole map").tap()
                point = page.evaluate(ON_IT, selector)
            assert point, f"{target} is covered"
            page.touchscreen.tap(*point)
        elif target.where == "button":
            page.locator(f"{selector}, .foot .btn[data-action='{target.name}']").locator("visible=true").first.tap()
        else:
            page.locator(selector).first.tap()
        if target.where not in ON_MAP or page.evaluate(MOVED_ON, was):
            break
    page.wait_for_function(MOVED_ON, arg=was)
    return see(page)


def answer(page: Any, choose: Chooser) -> Sight:
    sight = see(page)
    number = sight.number
    for _ in range(8):
        sight = tap(page, Click("confirm", "") if sight.asks else choose(sight))
        if sight.over or sight.number != number:
            return sight
    raise AssertionError(f"no tap answers {sight}")


def test_the_lobby_is_one_column_and_starts_a_game(person: Any) -> None:
    page = person(**PHONE)
    page.goto("/")
    page.wait_for_selector(".tcard svg")
    boxes = [card.bounding_box() for card in page.locator(".tcard").all()]
    assert len({round(box["x"]) for box in boxes}) == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, "phone-lobby")
    page.get_by_role("button", name="Play now").first.tap()
    page.wait_for_selector(".board .pieces")
    see(page)
    fits(page)
    page.goto("/")
    page.wait_for_selector(".g.yours")
    tabs = [tab.bounding_box() for tab in page.locator(".tabs a:visible").all()]
    assert len(tabs) == 5
    assert {round(tab["y"] + tab["height"]) for tab in tabs} == {844}, "at the foot of the screen"
    assert min(tab["height"] for tab in tabs) >= LEAST_TARGET
    gear = page.get_by_role("button", name="Settings").bounding_box()
    assert gear["x"] + gear["width"] <= page.evaluate("innerWidth"), "nothing of the bar is cut off"


def test_the_sheet_slides_and_all_tools_are_behind_one_button(person: Any) -> None:
    """A first tap on a place explains it, the map pushed aside lowers the sheet, a tap on its grip raises it."""
    page = person(**PHONE)
    new_game(page, title="advance", scenario="factory", guide=False)
    see(page)
    sheet = page.locator(".slide")
    assert sheet.get_attribute("data-height") == "half"
    page.locator(".grip").tap()
    assert sheet.get_attribute("data-height") == "full"
    page.locator(".grip").tap()
    assert sheet.get_attribute("data-height") == "low"
    assert page.locator("#prompt").is_visible()
    page.locator(".burger").tap()
    words = page.locator(".sheet .list button").all_inner_texts()
    assert {"Log", "Tracks and boxes", "Settings"} <= {word.strip().split("\n")[0] for word in words}
    shot(page, "phone-tools")
    page.locator("[data-sheet=log]").tap()
    assert page.locator(".sheet .ln").count() > 0
    page.keyboard.press("Escape")
    fits(page)


def test_the_main_answer_stands_once_and_a_lesson_offers_only_its_own(person: Any) -> None:
    page = person(**PHONE)
    game = new_game(page, title="advance", scenario="factory", seed="foot")
    act(page, game, "done", "activate 21", "attack 21", "all", "lead 295/516")
    open_game(page, game)
    see(page)
    assert page.locator("[data-action='fight']:visible").count() == 1
    page.goto("/learn/advance/attack")
    page.locator(".lesson").wait_for()
    assert page.locator(".foot .btn").count() == 0, "the lesson asks for an area, not for the end of the phase"
    fits(page)


CUT = """() => [...document.querySelectorAll('.strip .one > *')]
    .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"""


@pytest.mark.parametrize("title", ["advance", "inferno", "roads"])
def test_tracks_are_written_out_in_spanish(person: Any, title: str) -> None:
    page = person(**PHONE, locale="es")
    seats = {"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "open"}}} if title == "roads" else {}
    new_game(page, title=title, guide=False, **seats)
    see(page)
    assert page.locator(".strip .one").count() >= 3
    assert page.evaluate(CUT) == []


SHEET = """() => {
    const box = s => document.querySelector(s)?.getBoundingClientRect();
    const [prompt, sheet, foot, map] = ['#prompt', '.slide', '.foot', '.map'].map(box);
    return {
        below_the_grip: prompt.top - sheet.top, above_the_foot: (foot ? foot.top : innerHeight) - prompt.top,
        bare: sheet.top - map.bottom,
    };
}"""
LINE = 22


def test_a_low_sheet_shows_the_question_and_the_map_fills_the_rest(person: Any) -> None:
    """Also where the card of the last dice stands above the question, and the map ended behind the sheet."""
    page = person(**PHONE)
    game = new_game(page, title="advance", scenario="campaign", seed="low", guide=False)
    act(page, game, "done", "activate 6", "move 29/15 7", "move 29/129 7", "attack 7", "lead 29/129", "fight")
    open_game(page, game)
    see(page)
    page.locator(".result").wait_for()
    for _ in range(2):
        page.locator(".grip").tap()
    assert page.locator(".slide").get_attribute("data-height") == "low"
    found = page.evaluate(SHEET)
    assert found["below_the_grip"] < 2 * LINE
    assert found["above_the_foot"] >= LINE
    assert found["bare"] <= 0
    shot(page, "phone-low")


APART = """() => {
    const [card, place] = ['.lens', '#zone-W'].map(s => document.querySelector(s).getBoundingClientRect());
    return card.bottom <= place.top || place.bottom <= card.top;
}"""


def test_the_card_of_a_place_leaves_the_place_in_sight(person: Any) -> None:
    page = person(**PHONE)
    game = new_game(page, title="inferno", scenario="solo", guide=False)
    act(page, game, "long")
    open_game(page, game)
    see(page)
    page.touchscreen.tap(*page.evaluate(ON_IT, "#zone-W"))
    page.locator(".lens").wait_for()
    assert page.evaluate(APART), "the tap that chooses it must still be possible"


ONE_PIECE = """() => {
    const lesson = document.querySelector('.lesson'), right = document.documentElement.clientWidth;
    return {
        cut: lesson.scrollHeight > lesson.clientHeight + 1,
        beside: [...lesson.querySelectorAll('button, a')].some(e => e.getBoundingClientRect().right > right),
        scrolled: lesson.closest('.content').scrollTop,
    };
}"""


def test_a_lesson_is_read_in_one_piece_from_its_beginning(person: Any) -> None:
    """No area of its own that scrolls, no button beside the screen, and a new task does not begin in its middle."""
    page = person(**PHONE, locale="es")
    page.goto("/learn")
    page.locator("main .card").first.wait_for()
    rows = page.locator("main li a:first-child").evaluate_all("all => all.map(a => a.getBoundingClientRect().height)")
    assert min(rows) >= LEAST_TARGET
    page.goto("/learn/roads/counters")
    page.locator(".lesson").wait_for()
    show = page.locator(".lesson").get_by_role("button", name="Enséñame")
    for _ in range(MOST):
        assert page.evaluate(ONE_PIECE) == {"cut": False, "beside": False, "scrolled": 0}
        if not show.count():
            break
        was = page.locator(".lesson").inner_text()
        show.tap()
        page.wait_for_function("was => document.querySelector('.lesson').innerText !== was", arg=was)
    assert not show.count()


TURNED = """() => {
    const decision = document.querySelector('.decision');
    const bar = [...document.querySelectorAll('.top button, .top a')].filter(e => e.offsetParent);
    return {
        cut: decision.scrollHeight > decision.clientHeight + 1,
        beside: bar.some(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1),
    };
}"""


def test_a_phone_on_its_side_scrolls_the_question_as_one(person: Any) -> None:
    page = person(**{**PHONE, "width": 844, "height": 390}, locale="es")
    new_game(page, title="inferno", scenario="solo", guide=False)
    see(page)
    shot(page, "phone-turned")
    assert page.evaluate(TURNED) == {"cut": False, "beside": False}
    page.get_by_role("link", name="Mesa").tap()
    page.wait_for_selector(".tcard")


@pytest.mark.long
def test_a_whole_game_of_advance_by_touch(person: Any) -> None:
    page = person(**PHONE)
    new_game(page, title="advance", scenario="factory")
    plan = Plan("21", rounds=2)
    sight = see(page)
    for count in range(MOST):
        assert sight.trouble == ""
        sight = answer(page, plan.by_mouse)
        if count == 8:
            fits(page)
            shot(page, "phone-advance")
        if sight.over:
            break
    assert sight.over
    shot(page, "phone-end")


def by_words(sight: Sight) -> Click:
    if sight.step == "choose_action":
        return Click("button", "long")
    return Click("button", what_to_say(sight.buttons)) if sight.buttons else on_the_map(sight)


@pytest.mark.parametrize(("title", "scenario"), [("inferno", "solo"), ("roads", "")])
def test_a_turn_by_touch(person: Any, title: str, scenario: str) -> None:
    """Until the turn is another one, or it is somebody else's."""
    page = person(**PHONE)
    seats = {"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "open"}}} if title == "roads" else {}
    game = new_game(page, title=title, scenario=scenario, **seats)

    def turn() -> Any:
        table = page.request.get(f"/api/games/{game}").json()
        return table["scene"]["turn"]["number"], table["pending"]["seat"]

    first = turn()
    for _ in range(MOST):
        if turn() != first:
            break
        answer(page, by_words)
    assert turn() != first
    fits(page)
    shot(page, f"phone-{title}")


def test_the_page_can_be_installed_and_says_when_the_table_is_away(person: Any) -> None:
    """Manifest and icons are there, and who opens the page without a network is told, not left with nothing."""
    page = person(**PHONE)
    page.goto("/")
    page.wait_for_selector(".tcard")
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href"))
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/g/somewhere")
    assert page.locator("h1").inner_text() == "The table cannot be reached."
    assert "kurgan play" in page.locator("body").inner_text(), "the command that most people started it with"
    shot(page, "phone-offline")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").tap()
    page.wait_for_selector(".lost")
