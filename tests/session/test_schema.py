"""The schema of the database: its history ends where the definitions of the tables are, and old databases follow."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text

import kurgan.table.people  # noqa: F401 (adds its tables to METADATA)
from kurgan.session import schema
from kurgan.session.logs import NoRecord
from kurgan.session.session import Session
from kurgan.session.store import METADATA, Store
from tests.session.helpers import play_out
from tests.session.toy import Lanterns

ROOT = Path(__file__).resolve().parents[2]
SPECIMEN = Path(__file__).parent / "specimens" / "schema1.sql"
GAME = "eecc57734aae1e6ac99096adf04de980"
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
                "indexes": seen.get_indexes(name),
            }
    return found


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
    connection.close()
    if with_people:
        engine = create_engine(f"sqlite:///{path}")
        METADATA.create_all(engine)
        engine.dispose()


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
    assert set(first) == {*METADATA.tables, "schema"}
    with engine.begin() as connection:
        schema.upgrade(connection)
    assert shape(engine) == defined(tmp_path)
    engine.dispose()


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
    assert knowing <= {"session/store.py"}
