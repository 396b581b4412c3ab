"""Chapter 11: victory; 14.7 for the scenario."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import GAME, Drawn, combat, draw

LIGHT = [7, 8, 9, 11, 12, 15, 17, 18, 20, 23, 24]


def last_turn(german: int, heavy: bool, morale: int = 10) -> Drawn:
    """Turn 9 with so many German areas; all Heavy Urban areas German, or all Soviet."""
    heavy_areas = [10, 13, 14, 22, 25, 26, 41]
    soviet = ([] if heavy else heavy_areas) + LIGHT
    soviet = soviet[: 50 - german]
    lines = "".join(f"{a}: ?\n" for a in soviet)
    return combat(f"turn 9\nmorale {morale}\n3: 24/21\n{lines}")


@rule("11.2")
@pytest.mark.parametrize(
    ("german", "heavy", "outcome"),
    [(40, True, "german_operational"), (39, True, "soviet"), (40, False, "soviet"), (43, False, "soviet")],
)
def test_forty_areas_and_one_heavy_urban_win_at_the_end(german: int, heavy: bool, outcome: str) -> None:
    t = last_turn(german, heavy).play("end")
    assert t.outcome == outcome
    assert GAME.outcome(t.s).score == german
    assert (GAME.outcome(t.s).rule, t.rules()[-1]) == ("11.2", "11.2")


@rule("11.2")
def test_the_final_check_comes_before_the_last_morale_loss() -> None:
    """Morale 1 at the end of turn 9 is no defeat."""
    t = last_turn(40, True, morale=1).play("end")
    assert t.s.morale == 1
    assert t.asked() == "over"


@rule("11.2")
def test_the_number_of_areas_is_an_option() -> None:
    t = draw(
        "turn 9\nphase combat\noptions victory_areas=30\nmorale 5\n3: 24/21\n" + "".join(f"{a}: ?\n" for a in LIGHT)
    )
    assert t.play("end").outcome == "german_operational"


@rule("11.1")
def test_every_area_german_wins_at_once() -> None:
    """Also with Morale 0: no enemy is left."""
    for morale in (15, 0):
        t = combat(f"turn 4\nmorale {morale}\n3: 24/21 24/26 24/24\n18: L-4-heroes\n")
        t.play("activate 3", "move 24/21 18", "move 24/24 18", "attack 18", "lead 24/24", "fight")
        t.play("roll_attack 6+6", "roll_defence 1+1", "done", "end")
        assert t.outcome == "german_automatic"
        assert (GAME.outcome(t.s).rule, t.rules()[-1]) == ("11.1", "11.1")


@rule("11.1")
def test_morale_0_at_the_end_of_a_combat_phase_loses() -> None:
    """Not before: the phase is played on, and a Morale of 0 in the end phase can still be bought up."""
    t = combat("turn 4\nmorale 1\n3: 24/21 24/26\n18: L-9-heroes\n20: ?\n")
    t.play("activate 3", "move 24/21 18", "attack 18", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert (t.s.morale, t.asked()) == (0, "order")
    t.play("done", "end")
    assert t.outcome == "soviet_automatic"
    t = combat("turn 4\nmorale 1\nsupply 3\n3: 24/21\n18: ?\n").play("end", "roll_event 3+3+4", "roll_supply 1+1+1+1")
    assert t.s.morale == 0
    t.play("buy morale", "done", "end")
    assert (t.s.turn, t.asked()) == (6, "roll_event")


@rule("14.7")
def test_the_scenario_is_won_only_with_every_area() -> None:
    t = draw("scenario factory\nturn 14\nphase combat\nmorale 9\n24: 100/54\n25: ?\n").play("end")
    assert t.outcome == "soviet"
    t = draw("scenario factory\nturn 14\nphase combat\nmorale 9\n24: 100/54\n25: H-7-ambush\n")
    t.play("activate 24", "move 100/54 25", "attack 25", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert t.outcome == "german_automatic"


@rule("11.2")
def test_one_heavy_urban_area_is_enough() -> None:
    """Six of the seven are Soviet, and four others: forty are German."""
    soviet = [10, 13, 14, 22, 25, 26, *LIGHT[:4]]
    t = combat("turn 9\nmorale 10\n3: 24/21\n" + "".join(f"{a}: ?\n" for a in soviet)).play("end")
    assert (t.outcome, GAME.outcome(t.s).score) == ("german_operational", 40)


@rule("11.1")
@rule("11.2")
def test_nothing_is_decided_before_the_last_turn_while_morale_lasts() -> None:
    t = combat("turn 8\nmorale 1\n3: 24/21\n18: ?\n").play("end")
    assert (t.s.turn, t.asked(), GAME.outcome(t.s).name, GAME.outcome(t.s).rule) == (9, "roll_event", "playing", "")
