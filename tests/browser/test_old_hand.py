"""What somebody stumbles over who has played for thirty years: what is covered, or said twice, or wrong."""

import json
import re
from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.playing import JSON, Click, act, click, make_game, new_game, open_game, see

pytestmark = pytest.mark.browser

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

COVERED = """() => {
    const over = document.querySelector('.overview').getBoundingClientRect();
    const view = document.querySelector('.view').getBoundingClientRect();
    return [...document.querySelectorAll('.pc')].filter(e => {
        const b = e.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
        return x > over.left && x < over.right && y > over.top && y < over.bottom && y < view.bottom;
    }).map(e => e.dataset.piece);
}"""
"""The pieces that the small map lies on."""

OWN_IN_SIGHT = """ids => {
    const view = document.querySelector('.view').getBoundingClientRect();
    return ids.filter(id => {
        const b = document.querySelector(`.pc[data-piece='${id}']`)?.getBoundingClientRect();
        return b && b.left > view.left && b.right < view.right && b.top > view.top && b.bottom < view.bottom;
    });
}"""


def germans(page: Any, game: str) -> list[str]:
    pieces = page.request.get(f"/api/games/{game}").json()["scene"]["pieces"]
    return [piece["id"] for piece in pieces if piece["side"] == "german" and piece.get("at")]


@pytest.mark.parametrize("title", ["advance", "inferno"])
def test_the_first_picture_shows_ones_own_and_the_small_map_lies_on_none_of_them(person: Any, title: str) -> None:
    """Also where the question points at nothing on the map: what to buy, which action to take."""
    page = person(**WIDE)
    scenario = {"advance": "campaign", "inferno": "solo"}[title]
    game = new_game(page, title=title, scenario=scenario, seed="hand first", guide=False)
    assert not see(page).places
    page.wait_for_selector(".overview")
    own = germans(page, game)
    assert len(page.evaluate(OWN_IN_SIGHT, own)) > len(own) / 3
    assert set(page.evaluate(COVERED)).isdisjoint(own)


def test_places_that_may_be_chosen_are_marked_on_the_small_map(person: Any) -> None:
    page = person(**WIDE)
    game = make_game(page, title="advance", scenario="campaign", seed="hand small", guide=False)
    act(page, game, "done")
    open_game(page, game)
    sight = see(page)
    page.wait_for_selector(".overview")
    assert page.locator(".overview .lit").count() == len(sight.places)


def to_orders(person: Any, *moved: str) -> Any:
    """Hill 144.5 of the campaign is active, and some of its four have gone to the airfield."""
    page = person(**WIDE)
    game = make_game(page, title="advance", scenario="campaign", seed=f"hand hill {len(moved)}", guide=False)
    act(page, game, "done", "activate 2", *(f"move {unit} 19" for unit in moved))
    open_game(page, game)
    see(page)
    return page


def test_the_attack_says_how_many_come_on_top_of_those_who_are_there(person: Any) -> None:
    """The chances are those of all of them, so the button must not call them an attack with two."""
    page = to_orders(person, "71/211", "244B")
    button = page.locator("[data-attack='19']")
    assert button.inner_text().strip() == "Attack with 2 more"
    assert page.locator("#attacks [data-action='attack 19']").count() == 1
    shot(page, "attack-with-more")


def test_the_last_unit_of_an_area_is_shown_with_its_places(person: Any) -> None:
    page = to_orders(person, "71/191", "71/194", "71/211")
    assert page.locator("#units .tile[data-piece='244B']").count() == 1
    assert page.locator("[data-attack='19']").inner_text().strip() == "Attack with one more"


def test_what_answers_have_in_common_is_read_once(person: Any) -> None:
    """Four units may lead; what leading means is said with the first of them, and to who listens with each."""
    page = person(**WIDE)
    game = make_game(page, title="advance", scenario="factory", seed="hand result", guide=False)
    act(page, game, "done", "activate 21", "attack 21", "all")
    open_game(page, game)
    sight = see(page)
    assert sight.step == "name_lead"
    assert len(sight.buttons) > 1
    assert page.locator("#choices .effect").count() == 1
    words = page.locator("#choices .effect").inner_text()
    assert all(words in text for text in page.locator("#choices .choice").all_text_contents())


def test_the_dice_of_a_fight_stand_in_the_panel_while_losses_are_taken(person: Any) -> None:
    """Inferno asks who takes a hit and who advances before the fight is over: what was thrown need not be looked up."""
    page = person(**WIDE)
    new_game(page, title="inferno", scenario="solo", seed="hand card", guide=False)
    click(page, Click("button", "hasty"))
    click(page, Click("place", "W"))
    sight = click(page, Click("button", "all"))
    while sight.step == "combined_force":
        sight = click(page, Click("button", sight.buttons[-1]))
    assert sight.step in ("choose_german_loss", "advance")
    card = page.locator(".result")
    assert card.locator(".throws .say").count() >= 2
    assert "Hits by the Germans" in card.locator("h2").inner_text()
    assert page.locator(".result h2 svg").count() == 0, "how it ends is not known yet"
    shot(page, "fight-open")
    while sight.step != "advance":
        sight = click(page, Click("button", sight.buttons[0]))
    assert card.count() == 1
    assert page.locator(".reckoned").count() == 0, "dice that were thrown are not offered once more"


def test_an_answer_at_the_foot_of_a_phone_is_read_to_its_end(person: Any) -> None:
    """Giving way to a barrage has a long effect: it is broken, not cut off by the edge."""
    page = person(**PHONE, locale="es")
    game = make_game(page, title="advance", scenario="campaign", seed="barrage 11", guide=False)
    act(page, game, "done", "activate 3", "move 24/24 18", "attack 18")
    open_game(page, game)
    assert see(page).step == "answer_barrage"
    for button in page.locator(".foot .btn").all():
        box = button.bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"]


def test_a_key_is_called_as_the_keyboard_calls_it(person: Any) -> None:
    page = person(**WIDE, locale="es")
    game = make_game(page, title="advance", scenario="factory", seed="hand foot", guide=False)
    act(page, game, "done", "activate 21", "attack 21", "all", "lead 295/516")
    open_game(page, game)
    see(page)
    assert page.locator("#choices .choice.main kbd").inner_text() == "Intro"


def test_a_browser_that_allows_no_notification_is_not_asked_in_silence(person: Any) -> None:
    page = person(**WIDE)
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    new_game(page, title="advance", scenario="factory", seed="hand tell", guide=False)
    see(page)
    page.get_by_role("button", name=re.compile("Settings")).first.click()
    tick = page.get_by_label(re.compile("notif", re.IGNORECASE)).first
    tick.click()
    page.get_by_role("status").get_by_text("The browser does not allow it").wait_for()
    assert not tick.is_checked()


def test_a_standing_order_is_read_in_words(person: Any) -> None:
    page = person(**WIDE)
    game = new_game(page, title="roads", scenario="wintergewitter", guide=False)
    table = page.request.get(f"/api/games/{game}").json()
    body = {"seat": table["seat"], "step": "play_support", "text": "always done"}
    reply = page.request.post(f"/api/games/{game}/orders", data=json.dumps(body), headers=JSON)
    assert reply.ok, reply.text()
    open_game(page, game)
    see(page)
    page.locator(".top summary").first.click()
    page.get_by_role("button", name="Standing orders").click()
    page.get_by_role("cell", name="Always: Done with this step").wait_for()
