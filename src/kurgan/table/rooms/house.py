"""What the host said that every process must know: who is banned, and what is announced.

Few of either, so each process has them all in memory and looks again every few seconds; who is banned is out by then,
on all of his pages. It also makes a process that has a file to itself notice browsers that the host signed out.
"""

import asyncio
import contextlib
import time

from kurgan.session.logs import NotKept
from kurgan.table.hosted import Ban, NoticeRow
from kurgan.table.refusals import Refused
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.words import say

LOOK_SECONDS = 3.0


class House:
    """Bans and announcements as they were a moment ago."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._bans: dict[str, Ban] = {}
        self.notices: list[NoticeRow] = []

    async def watch(self) -> None:
        """Look, now and every few seconds, until cancelled."""
        while True:
            with contextlib.suppress(NotKept):  # what was known holds on
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        hosting, people = self._rooms.people.hosting, self._rooms.people
        bans = await asyncio.to_thread(hosting.bans)
        self.notices = await asyncio.to_thread(hosting.notices)
        new, self._bans = set(bans) - set(self._bans), bans
        people.forget_keys()
        for room in self._rooms.open_rooms():
            for person in new & {listener.person for listener in room.listeners}:
                room.hang_up(person)

    def banned(self, person: str) -> str:
        """That somebody is banned, until when and why, in the language of who asks; nothing where he is not."""
        ban = self._bans.get(person)
        if ban is None or (ban.until and ban.until <= time.time()):
            return ""
        day = time.strftime("%Y-%m-%d", time.gmtime(ban.until))
        told = say("banned_until", day=day) if ban.until else say("banned")
        return f"{told}: {ban.reason}" if ban.reason else f"{told}."

    def need_welcome(self, person: str) -> None:
        """Raises Refused for somebody who is banned."""
        told = self.banned(person)
        if told:
            raise Refused(403, told, "", "banned")
