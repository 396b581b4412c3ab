"""Chapters 7 and 8: stacking, control, movement."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import combat


@rule("7.1")
@rule("8.3.1")
def test_four_units_fill_an_area() -> None:
    t = combat("3: 24/21\n2: 71/191 71/194 71/211 244B\n18: ?\n").play("activate 3")
    assert t.refused("move 24/21 2") == "7.1 no_room"
    t = combat("3: 24/21\n2: 71/191 71/194 71/211\n18: ?\n").play("activate 3")
    assert "move 24/21 2" in t.choices()


@rule("7.2")
@rule("7.4")
def test_an_area_is_german_when_no_soviet_unit_is_in_it() -> None:
    """Vacant 19 is German with nobody in it; 18 becomes so when its unit is eliminated."""
    t = combat("3: 24/21 24/24 24/26\n18: L-4-heroes\n20: ?\n")
    places = t.game.scene(t.game.view(t.s, 0))["places"]
    assert (places["19"]["control"], places["18"]["control"]) == ("german", "soviet")
    t.play("activate 3", "move 24/24 18", "attack 18", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert t.game.scene(t.game.view(t.s, 0))["places"]["18"]["control"] == "german"


@rule("7.3")
def test_a_contested_area_stays_soviet() -> None:
    t = combat("18: L-4-heroes 24/21\n3: 24/26\n")
    place = t.game.scene(t.game.view(t.s, 0))["places"]["18"]
    assert place["control"] == "soviet"
    assert "contested" in place["tags"]


@rule("8.1")
def test_a_unit_that_moved_is_spent_and_one_that_did_not_stays_fresh() -> None:
    t = combat("3: 24/21 24/26\n18: ?\n").play("activate 3", "move 24/21 2", "stop", "done")
    assert (t.place("24/21"), t.place("24/26")) == ("2, spent", "3")
    assert "activate 3" in t.choices(), "an area may be activated again while it has Fresh units"


@rule("8.2")
@pytest.mark.parametrize(
    ("soviets", "cost"),
    [
        ("33: ?", 1),  # a vacant area with no Soviet unit beside it
        ("19: ?", 2),  # vacant, but 19 is beside it
        ("18: L-4-heroes", 3),
        ("18: ?", 4),
    ],
)
def test_what_it_costs_to_enter(soviets: str, cost: int) -> None:
    """Red Barracks (18) from Dubovaya Woods (3)."""
    t = combat(f"3: 24/24 24/21\n{soviets}\n").play("activate 3", "move 24/24 18")
    assert t.told("unit_moved") == [(t.s.pack.unit_name.index("24/24"), 3, 18, cost)]


@rule("8.2")
def test_a_unit_goes_on_until_its_points_are_gone_or_it_meets_the_enemy() -> None:
    """Armor with 6 points: 2, then 2 more, then 2 are left and an unrevealed unit (4) is too much."""
    t = combat("3: 24/24 24/21\n17: ?\n20: ?\n").play("activate 3", "move 24/24 18")
    assert t.s.points == 4
    assert set(t.choices()) == {"stop", "to 3", "to 4", "to 15", "to 17", "to 19"}
    t.play("to 19")
    assert t.refused("to 20") == "8.2 not_enough_points"
    assert "to 30" in t.choices()


@rule("8.2")
def test_armor_may_move_and_then_attack() -> None:
    """2 points to 19, the 4 left are enough for the unrevealed unit in 20."""
    t = combat("2: 24/24\n20: ?\n").play("activate 2", "move 24/24 19", "to 20")
    assert t.choices() == ["attack 20"]


@rule("8.2.1")
@rule("9.0")
def test_nobody_follows_into_an_area_once_it_was_attacked() -> None:
    """After the fight for 18 another unit may go elsewhere, but not into 18."""
    t = combat("3: 24/21 24/26 24/24\n18: L-9-heroes\n")
    t.play("activate 3", "move 24/21 18", "attack 18", "fight", "roll_attack 4+4", "roll_defence 1+1")
    assert t.told("result") == [(18, 2, 0)], "5 + 1 + 8 against 9 + 3 + 2"
    assert t.refused("move 24/26 18") == "8.2.1 already_attacked"
    assert "move 24/26 19" in t.choices()


@rule("8.2.1")
def test_units_of_one_area_may_attack_two_areas() -> None:
    """The second attack is announced after the first is over."""
    t = combat("3: 24/21 24/26\n18: L-4-heroes\n19: C-4-heroes\n")
    t.play("activate 3", "move 24/21 18", "attack 18", "fight", "roll_attack 6+6", "roll_defence 1+1")
    t.play("move 24/26 19", "attack 19", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert (t.soviet(18), t.soviet(19)) == ("", "")


@rule("8.3.2")
def test_leaving_a_contested_area_goes_through_a_vacant_one() -> None:
    """From contested 18 not straight into 17; by way of 19 (2 points) armor can still enter revealed 16 (3)."""
    t = combat("18: L-4-heroes 24/24\n17: L-4-ambush\n16: L-4-fanatic\n").play("roll_streets 1", "activate 18")
    assert t.refused("move 24/24 17") == "8.3.2 leaving_contest"
    t.play("move 24/24 19", "to 16")
    assert t.place("24/24") == "16, spent"
    assert t.choices() == ["attack 16"]


@rule("8.2")
def test_only_neighbours_can_be_entered_and_only_by_fresh_units() -> None:
    t = combat("3: 24/21 24/26*\n18: ?\n").play("activate 3")
    assert t.refused("move 24/21 16") == "3.1 not_adjacent"
    assert t.refused("move 24/26 18") == "8.2 is_spent"


@rule("8.2.1")
@rule("9.0")
@pytest.mark.parametrize(
    ("reveal", "dice"),
    [
        ((), "roll_attack 4+4"),  # a success
        ((), "roll_attack 6+6"),  # an overrun
        (("reveal_unit L-6-ambush",), "roll_attack 5+5"),  # a lone attacker lost in the ambush: nobody is there
    ],
)
def test_nobody_follows_into_an_area_that_was_taken_or_goes_through_it(reveal: tuple[str, ...], dice: str) -> None:
    """18 is German now, but was attacked in this activation: closed to move in, and on the way to 17."""
    defender = "?" if reveal else "L-4-ambush"
    t = combat(f"morale 15\n3: 24/24 24/RCN\n18: {defender}\n17: L-4-heroes\n")
    t.play("activate 3", "move 24/24 18", "attack 18", *reveal, "fight", dice, "roll_defence 1+1")
    assert t.soviet(18) == ""
    assert t.refused("move 24/RCN 18") == "8.2.1 already_attacked"
    assert "move 24/RCN 18" not in t.choices()
    t.play("move 24/RCN 19")
    assert t.refused("to 18") == "8.2.1 already_attacked"
    assert "to 18" not in t.choices()
    t.play("stop")
    assert "18" not in t.place("24/RCN")


@rule("8.2.1")
def test_another_activation_may_enter_what_was_taken() -> None:
    t = combat("morale 15\n3: 24/24\n4: 94/267\n18: L-4-heroes\n17: ?\n")
    t.play("activate 3", "move 24/24 18", "attack 18", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert "move 94/267 18" in t.play("activate 4").choices()


@rule("8.2.1")
@rule("9.0")
@pytest.mark.parametrize("answer", ["retreat", "give_up 24/21"])
def test_nobody_follows_after_a_barrage_either(answer: str) -> None:
    """The area was attacked, though no combat came of it (decision 0023)."""
    t = combat("morale 15\n3: 24/21 24/26 24/24\n18: ?\n17: L-4-heroes\n")
    t.play("activate 3", "move 24/21 18", "attack 18", "reveal_unit L-5-barrage", answer)
    assert t.refused("move 24/26 18") == "8.2.1 already_attacked"
    assert "move 24/26 19" in t.choices()
    t.play("move 24/26 19", "stop", "done")
    assert "move 24/24 18" in t.play("activate 3").choices(), "the next activation may"
