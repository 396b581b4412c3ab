"""How the table says no: one exception with the status, the words, and the rule that refuses."""

import contextlib
from collections.abc import Iterator

from kurgan.kernel.protocol import IllegalAction, Misspelt
from kurgan.session.logs import NotKept
from kurgan.session.record import Stale
from kurgan.session.session import NotAllowed
from kurgan.session.undo import CannotUndo


class Refused(Exception):
    """A refusal. ``status`` is one of HTTP's, which everybody knows; ``code`` is for programs."""

    def __init__(self, status: int, message: str, rule: str = "", code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.rule = rule
        self.code = code


def not_found() -> Refused:
    return Refused(404, "There is no such game, or it is not yours to see.")


class NotHere(Refused):
    """Another process can: one that was upgraded already."""


def not_here(error: Exception) -> NotHere:
    return NotHere(503, f"This game cannot be opened here just now: {error}. Try again in a moment.", "", "newer")


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Every refusal of a session becomes the right status."""
    try:
        yield
    except IllegalAction as error:
        raise Refused(422, error.refusal.text, error.refusal.rule, error.refusal.code) from None
    except Misspelt as error:
        raise Refused(422, str(error), "", "misspelt") from None
    except NotKept as error:
        raise Refused(503, f"Not done: {error}.", "", "not_kept") from None
    except Stale as error:
        raise Refused(409, str(error), "", "stale") from None
    except (NotAllowed, CannotUndo) as error:
        raise Refused(422, str(error), "", "not_allowed") from None
