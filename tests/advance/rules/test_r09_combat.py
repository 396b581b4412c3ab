"""Chapter 9: combat."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import REST, attack, combat


@rule("9.0")
def test_an_attack_waits_until_the_player_begins_it() -> None:
    """Even when nothing else is left to do in the round, the dice do not fall by themselves."""
    t = combat(f"3: 24/21\n18: ?\n{REST}").play("activate 3", "move 24/21 18")
    assert t.choices() == ["attack 18"]
    assert t.refused("attack 20") == "9.0 nobody_to_attack"
    assert t.refused("attack 19") == "9.0 no_soviet_unit"


@rule("9.1")
def test_who_enters_must_attack() -> None:
    t = combat(f"3: 24/21 24/26\n18: L-4-heroes\n{REST}").play("activate 3", "move 24/21 18")
    assert t.refused("done") == "9.1 must_attack"
    t.play("attack 18")
    assert t.s.battle is not None
    assert [t.s.pack.unit_name[u] for u in t.s.battle.units] == ["24/21"]


@rule("9.2")
def test_entering_a_contested_area_leaves_the_choice() -> None:
    """Some, all or none of the units that went in attack; the one already there does not join."""
    t = combat(f"3: 24/21 24/26\n18: L-4-heroes 94/267*\n{REST}").play("roll_streets 1", "activate 3")
    t.play("move 24/21 18", "move 24/26 18")
    assert t.choices() == ["done", "attack 18"]
    t.play("attack 18")
    assert t.choices() == ["all", "join 24/21", "join 24/26"]
    assert t.refused("join 94/267") == "9.5 not_an_attacker"
    assert t.refused("done") == "9.2 nobody_joined"
    t.play("join 24/26", "done", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.place("24/26") == "out of action"
    assert t.place("24/21") == "18, spent", "it stayed out of the fight, and no retreat is due"


@rule("9.3")
def test_a_lost_attack_inside_a_contested_area_drives_nobody_out() -> None:
    t = combat(f"18: L-9-heroes 24/21 24/26\n{REST}").play("roll_streets 1", "activate 18", "attack 18", "all")
    t.play("lead 24/21", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert (t.place("24/21"), t.place("24/26")) == ("out of action", "18, spent")


@rule("9.3")
def test_some_attack_and_the_others_may_leave() -> None:
    t = combat(f"18: L-9-heroes 24/21 24/26\n{REST}").play("roll_streets 1", "activate 18", "attack 18")
    t.play("join 24/21", "done", "fight", "roll_attack 1+1", "roll_defence 6+6", "move 24/26 19", "stop")
    assert t.place("24/26") == "19, spent"


@rule("9.4")
def test_a_counter_is_drawn_from_those_not_yet_seen() -> None:
    """With five of six clear counters seen, only one can stand in the airfield."""
    seen = "seen C-4-heroes C-4-ambush C-5-barrage C-5-fanatic C-6-heroes\n"
    t = attack("?", "24/21", area=19, head=seen)
    assert t.asked() == "reveal_unit"
    t.play("reveal_unit C-7-ambush")
    assert t.soviet(19) == "C-7-ambush"


@rule("9.4")
def test_a_strategy_works_only_when_first_revealed() -> None:
    """A Fanatic already revealed is beaten by a plain success."""
    t = attack("L-9-fanatic", "24/21", "24/26", "24/24").play(
        "lead 24/24", "fight", "roll_attack 4+4", "roll_defence 2+3"
    )
    assert t.told("fanatic_holds") == []
    assert t.soviet(18) == ""


@rule("9.4")
def test_heroes_cost_a_morale_even_when_eliminated() -> None:
    """Not on an Overrun, not on a Repulse (which costs its own)."""
    for dice, morale in (("4+4", 14), ("6+6", 15), ("1+1", 14)):
        t = attack("?", "24/21", "24/26").play("reveal_unit L-5-heroes", "lead 24/21")
        t.play("fight", f"roll_attack {dice}", "roll_defence 1+2")
        assert t.s.morale == morale, dice
    assert t.told("heroes_held") == []


@rule("9.4")
def test_an_ambush_on_a_stalemate_and_on_an_overrun() -> None:
    t = attack("?", "24/24", "24/21").play(
        "reveal_unit L-6-ambush", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 1+1"
    )
    assert (t.told("result"), t.place("24/24"), t.place("24/21")) == ([(18, 2, 0)], "out of action", "18, spent")
    t = attack("?", "24/24", "24/21").play(
        "reveal_unit L-4-ambush", "lead 24/24", "fight", "roll_attack 6+6", "roll_defence 1+1"
    )
    assert t.place("24/24") == "18, spent"


@rule("9.4")
def test_barrage_costs_a_unit_or_the_attack() -> None:
    """Decided before lead, markers and dice; the sums are made from who is left."""
    t = attack("?", "24/21", "24/26", "24/24").play("reveal_unit L-5-barrage")
    assert t.choices() == ["retreat", "give_up 24/21", "give_up 24/26", "give_up 24/24"]
    t.play("give_up 24/24", "lead 24/21", "fight", "roll_attack 1+1", "roll_defence 1+1")
    assert t.place("24/24") == "out of action"
    assert t.told("values_reckoned") == [(5 + 1 + 1, 5 + 3)]


@rule("9.4")
def test_a_lone_attacker_given_up_to_a_barrage_is_no_repulse() -> None:
    t = attack("?", "24/21").play("reveal_unit L-5-barrage", "give_up 24/21")
    assert (t.place("24/21"), t.s.morale, t.told("result")) == ("out of action", 15, [])


@rule("9.4")
@rule("9.5.1")
@pytest.mark.parametrize(("area", "origin", "kind", "dice"), [(18, 3, "L-5-guards", 3), (8, 6, "L-5-guards", 4)])
def test_guards_roll_more_dice_and_drop_the_lowest(area: int, origin: int, kind: str, dice: int) -> None:
    """Three dice less the lowest; beside the Volga four less the lowest two."""
    t = attack("?", "24/21", area=area, origin=origin).play(f"reveal_unit {kind}", "fight", "roll_attack 6+6")
    t.play("roll_defence " + "+".join(["6", "5", "1", "2"][:dice]))
    assert t.told("defence_rolled") == [(11, 5 + 3 + 11)]


@rule("9.4")
def test_guards_seen_before_roll_two_dice() -> None:
    t = attack("L-5-guards", "24/21").play("fight", "roll_attack 6+6", "roll_defence 6+5")
    assert t.told("defence_rolled") == [(11, 19)]


@rule("9.5")
@rule("9.5.2")
@rule("9.5.2A")
@rule("9.5.2B")
@rule("9.5.2C")
@rule("9.5.2D")
@rule("9.5.2E")
def test_every_term_of_the_attack_value() -> None:
    """Lead 7, two more, an artillery and an engineer marker, a whole division, strong Morale: 7+2+2+2+1+1."""
    t = attack("L-4-heroes", "24/21", "24/26", "24/24", head="morale 10\navailable artillery 1 engineers 1 air 0\n")
    t.play("lead 24/24", "add artillery", "add engineer")
    fight = t.game.scene(t.game.view(t.s, 0))["fight"]
    terms = [(term["rule"], term["amount"]) for term in fight["attack"]["terms"]]
    assert terms == [("9.5.2A", 7), ("9.5.2B", 2), ("9.5.2C", 2), ("9.5.2C", 2), ("9.5.2D", 1), ("9.5.2E", 1)]
    t.play("fight")
    assert t.told("values_reckoned") == [(15, 7)]


@rule("9.5.2D")
def test_integrity_needs_three_of_one_division_and_assault_guns_are_none() -> None:
    t = attack("L-4-heroes", "24/21", "24/26", "244A", "244B").play("lead 244A", "fight", "roll_attack 1+1")
    assert t.told("values_reckoned")[0][0] == 6 + 3 + 1


@rule("9.5.2C")
def test_every_marker_adds_its_own() -> None:
    """Two artillery markers add 4, and 2 while shells are short; two engineers 4."""
    head = "morale 15\n{}available artillery 2 engineers 2 air 0\n"
    short = "events shell_shortage\n"
    for events, marker, added in (("", "artillery", 4), (short, "artillery", 2), ("", "engineer", 4)):
        t = attack("L-4-heroes", "24/21", "24/26", head=head.format(events))
        t.play("lead 24/21", f"add {marker}", f"add {marker}", "fight")
        alone = attack("L-4-heroes", "24/21", "24/26", head=head.format(events)).play("lead 24/21", "fight")
        assert t.s.battle is not None and alone.s.battle is not None
        assert t.s.battle.attack_value - alone.s.battle.attack_value == added


@rule("9.5.2C")
def test_shells_are_short() -> None:
    head = "morale 15\nevents shell_shortage\navailable artillery 1 engineers 1 air 0\n"
    t = attack("L-4-heroes", "24/21", "24/26", head=head)
    t.play("lead 24/21", "add artillery", "add engineer", "fight", "roll_attack 1+1")
    assert t.told("values_reckoned")[0][0] == 5 + 1 + 1 + 2 + 1


@rule("9.5.3")
@rule("9.5.3A")
@rule("9.5.3B")
@rule("9.5.3C")
@pytest.mark.parametrize(
    ("area", "origin", "defender", "value"),
    [
        (30, 20, "C-5-fanatic", 5 + 1),
        (19, 3, "C-5-fanatic", 5 + 2),  # the airfield
        (28, 33, "E-6-ambush", 6 + 2),
        (21, 30, "E-6-ambush", 6 + 4),  # Mamayev Kurgan
        (18, 3, "L-4-heroes", 4 + 3),
        (16, 19, "L-4-heroes", 4 + 4),  # the Central Rail Station
        (10, 8, "H-7-ambush", 7 + 4),
    ],
)
def test_terrain_and_shaken_morale_in_the_defense_value(area: int, origin: int, defender: str, value: int) -> None:
    for morale, shaken in ((10, 0), (9, 1)):
        t = combat(f"morale {morale}\n{origin}: 24/21\n{area}: {defender}\n")
        t.play(f"activate {origin}", f"move 24/21 {area}", f"attack {area}", "fight", "roll_attack 1+1")
        assert t.told("values_reckoned")[0][1] == value + shaken


@rule("6.2")
@rule("9.5.3")
def test_commissars_stiffen_the_defence() -> None:
    t = attack("L-4-heroes", "24/21", head="morale 15\nevents commissars\n").play("fight", "roll_attack 1+1")
    assert t.told("values_reckoned")[0][1] == 4 + 3 + 1


@rule("9.5.3D")
def test_the_air_die_comes_off_and_the_value_stays_at_0_or_more() -> None:
    head = "morale 15\navailable artillery 0 engineers 0 air 1\n"
    t = attack("C-4-heroes", "24/21", area=30, origin=33, head=head)
    t.play("add air", "fight", "roll_air 6", "roll_attack 1+1")
    assert t.told("values_reckoned")[0][1] == 0


@rule("9.5.4")
def test_limits_of_support() -> None:
    """No more markers than attackers; one Air; only what is in the box."""
    head = "morale 15\navailable artillery 1 engineers 0 air 2\n"
    t = attack("L-4-heroes", "24/21", "24/26", "24/24", head=head).play("lead 24/24")
    assert t.refused("add engineer") == "3.5 no_marker_available"
    t.play("add air")
    assert t.refused("add air") == "9.5.4 one_air_marker"
    t.play("add artillery")
    assert t.refused("add artillery") == "3.5 no_marker_available"
    t = attack("L-4-heroes", "24/21", head=head).play("add artillery")
    assert t.refused("add air") == "9.5.4 support_limit"
    assert t.choices() == ["fight"], "nothing more can be added, but the dice wait for the player"


@rule("6.2")
@rule("9.5.4")
def test_some_events_keep_the_aircraft_away() -> None:
    head = "morale 15\nevents offensive_66\navailable artillery 1 engineers 0 air 1\n"
    t = attack("L-4-heroes", "24/21", head=head)
    assert t.refused("add air") == "6.2 air_forbidden"


@rule("9.3")
@rule("9.5.3")
def test_the_panel_knows_the_defender_while_the_attackers_are_chosen() -> None:
    """Pavlov's House, revealed long ago in contested 14: factor, ground and dice before anybody has joined."""
    t = combat(f"options pavlov=on\nmorale 15\n14: H-8-pavlov 24/21 24/26\n{REST}").play("roll_streets 1")
    t.play("activate 14", "attack 14")
    assert t.asked() == "join_attack"
    defence = t.game.scene(t.game.view(t.s, 0))["fight"]["defence"]
    assert [term["amount"] for term in defence["terms"]] == [8, 4]
    assert (defence["total"], defence["dice"]) == (12, "4d6")


@rule("9.3")
def test_who_came_back_into_a_contested_area_attacks_apart_from_those_who_stayed() -> None:
    """24/24 left contested 18 by way of 19 and came back: it may attack alone, or 24/21 alone; never both together."""
    text = f"morale 15\n18: L-9-heroes 24/24 24/21\n17: ?\n{REST}"
    t = combat(text).play("roll_streets 1", "activate 18", "move 24/24 19", "to 18")
    assert t.choices() == ["done", "attack 18", *[f"move 24/21 {a}" for a in (3, 4, 15, 19)]]
    t.play("attack 18")
    assert t.choices() == ["join 24/21", "join 24/24"]
    assert t.refused("all") == "9.5 not_an_attacker"
    t.play("join 24/24")
    assert t.s.battle is not None
    assert t.choices() == ["fight"], "24/21 cannot join any more"
    assert [t.s.pack.unit_name[u] for u in t.s.battle.units] == ["24/24"]
    t.play("fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.place("24/24") == "out of action"
    assert "attack 18" in t.choices(), "24/21 has not attacked yet"


@rule("9.2")
def test_who_stayed_out_of_an_attack_has_had_its_chance() -> None:
    """24/21 and 24/26 went into contested 18; one attacked. The other may not attack any more in this round."""
    t = combat(f"morale 15\n3: 24/21 24/26 24/24\n18: L-9-heroes 94/267*\n{REST}").play("roll_streets 1", "activate 3")
    t.play("move 24/21 18", "move 24/26 18", "attack 18", "join 24/26", "done", "fight")
    t.play("roll_attack 4+4", "roll_defence 1+1")
    assert t.refused("attack 18") == "8.2.1 already_attacked"
    assert t.choices()[0] == "done"
    assert "attack 18" not in t.choices()


@rule("9.2")
def test_all_that_entered_may_attack_at_once() -> None:
    t = combat(f"morale 15\n3: 24/21 24/26\n18: L-9-heroes 94/267*\n{REST}").play("roll_streets 1", "activate 3")
    t.play("move 24/21 18", "move 24/26 18", "attack 18", "all")
    assert t.s.battle is not None
    assert [t.s.pack.unit_name[u] for u in t.s.battle.units] == ["24/21", "24/26"]
    assert not t.s.battle.mandatory


@rule("9.3")
def test_those_inside_attack_one_after_the_other_if_they_like() -> None:
    """24/21 attacks alone and is Spent; 24/26 may still attack, in a fight of its own."""
    t = combat(f"morale 15\n18: L-9-heroes 24/21 24/26\n{REST}").play("roll_streets 1", "activate 18", "attack 18")
    t.play("join 24/21", "done", "fight", "roll_attack 4+4", "roll_defence 1+1")
    assert t.told("result")[0][1] == 2
    assert "attack 18" in t.choices()
    t.play("attack 18")
    assert t.s.battle is not None
    assert [t.s.pack.unit_name[u] for u in t.s.battle.units] == ["24/26"]


@rule("9.4")
@pytest.mark.parametrize(
    ("dice", "result", "morale"),
    [("1+1", 1, 14), ("1+3", 2, 14), ("2+3", 3, 14), ("5+6", 4, 15)],
)
def test_heroes_by_result(dice: str, result: int, morale: int) -> None:
    """A Morale at a Stalemate and at a Success; a Repulse costs its own, an Overrun nothing."""
    t = attack("?", "24/21").play("reveal_unit L-4-heroes", "fight", f"roll_attack {dice}", "roll_defence 1+2")
    assert (t.told("result")[0][1], t.s.morale) == (result, morale)
    assert t.told("heroes_held") == ([(18,)] if result in (2, 3) else [])


@rule("9.4")
@pytest.mark.parametrize(
    ("dice", "result", "place"),
    [("1+1", 1, "out of action"), ("1+3", 2, "out of action"), ("2+3", 3, "out of action"), ("5+6", 4, "18, spent")],
)
def test_an_ambush_by_result(dice: str, result: int, place: str) -> None:
    """The lead is lost at a Stalemate and a Success (at a Repulse anyway), not at an Overrun; Morale does not move."""
    t = attack("?", "24/21").play("reveal_unit L-4-ambush", "fight", f"roll_attack {dice}", "roll_defence 1+2")
    assert (t.told("result")[0][1], t.place("24/21")) == (result, place)
    assert t.s.morale == (14 if result == 1 else 15)
    assert len(t.told("ambushed")) == int(result in (2, 3))


@rule("9.4")
@pytest.mark.parametrize(
    ("dice", "raw", "taken"),
    [("1+3", 2, False), ("2+3", 3, False), ("5+6", 4, True)],
)
def test_fanatics_by_result(dice: str, raw: int, taken: bool) -> None:
    """A plain Success is none; an Overrun is. The attackers stay in the area, Spent."""
    t = attack("?", "24/21").play("reveal_unit L-4-fanatic", "fight", f"roll_attack {dice}", "roll_defence 1+2")
    assert (t.told("result")[0][1], t.soviet(18) == "") == (raw, taken)
    assert t.place("24/21") == "18, spent"
    assert t.told("fanatic_holds") == ([(18,)] if raw == 3 else [])


@rule("9.5.2D")
@pytest.mark.parametrize(
    ("units", "integrity"),
    [
        (("24/21", "24/26", "24/24"), 1),
        (("24/21", "24/26", "24/24", "24/RCN"), 1),
        (("24/21", "24/26", "24/24", "94/267"), 1),
        (("24/21", "24/26", "94/267", "94/274"), 0),
        (("24/21", "24/26", "94/267"), 0),
        (("24/21", "24/26"), 0),
        (("244A", "244B", "24/21", "245A"), 0),
    ],
)
def test_integrity_is_three_of_one_division(units: tuple[str, ...], integrity: int) -> None:
    """One for any three or more of it, however many others go along; assault guns are no division."""
    t = attack("L-4-heroes", *units).play(f"lead {units[0]}", "fight")
    lead = {"24/21": 5, "244A": 6}[units[0]]
    assert t.told("values_reckoned")[0][0] == lead + len(units) - 1 + integrity + 1


@rule("9.5.2E")
@rule("9.5.3C")
@pytest.mark.parametrize(("morale", "strong", "shaken"), [(19, 1, 0), (10, 1, 0), (9, 0, 1), (0, 0, 1)])
def test_morale_helps_one_side_or_the_other(morale: int, strong: int, shaken: int) -> None:
    t = attack("L-4-heroes", "24/21", head=f"morale {morale}\n").play("fight")
    assert t.told("values_reckoned") == [(5 + strong, 4 + 3 + shaken)]


@rule("9.5.3")
@rule("6.2")
@pytest.mark.parametrize(("morale", "value"), [(10, 8), (9, 9)])
def test_commissars_and_shaken_morale_add_up(morale: int, value: int) -> None:
    t = attack("L-4-heroes", "24/21", head=f"morale {morale}\nevents commissars\n").play("fight")
    assert t.told("values_reckoned")[0][1] == value


@rule("9.5.3D")
@pytest.mark.parametrize(("die", "value"), [(1, 6), (3, 4), (6, 1)])
def test_the_air_die_comes_off_whole(die: int, value: int) -> None:
    head = "morale 15\navailable artillery 0 engineers 0 air 1\n"
    t = attack("L-4-heroes", "24/21", head=head).play("add air", "fight", f"roll_air {die}")
    assert t.told("values_reckoned")[0][1] == value
    assert t.told("air_rolled") == [(die, die)]


@rule("9.5.4")
@pytest.mark.parametrize("first", ["artillery", "engineer", "air"])
@pytest.mark.parametrize("second", ["artillery", "engineer", "air"])
def test_every_kind_of_marker_counts_in_the_limit(first: str, second: str) -> None:
    """Two attackers, two markers; a third of any kind is one too many."""
    head = "morale 15\navailable artillery 3 engineers 3 air 3\n"
    t = attack("L-4-heroes", "24/21", "24/26", head=head).play("lead 24/21", f"add {first}")
    if first == second == "air":
        assert t.refused("add air") == "9.5.4 one_air_marker"
        return
    t.play(f"add {second}")
    for marker in ("artillery", "engineer", "air"):
        assert t.refused(f"add {marker}") == "9.5.4 support_limit"
    assert t.choices() == ["fight"]
    placed = [first, second]
    left = tuple(3 - placed.count(marker) for marker in ("artillery", "engineer", "air"))
    assert t.available == left
    assert t.s.battle is not None
    there = (t.s.battle.artillery, t.s.battle.engineers, t.s.battle.air)
    assert there == tuple(3 - n for n in left)


@rule("9.5.4")
@rule("9.4")
def test_a_unit_given_up_to_a_barrage_brings_no_marker() -> None:
    head = "morale 15\navailable artillery 3 engineers 0 air 0\n"
    t = attack("?", "24/21", "24/26", head=head).play("reveal_unit L-5-barrage", "give_up 24/26", "add artillery")
    assert t.refused("add artillery") == "9.5.4 support_limit"
