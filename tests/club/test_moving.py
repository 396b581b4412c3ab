"""Everything is carried from one database into another, or nothing is; a backup is such a carrying."""

import stat
from pathlib import Path

import pytest
from sqlalchemy import select, update

from kurgan import cli, games
from kurgan.session.logs import NoRecord
from kurgan.session.moving import carry
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.session.tables import LINES, METADATA
from kurgan.table.database.identity import People
from tests.club.cluster import database_of, need_postgresql


@pytest.fixture(autouse=True)
def postgresql() -> None:
    need_postgresql()


def furnish(store: Store) -> str:
    """A club in small: somebody, a game under way with an order, talk, a link; words in other letters."""
    people = People(store)
    _, person = people.new()
    people.set_name(person, "Ж. ß 'quoted' \\ 馬")
    session = Session.new(games.load("advance"), "campaign", {}, {"german": "person Ann"}, log=store.log())
    id = str(session.header["game"])
    people.open_table(id, "", False)
    people.hold(id, "german", person)
    store.give_seat(id, "*watch", giver=person)
    for _ in range(4):
        session.answer(session.legal()[0])
    session.order("german", "buy_support", "never")
    session.close()
    store.say(id, "german", "Guten Abend")
    return id


def rows(store: Store) -> dict[str, set[tuple[object, ...]]]:
    return store.read(lambda c: {t.name: {tuple(row) for row in c.execute(select(t))} for t in METADATA.sorted_tables})


def test_to_postgresql_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every row of every table arrives, twice; the game is played on where it has arrived."""
    first, second, third = f"{tmp_path}/kurgan.sqlite", database_of(tmp_path), f"{tmp_path}/back.sqlite"
    store = Store(first)
    game = furnish(store)
    before = rows(store)
    store.close()
    assert all(before[name] for name in ("games", "lines", "people", "holds", "tables", "talk", "orders", "seats"))
    assert cli.run(["move-database", first, second]) == 0
    assert "1 of 1 records verify" in capsys.readouterr().out
    assert cli.run(["backup", second, third]) == 0
    assert stat.S_IMODE(Path(third).stat().st_mode) == 0o600
    for address in (second, third):
        store = Store(address)
        assert rows(store) == before
        session = Session.load(games.load("advance"), store.log(game))
        assert session.orders("german")[0].step == "buy_support"
        session.answer(session.legal()[0])
        store.close()


def test_only_an_empty_database_is_moved_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = database_of(tmp_path)
    store = Store(f"{tmp_path}/kurgan.sqlite")
    furnish(store)
    store.close()
    other = Store(target)
    furnish(other)
    before = rows(other)
    assert cli.run(["move-database", f"{tmp_path}/kurgan.sqlite", target]) == 2
    told = capsys.readouterr().err
    assert "not empty" in told
    assert told.count("\n") == 1
    assert rows(other) == before
    other.close()


def test_nobody_moves_a_database_that_is_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = database_of(tmp_path)
    serving = Store(source)
    furnish(serving)
    assert cli.run(["move-database", source, f"{tmp_path}/kurgan.sqlite"]) == 2
    assert "still serves" in capsys.readouterr().err
    serving.close()


def test_a_backup_is_restored_and_what_was_damaged_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line that somebody changed in the database is carried as it is, and said."""
    store = Store(f"{tmp_path}/kurgan.sqlite")
    good, bad = furnish(store), furnish(store)
    spoil = update(LINES).where(LINES.c.game == bad, LINES.c.number == 3).values(text="{}")
    store.writer.submit(lambda c: c.execute(spoil).rowcount).result()
    store.close()
    assert cli.run(["backup", f"{tmp_path}/kurgan.sqlite", f"{tmp_path}/copy"]) == 1
    assert f"game {bad}: line 3" in capsys.readouterr().err
    assert cli.run(["restore", f"{tmp_path}/copy", database_of(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "1 of 2 records verify" in told.out
    assert good not in told.err


def test_a_backup_goes_only_into_an_empty_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("copy", "full"):
        store = Store(f"{tmp_path}/{name}")
        furnish(store)
        store.close()
    assert cli.run(["restore", f"{tmp_path}/copy", f"{tmp_path}/full"]) == 2
    told = capsys.readouterr().err
    assert "a backup is restored into an empty database" in told
    assert "move" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["move-database", "NOWHERE/kurgan.sqlite", "TO"], "there is no database"),
        (["move-database", "mysql://a/b", "TO"], "postgresql://"),
        (["backup", "postgresql://kurgan:hush@127.0.0.1:1/none", "TO"], "cannot be opened"),
        (["restore", "NOWHERE/backup", "TO"], "there is no backup"),
    ],
)
def test_bad_addresses_are_named_and_passwords_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert (
        cli.run([a.replace("NOWHERE", str(tmp_path / "none")).replace("TO", f"{tmp_path}/to") for a in arguments]) == 2
    )
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    assert "hush" not in told


def test_what_fails_on_the_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = Store(f"{tmp_path}/kurgan.sqlite"), Store(database_of(tmp_path))
    furnish(source)

    def broken(*_: object) -> None:
        raise NoRecord("'talk' did not arrive")

    monkeypatch.setattr("kurgan.session.moving._compare", broken)
    with pytest.raises(NoRecord, match="did not arrive"):
        carry(source, target)
    assert not any(rows(target).values())
    source.close()
    target.close()
