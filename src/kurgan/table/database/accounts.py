"""Accounts in the database: keys of browsers, and mail addresses to come back by. Only hashes of secrets are kept."""

import secrets
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from kurgan.session import clocks
from kurgan.session.sharing import touch
from kurgan.session.store import Store, new_token, token_hash
from kurgan.session.tables import (
    ACCOUNTS,
    BLOCKS,
    CHANNELS,
    ENTRIES,
    EXPORTS,
    GAMES,
    HOLDS,
    HOLIDAYS,
    INVITATIONS,
    MAIL_LINKS,
    PASSKEYS,
    PEOPLE,
    RATINGS,
    REPORTS,
    RESULTS,
    REVIEWS,
    SEATS,
    SESSIONS,
    TALK,
    TOURNAMENTS,
)
from kurgan.table.database import tournaments
from kurgan.table.notices import quiet
from kurgan.table.storage import MailLink, SessionRow

LINK_SECONDS = 30 * 60
SEEN_SECONDS = 3600
LONGEST_AGENT = 120

CHANNELS_TOLD = (
    *("kind", "address", "shape", "events", "digest", "confirmed"),
    *("made", "last_sent", "trouble", "language"),
)
"""What is told to its owner of a channel; not the token, which ends it."""


def begin_session(c: Connection, person: str, agent: str = "") -> str:
    """A new key for a person."""
    key, now = new_token(), int(time.time())
    row = {"key_hash": token_hash(key), "id": secrets.token_hex(16), "person": person, "made": now, "seen": now}
    c.execute(insert(SESSIONS).values(**row, agent=agent[:LONGEST_AGENT]))
    return key


class KeptAccounts:
    """Every call blocks: use it from a thread. ``forget`` is called when keys have ended, or seats changed hands."""

    def __init__(self, store: Store, forget: Callable[[], object]) -> None:
        self.store = store
        self._forget = forget

    def _write(self, act: Callable[[Connection], Any]) -> Any:
        return self.store.writer.submit(act).result()

    # Links by mail --------------------------------------------------------------------------------------------

    def ask(self, mail: str, person: str) -> str:
        """A new link for an address; an older one ends."""
        token, now = new_token(), int(time.time())
        row = {"token_hash": token_hash(token), "mail": mail, "person": person, "made": now}

        def act(c: Connection) -> None:
            old = (MAIL_LINKS.c.mail == mail) | (MAIL_LINKS.c.made < now - LINK_SECONDS)
            c.execute(delete(MAIL_LINKS).where(old))
            c.execute(insert(MAIL_LINKS).values(row))

        self._write(act)
        return token

    def look(self, token: str) -> MailLink | None:
        wanted = select(MAIL_LINKS.c.mail, MAIL_LINKS.c.person).where(_valid(token))
        row = self.store.read(lambda c: c.execute(wanted).first())
        return MailLink(*row) if row is not None else None

    def use(self, token: str) -> MailLink | None:
        """What a link is for; it works once, for one of those who use it at the same time."""
        gone = delete(MAIL_LINKS).where(_valid(token)).returning(MAIL_LINKS.c.mail, MAIL_LINKS.c.person)
        row = self._write(lambda c: c.execute(gone).first())
        return MailLink(*row) if row is not None else None

    # Accounts -------------------------------------------------------------------------------------------------

    def person_of(self, mail: str) -> str:
        wanted = select(ACCOUNTS.c.person).where(ACCOUNTS.c.mail == mail)
        return self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    def mail_of(self, person: str) -> str:
        wanted = select(ACCOUNTS.c.mail).where(ACCOUNTS.c.person == person)
        return self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    def bind(self, person: str, mail: str, agent: str) -> bool:
        """Give a person an account; false if somebody else was quicker with this address. The one browser that a guest
        has gets its name: from now on there may be others."""
        row = {"person": person, "mail": mail, "made": int(time.time())}
        nameless = (SESSIONS.c.person == person) & (SESSIONS.c.agent == "")

        def act(c: Connection) -> None:
            c.execute(insert(ACCOUNTS).values(row))
            c.execute(update(SESSIONS).where(nameless).values(agent=agent[:LONGEST_AGENT]))

        try:
            self._write(act)
        except IntegrityError:
            return False
        return True

    def bring(self, guest: str, person: str) -> list[str]:
        """All that a guest holds is another person's from now on; returns the games."""
        moved: dict[str, int] = self._write(lambda c: _bring(c, guest, person))
        for game, version in moved.items():
            self.store.note_change(game, version, own=False)
        self._forget()
        return list(moved)

    def delete(self, person: str) -> None:
        """Nothing is kept of a person beside what stands in records."""
        self._write(lambda c: _delete(c, person))
        self._forget()

    # Keys -----------------------------------------------------------------------------------------------------

    def new_session(self, person: str, agent: str) -> str:
        key: str = self._write(lambda c: begin_session(c, person, agent))
        return key

    def sessions(self, person: str) -> list[SessionRow]:
        wanted = select(*[SESSIONS.c[name] for name in SessionRow._fields]).where(SESSIONS.c.person == person)
        return self.store.read(lambda c: [SessionRow(*row) for row in c.execute(wanted.order_by(SESSIONS.c.made))])

    def end_session(self, person: str, session: str) -> bool:
        gone = delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.id == session)
        found = bool(self._write(lambda c: c.execute(gone).rowcount))
        self._forget()
        return found

    def session_of(self, key: str) -> str:
        wanted = select(SESSIONS.c.id).where(SESSIONS.c.key_hash == token_hash(key))
        return self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    # All of it ------------------------------------------------------------------------------------------------

    def everything(self, person: str) -> dict[str, Any]:
        """All rows about a person, for that person; no hashes."""

        def read(c: Connection) -> dict[str, Any]:
            who = c.execute(select(PEOPLE).where(PEOPLE.c.id == person)).one()
            held = select(HOLDS.c.game, HOLDS.c.seat, HOLDS.c.seen, GAMES.c.title, GAMES.c.scenario, GAMES.c.name)
            games = held.join(GAMES, GAMES.c.id == HOLDS.c.game).where(HOLDS.c.person == person).order_by(HOLDS.c.game)
            channels = select(*[CHANNELS.c[name] for name in CHANNELS_TOLD]).where(CHANNELS.c.person == person)
            away = select(HOLIDAYS.c.begin, HOLIDAYS.c.until).where(HOLIDAYS.c.person == person)
            keys = select(SESSIONS.c.made, SESSIONS.c.seen, SESSIONS.c.agent).where(SESSIONS.c.person == person)
            return {
                "name": who.name,
                "created": who.created,
                "mail": c.execute(select(ACCOUNTS.c.mail).where(ACCOUNTS.c.person == person)).scalar() or "",
                "hidden": bool(who.hidden),
                "quiet": quiet.Quiet(who.quiet_begin, who.quiet_end, who.zone).told,
                "games": _plain(c.execute(games)),
                "channels": _plain(c.execute(channels)),
                "holidays": _plain(c.execute(away)),
                "sessions": _plain(c.execute(keys)),
                **_more(c, person),
            }

        return self.store.read(read)


def _valid(token: str) -> Any:
    return (MAIL_LINKS.c.token_hash == token_hash(token)) & (MAIL_LINKS.c.made >= int(time.time()) - LINK_SECONDS)


def _bring(c: Connection, guest: str, person: str) -> dict[str, int]:
    games = sorted({row[0] for row in c.execute(select(HOLDS.c.game).where(HOLDS.c.person == guest))})
    moved = {game: touch(c, game) for game in games}
    theirs = {(row.game, row.seat) for row in c.execute(select(HOLDS).where(HOLDS.c.person == person))}
    for row in c.execute(select(HOLDS).where(HOLDS.c.person == guest)).all():
        this = (HOLDS.c.game == row.game) & (HOLDS.c.seat == row.seat) & (HOLDS.c.person == guest)
        if (row.game, row.seat) in theirs:  # who made it, who watches it: he has it already
            c.execute(delete(HOLDS).where(this))
        else:
            c.execute(update(HOLDS).where(this).values(person=person))
    for table in (CHANNELS, RESULTS, REPORTS, TALK):
        c.execute(update(table).where(table.c.person == guest).values(person=person))
    c.execute(update(INVITATIONS).where(INVITATIONS.c.person == guest).values(person=person))
    c.execute(update(SEATS).where(SEATS.c.giver == guest).values(giver=person))
    _bring_wishes(c, guest, person)
    tournaments.bring(c, guest, person)
    blocked = select(BLOCKS.c.blocked).where(BLOCKS.c.person == person)
    more = (BLOCKS.c.person == guest) & BLOCKS.c.blocked.not_in([*c.execute(blocked).scalars(), person])
    c.execute(update(BLOCKS).where(more).values(person=person))
    own = c.execute(select(RATINGS.c.id).where(RATINGS.c.id == f"person {person}")).first()
    rated = RATINGS.c.id == f"person {guest}"
    c.execute(delete(RATINGS).where(rated) if own else update(RATINGS).where(rated).values(id=f"person {person}"))
    return moved | clocks.bring_holidays(c, guest, person)


def _bring_wishes(c: Connection, guest: str, person: str) -> None:
    """Who hid as a guest hides on; quiet hours of a guest are kept where the account has none."""
    his, hers = (c.execute(select(PEOPLE).where(PEOPLE.c.id == one)).one() for one in (guest, person))
    wishes = {"hidden": max(his.hidden, hers.hidden)}
    if hers.quiet_begin == hers.quiet_end:
        wishes |= {"quiet_begin": his.quiet_begin, "quiet_end": his.quiet_end, "zone": his.zone}
    c.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(wishes))


def _delete(c: Connection, person: str) -> None:
    """What others need of it stays without the name: that a game was played, that something was reported."""
    held = c.execute(select(HOLDS.c.game, HOLDS.c.seat).where(HOLDS.c.person == person)).all()
    for game in sorted({row.game for row in held}):
        touch(c, game)  # whoever listens at another process with this right is shown out there
        this = delete(HOLDS).where(HOLDS.c.person == person, HOLDS.c.game == game)
        clocks.change_holder(c, game, [row.seat for row in held if row.game == game], partial(c.execute, this))
    c.execute(update(RESULTS).where(RESULTS.c.person == person).values(person=""))
    c.execute(delete(RATINGS).where(RATINGS.c.id == f"person {person}"))
    c.execute(delete(INVITATIONS).where(INVITATIONS.c.person == person))
    tournaments.forget(c, person)
    c.execute(delete(MAIL_LINKS).where(MAIL_LINKS.c.person == person))
    c.execute(update(REVIEWS).where(REVIEWS.c.person == person).values(person=""))
    c.execute(update(REPORTS).where(REPORTS.c.person == person).values(person=""))
    c.execute(update(TALK).where(TALK.c.person == person).values(person=""))
    c.execute(delete(EXPORTS).where(EXPORTS.c.person == person))
    c.execute(update(SEATS).where(SEATS.c.giver == person).values(giver=""))
    c.execute(update(SEATS).where(SEATS.c.spent_by == person).values(spent_by=""))
    c.execute(delete(PEOPLE).where(PEOPLE.c.id == person))


def _more(c: Connection, person: str) -> dict[str, Any]:
    """What a club keeps besides."""
    ended = ("game", "seat", "title", "scenario", "result", "outcome", "counted", "at")
    strength = select(RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(RATINGS.c.id == f"person {person}")
    held = (HOLDS.c.game == TALK.c.game) & (HOLDS.c.seat == TALK.c.seat) & (HOLDS.c.person == person)
    old = (TALK.c.person == "") & select(HOLDS.c.game).where(held).exists()  # before talk said who spoke
    said = select(TALK.c.game, TALK.c.seat, TALK.c.text, TALK.c.at).where((TALK.c.person == person) | old)
    names = select(PEOPLE.c.name, PEOPLE.c.handle).join(BLOCKS, BLOCKS.c.blocked == PEOPLE.c.id)
    told = (TOURNAMENTS.c.name, TOURNAMENTS.c.title, TOURNAMENTS.c.stage, ENTRIES.c.gone, ENTRIES.c.made)
    joined = select(*told).join(ENTRIES, ENTRIES.c.tournament == TOURNAMENTS.c.id).where(ENTRIES.c.person == person)
    wanted = {
        "results": select(*[RESULTS.c[name] for name in ended]).where(RESULTS.c.person == person),
        "rating": strength,
        "passkeys": select(PASSKEYS.c.name, PASSKEYS.c.made, PASSKEYS.c.used).where(PASSKEYS.c.person == person),
        "blocked": names.where(BLOCKS.c.person == person),
        "reports": select(REPORTS.c.game, REPORTS.c.text, REPORTS.c.made).where(REPORTS.c.person == person),
        "talk": said.order_by(TALK.c.at, TALK.c.number),
        "tournaments": joined,
    }
    return {name: _plain(c.execute(rows)) for name, rows in wanted.items()}


def _plain(rows: Iterable[Row[Any]]) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row._asdict().items()} for row in rows]
