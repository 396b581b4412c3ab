"""Chapter 5.5: the events of the markers, one by one."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_events as events
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import EXPLOIT, J_MAP, J_POOL, M_MAP, M_PLAYED, M_STAVKA, OOS, OOS_FS, SURPRISE
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, decline, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def places(t: Drawn, kind: int) -> list[int]:
    return [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == kind]


def late(text: str, side: str = "soviet") -> Drawn:
    """The second step of deployment."""
    return stage("deploy_supports", f"turn DEC_I\nside {side}\n{text}", NO_OM).play("done")


# Surrender, raid, partisans, Goering -------------------------------------------------------------------------------


@rule("5.5.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_surrender_succeeds_on_one_to_four(die: int) -> None:
    t = late("box stavka surrender\n1628: RO-1~ RO-2~- RO-4\n1629: SU-23").play(
        "play stavka surrender", f"roll_event {die}"
    )
    yielded = die <= 4
    assert t.told("stack_surrendered") == ([(h("1628"),)] if yielded else [])
    assert [t.place(name) for name in ("RO-1", "RO-2", "RO-4")] == (
        ["1628-", "eliminated", "1628"] if yielded else ["1628", "1628-", "1628"]
    )
    assert places(t, vocabulary.SURRENDER) == [M_PLAYED]


@rule("5.5.1")
@rule("10.2.3")
def test_whom_surrender_can_be_asked_of() -> None:
    """Axis stacks out of supply beside a Soviet unit: not supplied ones, not lonely ones, not the pocket."""
    pocket = "fortress 1333 8\n1334: GE-71^\n1335: SU-24\n"
    t = bare(f"turn DEC_I\n{pocket}1628: RO-1~\n1728: SU-23\n1524: GE-62~\n1726: RO-2\n1826: SU-29")
    assert [PACK.hex_name[hex_] for hex_ in events.surrender_hexes(t.s)] == ["1628"]


@rule("5.5.1")
@rule("10.4")
@pytest.mark.parametrize(
    ("who", "where", "control", "fields"),
    [
        ("SU-24TK", "1026", "", ["1023", "1125"]),
        ("SU-23", "1026", "", []),
        ("SU-24TK", "1027", "", ["1125"]),
        ("SU-24TK", "1030", "", []),
        ("SU-24TK", "1026", "control soviet 1023", ["1125"]),
        ("SU-24TK", "1432", "", ["1333", "1433"]),
    ],
)
def test_a_raid_needs_tanks_within_three_hexes_of_an_axis_airfield(
    who: str, where: str, control: str, fields: list[str]
) -> None:
    t = bare(f"turn DEC_IV\n{where}: {who}\n{control}", NO_OM)
    found = [PACK.hex_name[hex_] for hex_ in deploy.target_hexes(t.s, 1, vocabulary.AIRFIELD_RAID)]
    assert found == fields


@rule("5.5.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_raid_succeeds_on_one_to_three(die: int) -> None:
    t = late("box stavka airfield_raid\n1125: GE-62\n1027: SU-24TK").play(
        "play stavka airfield_raid", f"roll_event {die}"
    )
    assert t.s.track[tracks.RAID] == int(die <= 3)


@rule("5.5.1")
def test_partisans_add_up_and_goering_is_remembered() -> None:
    t = late("box stavka partisans partisans\n1729: SU-23").play("play stavka partisans", "play stavka partisans")
    assert t.s.track[tracks.PARTISANS] == 4
    assert places(t, vocabulary.PARTISANS) == [M_PLAYED, M_PLAYED]
    t = late("box axis goering\n1524: GE-62", "axis").play("play axis goering")
    assert t.s.track[tracks.GOERING] == 1


# Planes ------------------------------------------------------------------------------------------------------------


@rule("5.5.1")
def test_the_battery_drives_off_one_luftwaffe_marker_within_two_hexes() -> None:
    """Two markers near, one far; Rudel it leaves alone."""
    text = "box stavka anti_aircraft\nat 1628 luftwaffe luftwaffe\nat 1524 luftwaffe\nat 1629 rudel\n1630: SU-23"
    t = late(text).play("play stavka anti_aircraft")
    assert sorted(places(t, vocabulary.LUFTWAFFE)) == [M_MAP, M_MAP, M_PLAYED]
    assert places(t, vocabulary.RUDEL) == [M_MAP]
    t = late("box stavka anti_aircraft\nat 1627 luftwaffe\n1630: SU-23").play("play stavka anti_aircraft")
    assert M_PLAYED not in places(t, vocabulary.LUFTWAFFE)


@rule("5.5.1")
def test_the_battery_meets_the_luftwaffe_that_comes_later_once() -> None:
    text = "turn DEC_I\nside axis\nbox axis luftwaffe luftwaffe\nat 1630 anti_aircraft\n1628: GE-62"
    t = stage("deploy_supports", text, NO_OM).play("play axis luftwaffe")
    if t.asked() == "aim_support":
        t.play("at 1628")
    assert M_MAP not in places(t, vocabulary.LUFTWAFFE)
    assert t.s.track[tracks.AA_USED] == 1
    t.play("play axis luftwaffe")
    assert M_MAP in places(t, vocabulary.LUFTWAFFE)


@rule("5.5.1")
@rule("3.3")
def test_novikov_keeps_planes_in_the_air_near_him() -> None:
    """Overcast, VVS over 1628: with Novikov within two hexes they reach 1629, farther off they do not."""
    for where, reached in (("1630", 1), ("1631", 0)):
        t = bare(f"weather snow overcast none\nat 1628 vvs\n{where}: SU-23\non SU-23 novikov\nat 1628 luftwaffe")
        assert len(markers.planes_over(t.s, vocabulary.SOVIET, h("1629"))) == reached
        assert markers.planes_over(t.s, vocabulary.AXIS, h("1629")) == []
        assert markers.planes_over(t.s, vocabulary.SOVIET, h("1629"), False) == []


@rule("5.5.4")
@rule("8.8.1")
@pytest.mark.parametrize(
    ("leaders", "planes", "spared"),
    [
        ("on SU-26TK lelyushenko", "", True),
        ("on SU-26TK lelyushenko", "at 1814 vvs", True),
        ("on SU-26TK lelyushenko\non SU-1TK novikov", "", True),
        ("on SU-1TK novikov", "", False),
        ("", "at 1814 vvs", False),
    ],
)
def test_lelyushenko_spares_the_armor_unless_novikov_is_the_leader_used(
    leaders: str, planes: str, spared: bool
) -> None:
    """Planes over the fight under a clear sky need no Novikov, and he leads nothing without planes."""
    t = bare(f"turn DEC_I\n1914: SU-26TK SU-1TK\n1814: GE-62\n{leaders}\n{planes}", NO_OM)
    b = Battle(h("1814"), vocabulary.SOVIET, 0)
    b.attackers = [u("SU-26TK"), u("SU-1TK")]
    assert markers.waives_first_loss(t.s, b) == spared


# Markers in fights --------------------------------------------------------------------------------------------------


@rule("8.14.1")
def test_a_breakthrough_adds_a_level_to_an_e_of_its_stack_and_is_used_up() -> None:
    """In 1914 with the attackers: E becomes E2. No E, or the marker elsewhere: nothing, and it stays."""
    for where, result, level, spent in (
        ("1914", vocabulary.A_E, 2, True),
        ("1914", vocabulary.A_NONE, 0, False),
        ("1915", vocabulary.A_E, 1, False),
    ):
        t = bare(f"turn DEC_I\n1914: SU-26TK\n1915: SU-23\n1814: GE-62\nat {where} breakthrough", NO_OM)
        t.s.battle = b = Battle(h("1814"), 0, 0)
        b.attackers, b.result_a = [u("SU-26TK")], result
        alter.alter_attacker_result(t.s, b)
        assert (b.level, M_PLAYED in places(t, vocabulary.BREAKTHROUGH)) == (level, spent)


@rule("8.14.1")
def test_a_breakthrough_that_is_not_on_the_map_helps_nobody() -> None:
    """Not even a stack that was lost in the attack: a counter off the map lies with none of the others there."""
    t = bare("turn DEC_I\n1914: SU-26TK\n1814: GE-62\neliminated: SU-23\nbox major breakthrough", NO_OM)
    t.s.battle = b = Battle(h("1814"), 0, 0)
    b.attackers, b.result_a = [u("SU-26TK"), u("SU-23")], vocabulary.A_E
    alter.alter_attacker_result(t.s, b)
    assert (b.level, M_PLAYED in places(t, vocabulary.BREAKTHROUGH)) == (1, False)


@rule("8.12.1")
def test_hollidt_shortens_a_retreat_by_a_hex() -> None:
    for before, after in (("DR3", "DR2"), ("DR2", "DR"), ("DR", "-"), ("S", "S"), ("R", "R")):
        t = bare("1914: SU-26TK\n1814: GE-62\non GE-62 hollidt", NO_OM)
        t.s.battle = b = Battle(h("1814"), 0, 0)
        b.defenders = [u("GE-62")]
        odds.set_flags(t.s, b)
        b.superiority, b.result_d = 0, vocabulary.DEFENDER_RESULTS.index(before)
        alter.alter_results(t.s)
        assert vocabulary.DEFENDER_RESULTS[b.result_d] == after


@rule("9.2.2")
def test_hoth_lets_his_stack_exploit_at_full_speed() -> None:
    t = bare("side axis\n1524: GE-16P GE-24P GE-71^\n1523: GE-14P\non GE-16P hoth\nfortress 1333 10", NO_OM)
    points = [movement.movement_points(t.s, u(name), EXPLOIT) for name in ("GE-16P", "GE-24P", "GE-14P", "GE-71")]
    assert points == [6, 6, 4, 2]


@rule("5.5.4")
@rule("8.8.1")
def test_rockets_fire_before_the_odds() -> None:
    """Katyusha on 1 to 3: the defender loses a step first; on a 4 nothing happens."""
    for die, place in ((3, "1814-"), (4, "1814")):
        t = stage(
            "combat_phase", "side soviet\n1914: SU-26TK\n1814: GE-62\n1612: GE-HQ-HOLL\non SU-26TK katyusha", NO_OM
        )
        t.play("attack 1814", f"roll_rockets {die}")
        assert t.place("GE-62") == place
    t = stage("combat_phase", "side axis\n1914: GE-16P\n1814: SU-51G\n2130: SU-HQ-DON\non GE-16P nebelwerfer", NO_OM)
    t.play("attack 1814", "roll_rockets 3")
    assert t.place("SU-51G") == "1814"


@rule("8.6.3")
def test_a_tank_brigade_counts_as_black_and_white_a_tiger_as_black() -> None:
    soviet = bare("1914: SU-26TK\non SU-26TK tank_brigade", NO_OM)
    b = Battle(h("1814"), 0, 0)
    b.attackers = [u("SU-26TK")]
    assert markers.boxes(soviet.s, b) == [vocabulary.BLACK_WHITE]
    axis = bare("1914: GE-16P\non GE-16P tiger", NO_OM)
    b.attackers = [u("GE-16P")]
    assert markers.boxes(axis.s, b) == [vocabulary.BLACK]
    assert markers.boxes(bare("1914: GE-16P\non GE-16P axis_artillery", NO_OM).s, b) == []


# Alarm units --------------------------------------------------------------------------------------------------------


def alarms(text: str, kind: int = vocabulary.ALARM_MARKER) -> set[str]:
    """Hexes where an alarm unit may be raised."""
    t = bare(f"turn DEC_I\nside axis\n{text}", NO_OM)
    return {PACK.hex_name[hex_] for hex_ in deploy.target_hexes(t.s, 5, kind)}


@rule("5.5.1")
def test_alarm_units_come_to_axis_cities_and_german_headquarters() -> None:
    """Morozovsk and its neighbours, Hollidt in 1324 and his; not a Romanian staff, not a Soviet hex."""
    found = alarms("1324: GE-HQ-HOLL\n1624: RO-HQ-3A\ncontrol soviet 1126 1325")
    assert {"1125", "1025", "1324", "1323", "1424"} <= found
    assert not {"1624", "1625", "1126", "1325"} & found


@rule("5.5.1")
def test_no_alarm_unit_in_the_open_beside_an_enemy_nor_where_there_is_no_room() -> None:
    found = alarms("1025: SU-23\n1224: GE-62 GE-298 GE-384\n1524: GE-71")
    assert "1125" in found
    assert not {"1024", "1126", "1224"} & found


@rule("5.5.1")
def test_no_alarm_unit_on_the_southern_row_or_in_the_zone() -> None:
    found = alarms("0122: GE-HQ-HOLL\n0031: GE-HQ-LANZ\ncontrol axis 1335 1435")
    assert not {name for name in found if name[:2] == "00"}
    assert not {name for name in found if PACK.zone_28th[h(name)]}
    assert {"1335", "1435"} <= found  # no paragraph closes them to the Axis


@rule("5.5.1")
@rule("10.4.3G")
def test_alert_battalions_need_a_ju_52_in_the_pocket() -> None:
    text = "fortress 1333 8\n1334: GE-71^\n1434: GE-76^"
    assert "1433" in alarms(text)
    assert "1433" not in alarms(text, vocabulary.ALERT_BATTALION)
    assert "1125" in alarms(text, vocabulary.ALERT_BATTALION)


@rule("5.5.1")
def test_an_alarm_unit_knows_at_once_whether_it_is_supplied() -> None:
    """In Morozovsk without a headquarters it is out of supply, with Hollidt in supply, in the zone a pocket unit."""
    for text, where, expected in (
        ("1524: GE-62", "1125", OOS),
        ("1227: GE-HQ-HOLL", "1125", 0),
        ("fortress 1333 8\n1434: GE-76^", "1334", OOS_FS),
    ):
        t = late(f"box axis alarm\n{text}", "axis").play("play axis alarm", f"at {where}")
        assert (t.place("AL-1"), t.supply("AL-1")) == (where, expected)


@rule("5.5.1")
def test_each_marker_raises_its_own_counter_while_there_are_any() -> None:
    t = late("box axis alarm alarm alarm\n1227: GE-HQ-HOLL", "axis")
    t.play("play axis alarm", "at 1125", "play axis alarm", "at 1125", "play axis alarm", "at 1125")
    assert [t.place(f"AL-{i}") for i in (1, 2, 3)] == ["1125"] * 3


@rule("10.4.3G")
@rule("5.5.1")
@pytest.mark.parametrize(
    ("marker", "where", "left"),
    [("alert_battalion", "1433", J_POOL), ("alert_battalion", "1125", J_MAP), ("alarm", "1433", J_MAP)],
)
def test_only_an_alert_battalion_in_the_pocket_uses_up_a_flight(marker: str, where: str, left: int) -> None:
    t = late(f"box axis {marker}\nfortress 1333 8\n1334: GE-71^\n1434: GE-76^", "axis")
    j = PACK.ju_kind.index(vocabulary.JU_SUPPORT)
    t.s.ju_place[j], t.s.ju_on[j] = J_MAP, h("1334")
    t.s.choices = None
    t.play(f"play axis {marker}", f"at {where}")
    assert t.s.ju_place[j] == left


@rule("5.5.1")
def test_without_a_counter_left_no_alarm_is_raised() -> None:
    assert alarms("1227: GE-HQ-HOLL\n1524: AL-1 AL-2 AL-3") == set()
    assert "1125" in alarms("1227: GE-HQ-HOLL\n1524: AL-1 AL-2")
    assert alarms("1227: GE-HQ-HOLL\n1524: AB-1 AB-2 AB-3", vocabulary.ALERT_BATTALION) == set()


# Brandenburgers, surprise attacks ----------------------------------------------------------------------------------


@rule("5.5.1")
@pytest.mark.parametrize(("where", "left"), [("1530", 0), ("1529", 0), ("1528", 1)])
def test_brandenburgers_destroy_a_pontoon_within_two_hexes(where: str, left: int) -> None:
    t = late(f"box axis brandenburgers\n{where}: GE-62\n1430: SU-HQ-SW", "axis")
    t.s.pontoon[u("SU-HQ-SW")] = 1
    t.play("play axis brandenburgers")
    assert t.s.pontoon[u("SU-HQ-SW")] == left
    assert (M_MAP in places(t, vocabulary.BRANDENBURGERS)) == bool(left)


@rule("5.5.1")
def test_brandenburgers_near_a_staff_without_a_pontoon_lie_in_wait() -> None:
    """Don Front stands nearer but has no bridge; it is South-West's that falls."""
    text = "box axis brandenburgers\n1530: GE-62\n1430: SU-HQ-SW\n1431: SU-HQ-DON"
    t = late(text, "axis").play("play axis brandenburgers")
    assert M_MAP in places(t, vocabulary.BRANDENBURGERS)
    t = late(text, "axis")
    t.s.bridge(u("SU-HQ-DON"), 1)
    t.play("play axis brandenburgers")
    assert (t.s.pontoon[u("SU-HQ-DON")], M_PLAYED in places(t, vocabulary.BRANDENBURGERS)) == (0, True)


@rule("5.5.1")
@pytest.mark.parametrize(("where", "foiled"), [("1813", True), ("1812", True), ("1811", False)])
def test_brandenburgers_in_wait_foil_a_surprise_attack(where: str, foiled: bool) -> None:
    text = (
        f"turn DEC_I\nbox major surprise_attack\n1914: SU-26TK\n1814: GE-62\nat {where} brandenburgers\n2130: SU-HQ-DON"
    )
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1914")}).play("play major surprise_attack")
    assert (M_PLAYED in places(t, vocabulary.SURPRISE_ATTACK)) == foiled
    assert (len(t.told("surprise_cancelled")) == 1) == foiled
    assert (t.marks(SURPRISE) == []) == foiled
    assert (M_PLAYED in places(t, vocabulary.BRANDENBURGERS)) == foiled


STORM = (
    "turn DEC_I\nbox major surprise_attack\n2025: SU-HQ-SW\n1927: SU-26TK SU-1TK\n1827: SU-23 SU-24 SU-29\n1727: RO-14"
)


def storm(text: str = STORM) -> Drawn:
    return stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1827")})


@rule("5.5.7")
def test_a_stack_steps_into_a_full_hex_attacks_and_moves_later() -> None:
    """Only those under the marker attack; after a victory they may advance and have not moved."""
    t = storm().play("play major surprise_attack", "at 1927")
    assert [t.place(name) for name in ("SU-26TK", "SU-1TK")] == ["1827", "1827"]
    assert sorted(t.fight.attackers) == sorted([u("SU-26TK"), u("SU-1TK")])
    assert set(t.marks(SURPRISE)) == {"SU-26TK", "SU-1TK"}


@rule("5.5.7")
@rule("1.11.2")
def test_who_does_not_advance_and_has_no_room_steps_back() -> None:
    """4/1 or better, a low throw, nobody leaves 1727: back to 1927, and no stack is too large."""
    t = storm().play("play major surprise_attack", "at 1927")
    decline(t, "roll_combat").play("roll_combat 1+1")
    decline(t, "play_support", "follow_up", "enter_hex")
    if t.asked() in ("follow_up", "enter_hex"):
        decline(t, "play_support")
    assert [t.place(name)[:4] for name in ("SU-26TK", "SU-1TK")] == ["1927", "1927"]
    assert events.storming(t.s) == []


@rule("5.5.7")
def test_who_may_surprise() -> None:
    """Stacks that reach an enemy at once or after one step; not staffs alone, not the last positions, nobody twice."""
    text = "1927: SU-26TK\n1827: SU-23\n1727: RO-14\n2027: SU-24\n1335: SU-13G\n1334: GE-71\n1728: SU-HQ-SW"
    t = bare(f"turn DEC_I\n{text}", NO_OM)
    assert [PACK.hex_name[hex_] for hex_ in events.surprise_starts(t.s)] == ["1827", "1927"]
    t.s.mark[u("SU-23")] |= SURPRISE
    assert [PACK.hex_name[hex_] for hex_ in events.surprise_starts(t.s)] == ["1927"]


@rule("5.5.7")
@rule("8.14.1")
def test_a_surprise_attack_marks_nobody_for_exploitation() -> None:
    t = storm().play("play major surprise_attack", "at 1927")
    decline(t, "roll_combat").play("roll_combat 6+6")
    decline(t, "play_support", "mark_exploiting")
    assert t.asked() == "play_support"


@rule("5.5.7")
@rule("3.2.2")
def test_in_mud_no_surprise_over_a_river_without_a_bridge() -> None:
    """1927 and 1827 lie on both sides of the Don."""
    for ground, found in (("snow", ["1927"]), ("mud", [])):
        t = bare(f"turn DEC_I\nweather {ground} clear none\n1927: SU-26TK\n1827: RO-14", NO_OM)
        assert [PACK.hex_name[hex_] for hex_ in events.surprise_starts(t.s)] == found


@rule("5.5.7")
def test_a_step_leads_to_friends_or_empty_ground_this_side_of_a_river() -> None:
    """From 1524: into 1523 (empty) and 1624 (friends) beside Soviet targets, not over a river into nothing."""
    t = bare("turn DEC_I\n1524: SU-26TK\n1624: SU-23\n1522: GE-62\n1725: GE-298", NO_OM)
    assert {PACK.hex_name[hex_] for hex_ in events.step_hexes(t.s, h("1524"))} == {"1523", "1624"}
    t = bare("turn DEC_I\n1927: SU-26TK\n1727: GE-62", NO_OM)
    assert events.step_hexes(t.s, h("1927")) == []


@rule("5.5.7")
@rule("8.1.1")
def test_a_surprise_strikes_one_of_the_hexes_beside_it() -> None:
    text = "turn DEC_I\nbox major surprise_attack\n1914: SU-26TK SU-1TK\n1814: RO-14\n2014: RO-15\n2130: SU-HQ-DON\n"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1914")}).play("play major surprise_attack", "none")
    assert t.asked() == "surprise_target"
    assert sorted(t.choices()) == ["at 1814", "at 2014"]
    assert all(t.game.choice(t.s, a).attacks for a in t.game.legal(t.s)), "a fight begins with it"
    assert t.refused("at 1915") == "8.1.1 no_enemy_there"
    t.play("at 2014")
    assert t.fight.target == h("2014")


@rule("19.1")
@rule("5.1.2")
def test_the_introductory_scenario_draws_a_fixed_number_for_stavka() -> None:
    t = bare("scenario wintergewitter\nside soviet\nturn DEC_III\nbox pool vvs reserves", NO_OM)
    assert supports.fixed_share(t.s) == (M_STAVKA, t.s.scenario.soviet_each_turn)
    assert supports.has_fixed_soviet_draw(t.s)
    assert supports.boxes_to_fill(t.s) == []
    assert not supports.has_fixed_soviet_draw(bare("turn DEC_III", NO_OM).s)


@rule("13.1.1")
@rule("5.5.1")
def test_reserves_cannot_be_played_into_the_void() -> None:
    """No unit waits in the STAVKA box: the marker has no place."""
    t = late("box stavka reserves\n2130: SU-HQ-DON")
    assert t.refused("play stavka reserves") == "5.5.1 no_place_for_it"
    assert supports.count_real(t.s, 1) == 1
