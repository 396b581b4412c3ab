"""Bots that are asked the same question again, where they cannot remember: in another process, backwards or alone.

python -m tests.contract.asking [--questions 60] [--title roads]     (every bot and level, every scenario; counts)
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kurgan import bots, games
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Json, Over, Throw
from tests.contract.sample import title

TOY = bots.Source("toy", "", "tests.contract.toy:load")
SECONDS = 300


class Told(NamedTuple):
    """A question that a bot was asked in a game, at which step, and what it answered."""

    step: str
    asked: Json
    move: bots.Move


class Listener:
    """A bot that writes down what it is asked and what it answers."""

    def __init__(self, source: bots.Source, bot: str, seed: str, told: list[Told]) -> None:
        self.name = bot
        self.blind = False
        self.source, self.seed, self.told = source, seed, told

    def choose(self, game: Any, view: Any, legal: list[int], note: str = "") -> bots.Move:
        move = bots.make(self.name, self.seed).choose(game, view, legal, note)
        asked = bots.question(self.source, self.name, self.seed, view.to_json(), legal, note)
        self.told.append(Told(game.pending(game.imagine(view, Tape("step"))).step, asked, move))
        return move

    def hint(self, game: Any, view: Any, legal: list[int]) -> bots.Hint:
        raise NotImplementedError


def source_of(name: str) -> bots.Source:
    return TOY if name == "toy" else bots.Source(name)


def play(name: str, bot: str, scenario: str, count: int, by_lot: int = 0) -> list[Told]:
    """So many questions of a game in this process, each bot handed its notes; the first answers may be by lot, to get
    somewhere else."""
    game: Any = title(name)
    told: list[Told] = []
    s = game.new(scenario, {})
    lot = random.Random(f"{scenario}/{by_lot}")
    players = [
        bots.Player(lambda seed: Listener(source_of(name), bot, seed, told), f"contract/{seat}")
        for seat in game.seats(scenario)
    ]
    tape = Tape(f"contract/{name}")
    given = 0
    while len(told) < count and not isinstance(asked := game.pending(s), Over):
        if isinstance(asked, Decide) and given < by_lot:
            answer = lot.choice(game.legal(s))
            given += 1
        elif isinstance(asked, Decide):
            answer = players[asked.seat].choose(game, game.view(s, asked.seat), game.legal(s))
        else:
            assert isinstance(asked, Throw)
            answer = asked.chance.throw(tape)
        game.answer(s, answer)
    return told


def ask(worker: bots.Worker, told: Told) -> bots.Move:
    worker.seed = told.asked["seed"]
    return worker.choose(told.asked["view"], told.asked["legal"], told.asked["note"])


def asked_backwards(name: str, bot: str, told: Sequence[Told]) -> Iterator[tuple[Told, bots.Move]]:
    """All in one other process, the last question first: what it could remember is of no use to it."""
    with bots.Worker(source_of(name), bot, limit=SECONDS) as worker:
        for one in reversed(told):
            yield one, ask(worker, one)


def asked_alone(name: str, bot: str, told: Sequence[Told]) -> Iterator[tuple[Told, bots.Move]]:
    """For each kind of question one that leaves a choice, in a process that was asked nothing before."""
    for one in {one.step: one for one in told if len(one.asked["legal"]) > 1}.values():
        with bots.Worker(source_of(name), bot, limit=SECONDS) as fresh:
            yield one, ask(fresh, one)


LEVELS = {
    "random": 1.0,
    "greedy:1": 1.0,
    "greedy:2": 0.5,
    "greedy:3": 0.25,
    "search:1": 0.5,
    "search:2": 0.5,
    "search:3": 0.3,
    "search:4": 0.2,
    "search:5": 0.1,
}
"""Every bot at every level, and what part of the questions: those that think long are asked fewer."""
STARTS = (0, 60, 400)
"""Answers by lot before the bots play: the beginning, a later turn, one later still."""


def at_length(name: str, questions: int) -> None:
    """Every scenario of a title; prints what was compared and each difference."""
    for scenario in title(name).scenarios():
        for bot, share in LEVELS.items():
            compared = alone = notes = 0
            for start in STARTS:
                told = play(name, bot, scenario.name, max(1, round(questions * share)), start)
                notes += sum(one.asked["note"] != "" for one in told)
                for one, move in asked_backwards(name, bot, told):
                    compared += 1
                    tell_difference(scenario.name, bot, one, move)
                for one, move in asked_alone(name, bot, told) if bot != "random" else ():
                    alone += 1
                    tell_difference(scenario.name, bot, one, move)
            print(
                f"{name} {scenario.name} {bot}: {compared} backwards ({notes} with a note), {alone} alone", flush=True
            )


def tell_difference(scenario: str, bot: str, one: Told, move: bots.Move) -> None:
    if move != one.move:
        print(f"DIFFERENCE {scenario} {bot} at {one.step}: {one.move} and then {move}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--title", choices=games.TITLES)
    asked = parser.parse_args()
    for name in [asked.title] if asked.title else games.TITLES:
        at_length(name, asked.questions)


if __name__ == "__main__":
    main()
