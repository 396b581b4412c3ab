"""Chapters 10.1 to 10.3 in detail: the marker, the zone, the ring, the garrison, the levels."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r08_declare as declare
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.terms import FULL_STRENGTH, M_MAP, M_OUT, M_PLAYED, M_POOL, MOBILE, NORMAL, OOS, OOS_FS, PINNED
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, decline, shared, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
ROUND = {
    "1231": "SU-15G", "1232": "SU-36G", "1233": "SU-38", "1234": "SU-29", "1331": "SU-51G", "1332": "SU-52G",
    "1335": "SU-13G", "1431": "SU-27G", "1432": "SU-252", "1433": "SU-24", "1435": "SU-138", "1533": "SU-23",
    "1534": "SU-64", "1535": "SU-99",
}  # fmt: skip
RING = "".join(f"{name}: {unit}\n" for name, unit in ROUND.items())
CUT = "side axis\nturn DEC_I\n1334: GE-71~\n1434: GE-305~\n"


def names(hexes: list[int]) -> list[str]:
    return sorted(PACK.hex_name[a - 1000] for a in hexes)


# 10.1 -------------------------------------------------------------------------------------------------------------


@rule("10.1.1")
def test_what_a_declaration_needs() -> None:
    """Germans in both hexes, all out of supply, no marker yet; a staff is never out of supply where it stands, an
    ally may stand by."""
    for text, allowed in (
        ("1334: GE-71~\n1434: GE-305~", True),
        ("1334: GE-71~ RO-1\n1434: GE-305~", True),
        ("1334: GE-71~ GE-76\n1434: GE-305~", False),
        ("1334: GE-71~", False),
        ("1334: GE-71~\n1434: GE-HQ-6A", False),
        ("1334: GE-71~\n1434: GE-305~ GE-HQ-6A", False),
        ("fortress 1333 8\n1334: GE-71~\n1434: GE-305~", False),
    ):
        assert fortress.may_declare(bare(f"side axis\n{text}", NO_OM).s) == allowed


@rule("10.1.1")
def test_the_declaration_is_optional() -> None:
    t = stage("stalingrad_supply", CUT + RING, NO_OM).play("no")
    assert t.s.track[tracks.FORTRESS] == -1


@rule("10.1.2")
def test_the_marker_lies_within_two_hexes_of_either_city_hex_and_not_on_the_enemy() -> None:
    """1332 is two hexes from 1334, 1331 three; 1532 two from 1434; Soviets in 1433 bar that hex."""
    t = bare(CUT + "1433: SU-23", NO_OM)
    found = names(fortress.fortress_choices(t.s))
    assert {"1332", "1333", "1334", "1434", "1432", "1232", "1536"} <= set(found)
    assert not {"1331", "1431", "1433", "1033"} & set(found)


@rule("10.1.2")
@rule("15.2.1")
@pytest.mark.parametrize(
    ("where", "place", "approval"),
    [("1333: GE-HQ-6A", "withdrawn", 4), ("", "withdrawn", 5), ("eliminated: GE-HQ-6A", "eliminated", 5)],
)
def test_the_sixth_army_is_lost_for_good_if_it_is_in_play(where: str, place: str, approval: int) -> None:
    t = bare(f"{CUT}{where}", {**NO_OM, tracks.APPROVAL: 5})
    fortress.take_fortress(t.s, 1000 + h("1332"))
    assert (t.place("GE-HQ-6A"), t.s.track[tracks.APPROVAL]) == (place, approval)


@rule("10.1.2")
@rule("4.1.2")
def test_a_displaced_sixth_army_is_still_in_play() -> None:
    t = bare(CUT, {**NO_OM, tracks.APPROVAL: 5})
    t.s.where[u("GE-HQ-6A")] = -5
    fortress.take_fortress(t.s, 1000 + h("1332"))
    assert (t.place("GE-HQ-6A"), t.s.track[tracks.APPROVAL]) == ("withdrawn", 4)


@rule("10.1.2")
@rule("10.2.3")
def test_units_out_of_supply_in_the_zone_belong_to_the_pocket_from_the_declaration_on() -> None:
    """GE-76 in 1333 in the zone of a marker in 1334, GE-62 in 1331 outside it, a supplied one not at all."""
    t = bare(CUT + "1333: GE-76~ GE-113\n1331: GE-62~", NO_OM)
    fortress.take_fortress(t.s, 1000 + h("1334"))
    assert [t.supply(name) for name in ("GE-71", "GE-76", "GE-113", "GE-62")] == [OOS_FS, OOS_FS, 0, OOS]


@rule("10.1.3")
@rule("14.2.1")
def test_only_the_first_declaration_is_a_major_success() -> None:
    """The marker may come again after relief; Manstein pays once."""
    t = bare(CUT, {**NO_OM, tracks.MANSTEIN: 4})
    fortress.take_fortress(t.s, 1000 + h("1333"))
    assert t.s.track[tracks.MANSTEIN] == 3
    fortress.lift_fortress(t.s)
    t.s.todo = []
    for name in ("GE-71", "GE-305"):
        t.s.supply[u(name)] = OOS
    assert fortress.may_declare(t.s)
    fortress.take_fortress(t.s, 1000 + h("1333"))
    assert (t.s.track[tracks.MANSTEIN], t.s.todo, t.s.track[tracks.FORTRESS_TURN]) == (3, [], t.s.track[tracks.TURN])


@rule("10.1.4")
@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("1334: GE-71^\n1434: GE-305^", True),
        ("1334: GE-71^\n1434: GE-305", False),
        ("1334: GE-71 GE-76^\n1434: GE-305^", False),
        ("1334: RO-1\n1434: GE-305^", True),
        ("1333: GE-71\n1434: GE-305^", True),
    ],
)
def test_one_supplied_german_in_the_city_lifts_the_marker(text: str, stays: bool) -> None:
    t = bare(f"side axis\nfortress 1332 7\n{text}", {**NO_OM, tracks.FORTRESS_TURN: 1})
    fortress.relieve_fortress(t.s)
    assert (t.s.track[tracks.FORTRESS] >= 0) == stays


@rule("16.2.3")
@rule("10.1.4")
def test_manstein_gains_each_supply_phase_with_a_supplied_unit_in_the_city_once_there_was_a_fortress() -> None:
    never = fortress.NEVER
    for turn, city, after in ((1, "GE-71", 4), (1, "GE-71^", 3), (never, "GE-71", 3), (1, "RO-1", 4)):
        t = bare(f"side axis\nfortress 1332 7\n1334: {city}", {**NO_OM, tracks.FORTRESS_TURN: turn, tracks.MANSTEIN: 3})
        fortress.relieve_fortress(t.s)
        assert t.s.track[tracks.MANSTEIN] == after


@rule("10.1.5")
def test_a_marker_moves_only_when_its_own_hex_is_lost() -> None:
    t = bare("fortress 1332 7\n1333: GE-76^\ncontrol soviet 1331", NO_OM)
    fortress.captured(t.s, h("1331"))
    assert t.s.track[tracks.FORTRESS] == h("1332")
    fortress.captured(t.s, h("1332"))
    assert t.s.track[tracks.FORTRESS] == h("1332")


# 10.2 -------------------------------------------------------------------------------------------------------------


@rule("10.2.2")
def test_the_zone_hex_by_hex() -> None:
    """Marker in 1334: two hexes; in the airfield 1333: three; behind Soviets no farther than round them."""

    def reach(text: str, row: range) -> list[int]:
        field = zone.zone_field(bare(text, NO_OM).s)
        return [column for column in row if field[h(f"13{column}")]]

    assert reach("fortress 1334 7", range(28, 37)) == [32, 33, 34, 35, 36]
    assert reach("fortress 1333 7", range(28, 37)) == [30, 31, 32, 33, 34, 35, 36]
    assert reach("fortress 1334 7\n1333: SU-23", range(28, 37)) == [34, 35, 36]
    assert reach("1524: GE-62", range(28, 37)) == []
    t = bare("fortress 1333 7\n1332: SU-23", NO_OM)
    assert zone.is_in_zone(t.s, h("1331"))
    assert not zone.is_in_zone(t.s, h("1330"))
    assert not zone.is_in_zone(t.s, h("1332"))
    assert zone.is_in_zone(t.s, h("1333"))


@rule("10.2.3")
@pytest.mark.parametrize(
    ("unit", "where", "after"),
    [("GE-62~", "1332", OOS_FS), ("GE-62", "1332", 0), ("GE-62~", "1329", OOS), ("SU-23~", "1332", OOS)],
)
def test_who_enters_the_zone_out_of_supply_joins_the_pocket(unit: str, where: str, after: int) -> None:
    t = bare(f"fortress 1333 7\n{where}: {unit}", NO_OM)
    zone.join_pocket(t.s, u(unit.rstrip("~")))
    assert t.supply(unit.rstrip("~")) == after


@rule("10.2.3")
@rule("4.4.4")
def test_the_pocket_moves_in_any_direction() -> None:
    """GE-62^ may leave the neighbourhood of Hollidt; plainly out of supply it may not."""
    text = "side axis\nphase movement\nfortress 1333 10\n1332: GE-HQ-HOLL\n1333: GE-62{}\n1524: GE-298"
    for sign, free in (("^", True), ("~", False)):
        t = stage("movement", text.replace("{}", sign).replace("phase movement\n", ""), NO_OM).play("move GE-62")
        assert ("1334" in t.moves()) == free


@rule("10.2.4")
@pytest.mark.parametrize(
    ("attacked", "gap", "pinned"), [(0, False, True), (1, False, True), (0, True, True), (1, True, False)]
)
def test_the_ring_is_free_only_if_attacked_and_open(attacked: int, gap: bool, pinned: bool) -> None:
    ring = RING.replace("1234: SU-29\n", "") if gap else RING
    t = bare(
        f"fortress 1333 7\n1334: GE-71^\n1434: GE-305^\n1333: GE-76^\n{ring}", {**NO_OM, tracks.RING_ATTACKED: attacked}
    )
    fortress.secure_pocket(t.s)
    assert ("SU-36G" in t.marks(PINNED)) == pinned


@rule("10.2.4")
def test_who_secures_the_pocket() -> None:
    """Beside OOS-FS units only: not beside those plainly cut off, not two hexes away, not without the marker."""
    text = "1334: GE-71^\n1234: SU-23 SU-24\n1524: GE-62~\n1525: SU-29\n1232: SU-38\n1433: SU-45 SU-49 SU-64"
    t = bare(f"fortress 1333 7\n{text}", NO_OM)
    fortress.secure_pocket(t.s)
    assert (t.marks(PINNED), t.marks(MOBILE)) == (["SU-23", "SU-24"], ["SU-45", "SU-49", "SU-64"])
    t = bare(text, NO_OM)
    fortress.secure_pocket(t.s)
    assert (t.marks(PINNED), t.marks(MOBILE)) == ([], [])


@rule("10.2.4")
def test_of_three_one_leaves_and_two_stay() -> None:
    text = "side soviet\nturn DEC_I\nfortress 1333 7\n1334: GE-71^\n1234: SU-23 SU-24 SU-29\n1827: SU-38"
    t = stage("movement", text, NO_OM).play("move SU-24")
    assert t.refused("with SU-23") == "10.2.4 secures_pocket"
    t.play("to 1134", "stop")
    assert t.refused("move SU-29") == "10.2.4 secures_pocket"


@rule("10.2.5")
def test_any_gap_opens_the_pocket_and_only_units_of_the_city_count() -> None:
    """A path along the enemy and over rivers; no Axis unit in the city: nothing to be open for."""
    inside = "1334: GE-71^\n1434: GE-305^\n1333: GE-76^\n"
    assert zone.is_sealed(bare(inside + RING, NO_OM).s)
    for gap in ("1234", "1535"):
        ring = "".join(f"{name}: {unit}\n" for name, unit in ROUND.items() if name != gap)
        assert not zone.is_sealed(bare(inside + ring, NO_OM).s)
    assert zone.is_sealed(bare("1333: GE-76^\n", NO_OM).s)
    assert not zone.is_sealed(bare("1334: GE-HQ-6A\n", NO_OM).s)


def garrison(count: int, held: str = "", turn: int = 3) -> Drawn:
    """So many Soviet divisions in the ring, three a hex, the marker in 1333, declared on turn 2."""
    rifles = [name for name in PACK.unit_name if name.startswith("SU-") and "HQ" not in name][:count]
    stacks = [rifles[i : i + 3] for i in range(0, count, 3)]
    hexes = [name for name in ROUND if name != "1433"]
    text = "".join(f"{name}: {' '.join(stack)}\n" for name, stack in zip(hexes, stacks, strict=False))
    text = f"side soviet\nfortress 1333 7\n1334: GE-71^\n1434: GE-305^\n{text}{held}\nbox stavka vvs\n2130: SU-HQ-DON\n"
    t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 2})
    t.s.track[tracks.TURN] = turn
    fortress.check_garrison(t.s)
    return t


@rule("10.2.6")
@pytest.mark.parametrize(
    ("count", "held", "turn", "short"),
    [
        (24, "", 3, 0),
        (23, "", 3, 1),
        (0, "", 2, 0),
        (15, "control soviet 1434", 3, 0),
        (14, "control soviet 1434", 3, 1),
        (14, "control soviet 1334", 3, 1),
        (0, "control soviet 1334 1434", 3, 0),
    ],
)
def test_how_many_divisions_the_ring_needs(count: int, held: str, turn: int, short: int) -> None:
    """24 for both hexes of the city, 15 for one, from the turn after the declaration."""
    assert garrison(count, held, turn).s.track[tracks.GARRISON_FAILED] == short


@rule("10.2.6")
def test_the_garrison_is_counted_within_four_hexes_staffs_do_not_count() -> None:
    t = bare("fortress 1333 7\n1329: SU-23\n1328: SU-24\n1332: SU-HQ-SW SU-26TK", NO_OM)
    assert fortress.garrison(t.s) == 2


@rule("10.2.6")
def test_a_short_garrison_costs_every_marker_on_the_map_in_boxes_and_played() -> None:
    text = "side soviet\nturn DEC_II\nfortress 1333 7\n1334: GE-71^\n1434: GE-305^\n"
    text += "at 1629 vvs\nbox major katyusha\nbox axis pak_88"
    t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 1})
    m = PACK.marker_kind.index(vocabulary.RESERVES)
    t.s.lay(m, M_PLAYED)
    fortress.check_garrison(t.s)
    soviet = [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.support_side[PACK.marker_kind[m]] == 0]
    assert set(soviet) <= {M_POOL, M_OUT}
    assert M_MAP not in t.s.marker_place


# 10.3 -------------------------------------------------------------------------------------------------------------


@rule("10.3.2")
@pytest.mark.parametrize(
    ("level", "attack", "defense", "panzers", "infantry"),
    [(11, 6, 11, 4, 2), (10, 2, 11, 2, 2), (7, 2, 11, 2, 2), (6, 1, 6, 0, 0), (2, 1, 6, 0, 0), (1, 0, 2, 0, 0)],
)
def test_the_table_of_levels(level: int, attack: int, defense: int, panzers: int, infantry: int) -> None:
    """16 Panzer (7-6-3) and 71 (4-5-2) together; movement in half points, none is one hex."""
    t = bare(f"fortress 1333 {level}\n1334: GE-16P^ GE-71^", NO_OM)
    stack = [u("GE-16P"), u("GE-71")]
    b = Battle(h("1334"), 0, 0)
    b.defenders = stack
    assert (odds.factors(t.s, stack), odds.defense_factors(t.s, b)) == (attack, defense)
    assert [movement.movement_points(t.s, unit, NORMAL) for unit in stack] == [panzers, infantry]


@rule("10.3.2")
def test_one_a_stack_is_one_for_each_hex() -> None:
    t = bare("fortress 1333 4\n1334: GE-16P^ GE-71^\n1333: GE-76^", NO_OM)
    assert odds.factors(t.s, [u("GE-16P"), u("GE-71"), u("GE-76")]) == 2


@rule("10.3.2")
@rule("10.4.3F")
def test_full_strength_beats_the_level() -> None:
    for level in (11, 8, 4):
        t = bare(f"fortress 1333 {level}\n1334: GE-16P^ GE-71^", NO_OM)
        t.s.mark[u("GE-16P")] |= FULL_STRENGTH
        assert odds.factors(t.s, [u("GE-16P")]) == 7


@rule("10.3.3")
@pytest.mark.parametrize(
    ("attacks", "after"),
    [([], 7), ([("1334", 1)], 7), ([("1334", 1), ("1434", 1)], 6), ([("1334", 1), ("1434", 0)], 7),
     ([("1334", 1), ("1334", 2)], 7), ([("1334", 6), ("1434", 1), ("1333", 1)], 6)],
)  # fmt: skip
def test_two_stacks_attacked_at_one_to_one_cost_a_level(attacks: list[tuple[str, int]], after: int) -> None:
    t = bare(f"fortress 1333 7\n1334: GE-71^\n1434: GE-305^\n1333: GE-76^\n{RING}", {**NO_OM, tracks.FORTRESS_TURN: 1})
    for target, column in attacks:
        b = Battle(h(target), vocabulary.SOVIET, 0)
        b.oos_fs, b.column = 1, column
        fortress.note_attack(t.s, b)
    fortress.end_soviet_level(t.s)
    assert t.s.track[tracks.FORTRESS_LEVEL] == after
    assert (t.s.track[tracks.POCKET_ATTACKED], t.s.track[tracks.POCKET_FIRST], t.s.track[tracks.RING_ATTACKED]) == (
        0,
        0,
        0,
    )


@rule("10.3.3")
def test_attacks_on_others_wear_no_pocket_down() -> None:
    t = bare("fortress 1333 7\n1334: GE-71^", NO_OM)
    for target in ("1524", "1624"):
        b = Battle(h(target), vocabulary.SOVIET, 0)
        b.column = 3
        fortress.note_attack(t.s, b)
    assert t.s.track[tracks.POCKET_ATTACKED] == 0


@rule("10.3.3")
@rule("10.2.4")
@pytest.mark.parametrize(
    ("attacker", "target", "fought", "ring"),
    [("GE-71", "1335", 1, 1), ("GE-62", "1335", 0, 1), ("GE-62", "1625", 0, 0)],
)
def test_what_an_axis_attack_means_for_the_pocket(attacker: str, target: str, fought: int, ring: int) -> None:
    t = bare("fortress 1333 7\n1334: GE-71^\n1524: GE-62\n1335: SU-13G\n1625: SU-23", NO_OM)
    b = Battle(h(target), vocabulary.AXIS, 0)
    b.attackers = [u(attacker)]
    fortress.note_attack(t.s, b)
    assert (t.s.track[tracks.POCKET_FOUGHT], t.s.track[tracks.RING_ATTACKED]) == (fought, ring)


@rule("5.5.7")
@pytest.mark.parametrize(("stalin", "target", "after"), [(1, "1334", 0), (1, "1625", 2), (0, "1625", 0)])
def test_stalin_watches_the_first_attack(stalin: int, target: str, after: int) -> None:
    """Bound to the radius of an offensive marker: obeyed, disobeyed, or not bound at all."""
    t = bare("1334: GE-71\n1625: GE-62", {**NO_OM, tracks.MAJOR_AT: h("1333"), tracks.STALIN: stalin})
    fortress.note_attack(t.s, Battle(h(target), vocabulary.SOVIET, 0))
    assert t.s.track[tracks.STALIN] == after


@rule("10.3.4")
@pytest.mark.parametrize(("level", "sign", "elite"), [(2, "^", True), (1, "^", False), (1, "~", True), (1, "", True)])
def test_at_the_last_level_the_pocket_has_no_elite(level: int, sign: str, elite: bool) -> None:
    t = bare(f"fortress 1333 {level}\n1334: GE-16P{sign}", NO_OM)
    assert declare.is_elite(t.s, u("GE-16P")) == elite


@rule("10.3.4")
def test_the_level_stays_between_one_and_eleven_and_comes_back() -> None:
    t = bare("fortress 1333 2\n1334: GE-16P^", NO_OM)
    fortress.change_level(t.s, -5)
    assert (t.s.track[tracks.FORTRESS_LEVEL], declare.is_elite(t.s, u("GE-16P"))) == (1, False)
    fortress.change_level(t.s, 1)
    assert declare.is_elite(t.s, u("GE-16P"))
    fortress.change_level(t.s, 20)
    assert t.s.track[tracks.FORTRESS_LEVEL] == 11
    t.s.set_fortress(-1)
    fortress.change_level(t.s, -1)
    assert t.s.track[tracks.FORTRESS_LEVEL] == 11


@rule("10.3.5")
@pytest.mark.parametrize(
    ("level", "control", "due"),
    [(1, "1333 1433", True), (2, "1333 1433", False), (1, "1333", False), (1, "1433", False)],
)
def test_when_the_pocket_surrenders(level: int, control: str, due: bool) -> None:
    t = bare(f"side axis\nfortress 1334 {level}\n1334: GE-71^\n{shared('1333 1433', control)}", NO_OM)
    assert fortress.must_surrender(t.s) == due


@rule("10.3.5")
@rule("8.15.1")
def test_half_of_the_weak_go_and_the_strong_are_reduced_once() -> None:
    """One of one goes, three of five; a unit reduced now is not among the weak; elites leave no Kampfgruppe."""
    text = (
        "side axis\nturn DEC_I\nfortress 1334 1\ncontrol soviet 1333 1433\n"
        "1334: GE-71^- GE-295^- GE-213S^\n1434: GE-16P^- GE-76^ GE-403S^\n1524: GE-62~- GE-298~"
    )
    t = stage("surrender", text, NO_OM)
    assert sorted(t.choices()) == sorted(f"unit {name}" for name in ("GE-71", "GE-295", "GE-213S", "GE-16P", "GE-403S"))
    assert t.refused("unit GE-76") == "10.3.5 not_weak"
    t.play("unit GE-16P", "unit GE-71", "unit GE-213S")
    assert t.asked() == "over"
    assert [t.place(name) for name in ("GE-16P", "GE-295", "GE-76", "GE-403S", "GE-62", "GE-298")] == [
        "withdrawn", "1334-", "1434-", "1434", "1524-", "1524",
    ]  # fmt: skip
    assert t.marks(PINNED) == []
    t = stage("surrender", "side axis\nfortress 1334 1\n1334: GE-71^-", NO_OM)
    assert t.place("GE-71") == "withdrawn"


@rule("10.3.5")
def test_units_outside_the_pocket_lose_nothing_by_its_surrender() -> None:
    """GE-298, held in place by something else, keeps both steps; 76 in the pocket loses one."""
    t = bare("side axis\nfortress 1334 1\n1334: GE-76^\n1524: GE-298", NO_OM)
    for name in ("GE-76", "GE-298"):
        t.s.mark[u(name)] |= PINNED
    fortress.reduce_strong(t.s)
    assert (t.place("GE-76"), t.place("GE-298")) == ("1334-", "1524")


@rule("10.1.4")
@rule("16.2.3")
@pytest.mark.parametrize("who", ["SU-23", "GE-HQ-4PZA"])
def test_neither_soviets_nor_a_staff_in_the_city_relieve_it(who: str) -> None:
    t = bare(
        f"side axis\nfortress 1332 7\n1334: {who}\n1434: GE-305^",
        {**NO_OM, tracks.FORTRESS_TURN: 1, tracks.MANSTEIN: 3},
    )
    fortress.relieve_fortress(t.s)
    assert (t.s.track[tracks.FORTRESS], t.s.track[tracks.MANSTEIN]) == (h("1332"), 3)


@rule("10.3.6")
@rule("10.3.7")
@rule("16.2.3")
def test_relief_and_open_pockets_by_turn() -> None:
    """Sealed: nothing. Open: one after a Soviet turn, nothing after an Axis one. Supplied: eleven, or five more."""
    inside = "1334: GE-71^\n1434: GE-305^\n1333: GE-76^\n"
    sealed = f"fortress 1333 4\n{inside}{RING}"
    opened = sealed.replace("1234: SU-29\n", "")
    supplied = "fortress 1333 4\n1334: GE-71^\n1233: GE-HQ-4PZA\n"
    for text, soviet, axis in ((sealed, 4, 4), (opened, 5, 4), (supplied, 11, 9)):
        t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 1})
        fortress.end_soviet_level(t.s)
        assert t.s.track[tracks.FORTRESS_LEVEL] == soviet
        t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 1})
        fortress.end_axis_level(t.s)
        assert t.s.track[tracks.FORTRESS_LEVEL] == axis


@rule("10.3.6")
def test_an_axis_attack_out_of_the_pocket_and_relief_add_up() -> None:
    t = bare(
        "fortress 1333 4\n1334: GE-71^\n1233: GE-HQ-4PZA\n", {**NO_OM, tracks.FORTRESS_TURN: 1, tracks.POCKET_FOUGHT: 1}
    )
    fortress.end_axis_level(t.s)
    assert t.s.track[tracks.FORTRESS_LEVEL] == 8


@rule("16.3.1")
@pytest.mark.parametrize(
    ("winter", "turn", "gap", "after", "state"),
    [(1, 5, True, 4, 2), (1, 6, True, 3, 1), (1, 5, False, 3, 1), (2, 5, True, 3, 2), (0, 5, True, 3, 0)],
)
def test_wintergewitter_pays_once_for_an_open_pocket_before_january(
    winter: int, turn: int, gap: bool, after: int, state: int
) -> None:
    ring = RING.replace("1234: SU-29\n", "") if gap else RING
    t = bare(
        f"fortress 1333 4\n1334: GE-71^\n1434: GE-305^\n1333: GE-76^\n{ring}",
        {**NO_OM, tracks.MANSTEIN: 3, tracks.WINTERGEWITTER: winter},
    )
    t.s.track[tracks.TURN] = turn
    fortress.end_axis_level(t.s)
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.WINTERGEWITTER]) == (after, state)


@rule("16.2.3")
def test_manstein_gains_once_for_a_pocket_open_after_a_soviet_turn() -> None:
    for relieved, after in ((0, 4), (1, 3)):
        t = bare("fortress 1333 4\n1334: GE-71^", {**NO_OM, tracks.MANSTEIN: 3, tracks.RELIEVED: relieved})
        fortress.end_soviet_level(t.s)
        assert t.s.track[tracks.MANSTEIN] == after
    t = bare("1334: GE-71~", {**NO_OM, tracks.MANSTEIN: 3})
    fortress.end_soviet_level(t.s)
    assert t.s.track[tracks.MANSTEIN] == 3


@rule("10.2.3")
@rule("1.3.4")
def test_at_the_supply_check_the_pocket_is_sorted() -> None:
    """In the zone and cut off: pocket. Outside and cut off: lost. Supplied again: the marker is taken off."""
    text = "side axis\nturn DEC_I\nfortress 1333 7\n1334: GE-71~\n1823: GE-62^\n1227: GE-HQ-HOLL\n1228: GE-298^\n"
    t = decline(stage("supply", text + RING, NO_OM))
    assert [t.place("GE-62"), t.supply("GE-71"), t.supply("GE-298")] == ["withdrawn", OOS_FS, 0]
