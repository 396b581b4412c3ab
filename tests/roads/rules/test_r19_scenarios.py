"""The scenarios: setups, first turns, ends of turns, victory levels."""

import pytest

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_played_at_once as at_once
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MINOR_B, M_STAVKA, SOVIET_TOOK
from kurgan.games.roads.terms_high_command import OUTCOMES
from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, Drawn, h, u
from tests.roads.staged import bare

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
RING = "1231: SU-15G\n1232: SU-36G\n1233: SU-38\n1234: SU-29\n1331: SU-51G\n1332: SU-52G\n1335: SU-13G\n"
RING += "1431: SU-27G\n1432: SU-252\n1433: SU-24\n1435: SU-138\n1533: SU-23\n1534: SU-64\n1535: SU-99\n1333: SU-45\n"


def result(t: Drawn) -> str:
    return OUTCOMES[t.s.track[tracks.OUTCOME] - 1] if t.s.track[tracks.OUTCOME] else ""


def new(scenario: str) -> Drawn:
    return Drawn(GAME, GAME.new(scenario, {}))


@rule("19.0")
@pytest.mark.parametrize("name", list(PACK.scenarios))
def test_every_scenario_sets_up_and_passes_its_invariants(name: str) -> None:
    """Units where the pack puts them, control by the front line, a first question."""
    t = new(name)
    t.s.check()
    scenario = PACK.scenarios[name]
    for unit in range(PACK.unit_count):
        if scenario.setup_place[unit] >= 0:
            assert t.s.where[unit] == scenario.setup_place[unit]
    assert t.s.track[tracks.TURN] == scenario.first_turn
    assert t.asked() != "over"


@rule("19.2.1")
def test_the_opening_chooses_ten_supports_with_four_guns() -> None:
    """After six others only guns are left; the Axis has chosen four before."""
    t = new("uranus")
    t.play("choose luftwaffe", "choose luftwaffe", "choose pak_88", "choose alarm")
    assert supports.count_real(t.s, M_AXIS) == 4
    while t.asked() != "choose_opening_support":
        t.play("keep")
    t.play("choose surprise_attack", "choose surprise_attack", "choose tank_brigade", "choose tank_brigade")
    t.play("choose novikov", "choose breakthrough")
    assert t.refused("choose vvs") == "19.2.1 guns_first"
    t.play("choose artillery_2", "choose artillery_2", "choose katyusha", "choose katyusha")
    assert supports.count_real(t.s, M_MAJOR) == 10
    assert t.refused("done") == "19.2.1 opening_must_play"


@rule("19.2.1")
@rule("19.3.1")
def test_guns_of_the_opening_are_shared_between_north_and_south() -> None:
    """Three guns: two north of row 15, one south."""
    text = "turn NOV_III\nbox major artillery_2 artillery_2 katyusha\n1827: SU-14G SU-47G\n1132: SU-422"
    t = bare(text, NO_OM)
    assert (deploy.opening_share(t.s, True), deploy.opening_share(t.s, False)) == (2, 1)
    t = bare(text + "\non SU-422 artillery_3", NO_OM)
    assert (deploy.opening_share(t.s, True), deploy.opening_share(t.s, False)) == (2, 1)
    t = bare("turn NOV_III\nbox major katyusha\n1132: SU-422\non SU-422 artillery_3", NO_OM)
    assert deploy.why_not_gun(t.s, M_MAJOR, h("1132")) == refusals.OPENING_BALANCE


@rule("19.2")
@rule("1.5.3")
def test_stalin_and_discord_are_without_effect_in_uranus() -> None:
    t = bare("scenario uranus\nturn NOV_IV\nbox stavka stalin\nbox axis okh_discord", NO_OM)
    at_once.void_events(t.s)
    assert not at_once.is_stalin_drawn(t.s)
    assert at_once.is_discord_drawn(t.s)  # it is not the Axis player's phase
    t.s.track[tracks.SIDE] = vocabulary.AXIS
    at_once.void_events(t.s)
    assert not at_once.is_discord_drawn(t.s)


@rule("19.2.2")
def test_the_axis_draws_two_each_turn_of_uranus() -> None:
    t = bare("scenario uranus\nside axis\nturn NOV_IV\nbox pool pak_88 rudel hoth", NO_OM)
    assert supports.axis_share(t.s) == (M_AXIS, 2)


@rule("19.2.3")
def test_headquarters_stand_still_in_uranus() -> None:
    t = bare("scenario uranus\nturn NOV_IV\n2025: SU-HQ-SW\n1622: IT-HQ-8A\n0729: GE-HQ-4PZA", NO_OM)
    assert movement.why_held_by_scenario(t.s, u("SU-HQ-SW")) == refusals.HQ_STANDS
    assert movement.why_held_by_scenario(t.s, u("IT-HQ-8A")) == refusals.HQ_STANDS
    assert movement.why_held_by_scenario(t.s, u("GE-HQ-4PZA")) == 0


@rule("19.2.5")
def test_no_rail_and_no_axis_points_in_uranus() -> None:
    scenario = PACK.scenarios["uranus"]
    assert scenario.rail_points[:3] == [0, 0, 0]
    assert (scenario.axis_rp_used, scenario.soviet_rp[:3]) == (0, [0, 2, 2])


@rule("19.2.6")
def test_the_zone_of_the_28th_army_is_closed() -> None:
    t = bare("turn DEC_I\n0635: SU-34G", NO_OM)
    flow.start(t.s, "movement")
    t.play("move SU-34G")
    assert t.refused("to 0535").split()[1] in ("zone_of_28th", "impassable", "outside_map_part")


@rule("19.2.7")
def test_the_last_positions_by_the_volga() -> None:
    """Their units stay while an Axis unit is in the city, and get no supports."""
    t = bare("turn DEC_I\n1335: SU-13G\n1334: GE-71\nbox major artillery_2", {**NO_OM, tracks.MAJOR_AT: h("1334")})
    assert movement.why_held_by_scenario(t.s, u("SU-13G")) == refusals.LAST_POSITIONS
    assert deploy.why_not_attach(t.s, M_MAJOR, vocabulary.ARTILLERY_2, u("SU-13G")) == refusals.NO_SUPPORT_THERE
    t = bare("turn DEC_I\n1335: SU-13G", NO_OM)
    assert movement.why_held_by_scenario(t.s, u("SU-13G")) == 0


@rule("19.2.8")
def test_a_captured_city_hex_decides_uranus_at_once() -> None:
    t = bare("scenario uranus\nturn NOV_IV\n1334: SU-23", NO_OM)
    t.s.control[h("1334")] = vocabulary.AXIS
    t.s.stack = [t.s.book.steps["turns"].entry]
    units.capture(t.s, h("1334"), vocabulary.SOVIET)
    assert result(t) == "soviet_decisive"
    flow.call(t.s, "aftermath")
    flow.advance(t.s)
    assert t.asked() == "over"


@rule("19.2.8")
def test_a_supplied_city_without_a_fortress_is_decisive_for_the_axis() -> None:
    t = bare("scenario uranus\nturn DEC_I\n1334: GE-71\n1333: GE-HQ-6A", NO_OM)
    scenarios.judge_uranus(t.s)
    assert result(t) == "axis_decisive"


@rule("19.2.9")
def test_points_of_uranus_turn_by_turn() -> None:
    """Sealed after an Axis turn +1; open after a Soviet turn -5, after an Axis turn -1."""
    t = bare("scenario uranus\nturn DEC_I\nfortress 1334 8\n1334: GE-71^\n" + RING, {**NO_OM, tracks.FORTRESS_TURN: 0})
    scenarios.score_axis_turn(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 1
    t = bare("scenario uranus\nturn DEC_I\nfortress 1334 8\n1334: GE-71^", {**NO_OM, tracks.FORTRESS_TURN: 0})
    scenarios.score_soviet_turn(t.s)
    scenarios.score_axis_turn(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == -6


@rule("19.2.9")
@rule("19.2.10")
def test_points_of_uranus_at_the_end() -> None:
    """Pitomnik 2, Tatsinskaya out of supply 3, Axis between the rivers -1, level 8 -8, two supports saved 2."""
    text = "scenario uranus\nturn DEC_I\nfortress 1334 8\n1334: GE-71^\n1333: SU-23\n1233: SU-HQ-STAL\n"
    text += "1023: SU-26TK\n1528: GE-62\n1327: GE-HQ-4PZA\nbox stavka vvs katyusha shortage"
    t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 0})
    scenarios.score_uranus_places(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 2 + 3 - 1 - 8 + 2


@rule("19.2.10")
@rule("19.3.7")
@rule("19.5.3")
@pytest.mark.parametrize(
    ("scenario", "score", "level"),
    [
        ("uranus", 6, "soviet_major"), ("uranus", 2, "soviet_minor"), ("uranus", 0, "draw"),
        ("uranus", -2, "axis_minor"), ("uranus", -6, "axis_major"),
        ("campaign", 21, "soviet_strategic"), ("campaign", 15, "soviet_operational"),
        ("campaign", 10, "soviet_minor"), ("campaign", 8, "draw"), ("campaign", 7, "axis_minor"),
        ("campaign", 6, "axis_operational"), ("campaign", 5, "axis_strategic"), ("star_and_gallop", 0, "axis_major"),
        ("star_and_gallop", 1, "axis_minor"), ("star_and_gallop", 2, "soviet_minor"),
        ("star_and_gallop", 5, "soviet_major"),
    ],
)  # fmt: skip
def test_levels_of_victory(scenario: str, score: int, level: str) -> None:
    t = bare(f"scenario {scenario}", {**NO_OM, tracks.VICTORY_POINTS: score})
    scenarios.judge_by_level(t.s)
    assert result(t) == level


@rule("19.3")
def test_the_campaign_ends_after_mar_iii_or_with_the_option_after_mar_iv() -> None:
    assert scenarios.last_turn(GAME.new("campaign", {})) == 16
    assert scenarios.last_turn(GAME.new("campaign", {"mar_iv": "on"})) == 17


@rule("19.3.1")
def test_nobody_west_of_column_22_moves_on_the_first_turn() -> None:
    t = bare("turn NOV_III\n1621: GE-62\n1622: GE-294", NO_OM)
    assert movement.why_held_by_scenario(t.s, u("GE-62")) == refusals.OPENING_IN_THE_WEST
    assert movement.why_held_by_scenario(t.s, u("GE-294")) == 0


@rule("19.3.2")
def test_points_of_the_campaign() -> None:
    scenario = PACK.scenarios["campaign"]
    assert scenario.rail_points[:3] == [2, 4, 4]
    assert scenario.soviet_rp[:3] == [0, 2, 2]


@rule("19.3.4")
def test_the_transcaucasus_headquarters_is_an_option() -> None:
    q = PACK.hq_transcaucasus
    assert GAME.new("campaign", {}).away[q] == -1
    assert GAME.new("campaign", {"transcaucasus": "on"}).away[q] == 9


@rule("19.3.5")
def test_the_decision_at_the_end_of_december() -> None:
    """Stalingrad and Rostov Soviet; or a supplied German in the city and no major city ever lost."""
    t = bare("turn DEC_IV\ncontrol soviet 1334 1434 0518", NO_OM)
    scenarios.judge_turn(t.s)
    assert result(t) == "soviet_decisive"
    t = bare("turn DEC_IV\n1334: GE-71\n1333: GE-HQ-6A", NO_OM)
    scenarios.judge_turn(t.s)
    assert result(t) == "axis_decisive"
    t = bare("turn DEC_IV\n1334: GE-71\n1333: GE-HQ-6A", {**NO_OM, tracks.CITIES_TAKEN: 2})
    scenarios.judge_turn(t.s)
    assert result(t) == ""


@rule("19.3.6")
def test_points_of_the_campaign_at_the_end() -> None:
    """Stalingrad and Rostov 5 each, Manstein dismissed 3; a unit in 0701 without supply gives nothing."""
    text = "turn MAR_III\ncontrol soviet 1334 1434 0518\n0701: SU-23"
    t = bare(text, {**NO_OM, tracks.MANSTEIN_DISMISSED: 1})
    scenarios.judge_campaign(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 13
    assert result(t) == "soviet_minor"
    west = "turn MAR_III\ncontrol soviet 1334 1434\n1901: SU-23\n2008: SU-HQ-VOR\n2108: SU-29\n2710: SU-38"
    t = bare(west, NO_OM)
    scenarios.judge_campaign(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 5 + 5 + 2  # Stalingrad, Kharkov, a supplied unit in 1901


@rule("19.3.6")
def test_a_cut_off_city_counts_three_only_if_the_axis_holds_all_of_it() -> None:
    """71 Division alone in 1434 with 1334 Soviet: nobody controls Stalingrad."""
    ring = "turn MAR_III\n1434: GE-71~\n" + RING.replace("1333: SU-45\n", "")
    t = bare(ring + "1334: GE-295~\n", NO_OM)
    scenarios.judge_campaign(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 3
    t = bare(ring + "1334: SU-45\n", NO_OM)
    scenarios.judge_campaign(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 0


@rule("19.3.6")
def test_each_late_turn_without_stalingrad_costs_five() -> None:
    t = bare("turn FEB_III\ncontrol soviet 1334", NO_OM)
    scenarios.score_late_city(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == -5
    t = bare("turn FEB_II\ncontrol soviet 1334", NO_OM)
    scenarios.score_late_city(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 0


@rule("19.4")
@rule("16.2.1")
def test_backhand_begins_with_the_declared_offensive() -> None:
    """The Soviet player leaves one effect active, two supports are drawn, the Axis declares at once."""
    t = new("backhand")
    t.play("effect human_waves", "effect soviet_rout", "effect panzers_to_the_rescue")
    t.play("draw_support vvs", "draw_support reserves", "choose vvs", "roll_weather 3+4")
    assert t.asked() == "choose_support"
    assert t.s.track[tracks.MANSTEIN_NEXT] == 2
    assert len(superiority.active_effects(t.s)) == 1


@rule("19.4.1")
@rule("12.1")
def test_backhand_puts_some_markers_back() -> None:
    """Stalin and the Test marker cannot be drawn before the game, though both are in the pool."""
    t = new("backhand")
    t.play("effect human_waves", "effect soviet_rout", "effect panzers_to_the_rescue")
    kinds_open = [kind for kind, _ in supports.pool_draw(t.s).outcomes()]
    assert vocabulary.STALIN not in kinds_open
    assert vocabulary.TEST_SHORTAGE not in kinds_open
    assert t.s.track[tracks.SHORTAGES] == 4


@rule("19.4.1")
def test_the_soviet_player_shares_out_his_two_supports_after_drawing() -> None:
    """He sees both before one goes into the Major box."""
    t = new("backhand")
    t.play("effect human_waves", "effect soviet_rout", "effect panzers_to_the_rescue")
    t.play("draw_support vvs", "draw_support reserves")
    assert t.choices() == ["choose reserves", "choose vvs"]
    assert t.refused("choose katyusha") == "5.1.2 not_in_box"
    t.play("choose vvs")
    assert supports.kinds_in(t.s, M_MAJOR) == [vocabulary.VVS]
    assert supports.kinds_in(t.s, M_STAVKA) == [vocabulary.RESERVES]


@rule("19.4")
def test_lost_cities_count_as_captured_in_february() -> None:
    t = new("backhand")
    assert t.s.history[h("2108")] & SOVIET_TOOK
    assert t.s.track[tracks.CITIES_TAKEN] & 1 << superiority.city_of(t.s, h("2108"))


@rule("19.4.2")
@pytest.mark.parametrize(
    ("majors", "cities", "level"),
    [(0, 9, "soviet_decisive"), (2, 0, "axis_decisive"), (1, 4, "axis_decisive"), (1, 3, "axis_marginal"),
     (1, 2, "draw"), (1, 1, "soviet_marginal"), (1, -2, "soviet_marginal")],
)  # fmt: skip
def test_levels_of_backhand(majors: int, cities: int, level: str) -> None:
    assert scenarios.backhand_level(majors, cities, retaken=max(0, majors)) == level


@rule("19.4.2")
def test_the_count_of_the_printed_example() -> None:
    """Kharkov, Lozovaya, Barvenkovo, Oboyan and Belgorod taken, Voroshilovsk lost: one and three."""
    t = bare("scenario backhand\ncontrol axis 2108 1407 1409 2709 2409\ncontrol soviet 1215", NO_OM)
    scenarios.judge_backhand(t.s)
    assert result(t) == "axis_marginal"


@rule("19.4.2")
def test_a_new_major_city_wins_backhand_at_once() -> None:
    for retaken, outcome in ((0, "soviet_decisive"), (2, "")):
        t = bare("scenario backhand", {**NO_OM, tracks.CITIES_RETAKEN: retaken})
        units.capture(t.s, h("0912"), vocabulary.SOVIET)
        assert result(t) == outcome


@rule("19.5")
@rule("19.5.1")
def test_star_and_gallop_prepares_its_supports() -> None:
    """Two effects end, four supports chosen and six drawn for STAVKA, three for Minor B, two for the Axis."""
    t = new("star_and_gallop")
    t.play("effect human_waves", "effect soviet_rout")
    assert t.refused("choose stalin") == "5.1.2 not_in_pool"
    t.play("choose artillery_2", "choose artillery_2", "choose katyusha", "choose surprise_attack")
    rng = Tape("star")
    while t.asked() == "draw_support":
        asked = GAME.pending(t.s)
        assert isinstance(asked, Throw)
        GAME.apply(t.s, asked.chance.throw(rng))
    assert len(supports.markers_in(t.s, M_STAVKA, vocabulary.SOVIET)) == 10
    assert len(supports.markers_in(t.s, M_MINOR_B, vocabulary.SOVIET)) == 3
    assert len(supports.markers_in(t.s, M_AXIS, vocabulary.AXIS)) == 2


@rule("19.5.2")
def test_the_first_offensive_of_star_and_gallop_lies_west_of_the_donets() -> None:
    ten = "box stavka artillery_2 artillery_2 artillery_3 katyusha katyusha tank_brigade tank_brigade vvs vvs reserves"
    t = bare("scenario star_and_gallop\nturn FEB_I\n" + ten, NO_OM)
    places = offensives.candidate_hexes(t.s, vocabulary.MAJOR_OM)
    assert h("2108") in places
    assert all(PACK.west_of_donets[place] for place in places)
    assert offensives.is_first_of_star(t.s)


@rule("19.5.3")
def test_star_and_gallop_counts_major_cities() -> None:
    """Kharkov Soviet and Rostov held by Germans out of supply: two."""
    text = "scenario star_and_gallop\nturn MAR_III\ncontrol soviet 2108 0517 0519\n0518: GE-111\n"
    text += "0519: SU-23\n0618: SU-24\n0517: SU-29\n0417: SU-38\n0418: SU-45\n0617: SU-49"
    t = bare(text, NO_OM)
    scenarios.judge_star(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 2
    assert result(t) == "soviet_minor"


@rule("19.1.1")
def test_levels_of_wintergewitter() -> None:
    """Kotelnikovo lost; a supplied panzer near the pocket; on the way; or neither."""
    base = "scenario wintergewitter\nturn DEC_IV\nfortress 1333 5\n1334: GE-71^\n0627: GE-HQ-4PZA\n"
    t = bare(base + "0729: SU-23", NO_OM)
    scenarios.judge_wintergewitter(t.s)
    assert result(t) == "soviet_decisive"
    for text, level in (("1232: GE-6Pp", "axis_minor"), ("1131: GE-6Pp", "draw"),
                        ("0829: GE-6Pp", "soviet_minor")):  # fmt: skip
        t = bare(base + text, NO_OM)
        t.s.supply[u("GE-71")] = 2
        scenarios.judge_wintergewitter(t.s)
        assert result(t) == level


@rule("19.1.1")
def test_an_open_pocket_decides_wintergewitter() -> None:
    t = bare("scenario wintergewitter\nturn DEC_III\nfortress 1333 5\n1334: GE-71^", NO_OM)
    scenarios.judge_relief(t.s)
    assert result(t) == "axis_decisive"
    assert t.s.track[tracks.FORTRESS_LEVEL] == 5


@rule("19.1")
def test_wintergewitter_starts_with_the_pocket_at_level_seven() -> None:
    t = new("wintergewitter")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 7
    assert all(t.s.supply[unit] == 2 for unit in PACK.scenarios["wintergewitter"].oos_fs_start)
