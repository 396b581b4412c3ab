"""How a person plays in the page: by mouse or by keyboard, looking only at what the page shows."""

import contextlib
import json
from collections.abc import Callable
from typing import Any

JSON = {"content-type": "application/json"}
QUESTION = """() => {
    const d = document.querySelector('.decision');
    return d ? [Number(d.dataset.number), d.dataset.step] : [0, ''];
}"""
CHANGED = """n => {
    const d = document.querySelector('.decision');
    return Boolean(document.querySelector('.sec.end') || (d && Number(d.dataset.number) !== n));
}"""
ASKS_AGAIN = "Boolean(document.querySelector('.confirm .btn.go'))"
ON_IT = """selector => {
    const z = document.querySelector(selector); if (!z) return null; const b = z.getBoundingClientRect();
    for (const fx of [.5, .3, .7, .15, .85]) for (const fy of [.5, .3, .7, .15, .85]) {
        const x = b.left + b.width * fx, y = b.top + b.height * fy, hit = document.elementFromPoint(x, y);
        if (hit && (hit === z || hit.closest(selector))) return [x, y];
    }
    return null;
}"""
SAYS = ("fight", "all", "done", "stop", "end", "none", "retreat")


def new_game(page: Any, **body: Any) -> str:
    """A game made through the API by this browser; opens its page."""
    page.goto("/")
    page.wait_for_selector(".tcard")
    reply = page.request.post("/api/games", data=json.dumps(body), headers=JSON)
    assert reply.ok, reply.text()
    game = str(reply.json()["id"])
    open_game(page, game)
    return game


def open_game(page: Any, game: str, rest: str = "") -> None:
    page.goto(f"/g/{game}{rest}")
    page.wait_for_selector(".board .pieces")


def act(page: Any, game: str, *actions: str) -> None:
    """Answers given through the API, to get to a place quickly."""
    for action in actions:
        table = page.request.get(f"/api/games/{game}").json()
        body = {"seat": table["seat"], "number": table["question"]["number"], "actions": [action]}
        reply = page.request.post(f"/api/games/{game}/answers", data=json.dumps(body), headers=JSON)
        assert reply.ok, reply.text()


def question(page: Any) -> tuple[int, str]:
    """Number and step of the question on the screen; (0, "") if nothing is asked."""
    found = page.evaluate(QUESTION)
    return int(found[0]), str(found[1])


def wait_for_change(page: Any, number: int) -> None:
    page.wait_for_function(CHANGED, arg=number)


def wait_until(page: Any, test: str, number: int, tries: int = 40) -> None:
    for _ in range(tries):
        if page.evaluate(test, number):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"still at question {number}")


def say(page: Any, number: int, press: Callable[[], None], confirm: Callable[[], None]) -> None:
    """Press, and again if the page was still busy, as a person would; answer a confirmation that comes up."""
    for _ in range(5):
        press()
        page.wait_for_timeout(100)
        with contextlib.suppress(AssertionError):
            wait_until(page, f"(n) => ({CHANGED})(n) || {ASKS_AGAIN}", number)
        if page.locator(".confirm .btn.go").count():
            confirm()
            return wait_for_change(page, number)
        if page.evaluate(CHANGED, number):
            return None
    raise AssertionError(f"nothing came of the answer to question {number}")


def listed(page: Any, selector: str, field: str) -> list[str]:
    found: list[str] = page.evaluate(
        "([s, f]) => [...document.querySelectorAll(s)].map(e => e.dataset[f])", [selector, field]
    )
    return found


def click_on(page: Any, selector: str) -> None:
    """Click with the mouse on a point where this is really what lies on top."""
    point = page.evaluate(ON_IT, selector)
    assert point, f"{selector} is covered"
    page.mouse.click(*point)


def what_to_say(actions: list[str]) -> str:
    for word in SAYS:
        if word in actions:
            return word
    return actions[0]


class Plan:
    """Short, and still a battle: some rounds in the first turn, afterwards only what must be said."""

    def __init__(self, rounds: int = 1) -> None:
        self.rounds = rounds

    def speaks(self, step: str, actions: list[str]) -> bool:
        """Whether to press a button here rather than to touch the map."""
        if step == "activate" and self.rounds:
            self.rounds -= 1
            return False
        return bool(actions)


def step_by_mouse(page: Any, plan: Plan) -> None:
    """Answer the question on the screen with the mouse alone."""
    number, step = question(page)
    actions = listed(page, "#choices .choice", "action")
    if plan.speaks(step, actions):
        choice = page.locator(f"#choices .choice[data-action='{what_to_say(actions)}']")
        return say(page, number, choice.click, page.locator(".confirm .btn.go").click)
    for _ in range(6):
        touch(page)
        page.wait_for_timeout(120)
        if question(page)[0] != number:
            return None
    raise AssertionError(f"nothing on the map answers {step}")


def touch(page: Any) -> None:
    """One click on what the page offers: a listed answer, a unit of an opened stack, a lit unit, a lit place."""
    offered = listed(page, "#offered .choice", "action")
    attack = next((a for a in offered if a.startswith("attack")), None)
    in_stack = page.locator(".lens.opened .pb.lit")
    pieces = listed(page, ".pc.lit", "piece")
    if attack or (offered and not in_stack.count()):
        page.locator(f"#offered .choice[data-action='{attack or offered[0]}']").click()
    elif in_stack.count():
        in_stack.first.click()
    elif pieces and not page.locator(".pc.on").count():
        click_on(page, f".pc[data-piece='{pieces[0]}']")
    else:
        click_on(page, f"#zone-{listed(page, '.zone.lit', 'place')[0]}")


def step_by_keyboard(page: Any, plan: Plan) -> None:
    """The same without a mouse: digits and Enter for what is said, N and Enter for the map."""
    number, step = question(page)
    actions = listed(page, "#choices .choice", "action")
    if plan.speaks(step, actions):
        key = str(actions.index(what_to_say(actions)) + 1)

        def confirm() -> None:
            page.locator(".confirm .btn.go").focus()
            page.keyboard.press("Enter")

        return say(page, number, lambda: page.keyboard.press(key), confirm)
    for _ in range(6):
        if page.locator("#offered .choice").count():
            page.locator("#offered .choice").first.focus()
        elif page.locator(".lens.opened .pb.lit").count():
            page.keyboard.press("]")
        else:
            page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.wait_for_timeout(120)
        if question(page)[0] != number:
            return None
    raise AssertionError(f"no key answers {step}")


def is_over(page: Any) -> bool:
    return bool(page.locator(".sec.end").count())


def wander(page: Any, turn: int) -> None:
    """Answer anything in any title: now a button, now the map, now a card or a box, as a curious hand would."""
    number, step = question(page)
    for attempt in range(8):
        spots = [
            ".lens.opened .pb.lit",
            "#offered .choice",
            "#choices .choice",
            ".hand .c.lit",
            ".rail .lit",
            ".side .lit",
        ]
        found = [spot for spot in spots if page.locator(spot).count()]
        on_map = bool(listed(page, ".zone.lit", "place"))
        if on_map and (not found or (turn + attempt) % 3 == 0) and not page.locator(".lens.opened").count():
            page.keyboard.press("n")
            page.keyboard.press("Enter")
        elif found:
            spot = page.locator(found[0])
            with contextlib.suppress(Exception):  # the question may have moved on while we looked
                spot.nth((turn + attempt) % max(1, spot.count())).click(force=True, timeout=3000)
            if page.locator(".confirm .btn.go").count():
                page.locator(".confirm .btn.go").click()
        elif page.locator(".tools-b .quiet").count():
            with contextlib.suppress(Exception):  # as above
                page.locator(".tools-b .quiet").click(timeout=3000)
                page.locator(".all .choice").first.click(timeout=3000)
        page.wait_for_timeout(150)
        if question(page)[0] != number:
            return
    raise AssertionError(f"nothing answers {step}")
