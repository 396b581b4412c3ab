"""Open invitations in the database."""

import time

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select

from kurgan.session import messages
from kurgan.session.message_rows import INVITATION, TAKEN, Message
from kurgan.session.store import Store
from kurgan.session.tables import GAMES, HOLDS, INVITATIONS, PEOPLE, TABLES
from kurgan.table.storage import MAKER, InvitationRow

MOST_SHOWN = 200
_MADE_BY = (HOLDS.c.game == INVITATIONS.c.game) & (HOLDS.c.seat == MAKER)
_COLUMNS = (*[INVITATIONS.c[name] for name in ("game", "seat", "person", "level", "again", "made")],)
_OF_GAME = (GAMES.c.title, GAMES.c.scenario, GAMES.c.name)


class KeptInvitations:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, game: str, seat: str, person: str = "", level: str = "any", again: str = "") -> None:
        """Invite anybody at the table to a free seat, or one person, who is told."""
        row = {"game": game, "seat": seat, "person": person, "level": level, "again": again, "made": int(time.time())}

        def act(c: Connection) -> None:
            c.execute(delete(INVITATIONS).where(INVITATIONS.c.game == game, INVITATIONS.c.seat == seat))
            c.execute(insert(INVITATIONS).values(row))
            if person:
                messages.tell(c, person, Message(game, INVITATION, seat))

        self.store.writer.submit(act).result()

    def end(self, game: str, seat: str) -> bool:
        """Take an invitation back; true if there was one."""
        gone = delete(INVITATIONS).where(INVITATIONS.c.game == game, INVITATIONS.c.seat == seat)
        return bool(self.store.writer.submit(lambda c: c.execute(gone).rowcount).result())

    def of(self, game: str, seat: str) -> InvitationRow | None:
        found = self._read((INVITATIONS.c.game == game) & (INVITATIONS.c.seat == seat))
        return found[0] if found else None

    def for_person(self, person: str) -> list[InvitationRow]:
        """What somebody may take, and what he has out himself; newest first."""
        return self._read(or_(INVITATIONS.c.person.in_(["", person]), HOLDS.c.person == person))

    def again(self, game: str) -> list[InvitationRow]:
        """Invitations to play a game again."""
        return self._read(INVITATIONS.c.again == game)

    def count(self, person: str) -> int:
        mine = select(func.count()).select_from(INVITATIONS).join(HOLDS, _MADE_BY).where(HOLDS.c.person == person)
        return self.store.read(lambda c: c.execute(mine).scalar_one())

    def taken(self, game: str, seat: str) -> None:
        """Tell who made the game that somebody has sat down."""

        def act(c: Connection) -> None:
            maker = c.execute(select(HOLDS.c.person).where(HOLDS.c.game == game, HOLDS.c.seat == MAKER)).scalar()
            if maker:
                messages.tell(c, maker, Message(game, TAKEN, seat))

        self.store.writer.submit(act).result()

    def _read(self, where: ColumnElement[bool]) -> list[InvitationRow]:
        wanted = (
            select(
                *_COLUMNS, HOLDS.c.person, PEOPLE.c.name, GAMES.c.title, GAMES.c.scenario, GAMES.c.name, TABLES.c.rated
            )
            .join(GAMES, GAMES.c.id == INVITATIONS.c.game)
            .join(HOLDS, _MADE_BY)
            .join(TABLES, TABLES.c.game == INVITATIONS.c.game)
            .join(PEOPLE, PEOPLE.c.id == HOLDS.c.person)
            .where(where)
            .order_by(INVITATIONS.c.made.desc(), INVITATIONS.c.game, INVITATIONS.c.seat)
            .limit(MOST_SHOWN)
        )
        return self.store.read(lambda c: [InvitationRow(*tuple(row)) for row in c.execute(wanted)])
