"""One game from the first question to the last, by bots and a tape of dice."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from kurgan.kernel.chance import Rng, Tape
from kurgan.kernel.protocol import Decide, Event, Game, Outcome, Over, Pending, State, Throw, View

NO_VIEW = View()
"""For bots that do not look."""

MOST_ANSWERS = 500_000
"""Answers after which a game is taken to have no end."""


class Endless(RuntimeError):
    """A game that goes on and on."""


class Decider(Protocol):
    """Whoever answers for a seat; ``bots.Player`` is one."""

    @property
    def blind(self) -> bool: ...
    def choose(self, game: Game, view: View, legal: list[int]) -> int: ...


class Streams:
    """Dice with a tape for each question, so that two games of one seed get equal throws for equal questions.

    What differs between them shifts the throws of one question only, not of all that come after it.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.tapes: dict[str, Tape] = {}

    def at(self, step: str) -> Tape:
        tape = self.tapes.get(step)
        if tape is None:
            tape = self.tapes[step] = Tape(f"{self.seed}/{step}")
        return tape


class Accumulator(Protocol):
    """A statistic of one game, made anew for each: told what happens, it ends in a few named numbers."""

    def before(self, game: Game, s: State) -> None: ...
    def on_event(self, event: Event) -> None: ...
    def after(self, game: Game, s: State, outcome: Outcome) -> dict[str, float]: ...


@runtime_checkable
class Watcher(Accumulator, Protocol):
    """A statistic that also looks at the position before each answer is given."""

    def on_answer(self, game: Game, s: State, asked: Pending, answer: int) -> None: ...


class Played(NamedTuple):
    outcome: Outcome
    decisions: int
    throws: int
    measures: dict[str, float]


def play(
    game: Game,
    s: State,
    players: Sequence[Decider],
    dice: Rng | Streams,
    accumulators: Sequence[Accumulator] = (),
) -> Played:
    """Play the position on to its end; ``players`` by seat. Events are made only if an accumulator wants them."""
    decisions = throws = 0
    watchers = [accumulator for accumulator in accumulators if isinstance(accumulator, Watcher)]
    for accumulator in accumulators:
        accumulator.before(game, s)
    while decisions + throws < MOST_ANSWERS:
        asked = game.pending(s)
        if isinstance(asked, Decide):
            player = players[asked.seat]
            view = NO_VIEW if player.blind else game.view(s, asked.seat)
            answer = player.choose(game, view, game.legal(s))
            decisions += 1
        elif isinstance(asked, Over):
            measures: dict[str, float] = {}
            for accumulator in accumulators:
                measures.update(accumulator.after(game, s, asked.outcome))
            return Played(asked.outcome, decisions, throws, measures)
        else:
            assert isinstance(asked, Throw)
            answer = asked.chance.throw(dice.at(asked.step) if isinstance(dice, Streams) else dice)
            throws += 1
        for watcher in watchers:
            watcher.on_answer(game, s, asked, answer)
        if accumulators:
            _tell(game.apply(s, answer), accumulators)
        else:
            game.answer(s, answer)
    raise Endless(f"still not over after {MOST_ANSWERS} answers")


def _tell(events: Sequence[Event], accumulators: Sequence[Accumulator]) -> None:
    for event in events:
        for accumulator in accumulators:
            accumulator.on_event(event)
