"""Real processes: they answer alike, and whichever is killed loses nothing."""

import contextlib
import itertools
import json
import os
import random
import re
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from kurgan import cli, games
from kurgan.session.store import Store
from kurgan.session.verify import verify
from kurgan.table.guard.limits import BURST, RATE
from kurgan.table.server import has_page
from tests.club.cluster import Cluster, database_of, need_postgresql
from tests.club.serving import Club
from tests.table.test_crash import Client

PATIENCE = 60.0
KILLS = 2
ANSWERS = 2


@pytest.fixture(autouse=True)
def postgresql() -> None:
    need_postgresql()
    if not has_page():
        pytest.skip("the page was not built")


def insist(client: Client, path: str, body: Any = None) -> Any:
    """Ask until somebody answers: the process that was asked may just have been killed."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return client.call(path, body)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise
        except OSError:
            pass
        assert time.monotonic() < until, f"nobody answers {path}"
        time.sleep(0.05)


@pytest.mark.long
def test_killing_processes_under_play_loses_nothing(tmp_path: Path) -> None:
    """Somebody plays against a bot while processes are killed: every answer that was acknowledged is there once."""
    database = database_of(tmp_path)
    club = Club(database)
    dice = random.Random(1942)
    try:
        client = Client(club.url)
        insist(client, "/hello")
        its, mine = games.load("inferno").seats("one_vs_one")  # the bot is asked first
        seats = {mine: {"kind": "me"}, its: {"kind": "bot", "bot": "random"}}
        game = insist(client, "/games", {"title": "inferno", "scenario": "one_vs_one", "seats": seats})["id"]
        acknowledged: list[int] = []
        for _ in range(KILLS):
            club.kill(dice.choice(club.processes()))
            acknowledged += decide(client, game, ANSWERS)
    finally:
        assert club.stop() == 0
    store = Store(database)
    lines = store.log(game).read().lines
    own = [line.number for line in lines if line.kind == "answer" and line.fields["seat"] == mine]
    assert set(acknowledged) <= set(own)
    assert len(acknowledged) == len(set(acknowledged)) == ANSWERS * KILLS
    assert any(line.kind == "answer" and line.fields["seat"] == its for line in lines)
    assert verify(store.log(game), lambda header: games.load(header["title"])).ok
    store.close()


def decide(client: Client, game: str, count: int) -> list[int]:
    """Answer so many questions, each as soon as it is asked; the numbers of those that were acknowledged."""
    done: list[int] = []
    until = time.monotonic() + PATIENCE
    while len(done) < count:
        assert time.monotonic() < until, "nobody is asked any more: a job was lost"
        table = insist(client, f"/games/{game}")
        question = table["question"]
        if question is None:
            time.sleep(0.05)
            continue
        body = {"seat": table["seat"], "number": question["number"], "actions": [question["choices"][0]["action"]]}
        try:
            client.call(f"/games/{game}/answers", body)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 503):
                raise
            continue
        except OSError:
            continue
        done.append(question["number"])
    return done


def test_a_file_has_one_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["serve", "--data", str(tmp_path), "--workers", "2"]) == 2
    told = capsys.readouterr().err
    assert "an SQLite file has one process" in told
    assert "move-database" in told
    assert told.count("\n") == 1


def test_who_dies_is_followed_by_one_who_has_everything_at_hand(tmp_path: Path) -> None:
    """Processes are forked: nothing is imported again, Ctrl-C in a terminal does not reach them, and who plays for bots
    holds nobody's door open."""
    club = Club(database_of(tmp_path))
    try:
        insist(Client(club.url), "/hello")
        before = club.processes()
        club.kill(before[0])
        until = time.monotonic() + PATIENCE
        while len(set(club.processes()) - {before[0]}) < len(before):
            assert time.monotonic() < until, "nobody followed"
            time.sleep(0.05)
        processes = club.processes()
        assert {command_of(pid) for pid in processes} == {command_of(club.process.pid)}
        while not all(os.getpgid(pid) == pid for pid in processes):  # a new one does that first of all
            assert time.monotonic() < until, "Ctrl-C would reach one of them"
            time.sleep(0.05)
        insist(Client(club.url), "/hello")
        assert sorted(doors_of(pid, club.port) for pid in processes) == [0, 1, 1]
    finally:
        assert club.stop() == 0


def test_who_finds_no_database_says_so_in_one_line_of_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    cluster = Cluster()
    club = Club(cluster.url("away"), workers=1, bots=0)
    try:
        insist(Client(club.url), "/hello")
        cluster.stop()
        club.kill(club.processes()[0])
        told, until = "", time.monotonic() + PATIENCE
        while "cannot be opened" not in told:
            assert time.monotonic() < until, told
            time.sleep(0.1)
            told += capfd.readouterr().err
        cluster.start()
        insist(Client(club.url), "/hello")
    finally:
        assert club.stop() == 0
        cluster.close()
    told += capfd.readouterr().err
    lines = [json.loads(line) for line in told.splitlines()]
    assert {"level": "error", "role": "serve"}.items() <= next(ln for ln in lines if "cannot" in ln["what"]).items()
    assert not any("trace" in line for line in lines if "cannot be opened" in line["what"])


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def doors_of(pid: int, port: int) -> int:
    """How many sockets of a process listen at this port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    held = 0
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # it was closed meanwhile
            held += str(handle.readlink()) in listening
    return held


def test_a_flood_is_let_through_once_and_not_by_each_process(tmp_path: Path) -> None:
    """One address has one bucket at the door, at however many processes its connections arrived."""
    club = Club(database_of(tmp_path), bots=0)
    try:
        insist(Client(club.url), "/hello")
        lines = lines_to_all(club)
        begun = time.monotonic()
        with ThreadPoolExecutor(len(lines)) as pool:
            let_through = sum(pool.map(until_refused, lines))
        most = BURST + RATE * (time.monotonic() - begun)
    finally:
        club.stop()
    assert BURST / 2 < let_through <= most


def lines_to_all(club: Club) -> list[HTTPConnection]:
    """Connections that stay, four to each of two processes."""
    held: dict[str, list[HTTPConnection]] = {}
    until = time.monotonic() + PATIENCE
    while len(held) < 2 or min(map(len, held.values())) < 4:
        line = HTTPConnection("127.0.0.1", club.port, timeout=PATIENCE)
        line.request("GET", "/metrics")
        pid = re.search(r'pid="(\d+)"', line.getresponse().read().decode())
        assert pid, "no figures"
        held.setdefault(pid[1], []).append(line)
        assert time.monotonic() < until, f"only {len(held)} processes were met"
    for line in itertools.chain(*(lines[4:] for lines in held.values())):
        line.close()
    return [line for lines in held.values() for line in lines[:4]]


def until_refused(line: HTTPConnection) -> int:
    """How often somebody who keeps asking is answered."""
    for count in itertools.count():
        line.request("GET", "/healthz")
        reply = line.getresponse()
        reply.read()
        if reply.status != 200:
            assert reply.status == 429
            line.close()
            return count
    raise AssertionError
