"""Games in a database: SQLite in one file by default, PostgreSQL by URL.

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
- ``store.writer.submit(fn)`` runs ``fn(connection)`` in a transaction and returns a Future, ``store.change(game, fn)``
  does so for what others must take in (``kurgan.session.writing``, ``sharing``);
  ``store.read(fn)`` runs ``fn(connection)`` in the calling thread.

Nothing here blocks an event loop by itself: call it from a thread.
"""

import base64
import hashlib
import json
import secrets
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Select, UpdateBase, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kurgan.kernel.protocol import Json
from kurgan.session import clocks, engines, jobs, messages
from kurgan.session.logs import SEAL, NoRecord, NotKept, is_whole, merge_vault, sealed
from kurgan.session.record import Line, Reading, Stale, read_lines, read_more
from kurgan.session.rows import NOBODY, Awaits, GameRow, Said, SeatRow, Stand, outcome_text
from kurgan.session.schema import HEAD, revision, upgrade
from kurgan.session.sharing import Bell, Claims, Heard, Versions, touch
from kurgan.session.sqlite_backup import back_up
from kurgan.session.tables import GAMES, LINES, METADATA, ORDERS, PAIRINGS, PEOPLE, SEATS, SNAPSHOTS, TABLES, TALK
from kurgan.session.writing import TROUBLE, make_writer, reason

T = TypeVar("T")

TOKEN_BYTES = 24
GOING_BACK = ("undo", "rewind")
PACKED = "zlib "
"""What a packed position begins with."""


class Store:
    """All games of one database."""

    def __init__(self, url: str, visiting: bool = False) -> None:
        """``visiting``: beside whoever serves it. Nothing is brought up to date, and no job taken from him."""
        self._visiting = visiting
        self.engine = engines.open_engine(url)
        self.is_shared = engines.is_shared(self.engine)
        """Whether other processes write to it too."""
        self.writer = make_writer(self.engine)
        self._reader = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_shared else self.engine
        self.versions = Versions()
        self.bell = Bell(self.engine) if self.is_shared else None
        self._claims = Claims(self.engine) if self.is_shared else None
        self.worker = self.bell.worker if self.bell is not None else secrets.randbelow(2**31 - 1) + 1
        """The number of this process."""
        self.backup: Path | None = None
        """The copy that was made because the database had to be brought up to date."""
        try:
            self.writer.submit(self._upgrade).result()
        except NoRecord:
            self.close()
            raise
        except (NotKept, SQLAlchemyError) as e:
            self.close()
            raise NoRecord(f"the database cannot be opened: {self.address}") from e

    @property
    def address(self) -> str:
        """Where it is, without a password."""
        return engines.told(self.engine.url)

    def _upgrade(self, c: Connection) -> None:
        def before(revision: str) -> None:
            self.backup = back_up(self.engine, revision)

        if self._visiting:
            if revision(c) != HEAD:
                raise NoRecord("the database is of another version: start its table once with this Kurgan")
            return
        engines.wait_for_turn(c)
        upgrade(c, before=before)
        engines.keep_tables_private(c, METADATA)
        if not self.is_shared:
            jobs.free_all(c)

    def close(self) -> None:
        if self.bell is not None:
            self.bell.close()
        if self._claims is not None:
            self._claims.close()
        self.writer.close()
        self.engine.dispose()

    # Others who write -----------------------------------------------------------------------------------------

    def change(self, game: str, job: Callable[[Connection], T], own: bool = True) -> T:
        """Change something of a game that others must take in; they are told when it is committed.

        ``own``: whoever has the game open here knows of it already.
        """
        version, result = self.writer.submit(lambda c: (touch(c, game), job(c))).result()
        self.note_change(game, version, own)
        return result

    def note_change(self, game: str, version: int, own: bool = True) -> None:
        if self.bell is not None:
            if own:
                self.versions.add(game, version)
            self.bell.ring(game)

    def stand(self, game: str) -> Stand | None:
        """Where a game is, in one look: it is asked at every step; None if there is no such game."""
        row = self.read(lambda c: c.execute(_STAND, {"of": game}).first())
        return Stand(*row) if row is not None else None

    def versions_of(self, games: Sequence[str]) -> dict[str, int]:
        wanted = select(GAMES.c.id, GAMES.c.version).where(GAMES.c.id.in_(games))
        return {row[0]: row[1] for row in self.read(lambda c: c.execute(wanted).all())}

    def is_ours(self, game: str, known: int, now: int) -> bool:
        """Whether all changes of a game after a known version were made by this process."""
        return self.versions.are_own(game, known, now)

    def listen(self, hear: Heard) -> None:
        """Be told of games that other processes change; in a thread."""
        if self.bell is not None:
            self.bell.start(hear)

    def tell(self, game: str, word: str) -> None:
        """A word to other processes that nobody misses if it is lost."""
        if self.bell is not None:
            self.bell.ring(game, word)

    def ask_bot(self, game: str) -> None:
        """Have the bots of a game play, if they are asked."""
        if self.is_shared:
            self.writer.submit(lambda c: jobs.put(c, jobs.BOT, game)).result()
            self.note_change(game, 0, own=False)

    def trouble(self) -> str:
        """Why we cannot serve just now; empty if we can. Raises NotKept if the database does not answer."""
        self.read(lambda c: c.execute(select(1)))
        return "" if self.bell is None or self.bell.is_alive else "other processes do not know of us yet"

    def gauges(self) -> dict[str, float]:
        """Figures of the whole table: games that run and have ended, people, jobs that wait."""

        def count(c: Connection) -> dict[str, float]:
            is_over = GAMES.c.outcome != ""
            found: dict[str, float] = {f'games{{over="{int(over)}"}}': n for over, n in c.execute(_counted(is_over))}
            found["people"] = c.execute(select(func.count()).select_from(PEOPLE)).scalar_one()
            return found | {f'jobs{{kind="{kind}"}}': n for kind, n in jobs.waiting(c).items()}

        return self.read(count)

    @contextmanager
    def claim(self, game: str) -> Iterator[None]:
        """Nobody else changes who sits at this game as long as we hold it; they are told at the end."""
        if self._claims is None or self.bell is None:
            yield
            return
        with self._claims.claim(game), self.bell.silence(game):
            yield

    def read(self, job: Callable[[Connection], T]) -> T:
        """Look something up; a connection that has gone meanwhile is replaced once."""
        try:
            return self._read(job)
        except TROUBLE as e:
            if not e.connection_invalidated:
                raise NotKept("read", reason(e)) from e
        try:
            return self._read(job)
        except TROUBLE as e:
            raise NotKept("read", reason(e)) from e

    def _read(self, job: Callable[[Connection], T]) -> T:
        with self._reader.begin() as connection:
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

    def games_of(self, games: Sequence[str]) -> list[GameRow]:
        """Those of a list of games that there are."""
        wanted = select(*_GAME_COLUMNS).where(GAMES.c.id.in_(games))
        return self.read(lambda c: [GameRow(*row) for row in c.execute(wanted)])

    def lengths_of(self, games: Sequence[str]) -> dict[str, int]:
        """How many lines each of a list of games has."""
        last = select(func.max(LINES.c.number)).where(LINES.c.game == GAMES.c.id).scalar_subquery()
        wanted = select(GAMES.c.id, last).where(GAMES.c.id.in_(games))
        return {row[0]: row[1] or 0 for row in self.read(lambda c: c.execute(wanted).all())}

    def name_game(self, game: str, name: str) -> None:
        named = update(GAMES).where(GAMES.c.id == game).values(name=name)
        self.change(game, lambda c: c.execute(named).rowcount)

    def delete_game(self, game: str) -> None:
        self.writer.submit(lambda c: _delete_game(c, game)).result()
        self.versions.forget(game)
        if self.bell is not None:
            self.bell.ring(game)

    def _do(self, statement: UpdateBase) -> None:
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

    def say(self, game: str, seat: str, text: str, audience: str = "", person: str = "") -> Said:
        return self.change(game, lambda c: _say(c, game, (seat, audience, text, person)), own=False)

    def talk(self, game: str, since: int = 0) -> list[Said]:
        wanted = (
            select(*[TALK.c[name] for name in Said._fields])
            .where(TALK.c.game == game, TALK.c.number > since)
            .order_by(TALK.c.number)
        )
        return self.read(lambda c: [Said(*row) for row in c.execute(wanted)])

    def talked(self, game: str) -> int:
        """The number of the last line of talk."""
        last = select(func.max(TALK.c.number)).where(TALK.c.game == game)
        return self.read(lambda c: c.execute(last).scalar()) or 0


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

    def follow(self, known: Sequence[Line]) -> tuple[list[Line], Json]:
        after = (LINES.c.game == self.game) & (LINES.c.number > len(known))
        wanted = select(LINES.c.text).where(after).order_by(LINES.c.number)
        texts, aside = self.store.read(lambda c: ([row[0] for row in c.execute(wanted)], _read_aside(c, self.game)))
        return read_more(texts, known), aside

    def append(self, lines: Sequence[Line], awaits: Awaits = NOBODY) -> None:
        """One transaction: the lines, for a new game its row and its vault, the job of a bot, and the clock."""
        if lines[0].number == 1:
            self.game = lines[0].fields["game"]
        vault, self._waiting = self._waiting, None
        awaits = awaits._replace(bot=awaits.bot and self.store.is_shared)
        try:
            version = self.store.writer.submit(lambda c: _append(c, self.game, lines, vault, awaits)).result()
        except IntegrityError as e:
            raise Stale(f"line {lines[0].number} of game {self.game} is already written") from e
        self.store.note_change(self.game, version)

    def vault(self) -> Json:
        return self.store.read(lambda c: _read_vault(c, self.game))

    def keep(self, patch: Json) -> None:
        if not self.game:
            self._waiting = merge_vault(self._waiting or {}, patch)
            return
        if "orders" in patch:  # whoever has the game open follows them
            self.store.change(self.game, lambda c: _keep(c, self.game, patch))
        else:
            self.store.writer.submit(lambda c: _keep(c, self.game, patch)).result()

    def forget(self) -> None:
        self.store.writer.submit(lambda c: _forget(c, self.game)).result()

    def kept_before(self, number: int) -> Json | None:
        here = (SNAPSHOTS.c.game == self.game) & (SNAPSHOTS.c.number <= number)
        newest = select(SNAPSHOTS.c.position).where(here).order_by(SNAPSHOTS.c.number.desc()).limit(1)
        text = self.store.read(lambda c: c.execute(newest).scalar())
        return _position(text) if text is not None else None


_SAID = select(func.coalesce(func.max(TALK.c.number), 0)).where(TALK.c.game == bindparam("of")).scalar_subquery()
_STAND = (
    select(GAMES.c.version, GAMES.c.name, TABLES.c.guide, TABLES.c.aside, _SAID)
    .outerjoin_from(GAMES, TABLES, TABLES.c.game == GAMES.c.id)
    .where(GAMES.c.id == bindparam("of"))
)
"""Made once: it is asked at every step, and to put it together costs as much as to ask it."""

_GAME_COLUMNS = tuple(GAMES.c[name] for name in GameRow._fields)
_SEAT_COLUMNS = tuple(SEATS.c[name] for name in SeatRow._fields)


def _counted(is_over: ColumnElement[bool]) -> Select[bool, int]:
    return select(is_over, func.count()).select_from(GAMES).group_by(is_over)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Tokens are long random words, so a plain hash keeps them safe."""
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> int:
    return int(time.time())


def _append(c: Connection, game: str, lines: Sequence[Line], vault: Json | None, awaits: Awaits) -> int:
    """Returns the version. Of two who write the same number one waits for the other, and is refused by the key."""
    now = _now()
    if lines[0].number == 1:
        header = lines[0].fields
        row = {"id": game, "title": header["title"], "scenario": header["scenario"], "created": now, "updated": now}
        c.execute(insert(GAMES).values(**row, name="", awaited="", outcome="", vault="{}", version=0))
    new = {"updated": now, "version": GAMES.c.version + 1, "behind": 1}
    counted = update(GAMES).where(GAMES.c.id == game).values(**new)
    if awaits.asked or awaits.over:  # otherwise who writes them does not know; a summary says so later
        counted = counted.values(awaited=awaits.asked, outcome=outcome_text(awaits.outcome))
    version = c.execute(counted.returning(GAMES.c.version)).scalar()
    c.execute(insert(LINES), [{"game": game, "number": ln.number, "text": ln.text, "at": now} for ln in lines])
    if vault is not None:
        _keep(c, game, vault)
    if awaits.bot:
        jobs.put(c, jobs.BOT, game)
    if awaits.over:
        jobs.put(c, jobs.RESULT, game)
    clocks.moved(c, game, awaits, any(line.kind in GOING_BACK for line in lines))
    messages.moved(c, game, awaits)
    return int(version or 0)


def _keep(c: Connection, game: str, patch: Json) -> None:
    """Add to the vault, spread over its tables; who else adds to it waits, and a position gives way to a later one."""
    c.execute(select(GAMES.c.id).where(GAMES.c.id == game).with_for_update())
    kept = _read_vault(c, game)
    vault = merge_vault(kept, patch)
    if vault.get("position", {}).get("number", 0) < kept.get("position", {}).get("number", 0):
        vault["position"] = kept["position"]
    if vault == kept:
        return
    rest = {name: value for name, value in vault.items() if name not in ("position", "orders")}
    c.execute(update(GAMES).where(GAMES.c.id == game).values(vault=json.dumps(sealed(rest), ensure_ascii=False)))
    if "position" in vault:
        number = vault["position"]["number"]
        c.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.game == game, SNAPSHOTS.c.number == number))
        _pack(c, game)
        text = json.dumps(sealed(vault["position"]), ensure_ascii=False)
        c.execute(insert(SNAPSHOTS).values(game=game, number=number, position=text))
    c.execute(delete(ORDERS).where(ORDERS.c.game == game))
    for seat, steps in vault.get("orders", {}).items():
        for step, (how, what) in steps.items():
            c.execute(insert(ORDERS).values(game=game, seat=seat, step=step, how=how, what=what))


def _read_vault(c: Connection, game: str) -> Json:
    vault = _read_aside(c, game)
    if not vault:
        return {}
    newest = select(SNAPSHOTS.c.position).where(SNAPSHOTS.c.game == game).order_by(SNAPSHOTS.c.number.desc()).limit(1)
    position = c.execute(newest).scalar()
    stored = _position(position) if position is not None else None
    if stored is not None:
        vault["position"] = stored
    return vault


def _read_aside(c: Connection, game: str) -> Json:
    """Secrets, notes and standing orders, in one look: whoever follows a game asks at every step."""
    columns = (GAMES.c.vault, ORDERS.c.seat, ORDERS.c.step, ORDERS.c.how, ORDERS.c.what)
    wanted = select(*columns).outerjoin_from(GAMES, ORDERS, ORDERS.c.game == GAMES.c.id).where(GAMES.c.id == game)
    rows = c.execute(wanted).all()
    vault: Json = json.loads(rows[0].vault) if rows and rows[0].vault else {}
    if not vault:
        return {}
    if not is_whole(vault):
        raise NoRecord(f"the secret of game {game} is damaged: it was changed after it was written")
    vault.pop(SEAL, None)
    kept: Json = {}
    for row in rows:
        if row.seat is not None:
            kept.setdefault(row.seat, {})[row.step] = [row.how, row.what]
    if kept:
        vault["orders"] = kept
    return vault


def _position(text: str) -> Json | None:
    """A position as it was stored; one that was changed is not used: the lines of the record lead there too."""
    plain = zlib.decompress(base64.b64decode(text[len(PACKED) :])).decode() if text.startswith(PACKED) else text
    stored: Json = json.loads(plain)
    if not is_whole(stored):
        return None
    stored.pop(SEAL, None)
    return stored


def _pack(c: Connection, game: str) -> None:
    """Positions on the way are kept for good, small: only rules that have changed will ever ask for them. The last one
    stays plain, for older processes that serve beside us."""
    plain = (SNAPSHOTS.c.game == game) & ~SNAPSHOTS.c.position.startswith(PACKED)
    for number, text in c.execute(select(SNAPSHOTS.c.number, SNAPSHOTS.c.position).where(plain)).all():
        packed = PACKED + base64.b64encode(zlib.compress(text.encode())).decode()
        this = (SNAPSHOTS.c.game == game) & (SNAPSHOTS.c.number == number)
        c.execute(update(SNAPSHOTS).where(this).values(position=packed))


def _forget(c: Connection, game: str) -> None:
    c.execute(update(GAMES).where(GAMES.c.id == game).values(vault="{}"))
    _pack(c, game)
    c.execute(delete(ORDERS).where(ORDERS.c.game == game))


def _delete_game(c: Connection, game: str) -> None:
    for table in (TALK, ORDERS, SEATS, SNAPSHOTS, LINES):
        c.execute(delete(table).where(table.c.game == game))
    c.execute(delete(GAMES).where(GAMES.c.id == game))
    for id in c.execute(select(PAIRINGS.c.tournament).where(PAIRINGS.c.game == game)).scalars().all():
        jobs.put(c, jobs.TOURNAMENT, id)


def _give_seat(c: Connection, row: Json) -> None:
    c.execute(delete(SEATS).where(SEATS.c.game == row["game"], SEATS.c.seat == row["seat"]))
    c.execute(insert(SEATS).values(**row, spent_by=""))


def _say(c: Connection, game: str, what: tuple[str, str, str, str]) -> Said:
    seat, audience, text, person = what
    last = c.execute(select(func.max(TALK.c.number)).where(TALK.c.game == game)).scalar()
    said = Said((last or 0) + 1, seat, audience, text, _now(), person)
    c.execute(insert(TALK).values(game=game, **said._asdict()))
    return said
