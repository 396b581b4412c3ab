"""A view as one line of text: the seed of what a bot imagines, and what the notes of its orders are tied to."""

import json
from functools import lru_cache
from typing import Any

from kurgan.kernel.protocol import View

try:
    from msgspec.json import Encoder

    ENCODER: Encoder | None = Encoder(order="sorted")
except ImportError:  # playing needs the standard library only; it is slower so
    ENCODER = None

LONG = 60
"""Bytes from which on a piece is kept: most columns of a position are the same at the next question."""
NESTED = (list, dict)
KEPT = 512
"""Pieces kept, of a few thousand letters at most."""


def view_text(view: View) -> str:
    return as_text(view.to_json())


def as_text(data: Any) -> str:
    """To the letter as ``json.dumps(data, sort_keys=True)`` has it, at a fraction of the time: bots ask for it at every
    question."""
    if ENCODER is None:
        return json.dumps(data, sort_keys=True)
    if type(data) is int:
        return str(data)
    if type(data) is dict and not all(type(name) is str for name in data):
        return json.dumps(data, sort_keys=True)
    if type(data) is dict and any(type(value) in NESTED for value in data.values()):
        return "{" + ", ".join([f"{_short(name)}: {as_text(data[name])}" for name in sorted(data)]) + "}"
    told = ENCODER.encode(data)
    text = _kept(told) if len(told) >= LONG else spaced(told)
    return text if text is not None else json.dumps(data, sort_keys=True)


@lru_cache(KEPT)
def _short(name: str) -> str:
    return json.dumps(name)


def spaced(told: bytes) -> str | None:
    """With a space after each comma and colon; None where that is not all that differs: texts that hold one of them or
    other than plain letters, and numbers with a point."""
    if b"\\" in told or not told.isascii():
        return None
    text = told.decode()
    if '"' in text or "." in text:
        parts = text.split('"')  # every second one is a text
        texts = "".join(parts[1::2])
        if "," in texts or ":" in texts or "." in "".join(parts[::2]):
            return None
    return text.replace(",", ", ").replace(":", ": ")


_kept = lru_cache(KEPT)(spaced)
