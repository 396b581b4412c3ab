"""In which language a command speaks."""

from collections.abc import Iterator
from contextlib import contextmanager

from kurgan.kernel.sentences import speaking, spoken
from kurgan.terminal.words import Words, language_of

SPOKEN = frozenset(
    [
        *("sit", "learn", "games", "rules", "new", "show", "act", "auto", "undo"),
        *("resign", "word", "branch", "hint", "review", "verify"),
    ]
)
"""Commands that speak to a player. The table asks each visitor for his language; figures for a laboratory have none."""


@contextmanager
def speaking_as(language: str) -> Iterator[Words]:
    """Meanwhile everything speaks as said, or as it did before, or as the system does."""
    say = Words(language_of(language or spoken()))
    with speaking(say.language):
        yield say


@contextmanager
def speaking_for(command: str | None, language: str) -> Iterator[None]:
    """While a command runs."""
    if command in SPOKEN:
        with speaking_as(language):
            yield
    else:
        yield
