"""Who asks, by the cookie; and what queries may hold."""

from typing import Annotated

from fastapi import Cookie, Depends, Query, Response
from fastapi import Path as PathParameter
from fastapi.requests import HTTPConnection

from kurgan.kernel.sentences import ENGLISH
from kurgan.table.guard.hosts import visitor
from kurgan.table.model.bodies import MOST_NUMBER
from kurgan.table.service.place import Place, Visitor

COOKIE = "kurgan"
COOKIE_SECONDS = 400 * 24 * 3600
LONGEST_KEY = 200


def place_of(connection: HTTPConnection) -> Place:
    place: Place = connection.app.state.place
    return place


LanguageQuery = Annotated[str, Query(max_length=12, description="A language, as es; English if none.")]


async def who_asks(
    connection: HTTPConnection, kurgan: Annotated[str | None, Cookie()] = None, lang: LanguageQuery = ENGLISH
) -> Visitor:
    """The person by the key in the cookie; a stranger has none. What is said in reply is said in his language."""
    place = place_of(connection)
    known = kurgan is not None and 0 < len(kurgan) <= LONGEST_KEY
    person = await place.rooms.person(kurgan) if kurgan is not None and known else ""
    return Visitor(place, person, visitor(connection.scope), lang)


Who = Annotated[Visitor, Depends(who_asks)]
AtPlace = Annotated[Place, Depends(place_of)]
SeatQuery = Annotated[str, Query(max_length=40)]
PlaceQuery = Annotated[str, Query(alias="place", max_length=40)]
PieceQuery = Annotated[str, Query(max_length=80)]
PiecesQuery = Annotated[str, Query(max_length=800, description="Pieces that set out, apart by semicolons.")]
ActionQuery = Annotated[str, Query(max_length=2000)]
LineQuery = Annotated[int, Query(ge=0, le=MOST_NUMBER)]
TokenPath = Annotated[str, PathParameter(max_length=64, pattern="^[A-Za-z0-9_-]+$")]
LinePath = Annotated[int, PathParameter(ge=0, le=MOST_NUMBER)]


def with_key(response: Response, place: Place, key: str) -> Response:
    """The cookie of somebody who had none."""
    if key:
        secure = place.url.startswith("https:")
        response.set_cookie(COOKIE, key, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")
    return response
