"""Games that ran when an older version was put away open in this one and play to their end."""

import gzip
import json
import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session import schema
from kurgan.session.logs import FileLog
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.session.verify import verify
from tests.table.helpers import HOST, table

HERE = Path(__file__).parent
VERSIONS = sorted(path.name for path in HERE.iterdir() if (path / "kurgan.sqlite.gz").is_file())
FILES = [(version, path.name) for version in VERSIONS for path in sorted((HERE / version).glob("*.kurgan"))]


def keys_of(version: str) -> Json:
    keys: Json = json.loads((HERE / version / "keys.json").read_text())
    return keys


GAMES = [(version, game) for version in VERSIONS for game in keys_of(version)]


@pytest.fixture
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the data folder of a version."""
    shutil.copytree(HERE / request.param, tmp_path / "data")
    with gzip.open(tmp_path / "data" / "kurgan.sqlite.gz") as packed:
        (tmp_path / "data" / "kurgan.sqlite").write_bytes(packed.read())
    return tmp_path / "data"


def play_out(session: Session, seed: str) -> None:
    dice = random.Random(seed)
    session.roll_on()
    while session.outcome is None:
        session.answer(dice.choice(session.legal()))


@pytest.mark.parametrize(("data", "game"), GAMES, indirect=["data"])
def test_a_game_of_an_older_version_plays_to_its_end(data: Path, game: str) -> None:
    store = Store(f"sqlite:///{data / 'kurgan.sqlite'}")
    try:
        row = store.game(game)
        assert row is not None
        title = games.load(row.title)
        session = Session.load(title, store.log(game))
        before = session.course.number
        play_out(session, game)
        assert session.course.number > before
        assert session.course.revealed
        assert verify(store.log(game), lambda _: title).ok
    finally:
        store.close()


@pytest.mark.parametrize(("data", "name"), FILES, indirect=["data"])
def test_a_file_of_an_older_version_plays_to_its_end(data: Path, name: str) -> None:
    log = FileLog(data / name)
    title = games.load(log.read().lines[0].fields["title"])
    play_out(Session.load(title, log), name)
    assert verify(FileLog(data / name), lambda _: title).ok


@pytest.mark.parametrize("data", VERSIONS, indirect=True)
def test_everybody_finds_their_seat_again(data: Path) -> None:
    """The cookies of that time open the same seats, and who is asked can answer."""
    with table(data) as app, TestClient(app, base_url=HOST) as client:
        for game, kept in keys_of(data_version(data)).items():
            for seat, key in kept["seats"].items():
                client.cookies.clear()
                client.cookies.set("kurgan", key)
                seen = client.get(f"/api/games/{game}?seat={seat}").json()
                assert seen["mine"] == [seat]
                if seen["pending"]["seat"] == seat:
                    answer = {"seat": seat, "number": seen["question"]["number"]}
                    answer["actions"] = [seen["question"]["choices"][0]["action"]]
                    assert client.post(f"/api/games/{game}/answers", json=answer).status_code == 200


@pytest.mark.parametrize("data", VERSIONS, indirect=True)
def test_an_older_folder_is_copied_and_its_people_get_recovery_codes(data: Path) -> None:
    """The folder as it was is kept beside; who sat down before there were codes can ask for one, and use it."""
    with table(data) as app, TestClient(app, base_url=HOST) as client:
        for game, kept in keys_of(data_version(data)).items():
            seat, key = next(iter(kept["seats"].items()))
            client.cookies.clear()
            client.cookies.set("kurgan", key)
            assert client.get(f"/api/games/{game}").json()["recovery"] is False
            code = client.post(f"/api/games/{game}/recovery").json()["recovery"]
            client.cookies.clear()
            found = client.post("/api/recover", json={"game": game, "code": code}).json()
            assert found["seats"] == [seat]
            assert client.get(f"/api/games/{game}?seat={seat}").status_code == 200
    assert len(list(data.glob("kurgan.sqlite.*.backup"))) == (schema_of(data) != schema.HEAD)


def schema_of(data: Path) -> str:
    """Of the folder as it was put away."""
    was = data / "was.sqlite"
    was.write_bytes(gzip.decompress((data / "kurgan.sqlite.gz").read_bytes()))
    with closing(sqlite3.connect(was)) as database:
        found: str = database.execute("select version_num from alembic_version").fetchone()[0]
        return found


@pytest.mark.parametrize(("version", "name"), FILES)
def test_a_record_of_every_version_verifies_for_ever(version: str, name: str) -> None:
    """Its chain, its promises and its dice; where its rules are not ours any more, that is said and nothing refused."""
    log = FileLog(HERE / version / name)
    report = verify(log, lambda header: games.load(header["title"]))
    assert (report.ok, report.chain, report.dice) == (True, True, "proved"), report
    assert report.legal or "not replayed" in report.reason or "not from there on" in report.reason


def test_every_release_has_put_its_games_away() -> None:
    """Without them nothing would hold what that version promised."""
    changelog = (HERE.parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    assert released
    assert {f"v{version}" for version in released} <= set(VERSIONS)


def data_version(data: Path) -> str:
    """Which version a copied folder is of: the one with the same keys."""
    kept = (data / "keys.json").read_text()
    return next(version for version in VERSIONS if (HERE / version / "keys.json").read_text() == kept)
