"""Chapter 10.4: the air bridge and the Ju 52."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r05_events as events
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.terms import FULL_STRENGTH, J_MAP, J_OUT, J_POOL, MOBILE
from kurgan.kernel import flow
from kurgan.kernel.tally import SILENT
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, stage

TRACKS = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1, tracks.FORTRESS_TURN: 0}
CITY = "1334: GE-71^ GE-295^\n1434: GE-305^\n1333: GE-76^-\n"
RING = "1231: SU-15G\n1232: SU-36G\n1233: SU-38\n1234: SU-29\n1331: SU-51G\n1332: SU-52G\n1335: SU-13G\n"
RING += "1431: SU-27G\n1432: SU-252\n1433: SU-24\n1435: SU-138\n1533: SU-23\n1534: SU-64\n1535: SU-99\n"
BASE = "side axis\nturn DEC_I\nweather snow overcast none\nfortress 1333 8\n" + CITY + RING


def lay(t: Drawn, kind: int, name: str) -> None:
    """A Ju 52 of this kind face down on a hex."""
    j = t.s.pack.ju_kind.index(kind)
    t.s.ju_place[j] = J_MAP
    t.s.ju_on[j] = h(name)


def place_of(t: Drawn, kind: int) -> int:
    return t.s.ju_place[t.s.pack.ju_kind.index(kind)]


def attack(t: Drawn, name: str, *defenders: str) -> Battle:
    b = Battle(h(name), vocabulary.SOVIET, 1)
    b.defenders = [u(n) for n in defenders]
    t.s.battle = b
    return b


@rule("10.4")
@rule("10.4.1")
def test_the_air_bridge_begins_the_turn_after_the_declaration() -> None:
    """And only while nobody in the city is supplied."""
    t = bare(BASE, {**TRACKS, tracks.FORTRESS_TURN: 2})
    assert not ju52.is_in_force(t.s)
    t = bare(BASE, TRACKS)
    assert ju52.is_in_force(t.s)
    t.s.supply[u("GE-71")] = 0
    assert not ju52.is_in_force(t.s)


@rule("10.4")
def test_modifiers_of_the_air_bridge() -> None:
    """Each line of the list, and the limits -4 and +2."""
    assert ju52.air_modifier(bare(BASE, TRACKS).s) == -1  # a Soviet unit stands in Gumrak
    base = BASE.replace("1433: SU-24\n", "") + "control axis 1433\n"
    sealed = base.replace("1332: SU-52G\n", "1332: SU-52G\n1433: GE-113^\n")
    assert ju52.air_modifier(bare(sealed, TRACKS).s) == 0
    for extra, shown, total in (
        ("at 1629 vvs\n", {}, 1),
        ("at 1629 luftwaffe\n", {}, -1),
        ("at 1629 anti_aircraft\n", {}, -1),
        ("", {tracks.GOERING: 1}, 1),
        ("", {tracks.AIR_ATTACK: 1}, 1),
        ("", {tracks.RAID: 1}, -1),
        ("control soviet 1125\n", {}, -1),
        ("control soviet 1023\n", {}, -1),
    ):
        assert ju52.air_modifier(bare(sealed + extra, {**TRACKS, **shown}).s) == total
    for sky, total in (("clear", 2), ("blizzard", -2)):
        assert ju52.air_modifier(bare(sealed.replace("overcast", sky), TRACKS).s) == total
    lost = sealed.replace("1333: GE-76^-\n", "") + "control soviet 1333 1125 1023\n"
    assert ju52.air_modifier(bare(lost, TRACKS).s) == -4
    best = sealed.replace("overcast", "clear") + "at 1629 vvs\n"
    assert ju52.air_modifier(bare(best, {**TRACKS, tracks.GOERING: 1}).s) == 2


@rule("10.4.2")
def test_level_first_then_markers() -> None:
    """A 3 under an overcast sky with Gumrak lost: 2, one level down and two Ju 52, placed one a hex."""
    t = stage("stalingrad_supply", BASE, TRACKS)
    t.play("roll_air_bridge 3")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 7
    t.play("draw_ju52 mobility", "draw_ju52 stack_resistance", "at 1334")
    assert t.refused("at 1334") == "10.4.3 ju52_place"
    t.play("at 1434")
    assert place_of(t, vocabulary.JU_MOBILITY) == J_MAP


@rule("10.4.2")
def test_without_both_airfields_the_level_drops_two() -> None:
    """Pitomnik and Gumrak are Soviet: no throw."""
    text = BASE.replace("1333: GE-76^-\n", "1333: SU-95\n").replace("fortress 1333", "fortress 1334")
    t = stage("air_bridge", text, TRACKS)
    assert t.asked() == "over"
    assert t.s.track[tracks.FORTRESS_LEVEL] == 6


@rule("10.4.3")
def test_unplayed_markers_go_back_at_the_next_axis_turn() -> None:
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_MOBILITY, "1334")
    t.s.mark[u("GE-71")] |= MOBILE | FULL_STRENGTH
    ju52.begin_axis_turn(t.s)
    assert place_of(t, vocabulary.JU_MOBILITY) == J_POOL
    assert not t.s.mark[u("GE-71")] & (MOBILE | FULL_STRENGTH)


@rule("10.4.3A")
def test_one_unit_defends_doubled() -> None:
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_UNIT_RESISTANCE, "1334")
    b = attack(t, "1334", "GE-71", "GE-295")
    flow.start(t.s, "answer_attack")
    t.play("play unit_resistance", "unit GE-295")
    assert b.double_unit == u("GE-295")
    assert place_of(t, vocabulary.JU_UNIT_RESISTANCE) == J_POOL


@rule("10.4.3B")
@rule("10.4.3D")
def test_the_stack_defends_doubled_and_hube_holds_all_turn() -> None:
    """Hube leaves the game; the next attack of the turn meets doubled defense without a question."""
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_STACK_RESISTANCE, "1334")
    b = attack(t, "1334", "GE-71")
    flow.start(t.s, "answer_attack")
    t.play("play stack_resistance")
    assert b.defense_times == 2
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_HUBE, "1434")
    b = attack(t, "1334", "GE-71")
    flow.start(t.s, "answer_attack")
    t.play("play hube")
    assert (b.defense_times, t.s.track[tracks.HUBE]) == (2, 1)
    assert place_of(t, vocabulary.JU_HUBE) == J_OUT
    b = attack(t, "1434", "GE-305")
    flow.start(t.s, "answer_attack")
    assert b.defense_times == 2


@rule("10.4.3C")
def test_rattenkrieg_is_announced_when_its_hex_is_attacked() -> None:
    """It lies on 1434: an attack on 1334 cannot use it."""
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_RATTENKRIEG, "1434")
    attack(t, "1334", "GE-71")
    flow.start(t.s, "answer_attack")
    assert t.refused("play rattenkrieg") == "10.4.3 ju52_not_now"
    t.s.stack = []
    b = attack(t, "1434", "GE-305")
    flow.start(t.s, "answer_attack")
    t.play("play rattenkrieg")
    assert b.rattenkrieg == 1


@rule("10.4.3C")
@rule("10.4.3D")
def test_rattenkrieg_may_be_played_while_hube_leads() -> None:
    """His doubling forbids no other event of the hex; another doubling would add nothing."""
    t = bare(BASE, {**TRACKS, tracks.HUBE: 1})
    lay(t, vocabulary.JU_RATTENKRIEG, "1434")
    lay(t, vocabulary.JU_STACK_RESISTANCE, "1334")
    b = attack(t, "1434", "GE-305")
    flow.start(t.s, "answer_attack")
    assert t.choices() == ["none", "play rattenkrieg"]
    t.play("play rattenkrieg")
    assert (b.rattenkrieg, b.defense_times) == (1, 2)
    t.s.stack = []
    b = attack(t, "1334", "GE-71")
    flow.start(t.s, "answer_attack")
    assert (b.defense_times, place_of(t, vocabulary.JU_STACK_RESISTANCE)) == (2, J_MAP)


@rule("10.4.3E")
def test_evacuation_is_played_when_drawn() -> None:
    """A reduced infantry division leaves for two turns; a level of 4 rises to 5."""
    text = BASE.replace("fortress 1333 8", "fortress 1333 5")
    t = stage("stalingrad_supply", text, TRACKS)
    t.play("roll_air_bridge 2", "draw_ju52 evacuation")
    assert t.refused("unit GE-71") == "10.4.3E not_to_evacuate"
    t.play("unit GE-76")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 5
    assert (t.place("GE-76"), t.s.away[u("GE-76")]) == ("evacuated", 4)
    assert place_of(t, vocabulary.JU_EVACUATION) == J_OUT


@rule("10.4.3F")
def test_last_reserves_attack_at_full_strength() -> None:
    """The stack under the marker; one level is lost; not together with a sortie."""
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_LAST_RESERVES, "1334")
    flow.start(t.s, "ju52_attacks")
    t.play("play last_reserves")
    assert t.marks(FULL_STRENGTH) == ["GE-71", "GE-295"]
    assert t.s.track[tracks.FORTRESS_LEVEL] == 7
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_LAST_RESERVES, "1334")
    t.s.track[tracks.SORTIE] = 1
    flow.start(t.s, "ju52_attacks")
    assert t.refused("play last_reserves") == "10.4.3 ju52_not_now"


@rule("10.4.3G")
def test_a_flight_with_supplies_lets_a_pak_into_the_pocket() -> None:
    """Without it the pocket gets no supports; with it the PaK joins 71 and the Ju 52 is used up."""
    t = stage("deploy_supports", BASE + "box axis pak_88\n", TRACKS)
    t.play("done")
    assert t.refused("play axis pak_88") == "5.5.1 no_place_for_it"
    lay(t, vocabulary.JU_SUPPORT, "1334")
    t.s.choices = None
    t.play("play axis pak_88", "on GE-71")
    assert place_of(t, vocabulary.JU_SUPPORT) == J_POOL
    b = attack(t, "1334", "GE-71", "GE-295")
    assert markers.spoils_armor(t.s, b)
    assert markers.defense_bonus(t.s, b, SILENT) == 2


@rule("10.4.3H")
def test_mobility_frees_the_units_under_the_marker() -> None:
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_MOBILITY, "1334")
    flow.start(t.s, "ju52_moves")
    t.play("play mobility", "none")
    assert t.marks(MOBILE) == ["GE-71", "GE-295"]
    assert t.s.track[tracks.FORTRESS_LEVEL] == 8


@rule("10.4.3I")
@rule("10.4.3J")
def test_sorties_choose_their_stacks_once_a_turn() -> None:
    """Two stacks with the second kind; a second sortie is not allowed in the turn."""
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_SORTIE_2, "1334")
    lay(t, vocabulary.JU_SORTIE_1, "1434")
    flow.start(t.s, "ju52_moves")
    t.play("play sortie_2", "at 1334", "at 1333")
    assert t.refused("play sortie_1") == "10.4.3 ju52_not_now"
    t.play("none")
    assert sorted(t.marks(FULL_STRENGTH)) == ["GE-295", "GE-71", "GE-76"]
    assert (t.s.track[tracks.SORTIE], t.s.track[tracks.FORTRESS_LEVEL]) == (1, 7)


@rule("19.1")
def test_the_introductory_scenario_brings_one_flight_a_turn() -> None:
    text = "scenario wintergewitter\nside axis\nturn DEC_II\nfortress 1333 7\n" + CITY
    t = stage("air_bridge", text, {**TRACKS, tracks.FORTRESS_TURN: 2})
    t.play("draw_ju52 mobility", "at 1334")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 7


@rule("10.4.3C")
@rule("10.4.3D")
def test_hube_and_the_marker_of_the_hex_may_answer_one_attack() -> None:
    """No paragraph says one event an attack: what bounds them is one marker a hex. Nothing is doubled twice."""
    for order in (("rattenkrieg", "hube"), ("hube", "rattenkrieg")):
        t = bare(BASE, TRACKS)
        lay(t, vocabulary.JU_RATTENKRIEG, "1434")
        lay(t, vocabulary.JU_HUBE, "1334")
        lay(t, vocabulary.JU_MOBILITY, "1333")
        b = attack(t, "1434", "GE-305")
        flow.start(t.s, "answer_attack")
        t.play(*[f"play {name}" for name in order], "none")
        assert (b.rattenkrieg, b.defense_times) == (1, 2)
    t = bare(BASE, TRACKS)
    lay(t, vocabulary.JU_UNIT_RESISTANCE, "1334")
    lay(t, vocabulary.JU_HUBE, "1434")
    b = attack(t, "1334", "GE-71", "GE-295")
    flow.start(t.s, "answer_attack")
    t.play("play unit_resistance", "unit GE-71", "play hube")
    assert (b.double_unit, b.defense_times) == (-1, 2)


@rule("5.5.1")
@rule("10.4.3G")
@pytest.mark.parametrize(
    ("kind", "where", "left"),
    [
        (vocabulary.ALERT_BATTALION, "1334", J_POOL),
        (vocabulary.ALERT_BATTALION, "1125", J_MAP),
        (vocabulary.ALARM_MARKER, "1334", J_MAP),
    ],
)
def test_only_an_alert_battalion_in_the_pocket_uses_up_the_ju_52(kind: int, where: str, left: int) -> None:
    t = stage("deploy_supports", BASE, TRACKS)
    lay(t, vocabulary.JU_SUPPORT, "1334")
    marker = next(m for m in range(PACK.marker_count) if PACK.marker_kind[m] == kind)
    events.raise_alarm(t.s, marker, h(where))
    assert place_of(t, vocabulary.JU_SUPPORT) == left
