"""How the table says no: one exception with the status, the words, and the rule that refuses."""

import contextlib
from collections.abc import Iterator

from kurgan.kernel.protocol import IllegalAction, Misspelt
from kurgan.session.logs import NotKept
from kurgan.session.record import Stale
from kurgan.session.session import NotAllowed
from kurgan.session.undo import CannotUndo
from kurgan.table.words import say, translated


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
    return NotHere(503, say("not_here", why=translated(str(error))), "", "newer")


def cannot_open(error: Exception) -> Refused:
    """What is wrong with a record is told as it is, in English: for who mends it."""
    return Refused(409, say("cannot_open", why=error), "", "damaged")


def not_done(error: Exception) -> str:
    if isinstance(error, NotKept):
        return say("not_done", why=say(f"not_{error.what}", why=translated(error.reason)))
    return say("not_done", why=translated(str(error)))


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
        raise Refused(503, not_done(error), "", "not_kept") from None
    except Stale as error:
        raise Refused(409, str(error), "", "stale") from None
    except (NotAllowed, CannotUndo) as error:
        raise Refused(422, str(error), "", "not_allowed") from None
