"""Under which names the table answers, whom it believes, who may serve a folder, and who may read its files."""

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kurgan import cli
from kurgan.kernel.protocol import Json
from kurgan.session.logs import FileLog
from kurgan.session.store import Store
from kurgan.table.guard.hosts import Hosts, check_host, check_proxy, check_url, network_of
from kurgan.table.server import NoTable, alone, has_page, listen, serve
from tests.browser.serving import Server
from tests.table.helpers import table
from tests.where import SOURCE

OWNER_ONLY = 0o600


@contextmanager
def asked_as(folder: Path, host: str, client: str = "127.0.0.1", **more: Any) -> Iterator[TestClient]:
    """The table as somebody sees it who asks for it by a name."""
    with table(folder, **more) as app, TestClient(app, base_url=f"http://{host}", client=(client, 50000)) as browser:
        yield browser


def scope(host: str, server: str = "127.0.0.1") -> Json:
    return {"headers": [(b"host", host.encode())], "server": (server, 8942)}


# Names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1:8942", "localhost:8942", "localhost", "[::1]:8942", "127.0.0.9"])
def test_loopback_is_always_ours(host: str) -> None:
    assert Hosts().knows(scope(host))


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8942", "127.0.0.1.evil.example", "", "[", "a b", "@"])
def test_a_foreign_name_is_not_ours(host: str) -> None:
    assert not Hosts("http://127.0.0.1:8942", (), "127.0.0.1").knows(scope(host))


def test_a_name_that_leads_here_gets_nothing(tmp_path: Path) -> None:
    """DNS rebinding: a site's own name leads to this computer; its page reads nothing and its socket is not opened."""
    with asked_as(tmp_path, "rebound.example", url="http://127.0.0.1:8942") as browser:
        for path in ("/api/hello", "/", "/api/openapi.json", "/icon.svg"):
            reply = browser.get(path)
            assert reply.status_code == 421
            assert "not served under that name" in reply.json()["message"]
            assert "set-cookie" not in reply.headers


def test_own_network(tmp_path: Path) -> None:
    """``kurgan play --host 0.0.0.0 --url http://192.168.1.20:8942``: by that address, and by this computer's name."""
    url = "http://192.168.1.20:8942"
    with asked_as(tmp_path, "192.168.1.20:8942", url=url, listening="0.0.0.0") as browser:
        assert browser.get("/api/hello").status_code == 200
        assert browser.patch("/api/me", json={"name": "Ann"}, headers={"origin": url}).status_code == 200
        own = socket.gethostname()
        assert browser.get("/api/hello", headers={"host": f"{own}:8942"}).status_code == 200
        assert browser.get("/api/hello", headers={"host": "evil.example"}).status_code == 421


def test_own_network_without_an_address_for_links() -> None:
    """Whoever types the address of this computer is let in, on whichever of them the connection came."""
    ours = Hosts("http://laptop:8942", (), "0.0.0.0")
    assert ours.knows(scope("10.0.0.7:8942", server="10.0.0.7"))
    assert ours.knows(scope("[fd00::7]:8942", server="fd00::7"))
    assert ours.knows(scope("10.0.0.7:8942", server="::ffff:10.0.0.7"))
    assert not ours.knows(scope("10.0.0.8:8942", server="10.0.0.7"))


@pytest.mark.parametrize("host", ["name.example-tunnel.net", "127.0.0.1:8942", "localhost:8942"])
def test_tunnel(tmp_path: Path, host: str) -> None:
    """``kurgan play --url https://name.example-tunnel.net``: tunnels hand on their own name or ours."""
    url = "https://name.example-tunnel.net"
    with asked_as(tmp_path, host, url=url) as browser:
        hello = browser.get("/api/hello")
        assert hello.status_code == 200
        assert "secure" in hello.headers["set-cookie"].lower()
        key = {"cookie": hello.headers["set-cookie"].split(";")[0], "origin": url}
        assert browser.patch("/api/me", json={"name": "Ann"}, headers=key).status_code == 200


def test_reverse_proxy_with_a_second_name(tmp_path: Path) -> None:
    """``kurgan play --url https://kurgan.example.org --allow-host www.example.org``."""
    more: Json = {"url": "https://kurgan.example.org", "names": ["www.example.org"]}
    with asked_as(tmp_path, "kurgan.example.org", **more) as browser:
        assert browser.get("/api/hello").status_code == 200
        assert browser.get("/api/hello", headers={"host": "WWW.example.org"}).status_code == 200
        assert browser.get("/api/hello", headers={"host": "example.org"}).status_code == 421


@pytest.mark.parametrize(
    ("check", "bad"),
    [
        (check_url, "kurgan.example.org"),
        (check_url, "ftp://kurgan.example.org"),
        (check_url, "https://"),
        (check_url, "http://a:99999"),
        (check_host, "a.example/path"),
        (check_host, "a.example:80"),
        (check_host, ""),
        (check_proxy, "proxy.example"),
        (check_proxy, "10.0.0.1/8"),
    ],
)
def test_bad_names_are_named(check: Any, bad: str) -> None:
    with pytest.raises(ValueError, match="should be"):
        check(bad)


def test_good_names_pass() -> None:
    check_url("http://192.168.1.20:8942")
    check_url("https://kurgan.example.org/")
    check_host("kurgan.example.org")
    check_host("fd00::7")
    check_proxy("127.0.0.1")
    check_proxy("10.0.0.0/8")


# Whom to believe ------------------------------------------------------------------------------------------------


def asks(browser: TestClient, forwarded: str) -> int:
    return int(browser.get("/api/hello", headers={"x-forwarded-for": forwarded}).status_code)


@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "192.168.1.9"])
def test_nobody_talks_himself_out_of_the_rate_limit(tmp_path: Path, client: str) -> None:
    """X-Forwarded-For counts for nothing where no proxy was named, from loopback least of all."""
    with asked_as(tmp_path, "127.0.0.1", client, rate=0.001, burst=3) as browser:
        assert [asks(browser, f"203.0.113.{i}") for i in range(5)] == [200, 200, 200, 429, 429]


def test_visitors_behind_a_named_proxy_count_one_by_one(tmp_path: Path) -> None:
    with asked_as(tmp_path, "127.0.0.1", rate=0.001, burst=2, proxies=["127.0.0.1"]) as browser:
        assert [asks(browser, "203.0.113.1") for _ in range(3)] == [200, 200, 429]
        assert asks(browser, "203.0.113.2") == 200
        # A visitor's own word stands before the proxy's; the proxy's is taken.
        assert asks(browser, "198.51.100.7, 203.0.113.1") == 429


def test_one_household_has_one_bucket() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert len(network_of("x" * 10_000)) < 100


# One folder, one server -----------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    from kurgan import games

    with alone(tmp_path / "kurgan.sqlite"), pytest.raises(NoTable, match=r"serves the games in .* already"):
        serve(games, port=0, data=tmp_path, open_browser=False)
    assert not (tmp_path / "kurgan.sqlite").exists()
    with alone(tmp_path / "kurgan.sqlite"):
        pass


@pytest.mark.skipif(not has_page(), reason="the page was not built")
def test_a_killed_server_leaves_the_folder_free(tmp_path: Path) -> None:
    """While one serves, another says in one line why it does not; after kill -9 the folder is free."""
    first = Server(tmp_path)
    try:
        command = [sys.executable, "-m", "kurgan", "play", "--port", "0", "--no-browser", "--data", str(tmp_path)]
        environment = {**os.environ, "PYTHONPATH": SOURCE}
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=False)
        assert second.returncode == 2
        assert second.stderr.count("\n") == 1
        assert "already" in second.stderr
        assert "Traceback" not in second.stderr
    finally:
        first.kill()
    Server(tmp_path).stop()


# Who may read ---------------------------------------------------------------------------------------------------


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_the_database_and_what_stands_beside_it_are_the_owners(tmp_path: Path) -> None:
    path = tmp_path / "kurgan.sqlite"
    store = Store(f"sqlite:///{path}")
    try:
        store.name_game("none", "x")
        found = {file.name: rights(file) for file in tmp_path.iterdir()}
        assert {"kurgan.sqlite", "kurgan.sqlite-wal", "kurgan.sqlite-shm"} <= set(found)
        assert set(found.values()) == {OWNER_ONLY}
    finally:
        store.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_a_database_that_others_could_read_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "kurgan.sqlite"
    Store(f"sqlite:///{path}").close()
    backup = tmp_path / "kurgan.sqlite.backup"
    backup.write_bytes(path.read_bytes())
    path.chmod(0o644)
    backup.chmod(0o644)
    Store(f"sqlite:///{path}").close()
    assert rights(path) == rights(backup) == OWNER_ONLY


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_secrets_of_files_and_exports_are_the_owners(tmp_path: Path) -> None:
    record, export = tmp_path / "a.kurgan", tmp_path / "a.export"
    assert cli.run(["new", "advance", "-o", str(record)]) == 0
    secret = FileLog(record).secret_path
    assert rights(secret) == OWNER_ONLY
    secret.chmod(0o644)
    assert cli.run(["export", str(record), "--all", "-o", str(export)]) == 0
    assert rights(secret) == rights(export) == OWNER_ONLY


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_a_data_folder_of_our_making_is_the_owners(tmp_path: Path) -> None:
    from kurgan.commands.play import data_folder

    made = data_folder(tmp_path / "new")
    assert rights(made) == 0o700
    tmp_path.chmod(0o755)
    data_folder(tmp_path)
    assert rights(tmp_path) == 0o755


# Small answers at once ------------------------------------------------------------------------------------------


def test_answers_are_not_held_back() -> None:
    """A kept connection answered after 44 ms, because the event loop did not know that it speaks TCP."""
    listening = listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()) as asking:
        answering, _ = listening.accept()
        with answering:
            assert asking
            assert answering.proto == socket.IPPROTO_TCP
            assert answering.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
