"""What whoever runs a club relies on: health, figures, logs without secrets, a database that goes and comes back."""

import io
import json
import logging
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from sqlalchemy import insert
from starlette.testclient import TestClient

from kurgan import games
from kurgan.cli import run
from kurgan.commands.app import app as commands
from kurgan.session.logs import NotKept
from kurgan.session.store import Store
from kurgan.session.tables import PROMISES
from kurgan.table.processes import log_lines
from kurgan.table.server import make_app
from tests.club.cluster import CAREFUL, Cluster, need_postgresql
from tests.table.helpers import CHOSEN, HOST, Player, players, table

ROOT = Path(__file__).resolve().parents[2]
FIGURE = re.compile(r'^kurgan_\w+\{pid="\d+"(,\w+="[^"]*")*\} [\d.e+-]+$')


@pytest.fixture(params=["sqlite", "postgresql"])
def kept_in(request: pytest.FixtureRequest) -> Any:
    if request.param == "postgresql":
        need_postgresql()
    CHOSEN["database"] = request.param
    yield request.param
    CHOSEN["database"] = "sqlite"


def test_a_table_says_how_it_is(tmp_path: Path, kept_in: str) -> None:
    """Alive, ready, and figures that Prometheus can read, for this computer only."""
    with table(tmp_path) as app, players(app) as [anna]:
        anna.new(seed="figures")
        own = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 50000))
        own.portal = anna.client.portal
        assert own.get("/healthz").text == "ok\n"
        ready = own.get("/readyz")
        while kept_in == "postgresql" and ready.status_code == 503:  # the others do not know of it yet
            ready = own.get("/readyz")
        assert ready.text == "ok\n"
        told = own.get("/metrics").text.splitlines()
        assert all(FIGURE.match(line) for line in told if not line.startswith("#"))
        assert any(line.startswith("kurgan_games{") and line.endswith(" 1") for line in told)
        assert anna.client.get("/metrics").status_code == 404
        assert own.get("/metrics", headers={"x-forwarded-for": "203.0.113.1"}).status_code == 404


def test_no_secret_gets_into_a_log(tmp_path: Path, kept_in: str) -> None:
    """The error of a statement names the statement, and nothing of what it was to write."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(log_lines.AsJson())
    with table(tmp_path) as app, players(app) as [anna]:
        store: Any = app.app.state.place.rooms.store
        row = {"commitment": "c", "person": anna.hello["name"] or "nobody", "secret": "hush" * 8, "made": 1}
        log = logging.Logger("kurgan.test")
        log.addHandler(handler)
        try:
            store.writer.submit(lambda c: c.execute(insert(PROMISES).values(**row))).result()
        except Exception:
            log.exception("job failed", extra={"job": "test"})
    line = json.loads(written.getvalue())
    assert (line["what"], line["job"], line["level"]) == ("job failed", "test", "error")
    assert "INSERT INTO promises" in line["trace"]
    assert "hush" not in written.getvalue()


def test_the_database_goes_and_comes_back(tmp_path: Path) -> None:
    """While it is away nothing is done and that is said; then play goes on, and whoever listened hears of it."""
    need_postgresql()
    cluster = Cluster(CAREFUL)
    try:
        store = Store(cluster.url("club"))
        with TestClient(make_app(games, store, url=HOST, bot_pause=0), base_url=HOST) as client:
            anna = Player(client)
            game = anna.new(scenario="campaign")
            address = f"/api/games/{game}/live?seat=german"
            with client.websocket_connect(address, headers={"origin": HOST}) as socket:
                socket.receive_json()
                number = anna.act(game, "buy artillery")["number"]
                assert socket.receive_json()["number"] == number
                cluster.stop("fast")
                assert client.get("/readyz").status_code == 503
                refused = client.get(f"/api/games/{game}")
                assert refused.status_code == 503
                assert str(cluster.folder) not in refused.text
                cluster.start()
                assert anna.look(game)["number"] == number
                again = anna.act(game, "buy artillery")["number"]
                assert again > number
                assert next(f["number"] for f in iter(socket.receive_json, None) if f["number"] > number) == again
        store.close()
    finally:
        cluster.close()


def test_what_cannot_be_written_is_told_without_an_address(tmp_path: Path) -> None:
    need_postgresql()
    cluster = Cluster()
    store = Store(cluster.url("club"))
    cluster.close()
    with pytest.raises(NotKept) as refused:
        store.name_game("none", "x")
    assert str(refused.value) == "it could not be written (the database does not answer); nothing was changed"
    store.close()


# What others start it with --------------------------------------------------------------------------------------


def command_lines() -> list[list[str]]:
    """Every call of ``kurgan`` in what we tell those who run a club, as words."""
    page = (ROOT / "docs" / "how-to" / "host-a-club.md").read_text(encoding="utf-8")
    unit = (ROOT / "deploy" / "kurgan.service").read_text(encoding="utf-8")
    found = re.findall(r"^kurgan (.+)$", page, re.MULTILINE) + re.findall(r"bin/kurgan (.+)$", unit, re.MULTILINE)
    lines = [shlex.split(line) for line in found]
    for name in ("compose.yaml", "Dockerfile"):
        text = (ROOT / name).read_text(encoding="utf-8")
        lines += [json.loads(line) for line in re.findall(r"(?:command:|^CMD) (\[\"serve\".+\])$", text, re.MULTILINE)]
    return lines


def test_who_does_jobs_knows_the_address_and_may_reach_others() -> None:
    """It sends mail, webhooks and push: their links led nowhere, and from a closed net nothing went out."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    services = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", text, re.MULTILINE))
    for name in ("table", "jobs"):
        assert '"--url", "https://${KURGAN_NAME' in services[name]
        assert "networks: [inside, outside]" in services[name]
        assert "KURGAN_MAIL:" in services[name]


def test_every_command_line_that_we_give_away_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KURGAN_DATABASE", "postgresql://kurgan:secret@127.0.0.1/kurgan")
    lines = command_lines()
    assert len(lines) >= 8
    group: Any = typer.main.get_command(commands)
    assert not any("$KURGAN_DATABASE" in word for words in lines for word in words), "the shell would write it there"
    for words in lines:
        group.commands[words[0]].make_context(words[0], words[1:], resilient_parsing=False)


def test_the_address_of_a_database_may_stay_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its name stands for it in a command line, which everybody on the computer can read."""
    first = tmp_path / "first.sqlite"
    Store(f"sqlite:///{first}").close()
    monkeypatch.setenv("KURGAN_DATABASE", str(first))
    assert run(["backup", "KURGAN_DATABASE", str(tmp_path / "copy.sqlite")]) == 0
    assert (tmp_path / "copy.sqlite").exists()
    monkeypatch.delenv("KURGAN_DATABASE")
    assert run(["backup", "KURGAN_DATABASE", str(tmp_path / "other.sqlite")]) == 2
    assert "KURGAN_DATABASE is not set" in capsys.readouterr().err
