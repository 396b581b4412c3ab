"""Two people at two browsers: what one sees and hears while the other plays, and what a watcher is shown."""

from typing import Any

from tests.browser.conftest import shot
from tests.browser.playing import act, new_game, see, sit_down
from tests.browser.test_seats import DUEL, link_for

SAID = "Good luck, 12!"
NEAR = """() => {
    const [fight, view] = [document.querySelector('#zone-21'), document.querySelector('.view')]
        .map(e => e.getBoundingClientRect());
    return fight.left > view.left && fight.right < view.right && fight.top > view.top && fight.bottom < view.bottom;
}"""


def test_talk_is_written_at_once_and_waits_for_who_did_not_look(person: Any) -> None:
    """Letters and digits are keys of the table: who opens the talk writes there. The badge is there after a reload."""
    anna, boris = person(), person()
    game = new_game(anna, **DUEL, guide=False, seats={"german": {"kind": "me"}, "soviet": {"kind": "link"}})
    sit_down(boris, link_for(anna, game, "soviet"))
    was = see(anna)
    anna.get_by_role("button", name="Talk").click()
    anna.keyboard.type(SAID)
    assert anna.locator("#say").input_value() == SAID
    anna.keyboard.press("Enter")
    boris.locator(".tools-r .dot:visible", has_text="1").wait_for()
    assert boris.locator("[role=status]", has_text="Germany").inner_text().endswith(SAID)
    assert see(anna).number == was.number
    boris.reload()
    boris.locator(".tools-r .dot:visible", has_text="1").wait_for()
    boris.get_by_role("button", name="Talk").click()
    assert SAID in boris.locator(".talk").inner_text()
    assert boris.locator(".tools-r .dot:visible").count() == 0
    boris.reload()
    see(boris)
    assert boris.locator(".tools-r .dot:visible").count() == 0


def look_away(page: Any) -> None:
    """At the northern edge of the map, by wheel and drag; the fight of this test is far south of it."""
    page.get_by_role("button", name="Whole map").click()
    box = page.locator(".view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -900)
    page.mouse.down()
    page.mouse.move(x, y + 1200, steps=4)
    page.mouse.up()
    page.wait_for_function(f"() => !({NEAR})()")


def test_who_watches_is_taken_to_the_fight(person: Any) -> None:
    """Once: who then looks elsewhere is left there. The tab says whose turn it is."""
    anna, clara = person(), person()
    game = new_game(anna, title="advance", scenario="factory", guide=False)
    sit_down(clara, link_for(anna, game, "*watch"))
    look_away(clara)
    act(anna, game, "done", "activate 21", "attack 21", "all")
    clara.wait_for_function(NEAR)
    shot(clara, "watching-a-fight")
    assert see(anna).seat == "Germany, your decision"
    assert [page.title().startswith("● Your turn") for page in (anna, clara)] == [True, False]
    look_away(clara)
    lines = clara.locator(".ln").count()
    act(anna, game, "lead 295/516")
    clara.wait_for_function("count => document.querySelectorAll('.ln').length > count", arg=lines)
    assert not clara.evaluate(NEAR), "she looks where she wants"
