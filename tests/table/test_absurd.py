"""Absurd values in every place of every call: the answer is a refusal, never "something broke here".

The calls, their parameters and bodies come from the OpenAPI description, so a new route is tried at once.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from kurgan.kernel.protocol import Json
from tests.table.helpers import Player, players, table

NUMBERS: tuple[Any, ...] = (-1, -(10**30), 10**30, 2**31 - 1, 1.5, 1e308, "x", None, True, [], {})
TEXTS: tuple[Any, ...] = ("", "x" * 5000, "\x00", "../../etc", "Й" * 30, "🎲", 7, None, [], {}, "*maker", "german\n")
IN_PATH = ("-1", str(10**30), "1.5", "x", "%00", "..%2f..", "Й", "*maker", "0", "x" * 2000)
LINE_LIKE = ("integer", "number")


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with table(tmp_path_factory.mktemp("absurd")) as app, players(app) as (someone,):
        yield someone


def calls(player: Player) -> Iterator[tuple[str, str, Json, Json]]:
    spec = player.client.get("/api/openapi.json").json()
    for path, methods in spec["paths"].items():
        for method, call in methods.items():
            yield method, path, call, spec


def schema_of(call: Json, spec: Json) -> Json:
    """The fields of a body, by name."""
    content = call.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return dict(spec["components"]["schemas"][name]) if name else {}


def usual(name: str, field: Json) -> Any:
    """Something that would be understood."""
    known = {"seat": "german", "of": "german", "held": "person", "title": "advance", "actions": ["done"], "at": 1}
    known |= {"kind": "me", "step": "activate", "name": "Ann", "number": 1}
    if name in known:
        return known[name]
    kinds: Json = {"integer": 0, "boolean": False, "array": [], "object": {}}
    return field.get("default", kinds.get(field.get("type", ""), "x"))


def bodies(call: Json, spec: Json) -> Iterator[Any]:
    fields = schema_of(call, spec).get("properties", {})
    good = {name: usual(name, field) for name, field in fields.items()}
    if not good:
        yield None
        return
    yield good
    yield from ([], "x", None, {**good, "unknown": 1}, {})
    for name, field in fields.items():
        for value in NUMBERS if field.get("type") in LINE_LIKE else TEXTS:
            yield {**good, name: value}
        yield {other: value for other, value in good.items() if other != name}


def addresses(path: str, call: Json, game: str) -> Iterator[str]:
    """The path as it should be, then with something absurd in each of its places."""
    places = [p["name"] for p in call.get("parameters", []) if p["in"] == "path"]
    good: Json = {"game": game, "number": "1", "seat": "german", "title": "advance"}
    asked = [p["name"] for p in call.get("parameters", []) if p["in"] == "query"]

    def filled(values: Json) -> str:
        whole = path
        for name in places:
            whole = whole.replace("{" + name + "}", str(values.get(name, "x")))
        return whole

    yield filled(good)
    for name in places:
        for value in IN_PATH:
            yield filled({**good, name: value})
    for name in asked:
        for value in ("", "-1", str(10**30), "1.5", "x" * 5000, "%00", "german", "7/1"):
            yield f"{filled(good)}?{name}={value}"


def test_nothing_absurd_breaks_anything(player: Player) -> None:
    """Every call of the API with absurd values: 2xx or 4xx, and the table still plays."""
    tried = 0
    broken: list[str] = []
    for method, path, call, spec in calls(player):
        game = player.new(scenario="campaign")
        player.act(game, "done")
        for address in addresses(path, call, game):
            is_right = address == next(addresses(path, call, game))
            for body in bodies(call, spec) if is_right else [next(bodies(call, spec))]:
                more: Json = {"json": body} if body is not None else {}
                reply = player.client.request(method, address, **more)
                tried += 1
                if reply.status_code >= 500:
                    broken.append(f"{reply.status_code} {method} {address[:90]} {str(body)[:120]}")
    assert not broken, "\n".join(broken[:20])
    assert tried > 1000
    assert player.look(player.new(scenario="campaign"))["question"]


def test_branching_beyond_the_end_is_refused(player: Player) -> None:
    game = player.new(scenario="campaign")
    last = player.look(game)["number"]
    refused = player.post(f"/games/{game}/branch", {"seat": "german", "at": last + 1}, 422)
    assert f"lines 1 to {last}" in refused["message"]
    for absurd in (-1, 10**30, 1.5, "x"):
        player.post(f"/games/{game}/branch", {"seat": "german", "at": absurd}, 422)
    player.post(f"/games/{game}/branch", {"seat": "german", "at": last}, 201)


def test_a_body_that_is_no_json_is_refused(player: Player) -> None:
    kind = {"content-type": "application/json"}
    for body in (b"", b"{", b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe", b"NaN", b'{"title": 1e999}', b"9" * 5000):
        for path in ("/api/games", "/api/games/import", "/api/join", "/api/me"):
            reply = player.client.request("PATCH" if path == "/api/me" else "POST", path, content=body, headers=kind)
            assert 400 <= reply.status_code < 500, (path, body[:20], reply.status_code)
