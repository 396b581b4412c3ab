"""Chapter 5.5, third reading: where markers may lie, and where they work."""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_events as events
from kurgan.games.roads.rules import r11_major as major
from kurgan.games.roads.rules import r13_stavka as stavka
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MINOR_A
from kurgan.kernel.tally import SILENT
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.staged import bare, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def names(hexes: list[int]) -> list[str]:
    return [PACK.hex_name[x] for x in hexes]


@rule("5.5.1")
def test_alarm_units_rise_by_cities_of_the_axis_only() -> None:
    """Around Kotelnikovo (0729) they rise while the Axis holds it, not on Axis ground beside it when it is Soviet."""
    for kind in (vocabulary.ALARM_MARKER, vocabulary.ALERT_BATTALION):
        beside = {PACK.hex_name[n] for n in PACK.neighbours[h("0729")]}
        t = bare("side axis\nturn DEC_I", NO_OM)
        assert {"0729", *beside} <= set(names(deploy.target_hexes(t.s, M_AXIS, kind)))
        t = bare("side axis\nturn DEC_I\ncontrol soviet 0729", NO_OM)
        assert not {"0729", *beside} & set(names(deploy.target_hexes(t.s, M_AXIS, kind)))
        t = bare("side axis\nturn DEC_I\ncontrol soviet 0729\n0728: GE-HQ-HOLL", NO_OM)
        assert "0728" in names(deploy.target_hexes(t.s, M_AXIS, kind))


@rule("5.5.1")
@rule("3.3")
@rule("1.1.2")
def test_planes_fly_over_a_hex_with_only_a_headquarters() -> None:
    t = bare("side axis\nturn DEC_I\n1914: SU-HQ-SW\n1620: RO-HQ-3A", NO_OM)
    for kind in (vocabulary.LUFTWAFFE, vocabulary.RUDEL):
        assert names(deploy.target_hexes(t.s, M_AXIS, kind)) == ["1620", "1914"]
    assert names(deploy.target_hexes(t.s, M_MAJOR, vocabulary.ANTI_AIRCRAFT)) == ["1914"]
    assert names(deploy.target_hexes(t.s, M_AXIS, vocabulary.BRANDENBURGERS)) == []  # no German there


def open_side(kind: int) -> tuple[str, str, str]:
    """A hex, the one behind a river side without bridge, ferry or road, and one beyond that for an enemy."""
    for edge in range(PACK.hex_count * 6):
        start, end = edge // 6, PACK.near[edge]
        if PACK.river[edge] != kind or PACK.bridge[edge] or PACK.ferry[edge] or end not in PACK.neighbours[start]:
            continue
        beyond = [n for n in PACK.neighbours[end] if n not in [start, *PACK.neighbours[start]]]
        if beyond and PACK.row[start] > 15 and not PACK.zone_28th[end]:
            return PACK.hex_name[start], PACK.hex_name[end], PACK.hex_name[beyond[0]]
    raise AssertionError("there is no such river")


@rule("5.5.7")
@rule("3.4")
@rule("7.4")
def test_a_surprise_steps_over_frozen_and_bridged_rivers() -> None:
    """Into an empty hex behind a river: not while it is open; over the ice, or over a Bridging Unit, it does."""
    for kind, ices in ((vocabulary.MINOR, (1, 2)), (vocabulary.MAJOR, (2,))):
        start, end, enemy = open_side(kind)
        text = f"side soviet\nturn DEC_I\n{start}: SU-26TK\n{enemy}: RO-14\n"
        for ice, word in enumerate(("none", "minor", "major")):
            t = bare(text + f"weather snow clear {word}\n", NO_OM)
            assert (h(end) in events.step_hexes(t.s, h(start))) == (ice in ices)
        t = bare(text + "on SU-26TK soviet_bridging\n", NO_OM)
        assert h(end) in events.step_hexes(t.s, h(start))
        t = bare(text + "weather mud clear none\n", NO_OM)
        assert h(end) not in events.step_hexes(t.s, h(start))


LAST = "side soviet\nturn DEC_I\n1335: SU-13G\n1334: GE-71\n1434: GE-76\n"


@rule("19.2.7")
def test_no_marker_works_in_the_last_positions_wherever_it_was_attached() -> None:
    """Guns that came with SU-13G to 1335 shift nothing there, and on the other bank they do."""
    t = bare(LAST + "on SU-13G artillery_3 lelyushenko tank_brigade", NO_OM)
    b = Battle(h("1334"), vocabulary.SOVIET, 0)
    b.attackers, b.defenders = [u("SU-13G")], [u("GE-71")]
    assert markers.attack_shift(t.s, b, SILENT) == markers.attack_bonus(t.s, b, SILENT) == 0
    assert not markers.boxes(t.s, b) and not markers.waives_first_loss(t.s, b)
    t.s.place(u("SU-13G"), h("1234"))
    assert markers.attack_shift(t.s, b, SILENT) > 0 and markers.boxes(t.s, b)


@rule("19.2.7")
def test_neither_breakthrough_nor_battery_is_laid_in_the_last_positions() -> None:
    t = bare(LAST + "1436: SU-23\n1234: SU-24", NO_OM)
    t.s.place(u("SU-23"), h("1435"))
    for kind in (vocabulary.BREAKTHROUGH, vocabulary.ANTI_AIRCRAFT):
        t.s.track[tracks.MAJOR_AT] = h("1234")
        assert names(deploy.target_hexes(t.s, M_MAJOR, kind)) == ["1234"]


@rule("13.1.1")
@rule("11.4.2")
@rule("19.2.7")
def test_units_may_be_bought_or_released_into_the_last_positions() -> None:
    """Nothing closes 1335 and 1435 to those who are placed there; who is released may not stand in contact."""
    t = bare("side soviet\nturn DEC_I\ncontrol axis 1334\n1335: SU-13G\n1336: SU-HQ-STAL\n", NO_OM)
    t.s.track[tracks.MAJOR_AT] = h("1334")
    assert "1335" in names(major.offensive_hexes(t.s))
    hold(t, "release_front", u("SU-HQ-STAL"), 1)
    assert "1335" in names(stavka.release_ground(t.s))
    t.s.place(u("GE-71"), h("1334"))
    assert "1335" not in names(stavka.release_ground(t.s))


@rule("13.1.1")
def test_released_units_need_supply_not_the_ground_of_that_headquarters() -> None:
    """The front in 1830 looks over the Don: 1730 and 1731 are in supply by way of the ferry, so units come there too. A
    front without a line releases units where another one supplies them, and nobody where none does."""
    t = bare("side soviet\nturn DEC_I\n1830: SU-HQ-DON\n", NO_OM)
    hold(t, "release_front", u("SU-HQ-DON"), 1)
    assert set(names(stavka.release_ground(t.s))) == {"1830", *[PACK.hex_name[n] for n in PACK.neighbours[h("1830")]]}
    lost = "side soviet\nturn DEC_I\n1726: SU-HQ-DON\n"
    for text, found in ((lost, 0), (lost + "1628: SU-HQ-SW\n", 7)):
        t = bare(text, NO_OM)
        hold(t, "release_front", u("SU-HQ-DON"), 1)
        assert u("SU-HQ-DON") not in radius.supplied_hqs(t.s, vocabulary.SOVIET)
        assert len(stavka.release_ground(t.s)) == found


@rule("5.5.3")
@rule("5.5.4")
def test_leaders_are_assigned_to_different_stacks_and_may_meet_later() -> None:
    """No second leader is put with a stack; stacks with leaders may march together, and then one of them counts."""
    text = "side soviet\nturn DEC_I\nphase deploy_supports\nbox minor_a novikov\n1827: SU-26TK\n1829: SU-1TK\n"
    t = stage("deploy_supports", text + "on SU-26TK lelyushenko\n", {**NO_OM, tracks.MAJOR_AT + 1: h("1828")})
    assert deploy.why_not_attach(t.s, M_MINOR_A, vocabulary.NOVIKOV, u("SU-26TK")) == refusals.LEADER_IN_STACK
    assert deploy.why_not_attach(t.s, M_MINOR_A, vocabulary.NOVIKOV, u("SU-1TK")) == 0
    t = bare(
        text.replace("box minor_a novikov\n", "") + "on SU-26TK lelyushenko\non SU-1TK novikov\n1727: GE-62\n", NO_OM
    )
    t.s.place(u("SU-1TK"), h("1827"))
    b = Battle(h("1727"), vocabulary.SOVIET, 0)
    b.attackers, b.defenders = [u("SU-26TK"), u("SU-1TK")], [u("GE-62")]
    both = markers.attack_shift(t.s, b, SILENT)
    b.attackers = [u("SU-26TK")]
    assert both == markers.attack_shift(t.s, b, SILENT)
