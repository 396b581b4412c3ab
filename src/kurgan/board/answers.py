"""Lists that say what they hold: the answers of a question, and what has happened."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from kurgan.kernel.protocol import Choice, Event

SHOWN = 8
"""Answers that a list shows of itself."""


class Legal(list[str]):
    """The answers that may be given now, in notation and in the order of the rules; ``choices`` tells more of each."""

    def __init__(self, choices: Sequence[Choice], question: str) -> None:
        super().__init__([choice.action for choice in choices])
        self.choices = list(choices)
        self.question = question

    def __repr__(self) -> str:
        if not self:
            return f"<no answers: {self.question}>"
        shown = self[:SHOWN] + ["..."] * (len(self) > SHOWN)
        number = f"{len(self)} answers" if len(self) > 1 else "1 answer"
        return f"<{number} at {self.question}: {', '.join(shown)}>"


class Told(NamedTuple):
    """Something that happened: its paragraph, the sentence, and the event of the rules."""

    rule: str
    text: str
    event: Event

    def __str__(self) -> str:
        return f"{self.rule} {self.text}"

    def __repr__(self) -> str:
        return f"<{self.rule} {self.text}>"


class Log(Sequence[Told]):
    """What happened on a board, oldest first; a part of it is a log too."""

    def __init__(self, told: Sequence[Told]) -> None:
        self._told = tuple(told)

    @overload
    def __getitem__(self, i: int) -> Told: ...
    @overload
    def __getitem__(self, i: slice) -> "Log": ...
    def __getitem__(self, i: int | slice) -> "Told | Log":
        return Log(self._told[i]) if isinstance(i, slice) else self._told[i]

    def __len__(self) -> int:
        return len(self._told)

    def __iter__(self) -> Iterator[Told]:
        return iter(self._told)

    def __str__(self) -> str:
        return "\n".join(str(told) for told in self._told)

    def __repr__(self) -> str:
        return f"<{len(self)} events>" if not self._told else f"<{len(self)} events:\n{self}>"
