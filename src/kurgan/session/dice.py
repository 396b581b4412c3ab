"""Dice nobody can doubt: every answer of the dice follows from a secret that was promised before the game.

The secret is 256 bits; its SHA-256 is published at the start and the secret itself at the end. The bytes for chance
question *n* are blocks of HMAC-SHA256(secret, message), where the message is the JSON text, without blanks, of

    ["kurgan dice 1", game id, [[seat, word], ...], n, block]

with block 0, 1, 2 ... A die is the next byte below 252, modulo 6, plus 1. An index below N is made of the next eight
bytes, most significant first, taken again while they are not below the largest multiple of N. So anyone can derive
every roll again from the record alone, without knowing the rules.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from kurgan.kernel.notation import canonical

LABEL = "kurgan dice 1"
SEED_LABEL = "kurgan open seed 1"
SECRET_BYTES = 32
WORD_BYTES = 16

MOST_DICE = 1000
MOST_ASKED = 4000
"""Bounds of one question, far beyond what any rulebook asks: a record cannot make us throw for hours."""

_BYTE_LIMIT = 252
_INDEX_BYTES = 8
_INDEX_RANGE = 1 << 64

Words = tuple[tuple[str, str], ...]
"""Seat and word, in the order in which they joined."""


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def new_word() -> str:
    return secrets.token_hex(WORD_BYTES)


def new_game_id() -> str:
    return secrets.token_hex(WORD_BYTES)


def secret_of_seed(seed: str) -> bytes:
    """The secret of an open seed: known to all from the start."""
    return hashlib.sha256(f"{SEED_LABEL}\n{seed}".encode()).digest()


def id_of_seed(seed: str, *parts: str) -> str:
    """The id of a game with an open seed, so that the same seed gives the same game."""
    return hashlib.sha256("\n".join([SEED_LABEL, "game", seed, *parts]).encode()).hexdigest()[: 2 * WORD_BYTES]


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


class CommittedDice:
    """The dice of one chance question; an ``Rng`` of the kernel."""

    def __init__(self, secret: bytes, game: str, words: Words, n: int) -> None:
        self._secret = secret
        self._game = game
        self._words = [list(pair) for pair in words]
        self._n = n
        self._block = 0
        self._bytes = b""

    def dice(self, count: int) -> list[int]:
        faces: list[int] = []
        while len(faces) < count:
            byte = self._take(1)[0]
            if byte < _BYTE_LIMIT:
                faces.append(byte % 6 + 1)
        return faces

    def below(self, n: int) -> int:
        limit = _INDEX_RANGE - _INDEX_RANGE % n
        while True:
            value = int.from_bytes(self._take(_INDEX_BYTES), "big")
            if value < limit:
                return value % n

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            message = canonical([LABEL, self._game, self._words, self._n, self._block]).encode()
            self._bytes += hmac.new(self._secret, message, hashlib.sha256).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


def derive(secret: bytes, game: str, words: Words, n: int, asked: str) -> Sequence[int]:
    """What comes of what was asked ("8d6", "1 of 22", "1 each of 13 12"), without any rules; raises ValueError."""
    dice = CommittedDice(secret, game, words, n)
    kind, sizes = read_asked(asked)
    return dice.dice(sizes[0]) if kind == "dice" else [dice.below(size) for size in sizes]


def read_asked(asked: str) -> tuple[str, list[int]]:
    """ "8d6" -> ("dice", [8]); "1 of 22" -> ("draw", [22]); "1 each of 13 12" -> ("draw", [13, 12])."""
    if len(asked) > MOST_ASKED:
        raise ValueError(f"more is asked of the dice than {MOST_ASKED} letters can say")
    if asked.endswith("d6") and asked[:-2].isdecimal():
        if int(asked[:-2]) > MOST_DICE:
            raise ValueError(f"'{asked[:40]}' is more than the {MOST_DICE} dice that can be thrown at once")
        return "dice", [int(asked[:-2])]
    words = asked.split()
    sizes = words[2:] if words[:2] == ["1", "of"] and len(words) == 3 else []
    if words[:3] == ["1", "each", "of"]:
        sizes = words[3:]
    if sizes and all(size.isdecimal() and int(size) > 0 for size in sizes):
        return "draw", [int(size) for size in sizes]
    raise ValueError(f"'{asked}' is nothing that dice can answer")


def answer_text(asked: str, faces: Sequence[int]) -> str:
    """The notation of a result, as the kernel's chance questions write it."""
    kind, _ = read_asked(asked)
    return "draw " + " ".join(map(str, faces)) if kind == "draw" else "roll " + "+".join(map(str, faces))


def read_faces(asked: str, text: str) -> list[int]:
    """Faces or indices from "roll 4+3" or "draw 7"; raises ValueError if they cannot answer what was asked."""
    kind, sizes = read_asked(asked)
    words = text.split()
    if kind == "draw" and words[:1] == ["draw"] and len(words) == len(sizes) + 1:
        if all(word.isdecimal() and int(word) < size for word, size in zip(words[1:], sizes, strict=True)):
            return [int(word) for word in words[1:]]
    if len(words) == 2 and kind == "dice" and words[0] == "roll":
        faces = words[1].split("+")
        if len(faces) == sizes[0] and all(face in ("1", "2", "3", "4", "5", "6") for face in faces):
            return [int(face) for face in faces]
    raise ValueError(f"'{text}' is no answer to {asked}")


def keeps_promise(promised: str, secret: str) -> bool:
    """Whether this is the secret whose hash was published."""
    try:
        return commitment(bytes.fromhex(secret)) == promised
    except (TypeError, ValueError):
        return False
