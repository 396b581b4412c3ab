"""Tournaments go on by themselves: a job whenever something happened in one. Doing it twice does no harm.

A pairing becomes a game of its two people: nobody made it, so nobody can offer, hand on or delete a seat of it. First
the game is made, then it is the pairing's, then the seats are theirs: whoever dies in between leaves a game that
nobody sees, or one whose seats the next look gives out.
"""

import asyncio
import json

from kurgan.kernel.packfile import PackError
from kurgan.session.logs import NoRecord
from kurgan.session.record import Damaged
from kurgan.session.replay import PERSON, Misfit, NeedsSecret, NewerRules
from kurgan.session.rows import Pace
from kurgan.session.session import Session
from kurgan.table import ids
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.room import Room
from kurgan.table.tournaments.pairing import ready
from kurgan.table.tournaments.rows import RUNNING, VOID, Pairing, Tournament

CANNOT_BE_OPENED = (Damaged, Misfit, NeedsSecret, NoRecord, PackError)


class Tournaments:
    """Does the jobs of tournaments."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._kept = rooms.people.tournaments

    async def look(self, id: str) -> None:
        """Something happened: end games of who dropped out, begin those that can begin, and see whether it is over."""
        of = await asyncio.to_thread(self._kept.get, id)
        if of is None:
            return
        await self._see_to_games(of)
        if of.row.stage != RUNNING:
            return
        for pairing in ready(of):
            await self._begin(of, pairing)
        await asyncio.to_thread(self._kept.finish, id)

    # Games under way ------------------------------------------------------------------------------------------

    async def _see_to_games(self, of: Tournament) -> None:
        under_way = [one for one in of.pairings if one.game and not one.result]
        there = {row.id for row in await asyncio.to_thread(self._rooms.store.games_of, [one.game for one in under_way])}
        for pairing in under_way:
            if pairing.game not in there:  # the host deleted it
                await asyncio.to_thread(self._kept.result, pairing.game, VOID)
            elif of.gone & set(pairing.both):
                await self._give_up(of, pairing)
            else:
                await self._seat(of, pairing)

    async def _give_up(self, of: Tournament, pairing: Pairing) -> None:
        """Who dropped out gives up the game that he had under way."""
        try:
            room = await self._rooms.room(pairing.game)
        except NewerRules:  # a process that was upgraded already can
            raise
        except CANNOT_BE_OPENED:  # it is lost without that, too
            return
        if room is None:
            return
        seat = self._seats(of)[0 if pairing.first in of.gone else 1]
        async with self._rooms.alone_in(room):
            if room.session.outcome is None:
                await self._rooms.reseat(room, lambda: room.session.resign(seat))

    def _seats(self, of: Tournament) -> list[str]:
        return list(self._rooms.titles.load(of.row.title).seats(of.row.scenario))

    # New games ------------------------------------------------------------------------------------------------

    async def _begin(self, of: Tournament, pairing: Pairing) -> None:
        session = await asyncio.to_thread(self._make, of, pairing)
        game = str(session.header["game"])
        if not await asyncio.to_thread(self._kept.begin, of.row.id, pairing, game):
            await asyncio.to_thread(self._rooms.people.forget, game)
            await asyncio.to_thread(self._rooms.store.delete_game, game)
            return
        room = self._rooms.add(session, "", name_of(of, pairing), is_paced=True)
        room.is_rated = True
        await self._rooms.listed(room)
        await self._seat(of, pairing._replace(game=game))

    def _make(self, of: Tournament, pairing: Pairing) -> Session:
        rooms, row = self._rooms, of.row
        names = {one.number: one.name for one in of.players}
        title = rooms.titles.load(row.title)
        rooms.face(row.title)
        people = zip(title.seats(row.scenario), pairing.both, strict=True)
        seats = {seat: f"{PERSON} {names[number]}".strip() for seat, number in people}
        session = Session.new(title, row.scenario, json.loads(row.options), seats, log=rooms.store.log())
        game = str(session.header["game"])
        rooms.people.open_table(game, "", False, rated=True)
        rooms.store.name_game(game, name_of(of, pairing))
        rooms.people.clocks.begin(game, Pace(**json.loads(row.pace)), session.course.awaits())
        return session

    async def _seat(self, of: Tournament, pairing: Pairing) -> None:
        """Give the seats to those who meet, unless they have them, and tell them."""
        held = {h.seat for h in await self._rooms.held(pairing.game)}
        persons = {one.number: one.person for one in of.players}
        seats = dict(zip(self._seats(of), (persons[number] for number in pairing.both), strict=True))
        free = {seat: person for seat, person in seats.items() if seat not in held and person}
        if not free:
            return
        for seat, person in free.items():
            await asyncio.to_thread(self._rooms.people.hold, pairing.game, seat, person)
        await asyncio.to_thread(self._kept.tell, pairing.game, seats)
        room = await self._rooms.room(pairing.game)
        if room is not None:
            await asyncio.to_thread(self._tell_turn, room)

    def _tell_turn(self, room: Room) -> None:
        self._rooms.people.channels.moved(room.id, room.session.course.awaits())


def name_of(of: Tournament, pairing: Pairing) -> str:
    """What lists of games call it: the tournament, and which round or game of it, in any language."""
    return ids.clean(f"{of.row.name[: ids.NAME_LIMIT - 6]} · {pairing.round}")
