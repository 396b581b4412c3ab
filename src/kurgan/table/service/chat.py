"""Talk at the table."""

import asyncio
from typing import NamedTuple

from kurgan.session.rows import Said
from kurgan.table import ids
from kurgan.table.model import replies
from kurgan.table.refusals import Refused
from kurgan.table.rooms.room import Room
from kurgan.table.rooms.talk import WATCHING, deaf_to, is_meant, side_of, spread, told
from kurgan.table.service.place import Guest, Visitor, enter, inside


async def talk(who: Visitor, game: str, seat: str) -> replies.TalkSoFar:
    """What was said so far and is for these ears."""
    guest = await enter(who, game, seat)
    async with inside(guest):
        said = await asyncio.to_thread(who.place.rooms.store.talk, game)
        mute = await muted(guest)
        heard = [one for one in said if may_hear(guest, one.audience) and not is_muted(one, mute)]
        row = await asyncio.to_thread(who.place.rooms.people.table, game)
        return replies.TalkSoFar([told(one) for one in heard], row is not None and bool(row.quiet))


async def say(who: Visitor, game: str, seat: str, text: str, pointed: str, partners: bool) -> replies.Talk:
    """Say something, with a pointer to a place if you like; partners can talk among themselves."""
    guest = await enter(who, game, seat)
    owner = guest.owner() if partners else ""
    if not who.place.seat_rate.take(f"talk {game} {guest.person}"):
        raise Refused(429, "Too much talk at once; wait a moment.")
    text = ids.clean(text, ids.TEXT_LIMIT) + (f"\n{ids.clean(pointed, 40)}" if pointed else "")
    async with inside(guest) as room:
        most = who.place.quotas.talk
        if most and await asyncio.to_thread(who.place.rooms.store.talked, game) >= most:
            raise Refused(422, "As much was said at this game as one may hold.", "", "quota")
        audience = side_of(room, owner) if owner else ""
        if not guest.seat:
            await need_to_be_heard(who, room)
        spoken = (game, guest.seat or WATCHING, text, audience, guest.person)
        said = await asyncio.to_thread(who.place.rooms.store.say, *spoken)
        if not who.place.rooms.store.is_shared:
            spread(room, said, await asyncio.to_thread(deaf_to, who.place.rooms.people, game, said))
        else:  # together with what others said meanwhile
            await who.place.rooms.refresh(room)
    return told(said)


async def quiet(who: Visitor, game: str, seat: str, on: bool) -> replies.Quiet:
    """Have those who only watch be silent, or let them talk again; for whoever plays or made the game."""
    guest = await enter(who, game, seat)
    if not guest.mine:
        guest.need_maker()
    async with inside(guest):
        await asyncio.to_thread(who.place.rooms.people.set_quiet, game, on)
    return replies.Quiet(on)


async def need_to_be_heard(who: Visitor, room: Room) -> None:
    row = await asyncio.to_thread(who.place.rooms.people.table, room.id)
    if row is not None and row.quiet:
        raise Refused(403, "The players want it quiet: who watches does not talk here.", "", "quiet")


class Muted(NamedTuple):
    """Profiles of those whom somebody does not want to hear, and their seats in a game."""

    profiles: set[str]
    seats: set[str]


async def muted(guest: Guest) -> Muted:
    rooms = guest.place.rooms
    blocked = await asyncio.to_thread(rooms.people.hosting.blocked_by, guest.person)
    handles = {handle for _, handle in blocked}
    held = await rooms.held(guest.room.id) if handles else []
    return Muted(handles, {h.seat for h in held if ids.handle_of(h.person) in handles})


def is_muted(said: Said, mute: Muted) -> bool:
    """Before 0.3 talk did not say who spoke: then it is who sits there now."""
    return ids.handle_of(said.person) in mute.profiles if said.person else said.seat in mute.seats


def may_hear(guest: Guest, audience: str) -> bool:
    return not audience or any(is_meant(guest.room, seat, audience) for seat in guest.mine)
