"""Pictures of the page to look at: lobby, a fight of each title, a lesson, the rules; three sizes, two languages.

python tools/shots.py                      into artefacts/shots
python tools/shots.py --sizes 390x844 --languages es

Fights are reached by the page's own buttons, the same for every size and language.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FOLDER = ROOT / "artefacts" / "shots"
SIZES = ("1440x900", "1024x768", "390x844")
LANGUAGES = ("en", "es")
PAGES = {
    "lobby": "/",
    "lesson": "/learn/advance/attack",
    "learn": "/learn",
    "rules": "/rules/roads#8.5.6",
    "club": "/club",
}
FIGHTS = {
    "advance": ("campaign", {"commit_support"}, "a picture"),
    "inferno": ("solo", {"german_card", "opportunity_fire"}, "a picture"),
    "roads": ("wintergewitter", {"declare_elite_attack", "declare_armored", "roll_combat"}, ""),
}
"""Title -> scenario, the questions at which a fight is worth a picture, dice that lead there (two people have none)."""

OPENING = ("buy artillery", "buy air", "done", "activate 3", "move 24/24 18", "move 24/21 18", "attack 18")
"""An attack of Advance is several clicks on the map; these answers stand for them."""

MOST = 60
"""Answers within which a plan comes to its fight."""


def plans() -> dict[str, Callable[[Any], Any]]:
    """Who plays until a fight is on."""
    from tests.browser.plans import General, Staff

    return {
        "advance": General("none").choose,
        "inferno": General("hasty", "deliberate").choose,
        "roads": Staff(8, 3, 5).choose,
    }


def fights(page: Any) -> dict[str, str]:
    """A game of each title, brought to a fight; whoever holds the page's cookies sits there."""
    from tests.browser.playing import act, answer, new_game, part_curtain, see

    found = {}
    for title, choose in plans().items():
        scenario, wanted, seed = FIGHTS[title]
        found[title] = new_game(page, title=title, scenario=scenario, seed=seed)
        if title == "advance":
            act(page, found[title], *OPENING)
            page.reload()
        for _ in range(MOST):
            sight = see(page)
            if sight.step in wanted:
                break
            if sight.curtain:
                part_curtain(page)
            else:
                answer(page, choose)
        print(f"{title}: {see(page).step}", flush=True)
    return found


def take(browser: Any, url: str, games: dict[str, str], state: Any, size: str, language: str) -> None:
    """All pictures of one size in one language; says where something is wider than the screen."""
    width, height = map(int, size.split("x"))
    finger = width < 600
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=url, locale=language, storage_state=state,
        reduced_motion="reduce", has_touch=finger, is_mobile=finger,
    )  # fmt: skip
    page = context.new_page()
    for name, path in {**PAGES, **{title: f"/g/{game}" for title, game in games.items()}}.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=FOLDER / f"{name}-{size}-{language}.png", full_page=name == "lobby")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            print(f"{name} {size} {language}: {wide} pixels wider than the screen", flush=True)
    context.close()


def main() -> int:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS
    from tests.browser.serving import Server

    parser = argparse.ArgumentParser(description="Pictures of the page to look at.")
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    parser.add_argument("--languages", nargs="*", default=LANGUAGES)
    told = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(Path(folder))
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=server.url)
            page = context.new_page()
            games = fights(page)
            for size in told.sizes:
                for language in told.languages:
                    take(browser, server.url, games, context.storage_state(), size, language)
        finally:
            browser.close()
            server.stop()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
