"""Chapters 8, 9, 14.1 and 15.2.2, third reading: what each result writes into the record of a fight."""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEXES, UNIT, UNIT_HEX, YES
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_results as results
from kurgan.games.roads.rules import r09_exploitation as exploitation
from kurgan.games.roads.terms import (
    COMBAT,
    EXPLOIT,
    EXPLOITATION,
    EXPLOITING,
    M_AXIS,
    M_MAP,
    M_PLAYED,
    MOVED,
    NORMAL,
    OOS_FS,
)
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare

FRONT = "turn DEC_I\nside soviet\n1914: SU-26TK SU-23 SU-1TK\n1814: GE-62 GE-298\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\n"


def fight(text: str = FRONT, side: int = vocabulary.SOVIET, target: str = "1814") -> tuple[Drawn, Battle]:
    """Everybody in 1914 and 1814 against each other, nothing rolled."""
    t = bare(text)
    b = Battle(h(target), side, COMBAT)
    here = [x for x in range(PACK.unit_count) if t.s.where[x] in (h("1914"), h("1814"))]
    b.attackers = [x for x in here if PACK.side[x] == side]
    b.defenders = [x for x in here if PACK.side[x] != side]
    t.s.battle = b
    return t, b


@rule("5.5.4")
def test_rockets_cost_one_step_up_to_their_chance() -> None:
    t, b = fight(FRONT + "on SU-23 katyusha\n")
    chance = markers.rocket_chances(t.s, b)[0]
    odds.take_rockets(t.s, chance + 1)
    assert (b.losses_d, b.due_d, b.rockets) == (0, 0, 0)
    odds.take_rockets(t.s, chance)
    assert (b.losses_d, b.due_d) == (1, 1)


@rule("8.8.2")
def test_what_nobody_is_left_to_pay_is_lost() -> None:
    t, b = fight()
    b.due_a, b.due_d = 3, 2
    losses.forgive_defender(t.s)
    assert (b.due_a, b.due_d) == (3, 0)
    losses.forgive_attacker(t.s)
    assert (b.due_a, b.due_d) == (0, 0)


@rule("8.13")
def test_only_an_advance_into_the_target_captures_it() -> None:
    t, b = fight(FRONT.replace("1814: GE-62 GE-298\n", ""))
    advance.take_advance(t.s, UNIT_HEX + u("SU-23") * HEXES + h("1915"))
    assert b.captured == 0
    advance.take_advance(t.s, UNIT_HEX + u("SU-26TK") * HEXES + h("1814"))
    assert b.captured == 1


@rule("8.7.6")
def test_falling_back_and_standing_are_noted() -> None:
    t, b = fight()
    b.losses_d = b.due_d = 2
    results.take_fallback(t.s, YES)
    assert (b.fell_back, b.losses_d, b.due_d) == (1, 1, 1)
    t, b = fight()
    results.take_stand(t.s, YES)
    assert (b.fell_back, b.stood, b.losses_d) == (1, 0, 0)
    t, b = fight()
    results.take_stand(t.s, DONE)
    assert (b.fell_back, b.stood, b.losses_d, b.due_d, b.free) == (0, 1, 1, 1, 1)


@rule("8.7.6")
def test_a_late_f_is_offered_only_before_its_steps_are_paid() -> None:
    t, b = fight()
    b.result_d, b.losses_d, b.due_d = vocabulary.D_FALLBACK, 2, 2
    assert results.is_late_fallback(t.s)
    b.due_d = 1
    assert not results.is_late_fallback(t.s)


@rule("8.10.1")
def test_an_attacker_who_stands_in_ar_owes_two_more() -> None:
    t, b = fight()
    b.losses_a = 1
    results.take_attacker_retreat(t.s, DONE)
    assert (b.losses_a, b.due_a, b.free) == (3, 2, 1)


@rule("8.10.1")
def test_an_engagement_in_mud_costs_the_attacker_only() -> None:
    cells = [c for c in range(len(PACK.crt_losses_d)) if PACK.crt_losses_d[c] and c % vocabulary.ROLLS >= 2]
    column, roll = divmod(cells[0], vocabulary.ROLLS)
    for who, due in ((alter.ATTACKER_ONLY, 0), (alter.BOTH, PACK.crt_losses_d[cells[0]])):
        t, b = fight()
        b.column = column
        results.engage(t.s, roll, who)
        assert (b.due_d, b.losses_d, b.due_a) == (due, due, PACK.crt_losses_a[cells[0]])


@rule("8.10.3")
def test_every_result_can_be_named() -> None:
    t, b = fight()
    assert len(results.result_space(t.s)) == 8
    b.roll, b.column = 2, 0
    assert set(results.block_a(t.s)) | set(results.block_d(t.s)) <= set(results.result_space(t.s))


@rule("8.8.1")
def test_a_tank_brigade_goes_in_place_of_the_first_loss_only() -> None:
    t, b = fight(FRONT + "on SU-26TK tank_brigade\n")
    b.losses_a = b.due_a = 2
    assert losses.may_give_brigade(t.s, b)
    b.free = 1
    assert not losses.may_give_brigade(t.s, b)
    b.free = 0
    losses.take_attacker_loss(t.s, DONE)
    assert (b.hit, b.due_a) == ([-1], 1)
    assert M_PLAYED in [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == 4]
    t.s.lay(next(m for m in range(PACK.marker_count) if PACK.marker_kind[m] == 4), M_MAP, u("SU-26TK"))
    assert not losses.may_give_brigade(t.s, b)  # somebody has paid


@rule("14.1D")
def test_rout_spares_a_loss_only_where_there_is_one() -> None:
    for owed, left in ((0, 0), (2, 1)):
        t, b = fight(side=vocabulary.AXIS, target="1914")
        b.german_attack = b.panzer = 1
        b.superiority, b.level, b.losses_a = 1 << vocabulary.SOVIET_ROUT, 2, owed
        alter.german_attack(t.s, b)
        assert b.losses_a == left


@rule("8.9.1")
@rule("14.1D")
def test_what_is_told_after_all_changes_are_the_steps_that_are_lost() -> None:
    """Two by the table, one of them spared: the end of it is one for the attacker and three for the defender."""
    t, b = fight(side=vocabulary.AXIS, target="1914")
    b.german_attack = b.panzer = 1
    b.superiority, b.level, b.losses_a, b.losses_d = 1 << vocabulary.SOVIET_ROUT, 2, 2, 3
    t.s.events = []
    alter.alter_results(t.s)
    told = [event.args[3:] for event in t.s.events if event.kind == events.RESULTS_FINAL]
    assert told == [(1, 3)]
    assert (b.losses_a, b.losses_d) == (1, 3)


@rule("15.2.2")
@rule("15.3")
def test_an_armored_attack_of_the_axis_is_counted_when_it_is_over() -> None:
    for side, armored, made in ((vocabulary.AXIS, 1, 1), (vocabulary.AXIS, 0, 0), (vocabulary.SOVIET, 1, 0)):
        t, b = fight(side=side, target="1914" if side else "1814")
        t.s.track[tracks.ATTACKS_MADE] = t.s.track[tracks.APPROVED] = 0
        b.armored = armored
        results.end_attack(t.s)
        assert t.s.track[tracks.ATTACKS_MADE] == made and t.s.battle is None


@rule("15.2.2")
def test_approval_rises_once_in_combat_and_once_in_exploitation() -> None:
    for phase, bit in ((COMBAT, 1), (EXPLOITATION, 2)):
        t, b = fight(side=vocabulary.AXIS, target="1914")
        t.s.track[tracks.APPROVED] = 0
        b.armored = b.captured = 1
        b.phase, b.soviet_losses = phase, 9
        results.end_attack(t.s)
        assert t.s.track[tracks.APPROVED] == bit


@rule("8.14.2")
def test_markers_of_exploitation_end_with_done_or_with_the_points() -> None:
    t, b = fight()
    b.level = 1
    advance.count_points(t.s)
    assert advance.has_markable(t.s)
    advance.take_exploit(t.s, UNIT + u("SU-26TK"))
    assert not advance.has_markable(t.s)  # nobody is left whom the points allow
    t, b = fight()
    b.level = 2
    advance.count_points(t.s)
    marks = bytes(t.s.mark)
    advance.take_exploit(t.s, DONE)
    assert (b.level, bytes(t.s.mark)) == (0, marks)


@rule("10.4.3")
@rule("8.7.6")
def test_units_of_the_pocket_are_held_in_the_introductory_scenario_only() -> None:
    for scenario, held in (("wintergewitter", True), ("campaign", False)):
        t = bare(f"scenario {scenario}\nside axis\nfortress 1333 5\n1334: GE-71^")
        t.s.supply[u("GE-71")] = OOS_FS
        assert advance.is_held_in_pocket(t.s, u("GE-71")) == held


@rule("8.5.1")
@rule("5.5.4")
def test_the_explanation_of_odds_names_the_guns() -> None:
    for text, shift in ((FRONT, 0), (FRONT + "on SU-23 artillery_3\n", 1)):
        t, _ = fight(text)
        assert [n.amount for n in odds.explain_odds(t.s).terms if n.label == "support_shift"] == [shift]


@rule("9.2.2")
def test_hoth_leads_those_beside_him_who_are_not_of_the_pocket() -> None:
    t = bare("turn DEC_I\nside axis\n1814: GE-6Pp GE-62\n1714: GE-298\non GE-62 hoth\n")
    assert markers.leads_exploitation(t.s, u("GE-6Pp")) and not markers.leads_exploitation(t.s, u("GE-298"))
    t.s.supply[u("GE-6Pp")] = OOS_FS
    assert not markers.leads_exploitation(t.s, u("GE-6Pp"))
    t.s.supply[u("GE-6Pp")] = 0
    hoth = PACK.marker_kind.index(vocabulary.HOTH)
    t.s.lay(hoth, M_AXIS, u("GE-62"))
    t.s.lay(PACK.marker_kind.index(vocabulary.TIGER), M_MAP, u("GE-6Pp"))
    assert not markers.leads_exploitation(t.s, u("GE-6Pp"))


@rule("5.5.1")
@rule("19.2.7")
def test_novikov_is_idle_in_the_last_positions() -> None:
    t = bare("turn DEC_I\nside soviet\n1335: SU-13G\n1234: SU-29\non SU-13G novikov\n")
    assert not markers.is_novikov_near(t.s, vocabulary.SOVIET, h("1334"))
    t.s.place(u("SU-13G"), h("1234"))
    assert markers.is_novikov_near(t.s, vocabulary.SOVIET, h("1334"))


@rule("9.3.3")
def test_only_the_exploitation_marker_leaves_a_unit() -> None:
    t, _ = fight()
    t.s.mark[u("SU-26TK")] = EXPLOITING | MOVED
    exploitation.remove_markers(t.s)
    assert t.s.mark[u("SU-26TK")] == MOVED


@rule("9.2.1")
def test_a_number_that_is_no_unit_exploits_nothing() -> None:
    t, _ = fight()
    assert exploitation.why_not_exploiter(t.s, UNIT + PACK.unit_count) == refusals.NOT_AN_ANSWER
    assert exploitation.why_not_exploiter(t.s, DONE) == 0


@rule("9.2.3")
@rule("7.1.3")
def test_only_an_exploiting_march_takes_the_marker_of_a_unit_without_a_box() -> None:
    for mode, left in ((EXPLOIT, 0), (NORMAL, EXPLOITING)):
        t, _ = fight()
        t.s.mark[u("SU-23")] = EXPLOITING
        t.s.moving = [u("SU-23")]
        t.s.mode, t.s.path = mode, [h("1827"), t.s.where[u("SU-23")]]
        movement.stop(t.s)
        assert t.s.mark[u("SU-23")] & EXPLOITING == left


@rule("8.8.1")
@rule("8.10.5")
def test_why_somebody_else_pays() -> None:
    """A bound first loss is named as such, but not for the steps of a result, which nobody is bound to."""
    t, b = fight()
    b.losses_a = b.due_a = 1
    b.armored = b.first_a = 1
    assert losses.why_not_attacker_loss(t.s, UNIT + u("GE-62")) == refusals.FIRST_LOSS_IS_BOUND
    b.free = 1
    assert losses.why_not_attacker_loss(t.s, UNIT + u("GE-62")) == refusals.OTHERS_LOSE_FIRST
