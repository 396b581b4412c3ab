"""What hosts do, in the database: bans, announcements, reports; and whom people do not want to meet.

Every action of a host stands in the audit log, written in the transaction of the action.
"""

import secrets
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from kurgan.session.store import Store
from kurgan.session.tables import (
    ACCOUNTS,
    AUDIT,
    BANS,
    BLOCKS,
    GAMES,
    HOLDS,
    NOTICES,
    PASSKEYS,
    PEOPLE,
    REPORTS,
    RESULTS,
    SESSIONS,
    TOURNAMENTS,
)
from kurgan.table.database import tournaments
from kurgan.table.hosted import AuditRow, Ban, HostedGame, HostedPerson, NoticeRow, ReportRow
from kurgan.table.tournaments import rights
from kurgan.table.tournaments import rows as tournament_rows
from kurgan.table.tournaments.rows import TournamentRow

T = TypeVar("T")

MOST_BLOCKED = 200
MOST_REPORTS = 20
OPEN, DONE = "open", "done"


class KeptHosting:
    """Every call blocks: use it from a thread. ``host`` is who acts, for the audit log."""

    def __init__(self, store: Store, host: str = "") -> None:
        self.store = store
        self.host = host

    def _write(self, act: Callable[[Connection], T]) -> T:
        return self.store.writer.submit(act).result()

    # People among themselves ----------------------------------------------------------------------------------

    def block(self, person: str, other: str) -> bool:
        """False for one too many."""

        def act(c: Connection) -> bool:
            mine = select(func.count()).select_from(BLOCKS).where(BLOCKS.c.person == person)
            if c.execute(mine).scalar_one() >= MOST_BLOCKED:
                return False
            c.execute(delete(BLOCKS).where(BLOCKS.c.person == person, BLOCKS.c.blocked == other))
            c.execute(insert(BLOCKS).values(person=person, blocked=other, made=int(time.time())))
            return True

        return self._write(act)

    def unblock(self, person: str, other: str) -> None:
        gone = delete(BLOCKS).where(BLOCKS.c.person == person, BLOCKS.c.blocked == other)
        self._write(lambda c: c.execute(gone) and None)

    def blocked_by(self, person: str) -> list[tuple[str, str]]:
        """Whom somebody does not want to meet: names and handles."""
        wanted = select(PEOPLE.c.name, PEOPLE.c.handle).join(BLOCKS, BLOCKS.c.blocked == PEOPLE.c.id)
        mine = wanted.where(BLOCKS.c.person == person).order_by(BLOCKS.c.made)
        return self.store.read(lambda c: [(row[0], row[1]) for row in c.execute(mine)])

    def blockers(self, person: str) -> set[str]:
        """Who does not want to hear somebody."""
        wanted = select(BLOCKS.c.person).where(BLOCKS.c.blocked == person)
        return self.store.read(lambda c: set(c.execute(wanted).scalars()))

    def apart(self, person: str) -> set[str]:
        """With whom somebody is not brought together, whoever of the two wished it."""
        wanted = select(BLOCKS.c.person, BLOCKS.c.blocked).where(
            or_(BLOCKS.c.person == person, BLOCKS.c.blocked == person)
        )
        return {one for row in self.store.read(lambda c: c.execute(wanted).all()) for one in row} - {person}

    def report(self, person: str, about: str, game: str, text: str) -> bool:
        """Tell the host something; false while he has many of this person's to read."""

        def act(c: Connection) -> bool:
            mine = (REPORTS.c.person == person) & (REPORTS.c.stage == OPEN)
            if c.execute(select(func.count()).select_from(REPORTS).where(mine)).scalar_one() >= MOST_REPORTS:
                return False
            row = {"id": secrets.token_hex(8), "person": person, "about": about, "game": game, "text": text}
            c.execute(insert(REPORTS).values(**row, made=int(time.time()), stage=OPEN))
            return True

        return self._write(act)

    # What every process must know -----------------------------------------------------------------------------

    def bans(self) -> dict[str, Ban]:
        wanted = select(BANS.c.person, BANS.c.until, BANS.c.reason)
        holds = or_(BANS.c.until == 0, BANS.c.until > int(time.time()))
        return {row[0]: Ban(row[1], row[2]) for row in self.store.read(lambda c: c.execute(wanted.where(holds)).all())}

    def notices(self) -> list[NoticeRow]:
        valid = or_(NOTICES.c.until == 0, NOTICES.c.until > int(time.time()))
        wanted = select(NOTICES.c.id, NOTICES.c.text, NOTICES.c.made, NOTICES.c.until).where(valid)
        newest = wanted.order_by(NOTICES.c.made.desc(), NOTICES.c.id)
        return self.store.read(lambda c: [NoticeRow(*row) for row in c.execute(newest)])

    # The host -------------------------------------------------------------------------------------------------

    def _act(self, action: str, what: str, detail: str, act: Callable[[Connection], T]) -> T:
        now = time.time_ns()
        in_order = f"{now:016x}{secrets.token_hex(8)}"  # several things may be done in one second
        row = {"id": in_order, "at": now // 10**9, "host": self.host[:80], "action": action}

        def both(c: Connection) -> T:
            c.execute(insert(AUDIT).values(**row, what=what[:200], detail=detail))
            return act(c)

        return self._write(both)

    def people(self, part: str = "", most: int = 100) -> list[HostedPerson]:
        """Those whose name, handle or address has a part in it; the newest first."""
        like = f"%{part.lower()}%"
        found = or_(func.lower(PEOPLE.c.name).like(like), PEOPLE.c.handle.like(like), ACCOUNTS.c.mail.like(like))
        return self._people(found if part else PEOPLE.c.id != "", most)

    def person(self, handle: str) -> HostedPerson | None:
        found = self._people(PEOPLE.c.handle == handle, 1)
        return found[0] if found else None

    def _people(self, where: ColumnElement[bool], most: int) -> list[HostedPerson]:
        seen = select(func.max(SESSIONS.c.seen)).where(SESSIONS.c.person == PEOPLE.c.id).scalar_subquery()
        held = select(func.count()).select_from(HOLDS).where(HOLDS.c.person == PEOPLE.c.id).scalar_subquery()
        ended = select(func.count()).select_from(RESULTS).where(RESULTS.c.person == PEOPLE.c.id).scalar_subquery()
        keys = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.person == PEOPLE.c.id).scalar_subquery()
        joined = PEOPLE.outerjoin(ACCOUNTS, ACCOUNTS.c.person == PEOPLE.c.id)
        joined = joined.outerjoin(BANS, BANS.c.person == PEOPLE.c.id)
        columns = (PEOPLE.c.id, PEOPLE.c.handle, PEOPLE.c.name, func.coalesce(ACCOUNTS.c.mail, ""), PEOPLE.c.created)
        more = (func.coalesce(seen, 0), held, ended, keys, BANS.c.until, func.coalesce(BANS.c.reason, ""))
        wanted = select(*columns, *more).select_from(joined).where(where).order_by(PEOPLE.c.created.desc()).limit(most)
        return self.store.read(lambda c: [HostedPerson(*tuple(row)) for row in c.execute(wanted)])

    def games(self, person: str = "", most: int = 100) -> list[HostedGame]:
        """The games that were played last, of everybody or of one person."""
        columns = (GAMES.c.id, GAMES.c.title, GAMES.c.scenario, GAMES.c.name, GAMES.c.awaited, GAMES.c.outcome)
        wanted = select(*columns, GAMES.c.updated)
        if person:
            wanted = wanted.where(GAMES.c.id.in_(select(HOLDS.c.game).where(HOLDS.c.person == person)))
        newest = wanted.order_by(GAMES.c.updated.desc(), GAMES.c.id).limit(most)
        return self.store.read(lambda c: [HostedGame(*tuple(row)) for row in c.execute(newest)])

    def ban(self, who: HostedPerson, until: int, reason: str) -> None:
        row = {"person": who.id, "until": until, "reason": reason[:200], "made": int(time.time())}

        def act(c: Connection) -> None:
            c.execute(delete(BANS).where(BANS.c.person == who.id))
            c.execute(insert(BANS).values(row))

        self._act("ban", who.handle, f"until {until}: {reason}", act)

    def unban(self, who: HostedPerson) -> bool:
        gone = delete(BANS).where(BANS.c.person == who.id)
        return bool(self._act("unban", who.handle, "", lambda c: c.execute(gone).rowcount))

    def rename(self, who: HostedPerson, name: str) -> None:
        named = update(PEOPLE).where(PEOPLE.c.id == who.id).values(name=name)
        self._act("rename", who.handle, f"{who.name!r} to {name!r}", lambda c: c.execute(named) and None)

    def sign_out(self, who: HostedPerson) -> int:
        """All browsers of somebody; a guest does not come back by it."""
        gone = delete(SESSIONS).where(SESSIONS.c.person == who.id)
        return self._act("sign-out", who.handle, "", lambda c: c.execute(gone).rowcount)

    def tournaments(self, most: int = 100) -> list[TournamentRow]:
        """The newest first."""
        columns = [TOURNAMENTS.c[name] for name in TournamentRow._fields]
        newest = select(*columns).order_by(TOURNAMENTS.c.made.desc(), TOURNAMENTS.c.id).limit(most)
        return self.store.read(lambda c: [TournamentRow(*row) for row in c.execute(newest)])

    def end_tournament(self, id: str, reason: str) -> bool:
        """No game begins any more; those under way go on. False if it is not there, or over."""
        going = TOURNAMENTS.c.stage.in_([tournament_rows.OPEN, tournament_rows.RUNNING])
        ended = update(TOURNAMENTS).where(TOURNAMENTS.c.id == id, going).values(stage=tournament_rows.ENDED)
        return bool(self._act("end-tournament", id, reason, lambda c: c.execute(ended).rowcount))

    def drop_out(self, id: str, who: HostedPerson, reason: str) -> bool:
        """Take somebody out of a tournament, as if he had dropped out; false if he is not in it."""

        def act(c: Connection) -> bool:
            of = tournaments.locked(c, id)
            if of is None or rights.why_not_leave(of, who.id):
                return False
            tournaments.drop(c, of, who.id)
            return True

        return self._act("drop-out", f"{id} {who.handle}", reason, act)

    def announce(self, text: str, until: int) -> str:
        id = secrets.token_hex(4)
        row = {"id": id, "text": text, "made": int(time.time()), "until": until}
        self._act("announce", id, text, lambda c: c.execute(insert(NOTICES).values(row)) and None)
        return id

    def unannounce(self, id: str) -> bool:
        gone = delete(NOTICES).where(NOTICES.c.id == id)
        return bool(self._act("unannounce", id, "", lambda c: c.execute(gone).rowcount))

    def note(self, action: str, what: str, detail: str = "") -> None:
        """Something that a host did by other means."""
        self._act(action, what, detail, lambda _: None)

    def reports(self, with_done: bool = False) -> list[ReportRow]:
        by, of = PEOPLE.alias("by"), PEOPLE.alias("of")
        joined = REPORTS.outerjoin(by, by.c.id == REPORTS.c.person).outerjoin(of, of.c.id == REPORTS.c.about)
        named = [func.coalesce(column, "") for column in (by.c.name, by.c.handle, of.c.name, of.c.handle)]
        wanted = select(REPORTS.c.id, *named, REPORTS.c.game, REPORTS.c.text, REPORTS.c.made, REPORTS.c.stage)
        if not with_done:
            wanted = wanted.where(REPORTS.c.stage == OPEN)
        oldest = wanted.select_from(joined).order_by(REPORTS.c.made, REPORTS.c.id)
        return self.store.read(lambda c: [ReportRow(*tuple(row)) for row in c.execute(oldest)])

    def close_report(self, id: str, note: str) -> bool:
        closed = update(REPORTS).where(REPORTS.c.id == id, REPORTS.c.stage == OPEN).values(stage=DONE)
        return bool(self._act("done", id, note, lambda c: c.execute(closed).rowcount))

    def audit(self, most: int = 100) -> list[AuditRow]:
        """What hosts did, the last first."""
        columns = [AUDIT.c[name] for name in AuditRow._fields]
        newest = select(*columns).order_by(AUDIT.c.at.desc(), AUDIT.c.id.desc()).limit(most)
        return self.store.read(lambda c: [AuditRow(*tuple(row)) for row in c.execute(newest)])
