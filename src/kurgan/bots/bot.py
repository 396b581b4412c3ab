"""What every bot is."""

from typing import NamedTuple, Protocol

from kurgan.kernel.protocol import Game, S, V


class Weighing(NamedTuple):
    """One order a bot looked at: its answers in notation, its worth, how the worth was found."""

    actions: list[str]
    worth: float
    exact: bool
    outcomes: int


class Hint(NamedTuple):
    """What a bot would answer, and why; ``weighings`` are the orders it compared, best first."""

    answers: list[int]
    actions: list[str]
    reasons: list[str]
    weighings: list[Weighing]


class Bot(Protocol):
    """Chooses one of the legal answers from what its seat sees."""

    name: str
    blind: bool
    """It does not look at the view at all, so that nobody needs to make one."""

    def choose(self, game: Game[S, V], view: V, legal: list[int]) -> int: ...

    def explain(self, game: Game[S, V], view: V) -> list[str]:
        """The reasons of the choice just made from this view."""

    def hint(self, game: Game[S, V], view: V, legal: list[int]) -> Hint:
        """What it would choose, with the reasons; it stays free to choose otherwise."""
