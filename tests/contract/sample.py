"""Titles, and positions from random play, for tests that hold for every title."""

from functools import cache
from typing import Any, NamedTuple, cast

from kurgan import games, odds
from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Over, Throw
from kurgan.lab.fuzz import vary
from tests.contract import toy

COMPILED = not (flow.__file__ or "").endswith(".py")

TITLES = games.TITLES if COMPILED else ("toy", *games.TITLES)
"""Every title of the registry, and the toy, which keeps the suite itself honest. It cannot derive from compiled
classes, so it stays out when the kernel is compiled."""

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


def title(name: str) -> Game:
    return cast(Game, toy.Toy()) if name == "toy" else games.load(name)


def answer_any(game: Game, s: Any, tape: Tape) -> int:
    """An answer to the pending question, by lot."""
    asked = game.pending(s)
    if isinstance(asked, Decide):
        legal = game.legal(s)
        return legal[tape.below(len(legal))]
    assert isinstance(asked, Throw)
    return asked.chance.throw(tape)


class Play(NamedTuple):
    """A random game: scenario and options by seed, and every position in it, the last one too."""

    game: Game
    scenario: str
    options: dict[str, str]
    positions: list[Any]


def play_through(name: str, seed: str) -> Play:
    game = title(name)
    tape = Tape(f"contract/{name}/{seed}")
    scenarios = game.scenarios()
    scenario = scenarios[tape.below(len(scenarios))].name
    options = vary(game, scenario, tape)
    s = game.new(scenario, options)
    positions = [s.copy()]
    while not isinstance(game.pending(s), Over):
        game.answer(s, answer_any(game, s, tape))
        positions.append(s.copy())
    return Play(game, scenario, options, positions)


@cache
def cases(name: str) -> tuple[Case, ...]:
    """Positions from all parts of several games: the opening, some by lot, the end."""
    found: list[Case] = []
    played = 0
    for number in range(GAMES):
        if played > ENOUGH:
            break
        play = play_through(name, str(number))
        seats = len(play.game.seats(play.scenario))
        last = len(play.positions) - 1
        played += last
        step = max(1, last // KEPT)
        for i in sorted({0, *range(1 + number % step, last, step), last}):
            found.append(Case(f"{name} game {number} answer {i}", play.game, play.positions[i], seats))
    return tuple(found)


@cache
def decisions(name: str) -> tuple[Case, ...]:
    """Only positions in which a seat is asked."""
    return tuple(case for case in cases(name) if isinstance(case.game.pending(case.s), Decide))


@cache
def fights(name: str) -> tuple[Case, ...]:
    """Positions in a fight: those of the sample or, if by chance it has none, the first ones of a few games."""
    found = [case for case in cases(name) if odds.find(case.game, case.s) is not None]
    for number in range(0 if found else GAMES):
        play = play_through(name, str(number))
        seats = len(play.game.seats(play.scenario))
        for i, s in enumerate(play.positions):
            if odds.find(play.game, s) is not None:
                found.append(Case(f"{name} game {number} answer {i}", play.game, s, seats))
                break
    return tuple(found)
