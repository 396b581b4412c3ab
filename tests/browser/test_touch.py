"""The page on a phone, by touch alone: one column, a sheet that slides, nothing wider than the screen."""

from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.plans import General, Staff
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
    make_game,
    new_game,
    open_game,
    see,
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


CAME_OF_IT = f"was => document.querySelector('.lens .again') !== null || ({MOVED_ON})(was)"
"""A tap did something, or its card says that another tap will."""


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
        if target.where not in ON_MAP:
            break
        page.wait_for_function(CAME_OF_IT, arg=was)
        if page.evaluate(MOVED_ON, was):
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
    game = make_game(page, title="advance", scenario="factory", seed="foot")
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
    game = make_game(page, title="advance", scenario="campaign", seed="low", guide=False)
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
    game = make_game(page, title="inferno", scenario="solo", guide=False)
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


def size_of_map(page: Any) -> float:
    """How many pixels of the screen the map is wide."""
    page.wait_for_timeout(400)  # a glide takes its time
    width: float = page.evaluate("document.querySelector('svg.map').getBoundingClientRect().width")
    return width


def pinch(page: Any, apart: list[int]) -> None:
    """Two fingers on the map, so far apart one step after the other."""
    box = page.locator(".board .view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 120
    fingers = page.context.new_cdp_session(page)
    for i, half in enumerate(apart):
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        kind = "touchMove" if i else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_and_a_double_tap_zoom_the_map(person: Any) -> None:
    page = person(**PHONE)
    new_game(page, title="advance", scenario="campaign", seed="pinch", guide=False)
    asked = see(page).number
    before = size_of_map(page)
    pinch(page, [30, 45, 60, 75])
    near = size_of_map(page)
    assert near > 1.5 * before
    pinch(page, [75, 60, 45, 30])
    assert size_of_map(page) < near / 1.5
    far = size_of_map(page)
    box = page.locator(".board .view").bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 12, box["y"] + 12)
    assert size_of_map(page) > 1.3 * far
    assert see(page).number == asked, "and nothing is answered by it"
    fits(page)


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


def turn_of(page: Any, game: str) -> int:
    return int(page.request.get(f"/api/games/{game}").json()["scene"]["turn"]["number"])


def play_a_turn(page: Any, game: str, choose: Chooser) -> set[str]:
    """By taps for whoever is asked, until the turn is past; which steps were answered on the way."""
    first, steps = turn_of(page, game), set[str]()
    for _ in range(MOST):
        page.wait_for_selector(".sec.end, .curtain, .decision:not([data-number='0'])")
        sight = see(page)
        if sight.curtain:
            page.locator(".curtain .btn").tap()
            page.wait_for_selector(".curtain", state="detached")
            continue
        if sight.over or turn_of(page, game) != first:
            return steps
        assert sight.trouble == ""
        if sight.step not in steps:
            fits(page)
        steps.add(sight.step)
        answer(page, choose)
    raise AssertionError(f"no end of the turn after {MOST} answers")


def test_a_turn_of_inferno_by_touch(person: Any) -> None:
    """An attack with its dice and what follows from it until the Soviets have moved; then units that arrive."""
    page = person(**PHONE)
    game = new_game(page, title="inferno", scenario="solo")
    general = General("hasty", "reinforce", "short")
    steps = play_a_turn(page, game, general.choose) | play_a_turn(page, game, general.choose)
    assert {"choose_action", "hasty_from", "deploy"} <= steps
    shot(page, "phone-inferno")


def test_a_turn_of_roads_by_touch(person: Any) -> None:
    """Marches, attacks and their results, for both sides on one phone with the curtain between them; by secret dice, so
    that now and then nobody can join an attack before the next turn."""
    page = person(**PHONE)
    game = new_game(page, title="roads", scenario="wintergewitter")
    steps: set[str] = set()
    for _ in range(3):
        steps |= play_a_turn(page, game, Staff(4, 3, 3).choose)
        if "add_attacker" in steps:
            break
    assert {"choose_mover", "step", "choose_target", "add_attacker", "play_support"} <= steps
    shot(page, "phone-roads")


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


BAR = """() => [...document.querySelectorAll('.bar-r .btn, .bar-r select, .bar-r .line')]
    .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect())
    .map(b => [Math.round(b.left), Math.round(b.right), Math.round(b.height), document.elementFromPoint(
        b.left + b.width / 2, b.top + b.height / 2)?.closest('.bar-r') !== null])"""

IN_SIGHT = """selector => {
    const [place, sheet] = [selector, '.slide'].map(s => document.querySelector(s).getBoundingClientRect());
    return place.top > 0 && (place.top + place.bottom) / 2 < sheet.top;
}"""


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_replay_is_stepped_through_with_a_thumb(person: Any, locale: str) -> None:
    """Its keys lie on the sheet, not behind it, none beside the screen, in a low sheet too; the fight is in sight."""
    page = person(**PHONE, locale=locale)
    game = make_game(page, title="advance", scenario="factory", seed=f"steps{locale}", guide=False)
    act(page, game, "done", "activate 21", "attack 21", "all", "lead 295/516", "fight")
    open_game(page, game, "?at=8")
    page.locator(".bar-r").wait_for()
    keys = page.evaluate(BAR)
    assert len(keys) == 9
    assert min(left for left, *_ in keys) >= 0
    assert max(right for _, right, *_ in keys) <= PHONE["width"]
    assert all(on_top for *_, on_top in keys)
    fits(page)
    page.wait_for_function(IN_SIGHT, arg="#zone-21")
    was = page.locator("#prompt").inner_text()
    page.locator(".bar-r .keys .btn").nth(2).tap()
    page.wait_for_function("was => document.querySelector('#prompt').innerText !== was", arg=was)
    shot(page, f"phone-replay-{locale}")
    for _ in range(2):
        page.locator(".grip").tap()
    assert page.locator(".slide").get_attribute("data-height") == "low"
    low = page.evaluate(BAR)
    assert len(low) == 7
    assert all(on_top for *_, on_top in low)
    assert page.evaluate(SHEET)["above_the_foot"] >= LINE
