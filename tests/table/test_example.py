"""The thirty lines of the API's page play a whole game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kurgan.table.server import has_page
from tests.browser.serving import Server
from tests.table.test_crash import Client
from tests.where import ROOT

pytestmark = pytest.mark.skipif(not has_page(), reason="the page was not built")


def test_the_example_bot_plays_to_the_end(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        maker = Client(server.url)
        maker.call("/hello")
        seats = {"german": {"kind": "link"}}
        made = maker.call("/games", {"title": "advance", "scenario": "factory", "seats": seats})
        command = [sys.executable, str(ROOT / "examples" / "http_bot.py"), made["links"]["german"]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip()
        assert maker.call(f"/games/{made['id']}")["over"]
    finally:
        server.stop()


def test_the_api_page_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text()
    assert (ROOT / "examples" / "http_bot.py").read_text() in page


def test_the_api_page_names_only_calls_that_exist(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        paths = json.dumps(Client(server.url).call("/openapi.json")["paths"])
    finally:
        server.stop()
    for word in (
        "answers",
        "why",
        "odds",
        "hint",
        "undo",
        "resign",
        "hand",
        "retry",
        "branch",
        "guide",
        "seen",
        "orders",
    ):
        assert f"/{word}" in paths
