"""Who sits where: links, sitting down, handing a seat on, getting up.

A held seat changes hands only by its holder. Every change happens under the room's lock, in the record and among the
holds, and whoever loses a right by it is shown out before anything else is sent.
"""

import asyncio

from fastapi import APIRouter, Response

from kurgan import bots
from kurgan.session.course import BOT, OPEN, PERSON
from kurgan.session.store import SeatRow
from kurgan.table import bodies, ids
from kurgan.table.door import (
    AtPlace,
    Person,
    Place,
    Refused,
    answer,
    guest,
    inside,
    link,
    need_maker,
    not_found,
    refusing,
    set_key,
    table_answer,
)
from kurgan.table.people import WATCH
from kurgan.table.rooms import Room, Rooms

seating = APIRouter(prefix="/api")

# Links ----------------------------------------------------------------------------------------------------------


@seating.post("/games/{game}/links/{seat}", tags=["seats"])
async def new_link(place: AtPlace, person: Person, game: str, seat: str) -> Response:
    """A new link for a seat that is free, for your own (to hand it on), or for watching; an older one stops working."""
    who = await guest(place, person, game, "")
    async with inside(place, who) as room:
        if seat not in who.mine:
            need_maker(who)
        if seat != WATCH and seat not in room.session.seats:
            raise Refused(404, "There is no such seat.")
        if await holder(place.rooms, room, seat) not in ("", person):
            raise Refused(409, "Somebody sits there; only who holds a seat can hand it on.")
        token = await asyncio.to_thread(place.rooms.store.give_seat, game, seat)
    return answer({"link": link(place, game, token)}, 201)


@seating.delete("/games/{game}/links/{seat}", tags=["seats"])
async def end_link(place: AtPlace, person: Person, game: str, seat: str) -> Response:
    """Take a link back that nobody has used; the one for watching together with everybody who came by it."""
    who = await guest(place, person, game, "")
    async with inside(place, who) as room:
        if seat not in who.mine:
            need_maker(who)
        if seat == WATCH:
            await place.rooms.reseat(room, lambda: place.rooms.people.leave(game, WATCH))
        await asyncio.to_thread(place.rooms.store.take_seat_back, game, seat)
    return answer({"ended": seat})


async def holder(rooms: Rooms, room: Room, seat: str) -> str:
    """Whose seat this is: also while a bot plays it for him. Nobody's where the record says that it is free."""
    if seat == WATCH or room.session.seats[seat].held == OPEN:
        return ""
    return next((h.person for h in await rooms.held(room.id) if h.seat == seat), "")


# Sitting down ---------------------------------------------------------------------------------------------------


@seating.post("/join", tags=["lobby"])
async def join(place: AtPlace, person: Person, body: bodies.Join) -> Response:
    """Exchange the secret of a link for a seat. The secret never stands in a path."""
    rooms = place.rooms
    key = ""
    found = await asyncio.to_thread(rooms.store.seat_of_token, body.secret)
    if found is None or found.game != body.game:
        raise Refused(404, "This link is not valid any more. Ask for a new one.")
    room = await rooms.room(found.game)
    if room is None:
        raise not_found()
    if not person:
        key, person = await asyncio.to_thread(rooms.people.new)
    name = ids.clean(body.name) or await asyncio.to_thread(rooms.people.name_of, person)
    await sit_down(place, room, found, person, name)
    response = answer({"game": found.game, "seat": "" if found.seat == WATCH else found.seat})
    if key:
        set_key(response, place, key)
    return response


async def sit_down(place: Place, room: Room, found: SeatRow, person: str, name: str) -> None:
    """Take the seat that a link is for; who sits there already simply gets in."""
    rooms, session = place.rooms, room.session

    def act() -> None:
        if found.seat != WATCH:
            session.hand(found.seat, PERSON, name)
        rooms.people.hold(found.game, found.seat, person)

    async with room.lock:
        if any(h.seat == found.seat and h.person == person for h in await rooms.held(found.game)):
            return
        with refusing():
            await rooms.reseat(room, act)


# Handing on -----------------------------------------------------------------------------------------------------


@seating.post("/games/{game}/hand", tags=["seats"])
async def hand(place: AtPlace, person: Person, game: str, body: bodies.Hand) -> Response:
    """Give your seat to a bot, take it back, or get up; who made the game does so with seats that nobody holds."""
    who = await guest(place, person, game, body.seat)
    rooms = place.rooms
    if body.held == BOT:
        try:
            bots.make(body.bot)
        except ValueError as error:
            raise Refused(422, str(error)) from None
    name = body.bot if body.held == BOT else await asyncio.to_thread(rooms.people.name_of, person)

    def act() -> None:
        who.room.session.hand(body.of, body.held, "" if body.held == OPEN else name)
        if body.held == OPEN or body.of not in who.mine:
            rooms.people.leave(game, body.of)
        if body.held == PERSON and body.of not in who.mine:
            rooms.people.hold(game, body.of, person)

    async with inside(place, who) as room:
        if body.of not in room.session.seats:
            raise Refused(404, "There is no such seat.")
        if body.of not in who.mine and (not who.is_maker or await holder(rooms, room, body.of)):
            raise Refused(403, "That seat is not yours to give.")
        room.trouble.pop(body.of, None)
        with refusing():
            await rooms.reseat(room, act)
    return await after_hand(place, person, game, body)


async def after_hand(place: Place, person: str, game: str, body: bodies.Hand) -> Response:
    """What is to be seen now; who got up may have no right to look any more."""
    left = body.held == OPEN and body.of == body.seat
    try:
        return await table_answer(place, await guest(place, person, game, "" if left else body.seat))
    except Refused:
        if not left:
            raise
        return answer({"left": body.of})
