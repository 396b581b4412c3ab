"""The REST half of the table. What each call takes and gives is in docs/reference/api.md and /api/openapi.json."""

import asyncio
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Cookie, Depends, HTTPException, Query, Request, Response

from kurgan import bots
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import IllegalAction, Json, Misspelt
from kurgan.session.course import BOT, OPEN, PERSON
from kurgan.session.logs import MemoryLog, NoRecord
from kurgan.session.record import Damaged, Stale, read_text
from kurgan.session.session import NotAllowed, Session
from kurgan.session.undo import CannotUndo
from kurgan.table import bodies, ids, show, story
from kurgan.table.limits import Buckets
from kurgan.table.people import MAKER, WATCH
from kurgan.table.rooms import Room, Rooms

T = TypeVar("T")

COOKIE = "kurgan"
COOKIE_SECONDS = 400 * 24 * 3600


class Place:
    """What the routes share: the rooms, the address that links carry, and rates."""

    def __init__(self, rooms: Rooms, url: str, local: bool, data: str, seat_rate: Buckets) -> None:
        self.rooms = rooms
        self.url = url
        self.local = local
        self.data = data
        self.seat_rate = seat_rate


class Guest:
    """A person in a game: which seats are theirs, and through which they look now."""

    def __init__(self, room: Room, person: str, mine: list[str], is_maker: bool, seat: str, seen: int) -> None:
        self.room = room
        self.person = person
        self.mine = mine
        self.is_maker = is_maker
        self.seat = seat
        self.seen = seen


class Refused(HTTPException):
    """A refusal with the rule that makes it."""

    def __init__(self, status: int, message: str, rule: str = "", code: str = "") -> None:
        super().__init__(status, message)
        self.rule = rule
        self.code = code


def not_found() -> Refused:
    return Refused(404, "There is no such game, or it is not yours to see.")


def answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def place_of(request: Request) -> Place:
    place: Place = request.app.state.place
    return place


async def person_of(request: Request, kurgan: Annotated[str | None, Cookie()] = None) -> str:
    """Who asks, by the cookie; empty for a stranger."""
    if not kurgan or len(kurgan) > 200:
        return ""
    return await asyncio.to_thread(place_of(request).rooms.people.of_key, kurgan)


Person = Annotated[str, Depends(person_of)]
AtPlace = Annotated[Place, Depends(place_of)]
SeatQuery = Annotated[str, Query(max_length=40)]


async def guest(place: Place, person: str, game: str, seat: str) -> Guest:
    """Let somebody in, through a seat of theirs or as one who watches; strangers learn nothing."""
    if not person or not ids.is_game(game) or not ids.is_word(seat):
        raise not_found()
    held = [h for h in await asyncio.to_thread(place.rooms.people.held, game) if h.person == person]
    if not held:
        raise not_found()
    room = await place.rooms.room(game)
    if room is None:
        raise not_found()
    names = {h.seat for h in held}
    mine = [name for name in room.session.seat_names if name in names]
    if seat and seat not in mine:
        raise Refused(403, "That is not your seat.")
    if not seat and mine:
        awaited = room.session.awaited
        seat = awaited if awaited in mine else mine[0]
    return Guest(room, person, mine, MAKER in names, seat, max(h.seen for h in held))


def you(place: Place, who: Guest) -> Json:
    """What is shown to this person only."""
    row = place.rooms.store.game(who.room.id)
    table = place.rooms.people.table(who.room.id)
    return {
        "mine": who.mine,
        "maker": who.is_maker,
        "seen": who.seen,
        "name": row.name if row is not None else "",
        "guide": bool(table is not None and table.guide) and bool(who.mine),
    }


async def table_answer(place: Place, who: Guest) -> Response:
    async with who.room.lock:
        data = await asyncio.to_thread(_table, place, who)
    return answer(data)


def _table(place: Place, who: Guest) -> Json:
    core = show.table(who.room.session, who.seat)
    return {**core, "seats": place.rooms.seats(who.room), "wish": who.room.wish, **you(place, who)}


async def changing(place: Place, who: Guest, act: Callable[[], Any]) -> None:
    """Run one change of a game; every refusal becomes the right status, and nothing is changed by it."""
    try:
        await place.rooms.change(who.room, act)
    except IllegalAction as error:
        raise Refused(422, error.refusal.text, error.refusal.rule, error.refusal.code) from None
    except Misspelt as error:
        raise Refused(422, str(error), "", "misspelt") from None
    except Stale as error:
        raise Refused(409, str(error), "", "stale") from None
    except (NotAllowed, CannotUndo) as error:
        raise Refused(422, str(error), "", "not_allowed") from None


def owner_of(who: Guest) -> str:
    if not who.seat:
        raise Refused(403, "Who only watches decides nothing.")
    return who.seat


api = APIRouter(prefix="/api")

# Arriving -------------------------------------------------------------------------------------------------------


@api.get("/hello", tags=["lobby"])
async def hello(request: Request, place: AtPlace, person: Person) -> Response:
    """What this table plays, and who you are; a stranger gets a key in a cookie."""
    rooms = place.rooms
    key = ""
    if not person:
        key, person = await asyncio.to_thread(rooms.people.new)
    titles = await asyncio.to_thread(lambda: [title_json(rooms, name) for name in rooms.titles.TITLES])
    response = answer(
        {
            "version": program_version(),
            "url": place.url or str(request.base_url).rstrip("/"),
            "local": place.local,
            "data": place.data if place.local else "",
            "name": await asyncio.to_thread(rooms.people.name_of, person),
            "bots": [{"name": kind.name, "about": kind.about, "levels": kind.levels} for kind in bots.kinds()],
            "titles": [title for title in titles if title is not None],
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


def set_key(response: Response, place: Place, key: str) -> None:
    secure = place.url.startswith("https:")
    response.set_cookie(COOKIE, key, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/")


def warm(rooms: Rooms) -> None:
    """Load every title before somebody asks for the lobby."""
    for name in rooms.titles.TITLES:
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
        "about": face["about"],
        "tags": face["tags"],
        "pack": game.info.title,
        "reconstructed": game.info.reconstructed,
        "scenarios": [scenario._asdict() for scenario in game.scenarios()],
        "options": [option._asdict() for option in game.options()],
    }


@api.patch("/me", tags=["lobby"])
async def me(place: AtPlace, person: Person, body: bodies.Me) -> Response:
    if not person:
        raise Refused(401, "Say hello first.")
    name = ids.clean(body.name)
    await asyncio.to_thread(place.rooms.people.set_name, person, name)
    return answer({"name": name})


@api.get("/titles/{title}/face", tags=["titles"])
async def title_face(place: AtPlace, title: str) -> Response:
    check_title(place, title)
    return cached(answer(await asyncio.to_thread(place.rooms.face, title)))


@api.get("/titles/{title}/opening", tags=["titles"])
async def opening(place: AtPlace, title: str) -> Response:
    """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
    check_title(place, title)
    return cached(answer(await asyncio.to_thread(place.rooms.opening, title)))


def check_title(place: Place, title: str) -> None:
    if title not in place.rooms.titles.TITLES:
        raise Refused(404, "There is no such title here.")


def cached(response: Response) -> Response:
    response.headers["cache-control"] = "private, max-age=300"
    return response


# The lobby ------------------------------------------------------------------------------------------------------


@api.get("/games", tags=["lobby"])
async def games(place: AtPlace, person: Person) -> Response:
    """Your games: those where you are asked come first."""
    return answer({"games": await asyncio.to_thread(_games, place.rooms, person) if person else []})


def _games(rooms: Rooms, person: str) -> list[Json]:
    held = rooms.people.held_by(person)
    mine: dict[str, set[str]] = {}
    for hold in held:
        mine.setdefault(hold.game, set()).add(hold.seat)
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


@api.post("/games", tags=["lobby"])
async def new_game(place: AtPlace, person: Person, body: bodies.NewGame) -> Response:
    """Make a game. Links are given once, here; later new ones can be made."""
    if not person:
        raise Refused(401, "Say hello first.")
    check_title(place, body.title)
    if body.pack and not place.local:
        raise Refused(403, "Packs from folders are for the computer that runs the table.")
    try:
        session, links = await asyncio.to_thread(make_game, place, person, body)
    except Stale:
        raise Refused(409, "A game with this open seed is on this table already; take another seed.") from None
    except (Misspelt, NotAllowed, PackError, ValueError) as error:
        raise Refused(422, str(error)) from None
    place.rooms.add(session, body.pack)
    return answer({"id": session.header["game"], "links": links}, 201)


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
    log = rooms.store.log()
    session = Session.new(game, scenario, body.options, seats, seed=body.seed or None, log=log, folder=body.pack)
    id = session.header["game"]
    rooms.people.open_table(id, body.pack, body.guide)
    rooms.people.hold(id, MAKER, person)
    links: Json = {}
    for seat in seats:
        wish = body.seats.get(seat, bodies.SeatWish())
        if wish.kind == "me":
            rooms.people.hold(id, seat, person)
        elif wish.kind == "link":
            links[seat] = link(place, id, rooms.store.give_seat(id, seat))
    if body.name:
        rooms.store.name_game(id, ids.clean(body.name))
    outcome = session.outcome
    rooms.store.mark(id, session.awaited, {"name": outcome.name} if outcome is not None else None)
    return session, links


def seat_text(wish: bodies.SeatWish, name: str) -> str:
    if wish.kind == "me":
        return f"{PERSON} {name}".strip()
    if wish.kind == "bot":
        bots.make(wish.bot or "greedy")
        return f"{BOT} {wish.bot or 'greedy'}"
    return OPEN


def link(place: Place, game: str, secret: str) -> str:
    return f"{place.url}/join/{game}#{secret}"


@api.post("/games/import", tags=["lobby"])
async def import_record(place: AtPlace, person: Person, body: bodies.Record) -> Response:
    """Put a record from a file on this table. Unfinished ones go on with new dice."""
    if not person:
        raise Refused(401, "Say hello first.")
    try:
        session = await asyncio.to_thread(take_record, place.rooms, person, body)
    except Stale:
        raise Refused(409, "This game is on this table already.") from None
    except (Damaged, Misspelt, NotAllowed, PackError, NoRecord, ValueError) as error:
        raise Refused(422, f"This record cannot be played on: {error}") from None
    place.rooms.add(session, "")
    return answer({"id": session.header["game"]}, 201)


def take_record(rooms: Rooms, person: str, body: bodies.Record) -> Session:
    reading = read_text(body.text.encode())
    header = reading.lines[0].fields
    if header["title"] not in rooms.titles.TITLES:
        raise Misspelt(f"this table does not play '{header['title']}'")
    game = rooms.titles.load(header["title"])
    trial = Session.load(game, MemoryLog([line.text for line in reading.lines]))
    log = rooms.store.log(header["game"])
    log.append(reading.lines)
    session = Session.load(game, log)
    if trial.outcome is None and session.course.secret() is None:
        session.take_new_secret()
    id = session.header["game"]
    rooms.people.open_table(id, "", False)
    rooms.people.hold(id, MAKER, person)
    for seat, holder in session.seats.items():
        if holder.held != BOT:
            rooms.people.hold(id, seat, person)
    rooms.store.name_game(id, ids.clean(body.name) or "imported")
    outcome = session.outcome
    rooms.store.mark(id, session.awaited, {"name": outcome.name} if outcome is not None else None)
    return session


@api.post("/join", tags=["lobby"])
async def join(place: AtPlace, person: Person, body: bodies.Join) -> Response:
    """Exchange the secret of a link for a seat. The secret never stands in a path."""
    rooms = place.rooms
    key = ""
    found = await asyncio.to_thread(rooms.store.seat_of_token, body.secret)
    if found is None or found.game != body.game:
        raise Refused(404, "This link is not valid any more. Ask for a new one.")
    if not person:
        key, person = await asyncio.to_thread(rooms.people.new)
    name = ids.clean(body.name) or await asyncio.to_thread(rooms.people.name_of, person)
    room = await rooms.room(found.game)
    if room is None:
        raise not_found()
    held = await asyncio.to_thread(rooms.people.held, found.game)
    again = any(h.seat == found.seat and h.person == person for h in held)
    await asyncio.to_thread(rooms.people.hold, found.game, found.seat, person)
    if found.seat != WATCH and not again:
        session = room.session
        who = Guest(room, person, [found.seat], False, found.seat, 0)
        await changing(place, who, lambda: session.hand(found.seat, PERSON, name))
    response = answer({"game": found.game, "seat": "" if found.seat == WATCH else found.seat})
    if key:
        set_key(response, place, key)
    return response


# One game -------------------------------------------------------------------------------------------------------


@api.get("/games/{game}", tags=["game"])
async def table(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """Everything one seat may see now: position, question, legal answers."""
    who = await guest(place, person, game, seat)
    return await table_answer(place, who)


@api.patch("/games/{game}", tags=["game"])
async def rename(place: AtPlace, person: Person, game: str, body: bodies.Rename) -> Response:
    who = await guest(place, person, game, "")
    need_maker(who)
    await asyncio.to_thread(place.rooms.store.name_game, game, ids.clean(body.name))
    return answer({"name": ids.clean(body.name)})


@api.delete("/games/{game}", tags=["game"])
async def remove(place: AtPlace, person: Person, game: str) -> Response:
    who = await guest(place, person, game, "")
    need_maker(who)
    await place.rooms.drop(game)
    await asyncio.to_thread(place.rooms.people.forget, game)
    await asyncio.to_thread(place.rooms.store.delete_game, game)
    return answer({"deleted": game})


def need_maker(who: Guest) -> None:
    if not who.is_maker:
        raise Refused(403, "Only who made the game may do that.")


@api.get("/games/{game}/face", tags=["game"])
async def game_face(place: AtPlace, person: Person, game: str) -> Response:
    return cached(answer((await guest(place, person, game, "")).room.face))


@api.get("/games/{game}/charts", tags=["game"])
async def charts(place: AtPlace, person: Person, game: str) -> Response:
    who = await guest(place, person, game, "")
    return cached(answer(await asyncio.to_thread(who.room.session.game.charts)))


@api.get("/games/{game}/rules/{number}", tags=["game"])
async def rule(place: AtPlace, person: Person, game: str, number: str) -> Response:
    """A paragraph in our words."""
    who = await guest(place, person, game, "")
    text = who.room.session.game.rule_text(number[:20])
    return cached(answer({"number": number[:20], "title": "", "text": text}))


@api.get("/games/{game}/log", tags=["game"])
async def log(place: AtPlace, person: Person, game: str, seat: SeatQuery = "", after: int = 0) -> Response:
    who = await guest(place, person, game, seat)
    async with who.room.lock:
        lines = await asyncio.to_thread(who.room.log, who.seat, after)
    return answer({"lines": lines})


@api.get("/games/{game}/turns", tags=["game"])
async def turns(place: AtPlace, person: Person, game: str) -> Response:
    """Where turns begin, for the time line."""
    who = await guest(place, person, game, "")
    async with who.room.lock:
        found = await asyncio.to_thread(show.turns, who.room.session)
    return answer({"turns": found})


@api.get("/games/{game}/moment/{number}", tags=["game"])
async def moment(place: AtPlace, person: Person, game: str, number: int, seat: SeatQuery = "") -> Response:
    """The position after a line, as this seat saw it then."""
    who = await guest(place, person, game, seat)
    async with who.room.lock:
        found = await asyncio.to_thread(show.moment, who.room.session, number, who.seat)
    return answer(found)


@api.get("/games/{game}/why", tags=["game"])
async def why(
    place: AtPlace,
    person: Person,
    game: str,
    seat: SeatQuery = "",
    place_: Annotated[str, Query(alias="place", max_length=40)] = "",
    piece: Annotated[str, Query(max_length=80)] = "",
    number: int = 0,
) -> Response:
    """Why a place or a piece may not be chosen now."""
    who = await guest(place, person, game, seat)
    async with who.room.lock:
        found = await asyncio.to_thread(show.why, who.room.session, who.seat, place_, piece)
    return answer({"refusal": found, "number": number})


@api.get("/games/{game}/odds", tags=["game"])
async def chances(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """The chances of the fight under way, as this seat may know them."""
    who = await guest(place, person, game, seat)
    async with who.room.lock:
        face = who.room.face
        found = await asyncio.to_thread(show.chances, who.room.session, who.seat, face["bars"], face["facts"])
    return answer({"odds": found})


@api.get("/games/{game}/hint", tags=["game"])
async def hint(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """What the bot would do, and why."""
    who = await guest(place, person, game, seat)
    if who.room.session.awaited != owner_of(who):
        raise Refused(422, "You are not asked anything now.")
    try:
        return answer(await place.rooms.hint(who.room, who.seat))
    except (bots.Overrun, bots.WorkerFailed) as error:
        raise Refused(503, f"The bot has no advice: {error}") from None


@api.post("/games/{game}/answers", tags=["game"])
async def decide(place: AtPlace, person: Person, game: str, body: bodies.Answers) -> Response:
    """Answer the question of this number; a stale number is refused with 409 and changes nothing."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    if not place.seat_rate.take(f"{game} {seat}"):
        raise Refused(429, "Too many answers at once; wait a moment.")
    session = who.room.session
    await changing(place, who, lambda: session.act(seat, body.actions, body.number))
    return await table_answer(place, who)


@api.post("/games/{game}/undo", tags=["game"])
async def undo(place: AtPlace, person: Person, game: str, body: bodies.Undo) -> Response:
    """Take back one step, the whole turn, or go back to a number; past dice only alone or with the others' consent."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    try:
        if body.to:
            await changing(place, who, lambda: session.rewind(seat, body.to))
        else:
            await changing(place, who, lambda: session.undo(seat, 1, body.turn))
    except Refused as refused:
        if "must agree" not in str(refused.detail):
            raise
        await wish(place, who, body.to)
    return await table_answer(place, who)


async def wish(place: Place, who: Guest, to: int) -> None:
    """Ask the others whether this seat may go back."""
    room = who.room
    async with room.lock:
        back = to or max((m.number for m in room.session.course.trail if m.seat == who.seat), default=0)
        room.wish = {"seat": who.seat, "to": back, "agreed": []}
        await place.rooms.publish(room, room.session.course.number)


@api.post("/games/{game}/agree", tags=["game"])
async def agree(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    """Agree that another seat goes back past the dice."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    room = who.room
    if not room.wish or room.wish["seat"] == seat:
        raise Refused(422, "Nobody asks to go back.")
    asked = dict(room.wish)
    agreed = sorted({*asked["agreed"], seat})
    session = room.session
    others = [name for name in session.course.people() if name != asked["seat"]]
    if set(others) <= set(agreed):
        await changing(place, who, lambda: session.rewind(asked["seat"], asked["to"], agreed))
    else:
        async with room.lock:
            room.wish = {**asked, "agreed": agreed}
            await place.rooms.publish(room, session.course.number)
    return await table_answer(place, who)


@api.post("/games/{game}/decline", tags=["game"])
async def decline(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    who = await guest(place, person, game, body.seat)
    owner_of(who)
    async with who.room.lock:
        who.room.wish = {}
        await place.rooms.publish(who.room, who.room.session.course.number)
    return await table_answer(place, who)


@api.post("/games/{game}/resign", tags=["game"])
async def resign(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    await changing(place, who, lambda: session.resign(seat))
    return await table_answer(place, who)


@api.post("/games/{game}/hand", tags=["game"])
async def hand(place: AtPlace, person: Person, game: str, body: bodies.Hand) -> Response:
    """Give a seat to a bot, free it, or take it back."""
    who = await guest(place, person, game, body.seat)
    session = who.room.session
    if body.of not in session.seats:
        raise Refused(404, "There is no such seat.")
    taken = session.seats[body.of].held == PERSON and body.of not in who.mine
    if body.of not in who.mine and (not who.is_maker or taken):
        raise Refused(403, "That seat is not yours to give.")
    if body.held == BOT:
        try:
            bots.make(body.bot)
        except ValueError as error:
            raise Refused(422, str(error)) from None
    name = body.bot if body.held == BOT else await asyncio.to_thread(place.rooms.people.name_of, person)
    who.room.trouble.pop(body.of, None)
    await changing(place, who, lambda: session.hand(body.of, body.held, "" if body.held == OPEN else name))
    if body.held == PERSON and body.of not in who.mine:
        await asyncio.to_thread(place.rooms.people.hold, game, body.of, person)
        who.mine.append(body.of)
    return await table_answer(place, who)


@api.post("/games/{game}/retry", tags=["game"])
async def retry(place: AtPlace, person: Person, game: str, body: bodies.Retry) -> Response:
    """Ask a bot again that failed or overran its time."""
    who = await guest(place, person, game, body.seat)
    who.room.trouble.pop(body.of, None)
    place.rooms.drive(who.room)
    return await table_answer(place, who)


@api.post("/games/{game}/links/{seat}", tags=["game"])
async def new_link(place: AtPlace, person: Person, game: str, seat: str) -> Response:
    """A new link for a seat that is free, or for watching; an older one stops working."""
    who = await guest(place, person, game, "")
    need_maker(who)
    if seat != WATCH and seat not in who.room.session.seats:
        raise Refused(404, "There is no such seat.")
    token = await asyncio.to_thread(place.rooms.store.give_seat, game, seat)
    return answer({"link": link(place, game, token)}, 201)


@api.post("/games/{game}/branch", tags=["game"])
async def branch(place: AtPlace, person: Person, game: str, body: bodies.Branch) -> Response:
    """From here another way: a game of its own with new dice. For who plays alone, or after the end."""
    who = await guest(place, person, game, body.seat)
    session = who.room.session
    if session.outcome is None and not is_alone(who):
        raise Refused(422, "Another way can be tried when the game is over: it would show what others hide.")
    made = await asyncio.to_thread(make_branch, place, who, body.at)
    place.rooms.add(made, who.room.source.pack)
    return answer({"id": made.header["game"]}, 201)


def is_alone(who: Guest) -> bool:
    """Whether every seat that a person could hold is this person's; bots know nothing that could be betrayed."""
    return all(name in who.mine for name in who.room.session.seat_names)


def make_branch(place: Place, who: Guest, at: int) -> Session:
    rooms = place.rooms
    made = who.room.session.branch(max(1, at), rooms.store.log())
    id = made.header["game"]
    rooms.people.open_table(id, who.room.source.pack, False)
    rooms.people.hold(id, MAKER, who.person)
    for seat, holder in made.seats.items():
        if holder.held != BOT:
            rooms.people.hold(id, seat, who.person)
    rooms.store.name_game(id, f"Trial from number {at}")
    rooms.store.mark(id, made.awaited, None)
    return made


@api.post("/games/{game}/guide", tags=["game"])
async def guide(place: AtPlace, person: Person, game: str, body: bodies.Guide) -> Response:
    """Turn the first-game guide on or off."""
    who = await guest(place, person, game, body.seat)
    owner_of(who)
    rooms = place.rooms
    rooms.people.note(game, {"guide": int(body.on)})
    return await table_answer(place, who)


@api.post("/games/{game}/seen", tags=["game"])
async def seen(place: AtPlace, person: Person, game: str, body: bodies.Command) -> Response:
    """Note how far this person has looked."""
    who = await guest(place, person, game, "")
    number = min(body.number, who.room.session.course.number)
    await asyncio.to_thread(place.rooms.people.saw, game, person, number)
    return answer({"seen": number})


@api.get("/games/{game}/orders", tags=["game"])
async def orders(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """This seat's standing orders; nobody else's business."""
    who = await guest(place, person, game, seat)
    found = await asyncio.to_thread(who.room.session.orders, owner_of(who))
    return answer({"orders": [order._asdict() for order in found]})


@api.post("/games/{game}/orders", tags=["game"])
async def order(place: AtPlace, person: Person, game: str, body: bodies.OrderWish) -> Response:
    """Leave an order for a step ("always pass", "never"), or clear it with an empty text."""
    who = await guest(place, person, game, body.seat)
    seat = owner_of(who)
    session = who.room.session
    await changing(place, who, lambda: session.order(seat, body.step, body.text))
    return await table_answer(place, who)


# Talk -----------------------------------------------------------------------------------------------------------


@api.get("/games/{game}/talk", tags=["talk"])
async def talk(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    who = await guest(place, person, game, seat)
    said = await asyncio.to_thread(place.rooms.store.talk, game)
    return answer({"talk": [said_json(s) for s in said if may_hear(who, s.audience)]})


def side_of(who: Guest, seat: str) -> str:
    """Partners share a side. A seat that is no side itself belongs to the one side that nobody holds alone."""
    session = who.room.session
    sides = session.game.scene(session.game.view(session.state, -1)).get("sides", {})
    shared = [name for name in sides if name not in session.seat_names]
    if seat not in sides and len(shared) == 1:
        return str(shared[0])
    return seat


def may_hear(who: Guest, audience: str) -> bool:
    return not audience or any(side_of(who, seat) == audience for seat in who.mine)


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


@api.post("/games/{game}/talk", tags=["talk"])
async def say(place: AtPlace, person: Person, game: str, body: bodies.Talk) -> Response:
    """Say something, with a pointer to a place if you like; partners can talk among themselves."""
    who = await guest(place, person, game, body.seat)
    audience = side_of(who, owner_of(who)) if body.partners else ""
    if not place.seat_rate.take(f"talk {game} {person}"):
        raise Refused(429, "Too much talk at once; wait a moment.")
    text = ids.clean(body.text, ids.TEXT_LIMIT) + (f"\n{ids.clean(body.place, 40)}" if body.place else "")
    said = await asyncio.to_thread(place.rooms.store.say, game, who.seat or "watching", text, audience)
    frame = msgspec.json.encode({"kind": "talk", "talk": said_json(said)})
    for listener in who.room.listeners:
        if not audience or (listener.seat and side_of(who, listener.seat) == audience):
            listener.put(frame)
    return answer(said_json(said), 201)


# Taking home ----------------------------------------------------------------------------------------------------


@api.get("/games/{game}/export", tags=["export"])
async def export(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """The whole record where nothing in it is hidden from you; otherwise your own stream of events."""
    who = await guest(place, person, game, seat)
    session = who.room.session
    async with who.room.lock:
        if session.outcome is not None or is_alone(who):
            text, name = await asyncio.to_thread(session.text), f"{game[:8]}.kurgan"
        else:
            stream = await asyncio.to_thread(session.stream, who.seat)
            text = "".join(msgspec.json.encode(line).decode() + "\n" for line in stream)
            name = f"{game[:8]}-{who.seat or 'watching'}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


@api.get("/games/{game}/story", tags=["export"])
async def game_story(place: AtPlace, person: Person, game: str, seat: SeatQuery = "") -> Response:
    """The log as a story one can post."""
    who = await guest(place, person, game, seat)
    async with who.room.lock:
        chapters = await asyncio.to_thread(story.chapters, who.room.session, who.room.log(who.seat), who.seat)
    return answer(chapters)


@api.get("/games/{game}/luck", tags=["export"])
async def luck(place: AtPlace, person: Person, game: str) -> Response:
    """Expected against actual, fight by fight; when the game is over, or for who plays alone."""
    who = await guest(place, person, game, "")
    if who.room.session.outcome is None and not is_alone(who):
        raise Refused(422, "Luck is reckoned when the game is over.")
    async with who.room.lock:
        found = await asyncio.to_thread(show.luck, who.room.session, who.room.face["fights"])
    return answer({"fights": found})
