"""How games ended, for those who sat there: a job when a game is over, written once."""

import asyncio
import time

from kurgan import bots
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Outcome
from kurgan.session.beginning import changed_hands
from kurgan.session.logs import NoRecord
from kurgan.session.record import Damaged
from kurgan.session.replay import BOT, Misfit, NeedsSecret, NewerRules
from kurgan.session.session import Session
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.room import Room
from kurgan.table.storage import Ended, EndedSeat
from kurgan.table.tournaments.rows import DRAWN, FIRST, SECOND

RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


class Results:
    """Does the jobs of games that are over."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def look(self, game: str) -> None:
        """A game is over: note for whom it ended how. As it ended first: an end that is taken back stays noted."""
        try:
            room = await self._rooms.room(game)
        except NewerRules:  # a process that was upgraded already can
            raise
        except (Damaged, Misfit, NeedsSecret, NoRecord, PackError):  # nobody can say any more how it ended
            return
        if room is None:
            return
        async with room.lock:
            await self._rooms.refresh(room)
            held = {h.seat: h.person for h in await self._rooms.held(game)}
            ended = await asyncio.to_thread(self._ended, room, held)
            pairing = result_of_pairing(room.session)
        if ended is not None:
            await asyncio.to_thread(self._rooms.people.results.write, ended)
        if pairing:  # whoever holds the seats by now: those who were paired had them
            await asyncio.to_thread(self._rooms.people.tournaments.result, game, pairing)

    def _ended(self, room: Room, held: dict[str, str]) -> Ended | None:
        outcome = room.session.outcome
        if outcome is None:
            return None
        table = self._rooms.people.table(room.id)
        seats = seats_of(room.session, outcome, held)
        if not any(seat.person for seat in seats) or is_against_oneself(room.session, seats):
            return None
        counts = table is not None and bool(table.rated) and not why_not_counted(room.session, seats)
        header = room.session.header
        at = int(time.time())
        return Ended(room.id, header["title"], header["scenario"], outcome.name, seats, counts, at)


def seats_of(session: Session, outcome: Outcome, held: dict[str, str]) -> list[EndedSeat]:
    """Who sat where at the end, and how it ended there; who has two seats of a side is named once."""
    scenario, found = session.header["scenario"], []
    known: set[str] = set()
    for seat, holder in session.seats.items():
        result = RESULTS[bots.result_for(session.game, scenario, seat, outcome)]
        is_bot = holder.held == BOT and seat not in session.course.lent
        person = "" if is_bot else held.get(seat, "")
        if person and f"{person} {result}" in known:
            continue
        known.add(f"{person} {result}")
        rivals = tuple(name for name in session.game.rivals(scenario, seat) if name in session.seats)
        found.append(EndedSeat(seat, person, holder.name if is_bot else "", result, rivals))
    return found


def result_of_pairing(session: Session) -> str:
    """How a game of two seats ended for the first of them; empty for one that goes on, or has more seats."""
    if session.outcome is None or len(session.seat_names) != 2:
        return ""
    first = bots.result_for(session.game, session.header["scenario"], session.seat_names[0], session.outcome)
    return {1.0: FIRST, 0.5: DRAWN, 0.0: SECOND}[first]


def is_against_oneself(session: Session, seats: list[EndedSeat]) -> bool:
    """Whether one person had seats on both sides: that tells nothing."""
    by_name = {seat.seat: seat.person for seat in seats}
    return any(seat.person and by_name.get(rival) == seat.person for seat in seats for rival in seat.rivals)


def why_not_counted(session: Session, seats: list[EndedSeat]) -> str:
    """Why a game cannot count, whatever was wished; empty if it can."""
    course = session.course
    if not any(seat.rivals for seat in seats):
        return "nobody sat on the other side"
    if any(not seat.person and not seat.bot for seat in seats):
        return "a seat was nobody's"
    if course.header.get("parent") or course.is_open():
        return "the dice could be known"
    if course.rewinds or course.tried:
        return "somebody went back past the dice, or tried another way"
    return "a seat changed hands" if changed_hands(course) else ""
