"""Chapter 15: Fuehrer approval and the crisis at OKH."""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import COMBAT, EXPLOITATION
from kurgan.games.roads.terms_high_command import TODO_CRISIS
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import GAME, Drawn, h, u
from tests.roads.staged import bare

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
RING = "1231: SU-15G\n1232: SU-36G\n1233: SU-38\n1234: SU-29\n1331: SU-51G\n1332: SU-52G\n1335: SU-13G\n"
RING += "1431: SU-27G\n1432: SU-252\n1433: SU-24\n1435: SU-138\n1533: SU-23\n1534: SU-64\n1535: SU-99\n1333: SU-45\n"


def fuhrer(t: Drawn) -> int:
    return t.s.track[tracks.APPROVAL]


@rule("15.1.3")
@rule("15.1.5")
def test_the_track_starts_by_the_scenario_and_feeds_the_axis() -> None:
    """Campaign 7 and 5; the better box counts."""
    s = GAME.new("campaign", {})
    assert (s.track[tracks.APPROVAL], s.track[tracks.MANSTEIN]) == (7, 5)
    assert approval.better_box(s) == 7
    s = GAME.new("star_and_gallop", {})
    assert (s.track[tracks.APPROVAL], s.track[tracks.MANSTEIN]) == (5, 3)


@rule("15.2.1")
def test_captures_cost_by_the_value_of_the_hex() -> None:
    """Kalach (red star) 1, Kotelnikovo 1, Rostov 2, a hex of Stalingrad nothing."""
    for name, left in (("1331", 4), ("0729", 4), ("0518", 3), ("1334", 5), ("1629", 5)):
        t = bare("turn DEC_I", NO_OM)
        units.capture(t.s, h(name), vocabulary.SOVIET)
        assert fuhrer(t) == left


@rule("15.2.2")
def test_recaptures_raise_by_the_same_values() -> None:
    for name, box in (("1331", 5), ("0518", 5), ("1334", 6)):
        t = bare("turn DEC_I\nsuperiority none", NO_OM)
        units.capture(t.s, h(name), vocabulary.SOVIET)
        t.s.todo = []
        units.capture(t.s, h(name), vocabulary.AXIS)
        assert fuhrer(t) == box


@rule("15.2.1")
def test_a_lost_headquarters_costs_a_box() -> None:
    t = bare("turn DEC_I\n1324: RO-HQ-3A\n2025: SU-HQ-SW", NO_OM)
    approval.hq_eliminated(t.s, u("SU-HQ-SW"))
    assert fuhrer(t) == 5
    approval.hq_eliminated(t.s, u("RO-HQ-3A"))
    assert fuhrer(t) == 4


@rule("15.2.1")
def test_headquarters_that_move_away_cost_a_box_and_may_not_empty_the_track() -> None:
    """From NOV IV to DEC IV, farther from the fortress marker than before."""
    t = bare("turn DEC_I\nfortress 1333 8\n1129: GE-HQ-4PZA", NO_OM)
    q = u("GE-HQ-4PZA")
    approval.hq_moved(t.s, q, h("1129"), h("1128"))
    assert fuhrer(t) == 4
    approval.hq_moved(t.s, q, h("1128"), h("1129"))
    assert fuhrer(t) == 4
    assert approval.why_not_hq_move(t.s, q, h("1129"), h("1128")) == 0
    t.s.track[tracks.APPROVAL] = 1
    assert approval.why_not_hq_move(t.s, q, h("1129"), h("1128")) == refusals.AWAY_FROM_FORTRESS
    t = bare("turn JAN_I\nfortress 1333 8", NO_OM)
    assert not approval.moves_away(t.s, h("1129"), h("1128"))


@rule("15.2.1")
def test_the_lines_about_stalingrad() -> None:
    """Sealed and cut off 1, one hex Soviet 2, both 3; in January both 1; the worst line only."""
    cut = "1334: GE-71~\n1434: GE-305~\n" + RING
    half = "1334: GE-71~\n1434: SU-95\n" + RING
    lost = "1334: SU-84\n1434: SU-95\n" + RING
    for turn, text, left in (("DEC_I", cut, 4), ("DEC_I", half, 3), ("DEC_I", lost, 2), ("JAN_I", lost, 4),
                             ("JAN_I", cut, 5), ("FEB_II", lost, 5)):  # fmt: skip
        t = bare(f"turn {turn}\n" + text, NO_OM)
        approval.judge_stalingrad(t.s)
        assert fuhrer(t) == left


@rule("15.2.2")
def test_armored_attacks_please_once_in_each_phase() -> None:
    """The hex captured with three Soviet steps lost, or near the pocket."""
    t = bare("turn DEC_II\n1334: GE-71^", NO_OM)
    for phase, steps, target, box in ((COMBAT, 2, "0931", 5), (COMBAT, 3, "0931", 6), (COMBAT, 3, "0931", 6),
                                      (EXPLOITATION, 0, "1131", 7)):  # fmt: skip
        b = Battle(h(target), vocabulary.AXIS, phase)
        b.armored = b.captured = 1
        b.soviet_losses = steps
        approval.armored_attack_made(t.s, b)
        assert fuhrer(t) == box
    assert t.s.track[tracks.ATTACKS_MADE] == 4
    assert t.s.track[tracks.AIR_ATTACK] == 1


@rule("15.3")
def test_a_crisis_moves_both_markers_and_binds_the_next_turn() -> None:
    """Roll 7 of the example: Manstein down one, approval 6, two armored attacks, units in cities held."""
    t = bare("turn NOV_IV", {**NO_OM, tracks.APPROVAL: 1})
    units.capture(t.s, h("0729"), vocabulary.SOVIET)
    assert t.s.todo == [TODO_CRISIS]
    flow.start(t.s, "aftermath")
    t.play("roll_crisis 3+4")
    assert (fuhrer(t), t.s.track[tracks.MANSTEIN]) == (6, 3)
    assert (t.s.track[tracks.ATTACKS_DUE], t.s.track[tracks.NEXT_LIMIT]) == (2, vocabulary.LIMIT_CITIES)
    manstein.set_axis_tracks(t.s)
    assert (t.s.track[tracks.LIMIT], t.s.track[tracks.NEXT_LIMIT]) == (vocabulary.LIMIT_CITIES, 0)


@rule("15.3")
def test_a_second_crisis_before_the_supply_phase_costs_manstein_a_box() -> None:
    t = bare("turn NOV_IV", {**NO_OM, tracks.APPROVAL: 1, tracks.CRISIS: 6})
    units.capture(t.s, h("0729"), vocabulary.SOVIET)
    assert t.s.todo == []
    assert (fuhrer(t), t.s.track[tracks.MANSTEIN]) == (6, 3)


@rule("15.3")
def test_enough_armored_attacks_restore_manstein() -> None:
    for made, box in ((1, 4), (2, 5)):
        t = bare("turn NOV_IV", {**NO_OM, tracks.ATTACKS_DUE: 2, tracks.ATTACKS_MADE: made})
        approval.settle_attacks(t.s)
        assert t.s.track[tracks.MANSTEIN] == box


@rule("15.2.2")
@rule("16.2.4")
def test_the_ends_of_the_track_and_the_frozen_marker() -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.APPROVAL: 7})
    approval.move_approval(t.s, 2, "15.2.2")
    assert fuhrer(t) == 7
    t.s.track[tracks.MANSTEIN_DISMISSED] = 1
    approval.move_approval(t.s, -3, "15.2.1")
    assert fuhrer(t) == 7
