"""Tournaments: making one, joining, the table of results, challenges, watching. Games and results come by jobs."""

import asyncio
import json
import secrets
import time
from typing import Literal

from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Misspelt
from kurgan.table import ids
from kurgan.table.model import bodies
from kurgan.table.model import tournaments as told
from kurgan.table.refusals import Refused
from kurgan.table.rooms.seating import is_duel, seat_labels
from kurgan.table.service.place import Visitor, check_title, need_person
from kurgan.table.service.profiles import person_of
from kurgan.table.storage import WATCH
from kurgan.table.tournaments import rights
from kurgan.table.tournaments.pairing import may_be_challenged
from kurgan.table.tournaments.rows import (
    DRAWN,
    FIRST,
    LADDER,
    OPEN,
    SECOND,
    Entry,
    Listed,
    Pairing,
    Tournament,
    TournamentRow,
)
from kurgan.table.tournaments.standing import Standing, standings, struck, value

MOST_IN_ROUND_ROBIN = 16
UNKNOWN = "There is no such tournament, or it is not yours to see."
WHY_NOT = {
    rights.BEGUN: "The tournament has begun already.",
    rights.NOT_BEGUN: "The tournament is not running.",
    rights.NOT_YOURS: "Only who made the tournament may do that.",
    rights.IN_ALREADY: "You have joined already.",
    rights.NOT_IN: "You are not in this tournament.",
    rights.FULL: "The tournament is full.",
    rights.APART: "You cannot join this tournament.",
    rights.TOO_FEW: "Too few have joined: a round robin needs two, a ladder three.",
    rights.OUT_OF_REACH: "You cannot challenge that player now.",
    rights.TOO_MANY: "You have several tournaments that are not over; end one first.",
}


def need(reason: str) -> None:
    """Raises Refused for the word of a refusal."""
    if reason:
        raise Refused(403 if reason == rights.NOT_YOURS else 422, WHY_NOT[reason], "", reason)


# Looking --------------------------------------------------------------------------------------------------------


async def all_of(who: Visitor) -> told.TournamentList:
    """What everybody may see, and what you made or have joined; the newest first."""
    person, people = need_person(who), who.place.rooms.people
    found = await asyncio.to_thread(people.tournaments.for_person, person)
    apart = await asyncio.to_thread(people.hosting.apart, person)
    return told.TournamentList([info(row, person) for row in found if row.is_in or row.row.maker not in apart])


def info(of: Listed, person: str) -> told.TournamentInfo:
    row, pace = of.row, json.loads(of.row.pace)
    kinds: dict[str, told.TournamentKind] = {"single": "single", "double": "double", "ladder": "ladder"}
    stages: dict[str, told.TournamentStage] = {"open": "open", "running": "running", "over": "over", "ended": "ended"}
    return told.TournamentInfo(
        id=row.id,
        name=row.name,
        title=row.title,
        scenario=row.scenario,
        kind=kinds[row.kind],
        stage=stages[row.stage],
        players=of.players,
        size=row.size,
        maker=of.maker,
        profile=ids.handle_of(row.maker),
        yours=row.maker == person,
        entered=of.is_in,
        listed=bool(row.listed),
        made=row.made,
        step=pace["step"],
        bank=pace["bank"],
    )


async def seen(who: Visitor, id: str, secret: str = "") -> Tournament:
    """A tournament that this person may see; raises Refused. Who has its link may, whoever gave it to him."""
    person, people = need_person(who), who.place.rooms.people
    of = await asyncio.to_thread(people.tournaments.get, id) if ids.is_game(id) else None
    if of is None:
        raise Refused(404, UNKNOWN)
    if person == of.row.maker or any(one.person == person for one in of.players):
        return of
    if of.row.maker in await asyncio.to_thread(people.hosting.apart, person):
        raise Refused(404, UNKNOWN)
    if not of.row.listed and not people.tournaments.is_link(of.row, secret):
        raise Refused(404, UNKNOWN)
    return of


async def look(who: Visitor, id: str, secret: str = "") -> told.TournamentTable:
    return await asyncio.to_thread(table, who, await seen(who, id, secret))


def table(who: Visitor, of: Tournament) -> told.TournamentTable:
    row, person = of.row, who.person
    mine = of.entry_of(person)
    there = [one for one in of.players if not one.gone]
    can = may_be_challenged(of, mine.number) if mine is not None and can_challenge(of) else []
    entries = {one.number: one for one in of.players}
    out = struck(of) if not row.is_ladder else set()
    return told.TournamentTable(
        info=info(Listed(row, of.maker, len(there), mine is not None), person),
        options=json.loads(row.options),
        seats=labels(who, row),
        reach=row.reach,
        days=row.days,
        until=row.until if row.is_ladder and row.begun else 0,
        places=[place(standing, entries[standing.number], person, can) for standing in standings(of)],
        games=[game(of, pairing, out, mine) for pairing in of.pairings],
    )


def can_challenge(of: Tournament) -> bool:
    return of.row.is_ladder and of.row.stage == "running" and time.time() < of.row.until


def labels(who: Visitor, row: TournamentRow) -> list[str]:
    """The two sides as people write them; none where the title is not there any more."""
    rooms = who.place.rooms
    try:
        seats = list(rooms.titles.load(row.title).seats(row.scenario))
        return list(seat_labels(rooms.opening(row.title)["sides"], seats).values())
    except Exception:
        return []


def place(standing: Standing, entry: Entry, person: str, can: list[int]) -> told.TournamentPlace:
    return told.TournamentPlace(
        **standing._asdict(),
        name=entry.name,
        profile=ids.handle_of(entry.person),
        yours=entry.person == person,
        gone=bool(entry.gone),
        challenge=entry.number in can,
    )


def game(of: Tournament, pairing: Pairing, out: set[int], mine: Entry | None) -> told.TournamentGame:
    results: dict[str, Literal["first", "second", "drawn"]] = {FIRST: "first", SECOND: "second", DRAWN: "drawn"}
    points = value(of, pairing, out)
    stage: Literal["waiting", "running", "over", "default", "none"] = "over"
    if of.is_open(pairing):
        stage = "running" if pairing.game else "waiting"
    elif points is None:
        stage = "none"
    elif not pairing.result:
        stage = "default"
    won: Literal["", "first", "second", "drawn"] = results.get(pairing.result, "")
    if stage == "default" and points is not None:
        won = "first" if points[0] else "second"
    return told.TournamentGame(
        round=pairing.round,
        first=pairing.first,
        second=pairing.second,
        challenger=pairing.challenger,
        game=pairing.game,
        stage=stage,
        result=won,
        yours=mine is not None and mine.number in pairing.both,
    )


# Making ---------------------------------------------------------------------------------------------------------


async def make(who: Visitor, wish: bodies.NewTournament) -> told.TournamentMade:
    """Make a tournament that people can join."""
    person, place = need_person(who), who.place
    check_title(place, wish.title)
    try:
        row = await asyncio.to_thread(row_of, who, person, wish)
    except (Misspelt, PackError, ValueError) as error:
        raise Refused(422, str(error)) from None
    need(await asyncio.to_thread(place.rooms.people.tournaments.add, row, wish.play))
    return told.TournamentMade(row.id, await link_of(who, row.id))


def row_of(who: Visitor, person: str, wish: bodies.NewTournament) -> TournamentRow:
    title = who.place.rooms.titles.load(wish.title)
    scenario = wish.scenario or title.scenarios()[0].name
    if not is_duel(title, scenario):
        raise Refused(422, "A tournament needs a scenario in which two play against each other.", "", "not_for_two")
    if wish.pace.kind != "days":
        raise Refused(422, "Tournaments are played by days: a live clock would run before both are there.")
    if wish.kind != LADDER and wish.size > MOST_IN_ROUND_ROBIN:
        raise Refused(422, "At most 16 play a round robin.")
    name = ids.clean(wish.name, 60)
    if not name:
        raise Refused(422, "Give the tournament a name.")
    title.settle(wish.options)
    return TournamentRow(
        id=secrets.token_hex(16),
        name=name,
        title=wish.title,
        scenario=scenario,
        options=json.dumps(wish.options),
        pace=json.dumps({"kind": wish.pace.kind, "step": wish.pace.step, "bank": wish.pace.bank}),
        maker=person,
        kind=wish.kind,
        size=wish.size,
        reach=wish.reach,
        days=wish.days,
        listed=int(wish.listed),
        token_hash="",
        stage=OPEN,
        made=int(time.time()),
        begun=0,
    )


async def link_of(who: Visitor, id: str) -> str:
    secret = await asyncio.to_thread(who.place.rooms.people.tournaments.new_link, id)
    return f"{who.place.url}/tournament/{id}#{secret}"


async def new_link(who: Visitor, id: str) -> told.TournamentLink:
    """A new link to it; an older one stops working."""
    of = await seen(who, id)
    need("" if of.row.maker == who.person else rights.NOT_YOURS)
    return told.TournamentLink(await link_of(who, id))


# Coming and going -----------------------------------------------------------------------------------------------


async def join(who: Visitor, id: str, secret: str) -> told.TournamentTable:
    await seen(who, id, secret)
    people = who.place.rooms.people
    apart = await asyncio.to_thread(people.hosting.apart, who.person)
    need(await asyncio.to_thread(people.tournaments.join, id, who.person, apart))
    return await look(who, id)


async def leave(who: Visitor, id: str, secret: str) -> told.TournamentTable:
    """Leave it, or drop out of one that runs: the game under way is given up."""
    of, kept = await seen(who, id, secret), who.place.rooms.people.tournaments
    need(await asyncio.to_thread(kept.leave, id, who.person))
    left = await asyncio.to_thread(kept.get, id) or of  # it is shown once more to who came by a link
    return await asyncio.to_thread(table, who, left)


async def start(who: Visitor, id: str) -> told.TournamentTable:
    await seen(who, id)
    need(await asyncio.to_thread(who.place.rooms.people.tournaments.start, id, who.person))
    return await look(who, id)


async def call_off(who: Visitor, id: str) -> told.CalledOff:
    await seen(who, id)
    need(await asyncio.to_thread(who.place.rooms.people.tournaments.call_off, id, who.person))
    return told.CalledOff(id)


async def take_out(who: Visitor, id: str, profile: str) -> told.TournamentTable:
    """Before it begins, who made it may take somebody out."""
    await seen(who, id)
    other = await person_of(who, profile)
    need(await asyncio.to_thread(who.place.rooms.people.tournaments.take_out, id, who.person, other))
    return await look(who, id)


async def challenge(who: Visitor, id: str, profile: str) -> told.TournamentTable:
    """Challenge somebody who stands above you on a ladder; the game begins in a moment."""
    await seen(who, id)
    other = await person_of(who, profile)
    need(await asyncio.to_thread(who.place.rooms.people.tournaments.challenge, id, who.person, other))
    return await look(who, id)


async def watch(who: Visitor, id: str, game: str, secret: str) -> told.Watching:
    """Watch a game of it, as anybody sees it who has no seat there."""
    of = await seen(who, id, secret)
    pairing = next((one for one in of.pairings if game and one.game == game), None)
    if pairing is None:
        raise Refused(404, UNKNOWN)
    rooms = who.place.rooms
    held = {h.person for h in await rooms.held(game)}
    if who.person not in held:
        if held & await asyncio.to_thread(rooms.people.hosting.apart, who.person):
            raise Refused(404, UNKNOWN)
        await asyncio.to_thread(rooms.people.hold, game, WATCH, who.person)
    return told.Watching(game)
