"""Reading a position that a person has typed: what every title's text form has in common.

A line is ``word values ...`` or ``place: pieces ...``; ``#`` begins a remark. What the words mean is the title's own.
"""

from collections.abc import Sequence
from typing import Any

from kurgan.kernel import flow
from kurgan.kernel.codec import nearest
from kurgan.kernel.protocol import Misspelt


class Lines:
    """The lines of one position; every complaint names its line or word."""

    def __init__(self, text: str, words: Sequence[str], many: Sequence[str] = ()) -> None:
        """``words`` may begin a line once, those of ``many`` among them often."""
        self.values: dict[str, list[str]] = {}
        self.many: list[tuple[int, list[str]]] = []
        self.places: list[tuple[int, str, list[str]]] = []
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.split("#")[0].strip()
            head, colon, rest = line.partition(":")
            if colon:
                self.places.append((number, head.strip(), rest.split()))
            elif line:
                self._read(number, line.split(), words, many)

    def _read(self, number: int, line: list[str], words: Sequence[str], many: Sequence[str]) -> None:
        name = line[0]
        if name not in words:
            raise Misspelt(f"line {number}: unknown word '{name}'{nearest(name, words)}")
        if name in many:
            self.many.append((number, line))
        elif name in self.values:
            raise Misspelt(f"line {number}: '{name}' stands twice")
        else:
            self.values[name] = line[1:]

    def word(self, name: str, default: str) -> str:
        words = self.values.get(name, [default])
        if len(words) != 1:
            raise Misspelt(f"'{name}' takes one word, not '{' '.join(words)}'")
        return words[0]

    def number(self, name: str, default: int) -> int:
        words = self.values.get(name, [str(default)])
        if len(words) != 1 or not words[0].isdecimal():
            raise Misspelt(f"'{name}' takes one whole number, not '{' '.join(words)}'")
        return int(words[0])

    def options(self) -> dict[str, str]:
        """Pairs ``name=value``; commas in a value stand for blanks."""
        found = {}
        for pair in self.values.get("options", []):
            name, equals, value = pair.partition("=")
            if not equals:
                raise Misspelt(f"options are written name=value, not '{pair}'")
            found[name] = value.replace(",", " ")
        return found


def begin_at(s: Any, row: str) -> None:
    """Stand before a row of the table of a turn and go to the first question; the position must hold."""
    steps = s.book.steps
    turn = steps["turn"]
    game = steps["game"]
    s.stack = [game.frames[game.size], steps["turns"].entry, turn.frames[[part.name for part in turn.parts].index(row)]]
    try:
        s.check()
    except AssertionError as error:
        raise Misspelt(f"not a legal position: {error}") from None
    flow.advance(s)
