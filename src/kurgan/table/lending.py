"""The seat of somebody who is away, lent to a bot until he comes back.

All other people at the table must agree; in a game of two the other one alone. Who lends sees nothing by it: the bot
plays from the seat's own view, and going back still needs the consent of who is away. Nobody chooses the bot, so that
nobody can choose a bad one.
"""

from fastapi import APIRouter, Response

from kurgan.session.replay import BOT, PERSON
from kurgan.table import bodies
from kurgan.table.access import AtPlace, Person, Refused, guest, inside, owner_of, refusing, table_answer
from kurgan.table.rooms import Room, Rooms

lending = APIRouter(prefix="/api")

LENT_BOT = "greedy"


@lending.post("/games/{game}/lend", tags=["seats"])
async def lend(place: AtPlace, person: Person, game: str, body: bodies.Lend) -> Response:
    """Agree that the seat of somebody who is away is lent to a bot until he comes back, or be against it."""
    who = await guest(place, person, game, body.seat)
    owner_of(who)
    rooms = place.rooms
    with refusing():
        async with inside(place, who) as room:
            if body.of not in room.session.seats:
                raise Refused(404, "There is no such seat.")
            if body.agree:
                await agree_to_lend(rooms, room, body.of, who.mine)
            else:
                room.lend = {}
                await rooms.publish(room, room.session.course.number)
    return await table_answer(place, who)


async def agree_to_lend(rooms: Rooms, room: Room, of: str, mine: list[str]) -> None:
    """Under the room's lock: when everybody else agrees the bot sits down; until then the proposal stands."""
    session = room.session
    away = await who_is_away(rooms, room, of, mine)
    agreed = {*mine, *(room.lend["agreed"] if room.lend.get("of") == of else ())}
    held = {h.seat: h.person for h in await rooms.held(room.id)}
    asked = [seat for seat, holder in session.seats.items() if holder.held == PERSON and held.get(seat) != away]
    missing = [seat for seat in asked if seat not in agreed]
    if missing:
        room.lend = {"of": of, "agreed": sorted(agreed & set(asked)), "missing": missing}
        await rooms.publish(room, session.course.number)
    else:
        await rooms.reseat(room, lambda: session.hand(of, BOT, LENT_BOT, lent=True))


async def who_is_away(rooms: Rooms, room: Room, of: str, mine: list[str]) -> str:
    """The person who holds this seat, if nobody has seen him for long; raises Refused otherwise."""
    session = room.session
    holder = next((h.person for h in await rooms.held(room.id) if h.seat == of), "")
    if session.outcome is not None:
        raise Refused(422, "The game is over.")
    if of in mine or not holder or session.seats[of].held != PERSON:
        raise Refused(422, "Only the seat of another person can be lent.")
    if room.is_here(holder):
        raise Refused(422, "Who holds that seat is here.", "", "not_away")
    left = rooms.away_seconds - room.seconds_away(holder)
    if left > 0:
        minutes = max(1, round(left / 60))
        raise Refused(422, f"Not away for long enough: the seat can be lent in {minutes} min.", "", "not_away")
    return holder
