"""Everybody reads it: fights of the titles at three sizes, without findings of axe."""

import json
from typing import Any

import pytest

from tests.browser.checking import SIDEWAYS, check_access
from tests.browser.playing import (
    JSON,
    act,
    make_game,
    open_game,
    see,
)

pytestmark = pytest.mark.browser

MOST = 400
SIZES = {
    "1440": {"width": 1440, "height": 900},
    "1024": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}
BETWEEN = pytest.param("1024", marks=pytest.mark.long)
"""What is read at the widest and at the narrowest is read between them among the long tests."""
ALL_SIZES = ("1440", BETWEEN, "phone")
BEGIN: dict[str, dict[str, Any]] = {
    "advance": {"title": "advance", "scenario": "factory"},
    "inferno": {"title": "inferno", "scenario": "solo"},
}
ASKS_WITH_ODDS = {"advance": "commit_support", "inferno": "choose_german_loss"}
"""Where each title is in the middle of a fight, and says how it may end."""


NEXT_TASK = """([was, number]) => document.querySelector('.lesson').innerText !== was
    || document.querySelector('.decision').dataset.number !== number"""


BACK_IN_SIGHT = """() => {
    const [panel, back] = ['.panel', '.tools-b'].map(s => document.querySelector(s).getBoundingClientRect());
    return back.bottom <= panel.bottom + 1;
}"""


def to_a_fight(page: Any, title: str, seed: str) -> None:
    """By the first answers of its questions, but with attacks wherever one can be made."""
    game = make_game(page, **BEGIN[title], seed=seed)
    for _ in range(MOST):
        seat = page.request.get(f"/api/games/{game}").json()["pending"]["seat"]
        question = page.request.get(f"/api/games/{game}?seat={seat}").json()["question"]
        if question["step"] == ASKS_WITH_ODDS[title]:
            if page.request.get(f"/api/games/{game}/odds?seat={seat}").json()["odds"]:
                open_game(page, game)
                return
        body = {"seat": seat, "number": question["number"], "actions": [warlike(question)]}
        reply = page.request.post(f"/api/games/{game}/answers", data=json.dumps(body), headers=JSON)
        assert reply.ok, reply.text()
    raise AssertionError(f"no fight in {title}")


def to_a_lesson(page: Any) -> None:
    """Roads has its fights after long marches: one of them is a lesson."""
    page.goto("/learn/roads/odds")
    page.locator(".lesson").wait_for()
    for _ in range(MOST):
        if page.locator("#odds .num").count():
            return
        was = page.locator(".lesson").inner_text()
        number = page.locator(".decision").get_attribute("data-number")
        page.locator(".lesson").get_by_role("button", name="Show me").click()
        page.wait_for_function(NEXT_TASK, arg=[was, number])
    raise AssertionError("no fight in the lesson")


def warlike(question: dict[str, Any]) -> str:
    actions = [str(choice["action"]) for choice in question["choices"]]
    wishes = ("attack 21", "activate 21", "hasty", "all", "attack")
    return next((action for wish in wishes for action in actions if action.startswith(wish)), actions[0])


@pytest.mark.parametrize(
    ("title", "size"),
    [
        *[(title, size) for title in BEGIN for size in ("1440", "phone")],
        *[pytest.param(title, "1024", marks=pytest.mark.long) for title in BEGIN],
        ("roads", "phone"),
    ],
)
def test_a_fight_of_each_title_has_no_findings(person: Any, title: str, size: str) -> None:
    page = person(**SIZES[size])
    if title == "roads":
        to_a_lesson(page)
    else:
        to_a_fight(page, title, f"fight {size}")
    see(page)
    page.wait_for_selector("#odds .num", state="attached")
    assert size == "phone" or page.evaluate(BACK_IN_SIGHT)
    check_access(page, f"fight-{title}-{size}")


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize(
    ("language", "done"), [("en", "Lessons, three minutes each"), pytest.param("es", "", marks=pytest.mark.long)]
)
def test_the_pages_beside_the_table_have_no_findings(person: Any, size: str, language: str, done: str) -> None:
    """Lobby, lessons, a lesson, the rules and one's own page, in both languages."""
    page = person(**SIZES[size], locale=language)
    page.goto("/")
    page.wait_for_function("() => document.querySelectorAll('.pic svg').length === 3")
    assert not done or page.get_by_text(done).count() == 1
    check_access(page, f"lobby-{size}-{language}")
    for path, ready in (("learn", "main .card"), ("learn/advance/attack", ".lesson"), ("rules/inferno", "article")):
        page.goto(f"/{path}")
        page.locator(ready).first.wait_for()
        check_access(page, f"{path.replace('/', '-')}-{size}-{language}")
    page.goto("/me")
    page.locator("h1").wait_for()
    check_access(page, f"me-{size}-{language}")


OTHER_PAGES = {
    "rules-advance": ("/rules/advance", "article"),
    "rules-roads": ("/rules/roads", "article"),
    "signin": ("/signin", "h1"),
    "back": ("/back/{game}", "form"),
    "club": ("/club", "h1"),
    "profile": ("/p/me", "h1"),
    "replay": ("/g/{game}?at=2", ".board .pieces"),
    "review": ("/review/{game}", "select.who"),
    "end": ("/g/{game}", ".board .pieces"),
    "nothing": ("/g/nowhere", ".lost"),
}


@pytest.mark.parametrize("language", ["en", pytest.param("es", marks=pytest.mark.long)])
def test_every_other_page_has_no_findings_on_a_phone(person: Any, language: str) -> None:
    """What the tests above and those of tournaments leave out, an invitation among them; nothing scrolls sideways."""
    page = person(**SIZES["phone"], locale=language)
    page.goto("/")
    page.locator(".tcard").first.wait_for()
    duel = {"axis": {"kind": "me"}, "soviet": {"kind": "open"}}
    made = make_game(page, title="roads", scenario="wintergewitter", seats=duel)
    link = page.request.post(f"/api/games/{made}/links/soviet", data="{}", headers=JSON).json()["link"]
    game = make_game(page, title="advance", scenario="factory", seed=f"pages {language}", guide=False)
    act(page, game, "done", "activate 21")
    assert page.request.post(f"/api/games/{game}/resign", data=json.dumps({"seat": "german"}), headers=JSON).ok
    for name, (path, ready) in OTHER_PAGES.items():
        page.goto(path.format(game=game))
        page.locator(ready).first.wait_for()
        check_page(page, f"{name}-phone-{language}")
    guest = person(**SIZES["phone"], locale=language)
    guest.goto(link[link.index("/join/") :])
    guest.locator("form .btn.go").wait_for()
    check_page(guest, f"join-phone-{language}")


def check_page(page: Any, name: str) -> None:
    check_access(page, name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert page.evaluate(SIDEWAYS) == [], name


def test_a_finding_is_told_with_its_place(person: Any) -> None:
    """Of each kind and each place, so that none hides behind another."""
    page = person()
    page.goto("/")
    page.locator("h1").wait_for()
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button><img><img>')")
    with pytest.raises(AssertionError) as told:
        check_access(page, "findings")
    kinds = [line.split(":")[0] for line in str(told.value).splitlines()[1:]]
    assert kinds[:3] == ["button-name", "image-alt", "image-alt"]
