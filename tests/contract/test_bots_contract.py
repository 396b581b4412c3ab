"""What every bot promises in every title: it is a function of what it is asked, in this process and in any other."""

import pytest

from tests.contract import asking
from tests.contract.asking import Told, asked_alone, asked_backwards
from tests.contract.sample import title

TURNS = {"advance": "factory", "inferno": "one_vs_one", "roads": "wintergewitter"}
"""Title -> the scenario that is played, with every seat a bot's."""

BOTS = {"random": 260, "greedy:1": 260, "search:2": 90}
"""Each at the lowest level at which it does all that it can do, and for how many decisions: in each title more than a
whole turn of each side, less for the one that thinks long."""

CASES = [(name, bot) for name in ("toy", *TURNS) for bot in BOTS]


def play(name: str, bot: str) -> list[Told]:
    return asking.play(name, bot, TURNS.get(name) or title(name).scenarios()[0].name, BOTS[bot])


@pytest.mark.parametrize(("name", "bot"), CASES)
def test_a_bot_thinks_the_same_without_its_memory(name: str, bot: str) -> None:
    """Backwards in another process, where nothing that it could remember helps it; then one answer to a process."""
    told = play(name, bot)
    assert told
    for one, move in asked_backwards(name, bot, told):
        assert move == one.move, f"{name}, {bot} at {one.step}"
    if bot != "random":
        for one, move in asked_alone(name, bot, told):
            assert move == one.move, f"{name}, {bot} alone at {one.step}"


def test_orders_of_several_answers_are_carried_out_by_notes_alone() -> None:
    """In one turn of a game whose phases are long orders most answers come from notes, and without them differ."""
    told = play("roads", "greedy:1")
    by_note = [one for one in told if len(one.asked["legal"]) > 1 and one.move.note == one.asked["note"] != ""]
    steps = {one.step for one in by_note}
    assert {"step", "choose_mover", "add_attacker"} <= steps
    assert sum(one.step == "step" for one in by_note) > 20
