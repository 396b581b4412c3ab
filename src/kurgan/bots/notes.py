"""The note of a bot that carries out an order of several answers: each answer with the view it belongs to.

A view stands there as a short hash, so that a note is short and an answer is only given where it was meant: before a
throw came otherwise than expected, and again after that was taken back. Whoever reads the note learns what the bot
intends, so it is as private as a view. ``session/bot_notes.py`` keeps it between two questions.
"""

import hashlib
from collections.abc import Sequence

HASH_BYTES = 6
HASH_DIGITS = 2 * HASH_BYTES


def write(order: Sequence[tuple[str, int]]) -> str:
    """A note for these answers, each with the text of the view in which it is to be given."""
    return " ".join([f"{_hash(seen)}{answer}" for seen, answer in order])


def read(note: str, seen: str) -> int | None:
    """The answer that the note has for this view; None if it has none."""
    wanted = _hash(seen)
    for word in note.split(" ") if note else ():
        if word.startswith(wanted):
            return _number(word[HASH_DIGITS:])
    return None


def _number(text: str) -> int | None:
    """A note that was tampered with is no note."""
    return int(text) if text.isascii() and text.isdigit() else None


def _hash(seen: str) -> str:
    return hashlib.blake2b(seen.encode(), digest_size=HASH_BYTES).hexdigest()
