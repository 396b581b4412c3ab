"""What bots say of their reasons, in the language that is spoken."""

from pathlib import Path

from kurgan.kernel.sentences import ENGLISH, load_text, speaking

with speaking(ENGLISH):
    TEXT = load_text(Path(__file__).parent)


def said(key: str, **values: object) -> str:
    """A sentence with its blanks filled."""
    return TEXT.fill("words", key, {name: str(value) for name, value in values.items()})
