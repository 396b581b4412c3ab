"""What every bot promises in every title: it is a function of what it is asked, in this process and in any other."""

from typing import Any, NamedTuple

import pytest

from kurgan import bots
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Json, Over, Throw
from tests.contract.sample import COMPILED, title

TOY = bots.Source("toy", "", "tests.contract.toy:load")
TURNS = {"advance": "factory", "inferno": "one_vs_one", "roads": "wintergewitter"}
"""Title -> the scenario that is played, with every seat a bot's."""

BOTS = {"random": 260, "greedy:1": 260, "search:2": 90}
"""Each at the lowest level at which it does all that it can do, and for how many decisions: in each title more than a
whole turn of each side, less for the one that thinks long."""

CASES = [(name, bot) for name in TURNS for bot in BOTS] + ([] if COMPILED else [("toy", bot) for bot in BOTS])


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


def play(name: str, bot: str) -> list[Told]:
    """A game in this process, each bot handed its notes."""
    game: Any = title(name)
    told: list[Told] = []
    scenario = TURNS.get(name) or game.scenarios()[0].name
    s = game.new(scenario, {})
    players = [
        bots.Player(lambda seed: Listener(source_of(name), bot, seed, told), f"contract/{seat}")
        for seat in game.seats(scenario)
    ]
    tape = Tape(f"contract/{name}")
    while len(told) < BOTS[bot] and not isinstance(asked := game.pending(s), Over):
        if isinstance(asked, Decide):
            answer = players[asked.seat].choose(game, game.view(s, asked.seat), game.legal(s))
        else:
            assert isinstance(asked, Throw)
            answer = asked.chance.throw(tape)
        game.answer(s, answer)
    return told


def ask(worker: bots.Worker, told: Told) -> bots.Move:
    worker.seed = told.asked["seed"]
    return worker.choose(told.asked["view"], told.asked["legal"], told.asked["note"])


@pytest.mark.parametrize(("name", "bot"), CASES)
def test_a_bot_thinks_the_same_without_its_memory(name: str, bot: str) -> None:
    """Backwards in another process, where nothing that it could remember helps it; then one answer to a process."""
    told = play(name, bot)
    worker = bots.Worker(source_of(name), bot, limit=300)
    try:
        for one in reversed(told):
            assert ask(worker, one) == one.move, f"{name}, {bot} at {one.step}"
    finally:
        worker.close()
    if bot != "random":
        for one in {one.step: one for one in told if len(one.asked["legal"]) > 1}.values():
            with bots.Worker(source_of(name), bot, limit=300) as fresh:
                assert ask(fresh, one) == one.move, f"{name}, {bot} alone at {one.step}"


def test_orders_of_several_answers_are_carried_out_by_notes_alone() -> None:
    """In one turn of a game whose phases are long orders most answers come from notes, and without them differ."""
    told = play("roads", "greedy:1")
    by_note = [one for one in told if len(one.asked["legal"]) > 1 and one.move.note == one.asked["note"] != ""]
    steps = {one.step for one in by_note}
    assert {"step", "choose_mover", "add_attacker"} <= steps
    assert sum(one.step == "step" for one in by_note) > 20
