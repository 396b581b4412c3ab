"""The page in a real browser: whole games by mouse and by keyboard, two people, odds, undo, replay, accessibility."""

from fractions import Fraction
from secrets import token_hex
from typing import Any

import pytest

from kurgan import games, odds
from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from tests.browser.conftest import shot
from tests.browser.playing import (
    Plan,
    act,
    is_over,
    new_game,
    open_game,
    question,
    step_by_keyboard,
    step_by_mouse,
    wait_for_change,
    wander,
)

pytestmark = pytest.mark.browser

INSIDE = """() => {
    const panel = document.querySelector('.decision').getBoundingClientRect();
    return document.querySelector('#odds').getBoundingClientRect().bottom <= panel.bottom + 1;
}"""

FIGHT = ("done", "activate 21", "attack 21", "all", "lead 295/516")
"""From the start of the Factory District to the support question of a fight."""


def to_a_fight(page: Any) -> str:
    game = new_game(page, title="advance", scenario="factory", seed=token_hex(8))
    act(page, game, *FIGHT)
    open_game(page, game)
    return game


def test_a_whole_game_by_mouse(person: Any) -> None:
    """From the lobby's card to the end, clicking only what is lit; then the dice are checked in the page."""
    page = person()
    new_game(page, title="advance", scenario="factory")
    plan = Plan(rounds=2)
    for _ in range(120):
        if is_over(page):
            break
        step_by_mouse(page, plan)
        page.wait_for_timeout(30)
    assert is_over(page)
    shot(page, "end-light")
    page.locator(".sec.end >> text=Check the dice").click()
    page.wait_for_selector(".verdict.ok")
    page.keyboard.press("Escape")
    before = page.url
    page.locator("text=Again, new dice").click()
    page.wait_for_function("old => location.pathname.startsWith('/g/') && location.href !== old", arg=before)
    page.wait_for_selector(".board .pieces")


def test_a_whole_game_by_keyboard(person: Any) -> None:
    """The same without touching the mouse."""
    page = person()
    new_game(page, title="advance", scenario="factory")
    plan = Plan(rounds=2)
    for _ in range(120):
        if is_over(page):
            break
        step_by_keyboard(page, plan)
        page.wait_for_timeout(30)
    assert is_over(page)


def test_two_browsers_share_a_game_and_one_comes_back(person: Any) -> None:
    """While one is cut off the other plays on; back again, nothing is missing and nothing is there twice."""
    anna, boris = person(), person()
    game = new_game(anna, title="advance", scenario="factory", seed="two")
    link = anna.request.post(f"/api/games/{game}/links/*watch").json()["link"]
    boris.goto(link.replace(link.split("/join/")[0], ""))
    boris.locator("text=Sit down").click()
    boris.wait_for_selector(".board .pieces")
    act(anna, game, "buy artillery")
    boris.wait_for_selector(".ln:has-text('Bought')")
    boris.context.set_offline(True)
    boris.evaluate("() => window.dispatchEvent(new Event('offline'))")
    act(anna, game, "buy artillery", "done")
    boris.context.set_offline(False)
    open_numbers = "() => [...document.querySelectorAll('.ln .n')].map(e => e.textContent)"
    anna.wait_for_selector(".ln:has-text('banked')")
    boris.wait_for_selector(".ln:has-text('banked')")
    assert boris.evaluate(open_numbers) == anna.evaluate(open_numbers)
    assert len(set(boris.evaluate(open_numbers))) == len(boris.evaluate(open_numbers))


def test_a_place_that_may_not_be_chosen_says_why(person: Any) -> None:
    """Hovering an area that cannot be activated shows the reason with its rule."""
    page = person()
    game = new_game(page, title="advance", scenario="campaign", seed="why")
    act(page, game, "done")
    open_game(page, game)
    page.locator("#zone-10").dispatch_event("mouseenter")
    page.wait_for_selector(".lens .no")
    assert page.locator(".lens .no .chip").inner_text()[0].isdigit()
    shot(page, "refusal-light")


def test_the_odds_on_the_screen_are_those_of_the_calculator(person: Any) -> None:
    """Every bar carries the exact fraction that ``kurgan odds`` prints for this record."""
    page = person()
    game = to_a_fight(page)
    page.wait_for_selector("#odds .num")
    shown = page.evaluate("() => [...document.querySelectorAll('#odds .num')].map(e => e.title)")
    record = page.request.get(f"/api/games/{game}/export").text()
    session = Session.load(games.load("advance"), MemoryLog(record.splitlines()))
    found = odds.pending(session.game, session.state, 0)
    assert found is not None
    result = found.report()["result"]
    expected = [result[name]["fraction"] for name in ("overrun", "success", "stalemate", "repulse") if name in result]
    assert shown == expected
    assert sum(Fraction(text) for text in shown) == 1
    shot(page, "fight-light")


def test_undo_takes_back_one_step(person: Any) -> None:
    page = person()
    to_a_fight(page)
    number, step = question(page)
    page.locator("#choices .choice[data-action='add air']").click()
    wait_for_change(page, number)
    after, _ = question(page)
    page.keyboard.press("z")
    wait_for_change(page, after)
    assert question(page)[1] == step
    assert page.locator(".ln.undone").count() == 1


def test_replay_steps_through_the_game_and_changes_nothing(person: Any) -> None:
    page = person()
    game = to_a_fight(page)
    number, _ = question(page)
    open_game(page, game, "?at=4")
    page.wait_for_selector("text=Nothing you do here changes the game.")
    shot(page, "replay-light")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(300)
    assert "of" in page.locator(".decision .lab").first.inner_text().lower()
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('.decision').dataset.number !== '0'")
    assert question(page)[0] == number


def test_the_text_board_says_the_same_as_the_map(person: Any) -> None:
    """Every place that is lit on the map may be chosen in the table, and all areas stand in it."""
    page = person()
    game = new_game(page, title="advance", scenario="factory", seed="text")
    act(page, game, "done")
    open_game(page, game)
    rows = page.locator("#textboard tbody tr").count()
    assert rows == 50
    lit = page.locator(".zone.lit").count()
    page.keyboard.press("t")
    page.wait_for_selector("#textboard button")
    assert page.locator("#textboard tr:has(button)").count() == lit
    shot(page, "text-light")


PALETTES = [(family, tone) for family in ("system", "amber", "chalk") for tone in ("light", "dark")]


@pytest.mark.parametrize(("family", "tone"), PALETTES)
def test_every_page_in_every_palette_is_accessible(person: Any, family: str, tone: str) -> None:
    """Lobby, fight, replay and a dialog without serious findings of axe; pictures of each are kept."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = person()
    page.add_init_script(f"localStorage.setItem('kurgan', JSON.stringify({{palette: '{family}', tone: '{tone}'}}))")
    name = tone if family == "system" else f"{family}-{tone}"
    game = to_a_fight(page)
    page.wait_for_selector("#odds")
    check(axe, page, f"fight-{name}")
    page.keyboard.press("?")
    page.wait_for_selector("[role=dialog]")
    check(axe, page, f"help-{name}")
    open_game(page, game, "?at=6")
    page.wait_for_selector(".pill-note")
    check(axe, page, f"replay-{name}")
    page.goto("/")
    page.wait_for_selector(".pic svg")
    page.wait_for_timeout(500)
    check(axe, page, f"lobby-{name}")


def check(axe: Any, page: Any, name: str) -> None:
    shot(page, name)
    found = axe.run(page).response["violations"]
    serious = [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], name


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768)])
def test_nothing_that_decides_needs_scrolling(person: Any, width: int, height: int) -> None:
    """Prompt, choices, sum and odds are on the screen at once, and so are the tracks and the newest log line."""
    page = person(width, height)
    to_a_fight(page)
    page.wait_for_selector("#odds")
    shot(page, f"fight-{width}")
    for selector in ("#prompt", "#choices", ".sums", "#odds", ".rail", ".ln"):
        box = page.locator(selector).first.bounding_box()
        assert box, selector
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height + 1, selector
        assert box["x"] + box["width"] <= width + 1, selector
    inside = page.evaluate(INSIDE)
    assert inside


@pytest.mark.parametrize("title", [t for t in games.TITLES if t != "advance"])
def test_the_other_titles_are_played_at_the_same_table(person: Any, title: str) -> None:
    """Thirty answers by clicking whatever is lit, in every seat; pictures are kept."""
    page = person()
    scenario = games.load(title).scenarios()[0].name
    seats = {seat: {"kind": "me"} for seat in games.load(title).seats(scenario)}
    new_game(page, title=title, scenario=scenario, seats=seats)
    shot(page, f"{title}-light")
    for turn in range(30):
        if is_over(page):
            break
        if page.locator(".curtain").count():
            page.locator(".curtain .btn").click()
            page.wait_for_selector(".curtain", state="detached")
            page.wait_for_timeout(300)
        wander(page, turn)
    shot(page, f"{title}-later-light")
    assert page.locator(".ln").count() > 10
