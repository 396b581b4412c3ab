"""What must hold at the end of every game that was played in a browser, and on every page."""

from typing import Any

import pytest

from kurgan import games
from kurgan.session.logs import MemoryLog
from kurgan.session.verify import PROVED, verify
from tests.browser.conftest import shot

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""What axe looks for: what it does by itself, and the size of targets."""

OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
"""What is as it should be needs no description: of a map of a thousand places that is seven million letters."""


def check_access(page: Any, name: str) -> None:
    """A page without findings of axe; its picture is kept."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    shot(page, name)
    found = axe.run(page, options=OPTIONS).response["violations"]
    told = [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]
    assert not told, "\n".join([name, *told])


def check_record(page: Any, game: str) -> None:
    """The record that the page offers for download is whole, legal, and its dice are proved."""
    reply = page.request.get(f"/api/games/{game}/export")
    assert reply.ok
    report = verify(MemoryLog(reply.text().splitlines()), lambda header: games.load(header["title"]))
    assert report.ok, report
    assert report.dice == PROVED


def check_end(page: Any, game: str) -> None:
    """The end is shown as the server tells it, and the page itself checks the dice."""
    over = page.request.get(f"/api/games/{game}").json()["scene"]["over"]
    assert page.locator(".seat").inner_text() == "The game is over"
    assert page.locator(".sec.end h2").inner_text() == over["title"]
    assert over["text"] in page.locator(".sec.end p").inner_text()
    assert page.locator(".sec.end .chip").inner_text() == over["rule"]
    page.locator(".sec.end >> text=Check the dice").click()
    page.wait_for_selector(".verdict.ok")
    page.keyboard.press("Escape")
    page.wait_for_selector("[role=dialog]", state="detached")


SIDEWAYS = """() => [...document.querySelectorAll('main, main *')].filter(e => e.scrollWidth > e.clientWidth + 1
    && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)).map(e => e.className)"""
"""What would be scrolled sideways inside a page that is no wider than its screen."""
