"""What greedy makes of Morale 0 in Advance, which loses the game unless it is lost anyhow; and of the next turn."""

import pytest

from kurgan import bots
from kurgan.games.advance.bot.plans import marches_from, stack_marches
from kurgan.games.advance.bot.prospects import prospects
from kurgan.kernel import flow
from kurgan.kernel.protocol import Decide
from tests.advance.drawn import GAME, Drawn, combat

POSITION = "available artillery 3\n3: 295/516 295/517 295/518\n18: L-5-ambush\n" + "".join(
    [f"{a}: ?\n" for a in (13, 14, 22, 25, 26, 35, 36, 37, 38, 39)]
)
"""An attack that fails in an eighth of the cases; eleven areas are Soviet, so one is missing to forty."""

FAR = "".join([f"{a}: ?\n" for a in (13, 22, 25, 26, 35, 36, 37, 38, 39, 40, 41, 42)])


def first(t: Drawn, level: int) -> str:
    """What greedy answers, spelled."""
    asked = GAME.pending(t.s)
    assert isinstance(asked, Decide)
    move = bots.make(f"greedy:{level}", "end").choose(GAME, GAME.view(t.s, asked.seat), GAME.legal(t.s))
    return GAME.spell(t.s, move.answer)


@pytest.mark.parametrize("level", [2, 3])
def test_nobody_risks_morale_0_with_turns_to_come(level: int) -> None:
    """The same attack is made while Morale can bear a repulse, and not at 1."""
    for turn in (6, 8):
        assert first(combat(f"turn {turn}\nmorale 3\n{POSITION}"), level) == "activate 3"
        assert first(combat(f"turn {turn}\nmorale 1\n{POSITION}"), level) == "end"


@pytest.mark.parametrize("level", [2, 3])
def test_who_has_lost_otherwise_risks_everything(level: int) -> None:
    """One area is missing in the last turn: whether Morale falls to 0 is all the same, so the attack is made."""
    assert first(combat(f"turn 9\nmorale 1\n{POSITION}"), level) == "activate 3"


def test_the_danger_has_a_name() -> None:
    def ruin(head: str) -> float:
        return GAME.features(GAME.view(combat(head + POSITION).s, 0))["ruin"]

    assert ruin("turn 6\nmorale 0\n") < ruin("turn 9\nmorale 0\n") < 0
    assert ruin("turn 6\nmorale 1\n") == 0


def test_two_stacks_before_one_area_hope_for_one_attack() -> None:
    """The second is worth less there than before an area of its own."""
    stacks = "2: 71/191 71/194 71/211\n3: 295/516 295/517 295/518\n"
    same = combat(f"turn 3\nmorale 15\n{stacks}19: ?\n" + FAR).s
    apart = combat(f"turn 3\nmorale 15\n{stacks}19: ?\n18: L-5-ambush\n" + FAR).s
    alone = combat("turn 3\nmorale 15\n3: 295/516 295/517 295/518\n19: ?\n" + FAR).s
    assert prospects(same) == pytest.approx(prospects(alone))
    assert prospects(apart) > prospects(same)


def test_a_stack_before_a_hard_area_is_offered_the_way_to_a_softer_one() -> None:
    s = combat("turn 3\nmorale 15\n3: 295/516 295/517 295/518\n18: L-9-guards\n20: L-5-ambush\n" + FAR).s
    marches = stack_marches(s, [3])
    assert marches
    for a in marches[0]:
        assert a in flow.legal(s)
        flow.answer(s, a)
    assert all(s.pack.near_mask[s.where[u]] >> 20 & 1 for u in range(s.pack.units) if 0 < s.where[u] <= s.pack.areas)


def test_after_the_last_turn_there_are_no_prospects() -> None:
    s = combat("turn 9\nmorale 15\n3: 295/516 295/517 295/518\n18: ?\n" + FAR).s
    assert prospects(s) == 0
    assert stack_marches(s, [3]) == []


@pytest.mark.parametrize("level", [2, 3])
def test_with_one_area_missing_in_the_last_turn_a_small_chance_is_taken(level: int) -> None:
    """Greedy ended games with 39 areas and Morale to spare; with turns to come the same attack is not made."""
    hard = "3: 295/516 295/517 295/518\n18: L-7-heroes\n" + "".join(
        [f"{a}: ?\n" for a in (13, 14, 22, 25, 26, 35, 36, 37, 38, 39)]
    )
    assert first(combat(f"turn 9\nmorale 3\n{hard}"), level) == "activate 3"
    assert first(combat(f"turn 7\nmorale 8\n{hard}"), level) == "end"


def test_nobody_marches_in_the_last_turn() -> None:
    """It brings nothing any more, and looks aimless."""
    behind = "2: 71/191 71/194 71/211\n" + FAR
    assert marches_from(combat(f"turn 8\nmorale 9\n{behind}").s, 2)
    assert marches_from(combat(f"turn 9\nmorale 9\n{behind}").s, 2) == []
