"""Chapters 8.8, 8.10.5 and 8.15: who pays for a fight, and the Kampfgruppen that remain."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import COMBAT, FOUGHT, FULL_STRENGTH, KG_POOL, M_MAP, M_PLAYED, OOS, WITHDRAWN
from kurgan.kernel import flow
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u
from tests.roads.staged import bare, decline

COLUMNS = {name: number for number, name in enumerate(vocabulary.ODDS)}


def engage(text: str, attackers: str, column: str, target: str = "1814", side: int = 0) -> Drawn:
    """A fight over 1814 at these odds, before anything is declared."""
    t = bare(f"turn DEC_I\nside {vocabulary.SIDES[side]}\nsuperiority none\n{text}")
    combat.begin_attack(t.s, h(target), [u(name) for name in attackers.split()], COMBAT)
    odds.check_defender_supply(t.s)
    odds.reckon(t.s)
    t.fight.column, t.fight.over = COLUMNS[column], 0
    t.s.choices = None
    flow.start(t.s, "resolve")
    return t


TANKS = "1914: SU-26TK SU-8KK SU-51G\n1913: SU-1TK\n"
HQ = "1612: GE-HQ-HOLL\n"
ALL = "SU-26TK SU-8KK SU-51G SU-1TK"


@rule("8.8.1")
def test_the_declared_elite_pays_first_then_everybody_else_before_it_pays_again() -> None:
    """1/2 on a 2: three losses. The guards first, then two of the other three."""
    t = engage(f"{TANKS}{HQ}1814: GE-62 GE-298", ALL, "1/2").play(
        "elite SU-51G", "plain", "roll_combat 1+1", "result AR"
    )
    assert t.place("SU-51G") == "1914-"
    assert t.choices() == ["lose SU-26TK", "lose SU-1TK", "lose SU-8KK"]
    assert t.refused("lose SU-51G") == "8.8.2 others_lose_first"
    t.play("lose SU-8KK")
    assert t.choices() == ["lose SU-26TK", "lose SU-1TK"]


@rule("8.8.1")
def test_an_armored_attack_binds_the_first_loss_to_a_black_box_of_the_owners_choice() -> None:
    """Not the cavalry with its black and white box, not the guards."""
    t = engage(f"{TANKS}{HQ}1814: GE-62 GE-298", ALL, "1/2").play("plain", "armored", "roll_combat 1+1")
    assert (t.asked(), t.seat()) == ("lose_attacker_step", vocabulary.SOVIET)
    assert t.choices() == ["lose SU-26TK", "lose SU-1TK"]
    assert t.refused("lose SU-8KK") == "8.8.1 first_loss_is_bound"
    t.play("lose SU-1TK")
    assert t.choices() == ["lose SU-51G", "lose SU-26TK", "lose SU-8KK"]


@rule("8.8.1")
def test_with_both_declared_the_opponent_names_elite_or_armor_once() -> None:
    t = engage(f"{TANKS}{HQ}1814: GE-62 GE-298", ALL, "1/2")
    t.play("elite SU-51G", "armored", "roll_combat 1+1", "result AR")
    assert (t.asked(), t.seat()) == ("lose_attacker_step", vocabulary.AXIS)
    assert sorted(t.choices()) == ["lose SU-1TK", "lose SU-26TK", "lose SU-51G"]
    t.play("lose SU-26TK")
    assert t.seat() == vocabulary.SOVIET
    assert "lose SU-26TK" not in t.choices()


@rule("8.8.1")
def test_the_defenders_elite_pays_first_if_it_was_declared() -> None:
    """5/1 on a 7: two losses for the defender; 305 declared its bonus, so it pays, then the other."""
    text = f"{TANKS}{HQ}1814: GE-62 GE-305"
    t = engage(text, "SU-26TK SU-1TK", "5/1").play("plain", "elite GE-305", "roll_combat 3+4", "result DR2")
    assert (t.place("GE-305"), t.place("GE-62")) == ("1814-", "1814-")
    t = engage(text, "SU-26TK SU-1TK", "4/1").play("plain", "elite GE-305", "roll_combat 3+4", "result DR")
    assert (t.place("GE-305"), t.place("GE-62")) == ("1814-", "1814")
    t = engage(text, "SU-26TK SU-1TK", "4/1").play("plain", "plain", "roll_combat 3+4")
    assert sorted(t.choices()) == ["lose GE-305", "lose GE-62"]


@rule("8.8.1")
@rule("8.8.2")
def test_without_a_declaration_the_owner_chooses() -> None:
    t = engage(f"{TANKS}{HQ}1814: GE-62 GE-298", ALL, "1/2").play("plain", "plain", "roll_combat 1+1")
    assert len(t.choices()) == 4
    assert t.seat() == vocabulary.SOVIET


@rule("8.8.2")
def test_a_second_step_is_lost_when_everybody_has_lost_one_and_what_is_left_over_is_forgiven() -> None:
    """D4 of the 6/1 column on two reduced divisions and a full one: four steps, nothing remains; no fifth is asked."""
    t = engage(f"{TANKS}{HQ}1814: GE-62 GE-298- GE-384-", "SU-26TK SU-1TK", "6/1").play("plain", "roll_combat 6+6")
    t.play("lose GE-62")
    assert t.refused("lose GE-62") == "8.8.2 others_lose_first"
    t.play("lose GE-298")
    assert [t.place(name) for name in ("GE-62", "GE-298", "GE-384")] == ["eliminated"] * 3


@rule("8.8.2")
@rule("8.10.1")
def test_the_second_throw_of_an_engagement_is_shared_as_the_owner_likes() -> None:
    """1/1 on a 7: Eng, no loss; then A2 on a 2: both may fall on one division."""
    t = engage(f"1914: SU-23 SU-24\n{HQ}1814: GE-62", "SU-23 SU-24", "1/1").play(
        "roll_combat 3+4", "roll_engagement 1+1"
    )
    t.play("lose SU-23", "lose SU-23")
    assert (t.place("SU-23"), t.place("SU-24")) == ("eliminated", "1914")


@rule("8.8.1")
@rule("8.10.5")
def test_the_bond_of_the_first_loss_ends_with_the_first_attrition() -> None:
    """An elite declared, no loss in the first throw; the loss of the second throw is free."""
    t = engage(f"1914: SU-23 SU-51G\n{HQ}1814: GE-62", "SU-23 SU-51G", "1/1")
    t.play("elite SU-51G", "roll_combat 3+4", "result Eng", "roll_engagement 2+2")
    assert t.choices() == ["lose SU-23", "lose SU-51G"]


@rule("8.8.1")
def test_a_tank_brigade_may_be_given_for_the_first_loss_if_the_owner_chooses() -> None:
    """Once, in attrition only, and not where the opponent names who pays."""
    text = f"{TANKS}{HQ}1814: GE-62 GE-298\non SU-26TK tank_brigade"
    t = engage(text, ALL, "1/2").play("plain", "plain", "roll_combat 1+1")
    assert t.choices()[0] == "brigade"
    t.play("brigade")
    assert "brigade" not in t.choices()
    t = engage(text, ALL, "1/2").play("elite SU-51G", "armored", "roll_combat 1+1", "result AR")
    assert "brigade" not in t.choices()
    t = engage(text, "SU-26TK SU-1TK", "2/1").play("plain", "roll_combat 1+3", "lose SU-1TK", "stand")
    assert "brigade" not in t.choices()


@rule("8.8.1")
def test_lelyushenko_spares_the_armor_and_rudel_hunts_it() -> None:
    t = engage(f"{TANKS}{HQ}1814: GE-62 GE-298\non SU-26TK lelyushenko", ALL, "1/2")
    t.play("plain", "armored", "roll_combat 1+1")
    assert len(t.choices()) == 4
    text = "2130: SU-HQ-DON\n1814: SU-23 SU-26TK\n1914: GE-16P GE-14P\nat 1814 rudel"
    t = engage(text, "GE-16P GE-14P", "4/1", side=1).play("plain", "plain", "roll_combat 3+4")
    assert (t.place("SU-26TK")[4:], t.place("SU-23")[4:]) == ("-", "")


@rule("8.8.1")
def test_when_the_axis_attacks_with_both_bonuses_the_soviets_name_who_pays_an_elite_panzer_once() -> None:
    """16 Panzer is elite and black: it stands on the list once, beside 22 Panzer, not with the infantry."""
    text = "2130: SU-HQ-DON\n1814: SU-23 SU-24\n1914: GE-16P GE-22P GE-62\n1612: GE-HQ-HOLL"
    t = engage(text, "GE-16P GE-22P GE-62", "1/2", side=1).play(
        "elite GE-16P", "armored", "roll_combat 1+1", "result AR"
    )
    assert (t.seat(), sorted(t.choices())) == (vocabulary.SOVIET, ["lose GE-16P", "lose GE-22P"])
    assert t.refused("lose GE-62") == "8.8.1 first_loss_is_bound"


@rule("8.8.1")
def test_a_tank_corps_in_defense_is_bound_by_its_own_declaration_only() -> None:
    """4/1 on a 6: one loss. The guards declared their bonus, so they pay, not the tanks; with Rudel either may."""
    text = "2130: SU-HQ-DON\n1814: SU-51G SU-26TK SU-23\n1914: GE-16P GE-14P\n1612: GE-HQ-HOLL"
    t = engage(text, "GE-16P GE-14P", "4/1", side=1).play(
        "plain", "plain", "elite SU-51G", "roll_combat 3+3", "result DR"
    )
    assert (t.place("SU-51G")[4:], t.place("SU-26TK")[4:]) == ("-", "")
    t = engage(f"{text}\nat 1814 rudel", "GE-16P GE-14P", "4/1", side=1)
    t.play("plain", "plain", "elite SU-51G", "roll_combat 3+3", "result DR")
    assert sorted(t.choices()) == ["lose SU-26TK", "lose SU-51G"]
    assert t.refused("lose SU-23") == "8.8.1 first_loss_is_bound"


@rule("8.8.1")
def test_one_brigade_stands_in_for_one_loss_and_is_gone() -> None:
    """Two brigades in the attack: the second is kept."""
    text = f"{TANKS}{HQ}1814: GE-62 GE-298\non SU-26TK tank_brigade\non SU-1TK tank_brigade"
    t = engage(text, ALL, "1/2").play("plain", "plain", "roll_combat 1+1", "brigade")
    assert "brigade" not in t.choices()
    places = [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == vocabulary.TANK_BRIGADE]
    assert (places.count(M_PLAYED), places.count(M_MAP)) == (1, 1)
    assert len(t.choices()) == 4


@rule("8.15.1")
def test_each_group_takes_the_state_of_the_unit_it_replaces() -> None:
    """Wiking out of supply is let go, 294 in supply leaves a group: the group is in supply."""
    t = engage(f"1914: SU-26TK SU-1TK\n{HQ}1814: GE-5SS-~ GE-294-", "SU-26TK SU-1TK", "5/1")
    t.play("plain", "plain", "roll_combat 3+4", "lose GE-5SS", "no", "raise")
    assert (t.supply("KG-I1"), t.place("GE-5SS"), t.place("GE-294")) == (0, "eliminated", "eliminated")


@rule("8.10.5")
@rule("8.8.2")
def test_in_a_tactical_loss_only_the_units_of_the_fight_can_pay() -> None:
    t = engage(f"1914: SU-23 SU-24\n{HQ}1814: GE-62\n1915: SU-29", "SU-23 SU-24", "2/1").play(
        "roll_combat 1+3", "lose SU-23"
    )
    t.play("stand")
    assert t.refused("lose SU-29") == "8.8.2 others_lose_first"
    assert t.choices() == ["lose SU-23", "lose SU-24"]


@rule("8.10.1")
@rule("8.8.2")
def test_an_engagement_of_the_defender_costs_both_sides_once_more() -> None:
    """1/2 on a 5: A1, and Eng for the defender; the second throw of 9 costs a step each."""
    t = engage(f"1914: SU-23 SU-24\n{HQ}1814: GE-62", "SU-23 SU-24", "1/2").play("roll_combat 2+3", "lose SU-23")
    assert t.asked() == "roll_defenders_engagement"
    t.play("roll_defenders_engagement 4+5", "lose SU-23")
    assert (t.place("SU-23"), t.place("SU-24"), t.place("GE-62")) == ("eliminated", "1914", "1814-")


@rule("3.2.2B")
@rule("8.10.1")
def test_an_engagement_made_by_mud_costs_the_attacker_only() -> None:
    """4/1 on a 6 in mud: D1, the E is an engagement; 12 costs A1 of its A1D3."""
    text = f"weather mud clear none\n1914: SU-26TK SU-23\n{HQ}1814: GE-62 GE-298"
    t = engage(text, "SU-26TK SU-23", "4/1").play("roll_combat 3+3", "lose GE-62", "roll_engagement 6+6", "lose SU-23")
    assert (t.place("SU-23"), t.place("GE-298")[4:]) == ("1914-", "")


@rule("10.3.2")
@rule("10.4.3I")
@rule("19.1")
@pytest.mark.parametrize(
    ("head", "mark", "sortie", "attacks"),
    [
        ("fortress 1333 2", 0, 0, True),
        ("fortress 1333 1", 0, 0, False),
        ("fortress 1333 1", FULL_STRENGTH, 0, True),
        ("fortress 1333 8", 0, 1, False),
        ("fortress 1333 8", FULL_STRENGTH, 1, True),
        ("scenario wintergewitter\nfortress 1333 8", 0, 0, False),
        ("scenario wintergewitter\nfortress 1333 8", FULL_STRENGTH, 0, True),
    ],
)
def test_who_may_attack_out_of_the_pocket(head: str, mark: int, sortie: int, attacks: bool) -> None:
    """Not at level 1, not beside a sortie, in the introductory scenario only by a Ju 52."""
    t = bare(f"side axis\n{head}\n1334: GE-71^\n1234: SU-23", None, attacks=(COMBAT,))
    t.s.mark[u("GE-71")] |= mark
    t.s.track[tracks.SORTIE] = sortie
    assert (combat.why_not_attack(t.s, u("GE-71"), h("1334"), h("1234")) == 0) == attacks


@rule("8.5.1")
@rule("8.5.2")
@rule("8.5.3")
def test_every_term_of_the_odds_is_told() -> None:
    """Tanks 14 with a brigade 2; a division of 5 in Morozovsk with a PaK: 5 and 2 and 2."""
    text = f"1126: SU-26TK SU-1TK\n{HQ}1227: GE-HQ-LANZ\n1125: GE-62\non SU-26TK tank_brigade\non GE-62 pak_88"
    t = engage(text, "SU-26TK SU-1TK", "2/1", target="1125")
    assert (t.fight.attack, t.fight.defense) == (16, 9)
    terms = [(term.label, term.amount) for term in odds.explain_odds(t.s).terms if term.amount]
    assert terms == [
        ("attack_factors", 14),
        ("support_factors", 2),
        ("defense_factors", 5),
        ("support_factors", 2),
        ("town", 2),
    ]


# 8.15 -------------------------------------------------------------------------------------------------------------


def leaves(text: str, who: str) -> bool:
    return losses.may_leave_kampfgruppe(draw(f"side axis\nphase movement\n{text}").s, u(who))


@rule("8.15.1")
@rule("8.15.5")
def test_only_elite_germans_leave_a_kampfgruppe() -> None:
    """Panzers and infantry with a star; not plain ones, not allies, not Soviets, not headquarters, no Kampfgruppen."""
    assert leaves("1524: GE-16P", "GE-16P")
    assert leaves("1524: GE-294", "GE-294")
    for who in ("GE-62", "GE-22P", "RO-1A", "SU-51G", "GE-HQ-HOLL", "KG-A1"):
        assert not leaves(f"1524: {who}", who)


@rule("8.15.2")
@rule("1.1.5")
def test_the_last_component_on_the_map_wherever_the_others_were() -> None:
    """A component in the box does not matter, one at the far end of the map does; another division's never does."""
    assert leaves("2110: GE-2SSp\neliminated: GE-2SSa GE-2SSb\n2010: GE-GDp", "GE-2SSp")
    assert not leaves("2110: GE-2SSp\n0912: GE-2SSb", "GE-2SSp")
    assert not leaves("2110: GE-2SSp\n0001: GE-2SSb", "GE-2SSp")


@rule("8.15.1")
@rule("10.3.4")
def test_at_the_last_level_of_the_pocket_no_kampfgruppe_is_left() -> None:
    assert leaves("fortress 1333 2\n1334: GE-16P^", "GE-16P")
    assert not leaves("fortress 1333 1\n1334: GE-16P^", "GE-16P")
    assert leaves("fortress 1333 1\n1524: GE-16P~", "GE-16P")


LOST = f"1914: SU-26TK SU-1TK SU-4TK\n{HQ}1814: GE-5SS-~ GE-62\n"


def fallen(text: str) -> Drawn:
    """Wiking, worn, falls in 1814 to a 5/1 attack (D2 on a 7)."""
    t = engage(text, "SU-26TK SU-1TK SU-4TK", "5/1").play("plain", "plain", "roll_combat 3+4")
    return decline(t, "raise_defending_kampfgruppe")


def drawable(t: Drawn) -> list[int]:
    """What may be drawn now."""
    asked = t.game.pending(t.s)
    assert isinstance(asked, Throw)
    return [face for face, _ in asked.chance.outcomes()]


@rule("8.15.1")
@rule("8.15.3")
@rule("8.15.4")
@rule("1.1.8")
def test_an_armored_group_is_drawn_from_all_that_are_left_and_takes_the_units_place() -> None:
    """At full strength, in the hex, out of supply like the unit; it shares the results that follow."""
    t = fallen(LOST)
    assert t.seat() == vocabulary.AXIS
    t.play("raise")
    assert drawable(t) == list(PACK.armor_kgs)
    t.play("draw_defending_kampfgruppe 0")
    group = PACK.unit_name[PACK.armor_kgs[0]]
    assert t.place(group)[-1] != "-"
    assert t.supply(group) == OOS
    assert (t.place("GE-5SS"), u(group) in t.fight.defenders) == ("eliminated", True)
    assert t.asked() == "retreat_to"
    assert not t.marks(FOUGHT)


@rule("8.15.1")
def test_the_german_may_decline() -> None:
    t = fallen(LOST).play("no")
    assert [group for group in PACK.armor_kgs if t.s.where[group] != KG_POOL] == []
    assert t.fight.fallen == []


@rule("8.15.9")
def test_without_a_group_of_the_kind_nothing_is_raised() -> None:
    """All armored groups are used: infantry groups do not stand in for them."""
    t = bare(f"turn DEC_I\nside soviet\n{LOST}")
    for group in PACK.armor_kgs:
        t.s.where[group] = WITHDRAWN
    b = t.s.battle = engage(LOST, "SU-26TK", "5/1").fight
    losses.pay(t.s, b, u("GE-5SS"))
    assert losses.raise_choices(t.s) == [0]
    assert losses.free_groups(t.s, u("GE-294")) == list(PACK.infantry_kgs)


@rule("8.15.1")
def test_only_the_last_step_raises_a_group() -> None:
    t = engage(LOST.replace("GE-5SS-~", "GE-5SS"), "SU-26TK SU-1TK SU-4TK", "4/1")
    t.play("plain", "plain", "roll_combat 3+4")
    t.play("lose GE-5SS")
    assert t.fight.fallen == []


@rule("8.15.1")
@rule("8.1.9b")
def test_a_group_of_the_attacking_side_fights_on_in_the_attack() -> None:
    """GE-294 dies attacking; its infantry group stands in its hex, has fought, and can lose the next step."""
    text = "2130: SU-HQ-DON\n1814: SU-51G SU-23 SU-24\n1914: GE-294- GE-62\n"
    t = engage(text, "GE-294 GE-62", "1/2", side=1).play("plain", "plain", "roll_combat 1+1")
    t.play("lose GE-294", "raise")
    assert (t.place("KG-I1"), t.place("GE-62"), t.place("GE-294")) == ("1914", "eliminated", "eliminated")
    assert u("KG-I1") in t.fight.attackers
    assert t.marks(FOUGHT) == ["KG-I1"]


@rule("15.2.2")
@pytest.mark.parametrize(("who", "counted"), [("SU-23", 1), ("SU-26TK", 2), ("SU-8KK", 1), ("GE-62", 0)])
def test_soviet_steps_are_counted_and_those_of_armor_double(who: str, counted: int) -> None:
    t = bare(f"side axis\n1814: {who}\n1914: SU-24 SU-26TK" if who != "SU-26TK" else f"side axis\n1814: {who}")
    combat.begin_attack(t.s, h("1814"), [], COMBAT)
    losses.pay(t.s, t.fight, u(who))
    assert t.fight.soviet_losses == counted
