"""Who keeps others out: too many connections, slow ones, silent ones. Clocks are set by hand; nothing is timed."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from kurgan.kernel.protocol import Json
from kurgan.table.guard import connections
from kurgan.table.guard.connections import Door, Line, Socket
from tests.table.helpers import run_apart

HEAD = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n"


class Wire(asyncio.Transport):
    """A connection of which we see both ends."""

    def __init__(self, client: str) -> None:
        super().__init__({"peername": (client, 4711), "sockname": ("127.0.0.1", 8942)})
        self.sent = b""
        self.closed = ""
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.closed = self.closed or "closed"

    def abort(self) -> None:
        self.closed = "aborted"

    def is_closing(self) -> bool:
        return bool(self.closed)

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Clock:
    """Stands for the event loop's timers: nothing happens before ``pass_`` is called."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.now = 0.0
        self.set: list[Json] = []

    def call_later(self, delay: float, act: Any, *args: Any) -> Any:
        timer: Json = {"at": self.now + delay, "act": lambda: act(*args), "on": True}
        self.set.append(timer)
        return type("Timer", (), {"cancel": lambda _: timer.update(on=False)})()

    def create_task(self, work: Any, **more: Any) -> Any:
        return self.loop.create_task(work, **more)

    def time(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        for timer in [t for t in self.set if t["on"] and t["at"] <= self.now]:
            timer["on"] = False
            timer["act"]()


async def answer(_: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class House:
    """A door and lines to it."""

    def __init__(self, **bounds: Any) -> None:
        self.door = Door(**bounds)
        self.clock = Clock(asyncio.get_running_loop())
        self.config = uvicorn.Config(answer, ws=lambda **more: Socket(self.door, **more), log_config=None)  # type: ignore[arg-type]
        self.state = ServerState()

    def call(self, client: str = "127.0.0.1") -> tuple[Line, Wire]:
        line = Line(self.door, config=self.config, server_state=self.state, app_state={}, _loop=self.clock)
        wire = Wire(client)
        wire.protocol = line
        line.connection_made(wire)
        return line, wire


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_silent_connections_make_room_for_others() -> None:
    """1,100 connections that say nothing blocked the door; now the longest silent one goes."""

    async def main() -> None:
        house = House(most=50)
        silent = [house.call() for _ in range(50)]
        line, wire = house.call()
        line.data_received(HEAD + b"\r\n")
        await settle()
        assert wire.sent.startswith(b"HTTP/1.1 200")
        assert [w.closed for _, w in silent] == ["closed", *[""] * 49]
        assert len(house.door) == 50

    run_apart(main())


def test_where_everybody_is_busy_the_next_is_told_so() -> None:
    async def main() -> None:
        house = House(most=3)
        for _ in range(3):
            house.call()[0].data_received(POST)
        _, wire = house.call()
        assert wire.sent == connections.BUSY_REPLY
        assert wire.closed
        assert len(house.door) == 3

    run_apart(main())


def test_one_address_does_not_take_all_places() -> None:
    async def main() -> None:
        house = House(most=50, each=5)
        crowd = [house.call("203.0.113.9")[0] for _ in range(5)]
        for line in crowd:
            line.data_received(POST)
        assert house.call("203.0.113.9")[1].closed
        assert not house.call("203.0.113.10")[1].closed
        assert not any(house.call("127.0.0.1")[1].closed for _ in range(6))

    run_apart(main())


@pytest.mark.parametrize("begun", [b"", b"G", HEAD])
def test_who_does_not_finish_asking_is_cut_off(begun: bytes) -> None:
    """A byte now and then does not set the clock back."""

    async def main() -> None:
        house = House()
        line, wire = house.call()
        if begun:
            line.data_received(begun)
        house.clock.pass_(connections.HEAD_SECONDS - 1)
        if begun:
            line.data_received(b"x")
        assert not wire.closed
        house.clock.pass_(2)
        assert wire.closed

    run_apart(main())


def test_who_does_not_finish_the_body_is_cut_off() -> None:
    async def main() -> None:
        house = House()
        line, wire = house.call()
        line.data_received(POST)
        for _ in range(9):
            house.clock.pass_(connections.BODY_SECONDS / 10)
            line.data_received(b"x")
        assert not wire.closed
        house.clock.pass_(connections.BODY_SECONDS / 10)
        assert wire.closed
        house.clock.pass_(connections.FAREWELL_SECONDS)
        assert wire.closed == "aborted"
        line.connection_lost(None)
        await settle()
        assert len(house.door) == 0

    run_apart(main())


@pytest.mark.parametrize(("crowd", "seconds"), [(0, connections.REST_SECONDS), (6, connections.CROWDED_REST_SECONDS)])
def test_a_line_may_rest_while_there_is_room(crowd: int, seconds: float) -> None:
    async def main() -> None:
        house = House(most=10)
        for _ in range(crowd):
            house.call()
        line, wire = house.call()
        for _ in range(2):
            line.data_received(HEAD + b"\r\n")
            await settle()
        assert wire.sent.count(b"HTTP/1.1 200") == 2
        house.clock.pass_(seconds - 1)
        assert not wire.closed
        house.clock.pass_(2)
        assert wire.closed

    run_apart(main())


def test_who_does_not_read_is_cut_off() -> None:
    async def main() -> None:
        house = House()
        line, wire = house.call()
        line.data_received(HEAD + b"\r\n")
        line.pause_writing()
        house.clock.pass_(connections.READ_SECONDS - 1)
        line.resume_writing()
        line.pause_writing()
        house.clock.pass_(connections.READ_SECONDS - 1)
        assert wire.closed == ""
        house.clock.pass_(2)
        line.connection_lost(None)
        await settle()
        assert str(wire.closed) == "aborted"

    run_apart(main())


UPGRADE = (
    b"GET /live HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)


def test_sockets_leave_room_for_those_who_ask() -> None:
    """Sockets are counted, never take all places, and one that does not read is cut off."""

    async def main() -> None:
        house = House(most=4)
        sockets = []
        for _ in range(3):
            line, wire = house.call()
            line.data_received(UPGRADE)
            assert isinstance(wire.protocol, Socket)
            wire.protocol.loop = house.clock  # type: ignore[assignment]
            sockets.append((wire.protocol, wire))
        late, wire = house.call()
        late.data_received(UPGRADE)
        assert wire.sent == connections.BUSY_REPLY
        late.connection_lost(None)
        assert len(house.door) == 3
        socket, wire = sockets[0]
        socket.pause_writing()
        house.clock.pass_(connections.READ_SECONDS + 1)
        assert wire.closed == "aborted"
        for socket, _ in sockets:
            socket.connection_lost(None)
        await settle()
        assert len(house.door) == 0
        assert house.door.may_listen()

    run_apart(main())
