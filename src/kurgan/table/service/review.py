"""The coach at the table: reviews of a game through the eyes of one seat."""

import asyncio

import msgspec

from kurgan import bots
from kurgan.session.snapshot import snapshot
from kurgan.table.learning.reviews import Crowded, Underway
from kurgan.table.model.review import Review
from kurgan.table.refusals import Refused
from kurgan.table.service.place import Guest, Visitor, enter, inside


async def entered(who: Visitor, game: str, seat: str) -> Guest:
    """Somebody who may read the review of this seat: who sits there, or anybody at the table after the end."""
    guest = await enter(who, game)
    session = guest.room.session
    if seat not in session.seat_names:
        raise Refused(422, f"Whose review? Seats are {', '.join(session.seat_names)}.")
    if seat not in guest.mine and session.outcome is None:
        raise Refused(403, "Other seats can be reviewed when the game is over: their reviews tell what they knew.")
    return guest


async def review(who: Visitor, game: str, seat: str) -> Review:
    """The review as far as it has grown; ``state`` says whether there is one."""
    guest = await entered(who, game, seat)
    found = guest.place.reviews.find(guest.room.session, seat)
    return told(guest, found, seat)


async def begin(who: Visitor, game: str, seat: str) -> Review:
    """Ask the coach for a review of the game as it is now."""
    guest = await entered(who, game, seat)
    async with inside(guest) as room:
        still = await asyncio.to_thread(snapshot, room.session)
    try:
        found = guest.place.reviews.begin(guest.room.source, still, seat, guest.person)
    except bots.NotTaught as error:
        raise Refused(422, f"{str(error)[:1].upper()}{str(error)[1:]}.", "", "not_taught") from None
    except Crowded:
        raise Refused(429, "The coach is busy with another review of yours, or with many; wait a moment.") from None
    return told(guest, found, seat)


async def cancel(who: Visitor, game: str, seat: str) -> Review:
    """Stop a review that is being worked out."""
    guest = await entered(who, game, seat)
    known = guest.place.reviews.find(guest.room.session, seat)
    if known is not None and known.is_growing and guest.person != known.person:
        raise Refused(403, "Somebody else asked for this review; it is theirs to stop.")
    guest.place.reviews.cancel(game, seat)
    return told(guest, guest.place.reviews.find(guest.room.session, seat), seat)


def told(guest: Guest, found: Underway | None, seat: str) -> Review:
    number = guest.room.session.course.number
    if found is None:
        return Review(seat=seat, number=number, state="none")
    state = "growing" if found.is_growing else "stopped" if found.trouble else "done"
    stale = found.check != guest.room.session.course.check
    fields = {key: value for key, value in found.told().items() if key not in ("version", "done")}
    return msgspec.convert({**fields, "state": state, "stale": stale}, Review)
