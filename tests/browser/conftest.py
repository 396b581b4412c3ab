"""Browsers for the tests of the page: Debian's Chromium and Firefox, driven by Playwright. Without one, its tests are
skipped."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kurgan.table.server import has_page
from tests.browser.serving import Server
from tests.where import ROOT

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FIREFOX = shutil.which("firefox-esr") or "/usr/bin/firefox-esr"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = int(os.environ.get("KURGAN_PATIENCE", 20_000))
"""Milliseconds that a page may take for anything; a machine that is busy with other things needs more."""

SCREENS = ROOT / "artefacts" / "screens"


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    if not has_page():
        pytest.skip("the page was not built: the browser tests did not run")
    sync_api = pytest.importorskip("playwright.sync_api", reason="no Playwright: the browser tests did not run")
    with sync_api.sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    if not Path(CHROMIUM).exists():
        pytest.skip("no Chromium: the browser tests did not run (apt-get install chromium)")
    chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def firefox(driver: Any) -> Iterator[Any]:
    """The one that people have, by its own protocol; not the one that Playwright would bring along."""
    if not Path(FIREFOX).exists():
        pytest.skip("no Firefox: its tests did not run (apt-get install firefox-esr)")
    started = driver.firefox.launch(executable_path=FIREFOX, channel="moz-firefox")
    yield started
    started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, driver: Any) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("table"))
    yield started
    started.stop()


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Any]:
    """Makes people: each a browser of its own with an empty cookie jar. Errors in the page fail the test."""
    yield from _people(browser, server)


@pytest.fixture
def fox(firefox: Any, server: Server) -> Iterator[Any]:
    """The same, of people with Firefox."""
    yield from _people(firefox, server)


def _people(browser: Any, server: Server) -> Iterator[Any]:
    contexts: list[Any] = []
    errors: list[str] = []

    def make(width: int = 1280, height: int = 720, **more: Any) -> Any:
        more = {"reduced_motion": "reduce", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.url, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def shot(page: Any, name: str) -> None:
    """Keep a picture of the page as an artefact."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png")
