"""Talk at the table."""

import asyncio

from kurgan.table import ids
from kurgan.table.model import replies
from kurgan.table.refusals import Refused
from kurgan.table.rooms.talk import deaf_to, is_meant, side_of, spread, told
from kurgan.table.service.place import Guest, Visitor, enter, inside


async def talk(who: Visitor, game: str, seat: str) -> replies.TalkSoFar:
    """What was said so far and is for these ears."""
    guest = await enter(who, game, seat)
    async with inside(guest):
        said = await asyncio.to_thread(who.place.rooms.store.talk, game)
        mute = await muted(guest)
        heard = [one for one in said if may_hear(guest, one.audience) and one.seat not in mute]
        return replies.TalkSoFar([told(one) for one in heard])


async def say(who: Visitor, game: str, seat: str, text: str, pointed: str, partners: bool) -> replies.Talk:
    """Say something, with a pointer to a place if you like; partners can talk among themselves."""
    guest = await enter(who, game, seat)
    owner = guest.owner() if partners else ""
    if not who.place.seat_rate.take(f"talk {game} {guest.person}"):
        raise Refused(429, "Too much talk at once; wait a moment.")
    text = ids.clean(text, ids.TEXT_LIMIT) + (f"\n{ids.clean(pointed, 40)}" if pointed else "")
    async with inside(guest) as room:
        audience = side_of(room, owner) if owner else ""
        said = await asyncio.to_thread(who.place.rooms.store.say, game, guest.seat or "watching", text, audience)
        if not who.place.rooms.store.is_shared:
            spread(room, said, await asyncio.to_thread(deaf_to, who.place.rooms.people, game, said.seat))
        else:  # together with what others said meanwhile
            await who.place.rooms.refresh(room)
    return told(said)


async def muted(guest: Guest) -> set[str]:
    """Seats of people whom this person does not want to hear."""
    rooms = guest.place.rooms
    blocked = await asyncio.to_thread(rooms.people.hosting.blocked_by, guest.person)
    handles = {handle for _, handle in blocked}
    return {h.seat for h in await rooms.held(guest.room.id) if ids.handle_of(h.person) in handles} if handles else set()


def may_hear(guest: Guest, audience: str) -> bool:
    return not audience or any(is_meant(guest.room, seat, audience) for seat in guest.mine)
