"""Arriving and the lobby: hello, titles, making, finding and importing games."""

import asyncio
from collections.abc import Set
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from msgspec import UNSET

from kurgan import bots
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Game, Misspelt
from kurgan.kernel.sentences import ENGLISH, spoken
from kurgan.session.beginning import unknown_seat
from kurgan.session.logs import NoRecord
from kurgan.session.record import Damaged, Stale
from kurgan.session.replay import BOT, OPEN, PERSON
from kurgan.session.rows import GameRow, Pace
from kurgan.session.session import NotAllowed, Session
from kurgan.table import ids
from kurgan.table.model import bodies, lobby_replies, replies
from kurgan.table.model.scene import Face, Scene
from kurgan.table.refusals import Refused
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.seating import is_duel, seat_labels
from kurgan.table.service import importing
from kurgan.table.service.mates import Mates
from kurgan.table.service.place import Place, Visitor, check_title, need_person, wishing
from kurgan.table.shown.clocks import clock_told
from kurgan.table.storage import MAKER, WATCH, ClockSeen, TableRow, Told
from kurgan.table.words import say, translated

# Arriving -------------------------------------------------------------------------------------------------------


class Greeted(NamedTuple):
    """A greeting; the key of a stranger goes into a cookie."""

    hello: lobby_replies.Hello
    key: str


async def hello(who: Visitor, url: str) -> Greeted:
    """What this table plays, and who you are; a stranger gets a key. ``url`` is the address that was asked."""
    place, person, address, _ = who
    rooms = place.rooms
    key = ""
    if not person:
        if not await place.may(place.newcomers, address):
            raise Refused(429, "Too many strangers at once from where you are; wait a moment.")
        key, person = await asyncio.to_thread(rooms.people.new)
    titles = await asyncio.to_thread(lambda: [title_info(rooms, name) for name in rooms.titles.names()])
    told = lobby_replies.Hello(
        version=program_version(),
        url=place.url or url,
        local=place.local,
        data=place.data if place.local else "",
        name=await asyncio.to_thread(rooms.people.name_of, person),
        bots=[lobby_replies.BotInfo(kind.name, translated(kind.about), kind.levels) for kind in bots.kinds()],
        titles=[title for title in titles if title is not None],
        broken=[broken.told for broken in rooms.titles.broken()] if place.local else [],
    )
    return Greeted(told, key)


def program_version() -> str:
    try:
        return version("kurgan")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "0"


def warm(rooms: Rooms) -> None:
    """Load every title before somebody asks for the lobby."""
    for name in rooms.titles.names():
        title_info(rooms, name)


def title_info(rooms: Rooms, name: str) -> lobby_replies.TitleInfo | None:
    """A title that can be played at the table: one with a face and a scene."""
    try:
        game = rooms.titles.load(name)
        rooms.opening(name)
    except Exception:  # a title that cannot be loaded is left out of the lobby; the others play
        return None
    face = rooms.face_or_none(name)
    if face is None:
        return None
    origin = rooms.titles.origin(name)
    return lobby_replies.TitleInfo(
        name=name,
        title=game.named(face["title"] or game.title),
        origin=origin.told,
        about=face["about"],
        tags=face["tags"] if origin.is_ours else [*face["tags"], say("from", origin=origin.told)],
        pack=game.info.title,
        reconstructed=game.info.reconstructed,
        scenarios=[
            lobby_replies.ScenarioInfo(
                s.name,
                s.title,
                s.seats,
                s.about,
                seat_labels(rooms.opening(name)["sides"], s.seats),
                strengths(game, s.name),
                is_duel(game, s.name),
            )
            for s in game.scenarios()
        ],
        options=[lobby_replies.OptionInfo(*o) for o in game.options()],
    )


def strengths(game: Game[Any, Any], scenario: str) -> list[lobby_replies.Strength]:
    """What ladders counted of bots in this scenario; a bot against itself says nothing of its strength."""
    names = lobby_replies.Strength.__struct_fields__
    rows = [row for row in game.ranked() if row["scenario"] == scenario and row["bot"] != row["rival"]]
    return [lobby_replies.Strength(**{name: row[name] for name in names}) for row in rows]


async def rename_me(who: Visitor, name: str) -> replies.Named:
    person = need_person(who)
    name = ids.clean(name)
    await asyncio.to_thread(who.place.rooms.people.set_name, person, name)
    return replies.Named(name)


async def face(place: Place, title: str) -> Face:
    check_title(place, title)
    return await asyncio.to_thread(place.rooms.face, title)


async def opening(place: Place, title: str) -> Scene:
    """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
    check_title(place, title)
    return await asyncio.to_thread(place.rooms.opening, title)


# The lobby ------------------------------------------------------------------------------------------------------


async def games(who: Visitor) -> lobby_replies.Games:
    """Your games: those where you are asked come first."""
    rooms, person = who.place.rooms, who.person
    return lobby_replies.Games(await asyncio.to_thread(games_of, rooms, person) if person else [])


def games_of(rooms: Rooms, person: str) -> list[lobby_replies.GameRow]:
    mine: dict[str, set[str]] = {}
    for hold in rooms.people.held_by(person):
        mine.setdefault(hold.game, set()).add(hold.seat)
    rooms.sum_up(list(mine))
    tables = rooms.people.tables(list(mine))
    if rooms.store.is_shared:  # another process may not have written yet how far it is
        lengths = rooms.store.lengths_of(list(mine))
        tables = {game: row._replace(number=lengths.get(game, row.number)) for game, row in tables.items()}
    clocks = rooms.people.clocks.of(list(mine))
    mates = Mates(rooms, person, list(mine))
    rows = [
        _game_row(row, tables[row.id], mine[row.id], clocks.get(row.id), mates)
        for row in rooms.store.games_of(list(mine))
        if row.id in tables
    ]
    return sorted(rows, key=lambda r: (not r.yours, r.over, -r.when))


def _game_row(
    row: GameRow, table: TableRow, held: Set[str], clock: ClockSeen | None, mates: Mates
) -> lobby_replies.GameRow:
    """One game of somebody's list, from what was written down of it."""
    seats = [seat for seat in held if seat not in (MAKER, WATCH)]
    over = bool(row.outcome)
    told = Told.read(table.last)
    return lobby_replies.GameRow(
        id=row.id,
        name=row.name,
        game=row.title,
        scenario=row.scenario,
        turn=told.turn.get(spoken(), table.turn),
        last=told.last.get(spoken()) or told.last.get(ENGLISH, ""),
        number=table.number,
        over=over,
        yours=not over and row.awaited in seats,
        waiting=row.awaited,
        side=seats[0] if seats else "",
        mine=seats,
        maker=MAKER in held,
        when=row.updated,
        others=mates.at(row, seats, told.bots),
        clock=clock_told(clock, {}) if clock is not None and not over else UNSET,
    )


async def promise(who: Visitor) -> lobby_replies.DicePromise:
    """The commitment of a game that you are about to make: make your word for its dice when you have seen it."""
    return lobby_replies.DicePromise(await asyncio.to_thread(who.place.promises.make, need_person(who)))


# Making a game --------------------------------------------------------------------------------------------------


async def new_game(who: Visitor, wish: bodies.NewGame) -> lobby_replies.NewGameMade:
    """Make a game. Links are given once, here; later new ones can be made."""
    person, place = need_person(who), who.place
    check_title(place, wish.title)
    if wish.rated and (wish.seed or wish.pack):
        raise Refused(422, "A game that counts has secret dice and a pack that everybody has.")
    if wish.pack and not place.local:
        raise Refused(403, "Packs from folders are for the computer that runs the table.")
    await place.need_quota("games", who)
    try:
        session = await asyncio.to_thread(make_game, place, person, wish)
        links = await asyncio.to_thread(seat_all, place, person, wish, session)
        code = await asyncio.to_thread(place.rooms.people.new_code, session.header["game"], person)
    except Stale:
        raise Refused(409, "A game with this open seed is on this table already; take another seed.") from None
    except (Misspelt, NotAllowed, PackError, ValueError) as error:
        raise Refused(422, str(error)) from None
    is_paced = wish.pace is not None
    room = place.rooms.add(session, wish.pack, ids.clean(wish.name), wish.guide, is_paced)
    room.is_rated = wish.rated
    await place.rooms.listed(room)
    return lobby_replies.NewGameMade(session.header["game"], links, code)


def make_game(place: Place, person: str, wish: bodies.NewGame) -> Session:
    rooms = place.rooms
    game = rooms.titles.load(wish.title, wish.pack)
    scenario = wish.scenario or game.scenarios()[0].name
    name = rooms.people.name_of(person)
    seats = {seat: seat_text(wish.seat(seat), name) for seat in game.seats(scenario)}
    unknown = [seat for seat in wish.seats if seat not in seats]
    if unknown:
        raise Misspelt(unknown_seat(unknown[0], list(seats)))
    rooms.face(wish.title, wish.pack)
    secret, words = promised(place, person, wish, list(seats))
    return Session.new(
        game,
        scenario,
        wish.options,
        seats,
        seed=wish.seed or None,
        log=rooms.store.log(),
        folder=wish.pack,
        secret=secret,
        words=words,
    )


def seat_all(place: Place, person: str, wish: bodies.NewGame, session: Session) -> dict[str, str]:
    """Who sits where in a new game; returns the links of seats that others shall take."""
    rooms, id = place.rooms, str(session.header["game"])
    rooms.people.open_table(id, wish.pack, wish.guide, wish.rated)
    rooms.people.hold(id, MAKER, person)
    links = {}
    for seat in session.seat_names:
        kind = wish.seat(seat).kind
        if kind == "me":
            rooms.people.hold(id, seat, person)
        elif kind == "link":
            links[seat] = place.link(id, rooms.store.give_seat(id, seat, giver=person))
        elif kind == "anybody":
            rooms.people.invitations.add(id, seat, level=wish.level)
    if wish.name:
        rooms.store.name_game(id, ids.clean(wish.name))
    if wish.pace is not None:
        pace = Pace(wish.pace.kind, wish.pace.step, wish.pace.bank)
        rooms.people.clocks.begin(id, pace, session.course.awaits())
    return links


def promised(place: Place, person: str, wish: bodies.NewGame, seats: list[str]) -> tuple[bytes | None, dict[str, str]]:
    """The secret whose commitment this person was shown, and the word made after it, one for each seat of theirs."""
    if not wish.promise or wish.seed:
        return None, {}
    secret = place.promises.take(person, wish.promise)
    if secret is None:
        raise NotAllowed("That promise of dice was not made to you, or is used up; ask for another.")
    mine = [seat for seat in seats if wish.seat(seat).kind == "me"]
    word = ids.clean(wish.word, 200)
    return secret, dict.fromkeys(mine, word) if word else {}


def seat_text(wish: bodies.SeatWish, name: str) -> str:
    if wish.kind == "me":
        return f"{PERSON} {name}".strip()
    if wish.kind == "bot":
        bots.make(wish.bot or "greedy")
        return f"{BOT} {wish.bot or 'greedy'}"
    return OPEN


# Bringing a record along ----------------------------------------------------------------------------------------


async def import_record(who: Visitor, text: str, name: str) -> lobby_replies.Made:
    """Put a record from a file on this table. Unfinished ones go on with new dice."""
    person, place = need_person(who), who.place
    name = ids.clean(name) or "imported"
    await place.need_quota("games", who)
    try:
        async with wishing(place.imports, person, each=1):
            session = await place.imports.run(lambda: importing.take_record(place.rooms, person, text, name))
    except Stale:
        raise Refused(409, "This game is on this table already.") from None
    except (Damaged, Misspelt, NotAllowed, PackError, NoRecord, ValueError) as error:
        raise Refused(422, say("not_played_on", why=translated(str(error)))) from None
    code = await asyncio.to_thread(place.rooms.people.new_code, session.header["game"], person)
    await place.rooms.listed(place.rooms.add(session, "", name))
    return lobby_replies.Made(session.header["game"], code)
