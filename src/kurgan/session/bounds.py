"""Bounds of what may stand in a record, checked before anything is computed from it.

A record comes from a file or from a stranger. Whatever it says is bounded here, far beyond what any game needs: how
long a line and its words are, how deep and how wide its tables, how big its numbers. The same bounds hold when a line
is written, so that nothing is written that could not be read again.
"""

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import Any

from kurgan.kernel.protocol import Json

MOST_BYTES = 64 * 1024 * 1024
MOST_LINES = 200_000
LINE_BYTES = 4 * 1024 * 1024
"""A record, its lines, and one of them; a line that holds positions is the longest."""

MOST_DEPTH = 40
MOST_THINGS = 500_000
MOST_NUMBER = 2**53
MOST_TEXT = 20_000

TEXTS = {
    **dict.fromkeys(("seat", "step", "rule", "held", "by", "scenario", "title", "why"), 400),
    **dict.fromkeys(("name", "word", "seed", "answer"), 2000),
    **dict.fromkeys(("game", "commitment", "checksum", "prev", "check", "kurgan", "kind"), 128),
}
"""Letters in fields that every kind of line knows."""

HALF_LETTER = re.compile("[\ud800-\udfff]")

PREV_MARK = ', "prev": "'
CHECK_MARK = '", "check": "'


class Unbounded(ValueError):
    """Something is longer, deeper, wider or bigger than anything in a game; says what."""


def read_json(text: str) -> Any:
    """JSON from a stranger: no deeper and no bigger than we can bear. Raises ValueError."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise Unbounded("it is nested too deep") from None


def _no_constant(word: str) -> None:
    raise Unbounded(f"{word} is no number")


def check(fields: Json) -> None:
    """Raise Unbounded if the fields of a line are beyond all measure."""
    for name, most in TEXTS.items():
        value = fields.get(name)
        if isinstance(value, str) and len(value) > most:
            raise Unbounded(f"'{name}' is longer than {most} letters")
    check_value(fields)


def is_game(text: str) -> bool:
    """Whether this can be the name of a game: hex digits, as every one of ours."""
    return 8 <= len(text) <= 64 and set(text) <= set("0123456789abcdef")


def check_value(whole: object) -> None:
    """Depth, number of things, size of numbers and texts of any JSON value."""
    left: list[tuple[object, int]] = [(whole, 0)]
    seen = 0
    while left:
        value, depth = left.pop()
        seen += 1
        if depth > MOST_DEPTH or seen > MOST_THINGS:
            raise Unbounded("it is nested too deep" if depth > MOST_DEPTH else "it holds too many things")
        if isinstance(value, dict):
            left += [(part, depth + 1) for part in (*value, *value.values())]
        elif isinstance(value, list):
            left += [(part, depth + 1) for part in value]
        else:
            _check_plain(value)


def _check_plain(value: object) -> None:
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise Unbounded(f"a text is longer than {MOST_TEXT} letters")
    if isinstance(value, str) and HALF_LETTER.search(value):
        raise Unbounded("a text holds half a letter")
    if isinstance(value, int | float) and not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise Unbounded("a number is bigger than any in a game")


def is_cut(rest: bytes, number: int, prev: str, check_of: Callable[[str], str]) -> bool:
    """Whether bytes after the last whole line are the beginning of the next one, and nothing else.

    Only that is left when a program or a machine ended while it wrote. A whole line in which something was changed, or
    one with something behind it, is no cut line but damage.
    """
    try:
        text = getincrementaldecoder("utf-8")().decode(rest)  # half a letter at the end may be missing
    except UnicodeDecodeError:
        return False
    start = f'{{"number": {number}, "kind": "'
    if not text.startswith(start):
        return start.startswith(text)
    return _is_begun(text) and _fits(text, PREV_MARK, lambda _: prev + CHECK_MARK) and _fits(text, CHECK_MARK, check_of)


def _is_begun(text: str) -> bool:
    """Whether this is the beginning of a JSON object, of which only the end is missing."""
    try:
        json.loads(text)
    except json.JSONDecodeError as e:
        rest = text[e.pos :]
        return _is_open_text(text, e.pos) or any(word.startswith(rest) for word in ("", "true", "false", "null", "-"))
    except (ValueError, RecursionError):
        return False
    return False


OPEN_TEXT = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*\\?')
HALF_ESCAPE = re.compile(r"u[0-9a-fA-F]{0,3}")
"""A string of JSON without its end, and what is left of one that ends in the middle of an escaped letter."""


def _is_open_text(text: str, place: int) -> bool:
    """Whether a reader of JSON that stopped at this place stopped because a string has no end."""
    if text[:place].endswith("\\"):
        return HALF_ESCAPE.fullmatch(text, place) is not None
    return OPEN_TEXT.fullmatch(text, place) is not None


def _fits(text: str, mark: str, wanted: Callable[[str], str]) -> bool:
    """If a field of hex digits stands at the end of a cut line, it is the right one, as far as it goes."""
    start, found, digits = text.rpartition(mark)
    whole = wanted(start) if found else digits
    return bool(whole.startswith(digits) or (mark == PREV_MARK and digits.startswith(whole)))
