"""Talk at the table."""

import asyncio

import msgspec

from kurgan.session.rows import Said
from kurgan.table import ids
from kurgan.table.model import replies
from kurgan.table.refusals import Refused
from kurgan.table.room import Room
from kurgan.table.service.place import Guest, Visitor, enter, inside

TOGETHER = "+"


async def talk(who: Visitor, game: str, seat: str) -> replies.TalkSoFar:
    """What was said so far and is for these ears."""
    guest = await enter(who, game, seat)
    async with inside(guest):
        said = await asyncio.to_thread(who.place.rooms.store.talk, game)
        return replies.TalkSoFar([told(one) for one in said if may_hear(guest, one.audience)])


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
        spread(room, said, audience)
    return told(said)


def spread(room: Room, said: Said, audience: str) -> None:
    """Tell those who listen and are meant."""
    frame = msgspec.json.encode(replies.TalkNews(told(said))).decode()
    for listener in room.listeners:
        if not audience or (listener.seat and is_meant(room, listener.seat, audience)):
            listener.put(frame)


def told(said: Said) -> replies.Talk:
    text, _, pointed = said.text.partition("\n")
    return replies.Talk(said.number, said.seat, text, pointed, bool(said.audience), said.at)


def side_of(room: Room, seat: str) -> str:
    """The seats that win and lose together with this one, itself among them."""
    session = room.session
    rivals = session.game.rivals(session.header["scenario"], seat)
    return TOGETHER.join([name for name in session.seat_names if name not in rivals])


def may_hear(guest: Guest, audience: str) -> bool:
    return not audience or any(is_meant(guest.room, seat, audience) for seat in guest.mine)


def is_meant(room: Room, seat: str, audience: str) -> bool:
    """Whether words to an audience are for this seat. Before 0.2 partners were called by a name that is no seat's."""
    side = side_of(room, seat)
    is_old = TOGETHER not in audience and audience not in room.session.seat_names
    return side == audience or (is_old and TOGETHER in side)
