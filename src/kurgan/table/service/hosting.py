"""Blocking, reporting, and what the host announces."""

import asyncio

from kurgan.table import ids
from kurgan.table.model.hosting import Blocked, BlockedPerson, Notice, Notices, Reported
from kurgan.table.refusals import Refused
from kurgan.table.service.place import Visitor, enter, need_person
from kurgan.table.service.profiles import person_of

REPORT_LIMIT = 2000


async def notices(who: Visitor) -> Notices:
    """What the host has to say to everybody, and to you if he let you in no more."""
    house = who.place.house
    return Notices([Notice(row.id, row.text, row.made) for row in house.notices], house.banned(who.person))


async def blocked(who: Visitor) -> Blocked:
    rows = await asyncio.to_thread(who.place.rooms.people.hosting.blocked_by, need_person(who))
    return Blocked([BlockedPerson(*row) for row in rows])


async def block(who: Visitor, handle: str) -> Blocked:
    """Not to be brought together with somebody, nor to read what he says; he is not told."""
    person, other = need_person(who), await person_of(who, handle)
    if other == person:
        raise Refused(422, "That is you.")
    if not await asyncio.to_thread(who.place.rooms.people.hosting.block, person, other):
        raise Refused(422, "You have blocked very many; take some of it back first.")
    return await blocked(who)


async def unblock(who: Visitor, handle: str) -> Blocked:
    person, other = need_person(who), await person_of(who, handle)
    await asyncio.to_thread(who.place.rooms.people.hosting.unblock, person, other)
    return await blocked(who)


async def report(who: Visitor, handle: str, game: str, text: str) -> Reported:
    """Tell the host something of somebody, or of a game that you are at."""
    person = need_person(who)
    if not await who.place.may(who.place.code_rate, f"report {person}"):
        raise Refused(429, "Too many at once; wait a minute.")
    about = await person_of(who, handle) if handle else ""
    if game:
        await enter(who, game)
    words = ids.clean(text, REPORT_LIMIT)
    if not words or not (about or game):
        raise Refused(422, "Say of whom or of which game, and what.")
    if not await asyncio.to_thread(who.place.rooms.people.hosting.report, person, about, game, words):
        raise Refused(429, "The host has several reports of yours to read; wait for him.")
    return Reported(True)
