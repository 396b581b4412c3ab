"""Chapter 7, fourth reading: who stays behind, where a train may still end, and what is no answer at all."""

from collections.abc import Callable

import pytest

from kurgan.games.roads import refusals
from kurgan.games.roads.answers import DONE, HEX, UNIT
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r09_exploitation as exploitation
from kurgan.games.roads.terms import MOBILE, PINNED
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h, u
from tests.roads.staged import bare

AWAY = "side axis\nphase movement\nturn DEC_I\nrail 1\napproval 1\nfortress 1333 7\n1333: GE-71^\n"


@rule("7.1.1")
@rule("9.2.1")
@pytest.mark.parametrize("why", [movement.why_not_mover, exploitation.why_not_exploiter])
def test_a_hex_is_no_answer_to_who_moves(why: Callable[[State, int], int]) -> None:
    """Nor is a counter that does not exist; a unit of the other side or a dead one is, and refused for what it is."""
    t = bare("side axis\n1524: GE-62\n1628: SU-23\neliminated: GE-298")
    assert [why(t.s, a) for a in (HEX, UNIT + PACK.unit_count)] == [refusals.NOT_AN_ANSWER] * 2
    assert why(t.s, UNIT + u("SU-23")) == refusals.NOT_YOURS
    assert why(t.s, UNIT + u("GE-298")) == refusals.NOT_ON_MAP
    assert why(t.s, DONE) == 0


@rule("10.2.4")
def test_only_those_who_secured_the_pocket_are_held_when_one_leaves() -> None:
    """SU-29 came into the stack later: it was never one of those of whom a single one may go."""
    t = bare("side soviet\n1233: SU-23 SU-24 SU-29")
    for name in ("SU-23", "SU-24"):
        t.s.mark[u(name)] |= MOBILE
    movement.pin_those_left(t.s, h("1233"))
    assert t.marks(PINNED) == ["SU-23", "SU-24"]


@rule("7.3.4")
@rule("15.2.1")
def test_a_train_may_pass_where_it_may_not_end_if_some_station_beyond_lets_it() -> None:
    """With the Fuehrer in box 1 no staff ends farther from the fortress. From Stalino to the west the lines turn round;
    beyond 0902 there is only 0901, farther still."""
    t = draw(f"{AWAY}0912: GE-HQ-HOLL\n").play("move GE-HQ-HOLL", "rail", "to 0811")
    assert "stop" not in t.choices() and t.choices()
    t = draw(f"{AWAY}0903: GE-HQ-HOLL\n").play("move GE-HQ-HOLL", "rail")
    assert t.refused("to 0902") == "15.2.1 away_from_fortress"
    assert "to 1003" in t.choices()


@rule("10.2.4")
def test_who_is_freed_in_the_pocket_secures_nothing() -> None:
    """Ju 52 mark Axis units as the ring is marked; they may leave together all the same."""
    t = draw("side axis\nphase movement\nfortress 1333 8\n1334: GE-71^ GE-295^\n1333: GE-76^\n")
    for name in ("GE-71", "GE-295"):
        t.s.mark[u(name)] |= MOBILE
    t.play("move GE-71", "with GE-295", "to 1434")
    assert [t.place(name) for name in ("GE-71", "GE-295")] == ["1434", "1434"]


@rule("10.3.2")
def test_who_is_freed_is_none_of_the_three_of_a_dying_pocket() -> None:
    """Level 1, and three are on the way: a fourth goes along if a Ju 52 freed it, and not otherwise."""
    text = "side axis\nphase movement\nfortress 1333 1\n1333: GE-76^ GE-113^\n1334: GE-71^ GE-295^\n1234: SU-29\n"
    t = draw(text).play("move GE-76", "with GE-113", "to 1332", "move GE-71")
    assert t.refused("with GE-295") == "10.3.2 pocket_may_not_move"
    t = draw(text)
    t.s.mark[u("GE-295")] |= MOBILE
    t.play("move GE-76", "with GE-113", "to 1332", "move GE-71", "with GE-295")


@rule("3.2.2")
@rule("7.1.4")
def test_a_step_that_the_points_of_snow_would_just_pay_is_refused_because_of_the_mud() -> None:
    """4 half points wanted, 2 left, 2 lost in the mud. What not even snow would pay is simply too dear."""
    t = draw("side soviet\nphase movement\nweather mud clear none\n1128: SU-26TK").play("move SU-26TK", "to 1129")
    assert t.refused("to 1130") == "3.2.2 mud_limit"
    t = draw("side soviet\nphase movement\nweather snow clear none\n1128: SU-26TK").play("move SU-26TK", "to 1129")
    assert "to 1130" in t.choices()
