"""Chapters 8.4, 8.10, 8.11, 8.13, 8.14 and 14.1 in fights from the declaration to the last marker."""

import pytest

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import COMBAT, EXPLOITATION, EXPLOITING, FOUGHT, OOS, OOS_FS
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u
from tests.roads.rules.test_r08_attrition import engage
from tests.roads.staged import bare, decline

HQ = "1612: GE-HQ-HOLL\n"
FRONT = "1914: SU-26TK SU-1TK SU-23\n2130: SU-HQ-DON\n"
THREE = "SU-26TK SU-1TK SU-23"


def thrown(text: str, attackers: str, column: str, dice: str, side: int = 0) -> Drawn:
    """Nothing declared, the dice thrown."""
    t = engage(text, attackers, column, side=side)
    return decline(t, "roll_combat").play(f"roll_combat {dice}")


# 8.1, 8.4 ---------------------------------------------------------------------------------------------------------


@rule("8.1.9a")
@rule("8.1.9b")
def test_a_new_phase_lets_every_hex_and_unit_fight_again() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK SU-24 SU-4TK\n1814: GE-62\n2014: RO-1\n1612: GE-HQ-HOLL")
    t.play("attack 1814", "with SU-26TK", "done", "roll_combat 4+5")
    decline(t, "choose_target")
    assert t.refused("attack 1814") == "8.1.9a hex_already_attacked"
    t.s.mark[u("SU-24")] |= EXPLOITING
    combat.begin_combat(t.s)
    t.s.choices = None
    assert "attack 1814" in t.choices()
    assert t.marks(FOUGHT) == t.marks(EXPLOITING) == []


@rule("8.1.9b")
def test_a_unit_is_spent_by_an_attack_others_of_its_stack_are_not() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK SU-24 SU-4TK\n1814: GE-62\n2014: RO-1\n1612: GE-HQ-HOLL\n")
    t.play("attack 1814", "with SU-26TK", "done", "roll_combat 4+5")
    decline(t, "choose_target").play("attack 2014")
    assert sorted(t.choices()) == ["with SU-24", "with SU-4TK"]


def defender_supply(text: str, who: str, side: str = "soviet") -> int:
    """What the check of step 2 makes of a defender in 1814."""
    t = bare(f"side {side}\n{text}")
    combat.begin_attack(t.s, t.s.where[u(who)], [], COMBAT)
    odds.check_defender_supply(t.s)
    return t.supply(who)


@rule("8.4.1")
@rule("8.4.4")
def test_a_defender_lives_on_any_headquarters_in_reach_with_a_line_or_without() -> None:
    """Hollidt off the road in 1714, six hexes away, seven hexes away; behind a ring of Soviets."""
    assert defender_supply("1814: GE-62\n1814: GE-HQ-HOLL", "GE-62") == 0
    assert defender_supply("1814: GE-62\n1820: GE-HQ-HOLL", "GE-62") == 0
    assert defender_supply("1814: GE-62\n1821: GE-HQ-HOLL", "GE-62") == OOS
    ring = "1813: SU-23\n1815: SU-24"
    assert defender_supply(f"1814: GE-62\n1820: GE-HQ-HOLL\n{ring}", "GE-62") == OOS


@rule("8.4.1")
def test_a_defender_lives_on_a_source_in_its_radius_of_four() -> None:
    assert defender_supply("1905: GE-62", "GE-62") == 0
    assert defender_supply("1906: GE-62", "GE-62") == OOS
    assert defender_supply("1905: GE-62\n1901: SU-23", "GE-62") == OOS
    assert defender_supply("2132: SU-23", "SU-23", "axis") == 0


@rule("8.4.1")
@rule("4.3.1")
def test_whose_headquarters_may_feed_a_defender() -> None:
    """Germans feed all, Romanians and Hungarians not each other, nobody feeds the enemy."""
    for hq, who, fed in (
        ("GE-HQ-HOLL", "RO-1", 0), ("RO-HQ-3A", "GE-62", 0), ("IT-HQ-8A", "HU-12", 0), ("RO-HQ-3A", "HU-12", OOS),
        ("HU-HQ-2A", "RO-1", OOS), ("SU-HQ-SW", "GE-62", OOS), ("HU-HQ-2A", "HU-12", 0),
    ):  # fmt: skip
        assert defender_supply(f"1814: {who}\n1714: {hq}", who) == fed


@rule("8.4.1")
@rule("1.2.2")
def test_roads_count_a_half_for_defenders_too() -> None:
    """Pitomnik is nine hexes from Morozovsk, along the railway: Hollidt in the city reaches it, beside the city not."""
    assert defender_supply("1333: GE-62\n1125: GE-HQ-HOLL", "GE-62") == 0
    assert defender_supply("1333: GE-62\n1126: GE-HQ-HOLL", "GE-62") == OOS


@rule("8.4.1")
@rule("1.2.4")
def test_rivers_stop_the_supply_of_a_defender_bridges_carry_it() -> None:
    """0724 from 0121 over the Don."""
    assert defender_supply("0724: GE-62\n0121: GE-HQ-HOLL", "GE-62") == OOS
    assert defender_supply("0724: GE-62\n0121: GE-HQ-HOLL\non GE-62 axis_bridging", "GE-62") == 0


@rule("8.4.2")
@rule("8.4.3")
@rule("8.4.4")
def test_only_attacked_units_without_a_marker_are_looked_at() -> None:
    """GE-298 elsewhere keeps its supply, a headquarters is never marked, a pocket marker stays one."""
    t = bare("side soviet\nfortress 1333 8\n1814: GE-62 GE-HQ-HOLL GE-384~ GE-71^\n1524: GE-298")
    t.s.pontoon[u("GE-HQ-HOLL")] = 0
    combat.begin_attack(t.s, h("1814"), [], COMBAT)
    odds.check_defender_supply(t.s)
    assert [t.supply(name) for name in ("GE-62", "GE-HQ-HOLL", "GE-384", "GE-71", "GE-298")] == [0, 0, OOS, OOS_FS, 0]


@rule("8.4.3")
@rule("10.2.3")
def test_a_defender_found_out_of_supply_in_the_zone_joins_the_pocket() -> None:
    assert defender_supply("fortress 1333 8\n1334: GE-62", "GE-62") == OOS_FS
    assert defender_supply("fortress 1333 8\n1333: SU-23\n1336: GE-62", "SU-23", "axis") == OOS


# 8.5, 8.11, 14.1: what the results will ask ------------------------------------------------------------------------


def flags(defenders: str, attackers: str = "SU-26TK", side: int = 0) -> tuple[int, int, int, int]:
    """Allied steps, Germans alone in defense, Germans alone in attack, with a panzer division."""
    t = bare(f"side {vocabulary.SIDES[side]}\n1814: {defenders}\n1914: {attackers}")
    clean = [name.rstrip("-") for name in attackers.split()]
    combat.begin_attack(t.s, h("1814"), [u(name) for name in clean], COMBAT)
    odds.set_flags(t.s, t.fight)
    b = t.fight
    return b.allied_steps, b.german_defense, b.german_attack, b.panzer


@rule("8.11.1")
def test_steps_of_allies_without_germans() -> None:
    """Two Romanians, one worn: three steps. With an Italian four. With a German, even a staff, the rule is silent."""
    assert flags("RO-1 RO-2-")[0] == 3
    assert flags("RO-1 IT-3Ra")[0] == 4
    assert flags("RO-1- RO-HQ-3A")[0] == 2
    assert flags("RO-1- GE-62-")[0] == 0
    assert flags("RO-1- GE-HQ-HOLL")[0] == 0
    assert flags("SU-23", "GE-16P", side=1)[0] == 0


@rule("8.11.1")
@pytest.mark.parametrize(
    ("defenders", "level"), [("RO-1 RO-2-", 2), ("RO-1 RO-2", 1), ("RO-1- GE-62-", 1), ("GE-62-", 1)]
)
def test_fewer_than_four_allied_steps_give_one_level_more(defenders: str, level: int) -> None:
    """6/1 on a 4: E."""
    t = thrown(f"{FRONT}{HQ}1814: {defenders}", THREE, "6/1", "2+2")
    assert t.told("results_final")[0][1] == level


@rule("14.1")
def test_germans_alone_and_the_panzer_division() -> None:
    assert flags("GE-62 GE-HQ-HOLL")[1] == 1
    assert flags("GE-62 RO-1")[1] == 0
    assert flags("SU-23", "GE-16P GE-62", 1)[2:] == (1, 1)
    assert flags("SU-23", "GE-29M GE-62", 1)[2:] == (1, 0)
    assert flags("SU-23", "GE-16P RO-1", 1)[2:] == (0, 1)
    assert flags("SU-23", "RO-1A GE-62", 1)[3] == 0
    assert flags("SU-23", "KG-A1 GE-62", 1)[2:] == (1, 1)


@rule("14.1")
@rule("10.3.4")
def test_superiority_is_that_of_the_track_and_none_for_a_dying_pocket() -> None:
    for level, sign, effects in ((10, "^", 0b1010), (1, "^", 0), (1, "~", 0b1010)):
        t = bare(
            f"side soviet\nfortress 1333 {level}\nsuperiority human_waves soviet_rout\n1334: GE-71{sign}\n1335: SU-23"
        )
        combat.begin_attack(t.s, h("1334"), [u("SU-23")], COMBAT)
        odds.set_flags(t.s, t.fight)
        assert t.fight.superiority == effects


@rule("14.1")
@rule("14.1C")
@rule("14.1D")
@pytest.mark.parametrize(
    ("german", "panzer", "phase", "effects", "result", "level", "losses", "after"),
    [
        (1, 1, COMBAT, 15, 0, 0, 1, (1, 1)),
        (1, 1, COMBAT, 15, 0, 1, 1, (2, 0)),
        (1, 1, COMBAT, 15, 0, 1, 0, (2, 0)),
        (1, 1, COMBAT, 15, 0, 3, 2, (4, 1)),
        (1, 1, COMBAT, 15, vocabulary.A_RETREAT, 0, 2, (0, 2)),
        (0, 1, COMBAT, 15, 0, 1, 1, (1, 1)),
        (1, 0, COMBAT, 15, 0, 1, 1, (1, 1)),
        (1, 1, EXPLOITATION, 15, 0, 0, 1, (0, 1)),
        (1, 1, COMBAT, 0b0100, 0, 1, 1, (2, 1)),
        (1, 1, COMBAT, 0b1000, 0, 2, 1, (2, 0)),
        (1, 1, COMBAT, 0b1000, 0, 1, 1, (1, 1)),
        (1, 1, COMBAT, 0b0011, 0, 2, 1, (2, 1)),
    ],
)
def test_what_german_attackers_gain(
    german: int, panzer: int, phase: int, effects: int, result: int, level: int, losses: int, after: tuple[int, int]
) -> None:
    """A level more unless AR, a loss less from E2 on; Germans alone with a panzer division, not in exploitation."""
    t = bare("side axis\n1814: SU-23\n1914: GE-16P")
    combat.begin_attack(t.s, h("1814"), [u("GE-16P")], phase)
    b = t.fight
    b.german_attack, b.panzer, b.superiority = german, panzer, effects
    b.result_a, b.level, b.losses_a = result, level, losses
    alter.german_attack(t.s, b)
    assert (b.level, b.losses_a) == after


@rule("14.1")
@rule("14.1A")
@rule("14.1B")
@pytest.mark.parametrize(
    ("german", "effects", "level", "losses", "after"),
    [(1, 15, 0, 1, (1, 1, 2)), (1, 15, 1, 1, (1, 1, 2)), (1, 15, 2, 1, (0, 0, 1)), (1, 15, 0, 0, (1, 1, 0)),
     (0, 15, 0, 1, (0, 0, 1)), (1, 0b0001, 0, 1, (1, 1, 1)), (1, 0b0010, 0, 1, (0, 0, 2)),
     (1, 0b1100, 0, 1, (0, 0, 1))],
)  # fmt: skip
def test_what_german_defenders_gain(
    german: int, effects: int, level: int, losses: int, after: tuple[int, int, int]
) -> None:
    """Without E2 a panzer division comes to the rescue, and a Soviet who loses a step loses another."""
    t = bare("side soviet\n1814: GE-62\n1914: SU-26TK")
    combat.begin_attack(t.s, h("1814"), [u("SU-26TK")], COMBAT)
    b = t.fight
    b.german_defense, b.superiority, b.level, b.losses_a = german, effects, level, losses
    alter.german_defense(t.s, b)
    assert (b.reacts, b.rescue, b.losses_a) == after


# 8.10 -------------------------------------------------------------------------------------------------------------


@rule("8.10.1")
def test_an_attacker_who_stands_loses_two_steps_of_his_choice() -> None:
    """2/1 on a 4: A1, AR. Standing costs two more, both on one division if he likes."""
    t = thrown(f"1914: SU-23 SU-24\n2130: SU-HQ-DON\n{HQ}1814: GE-62", "SU-23 SU-24", "2/1", "1+3").play("lose SU-24")
    assert (t.asked(), t.seat()) == ("choose_retreat", vocabulary.SOVIET)
    t.play("stand", "lose SU-23", "lose SU-23")
    assert (t.place("SU-23"), t.place("SU-24")) == ("eliminated", "1914-")


@rule("8.10.1")
@rule("8.12.3")
@rule("8.12.5.2")
def test_an_attacker_who_retreats_goes_one_hex_with_all_his_units() -> None:
    """Away from the hex he attacked, from wherever he attacked it; a bystander stays."""
    text = f"1914: SU-23 SU-29\n1915: SU-24\n2130: SU-HQ-DON\n{HQ}1814: GE-62"
    t = thrown(text, "SU-23 SU-24", "2/1", "1+3").play("lose SU-24", "retreat")
    decline(t)
    places = [t.place(name)[:4] for name in ("SU-23", "SU-24", "SU-29")]
    assert places[2] == "1914"
    assert all(PACK.distance(h(place), h("1814")) == 2 for place in places[:2])


@rule("8.10.1")
def test_an_attacker_destroyed_by_attrition_has_nothing_to_choose() -> None:
    t = thrown(f"1914: SU-23-\n{HQ}1814: GE-62", "SU-23", "2/1", "1+2")
    assert t.asked() == "over"
    assert t.place("SU-23") == "eliminated"


@rule("8.10.1")
def test_results_are_applied_even_if_one_side_is_gone() -> None:
    """5/1 on an 11: A1D3, Eng, DR3. The defenders are dead; the second throw still costs the attacker."""
    t = thrown(f"{FRONT}{HQ}1814: GE-62-", THREE, "5/1", "5+6").play("lose SU-23")
    decline(t, "roll_engagement")
    t.play("roll_engagement 1+2")
    assert t.asked() == "lose_attacker_step"


@rule("8.10.5")
def test_d1_costs_the_defender_one_more_as_he_likes() -> None:
    """2/1 on a 9: D1 and D1: both on one division."""
    t = thrown(f"{FRONT}{HQ}1814: GE-62 GE-298", THREE, "2/1", "4+5").play("lose GE-62")
    assert sorted(t.choices()) == ["lose GE-298", "lose GE-62"]
    t.play("lose GE-62")
    assert t.place("GE-62") == "eliminated"


@rule("8.7.6")
def test_s_is_one_more_loss_or_one_hex() -> None:
    """4/1 on a 3: S. Standing costs a step, going back none."""
    text = f"{FRONT}{HQ}1814: GE-62 GE-298"
    t = thrown(text, THREE, "4/1", "1+2").play("stand", "lose GE-298")
    assert (t.place("GE-298"), t.place("GE-62"), t.asked()) == ("1814-", "1814", "over")
    t = decline(thrown(text, THREE, "4/1", "1+2").play("retreat"))
    assert all(PACK.distance(h(t.place(name)), h("1814")) == 1 for name in ("GE-62", "GE-298"))


@rule("8.7.6")
def test_f_is_to_stay_or_one_hex_and_one_loss_less() -> None:
    """3/1 on a 6: A1D1, D1, F."""
    text = f"{FRONT}{HQ}1814: GE-62"
    t = decline(thrown(text, THREE, "3/1", "3+3").play("stand", "lose SU-23"))
    assert t.place("GE-62") == "eliminated"
    t = decline(thrown(text, THREE, "3/1", "3+3").play("retreat", "lose SU-23"))
    assert t.place("GE-62")[4:] == "-"
    assert t.place("GE-62")[:4] != "1814"


@rule("8.12.1")
@pytest.mark.parametrize(("dice", "column", "hexes"), [("3+4", "4/1", 1), ("3+4", "5/1", 2), ("3+4", "6/1", 3)])
def test_dr_is_so_many_hexes(dice: str, column: str, hexes: int) -> None:
    """In one direction, for one division, with room everywhere."""
    t = decline(thrown(f"{FRONT}{HQ}1814: GE-62 GE-298", THREE, column, dice))
    assert {PACK.distance(h(t.place(name)[:4]), h("1814")) for name in ("GE-62", "GE-298")} == {hexes}


REACT = f"{FRONT}1814: RO-14 RO-15\n{HQ}"


@rule("8.7.6")
def test_who_may_react() -> None:
    """3/1 on a 2: R. Within two hexes, out of contact, no staff, none that cannot move; allies too."""
    text = f"{REACT}1714: GE-62\n1614: RO-1\n1514: GE-298\n1812: GE-384\n1915: GE-71\n1715: GE-HQ-LANZ"
    t = thrown(text, THREE, "3/1", "1+1").play("lose SU-23")
    assert t.asked() == "react"
    assert sorted(t.choices()) == ["none", "react GE-384", "react GE-62", "react RO-1"]
    assert t.seat() == vocabulary.AXIS
    t.play("none")
    assert t.asked() == "over"


@rule("8.7.6")
@rule("4.4.3")
def test_a_reaction_has_half_the_movement_and_one_point_out_of_supply() -> None:
    """Panzers two of three, infantry one of two, out of supply one."""
    for who, points in (("GE-16P", 4), ("GE-62", 2), ("GE-24P~", 2)):
        t = thrown(f"{REACT}1714: {who}", THREE, "3/1", "1+1").play("lose SU-23", f"react {who.rstrip('~')}")
        assert t.s.points == points


@rule("8.7.6")
def test_a_reaction_may_end_beside_the_enemy_but_not_in_a_full_hex() -> None:
    """1613 holds three divisions: an infantry division cannot go there, but to 1813 beside the attackers it can."""
    text = f"{REACT}1714: GE-62\n1613: GE-71 GE-298 GE-384"
    t = thrown(text, THREE, "3/1", "1+1").play("lose SU-23", "react GE-62")
    assert t.refused("to 1613") == "1.11.3 too_many_units"
    t.play("to 1813")
    assert t.place("GE-62") == "1813"


@rule("8.7.6")
@rule("10.4.3")
@pytest.mark.parametrize(("scenario", "reacts"), [("campaign", True), ("wintergewitter", False)])
def test_the_pocket_reacts_but_in_the_introductory_scenario(scenario: str, reacts: bool) -> None:
    t = bare(f"scenario {scenario}\nside soviet\nfortress 1333 8\n1333: GE-76^\n1434: GE-305^\n1435: SU-138")
    combat.begin_attack(t.s, h("1434"), [u("SU-138")], COMBAT)
    t.fight.reacts = 1
    assert (1 + u("GE-76") in advance.react_choices(t.s)) == reacts


@rule("14.1")
@rule("14.1A")
def test_only_german_armor_comes_to_the_rescue() -> None:
    """5/1 on a 3 against Germans: S and no E2, so a panzer division may react; infantry and Romanian tanks may not."""
    text = f"{FRONT}{HQ}1814: GE-62\n1714: GE-16P GE-298\n1713: RO-1A"
    t = engage(text, THREE, "5/1")
    t.fight.superiority = 1
    decline(t, "roll_combat").play("roll_combat 1+2")
    decline(t, "react")
    assert t.choices() == ["none", "react GE-16P"]


@rule("8.10.4")
@pytest.mark.parametrize(
    ("attackers", "weather", "dice", "asked"),
    [
        ("1331: SU-26TK SU-1TK", "snow clear none", "3+4", True),
        ("1331: SU-26TK\n1430: SU-1TK", "snow clear none", "3+4", False),
        ("1331: SU-26TK SU-1TK", "snow clear major", "3+4", False),
        ("1331: SU-26TK SU-1TK", "mud clear none", "3+4", False),
        ("1331: SU-26TK SU-1TK", "snow clear none", "1+2", False),
    ],
)
def test_the_defender_may_take_the_river_only_if_all_cross_it_and_it_matters(
    attackers: str, weather: str, dice: str, asked: bool
) -> None:
    """The Don between 1331 and 1330; 4/1 on a 7 is an E, on a 3 nothing."""
    text = f"{attackers}\n2130: SU-HQ-DON\n1227: GE-HQ-HOLL\n1330: GE-62 GE-298\nweather {weather}"
    t = engage(text, "SU-26TK SU-1TK", "4/1", target="1330")
    decline(t, "roll_combat").play(f"roll_combat {dice}")
    assert (t.asked() == "choose_line") == asked
    if asked:
        assert t.seat() == vocabulary.AXIS
        assert t.play("river").told("results_final")[0][1] == 0


@rule("8.10.4")
def test_with_the_line_of_the_hex_the_result_stands() -> None:
    text = "1331: SU-26TK SU-1TK\n2130: SU-HQ-DON\n1227: GE-HQ-HOLL\n1330: GE-62 GE-298"
    t = engage(text, "SU-26TK SU-1TK", "4/1", target="1330")
    decline(t, "roll_combat").play("roll_combat 3+4", "hex")
    assert t.told("results_final")[0][1] == 1


# 8.13, 8.14 -------------------------------------------------------------------------------------------------------


@rule("8.13.2")
def test_attackers_follow_into_the_empty_hex_as_many_as_fit() -> None:
    """Four attackers from two hexes: three may enter, none of the bystanders; then there is no room."""
    text = f"1914: SU-26TK SU-1TK SU-23\n1915: SU-24 SU-29\n2130: SU-HQ-DON\n{HQ}1814: GE-62 GE-298"
    t = decline(thrown(text, f"{THREE} SU-24", "4/1", "3+4"), "follow_up")
    assert [c for c in t.choices() if "SU-29" in c] == []
    t.play("advance SU-26TK 1814", "advance SU-23 1814", "advance SU-24 1814")
    assert t.control("1814") == "soviet"
    assert t.asked() != "follow_up"
    assert "1814" not in t.place("SU-1TK")


@rule("8.13.2")
@rule("8.8.3")
def test_nobody_enters_a_hex_that_is_still_held() -> None:
    t = decline(thrown(f"{FRONT}{HQ}1814: GE-62 GE-298", THREE, "2/1", "3+4"), "follow_up", "enter_hex")
    assert t.asked() == "over"


@rule("8.13.1")
def test_defenders_enter_the_attackers_hexes_only_if_all_are_empty() -> None:
    """2/1 on a 3: A1, AR. All go back from 1914 and 1915: the defenders may enter either; a bystander bars both."""
    text = f"1914: SU-23\n1915: SU-24\n2130: SU-HQ-DON\n{HQ}1814: GE-62 GE-298"
    t = thrown(text, "SU-23 SU-24", "2/1", "1+2").play("lose SU-23", "retreat")
    decline(t, "advance_unit")
    assert t.seat() == vocabulary.AXIS
    assert t.choices()[0] == "done"
    assert sorted(t.choices()[1:]) == sorted(f"advance {n} {p}" for n in ("GE-62", "GE-298") for p in ("1914", "1915"))
    t.play("advance GE-62 1914")
    assert t.control("1914") == "axis"
    text = text.replace("1914: SU-23", "1914: SU-23 SU-29")
    t = thrown(text, "SU-23 SU-24", "2/1", "1+2").play("lose SU-23", "retreat")
    assert decline(t, "advance_unit").asked() == "over"


@rule("8.14.1")
@rule("8.14.2")
def test_markers_for_participants_only_one_a_point() -> None:
    """4/1 on a 6: E: one of the three that attacked, not SU-24 beside them."""
    text = f"{FRONT}1915: SU-24\n{HQ}1814: GE-62 GE-298"
    t = decline(thrown(text, THREE, "4/1", "3+3"), "mark_exploiting")
    assert t.seat() == vocabulary.SOVIET
    assert sorted(t.choices()) == ["done", "exploit SU-1TK", "exploit SU-23", "exploit SU-26TK"]
    t.play("exploit SU-26TK")
    assert t.marks(EXPLOITING) == ["SU-26TK"]
    assert t.asked() == "over"


@rule("8.14.2")
@pytest.mark.parametrize(("dice", "column", "count"), [("5+5", "4/1", 2), ("6+6", "4/1", 3)])
def test_e2_and_e3_mark_two_and_three(dice: str, column: str, count: int) -> None:
    text = f"1914: SU-26TK SU-23 SU-24\n1915: SU-29 SU-38\n2130: SU-HQ-DON\n{HQ}1814: GE-62 GE-298"
    t = decline(thrown(text, "SU-26TK SU-23 SU-24 SU-29 SU-38", column, dice), "mark_exploiting")
    while t.asked() == "mark_exploiting":
        t.play(t.choices()[1])
    assert len(t.marks(EXPLOITING)) == count


@rule("8.14.1")
def test_markers_are_optional_and_the_dead_get_none() -> None:
    """5/1 on an 8: A1D2, E2; the worn division that dies is not on the list."""
    text = f"1914: SU-26TK SU-23-\n2130: SU-HQ-DON\n{HQ}1814: GE-62 GE-298"
    t = thrown(text, "SU-26TK SU-23", "5/1", "4+4").play("lose SU-23")
    decline(t, "mark_exploiting")
    assert t.choices() == ["done", "exploit SU-26TK"]
    t.play("done")
    assert (t.marks(EXPLOITING), t.asked()) == ([], "over")


@rule("8.14.3")
def test_boxes_cost_a_half_in_a_declared_armored_attack_only() -> None:
    """Two black, a black and white, and infantry: 1, 1, 1, 2 half points; undeclared, or before a PaK 88, 2 each."""
    t = engage(f"1914: SU-26TK SU-1TK SU-8KK SU-23\n{HQ}1814: GE-62", "SU-26TK SU-1TK SU-8KK SU-23", "6/1")
    stack = [u(name) for name in ("SU-26TK", "SU-1TK", "SU-8KK", "SU-23")]
    for armored, pak, prices in ((1, 0, [1, 1, 1, 2]), (0, 0, [2, 2, 2, 2]), (1, 1, [2, 2, 2, 2])):
        t.fight.armored, t.fight.pak = armored, pak
        assert [advance.price_of(t.s, t.fight, unit) for unit in stack] == prices


@rule("9.3.2")
@rule("8.14.1")
def test_no_marker_comes_out_of_exploitation_combat() -> None:
    t = engage(f"{FRONT}{HQ}1814: RO-14-", THREE, "6/1")
    t.fight.phase = EXPLOITATION
    decline(t, "roll_combat").play("roll_combat 6+6")
    decline(t, "mark_exploiting")
    assert t.asked() == "over"
    assert t.marks(EXPLOITING) == []
