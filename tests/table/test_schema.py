"""Every reply and every frame is what the description of the API says: no field lacks, none is undeclared."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.store import Store
from kurgan.session.tables import CHANNELS, PEOPLE
from kurgan.table.database.accounts import KeptAccounts
from kurgan.table.routes.openapi import described
from tests.table.helpers import HOST, Player, database, players, secret_of, table
from tests.table.schema import Schemas
from tests.table.test_passkeys import URL, Device
from tests.table.test_telling import mail_server

CASES = [(title, scenario.name) for title in games.names() for scenario in games.load(title).scenarios()]
SCHEMAS = Schemas(described())
LOOKS = ("", "/log", "/orders", "/talk", "/routes", "/odds", "/why", "/story", "/luck", "/turns", "/charts", "/face")
FRAME = {"$ref": "#/components/schemas/Frame"}


class Reader(Player):
    """Somebody who holds every reply against the description."""

    heard: Counter[str]

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Json:
        reply = self.client.request(method, f"/api{path}", json=body, headers=headers)
        named = SCHEMAS.path_of(f"/api{path}".partition("?")[0])
        self.heard[f"{method} {named}"] += reply.is_success
        schema = SCHEMAS.reply(method, named, reply.status_code)
        found: Json = reply.json() if schema else {"text": reply.text}
        assert schema is None or SCHEMAS.faults(found, schema) == [], f"{method} {path}"
        return found


@contextmanager
def readers(folder: Path, count: int = 1, **more: Any) -> Iterator[list[Reader]]:
    heard: Counter[str] = Counter()
    with table(folder, away_seconds=0, **more) as app, players(app, count) as people:
        for person in people:
            person.__class__ = Reader
            person.heard = heard  # type: ignore[attr-defined]
        yield people  # type: ignore[misc]


def frames(socket: Any, count: int) -> list[Json]:
    found = [json.loads(socket.receive_text()) for _ in range(count)]
    for frame in found:
        assert SCHEMAS.faults(frame, FRAME) == []
    return found


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_replies_and_frames_of_a_game_are_as_described(tmp_path: Path, title: str, scenario: str) -> None:
    """One person at all seats plays a while, looks at everything at times, and listens through each seat in turn."""
    dice = random.Random(f"{title} {scenario}")
    with readers(tmp_path) as [anna]:
        game = anna.ask("POST", "/games", {"title": title, "scenario": scenario})["id"]
        at = f"/games/{game}"
        look = anna.ask("GET", at)
        for turn in range(5):
            seat = look["pending"]["seat"]
            known = anna.ask("GET", f"{at}?seat={seat}")
            if known["question"] is None:
                break
            with anna.client.websocket_connect(f"/api{at}/live?seat={seat}", headers={"origin": HOST}) as socket:
                frames(socket, 1)
                for _ in range(4):
                    question = known["question"]
                    if question is None:
                        break
                    action = dice.choice(question["choices"])["action"]
                    body = {"seat": seat, "number": question["number"], "actions": [action], "known": known["number"]}
                    news = anna.ask("POST", f"{at}/answers", body)
                    assert frames(socket, 1) == [news], "who answers and who listens are told the same"
                    known = news["table"]
            if turn % 4 == 0:
                for path in LOOKS:
                    anna.ask("GET", f"{at}{path}?seat={seat}")
                place = dice.choice(sorted(look["scene"]["places"]))
                anna.ask("GET", f"{at}/about?seat={seat}&place={quote(place)}")
                anna.ask("GET", f"{at}/why?seat={seat}&place={quote(place)}")
                anna.ask("GET", f"{at}/moment/{dice.randrange(1, known['number'])}?seat={seat}")
            look = anna.ask("GET", at)


def test_every_call_replies_as_described(tmp_path: Path) -> None:
    """Two people and one who watches use everything that the API has; nothing of the description stays untried."""
    with (
        mail_server() as (_, sending),
        readers(tmp_path, 3, sending=sending, names=["localhost"]) as [anna, boris, clara],
    ):
        lobby(anna)
        school(anna)
        game = company(anna, boris, clara)
        decide(anna, boris, game)
        leave(anna, boris, game)
        club(anna, boris)
        tournament(anna, boris)
        neighbours(anna, boris, game)
        links(anna, tmp_path)
        account(anna, tmp_path)
        calls = {f"{method.upper()} {path}" for path, told in SCHEMAS.spec["paths"].items() for method in told}
        assert {call for call in calls if not anna.heard[call]} == {"GET /api/games/{game}/live"}


def lobby(anna: Reader) -> None:
    for path in ("/hello", "/games", "/titles/roads/face", "/titles/inferno/opening", "/titles/none/face"):
        anna.ask("GET", path)
    anna.ask("PATCH", "/me", {"name": "Anna"})
    anna.ask("POST", "/promises")
    made = anna.ask("POST", "/games", {"title": "advance", "seed": "volga", "guide": True})
    at = f"/games/{made['id']}"
    record = anna.ask("GET", f"{at}/export")["text"]
    for path in ("/hint", "/odds/after?action=pass", "/rules/6.4", "/luck", "/likely/2"):
        anna.ask("GET", f"{at}{path}")
    anna.ask("POST", f"{at}/hurry", {"seat": "german"})
    anna.ask("POST", f"{at}/review", {"seat": "german"})
    anna.ask("GET", f"{at}/review?seat=german")
    anna.ask("DELETE", f"{at}/review?seat=german")
    anna.ask("POST", f"{at}/branch", {"seat": "german", "at": 2})
    anna.ask("POST", f"{at}/resign", {"seat": "german"})
    anna.ask("GET", at)
    anna.ask("GET", f"{at}/luck")
    anna.ask("DELETE", at)
    anna.ask("POST", "/games/import", {"text": record, "name": "again"})
    anna.ask("GET", "/games")


def school(anna: Reader) -> None:
    """What can be learned without a game (what it says is held by the tests of lessons)."""
    for path in ("/lessons", "/rules", "/rules/6.4", "/glossary", "/charts"):
        anna.ask("GET", f"/titles/advance{path}")
    lesson = "/titles/advance/lessons/attack"
    anna.ask("POST", lesson, {})
    for path in ("/why?place=10", "/odds", "/odds/after?action=end", "/routes", "/about?place=8", "/moment/1"):
        anna.ask("GET", f"{lesson}{path}")


def company(anna: Reader, boris: Reader, clara: Reader) -> str:
    seats = {"soviet": {"kind": "link"}}
    made = anna.ask("POST", "/games", {"title": "inferno", "scenario": "one_vs_one", "seats": seats})
    game = str(made["id"])
    joined = {"game": game, "secret": secret_of(made["links"]["soviet"])}
    boris.ask("POST", "/join/look", joined)
    boris.ask("POST", "/join", {**joined, "name": "Boris"})
    watch = anna.ask("POST", f"/games/{game}/links/*watch")["link"]
    clara.ask("POST", "/join", {"game": game, "secret": secret_of(watch)})
    clara.ask("GET", f"/games/{game}")
    anna.ask("PATCH", f"/games/{game}", {"name": "Evening"})
    for person, seat in ((anna, "german"), (boris, "soviet")):
        person.ask("POST", f"/games/{game}/talk", {"seat": seat, "text": "hello", "place": "41"})
        person.ask("GET", f"/games/{game}/talk?seat={seat}")
        person.ask("POST", f"/games/{game}/quiet", {"seat": seat, "on": False})
    anna.ask("DELETE", f"/games/{game}/links/*watch")
    return game


def decide(anna: Reader, boris: Reader, game: str) -> None:
    at = f"/games/{game}"
    people = {"german": anna, "soviet": boris}
    for seat, person in people.items():
        dice = person.ask("GET", f"{at}?seat={seat}")["dice"]
        person.ask("POST", f"{at}/word", {"seat": seat, "commitment": dice["commitment"], "word": f"word of {seat}"})
        person.ask("POST", f"{at}/seen", {"seat": "", "number": 3})
        person.ask("POST", f"{at}/guide", {"seat": seat, "on": True})
        person.ask("POST", f"{at}/orders", {"seat": seat, "step": "nothing", "text": "never"})
        person.ask("POST", f"{at}/retry", {"seat": seat, "of": seat})
    dice = random.Random(1942)
    for _ in range(30):
        seat = anna.ask("GET", at)["pending"]["seat"]
        question = people[seat].ask("GET", f"{at}?seat={seat}")["question"]
        action = dice.choice(question["choices"])["action"]
        body = {"seat": seat, "number": question["number"], "actions": [action]}
        people[seat].ask("POST", f"{at}/answers", body)
    people[seat].ask("POST", f"{at}/answers", body)
    for other in people:
        people[other].ask("POST", f"{at}/undo", {"seat": other, "to": 2})
        people["soviet" if other == "german" else "german"].ask(
            "POST", f"{at}/decline", {"seat": "soviet" if other == "german" else "german"}
        )
    anna.ask("POST", f"{at}/undo", {"seat": "german", "to": 2})
    boris.ask("POST", f"{at}/agree", {"seat": "soviet"})


def leave(anna: Reader, boris: Reader, game: str) -> None:
    at = f"/games/{game}"
    anna.ask("POST", f"{at}/lend", {"seat": "german", "of": "soviet"})
    anna.ask("POST", f"{at}/hand", {"seat": "german", "of": "german", "held": "bot", "bot": "random"})
    anna.ask("POST", f"{at}/hand", {"seat": "german", "of": "german", "held": "person"})
    anna.ask("GET", f"{at}/apart?seat=german&other=german")
    code = boris.ask("POST", f"{at}/recovery")["recovery"]
    boris.ask("POST", "/recover", {"game": game, "code": code})
    boris.ask("POST", f"{at}/hand", {"seat": "soviet", "of": "soviet", "held": "open"})
    for path in (*LOOKS, "/moment/5", "/export", "/about", "/news"):
        anna.ask("GET", f"{at}{path}")


def club(anna: Reader, boris: Reader) -> None:
    """Pace, channels, invitations (what they do is held by tests of their own)."""
    pace = {"kind": "days", "step": 86400, "bank": 0}
    offered = {"title": "inferno", "scenario": "one_vs_one", "pace": pace, "seats": {"soviet": {"kind": "anybody"}}}
    at = str(anna.ask("POST", "/games", offered)["id"])
    anna.ask("GET", "/invitations")
    anna.ask("DELETE", f"/invitations/{at}/soviet")
    anna.ask("POST", f"/invitations/{at}/soviet", {})
    boris.ask("GET", f"/invitations/{at}/soviet")
    boris.ask("POST", f"/invitations/{at}/soviet/take", {})
    anna.ask("GET", "/games")
    anna.ask("POST", f"/games/{at}/clock", {"seat": "german", "choice": "stand"})
    boris.ask("POST", f"/games/{at}/resign", {"seat": "soviet"})
    anna.ask("POST", f"/games/{at}/rematch", {"seat": "german"})
    boris.ask("GET", "/invitations")
    (holiday,) = anna.ask("POST", "/me/holidays", {"until": int(time.time()) + 86400})["holidays"]
    anna.ask("GET", "/me/holidays")
    anna.ask("DELETE", f"/me/holidays/{holiday['begin']}")
    anna.ask("POST", "/me/quiet", {"begin": "22:00", "end": "07:00", "zone": "Europe/Madrid"})
    anna.ask("DELETE", "/me/quiet")
    anna.ask("POST", "/me/presence", {"hidden": True})
    hook = {"kind": "webhook", "address": "https://example.org/hook", "events": ["turn"]}
    (channel,) = anna.ask("POST", "/me/channels", hook)["channels"]
    anna.ask("PATCH", f"/me/channels/{channel['id']}", {"events": ["end"]})
    anna.ask("POST", f"/me/channels/{channel['id']}/trial")
    anna.ask("DELETE", f"/me/channels/{channel['id']}")
    anna.ask("POST", "/me/channels", hook)
    found = anna.ask("POST", "/me/channels", {"kind": "feed", "events": ["turn"]})["channels"]
    (feed,) = [channel["address"] for channel in found if channel["kind"] == "feed"]
    anna.ask("GET", feed.partition("/api")[2])
    anna.ask("POST", "/stop/" + feed.rpartition("/")[2])
    anna.ask("GET", "/me/channels")


def tournament(anna: Reader, boris: Reader) -> None:
    """A ladder: it has every call that a round robin has, and challenges."""
    pace = {"kind": "days", "step": 86400, "bank": 0}
    wish = {"name": "Cup", "title": "inferno", "scenario": "one_vs_one", "pace": pace}
    off = anna.ask("POST", "/tournaments", wish)["id"]
    anna.ask("DELETE", f"/tournaments/{off}")
    at = f"/tournaments/{anna.ask('POST', '/tournaments', {**wish, 'kind': 'ladder', 'reach': 8, 'play': False})['id']}"
    anna.ask("POST", f"{at}/link")
    anna.ask("GET", "/tournaments")
    profiles = [boris.ask("GET", "/people/me")["profile"], anna.ask("GET", "/people/me")["profile"]]
    boris.ask("POST", f"{at}/look", {})
    boris.ask("POST", f"{at}/join", {})
    anna.ask("POST", f"{at}/join", {})
    anna.ask("DELETE", f"{at}/entries/{profiles[1]}")
    anna.ask("POST", f"{at}/join", {})
    third = Player(TestClient(boris.client.app, base_url=HOST))
    third.client.portal = boris.client.portal
    third.post(f"{at}/join")
    anna.ask("POST", f"{at}/start")
    places = anna.ask("GET", at)["places"]
    below, above = (anna, boris) if places.index(here(places, anna)) > 0 else (boris, anna)
    challenged = next(one for one in below.ask("GET", at)["places"] if one["challenge"])
    below.ask("POST", f"{at}/challenge", {"profile": challenged["profile"]})
    until = time.monotonic() + 60
    while not (game := anna.ask("GET", at)["games"][0]["game"]):
        assert time.monotonic() < until
    above.ask("POST", f"{at}/games/{game}/watch", {})
    below.ask("POST", f"{at}/leave", {})


def here(places: list[Json], player: Reader) -> Json:
    profile = player.ask("GET", "/people/me")["profile"]
    return next(one for one in places if one["profile"] == profile)


def neighbours(anna: Reader, boris: Reader, game: str) -> None:
    """Profiles, blocking, reporting, passkeys."""
    his = boris.ask("GET", "/people/me")["profile"]
    for path in (f"/people/{his}", "/people/none", "/ladder", f"/games/{game}/company", "/notices", "/me/blocked"):
        anna.ask("GET", path)
    anna.ask("POST", f"/people/{his}/block")
    anna.ask("DELETE", f"/people/{his}/block")
    anna.ask("POST", "/reports", {"profile": his, "text": "rude"})
    device, here = Device(), {"origin": URL, "host": "localhost"}
    for made in (device, Device()):
        options = json.loads(anna.ask("POST", "/passkeys/new", {}, here)["options"])
        anna.ask("POST", "/me/passkeys", {"credential": made.made(options)}, here)
    options = json.loads(anna.ask("POST", "/passkeys/ask", {}, here)["options"])
    anna.ask("POST", "/passkeys/enter", {"credential": device.signed(options)}, here)
    exports(anna)
    keys = anna.ask("GET", "/me/passkeys")["passkeys"]
    anna.ask("DELETE", f"/me/passkeys/{keys[0]['id']}")


def exports(anna: Reader) -> None:
    """Asked for, fetched, forgotten."""
    anna.ask("POST", "/exports", {"kind": "games"})
    while anna.ask("GET", "/exports")["exports"][0]["stage"] == "growing":
        pass
    (row,) = anna.ask("GET", "/exports")["exports"]
    anna.ask("GET", f"/exports/{row['id']}")
    anna.ask("DELETE", f"/exports/{row['id']}")


def links(anna: Reader, folder: Path) -> None:
    """The links that mails carry."""
    anna.ask("POST", "/me/channels", {"kind": "mail", "address": "anna@example.org", "events": ["turn"]})
    store = Store(database(folder))
    mailed = select(CHANNELS.c.token).where(CHANNELS.c.kind == "mail")
    token = store.read(lambda c: c.execute(mailed).scalar_one())
    store.close()
    for path in (f"/confirm/{token}", f"/stop/{token}", f"/stop/{token}"):
        anna.ask("POST", path)


def account(anna: Reader, folder: Path) -> None:
    """An account from its making to its end; what a mail would carry is put where the mail's link looks."""
    store = Store(database(folder))
    person = store.read(lambda c: c.execute(select(PEOPLE.c.id).where(PEOPLE.c.name == "Anna")).scalar_one())
    kept = KeptAccounts(store, bool)
    anna.ask("POST", "/signin/ask", {"mail": "anna@example.org"})
    token = kept.ask("anna@example.org", person)
    kept.new_session(person, "another browser")
    store.close()
    anna.ask("POST", "/signin/look", {"token": token})
    anna.ask("POST", "/signin", {"token": token})
    (session, other) = anna.ask("GET", "/me/account")["sessions"]
    anna.ask("GET", "/me/data")
    anna.ask("DELETE", f"/me/sessions/{other['id']}")
    anna.ask("POST", "/me/delete", {"word": "delete"})
    assert session["here"]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"kind": "talk", "talk": {}}, "lacks"),
        ({"kind": "news", "number": "3", "table": {}, "lines": []}, "is no integer"),
        ({"kind": "rumour"}, "none of its kinds"),
    ],
)
def test_a_frame_that_is_otherwise_would_be_found(value: Json, fault: str) -> None:
    assert any(fault in found for found in SCHEMAS.faults(value, FRAME))


def test_an_undeclared_field_would_be_found() -> None:
    talk = {"id": 1, "who": "german", "text": "", "place": "", "partners": False, "when": 0}
    assert SCHEMAS.faults({"kind": "talk", "talk": talk}, FRAME) == []
    assert SCHEMAS.faults({"kind": "talk", "talk": {**talk, "at": 0}}, FRAME) == [".talk: 'at' is not declared"]
