"""Who stands at the door: a bound on open connections, and clocks for those who keep us waiting.

An open connection costs a file handle, and whoever opens a thousand of them and says nothing would otherwise keep all
others out. So there is a number of them, in all and for each address; when it is reached, the connection that has
rested longest makes room. Who does not finish what he began to say, or does not read what he asked for, is cut off.
"""

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from kurgan.table.guard.hosts import is_loopback, network_of

MOST_LINES = 4000
"""Connections at once; fewer where the system does not give us as many file handles."""

MOST_EACH = 250
"""Connections of one address. Loopback has no such bound: a tunnel or a proxy brings everybody from there."""

SOCKET_SHARE = 0.75
"""Of all connections so many may be sockets that listen; the rest is for those who ask."""

HANDLES_FOR_US = 256
"""File handles that the database, the bots and the page need."""

HEAD_SECONDS = 10
BODY_SECONDS = 60
READ_SECONDS = 60
"""How long somebody may take to ask, to send what belongs to it, and to read what is waiting for him."""

REST_SECONDS = 75
CROWDED_REST_SECONDS = 5
"""How long a browser's line may rest between two answers of a person who thinks; shorter when it gets crowded."""

FAREWELL_SECONDS = 5

LEVEL = 1
SQUEEZE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": LEVEL}
)
"""How frames are compressed: each by itself, so that nothing is kept for a socket that rests; and fast."""

BUSY = b'{"message":"Too many connections are open here; try again in a moment."}'
BUSY_REPLY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"retry-after: 5\r\ncontent-length: " + str(len(BUSY)).encode() + b"\r\n\r\n" + BUSY
)


def handles(most: int = 2 * MOST_LINES) -> int:
    """Take as many file handles as the system lets us, within reason; returns how many there are."""
    if sys.platform == "win32":
        return most
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return most if soft == resource.RLIM_INFINITY else soft


class Door:
    """Counts connections; the event loop's own, so nothing is locked."""

    def __init__(
        self, most: int = MOST_LINES, each: int = MOST_EACH, exempt: Callable[[str], bool] = is_loopback
    ) -> None:
        self.most = most
        self.each = each
        self._is_exempt = exempt
        self._lines: dict[Any, str] = {}
        self._counts: Counter[str] = Counter()
        self._resting: OrderedDict[Any, None] = OrderedDict()
        self._sockets = 0

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def is_crowded(self) -> bool:
        return len(self._lines) > self.most // 2

    def enter(self, line: "Line", client: str) -> bool:
        """Let a connection in, at the cost of one that rests; false if everybody is busy."""
        address = network_of(client)
        if not self._is_exempt(client) and self._counts[address] >= self.each and not self._dismiss(address):
            return False
        if len(self._lines) >= self.most and not self._dismiss(""):
            return False
        self._lines[line] = address
        self._counts[address] += 1
        self._resting[line] = None
        return True

    def _dismiss(self, address: str) -> bool:
        """Send away whoever has rested longest, of one address or of all."""
        line = next((line for line in self._resting if not address or self._lines[line] == address), None)
        if line is None:
            return False
        self.leave(line)
        line.dismiss()
        return True

    def rest(self, line: "Line") -> None:
        if line in self._lines:
            self._resting.pop(line, None)
            self._resting[line] = None

    def work(self, line: "Line") -> None:
        self._resting.pop(line, None)

    def leave(self, line: "Line | Socket") -> None:
        self._resting.pop(line, None)
        address = self._lines.pop(line, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def listen(self, line: "Line", socket: "Socket") -> None:
        """A connection becomes a socket that stays."""
        address = self._lines.get(line)
        self.leave(line)
        if address is not None:
            self._lines[socket] = address
            self._counts[address] += 1
            self._sockets += 1

    def may_listen(self) -> bool:
        return self._sockets < self.most * SOCKET_SHARE

    def hang_up(self, socket: "Socket") -> None:
        if socket in self._lines:
            self._sockets -= 1
        self.leave(socket)


class MustRead(asyncio.Protocol):
    """A connection whose other side is cut off if it does not read what it is told."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _reading: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reading is None:
            self._reading = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        super().resume_writing()


class Line(MustRead, H11Protocol):
    """One connection for requests, with a clock for whatever the other side owes us."""

    def __init__(self, door: Door, **more: Any) -> None:
        super().__init__(**more)
        self.door = door
        self._owed = ""
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.door.enter(self, self.client[0] if self.client else ""):
            self._turn_away()
            return
        self._watch()

    def _turn_away(self) -> None:
        self.transport.write(BUSY_REPLY)
        self.dismiss()

    def dismiss(self) -> None:
        """Close; at once if what is left to say is not read."""
        self.transport.close()
        self._set_clock("", 0)
        self._clock = self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        self._set_clock("", 0)
        self.resume_writing()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.door.work(self)
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        self.timeout_keep_alive = CROWDED_REST_SECONDS if self.door.is_crowded else REST_SECONDS
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if self.door.may_listen():
            super().handle_websocket_upgrade(event)
            listening: Any = self.transport.get_protocol()
            self.door.listen(self, listening)
        else:
            self._turn_away()

    def _watch(self) -> None:
        """See what is owed to us now, and set the clock for it once: it does not start anew with every byte."""
        if self.transport.is_closing():
            return
        if self.transport.get_protocol() is not self:
            self._set_clock("", 0)
        elif self.conn.their_state is h11.SEND_BODY:
            self._set_clock("body", BODY_SECONDS)
        elif self.conn.their_state is not h11.IDLE:
            self._set_clock("", 0)
        elif self.cycle is None or self.conn.trailing_data[0]:
            self._set_clock("head", HEAD_SECONDS)
        else:
            self._set_clock("", 0)
            self.door.rest(self)

    def _set_clock(self, owed: str, seconds: float) -> None:
        if owed == self._owed and owed:
            return
        self._owed = owed
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if owed:
            self._clock = self.loop.call_later(seconds, self.dismiss)


class Socket(MustRead, WebSocketsSansIOProtocol):
    """One socket; whoever does not read what it tells is cut off, and comes back by himself."""

    def __init__(self, door: Door, **more: Any) -> None:
        super().__init__(**more)
        self.conn.available_extensions = [SQUEEZE]
        self.door = door

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.hang_up(self)
        self.resume_writing()
        super().connection_lost(exc)
