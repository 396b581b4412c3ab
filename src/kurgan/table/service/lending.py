"""The seat of somebody who is away, lent to a bot until he comes back.

All other people at the table must agree; in a game of two the other one alone. Who lends sees nothing by it: the bot
plays from the seat's own view, and going back still needs the consent of who is away. Nobody chooses the bot, so that
nobody can choose a bad one. Where there are clocks, they say how long somebody may be away; and in a game that counts
nobody's bot loses it for him.
"""

import asyncio

from kurgan.session.replay import BOT, PERSON
from kurgan.table.model.replies import Lending, News
from kurgan.table.refusals import Refused, refusing
from kurgan.table.rooms.room import Room
from kurgan.table.service.place import Guest, Visitor, alone, enter
from kurgan.table.words import say

LENT_BOT = "greedy"
COUNTS = "A game that counts is played by who began it: no seat of it is lent."


async def lend(who: Visitor, game: str, seat: str, of: str, agree: bool, known: int = 0) -> News:
    """Agree that the seat of somebody who is away is lent to a bot until he comes back, or be against it."""
    guest = await enter(who, game, seat)
    guest.owner()
    with refusing():
        async with alone(guest) as room:
            if of not in room.session.seats:
                raise Refused(404, "There is no such seat.")
            if agree:
                return await agree_to_lend(guest, room, of, known)
            room.lend = Lending()
            return await who.place.rooms.publish(room, guest.eyes(known))


async def agree_to_lend(guest: Guest, room: Room, of: str, known: int) -> News:
    """Under the room's lock: when everybody else agrees the bot sits down; until then the proposal stands."""
    session, rooms = room.session, guest.place.rooms
    away = await who_is_away(guest, room, of)
    agreed = {*guest.mine, *(room.lend.agreed if room.lend.of == of else ())}
    held = {h.seat: h.person for h in await rooms.held(room.id)}
    asked = [seat for seat, holder in session.seats.items() if holder.held == PERSON and held.get(seat) != away]
    missing = [seat for seat in asked if seat not in agreed]
    if missing:
        room.lend = Lending(of, sorted(agreed & set(asked)), missing)
        return await rooms.publish(room, guest.eyes(known))
    before = session.course.number
    await rooms.reseat(room, lambda: session.hand(of, BOT, LENT_BOT, lent=True))
    return await asyncio.to_thread(rooms.news, room, guest.reader, before)


async def who_is_away(guest: Guest, room: Room, of: str) -> str:
    """The person who holds this seat, if nobody has seen him for long; raises Refused otherwise."""
    session, rooms = room.session, guest.place.rooms
    holder = next((h.person for h in await rooms.held(room.id) if h.seat == of), "")
    if session.outcome is not None:
        raise Refused(422, "The game is over.")
    if room.is_rated:
        raise Refused(422, COUNTS, "", "counts")
    if room.is_paced:
        raise Refused(422, "This game has clocks: when the time of that seat is out, you choose.", "", "has_clocks")
    if of in guest.mine or not holder or session.seats[of].held != PERSON:
        raise Refused(422, "Only the seat of another person can be lent.")
    away = await rooms.seconds_away(room, holder)
    if away is not None and away >= rooms.away_seconds:
        return holder
    if await asyncio.to_thread(rooms.people.is_hidden, holder):  # neither that he is here, nor since when he is not
        raise Refused(422, say("maybe_here", minutes=in_minutes(rooms.away_seconds)), "", "not_away")
    if away is None:
        raise Refused(422, "Who holds that seat is here.", "", "not_away")
    raise Refused(422, say("not_away", minutes=in_minutes(rooms.away_seconds - away)), "", "not_away")


def in_minutes(seconds: float) -> int:
    return max(1, round(seconds / 60))
