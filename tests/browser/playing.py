"""How a person plays in the page: by mouse or by keyboard, looking only at what the page shows.

Nothing here sleeps. The page says what it shows and whether it waits for the server; ``do`` looks, clicks once, and
waits until the page shows something else and waits for nothing. A click that does nothing fails.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

JSON = {"content-type": "application/json"}

SIGHT = """() => {
    const all = (selector, field) => [...document.querySelectorAll(selector)].map(e => e.dataset[field]);
    const one = selector => document.querySelector(selector);
    const words = selector => one(selector)?.textContent.trim() ?? '';
    const d = one('.decision');
    if (!d || d.getAttribute('aria-busy') === 'true') return null;
    return {
        number: Number(d.dataset.number), step: d.dataset.step, prompt: words('#prompt'),
        rule: words('.decision .head .chip'), seat: words('.seat'),
        buttons: all('#choices .choice:not([disabled])', 'action'), offered: all('#offered .choice', 'action'),
        joining: Boolean(one('#joining')), sets_out: Boolean(one('#set-out')),
        stack: all('.lens.opened .pb.lit', 'piece'), cards: all('.hand .c.lit, .rail .pill-c.lit', 'piece'),
        boxed: all('.side .lit, .rail .m.lit', 'piece'), pieces: all('.pc.lit', 'piece'),
        places: all('.zone.lit', 'place'), picked: all('.pc.on, .rail .on, .side .on', 'piece'),
        tiles: all('#units .tile:not(.idle):not(.on)', 'piece'), chosen: all('#units .tile.on', 'piece'),
        opened: one('.lens.opened')?.dataset.place ?? '', asks: Boolean(one('.confirm .btn.go')),
        curtain: Boolean(one('.curtain')), over: Boolean(one('.sec.end')), trouble: words('.trouble'),
        newest: Number(words('.ln .n') || 0), lines: document.querySelectorAll('.ln').length,
    };
}"""
STAMP = f"""() => {{
    const s = ({SIGHT})();
    return s && JSON.stringify([s.number, s.step, s.opened, s.picked, s.chosen, s.asks, s.curtain, s.over, s.trouble]);
}}"""
MOVED_ON = f"was => {{ const now = ({STAMP})(); return now !== null && now !== was; }}"
ON_IT = """selector => {
    for (const z of document.querySelectorAll(selector)) {
        const b = z.getBoundingClientRect();
        for (const fx of [.5, .3, .7, .15, .85]) for (const fy of [.5, .3, .7, .15, .85]) {
            const x = b.left + b.width * fx, y = b.top + b.height * fy, hit = document.elementFromPoint(x, y);
            if (hit && (hit === z || z.contains(hit))) return [x, y];
        }
    }
    return null;
}"""
ENDS = ("fight", "all", "as_listed", "done", "stop", "end", "none", "keep", "plain", "stand", "retreat")
"""Words that end a question, in the order in which a hasty player says them."""


class Sight(NamedTuple):
    """What the page shows at one moment; lists hold what may be clicked."""

    number: int
    step: str
    prompt: str
    rule: str
    seat: str
    buttons: list[str]
    offered: list[str]
    joining: bool
    sets_out: bool
    stack: list[str]
    cards: list[str]
    boxed: list[str]
    pieces: list[str]
    places: list[str]
    picked: list[str]
    tiles: list[str]
    chosen: list[str]
    opened: str
    asks: bool
    curtain: bool
    over: bool
    trouble: str
    newest: int
    lines: int


class Click(NamedTuple):
    """One thing to click: where it is shown, and its answer, piece or place."""

    where: str
    name: str


Chooser = Callable[[Sight], Click]

SELECTORS = {
    "button": "#choices .choice[data-action='{}']",
    "offered": "#offered .choice[data-action='{}']",
    "joining": "#joining",
    "set-out": "#set-out",
    "stack": ".lens.opened .pb[data-piece='{}']",
    "card": ".hand .c[data-piece='{0}'], .rail .pill-c[data-piece='{0}']",
    "box": ".side [data-piece='{0}'], .rail .m[data-piece='{0}']",
    "piece": ".pc[data-piece='{}']",
    "place": "#zone-{}",
    "tile": "#units .tile[data-piece='{}']",
    "confirm": ".confirm .btn.go",
}
ON_MAP = ("piece", "place")


def make_game(page: Any, **body: Any) -> str:
    """A game made through the API by this browser, which shows nothing of it yet."""
    assert page.request.get("/api/hello").ok, "who says hello gets a key"
    reply = page.request.post("/api/games", data=json.dumps(body), headers=JSON)
    assert reply.ok, reply.text()
    return str(reply.json()["id"])


def new_game(page: Any, **body: Any) -> str:
    """The same; opens its page."""
    game = make_game(page, **body)
    open_game(page, game)
    return game


def open_game(page: Any, game: str, rest: str = "") -> None:
    page.goto(f"/g/{game}{rest}")
    page.wait_for_selector(".board .pieces")


def sit_down(page: Any, link: str) -> None:
    """Take a seat, or a place to watch, by the link that a friend sent."""
    page.goto(link[link.index("/join/") :])
    page.locator("form .btn.go").click()
    page.wait_for_selector(".board .pieces")


def act(page: Any, game: str, *actions: str) -> None:
    """Answers given through the API, to get to a place quickly; quickest where no page has to show them all."""
    for action in actions:
        table = page.request.get(f"/api/games/{game}").json()
        body = {"seat": table["seat"], "number": table["question"]["number"], "actions": [action]}
        reply = page.request.post(f"/api/games/{game}/answers", data=json.dumps(body), headers=JSON)
        assert reply.ok, reply.text()


def see(page: Any) -> Sight:
    """What the page shows, as soon as it waits for nothing."""
    return Sight(**page.wait_for_function(SIGHT).json_value())


def do(page: Any, press: Callable[[], None], what: str) -> Sight:
    """Press once; the page must then show something else."""
    was = page.wait_for_function(STAMP).json_value()
    press()
    try:
        page.wait_for_function(MOVED_ON, arg=was)
    except Exception as error:
        raise AssertionError(f"nothing came of {what} at {was}") from error
    return see(page)


def click(page: Any, target: Click) -> Sight:
    """One click with the mouse, on a point where this is really what lies on top."""
    selector = SELECTORS[target.where].format(target.name)
    if target.where not in ON_MAP:
        return do(page, page.locator(selector).first.click, f"clicking {target}")
    point = page.evaluate(ON_IT, selector)
    if not point:
        page.get_by_role("button", name="Whole map").click()
        point = page.evaluate(ON_IT, selector)
    assert point, f"{target} is covered"
    return do(page, lambda: page.mouse.click(*point), f"clicking {target}")


def part_curtain(page: Any) -> Sight:
    """Two people at one screen: the next one sits down."""
    page.locator(".curtain .btn").click()
    page.wait_for_selector(".curtain", state="detached")
    return see(page)


def what_to_say(actions: Sequence[str]) -> str:
    return next((word for word in ENDS if word in actions), actions[0])


def on_the_map(sight: Sight) -> Click:
    """The next click on what is not a plain button: an answer listed for a place, a unit, a place."""
    if sight.joining:
        return Click("joining", "")
    if sight.sets_out:
        return Click("set-out", "")
    if sight.offered and not sight.stack:
        return Click("offered", next((a for a in sight.offered if a.startswith("attack")), sight.offered[0]))
    if sight.stack:
        return Click("stack", sight.stack[0])
    if sight.picked and sight.places:
        return Click("place", sight.places[0])
    for where, found in (("card", sight.cards), ("box", sight.boxed), ("piece", sight.pieces), ("place", sight.places)):
        if found:
            return Click(where, found[0])
    if sight.tiles and not sight.chosen:
        return Click("tile", sight.tiles[0])  # what lies in no box of this screen is chosen in the panel
    raise AssertionError(f"nothing to click at {sight}")


def answer(page: Any, choose: Chooser, clicks: int = 6) -> Sight:
    """Answer the question on the screen with the mouse alone."""
    sight = see(page)
    number = sight.number
    for _ in range(clicks):
        sight = click(page, Click("confirm", "") if sight.asks else choose(sight))
        if sight.over or sight.number != number:
            return sight
    raise AssertionError(f"{clicks} clicks do not answer {sight}")


class Plan:
    """Short, and still a battle: some attacks from one area in the first turn, afterwards only what must be said."""

    def __init__(self, area: str, rounds: int) -> None:
        self.area = area
        self.rounds = rounds
        self.asked = 0

    def speaks(self, sight: Sight) -> bool:
        """Whether to press a button here rather than to touch the map."""
        if sight.step == "activate" and sight.number != self.asked:
            self.asked = sight.number
            self.rounds -= 1
        attacks = sight.step in ("activate", "order") and self.area in sight.places
        return bool(sight.buttons) and (self.rounds < 0 or not attacks)

    def by_mouse(self, sight: Sight) -> Click:
        if self.speaks(sight):
            return Click("button", what_to_say(sight.buttons))
        attack = f"attack {self.area}"
        if attack in sight.offered:
            return Click("offered", attack)
        if self.rounds >= 0 and self.area in sight.places and not sight.opened:
            return Click("place", self.area)
        return on_the_map(sight)


def answer_by_keyboard(page: Any, choose: Chooser) -> Sight:
    """The same without a mouse: digits and Enter for what is said, N and Enter for the map, Tab for the rest."""
    sight = see(page)
    number = sight.number
    for _ in range(8):
        wish = Click("confirm", "") if sight.asks else choose(sight)
        keys = keys_for(page, sight, wish)
        sight = do(page, partial(press, page, keys), f"keys {keys} for {wish}")
        if sight.over or sight.curtain or sight.number != number:
            return sight
    raise AssertionError(f"no key answers {sight}")


DIGITS = 9
MOST_TABS = 150
MOST_STEPS = 400


def keys_for(page: Any, sight: Sight, wish: Click) -> tuple[str, ...]:
    """The keys that are still to be pressed for what somebody would click."""
    if wish.where == "confirm":
        return ("Enter",)  # it has the focus
    if wish.where == "button" and wish.name in sight.buttons[:DIGITS]:
        return (str(sight.buttons.index(wish.name) + 1),)
    if wish.where in ("joining", "set-out"):
        return ("g",)
    if wish.where in ("button", "offered"):
        return keys_on(page, SELECTORS[wish.where].format(wish.name))
    if wish.where == "stack":
        return ("]", "Enter")
    walk_to(page, ".zone" if wish.where == "piece" else SELECTORS[wish.where].format(wish.name))
    return ("Enter",)


FOCUSED = "selector => document.activeElement?.matches(selector) ?? false"


def walk_to(page: Any, selector: str) -> None:
    """N goes from one lit thing to the next: places, boxes, hands."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("n")
        if page.evaluate(FOCUSED, selector):
            return
    raise AssertionError(f"N never comes to {selector}")


def keys_on(page: Any, selector: str) -> tuple[str, ...]:
    """Tab leads there, as for somebody who has nothing else."""
    for _ in range(MOST_TABS):
        if page.evaluate(FOCUSED, selector):
            return ("Enter",)
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def press(page: Any, keys: Sequence[str]) -> None:
    for key in keys:
        page.keyboard.press(key)
