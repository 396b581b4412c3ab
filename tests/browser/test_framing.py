"""What of the map is shown with each question, and what lies over it."""

from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.playing import ON_IT, act, make_game, new_game, open_game, see

pytestmark = pytest.mark.browser

SIGHT = """() => {
    const view = document.querySelector('.view').getBoundingClientRect();
    const seen = e => {
        const b = e.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
        return x > view.left && x < view.right && y > view.top && y < view.bottom;
    };
    const count = (selector, good) => [...document.querySelectorAll(selector)].filter(e => seen(e) && good(e)).length;
    return {
        values: count('.board .pc', piece => /\\d-\\d/.test(piece.textContent)),
        lit: count('.zone.lit', () => true),
    };
}"""
"""What stands in the view: pieces with their factors, places that may be chosen."""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_values_can_be_read_where_all_of_the_map_is_asked_about(person: Any, width: int, height: int) -> None:
    """Areas far apart may be activated: the picture is of where most of them lie, not of everything."""
    page = person(width, height)
    game = make_game(page, title="advance", scenario="campaign", seed=f"frame {width}")
    act(page, game, "done")
    open_game(page, game)
    see(page)
    page.wait_for_selector(".zone.lit")
    shot(page, f"framing-{width}")
    sight = page.evaluate(SIGHT)
    assert sight["values"] > 0
    assert sight["lit"] > 0


def test_the_card_of_a_place_goes_when_it_was_clicked(person: Any) -> None:
    """Who has clicked looks for what is lit now, and the card would lie over it; elsewhere it comes as before."""
    page = person(1440, 900)
    game = make_game(page, title="advance", scenario="campaign", seed="card")
    act(page, game, "done")
    open_game(page, game)
    see(page)
    x, y = page.evaluate(ON_IT, ".zone.lit")
    here = page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [x, y])
    page.mouse.move(x, y)
    page.locator(".lens").wait_for()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('.decision').dataset.step !== 'activate'")
    page.locator(".lens").wait_for(state="detached")
    page.mouse.move(*page.evaluate(ON_IT, f".zone:not(#{here})"))
    page.locator(".lens").wait_for()


def test_the_card_that_is_pointed_at_stands_still_while_others_answer(person: Any) -> None:
    """Its reason is another after the answer: the line stays and says the new one, so the card does not flicker."""
    page = person(1440, 900)
    game = new_game(page, title="advance", scenario="campaign", seed="still")
    act(page, game, "done")
    open_game(page, game)
    see(page)
    page.get_by_role("button", name="Whole map").click()
    page.mouse.move(*page.evaluate(ON_IT, "#zone-10"))
    page.locator(".lens .no").wait_for()
    before = page.locator(".lens .no").inner_text()
    page.evaluate("""() => {
        window.gone = 0;
        const count = told => told.forEach(one => (window.gone += one.removedNodes.length));
        new MutationObserver(count).observe(document.querySelector('.lens'), { childList: true });
    }""")
    act(page, game, "activate 6")
    page.wait_for_function("was => (document.querySelector('.lens .no')?.innerText ?? was) !== was", arg=before)
    assert page.evaluate("window.gone") == 0


def test_names_and_accents_are_not_cut_in_spanish(person: Any) -> None:
    """A title that is too long for its column takes two lines, and an accent stands above the line of its letter."""
    page = person(1024, 768, locale="es")
    game = new_game(page, title="roads", scenario="wintergewitter")
    page.goto("/")
    page.locator(".who b").wait_for()
    assert page.evaluate("() => { const b = document.querySelector('.who b'); return b.scrollWidth <= b.clientWidth; }")
    open_game(page, game)
    above = page.evaluate("""() => [...document.querySelectorAll('.lab')].map(e => getComputedStyle(e))
        .filter(style => style.textOverflow === 'ellipsis').map(style => style.overflowY)""")
    assert set(above) == {"visible"}


ONE_ROW = """() => {
    const tops = selector => new Set([...document.querySelectorAll(selector)]
        .filter(e => e.checkVisibility()).map(e => Math.round(e.getBoundingClientRect().top))).size;
    const cut = selector => [...document.querySelectorAll(selector)]
        .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth).map(e => e.textContent.trim());
    const middles = new Set([...document.querySelectorAll('.tools-b .row > .btn')].map(e => e.offsetTop)).size;
    return {
        tracks: tops('.rail > .cell:not(.cards, :has(.lit))'), buttons: middles,
        crowded: [...document.querySelectorAll('.rail rect + text')]
            .filter(t => t.getBBox().width + 2 > t.previousElementSibling.getBBox().width).map(t => t.textContent),
        cut: cut('.rail .lab, .hand, .hand .name, .crumb li:last-child button'),
    };
}"""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("title", "scenario"),
    [
        ("advance", "campaign"),
        ("advance", "factory"),
        ("inferno", "solo"),
        ("roads", "wintergewitter"),
        ("roads", "campaign"),
    ],
)
@pytest.mark.parametrize("width", [1440, 1024])
def test_tracks_and_cards_have_one_row_and_nothing_is_cut(
    person: Any, width: int, title: str, scenario: str, language: str
) -> None:
    """The map has what a second row of tracks would take; cards, the step and the buttons below are written out."""
    page = person(width, 900 if width > 1100 else 768, locale=language)
    new_game(page, title=title, scenario=scenario, guide=False)
    see(page)
    page.locator("main .hand" if title == "inferno" else ".rail .cell").first.wait_for()
    shown = page.evaluate(ONE_ROW)
    assert shown == {"tracks": 0 if title == "inferno" else 1, "buttons": 1, "crowded": [], "cut": []}


def test_the_ways_back_and_the_help_stand_in_one_row_in_spanish(person: Any) -> None:
    """After dice the way back has a longer name; the list of all answers was pushed into a row of its own."""
    page = person(1440, 900, locale="es")
    game = new_game(page, title="advance", scenario="campaign", seed="row 1", guide=False)
    act(page, game, "done", "activate 3", "move 24/24 18", "attack 18")
    open_game(page, game)
    see(page)
    row = page.locator(".tools-b .row").first
    row.get_by_text("Antes de tirar").wait_for()
    tops = {round(button.bounding_box()["y"]) for button in row.locator(".btn").all()}
    assert len(tops) == 1


LIE_OVER = """() => {
    const small = document.querySelector('.overview').getBoundingClientRect();
    return [...document.querySelectorAll('.board .scale')].map(e => e.getBoundingClientRect()).filter(b =>
        b.left < small.right && b.right > small.left && b.top < small.bottom && b.bottom > small.top).length;
}"""


def test_the_scale_of_inferno_never_lies_under_the_small_map(person: Any) -> None:
    """It is printed on the map; where the small map would lie on it, it stands beside that."""
    page = person(1440, 900)
    new_game(page, title="inferno", scenario="solo", seed="scale", guide=False)
    see(page)
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_selector(".overview", state="detached")
    page.get_by_role("button", name="Closer").click()
    page.wait_for_selector(".overview")
    x, y = page.evaluate(ON_IT, ".view")
    aside = 0
    for _ in range(12):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y - 30, steps=2)
        page.mouse.up()
        assert page.locator(".board .scale").count() == 1
        assert page.evaluate(LIE_OVER) == 0
        aside += page.locator(".over .scale").count()
    assert 0 < aside < 12
