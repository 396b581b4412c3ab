"""What guards the table's door: names, sizes, rates, origins, headers. Plain ASGI: nothing slips past a route."""

import json
import re
import time
from asyncio import sleep
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from kurgan.kernel.sentences import ENGLISH, speak
from kurgan.table.guard.hosts import Hosts, Scope, header, visitor
from kurgan.table.guard.shared_rates import SharedRates
from kurgan.table.words import say, translated

LANGUAGE = re.compile(rb"(?:^|&)lang=([A-Za-z-]{1,12})(?:&|$)")

Message = MutableMapping[str, Any]
"""What ASGI hands to us, and what we hand back."""

Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_LIMIT = 64 * 1024
IMPORT_LIMIT = 4 * 1024 * 1024
"""A record of six thousand lines fills one; what is longer would hold everybody up while it is read."""

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
NOT_OUR_NAME = (
    "This table is not served under that name. Whoever runs it can allow the name: kurgan play --allow-host NAME"
)
RATE, BURST = 100.0, 1000.0
"""Requests a second and at once from one address."""

PAUSE = 0.5
"""Seconds that somebody with an empty bucket waits for his no. Saying no costs as much as a small yes; whoever keeps
asking on as many connections as one address may have is so held to a few dozen times that work a second."""

UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
MOST_BUCKETS = 20_000
"""Names that are remembered; beyond that whoever asked longest ago starts with a full bucket again."""


class Buckets:
    """A bucket of tokens for each name: ``rate`` a second, ``burst`` at most.

    They are this process's own, or, with ``shared``, those of all who share it, under names of this ``kind``.
    """

    def __init__(self, rate: float, burst: float, kind: str = "", shared: SharedRates | None = None) -> None:
        self.rate = rate
        self.burst = burst
        self._kind = kind
        self._shared = shared
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        if self._shared is not None:
            return self._shared.take(f"{self._kind} {name}", self.rate, self.burst)
        now = time.monotonic()
        left, at = self._left.pop(name, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        enough = left >= 1
        self._left[name] = (left - 1 if enough else left, now)
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return enough


def language(scope: Scope) -> str:
    """What a call is answered in, refusals from the door on: ``?lang=es``; English if nothing is said."""
    said = LANGUAGE.search(scope.get("query_string", b""))
    return said[1].decode() if said is not None else ENGLISH


def same_origin(scope: Scope, url: str) -> bool:
    """Whether the page that asks came from us: its Origin is the host asked, or the address that links carry."""
    origin = header(scope, b"origin")
    if not origin:
        return True
    host = urlsplit(origin).netloc.lower()
    return host == header(scope, b"host").lower() or (bool(url) and host == urlsplit(url).netloc.lower())


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: App, url: str, buckets: Buckets, hosts: Hosts) -> None:
        self.app = app
        self.url = url
        self.buckets = buckets
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        speak(language(scope))
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        foreign = not self.hosts.knows(scope) or not header(scope, b"origin") or not same_origin(scope, self.url)
        if foreign or not self._may(scope):
            await send({"type": "websocket.close", "code": 4403})
            return
        await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._may(scope):
            await sleep(PAUSE)
            await refuse(send, 429, "Too many requests; wait a moment.")
            return
        if not self.hosts.knows(scope):
            await refuse(send, 421, NOT_OUR_NAME)
            return
        if scope["method"] in UNSAFE and not same_origin(scope, self.url):
            await refuse(send, 403, "This came from another site.")
            return
        limit = IMPORT_LIMIT if scope["path"] == IMPORT_PATH else BODY_LIMIT
        try:
            body = await read_body(scope, receive, limit) if scope["method"] in UNSAFE else b""
        except TooLong:
            await refuse(send, 413, say("most_bytes", most=limit))
            return
        except Gone:
            return
        await self.app(scope, replay(body, receive), with_headers(send))

    def _may(self, scope: Scope) -> bool:
        return self.buckets.take(visitor(scope))


class TooLong(Exception):
    """More was sent than may be sent."""


class Gone(Exception):
    """Whoever asked went away in the middle of it; half a request is none."""


async def read_body(scope: Scope, receive: Receive, limit: int) -> bytes:
    """The whole body; one that says beforehand that it is too long is not read at all."""
    told = header(scope, b"content-length")
    if told.isdecimal() and int(told[:20]) > limit:
        raise TooLong
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > limit:
            raise TooLong
        if not message.get("more_body"):
            return bytes(body)


def replay(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, handed on; then whatever comes after it."""
    sent = False

    async def again() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def with_headers(send: Send) -> Send:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {key.lower() for key, _ in message.get("headers", [])}
            extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in known]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return add


async def refuse(send: Send, status: int, words: str) -> None:
    body = json.dumps({"message": translated(words)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
