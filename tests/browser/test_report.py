"""A report of the lab as its reader opens it: a file, no server, no network."""

from pathlib import Path
from typing import Any

import pytest

from kurgan.lab.report import report
from kurgan.lab.study import Study

pytestmark = [pytest.mark.browser, pytest.mark.unhurried]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    told = {
        "title": "advance",
        "games": 4,
        "seed": "s",
        "statistics": ["places", "rules"],
        "base": {"scenario": "factory"},
        "sweep": {"options": {"rubble": ["on"]}},
    }
    report(Study.of(told, folder / "study", "volga").run(), folder / "report.html")
    return folder / "report.html"


@pytest.mark.parametrize("width", [1280, 390])
def test_it_opens_from_a_file_without_network_and_lists_games(browser: Any, page_file: Path, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, offline=True)
    try:
        page = context.new_page()
        asked: list[str] = []
        wrong: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(page_file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing scrolls sideways but pictures"
        page.evaluate(
            "document.querySelector('#choose option').textContent = 'a name longer than a phone is wide '.repeat(3)"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width, "whatever cells are called"
        rows = page.locator("#list tr")
        assert rows.count() == 4
        page.locator('.pick[data-place="1"]').first.click()
        assert "german holds 1 at the end of 4 of 4 games" in page.locator("#which").inner_text()
        page.get_by_role("button", name="All games").click()
        assert "their numbers are those of games.parquet" in page.locator("#which").inner_text()
        page.locator('.pick[data-cell="1"]').last.focus()
        page.keyboard.press("Enter")
        assert page.locator("#choose").input_value() == "1"
        assert asked == [page_file.as_uri()]
        assert wrong == []
    finally:
        context.close()
