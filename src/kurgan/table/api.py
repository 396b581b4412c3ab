"""One game over REST: looking, deciding, taking back. All calls are in docs/reference/api.md and /api/openapi.json."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi import Path as PathParameter

from kurgan import bots
from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.table import bodies, ids, seat_view
from kurgan.table.access import (
    AtPlace,
    Guest,
    Person,
    Place,
    Refused,
    SeatQuery,
    answer,
    at_desk,
    cached,
    changing,
    guest,
    inside,
    is_alone,
    need_maker,
    owner_of,
    refusing,
    sat_at_by_people,
    table_answer,
    wishing,
)
from kurgan.table.identity import MAKER
from kurgan.table.rooms import Room, Rooms

api = APIRouter(prefix="/api")

LineQuery = Annotated[int, Query(ge=0, le=bodies.MOST_NUMBER)]
LinePath = Annotated[int, PathParameter(ge=0, le=bodies.MOST_NUMBER)]

LONG_LOG = 1000
"""Lines of a log that are made while others wait; a longer one is made at the desk."""

# One game -------------------------------------------------------------------------------------------------------


@api.get("/games/{game}", tags=["game"])
async def table(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """Everything one seat may see now: position, question, legal answers."""
    who = await guest(place, person, game, seat)
    return await table_answer(place, who)


@api.patch("/games/{game}", tags=["game"])
async def rename(place: AtPlace, person: Person, game: str, body: bodies.Rename) -> Response:
    who = await guest(place, person, game, "")
    need_maker(who)
    name = ids.clean(body.name)
    await asyncio.to_thread(place.rooms.store.name_game, game, name)
    who.room.name = name
    return answer({"name": name})


@api.delete("/games/{game}", tags=["game"])
async def remove(place: AtPlace, person: Person, game: str) -> Response:
    who = await guest(place, person, game, "")
    need_maker(who)
    async with inside(place, who) as room:
        await place.rooms.delete(room)
    return answer({"deleted": game})


@api.get("/games/{game}/face", tags=["game"])
async def game_face(place: AtPlace, person: Person, game: str) -> Response:
    return cached(answer((await guest(place, person, game, "")).room.face))


@api.get("/games/{game}/charts", tags=["game"])
async def charts(place: AtPlace, person: Person, game: str) -> Response:
    who = await guest(place, person, game, "")
    return cached(answer(await asyncio.to_thread(who.room.session.game.charts)))


@api.get("/games/{game}/rules/{number}", tags=["game"])
async def rule(place: AtPlace, person: Person, game: str, number: str) -> Response:
    """A paragraph in our words."""
    who = await guest(place, person, game, "")
    text = who.room.session.game.rule_text(number[:20])
    return cached(answer({"number": number[:20], "title": "", "text": text}))


@api.get("/games/{game}/log", tags=["game"])
async def log(place: AtPlace, person: Person, game: str, seat: SeatQuery = "", after: LineQuery = 0) -> Response:
    """What happened after a line, as this seat may read it."""
    who = await guest(place, person, game, seat)
    if who.room.session.number - after > LONG_LOG:
        fights = who.room.face.get("fights")
        return answer({"lines": await at_desk(place, who, lambda game: seat_view.log(game, who.seat, after, fights))})
    async with inside(place, who):
        lines = await asyncio.to_thread(who.room.log, who.seat, after)
    return answer({"lines": lines})


@api.get("/games/{game}/turns", tags=["game"])
async def turns(place: AtPlace, person: Person, game: str) -> Response:
    """The time line: where turns begin, and how the tracks stood on the way."""
    who = await guest(place, person, game, "")
    return answer(await at_desk(place, who, lambda game: kept_turns(who.room, game)))


def kept_turns(room: Room, session: Session) -> Json:
    """Made once for all who ask, until the game goes on."""
    return room.kept.get("turns", session.number, lambda: seat_view.turns(session))


@api.get("/games/{game}/apart", tags=["game"])
async def apart(place: AtPlace, person: Person, game: str, seat: SeatQuery, other: SeatQuery) -> Response:
    """Whether two seats of yours see other things: then a curtain falls between them on one screen."""
    who = await guest(place, person, game, seat)
    async with inside(place, who):
        if not seat or other not in who.mine:
            raise Refused(403, "That is not your seat.")
        found = await asyncio.to_thread(seat_view.apart, who.room.session, seat, other)
    return answer({"apart": found})


@api.get("/games/{game}/moment/{number}", tags=["game"])
async def moment(place: AtPlace, person: Person, game: str, number: LinePath, seat: SeatQuery = "") -> Response:
    """The position after a line, as this seat saw it then."""
    who = await guest(place, person, game, seat)
    return answer(await at_desk(place, who, lambda game: seat_view.moment(game, number, who.seat)))


@api.get("/games/{game}/why", tags=["game"])
async def why(
    place: AtPlace,
    person: Person,
    game: str,
    seat: SeatQuery = "",
    place_: Annotated[str, Query(alias="place", max_length=40)] = "",
    piece: Annotated[str, Query(max_length=80)] = "",
    number: LineQuery = 0,
) -> Response:
    """Why a place or a piece may not be chosen now."""
    who = await guest(place, person, game, seat)
    async with inside(place, who):
        session = who.room.session
        found = await asyncio.to_thread(lambda: seat_view.why(session.seen(who.seat), place_, piece))
    return answer({"refusal": found, "number": number})


@api.get("/games/{game}/odds", tags=["game"])
async def chances(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """The chances of the fight under way, as this seat may know them."""
    who = await guest(place, person, game, seat)
    face = who.room.face
    found = await at_desk(place, who, lambda s: seat_view.chances(s.seen(who.seat), face["bars"], face["facts"]))
    return answer({"odds": found})


@api.get("/games/{game}/hint", tags=["game"])
async def hint(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """What the bot would do, and why."""
    who = await guest(place, person, game, seat)
    if who.room.session.awaited != owner_of(who):
        raise Refused(422, "You are not asked anything now.")
    try:
        async with wishing(place, person, each=1):
            found = await place.rooms.hint(who.room, who.seat)
        async with inside(place, who):
            return answer(found)
    except (bots.Overrun, bots.WorkerFailed) as error:
        raise Refused(503, f"The bot has no advice: {error}") from None


@api.post("/games/{game}/answers", tags=["game"])
async def decide(place: AtPlace, person: Person, game: str, body: bodies.Answers) -> Response:
    """Answer the question of this number; a stale number is refused with 409 and changes nothing."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    if not place.seat_rate.take(f"{game} {seat}"):
        raise Refused(429, "Too many answers at once; wait a moment.")
    session = who.room.session
    await changing(place, who, lambda: session.act(seat, body.actions, body.number))
    return await table_answer(place, who)


@api.post("/games/{game}/undo", tags=["game"])
async def undo(place: AtPlace, person: Person, game: str, body: bodies.Undo) -> Response:
    """Take back one step, the whole turn, or go back to a number; past dice only alone or with the others' consent."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    try:
        if body.to:
            await changing(place, who, lambda: session.rewind(seat, body.to))
        else:
            await changing(place, who, lambda: session.undo(seat, 1, body.turn))
    except Refused as refused:
        if "must agree" not in str(refused.detail):
            raise
        await wish(place, who, body.to)
    return await table_answer(place, who)


async def wish(place: Place, who: Guest, to: int) -> None:
    """Ask the others whether this seat may go back; they are told if everything hidden was shown before."""
    async with inside(place, who) as room:
        back = to or max((number for number, seat in room.session.holding() if seat == who.seat), default=0)
        room.wish = {"seat": who.seat, "to": back, "agreed": [], "seen": room.session.course.was_shown()}
        await place.rooms.publish(room, room.session.course.number)


@api.post("/games/{game}/agree", tags=["game"])
async def agree(place: AtPlace, person: Person, game: str, body: bodies.Agree) -> Response:
    """Agree that another seat goes back past the dice; ``to`` is the wish that was seen."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    with refusing():
        async with inside(place, who) as room:
            if not room.wish or room.wish["seat"] == seat:
                raise Refused(422, "Nobody asks to go back.")
            if body.to and body.to != room.wish["to"]:
                raise Refused(409, "Another wish was made meanwhile.", "", "stale")
            await agree_inside(place.rooms, room, seat)
    return await table_answer(place, who)


async def agree_inside(rooms: Rooms, room: Room, seat: str) -> None:
    """When all have agreed the game goes back; until then the wish stands."""
    asked, session = dict(room.wish), room.session
    agreed = sorted({*asked["agreed"], seat})
    others = [name for name in session.course.people() if name != asked["seat"]]
    if set(others) <= set(agreed):
        await rooms.change(room, lambda: session.rewind(asked["seat"], asked["to"], agreed))
    else:
        room.wish = {**asked, "agreed": agreed}
        await rooms.publish(room, session.course.number)


@api.post("/games/{game}/decline", tags=["game"])
async def decline(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    who = await guest(place, person, game, body.seat)
    owner_of(who)
    async with inside(place, who) as room:
        room.wish = {}
        await place.rooms.publish(room, room.session.course.number)
    return await table_answer(place, who)


@api.post("/games/{game}/word", tags=["game"])
async def word(place: AtPlace, person: Person, game: str, body: bodies.Word) -> Response:
    """Add a word of your own to the dice, once for each commitment that ``dice.wants`` asks your seat for."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    await changing(place, who, lambda: session.add_word(seat, body.word, body.commitment))
    return await table_answer(place, who)


@api.post("/games/{game}/resign", tags=["game"])
async def resign(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    await changing(place, who, lambda: session.resign(seat))
    return await table_answer(place, who)


@api.post("/games/{game}/retry", tags=["game"])
async def retry(place: AtPlace, person: Person, game: str, body: bodies.Retry) -> Response:
    """Ask a bot again that failed or overran its time."""
    who = await guest(place, person, game, body.seat)
    async with inside(place, who) as room:
        room.trouble.pop(body.of, None)
        place.rooms.drive(room)
    return await table_answer(place, who)


@api.post("/games/{game}/branch", tags=["game"])
async def branch(place: AtPlace, person: Person, game: str, body: bodies.Branch) -> Response:
    """From here another way: a game of its own with new dice. For who plays alone, or after the end."""
    who = await guest(place, person, game, body.seat)
    with refusing():
        made = await at_desk(place, who, lambda session: make_branch(place, who, session, body.at))
    code = await asyncio.to_thread(place.rooms.people.new_code, made.header["game"], person)
    session = who.room.session
    if session.outcome is None and len(session.seat_names) > 1:  # somebody may sit down later, and is told
        await changing(place, who, lambda: session.tried(who.seat, made.header["parent"]["number"]))
    place.rooms.add(made, who.room.source.pack, trial_name(body.at))
    return answer({"id": made.header["game"], "recovery": code}, 201)


def make_branch(place: Place, who: Guest, session: Session, at: int) -> Session:
    if session.outcome is None and not is_alone(who):
        raise Refused(422, "Another way can be tried when the game is over: it would show what others hide.")
    rooms = place.rooms
    made = session.branch(max(1, at), rooms.store.log())
    id = made.header["game"]
    rooms.people.open_table(id, who.room.source.pack, False)
    rooms.people.hold(id, MAKER, who.person)
    for seat in sat_at_by_people(made):
        rooms.people.hold(id, seat, who.person)
    rooms.store.name_game(id, trial_name(at))
    return made


def trial_name(at: int) -> str:
    return f"Trial from number {at}"


@api.post("/games/{game}/guide", tags=["game"])
async def guide(place: AtPlace, person: Person, game: str, body: bodies.Guide) -> Response:
    """Turn the first-game guide on or off."""
    who = await guest(place, person, game, body.seat)
    owner_of(who)
    async with inside(place, who) as room:
        await asyncio.to_thread(place.rooms.people.set_guide, game, body.on)
        room.guide = body.on
    return await table_answer(place, who)


@api.post("/games/{game}/seen", tags=["game"])
async def seen(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    """Note how far this person has looked."""
    who = await guest(place, person, game, "")
    number = min(body.number, who.room.session.course.number)
    await asyncio.to_thread(place.rooms.people.saw, game, person, number)
    return answer({"seen": number})


@api.get("/games/{game}/orders", tags=["game"])
async def orders(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """This seat's standing orders; nobody else's business."""
    who = await guest(place, person, game, seat)
    async with inside(place, who) as room:
        found = await asyncio.to_thread(room.session.orders, owner_of(who))
    return answer({"orders": [order._asdict() for order in found]})


@api.post("/games/{game}/orders", tags=["game"])
async def order(place: AtPlace, person: Person, game: str, body: bodies.OrderWish) -> Response:
    """Leave an order for a step ("always pass", "never"), or clear it with an empty text."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    await changing(place, who, lambda: session.order(seat, body.step, body.text))
    return await table_answer(place, who)
