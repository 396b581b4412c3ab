"""What one can take home: records, stories, luck."""

import io
import zipfile
from typing import NamedTuple

import msgspec

from kurgan.session.session import Session
from kurgan.table.model import replies
from kurgan.table.refusals import Refused
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.service.place import Guest, Visitor, at_desk, enter, need_person, wishing
from kurgan.table.shown import luck as fortune
from kurgan.table.shown import seat_view, story

MOST_RECORDS = 500


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


async def records(who: Visitor) -> bytes:
    """All finished games that you are at, the newest first, as a ZIP of their records."""
    person, rooms = need_person(who), who.place.rooms
    async with wishing(who.place.desk, person):
        return await who.place.desk.run(lambda: packed(rooms, person))


def packed(rooms: Rooms, person: str) -> bytes:
    ids_of = {held.game for held in rooms.people.held_by(person)}
    over = [row for row in rooms.store.games_of(list(ids_of)) if row.outcome]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for row in sorted(over, key=lambda row: -row.updated)[:MOST_RECORDS]:
            lines = rooms.store.log(row.id).read().lines
            if any(line.kind == "reveal" for line in lines):  # before that it is nobody's to see whole
                file.writestr(f"{row.title}-{row.id[:8]}.kurgan", "".join(f"{line.text}\n" for line in lines))
    return made.getvalue()


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
