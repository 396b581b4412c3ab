"""Arriving and the lobby: hello, titles, making, finding, importing and joining games."""

import asyncio
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from fastapi import APIRouter, Request, Response

from kurgan import bots
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Json, Misspelt
from kurgan.session import bounds, epochs
from kurgan.session.logs import MemoryLog, NoRecord, is_vault
from kurgan.session.record import Damaged, Line, Reading, Stale, read_lines, read_text
from kurgan.session.replay import BOT, OPEN, PERSON
from kurgan.session.session import NotAllowed, Session
from kurgan.table import bodies, ids
from kurgan.table.access import (
    AtPlace,
    Person,
    Place,
    Refused,
    answer,
    cached,
    check_title,
    link,
    sat_at_by_people,
    set_key,
    wishing,
)
from kurgan.table.hosts import visitor
from kurgan.table.identity import MAKER, WATCH
from kurgan.table.rooms import Rooms

lobby = APIRouter(prefix="/api")

IMPORT_SECONDS = 30.0
"""So long a record may take to be played again; one of six thousand lines takes a few."""

# Arriving -------------------------------------------------------------------------------------------------------


@lobby.get("/hello", tags=["lobby"])
async def hello(request: Request, place: AtPlace, person: Person) -> Response:
    """What this table plays, and who you are; a stranger gets a key in a cookie."""
    rooms = place.rooms
    key = ""
    if not person:
        if not place.newcomers.take(visitor(request.scope)):
            raise Refused(429, "Too many strangers at once from where you are; wait a moment.")
        key, person = await asyncio.to_thread(rooms.people.new)
    titles = await asyncio.to_thread(lambda: [title_json(rooms, name) for name in rooms.titles.names()])
    response = answer(
        {
            "version": program_version(),
            "url": place.url or str(request.base_url).rstrip("/"),
            "local": place.local,
            "data": place.data if place.local else "",
            "name": await asyncio.to_thread(rooms.people.name_of, person),
            "bots": [{"name": kind.name, "about": kind.about, "levels": kind.levels} for kind in bots.kinds()],
            "titles": [title for title in titles if title is not None],
            "broken": [broken.told for broken in rooms.titles.broken()] if place.local else [],
        }
    )
    if key:
        set_key(response, place, key)
    return response


def program_version() -> str:
    try:
        return version("kurgan")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "0"


def warm(rooms: Rooms) -> None:
    """Load every title before somebody asks for the lobby."""
    for name in rooms.titles.names():
        title_json(rooms, name)


def title_json(rooms: Rooms, name: str) -> Json | None:
    """A title that can be played at the table: one with a face and a scene."""
    try:
        game = rooms.titles.load(name)
        rooms.opening(name)
    except Exception:  # a title that cannot be loaded is left out of the lobby; the others play
        return None
    face = rooms.face_or_none(name)
    if face is None:
        return None
    return {
        "name": name,
        "title": face["title"] or game.title,
        "origin": rooms.titles.origin(name).told,
        "about": face["about"],
        "tags": face["tags"],
        "pack": game.info.title,
        "reconstructed": game.info.reconstructed,
        "scenarios": [scenario._asdict() for scenario in game.scenarios()],
        "options": [option._asdict() for option in game.options()],
    }


@lobby.patch("/me", tags=["lobby"])
async def me(place: AtPlace, person: Person, body: bodies.Me) -> Response:
    if not person:
        raise Refused(401, "Say hello first.")
    name = ids.clean(body.name)
    await asyncio.to_thread(place.rooms.people.set_name, person, name)
    return answer({"name": name})


@lobby.get("/titles/{title}/face", tags=["titles"])
async def title_face(place: AtPlace, title: str) -> Response:
    check_title(place, title)
    return cached(answer(await asyncio.to_thread(place.rooms.face, title)))


@lobby.get("/titles/{title}/opening", tags=["titles"])
async def opening(place: AtPlace, title: str) -> Response:
    """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
    check_title(place, title)
    return cached(answer(await asyncio.to_thread(place.rooms.opening, title)))


# The lobby ------------------------------------------------------------------------------------------------------


@lobby.get("/games", tags=["lobby"])
async def games(place: AtPlace, person: Person) -> Response:
    """Your games: those where you are asked come first."""
    return answer({"games": await asyncio.to_thread(_games, place.rooms, person) if person else []})


def _games(rooms: Rooms, person: str) -> list[Json]:
    held = rooms.people.held_by(person)
    mine: dict[str, set[str]] = {}
    for hold in held:
        mine.setdefault(hold.game, set()).add(hold.seat)
    rooms.sum_up(list(mine))
    tables = rooms.people.tables(list(mine))
    rows = []
    for row in rooms.store.games():
        if row.id not in mine or row.id not in tables:
            continue
        table = tables[row.id]
        seats = [s for s in mine[row.id] if s not in (MAKER, WATCH)]
        over = bool(row.outcome)
        rows.append(
            {
                "id": row.id,
                "name": row.name,
                "game": row.title,
                "scenario": row.scenario,
                "turn": table.turn,
                "last": table.last,
                "number": table.number,
                "over": over,
                "yours": not over and row.awaited in seats,
                "waiting": row.awaited,
                "side": seats[0] if seats else "",
                "mine": seats,
                "maker": MAKER in mine[row.id],
                "when": row.updated,
            }
        )
    return sorted(rows, key=lambda r: (not r["yours"], r["over"], -r["when"]))


@lobby.post("/promises", tags=["lobby"])
async def promise(place: AtPlace, person: Person) -> Response:
    """The commitment of a game that you are about to make: make your word for its dice when you have seen it."""
    if not person:
        raise Refused(401, "Say hello first.")
    return answer({"commitment": place.promises.make(person)}, 201)


@lobby.post("/games", tags=["lobby"])
async def new_game(place: AtPlace, person: Person, body: bodies.NewGame) -> Response:
    """Make a game. Links are given once, here; later new ones can be made."""
    if not person:
        raise Refused(401, "Say hello first.")
    check_title(place, body.title)
    if body.pack and not place.local:
        raise Refused(403, "Packs from folders are for the computer that runs the table.")
    try:
        session, links = await asyncio.to_thread(make_game, place, person, body)
        code = await asyncio.to_thread(place.rooms.people.new_code, session.header["game"], person)
    except Stale:
        raise Refused(409, "A game with this open seed is on this table already; take another seed.") from None
    except (Misspelt, NotAllowed, PackError, ValueError) as error:
        raise Refused(422, str(error)) from None
    place.rooms.add(session, body.pack, ids.clean(body.name), body.guide)
    return answer({"id": session.header["game"], "links": links, "recovery": code}, 201)


def make_game(place: Place, person: str, body: bodies.NewGame) -> tuple[Session, Json]:
    rooms = place.rooms
    game = rooms.titles.load(body.title, body.pack)
    scenario = body.scenario or game.scenarios()[0].name
    name = rooms.people.name_of(person)
    seats = {seat: seat_text(body.seats.get(seat, bodies.SeatWish()), name) for seat in game.seats(scenario)}
    unknown = [seat for seat in body.seats if seat not in seats]
    if unknown:
        raise Misspelt(f"unknown seat '{unknown[0]}'; seats are {', '.join(seats)}")
    rooms.face(body.title, body.pack)
    secret, words = promised(place, person, body, seats)
    session = Session.new(
        game,
        scenario,
        body.options,
        seats,
        seed=body.seed or None,
        log=rooms.store.log(),
        folder=body.pack,
        secret=secret,
        words=words,
    )
    id = session.header["game"]
    rooms.people.open_table(id, body.pack, body.guide)
    rooms.people.hold(id, MAKER, person)
    links: Json = {}
    for seat in seats:
        wish = body.seats.get(seat, bodies.SeatWish())
        if wish.kind == "me":
            rooms.people.hold(id, seat, person)
        elif wish.kind == "link":
            links[seat] = link(place, id, rooms.store.give_seat(id, seat, giver=person))
    if body.name:
        rooms.store.name_game(id, ids.clean(body.name))
    return session, links


def promised(place: Place, person: str, body: bodies.NewGame, seats: Json) -> tuple[bytes | None, dict[str, str]]:
    """The secret whose commitment this person was shown, and the word made after it, one for each seat of theirs."""
    if not body.promise or body.seed:
        return None, {}
    secret = place.promises.take(person, body.promise)
    if secret is None:
        raise NotAllowed("that promise of dice was not made to you, or is used up; ask for another")
    mine = [seat for seat in seats if body.seats.get(seat, bodies.SeatWish()).kind == "me"]
    word = ids.clean(body.word, 200)
    return secret, dict.fromkeys(mine, word) if word else {}


def seat_text(wish: bodies.SeatWish, name: str) -> str:
    if wish.kind == "me":
        return f"{PERSON} {name}".strip()
    if wish.kind == "bot":
        bots.make(wish.bot or "greedy")
        return f"{BOT} {wish.bot or 'greedy'}"
    return OPEN


@lobby.post("/games/import", tags=["lobby"])
async def import_record(place: AtPlace, person: Person, body: bodies.Record) -> Response:
    """Put a record from a file on this table. Unfinished ones go on with new dice."""
    if not person:
        raise Refused(401, "Say hello first.")
    try:
        async with wishing(place, person, each=1):
            session = await place.desk.run(lambda: take_record(place.rooms, person, body))
    except Stale:
        raise Refused(409, "This game is on this table already.") from None
    except (Damaged, Misspelt, NotAllowed, PackError, NoRecord, ValueError) as error:
        raise Refused(422, f"This record cannot be played on: {error}") from None
    code = await asyncio.to_thread(place.rooms.people.new_code, session.header["game"], person)
    place.rooms.add(session, "", imported_name(body))
    return answer({"id": session.header["game"], "recovery": code}, 201)


def read_export(text: str) -> tuple[Reading, Json]:
    """A record as it is, or one that was exported together with its secret (``kurgan export --all``)."""
    try:
        whole = bounds.read_json(text)
    except bounds.Unbounded as error:
        raise Damaged(1, str(error)) from None
    except ValueError:
        return read_text(text.encode()), {}
    if not isinstance(whole, dict) or whole.get("kurgan") != "export":
        return read_text(text.encode()), {}
    lines, vault = whole.get("record"), whole.get("secret")
    if (
        not isinstance(lines, list)
        or not all(isinstance(line, str) for line in lines)
        or vault is None
        or not is_vault(vault)
    ):
        raise Damaged(1, "this export does not hold a record and its secret")
    return Reading(read_lines(lines), 0, ""), vault


def take_record(rooms: Rooms, person: str, body: bodies.Record) -> Session:
    reading, vault = read_export(body.text)
    header = reading.lines[0].fields
    if header["title"] not in rooms.titles.names():
        raise Misspelt(f"this table does not play '{header['title']}'")
    game = rooms.titles.load(header["title"])
    brought = Session.load(game, HurriedLog(reading, vault))
    log = rooms.store.log()
    if brought.outcome is not None:
        log.append(reading.lines)
        session = Session.load(game, rooms.store.log(header["game"]))
    else:
        session = brought.branch(brought.course.number, log, epochs.IMPORTED)
    id = session.header["game"]
    rooms.people.open_table(id, "", False)
    rooms.people.hold(id, MAKER, person)
    for seat in sat_at_by_people(session):
        rooms.people.hold(id, seat, person)
    rooms.store.name_game(id, imported_name(body))
    return session


class Hurried(list[Line]):
    """Lines that stop being read when it takes too long: a stranger's record must not keep a thread for good."""

    def __init__(self, lines: list[Line]) -> None:
        super().__init__(lines)
        self.until = time.monotonic() + IMPORT_SECONDS

    def __iter__(self) -> Iterator[Line]:
        for line in super().__iter__():
            if time.monotonic() > self.until:
                raise TooSlow(f"it takes longer than {IMPORT_SECONDS:g} seconds to play it again")
            yield line


class TooSlow(ValueError):
    """A record that would take too long."""


class HurriedLog(MemoryLog):
    """A record from outside, held in memory until we know what it is."""

    def __init__(self, reading: Reading, vault: Json) -> None:
        super().__init__([line.text for line in reading.lines], vault)
        self._lines = reading.lines

    def read(self) -> Reading:
        return Reading(Hurried(self._lines), 0, "")


def imported_name(body: bodies.Record) -> str:
    return ids.clean(body.name) or "imported"
