"""Chapter 10.4 in detail: when the air bridge is thrown for, its table, and each Ju 52."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r08_results as results
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import FULL_STRENGTH, J_HAND, J_MAP, J_OUT, J_POOL, M_AXIS, MOBILE
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.rules.test_r10_ju52 import BASE, TRACKS, attack, lay, place_of
from tests.roads.staged import bare, decline, held, shared, stage

INSIDE = "side axis\nturn DEC_I\nweather snow overcast none\n1334: GE-71^ GE-295^\n1434: GE-305^\n1333: GE-76^-\n"


@rule("10.4")
@rule("10.4.1")
@pytest.mark.parametrize(
    ("text", "declared", "flies"),
    [
        ("fortress 1333 8", 0, True),
        ("fortress 1333 8", 2, False),
        ("fortress 1333 8", 1, True),
        ("", 0, False),
    ],
)
def test_when_the_air_bridge_works(text: str, declared: int, flies: bool) -> None:
    """From the turn after the declaration (DEC I is turn 2), while the marker lies."""
    t = bare(INSIDE + text, {**TRACKS, tracks.FORTRESS_TURN: declared})
    assert ju52.is_in_force(t.s) == flies


@rule("10.4.1")
def test_no_flights_while_anybody_in_the_city_is_supplied() -> None:
    """An ally in supply counts too; a supplied unit outside the city does not."""
    t = bare(INSIDE.replace("1434: GE-305^", "1434: GE-305^ RO-1") + "fortress 1333 8", TRACKS)
    assert not ju52.is_in_force(t.s)
    t = bare(INSIDE + "fortress 1333 8\n1432: GE-62", TRACKS)
    assert ju52.is_in_force(t.s)


@rule("10.4.2")
@pytest.mark.parametrize(
    ("modified", "level", "markers"),
    [
        (-3, -2, 0),
        (0, -2, 0),
        (1, -1, 1),
        (2, -1, 2),
        (3, -1, 2),
        (4, -1, 2),
        (5, -1, 3),
        (6, 0, 3),
        (7, 0, 4),
        (8, 1, 6),
    ],
)
def test_the_table_of_the_air_bridge(modified: int, level: int, markers: int) -> None:
    assert (PACK.air_level(modified), PACK.air_ju(modified)) == (level, markers)


@rule("10.4.2")
@pytest.mark.parametrize(("control", "thrown"), [("", True), ("1333", True), ("1433", True), ("1333 1433", False)])
def test_one_airfield_is_enough_for_a_throw(control: str, thrown: bool) -> None:
    """With both lost the level drops by two and no Ju 52 comes."""
    text = f"side axis\nturn DEC_I\nfortress 1334 8\n1334: GE-71^\n{shared('1333 1433', control)}"
    t = stage("air_bridge", text, TRACKS)
    assert t.asked() == ("roll_air_bridge" if thrown else "over")
    assert t.s.track[tracks.FORTRESS_LEVEL] == (8 if thrown else 6)


@rule("10.4")
def test_modifiers_one_by_one() -> None:
    """Each line of the list; two batteries count once, three VVS three times but never above +2."""
    sealed = BASE.replace("1433: SU-24\n", "1433: GE-113^\n")
    for extra, shown, total in (
        ("", {}, 0),
        ("at 1629 vvs vvs", {}, 2),
        ("at 1629 vvs vvs vvs", {}, 2),
        ("at 1629 luftwaffe luftwaffe", {}, -2),
        ("at 1629 vvs luftwaffe", {}, 0),
        ("box pool vvs", {}, 0),
        ("", {tracks.GOERING: 1, tracks.AIR_ATTACK: 1}, 2),
        ("control soviet 1125 1023", {}, -2),
        ("control soviet 1125 1023\nat 1629 anti_aircraft", {tracks.RAID: 1}, -4),
        ("control soviet 1125 1023\nat 1629 luftwaffe anti_aircraft", {tracks.RAID: 1}, -4),
    ):
        assert ju52.air_modifier(bare(f"{sealed}{extra}\n", {**TRACKS, **shown}).s) == total
    opened = sealed.replace("1234: SU-29\n", "")
    assert ju52.air_modifier(bare(opened, TRACKS).s) == 1
    no_pitomnik = sealed.replace("1333: GE-76^-\n", "1333: SU-95\n").replace("fortress 1333", "fortress 1334")
    assert ju52.air_modifier(bare(no_pitomnik, TRACKS).s) == -3


@rule("10.4")
def test_what_helped_this_turn_is_forgotten_after_it() -> None:
    t = stage("air_bridge", BASE, {**TRACKS, tracks.GOERING: 1, tracks.AIR_ATTACK: 1, tracks.RAID: 1}).play(
        "roll_air_bridge 1"
    )
    assert [t.s.track[track] for track in (tracks.GOERING, tracks.AIR_ATTACK, tracks.RAID)] == [0, 0, 0]


@rule("10.4")
@rule("15.2.2")
@pytest.mark.parametrize(
    ("target", "sign", "counted"),
    [("1231", "^", 1), ("1229", "^", 0), ("1032", "^", 1), ("1032", "~", 0), ("0831", "^", 0)],
)
def test_an_armored_attack_near_the_pocket_opens_the_corridor(target: str, sign: str, counted: int) -> None:
    """Within four hexes of an OOS-FS unit, on the left bank of the Don."""
    t = bare(f"side axis\nturn DEC_I\nfortress 1333 8\n1333: GE-76{sign}\n1030: GE-16P", {**TRACKS, tracks.APPROVAL: 5})
    b = Battle(h(target), vocabulary.AXIS, 0)
    b.attackers, b.armored = [u("GE-16P")], 1
    approval.armored_attack_made(t.s, b)
    assert t.s.track[tracks.AIR_ATTACK] == counted


# 10.4.3 -----------------------------------------------------------------------------------------------------------


@rule("10.4.3")
def test_ju_52_lie_one_a_hex_on_pocket_units_in_the_zone() -> None:
    """Not on units outside the zone, not on those plainly out of supply, not on a hex that has one."""
    text = "side axis\nfortress 1334 8\n1334: GE-71^\n1434: GE-305~\n1333: GE-76^\n1330: GE-62^"
    t = bare(text, TRACKS)
    assert [PACK.hex_name[hex_] for hex_ in ju52.pocket_hexes(t.s)] == ["1333", "1334"]
    lay(t, vocabulary.JU_MOBILITY, "1334")
    assert ju52.place_choices(t.s) == [1000 + h("1333")]


@rule("10.4.3")
def test_ju_52_are_drawn_from_what_is_left_in_the_pool() -> None:
    t = bare(BASE, TRACKS, air_bridge=(1,))
    counts = ju52.ju_counts(t.s)
    assert sum(counts) == 15
    lay(t, vocabulary.JU_MOBILITY, "1334")
    t.s.ju_place[PACK.ju_kind.index(vocabulary.JU_HUBE)] = J_OUT
    assert sum(ju52.ju_counts(t.s)) == 13
    ju52.take_ju(t.s, vocabulary.JU_SUPPORT)
    assert place_of(t, vocabulary.JU_SUPPORT) == J_HAND
    assert sum(ju52.ju_counts(t.s)) == 12 and held(t, "air_bridge") == (0,)


@rule("10.4.2")
def test_nothing_is_drawn_without_units_to_carry_it() -> None:
    t = bare("side axis\nfortress 1334 8\n1524: GE-62", TRACKS, air_bridge=(2,))
    assert not ju52.may_draw(t.s)


@rule("10.4.3")
def test_a_marker_whose_units_have_left_does_nothing() -> None:
    """Mobility lies on 1333; the stack has gone."""
    t = bare("side axis\nfortress 1334 8\n1334: GE-71^", TRACKS)
    lay(t, vocabulary.JU_MOBILITY, "1333")
    assert ju52.move_events(t.s) == [0]
    lay(t, vocabulary.JU_MOBILITY, "1334")
    assert ju52.move_events(t.s) == [0, 3500 + vocabulary.JU_MOBILITY]


@rule("10.4.3A")
def test_only_a_pocket_unit_of_the_attacked_hex_resists() -> None:
    t = bare("side soviet\nfortress 1333 8\n1334: GE-71^ GE-295\n1434: GE-305^", TRACKS)
    lay(t, vocabulary.JU_UNIT_RESISTANCE, "1334")
    attack(t, "1334", "GE-71", "GE-295")
    assert [PACK.unit_name[a - 1] for a in ju52.resisting_choices(t.s)] == ["GE-71"]
    assert 3500 + vocabulary.JU_UNIT_RESISTANCE in ju52.defense_events(t.s)
    attack(t, "1434", "GE-305")
    assert ju52.defense_events(t.s) == [0]
    lay(t, vocabulary.JU_MOBILITY, "1434")
    assert ju52.defense_events(t.s) == [0]


@rule("10.4.3")
def test_nobody_is_asked_when_others_are_attacked_or_the_axis_attacks() -> None:
    for text, side, asked in (("1334: GE-71^", 0, True), ("1334: GE-71~", 0, False), ("1334: GE-71^", 1, False)):
        t = bare(f"fortress 1333 8\n{text}\n1333: GE-76^", TRACKS)
        lay(t, vocabulary.JU_HUBE, "1333")
        t.s.battle = b = Battle(h("1334"), side, 0)
        b.defenders = [u("GE-71")]
        assert ju52.may_answer(t.s) == asked


@rule("10.4.3C")
@pytest.mark.parametrize("die", range(1, 7))
def test_rattenkrieg_on_one_to_five_is_a_step_each_and_nothing_else(die: int) -> None:
    t = bare("side soviet\nfortress 1333 8\n1334: GE-71^\n1335: SU-13G", TRACKS)
    t.s.battle = b = Battle(h("1334"), 0, 0)
    b.rattenkrieg = 1
    results.take_rattenkrieg(t.s, die)
    assert (b.over, b.losses_a, b.losses_d, b.rattenkrieg) == ((1, 1, 1, 0) if die <= 5 else (0, 0, 0, 0))


@rule("10.4.3D")
def test_hube_covers_every_pocket_stack_of_the_turn_and_nobody_else() -> None:
    for text, times in (("1334: GE-71^", 2), ("1334: GE-71~", 1)):
        t = bare(f"fortress 1333 8\n{text}", {**TRACKS, tracks.HUBE: 1})
        b = attack(t, "1334", "GE-71")
        ju52.hube_leads(t.s)
        assert b.defense_times == times
    ju52.begin_axis_turn(t.s)
    assert t.s.track[tracks.HUBE] == 0


@rule("10.4.3E")
@pytest.mark.parametrize(("level", "after"), [(1, 1), (2, 3), (5, 6), (6, 6)])
def test_evacuation_raises_a_level_of_two_to_five(level: int, after: int) -> None:
    t = bare(f"side axis\nturn DEC_I\nfortress 1333 {level}\n1334: GE-71^-", TRACKS)
    t.s.ju_place[PACK.ju_kind.index(vocabulary.JU_EVACUATION)] = J_HAND
    ju52.take_evacuation(t.s, 1 + u("GE-71"))
    assert t.s.track[tracks.FORTRESS_LEVEL] == after
    assert (t.place("GE-71"), t.s.away[u("GE-71")], t.s.steps[u("GE-71")]) == (
        "evacuated",
        t.s.track[tracks.TURN] + 2,
        1,
    )


@rule("10.4.3E")
def test_only_reduced_infantry_of_the_pocket_is_flown_out() -> None:
    text = "side axis\nfortress 1333 8\n1334: GE-71^- GE-76^ GE-16P^-\n1434: GE-213S^ GE-305~-\n1333: KG-I1^ GE-3Mt^-"
    t = bare(text, TRACKS)
    assert sorted(PACK.unit_name[a - 1] for a in ju52.evacuation_choices(t.s)[1:]) == ["GE-3Mt", "GE-71"]
    assert ju52.evacuation_choices(t.s)[0] == 0


@rule("10.4.3F")
@rule("10.4.3I")
def test_last_reserves_free_only_the_stack_under_the_marker() -> None:
    t = bare("side axis\nfortress 1333 8\n1334: GE-71^ GE-62\n1434: GE-305^", TRACKS)
    lay(t, vocabulary.JU_LAST_RESERVES, "1334")
    flow.start(t.s, "ju52_attacks")
    t.play("none")
    assert t.marks(FULL_STRENGTH) == []
    flow.start(t.s, "ju52_attacks")
    t.play("play last_reserves")
    assert (t.marks(FULL_STRENGTH), place_of(t, vocabulary.JU_LAST_RESERVES)) == (["GE-71"], J_POOL)


@rule("10.4.3G")
def test_only_a_pak_comes_in_by_air() -> None:
    """Artillery never; a PaK only while a Ju 52 with supplies lies on the map."""
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_MOBILITY, "1334")
    assert deploy.why_not_attach(t.s, M_AXIS, vocabulary.PAK_88, u("GE-71"))
    lay(t, vocabulary.JU_SUPPORT, "1434")
    assert not deploy.why_not_attach(t.s, M_AXIS, vocabulary.PAK_88, u("GE-71"))
    assert deploy.why_not_attach(t.s, M_AXIS, vocabulary.AXIS_ARTILLERY, u("GE-71"))


@rule("10.4.3H")
@rule("7.1.8")
def test_mobility_is_full_movement_for_those_who_began_under_it() -> None:
    """71 in 1334 has two points, 305 in 1434 by the level one."""
    text = "side axis\nturn DEC_I\nfortress 1333 8\n1334: GE-71^\n1434: GE-305^\n1524: GE-62"
    t = bare(text, TRACKS)
    lay(t, vocabulary.JU_MOBILITY, "1334")
    flow.start(t.s, "movement")
    t.play("play mobility", "none", "move GE-71")
    assert t.s.points == 4
    t.play("stop", "move GE-305")
    assert t.s.points == 2


@rule("10.4.3I")
@rule("10.4.3J")
@pytest.mark.parametrize(("kind", "stacks"), [("sortie_1", 1), ("sortie_2", 2)])
def test_a_sortie_frees_its_stacks_and_holds_all_others(kind: str, stacks: int) -> None:
    text = "side axis\nturn DEC_I\nfortress 1333 8\n1334: GE-71^\n1434: GE-305^\n1333: GE-76^\n1524: GE-62~"
    t = bare(text, TRACKS)
    lay(t, vocabulary.JU52S.index(kind), "1333")
    flow.start(t.s, "movement")
    t.play(f"play {kind}", "at 1334")
    if stacks == 2:
        assert t.refused("at 1334") == "10.4.3 ju52_place"
        t.play("at 1434")
    decline(t, "choose_mover")
    assert (t.s.track[tracks.SORTIE], t.s.track[tracks.FORTRESS_LEVEL]) == (1, 7)
    movers = {"end", "move GE-71", "move GE-62", "move GE-305"} - ({"move GE-305"} if stacks == 1 else set())
    assert set(t.choices()) == movers
    assert t.refused("move GE-76") == "10.3.2 pocket_may_not_move"


@rule("10.4.3")
def test_at_the_next_axis_turn_everything_is_back_in_the_pool() -> None:
    t = bare(BASE, {**TRACKS, tracks.SORTIE: 1, tracks.HUBE: 1, tracks.MAJOR_AT: -1})
    lay(t, vocabulary.JU_MOBILITY, "1334")
    t.s.ju_place[PACK.ju_kind.index(vocabulary.JU_SUPPORT)] = J_HAND
    t.s.ju_place[PACK.ju_kind.index(vocabulary.JU_HUBE)] = J_OUT
    t.s.mark[u("SU-15G")] |= MOBILE
    ju52.begin_axis_turn(t.s)
    assert J_MAP not in t.s.ju_place
    assert J_HAND not in t.s.ju_place
    assert place_of(t, vocabulary.JU_HUBE) == J_OUT
    assert (t.s.track[tracks.SORTIE], t.s.track[tracks.HUBE]) == (0, 0)


@rule("10.4.3")
def test_more_ju_52_than_hexes_go_back() -> None:
    """One stack in the pocket: of two markers drawn one is placed, the other returns."""
    text = "side axis\nturn DEC_I\nweather snow clear none\nfortress 1333 8\n1334: GE-71^\ncontrol axis 1333 1433"
    t = stage("air_bridge", text, TRACKS).play("roll_air_bridge 1", "draw_ju52 mobility", "draw_ju52 support")
    decline(t)
    assert sorted(t.s.ju_place).count(J_MAP) == 1
    assert J_HAND not in t.s.ju_place
