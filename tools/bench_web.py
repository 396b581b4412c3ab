"""How long a click takes until the new board stands, and how much is sent for it: in Chromium, title by title.

python tools/bench_web.py                  every title
python tools/bench_web.py advance --clicks 40
python tools/bench_web.py --memory 500     what the page holds after so many answers, and frames of the map
python tools/bench_web.py --stacks 12      whole stacks of the campaign of Roads: chosen, and sent off

Each title plays a fixed script: what ends a question, else its first answer, by the page's own buttons and places; an
open seed where one person plays. Times are printed in milliseconds and as ratios to a loop of plain arithmetic in the
same browser, which says how busy this machine is.
"""

import argparse
import json
import statistics
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from kurgan import games
from kurgan.table.guard.connections import LEVEL

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SIZE = {"width": 1440, "height": 900}
SCENARIOS = {"roads": ("wintergewitter", "campaign")}
"""More than the first scenario, where the others are larger."""

LOOP = """() => {
    const start = performance.now();
    let sum = 0;
    for (let i = 0; i < 2e7; i++) sum = (sum * 31 + i) % 1000003;
    return [performance.now() - start, sum];
}"""
ANSWER = """async keen => {
    const panel = () => document.querySelector('.decision');
    const was = panel().dataset.number;
    const find = s => document.querySelector(s);
    const says = ['fight', 'all', 'as_listed', 'done', 'stop', 'end', 'none', 'keep', 'plain', 'stand', 'retreat'];
    const said = () => says.map(word => find(`#choices .choice[data-action='${word}']:not([disabled])`)).find(b => b);
    const held = () => find('.pc.on, .rail .on, .side .on') && find('.zone.lit');
    const lit = n => [...document.querySelectorAll('.zone.lit, .pc.lit')].at(n) ?? null;
    const press = n => find('.confirm .btn.go') ?? find('#joining')
        ?? (keen ? find('#offered .choice') ?? held() : null)
        ?? (keen && n < 4 && was % 20 < 19 ? lit(n) : null)
        ?? said() ?? find('#choices .choice:not([disabled])')
        ?? find('#offered .choice') ?? held() ?? find('.lens.opened .pb.lit')
        ?? find('.hand .c.lit, .side .lit, .rail .lit') ?? find('.zone.lit, .pc.lit');
    const start = performance.now();
    for (let n = 0; n < 6 && panel().dataset.number === was; n++) {
        press(n)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        for (let i = 0; i < 600; i++) {
            await new Promise(requestAnimationFrame);
            if (panel().getAttribute('aria-busy') !== 'true') break;
        }
    }
    await new Promise(requestAnimationFrame);
    return [performance.now() - start, panel().dataset.number !== was];
}"""
MARCH = """async home => {
    const panel = () => document.querySelector('.decision');
    const was = panel().dataset.number, start = performance.now();
    const click = zone => zone.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const until = async done => {
        for (let i = 0; i < 1200 && !done(); i++) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
    };
    const goals = () => document.querySelector('#units .tile.on') && document.querySelectorAll('.zone.lit');
    click(document.getElementById(`zone-${home}`));
    await until(() => goals()?.length);
    const chosen = performance.now();
    click([...goals()].at(-1));
    await until(() => panel().dataset.number !== was && panel().getAttribute('aria-busy') !== 'true');
    return [chosen - start, performance.now() - chosen, panel().dataset.number !== was];
}"""
READY = ".curtain .btn, .sec.end, .decision:not([data-number='0'])"
"""The page waits for somebody who sits here: the other seat may have to sit down first."""

FRAMES = """wheel => new Promise(done => {
    const view = document.querySelector('.view'), b = view.getBoundingClientRect(), times = [];
    const at = (type, i) => new MouseEvent(type, {bubbles: true, cancelable: true, view: window, button: 0,
        clientX: b.left + b.width / 2 - 3 * i, clientY: b.top + b.height / 2 - 2 * i});
    const turn = i => new WheelEvent('wheel', {bubbles: true, cancelable: true, view: window,
        deltaY: i < 30 ? -30 : 30, clientX: b.left + b.width / 2, clientY: b.top + b.height / 2});
    let i = 0, last = 0;
    if (!wheel) view.dispatchEvent(at('mousedown', 0));
    const frame = now => {
        if (last) times.push(now - last);
        last = now;
        if (i >= 60) void 0; else if (wheel) view.dispatchEvent(turn(i)); else window.dispatchEvent(at('mousemove', i));
        if (++i < 60) return requestAnimationFrame(frame);
        if (i === 60 && !wheel) window.dispatchEvent(at('mouseup', i));
        if (i < 100) return requestAnimationFrame(frame);
        done([times.slice(0, 59), times.slice(59)]);
    };
    requestAnimationFrame(frame);
})"""
"""How long the frames of a drag or of a turn of the wheel take, and those after it, in which the map is drawn anew."""


class Wire:
    """Counts what a page receives, as it comes over the wire.

    The browser tells of a frame what was in it; where its socket compresses, that is done once more here."""

    def __init__(self, page: Any) -> None:
        self.bytes = 0
        self._squeezed: set[str] = set()
        talk = page.context.new_cdp_session(page)
        talk.send("Network.enable")
        talk.on("Network.loadingFinished", lambda told: self.add(told["encodedDataLength"]))
        talk.on("Network.webSocketHandshakeResponseReceived", self._greet)
        talk.on("Network.webSocketFrameReceived", self._hear)

    def _greet(self, told: Any) -> None:
        headers = {name.lower(): value for name, value in told["response"]["headers"].items()}
        if "permessage-deflate" in headers.get("sec-websocket-extensions", ""):
            self._squeezed.add(told["requestId"])

    def _hear(self, told: Any) -> None:
        frame = told["response"]["payloadData"].encode()
        if told["requestId"] in self._squeezed:
            frame = zlib.compress(frame, LEVEL)
        self.add(len(frame))

    def add(self, count: float) -> None:
        self.bytes += int(count)

    def take(self) -> int:
        taken, self.bytes = self.bytes, 0
        return taken


def begin(page: Any, title: str, scenario: str) -> str:
    """A game with this browser in every seat; its page is not opened yet."""
    page.goto("/")
    page.wait_for_selector(".tcard")
    seats = next(known.seats for known in games.load(title).scenarios() if known.name == scenario)
    wish = {"title": title, "scenario": scenario, "seats": {seat: {"kind": "me"} for seat in seats}}
    if len(seats) == 1:  # with two seats the dice must be secret
        wish["seed"] = f"bench {title} {scenario}"
    made = page.request.post("/api/games", data=json.dumps(wish), headers={"content-type": "application/json"})
    assert made.ok, made.text()
    return str(made.json()["id"])


def click(page: Any, keen: bool = False) -> tuple[float, bool]:
    """One answer, by whoever is asked: how long it took, and whether it was one. ``keen``: who moves before he ends."""
    page.wait_for_selector(READY)
    if page.locator(".curtain .btn").count():
        page.locator(".curtain .btn").click()
        page.wait_for_selector(".curtain", state="detached")
    took, answered = page.evaluate(ANSWER, keen)
    return float(took), bool(answered)


def remember(browser: Any, url: str, answers: int) -> None:
    """Print what the page of a long game holds as it goes on, and how long the frames of its map take."""
    context = browser.new_context(viewport=SIZE, base_url=url, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"/g/{begin(page, 'roads', 'campaign')}")
    page.wait_for_selector(".board .pieces")
    loop = statistics.median(page.evaluate(LOOP)[0] for _ in range(3))
    for name, wheel in (("drag", False), ("wheel", True)):
        times, after = page.evaluate(FRAMES, wheel)
        middle, worst = statistics.median(times), max(times)
        print(
            f"{name:8} median {middle:.0f} ms a frame, worst {worst:.0f} ms ({worst / loop:.2f} loops), "
            f"then {max(after):.0f} ms to draw the map anew",
            flush=True,
        )
    talk = context.new_cdp_session(page)
    talk.send("Performance.enable")
    given = 0
    for count in range(2 * answers):
        if given % max(1, answers // 5) == 0 or given >= answers:
            talk.send("HeapProfiler.collectGarbage")
            told = {m["name"]: m["value"] for m in talk.send("Performance.getMetrics")["metrics"]}
            print(
                f"memory   {given:4} answers, {told['JSHeapUsedSize'] / 1e6:.1f} MB, {told['Nodes']:.0f} nodes",
                flush=True,
            )
        if given >= answers:
            break
        if page.locator(".sec.end").count():
            print(f"memory   the game is over after {given} answers")
            break
        given += click(page, keen=True)[1]
        assert given or count < answers, "nothing is answered"
    context.close()


def measure(browser: Any, url: str, title: str, scenario: str, clicks: int) -> None:
    """Print a line for one scenario: its first load, then the clicks of its script."""
    context = browser.new_context(viewport=SIZE, base_url=url, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    game = begin(page, title, scenario)
    wire = Wire(page)
    page.goto(f"/g/{game}")
    page.wait_for_selector(".board .pieces")
    page.wait_for_load_state("networkidle")
    first = wire.take()
    loop = statistics.median(page.evaluate(LOOP)[0] for _ in range(3))
    times: list[float] = []
    for _ in range(clicks):
        took, answered = click(page)
        if answered:
            times.append(took)
    context.close()
    if not times:
        print(f"{title} {scenario}: nothing was answered")
        return
    middle, worst = statistics.median(times), max(times)
    print(
        f"{title:8} {scenario:16} {len(times):4} answers, median {middle:6.0f} ms ({middle / loop:5.2f} loops), "
        f"worst {worst:6.0f} ms ({worst / loop:5.2f}), {wire.take() / len(times) / 1000:6.1f} kB each, "
        f"first load {first / 1000:6.0f} kB, loop {loop:4.0f} ms",
        flush=True,
    )


def march(browser: Any, url: str, stacks: int) -> None:
    """Print how long it takes until a stack that is clicked on is chosen with its goals lit, and until it is there."""
    context = browser.new_context(viewport=SIZE, base_url=url, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    game = begin(page, "roads", "campaign")
    page.goto(f"/g/{game}")
    page.wait_for_selector(".board .pieces")
    while not page.locator(".decision[data-step='choose_mover']").count():
        click(page)
    loop = statistics.median(page.evaluate(LOOP)[0] for _ in range(3))
    times = [page.evaluate(MARCH, home) for home in piles(page, game)[:stacks]]
    context.close()
    for name, found in (("chosen", [t[0] for t in times]), ("sent off", [t[1] for t in times if t[2]])):
        middle, worst = statistics.median(found), max(found)
        print(
            f"stacks   {len(found)} {name}, median {middle:.0f} ms ({middle / loop:.2f} loops), "
            f"worst {worst:.0f} ms ({worst / loop:.2f}), loop {loop:.0f} ms",
            flush=True,
        )


def piles(page: Any, game: str) -> list[str]:
    """Places from which more than one unit may set out."""
    told = page.request.get(f"/api/games/{game}").json()
    named = {choice["piece"] for choice in told["question"]["choices"]}
    places = [piece.get("at", "") for piece in told["scene"]["pieces"] if piece["id"] in named]
    return sorted({place for place in places if places.count(place) > 1})


def weigh_lobby(browser: Any, url: str) -> None:
    """Print what the lobby weighs, at the first visit and at the second."""
    context = browser.new_context(viewport=SIZE, base_url=url)
    page = context.new_page()
    page.set_default_timeout(120_000)
    wire = Wire(page)
    weights = []
    for _ in range(2):
        page.goto("/")
        page.wait_for_function("() => document.querySelectorAll('.pic svg').length >= 3")
        page.wait_for_load_state("networkidle")
        weights.append(wire.take())
    context.close()
    print(f"lobby    first visit {weights[0] / 1000:.0f} kB, second {weights[1] / 1000:.0f} kB", flush=True)


def main() -> int:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS
    from tests.browser.serving import Server

    parser = argparse.ArgumentParser(description="Measure the page: click to board, and bytes on the wire.")
    parser.add_argument("titles", nargs="*", help="all of them if none is named")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--memory", type=int, default=0, metavar="ANSWERS", help="only this, on the campaign of Roads")
    parser.add_argument("--stacks", type=int, default=0, metavar="N", help="only this, on the campaign of Roads")
    told = parser.parse_args()
    known = list(games.TITLES)
    for title in told.titles:
        if title not in known:
            print(f"no title '{title}'; there are {', '.join(known)}", file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(Path(folder))
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            if told.memory:
                remember(browser, server.url, told.memory)
                return 0
            if told.stacks:
                march(browser, server.url, told.stacks)
                return 0
            weigh_lobby(browser, server.url)
            for title in told.titles or known:
                first = games.load(title).scenarios()[0].name
                for scenario in SCENARIOS.get(title, (first,)):
                    measure(browser, server.url, title, scenario, told.clicks)
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
