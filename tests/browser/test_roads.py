"""Roads in the browser: Wintergewitter by two people to its victory level, and the campaign's big map."""

from typing import Any

import pytest

from tests.browser.checking import check_end, check_record
from tests.browser.conftest import shot
from tests.browser.plans import Staff
from tests.browser.playing import (
    ON_IT,
    Click,
    answer,
    click,
    do,
    new_game,
    see,
    sit_down,
)

pytestmark = pytest.mark.browser

MOST = 300
"""No game of these plans is longer; without a limit a page that stands still would never fail."""


def routes(page: Any, game: str, seat: str) -> list[dict[str, Any]]:
    """The ways that one click can go from here, farthest last; waits until the page has lit them all."""
    found = page.request.get(f"/api/games/{game}/routes?seat={seat}").json()["routes"]
    for route in found:
        page.wait_for_selector(f"#zone-{route['place']}.lit", state="attached")
    return sorted(found, key=lambda route: len(route["actions"]))


def test_options_of_the_campaign_are_offered_for_the_campaign_alone(person: Any) -> None:
    page = person()
    page.goto("/")
    page.locator(".tcard", has_text="Roads").locator("button").last.click()
    chosen = page.locator("select.first")
    for scenario, count in (("wintergewitter", 0), ("campaign", 1), ("uranus", 0)):
        chosen.select_option(scenario)
        assert page.get_by_text("MAR IV").count() == count, scenario


def test_wintergewitter_by_two_seats(person: Any) -> None:
    """Marches by one click, attacks with supports, losses and retreats, each in their own browser, to the level."""
    anna, boris = person(), person()
    seats = {"axis": {"kind": "me"}, "soviet": {"kind": "link"}}
    game = new_game(anna, title="roads", scenario="wintergewitter", seats=seats)
    sit_down(boris, anna.request.post(f"/api/games/{game}/links/soviet").json()["link"])
    shot(anna, "roads-light")
    pages = {"axis": anna, "soviet": boris}
    staffs = {"axis": Staff(3, 2, 2), "soviet": Staff(2, 2, 2)}
    steps: set[str] = set()
    marches: list[int] = []
    seat = "axis"
    for _ in range(MOST):
        pages[seat].wait_for_selector(".sec.end, .decision:not([data-number='0'])")
        sight = see(pages[seat])
        if sight.over:
            break
        assert sight.prompt
        assert sight.rule[:1].isdigit()
        assert sight.trouble == ""
        steps.add(sight.step)
        before = sight
        if sight.step == "step":
            routes(pages[seat], game, seat)
        sight = answer(pages[seat], staffs[seat].choose)
        if before.step == "step" and before.places:
            marches.append(sight.number - before.number)
        if not sight.step:
            seat = "soviet" if seat == "axis" else "axis"
    assert see(anna).over
    boris.wait_for_selector(".sec.end")
    assert max(marches) > 1, "one click on a far hex is a march of several steps"
    assert {"choose_mover", "step", "choose_target", "add_attacker", "play_support"} <= steps
    assert anna.locator(".sec.end h2").inner_text() == boris.locator(".sec.end h2").inner_text()
    title = anna.locator(".sec.end h2").inner_text()
    assert anna.locator(".ln", has_text=title).count() == 1, "the log tells the same level as the panel"
    shot(anna, "roads-end-light")
    check_end(anna, game)
    check_record(boris, game)


HEX = "1624"
"""A hex in the middle of the campaign map: where it is and how wide it is on the screen tell how the map lies."""
RESTING = "() => document.querySelector('.camera').style.transform.endsWith(', 1)')"
"""The map is drawn for the zoom at which it is seen, not stretched as in the middle of a gesture."""
WIDER = f"was => document.querySelector('#zone-{HEX}').getBoundingClientRect().width > 1.5 * was"
PAN = """steps => new Promise(done => {
    const view = document.querySelector('.view'), b = view.getBoundingClientRect();
    const at = (type, i) => new MouseEvent(type, {bubbles: true, cancelable: true, view: window, button: 0,
        clientX: b.left + b.width / 2 - 3 * i, clientY: b.top + b.height / 2 - 2 * i});
    const touched = [], times = []; let i = 0, last = performance.now();
    const name = change => `${change.target.className} ${change.attributeName}`;
    const witness = new MutationObserver(list => touched.push(...list.map(name)));
    witness.observe(view, {subtree: true, childList: true, attributes: true, characterData: true});
    view.dispatchEvent(at('mousedown', 0));
    const frame = now => {
        times.push(now - last); last = now;
        window.dispatchEvent(at('mousemove', ++i));
        if (i < steps) return requestAnimationFrame(frame);
        window.dispatchEvent(at('mouseup', i));
        requestAnimationFrame(() => (witness.disconnect(), done({times: times.slice(1), touched})));
    };
    requestAnimationFrame(frame);
})"""


def lies(page: Any) -> tuple[float, float, float]:
    """Where the map is, by the corner of one hex, and its width, which tells the zoom."""
    box = page.locator(f"#zone-{HEX}").bounding_box()
    return box["x"], box["y"], box["width"]


def test_the_campaign_opens_pans_and_zooms(person: Any, record_property: Any) -> None:
    """All counters are there near and far; drag and wheel move the map with the mouse; panning draws nothing anew."""
    page = person()
    seats = {"axis": {"kind": "me"}, "soviet": {"kind": "bot", "bot": "random"}}
    game = new_game(page, title="roads", scenario="campaign", seats=seats)
    scene = page.request.get(f"/api/games/{game}").json()["scene"]
    stacks = {(piece["side"], piece["at"]) for piece in scene["pieces"] if piece.get("at") and piece["side"] != "none"}
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_function("() => !document.querySelector('.overview')")
    shot(page, "roads-campaign-far-light")
    far = lies(page)
    assert page.locator(".pc").count() >= len(stacks) > 60
    box = page.locator(".view").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.5)
    page.mouse.wheel(0, -600)
    page.wait_for_function(WIDER, arg=far[2])
    page.wait_for_function(RESTING)
    shot(page, "roads-campaign-near-light")
    near = lies(page)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4, steps=4)
    page.mouse.up()
    dragged = near[0] - box["width"] * 0.2, near[1] - box["height"] * 0.1, near[2]
    assert lies(page) == pytest.approx(dragged, abs=1.5), "the map stays where it was dragged to"
    assert page.locator(".pc").count() >= len(stacks)
    page.mouse.move(box["x"] + box["width"] / 2, 2)
    page.wait_for_function("() => !document.querySelector('.lens')")
    pan = page.evaluate(PAN, 60)
    assert set(pan["touched"]) == {"camera style"}, "while the map is dragged, one transform changes and nothing else"
    assert page.evaluate("getComputedStyle(document.querySelector('.camera')).willChange") == "transform"
    assert lies(page) == pytest.approx((dragged[0] - 180, dragged[1] - 120, near[2]), abs=1.5)
    times = sorted(pan["times"])
    record_property("frame_ms_median", times[len(times) // 2])
    record_property("frame_ms_worst", times[-1])
    print(f"\npanning the campaign: median {times[len(times) // 2]:.0f} ms a frame, worst {times[-1]:.0f} ms")


def at(page: Any, game: str, unit: str) -> str:
    """The hex in which a unit stands, as the server shows it."""
    pieces = page.request.get(f"/api/games/{game}").json()["scene"]["pieces"]
    return str(next(piece["at"] for piece in pieces if piece["id"] == unit))


def test_a_march_goes_by_one_click_and_comes_back_by_one_key(person: Any) -> None:
    """The way and its cost are drawn before the click; afterwards the unit is there, and Z brings it back."""
    page = person()
    seats = {"axis": {"kind": "me"}, "soviet": {"kind": "bot", "bot": "random"}}
    game = new_game(page, title="roads", scenario="wintergewitter", seats=seats)
    staff = Staff(1, 0, 0)
    sight = see(page)
    while sight.step != "step":
        sight = answer(page, staff.choose)
    unit = next(
        line["action"].split()[1]
        for line in reversed(page.request.get(f"/api/games/{game}/log").json()["lines"])
        if line.get("action", "").startswith("move ")
    )
    home = at(page, game, unit)
    far = routes(page, game, "axis")[-1]
    assert len(far["actions"]) > 1
    page.get_by_role("button", name="Whole map").click()
    page.mouse.move(*page.evaluate(ON_IT, f"#zone-{far['place']}"))
    page.wait_for_selector("path.way", state="attached")
    assert page.locator("path.way + text").text_content() == str(far["cost"])
    after = click(page, Click("place", far["place"]))
    assert at(page, game, unit) == far["place"]
    assert after.number > sight.number
    again = do(page, lambda: page.keyboard.press("z"), "undo")
    assert again.step == "step"
    assert at(page, game, unit) == home


def test_pointing_at_a_headquarters_shows_its_reach(person: Any) -> None:
    """Radius and supply of a headquarters as facts with their rules, and as hexes on the map."""
    page = person()
    seats = {"axis": {"kind": "me"}, "soviet": {"kind": "bot", "bot": "random"}}
    game = new_game(page, title="roads", scenario="wintergewitter", seats=seats)
    pieces = page.request.get(f"/api/games/{game}").json()["scene"]["pieces"]
    place = next(piece["at"] for piece in pieces if "HQ" in piece["id"] and piece["side"] == "axis" and piece.get("at"))
    about = page.request.get(f"/api/games/{game}/about?seat=axis&place={place}").json()
    page.get_by_role("button", name="Whole map").click()
    page.locator(f"#zone-{place}").dispatch_event("mouseenter")
    page.wait_for_selector(".lens .facts.more .chip")
    shown = page.locator(".lens .facts.more").inner_text()
    assert about["facts"]
    for label, words, rule in about["facts"]:
        assert label in shown
        assert words in shown
        assert rule in shown
    inside = next(line["places"] for line in about["lines"] if line["kind"] == "radius")
    assert page.locator("polygon[fill='var(--lamp)']").count() == len(inside) > 6
