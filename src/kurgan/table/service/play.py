"""Deciding in one game: answering, taking back, words for the dice, standing orders, trying another way."""

import asyncio
from typing import Any

from kurgan.kernel.protocol import Game
from kurgan.session.orders import ALWAYS, Order
from kurgan.session.session import Session
from kurgan.session.undo import NeedsConsent
from kurgan.table import ids
from kurgan.table.model import lobby_replies, replies
from kurgan.table.model.replies import News, Wish
from kurgan.table.refusals import Refused, refusing
from kurgan.table.rooms.room import Room
from kurgan.table.service.place import Guest, Place, Visitor, alone, at_desk, changing, enter, inside, sat_at_by_people
from kurgan.table.storage import MAKER
from kurgan.table.words import say

# Answering ------------------------------------------------------------------------------------------------------


async def answer(who: Visitor, game: str, seat: str, number: int, actions: list[str], known: int = 0) -> replies.News:
    """Answer the question of this number; a stale number is refused and changes nothing."""
    guest = await enter(who, game, seat)
    owner = guest.owner()
    if not who.place.seat_rate.take(f"{game} {owner}"):
        raise Refused(429, "Too many answers at once; wait a moment.")
    session = guest.room.session
    return await changing(guest, known, lambda: session.act(owner, actions, number))


async def word(who: Visitor, game: str, seat: str, commitment: str, said: str, known: int = 0) -> News:
    """Add a word of your own to the dice, once for each commitment that ``dice.wants`` asks your seat for."""
    guest = await enter(who, game, seat)
    owner, session = guest.owner(), guest.room.session
    return await changing(guest, known, lambda: session.add_word(owner, said, commitment))


async def resign(who: Visitor, game: str, seat: str, known: int = 0) -> News:
    guest = await enter(who, game, seat)
    owner, session = guest.owner(), guest.room.session
    return await changing(guest, known, lambda: session.resign(owner))


async def hurry(who: Visitor, game: str, seat: str, known: int = 0) -> News:
    """Let the bots answer without a pause between two answers until a person is asked."""
    guest = await enter(who, game, seat)
    guest.owner()
    async with inside(guest) as room:
        who.place.rooms.bot_play.hurry(room)
        return await who.place.rooms.publish(room, guest.eyes(known))


async def retry(who: Visitor, game: str, seat: str, of: str, known: int = 0) -> News:
    """Ask a bot again that failed or overran its time."""
    guest = await enter(who, game, seat)
    rooms = who.place.rooms
    async with alone(guest) as room:
        room.trouble.pop(of, None)
        news = await rooms.publish(room, guest.eyes(known))
        await rooms.bot_play.wake(room)
        return news


# Taking back ----------------------------------------------------------------------------------------------------


async def undo(who: Visitor, game: str, seat: str, turn: bool, to: int, known: int = 0) -> News:
    """Take back one step, the whole turn, or go back to a number; past dice only alone or with the others' consent."""
    guest = await enter(who, game, seat)
    owner, session = guest.owner(), guest.room.session
    with refusing():
        async with alone(guest) as room:
            try:
                act = (lambda: session.rewind(owner, to)) if to else (lambda: session.undo(owner, 1, turn))
                return await who.place.rooms.change(room, act, guest.eyes(known))
            except NeedsConsent:
                return await wish(guest, room, to, known)


async def wish(guest: Guest, room: Room, to: int, known: int) -> News:
    """Ask the others whether this seat may go back; they are told if everything hidden was shown before."""
    course = room.session.course
    back = to or max((number for number, seat in room.session.holding() if seat == guest.seat), default=0)
    room.wish = Wish(guest.seat, back, [], course.was_shown())
    return await guest.place.rooms.publish(room, guest.eyes(known))


async def agree(who: Visitor, game: str, seat: str, to: int, known: int = 0) -> News:
    """Agree that another seat goes back past the dice; ``to`` is the wish that was seen."""
    guest = await enter(who, game, seat)
    owner = guest.owner()
    with refusing():
        async with alone(guest) as room:
            if not room.wish.seat or room.wish.seat == owner:
                raise Refused(422, "Nobody asks to go back.")
            if to and to != room.wish.to:
                raise Refused(409, "Another wish was made meanwhile.", "", "stale")
            return await agree_inside(guest, room, owner, known)


async def agree_inside(guest: Guest, room: Room, seat: str, known: int) -> News:
    """When all have agreed the game goes back; until then the wish stands."""
    asked, session, rooms = room.wish, room.session, guest.place.rooms
    agreed = sorted({*asked.agreed, seat})
    others = [name for name in session.course.people() if name != asked.seat]
    if set(others) <= set(agreed):
        return await rooms.change(room, lambda: session.rewind(asked.seat, asked.to, agreed), guest.eyes(known))
    room.wish = Wish(asked.seat, asked.to, agreed, asked.seen)
    return await rooms.publish(room, guest.eyes(known))


async def decline(who: Visitor, game: str, seat: str, known: int = 0) -> News:
    guest = await enter(who, game, seat)
    guest.owner()
    async with alone(guest) as room:
        room.wish = Wish()
        return await who.place.rooms.publish(room, guest.eyes(known))


# Another way ----------------------------------------------------------------------------------------------------


async def branch(who: Visitor, game: str, seat: str, at: int) -> lobby_replies.Made:
    """From here another way: a game of its own with new dice. For who plays alone, or after the end."""
    guest = await enter(who, game, seat)
    rooms = who.place.rooms
    with refusing():
        made = await at_desk(guest, lambda still: make_branch(who.place, guest, still, at))
    id = made.header["game"]
    code = await asyncio.to_thread(rooms.people.new_code, id, guest.person)
    session = guest.room.session
    if session.outcome is None and len(session.seat_names) > 1:  # somebody may sit down later, and is told
        await changing(guest, 0, lambda: session.tried(guest.seat, made.header["parent"]["number"]))
    await rooms.listed(rooms.add(made, guest.room.source.pack, trial_name(at)))
    return lobby_replies.Made(id, code)


def make_branch(place: Place, guest: Guest, session: Session, at: int) -> Session:
    if session.outcome is None and not guest.is_alone:
        raise Refused(422, "Another way can be tried when the game is over: it would show what others hide.")
    rooms = place.rooms
    made = session.branch(max(1, at), rooms.store.log())
    id = made.header["game"]
    rooms.people.open_table(id, guest.room.source.pack, False)
    rooms.people.hold(id, MAKER, guest.person)
    for seat in sat_at_by_people(made):
        rooms.people.hold(id, seat, guest.person)
    rooms.store.name_game(id, trial_name(at))
    return made


def trial_name(at: int) -> str:
    return say("trial_name", at=at)


# Around the game ------------------------------------------------------------------------------------------------


async def guide(who: Visitor, game: str, seat: str, on: bool, known: int = 0) -> News:
    """Turn the first-game guide on or off."""
    guest = await enter(who, game, seat)
    guest.owner()
    rooms = who.place.rooms
    async with inside(guest) as room:
        await asyncio.to_thread(rooms.people.set_guide, game, on)
        room.guide = on
        return await rooms.publish(room, guest.eyes(known))


async def saw(who: Visitor, game: str, number: int) -> replies.SeenUpTo:
    """Note how far this person has looked."""
    guest = await enter(who, game)
    number = min(number, guest.room.session.course.number)
    await asyncio.to_thread(who.place.rooms.people.saw, game, guest.person, number)
    return replies.SeenUpTo(number)


async def orders(who: Visitor, game: str, seat: str) -> replies.Orders:
    """This seat's standing orders; nobody else's business."""
    guest = await enter(who, game, seat)
    async with inside(guest) as room:
        found = await asyncio.to_thread(room.session.orders, guest.owner())
    told = room.session.game

    return replies.Orders([replies.StandingOrder(*o, told.step_words(o.step), _spoken_order(told, o)) for o in found])


def _spoken_order(game: Game[Any, Any], order: Order) -> str:
    """What is answered by it, as people read it: a rule of the title, or one answer."""
    if order.how == ALWAYS:
        return game.answer_words(order.step, order.what)
    return game.standing_words(order.what)


async def order(who: Visitor, game: str, seat: str, step: str, text: str, known: int = 0) -> News:
    """Leave an order for a step ("always pass", "never"), or clear it with an empty text."""
    guest = await enter(who, game, seat)
    owner, session = guest.owner(), guest.room.session
    return await changing(guest, known, lambda: session.order(owner, step, text))


async def rename(who: Visitor, game: str, name: str) -> replies.Named:
    guest = await enter(who, game)
    guest.need_maker()
    name = ids.clean(name)
    await asyncio.to_thread(who.place.rooms.store.name_game, game, name)
    guest.room.name = name
    return replies.Named(name)


async def remove(who: Visitor, game: str) -> replies.Deleted:
    guest = await enter(who, game)
    guest.need_maker()
    async with alone(guest) as room:
        held = await who.place.rooms.held(game)
        others = any(h.seat in room.session.seats and h.person != guest.person for h in held)
        if room.is_rated and room.session.outcome is None and others:
            raise Refused(422, "A game that counts is deleted when it is over; resign first.")
        await who.place.rooms.delete(room)
    who.place.reviews.forget(game)
    return replies.Deleted(game)
