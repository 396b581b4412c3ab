"""The game record: an append-only text, one JSON object a line, each line chained to the one before it.

It is the save, the replay, the bug report and the test. Nothing is ever cut out: what was taken back stays, and a
line says that it was taken back. Every line ends with ``"check"``, sixteen hex digits of the SHA-256 of all that
stands before it in the line, and carries in ``"prev"`` the check of the line before. Line numbers are those of the
file: the header is line 1. All kinds of lines are in docs/reference/record.md.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.session import bounds

FORMAT = 2
MAGIC = "record"
CHECK_DIGITS = 16

_CHECK_MARK = ', "check": "'

# Fields that every line of a kind has, with their types; "number", "kind" and "prev" stand in all of them.
KINDS: dict[str, tuple[tuple[str, type], ...]] = {
    "header": (
        ("kurgan", str),
        ("format", int),
        ("title", str),
        ("game", str),
        ("pack", dict),
        ("rules", int),
        ("scenario", str),
        ("options", dict),
        ("seats", list),
        ("commitment", str),
    ),
    "answer": (("seat", str), ("rule", str), ("step", str), ("answer", str)),
    "dice": (("seat", str), ("rule", str), ("step", str), ("n", int), ("asked", str)),
    "undo": (("seat", str), ("to", int)),
    "rewind": (("seat", str), ("to", int), ("agreed", list)),
    "resign": (("seat", str),),
    "seat": (("seat", str), ("held", str), ("name", str)),
    "word": (("seat", str), ("word", str)),
    "rules": (("rules", int), ("checksum", str), ("fits", bool), ("base", int)),
    "epoch": (("commitment", str), ("why", str), ("words", list)),
    "secret": (("commitment", str), ("why", str)),
    "tried": (("seat", str), ("from", int)),
    "note": (("seat", str), ("text", str)),
    "reveal": (("secrets", dict), ("outcome", dict)),
}

MAYBE: dict[str, dict[str, type]] = {
    "header": {"seed": str, "position": dict, "parent": dict, "words": list},
    "answer": {"by": str},
    "rewind": {"seen": bool},
    "seat": {"lent": bool},
    "dice": {"answer": str, "secret": bool},
    "epoch": {"game": str, "revealed": str},
    "secret": {"game": str, "revealed": str},
    "reveal": {"bases": dict, "draws": dict},
}
"""Fields that a line of a kind may have besides."""

WORDS: dict[str, tuple[str, ...]] = {"header": ("options", "parent"), "reveal": ("secrets",)}
"""Fields that are tables of words."""

Converter = Callable[[Json], Json]

CONVERTERS: dict[int, Converter] = {1: dict}
"""Format -> function that turns the fields of one line into the next format. Old records are read for ever."""


class Damaged(ValueError):
    """A record that cannot be read: which line, and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


class Unwritable(ValueError):
    """A line that could not be read again; nothing was written."""


class Stale(RuntimeError):
    """Somebody else wrote first; nothing was written."""


class Line(NamedTuple):
    """One line: its number, its kind, its fields, and the text they were read from or written as."""

    number: int
    kind: str
    fields: Json
    text: str
    check: str


class Reading(NamedTuple):
    """What a text held: its lines, how many bytes they fill, and a remark if a last line was cut off."""

    lines: list[Line]
    size: int
    cut: str


def check_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:CHECK_DIGITS]


def write_line(number: int, kind: str, fields: Json, prev: str) -> Line:
    """Make the text of a line from its fields."""
    whole: Json = {"number": number, "kind": kind, **fields, "prev": prev}
    try:
        bounds.check(whole)
    except bounds.Unbounded as e:
        raise Unwritable(f"this cannot be written into a record: {e}") from e
    start = json.dumps(whole, ensure_ascii=False)[:-1]
    check = check_of(start)
    return Line(number, kind, whole, f'{start}{_CHECK_MARK}{check}"}}', check)


def own_fields(line: Line) -> Json:
    """The fields of a line without what only its place in a chain gives it."""
    return {name: value for name, value in line.fields.items() if name not in ("number", "kind", "prev", "check")}


def is_record(text: bytes) -> bool:
    """Whether a file says of itself that it is a record; its first bytes are enough."""
    head = text[:200].lstrip()
    return head.startswith(b"{") and b'"kurgan"' in head and b'"record"' in head


def read_text(data: bytes) -> Reading:
    """Read a whole record and check its form and its chain. A last line without its end is left out and reported."""
    if len(data) > bounds.MOST_BYTES or data.count(b"\n") > bounds.MOST_LINES:
        raise Damaged(1, "this is longer than any game")
    chunks = data.split(b"\n")
    rest = chunks.pop()
    lines: list[Line] = []
    size = 0
    for chunk in chunks:
        lines.append(_read_line(chunk, lines))
        size += len(chunk) + 1
    if not rest:
        if not lines:
            raise Damaged(1, "the file is empty")
        return Reading(lines, size, "")
    try:
        if not rest.endswith(b"}"):
            raise Damaged(len(lines) + 1, "this is not a line of a record")
        lines.append(_read_line(rest, lines))
    except Damaged as e:
        if not lines:
            raise Damaged(1, "the first line is cut off; there is no game in this file") from e
        if not bounds.is_cut(rest, len(lines) + 1, lines[-1].check, _last_check):
            raise Damaged(e.line, f"{e.reason}, or something stands behind it") from e
        return Reading(lines, size, f"line {len(lines) + 1} was cut off in the middle and is left out")
    return Reading(lines, size + len(rest), "")


def _last_check(start: str) -> str:
    """How a line ends whose fields ended so; the mark begins with the quote that ends the field before it."""
    return check_of(start + '"') + '"}'


def read_lines(texts: Sequence[str]) -> list[Line]:
    """Lines that a database kept one by one."""
    lines = read_more(texts, ())
    if not lines:
        raise Damaged(1, "the record is empty")
    return lines


def read_more(texts: Sequence[str], known: Sequence[Line]) -> list[Line]:
    """Lines that follow those that are known already."""
    if len(known) + len(texts) > bounds.MOST_LINES:
        raise Damaged(1, "this is longer than any game")
    lines = list(known)
    for text in texts:
        lines.append(_read_line(text.encode(), lines))
    return lines[len(known) :]


def _read_line(chunk: bytes, before: Sequence[Line]) -> Line:
    number = len(before) + 1
    if len(chunk) > bounds.LINE_BYTES:
        raise Damaged(number, f"this line is longer than {bounds.LINE_BYTES} bytes")
    try:
        text = chunk.decode()
        fields = bounds.read_json(text)
    except ValueError as e:
        raise Damaged(number, "this is not a line of a record") from e
    if not isinstance(fields, dict):
        raise Damaged(number, "this is not a line of a record")
    try:
        bounds.check(fields)
    except bounds.Unbounded as e:
        raise Damaged(number, str(e)) from e
    _check_chain(number, text, fields, before[-1] if before else None)
    fields = _convert(number, fields, before[0].fields if before else fields)
    kind = fields.get("kind")
    if (kind == "header") != (number == 1):
        raise Damaged(number, "a record begins with its header, and has only one")
    _check_form(number, fields)
    return Line(number, str(kind), fields, text, str(fields.get("check", "")))


def _check_chain(number: int, text: str, fields: Json, before: Line | None) -> None:
    start, mark, _ = text.rpartition(_CHECK_MARK)
    if not mark or fields.get("check") != check_of(start):
        raise Damaged(number, "this line was changed after it was written")
    if fields.get("number") != number:
        raise Damaged(number, f"this line says that it is number {fields.get('number')}: lines are missing or moved")
    if fields.get("prev") != (before.check if before else ""):
        raise Damaged(number, "this line does not follow the one before it: the chain is broken")


def _convert(number: int, fields: Json, header: Json) -> Json:
    """Bring the fields of an old line into today's format."""
    made = fields.get("format", header.get("format"))
    if not isinstance(made, int) or made < min(CONVERTERS, default=FORMAT):
        raise Damaged(number, f"unknown record format {made!r}")
    if made > FORMAT:
        raise Damaged(number, f"this record has format {made}; this Kurgan reads up to {FORMAT}, please update it")
    for old in range(made, FORMAT):
        fields = CONVERTERS[old](fields)
    return fields


def _check_form(number: int, fields: Json) -> None:
    kind = str(fields.get("kind"))
    if kind not in KINDS:
        raise Damaged(number, f"unknown kind of line {fields.get('kind')!r}")
    for name, wanted in KINDS[kind]:
        if not _is_a(fields.get(name), wanted):
            raise Damaged(number, f"'{name}' is missing or wrong in a line of kind '{kind}'")
    for name, wanted in MAYBE.get(kind, {}).items():
        if name in fields and not _is_a(fields[name], wanted):
            raise Damaged(number, f"'{name}' is wrong in a line of kind '{kind}'")
    for name in WORDS.get(kind, ()):
        if not all(isinstance(word, str | int) for word in fields.get(name, {}).values()):
            raise Damaged(number, f"'{name}' is wrong in a line of kind '{kind}'")
    if not _are_words(fields.get("words", [])):
        raise Damaged(number, f"'words' is wrong in a line of kind '{kind}'")
    if not all(_are_faces(faces) for faces in fields.get("draws", {}).values()):
        raise Damaged(number, f"'draws' is wrong in a line of kind '{kind}'")
    if number == 1:
        _check_header(fields)


def _are_words(words: list[object]) -> bool:
    """Pairs of a seat and its word."""
    return all(isinstance(pair, list) and len(pair) == 2 and all(isinstance(w, str) for w in pair) for pair in words)


def _are_faces(faces: object) -> bool:
    return isinstance(faces, list) and all(_is_a(face, int) for face in faces)


def _is_a(value: object, wanted: type) -> bool:
    return isinstance(value, wanted) and not (wanted is int and isinstance(value, bool))


def _check_header(header: Json) -> None:
    if header["kurgan"] != MAGIC:
        raise Damaged(1, "this is not a game record")
    if not bounds.is_game(header["game"]):
        raise Damaged(1, "'game' is wrong in the header")
    for seat in header["seats"]:
        if not isinstance(seat, dict) or not all(isinstance(seat.get(name), str) for name in ("seat", "held", "name")):
            raise Damaged(1, "'seats' is wrong in the header")
    if not all(isinstance(header["pack"].get(name), str) for name in ("title", "checksum", "folder")):
        raise Damaged(1, "'pack' is wrong in the header")
    parent = header.get("parent", {"game": "", "commitment": ""})
    if not all(isinstance(parent.get(name), str) for name in ("game", "commitment")):
        raise Damaged(1, "'parent' is wrong in the header")
