"""The schema of the database: its history ends where the definitions of the tables are, and old databases follow."""

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text

from kurgan.session import schema
from kurgan.session.logs import NoRecord
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.session.tables import METADATA
from tests.club.cluster import database_of, need_postgresql, quick_cluster
from tests.session.helpers import play_out
from tests.session.toy import Lanterns

ROOT = Path(__file__).resolve().parents[2]
SPECIMEN = Path(__file__).parent / "specimens" / "schema1.sql"
PEOPLE_SPECIMEN = SPECIMEN.with_name("people1.sql")
VERA = "ab" * 32
GAME = "eecc57734aae1e6ac99096adf04de980"
LATER = {"promises", "jobs", "visits", "paces", "served", "holidays", "channels", "messages", "invitations"}
LATER |= {"sessions", "accounts", "mail_links", "results", "ratings", "blocks", "reports", "bans", "notices", "audit"}
LATER |= {"passkeys", "challenges", "table_keys", "rates", "reviews", "tournaments", "entries", "pairings"}
LATER |= {"exports", "export_parts"}
"""Tables that the first revision did not have."""

TOKEN = "U_whO8mlZt_xG5S9ZayPXAYZYss1tCXT"


def shape(engine: Engine) -> dict[str, Any]:
    """What a database says of its tables, without Alembic's own."""
    seen = inspect(engine)
    found = {}
    for name in seen.get_table_names():
        if name != schema.VERSION.name:
            found[name] = {
                "columns": [(c["name"], repr(c["type"]), c["nullable"]) for c in seen.get_columns(name)],
                "key": seen.get_pk_constraint(name)["constrained_columns"],
                "foreign": sorted(
                    (f["constrained_columns"], f["referred_table"], f["referred_columns"], f["options"])
                    for f in seen.get_foreign_keys(name)
                ),
                "unique": [u["column_names"] for u in seen.get_unique_constraints(name)],
                "indexes": [str(sorted(index.items())) for index in map(worded, seen.get_indexes(name))],
            }
    return found


def worded(index: Any) -> dict[str, Any]:
    """An index with its condition in words: two clauses of SQLAlchemy are never the same."""
    return {**index, "dialect_options": {name: str(how) for name, how in index.get("dialect_options", {}).items()}}


def defined(tmp_path: Path) -> dict[str, Any]:
    engine = create_engine(f"sqlite:///{tmp_path}/defined.db")
    METADATA.create_all(engine)
    made = shape(engine)
    engine.dispose()
    return made


def old_database(path: Path, with_people: bool) -> None:
    """As Kurgan left it before the schema had a history; the table added its own tables when it was first run."""
    connection = sqlite3.connect(path)
    connection.executescript(SPECIMEN.read_text(encoding="utf-8"))
    if with_people:
        connection.executescript(PEOPLE_SPECIMEN.read_text(encoding="utf-8"))
    connection.close()


def test_a_new_database_has_the_tables_that_are_defined(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    assert shape(store.engine) == defined(tmp_path)
    assert store.read(schema.revision) == schema.HEAD
    store.close()


@pytest.mark.parametrize("with_people", [False, True])
def test_an_old_database_is_brought_up_to_date_and_loses_nothing(tmp_path: Path, with_people: bool) -> None:
    old_database(tmp_path / "games.db", with_people)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    assert shape(store.engine) == defined(tmp_path)
    assert store.read(schema.revision) == schema.HEAD
    seat = store.seat_of_token(TOKEN)
    assert seat is not None
    assert (seat.game, seat.seat, seat.name) == (GAME, "red", "Vera")
    assert (seat.giver, seat.spent_by) == ("", VERA if with_people else "")
    assert [said.text for said in store.talk(GAME)] == ["hello"]
    session = Session.load(Lanterns(), store.log(GAME))
    assert [order.text() for order in session.orders("blue")] == ["never"]
    play_out(session)
    store.close()


def test_a_database_of_the_first_revision_is_brought_up_to_date(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/games.db")
    with engine.begin() as connection:
        schema.upgrade(connection, "0001")
    first = shape(engine)
    assert set(first) == {*METADATA.tables, "schema"} - LATER
    with engine.begin() as connection:
        schema.upgrade(connection)
    assert shape(engine) == defined(tmp_path)
    engine.dispose()


@pytest.mark.parametrize("kept_in", ["sqlite", "postgresql"])
def test_which_games_lists_do_not_tell_of_is_known_after_an_upgrade(tmp_path: Path, kept_in: str) -> None:
    """Revision 13: of a database of version 0.3.0 those games are marked whose lines go further than their summary."""
    if kept_in == "postgresql":
        need_postgresql()
    address = quick_cluster().url("behind") if kept_in == "postgresql" else f"sqlite:///{tmp_path}/games.db"
    engine = create_engine(address)
    with engine.begin() as connection:
        schema.upgrade(connection, "0012")
        for game in ("told", "killed", "no table"):
            connection.execute(text(f"INSERT INTO games VALUES ('{game}', '', 'toy', 'toy', '', '', 0, 0, '{{}}', 0)"))
            for number in (1, 2, 3):
                connection.execute(text(f"INSERT INTO lines VALUES ('{game}', {number}, '{{}}', 0)"))
        summed_up = "INSERT INTO tables (game, pack, number, turn, last, guide) VALUES (:game, '', :number, '', '', 0)"
        for game, number in (("told", 3), ("killed", 2)):
            connection.execute(text(summed_up), {"game": game, "number": number})
        schema.upgrade(connection)
        assert connection.execute(text("SELECT id FROM games WHERE behind = 1")).scalars().all() == ["killed"]
    engine.dispose()


def test_a_new_database_on_postgresql_has_the_tables_that_are_defined(tmp_path: Path) -> None:
    """The same names, keys and bounds; what the revisions make and what is defined cannot differ."""
    need_postgresql()
    made = create_engine(quick_cluster().url("made"))
    with made.begin() as connection:
        schema.upgrade(connection)
    wanted = create_engine(quick_cluster().url("wanted"))
    METADATA.create_all(wanted)
    assert shape(made) == shape(wanted)
    made.dispose()
    wanted.dispose()


def test_what_everybody_was_granted_is_taken_back(tmp_path: Path) -> None:
    """The tables hold the secrets of running games: who may connect may not read them."""
    need_postgresql()
    address = database_of(tmp_path)
    readable = text("SELECT has_table_privilege('public', 'games', 'SELECT')")
    store = Store(address)
    store.writer.submit(lambda c: c.execute(text("GRANT SELECT ON games TO PUBLIC"))).result()
    assert store.read(lambda c: c.execute(readable).scalar()) is True
    store.close()
    store = Store(address)
    assert store.read(lambda c: c.execute(readable).scalar()) is False
    store.close()


def test_the_last_revision_is_the_one_that_the_store_wants() -> None:
    config = Config()
    config.set_main_option("script_location", "kurgan.session:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD


def test_a_database_of_a_newer_kurgan_is_refused_and_left_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    store.writer.submit(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'"))).result()
    before = shape(store.engine)
    store.close()
    with pytest.raises(NoRecord, match="newer Kurgan"):
        Store(f"sqlite:///{tmp_path}/games.db")
    engine = create_engine(f"sqlite:///{tmp_path}/games.db")
    assert shape(engine) == before
    engine.dispose()


def test_a_failed_upgrade_leaves_nothing_behind(tmp_path: Path) -> None:
    """The second revision cannot drop what is no table: what the first one made goes too."""
    connection = sqlite3.connect(tmp_path / "games.db")
    connection.execute("CREATE VIEW schema AS SELECT 1 AS version")
    connection.close()
    with pytest.raises(NoRecord, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path}/games.db")
    engine = create_engine(f"sqlite:///{tmp_path}/games.db")
    assert inspect(engine).get_table_names() == []
    engine.dispose()


# A copy before anything is changed ------------------------------------------------------------------------------


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.backup*"))


def test_an_old_database_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    """The copy holds what there was, under its old revision, for its owner only; a second one gets another name."""
    for expected in (["games.db.0000.backup"], ["games.db.0000-2.backup", "games.db.0000.backup"]):
        for leftover in tmp_path.glob("games.db*"):
            if not leftover.name.endswith(".backup"):
                leftover.unlink()
        old_database(tmp_path / "games.db", with_people=True)
        before = "\n".join(sqlite3.connect(tmp_path / "games.db").iterdump())
        store = Store(f"sqlite:///{tmp_path}/games.db")
        assert store.backup is not None
        store.close()
        assert copies(tmp_path) == expected
        assert "\n".join(sqlite3.connect(store.backup).iterdump()) == before
        assert stat.S_IMODE(store.backup.stat().st_mode) == 0o600


def test_what_was_written_last_is_in_the_copy(tmp_path: Path) -> None:
    """Also what another connection has committed and not yet moved from the log of changes into the file."""
    engine = create_engine(f"sqlite:///{tmp_path}/games.db")
    with engine.begin() as connection:
        schema.upgrade(connection, "0002")
    engine.dispose()
    other = sqlite3.connect(tmp_path / "games.db")
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("INSERT INTO people VALUES ('late', 'Late', 1)")
    other.commit()
    store = Store(f"sqlite:///{tmp_path}/games.db")
    store.close()
    other.close()
    assert store.backup is not None
    assert store.backup.name == "games.db.0002.backup"
    assert sqlite3.connect(store.backup).execute("SELECT name FROM people").fetchall() == [("Late",)]


def test_no_copy_where_there_is_nothing_to_change(tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(f"sqlite:///{tmp_path}/games.db")
        store.close()
        assert store.backup is None
    assert copies(tmp_path) == []


def test_a_database_of_a_newer_kurgan_is_not_copied(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/games.db").close()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NoRecord, match="newer Kurgan"):
        Store(f"sqlite:///{tmp_path}/games.db")
    assert copies(tmp_path) == []


def test_without_a_copy_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full: the old database stays as it is, and the reason is said in one line."""
    old_database(tmp_path / "games.db", with_people=False)
    before = "\n".join(sqlite3.connect(tmp_path / "games.db").iterdump())

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.open", full)
    with pytest.raises(NoRecord, match="could not be copied first") as refused:
        Store(f"sqlite:///{tmp_path}/games.db")
    assert "\n" not in str(refused.value)
    assert "\n".join(sqlite3.connect(tmp_path / "games.db").iterdump()) == before
    assert copies(tmp_path) == []


def test_alembic_is_imported_only_where_there_is_something_to_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    Store(url).close()
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); from kurgan.session.store import Store; "
        f"Store({url!r}).close(); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "sqlalchemy" in loaded
    assert [name for name in loaded if name.split(".")[0] in ("alembic", "mako")] == []


def test_only_the_store_knows_what_is_particular_to_sqlite() -> None:
    """Everything else must also run on another database."""
    folder = ROOT / "src" / "kurgan"
    knowing = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("PRAGMA", "sqlite3", "dialects.sqlite"))
    }
    assert knowing <= {"session/engines.py", "session/sqlite_backup.py"}
