"""Routes whose handlers return models: the return type is what OpenAPI describes, and mypy holds the handler to it."""

import functools
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from fastapi import APIRouter, Response

from kurgan.kernel.protocol import Json
from kurgan.table.model.describe import schema_of

T = TypeVar("T")
Handler = Callable[..., Awaitable[T]]

CACHED = "cached"
Cached = Annotated[T, CACHED]
"""A reply that a browser may keep for a while."""

KEEP = {"cache-control": "private, max-age=300"}
JSON = "application/json"


def write(reply: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(reply), status, media_type=JSON)


class Calls:
    """A router of calls."""

    def __init__(self) -> None:
        self.router = APIRouter(prefix="/api")

    def get(self, path: str, tag: str) -> Callable[[Handler[T]], Handler[T]]:
        return self._call("GET", path, tag, 200)

    def post(self, path: str, tag: str, status: int = 200) -> Callable[[Handler[T]], Handler[T]]:
        return self._call("POST", path, tag, status)

    def patch(self, path: str, tag: str) -> Callable[[Handler[T]], Handler[T]]:
        return self._call("PATCH", path, tag, 200)

    def delete(self, path: str, tag: str) -> Callable[[Handler[T]], Handler[T]]:
        return self._call("DELETE", path, tag, 200)

    def _call(self, method: str, path: str, tag: str, status: int) -> Callable[[Handler[T]], Handler[T]]:
        def add(handler: Handler[T]) -> Handler[T]:
            told = get_type_hints(handler, include_extras=True)["return"]
            headers = KEEP if get_origin(told) is Annotated and CACHED in get_args(told) else None

            @functools.wraps(handler)
            async def send(*args: object, **more: object) -> Response:
                reply = await handler(*args, **more)
                return Response(msgspec.json.encode(reply), status, headers, JSON)

            self.describe(method, path, tag, status, send, told)
            return handler

        return add

    def raw(self, method: str, path: str, tag: str, told: object) -> Callable[[Handler[Response]], Handler[Response]]:
        """A call that writes its own response, with a cookie or as a file; ``told`` is the type of its reply."""

        def add(handler: Handler[Response]) -> Handler[Response]:
            self.describe(method, path, tag, 200, handler, told)
            return handler

        return add

    def describe(self, method: str, path: str, tag: str, status: int, send: Handler[Response], told: object) -> None:
        self.router.add_api_route(
            path,
            send,
            methods=[method],
            tags=[tag],
            status_code=status,
            response_model=None,
            response_class=Response,
            responses={status: {"description": "Done.", "content": content(told)}},
        )


def content(told: object) -> Json:
    """The content of a reply: JSON of a model, or a text of its own kind."""
    return {told: {"schema": {"type": "string"}}} if isinstance(told, str) else {JSON: {"schema": schema_of(told)}}
