"""Talk at the table, and what one can take home: records, stories, luck."""

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Response

from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.table import bodies, ids, seat_view, story
from kurgan.table import luck as fortune
from kurgan.table.access import (
    AtPlace,
    Guest,
    Person,
    Refused,
    SeatQuery,
    answer,
    at_desk,
    guest,
    inside,
    is_alone,
    owner_of,
)
from kurgan.table.api import kept_turns

home = APIRouter(prefix="/api")

TOGETHER = "+"

# Talk -----------------------------------------------------------------------------------------------------------


@home.get("/games/{game}/talk", tags=["talk"])
async def talk(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    who = await guest(place, person, game, seat)
    async with inside(place, who):
        said = await asyncio.to_thread(place.rooms.store.talk, game)
        return answer({"talk": [said_json(s) for s in said if may_hear(who, s.audience)]})


def side_of(who: Guest, seat: str) -> str:
    """The seats that win and lose together with this one, itself among them."""
    session = who.room.session
    rivals = session.game.rivals(session.header["scenario"], seat)
    return TOGETHER.join([name for name in session.seat_names if name not in rivals])


def may_hear(who: Guest, audience: str) -> bool:
    return not audience or any(is_meant(who, seat, audience) for seat in who.mine)


def is_meant(who: Guest, seat: str, audience: str) -> bool:
    """Whether words to an audience are for this seat. Before 0.2 partners were called by a name that is no seat's."""
    side = side_of(who, seat)
    is_old = TOGETHER not in audience and audience not in who.room.session.seat_names
    return side == audience or (is_old and TOGETHER in side)


def said_json(said: Any) -> Json:
    text, _, pointed = said.text.partition("\n")
    return {
        "id": said.number,
        "who": said.seat,
        "text": text,
        "place": pointed,
        "partners": bool(said.audience),
        "at": 0,
        "when": said.at,
    }


@home.post("/games/{game}/talk", tags=["talk"])
async def say(place: AtPlace, person: Person, game: str, body: bodies.Talk) -> Response:
    """Say something, with a pointer to a place if you like; partners can talk among themselves."""
    who = await guest(place, person, game, body.seat)
    owner = owner_of(who) if body.partners else ""
    if not place.seat_rate.take(f"talk {game} {person}"):
        raise Refused(429, "Too much talk at once; wait a moment.")
    text = ids.clean(body.text, ids.TEXT_LIMIT) + (f"\n{ids.clean(body.place, 40)}" if body.place else "")
    async with inside(place, who) as room:
        audience = side_of(who, owner) if owner else ""
        said = await asyncio.to_thread(place.rooms.store.say, game, who.seat or "watching", text, audience)
        frame = msgspec.json.encode({"kind": "talk", "talk": said_json(said)}).decode()
        for listener in room.listeners:
            if not audience or (listener.seat and is_meant(who, listener.seat, audience)):
                listener.put(frame)
    return answer(said_json(said), 201)


# Taking home ----------------------------------------------------------------------------------------------------


@home.get("/games/{game}/export", tags=["export"])
async def export(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """The whole record where nothing in it is hidden from you; otherwise your own stream of events."""
    who = await guest(place, person, game, seat)
    text, name = await at_desk(place, who, lambda session: export_of(session, who))
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


def export_of(session: Session, who: Guest) -> tuple[str, str]:
    """What this person may take home, and the name of its file."""
    short = str(session.header["game"])[:8]
    if session.outcome is not None or is_alone(who):
        return session.text(), f"{short}.kurgan"
    stream = session.stream(who.seat)
    text = "".join(msgspec.json.encode(line).decode() + "\n" for line in stream)
    return text, f"{short}-{who.seat or 'watching'}.jsonl"


@home.get("/games/{game}/story", tags=["export"])
async def game_story(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """The log as a story one can post."""
    who = await guest(place, person, game, seat)
    return answer(await at_desk(place, who, lambda session: story_of(session, who)))


def story_of(session: Session, who: Guest) -> Json:
    room = who.room
    lines = seat_view.log(session, who.seat, 0, room.face.get("fights"))
    return story.chapters(session, kept_turns(room, session)["turns"], lines, who.seat)


@home.get("/games/{game}/luck", tags=["export"])
async def luck(place: AtPlace, person: Person, game: str) -> Response:
    """Expected against actual, fight by fight; when the game is over, or for who plays alone."""
    who = await guest(place, person, game, "")
    return answer({"fights": await at_desk(place, who, lambda session: luck_of(session, who))})


def luck_of(session: Session, who: Guest) -> list[Json]:
    """Made once for all who ask, until the game goes on."""
    if session.outcome is None and not is_alone(who):
        raise Refused(422, "Luck is reckoned when the game is over.")
    room, fights = who.room, who.room.face["fights"]
    return room.kept.get("luck", session.number, lambda: fortune.luck(session, fights))
