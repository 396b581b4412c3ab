"""The coach at the table: reviews of a game through the eyes of one seat."""

import asyncio

import msgspec

from kurgan import bots
from kurgan.bots.review import in_language
from kurgan.session.session import Session
from kurgan.session.snapshot import snapshot
from kurgan.table.learning.review_jobs import new_review, underway
from kurgan.table.learning.reviews import MOST_AT_ONCE, Crowded, Underway
from kurgan.table.model.review import Review
from kurgan.table.refusals import Refused
from kurgan.table.service.look import check_advice
from kurgan.table.service.place import Guest, Visitor, enter, inside
from kurgan.table.words import say, voice


async def entered(who: Visitor, game: str, seat: str) -> Guest:
    """Somebody who may read the review of this seat: who sits there, or anybody at the table after the end."""
    guest = await enter(who, game)
    session = guest.room.session
    if seat not in session.seat_names:
        raise Refused(422, say("whose_review", seats=", ".join(session.seat_names)))
    if seat not in guest.mine and session.outcome is None:
        raise Refused(403, "Other seats can be reviewed when the game is over: their reviews tell what they knew.")
    return guest


async def review(who: Visitor, game: str, seat: str) -> Review:
    """The review as far as it has grown; ``state`` says whether there is one."""
    guest = await entered(who, game, seat)
    return told(guest, await find(guest, seat), seat)


async def find(guest: Guest, seat: str) -> Underway | None:
    """Where several processes serve, a review may grow at any of them: it is in the database."""
    rooms, session = guest.place.rooms, guest.room.session
    if not rooms.store.is_shared:
        return guest.place.reviews.find(session, seat)
    row = await asyncio.to_thread(rooms.people.reviews.of, guest.room.id, seat)
    return underway(row, session) if row is not None else None


async def begin(who: Visitor, game: str, seat: str) -> Review:
    """Ask the coach for a review of the game as it is now."""
    guest = await entered(who, game, seat)
    check_advice(guest.room)
    async with inside(guest) as room:
        still = await asyncio.to_thread(snapshot, room.session)
    try:
        found = await asked(who, guest, still, seat)
    except bots.NotTaught as error:
        raise Refused(422, f"{str(error)[:1].upper()}{str(error)[1:]}.", "", "not_taught") from None
    except Crowded:
        raise Refused(429, "The coach is busy with another review of yours, or with many; wait a moment.") from None
    return told(guest, found, seat)


async def asked(who: Visitor, guest: Guest, still: Session, seat: str) -> Underway:
    """Raises NotTaught or Crowded, and Refused for who has had his share. What is there already costs nothing."""
    rooms = guest.place.rooms
    known = await find(guest, seat)
    if known is not None and not known.trouble and known.check == still.course.check:
        return known
    new_review(still, seat)  # whether the coach was taught this
    await guest.place.need_quota("reviews", who)
    if not rooms.store.is_shared:
        return guest.place.reviews.begin(guest.room.source, still, seat, guest.person)
    wish = (guest.room.id, seat, guest.person, still.course.check)
    if not await asyncio.to_thread(rooms.people.reviews.ask, *wish, MOST_AT_ONCE):
        raise Crowded
    found = await find(guest, seat)
    return found or Underway(None, {}, still.course.check)


async def cancel(who: Visitor, game: str, seat: str) -> Review:
    """Stop a review that is being worked out."""
    guest = await entered(who, game, seat)
    known = await find(guest, seat)
    if known is not None and known.is_growing and guest.person != known.person:
        raise Refused(403, "Somebody else asked for this review; it is theirs to stop.")
    if guest.place.rooms.store.is_shared:
        await asyncio.to_thread(guest.place.rooms.people.reviews.cancel, game, seat)
    else:
        guest.place.reviews.cancel(game, seat)
    return told(guest, await find(guest, seat), seat)


def told(guest: Guest, found: Underway | None, seat: str) -> Review:
    number = guest.room.session.course.number
    if found is None:
        return Review(seat=seat, number=number, state="none")
    state = "growing" if found.is_growing else "stopped" if found.trouble else "done"
    stale = found.check != guest.room.session.course.check
    all_told = found.told()
    spoken = in_language(all_told, voice()) if "decisions" in all_told else all_told
    fields = {key: value for key, value in spoken.items() if key not in ("version", "done")}
    return msgspec.convert({**fields, "state": state, "stale": stale}, Review)
