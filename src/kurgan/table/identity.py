"""Who is who at the table: browsers by a cookie, seats by links. Only hashes of secrets are kept.

A person is a browser that carries a random key in a cookie. A link's secret stands behind ``#``, never reaches a log,
and is exchanged once for a seat that this person holds; a recovery code moves what a person holds in a game to another
browser. One process serves one database, so what every request asks
(who is this, who sits where) is remembered here, and changed here.
"""

import threading
import time

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from kurgan.session.store import Store, new_token, token_hash
from kurgan.session.tables import GAMES, HOLDS, LINES, PEOPLE, SEATS, TABLES
from kurgan.table.holdings import WATCH, Held, Summary, TableRow
from kurgan.table.recovery_codes import code_hash, new_code

MOST_KNOWN = 4_000
"""Persons and games that are remembered; beyond that all are forgotten and read again."""

_HELD_COLUMNS = tuple(HOLDS.c[name] for name in Held._fields)


class People:
    """Persons, what they hold, and the lobby's summaries. Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: set[str] = set()
        self._held: dict[str, list[Held]] = {}
        self._seats_lock = threading.Lock()

    def new(self) -> tuple[str, str]:
        """A new person: the key for the cookie, and the id we know them by (its hash)."""
        key = new_token()
        person = token_hash(key)
        row = {"id": person, "name": "", "created": int(time.time())}
        self.store.writer.submit(lambda c: c.execute(insert(PEOPLE).values(**row)) and None).result()
        return key, person

    def known(self, key: str) -> str:
        """The id of whoever carries this key if we need not look it up; never blocks."""
        person = token_hash(key)
        return person if person in self._known else ""

    def seats_known(self, game: str) -> list[Held] | None:
        """Who sits where if we need not look it up; never blocks."""
        return self._held.get(game)

    def of_key(self, key: str) -> str:
        """The id of whoever carries this key, or nothing."""
        person = token_hash(key)
        found = self.store.read(lambda c: c.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person)).scalar())
        if not found:
            return ""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.add(person)
        return person

    def name_of(self, person: str) -> str:
        found = self.store.read(lambda c: c.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == person)).scalar())
        return found or ""

    def set_name(self, person: str, name: str) -> None:
        statement = update(PEOPLE).where(PEOPLE.c.id == person).values(name=name)
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()

    # Seats ----------------------------------------------------------------------------------------------------

    def held(self, game: str) -> list[Held]:
        known = self._held.get(game)
        if known is not None:
            return known
        wanted = select(*_HELD_COLUMNS).where(HOLDS.c.game == game)
        with self._seats_lock:
            found = self.store.read(lambda c: [Held(*row) for row in c.execute(wanted)])
            if len(self._held) >= MOST_KNOWN:
                self._held.clear()
            if found:  # games that nobody holds are guesses; they are not worth remembering
                self._held[game] = found
        return found

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
        self.store.writer.submit(lambda c: _hold(c, game, seat, person, spent)).result()
        self._changed(game)

    def new_code(self, game: str, person: str) -> str:
        """A recovery code for all that this person holds in a game; an older one stops working."""
        code = new_code()
        own = (HOLDS.c.game == game) & (HOLDS.c.person == person) & (HOLDS.c.seat != WATCH)
        statement = update(HOLDS).where(own).values(recovery=code_hash(code))
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()
        self._changed(game)
        return code

    def is_code(self, game: str, code: str) -> bool:
        """Whether some seat of this game has this code."""
        wanted = select(HOLDS.c.seat).where(HOLDS.c.game == game, HOLDS.c.recovery == code_hash(code))
        return self.store.read(lambda c: c.execute(wanted).first()) is not None

    def recover(self, game: str, code: str, person: str) -> list[str]:
        """Give this person all that the code is for; nothing where no seat has it. The code is spent by it."""
        found = self.store.writer.submit(lambda c: _recover(c, game, code_hash(code), person)).result()
        self._changed(game)
        return found

    def leave(self, game: str, seat: str) -> None:
        """Whoever sits there gets up, or all who watch."""
        statement = delete(HOLDS).where(HOLDS.c.game == game, HOLDS.c.seat == seat)
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()
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

    def open_table(self, game: str, pack: str, guide: bool) -> None:
        row = {"game": game, "pack": pack, "number": 0, "turn": "", "last": "", "guide": int(guide)}
        self.store.writer.submit(lambda c: c.execute(insert(TABLES).values(**row)) and None).result()

    def table(self, game: str) -> TableRow | None:
        wanted = select(*[TABLES.c[name] for name in TableRow._fields]).where(TABLES.c.game == game)
        row = self.store.read(lambda c: c.execute(wanted).first())
        return TableRow(*row) if row is not None else None

    def tables(self, games: list[str]) -> dict[str, TableRow]:
        wanted = select(*[TABLES.c[name] for name in TableRow._fields]).where(TABLES.c.game.in_(games))
        return {row[0]: TableRow(*row) for row in self.store.read(lambda c: c.execute(wanted).all())}

    def set_guide(self, game: str, on: bool) -> None:
        statement = update(TABLES).where(TABLES.c.game == game).values(guide=int(on))
        self.store.writer.submit(lambda c: c.execute(statement) and None).result()

    def sum_up(self, summaries: dict[str, Summary]) -> None:
        """Write what lists of games say, all in two or three statements."""
        if summaries:
            self.store.writer.submit(lambda c: _write_summaries(c, summaries)).result()

    def behind(self) -> list[str]:
        """Games whose summary is older than their record: the server was killed before it wrote it."""
        newest = select(LINES.c.game, func.max(LINES.c.number).label("number")).group_by(LINES.c.game).subquery()
        wanted = select(TABLES.c.game).join(newest, newest.c.game == TABLES.c.game)
        wanted = wanted.where(TABLES.c.number < newest.c.number)
        return self.store.read(lambda c: [row[0] for row in c.execute(wanted)])

    def forget(self, game: str) -> None:
        self.store.writer.submit(lambda c: _forget(c, game)).result()
        self._changed(game)


def _hold(c: Connection, game: str, seat: str, person: str, spent: str) -> None:
    known = (HOLDS.c.game == game) & (HOLDS.c.seat == seat)
    if seat == WATCH:
        known &= HOLDS.c.person == person
    else:
        _end_links(c, game, seat, spent)
        c.execute(update(SEATS).where(SEATS.c.token_hash == spent).values(spent_by=person))
    c.execute(delete(HOLDS).where(known))
    own = select(func.max(HOLDS.c.recovery)).where(HOLDS.c.game == game, HOLDS.c.person == person)
    code = "" if seat == WATCH else c.execute(own).scalar() or ""
    c.execute(insert(HOLDS).values(game=game, seat=seat, person=person, seen=0, recovery=code))


def _end_links(c: Connection, game: str, seat: str, but: str = "") -> None:
    """A link that was given out before somebody sat down must not take the seat from him."""
    c.execute(delete(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat, SEATS.c.token_hash != but))


def _recover(c: Connection, game: str, code: str, person: str) -> list[str]:
    kept = (HOLDS.c.game == game) & (HOLDS.c.recovery == code)
    found = [row[0] for row in c.execute(select(HOLDS.c.seat).where(kept))]
    c.execute(update(HOLDS).where(kept).values(person=person, recovery=""))
    for seat in found:
        _end_links(c, game, seat)
    return found


def _forget(c: Connection, game: str) -> None:
    c.execute(delete(HOLDS).where(HOLDS.c.game == game))
    c.execute(delete(TABLES).where(TABLES.c.game == game))


def _write_summaries(c: Connection, summaries: dict[str, Summary]) -> None:
    marks = [{"id_": game, "awaited_": s.awaited, "outcome_": s.outcome} for game, s in summaries.items()]
    by_game = update(GAMES).where(GAMES.c.id == bindparam("id_"))
    c.execute(by_game.values(awaited=bindparam("awaited_"), outcome=bindparam("outcome_")), marks)
    by_table = update(TABLES).where(TABLES.c.game == bindparam("id_"))
    turns = [{"id_": game, "number_": s.number, "turn_": s.turn} for game, s in summaries.items()]
    c.execute(by_table.values(number=bindparam("number_"), turn=bindparam("turn_")), turns)
    told = [{"id_": game, "last_": s.last} for game, s in summaries.items() if s.last]
    if told:
        c.execute(by_table.values(last=bindparam("last_")), told)
