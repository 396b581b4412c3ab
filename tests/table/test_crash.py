"""A server that is killed loses nothing that it acknowledged."""

import json
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from kurgan.table.server import has_page
from tests.browser.serving import Server

pytestmark = pytest.mark.skipif(not has_page(), reason="the page was not built")


class Client:
    """A plain HTTP client with cookies, from the standard library."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def call(self, path: str, body: Any = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.url}/api{path}", data, {"content-type": "application/json"})
        with self.opener.open(request) as reply:
            return json.loads(reply.read())


def test_every_acknowledged_decision_survives_kill_9(tmp_path: Path) -> None:
    """Play, kill -9 in the middle of the turn, start again: the last answer is there, and play goes on."""
    server = Server(tmp_path)
    client = Client(server.url)
    client.call("/hello")
    game = client.call("/games", {"title": "advance", "scenario": "campaign"})["id"]
    acknowledged = 0
    for _ in range(4):
        table = client.call(f"/games/{game}")
        action = table["question"]["choices"][1]["action"]
        body = {"seat": "german", "number": table["question"]["number"], "actions": [action]}
        acknowledged = client.call(f"/games/{game}/answers", body)["number"]
    server.kill()
    again = Server(tmp_path, server.port)
    try:
        table = client.call(f"/games/{game}")
        assert table["number"] == acknowledged
        assert len([x for x in client.call(f"/games/{game}/log")["lines"] if x.get("action")]) == 4
        body = {"seat": "german", "number": table["question"]["number"], "actions": ["done"]}
        assert client.call(f"/games/{game}/answers", body)["number"] > acknowledged
    finally:
        again.stop()
