"""Help while deciding: far places in one click, what a place means, what an answer would do to the odds."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response

from kurgan import odds
from kurgan.kernel.protocol import Json, Misspelt
from kurgan.session.seen import Seen
from kurgan.table import seat_view
from kurgan.table.access import AtPlace, Person, SeatQuery, answer, at_desk, guest, inside

aid = APIRouter(prefix="/api")

PlaceQuery = Annotated[str, Query(alias="place", max_length=40)]


@aid.get("/games/{game}/routes", tags=["game"])
async def far_places(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """Places that a march can reach, each with the answers that lead there; nothing where no march is asked for."""
    who = await guest(place, person, game, seat)
    return answer(await at_desk(place, who, lambda session: routes(session.seen(who.seat), session.number)))


@aid.get("/games/{game}/about", tags=["game"])
async def what_is_there(
    place: AtPlace, person: Person, game: str, seat: SeatQuery = "", place_: PlaceQuery = ""
) -> Response:
    """Facts about a place and lines to draw for it, such as the radius of a headquarters."""
    who = await guest(place, person, game, seat)
    session = who.room.session
    async with inside(place, who):
        found = await asyncio.to_thread(lambda: about(session.seen(who.seat), place_))
    return answer(found)


@aid.get("/games/{game}/odds/after", tags=["game"])
async def chances_after(
    place: AtPlace, person: Person, game: str, seat: SeatQuery = "", action: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """The chances of the fight if the question were answered so: what a declaration or a support would change."""
    who = await guest(place, person, game, seat)
    face = who.room.face
    found = await at_desk(place, who, lambda s: after(s.seen(who.seat), action, face["bars"], face["facts"]))
    return answer({"odds": found})


def routes(seen: Seen, number: int) -> Json:
    return {"number": number, "routes": [route._asdict() for route in seen.routes()]}


def about(seen: Seen, place: str) -> Json:
    return {"facts": [], "lines": [], **seen.about(place)}


def after(seen: Seen, action: str, spec: list[Json], facts: list[Json]) -> Json | None:
    """None where the seat is not asked, the answer is none, or no fight follows."""
    if not seen.is_asked:
        return None
    try:
        chosen = seen.parse(action)
    except Misspelt:
        return None
    if chosen not in seen.legal():
        return None
    found = odds.after(seen.game, seen.view, [chosen])
    return seat_view.told(found, spec, facts) if found is not None else None
