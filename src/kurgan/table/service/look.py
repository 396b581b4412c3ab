"""Looking at one game: the table, the log, the past, reasons and chances."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import structs

from kurgan import bots, odds
from kurgan.kernel.protocol import Company, IllegalAction, Misspelt
from kurgan.session.seen import NotAllowed, Seen
from kurgan.session.session import Session
from kurgan.table.model import replies
from kurgan.table.model.scene import About, Charts, Face, FaceBar, FaceFact
from kurgan.table.refusals import Refused
from kurgan.table.rooms.room import Room
from kurgan.table.service.place import Guest, Visitor, at_desk, enter, inside, looking, wishing
from kurgan.table.shown import luck, seat_view
from kurgan.table.words import say, translated

LONG_LOG = 1000
"""Lines of a log that are made while others wait; a longer one is made at the desk."""

LONGEST_RULE = 20

MOST_TOGETHER = 12
"""Pieces that are looked at for one order."""

# The table ------------------------------------------------------------------------------------------------------


async def table(who: Visitor, game: str, seat: str) -> replies.Look:
    """Everything one seat may see now: position, question, legal answers; and what is this person's only."""
    guest = await enter(who, game, seat)
    return await looking(guest, lambda: look_of(guest))


def look_of(guest: Guest) -> replies.Look:
    return replies.Look(
        **structs.asdict(guest.place.rooms.table(guest.room, guest.reader)),
        mine=guest.mine,
        maker=guest.is_maker,
        seen=guest.seen,
        recovery=guest.has_code,
    )


async def news(who: Visitor, game: str, seat: str, after: int) -> replies.News:
    """What somebody missed who holds the table of a number."""
    guest = await enter(who, game, seat)
    return await looking(guest, lambda: guest.place.rooms.missed(guest.room, guest.reader, after))


async def face(who: Visitor, game: str) -> Face:
    guest = await enter(who, game)
    return await asyncio.to_thread(guest.place.rooms.face_of, guest.room)


async def charts(who: Visitor, game: str) -> Charts:
    guest = await enter(who, game)
    return await asyncio.to_thread(lambda: msgspec.convert(guest.room.session.game.charts(), Charts))


async def rule(who: Visitor, game: str, number: str) -> replies.RuleText:
    """A paragraph in our words."""
    guest = await enter(who, game)
    number = number[:LONGEST_RULE]
    return replies.RuleText(number, "", guest.room.session.game.rule_text(number))


# The past -------------------------------------------------------------------------------------------------------


async def log(who: Visitor, game: str, seat: str, after: int) -> replies.Log:
    """What happened after a line, as this seat may read it."""
    guest = await enter(who, game, seat)
    room = guest.room
    if room.session.number - after > LONG_LOG:
        return replies.Log(await at_desk(guest, lambda still: seat_view.log(still, guest.seat, after)))
    return replies.Log(await looking(guest, lambda: room.log(guest.reader, after)))


async def turns(who: Visitor, game: str) -> replies.TimeLine:
    """The time line: where turns begin, and how the tracks stood on the way."""
    guest = await enter(who, game)
    return await at_desk(guest, guest.room.turns)


async def moment(who: Visitor, game: str, seat: str, number: int) -> replies.Moment:
    """The position after a line, as this seat saw it then."""
    guest = await enter(who, game, seat)
    return await at_desk(guest, lambda still: seat_view.moment(still, number, guest.seat))


async def apart(who: Visitor, game: str, seat: str, other: str) -> replies.Apart:
    """Whether two seats of yours see other things: then a curtain falls between them on one screen."""
    guest = await enter(who, game, seat)
    async with inside(guest) as room:
        if not seat or other not in guest.mine:
            raise Refused(403, "That is not your seat.")
        return replies.Apart(await asyncio.to_thread(seat_view.apart, room.session, seat, other))


# Reasons and chances --------------------------------------------------------------------------------------------


async def why(who: Visitor, game: str, seat: str, place: str, piece: str, number: int) -> replies.Why:
    """Why a place or a piece may not be chosen now."""
    guest = await enter(who, game, seat)
    session = guest.room.session
    found = await looking(guest, lambda: seat_view.why(session.seen(guest.seat), place, piece))
    return replies.Why(found, number)


async def chances(who: Visitor, game: str, seat: str) -> replies.Chances:
    """The chances of the fight under way, as this seat may know them."""
    guest = await enter(who, game, seat)
    face = await asyncio.to_thread(guest.place.rooms.face_of, guest.room)
    return replies.Chances(
        await at_desk(guest, lambda s: seat_view.chances(s.seen(guest.seat), face["bars"], face["facts"]))
    )


async def likely(who: Visitor, game: str, seat: str, number: int) -> replies.Likely:
    """How likely the end of the fight was that ended with this line."""
    guest = await enter(who, game, seat)
    return replies.Likely(await at_desk(guest, lambda s: luck.likely(s, number, guest.seat)))


async def chances_after(who: Visitor, game: str, seat: str, action: str) -> replies.Chances:
    """The chances of the fight if the question were answered so: what a declaration or a support would change. Several
    answers in a row are apart by semicolons."""
    guest = await enter(who, game, seat)
    face = await asyncio.to_thread(guest.place.rooms.face_of, guest.room)
    return replies.Chances(
        await at_desk(guest, lambda s: after(s.seen(guest.seat), action, face["bars"], face["facts"]))
    )


def after(seen: Seen, said: str, spec: list[FaceBar], facts: list[FaceFact]) -> replies.Odds | None:
    """None where the seat is not asked, the answers are none, or no fight follows. A fight that is over before dice
    fall has no bars: its note says what comes of it."""
    if not seen.is_asked:
        return None
    try:
        given = seen.rehearse([text.strip() for text in said.split(";")])
    except (Misspelt, IllegalAction, NotAllowed):
        return None
    answers = [step.answer for step in given]
    found = odds.after(seen.game, seen.view, answers)
    if found is not None:
        return seat_view.told(found, spec, facts)
    note = " ".join(seen.game.sentence(event) for event in odds.instead(seen.game, seen.view, answers))
    return seat_view.without_dice(note) if note else None


async def hint(who: Visitor, game: str, seat: str) -> replies.Hint:
    """What the bot would do, and why."""
    guest = await enter(who, game, seat)
    check_advice(guest.room)
    if guest.room.session.awaited != guest.owner():
        raise Refused(422, "You are not asked anything now.")
    try:
        async with wishing(guest.place.desk, guest.person, each=1):
            found = await advised(guest)
        async with inside(guest):
            return found
    except (bots.Overrun, bots.WorkerFailed) as error:
        raise Refused(503, say("no_advice", why=translated(str(error)))) from None


def check_advice(room: Room) -> None:
    """Ratings say who plays well, not whose adviser does."""
    if room.is_rated and room.session.outcome is None:
        raise Refused(403, "This game counts: there is no advice before it is over.")


async def advised(guest: Guest) -> replies.Hint:
    """What the greedy bot would do here, and why, from this seat's view."""
    rooms, room, session = guest.place.rooms, guest.room, guest.room.session
    async with room.lock:
        number, seen = session.number, session.seen(guest.seat)
        view, legal = seen.view.to_json(), list(seen.legal())
    asked = bots.question(room.source, "greedy", f"hint {room.id}", view, legal)
    told = {**asked, "language": guest.language}
    reply = await asyncio.wrap_future(rooms.bot_play.pool.hint(told, rooms.bot_play.seconds))
    async with room.lock:
        if session.number != number:
            return replies.Hint([], [], [], [])
        return await asyncio.to_thread(lambda: seat_view.advice(seen, reply, rooms.face_of(room)["bars"]))


# Help on the map ------------------------------------------------------------------------------------------------


async def far_places(who: Visitor, game: str, seat: str, pieces: Sequence[str], together: bool) -> replies.Routes:
    """Places that a march can reach, each with the answers that lead there; nothing where no march is asked for."""
    guest = await enter(who, game, seat)
    return await at_desk(guest, lambda still: routes(still, guest.seat, pieces, together))


def routes(session: Session, seat: str, pieces: Sequence[str] = (), together: bool = False) -> replies.Routes:
    seen = session.seen(seat)
    company = seen.set_out(pieces[:MOST_TOGETHER], together) if pieces else Company((), (), tuple(seen.routes()))
    return replies.Routes(
        session.number,
        [replies.Route(r.place, r.piece, list(r.actions), list(r.places), r.cost, r.attack) for r in company.routes],
        list(company.pieces),
        list(company.named),
    )


async def what_is_there(who: Visitor, game: str, seat: str, place: str) -> About:
    """Facts about a place and lines to draw for it, such as the radius of a headquarters."""
    guest = await enter(who, game, seat)
    session = guest.room.session
    return await looking(guest, lambda: about(session.seen(guest.seat), place))


def about(seen: Seen, place: str) -> About:
    told = seen.about(place)
    return {"facts": told.get("facts", []), "lines": told.get("lines", [])}
