"""For tests of rules: the tag that ties a test to a paragraph, and a table on which a situation is drawn and played.

    t = Table(game, game.read_position('''turn 2
    8: 29/15 29/RCN
    10: ?'''))
    t.play("activate 8", "move 29/RCN 10", "attack 10", "reveal_unit H-8-fanatic", "fight", "roll_attack 4+3")

An action is written as a player types it; a throw as the name of its step and the faces, or the item drawn. A script
that answers a question not asked fails at that line.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from kurgan.kernel.chance import Dice, Listed
from kurgan.kernel.protocol import Decide, Event, Game, Misspelt, Over, Throw


def rule(number: str) -> Callable[[Any], Any]:
    """Mark a test as holding this paragraph; ``kurgan rules`` and ``kurgan where`` find it."""
    import pytest

    return pytest.mark.rule(number)


class Table:
    """A game under test: scripted answers and dice, and a log of what happened."""

    def __init__(self, game: Game[Any, Any], s: Any, draws: Mapping[str, Sequence[str]] | None = None) -> None:
        self.game = game
        self.s = s
        self.draws = draws or {}
        self.events: list[Event] = []

    def play(self, *script: str) -> Self:
        for number, line in enumerate(script, 1):
            try:
                self._answer(line)
            except (Misspelt, ValueError) as error:
                raise AssertionError(f"line {number}, '{line}': {error}") from error
            self.s.check()
        return self

    def _answer(self, line: str) -> None:
        asked = self.game.pending(self.s)
        if isinstance(asked, Decide):
            self.events += self.game.apply(self.s, self.game.parse(self.s, line))
        elif isinstance(asked, Throw):
            step, _, what = line.partition(" ")
            if step != asked.step:
                raise Misspelt(f"the dice are asked for '{asked.step}'")
            self.events += self.game.apply(self.s, self._folded(asked, what))
        else:
            raise Misspelt("the game is over" if isinstance(asked, Over) else "nobody is asked")

    def _folded(self, asked: Throw, what: str) -> int:
        if isinstance(asked.chance, Dice | Listed):
            return asked.chance.fold(asked.chance.parse(f"roll {what}"))
        names = self.draws.get(asked.step)
        if names is not None and what in names:
            return list(names).index(what)
        return asked.chance.fold(asked.chance.parse(f"draw {what}"))

    def asked(self) -> str:
        """The step that waits for an answer; "over" at the end."""
        asked = self.game.pending(self.s)
        return "over" if isinstance(asked, Over) else asked.step

    def choices(self) -> list[str]:
        return [self.game.spell(self.s, a) for a in self.game.legal(self.s)]

    def refused(self, line: str) -> str:
        """Rule and name of the refusal of an action, as ``"8.3.2 leaving_contest"``; fails if it is allowed."""
        asked = self.game.pending(self.s)
        assert isinstance(asked, Decide), f"nobody decides at '{self.asked()}'"
        refusal = self.game.why_not(self.s, asked.seat, self.game.parse(self.s, line))
        assert refusal is not None, f"'{line}' is allowed"
        return f"{refusal.rule} {refusal.code}"

    def log(self) -> list[str]:
        """What happened, as ``"9.5.5 sentence"``."""
        return [f"{event.rule} {self.game.sentence(event)}" for event in self.events]

    def rules(self) -> list[str]:
        return [event.rule for event in self.events]
