"""A stack of Roads goes with one click on it and one on where it shall go, however many units it holds."""

import re
from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.playing import ON_IT, Click, act, click, do, make_game, open_game, press, see, walk_to
from tests.browser.test_touch import PHONE, fits

pytestmark = pytest.mark.browser

WIDE = {"width": 1440, "height": 900}
TWO = ("wintergewitter", "axis", "0730", ["GE-6Pp", "GE-6Pa"])
THREE = ("campaign", "soviet", "1831", ["SU-23", "SU-4G", "SU-40G"])
CHOSEN = "count => document.querySelectorAll('#units .tile.on').length === count"
STACKS = pytest.mark.parametrize(
    ("scenario", "seat", "home", "units"), [TWO, pytest.param(*THREE, marks=pytest.mark.long)]
)
"""That a large scenario does it too takes long: it is looked at among the long tests."""


def ready_to_move(page: Any, scenario: str, seat: str, seed: str) -> str:
    """A game in which this seat is asked which unit moves."""
    seats = {name: {"kind": "me"} if name == seat else {"kind": "bot", "bot": "random"} for name in ("axis", "soviet")}
    game = make_game(page, title="roads", scenario=scenario, seats=seats, guide=False, seed=f"{scenario} {seed}")
    while (question := asked(page, game))["step"] != "choose_mover":
        act(page, game, question["choices"][0]["action"])
    open_game(page, game)
    see(page)
    page.get_by_role("button", name=re.compile("Whole map|Todo el mapa")).click()
    return game


def asked(page: Any, game: str) -> dict[str, Any]:
    """The next question; while a bot answers, the page says when it comes, and then shows nothing of what follows."""
    while not (question := page.request.get(f"/api/games/{game}").json()["question"]):
        open_game(page, game)
        page.wait_for_selector(".decision:not([data-number='0'])")
        page.goto("about:blank")
    found: dict[str, Any] = question
    return found


def where(page: Any, game: str) -> dict[str, str]:
    return {p["id"]: p.get("at") for p in page.request.get(f"/api/games/{game}").json()["scene"]["pieces"]}


def farthest(page: Any, game: str, seat: str, units: list[str]) -> dict[str, Any]:
    """The dearest way of these units, once the page has lit where it ends."""
    path = f"/api/games/{game}/routes?seat={seat}&pieces={';'.join(units)}"
    found: dict[str, Any] = page.request.get(path).json()["routes"][-1]
    page.wait_for_selector(f"#zone-{found['place']}.lit", state="attached")
    return found


def test_a_stack_goes_by_the_table_for_screen_readers(person: Any) -> None:
    """Without the map: a button chooses who stands somewhere, another sends them, and it is said how many they are."""
    scenario, seat, home, units = TWO
    page = person(**WIDE, locale="es")
    game = ready_to_move(page, scenario, seat, "table")
    page.keyboard.press("t")
    page.locator(f"#textboard tr[data-place='{home}'] .muster").click()
    page.wait_for_function(CHOSEN, arg=len(units))
    page.locator("[role=status]").get_by_text("2 unidades elegidas").wait_for()
    goal = page.locator("#textboard tr:has(.send)").last
    place = goal.get_attribute("data-place")
    do(page, goal.locator(".send").click, "sending them")
    at = where(page, game)
    assert [at[unit] for unit in units] == [place, place]


@STACKS
def test_two_clicks_move_a_stack(person: Any, scenario: str, seat: str, home: str, units: list[str]) -> None:
    page = person(**WIDE)
    game = ready_to_move(page, scenario, seat, "clicks")
    click(page, Click("place", home))
    assert page.locator("#units .tile.on").count() == len(units), "all of them are chosen"
    goal = farthest(page, game, seat, units)
    assert len(goal["places"]) > 1
    shot(page, f"roads-stack-of-{len(units)}")
    there = click(page, Click("place", goal["place"]))
    assert there.step == "choose_mover"
    assert there.trouble == ""
    assert {where(page, game)[unit] for unit in units} == {goal["place"]}
    back = do(page, lambda: page.keyboard.press("z"), "undo")
    assert back.step == "choose_mover"
    assert {where(page, game)[unit] for unit in units} == {home}, "they come back as they went"


def test_one_that_is_left_out_stays(person: Any) -> None:
    scenario, seat, home, units = THREE
    page = person(**WIDE)
    game = ready_to_move(page, scenario, seat, "left out")
    click(page, Click("place", home))
    page.locator(f"#units .tile[data-piece='{units[1]}']").click()
    page.wait_for_function(CHOSEN, arg=2)
    goal = farthest(page, game, seat, [units[0], units[2]])
    click(page, Click("place", goal["place"]))
    assert [where(page, game)[unit] for unit in units] == [goal["place"], home, goal["place"]]


def test_a_second_click_lets_go_and_those_who_set_out_choose_their_way(person: Any) -> None:
    """Escape and the same click let go; the button names all of them, and then there is strategic movement too."""
    scenario, seat, home, _ = TWO
    page = person(**WIDE)
    ready_to_move(page, scenario, seat, "lets go")
    click(page, Click("place", home))
    assert click(page, Click("place", home)).picked == []
    click(page, Click("place", home))
    assert do(page, lambda: page.keyboard.press("Escape"), "Escape").picked == []
    click(page, Click("place", home))
    on = do(page, page.locator("#set-out").click, "setting out")
    assert on.step == "step"
    assert "strategic" in on.buttons


def test_with_shift_a_hex_of_friends_adds_them_and_nobody_marches(person: Any) -> None:
    """Also beside the counters, and where the chosen could go: a click there without Shift would take them there."""
    scenario, seat, home, units = TWO
    page = person(**WIDE)
    game = ready_to_move(page, scenario, seat, "adds")
    before = where(page, game)
    click(page, Click("place", home))
    assert "0829" in see(page).places, "the stack could go where another unit stands"
    page.keyboard.down("Shift")
    page.mouse.click(*page.evaluate(ON_IT, "#zone-0829"))
    page.keyboard.up("Shift")
    page.wait_for_function("count => document.querySelectorAll('#units .tile').length === count", arg=len(units) + 1)
    assert where(page, game) == before


@STACKS
def test_the_same_by_keys(person: Any, scenario: str, seat: str, home: str, units: list[str]) -> None:
    page = person(**WIDE)
    game = ready_to_move(page, scenario, seat, "keys")
    walk_to(page, f"#zone-{home}")
    do(page, lambda: press(page, ["Enter"]), "Enter on the stack")
    goal = farthest(page, game, seat, units)
    said = page.locator(".hide[role=status]").inner_text()
    assert said.startswith(f"{len(units)} units chosen, ")
    walk_to(page, f"#zone-{goal['place']}")
    do(page, lambda: press(page, ["Enter"]), "Enter on the goal")
    assert {where(page, game)[unit] for unit in units} == {goal["place"]}


@STACKS
def test_the_same_by_taps(person: Any, scenario: str, seat: str, home: str, units: list[str]) -> None:
    """The first tap on the stack chooses it; on the goal the first explains and the second goes."""
    page = person(**PHONE)
    game = ready_to_move(page, scenario, seat, "taps")

    def tap(place: str) -> None:
        point = page.evaluate(ON_IT, f"#zone-{place}, .pc[data-piece='{units[-1]}']")
        assert point, f"{place} is covered"
        page.touchscreen.tap(*point)

    tap(home)
    page.wait_for_function(CHOSEN, arg=len(units))
    goal = farthest(page, game, seat, units)
    fits(page)
    shot(page, f"phone-roads-stack-of-{len(units)}")
    assert page.locator(".lens").count() == 0, "no card lies over the places that they can go to"
    tap(goal["place"])
    assert {where(page, game)[unit] for unit in units} == {home}, "a first tap explains"
    do(page, lambda: tap(goal["place"]), "the second tap")
    assert {where(page, game)[unit] for unit in units} == {goal["place"]}
