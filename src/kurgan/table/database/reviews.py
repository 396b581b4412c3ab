"""Reviews of a table that several processes serve: asked for at one, worked out by another, read at any."""

import time

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from kurgan.session import jobs
from kurgan.session.store import Store
from kurgan.session.tables import REVIEWS
from kurgan.table.storage import GROWING, ReviewRow

_COLUMNS = tuple(REVIEWS.c[name] for name in ReviewRow._fields)


def key_of(game: str, seat: str) -> str:
    return f"{game} {seat}"


class KeptReviews:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, game: str, seat: str) -> ReviewRow | None:
        row = self.store.read(lambda c: c.execute(select(*_COLUMNS).where(_this(game, seat))).first())
        return ReviewRow._make(row) if row is not None else None

    def ask(self, game: str, seat: str, person: str, check: str, most: int) -> bool:
        """Have it worked out, in the transaction that says so; false if there are too many, or one of this person's."""
        return self.store.writer.submit(lambda c: _ask(c, (game, seat, person, check), most)).result()

    def told(self, row: ReviewRow, told: str, stage: str = GROWING) -> bool:
        """What is known so far; false if nobody wants it any more."""
        mine = _this(row.game, row.seat) & (REVIEWS.c.stage == GROWING)
        grown = update(REVIEWS).where(mine).values(told=told, stage=stage, check=row.check)
        return bool(self.store.writer.submit(lambda c: c.execute(grown).rowcount).result())

    def cancel(self, game: str, seat: str) -> None:
        gone = delete(REVIEWS).where(_this(game, seat), REVIEWS.c.stage == GROWING)
        self.store.writer.submit(lambda c: c.execute(gone) and None).result()


def _this(game: str, seat: str) -> ColumnElement[bool]:
    return (REVIEWS.c.game == game) & (REVIEWS.c.seat == seat)


def _ask(c: Connection, wish: tuple[str, str, str, str], most: int) -> bool:
    game, seat, person, check = wish
    growing = REVIEWS.c.stage == GROWING
    count = c.execute(select(func.count()).select_from(REVIEWS).where(growing)).scalar_one()
    own = c.execute(select(REVIEWS.c.game).where(growing, REVIEWS.c.person == person)).first()
    if count >= most or own is not None:
        return False
    c.execute(delete(REVIEWS).where(_this(game, seat)))
    row = {"game": game, "seat": seat, "person": person, "stage": GROWING, "check": check, "told": ""}
    c.execute(insert(REVIEWS).values(**row, made=int(time.time())))
    jobs.put(c, jobs.REVIEW, key_of(game, seat))
    return True
