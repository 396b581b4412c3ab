"""Who sits where: links, sitting down, coming back, handing a seat on, getting up.

A held seat changes hands only by its holder. Every change happens under the room's lock, in the record and among the
holds, and whoever loses a right by it is shown out before anything else is sent.
"""

import asyncio

from fastapi import APIRouter, Request, Response

from kurgan import bots
from kurgan.kernel.protocol import Json
from kurgan.session.replay import BOT, DICE, OPEN, PERSON
from kurgan.session.store import SeatRow
from kurgan.table import bodies, ids
from kurgan.table.access import (
    AtPlace,
    Guest,
    Person,
    Place,
    Refused,
    answer,
    guest,
    inside,
    link,
    need_maker,
    refusing,
    set_key,
    table_answer,
)
from kurgan.table.hosts import visitor
from kurgan.table.identity import MAKER, WATCH
from kurgan.table.rooms import Room, Rooms

seating = APIRouter(prefix="/api")

WRONG_CODE = "This code does not open a seat of this game. A code works once; the newest one counts."

# Links ----------------------------------------------------------------------------------------------------------


@seating.post("/games/{game}/links/{seat}", tags=["seats"])
async def new_link(place: AtPlace, person: Person, game: str, seat: str) -> Response:
    """A new link for a seat that is free, for your own (to hand it on), or for watching; an older one stops working."""
    who = await guest(place, person, game, "")
    async with inside(place, who) as room:
        await need_to_give(place.rooms, room, who, seat)
        token = await asyncio.to_thread(place.rooms.store.give_seat, game, seat, "", person)
    return answer({"link": link(place, game, token)}, 201)


@seating.delete("/games/{game}/links/{seat}", tags=["seats"])
async def end_link(place: AtPlace, person: Person, game: str, seat: str) -> Response:
    """Take a link back that nobody has used; the one for watching together with everybody who came by it."""
    who = await guest(place, person, game, "")
    async with inside(place, who) as room:
        await need_to_give(place.rooms, room, who, seat)
        if seat == WATCH:
            await place.rooms.reseat(room, lambda: place.rooms.people.leave(game, WATCH))
        await asyncio.to_thread(place.rooms.store.take_seat_back, game, seat)
    return answer({"ended": seat})


async def need_to_give(rooms: Rooms, room: Room, who: Guest, seat: str) -> None:
    """Links are for who holds a seat; those of free seats and for watching are for who made the game."""
    if seat not in who.mine:
        need_maker(who)
    if seat != WATCH and seat not in room.session.seats:
        raise Refused(404, "There is no such seat.")
    if await holder(rooms, room, seat) not in ("", who.person):
        raise Refused(409, "Somebody sits there; only who holds a seat can hand it on.", "", "held")


async def holder(rooms: Rooms, room: Room, seat: str) -> str:
    """Whose seat this is: also while a bot plays it for him. Nobody's where the record says that it is free."""
    if seat == WATCH or room.session.seats[seat].held == OPEN:
        return ""
    return next((h.person for h in await rooms.held(room.id) if h.seat == seat), "")


# Sitting down ---------------------------------------------------------------------------------------------------


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


@seating.post("/join/look", tags=["lobby"])
async def look(place: AtPlace, person: Person, body: bodies.Look) -> Response:
    """What a link is for, before one sits down with it: game, side, who invites, and what to know of the dice."""
    found, room = await read_link(place, body.game, body.secret)
    async with room.lock:
        yours = await is_seated(place.rooms, found, person)
        shown = await asyncio.to_thread(invitation, place.rooms, room, found)
    return answer({**shown, "yours": yours})


def invitation(rooms: Rooms, room: Room, found: SeatRow) -> Json:
    """Public facts only: who has the link need not be a player."""
    session = room.session
    scenario = next((s.title for s in session.game.scenarios() if s.name == session.header["scenario"]), "")
    seats = rooms.seats(room)
    giver = found.giver or next((h.person for h in rooms.people.held(found.game) if h.seat == MAKER), "")
    return {
        "game": found.game,
        "name": room.name,
        "title": room.face["title"] or session.game.title,
        "scenario": scenario or session.header["scenario"],
        "seat": "" if found.seat == WATCH else found.seat,
        "label": next((seat["label"] for seat in seats if seat["name"] == found.seat), ""),
        "inviter": rooms.people.name_of(giver),
        "over": session.outcome is not None,
        "decided": any(seat != DICE for _, seat in session.holding()),
        "turn": room.turn(),
        "others": [seat for seat in seats if seat["name"] != found.seat],
        "dice": session.fairness(),
    }


@seating.post("/join", tags=["lobby"])
async def join(place: AtPlace, person: Person, body: bodies.Join) -> Response:
    """Exchange the secret of a link for a seat, once. The secret never stands in a path."""
    rooms = place.rooms
    key = ""
    found, room = await read_link(place, body.game, body.secret)
    if not person:
        key, person = await asyncio.to_thread(rooms.people.new)
    name = ids.clean(body.name) or await asyncio.to_thread(rooms.people.name_of, person)
    code = await sit_down(place, room, body, person, name)
    return with_key(
        place, key, {"game": found.game, "seat": "" if found.seat == WATCH else found.seat, "recovery": code}
    )


async def sit_down(place: Place, room: Room, body: bodies.Join, person: str, name: str) -> str:
    """Take the seat that a link is for, and a recovery code for it; who sits there already simply gets in."""
    rooms, session = place.rooms, room.session
    async with room.lock:
        found, _ = await read_link(place, body.game, body.secret)  # it may have been spent while we waited
        if await is_seated(rooms, found, person):
            return ""

        def act() -> None:
            if found.seat != WATCH:
                session.hand(found.seat, PERSON, name)
                session.forget_orders(found.seat)
            rooms.people.hold(found.game, found.seat, person, body.secret)

        with refusing():
            await rooms.reseat(room, act)
        return await asyncio.to_thread(rooms.people.new_code, found.game, person) if found.seat != WATCH else ""


def with_key(place: Place, key: str, data: Json) -> Response:
    """An answer that carries the cookie of somebody who had none."""
    response = answer(data)
    if key:
        set_key(response, place, key)
    return response


# Coming back ----------------------------------------------------------------------------------------------------


@seating.post("/games/{game}/recovery", tags=["seats"])
async def new_recovery(place: AtPlace, person: Person, game: str) -> Response:
    """A new recovery code for all that you hold in this game; it is shown once, and an older one stops working."""
    who = await guest(place, person, game, "")
    if not place.seat_rate.take(f"recovery {game} {person}"):
        raise Refused(429, "Too many codes at once; wait a moment.")
    async with inside(place, who):
        if not who.mine and not who.is_maker:
            raise Refused(403, "Who only watches has nothing to recover.")
        code = await asyncio.to_thread(place.rooms.people.new_code, game, person)
    return answer({"recovery": code}, 201)


@seating.post("/recover", tags=["lobby"])
async def recover(request: Request, place: AtPlace, person: Person, body: bodies.Recover) -> Response:
    """Get back what a recovery code is for: in this browser from now on, and in the old one no more."""
    rooms = place.rooms
    if not place.code_rate.take(visitor(request.scope)):
        raise Refused(429, "Too many tries; wait a minute.")
    room = None
    if ids.is_game(body.game) and await asyncio.to_thread(rooms.people.is_code, body.game, body.code):
        room = await rooms.room(body.game)
    if room is None:
        raise Refused(404, WRONG_CODE)
    key = ""
    if not person:
        key, person = await asyncio.to_thread(rooms.people.new)
    found: list[str] = []
    async with room.lock:
        await rooms.reseat(room, lambda: found.extend(rooms.people.recover(body.game, body.code, person)))
        if not found:  # somebody was quicker with it
            raise Refused(404, WRONG_CODE)
        code = await asyncio.to_thread(rooms.people.new_code, body.game, person)
    seats = [seat for seat in room.session.seat_names if seat in found]
    with refusing():
        await rooms.welcome(room, person, seats)
    return with_key(place, key, {"game": body.game, "seats": seats, "recovery": code})


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
