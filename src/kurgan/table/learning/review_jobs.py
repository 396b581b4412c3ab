"""Reviews as jobs, where several processes serve a table: whoever is free works one out, and writes it as it grows.

If that process dies, another one begins it anew; what was written stands until then.
"""

import asyncio
import json

from kurgan import bots
from kurgan.bots.review import VERSION
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.session.snapshot import snapshot
from kurgan.table.learning.reviews import Underway, grow
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.storage import DONE, GROWING, STOPPED, ReviewRow

BROKE_DOWN = "The coach broke down. What it found so far stands here; it can be asked again."


class NotWanted(Exception):
    """Whoever asked has stopped it."""


class ReviewJobs:
    """Does the jobs of reviews."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._kept = rooms.people.reviews
        self._pool: bots.Pool | None = None

    async def look(self, key: str) -> None:
        game, _, seat = key.partition(" ")
        row = await asyncio.to_thread(self._kept.of, game, seat)
        room = await self._rooms.room(game) if row is not None and row.stage == GROWING else None
        if room is None or row is None:
            return
        async with room.lock:
            await self._rooms.refresh(room)
            still = await asyncio.to_thread(snapshot, room.session)
        row = row._replace(check=still.course.check)
        found = new_review(still, seat)
        try:
            await self._grow(room.source, still, row, found)
        except NotWanted:
            return

    async def _grow(self, source: bots.Source, still: Session, row: ReviewRow, found: bots.Review) -> None:
        async def so_far() -> None:
            if not await asyncio.to_thread(self._kept.told, row, written(found.told())):
                raise NotWanted

        if self._pool is None:
            self._pool = bots.Pool(1)
        try:
            await grow(self._pool, source, still, row.seat, found, so_far)
        except (bots.Overrun, bots.WorkerFailed):
            await asyncio.to_thread(self._kept.told, row, written(found.told()), STOPPED)
            return
        await asyncio.to_thread(self._kept.told, row, written(found.told()), DONE)

    async def close(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)


def new_review(still: Session, seat: str) -> bots.Review:
    """A review that has not begun; raises NotTaught."""
    header = still.header
    figures = bots.figures_for(still.game, header["scenario"], header["options"], seat)
    return bots.Review(still.game, figures, header["options"], seat, still.course.number)


def written(told: Json) -> str:
    return canonical({**told, "version": VERSION})


def underway(row: ReviewRow, still: Session) -> Underway:
    """A review of the database as the table knows reviews."""
    told = json.loads(row.told) if row.told else new_review(still, row.seat).told()
    found = Underway(None, told, row.check, row.person)
    found.grows_elsewhere = row.stage == GROWING
    found.trouble = BROKE_DOWN if row.stage == STOPPED else ""
    return found
