"""Tournaments in the database. Every change locks the row of its tournament first, and then looks at all of it."""

import secrets
import time
from collections.abc import Callable, Mapping, Set
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from kurgan.session import jobs, messages
from kurgan.session.message_rows import ROUND, Message
from kurgan.session.sharing import clock
from kurgan.session.store import Store, new_token, token_hash
from kurgan.session.tables import ENTRIES, PAIRINGS, PEOPLE, TOURNAMENTS
from kurgan.table.tournaments import pairing as pairing_of
from kurgan.table.tournaments import rights
from kurgan.table.tournaments.rows import OPEN, OVER, RUNNING, Entry, Listed, Pairing, Tournament, TournamentRow

T = TypeVar("T")

MOST_EACH = 5
"""Tournaments of one maker that are not over."""

MOST_SHOWN = 100
_ROW = tuple(TOURNAMENTS.c[name] for name in TournamentRow._fields)
_PAIRING = tuple(PAIRINGS.c[name] for name in Pairing._fields)


class KeptTournaments:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _write(self, act: Callable[[Connection], T]) -> T:
        return self.store.writer.submit(act).result()

    # Looking --------------------------------------------------------------------------------------------------

    def get(self, id: str) -> Tournament | None:
        return self.store.read(lambda c: read(c, id))

    def for_person(self, person: str) -> list[Listed]:
        """What everybody may see, and what this person made or has joined; the newest first."""
        mine = ENTRIES.c.person == person
        joined = select(ENTRIES.c.tournament).where(mine, ENTRIES.c.gone == 0)
        count = select(func.count()).where(ENTRIES.c.tournament == TOURNAMENTS.c.id, ENTRIES.c.gone == 0)
        own = or_(TOURNAMENTS.c.maker == person, TOURNAMENTS.c.id.in_(joined))
        columns = (func.coalesce(PEOPLE.c.name, ""), count.scalar_subquery(), TOURNAMENTS.c.id.in_(joined))
        wanted = (
            select(*_ROW, *columns)
            .select_from(TOURNAMENTS.outerjoin(PEOPLE, PEOPLE.c.id == TOURNAMENTS.c.maker))
            .where(or_(TOURNAMENTS.c.listed == 1, own))
            .order_by(TOURNAMENTS.c.made.desc(), TOURNAMENTS.c.id)
            .limit(MOST_SHOWN)
        )
        rows = self.store.read(lambda c: c.execute(wanted).all())
        size = len(_ROW)
        return [Listed(TournamentRow(*row[:size]), row[size], row[size + 1], bool(row[size + 2])) for row in rows]

    def of_game(self, game: str) -> str:
        wanted = select(PAIRINGS.c.tournament).where(PAIRINGS.c.game == game)
        return self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    def is_link(self, row: TournamentRow, secret: str) -> bool:
        return bool(row.token_hash) and secrets.compare_digest(row.token_hash, token_hash(secret))

    # Before it begins -----------------------------------------------------------------------------------------

    def add(self, row: TournamentRow, plays: bool) -> str:
        def act(c: Connection) -> str:
            running = TOURNAMENTS.c.stage.in_([OPEN, RUNNING])
            mine = select(func.count()).select_from(TOURNAMENTS).where(TOURNAMENTS.c.maker == row.maker, running)
            if c.execute(mine).scalar_one() >= MOST_EACH:
                return rights.TOO_MANY
            c.execute(insert(TOURNAMENTS).values(row._asdict()))
            if plays:
                _enter(c, row.id, row.maker)
            return ""

        return self._write(act)

    def new_link(self, id: str) -> str:
        """A new secret to join by; an older one stops working."""
        token = new_token()
        this = update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(token_hash=token_hash(token))
        self._write(lambda c: c.execute(this) and None)
        return token

    def join(self, id: str, person: str, apart: Set[str]) -> str:
        return self._unless(
            id, lambda of: rights.why_not_join(of, person, apart), lambda c, of: _enter(c, of.row.id, person)
        )

    def leave(self, id: str, person: str) -> str:
        """Before it begins nothing is left of it; afterwards he has dropped out."""
        return self._unless(id, lambda of: rights.why_not_leave(of, person), lambda c, of: drop(c, of, person))

    def take_out(self, id: str, person: str, other: str) -> str:
        def why_not(of: Tournament) -> str:
            return rights.why_not_change(of, person) or rights.why_not_leave(of, other)

        return self._unless(id, why_not, lambda c, of: drop(c, of, other))

    def call_off(self, id: str, person: str) -> str:
        gone = delete(TOURNAMENTS).where(TOURNAMENTS.c.id == id)
        return self._unless(id, lambda of: rights.why_not_change(of, person), lambda c, _: c.execute(gone))

    def start(self, id: str, person: str) -> str:
        """Draw lots, and pair everybody; the job makes games of it."""
        return self._unless(id, lambda of: rights.why_not_start(of, person), _start)

    # While it runs --------------------------------------------------------------------------------------------

    def challenge(self, id: str, person: str, other: str) -> str:
        def act(c: Connection, of: Tournament) -> None:
            mine, theirs = of.entry_of(person), of.entry_of(other)
            assert mine is not None
            assert theirs is not None
            _pair(c, of, [pairing_of.challenge(of, mine.number, theirs.number)])

        now = int(time.time())
        return self._unless(id, lambda of: rights.why_not_challenge(of, person, other, now), act)

    def begin(self, id: str, pairing: Pairing, game: str) -> bool:
        """A pairing has its game; false if it has one already, or is to have none."""

        def act(c: Connection) -> bool:
            of = locked(c, id)
            now = next((one for one in of.pairings if one[:2] == pairing[:2]), None) if of is not None else None
            if of is None or now is None or of.row.stage != RUNNING or now.game or not of.is_open(now):
                return False
            c.execute(update(PAIRINGS).where(_is(id, pairing)).values(game=game))
            return True

        return self._write(act)

    def tell(self, game: str, seats: Mapping[str, str]) -> None:
        """Tell those who play a game that it waits; ``seats``: whose seat each is. Nobody is told twice."""

        def act(c: Connection) -> None:
            for seat, person in seats.items():
                messages.tell(c, person, Message(game, ROUND, seat))

        self._write(act)

    def result(self, game: str, result: str) -> None:
        """How the game of a pairing ended, if it is one's; as it ended first."""
        this = (PAIRINGS.c.game == game) & (PAIRINGS.c.result == "")

        def act(c: Connection) -> None:
            ended = update(PAIRINGS).where(this).values(result=result, ended=clock(c))
            for id in c.execute(ended.returning(PAIRINGS.c.tournament)).scalars().all():
                jobs.put(c, jobs.TOURNAMENT, id)

        self._write(act)

    def finish(self, id: str) -> None:
        """It is over, if nothing is left to be played."""

        def act(c: Connection) -> None:
            of = locked(c, id)
            if of is not None and of.row.stage == RUNNING and pairing_of.is_over(of, int(time.time())):
                c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(stage=OVER))

        self._write(act)

    def _unless(
        self, id: str, why_not: Callable[[Tournament], str], act: Callable[[Connection, Tournament], object]
    ) -> str:
        def both(c: Connection) -> str:
            of = locked(c, id)
            reason = why_not(of) if of is not None else rights.NOT_IN
            if of is not None and not reason:
                act(c, of)
            return reason

        return self._write(both)


# Reading --------------------------------------------------------------------------------------------------------


def read(c: Connection, id: str) -> Tournament | None:
    joined = TOURNAMENTS.outerjoin(PEOPLE, PEOPLE.c.id == TOURNAMENTS.c.maker)
    this = select(*_ROW, func.coalesce(PEOPLE.c.name, "")).select_from(joined).where(TOURNAMENTS.c.id == id)
    row = c.execute(this).first()
    if row is None:
        return None
    named = ENTRIES.outerjoin(PEOPLE, PEOPLE.c.id == ENTRIES.c.person)
    columns = (ENTRIES.c.number, ENTRIES.c.person, func.coalesce(PEOPLE.c.name, ""), ENTRIES.c.lot, ENTRIES.c.gone)
    entries = select(*columns).select_from(named).where(ENTRIES.c.tournament == id).order_by(ENTRIES.c.number)
    pairs = select(*_PAIRING).where(PAIRINGS.c.tournament == id).order_by(PAIRINGS.c.round, PAIRINGS.c.number)
    return Tournament(
        TournamentRow(*row[:-1]),
        row[-1],
        [Entry(*one) for one in c.execute(entries)],
        [Pairing(*one) for one in c.execute(pairs)],
    )


def locked(c: Connection, id: str) -> Tournament | None:
    """All of it, with the row locked: whoever else changes it waits for our end. An SQLite file has one writer."""
    c.execute(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == id).with_for_update())
    return read(c, id)


def _is(id: str, pairing: Pairing) -> ColumnElement[bool]:
    of_round = (PAIRINGS.c.tournament == id) & (PAIRINGS.c.round == pairing.round)
    return of_round & (PAIRINGS.c.number == pairing.number)


# Writing --------------------------------------------------------------------------------------------------------


def _enter(c: Connection, id: str, person: str) -> None:
    last = c.execute(select(func.max(ENTRIES.c.number)).where(ENTRIES.c.tournament == id)).scalar() or 0
    row = {"tournament": id, "number": last + 1, "person": person, "lot": 0, "gone": 0, "made": int(time.time())}
    c.execute(insert(ENTRIES).values(row))


def drop(c: Connection, of: Tournament, person: str) -> None:
    """Somebody leaves; once it has begun, his number stays, and the job ends what he had under way."""
    mine = (ENTRIES.c.tournament == of.row.id) & (ENTRIES.c.person == person)
    if of.row.stage == OPEN:
        c.execute(delete(ENTRIES).where(mine))
    elif of.row.stage == RUNNING:  # what is over stays as it was
        c.execute(update(ENTRIES).where(mine).values(gone=1))
        jobs.put(c, jobs.TOURNAMENT, of.row.id)


def _start(c: Connection, of: Tournament) -> None:
    id, now = of.row.id, int(time.time())
    lots = list(range(1, len(of.players) + 1))
    secrets.SystemRandom().shuffle(lots)
    drawn = [entry._replace(lot=lot) for entry, lot in zip(of.players, lots, strict=True)]
    for entry in drawn:
        this = (ENTRIES.c.tournament == id) & (ENTRIES.c.number == entry.number)
        c.execute(update(ENTRIES).where(this).values(lot=entry.lot))
    c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(stage=RUNNING, begun=now))
    if of.row.is_ladder:
        jobs.put(c, jobs.SEASON, id, 1000 * of.row._replace(begun=now).until)
    else:
        _pair(c, of, pairing_of.all_pairings(of.row.kind, drawn))


def _pair(c: Connection, of: Tournament, pairings: list[Pairing]) -> None:
    c.execute(insert(PAIRINGS), [{"tournament": of.row.id, **one._asdict()} for one in pairings])
    jobs.put(c, jobs.TOURNAMENT, of.row.id)


# People who go, games that go -----------------------------------------------------------------------------------


def bring(c: Connection, guest: str, person: str) -> None:
    """What a guest made or joined is another person's; where that one plays too, the guest drops out."""
    c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.maker == guest).values(maker=person))
    for of in _joined(c, guest):
        is_in = any(one.person == person for one in of.players)
        if is_in:
            drop(c, of, guest)
        mine = (ENTRIES.c.tournament == of.row.id) & (ENTRIES.c.person == guest)
        c.execute(update(ENTRIES).where(mine).values(person="" if is_in else person))


def recover(c: Connection, game: str, before: str, person: str) -> None:
    """Who comes back to a game of a tournament by a code comes back to the tournament."""
    id = c.execute(select(PAIRINGS.c.tournament).where(PAIRINGS.c.game == game)).scalar()
    of = locked(c, id) if id else None
    if of is not None and not any(one.person == person for one in of.players):
        mine = (ENTRIES.c.tournament == id) & (ENTRIES.c.person == before)
        c.execute(update(ENTRIES).where(mine).values(person=person))


def forget(c: Connection, person: str) -> None:
    """Somebody deletes himself: he drops out, without a name, and what he made and did not begin is called off."""
    for of in _joined(c, person):
        drop(c, of, person)
    c.execute(update(ENTRIES).where(ENTRIES.c.person == person).values(person=""))
    c.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.maker == person, TOURNAMENTS.c.stage == OPEN))
    c.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.maker == person).values(maker=""))


def _joined(c: Connection, person: str) -> list[Tournament]:
    """What somebody joined, locked, in one order, so that no two wait for each other."""
    ids = c.execute(select(ENTRIES.c.tournament).where(ENTRIES.c.person == person)).scalars().all()
    return [of for of in (locked(c, id) for id in sorted(set(ids))) if of is not None]
