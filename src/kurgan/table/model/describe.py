"""The models as JSON Schema, for OpenAPI. What is not declared is not allowed: tests hold every reply to this."""

import inspect

import msgspec

from kurgan.kernel.protocol import Json
from kurgan.table.model import (
    accounts,
    channels,
    exports,
    hosting,
    invitations,
    lessons,
    lobby_replies,
    pace,
    profiles,
    replies,
    review,
    scene,
    tournaments,
)

REFERENCE = "#/components/schemas/{name}"

MODULES = (
    scene, replies, lobby_replies, pace, channels, accounts, profiles, hosting, invitations, lessons, review, exports,
    tournaments,
)  # fmt: skip


def models() -> list[type]:
    """Every model that a module of models declares, by name."""
    found = {
        name: kind
        for module in MODULES
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and kind.__module__ == module.__name__
    }
    return [found[name] for name in sorted(found)]


def schema_of(kind: object) -> Json:
    """The schema of one type, which names the models that it is made of."""
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def components() -> Json:
    """The schemas of all models by name. An object has the fields that it declares, and no other."""
    _, found = msgspec.json.schema_components(models(), ref_template=REFERENCE)
    return {name: _closed(_told(name, found[name])) for name in sorted(found)}


def _told(name: str, schema: Json) -> Json:
    """With the whole docstring of its model in one line; a model without one is called by its name."""
    words = schema.get("description", "")
    return {**schema, "title": name, "description": " ".join(words.split())} if words else {**schema, "title": name}


def _closed(schema: Json) -> Json:
    if "properties" not in schema:
        return schema
    return {**schema, "additionalProperties": False}
