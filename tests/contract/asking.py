"""Bots that are asked the same question again, where they cannot remember: in another process, backwards or alone.

python -m tests.contract.asking [--questions 60] [--title roads] [--scenario campaign] [--bot greedy:1]

asks every bot and level in every scenario and mode, or those that are named, and counts what was compared and what
differed.

python -m tests.contract.asking --kinds 2 [--most 400] [--title roads] [--scenario campaign]

asks at every kind of question that a whole game of ``greedy:1`` meets, so often each bot, wherever in the game it is.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kurgan import bots, games
from kurgan.bots import worker
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


def play(
    name: str, bot: str, scenario: str, count: int, by_lot: int = 0, options: Mapping[str, str] | None = None
) -> list[Told]:
    """So many questions of a game in this process, each bot handed its notes; the first answers may be by lot, to get
    somewhere else."""
    game: Any = title(name)
    told: list[Told] = []
    s = game.new(scenario, dict(options or {}))
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


def each_kind(
    name: str,
    scenario: str,
    kinds: int,
    options: Mapping[str, str] | None = None,
    levels: Sequence[str] = (),
    answers: int = 10**9,
) -> dict[str, list[Told]]:
    """For each bot the questions of a whole game of greedy's at which it is asked too: the first of every kind that
    leave a choice, and the next one of that seat, which finds the note of the first."""
    game: Any = title(name)
    told: dict[str, list[Told]] = {bot: [] for bot in levels or LEVELS}
    met: dict[tuple[str, int], int] = {}
    s = game.new(scenario, game.settle(dict(options or {})))
    walkers = [bots.Player("greedy:1", f"kinds/{seat}") for seat in game.seats(scenario)]
    tape = Tape(f"kinds/{name}/{scenario}")
    for _ in range(answers):
        asked = game.pending(s)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Throw):
            game.answer(s, asked.chance.throw(tape))
            continue
        legal = game.legal(s)
        kind = (asked.step, asked.seat)
        if len(legal) > 1 and met.get(kind, 0) < kinds:
            met[kind] = met.get(kind, 0) + 1
            for bot, heard in told.items():
                ask_twice(game, s.copy(), asked.seat, bot, f"kinds/{kind}/{met[kind]}", heard)
        game.answer(s, walkers[asked.seat].choose(game, game.view(s, asked.seat), legal))
    return told


def ask_twice(game: Any, s: Any, seat: int, bot: str, seed: str, told: list[Told]) -> None:
    """This question, and the next if it is the same seat's and no dice are between."""
    player = bots.Player(lambda given: Listener(source_of(game.name), bot, given, told), seed)
    for _ in range(2):
        asked = game.pending(s)
        if not isinstance(asked, Decide) or asked.seat != seat:
            return
        game.answer(s, player.choose(game, game.view(s, seat), game.legal(s)))


def ask(other: bots.Worker, told: Told) -> bots.Move:
    other.seed = told.asked["seed"]
    return other.choose(told.asked["view"], told.asked["legal"], told.asked["note"])


def asked_backwards(name: str, bot: str, told: Sequence[Told]) -> Iterator[tuple[Told, bots.Move]]:
    """All in one other process, the last question first: what it could remember is of no use to it."""
    with bots.Worker(source_of(name), bot, limit=SECONDS) as other:
        for one in reversed(told):
            yield one, ask(other, one)


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


MODES: dict[str, list[dict[str, str]]] = {
    "solo": [{"level": level} for level in ("basic", "normal", "easy_german", "easy_soviet", "impossible_german")]
    + [{"lively": "on"}]
}
"""Scenario -> the modes in which it is played; in all others there is one."""


class Count:
    """Questions that were asked again, and answers that differed."""

    def __init__(self) -> None:
        self.backwards = self.alone = self.with_note = self.different = 0

    def compare(self, where: str, one: Told, move: bots.Move) -> None:
        if move != one.move:
            self.different += 1
            print(f"DIFFERENCE {where} at {one.step}: {one.move} and then {move}", flush=True)

    def __iadd__(self, other: "Count") -> "Count":
        self.backwards += other.backwards
        self.alone += other.alone
        self.with_note += other.with_note
        self.different += other.different
        return self

    def __str__(self) -> str:
        asked = f"{self.backwards} backwards ({self.with_note} with a note), {self.alone} alone"
        return f"{asked}, {self.different} different"


def at_length(name: str, scenario: str, questions: int, levels: Sequence[str]) -> Count:
    """Every mode of a scenario and these bots; prints what was compared and each difference."""
    total = Count()
    for mode in MODES.get(scenario, [{}]):
        words = " ".join([name, scenario, *(f"{option}={value}" for option, value in mode.items())])
        for bot in levels:
            count = Count()
            for start in STARTS:
                told = play(name, bot, scenario, max(1, round(questions * LEVELS[bot])), start, mode)
                asked_again(name, bot, told, f"{words} {bot}", count)
            print(f"{words} {bot}: {count}", flush=True)
            total += count
    return total


def of_each_kind(name: str, scenario: str, kinds: int, answers: int, levels: Sequence[str]) -> Count:
    """Every mode of a scenario and these bots at every kind of question that a game meets."""
    total = Count()
    for mode in MODES.get(scenario, [{}]):
        words = " ".join([name, scenario, *(f"{option}={value}" for option, value in mode.items())])
        count = Count()
        steps: set[str] = set()
        for bot, told in each_kind(name, scenario, kinds, mode, levels, answers).items():
            steps |= {one.step for one in told}
            asked_again(name, bot, told, f"{words} {bot}", count, alone=bot == "greedy:1")
            print(f"  as far as {bot}: {count}", flush=True)
        print(f"{words}: {count}; {len(steps)} kinds of question: {' '.join(sorted(steps))}", flush=True)
        total += count
    return total


def asked_again(name: str, bot: str, told: Sequence[Told], where: str, count: Count, alone: bool = True) -> None:
    count.with_note += sum(one.asked["note"] != "" for one in told)
    for one, move in asked_backwards(name, bot, told):
        count.backwards += 1
        count.compare(where, one, move)
    for one, move in asked_alone(name, bot, told) if alone and bot != "random" else ():
        count.alone += 1
        count.compare(where, one, move)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--kinds", type=int, default=0, help="so often at every kind of question of a whole game")
    parser.add_argument("--most", type=int, default=10**9, help="answers of that game")
    parser.add_argument("--title", choices=games.TITLES)
    parser.add_argument("--scenario")
    parser.add_argument("--bot", action="append", choices=LEVELS, help="only this one; may be repeated")
    asked = parser.parse_args()
    worker.START_LIMIT = SECONDS  # on a machine that is busy with other things a process comes late
    total = Count()
    for name in [asked.title] if asked.title else games.TITLES:
        for scenario in title(name).scenarios():
            if asked.scenario in (None, scenario.name):
                total += (
                    of_each_kind(name, scenario.name, asked.kinds, asked.most, asked.bot or list(LEVELS))
                    if asked.kinds
                    else at_length(name, scenario.name, asked.questions, asked.bot or list(LEVELS))
                )
    print(f"together: {total}")
    return 1 if total.different else 0


if __name__ == "__main__":
    sys.exit(main())
