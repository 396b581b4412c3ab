"""The description of the API: FastAPI knows the paths and what they take, our models say what they give."""

from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from kurgan.kernel.protocol import Json
from kurgan.table.model.describe import REFERENCE, components, schema_of
from kurgan.table.model.replies import Frame, Refusal
from kurgan.table.routes.accounts import accounts
from kurgan.table.routes.calls import JSON
from kurgan.table.routes.channels import channels
from kurgan.table.routes.chat import chat
from kurgan.table.routes.export import home
from kurgan.table.routes.game import game
from kurgan.table.routes.hosting import hosting
from kurgan.table.routes.invitations import invitations
from kurgan.table.routes.lessons import lessons
from kurgan.table.routes.live import live
from kurgan.table.routes.lobby import lobby
from kurgan.table.routes.pace import pace
from kurgan.table.routes.passkeys import passkeys
from kurgan.table.routes.play import play
from kurgan.table.routes.profiles import profiles
from kurgan.table.routes.review import coach
from kurgan.table.routes.seats import seats
from kurgan.table.routes.tournaments import tournaments

TITLE = "Kurgan"
ABOUT = "The table's API. Sit down by a link (POST /api/join), look (GET), answer (POST answers)."
SOCKET = "/api/games/{game}/live"


def routers() -> list[APIRouter]:
    """Every part of the API, in the order in which they are described."""
    all_calls = (
        lobby, invitations, game, play, chat, home, coach, seats, pace, channels, accounts, passkeys, profiles, hosting,
        tournaments, lessons,
    )  # fmt: skip
    return [calls.router for calls in all_calls] + [live]


def routes() -> list[BaseRoute]:
    """Every route, as its router made it: an application that included the routers would make all of them again."""
    return [route for router in routers() for route in router.routes]


def described() -> Json:
    """The whole description."""
    spec = get_openapi(title=TITLE, version="1", description=ABOUT, routes=routes())
    bodies, models = spec["components"]["schemas"], components()
    assert not set(bodies) & set(models), "a request and a reply of one name"
    schemas = {**bodies, **models, "Frame": schema_of(Frame)}
    refused = {"description": "Refused.", "content": {JSON: {"schema": schema_of(Refusal)}}}
    for path in spec["paths"].values():
        for call in path.values():
            call["responses"].pop("422", None)
            call["responses"]["default"] = refused
    spec["paths"][SOCKET] = {"get": socket()}
    used = named_in(spec["paths"], schemas)
    spec["components"]["schemas"] = {name: schemas[name] for name in sorted(used)}
    return spec


def named_in(part: object, schemas: Json, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """The schemas that a part of the description names, and those that they name."""
    if isinstance(part, list):
        for inner in part:
            known = named_in(inner, schemas, known)
    elif isinstance(part, dict):
        name = str(part.get("$ref", "")).removeprefix(REFERENCE.format(name=""))
        if name and name not in known:
            known = named_in(schemas[name], schemas, known | {name})
        for inner in part.values():
            known = named_in(inner, schemas, known)
    return known


def socket() -> Json:
    """OpenAPI has no word for sockets: this one is a call that is answered by frames."""
    text: Any = {"type": "string"}
    number: Any = {"type": "integer"}
    return {
        "tags": ["game"],
        "summary": "Listen",
        "operationId": "listen",
        "description": "A WebSocket: frames of news from a number on, what was missed first. It expects none.",
        "parameters": [
            {"name": "game", "in": "path", "required": True, "schema": text},
            {"name": "seat", "in": "query", "required": False, "schema": text},
            {"name": "after", "in": "query", "required": False, "schema": number},
        ],
        "responses": {
            "101": {
                "description": "Every message is one frame.",
                "content": {JSON: {"schema": {"$ref": "#/components/schemas/Frame"}}},
            }
        },
    }
