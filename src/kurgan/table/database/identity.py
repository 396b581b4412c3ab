"""Who is who at the table: browsers by a cookie, seats by links. Only hashes of secrets are kept.

A person is known by the random keys that browsers carry in a cookie: a guest has one, an account several. A link's
secret stands behind ``#``, never reaches a log, and is exchanged once for a seat that this person holds; a recovery
code moves what a person holds in a game to another browser. Where one process serves one database, who has a key and
who sits where is remembered here, and changed here; where several do, it is asked each time.
"""

import secrets
import threading
import time
from collections.abc import Set
from contextlib import suppress

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Text,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from kurgan.session import clocks
from kurgan.session.sharing import hurry, is_alive, living, now
from kurgan.session.store import Store, token_hash
from kurgan.session.tables import GAMES, HOLDS, INVITATIONS, IS_BEHIND, LINES, PEOPLE, SEATS, SESSIONS, TABLES, VISITS
from kurgan.table.database import tournaments
from kurgan.table.database.accounts import SEEN_SECONDS, KeptAccounts, begin_session
from kurgan.table.database.channels import KeptChannels
from kurgan.table.database.clocks import KeptClocks
from kurgan.table.database.exports import KeptExports
from kurgan.table.database.hosting import KeptHosting
from kurgan.table.database.invitations import KeptInvitations
from kurgan.table.database.passkeys import KeptPasskeys
from kurgan.table.database.promises import KeptPromises, Promises
from kurgan.table.database.rates import KeptRates
from kurgan.table.database.recovery_codes import code_hash, new_code
from kurgan.table.database.results import KeptResults
from kurgan.table.database.reviews import KeptReviews
from kurgan.table.database.tournaments import KeptTournaments
from kurgan.table.hosted import HostKeeping
from kurgan.table.ids import handle_of
from kurgan.table.storage import (
    WATCH,
    AccountKeeping,
    ChannelKeeping,
    ClockKeeping,
    Company,
    ExportKeeping,
    Held,
    InvitationKeeping,
    Looked,
    PasskeyKeeping,
    PromiseKeeping,
    RateKeeping,
    ResultKeeping,
    ReviewKeeping,
    Sitting,
    Summary,
    TableRow,
    Visit,
)
from kurgan.table.tournaments.rows import TournamentKeeping

MOST_KNOWN = 4_000
"""Persons and games that are remembered; beyond that all are forgotten and read again."""

LONGEST_TURN = 120
LIVING_SECONDS = 1.0
KEEP_SECONDS = 24 * 3600
"""A visit at a process that has ended is forgotten after a day."""

_HELD_COLUMNS = tuple(HOLDS.c[name] for name in Held._fields)

_LOOK = (
    select(GAMES.c.version, *_HELD_COLUMNS)
    .outerjoin_from(GAMES, HOLDS, HOLDS.c.game == GAMES.c.id)
    .where(GAMES.c.id == bindparam("of"))
)
_SITTING = (literal(0).label("visits"), HOLDS.c.seat, HOLDS.c.person, HOLDS.c.seen, HOLDS.c.recovery)
_SEEN = (literal(1), VISITS.c.seat, VISITS.c.person, VISITS.c.pages, literal(""), now() - VISITS.c.at, VISITS.c.worker)
_COMPANY = union_all(
    select(*_SITTING, PEOPLE.c.hidden, literal(0))
    .join(PEOPLE, PEOPLE.c.id == HOLDS.c.person)
    .where(HOLDS.c.game == bindparam("of")),
    select(*_SEEN).where(VISITS.c.game == bindparam("of")),
)
"""Made once: they are asked at every answer, and to put them together costs as much as to ask them."""


def new_person() -> str:
    """An id that nobody can guess, and that says nothing of any key."""
    return secrets.token_hex(32)


class People:
    """Persons, what they hold, and the lobby's summaries. Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, str] = {}
        self._held: dict[str, list[Held]] = {}
        self._seats_lock = threading.Lock()
        self._worker = store.worker
        self._hidden: Set[str] | None = None
        self._living: tuple[float, frozenset[int]] = (0.0, frozenset())
        self.clocks: ClockKeeping = KeptClocks(store)
        self.channels: ChannelKeeping = KeptChannels(store)
        self.invitations: InvitationKeeping = KeptInvitations(store)
        self.accounts: AccountKeeping = KeptAccounts(store, self._forget)
        self.passkeys: PasskeyKeeping = KeptPasskeys(store)
        self.hosting: HostKeeping = KeptHosting(store)
        self.rates: RateKeeping = KeptRates(store)
        self.reviews: ReviewKeeping = KeptReviews(store)
        self.exports: ExportKeeping = KeptExports(store)
        self.results: ResultKeeping = KeptResults(store)
        self.tournaments: TournamentKeeping = KeptTournaments(store)
        self.promises: PromiseKeeping = KeptPromises(store) if store.is_shared else Promises()

    def new(self) -> tuple[str, str]:
        """A new person: the key for the cookie, and the id we know them by."""
        person = new_person()
        row = {"id": person, "name": "", "created": int(time.time()), "handle": handle_of(person)}

        def act(c: Connection) -> str:
            c.execute(insert(PEOPLE).values(**row))
            return begin_session(c, person)

        return self.store.writer.submit(act).result(), person

    def known(self, key: str) -> str:
        """The id of whoever carries this key if we need not look it up; never blocks."""
        return self._known.get(token_hash(key), "")

    def seats_known(self, game: str) -> list[Held] | None:
        """Who sits where if we need not look it up; never blocks."""
        return self._held.get(game)

    def of_key(self, key: str) -> str:
        """The id of whoever carries this key, or nothing."""
        this, at = SESSIONS.c.key_hash == token_hash(key), int(time.time())
        row = self.store.read(lambda c: c.execute(select(SESSIONS.c.person, SESSIONS.c.seen).where(this)).first())
        if row is None:
            return ""
        if row.seen < at - SEEN_SECONDS:
            self.store.writer.submit(lambda c: c.execute(update(SESSIONS).where(this).values(seen=at)) and None)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if not self.store.is_shared:  # another process may end it
            self._known[token_hash(key)] = row.person
        return str(row.person)

    def forget_keys(self) -> None:
        """Somebody outside may have ended some: they are asked for again."""
        self._known.clear()

    def _forget(self) -> None:
        """Keys have ended, or somebody else holds something: nothing of it is remembered."""
        self._known.clear()
        with self._seats_lock:
            self._held.clear()

    def name_of(self, person: str) -> str:
        found = self.store.read(lambda c: c.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == person)).scalar())
        return found or ""

    def set_name(self, person: str, name: str) -> None:
        statement = update(PEOPLE).where(PEOPLE.c.id == person).values(name=name)
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()

    def is_hidden(self, person: str) -> bool:
        """Whether others are not told when somebody is at the table."""
        hidden = select(PEOPLE.c.hidden).where(PEOPLE.c.id == person)
        return bool(self.store.read(lambda c: c.execute(hidden).scalar()))

    def hide(self, person: str, on: bool) -> None:
        statement = update(PEOPLE).where(PEOPLE.c.id == person).values(hidden=int(on))
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()
        self._hidden = None

    def _hiding(self) -> Set[str]:
        """Everybody who hides, where one process has the database to itself."""
        found = self._hidden
        if found is None:
            wanted = select(PEOPLE.c.id).where(PEOPLE.c.hidden == 1)
            found = self._hidden = self.store.read(lambda c: frozenset(c.execute(wanted).scalars()))
        return found

    def since(self, person: str) -> int:
        """When somebody first came, in seconds since 1970."""
        found = self.store.read(lambda c: c.execute(select(PEOPLE.c.created).where(PEOPLE.c.id == person)).scalar())
        return int(found or 0)

    # Seats ----------------------------------------------------------------------------------------------------

    def held(self, game: str) -> list[Held]:
        known = self._held.get(game)
        if known is not None:
            return known
        if self.store.is_shared:  # another process may have changed it since
            return self._read_held(game)
        with self._seats_lock:
            found = self._read_held(game)
            if len(self._held) >= MOST_KNOWN:
                self._held.clear()
            if found:  # games that nobody holds are guesses; they are not worth remembering
                self._held[game] = found
        return found

    def _read_held(self, game: str) -> list[Held]:
        wanted = select(*_HELD_COLUMNS).where(HOLDS.c.game == game)
        return self.store.read(lambda c: [Held(*row) for row in c.execute(wanted)])

    def look(self, game: str) -> Looked:
        """Who sits where, and for which version of the game that is so, in one look; one process counts none."""
        if not self.store.is_shared:
            return Looked(0, self.held(game))
        rows = self.store.read(lambda c: c.execute(_LOOK, {"of": game}).all())
        return Looked(rows[0][0] if rows else -1, [Held(*row[1:]) for row in rows if row[1] is not None])

    def _changed(self, game: str) -> None:
        """Who sits where was changed: read it again, and not from a reading that began before."""
        with self._seats_lock:
            self._held.pop(game, None)

    def held_by(self, person: str) -> list[Held]:
        wanted = select(*_HELD_COLUMNS).where(HOLDS.c.person == person)
        return self.store.read(lambda c: [Held(*row) for row in c.execute(wanted)])

    def hold(self, game: str, seat: str, person: str, secret: str = "") -> None:
        """A seat has one holder; whoever held it before gets up. Any number may watch.

        The link whose ``secret`` this is, is spent by it; another one for this seat ends. Links for watching stay.
        """
        spent = token_hash(secret) if secret else ""
        self.store.change(game, lambda c: _hold(c, game, seat, person, spent))
        self._changed(game)

    def new_code(self, game: str, person: str) -> str:
        """A recovery code for all that this person holds in a game; an older one stops working."""
        code = new_code()
        own = (HOLDS.c.game == game) & (HOLDS.c.person == person) & (HOLDS.c.seat != WATCH)
        statement = update(HOLDS).where(own).values(recovery=code_hash(code))
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()
        self._changed(game)
        return code

    def of_code(self, game: str, code: str) -> str:
        """Who holds what this code is for in this game, or nothing."""
        wanted = select(HOLDS.c.person).where(HOLDS.c.game == game, HOLDS.c.recovery == code_hash(code)).limit(1)
        return self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    def recover(self, game: str, code: str, person: str) -> list[str]:
        """Give this person all that the code is for; nothing where no seat has it. The code is spent by it."""
        found = self.store.change(game, lambda c: _recover(c, game, code_hash(code), person))
        self._changed(game)
        return found

    def leave(self, game: str, seat: str) -> None:
        """Whoever sits there gets up, or all who watch."""
        statement = delete(HOLDS).where(HOLDS.c.game == game, HOLDS.c.seat == seat)
        self.store.change(game, lambda c: clocks.change_holder(c, game, [seat], lambda: c.execute(statement)))
        self._changed(game)

    def saw(self, game: str, person: str, number: int) -> None:
        statement = update(HOLDS).where(HOLDS.c.game == game, HOLDS.c.person == person).values(seen=number)
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()
        self._changed(game)

    def links(self, game: str) -> set[str]:
        """Seats for which a link is out."""
        wanted = select(SEATS.c.seat).where(SEATS.c.game == game)
        return self.store.read(lambda c: {row[0] for row in c.execute(wanted)})

    # Summaries ------------------------------------------------------------------------------------------------

    def open_table(self, game: str, pack: str, guide: bool, rated: bool = False) -> None:
        row = {"game": game, "pack": pack, "number": 0, "turn": "", "last": "", "guide": int(guide), "aside": ""}
        row["rated"] = int(rated)
        self.store.writer.submit(lambda c: c.execute(insert(TABLES).values(**row)) and None).result()

    def table(self, game: str) -> TableRow | None:
        wanted = select(*[TABLES.c[name] for name in TableRow._fields]).where(TABLES.c.game == game)
        row = self.store.read(lambda c: c.execute(wanted).first())
        return TableRow(*row) if row is not None else None

    def tables(self, games: list[str]) -> dict[str, TableRow]:
        wanted = select(*[TABLES.c[name] for name in TableRow._fields]).where(TABLES.c.game.in_(games))
        return {row[0]: TableRow(*row) for row in self.store.read(lambda c: c.execute(wanted).all())}

    def sitting(self, games: list[str]) -> list[Sitting]:
        """Who holds the seats of these games, by the names that they have now."""
        columns = (HOLDS.c.game, HOLDS.c.seat, HOLDS.c.person, PEOPLE.c.name)
        wanted = select(*columns).join(PEOPLE, PEOPLE.c.id == HOLDS.c.person).where(HOLDS.c.game.in_(games))
        seats = wanted.where(HOLDS.c.seat.not_like("*%"))
        return self.store.read(lambda c: [Sitting(*row) for row in c.execute(seats)])

    def set_guide(self, game: str, on: bool) -> None:
        statement = update(TABLES).where(TABLES.c.game == game).values(guide=int(on))
        self.store.change(game, lambda c: c.execute(statement) and None)

    def set_quiet(self, game: str, on: bool) -> None:
        """Whether who only watches is silent there."""
        statement = update(TABLES).where(TABLES.c.game == game).values(quiet=int(on))
        self.store.change(game, lambda c: c.execute(statement) and None)

    def set_aside(self, game: str, aside: str) -> None:
        """What stands around a game and in no line of its record."""
        statement = update(TABLES).where(TABLES.c.game == game).values(aside=aside)
        self.store.change(game, lambda c: c.execute(statement) and None)

    def sum_up(self, summaries: dict[str, Summary]) -> None:
        """Write what lists of games say, all in two statements."""
        if summaries:
            self.store.writer.submit(lambda c: _write_summaries(c, summaries, self.store.is_shared)).result()

    def behind(self) -> list[str]:
        """Games whose summary is older than their record: the server was killed before it wrote it."""
        wanted = select(TABLES.c.game).join_from(GAMES, TABLES, TABLES.c.game == GAMES.c.id).where(IS_BEHIND)
        return self.store.read(lambda c: [row[0] for row in c.execute(wanted)])

    def forget(self, game: str) -> None:
        self.store.writer.submit(lambda c: _forget(c, game)).result()
        self._changed(game)

    # Who is there ---------------------------------------------------------------------------------------------

    def came(self, game: str, person: str, seat: str) -> None:
        """Somebody opened a page of a game at this process."""
        self._visit((self._worker, game, person, seat), 1)

    def went(self, game: str, person: str, seat: str) -> None:
        self._visit((self._worker, game, person, seat), -1)

    def visited(self, game: str, person: str) -> None:
        self._visit((self._worker, game, person, ""), 0)

    def _visit(self, key: tuple[int, str, str, str], more: int) -> None:
        with suppress(IntegrityError):  # the game was deleted meanwhile
            self.store.writer.submit(lambda c: _visit(c, key, more)).result()

    def tidy(self) -> None:
        """Forget visits at processes that have ended, once they say nothing any more of who is away."""
        if self.store.is_shared:
            self.store.writer.submit(_forget_visits).result()
            KeptRates(self.store).tidy()

    def here(self, game: str) -> list[Visit]:
        """Who is or was at a game; pages of a process that has died are open no more."""
        columns = (VISITS.c.person, VISITS.c.seat, VISITS.c.pages, now() - VISITS.c.at, VISITS.c.worker)
        wanted = select(*columns).where(VISITS.c.game == game)
        rows = self.store.read(lambda c: c.execute(wanted).all())
        return [Visit(row[0], row[1], row[2] if self._is_living(row[4]) else 0, row[3]) for row in rows]

    def company(self, game: str) -> Company:
        """Who sits where and who is there, in one look; where one process serves, it knows itself who is there."""
        at = time.monotonic()
        if not self.store.is_shared:
            sitting, hiding = self.held(game), self._hiding()
            return Company(sitting, [], at, frozenset(h.seat for h in sitting if h.person in hiding))
        rows = self.store.read(lambda c: c.execute(_COMPANY, {"of": game}).all())
        visits = [row for row in rows if row[0]]
        return Company(
            [Held(game, *row[1:5]) for row in rows if not row[0]],
            [Visit(row[2], row[1], row[3] if self._is_living(row[6]) else 0, row[5]) for row in visits],
            at,
            frozenset(row[1] for row in rows if not row[0] and row[5]),
        )

    def _is_living(self, worker: int) -> bool:
        """Whether a process still serves; who has died is noticed within a moment, not at every look."""
        at, found = self._living
        if time.monotonic() - at > LIVING_SECONDS:
            found = self.store.read(living)
            self._living = (time.monotonic(), found)
        return worker in found


def _forget_visits(c: Connection) -> None:
    old = (VISITS.c.at < now() - KEEP_SECONDS) & ~is_alive(c, VISITS.c.worker)
    c.execute(delete(VISITS).where(old))


def _visit(c: Connection, key: tuple[int, str, str, str], more: int) -> None:
    """Note a visit by the clock of the database; pages are opened, closed, or neither."""
    hurry(c)
    this = dict(zip(("worker", "game", "person", "seat"), key, strict=True))
    known = and_(*[VISITS.c[name] == value for name, value in this.items()])
    seen = update(VISITS).where(known).values(pages=VISITS.c.pages + more, at=now())
    if not c.execute(seen).rowcount:
        c.execute(insert(VISITS).values(**this, pages=max(0, more), at=now()))


def _hold(c: Connection, game: str, seat: str, person: str, spent: str) -> None:
    known = (HOLDS.c.game == game) & (HOLDS.c.seat == seat)
    if seat == WATCH:
        known &= HOLDS.c.person == person
    else:
        _end_links(c, game, seat, spent)
        c.execute(delete(INVITATIONS).where(INVITATIONS.c.game == game, INVITATIONS.c.seat == seat))
        c.execute(update(SEATS).where(SEATS.c.token_hash == spent).values(spent_by=person))
    clocks.change_holder(c, game, [seat], lambda: _seat(c, game, seat, person, known))


def _seat(c: Connection, game: str, seat: str, person: str, before: ColumnElement[bool]) -> None:
    """Whoever sat there ``before`` does no more."""
    c.execute(delete(HOLDS).where(before))
    own = select(func.max(HOLDS.c.recovery)).where(HOLDS.c.game == game, HOLDS.c.person == person)
    code = "" if seat == WATCH else c.execute(own).scalar() or ""
    c.execute(insert(HOLDS).values(game=game, seat=seat, person=person, seen=0, recovery=code))


def _end_links(c: Connection, game: str, seat: str, but: str = "") -> None:
    """A link that was given out before somebody sat down must not take the seat from him."""
    c.execute(delete(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat, SEATS.c.token_hash != but))


def _recover(c: Connection, game: str, code: str, person: str) -> list[str]:
    kept = (HOLDS.c.game == game) & (HOLDS.c.recovery == code)
    held = c.execute(select(HOLDS.c.seat, HOLDS.c.person).where(kept)).all()
    found = [row.seat for row in held]
    for before in sorted({row.person for row in held}):
        tournaments.recover(c, game, before, person)
    given = update(HOLDS).where(kept).values(person=person, recovery="")
    clocks.change_holder(c, game, found, lambda: c.execute(given))
    for seat in found:
        _end_links(c, game, seat)
    return found


def _forget(c: Connection, game: str) -> None:
    c.execute(delete(HOLDS).where(HOLDS.c.game == game))
    c.execute(delete(TABLES).where(TABLES.c.game == game))


def _write_summaries(c: Connection, summaries: dict[str, Summary], shared: bool) -> None:
    """Those of a process that is behind give way to what another one wrote already."""
    if shared:
        hurry(c)  # what is lost by it is made up for at the next start
    number = bindparam("number_", type_=Integer)
    goes_on = select(LINES.c.number).where(LINES.c.game == GAMES.c.id, LINES.c.number > number).exists()
    rows = sorted(summaries.items())  # in one order, so that no two processes wait for each other
    if shared:  # first wait for who writes lines: an update that waits itself would not see them
        c.execute(select(GAMES.c.id).where(GAMES.c.id.in_(summaries)).order_by(GAMES.c.id).with_for_update())
    marks = [{"id_": id, "number_": s.number, "awaited_": s.awaited, "outcome_": s.outcome} for id, s in rows]
    by_game = update(GAMES).where(GAMES.c.id == bindparam("id_"), ~goes_on)  # later lines say themselves who is asked
    c.execute(by_game.values(awaited=bindparam("awaited_"), outcome=bindparam("outcome_"), behind=0), marks)
    by_table = update(TABLES).where(TABLES.c.game == bindparam("id_"), TABLES.c.number <= number)
    last = bindparam("last_", type_=Text)
    told = by_table.values(
        number=bindparam("new_"), turn=bindparam("turn_"), last=case((last == "", TABLES.c.last), else_=last)
    )
    turns = [{"id_": id, "number_": s.number, "new_": s.number, "turn_": s.turn[:LONGEST_TURN]} for id, s in rows]
    c.execute(told, [turn | {"last_": summary.last} for turn, (_, summary) in zip(turns, rows, strict=True)])
