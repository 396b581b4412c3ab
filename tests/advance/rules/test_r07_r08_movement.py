"""Chapters 7 and 8: stacking, control, movement."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import combat, draw


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
    places = t.game.scene(t.game.view(t.s, 0))["places"]
    assert [a for a, shown in places.items() if "contested" in shown["tags"]] == ["18"]


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


@rule("8.2")
@pytest.mark.parametrize(
    ("soviets", "cost"),
    [
        ("19: ?", 2),
        ("19: C-4-heroes", 2),  # a revealed unit beside it counts as well
        ("19: C-4-heroes 94/267*", 2),  # and one that stands in a contested area
        ("30: ?", 1),  # two areas away
    ],
)
def test_a_vacant_area_beside_any_soviet_unit_costs_two(soviets: str, cost: int) -> None:
    t = combat(f"3: 24/24 24/21\n{soviets}\n").play("activate 3", "move 24/24 18")
    assert t.told("unit_moved")[0][3] == cost


@rule("8.2")
def test_a_unit_stops_when_its_points_are_gone_and_where_it_meets_the_enemy() -> None:
    """Infantry has 4: 2 and 2 beside the enemy, and it is over without a question; armor with 6 has 2 left."""
    text = "2: 24/21 24/24 94/267\n20: ?\n16: ?\n"
    t = combat(text).play("activate 2", "move 24/21 19", "to 30")
    assert (t.asked(), t.place("24/21"), t.s.points) == ("order", "30, spent", 0)
    t = combat(text).play("activate 2", "move 24/24 19", "to 30")
    assert (t.asked(), t.s.points) == ("go_on", 2)
    t.play("stop")
    assert t.place("24/24") == "30, spent"
    t = combat("2: 24/24 94/267\n19: C-4-heroes\n16: ?\n").play("activate 2", "move 24/24 19")
    assert (t.asked(), t.place("24/24")) == ("order", "19, spent")


@rule("8.2")
@rule("8.3.2")
def test_infantry_that_leaves_a_contested_area_has_too_little_left_for_the_next_fight() -> None:
    t = combat("18: L-4-heroes 24/21 24/24\n16: L-4-fanatic\n17: ?\n").play("roll_streets 1", "activate 18")
    t.play("move 24/21 19")
    assert t.refused("to 16") == "8.2 not_enough_points"


@rule("8.3.2")
def test_a_contested_area_is_left_for_vacant_ones_only() -> None:
    """15 and 17 hold Soviet units, revealed, unrevealed or contested: closed; 3, 4 and 19 are open."""
    t = combat("18: L-4-heroes 24/24\n17: ?\n15: L-4-ambush 94/267*\n").play(
        "roll_streets 1", "roll_streets 1", "activate 18"
    )
    assert [c for c in t.choices() if c.startswith("move")] == ["move 24/24 3", "move 24/24 4", "move 24/24 19"]
    assert t.refused("move 24/24 15") == "8.3.2 leaving_contest"


@rule("8.1")
@rule("8.1.1")
def test_an_area_whose_units_can_do_nothing_is_not_activated() -> None:
    """Every neighbour of 3 is full: there is nothing to do in it; a contested area always has its fight."""
    full = "2: 71/191 71/194 71/211 244B\n4: 94/267 94/274 94/276 244A\n18: 14/103 14/108 14/36 245A\n"
    t = combat(full + "19: 29/15 29/71 29/129 29/RCN\n3: 24/21\n20: ?\n")
    assert t.refused("activate 3") == "8.1 nothing_to_do_there"
    assert "activate 3" not in t.choices()
    t = combat("3: 24/21*\n18: L-9-heroes 24/24\n1: 295/516*\n").play("roll_streets 1")
    assert t.choices() == ["end", "activate 18"]


@rule("6.4.2")
@rule("8.1")
def test_a_round_is_told_and_forgotten() -> None:
    """What was attacked, who went in and from where counts for one round only."""
    t = combat("morale 15\n3: 24/21 24/26\n18: L-9-fanatic\n1: 295/516\n20: ?\n")
    t.play("activate 3", "move 24/21 18", "attack 18", "fight", "roll_attack 4+4", "roll_defence 1+1", "done")
    assert (t.s.active, t.s.acted, t.s.contested_mask, t.s.attacked_mask, t.s.entered) == (0, False, 0, 0, [])
    assert not any(t.s.came_from)
    assert t.told("area_activated") == [(3,)]
    t.play("activate 3", "move 24/26 18")
    assert t.choices() == ["done", "attack 18"], "18 was contested when this round began"


@rule("9.1")
@rule("9.2")
def test_one_round_can_hold_a_mandatory_and_an_optional_attack() -> None:
    """24/21 entered contested 18, 24/26 entered 19: the round ends only when 19 was attacked."""
    t = combat("morale 15\n3: 24/21 24/26\n18: L-9-heroes 94/267*\n19: C-4-heroes\n").play(
        "roll_streets 1", "activate 3"
    )
    t.play("move 24/21 18", "move 24/26 19")
    assert t.choices() == ["attack 18", "attack 19"]
    assert t.refused("done") == "9.1 must_attack"
    t.play("attack 19", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert t.choices() == ["done", "attack 18"]


@rule("7.1")
@rule("9.3")
def test_a_full_contested_area_takes_nobody_in() -> None:
    t = combat("3: 24/21 24/26\n18: L-9-heroes 94/267 94/274 94/276 244A\n").play("roll_streets 1", "activate 3")
    assert t.refused("move 24/21 18") == "7.1 no_room"


@rule("4.3.1")
@rule("14.6.1")
@pytest.mark.parametrize(
    ("event", "unit", "left"), [("rain", "100/54", 3), ("rain", "24/24", 3), ("commissars", "24/24", 5)]
)
def test_rain_takes_nothing_from_infantry(event: str, unit: str, left: int) -> None:
    """One point from 24 to 28: of four, or of armor's six when it does not rain."""
    t = draw(f"scenario factory\nturn 11\nphase combat\nevents {event}\n24: 100/54 24/24\n25: ?\n").play("activate 24")
    assert t.play(f"move {unit} 28").s.points == left


@rule("8.1")
def test_one_area_to_go_to_is_something_to_do() -> None:
    """2, 4 and 18 are full; in 19 there is room for one more."""
    full = "2: 71/191 71/194 71/211 244B\n4: 94/267 94/274 94/276 244A\n18: 14/103 14/108 14/36 245A\n"
    t = combat(full + "19: 29/15 29/71 29/129\n3: 24/21 24/26\n10: ?\n")
    assert "activate 3" in t.choices()
    t.play("activate 3")
    assert t.choices() == ["move 24/21 19", "move 24/26 19"]
