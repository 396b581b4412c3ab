"""Sitting down, being shown out and coming back, as the page tells it."""

import json
from typing import Any

from tests.browser.conftest import shot
from tests.browser.playing import JSON, new_game, open_game, sit_down

DUEL = {"title": "inferno", "scenario": "one_vs_one"}


def call(page: Any, path: str, body: Any = None) -> Any:
    reply = page.request.post(f"/api{path}", data=json.dumps(body or {}), headers=JSON)
    assert reply.ok, reply.text()
    return reply.json()


def link_for(page: Any, game: str, seat: str) -> str:
    link = str(call(page, f"/games/{game}/links/{seat}")["link"])
    return link[link.index("/join/") :]


def test_the_invitation_says_what_it_is_before_one_sits_down(person: Any) -> None:
    """Game, side, who invites, how far it is; only then a button, and the secret is no longer in the address."""
    anna, boris = person(), person()
    game = new_game(anna, **DUEL)
    anna.request.patch("/api/me", data=json.dumps({"name": "Anna"}), headers=JSON)
    boris.goto(link_for(anna, game, "soviet"))
    boris.wait_for_selector("dl")
    words = boris.locator("main").inner_text()
    for expected in ("Soviet Union", "Inferno on the Volga", "Anna", "Nothing has been decided yet."):
        assert expected in words
    assert "#" not in boris.url
    shot(boris, "join-light")
    boris.get_by_role("button", name="Sit down").click()
    boris.wait_for_selector(".board .pieces")


def test_open_dice_are_said_on_the_invitation(person: Any) -> None:
    anna, boris = person(), person()
    game = new_game(anna, title="advance", scenario="factory", seed="seats")
    boris.goto(link_for(anna, game, "german"))
    boris.wait_for_selector(".remark:has-text('open dice')")
    shot(boris, "join-open-dice")


def test_a_spent_link_says_so(person: Any) -> None:
    anna, boris, clara = person(), person(), person()
    game = new_game(anna, **DUEL)
    link = link_for(anna, game, "soviet")
    sit_down(boris, link)
    clara.goto(link)
    clara.wait_for_selector("[role=alert]:has-text('already')")
    assert not clara.get_by_role("button", name="Sit down").count()
    shot(clara, "join-spent")
    boris.goto(link)
    boris.get_by_role("link", name="To the game").click()
    boris.wait_for_selector(".board .pieces")


def test_a_recovery_code_brings_the_seat_to_another_browser(person: Any) -> None:
    """The code is shown to who sits down; with it another browser has the seat, and the old page goes to the lobby."""
    anna, boris, other = person(), person(), person()
    game = new_game(anna, **DUEL)
    sit_down(boris, link_for(anna, game, "soviet"))
    code = boris.locator(".keep .code").inner_text()
    shot(boris, "code-light")
    other.goto(f"/g/{game}")
    other.get_by_role("link", name="I have a recovery code for it").click()
    other.get_by_label("Recovery code").fill("WRONG")
    other.get_by_role("button", name="Take my seat back").click()
    other.wait_for_selector("[role=alert]")
    shot(other, "back-light")
    other.goto(f"/back/{game}#{code}")
    other.get_by_role("button", name="Take my seat back").click()
    other.wait_for_selector(".board .pieces")
    assert other.locator(".keep .code").inner_text() != code
    boris.wait_for_selector(".notice:has-text('That seat is no longer yours.')")
    shot(boris, "gone-light")
    assert boris.url.endswith("/")
    other.locator(".keep .btn", has_text="I have kept it").click()
    other.reload()
    other.wait_for_selector(".board .pieces")
    assert not other.locator(".keep").count()


def test_who_hands_his_seat_on_is_shown_out(person: Any) -> None:
    """From the sheet of seats: a link to my own seat; when a friend sits down with it, my page goes to the lobby."""
    anna, boris, clara = person(), person(), person()
    game = new_game(anna, **DUEL)
    sit_down(boris, link_for(anna, game, "soviet"))
    boris.get_by_role("button", name="Seats and links").click()
    boris.get_by_role("button", name="Hand on by link").click()
    link = boris.locator("input[aria-label^='Link ']").input_value()
    first = boris.locator(".keep .code").inner_text()
    boris.get_by_role("button", name="Make a new code").click()
    boris.wait_for_selector(f".keep .code:not(:text-is('{first}'))")
    assert boris.locator(".sheet .code").inner_text() == boris.locator(".keep .code").inner_text()
    shot(boris, "seats-light")
    anna.get_by_role("button", name="Seats and links").click()
    anna.wait_for_selector(".sheet tr:has-text('Soviet Union'):not(:has-text('yours'))")
    assert not anna.locator(".sheet tr:has-text('Soviet Union') button", has_text="link").count()
    sit_down(clara, link)
    boris.wait_for_selector(".notice:has-text('That seat is no longer yours.')")


def test_everything_seen_is_said_before_one_agrees_to_go_back(person: Any) -> None:
    anna, boris = person(), person()
    game = new_game(anna, **DUEL)
    sit_down(boris, link_for(anna, game, "soviet"))
    seat = boris.request.get(f"/api/games/{game}").json()["seat"]
    call(boris, f"/games/{game}/resign", {"seat": seat})
    open_game(boris, game)
    boris.wait_for_function("() => document.querySelector('.sec.end')")
    boris.keyboard.press("z")
    boris.wait_for_selector(".notice:has-text('You asked to go back')")
    open_game(anna, game)
    anna.wait_for_selector(".notice:has-text('Everything hidden was shown when the game ended.')")
    shot(anna, "wish-seen")
    anna.get_by_role("button", name="Agree").click()
    anna.wait_for_selector(".notice", state="detached")
    assert not anna.request.get(f"/api/games/{game}").json()["over"]
