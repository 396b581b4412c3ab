"""The rulebook's example of play as a script: one turn of the 29th Motorized before the Grain Elevator."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import Drawn, draw

TURN_2 = """
turn 2
phase dawn
morale 17
supply 4
8: 29/15 29/71 29/129 29/RCN
10: ?
12: ?
to_come: 389/544 389/545 389/546 245A
"""
PURCHASES = ["buy engineer"] * 2 + ["buy artillery"] * 6 + ["buy morale"]


@pytest.fixture
def at_dawn() -> Drawn:
    return draw(TURN_2)


@pytest.fixture
def supplied(at_dawn: Drawn) -> Drawn:
    return at_dawn.play("place 1", "roll_event 5+5+5", "roll_supply 1+1+1+6", *PURCHASES)


@pytest.fixture
def reckoned(supplied: Drawn) -> Drawn:
    """All four units in the Grain Elevator, the defender revealed, three markers placed, the air die thrown."""
    return supplied.play(
        "activate 8",
        "move 29/15 10",
        "move 29/71 10",
        "move 29/129 10",
        "move 29/RCN 10",
        "attack 10",
        "reveal_unit H-8-fanatic",
        "lead 29/RCN",
        "add artillery",
        "add engineer",
        "add air",
        "fight",
        "roll_air 3",
    )


@rule("13.1")
@rule("6.1.1")
def test_reinforcements_stand_together_in_one_of_two_areas(at_dawn: Drawn) -> None:
    """The 389th and 245A go to area 1 or 2, all four, Fresh."""
    assert at_dawn.choices() == ["hold", "place 1", "place 2"]
    at_dawn.play("place 1")
    assert [at_dawn.place(u) for u in ("389/544", "389/545", "389/546", "245A")] == ["1"] * 4


@rule("13.2")
@rule("13.3")
@rule("6.3")
def test_supply_is_spent_to_the_last_point(supplied: Drawn) -> None:
    """4 banked and 9 rolled buy two engineers, six artillery and a point of Morale; one Air is free."""
    assert supplied.told("supply_rolled") == [(9, 4)]
    assert supplied.s.supply == 0
    assert supplied.s.morale == 18
    assert supplied.available == (6, 2, 1)
    assert supplied.asked() == "activate", "no area is contested, so no street is rolled for"


@rule("13.4")
@rule("9.5.2")
@rule("9.5.3")
def test_the_values_are_14_and_9(reckoned: Drawn) -> None:
    """6 + 3 + 1 + 2 + 1 + 1 against 8 + 4 − 3: artillery is short of shells."""
    assert reckoned.told("values_reckoned") == [(14, 9)]
    assert [args[3] for args in reckoned.told("unit_moved")] == [4, 4, 4, 4]


@rule("13.4")
@rule("9.5.5")
@rule("9.4")
def test_a_success_against_fanatics_is_a_stalemate(reckoned: Drawn) -> None:
    """20 against 16 is a Success with margin 4; Fanatics make it a Stalemate."""
    reckoned.play("roll_attack 3+3", "roll_defence 3+4")
    assert reckoned.told("attack_rolled") == [(6, 20)]
    assert reckoned.told("defence_rolled") == [(7, 16)]
    assert reckoned.told("result") == [(10, 3, 4)]
    assert reckoned.told("fanatic_holds") == [(10,)]
    assert [reckoned.place(u) for u in ("29/15", "29/71", "29/129", "29/RCN")] == ["10, spent"] * 4
    assert reckoned.soviet(10) == "H-8-fanatic"
    assert reckoned.s.morale == 18
    assert reckoned.available == (5, 1, 0)
    assert reckoned.told("area_taken") == []


@rule("13.5")
@rule("6.5")
def test_the_turn_ends_and_the_grain_elevator_stays_contested(reckoned: Drawn) -> None:
    """Units turn Fresh, Morale falls to 17, and in turn 3 the street is rolled for and the Fanatics are spent."""
    reckoned.play("roll_attack 3+3", "roll_defence 3+4", "end")
    assert reckoned.s.turn == 3
    assert reckoned.s.morale == 17
    assert reckoned.place("29/RCN") == "10"
    reckoned.play("roll_event 3+3+4", "roll_supply 1+1+1+1", "done", "roll_streets 1")
    reckoned.play("activate 10", "attack 10", "all", "lead 29/RCN", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert reckoned.told("result")[-1] == (10, 3, 8), "11 + 12 against 13 + 2, Commissars among them"
    assert reckoned.soviet(10) == ""
