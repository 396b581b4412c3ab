"""The live half: one WebSocket for each open page. It only tells; decisions go over REST."""

import asyncio
import contextlib
import time
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from kurgan.kernel.protocol import Json
from kurgan.table.access import COOKIE, Guest, Place, Refused, guest
from kurgan.table.bodies import MOST_NUMBER
from kurgan.table.rooms import BEHIND, NOT_YOURS, Listener, Room, Rooms

live = APIRouter(prefix="/api")

PING_SECONDS = 25
FRAME_LIMIT = 1024
MOST_PAGES = 12
"""Pages of one game that one person may have open."""

LineQuery = Annotated[int, Query(ge=0, le=MOST_NUMBER)]
SeatQuery = Annotated[str, Query(max_length=40)]


@live.websocket("/games/{game}/live")
async def listen(socket: WebSocket, game: str, seat: SeatQuery = "", after: LineQuery = 0) -> None:
    """Frames of news from a number on: what was missed first, then what happens."""
    place: Place = socket.app.state.place
    key = socket.cookies.get(COOKIE, "")
    person = await place.rooms.person(key) if 0 < len(key) <= 200 else ""
    try:
        who = await guest(place, person, game, seat)
    except Refused:
        await socket.close(4404)
        return
    if sum(other.person == person for other in who.room.listeners) >= MOST_PAGES:
        await socket.close(4429)
        return
    await socket.accept()
    listener = Listener(who.seat, person)
    async with who.room.lock:
        who.room.enter(listener)
        listener.put(await asyncio.to_thread(place.rooms.frame, who.room, who.seat, after))
    reader = asyncio.create_task(_read(socket, listener))
    try:
        await _write(socket, place.rooms, who.room, listener)
    finally:
        who.room.leave(listener)
        who.room.visits[person] = time.monotonic()
        reader.cancel()
        with contextlib.suppress(BaseException):
            await reader
        await _leave(place, who)


async def _write(socket: WebSocket, rooms: Rooms, room: Room, listener: Listener) -> None:
    """Send what comes, each frame only if the right to it still holds, until the listener is told to go."""
    while True:
        frame = await listener.queue.get()
        if isinstance(frame, str) and not await rooms.may_hear(room, listener):
            frame = NOT_YOURS
        try:
            if isinstance(frame, int):
                await socket.close(frame)
                return
            await socket.send_text(frame)
        except (RuntimeError, WebSocketDisconnect):
            return


async def _read(socket: WebSocket, listener: Listener) -> None:
    """Nothing is expected from the page; too much of it, or nonsense, ends the connection."""
    try:
        while True:
            text = await socket.receive_text()
            if len(text) > FRAME_LIMIT:
                await socket.close(1009)
                return
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return
    finally:
        listener.end(BEHIND)


async def _leave(place: Place, who: Guest) -> None:
    """Remember how far this person has looked."""
    room = who.room
    seen: Json = {"number": room.session.course.number}
    with contextlib.suppress(RuntimeError):  # the store is closed, or cannot be written: it is of no weight
        await asyncio.to_thread(place.rooms.people.saw, room.id, who.person, seen["number"])
