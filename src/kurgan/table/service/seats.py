"""Who sits where: links, sitting down, coming back, handing a seat on, getting up.

A held seat changes hands only by its holder. Every change happens under the room's lock, in the record and among the
holds, and whoever loses a right by it is shown out before anything else is sent.
"""

import asyncio
from typing import NamedTuple

from kurgan import bots
from kurgan.session.replay import BOT, DICE, OPEN, PERSON
from kurgan.session.rows import SeatRow
from kurgan.table import ids
from kurgan.table.model import lobby_replies, replies
from kurgan.table.refusals import Refused, refusing
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.room import Room
from kurgan.table.service.place import Guest, Place, Visitor, alone, enter, inside
from kurgan.table.shown import seat_view
from kurgan.table.storage import MAKER, WATCH

WRONG_CODE = "This code does not open a seat of this game. A code works once; the newest one counts."

# Links ----------------------------------------------------------------------------------------------------------


async def new_link(who: Visitor, game: str, seat: str) -> lobby_replies.Link:
    """A new link for a seat that is free, for your own (to hand it on), or for watching; an older one stops working."""
    guest = await enter(who, game)
    async with inside(guest) as room:
        await need_to_give(guest, room, seat)
        if seat in guest.mine:
            need_to_stay(room)
        token = await asyncio.to_thread(who.place.rooms.store.give_seat, game, seat, "", guest.person)
    return lobby_replies.Link(who.place.link(game, token))


async def end_link(who: Visitor, game: str, seat: str) -> lobby_replies.Ended:
    """Take a link back that nobody has used; the one for watching together with everybody who came by it."""
    guest = await enter(who, game)
    rooms = who.place.rooms
    async with alone(guest) as room:
        await need_to_give(guest, room, seat)
        if seat == WATCH:
            await rooms.reseat(room, lambda: rooms.people.leave(game, WATCH))
        await asyncio.to_thread(rooms.store.take_seat_back, game, seat)
    return lobby_replies.Ended(seat)


async def need_to_give(guest: Guest, room: Room, seat: str) -> None:
    """Links are for who holds a seat; those of free seats and for watching are for who made the game."""
    if seat not in guest.mine:
        guest.need_maker()
    if seat != WATCH and seat not in room.session.seats:
        raise Refused(404, "There is no such seat.")
    if await holder(guest.place.rooms, room, seat) not in ("", guest.person):
        raise Refused(409, "Somebody sits there; only who holds a seat can hand it on.", "", "held")


async def holder(rooms: Rooms, room: Room, seat: str) -> str:
    """Whose seat this is: also while a bot plays it for him. Nobody's where the record says that it is free."""
    if seat == WATCH or room.session.seats[seat].held == OPEN:
        return ""
    return next((h.person for h in await rooms.held(room.id) if h.seat == seat), "")


# Sitting down ---------------------------------------------------------------------------------------------------


class Keyed(NamedTuple):
    """A seat that was taken; the key of somebody who had none goes into a cookie."""

    seated: lobby_replies.Seated
    key: str


async def read_link(place: Place, game: str, secret: str) -> tuple[SeatRow, Room]:
    """The link with this secret, and the room of its game."""
    found = await asyncio.to_thread(place.rooms.store.seat_of_token, secret)
    room = await place.rooms.room(found.game) if found is not None and found.game == game else None
    if found is None or room is None:
        raise Refused(404, "This link is not valid any more. Ask for a new one.")
    return found, room


async def is_seated(rooms: Rooms, found: SeatRow, person: str) -> bool:
    """Whether this person has what the link is for already; raises Refused where it can not be had by it."""
    if any(h.seat == found.seat and h.person == person for h in await rooms.held(found.game)):
        return True
    room = await rooms.room(found.game)
    if found.spent_by:
        raise Refused(409, "Somebody has sat down with this link already. Ask for a new one.", "", "spent")
    if room is not None and await holder(rooms, room, found.seat) not in ("", found.giver):
        raise Refused(409, "Somebody sits there; only who holds a seat can hand it on.", "", "held")
    return False


async def look(who: Visitor, game: str, secret: str) -> lobby_replies.Invitation:
    """What a link is for, before one sits down with it: game, side, who invites, and what to know of the dice."""
    who.place.house.need_welcome(who.person)
    found, room = await read_link(who.place, game, secret)
    rooms = who.place.rooms
    async with room.lock:
        await rooms.refresh(room)
        yours = await is_seated(rooms, found, who.person)
        return await asyncio.to_thread(invitation, rooms, room, found.seat, found.giver, yours)


def invitation(rooms: Rooms, room: Room, seat: str, giver: str, yours: bool) -> lobby_replies.Invitation:
    """Public facts only: who has the link need not be a player. Who gave none: who made the game invites."""
    session = room.session
    played = next((s for s in session.game.scenarios() if s.name == session.header["scenario"]), None)
    seats, face = rooms.seats(room), rooms.face_of(room)
    giver = giver or next((h.person for h in rooms.people.held(room.id) if h.seat == MAKER), "")
    return lobby_replies.Invitation(
        game=room.id,
        name=room.name,
        title=session.game.named(face["title"] or session.game.title),
        scenario=played.title if played else session.header["scenario"],
        seat="" if seat == WATCH else seat,
        label=next((one.label for one in seats if one.name == seat), ""),
        inviter=rooms.people.name_of(giver),
        over=session.outcome is not None,
        decided=any(seat != DICE for _, seat in session.holding()),
        turn=room.turn(),
        about=played.about if played else "",
        tags=face["tags"],
        others=[one for one in seats if one.name != seat],
        dice=seat_view.dice(session),
        yours=yours,
        clock=rooms.clock(room),
        rated=room.is_rated,
    )


async def join(who: Visitor, game: str, secret: str, name: str) -> Keyed:
    """Exchange the secret of a link for a seat, once. The secret never stands in a path."""
    people = who.place.rooms.people
    who.place.house.need_welcome(who.person)
    found, room = await read_link(who.place, game, secret)
    key, person = ("", who.person) if who.person else await asyncio.to_thread(people.new)
    name = ids.clean(name) or await asyncio.to_thread(people.name_of, person)
    code = await sit_down(who.place, room, secret, person, name)
    return Keyed(lobby_replies.Seated(found.game, "" if found.seat == WATCH else found.seat, code), key)


async def sit_down(place: Place, room: Room, secret: str, person: str, name: str) -> str:
    """Take the seat that a link is for, and a recovery code for it; who sits there already simply gets in."""
    rooms, session = place.rooms, room.session
    async with rooms.alone_in(room):
        found, _ = await read_link(place, room.id, secret)  # it may have been spent while we waited
        if await is_seated(rooms, found, person):
            return ""
        if found.seat == WATCH:
            await need_room_to_watch(place, room)

        def act() -> None:
            if found.seat != WATCH:
                session.hand(found.seat, PERSON, name)
                session.forget_orders(found.seat)
            rooms.people.hold(found.game, found.seat, person, secret)

        with refusing():
            await rooms.reseat(room, act)
        return await asyncio.to_thread(rooms.people.new_code, found.game, person) if found.seat != WATCH else ""


async def need_room_to_watch(place: Place, room: Room) -> None:
    watching = sum(h.seat == WATCH for h in await place.rooms.held(room.id))
    if place.quotas.watchers and watching >= place.quotas.watchers:
        raise Refused(422, "As many watch this game as may.", "", "quota")


# Coming back ----------------------------------------------------------------------------------------------------


class Returned(NamedTuple):
    """What a recovery code gave back; the key of somebody who had none goes into a cookie."""

    recovered: lobby_replies.Recovered
    key: str


async def new_recovery(who: Visitor, game: str) -> lobby_replies.Recovery:
    """A new recovery code for all that you hold in this game; it is shown once, and an older one stops working."""
    guest = await enter(who, game)
    if not who.place.seat_rate.take(f"recovery {game} {guest.person}"):
        raise Refused(429, "Too many codes at once; wait a moment.")
    async with inside(guest):
        if not guest.mine and not guest.is_maker:
            raise Refused(403, "Who only watches has nothing to recover.")
        return lobby_replies.Recovery(await asyncio.to_thread(who.place.rooms.people.new_code, game, guest.person))


async def recover(who: Visitor, game: str, code: str) -> Returned:
    """Get back what a recovery code is for: in this browser from now on, and in the old one no more. Who is banned gets
    nothing back, in whatever browser."""
    rooms = who.place.rooms
    people = rooms.people
    who.place.house.need_welcome(who.person)
    if not await who.place.may(who.place.code_rate, who.address):
        raise Refused(429, "Too many tries; wait a minute.")
    whose = await asyncio.to_thread(people.of_code, game, code) if ids.is_game(game) else ""
    who.place.house.need_welcome(whose)
    room = await rooms.room(game) if whose else None
    if room is None:
        raise Refused(404, WRONG_CODE)
    key, person = ("", who.person) if who.person else await asyncio.to_thread(people.new)
    found: list[str] = []
    async with rooms.alone_in(room):
        await rooms.reseat(room, lambda: found.extend(people.recover(game, code, person)))
        if not found:  # somebody was quicker with it
            raise Refused(404, WRONG_CODE)
        next_code = await asyncio.to_thread(people.new_code, game, person)
    seats = [seat for seat in room.session.seat_names if seat in found]
    with refusing():
        await rooms.welcome(room, person, seats)
    return Returned(lobby_replies.Recovered(game, seats, next_code), key)


# Handing on -----------------------------------------------------------------------------------------------------


async def hand(who: Visitor, game: str, seat: str, of: str, held: str, bot: str) -> replies.News | replies.Left:
    """Give your seat to a bot, take it back, or get up; who made the game does so with seats that nobody holds."""
    guest = await enter(who, game, seat)
    if held == BOT:
        try:
            bots.make(bot)
        except ValueError as error:
            raise Refused(422, str(error)) from None
    async with alone(guest) as room:
        before = room.session.course.number
        await hand_inside(guest, room, of, held, bot)
    left = held == OPEN and of == seat
    try:
        guest = await enter(who, game, "" if left else seat)
        async with inside(guest) as room:
            return await asyncio.to_thread(who.place.rooms.news, room, guest.reader, before)
    except Refused:  # who got up may have no right to look any more
        if not left:
            raise
        return replies.Left(of)


def need_to_stay(room: Room) -> None:
    """Nobody avoids a loss in a game that counts by leaving it to somebody else."""
    if room.is_rated and room.session.outcome is None and len(room.session.seats) > 1:
        raise Refused(422, "A game that counts is played to its end by who began it; you can resign.")


async def hand_inside(guest: Guest, room: Room, of: str, held: str, bot: str) -> None:
    rooms, people, person, mine = guest.place.rooms, guest.place.rooms.people, guest.person, list(guest.mine)
    if of not in room.session.seats:
        raise Refused(404, "There is no such seat.")
    if of not in mine and (not guest.is_maker or await holder(rooms, room, of)):
        raise Refused(403, "That seat is not yours to give.")
    if of in mine:
        need_to_stay(room)
    name = bot if held == BOT else await asyncio.to_thread(people.name_of, person)
    room.trouble.pop(of, None)

    def act() -> None:
        if held == OPEN or of not in mine:  # first the right ends, so that nothing is told on it at another process
            people.leave(room.id, of)
        room.session.hand(of, held, "" if held == OPEN else name)
        people.invitations.end(room.id, of)
        if held == PERSON and of not in mine:
            people.hold(room.id, of, person)

    with refusing():
        await rooms.reseat(room, act)
