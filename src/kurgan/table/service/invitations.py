"""Finding games: invitations that anybody at the table may take, and playing again with sides changed."""

import asyncio
from collections.abc import Sequence

from msgspec import UNSET

from kurgan.session.replay import BOT, OPEN, PERSON
from kurgan.session.session import Session
from kurgan.table import ids
from kurgan.table.model import bodies
from kurgan.table.model import invitations as told
from kurgan.table.model.lobby_replies import Ended, Invitation, Seated
from kurgan.table.refusals import Refused, not_found, refusing
from kurgan.table.rooms.room import Room
from kurgan.table.service import lobby
from kurgan.table.service.place import Guest, Visitor, alone, enter, need_person
from kurgan.table.service.seats import invitation
from kurgan.table.shown.clocks import clock_told
from kurgan.table.storage import ClockSeen, InvitationRow
from kurgan.table.words import say

MOST_EACH = 20
GONE = "Somebody was quicker, or the invitation was taken back."


async def open_to(who: Visitor) -> told.OpenInvitations:
    """Seats that you may take, and those that you offer."""
    person, people = need_person(who), who.place.rooms.people
    found = await asyncio.to_thread(people.invitations.for_person, person)
    apart = await asyncio.to_thread(people.hosting.apart, person)
    rows = [row for row in found if row.maker not in apart]
    clocks = await asyncio.to_thread(people.clocks.of, [row.game for row in rows])
    return told.OpenInvitations(
        [
            told.OpenInvitation(
                game=row.game,
                seat=row.seat,
                title=row.title,
                scenario=row.scenario,
                name=row.name,
                inviter=row.inviter,
                level="new" if row.level == "new" else "experienced" if row.level == "experienced" else "any",
                yours=row.maker == person,
                personal=bool(row.person),
                again=row.again,
                made=row.made,
                profile=ids.handle_of(row.maker),
                rated=bool(row.rated),
                clock=clock_told(clocks[row.game], {}) if row.game in clocks else UNSET,
            )
            for row in rows
        ]
    )


async def invite(who: Visitor, game: str, seat: str, level: str) -> told.OpenInvitations:
    """Offer a seat that nobody holds to anybody at the table; for who made the game."""
    guest = await enter(who, game)
    guest.need_maker()
    people = who.place.rooms.people
    async with alone(guest) as room:
        need_free(room, seat)
        if await asyncio.to_thread(people.invitations.count, guest.person) >= MOST_EACH:
            raise Refused(422, say("most_invitations", most=MOST_EACH))
        await asyncio.to_thread(people.invitations.add, game, seat, "", level)
    return await open_to(who)


def need_free(room: Room, seat: str) -> None:
    if seat not in room.session.seats:
        raise Refused(404, "There is no such seat.")
    if room.session.outcome is not None:
        raise Refused(422, "The game is over.")
    if room.session.seats[seat].held != OPEN:
        raise Refused(409, "That seat is not free.", "", "held")


async def withdraw(who: Visitor, game: str, seat: str) -> Ended:
    """Take an invitation back; or say no to one that is for you only."""
    person, people = need_person(who), who.place.rooms.people
    row = await asyncio.to_thread(people.invitations.of, game, seat)
    if row is None or person not in (row.maker, row.person):
        raise Refused(404, GONE)
    await asyncio.to_thread(people.invitations.end, game, seat)
    return Ended(seat)


# Taking one -----------------------------------------------------------------------------------------------------


async def take(who: Visitor, game: str, seat: str) -> Seated:
    """Sit down where somebody is looked for; of two who take it at once one gets it."""
    person, place = need_person(who), who.place
    await the_invitation(who, game, seat)
    room = await place.rooms.room(game)
    if room is None:
        raise not_found()
    async with place.rooms.alone_in(room):
        await the_invitation(who, game, seat)  # it may have been taken while we waited
        need_free(room, seat)
        if any(h.person == person and h.seat in room.session.seats for h in await place.rooms.held(game)):
            raise Refused(422, "You sit at this game already.")
        await sit(who, room, seat)
        code = await asyncio.to_thread(place.rooms.people.new_code, game, person)
    await asyncio.to_thread(place.rooms.people.invitations.taken, game, seat)
    return Seated(game, seat, code)


async def look(who: Visitor, game: str, seat: str) -> Invitation:
    """What is offered, before one sits down: game, side, who invites, and what may be known of the dice."""
    need_person(who)
    await the_invitation(who, game, seat)
    rooms = who.place.rooms
    room = await rooms.room(game)
    if room is None:
        raise not_found()
    async with room.lock:
        await rooms.refresh(room)
        need_free(room, seat)
        yours = any(h.person == who.person and h.seat in room.session.seats for h in await rooms.held(game))
        return await asyncio.to_thread(invitation, rooms, room, seat, "", yours)


async def the_invitation(who: Visitor, game: str, seat: str) -> InvitationRow:
    is_name = ids.is_game(game) and ids.is_word(seat)
    row = await asyncio.to_thread(who.place.rooms.people.invitations.of, game, seat) if is_name else None
    if row is None or row.person not in ("", who.person):
        raise Refused(404, GONE)
    if row.maker in await asyncio.to_thread(who.place.rooms.people.hosting.apart, who.person):
        raise Refused(404, GONE)  # neither learns whose wish that is
    return row


async def sit(who: Visitor, room: Room, seat: str) -> None:
    """Under the room's lock: the seat is this person's, and no invitation or link is out for it any more."""
    rooms, session = who.place.rooms, room.session
    name = await asyncio.to_thread(rooms.people.name_of, who.person)

    def act() -> None:
        session.hand(seat, PERSON, name)
        session.forget_orders(seat)
        rooms.people.hold(room.id, seat, who.person)

    with refusing():
        await rooms.reseat(room, act)


# Once more ------------------------------------------------------------------------------------------------------


async def rematch(who: Visitor, game: str, seat: str) -> told.Rematch:
    """Play a game again that is over, with sides changed. Who asks second is shown what the first one offered him."""
    guest = await enter(who, game, seat)
    owner = guest.owner()
    async with alone(guest) as room:
        if room.session.outcome is None:
            raise Refused(422, "The game is not over.")
        offered = await asyncio.to_thread(who.place.rooms.people.invitations.again, game)
        mine = next((row for row in offered if row.person == guest.person), None)
        if mine is None:
            if any(row.maker == guest.person for row in offered):
                raise Refused(409, "You have asked for it already; the others have not answered yet.")
            return await offer(who, guest, room, owner)
    return told.Rematch(mine.game, mine.seat, "")


async def offer(who: Visitor, guest: Guest, room: Room, owner: str) -> told.Rematch:
    """Make the game: everybody who sat there, people and bots, one seat further on; the others are invited."""
    rooms, old = who.place.rooms, room.session
    held = {h.seat: h.person for h in await rooms.held(room.id)}
    holders = {seat: held.get(seat, "") for seat in old.seats}
    moved = dict(zip(old.seats, shifted(list(holders.values())), strict=True))
    bots_moved = shifted([bot_of(old, seat) for seat in old.seats])
    wanted = {seat: seat_wish(moved[seat], bot, guest.person) for seat, bot in zip(old.seats, bots_moved, strict=True)}
    clock = (await asyncio.to_thread(rooms.people.clocks.of, [room.id])).get(room.id)
    pace = pace_of(clock) if clock is not None else None
    wish = bodies.NewGame(
        title=old.game.name, scenario=old.header["scenario"], options=dict(old.header["options"]), seats=wanted,
        name=room.name, pace=pace, rated=room.is_rated,
    )  # fmt: skip
    made = await lobby.new_game(who, wish)
    for seat, person in moved.items():
        if person and person != guest.person and wanted[seat].kind == "open":
            await asyncio.to_thread(rooms.people.invitations.add, made.id, seat, person, "any", room.id)
    mine = next((seat for seat, one in wanted.items() if one.kind == "me"), "")
    return told.Rematch(made.id, mine, made.recovery)


def shifted(row: Sequence[str]) -> list[str]:
    return [*row[1:], *row[:1]]


def bot_of(session: Session, seat: str) -> str:
    holder = session.seats[seat]
    return holder.name if holder.held == BOT and seat not in session.course.lent else ""


def seat_wish(person: str, bot: str, me: str) -> bodies.SeatWish:
    if bot:
        return bodies.SeatWish(kind="bot", bot=bot)
    return bodies.SeatWish(kind="me" if person == me else "open")


def pace_of(clock: ClockSeen) -> bodies.PaceWish:
    return bodies.PaceWish(kind="live" if clock.kind == "live" else "days", step=clock.step, bank=clock.bank)
