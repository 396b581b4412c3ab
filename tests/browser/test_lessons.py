"""A newcomer's way: from the lobby to a lesson on the real table, wrong answers and all, and to the rules."""

from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.playing import ON_IT

pytestmark = pytest.mark.browser


LAMP = """() => {
    const asked = document.querySelector('.st-legal').previousElementSibling;
    const now = document.querySelector('.steps .now');
    return getComputedStyle(asked).stroke === getComputedStyle(now, '::before').backgroundColor;
}"""
"""Whether what is to be clicked has the colour of the step's own mark."""


def show(page: Any) -> None:
    """Let the lesson do one answer, and wait for it."""
    number = page.locator(".decision").get_attribute("data-number")
    page.locator(".lesson").get_by_role("button", name="Show me").click()
    page.wait_for_function("n => document.querySelector('.decision').dataset.number !== n", arg=number)


def test_a_first_attack_is_learned_with_mouse_and_keys_and_goes_on_after_a_reload(person: Any) -> None:
    """What is lit counts, the rest is answered by the rule or the lesson; a lesson is taken up where it was left."""
    page = person(1440, 900)
    page.goto("/")
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="A first attack").click()
    card = page.locator(".lesson")
    card.get_by_text("step 1 of 7").wait_for()
    assert page.locator(".zone.lit").count() == 1, "one thing is lit"
    assert page.locator(".veil").count() == 1
    assert page.evaluate(LAMP), "what is lit is lit in the colour of the lamp"
    page.keyboard.press("h")
    assert page.locator(".hint b").inner_text() == "Activate Hill 120.0", "a hint is told as the question tells it"
    page.locator("#zone-10").click(force=True)
    assert "Grain Elevator has no fresh unit." in card.locator(".wrong").inner_text()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    card.get_by_text("step 2 of 7").wait_for()
    for _ in range(4):
        show(page)
    card.get_by_text("step 3 of 7").wait_for()
    shot(page, "lesson-attack")
    page.reload()
    card.get_by_text("step 3 of 7").wait_for()
    show(page)
    page.locator("[data-action='lead 29/15']").click()
    assert "this one five" in card.locator(".wrong").inner_text()
    page.locator("[data-action='lead 29/129']").click()
    card.get_by_role("button", name="Overrun").click()
    assert "five above or better" in card.locator(".wrong").inner_text()
    card.get_by_role("button", name="Success").click()
    card.get_by_text("step 6 of 7").wait_for()
    show(page)
    card.get_by_role("button", name="The Heroes").click()
    card.get_by_role("link", name="Next: Artillery, engineers, air").wait_for()
    page.goto("/learn")
    page.locator(".mark.done").wait_for()
    page.goto("/")
    assert page.locator(".rows .g").count() == 0, "a lesson is no game"


def test_what_a_lesson_asks_itself_stands_alone(person: Any) -> None:
    """The game's own question would only be in the way; where an order is the task, it is there."""
    page = person(1440, 900)
    page.goto("/learn/advance/map")
    page.locator(".lesson").get_by_text("step 1 of 6").wait_for()
    assert page.locator(".decision").count() == 0
    page.goto("/learn/advance/march")
    page.locator(".decision #prompt").wait_for()


def test_a_lesson_covers_nothing_it_asks_for_and_asks_nothing_when_it_is_over(person: Any) -> None:
    """The card of one hex lay over the next one to be clicked; at the end a question of the game stood there that took
    no answer. What is said to a wrong answer begins with no, once."""
    page = person(1440, 900)
    page.goto("/learn/inferno/blocks")
    card = page.locator(".lesson")
    card.get_by_text("step 1 of 6").wait_for()
    page.mouse.click(*page.evaluate(ON_IT, "#zone-79"))
    card.get_by_role("button", name="Six").click()
    assert card.locator(".wrong").inner_text().startswith("No: ")
    card.get_by_role("button", name="Four").click()
    card.get_by_role("button", name="On 4, 5 and 6").click()
    card.get_by_text("step 4 of 6").wait_for()
    assert page.locator(".lens.opened").count() == 0
    page.mouse.click(*page.evaluate(ON_IT, "#zone-42"))
    for said in ("It takes one pip", "Ten lost units"):
        card.get_by_role("button", name=said).click()
    card.get_by_role("link", name="Next: Long Move").wait_for()
    assert card.get_by_role("link", name="To the lessons").count() == 1
    assert page.locator(".decision").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_values_can_be_read_in_the_first_picture(person: Any, width: int, height: int) -> None:
    page = person(width, height)
    page.goto("/learn/advance/attack")
    page.locator(".lesson").get_by_text("step 1 of 7").wait_for()
    assert page.locator(".board .pc", has_text="6-6").count() > 0


def test_a_first_game_goes_on_with_the_side_that_was_learned(person: Any) -> None:
    page = person(1440, 900)
    page.goto("/learn")
    page.get_by_role("region", name="Stalingrad Roads").get_by_role("button", name="A first game").click()
    page.wait_for_selector(".board .pieces")
    assert "Axis" in page.locator(".seat").inner_text()
    page.locator(".decision #prompt").wait_for()


@pytest.mark.parametrize(("title", "lesson"), [("advance", "march"), ("inferno", "moves"), ("roads", "march")])
def test_words_of_a_lesson_are_explained_where_they_stand_in_spanish_too(person: Any, title: str, lesson: str) -> None:
    """One hover away from where somebody reads them first, and in the plural."""
    page = person(1440, 900, locale="es-ES")
    page.goto(f"/learn/{title}/{lesson}")
    page.locator(".lesson abbr").first.wait_for()
    told = page.locator(".lesson abbr").all()
    assert all(abbr.get_attribute("title") for abbr in told)
    shot(page, f"lesson-{title}-es")


def test_the_rules_are_read_on_one_page_and_shown(person: Any) -> None:
    """A number leads to its paragraph, search marks what it finds, words are explained, and a lesson shows it."""
    page = person(390, 844)
    page.goto("/rules/advance#8.2")
    here = page.locator("article.on")
    here.wait_for()
    assert here.get_attribute("id") == "8.2"
    assert here.locator("abbr").first.get_attribute("title")
    page.get_by_role("searchbox").fill("barrage")
    page.locator("mark").first.wait_for()
    assert 0 < page.locator("article").count() < 10
    shot(page, "rules-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
    page.get_by_role("searchbox").fill("")
    page.locator("[id='8.2'] .show").click()
    page.locator(".lesson").get_by_text("Activate and march", exact=False).wait_for()
    assert "Send 29/15 to the Sawmill" in page.locator(".lesson").inner_text()
