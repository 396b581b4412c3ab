"""Clocks at the table: served time is kept going, and who looks is told when a clock has run out."""

import asyncio
import contextlib

from kurgan.session.logs import NotKept
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.room import Room

BEAT_SECONDS = 5.0
"""How often a process says that it serves; see ``kurgan.session.clocks``."""


class Pacing:
    """Keeps served time going, and looks at clocks when their jobs are due."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._clocks = rooms.people.clocks

    async def beat(self) -> None:
        """Say that we serve, now and every few seconds, until cancelled."""
        while True:
            with contextlib.suppress(NotKept):  # then this time does not count
                await asyncio.to_thread(self._clocks.beat)
            await asyncio.sleep(BEAT_SECONDS)

    async def look(self, game: str) -> None:
        """The clock of a game may have run out: if so, all who look at it are told."""
        due = await asyncio.to_thread(self._clocks.look, game)
        if due.out or due.remind:
            await self._show(game)

    async def see_to_holiday(self, person: str) -> None:
        """A holiday of somebody began or ended."""
        for game in await asyncio.to_thread(self._clocks.see_to_holiday, person):
            await self._show(game)

    async def _show(self, game: str) -> None:
        """Where processes share a table, each is told by the change itself."""
        room = self._rooms.opened(game)
        if room is not None and not self._rooms.store.is_shared:
            await show(self._rooms, room)


async def show(rooms: Rooms, room: Room) -> None:
    async with room.lock:
        await rooms.show(room, room.session.course.number)
