"""A tournament through the page: made, joined, begun, played to its end by four people; and everybody reads it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.checking import check_access
from tests.browser.playing import JSON
from tests.browser.test_access import SIZES
from tests.browser.test_club import UNTIL

pytestmark = pytest.mark.browser

Person = Callable[..., Any]
NAMES = ("Anna", "Boris", "Clara", "David")
MINE = f"""(path) => ({UNTIL})(() => fetch(path).then((r) => r.json()).then(
  (t) => t.games.find((g) => g.yours && g.stage === 'running' && g.game)?.game))"""
SEAT = f"(path) => ({UNTIL})(() => fetch(path).then((r) => r.ok && r.json()).then((t) => t && t.mine[0]))"


def when(page: Any, api: str, holds: str) -> None:
    """Wait until something holds of a tournament."""
    page.evaluate(f"(path) => ({UNTIL})(() => fetch(path).then((r) => r.json()).then({holds}))", api)


def arrive(page: Any, name: str) -> Any:
    page.goto("/club")
    page.get_by_role("button", name="New tournament").wait_for()  # the page has said hello, and is one person
    assert page.request.patch("/api/me", data={"name": name}).ok
    return page


def make(page: Any, name: str, kind: str = "round robin") -> str:
    """Through the form; returns its path."""
    page.get_by_role("button", name="New tournament").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    scenario = dialog.get_by_label("Scenario")
    scenario.select_option(label=scenario.locator("option", has_text="1 vs 1").inner_text())
    dialog.get_by_label("Kind").select_option(label=kind)
    dialog.get_by_role("button", name="Make the tournament").click()
    page.wait_for_url(re.compile("/tournament/"))
    page.get_by_role("heading", name=name).wait_for()
    return "/tournament/" + str(page.url).partition("/tournament/")[2].partition("#")[0]


def give_up(page: Any, path: str) -> str:
    """The game that this person has under way; who plays it is told by whose name comes later."""
    game: str = page.evaluate(MINE, f"/api/tournaments/{path.rpartition('/')[2]}")
    seat = page.evaluate(SEAT, f"/api/games/{game}")
    reply = page.request.post(f"/api/games/{game}/resign", data={"seat": seat}, headers=JSON)
    assert reply.ok, reply.text()
    return game


def test_a_tournament_of_four(person: Person) -> None:
    people = dict(zip(NAMES, [arrive(person(), name) for name in NAMES], strict=True))
    anna = people["Anna"]
    path = make(anna, "Winter cup")
    for page in list(people.values())[1:]:
        page.goto("/club")
        page.get_by_role("link", name=re.compile("Winter cup")).click()
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="Leave").wait_for()
    assert people["Boris"].get_by_role("button", name="Start").count() == 0
    anna.reload()
    anna.locator(".results tbody tr").nth(3).wait_for()
    anna.get_by_role("button", name="Start").click()
    anna.get_by_text("Round 3").wait_for()
    api = f"/api/tournaments{path.removeprefix('/tournament')}"
    for _ in range(6):
        when(anna, api, "(t) => t.games.some((g) => g.stage === 'running')")
        table = anna.request.get(api).json()
        named = {place["number"]: place["name"] for place in table["places"]}
        pair = next(game for game in table["games"] if game["stage"] == "running")
        loser = max(named[pair["first"]], named[pair["second"]])
        game = give_up(people[loser], path)
        when(anna, api, f"(t) => t.games.find((g) => g.game === '{game}').stage === 'over'")
    when(anna, api, "(t) => t.info.stage === 'over'")
    anna.goto(path)
    rows = anna.locator(".results tbody tr")
    rows.nth(3).wait_for()
    told = [rows.nth(i).locator("td").all_inner_texts()[:3] for i in range(4)]
    assert [row[0] for row in told] == ["1", "2", "3", "4"]
    assert [row[1].strip().partition(",")[0] for row in told] == list(NAMES)
    assert [row[2] for row in told] == ["3", "2", "1", "0"]
    watching = people["David"]
    watching.goto(path)
    watching.get_by_role("button", name="Replay").first.click()
    watching.wait_for_url(re.compile("/g/"))


@pytest.mark.parametrize("size", ["1440", "phone"])
@pytest.mark.parametrize("language", ["en", pytest.param("es", marks=pytest.mark.long)])
def test_the_pages_of_tournaments_have_no_findings(person: Person, size: str, language: str) -> None:
    """The list, the form, one that runs and a ladder: no findings of axe, and nothing to scroll sideways."""
    maker, other, third = [arrive(person(), name) for name in NAMES[:3]]
    paths = [make(maker, f"Cup {size} {language}")]
    maker.goto("/club")
    paths.append(make(maker, f"Ladder {size} {language}", "ladder of challenges"))
    for path in paths:
        at = f"/api/tournaments{path.removeprefix('/tournament')}"
        for page in (other, third):
            assert page.request.post(f"{at}/join", data={}).ok
        assert maker.request.post(f"{at}/start", data={}).ok
    at = f"/api/tournaments{paths[1].removeprefix('/tournament')}"
    places = maker.request.get(at).json()["places"]
    last = next(page for page, name in zip((maker, other, third), NAMES, strict=False) if name == places[2]["name"])
    reader = last.context.browser.new_context(
        viewport={"width": SIZES[size]["width"], "height": SIZES[size]["height"]},
        base_url=last.url.partition("/tournament")[0].partition("/club")[0],
        locale=language,
        storage_state=last.context.storage_state(),
        has_touch=size == "phone",
        is_mobile=size == "phone",
        reduced_motion="reduce",
    ).new_page()
    reader.goto(paths[0])
    reader.locator(".game.yours, .game").first.wait_for()
    check(reader, f"tournament-{size}-{language}")
    reader.goto(paths[1])
    reader.get_by_role("button", name=re.compile("Challenge|Retar")).first.wait_for()
    check(reader, f"tournament-ladder-{size}-{language}")
    reader.goto("/club")
    reader.get_by_role("link", name=f"Cup {size} {language}").wait_for()
    check(reader, f"tournament-list-{size}-{language}")
    reader.get_by_role("button", name=re.compile("New tournament|Torneo nuevo")).click()
    reader.get_by_role("dialog").wait_for()
    check(reader, f"tournament-new-{size}-{language}")
    reader.context.close()


def check(page: Any, name: str) -> None:
    check_access(page, name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"
