"""The page in a real browser: whole games by mouse and by keyboard, two people, odds, undo, replay, accessibility."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from tests.browser.checking import check_access, check_end, check_record
from tests.browser.conftest import shot
from tests.browser.playing import (
    ON_IT,
    Plan,
    act,
    answer,
    do,
    make_game,
    new_game,
    open_game,
    see,
    sit_down,
)

pytestmark = pytest.mark.browser

INSIDE = """() => {
    const box = selector => document.querySelector(selector).getBoundingClientRect();
    const [panel, odds, back] = ['.panel', '#odds', '.tools-b'].map(box);
    return odds.bottom <= back.top + 1 && back.bottom <= panel.bottom + 1;
}"""

FIGHT = ("done", "activate 21", "attack 21", "all", "lead 295/516")
"""From the start of the Factory District to the support question of a fight."""

MOST = 150
"""No game of these plans is longer; without a limit a page that stands still would never fail."""


def to_a_fight(page: Any) -> str:
    game = make_game(page, title="advance", scenario="factory", seed=token_hex(8))
    act(page, game, *FIGHT)
    open_game(page, game)
    return game


def test_a_whole_game_by_mouse(person: Any) -> None:
    """From the lobby's button to the end, clicking only what is lit; then the dice are checked in the page."""
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".board .pieces")
    game = page.url.rpartition("/")[2]
    plan = Plan("21", rounds=2)
    sight = see(page)
    assert page.locator(".guide").inner_text()
    steps = set()
    for _ in range(MOST):
        assert sight.prompt
        assert sight.rule[:1].isdigit()
        steps.add(sight.step)
        sight = answer(page, plan.by_mouse)
        if sight.over:
            break
    assert sight.over
    assert {"activate", "name_lead", "commit_support"} <= steps
    shot(page, "end-light")
    check_end(page, game)
    check_record(page, game)
    before = page.url
    page.locator("text=Again, new dice").click()
    page.wait_for_function("old => location.pathname.startsWith('/g/') && location.href !== old", arg=before)
    page.wait_for_selector(".board .pieces")
    assert see(page).number < 30


class Cable:
    """The socket of a page, which can be pulled out and put back in."""

    def __init__(self, page: Any) -> None:
        self.cut = False
        self.sockets: list[Any] = []
        page.route_web_socket("**/live*", self._connect)

    def _connect(self, socket: Any) -> Any:
        if self.cut:
            # Awaited by Playwright: called from here, what waits would wait for the loop that called it, for ever.
            return socket._impl_obj.close()
        self.sockets.append(socket)
        socket.connect_to_server()
        return None

    def pull(self) -> None:
        self.cut = True
        for socket in self.sockets:
            socket.close()

    def mend(self) -> None:
        self.cut = False


def test_two_browsers_share_a_game_and_one_comes_back(person: Any) -> None:
    """While one is cut off the other plays on; back again, nothing is missing and nothing is there twice."""
    anna, boris = person(), person()
    cable = Cable(boris)
    game = new_game(anna, title="advance", scenario="factory", seed="two")
    sit_down(boris, anna.request.post(f"/api/games/{game}/links/*watch").json()["link"])
    act(anna, game, "buy artillery")
    wait_for_newest(boris, newest(anna, game))
    assert not boris.locator(".notice").count()
    cable.pull()
    boris.wait_for_selector(".notice:has-text('Connection lost')")
    act(anna, game, "buy artillery", "done", "activate 21")
    last = newest(anna, game)
    wait_for_newest(anna, last)
    assert see(boris).newest < last
    cable.mend()
    wait_for_newest(boris, last)
    boris.wait_for_selector(".notice", state="detached")
    lines = "() => [...document.querySelectorAll('.ln')].map(e => e.innerText)"
    assert boris.evaluate(lines) == anna.evaluate(lines)
    assert len(set(boris.evaluate(lines))) == len(boris.evaluate(lines))
    act(anna, game, "attack 21")
    wait_for_newest(boris, newest(anna, game))


def newest(page: Any, game: str) -> int:
    """The number of the last line that the log tells."""
    lines = page.request.get(f"/api/games/{game}/log").json()["lines"]
    return int(next(line["number"] for line in reversed(lines) if line["events"]))


def wait_for_newest(page: Any, number: int) -> None:
    page.wait_for_selector(f".ln:first-child .n:text-is('{number}')")


def test_a_place_that_may_not_be_chosen_says_why(person: Any) -> None:
    """Hovering an area that cannot be activated shows the reason with its rule; a click on it answers nothing."""
    page = person()
    game = make_game(page, title="advance", scenario="campaign", seed="why")
    act(page, game, "done")
    open_game(page, game)
    number = see(page).number
    page.get_by_role("button", name="Whole map").click()
    point = page.evaluate(ON_IT, "#zone-10")
    page.mouse.move(*point)
    page.wait_for_selector(".lens .no")
    refusal = page.request.get(f"/api/games/{game}/why?seat=german&place=10&number={number}").json()["refusal"]
    assert page.locator(".lens .no .chip").inner_text() == refusal["rule"]
    assert refusal["text"] in page.locator(".lens .no").inner_text()
    assert refusal["rule"][0].isdigit()
    shot(page, "refusal-light")
    page.mouse.click(*point)
    page.wait_for_selector(".lens.opened")
    assert page.request.get(f"/api/games/{game}").json()["question"]["number"] == number


def test_the_odds_on_the_screen_are_those_of_the_calculator(person: Any, tmp_path: Path) -> None:
    """Every bar carries the exact fraction that ``kurgan odds`` prints for this record."""
    page = person()
    game = to_a_fight(page)
    page.wait_for_selector("#odds .num")
    shown = page.evaluate("() => [...document.querySelectorAll('#odds .num')].map(e => e.title)")
    record = tmp_path / "fight.kurgan"
    record.write_text(page.request.get(f"/api/games/{game}/export").text())
    command = [sys.executable, "-m", "kurgan", "odds", "advance", str(record)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    result = json.loads(printed)["result"]
    expected = [result[name]["fraction"] for name in ("overrun", "success", "stalemate", "repulse") if name in result]
    assert len(expected) >= 3
    assert shown == expected
    assert sum(Fraction(text) for text in shown) == 1
    shot(page, "fight-light")


def test_pointing_at_an_answer_shows_what_it_makes_of_the_odds(person: Any) -> None:
    """Beside each bar stands what air support would make of it, as the server reckons it; gone when nobody points."""
    page = person()
    game = to_a_fight(page)
    page.wait_for_selector("#odds .num")
    page.locator("#choices .choice[data-action='add air']").hover()
    page.wait_for_selector("#odds .then")
    after = page.request.get(f"/api/games/{game}/odds/after?seat=german&action=add%20air").json()["odds"]
    now = page.request.get(f"/api/games/{game}/odds?seat=german").json()["odds"]
    assert [bar["chance"] for bar in after["bars"]] != [bar["chance"] for bar in now["bars"]]
    shown = page.locator("#odds .then").all_inner_texts()
    assert [float("".join(c for c in text if c.isdigit() or c == ".")) for text in shown] == [
        pytest.approx(100 * bar["chance"], abs=0.51) for bar in after["bars"]
    ]
    page.mouse.move(400, 300)
    page.wait_for_selector("#odds .then", state="detached")


def test_undo_takes_back_one_step(person: Any) -> None:
    page = person()
    to_a_fight(page)
    before = see(page)
    terms = page.locator(".sums").inner_text()
    after = do(page, page.locator("#choices .choice[data-action='add air']").click, "adding air support")
    assert page.locator(".sums").inner_text() != terms
    again = do(page, lambda: page.keyboard.press("z"), "undo")
    assert (again.step, again.buttons) == (before.step, before.buttons)
    assert again.number > after.number
    assert page.locator(".sums").inner_text() == terms
    assert page.locator(".ln.undone").count() == 1


def test_replay_steps_through_the_game_and_changes_nothing(person: Any) -> None:
    """Two quick steps forward and one back are one step; leaving it, the question is the same as before."""
    page = person()
    game = to_a_fight(page)
    before = see(page)
    open_game(page, game, "?at=4")
    page.wait_for_selector("text=Nothing you do here changes the game.")
    page.wait_for_selector(".decision .lab:has-text('Moment 4 of')")
    shot(page, "replay-light")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    page.wait_for_selector(".decision .lab:has-text('Moment 5 of')")
    assert see(page).number == 0
    page.keyboard.press("Escape")
    page.wait_for_selector(f".decision[data-number='{before.number}']")
    assert see(page).buttons == before.buttons
    page.wait_for_selector("#odds .num")


def test_the_text_board_says_the_same_as_the_map(person: Any) -> None:
    """Every place that is lit on the map may be chosen in the table, and all areas stand in it."""
    page = person()
    game = make_game(page, title="advance", scenario="factory", seed="text")
    act(page, game, "done")
    open_game(page, game)
    assert page.locator("#textboard").count() == 0, "it is made when somebody asks for it"
    lit = page.locator(".zone.lit").count()
    page.keyboard.press("t")
    page.wait_for_selector("#textboard button")
    assert page.locator("#textboard tbody tr").count() == 50
    assert page.locator("#textboard tr:has(button)").count() == lit
    shot(page, "text-light")


PALETTES = [
    pytest.param(family, tone, marks=[] if family == "system" else pytest.mark.long)
    for family in ("system", "amber", "chalk")
    for tone in ("light", "dark")
]


@pytest.mark.parametrize(("family", "tone"), PALETTES)
def test_every_page_in_every_palette_is_accessible(person: Any, family: str, tone: str) -> None:
    """Lobby, fight, replay and a dialog without findings of axe; pictures of each are kept."""
    page = person()
    page.add_init_script(f"localStorage.setItem('kurgan', JSON.stringify({{palette: '{family}', tone: '{tone}'}}))")
    name = tone if family == "system" else f"{family}-{tone}"
    game = to_a_fight(page)
    page.wait_for_selector("#odds")
    check_access(page, f"fight-{name}")
    page.keyboard.press("?")
    page.wait_for_selector("[role=dialog]")
    check_access(page, f"help-{name}")
    open_game(page, game, "?at=6")
    page.wait_for_selector(".pill-note")
    check_access(page, f"replay-{name}")
    page.goto("/")
    page.wait_for_function("() => document.querySelectorAll('.pic svg').length === 3")
    check_access(page, f"lobby-{name}")


@pytest.mark.parametrize(("width", "height", "language"), [(1280, 720, "en"), (1024, 768, "en"), (1024, 768, "es")])
def test_nothing_that_decides_needs_scrolling(person: Any, width: int, height: int, language: str) -> None:
    """Prompt, choices, sum, odds and the way back are on the screen at once, and so are tracks and newest log line."""
    page = person(width, height, locale=language)
    to_a_fight(page)
    page.wait_for_selector("#odds")
    shot(page, f"fight-{width}-{language}")
    for selector in ("#prompt", "#choices", ".sums", "#odds", ".rail", ".ln"):
        box = page.locator(selector).first.bounding_box()
        assert box, selector
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height + 1, selector
        assert box["x"] + box["width"] <= width + 1, selector
    inside = page.evaluate(INSIDE)
    assert inside


def test_a_question_about_places_off_the_screen_brings_them_into_view(person: Any) -> None:
    page = person()
    new_game(page, title="advance", scenario="factory", seed="view a")
    box = page.locator(".view").bounding_box()
    before = page.locator("#zone-14").bounding_box()["width"]
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.wheel(0, -4000)
    page.wait_for_function("was => document.querySelector('#zone-14').getBoundingClientRect().width > was", arg=before)
    lit = ("14", "21", "23", "24")
    assert not any(page.evaluate(ON_IT, f"#zone-{area}") for area in lit)
    sight = answer(page, Plan("21", rounds=0).by_mouse)
    assert set(lit) <= set(sight.places)
    assert any(page.evaluate(ON_IT, f"#zone-{area}") for area in sight.places)
