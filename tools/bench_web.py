"""How long a click takes until the new board stands, and how much is sent for it: in Chromium, title by title.

python tools/bench_web.py                  every title
python tools/bench_web.py advance --clicks 40

Each title plays a fixed script: the first answer of every question, given by the page's own buttons and places; with an
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
ANSWER = """async () => {
    const panel = () => document.querySelector('.decision');
    const was = panel().dataset.number;
    const find = s => document.querySelector(s);
    const press = () => find('.confirm .btn.go') ?? find('#choices .choice:not([disabled])') ?? find('#offered .choice')
        ?? find('.lens.opened .pb.lit') ?? find('.hand .c.lit, .side .lit, .rail .lit');
    const start = performance.now();
    for (let n = 0; n < 6 && panel().dataset.number === was; n++) {
        const button = press();
        if (button) button.click();
        else find('.zone.lit, .pc.lit')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        for (let i = 0; i < 600; i++) {
            await new Promise(requestAnimationFrame);
            if (panel().getAttribute('aria-busy') !== 'true') break;
        }
    }
    await new Promise(requestAnimationFrame);
    return [performance.now() - start, panel().dataset.number !== was && panel().dataset.number !== '0'];
}"""


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


def measure(browser: Any, url: str, title: str, scenario: str, clicks: int) -> None:
    """Print a line for one scenario: its first load, then the clicks of its script."""
    context = browser.new_context(viewport=SIZE, base_url=url, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto("/")
    page.wait_for_selector(".tcard")
    seats = next(known.seats for known in games.load(title).scenarios() if known.name == scenario)
    wish = {"title": title, "scenario": scenario, "seats": {seat: {"kind": "me"} for seat in seats}}
    if len(seats) == 1:  # with two seats the dice must be secret
        wish["seed"] = f"bench {title} {scenario}"
    body = json.dumps(wish)
    made = page.request.post("/api/games", data=body, headers={"content-type": "application/json"})
    assert made.ok, made.text()
    wire = Wire(page)
    page.goto(f"/g/{made.json()['id']}")
    page.wait_for_selector(".board .pieces")
    page.wait_for_load_state("networkidle")
    first = wire.take()
    loop = statistics.median(page.evaluate(LOOP)[0] for _ in range(3))
    times: list[float] = []
    for _ in range(clicks):
        if page.locator(".curtain .btn").count():
            page.locator(".curtain .btn").click()
            page.wait_for_selector(".curtain", state="detached")
        took, answered = page.evaluate(ANSWER)
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


def weigh_lobby(browser: Any, url: str) -> None:
    """Print what the lobby weighs, at the first visit and at the second."""
    context = browser.new_context(viewport=SIZE, base_url=url)
    page = context.new_page()
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
