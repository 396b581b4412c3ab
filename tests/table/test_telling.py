"""People who are away are told: by a webhook and by mail, once, and nothing that is hidden."""

import ipaddress
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as MessageHandler
from sqlalchemy import insert, select, update

from kurgan.kernel.protocol import Json
from kurgan.session import messages
from kurgan.session.message_rows import Message
from kurgan.session.store import Store
from kurgan.session.tables import CHANNELS, JOBS, PEOPLE
from kurgan.table.notices import outgoing
from kurgan.table.notices.mailing import is_address, read_server
from kurgan.table.notices.outgoing import NotSent
from kurgan.table.notices.telling import Sending, Told, as_json
from kurgan.table.processes import job_runner
from tests.table.helpers import Player, database, players, table
from tests.table.test_pace import DAY, choose, duel, let_pass, pass_on, written
from tests.table.test_rights import socket_of

ALL = ["turn", "invitation", "end", "reminder"]
HERE = Sending(anywhere=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(messages, "PATIENCE", 0)


class Receiver:
    """A real server for webhooks; ``status`` is what it answers with."""

    def __init__(self) -> None:
        self.bodies: list[Json] = []
        self.status = 204
        self.heard = threading.Condition()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                with outer.heard:
                    outer.bodies.append(json.loads(body))
                    outer.heard.notify_all()
                self.send_response(outer.status)
                self.send_header("location", "http://127.0.0.1:9/")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?key=secret"

    def wait_for(self, count: int) -> list[Json]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.bodies) >= count, 60), f"heard only {self.bodies}"
            return list(self.bodies)


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()


@contextmanager
def two_hooks() -> Iterator[tuple[Receiver, Receiver]]:
    with receiving() as one, receiving() as other:
        yield one, other


class Box(MessageHandler):
    """What a real mail server took."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[Any] = []
        self.heard = threading.Condition()

    def handle_message(self, message: Any) -> None:
        with self.heard:
            self.mails.append(message)
            self.heard.notify_all()

    def wait_for(self, count: int) -> list[Any]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.mails) >= count, 60)
            return list(self.mails)


@contextmanager
def mail_box() -> Iterator[tuple[Box, str]]:
    """A real mail server, and what a host writes into KURGAN_MAIL to use it."""
    box = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{port}?from=table@example.org"
    finally:
        controller.stop()


@contextmanager
def mail_server() -> Iterator[tuple[Box, Sending]]:
    with mail_box() as (box, address):
        yield box, Sending(read_server(address), True)


def hook(player: Player, url: str, shape: str = "json", status: int = 201, **more: Any) -> Json:
    body = {"kind": "webhook", "address": url, "shape": shape, "events": ALL, **more}
    return player.post("/me/channels", body, status)


def only(player: Player) -> Json:
    (found,) = player.get("/me/channels")["channels"]
    return dict(found)


def link_in(mail: Any, page: str) -> str:
    found = re.search(rf"http://testserver/{page}#([A-Za-z0-9_-]+)", mail.get_payload(decode=True).decode())
    assert found, mail.as_string()
    return found[1]


def test_a_webhook_is_told_whose_turn_it_is_once_and_that_it_is_over(tmp_path: Path) -> None:
    with receiving() as receiver, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        anna, boris = people
        told = hook(boris, receiver.url)
        assert told["channels"][0]["address"] == "127.0.0.1/..."
        hook(anna, receiver.url, "discord", events=["end"])
        game, mine, his = duel(people)
        (first,) = receiver.wait_for(1)
        assert (first["event"], first["game"], first["link"]) == ("turn", game, f"http://testserver/g/{game}")
        assert set(first) == {"event", "game", "title", "scenario", "seat", "link", "text"}
        assert first["text"].startswith("It is your turn: ")
        boris.act(game, boris.look(game, his)["question"]["choices"][0]["action"], seat=his)
        boris.post(f"/games/{game}/resign", {"seat": his})
        ends = receiver.wait_for(3)[1:]
        assert {body.get("event", body.get("content", "")[:16]) for body in ends} == {"end", "The game is over"}
        (discord,) = [body for body in ends if "content" in body]
        assert discord["allowed_mentions"] == {"parse": []}
        assert only(boris)["last_sent"] > 0
        assert mine


def test_what_waits_to_be_told_is_not_put_off_by_more_of_the_same(tmp_path: Path) -> None:
    """It is written once, and told when the first of it was due, however often somebody is asked meanwhile."""
    store = Store(database(tmp_path))
    channel = {"id": "c", "person": "boris", "kind": "webhook", "events": "turn", "confirmed": 1}
    with store.engine.begin() as c:
        blank = {column.name: 0 if column.type.python_type is int else "" for column in CHANNELS.columns}
        c.execute(insert(PEOPLE).values(id="boris", name="", created=0, handle="boris"))
        c.execute(insert(CHANNELS).values({**blank, **channel}))
    dues = []
    for _ in range(3):
        store.writer.submit(lambda c: messages._note(c, ["c"], Message("g", "turn", "german"))).result()
        dues.append(store.read(lambda c: c.execute(select(JOBS.c.due, JOBS.c.serial)).one()))
    assert len(set(dues)) == 1
    store.close()


def test_an_invitation_is_told_and_that_it_was_taken_in_the_shape_each_wants(tmp_path: Path) -> None:
    with two_hooks() as (hers, his), table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, _ = duel(people)
        anna.post(f"/games/{game}/resign", {"seat": mine})
        hook(anna, hers.url, "discord", events=["invitation"])
        hook(boris, his.url, "slack", events=["invitation"])
        again = anna.post(f"/games/{game}/rematch", {"seat": mine}, 201)["game"]
        (told,) = his.wait_for(1)
        assert list(told) == ["text"]
        assert told["text"].startswith("There is an invitation for you: ")
        assert told["text"].endswith(f"/g/{again}")
        (offered,) = boris.get("/invitations")["invitations"]
        boris.post(f"/invitations/{again}/{offered['seat']}/take", {})
        (heard,) = hers.wait_for(1)
        assert set(heard) == {"content", "allowed_mentions"}
        assert heard["content"].startswith("Somebody has taken a seat that you offered: ")


def test_who_is_at_the_table_or_has_answered_is_told_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "PATIENCE", 60_000)
    with receiving() as receiver, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        anna, boris = people
        hook(boris, receiver.url, events=["turn"])
        with written(tmp_path) as write:
            game, _, his = duel(people)
            pass_on(boris, game, his)
            write(update(JOBS).values(due=0))
        (trial,) = boris.get("/me/channels")["channels"]
        boris.post(f"/me/channels/{trial['id']}/trial")
        assert [body["event"] for body in receiver.wait_for(1)] == ["trial"]
        receiver.bodies.clear()
        with socket_of(boris, game, his):
            pass_on(anna, game, next(s for s in anna.look(game)["mine"]))
            boris.post(f"/me/channels/{trial['id']}/trial")
            assert [body["event"] for body in receiver.wait_for(1)] == ["trial"]


def test_a_reminder_comes_before_time_is_out_and_then_the_others_are_told(tmp_path: Path) -> None:
    with two_hooks() as (his_hook, her_hook), table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        anna, boris = people
        hook(boris, his_hook.url, "slack", events=["reminder"])
        hook(anna, her_hook.url, events=["reminder"])
        game, mine, _ = duel(people)
        let_pass(tmp_path, 4 * DAY + 60)
        assert his_hook.wait_for(1)[0]["text"].startswith("Little time is left")
        let_pass(tmp_path, DAY)
        assert her_hook.wait_for(1)[0]["event"] == "out"
        assert choose(anna, game, mine, "take")["over"]


def test_what_fails_is_shown_to_its_owner_tried_again_and_given_up(tmp_path: Path) -> None:
    with receiving() as receiver, table(tmp_path, sending=HERE) as app, players(app, 2) as people:
        _, boris = people
        receiver.status = 302
        hook(boris, receiver.url)
        duel(people)
        while not only(boris)["trouble"]:
            pass
        assert only(boris)["trouble"] == "the other side answered with status 302"
        assert only(boris)["failures"] == 1
        receiver.status = 200
        with written(tmp_path) as write:
            write(update(JOBS).values(due=0))
            while only(boris)["trouble"]:
                pass
            assert len(receiver.bodies) == 2
            receiver.status = 500
            write(update(CHANNELS).values(failures=6))
        boris.post(f"/me/channels/{only(boris)['id']}/trial")
        while only(boris)["failures"] != 7:
            pass
        with written(tmp_path) as write:
            write(update(JOBS).values(due=0))
        assert len(receiver.bodies) == 3


def test_mail_is_confirmed_first_and_ended_by_one_click(tmp_path: Path) -> None:
    """Nobody has a stranger's address mailed to; who got a mail ends it without signing in, and nobody else does."""
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        _, boris, eve = people
        body = {"kind": "mail", "address": "boris@example.org", "events": ALL}
        assert boris.post("/me/channels", body, 201)["mail"]
        (asked,) = box.wait_for(1)
        assert asked["To"] == "boris@example.org"
        assert parsedate_to_datetime(asked["Date"]).tzinfo is not None
        assert asked["Message-ID"].rstrip().endswith("example.org>")
        duel(people[:2])
        assert (only(boris)["confirmed"], only(boris)["address"]) == (False, "b***@example.org")
        token = link_in(asked, "confirm")
        assert token not in json.dumps(boris.get("/me/channels"))
        assert boris.post(f"/confirm/{token}")["done"] == "confirmed"
        game, _, _ = duel(people[:2])
        mail = box.wait_for(2)[1]
        assert mail["Subject"].strip().startswith("Kurgan: It is your turn")
        assert f"http://testserver/g/{game}" in mail.get_payload(decode=True).decode()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        stop = mail["List-Unsubscribe"].strip("<>").removeprefix("http://testserver/api")
        channel = only(boris)["id"]
        for path in (f"/me/channels/{channel}", f"/stop/{channel}"):
            assert eve.client.delete(f"/api{path}").status_code in (404, 405)
        eve.post(f"/stop/{channel}", status=404)
        eve.post(f"/me/channels/{channel}/trial", status=404)
        assert eve.client.get(f"/api{stop}").status_code == 404, "looking at it ends nothing"
        assert only(boris)["confirmed"]
        reply = eve.client.post(f"/api{stop}", content="List-Unsubscribe=One-Click")
        assert reply.json() == {"done": "ended", "address": "b***@example.org"}
        assert boris.get("/me/channels")["channels"] == []
        boris.post(f"/confirm/{token}", status=404)


def subject(mail: Any) -> str:
    return str(make_header(decode_header(mail["Subject"])))


def test_everybody_is_told_in_the_language_in_which_he_asked_for_it(tmp_path: Path) -> None:
    """By webhook, mail and feed; who changes a channel in another language is told in that one from then on."""
    spanish = "?lang=es"
    with (
        receiving() as receiver,
        mail_server() as (box, sending),
        table(tmp_path, sending=sending) as app,
        players(app, 2) as people,
    ):
        anna, boris = people
        hooked = {"kind": "webhook", "address": receiver.url, "events": ["turn"]}
        boris.post(f"/me/channels{spanish}", hooked, 201)
        boris.post(f"/me/channels{spanish}", {"kind": "mail", "address": "b@example.org", "events": ALL}, 201)
        feed = boris.post(f"/me/channels{spanish}", {"kind": "feed", "events": ALL}, 201)["channels"][2]
        (asked,) = box.wait_for(1)
        assert subject(asked) == "Kurgan: confirma tu dirección"
        assert "Si has sido tú, confírmalo aquí" in asked.get_payload(decode=True).decode()
        boris.post(f"/confirm/{link_in(asked, 'confirm')}")
        duel(people)
        assert receiver.wait_for(1)[0]["text"].startswith("Te toca: ")
        assert receiver.bodies[0]["seat"] in ("Alemania", "Unión Soviética")
        mail = box.wait_for(2)[1]
        assert subject(mail).startswith("Kurgan: Te toca: ")
        assert "No recibir más avisos:" in mail.get_payload(decode=True).decode()
        assert "Te toca: " in boris.client.get(feed["address"]).text
        boris.client.patch(f"/api/me/channels/{feed['id']}", json={"events": ALL, "digest": False})
        assert "It is your turn: " in boris.client.get(feed["address"]).text
        anna.post(f"/signin/ask{spanish}", {"mail": "anna@example.org"})
        assert box.wait_for(3)[2]["Subject"] == "Kurgan: tu enlace"


def test_a_digest_comes_once_a_day_with_all_that_waits(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 2) as people:
        _, boris = people
        body = {"kind": "mail", "address": "boris@example.org", "events": ["turn"], "digest": True}
        boris.post("/me/channels", body, 201)
        boris.post(f"/confirm/{link_in(box.wait_for(1)[0], 'confirm')}")
        duel(people)
        box.wait_for(2)
        games = [duel(people)[0], duel(people)[0]]
        boris.post(f"/me/channels/{only(boris)['id']}/trial")
        mail = box.wait_for(3)[2]
        assert mail["Subject"] == "Kurgan: 3 messages"
        assert all(game in mail.get_payload(decode=True).decode() for game in games)


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "224.0.0.1",
     "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1", "fc00::1",
     "fec0::1", "2001:0:7f00:1::"],
)  # fmt: skip
def test_addresses_of_the_hosts_own_network_are_not_open(address: str) -> None:
    assert not outgoing.is_open(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f::1", "64:ff9b::5db8:d70e"])
def test_addresses_of_the_internet_are_open(address: str) -> None:
    assert outgoing.is_open(ipaddress.ip_address(address))


def test_no_webhook_reaches_the_hosts_own_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by address nor by a name that leads there, nor by one of two addresses of a name; nothing arrives."""
    with receiving() as receiver, table(tmp_path) as app, players(app, 1) as (eve,):
        port = receiver.server.server_port
        for host in ("127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"):
            hook(eve, f"http://{host}:{port}/")
            channel = only(eve)["id"]
            eve.post(f"/me/channels/{channel}/trial")
            while not only(eve)["trouble"]:
                pass
            assert "answered" not in only(eve)["trouble"]
            eve.client.delete(f"/api/me/channels/{channel}")
        both = [(0, 0, 0, "", ("93.184.215.14", port)), (0, 0, 0, "", ("127.0.0.1", port))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
        with pytest.raises(NotSent, match="open internet"):
            outgoing.post(f"http://rebinding.example:{port}/", {})
        assert receiver.bodies == []


def test_a_name_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the second time it is asked for is asked for once."""
    asked: list[str] = []

    def lead(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return [(0, 0, 0, "", ("93.184.215.14" if len(asked) == 1 else "127.0.0.1", 80))]

    connected: list[Any] = []

    def connect(address: Any, *_: object, **__: object) -> Any:
        connected.append(address)
        raise OSError("not in a test")

    monkeypatch.setattr(socket, "getaddrinfo", lead)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotSent):
        outgoing.post("http://rebinding.example/", {})
    assert (asked, connected) == (["rebinding.example"], [("93.184.215.14", 80)])


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/", "http://", "http://a b/", "http://x:99999/", "http://me:pw@example.org/", "file:///etc"],
)
def test_what_is_no_webhook_is_refused(tmp_path: Path, url: str) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        assert "webhook" in hook(anna, url, status=422)["message"]


def test_what_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        mail = {"kind": "mail", "address": "anna@example.org", "events": ALL}
        assert anna.post("/me/channels", mail, 422)["message"] == "This table sends no mail."
        assert "unknown event" in hook(anna, "https://example.org/", status=422, events=["position"])["message"]
        for _ in range(6):
            hook(anna, "https://example.org/", events=[])
        hook(anna, "https://example.org/", status=422)
    for address in ("a@b\nBcc: c@d", "a,b@c", "a@b@c", "<a@b>", "a@", "@b", "a b@c"):
        assert not is_address(address)
    for server in ("http://x", "smtp://x", "smtp://?from=a@b", "smtp://x:99999?from=a@b"):
        with pytest.raises(ValueError, match="KURGAN_MAIL"):
            read_server(server)


def test_a_message_for_a_chat_mentions_nobody() -> None:
    told = Told("turn", "g", "Title", "<!channel> @everyone", "German", "http://x/g/g")
    assert "<" not in as_json("slack", told)["text"]
    assert as_json("discord", told)["allowed_mentions"] == {"parse": []}
