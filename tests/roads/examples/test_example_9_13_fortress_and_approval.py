"""Worked examples 9 and 13: the fortress with its air bridge, approval and Manstein."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import h
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
RING = "1231: SU-15G\n1232: SU-36G\n1233: SU-38\n1234: SU-29\n1331: SU-51G\n1332: SU-52G\n1335: SU-13G\n"
RING += "1431: SU-27G\n1432: SU-252\n1435: SU-138\n1533: SU-23\n1534: SU-64\n1535: SU-99\n"
CITY = "1334: GE-71~\n1434: GE-305~\n1333: GE-HQ-6A GE-76~\n1433: GE-113~\n"


@rule("10.3.1")
@rule("10.3.3")
@rule("10.4")
@rule("10.4.2")
def test_example_9_level_and_air_bridge() -> None:
    """Declared NOV III at level 10, 9 after two attacks; +1 VVS, -1 AA, +2 clear sky; a 2 brings 8 and two Ju 52."""
    text = "side axis\nturn NOV_III\nweather snow clear none\nbox pool alarm alarm alarm\n" + CITY + RING
    t = stage("stalingrad_supply", text, NO_OM)
    t.play("yes", "at 1333", "effect human_waves")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 10
    assert t.place("GE-HQ-6A") == "withdrawn"
    b = Battle(h("1334"), vocabulary.SOVIET, 1)
    b.oos_fs, b.column = 1, 1
    fortress.note_attack(t.s, b)
    b.target = h("1434")
    fortress.note_attack(t.s, b)
    fortress.end_soviet_level(t.s)
    assert t.s.track[tracks.FORTRESS_LEVEL] == 9
    pocket = CITY.replace("GE-HQ-6A ", "").replace("~", "^")
    later = "side axis\nturn NOV_IV\nweather snow clear none\nfortress 1333 9\nat 1629 vvs anti_aircraft\n"
    t = stage("stalingrad_supply", later + pocket + RING, {**NO_OM, tracks.FORTRESS_TURN: 0})
    assert ju52.air_modifier(t.s) == 2
    t.play("roll_air_bridge 2")
    assert t.told("air_bridge_rolled") == [(2, 2)]
    assert t.s.track[tracks.FORTRESS_LEVEL] == 8
    assert t.told("ju52_received") == [(2,)]
    t.play("draw_ju52 mobility", "draw_ju52 stack_resistance", "at 1334", "at 1434")


@rule("15.2.1")
@rule("15.3")
@rule("16.2.2")
def test_example_13_approval_and_manstein() -> None:
    """7: Kalach 6, a Romanian headquarters 5, 6th Army 4, sealed 3; two headquarters away 1; Kotelnikovo: crisis."""
    text = "side axis\nturn NOV_III\nsuperiority human_waves\n" + CITY + RING
    t = bare(text, {**NO_OM, tracks.APPROVAL: 7, tracks.MANSTEIN: 5})
    t.s.control[h("1331")] = vocabulary.AXIS
    units.capture(t.s, h("1331"), vocabulary.SOVIET)
    approval.hq_eliminated(t.s, t.s.pack.unit_index["RO-HQ-4A"])
    assert t.s.track[tracks.APPROVAL] == 5
    flow.start(t.s, "stalingrad_supply")
    t.play("yes", "at 1333")
    assert (t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN]) == (3, 4)
    assert approval.better_box(t.s) == 4
    assert (t.s.pack.approval_supports[4], t.s.pack.approval_rp[4]) == (2, 1)
    t.s.track[tracks.TURN] = 1  # the rules count moves away from NOV IV on (ruling 41)
    for name in ("GE-HQ-4PZA", "RO-HQ-3A"):
        approval.hq_moved(t.s, t.s.pack.unit_index[name], h("0931"), h("0930"))
    assert t.s.track[tracks.APPROVAL] == 1
    units.capture(t.s, h("0729"), vocabulary.SOVIET)
    t.s.stack = []
    flow.start(t.s, "aftermath")
    t.play("roll_crisis 3+4")
    assert (t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN]) == (6, 3)
    assert (t.s.track[tracks.ATTACKS_DUE], t.s.track[tracks.NEXT_LIMIT]) == (2, vocabulary.LIMIT_CITIES)
