"""Profiles: how somebody's games ended, and how strong he plays; the ladder of people and bots."""

import asyncio
from typing import Literal

from kurgan.table import ids
from kurgan.table.model import profiles as told
from kurgan.table.rating import SCALE, Strength, wilson
from kurgan.table.refusals import Refused
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.seating import seat_labels, title_case
from kurgan.table.service.place import Visitor, enter, need_person
from kurgan.table.storage import Past, Rated, Share

MOST_PAST = 100
UNKNOWN = "There is nobody of that name here."


async def ladder(who: Visitor) -> told.Ladder:
    """People and bots who played games that count, the strongest first."""
    person, people = need_person(who), who.place.rooms.people
    rows = await asyncio.to_thread(people.results.ladder)
    return told.Ladder([rung(row, person) for row in rows])


def rung(row: Rated, me: str) -> told.Rung:
    kind: Literal["person", "bot"] = "bot" if row.kind == "bot" else "person"
    return told.Rung(kind, row.name, row.handle, row.person == me, rating(row))


def rating(row: Rated) -> told.Rating:
    strength = Strength(row.mu, row.sigma)
    return told.Rating(strength.shown, strength.half, row.games)


async def person_of(who: Visitor, handle: str) -> str:
    """The person with this handle; raises Refused."""
    need_person(who)
    person = await asyncio.to_thread(who.place.rooms.people.results.person_of, handle)
    if not person:
        raise Refused(404, UNKNOWN)
    return person


async def profile(who: Visitor, handle: str) -> told.Profile:
    """What everybody may know of somebody; "me" is yourself."""
    person = need_person(who) if handle == "me" else await person_of(who, handle)
    return await asyncio.to_thread(profile_of, who, person)


def profile_of(who: Visitor, person: str) -> told.Profile:
    rooms = who.place.rooms
    results = rooms.people.results
    games = results.count(person)  # first: a game that is noted meanwhile is in the rest already
    rated = results.rating_of(person)
    mine = {held.game for held in rooms.people.held_by(who.person)}
    return told.Profile(
        profile=ids.handle_of(person),
        name=rooms.people.name_of(person),
        since=rooms.people.since(person),
        yours=person == who.person,
        blocked=ids.handle_of(person) in {handle for _, handle in rooms.people.hosting.blocked_by(who.person)},
        rating=rating(rated) if rated is not None else None,
        games=games,
        sides=[side(rooms, share) for share in results.shares(person)],
        past=[past(rooms, row, row.game in mine) for row in results.history(person, MOST_PAST)],
    )


def side(rooms: Rooms, share: Share) -> told.SideRecord:
    points = share.won + share.drawn / 2
    low, high = wilson(points, share.games)
    label = label_of(rooms, share.title, share.seat)
    title, _ = names_of(rooms, share.title, "")
    return told.SideRecord(
        title, share.seat, label, share.games, share.won, share.drawn, points / share.games, low, high
    )


def past(rooms: Rooms, row: Past, may_open: bool) -> told.PastGame:
    title, scenario = names_of(rooms, row.title, row.scenario)
    result: Literal["won", "drawn", "lost"] = (
        "won" if row.result == "won" else "lost" if row.result == "lost" else "drawn"
    )
    return told.PastGame(
        title=title,
        scenario=scenario,
        seat=row.seat,
        label=label_of(rooms, row.title, row.seat),
        result=result,
        outcome=row.outcome,
        counted=bool(row.counted),
        change=round(SCALE * row.change),
        at=row.at,
        others=[told.Opponent(*other) for other in row.others],
        game=row.game if may_open else "",
    )


def names_of(rooms: Rooms, title: str, scenario: str) -> tuple[str, str]:
    """A title and a scenario as people call them; one that is not there any more by its own name."""
    try:
        game = rooms.titles.load(title)
    except Exception:
        return title, scenario
    return game.named(game.title), next((s.title for s in game.scenarios() if s.name == scenario), scenario)


def label_of(rooms: Rooms, title: str, seat: str) -> str:
    try:
        return seat_labels(rooms.opening(title)["sides"], [seat])[seat]
    except Exception:  # a title that is not there any more
        return title_case(seat)


async def company(who: Visitor, game: str) -> told.Company:
    """Who holds the seats of a game that you are at."""
    guest = await enter(who, game)
    rooms = who.place.rooms
    held = [h for h in await rooms.held(game) if h.seat in guest.room.session.seats]

    def look() -> list[told.Companion]:
        found = []
        for h in held:
            rated = rooms.people.results.rating_of(h.person)
            shown = rating(rated) if rated is not None else None
            name, handle = rooms.people.name_of(h.person), ids.handle_of(h.person)
            found.append(told.Companion(h.seat, name, handle, h.person == who.person, shown))
        return found

    return told.Company(await asyncio.to_thread(look), guest.room.is_rated)
