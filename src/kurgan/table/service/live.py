"""Listening to one game: frames of news from a number on, each only as long as the right to it holds."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from kurgan.table.refusals import Refused
from kurgan.table.rooms.room import NOT_YOURS, Listener, written
from kurgan.table.service.place import Guest, Visitor, enter

MOST_PAGES = 12
"""Pages of one game that one person may have open."""


class Ear:
    """Somebody who listens to a game."""

    def __init__(self, guest: Guest, listener: Listener) -> None:
        self.guest = guest
        self.listener = listener

    async def hear(self) -> str | int:
        """The next frame, or the code with which the listening ends."""
        frame = await self.listener.queue.get()
        if isinstance(frame, str) and not await self.guest.place.rooms.may_hear(self.guest.room, self.listener):
            return NOT_YOURS
        return frame

    def end(self, code: int) -> None:
        self.listener.end(code)


@contextlib.asynccontextmanager
async def listening(guest: Guest, after: int) -> AsyncIterator[Ear]:
    """Frames of news from a number on: what was missed first, then what happens."""
    rooms, room = guest.place.rooms, guest.room
    listener = Listener(guest.seat, guest.person, guest.language)
    async with room.lock:
        await rooms.refresh(room)
        room.enter(listener)
        if rooms.store.is_shared:
            await asyncio.to_thread(rooms.people.came, room.id, guest.person, guest.seat)
        listener.put(await asyncio.to_thread(lambda: written(rooms.missed(room, listener.reader, after))))
    try:
        yield Ear(guest, listener)
    finally:
        room.leave(listener)
        room.visits[guest.person] = time.monotonic()
        with contextlib.suppress(RuntimeError):  # the store is closed, or cannot be written: it is of no weight
            if rooms.store.is_shared:
                await asyncio.to_thread(rooms.people.went, room.id, guest.person, guest.seat)
            await asyncio.to_thread(rooms.people.saw, room.id, guest.person, room.session.course.number)


async def may_listen(who: Visitor, game: str, seat: str) -> Guest:
    """Who comes to listen; raises Refused, with 429 for one page too many."""
    guest = await enter(who, game, seat)
    if sum(other.person == who.person for other in guest.room.listeners) >= MOST_PAGES:
        raise Refused(429, "Too many pages of one game; close some of them.")
    return guest
