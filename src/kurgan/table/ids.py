"""What may come in as a name: short words only, so that no path trick or oversized text gets any further."""

import hashlib
import re

GAME = re.compile(r"[0-9a-f]{8,64}")
WORD = re.compile(r"[a-z0-9_*]{0,40}")
NAME_LIMIT = 80
TEXT_LIMIT = 1000


def is_game(text: str) -> bool:
    return GAME.fullmatch(text) is not None


def is_word(text: str) -> bool:
    return WORD.fullmatch(text) is not None


def clean(text: str, limit: int = NAME_LIMIT) -> str:
    """One line of printable text."""
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())[:limit]


def handle_of(person: str) -> str:
    """What others know a person by. The id itself stays with us: it stands beside what they hold."""
    return hashlib.sha256(f"kurgan handle {person}".encode()).hexdigest()[:16] if person else ""


def credential_name(credential: bytes) -> str:
    """What a credential or a challenge is kept under: its own name has no bound."""
    return hashlib.sha256(credential).hexdigest()
