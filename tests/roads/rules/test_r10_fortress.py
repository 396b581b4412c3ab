"""Chapter 10: Fortress Stalingrad, its level, the ring, the garrison, the surrender."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r08_declare as declare
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.terms import IN_SUPPLY, M_AXIS, M_MAP, M_POOL, M_STAVKA, MOBILE, OOS, OOS_FS, PINNED
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import Drawn, h, u
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
CITY = "1334: GE-71^ GE-295^\n1434: GE-305^\n1333: GE-76^\n"
RING = "1231: SU-15G\n1232: SU-36G\n1233: SU-38 SU-422\n1234: SU-29\n1331: SU-51G\n1332: SU-52G\n1335: SU-13G\n"
RING += "1431: SU-27G\n1432: SU-252\n1433: SU-24\n1435: SU-138\n1533: SU-23\n1534: SU-64\n1535: SU-99\n"
CUT = "1334: GE-71~\n1434: GE-305~\n1333: GE-HQ-6A\n"
AXIS = "side axis\nturn DEC_I\n"


def level(t: Drawn) -> int:
    return t.s.track[tracks.FORTRESS_LEVEL]


@rule("10.1.1")
@rule("10.1.2")
@rule("10.1.3")
@rule("10.3.1")
@rule("14.2.1")
@rule("14.2.4")
def test_declaring_the_fortress() -> None:
    """Both hexes held by Germans out of supply: marker, level 10, headquarters lost, alarm units, a success."""
    t = stage("stalingrad_supply", AXIS + CUT + "box pool alarm alarm alarm\n" + RING, NO_OM)
    t.play("yes")
    assert t.refused("at 1329") == "10.1.2 fortress_place"
    t.play("at 1333")
    assert (t.s.track[tracks.FORTRESS], level(t)) == (h("1333"), 10)
    assert t.place("GE-HQ-6A") == "withdrawn"
    assert [t.s.marker_place[m] for m in range(70) if t.s.pack.marker_kind[m] == vocabulary.ALARM_MARKER] == [
        M_AXIS
    ] * 3
    assert t.supply("GE-71") == OOS_FS
    assert (t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN]) == (4, 3)
    t.play("effect human_waves")
    assert t.s.track[tracks.SUPERIORITY + vocabulary.HUMAN_WAVES] == 0


@rule("10.1.1")
def test_a_supplied_hex_or_an_ally_bars_the_declaration() -> None:
    t = bare(AXIS + CUT, NO_OM)
    assert fortress.may_declare(t.s)
    t.s.supply[u("GE-71")] = IN_SUPPLY
    assert not fortress.may_declare(t.s)
    t = bare(AXIS + "1334: RO-1~\n1434: GE-305~", NO_OM)
    assert not fortress.may_declare(t.s)


@rule("10.3.1")
def test_an_open_pocket_starts_one_level_higher() -> None:
    t = stage("stalingrad_supply", AXIS + CUT, NO_OM)
    t.play("yes", "at 1333")
    assert level(t) == 11


@rule("10.1.4")
@rule("16.2.3")
def test_a_supplied_german_in_the_city_lifts_the_fortress() -> None:
    """The marker goes, those still cut off are plainly out of supply, Manstein gains."""
    t = bare(
        AXIS + "fortress 1333 7\n1334: GE-71\n1434: GE-305^", {**NO_OM, tracks.FORTRESS_TURN: 1, tracks.MANSTEIN: 3}
    )
    fortress.relieve_fortress(t.s)
    assert t.s.track[tracks.FORTRESS] == -1
    assert t.supply("GE-305") == OOS
    assert t.s.track[tracks.MANSTEIN] == 4


@rule("10.1.5")
def test_a_lost_marker_moves_towards_the_city() -> None:
    """1332 falls: the marker goes to the nearest friendly stack nearer to the city; with none it is removed."""
    t = bare("fortress 1332 7\n1333: GE-76^\n1334: GE-71^", NO_OM)
    t.s.control[h("1332")] = vocabulary.SOVIET
    fortress.captured(t.s, h("1332"))
    assert t.s.track[tracks.FORTRESS] == h("1333")
    t = bare("fortress 1332 7\n1330: GE-76^", NO_OM)
    t.s.control[h("1332")] = vocabulary.SOVIET
    fortress.captured(t.s, h("1332"))
    assert t.s.track[tracks.FORTRESS] == -1


@rule("10.1.5")
def test_of_two_stacks_as_near_the_axis_chooses() -> None:
    """1433 and 1233 lie two hexes from 1332 and one from the city; 1434, in the city, lies three away."""
    t = bare("fortress 1332 7\n1433: GE-76^\n1233: GE-305^\n1434: GE-71^", NO_OM)
    units.capture(t.s, h("1332"), vocabulary.SOVIET)
    flow.start(t.s, "aftermath")
    assert t.choices() == ["at 1233", "at 1433"]
    assert t.refused("at 1434") == "10.1.5 no_refuge"
    t.play("at 1433")
    assert t.s.track[tracks.FORTRESS] == h("1433")
    assert t.told("fortress_moved") == [(h("1433"),)]


@rule("10.2.1")
@rule("10.2.2")
def test_the_zone_reaches_two_hexes_and_three_from_an_airfield() -> None:
    """Pitomnik is an airfield; enemy units stop the zone."""
    t = bare("fortress 1333 7", NO_OM)
    assert zone.is_in_zone(t.s, h("1330"))
    t = bare("fortress 1332 7", NO_OM)
    assert not zone.is_in_zone(t.s, h("1329"))
    ring = bare("fortress 1333 7\n" + RING, NO_OM)
    assert not zone.is_in_zone(ring.s, h("1330"))


@rule("10.2.4")
def test_the_ring_is_pinned_and_of_three_one_may_leave() -> None:
    text = "fortress 1333 7\n1334: GE-71^\n1433: GE-76^\n1533: SU-13G SU-39G SU-284\n1434: SU-23\n1630: SU-24"
    t = bare(text, NO_OM)
    fortress.secure_pocket(t.s)
    assert t.marks(PINNED) == ["SU-23"]
    assert sorted(t.marks(MOBILE)) == ["SU-13G", "SU-284", "SU-39G"]


@rule("10.2.4")
def test_an_attacked_and_open_ring_is_free() -> None:
    text = "fortress 1333 7\n1334: GE-71^\n1434: SU-23"
    t = bare(text, {**NO_OM, tracks.RING_ATTACKED: 1})
    fortress.secure_pocket(t.s)
    assert t.marks(PINNED) == []
    t = bare(text, NO_OM)
    fortress.secure_pocket(t.s)
    assert t.marks(PINNED) == ["SU-23"]


@rule("10.2.5")
def test_sealed_means_no_path_without_enemies() -> None:
    """The ring seals; one gap opens it, whatever rivers and contact."""
    assert zone.is_sealed(bare(CITY + RING, NO_OM).s)
    assert not zone.is_sealed(bare(CITY + RING.replace("1234: SU-29\n", ""), NO_OM).s)


@rule("10.2.6")
def test_a_weak_garrison_costs_all_supports() -> None:
    """Fourteen divisions where 24 are needed, from the turn after the declaration."""
    text = "fortress 1333 7\nbox stavka vvs\nbox minor_a katyusha\non SU-23 artillery_2\n" + CITY + RING
    t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 2, tracks.TURN: 2})
    fortress.check_garrison(t.s)
    assert t.s.track[tracks.GARRISON_FAILED] == 0
    t.s.track[tracks.TURN] = 3
    fortress.check_garrison(t.s)
    assert t.s.track[tracks.GARRISON_FAILED] == 1
    assert [m for m in range(70) if t.s.marker_place[m] in (M_STAVKA, M_MAP)] == []


@rule("10.2.6")
def test_with_one_city_hex_lost_fifteen_are_enough() -> None:
    text = "fortress 1333 7\nturn DEC_III\n" + CITY + RING + "control soviet 1434"
    t = bare(text.replace("1434: GE-305^\n", "1434: SU-95\n"), {**NO_OM, tracks.FORTRESS_TURN: 1})
    assert fortress.garrison(t.s) >= 15
    fortress.check_garrison(t.s)
    assert t.s.track[tracks.GARRISON_FAILED] == 0


@rule("10.3.2")
def test_the_level_sets_attack_defense_and_movement() -> None:
    t = bare("", NO_OM)
    pack = t.s.pack
    assert (pack.fs_attack[11], pack.fs_defense[11]) == (vocabulary.FS_HALF, vocabulary.FS_UNCHANGED)
    assert pack.fs_move[11] == vocabulary.FS_HALF
    assert (pack.fs_attack[8], pack.fs_move[8]) == (vocabulary.FS_ONE_PER_UNIT, vocabulary.FS_ONE_MP)
    assert (pack.fs_attack[4], pack.fs_defense[4]) == (vocabulary.FS_ONE_PER_STACK, vocabulary.FS_HALF)
    assert (pack.fs_attack[1], pack.fs_defense[1]) == (vocabulary.FS_ZERO, vocabulary.FS_ONE)
    assert pack.fs_move[1] == vocabulary.FS_THREE_UNITS


@rule("10.3.3")
def test_attacks_wear_the_pocket_down() -> None:
    """Two stacks attacked at 1/1 or better in a Soviet turn; an attack out of the pocket in an Axis turn."""
    text = "fortress 1333 7\n" + CITY + RING
    t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 1})
    b = Battle(h("1334"), vocabulary.SOVIET, 1)
    b.oos_fs = 1
    for target, column in (("1334", 1), ("1434", 0), ("1334", 3)):
        b.target, b.column = h(target), column
        fortress.note_attack(t.s, b)
    assert t.s.track[tracks.POCKET_ATTACKED] == 1  # the same stack twice is one stack
    b.target = h("1434")
    fortress.note_attack(t.s, b)
    assert t.s.track[tracks.POCKET_ATTACKED] == 2
    fortress.end_soviet_level(t.s)
    assert level(t) == 6
    b = Battle(h("1335"), vocabulary.AXIS, 1)
    b.attackers = [u("GE-71")]
    fortress.note_attack(t.s, b)
    assert t.s.track[tracks.POCKET_FOUGHT] == 1
    fortress.end_axis_level(t.s)
    assert level(t) == 5


@rule("10.3.4")
def test_the_level_never_falls_below_one_and_breaks_the_pocket_there() -> None:
    """GE-24P of the pocket is elite and may leave a Kampfgruppe, but not at level 1; outside the pocket it is again."""
    t = bare("fortress 1333 2\n1333: GE-24P^", NO_OM)
    assert declare.is_elite(t.s, u("GE-24P")) and losses.may_leave_kampfgruppe(t.s, u("GE-24P"))
    fortress.change_level(t.s, -2)
    assert level(t) == 1
    assert not declare.is_elite(t.s, u("GE-24P")) and not losses.may_leave_kampfgruppe(t.s, u("GE-24P"))
    t.s.supply[u("GE-24P")] = 0
    assert declare.is_elite(t.s, u("GE-24P")) and losses.may_leave_kampfgruppe(t.s, u("GE-24P"))


@rule("10.3.5")
def test_the_pocket_surrenders_at_level_one_without_airfields() -> None:
    """Three weak units: two go, chosen by the Axis; the full one is reduced."""
    text = AXIS + "fortress 1334 1\ncontrol soviet 1333 1433\n1334: GE-71^- GE-295^-\n1434: GE-305^- GE-76^\n"
    text += RING.replace("1433: SU-24\n", "")
    t = stage("stalingrad_supply", text, {**NO_OM, tracks.FORTRESS_TURN: 1})
    t.play("unit GE-71", "unit GE-305")
    assert [t.place(n) for n in ("GE-71", "GE-305", "GE-295", "GE-76")] == ["withdrawn", "withdrawn", "1334-", "1434-"]


@rule("10.3.6")
@rule("10.3.7")
def test_relief_raises_the_level() -> None:
    """A supplied hex after an Axis turn gives five, an open pocket after a Soviet turn one, a supplied one 11."""
    supplied = "fortress 1333 4\n1334: GE-71^\n1333: GE-HQ-6A\n"
    t = bare(supplied, {**NO_OM, tracks.FORTRESS_TURN: 1})
    fortress.end_axis_level(t.s)
    assert level(t) == 9
    fortress.end_soviet_level(t.s)
    assert level(t) == 11
    opened = bare("fortress 1333 4\n1334: GE-71^", {**NO_OM, tracks.FORTRESS_TURN: 1, tracks.MANSTEIN: 3})
    fortress.end_soviet_level(opened.s)
    assert level(opened) == 5


@rule("16.2.3")
def test_an_open_pocket_after_a_soviet_turn_helps_manstein_once() -> None:
    t = bare("fortress 1333 4\n1334: GE-71^", {**NO_OM, tracks.FORTRESS_TURN: 1, tracks.MANSTEIN: 3})
    fortress.end_soviet_level(t.s)
    fortress.end_soviet_level(t.s)
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.RELIEVED]) == (4, 1)


@rule("10.2.3")
def test_a_unit_outside_the_zone_is_lost_and_one_that_enters_joins() -> None:
    """At the Axis supply check the one beyond the ring is withdrawn for good."""
    t = stage("supply", AXIS + "fortress 1333 7\n1334: GE-71^\n1428: GE-62^\n1429: SU-45\n1328: SU-49\n1427: SU-120\n"
              "1527: SU-173\n1528: SU-84\n1327: SU-96\n" + RING, {**NO_OM, tracks.FORTRESS_TURN: 1})  # fmt: skip
    assert t.place("GE-62") == "withdrawn"
    assert t.supply("GE-71") == OOS_FS


@rule("10.1.3")
def test_alarm_markers_outside_the_pool_stay() -> None:
    t = bare(AXIS + CUT + "box pool alarm\nbox axis alarm", NO_OM)
    fortress.take_fortress(t.s, 1000 + h("1333"))
    places = [t.s.marker_place[m] for m in range(70) if t.s.pack.marker_kind[m] == vocabulary.ALARM_MARKER]
    assert places.count(M_AXIS) == 2
    assert places.count(M_POOL) == 0
