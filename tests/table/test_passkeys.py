"""Passkeys by a device of our own: made, used once for each question, and for nobody else."""

import base64
import hashlib
import json
import secrets
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import update

from kurgan.kernel.protocol import Json
from kurgan.session.tables import CHALLENGES
from kurgan.table.service import passkeys
from tests.table.helpers import Player, players, table
from tests.table.test_pace import duel, written

URL = "http://localhost"
ELSEWHERE = "https://evil.example"


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """What a phone does: it keeps a key, and signs what it is asked."""

    def __init__(self, origin: str = URL, name: str = "localhost", verified: bool = True) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.origin, self.name, self.signs = origin, name, 0
        self.flags = 0x05 if verified else 0x01

    def made(self, options: Json) -> str:
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(0x40) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential("webauthn.create", options, {"attestationObject": encoded(told)})

    def signed(self, options: Json) -> str:
        self.signs += 1
        data, client = self._data(), self._client("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        more = {"authenticatorData": encoded(data), "signature": encoded(signature)}
        return self._credential("webauthn.get", options, more)

    def _data(self, more: int = 0) -> bytes:
        flags = bytes([self.flags | more])
        return hashlib.sha256(self.name.encode()).digest() + flags + self.signs.to_bytes(4, "big")

    def _client(self, kind: str, options: Json) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _credential(self, kind: str, options: Json, more: Json) -> str:
        response = {"clientDataJSON": encoded(self._client(kind, options)), **more}
        id = encoded(self.id)
        return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": response})


def post(player: Player, path: str, body: Any = None, status: int = 200, origin: str = URL) -> Json:
    body = body if body is not None else {}
    reply = player.client.post(f"/api{path}", json=body, headers={"origin": origin, "host": origin.partition("//")[2]})
    assert reply.status_code == status, f"{reply.status_code}: {reply.text}"
    found: Json = reply.json()
    return found


def question(player: Player, path: str) -> Json:
    found: Json = json.loads(post(player, path)["options"])
    return found


def register(player: Player, device: Device, status: int = 201) -> Json:
    credential = device.made(question(player, "/passkeys/new"))
    return post(player, "/me/passkeys", {"credential": credential, "name": "phone"}, status)


def enter(player: Player, device: Device, status: int = 200, **more: Any) -> Json:
    credential = device.signed(question(player, "/passkeys/ask"))
    return post(player, "/passkeys/enter", {"credential": credential, **more}, status)


def test_a_passkey_is_an_account_and_opens_it_in_another_browser(tmp_path: Path) -> None:
    with table(tmp_path, names=["localhost"]) as app, players(app, 3) as people:
        anna, phone, boris = people
        device = Device()
        game, mine, _ = duel([anna, boris])
        kept = register(anna, device)
        assert [(row["name"], row["used"]) for row in kept["passkeys"]] == [("phone", 0)]
        phone.get(f"/games/{game}", 404)
        other = phone.new()
        assert other in enter(phone, device)["brought"]
        assert phone.look(game)["mine"] == [mine]
        assert anna.look(other)["maker"], "what the guest held came along"
        assert len(phone.get("/me/account")["sessions"]) == 2
        told = anna.get("/me/data")
        assert told["passkeys"][0]["name"] == "phone"
        assert device.id.hex() not in str(told)
        ways = anna.get("/me/passkeys")
        assert (ways["possible"], len(ways["passkeys"])) == (True, 1)
        only = ways["passkeys"][0]["id"]
        assert anna.client.delete(f"/api/me/passkeys/{only}").status_code == 422
        assert boris.client.delete(f"/api/me/passkeys/{only}").status_code in (404, 422)
        register(anna, Device())
        assert anna.client.delete(f"/api/me/passkeys/{only}").status_code == 200
        enter(boris, device, 404)


def test_an_answer_works_once_for_who_was_asked_and_not_for_long(tmp_path: Path) -> None:
    with table(tmp_path, names=["localhost"]) as app, players(app, 3) as people:
        anna, boris, eve = people
        device = Device()
        register(anna, device)
        credential = device.signed(question(boris, "/passkeys/ask"))
        post(eve, "/passkeys/enter", {"credential": credential}, 422)
        post(boris, "/passkeys/enter", {"credential": credential})
        post(boris, "/passkeys/enter", {"credential": credential}, 422)
        made = Device().made(question(eve, "/passkeys/ask"))
        post(eve, "/me/passkeys", {"credential": made}, 422)
        late = device.signed(question(eve, "/passkeys/ask"))
        with written(tmp_path) as write:
            write(update(CHALLENGES).values(made=CHALLENGES.c.made - 301))
        post(eve, "/passkeys/enter", {"credential": late}, 422)


@pytest.mark.parametrize("wrong", ["origin", "name", "verified", "key", "counter"])
def test_what_another_page_or_device_signed_opens_nothing(tmp_path: Path, wrong: str) -> None:
    with table(tmp_path, names=["localhost"]) as app, players(app, 2) as (anna, eve):
        device = Device()
        register(anna, device)
        enter(anna, device)
        if wrong == "origin":
            device.origin = ELSEWHERE
        elif wrong == "name":
            device.name = "evil.example"
        elif wrong == "verified":
            device.flags = 0x01
        elif wrong == "key":
            device.key = ec.generate_private_key(ec.SECP256R1())
        else:
            device.signs = 0  # a copy of the key that was made before
        enter(eve, device, 422)
        assert len(anna.get("/me/account")["sessions"]) == 1


def test_nobody_is_moved_between_accounts_or_takes_a_known_key(tmp_path: Path) -> None:
    with table(tmp_path, names=["localhost"]) as app, players(app, 2) as (anna, eve):
        hers, evil = Device(), Device()
        register(anna, hers)
        register(eve, evil)
        assert "sign out first" in enter(eve, hers, 409)["message"]
        stolen = Device()
        stolen.id = hers.id
        register(eve, stolen, 422)
        for nonsense in ("", "[]", "{}", '{"response": 1}', json.dumps({"response": {"clientDataJSON": "!"}})):
            post(eve, "/passkeys/enter", {"credential": nonsense}, 422)


def test_passkeys_need_https_or_localhost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the name under which the table is served: a page of somebody else's gets none."""
    with table(tmp_path) as app, players(app, 1) as (anna,):
        who = SimpleNamespace(place=SimpleNamespace(url="https://club.example"))
        for origin, name in (("https://club.example", "club.example"), (ELSEWHERE, ""), ("http://club.example", "")):
            assert passkeys.place_of_trust(cast(Any, who), origin) == name
        refused = post(anna, "/passkeys/new", status=422, origin="http://testserver")
        assert "https" in refused["message"]
    with table(tmp_path, names=["localhost"]) as app, players(app, 1) as (anna,):
        monkeypatch.setattr(passkeys, "library", lambda: None)
        assert anna.get("/me/passkeys")["possible"] is False
        assert "kurgan[club]" in post(anna, "/passkeys/new", status=422)["message"]
