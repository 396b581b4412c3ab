"""Chapter 8.1 to 8.6: who attacks whom, the defender's supply, odds, declarations."""

import pytest

from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import BOOK
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import FOUGHT, OOS
from kurgan.kernel.protocol import Decide
from kurgan.kernel.tally import SILENT
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u

PLAIN = (
    "side soviet\nphase combat\n1914: SU-23 SU-24 SU-29\n1814: GE-62\n2014: RO-14\n1611: RO-HQ-3A\n1612: GE-HQ-HOLL\n"
)


def seat(t: Drawn) -> int:
    asked = t.game.pending(t.s)
    assert isinstance(asked, Decide)
    return asked.seat


@rule("8.1.1")
@rule("8.1.3")
def test_only_neighbours_are_attacked_and_nobody_must_attack() -> None:
    t = draw(PLAIN + "1321: RO-1C")
    assert t.choices() == ["end", "attack 1814", "attack 2014"]
    assert t.refused("attack 1321") == "8.1.1 nobody_can_attack"
    assert t.refused("attack 1915") == "8.1.1 no_enemy_there"
    t.play("end")
    assert t.asked() == "over"


@rule("8.1.4")
@rule("8.1.10")
@rule("8.3.4")
def test_units_of_one_hex_may_attack_different_hexes_or_stay_out() -> None:
    """SU-23 attacks 1814, SU-24 attacks 2014, SU-29 nobody: it cannot be hurt."""
    t = draw(PLAIN).play("attack 1814", "with SU-23", "done")
    t.play("attack 2014", "with SU-24", "done")
    assert t.marks(FOUGHT) == ["SU-23", "SU-24"]
    assert t.place("SU-29") == "1914"


@rule("8.1.5")
@rule("8.1.6")
@rule("8.3.2")
def test_the_whole_stack_defends() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-23 SU-24\n1814: GE-62 GE-294 RO-HQ-3A\n").play("attack 1814")
    assert sorted(t.fight.defenders) == sorted([u("GE-62"), u("GE-294"), u("RO-HQ-3A")])


@rule("8.1.7")
@rule("8.1.9a")
@rule("8.1.9b")
def test_a_hex_and_a_unit_once_a_phase_in_any_order() -> None:
    t = draw(PLAIN).play("attack 2014", "with SU-23", "done", "roll_combat 3+4", "done")
    assert t.refused("attack 2014") == "8.1.9a hex_already_attacked"
    t.play("attack 1814")
    assert t.refused("with SU-23") == "8.1.9b unit_already_fought"


@rule("8.1.11")
@rule("8.3.1")
@rule("8.3.3")
def test_several_hexes_attack_together_but_headquarters_never() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-23 SU-HQ-SW\n1815: SU-24\n1814: GE-62").play("attack 1814")
    assert t.refused("done") == "8.3.1 nobody_named_yet"
    assert t.refused("with SU-HQ-SW") == "8.3.3 hq_never_attacks"
    t.play("with SU-23", "with SU-24")
    assert t.fight.attackers == [u("SU-23"), u("SU-24")]


@rule("8.1.12")
def test_allies_of_two_nations_never_attack_together() -> None:
    t = draw("side axis\nphase combat\n1914: SU-23\n1814: RO-14 GE-62\n2014: IT-3Ra").play("attack 1914", "with RO-14")
    assert t.refused("with IT-3Ra") == "8.1.12 allies_apart"
    assert "with GE-62" in t.choices()


@rule("8.2.1")
@rule("8.7.7")
def test_the_steps_of_a_combat_stand_in_the_order_of_the_book() -> None:
    names = [part.name for part in BOOK.steps["attack"].parts]
    assert names == [
        "check_defender_supply", "rockets", "answer_attack", "reckon", "carry_out", "shelled_empty", "end_attack",
        "after_attack",
    ]  # fmt: skip
    names = [part.name for part in BOOK.steps["throw"].parts]
    assert names == [
        "rattenkrieg", "fight", "owe_attrition", "attacker_losses", "defender_losses", "enter_empty_hex",
        "attacker_results", "defender_results", "advance_after_combat", "exploitation_markers",
    ]  # fmt: skip


@rule("8.4.1")
@rule("8.4.2")
@rule("8.4.3")
def test_the_defender_is_checked_unless_he_is_marked_already() -> None:
    """Out of every radius: marked now. Marked before: not looked at again."""
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62").play("attack 1814")
    assert t.supply("GE-62") == OOS
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62~\n1612: GE-HQ-HOLL").play("attack 1814")
    assert t.supply("GE-62") == OOS


@rule("8.4.4")
def test_a_headquarters_that_is_cut_off_still_supplies_the_defense() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62\n1714: GE-HQ-HOLL").play("attack 1814")
    assert t.supply("GE-62") == 0
    assert t.place("GE-HQ-HOLL") == "1714"


@rule("8.5.2")
def test_town_river_and_markers_help_the_defender() -> None:
    """GE-62 (5) in the village of Karlovka with a PaK 88: 5 + 2 + 1."""
    t = draw("side soviet\nphase combat\n1802: SU-26TK SU-1TK\n1803: GE-62\n1702: GE-HQ-HOLL\non GE-62 pak_88")
    t.play("attack 1803", "with SU-26TK", "with SU-1TK")
    assert t.fight.defense == 8
    assert PACK.town_defense == [0, 1, 2, 3]


@rule("8.5.3")
@rule("1.9.2")
def test_factors_over_an_open_major_river_are_halved_together() -> None:
    """SU-23 and SU-24 (2 each) attack over the Don: half of four. On the ice nothing is halved."""
    text = "side soviet\nphase movement\n1332: SU-23 SU-24 SU-29-\n1330: GE-62"
    b = Battle(h("1330"), 0, 0)
    assert PACK.river[h("1331") * 6 + PACK.direction(h("1331"), h("1330"))] == 2
    t = draw(text.replace("1332:", "1331:"))
    b.attackers = [u("SU-23"), u("SU-24"), u("SU-29")]
    assert odds.attack_total(t.s, b, SILENT) == 3
    frozen = draw("weather snow clear major\n" + text.replace("1332:", "1331:"))
    assert odds.attack_total(frozen.s, b, SILENT) == 5
    mud = draw("weather mud clear none\n" + text.replace("1332:", "1331:"))
    b.mud = 1
    assert odds.attack_total(mud.s, b, SILENT) == 2


@rule("8.5.4")
@rule("8.5.5")
@pytest.mark.parametrize(
    ("attack", "defense", "line"),
    [(35, 10, 3), (10, 35, -2), (9, 10, 0), (10, 10, 1), (34, 4, 8), (1, 2, 0), (5, 11, -1), (0, 3, odds.NO_ATTACK)],
)
def test_the_ratio_is_rounded_for_the_defender(attack: int, defense: int, line: int) -> None:
    """3/1 is 3, 1/1 is 1, 1/2 is 0, 1/3 is -1, 1/4 is -2."""
    assert odds.raw_odds(attack, defense) == line


@rule("8.5.6")
@rule("8.5.7")
@rule("8.5.8")
@pytest.mark.parametrize(
    ("attack", "defense", "shift", "column", "over"),
    [(10, 35, 2, 0, 0), (10, 35, 1, 0, 1), (34, 4, 0, 6, 0), (34, 4, 1, 6, 0), (30, 10, 1, 4, 0), (5, 10, -1, 0, 1)],
)
def test_shifts_go_along_the_line_and_stop_at_its_ends(
    attack: int, defense: int, shift: int, column: int, over: int
) -> None:
    """1/4 and two columns make 1/2; below 1/2 the attack is called off, above 6/1 it is 6/1."""
    b = Battle(0, 0, 0)
    b.attack, b.defense, b.shift = attack, defense, shift
    odds.set_column(b)
    assert (b.column, b.over) == (column, over)


@rule("8.5.6")
@rule("5.5.4")
def test_artillery_shifts_once_however_many_guns() -> None:
    text = "side soviet\nphase combat\n1914: SU-26TK SU-1TK SU-23\n1814: GE-62\n1612: GE-HQ-HOLL\n"
    guns = "on SU-26TK artillery_2\non SU-1TK artillery_3\n"
    t = draw(text + guns).play("attack 1814", "with SU-26TK", "with SU-1TK", "done")
    assert t.fight.shift == 1
    leader = draw(text + guns + "on SU-23 novikov\n").play("attack 1814", "with SU-26TK", "with SU-1TK", "with SU-23")
    assert leader.fight.shift == 2


@rule("8.6.1")
@rule("8.6.2")
def test_the_attacker_declares_his_elite_first() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-51G SU-1TK\n1814: GE-305 GE-62\n1612: GE-HQ-HOLL")
    t.play("attack 1814", "with SU-51G", "with SU-1TK")
    assert (t.asked(), seat(t)) == ("declare_elite_attack", 0)
    assert t.refused("elite SU-1TK") == "8.6.1 not_elite"
    t.play("elite SU-51G")
    assert (t.asked(), seat(t)) == ("declare_elite_defense", 1)
    assert t.choices() == ["plain", "elite GE-305"]
    assert t.told("elite_declared") == [(PACK.unit_index["SU-51G"],)]
    t.play("elite GE-305")
    assert t.told("elite_declared") == [(PACK.unit_index["SU-51G"],), (PACK.unit_index["GE-305"],)]
    assert (t.fight.elite_a, t.fight.elite_d) == (PACK.unit_index["SU-51G"], PACK.unit_index["GE-305"])


@rule("8.6.2")
def test_nobody_must_declare_an_elite() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-51G SU-1TK\n1814: GE-305 GE-62\n1612: GE-HQ-HOLL")
    t.play("attack 1814", "with SU-51G", "with SU-1TK", "plain", "plain")
    assert (t.told("elite_declared"), t.fight.elite_a, t.fight.elite_d) == ([], -1, -1)


@rule("8.6.3")
def test_an_armored_attack_needs_black_boxes() -> None:
    """Two black, or one black and one black and white; one black alone does not do, with a Tank Brigade it does."""
    text = "side soviet\nphase combat\n1914: SU-26TK SU-1TK SU-8KK\n1814: GE-62\n1612: GE-HQ-HOLL\n"
    t = draw(text).play("attack 1814", "with SU-26TK", "done")
    assert t.asked() != "declare_armored"
    t = draw(text).play("attack 1814", "with SU-26TK", "with SU-8KK", "done")
    assert t.asked() == "declare_armored"
    t = draw(text + "on SU-26TK tank_brigade").play("attack 1814", "with SU-26TK", "done")
    assert t.asked() == "declare_armored"
    t = draw(text).play("attack 1814", "with SU-8KK", "done")
    assert t.asked() != "declare_armored"


@rule("3.2.2")
def test_in_mud_a_river_is_attacked_over_by_a_bridge_only() -> None:
    t = draw("side soviet\nphase combat\nweather mud clear none\n1331: SU-26TK\n1330: GE-62")
    assert "attack 1330" in t.choices()
    t = draw("side soviet\nphase combat\nweather mud clear none\n1430: SU-26TK\n1331: GE-62\n1431: SU-23")
    edge = t.s.ways.edge_to[h("1430")].get(h("1331"), -1)
    if edge >= 0 and PACK.river[edge] and not PACK.bridge[edge]:
        assert combat.why_not_attack(t.s, u("SU-26TK"), h("1430"), h("1331"))


@rule("8.5.3")
def test_a_fight_whose_attackers_have_gone_can_still_be_reckoned_for_the_screen() -> None:
    """One attacker has fallen, one stands in the target: nobody crosses a river any more, and nothing breaks."""
    t = draw("side soviet\nphase movement\n1814: SU-23\n1914: SU-24\neliminated: SU-29")
    b = Battle(h("1814"), 0, 0)
    b.attackers = [u("SU-23"), u("SU-24"), u("SU-29")]
    assert [odds.river_between(t.s, unit, b.target) for unit in b.attackers] == [0, 0, 0]
    assert odds.river_bonus(t.s, b) == 0
