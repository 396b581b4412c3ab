"""What the table says itself, whatever the title, in the language of whoever asks."""

from pathlib import Path

from kurgan.kernel.sentences import load_text, speaking

with speaking("en"):
    TEXT = load_text(Path(__file__).parent)


def say(key: str, **values: object) -> str:
    """A sentence of the table with its blanks filled."""
    return TEXT.fill("words", key, {name: str(value) for name, value in values.items()})


def voice() -> str:
    """The language that is spoken now, among those that the table has."""
    return TEXT.voice


def translated(english: str) -> str:
    """A refusal that is said where it is made; as it is where the language does not have it."""
    return TEXT.label(english)
