"""Chapter 1: units, steps, control, stacking, nationality."""

from kurgan.games.roads import tracks
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h, u
from tests.roads.staged import stage


@rule("1.1.5")
def test_components_of_one_division_exploit_together_for_one_half() -> None:
    """All three counters of the 2nd SS took part: one half for the three. One of GD stayed away: a half each."""
    t = draw("side axis\nphase combat\n2110: GE-2SSp GE-2SSa GE-2SSb\n2010: GE-GDp GE-GDa\n2108: GE-GDb\n2111: SU-23")
    t.play("attack 2111", "with GE-2SSp", "with GE-2SSa", "with GE-2SSb", "with GE-GDp", "with GE-GDa")
    b = t.fight if t.s.battle else None
    assert b is not None
    b.armored = 1
    assert [advance.price_of(t.s, b, u(name)) for name in ("GE-2SSp", "GE-GDp", "GE-GDa")] == [1, 1, 1]
    t.s.mark[u("GE-2SSp")] |= 4
    t.s.mark[u("GE-GDp")] |= 4
    assert [advance.price_of(t.s, b, u(name)) for name in ("GE-2SSa", "GE-2SSb", "GE-GDa")] == [0, 0, 1]


@rule("1.1.7")
def test_a_headquarters_as_a_pontoon_does_not_move() -> None:
    t = draw("side axis\nphase supply\nturn DEC_II\n1330: GE-HQ-4PZA\n1228: GE-62\ncontrol axis 1229 1228")
    assert "bridge 1331" in t.choices()
    t.play("bridge 1331")
    assert units.movement_factor(t.s, u("GE-HQ-4PZA")) == 0
    assert PACK.movement[3 * u("GE-HQ-4PZA") + 1] == 3


@rule("1.1.8")
def test_a_battle_group_counts_and_moves_like_a_division() -> None:
    t = draw("side axis\nphase movement\n1524: GE-62 GE-294 GE-298 KG-A1")
    assert units.stack_size(t.s, h("1524")) == 4
    assert "move KG-A1" in t.choices()


@rule("1.3.1")
@rule("1.3.2")
@rule("1.3.3")
def test_two_steps_one_step_and_the_box() -> None:
    """A full division is reduced, then eliminated; a headquarters goes at once."""
    t = draw("side axis\nphase movement\n1524: GE-62\n1324: RO-HQ-3A")
    units.lose_step(t.s, u("GE-62"), "8.8")
    assert t.place("GE-62") == "1524-"
    units.lose_step(t.s, u("GE-62"), "8.8")
    assert t.place("GE-62") == "eliminated"
    units.lose_step(t.s, u("RO-HQ-3A"), "8.8")
    assert t.place("RO-HQ-3A") == "eliminated"


@rule("1.3.4")
@rule("8.15.8")
def test_battle_groups_and_the_pocket_are_gone_for_good() -> None:
    t = draw("side axis\nphase movement\nfortress 1333 10\n1333: GE-76-^ \n1524: KG-I1")
    units.lose_step(t.s, u("GE-76"), "8.8")
    units.lose_step(t.s, u("KG-I1"), "8.8")
    assert (t.place("GE-76"), t.place("KG-I1")) == ("withdrawn", "withdrawn")


@rule("1.9.1")
@rule("1.9.2")
def test_halves_round_up_after_adding() -> None:
    """Three units of 3 out of supply attack with half of nine, five; not with three times two."""
    from kurgan.games.roads.rules import r08_odds as odds

    assert [units.half(n) for n in (0, 1, 2, 3)] == [0, 1, 1, 2]
    t = draw("side axis\nphase combat\n1524: GE-376~ GE-384~ GE-44~\n1625: SU-23")
    stack = [u("GE-376"), u("GE-384"), u("GE-44")]
    total = sum(PACK.attack[3 * unit + 2] for unit in stack)
    assert odds.factors(t.s, stack) == (total + 1) // 2


@rule("1.10.1")
def test_moving_through_captures_and_so_does_standing_at_the_end() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-26TK\ncontrol axis 1727 1726 1828")
    t.play("move SU-26TK", "to 1727")
    assert t.control("1727") == "soviet"
    t.s.control[h("1727")] = 1
    units.occupy_hexes(t.s)
    assert t.control("1727") == "soviet"


@rule("1.11.2")
@rule("1.11.3")
def test_the_fourth_unit_is_given_up_at_the_end_of_the_phase() -> None:
    t = draw("side axis\nphase movement\n1524: GE-62 GE-294 GE-298 RO-1C").play("end")
    assert t.asked() == "give_up_unit"
    assert t.refused("eliminate GE-384") == "1.11.2 not_overstacked"
    t.play("eliminate RO-1C")
    assert t.place("RO-1C") == "eliminated"
    assert t.asked() == "over"


@rule("1.11.4")
def test_headquarters_do_not_count_but_only_one_may_stay() -> None:
    t = draw("side axis\nphase movement\n1524: GE-62 GE-294 GE-298 GE-HQ-HOLL\n1525: GE-HQ-LANZ")
    assert not units.is_overstacked(t.s, h("1524"))
    t.s.place(u("GE-HQ-LANZ"), h("1524"))
    assert units.is_overstacked(t.s, h("1524"))
    assert units.excess_units(t.s) == sorted([u("GE-HQ-LANZ"), u("GE-HQ-HOLL")])


@rule("1.11.5")
def test_counters_of_one_division_count_once() -> None:
    t = draw("side axis\nphase movement\n2110: GE-2SSp GE-2SSa GE-2SSb GE-320 GE-298")
    assert units.stack_size(t.s, h("2110")) == 3
    assert not units.is_overstacked(t.s, h("2110"))


@rule("1.11.6")
def test_hungarians_and_romanians_never_share_a_hex() -> None:
    t = draw("side axis\nphase movement\n1524: RO-1C HU-1A")
    assert units.is_overstacked(t.s, h("1524"))
    t.play("end", "eliminate HU-1A")
    assert t.place("RO-1C") == "1524"


@rule("1.8.4")
def test_the_lake_is_closed_and_hides_the_enemy_beyond() -> None:
    """0834 and 0835 touch only over the lake: no step across, and no contact."""
    t = draw("side soviet\nphase movement\n0834: SU-23\n0835: GE-62")
    assert not t.s.near[1][h("0834")]
    t = draw("side soviet\nphase movement\n0834: SU-23").play("move SU-23")
    assert t.refused("to 0835") == "1.8.4 impassable"


@rule("1.11.4")
@rule("15.3")
def test_a_crisis_over_a_headquarters_given_up_is_settled_in_the_phase() -> None:
    """Two headquarters in one hex: the loss of one takes the last box of the Fuehrer, and the dice fall at once."""
    t = stage("end_phase", "turn DEC_I\nside axis\n1023: GE-HQ-HOLL GE-HQ-4PZA", {tracks.APPROVAL: 1})
    t.play("eliminate GE-HQ-HOLL")
    assert t.asked() == "roll_crisis"
