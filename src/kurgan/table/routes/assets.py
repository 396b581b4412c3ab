"""The files of the built page: compressed when it was built, and kept by browsers for good.

A name of theirs changes with what is inside, so nobody asks twice for the same thing.
"""

import mimetypes

from fastapi import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

FOR_GOOD = "public, max-age=31536000, immutable"
SMALL = ".gz"


class Assets(StaticFiles):
    """Sends the small form of a file, where there is one, to whoever takes it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        small = takes_small(scope) and self.lookup_path(path + SMALL)[1] is not None
        reply = await super().get_response(path + SMALL if small else path, scope)
        if small:
            reply.headers["content-encoding"] = "gzip"
            reply.headers["content-type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        reply.headers["cache-control"] = FOR_GOOD
        reply.headers["vary"] = "accept-encoding"
        return reply


def takes_small(scope: Scope) -> bool:
    """Whether who asks says that he reads gzip; ``gzip;q=0`` says that he does not."""
    told = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding").decode("latin-1")
    named = [word.replace(" ", "").lower() for word in told.split(",")]
    return any(word == "gzip" or (word.startswith("gzip;") and not word.endswith("q=0")) for word in named)
