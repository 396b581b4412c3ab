"""What guards the table's door: sizes, rates, origins and headers. Plain ASGI, so that nothing slips past a route."""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT = 64 * 1024
IMPORT_LIMIT = 16 * 1024 * 1024
IMPORT_PATH = "/api/games/import"

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
MOST_BUCKETS = 20_000


class Buckets:
    """A bucket of tokens for each name: ``rate`` a second, ``burst`` at most."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, name: str) -> bool:
        now = time.monotonic()
        left, at = self._left.get(name, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        if len(self._left) > MOST_BUCKETS:
            self._left.clear()
        if left < 1:
            self._left[name] = (left, now)
            return False
        self._left[name] = (left - 1, now)
        return True


def header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def same_origin(scope: Scope, url: str) -> bool:
    """Whether the page that asks came from us: its Origin is the host asked, or the address that links carry."""
    origin = header(scope, b"origin")
    if not origin:
        return True
    host = urlsplit(origin).netloc.lower()
    return host == header(scope, b"host").lower() or (bool(url) and host == urlsplit(url).netloc.lower())


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: App, url: str, buckets: Buckets) -> None:
        self.app = app
        self.url = url
        self.buckets = buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not header(scope, b"origin") or not same_origin(scope, self.url) or not self._may(scope):
            await send({"type": "websocket.close", "code": 4403})
            return
        await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._may(scope):
            await refuse(send, 429, "Too many requests; wait a moment.")
            return
        if scope["method"] in UNSAFE and not same_origin(scope, self.url):
            await refuse(send, 403, "This came from another site.")
            return
        limit = IMPORT_LIMIT if scope["path"] == IMPORT_PATH else BODY_LIMIT
        body = await read_body(receive, limit) if scope["method"] in UNSAFE else b""
        if body is None:
            await refuse(send, 413, f"At most {limit} bytes may be sent here.")
            return
        await self.app(scope, replay(body, receive), with_headers(send))

    def _may(self, scope: Scope) -> bool:
        client = scope.get("client")
        return self.buckets.take(client[0] if client else "")


async def read_body(receive: Receive, limit: int) -> bytes | None:
    """The whole body, or None if it is too long."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return body
        body += bytes(message.get("body", b""))
        if len(body) > limit:
            return None
        if not message.get("more_body"):
            return body


def replay(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, handed on; then whatever comes after it."""
    sent = False

    async def again() -> MutableMapping[str, Any]:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def with_headers(send: Send) -> Send:
    async def add(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = {key.lower() for key, _ in message.get("headers", [])}
            extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in known]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return add


async def refuse(send: Send, status: int, words: str) -> None:
    body = b'{"message":"' + words.encode() + b'"}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
