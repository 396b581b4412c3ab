"""Games in a database: SQLite in one file by default, another database by URL.

The lines of the records are the truth; everything else can be made again from them, except what is secret or said.

For the server that builds on it:

- ``Store(url)`` opens and brings the tables up to date (kurgan.session.schema), an SQLite file after it was copied
  (``store.backup``); ``store.close()`` ends the writer.
- ``store.log(game_id)`` is the ``Log`` of one game: give it to ``Session.new`` or ``Session.load``. Its ``append``
  returns when the lines are committed, and raises ``Stale`` if a line of that number exists: of two processes that
  answer the same question one is refused by the primary key (game, number).
- ``store.games()``, ``store.game(id)``, ``store.name_game``, ``store.mark``, ``store.delete_game``.
- ``store.give_seat``, ``seat_of_token``, ``seats``, ``take_seat_back``: secret links of seats; only their
  hashes are kept.
- ``store.say`` and ``store.talk``: the line of talk of a game.
- ``store.writer.submit(fn)`` runs ``fn(connection)`` in the one writer thread and returns a Future; jobs that wait are
  committed together, each in its own savepoint. ``store.read(fn)`` runs ``fn(connection)`` in the calling thread.
- ``METADATA`` may hold more tables of whoever builds on this; the revisions of the schema make them too.

Nothing here blocks an event loop by itself: call it from a thread.
"""

import hashlib
import json
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from kurgan.kernel.protocol import Json
from kurgan.session import private_files
from kurgan.session.logs import SEAL, NoRecord, NotKept, is_whole, merge_vault, sealed
from kurgan.session.record import Line, Reading, Stale, read_lines
from kurgan.session.rows import GameRow, Said, SeatRow
from kurgan.session.schema import upgrade
from kurgan.session.sqlite_backup import back_up

T = TypeVar("T")

TOKEN_BYTES = 24
BATCH = 64
WRITES = "kurgan_writes"

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(200), nullable=False, default=""),
    Column("title", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("awaited", String(40), nullable=False, default=""),
    Column("outcome", Text, nullable=False, default=""),
    Column("created", Integer, nullable=False),
    Column("updated", Integer, nullable=False),
    Column("vault", Text, nullable=False, default="{}"),
)

LINES = Table(
    "lines",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("at", Integer, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", Text, nullable=False),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("name", String(80), nullable=False, default=""),
    Column("token_hash", String(64), nullable=False),
    Column("giver", String(64), nullable=False, default="", server_default=""),
    Column("spent_by", String(64), nullable=False, default="", server_default=""),
    UniqueConstraint("token_hash"),
)

ORDERS = Table(
    "orders",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("step", String(80), primary_key=True),
    Column("how", String(20), nullable=False),
    Column("what", Text, nullable=False),
)

TALK = Table(
    "talk",
    METADATA,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(40), nullable=False),
    Column("audience", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Integer, nullable=False),
)


def tune_sqlite(engine: Engine) -> None:
    """Everything that only SQLite needs, and nowhere else: WAL, full flushing, foreign keys, immediate writing."""
    if engine.dialect.name != "sqlite":
        return

    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=20000")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def keep_private(engine: Engine) -> None:
    """The file of an SQLite database holds every secret; what SQLite puts beside it gets the same rights."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return
    path = Path(name)
    if path.parent.is_dir() and not path.is_dir():
        with suppress(OSError):  # the database itself says why it cannot be opened
            private_files.make_file(path)
        for beside in path.parent.glob(f"{path.name}*"):
            private_files.mend(beside)


class Writer:
    """The one thread that writes. Jobs that wait are committed together; each sees only its own failure."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(**{WRITES: True})
        self._jobs: queue.Queue[tuple[Callable[[Connection], Any], Future[Any]] | None] = queue.Queue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="kurgan writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], T]) -> "Future[T]":
        if self._closed:
            raise RuntimeError("the store is closed")
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """Finish what waits, then end."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                return
            batch = [first]
            ends = False
            while len(batch) < BATCH and not ends:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ends = True
                else:
                    batch.append(more)
            self._write(batch)
            if ends:
                return

    def _write(self, batch: Sequence[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        """Nearly always everything goes well, so all is tried in one go first; if not, each job on its own terms."""
        done: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with self._engine.begin() as connection:
                done = [(future, job(connection), None) for job, future in batch]
        except Exception as e:  # the whole transaction failed: nobody's job was done yet
            done = self._write_apart(batch) if len(batch) > 1 else [(batch[0][1], None, e)]
        for future, result, error in done:
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(_as_told(error))

    def _write_apart(
        self, batch: Sequence[tuple[Callable[[Connection], Any], Future[Any]]]
    ) -> list[tuple[Future[Any], Any, Exception | None]]:
        try:
            with self._engine.begin() as connection:
                return [_run_one(connection, job, future) for job, future in batch]
        except Exception as e:  # nor could the rest be committed
            return [(future, None, e) for _, future in batch]


def _as_told(error: Exception) -> Exception:
    """A disk that is full or a database that is held is no fault of the job."""
    if not isinstance(error, OperationalError):
        return error
    told = NotKept(f"it could not be written ({error.orig}); nothing was changed")
    told.__cause__ = error
    return told


def _run_one(
    connection: Connection, job: Callable[[Connection], Any], future: "Future[Any]"
) -> tuple["Future[Any]", Any, Exception | None]:
    savepoint = connection.begin_nested()
    try:
        result = job(connection)
    except Exception as e:  # handed to whoever asked for the job
        savepoint.rollback()
        return future, None, e
    savepoint.commit()
    return future, result, None


class Store:
    """All games of one database."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        keep_private(self.engine)
        tune_sqlite(self.engine)
        self.writer = Writer(self.engine)
        self.backup: Path | None = None
        """The copy that was made because the database had to be brought up to date."""
        try:
            self.writer.submit(self._upgrade).result()
        except NoRecord:
            self.close()
            raise
        except (NotKept, SQLAlchemyError) as e:
            self.close()
            raise NoRecord(f"the database cannot be opened: {url}") from e

    def _upgrade(self, c: Connection) -> None:
        def before(revision: str) -> None:
            self.backup = back_up(self.engine, revision)

        upgrade(c, before=before)

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    def read(self, job: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return job(connection)

    def log(self, game: str = "") -> "StoreLog":
        """The log of a game; without an id, of a game that ``Session.new`` is about to begin."""
        return StoreLog(self, game)

    # Games ----------------------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """All games, the last one played first."""
        wanted = select(*_GAME_COLUMNS).order_by(GAMES.c.updated.desc(), GAMES.c.id)
        return self.read(lambda c: [GameRow(*row) for row in c.execute(wanted)])

    def game(self, game: str) -> GameRow | None:
        wanted = select(*_GAME_COLUMNS).where(GAMES.c.id == game)
        row = self.read(lambda c: c.execute(wanted).first())
        return GameRow(*row) if row is not None else None

    def name_game(self, game: str, name: str) -> None:
        self._do(update(GAMES).where(GAMES.c.id == game).values(name=name))

    def mark(self, game: str, awaited: str, outcome: Json | None) -> None:
        """Note whose turn it is, for lists of games."""
        text = json.dumps(outcome, ensure_ascii=False) if outcome is not None else ""
        self._do(update(GAMES).where(GAMES.c.id == game).values(awaited=awaited, outcome=text))

    def delete_game(self, game: str) -> None:
        self.writer.submit(lambda c: _delete_game(c, game)).result()

    def _do(self, statement: Any) -> None:
        self.writer.submit(lambda c: c.execute(statement).rowcount).result()

    # Seats and their links ------------------------------------------------------------------------------------

    def give_seat(self, game: str, seat: str, name: str = "", giver: str = "") -> str:
        """A new secret link for a seat; an older one stops working. Only its hash is kept."""
        token = new_token()
        row = {"game": game, "seat": seat, "name": name, "token_hash": token_hash(token), "giver": giver}
        self.writer.submit(lambda c: _give_seat(c, row)).result()
        return token

    def seat_of_token(self, token: str) -> SeatRow | None:
        wanted = select(*_SEAT_COLUMNS).where(SEATS.c.token_hash == token_hash(token))
        row = self.read(lambda c: c.execute(wanted).first())
        return SeatRow(*row) if row is not None else None

    def seats(self, game: str) -> list[SeatRow]:
        wanted = select(*_SEAT_COLUMNS).where(SEATS.c.game == game).order_by(SEATS.c.seat)
        return self.read(lambda c: [SeatRow(*row) for row in c.execute(wanted)])

    def take_seat_back(self, game: str, seat: str) -> None:
        self._do(delete(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat))

    # Talk -----------------------------------------------------------------------------------------------------

    def say(self, game: str, seat: str, text: str, audience: str = "") -> Said:
        return self.writer.submit(lambda c: _say(c, game, seat, text, audience)).result()

    def talk(self, game: str, since: int = 0) -> list[Said]:
        wanted = (
            select(TALK.c.number, TALK.c.seat, TALK.c.audience, TALK.c.text, TALK.c.at)
            .where(TALK.c.game == game, TALK.c.number > since)
            .order_by(TALK.c.number)
        )
        return self.read(lambda c: [Said(*row) for row in c.execute(wanted)])


class StoreLog:
    """The log of one game in the database. Its vault is ``games.vault`` (secrets, notes of
    bots, draws of a parent), but for the position in ``snapshots`` and the standing orders in ``orders``."""

    def __init__(self, store: Store, game: str) -> None:
        self.store = store
        self.game = game
        self._waiting: Json | None = None

    def read(self) -> Reading:
        wanted = select(LINES.c.text).where(LINES.c.game == self.game).order_by(LINES.c.number)
        texts = self.store.read(lambda c: [row[0] for row in c.execute(wanted)])
        if not texts:
            raise NoRecord(f"there is no game {self.game}")
        return Reading(read_lines(texts), 0, "")

    def append(self, lines: Sequence[Line]) -> None:
        """One transaction: the lines, and for a new game its row and its vault."""
        if lines[0].number == 1:
            self.game = lines[0].fields["game"]
        vault, self._waiting = self._waiting, None
        try:
            self.store.writer.submit(lambda c: _append(c, self.game, lines, vault)).result()
        except IntegrityError as e:
            raise Stale(f"line {lines[0].number} of game {self.game} is already written") from e

    def vault(self) -> Json:
        return self.store.read(lambda c: _read_vault(c, self.game))

    def keep(self, patch: Json) -> None:
        if not self.game:
            self._waiting = merge_vault(self._waiting or {}, patch)
            return
        self.store.writer.submit(lambda c: _keep(c, self.game, patch)).result()

    def forget(self) -> None:
        self.store.writer.submit(lambda c: _forget(c, self.game)).result()


_GAME_COLUMNS = tuple(GAMES.c[name] for name in GameRow._fields)
_SEAT_COLUMNS = tuple(SEATS.c[name] for name in SeatRow._fields)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Tokens are long random words, so a plain hash keeps them safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> int:
    return int(time.time())


def _append(c: Connection, game: str, lines: Sequence[Line], vault: Json | None) -> None:
    now = _now()
    if lines[0].number == 1:
        header = lines[0].fields
        row = {"id": game, "title": header["title"], "scenario": header["scenario"], "created": now, "updated": now}
        c.execute(insert(GAMES).values(**row, name="", awaited="", outcome="", vault="{}"))
    c.execute(insert(LINES), [{"game": game, "number": ln.number, "text": ln.text, "at": now} for ln in lines])
    c.execute(update(GAMES).where(GAMES.c.id == game).values(updated=now))
    if vault is not None:
        _keep(c, game, vault)


def _keep(c: Connection, game: str, patch: Json) -> None:
    """Add to the vault, spread over its tables: read and written in the one writer thread."""
    kept = _read_vault(c, game)
    vault = merge_vault(kept, patch)
    if vault == kept:
        return
    rest = {name: value for name, value in vault.items() if name not in ("position", "orders")}
    c.execute(update(GAMES).where(GAMES.c.id == game).values(vault=json.dumps(sealed(rest), ensure_ascii=False)))
    if "position" in vault:
        c.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.game == game))
        text = json.dumps(sealed(vault["position"]), ensure_ascii=False)
        c.execute(insert(SNAPSHOTS).values(game=game, number=vault["position"]["number"], position=text))
    c.execute(delete(ORDERS).where(ORDERS.c.game == game))
    for seat, steps in vault.get("orders", {}).items():
        for step, (how, what) in steps.items():
            c.execute(insert(ORDERS).values(game=game, seat=seat, step=step, how=how, what=what))


def _read_vault(c: Connection, game: str) -> Json:
    text = c.execute(select(GAMES.c.vault).where(GAMES.c.id == game)).scalar()
    vault: Json = json.loads(text) if text else {}
    if not vault:
        return {}
    if not is_whole(vault):
        raise NoRecord(f"the secret of game {game} is damaged: it was changed after it was written")
    vault.pop(SEAL, None)
    newest = select(SNAPSHOTS.c.position).where(SNAPSHOTS.c.game == game).order_by(SNAPSHOTS.c.number.desc()).limit(1)
    position = c.execute(newest).scalar()
    stored: Json = json.loads(position) if position is not None else {}
    if stored and is_whole(stored):  # one that was changed is not used: the lines of the record lead there too
        stored.pop(SEAL, None)
        vault["position"] = stored
    kept: Json = {}
    for row in c.execute(select(ORDERS).where(ORDERS.c.game == game)):
        kept.setdefault(row.seat, {})[row.step] = [row.how, row.what]
    if kept:
        vault["orders"] = kept
    return vault


def _forget(c: Connection, game: str) -> None:
    c.execute(update(GAMES).where(GAMES.c.id == game).values(vault="{}"))
    c.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.game == game))
    c.execute(delete(ORDERS).where(ORDERS.c.game == game))


def _delete_game(c: Connection, game: str) -> None:
    for table in (TALK, ORDERS, SEATS, SNAPSHOTS, LINES):
        c.execute(delete(table).where(table.c.game == game))
    c.execute(delete(GAMES).where(GAMES.c.id == game))


def _give_seat(c: Connection, row: Json) -> None:
    c.execute(delete(SEATS).where(SEATS.c.game == row["game"], SEATS.c.seat == row["seat"]))
    c.execute(insert(SEATS).values(**row, spent_by=""))


def _say(c: Connection, game: str, seat: str, text: str, audience: str) -> Said:
    last = c.execute(select(func.max(TALK.c.number)).where(TALK.c.game == game)).scalar()
    said = Said((last or 0) + 1, seat, audience, text, _now())
    c.execute(insert(TALK).values(game=game, **said._asdict()))
    return said
