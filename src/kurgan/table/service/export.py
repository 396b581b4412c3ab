"""What one can take home: records, stories, luck."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec

from kurgan.session.session import Session
from kurgan.table.model import exports as told
from kurgan.table.model import replies
from kurgan.table.refusals import Refused
from kurgan.table.service.place import Guest, Visitor, at_desk, enter, need_somebody
from kurgan.table.shown import luck as fortune
from kurgan.table.shown import seat_view, story
from kurgan.table.storage import DONE, EVERYBODY, ExportKeeping, ExportRow

NO_EXPORT = "This is not there: it is not made yet, it was fetched long ago, or it is not yours."


class File(NamedTuple):
    """A text to be kept, and what to call it."""

    text: str
    name: str


async def export(who: Visitor, game: str, seat: str) -> File:
    """The whole record where nothing in it is hidden from you; otherwise your own stream of events."""
    guest = await enter(who, game, seat)
    return await at_desk(guest, lambda still: export_of(still, guest))


def export_of(session: Session, guest: Guest) -> File:
    short = str(session.header["game"])[:8]
    if session.outcome is not None or guest.is_alone:
        return File(session.text(), f"{short}.kurgan")
    stream = session.stream(guest.seat)
    text = "".join(msgspec.json.encode(line).decode() + "\n" for line in stream)
    return File(text, f"{short}-{guest.seat or 'watching'}.jsonl")


# As jobs --------------------------------------------------------------------------------------------------------


async def exports(who: Visitor) -> told.Exports:
    """What you have asked for, and what everybody may have."""
    kept = who.place.rooms.people.exports
    rows = await asyncio.to_thread(kept.of_person, who.person) if who.person else []
    published = await asyncio.to_thread(kept.of_person, EVERYBODY)
    return told.Exports([as_told(row) for row in rows], [as_told(row) for row in published if row.stage == DONE][:1])


def as_told(row: ExportRow) -> told.Export:
    return told.Export(row.id, row.kind, row.stage, row.games, row.size, row.made)


async def ask(who: Visitor, kind: str) -> told.Exports:
    """Have something made that you take home when it is there; for everybody, banned or not: it is his."""
    person, place = need_somebody(who), who.place
    await place.need_quota("exports", who)
    await asyncio.to_thread(place.rooms.people.exports.ask, person, kind)
    return await exports(who)


async def forget(who: Visitor, id: str) -> told.Exports:
    if not await asyncio.to_thread(who.place.rooms.people.exports.remove, need_somebody(who), id):
        raise Refused(404, NO_EXPORT)
    return await exports(who)


async def fetch(who: Visitor, id: str) -> AsyncIterator[bytes]:
    """The file, in parts: your own, or what the host publishes."""
    kept = who.place.rooms.people.exports
    row = await asyncio.to_thread(kept.of, id)
    if row is None or row.stage != DONE or row.person not in (EVERYBODY, who.person):
        raise Refused(404, NO_EXPORT)
    if not await who.place.may(who.place.code_rate, f"export {who.address}"):
        raise Refused(429, "Too many at once; wait a minute.")
    return parts_of(kept, id)


async def parts_of(kept: ExportKeeping, id: str) -> AsyncIterator[bytes]:
    parts = kept.parts(id)
    while (data := await asyncio.to_thread(next, parts, None)) is not None:
        yield data


# Stories, luck --------------------------------------------------------------------------------------------------


async def game_story(who: Visitor, game: str, seat: str) -> replies.Story:
    """The log as a story one can post."""
    guest = await enter(who, game, seat)
    return await at_desk(guest, lambda still: story_of(still, guest))


def story_of(session: Session, guest: Guest) -> replies.Story:
    room = guest.room
    lines = seat_view.log(session, guest.seat, 0)
    return story.chapters(session, room.turns(session).turns, lines, guest.seat)


async def luck(who: Visitor, game: str) -> replies.Luck:
    """Expected against actual, fight by fight; when the game is over, or for who plays alone."""
    guest = await enter(who, game)
    return await at_desk(guest, lambda still: luck_of(still, guest))


def luck_of(session: Session, guest: Guest) -> replies.Luck:
    """Made once for all who ask, until the game goes on."""
    if session.outcome is None and not guest.is_alone:
        raise Refused(422, "Luck is reckoned when the game is over.")
    return replies.Luck(guest.room.kept.get("luck", session.number, lambda: fortune.luck(session)))
