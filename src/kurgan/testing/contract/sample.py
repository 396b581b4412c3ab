"""A title under test, and positions of it from random play."""

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple

from kurgan import odds
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Over, S, Throw, V
from kurgan.lab.fuzz import vary

GAMES = 8
ENOUGH = 8000
KEPT = 6
"""Games played for the sample (fewer if that many answers were given), and positions kept of each."""


class Case(NamedTuple):
    """A position and how it came about."""

    name: str
    game: Game
    s: Any
    seats: int


class Play(NamedTuple):
    """A random game: scenario and options by seed, and every position in it, the last one too."""

    game: Game
    scenario: str
    options: dict[str, str]
    positions: list[Any]


def attribute_names(value: object) -> list[str]:
    """All attributes that an object keeps, also those of a compiled one, which has no ``__dict__``."""
    names: set[str] = set(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        names |= {*getattr(kind, "__slots__", ()), *getattr(kind, "__mypyc_attrs__", ())} - {"__dict__"}
    return sorted(names)


def answer_any(game: Game[S, V], s: S, tape: Tape) -> int:
    """An answer to the pending question, by lot."""
    asked = game.pending(s)
    if isinstance(asked, Decide):
        legal = game.legal(s)
        return legal[tape.below(len(legal))]
    assert isinstance(asked, Throw)
    return asked.chance.throw(tape)


class Sample:
    """Positions of one title; made once and shared by all tests."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = game.name

    def play(self, seed: str) -> Play:
        """A whole game by lot, with a scenario and options by lot."""
        game = self.game
        tape = Tape(f"contract/{self.name}/{seed}")
        scenarios = game.scenarios()
        scenario = scenarios[tape.below(len(scenarios))].name
        options = vary(game, scenario, tape)
        s = game.new(scenario, options)
        positions = [s.copy()]
        while not isinstance(game.pending(s), Over):
            game.answer(s, answer_any(game, s, tape))
            positions.append(s.copy())
        return Play(game, scenario, options, positions)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Positions from all parts of several games: the opening, some by lot, the end."""
        found: list[Case] = []
        played = 0
        for number in range(GAMES):
            if played > ENOUGH:
                break
            play = self.play(str(number))
            seats = len(play.game.seats(play.scenario))
            last = len(play.positions) - 1
            played += last
            step = max(1, last // KEPT)
            for i in sorted({0, *range(1 + number % step, last, step), last}):
                found.append(Case(f"{self.name} game {number} answer {i}", play.game, play.positions[i], seats))
        return tuple(found)

    @cached_property
    def decisions(self) -> tuple[Case, ...]:
        """Only positions in which a seat is asked."""
        return tuple([case for case in self.cases if isinstance(case.game.pending(case.s), Decide)])

    @cached_property
    def fights(self) -> tuple[Case, ...]:
        """Positions in a fight: those of the sample or, if by chance it has none, the first ones of a few games."""
        found = [case for case in self.cases if odds.find(case.game, case.s) is not None]
        for number in range(0 if found else GAMES):
            play = self.play(str(number))
            seats = len(play.game.seats(play.scenario))
            for i, s in enumerate(play.positions):
                if odds.find(play.game, s) is not None:
                    found.append(Case(f"{self.name} game {number} answer {i}", play.game, s, seats))
                    break
        return tuple(found)


@cache
def sample_of(make: Callable[[], Any]) -> Sample:
    return Sample(make())


class Tested:
    """Base of every part of the suite: a test class derives from it and says ``make = TheTitle``."""

    make: ClassVar[Callable[[], Any]]

    @property
    def sample(self) -> Sample:
        return sample_of(type(self).__dict__.get("make") or type(self).make)
