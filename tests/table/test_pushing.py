"""Messages to browsers: encrypted so that the browser alone reads them, signed, tried again, given up for good."""

import base64
import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import update

from kurgan.kernel.protocol import Json
from kurgan.session import messages
from kurgan.session.tables import JOBS
from kurgan.table.processes import job_runner as jobbing
from tests.table.helpers import Player, players, table
from tests.table.test_hosts import soon
from tests.table.test_pace import DAY, duel, pass_on, written
from tests.table.test_telling import ALL, HERE


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobbing, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(messages, "PATIENCE", 0)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A push service and the browser behind it, which decrypts what it gets by a library of others."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.told: list[Json] = []
        self.raw: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.status = 201
        self.heard = threading.Condition()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                with outer.heard:
                    outer.raw.append(body)
                    outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                    outer.told.append(json.loads(http_ece.decrypt(body, private_key=outer.key, auth_secret=outer.auth)))
                    outer.heard.notify_all()
                self.send_response(outer.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/push/secret"

    @property
    def keys(self) -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return f"{encoded(point)} {encoded(self.auth)}"

    def wait_for(self, count: int) -> list[Json]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.told) >= count, 60), f"heard only {self.told}"
            return list(self.told)


@contextmanager
def browsing() -> Iterator[Browser]:
    browser = Browser()
    threading.Thread(target=browser.server.serve_forever, daemon=True).start()
    try:
        yield browser
    finally:
        browser.server.shutdown()


def subscribe(player: Player, browser: Browser, status: int = 201, **more: Any) -> Json:
    body = {"kind": "push", "address": browser.url, "keys": browser.keys, "events": ALL, **more}
    return player.post("/me/channels", body, status)


def channels(player: Player) -> list[Json]:
    found: list[Json] = player.get("/me/channels")["channels"]
    return found


def is_signed(headers: dict[str, str], key: str) -> bool:
    """Whether the table with this key signed for the server that was asked (RFC 8292)."""
    token = headers["authorization"].removeprefix("vapid t=").partition(",")[0]
    assert headers["authorization"].endswith(f"k={key}")
    body, _, signature = token.rpartition(".")
    raw = decoded(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(r, s), body.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(decoded(body.partition(".")[2]))
    return bool(claims["aud"].startswith("http://127.0.0.1:") and claims["sub"])


def test_a_browser_is_told_and_nobody_on_the_way(tmp_path: Path) -> None:
    with browsing() as browser, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(people)
        key = subscribe(anna, browser)["push"]
        pass_on(boris, game, his)
        (told,) = browser.wait_for(1)
        assert told["link"] == f"http://testserver/g/{game}"
        assert told["text"].startswith("It is your turn: ")
        assert set(told) == {"text", "link", "tag"}, "title, scenario, side and link, nothing else"
        assert game.encode() not in browser.raw[0]
        assert is_signed(browser.headers[0], key)
        assert browser.headers[0]["content-encoding"] == "aes128gcm"
        assert channels(anna)[0]["address"] == "127.0.0.1/..."
        assert (len(channels(anna)), mine != his) == (1, True)
        subscribe(anna, browser)
        assert len(channels(anna)) == 1, "a browser that asks again is the same one"
        assert anna.get("/me/channels")["push"] == boris.get("/me/channels")["push"] == key


def test_what_fails_is_shown_tried_again_and_ended_when_the_browser_is_gone(tmp_path: Path) -> None:
    with browsing() as browser, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        anna, _ = people
        duel(people)
        id = subscribe(anna, browser)["channels"][0]["id"]
        browser.status = 500
        anna.post(f"/me/channels/{id}/trial")
        browser.wait_for(1)
        soon(lambda: channels(anna)[0]["failures"] == 1)
        assert "status 500" in channels(anna)[0]["trouble"]
        browser.status = 410
        with written(tmp_path) as write:
            write(update(JOBS).values(due=JOBS.c.due - 1000 * DAY))
        browser.wait_for(2)
        soon(lambda: channels(anna) == [])


def test_only_keys_of_a_browser_and_only_the_open_internet(tmp_path: Path) -> None:
    with browsing() as browser, table(tmp_path) as app, players(app, 1) as (anna,):
        assert "https" in subscribe(anna, browser, 422)["message"]
        away = {"address": "https://push.example/x"}
        for keys in ("", "x y", f"{'A' * 87} {encoded(bytes(16))}", browser.keys.split()[0]):
            assert "no keys" in subscribe(anna, browser, 422, keys=keys, **away)["message"]
        subscribe(anna, browser, 201, **away)
