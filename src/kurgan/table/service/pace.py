"""Pace: what happens when somebody's time is out, clocks that stand, holidays.

No machine ends a game: when a clock has run out, the others choose together whether they wait (the time of one more
decision), lend the seat to a bot until its holder comes back, or take the game. No seat of a game that counts is lent.
Clocks stand when everybody agrees, and run again as soon as one wants them to.
"""

import asyncio
from collections.abc import Callable

from kurgan.session.replay import BOT, PERSON
from kurgan.session.rows import DAYS_A_YEAR
from kurgan.session.session import NotAllowed
from kurgan.table.model.pace import Holiday, Holidays
from kurgan.table.model.replies import News
from kurgan.table.refusals import Refused, refusing
from kurgan.table.rooms.room import Room
from kurgan.table.service.lending import COUNTS, LENT_BOT
from kurgan.table.service.place import Guest, Visitor, alone, enter, need_person
from kurgan.table.storage import ClockSeen

WAIT, HAND_OVER, TAKE = "wait", "bot", "take"
STAND, RUN = "stand", "run"
IS_OUT = "Time is out: wait, lend the seat to a bot, or take the game."
NOT_OUT = "Time is not out."
TOOK = "Time was out; the others took the game."


async def choose(who: Visitor, game: str, seat: str, choice: str, known: int = 0) -> News:
    """Choose what happens now that somebody's time is out, or agree that the clocks stand."""
    guest = await enter(who, game, seat)
    guest.owner()
    with refusing():
        async with alone(guest) as room:
            clock = await clock_of(guest)
            if choice == RUN:
                await run_again(guest, clock)
            else:
                await vote(guest, room, clock, choice)
            return await who.place.rooms.publish(room, guest.eyes(known))


async def clock_of(guest: Guest) -> ClockSeen:
    found = await asyncio.to_thread(guest.place.rooms.people.clocks.of, [guest.room.id])
    if guest.room.id not in found:
        raise Refused(422, "This game has no clocks.")
    if guest.room.session.outcome is not None:
        raise Refused(422, "The game is over.")
    return found[guest.room.id]


async def run_again(guest: Guest, clock: ClockSeen) -> None:
    if not clock.stands:
        raise Refused(422, "The clocks do not stand.")
    guest.room.choices = {}
    await asyncio.to_thread(guest.place.rooms.people.clocks.stand, guest.room.id, False)


async def vote(guest: Guest, room: Room, clock: ClockSeen, choice: str) -> None:
    """Under the room's lock: it happens when all who are asked say the same; until then it is told who said what."""
    if choice == HAND_OVER and room.is_rated:  # it would count no more, and who is losing would gain by being late
        raise Refused(422, COUNTS, "", "counts")
    asked = await those_who_choose(guest, room, clock, choice)
    room.choices = {seat: said for seat, said in room.choices.items() if seat in asked}
    room.choices |= {seat: choice for seat in guest.mine if seat in asked}
    if all(room.choices.get(seat) == choice for seat in asked):
        room.choices = {}
        await DOING[choice](guest, room, clock)


async def those_who_choose(guest: Guest, room: Room, clock: ClockSeen, choice: str) -> list[str]:
    """Seats of people that must say the same: all for clocks that stand, otherwise all but those of who is late."""
    if (choice == STAND) == clock.is_out:
        raise Refused(422, IS_OUT if clock.is_out else NOT_OUT, "", "not_out")
    held = {h.seat: h.person for h in await guest.place.rooms.held(room.id)}
    late = held.get(clock.seat, "") if clock.is_out else ""
    if late == guest.person:
        raise Refused(422, "Your time is out: it is for the others to choose. Answer, and the game goes on.")
    people = [seat for seat, holder in room.session.seats.items() if holder.held == PERSON]
    return [seat for seat in people if not late or held.get(seat) != late]


async def go_on_waiting(guest: Guest, room: Room, _: ClockSeen) -> None:
    await asyncio.to_thread(guest.place.rooms.people.clocks.wait, room.id)


async def let_stand(guest: Guest, room: Room, _: ClockSeen) -> None:
    await asyncio.to_thread(guest.place.rooms.people.clocks.stand, room.id, True)


async def hand_over(guest: Guest, room: Room, clock: ClockSeen) -> None:
    """Until he comes back, as a seat is lent; a seat from which somebody has got up stays the bot's."""
    is_lent = room.session.seats[clock.seat].held == PERSON
    act = still_late(guest, room, lambda: room.session.hand(clock.seat, BOT, LENT_BOT, lent=is_lent))
    await guest.place.rooms.reseat(room, act)


async def take_game(guest: Guest, room: Room, clock: ClockSeen) -> None:
    def act() -> None:
        room.session.note(guest.owner(), TOOK)
        room.session.resign(clock.seat)

    await guest.place.rooms.reseat(room, still_late(guest, room, act))


def still_late(guest: Guest, room: Room, act: Callable[[], object]) -> Callable[[], object]:
    """What is done unless he has answered while the others chose."""

    def unless_answered() -> None:
        clock = guest.place.rooms.people.clocks.of([room.id]).get(room.id)
        if clock is None or not clock.is_out:
            raise NotAllowed("The answer came while you chose; nothing was changed.")
        act()

    return unless_answered


DOING = {WAIT: go_on_waiting, HAND_OVER: hand_over, TAKE: take_game, STAND: let_stand}

# Holidays -------------------------------------------------------------------------------------------------------


async def holidays(who: Visitor) -> Holidays:
    person = need_person(who)
    found = await asyncio.to_thread(who.place.rooms.people.clocks.holidays, person)
    return Holidays([Holiday(*span) for span in found], DAYS_A_YEAR)


async def take_holiday(who: Visitor, begin: int, until: int) -> Holidays:
    """Go away for a while: your clocks stand. At most so many days within a year."""
    person = need_person(who)
    why_not = await asyncio.to_thread(who.place.rooms.people.clocks.take_holiday, person, begin, until)
    if why_not:
        raise Refused(422, why_not)
    await who.place.pacing.see_to_holiday(person)
    return await holidays(who)


async def end_holiday(who: Visitor, begin: int) -> Holidays:
    """Come back early, or do not go."""
    person = need_person(who)
    if not await asyncio.to_thread(who.place.rooms.people.clocks.end_holiday, person, begin):
        raise Refused(404, "You have no such holiday.")
    await who.place.pacing.see_to_holiday(person)
    return await holidays(who)
