"""Chapter 9, from the results on: repulse to overrun, captured areas, retreats, markers."""

import pytest

from kurgan.games.advance.rules import r09_results as results
from kurgan.games.advance.terms import OUT
from kurgan.testing import rule
from tests.advance.drawn import GAME, REST, Drawn, attack, combat


def box(t: Drawn, name: str) -> str:
    return next(str(b["text"]) for b in t.game.scene(t.game.view(t.s, 0))["boxes"] if b["name"] == name)


@rule("9.4")
@rule("9.5.6")
def test_an_ambush_takes_the_lead() -> None:
    """Success by a lone attacker: both are gone and the area is German, empty."""
    t = attack("?", "24/24").play("reveal_unit L-6-ambush", "fight", "roll_attack 4+4", "roll_defence 1+1")
    assert t.place("24/24") == "out of action"
    assert (t.soviet(18), t.s.count[18]) == ("", 0)
    assert t.told("area_taken") == [(18, 49)]


@rule("9.4")
@rule("9.5.8")
def test_a_barrage_retreat_loses_no_morale_and_uses_up_the_strategy() -> None:
    t = attack("?", "24/21", "24/26").play("reveal_unit L-5-barrage", "retreat")
    assert [t.place(u) for u in ("24/21", "24/26")] == ["3, spent", "3, spent"]
    assert (t.s.morale, t.soviet(18)) == (15, "L-5-barrage")
    assert t.asked() == "activate"


@rule("9.5.5")
@pytest.mark.parametrize(
    ("attack_dice", "defence_dice", "result", "margin"),
    [
        ("1+1", "6+6", 1, -9),
        ("3+3", "4+4", 1, -1),
        ("3+3", "3+4", 2, 0),
        ("3+4", "3+4", 3, 1),
        ("6+6", "3+3", 3, 7),
        ("6+6", "1+4", 4, 8),
    ],
)
def test_results_by_margin(attack_dice: str, defence_dice: str, result: int, margin: int) -> None:
    """Factor 7: below 0 repulse, 0 stalemate, 1 to 7 success, from 8 overrun."""
    t = attack("L-7-heroes", "24/21", "24/26", "24/24", "24/RCN", head="morale 15\n")
    t.play("lead 24/RCN", "fight", f"roll_attack {attack_dice}", f"roll_defence {defence_dice}")
    assert t.told("values_reckoned") == [(11, 10)]
    assert t.told("result") == [(18, result, margin)]


@rule("9.5.5")
@rule("9.5.8")
def test_a_repulse_costs_the_lead_and_a_morale_and_sends_the_rest_back() -> None:
    t = attack("L-9-heroes", "24/21", "24/26", "24/24").play(
        "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6"
    )
    assert t.place("24/24") == "out of action"
    assert [t.place(u) for u in ("24/21", "24/26")] == ["3, spent"] * 2
    assert (t.s.morale, t.soviet(18)) == (14, "L-9-heroes")


@rule("9.5.7")
def test_a_captured_strong_point_raises_morale_and_heroes_cancel_it() -> None:
    """Once for a +4 area; with Heroes on a plain success nothing changes, even at 19."""
    t = attack("H-7-ambush", "24/24", area=10, origin=8).play("fight", "roll_attack 6+6", "roll_defence 1+1")
    assert t.s.morale == 16
    t = attack("?", "24/24", area=21, origin=30, head="morale 19\n")
    t.play("reveal_unit E-7-heroes", "fight", "roll_attack 6+5", "roll_defence 1+1")
    assert (t.told("result")[0][1], t.s.morale, t.told("morale_changed")) == (3, 19, [])


@rule("9.5.8")
@rule("7.1")
def test_a_retreat_overflows_into_the_next_area_with_room() -> None:
    """The attackers came by way of 19, which has filled up since: one fits, the other goes on to a neighbour."""
    t = combat("morale 15\n2: 24/24 24/RCN 94/267 94/274\n19: 71/191\n20: L-9-fanatic\n18: 244A\n")
    t.play("activate 2", "move 24/24 19", "to 20", "move 24/RCN 19", "to 20", "move 94/267 19", "stop")
    t.play("move 94/274 19", "stop")
    assert t.s.count[19] == 3
    t.play("attack 20", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.place("24/RCN") == "19, spent"
    t = combat("morale 15\n2: 24/24 24/RCN 94/267 94/274\n19: 71/191 71/194\n20: L-9-fanatic\n18: 244A\n")
    t.play("activate 2", "move 24/24 19", "to 20", "move 24/RCN 19", "to 20", "move 94/267 19", "stop")
    t.play("move 94/274 19", "stop", "attack 20", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.choices() == [f"retreat 24/RCN {a}" for a in (2, 3, 16, 17, 18, 30)]
    assert t.refused("retreat 24/RCN 19") == "9.5.8 wrong_retreat"
    assert t.refused("retreat 94/267 2") == "9.5.8 not_retreating"
    t.play("retreat 24/RCN 3")
    assert t.place("24/RCN") == "3, spent"


@rule("9.5.9")
def test_markers_used_are_gone_until_bought_again() -> None:
    head = "morale 15\navailable artillery 2 engineers 1 air 1\n"
    t = attack("L-9-heroes", "24/21", "24/26", head=head).play("lead 24/21", "add artillery", "add air")
    t.play("fight", "roll_air 1", "roll_attack 1+1", "roll_defence 6+6")
    assert t.available == (1, 1, 0)


@rule("9.5.9")
@rule("3.6")
def test_markers_in_the_fight_are_not_in_the_used_box() -> None:
    """They lie in the attacked area until it is over; the box says the same as the counters in it."""
    head = "morale 15\navailable artillery 2 engineers 1 air 1\n"
    t = attack("L-9-heroes", "24/21", "24/26", "24/24", head=head).play("lead 24/21")
    t.play("add artillery", "add engineer", "add air")
    assert box(t, "available") == "artillery 1, engineers 0, air 0"
    assert box(t, "used") == "artillery 10, engineers 5, air 2"
    t.play("fight", "roll_air 1", "roll_attack 1+1", "roll_defence 6+6")
    assert box(t, "used") == "artillery 11, engineers 6, air 3"


@rule("9.5.8")
@rule("7.1")
def test_several_units_retreat_and_not_all_find_room() -> None:
    """Two of three attackers are left, 19 has room for one: the player sends them back one at a time, in his order."""
    t = combat("morale 15\n2: 24/24 24/RCN 244A 94/267\n19: 71/191 71/194\n20: L-9-fanatic\n18: 94/274\n")
    t.play("activate 2", *[line for u in ("24/24", "24/RCN", "244A") for line in (f"move {u} 19", "to 20")])
    t.play("move 94/267 19", "stop", "attack 20", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.choices() == ["retreat 244A 19", "retreat 24/RCN 19"]
    t.play("retreat 244A 19")
    assert t.choices() == [f"retreat 24/RCN {a}" for a in (2, 3, 16, 17, 18, 30)]
    assert t.game.scene(t.game.view(t.s, 0))["fight"]["committed"] == ["24/RCN"]
    t.play("retreat 24/RCN 2")
    assert (t.place("244A"), t.place("24/RCN"), t.soviet(20)) == ("19, spent", "2, spent", "L-9-fanatic")


@rule("9.5.8")
def test_where_all_find_room_they_go_back_in_the_listed_order() -> None:
    """Two survivors of a Repulse, room for both in 19: nobody is asked, and the first listed is the first to go."""
    t = combat("morale 15\n2: 24/24 24/RCN 244A\n19: 71/191 71/194\n20: L-9-fanatic\n18: 94/274\n")
    t.play("activate 2", *[line for u in ("24/24", "24/RCN", "244A") for line in (f"move {u} 19", "to 20")])
    t.play("attack 20", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert [GAME.words["unit"][u] for u, _ in t.told("unit_retreated")] == ["244A", "24/RCN"]
    assert [t.place(u) for u in ("244A", "24/RCN")] == ["19, spent"] * 2


@rule("9.5.5")
@rule("9.5.9")
def test_a_fight_is_told_step_by_step() -> None:
    """From the attack to its end, each line with its paragraph."""
    head = "morale 15\navailable artillery 1 engineers 0 air 1\n"
    t = attack("?", "24/21", "24/26", area=10, origin=8, head=head).play("reveal_unit H-7-ambush", "lead 24/26")
    t.play("add artillery", "add air", "fight", "roll_air 4", "roll_attack 6+4", "roll_defence 2+3")
    assert t.story() == [
        "6.4.2 area_activated 8",
        "8.2 unit_moved 24/21 8 10 4",
        "8.2 unit_moved 24/26 8 10 4",
        "9.0 attack_begins 10 2",
        "9.4 counter_revealed 10 H-7-ambush",
        "9.5 lead_named 24/26",
        "9.5.4 support_added 0",
        "9.5.4 support_added 2",
        "9.5.3D air_rolled 4 4",
        "9.5 values_reckoned 9 7",
        "9.5.1 attack_rolled 10 19",
        "9.5.1 defence_rolled 5 12",
        "9.5.5 result 10 3 7",
        "9.5.5 area_taken 10 49",
        "9.4 ambushed 24/26",
        "9.5.5 unit_out 24/26",
        "9.5.7 morale_changed 1 16 1",
    ]


@rule("9.5.5")
@rule("9.5.8")
def test_a_repulse_is_told_step_by_step() -> None:
    t = attack("L-9-heroes", "24/21", "24/26").play("lead 24/21", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.story()[-4:] == [
        "9.5.5 result 18 1 -15",
        "9.5.5 unit_out 24/21",
        "9.5.5 morale_changed -1 14 1",
        "9.5.8 unit_retreated 24/26 3",
    ]


@rule("9.4")
@rule("9.5.8")
def test_a_barrage_is_told_step_by_step() -> None:
    t = attack("?", "24/21", "24/26").play("reveal_unit L-5-barrage", "retreat")
    assert t.story()[-3:] == ["9.4 barrage_retreat 18", "9.5.8 unit_retreated 24/21 3", "9.5.8 unit_retreated 24/26 3"]
    t = attack("?", "24/21", "24/26").play("reveal_unit L-5-barrage", "give_up 24/26")
    assert t.story()[-1] == "9.5 lead_named 24/21"
    assert "9.4 unit_out 24/26" in t.story()
    assert t.place("24/21") == "18, spent", "it attacks, alone"
    assert t.choices() == ["fight"]


@rule("9.5.7")
@pytest.mark.parametrize(
    ("area", "origin", "defender", "gain"),
    [
        (10, 8, "H-7-ambush", 1),
        (21, 30, "E-6-ambush", 1),
        (16, 19, "L-4-heroes", 1),
        (18, 3, "L-4-heroes", 0),
        (19, 3, "C-4-heroes", 0),
    ],
)
def test_only_a_strong_point_raises_morale(area: int, origin: int, defender: str, gain: int) -> None:
    t = attack(defender, "24/24", area=area, origin=origin).play("fight", "roll_attack 6+6", "roll_defence 1+1")
    assert (t.soviet(area), t.s.morale) == ("", 15 + gain)


@rule("9.5.7")
@rule("9.4")
def test_heroes_in_a_strong_point_by_result() -> None:
    """An Overrun gives the bonus alone; a Stalemate costs the Morale alone."""
    for dice, morale in (("6+6", 16), ("1+3", 14), ("1+1", 14)):
        t = attack("?", "24/24", "24/21", area=21, origin=30).play("reveal_unit E-5-heroes", "lead 24/24", "fight")
        assert t.told("values_reckoned") == [(9, 9)]
        t.play(f"roll_attack {dice}", "roll_defence 1+3" if dice != "6+6" else "roll_defence 1+1")
        assert t.s.morale == morale, dice


@rule("9.5.8")
@rule("7.1")
@rule("8.3.1")
def test_a_retreat_goes_through_full_areas_to_the_nearest_with_room() -> None:
    """19 has filled up, and 2, 3 and 18 around it are full: two areas from 19 there is room in 1, 4 and 15."""
    t = combat(
        "morale 15\n4: 24/24 24/RCN 94/267 94/274\n3: 71/191 71/194 71/211\n19: 14/103 14/108 14/36\n"
        "2: 29/15 29/71 29/129 29/RCN\n18: 295/516 295/517 295/518 244A\n20: L-9-fanatic\n16: ?\n17: ?\n30: ?\n"
    )
    t.play("activate 4", *[line for u in ("24/24", "24/RCN") for line in (f"move {u} 3", "to 19", "to 20")])
    t.play("move 94/267 3", "to 19", "stop", "move 94/274 3", "stop")
    t.play("attack 20", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.choices() == [f"retreat 24/RCN {a}" for a in (1, 4, 15)]
    assert t.refused("retreat 24/RCN 3") == "9.5.8 wrong_retreat"
    assert t.refused("retreat 24/RCN 5") == "9.5.8 wrong_retreat", "it has room, but is farther"
    t.play("retreat 24/RCN 15")
    assert t.place("24/RCN") == "15, spent"


@rule("9.3")
@rule("9.5.5")
def test_who_came_back_into_an_area_that_is_then_taken_has_nobody_left_to_attack() -> None:
    """24/24 left contested 18 and came back; 24/21, which had stayed, takes it."""
    t = combat(f"morale 15\n18: L-4-heroes 24/24 24/21\n17: ?\n{REST}").play("roll_streets 1", "activate 18")
    t.play("move 24/24 19", "to 18", "attack 18", "join 24/21", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert (t.soviet(18), t.s.entered, t.place("24/24")) == ("", [], "18, spent")


@rule("9.5.2")
@rule("9.5.2C")
def test_the_panel_names_only_what_counts() -> None:
    """No markers, no division, shaken: the lead and the helpers, and nothing else."""
    t = attack("L-4-heroes", "24/21", "94/267", head="morale 9\n").play("lead 24/21")
    fight = t.game.scene(t.game.view(t.s, 0))["fight"]
    assert [(term["rule"], term["amount"]) for term in fight["attack"]["terms"]] == [("9.5.2A", 5), ("9.5.2B", 1)]
    assert [term["rule"] for term in fight["defence"]["terms"]] == ["9.5.3A", "9.5.3B", "9.5.3C"]


@rule("9.5.8")
def test_without_room_anywhere_in_reach_a_unit_goes_out_of_action() -> None:
    """3 and 2 are full and everything around them is Soviet; when 2 has room it is the place to go."""
    text = "2: 71/191 71/194 71/211 {}\n3: 24/21 24/26 24/24 24/RCN\n" + "".join(f"{a}: ?\n" for a in (18, 19, 20))
    rest = "1: 295/516 295/517 295/518 244A\n31: ?\n4: 94/267 94/274 94/276 177\n5: 29/15 29/71 29/129 29/RCN\n"
    rest += "15: ?\n9: ?\n6: 14/103 14/108 14/36 245A\n7: ?\n8: ?\n"
    unit = GAME.pack.unit_name.index("94/267")
    s = combat(text.format("244B") + rest).s
    assert results.retreat_areas(s, unit, 3) == [OUT]
    assert results.retreat_areas(combat(text.format("") + rest).s, unit, 3) == [2]
