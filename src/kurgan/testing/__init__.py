"""For tests of rules: the tag that ties a test to a paragraph, and a board on which nothing is left to luck.

    t = Table(game, game.read_position('''turn 2
    8: 29/15 29/RCN
    10: ?'''))
    t.play("activate 8", "move 29/RCN 10", "attack 10", "reveal_unit H-8-fanatic", "fight", "roll_attack 4+3")

An action is written as a player types it; a throw as the name of its step and the faces, or what is drawn. A script
that answers a question not asked fails at that line.
"""

from collections.abc import Callable
from typing import Any, Self, TypeVar

from kurgan.board import Board
from kurgan.kernel.protocol import Decide, Misspelt, Over, Throw

Test = TypeVar("Test", bound=Callable[..., object] | type)


def rule(number: str) -> Callable[[Test], Test]:
    """Mark a test as holding this paragraph; ``kurgan rules`` and ``kurgan where`` find it."""
    import pytest

    return pytest.mark.rule(number)


class Table(Board[Any, Any]):
    """A board under test: every throw is named, and every position on the way is checked."""

    def play(self, *script: str) -> Self:
        for number, line in enumerate(script, 1):
            try:
                super().play(line)
            except ValueError as error:
                raise AssertionError(f"line {number}, '{line}': {error}") from error
            self.s.check()
        return self

    def roll_on(self) -> Self:
        """Nobody throws for a test."""
        asked = self.pending
        if isinstance(asked, Throw):
            raise Misspelt(f"the dice are asked for '{asked.step}'")
        return self

    def asked(self) -> str:
        """The step that waits for an answer; "over" at the end."""
        asked = self.pending
        return "over" if isinstance(asked, Over) else asked.step

    def choices(self) -> list[str]:
        return list(self.legal)

    def refused(self, line: str) -> str:
        """Rule and name of the refusal of an action, as ``"8.3.2 leaving_contest"``; fails if it is allowed."""
        assert isinstance(self.pending, Decide), f"nobody decides at '{self.asked()}'"
        refusal = self.why_not(line)
        assert refusal is not None, f"'{line}' is allowed"
        return f"{refusal.rule} {refusal.code}"

    def told_lines(self) -> list[str]:
        """What happened, as ``"9.5.5 sentence"``."""
        return [str(told) for told in self.log]

    def rules(self) -> list[str]:
        return [event.rule for event in self.events]
