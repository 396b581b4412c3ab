"""What every bot is."""

from typing import NamedTuple, Protocol

from kurgan.kernel.protocol import Game, S, V


class Move(NamedTuple):
    """What a bot answers, and the note that it wants to be handed at the next question of its seat."""

    answer: int
    note: str = ""


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
    """Chooses one of the legal answers from what its seat sees.

    A function of what it is asked: made with the seed of one question, it remembers nothing. What it wants to know
    again it writes into the note, which whoever asks keeps for it and shows to nobody.
    """

    name: str
    blind: bool
    """It does not look at the view at all, so that nobody needs to make one."""

    def choose(self, game: Game[S, V], view: V, legal: list[int], note: str = "") -> Move: ...

    def hint(self, game: Game[S, V], view: V, legal: list[int]) -> Hint:
        """What it would choose, with the reasons."""
