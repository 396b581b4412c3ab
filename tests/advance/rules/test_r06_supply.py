"""6.3: the supply phase."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import Drawn, draw

FRONT = "10: ?\n3: 24/21\n"


def supplied(text: str, dice: str = "4+4+4+4") -> Drawn:
    return draw("turn 3\nphase supply\n" + text + FRONT).play(f"roll_supply {dice}")


@rule("6.3")
def test_prices() -> None:
    """Artillery 1, engineers 2, air 3, Morale 3; infantry back 1, armor back 2."""
    t = supplied("morale 12\nout: 94/267 24/24\n")
    spent = []
    for line in ("buy artillery", "buy engineer", "buy air", "buy morale", "return 94/267", "return 24/24"):
        before = t.s.supply
        t.play(line, *(["place 3"] if line.startswith("return") else []))
        spent.append(before - t.s.supply)
    assert spent == [1, 2, 3, 3, 1, 2]
    assert (t.available, t.s.morale) == ((1, 1, 2), 13)
    assert t.place("24/24") == "3"


@rule("6.3")
def test_one_air_marker_is_free_and_the_other_two_are_bought() -> None:
    """Three exist; an event that keeps aircraft away does not stop the free one."""
    t = supplied("events offensive_64\n").play("buy air", "buy air")
    assert t.s.air == 3
    assert t.refused("buy air") == "6.3 no_marker_left"
    assert supplied("available artillery 0 engineers 0 air 3\n").s.air == 3


@rule("6.3")
def test_what_cannot_be_paid_or_used_is_refused() -> None:
    t = supplied("morale 19\nout: 24/24\n", "1+1+1+1")
    t.play("buy artillery", "buy artillery")
    assert t.refused("buy air") == "6.3 not_enough_supply"
    assert t.refused("return 24/21") == "3.7 not_out_of_action"
    t.play("buy artillery")
    assert t.refused("return 24/24") == "6.3 not_enough_supply"
    assert supplied("morale 19\n").refused("buy morale") == "5.2 morale_at_top"


@rule("6.3")
def test_a_unit_returns_beside_another_or_to_areas_1_to_5() -> None:
    """Area 6 and 20 are empty German areas, 9 has company, 10 is Soviet, 11 contested, 15 full."""
    t = supplied("9: 94/274\n11: L-4-heroes 94/276\n15: 71/191 71/194 71/211 244B\nout: 94/267\n")
    t.play("return 94/267")
    assert t.choices() == ["place 1", "place 2", "place 3", "place 4", "place 5", "place 9"]
    assert t.refused("place 6") == "6.3 not_a_return_area"
    assert t.refused("place 10") == "7.2 not_german"
    assert t.refused("place 11") == "7.2 not_german"
    assert t.refused("place 15") == "7.1 no_room"


@rule("6.3")
def test_area_6_can_be_added_by_an_option() -> None:
    t = supplied("options return_area_6=on\nout: 94/267\n").play("return 94/267")
    assert "place 6" in t.choices()


@rule("6.3")
def test_northern_units_return_only_where_they_began() -> None:
    """16/64 began in area 50, which is empty and may take it; nowhere else."""
    t = supplied("out: 16/64\n48: 60/92\n")
    t.play("return 16/64")
    assert t.place("16/64") == "50", "with one place left it goes there by itself"
    full = supplied("out: 16/64\n50: 16/2-II 177 16/79 16/2-I\n")
    assert full.refused("return 16/64") == "6.3 no_place_to_return"


@rule("6.3")
def test_a_returned_unit_is_fresh_and_may_act_this_turn() -> None:
    t = supplied("out: 94/267\n18: ?\n").play("return 94/267", "place 3", "done", "activate 3")
    assert "move 94/267 18" in t.choices()


@rule("6.3")
@rule("14.6.1")
def test_two_dice_under_the_66th_armys_breakthrough() -> None:
    t = draw("turn 3\nphase supply\nevents breakthrough_66\n" + FRONT).play("roll_supply 3+4")
    assert t.s.supply == 7


@rule("6.3.1")
def test_points_accumulate() -> None:
    t = supplied("supply 5\n").play("buy artillery", "done")
    assert t.s.supply == 20


@rule("12.8")
def test_ones_are_thrown_again_on_the_turns_named() -> None:
    """Until no die shows a one; on other turns ones count."""
    t = supplied("options reroll_ones=2,3\n", "1+1+5+6")
    assert t.asked() == "roll_ones"
    t.play("roll_ones 1+4")
    assert t.asked() == "roll_ones"
    t.play("roll_ones 2")
    assert t.s.supply == 5 + 6 + 4 + 2
    assert supplied("options reroll_ones=2\n", "1+1+5+6").s.supply == 13


@rule("6.3")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_dice_count_what_they_show(face: int) -> None:
    """Four of them; two under the 66th Army's Breakthrough."""
    assert supplied("", "+".join([str(face)] * 4)).s.supply == 4 * face
    t = draw("turn 3\nphase supply\nevents breakthrough_66\n" + FRONT).play(f"roll_supply {face}+{face}")
    assert t.s.supply == 2 * face


@rule("12.8")
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("ones", [1, 2, 3, 4])
def test_dice_thrown_again_count_what_they_show(ones: int, face: int) -> None:
    """As many as showed a one; the others stay."""
    dice = ["1"] * ones + ["6"] * (4 - ones)
    t = supplied("options reroll_ones=3\n", "+".join(dice))
    t.play("roll_ones " + "+".join([str(face)] * ones))
    assert (t.asked(), t.s.supply) == ("spend", face * ones + 6 * (4 - ones))
    assert t.told("supply_rerolled") == [(face * ones, face * ones + 6 * (4 - ones))]


@rule("12.8")
def test_ones_are_thrown_again_under_a_breakthrough_too() -> None:
    t = draw("turn 3\nphase supply\noptions reroll_ones=3\nevents breakthrough_66\n" + FRONT).play("roll_supply 1+5")
    t.play("roll_ones 1", "roll_ones 4")
    assert t.s.supply == 9
    assert t.told("supply_rerolled") == [(1, 6), (4, 9)]


@rule("6.3")
@rule("6.3.1")
def test_a_supply_phase_is_told_step_by_step() -> None:
    t = supplied("morale 12\nsupply 3\nout: 94/267\n").play(
        "buy artillery", "buy morale", "return 94/267", "place 3", "done"
    )
    assert t.story() == [
        "6.3 supply_rolled 16 3",
        "6.3 free_air 1",
        "6.3 bought 0 18",
        "6.3 bought 3 15",
        "6.3 morale_changed 1 13 1",
        "6.3 unit_returned 94/267 3 14",
        "6.3.1 supply_banked 14",
    ]


@rule("6.3")
@pytest.mark.parametrize(
    ("goods", "price", "available"),
    [("artillery", 1, "artillery 12 engineers 0 air 0"), ("engineer", 2, "artillery 0 engineers 6 air 0")],
)
def test_no_more_markers_are_bought_than_there_are(goods: str, price: int, available: str) -> None:
    t = supplied(f"supply 9\navailable {available}\n")
    assert t.refused(f"buy {goods}") == "6.3 no_marker_left"
    words = available.split()
    words[words.index("12" if price == 1 else "6")] = "11" if price == 1 else "5"
    assert f"buy {goods}" in supplied(f"supply 9\navailable {' '.join(words)}\n").choices()


@rule("6.3")
def test_what_the_last_points_buy() -> None:
    """With nothing left only done is offered, and each thing from its price on."""
    for points, choices in (
        (4, ["done", "buy artillery", "buy engineer", "buy air", "buy morale", "return 24/24", "return 94/267"]),
        (2, ["done", "buy artillery", "buy engineer", "return 24/24", "return 94/267"]),
        (1, ["done", "buy artillery", "return 94/267"]),
    ):
        t = supplied("morale 12\nout: 94/267 24/24\n", "1+1+1+1")
        for _ in range(4 - points):
            t.play("buy artillery")
        assert t.choices() == choices
    t = supplied("morale 12\nout: 94/267\n", "1+1+1+1").play("buy artillery", "buy artillery", "buy artillery")
    assert t.s.turn == 3
    t.play("buy artillery")
    assert (t.asked(), t.told("supply_banked")) == ("activate", [(0,)])


@rule("6.3")
def test_northern_units_go_home_and_others_may_go_north_in_company() -> None:
    """60/92 began in 48, which is empty; 94/267 may join 16/64 in 50, but not go to empty 48 or 49."""
    t = supplied("out: 60/92 94/267\n50: 16/64\n").play("return 94/267")
    assert "place 50" in t.choices()
    assert t.refused("place 48") == "6.3 not_a_return_area"
    t.play("place 50", "return 60/92")
    assert t.place("60/92") == "48"
    t = supplied("out: 60/92\n47: 24/24\n48: 71/191 71/194 71/211 244B\n")
    assert t.refused("return 60/92") == "6.3 no_place_to_return"


@rule("6.3")
@rule("7.1")
def test_a_single_place_is_enough_to_come_back_and_none_is_not() -> None:
    """Areas 2 to 5 are full and nobody stands elsewhere: 94/267 comes back to 1, or not at all when that is full."""
    full = (
        "2: 71/191 71/194 71/211 244B\n3: 24/21 24/26 24/24 24/RCN\n4: 14/103 14/108 14/36 177\n"
        "5: 29/15 29/71 29/129 29/RCN\n10: ?\nout: 94/267\n"
    )
    t = draw("turn 3\nphase supply\n1: 295/516 295/517 295/518\n" + full).play("roll_supply 1+1+1+1", "return 94/267")
    assert t.place("94/267") == "1"
    t = draw("turn 3\nphase supply\n1: 295/516 295/517 295/518 244A\n" + full).play("roll_supply 1+1+1+1")
    assert t.refused("return 94/267") == "6.3 no_place_to_return"
