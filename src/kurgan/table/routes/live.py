"""The live half: one WebSocket for each open page. It only tells; decisions go over REST."""

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from kurgan.table.refusals import Refused
from kurgan.table.rooms.room import BEHIND
from kurgan.table.routes.access import LineQuery, SeatQuery, Who
from kurgan.table.service.live import Ear, listening, may_listen

live = APIRouter(prefix="/api")

FRAME_LIMIT = 1024
NOT_FOUND = 4404
TOO_MANY = 4429


@live.websocket("/games/{game}/live")
async def listen(socket: WebSocket, who: Who, game: str, seat: SeatQuery = "", after: LineQuery = 0) -> None:
    """Frames of news from a number on: what was missed first, then what happens."""
    try:
        guest = await may_listen(who, game, seat)
    except Refused as refused:
        await socket.close(TOO_MANY if refused.status == 429 else NOT_FOUND)
        return
    await socket.accept()
    async with listening(guest, after) as ear:
        reader = asyncio.create_task(_read(socket, ear))
        try:
            await _write(socket, ear)
        finally:
            reader.cancel()
            with contextlib.suppress(BaseException):
                await reader


async def _write(socket: WebSocket, ear: Ear) -> None:
    """Send what comes until the listener is told to go."""
    while True:
        frame = await ear.hear()
        try:
            if isinstance(frame, int):
                await socket.close(frame)
                return
            await socket.send_text(frame)
        except (RuntimeError, WebSocketDisconnect):
            return


async def _read(socket: WebSocket, ear: Ear) -> None:
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
        ear.end(BEHIND)
