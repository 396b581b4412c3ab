"""Chapters 6 and 19 in detail: Operation Mars box by box, the opening, special rules, scores and ends."""

import pytest

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms import COMBAT, M_POOL, M_STAVKA
from kurgan.games.roads.terms_high_command import OUTCOMES
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, Drawn, h, u
from tests.roads.rules.test_r15_approval import RING
from tests.roads.staged import bare, decline, shared, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def result(t: Drawn) -> str:
    return OUTCOMES[t.s.track[tracks.OUTCOME] - 1] if t.s.track[tracks.OUTCOME] else ""


# 6 ----------------------------------------------------------------------------------------------------------------


@rule("6.1.1")
@rule("6.1.2")
@rule("6.1.3")
@pytest.mark.parametrize(
    ("turn", "over", "scenario", "on"),
    [("NOV_III", 0, "campaign", 0), ("NOV_IV", 0, "campaign", 1), ("DEC_III", 0, "campaign", 1),
     ("DEC_IV", 0, "campaign", 0),
     ("DEC_I", 1, "campaign", 0), ("NOV_IV", 0, "uranus", 0)],
)  # fmt: skip
def test_when_mars_is_thrown_for(turn: str, over: int, scenario: str, on: int) -> None:
    t = stage("mars", f"scenario {scenario}\nturn {turn}", {**NO_OM, tracks.MARS_OVER: over})
    assert (t.asked() == "roll_mars") == bool(on)


@rule("6.1.1")
def test_up_to_two_supports_of_the_stavka_box_help() -> None:
    t = stage("mars", "turn DEC_I\nbox stavka vvs katyusha reserves shortage\nbox minor_a breakthrough", NO_OM)
    assert t.choices() == ["none", "spend stavka katyusha", "spend stavka reserves", "spend stavka vvs"]
    t.play("spend stavka vvs", "spend stavka katyusha")
    assert t.asked() == "roll_mars"
    t.play("roll_mars 1+2")
    assert t.told("mars_moved")[0][0] == 5
    assert supports.find(t.s, M_POOL, vocabulary.VVS) >= 0


@rule("6.1.1")
def test_one_support_and_no_more_if_the_player_says_so() -> None:
    t = stage("mars", "turn DEC_I\nbox stavka vvs katyusha reserves", NO_OM).play(
        "spend stavka vvs", "none", "roll_mars 3+4"
    )
    assert t.told("mars_moved")[0][0] == 8


@rule("6.1.1")
@rule("10.2.6")
def test_without_supports_nobody_helps_and_nothing_is_drawn() -> None:
    t = stage("mars", "turn DEC_I\nbox stavka vvs", {**NO_OM, tracks.GARRISON_FAILED: 1})
    assert t.asked() == "roll_mars"
    t = bare("turn DEC_I\nbox pool vvs", {**NO_OM, tracks.GARRISON_FAILED: 1, tracks.MARS: mars.LOCAL_SUCCESS})
    assert mars.mars_gives(t.s) == (M_STAVKA, 0)


@rule("6.1.1")
@rule("6.1.2")
@pytest.mark.parametrize(
    ("box", "returns", "draws", "over", "fewer", "fuhrer"),
    [(-3, 0, 0, 1, PACK.mars_collapse_turns, 5), (-2, 0, 0, 0, 0, 5), (-1, PACK.mars_returns, 0, 0, 0, 5),
     (0, 0, 0, 0, 0, 5),
     (1, 0, PACK.mars_draws, 0, 0, 5), (2, 0, 0, 0, 0, 5), (3, 0, 0, 1, 0, 5 + PACK.mars_approval)],
)  # fmt: skip
def test_every_box_of_mars(box: int, returns: int, draws: int, over: int, fewer: int, fuhrer: int) -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MARS: box, tracks.APPROVAL: 5})
    mars.apply_box(t.s)
    assert (mars.mars_takes(t.s), mars.mars_gives(t.s)) == ((returns,), (M_STAVKA, draws))
    assert [t.s.track[x] for x in (tracks.MARS_OVER, tracks.MARS_FEWER, tracks.APPROVAL)] == [over, fewer, fuhrer]


@rule("6.1.1")
@rule("6.1.2")
def test_the_marker_stays_on_its_track() -> None:
    for start, roll, end in ((3, 12, 3), (-3, 2, -3)):
        t = bare("turn DEC_I", {**NO_OM, tracks.MARS: start}, mars_phase=())
        mars.take_mars(t.s, roll)
        assert t.s.track[tracks.MARS] == end


@rule("6.1.1")
@pytest.mark.parametrize(
    ("box", "turn", "moved"), [(2, 4, True), (2, 3, False), (1, 4, False), (-2, 4, True), (0, 4, False)]
)
def test_later_arrivals_are_settled_by_the_last_box(box: int, turn: int, moved: bool) -> None:
    """Success or defeat on DEC III; not a turn earlier, not in the boxes between."""
    t = bare("turn DEC_III", {**NO_OM, tracks.MARS: box})
    t.s.track[tracks.TURN] = turn
    changed = [u_ for b, u_, _ in PACK.mars_changes if b == (box if box in (2, -2) else 2)]
    for unit in changed:
        t.s.where[unit] = -4
        t.s.away[unit] = 12
    mars.apply_box(t.s)
    assert any(t.s.away[unit] != 12 for unit in changed) == moved


@rule("6.1.1")
def test_who_has_come_already_does_not_come_again() -> None:
    b, unit, _ = PACK.mars_changes[0]
    t = bare("turn DEC_III", {**NO_OM, tracks.MARS: b})
    for where, away, changed in ((-4, 12, True), (-4, 1, False), (-1, 12, False)):
        t.s.where[unit], t.s.away[unit] = where, away
        mars.change_arrivals(t.s, b)
        assert (t.s.away[unit] != away) == changed


# 19.2, 19.3 --------------------------------------------------------------------------------------------------------


@rule("19.2.1")
@pytest.mark.parametrize(
    ("guns", "left", "gun", "other"), [(0, 4, True, False), (0, 5, True, True), (3, 1, True, False), (4, 1, True, True)]
)
def test_four_of_the_ten_are_guns(guns: int, left: int, gun: bool, other: bool) -> None:
    box = f"box major {' '.join(['artillery_2'] * guns)}\n" if guns else ""
    t = bare(f"turn NOV_III\n{box}box pool katyusha vvs", NO_OM, choose_opening=(left,))
    found = [a - 3200 for a in supports.opening_choices(t.s)]
    assert (vocabulary.KATYUSHA in found, vocabulary.VVS in found) == (gun, other)


@rule("19.2.1")
@pytest.mark.parametrize(
    ("text", "north", "south"),
    [
        ("box major artillery_2 katyusha", 1, 1),
        ("box major artillery_2 artillery_2 katyusha", 2, 1),
        ("on SU-14G artillery_2\nbox major katyusha katyusha", 1, 1),
        ("on SU-422 artillery_2\nbox major katyusha katyusha", 2, 0),
        ("on SU-38 artillery_2\nbox major katyusha", 0, 1),
        ("on SU-14G tank_brigade\nbox major katyusha vvs", 1, 0),
    ],
)
def test_guns_are_shared_equally_the_odd_one_goes_north(text: str, north: int, south: int) -> None:
    """SU-14G in row 18 and SU-38 in row 15 are north, SU-422 in row 11 is south."""
    t = bare(f"turn NOV_III\n1827: SU-14G\n1132: SU-422\n1533: SU-38\n{text}", NO_OM)
    assert (deploy.opening_share(t.s, True), deploy.opening_share(t.s, False)) == (north, south)


@rule("19.2.1")
@rule("11.1.2")
def test_in_the_opening_o_markers_go_anywhere_and_must_be_played() -> None:
    text = "turn NOV_III\nbox major tank_brigade reserves\n1827: SU-14G"
    t = stage("deploy_supports", text, NO_OM)
    assert "play major tank_brigade" in t.choices()
    assert t.refused("done") == "19.2.1 opening_must_play"
    t.play("play major tank_brigade")
    assert "done" in t.choices()


@rule("19.2.3")
@rule("19.2.6")
@rule("19.2.7")
@rule("19.3.1")
@pytest.mark.parametrize(
    ("head", "where", "who", "code"),
    [
        ("scenario uranus\nturn NOV_IV", "2025", "SU-HQ-SW", refusals.HQ_STANDS),
        ("scenario uranus\nturn NOV_IV", "1622", "IT-HQ-8A", refusals.HQ_STANDS),
        ("scenario uranus\nturn NOV_IV", "1524", "GE-HQ-4PZA", 0),
        ("turn NOV_IV", "2025", "SU-HQ-SW", 0),
        ("turn NOV_III", "1521", "GE-62", refusals.OPENING_IN_THE_WEST),
        ("turn NOV_III", "1522", "GE-62", 0),
        ("turn NOV_IV", "1521", "GE-62", 0),
        ("turn DEC_I", "0535", "SU-34G", refusals.ZONE_OF_28TH),
        ("turn DEC_I\n1434: GE-71", "1335", "SU-13G", refusals.LAST_POSITIONS),
        ("turn DEC_I\n1334: GE-71", "1435", "SU-13G", refusals.LAST_POSITIONS),
        ("turn DEC_I\n1333: GE-71", "1335", "SU-13G", 0),
        ("turn DEC_I\n1334: GE-71", "1335", "GE-76", 0),
    ],
)
def test_whom_a_scenario_holds(head: str, where: str, who: str, code: int) -> None:
    t = bare(f"{head}\n{where}: {who}", NO_OM)
    assert movement.why_held_by_scenario(t.s, u(who)) == code


@rule("19.2.7")
@rule("1.8.3")
def test_the_river_means_nothing_at_the_last_positions() -> None:
    """From 1335 against 1334 in mud and snow: no halving, no bar; the defender sits in the city, 3 points."""
    for ground in ("snow", "mud"):
        t = bare(
            f"side soviet\nweather {ground} clear none\n1335: SU-13G\n1334: GE-71\n1434: SU-23\n1435: SU-24",
            NO_OM,
            attacks=(COMBAT,),
        )
        assert combat.why_not_attack(t.s, u("SU-13G"), h("1335"), h("1334")) == 0
        assert [
            odds.river_between(t.s, u(who), h(target)) for who, target in (("SU-13G", "1334"), ("GE-71", "1335"))
        ] == [0, 0]
    assert [odds.town_at(t.s, h(name)) for name in ("1335", "1435", "1334", "1336")] == [
        3,
        3,
        3,
        PACK.settlement[h("1336")],
    ]


@rule("19.2.7")
def test_no_soviet_armor_ends_in_the_last_positions_while_the_axis_is_in_the_city() -> None:
    for city, who, allowed in (
        ("1334: GE-71", "SU-26TK", False),
        ("1334: GE-71", "SU-23", True),
        ("1524: GE-71", "SU-26TK", True),
    ):
        t = stage("movement", f"side soviet\nturn DEC_I\n{city}\n1336: {who}\n1827: SU-24", NO_OM).play(f"move {who}")
        ends = "1335" in t.moves() and not steps.why_not_end(t.s, h("1335"))
        assert ends == allowed


@rule("19.2.8")
def test_uranus_ends_with_the_first_hex_of_the_city_other_scenarios_do_not() -> None:
    for scenario, outcome in (("uranus", "soviet_decisive"), ("campaign", "")):
        t = bare(f"scenario {scenario}\nturn NOV_IV", NO_OM)
        units.capture(t.s, h("1434"), vocabulary.SOVIET)
        assert result(t) == outcome
    t = bare("scenario uranus\nturn NOV_IV", NO_OM)
    units.capture(t.s, h("1333"), vocabulary.SOVIET)
    assert result(t) == ""


@rule("19.2.8")
@pytest.mark.parametrize(
    ("text", "declared", "decisive"),
    [
        ("1334: GE-71\n1333: GE-HQ-6A", -2, True),
        ("1334: GE-71\n1333: GE-HQ-6A", 1, False),
        ("1334: GE-71", -2, False),
        ("1333: GE-71 GE-HQ-6A", -2, False),
    ],
)
def test_the_axis_wins_uranus_with_a_supplied_city_and_no_fortress(text: str, declared: int, decisive: bool) -> None:
    t = bare(f"scenario uranus\nturn DEC_I\n{text}", {**NO_OM, tracks.FORTRESS_TURN: declared})
    scenarios.judge_uranus(t.s)
    assert (result(t) == "axis_decisive") == decisive


INSIDE = "1334: GE-71^\n1434: GE-305^\n"


@rule("19.2.9")
@pytest.mark.parametrize(
    ("text", "soviet", "axis"),
    [
        (f"fortress 1334 8\n{INSIDE}{RING}", 0, 1),
        (f"fortress 1334 8\n{INSIDE}{RING.replace('1234: SU-29', '1134: SU-29')}", -5, -1),
        (f"{INSIDE.replace('^', '~')}{RING}", 0, 1),
        (INSIDE.replace("^", ""), 0, 0),
    ],
)
def test_points_of_a_turn_of_uranus(text: str, soviet: int, axis: int) -> None:
    """Sealed and unsupplied +1 after an Axis turn; an open pocket -5 after a Soviet turn, -1 after an Axis one."""
    t = bare(f"scenario uranus\nturn DEC_I\n{text}", {**NO_OM, tracks.FORTRESS_TURN: 0})
    scenarios.score_soviet_turn(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == soviet
    t.s.track[tracks.VICTORY_POINTS] = 0
    scenarios.score_axis_turn(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == axis
    other = bare(f"turn DEC_I\n{text}", {**NO_OM, tracks.FORTRESS_TURN: 0})
    scenarios.score_soviet_turn(other.s)
    scenarios.score_axis_turn(other.s)
    assert other.s.track[tracks.VICTORY_POINTS] == 0


@rule("19.2.9")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("1333: SU-23\n1233: SU-HQ-STAL", 2),
        ("1433: SU-23\n1233: SU-HQ-STAL", 2),
        ("1624: SU-23", 1),
        ("1125: SU-23", 3),
        ("1023: SU-23", 3),
        ("0729: SU-23", 3),
        ("1129: SU-23\n1227: SU-HQ-SW", 2),
        ("1125: SU-23\n1227: SU-HQ-SW", 5),
        ("box stavka vvs vvs vvs katyusha katyusha reserves reserves", 6),
        ("box stavka vvs shortage", 1),
        ("fortress 1334 8", -8),
        ("1333: SU-HQ-STAL", 0),
    ],
)
def test_points_of_places_supports_and_level_in_uranus(text: str, points: int) -> None:
    """Named places 2 or 5 in supply, 1 or 3 without; at most six supports, shortages none; a level costs a point."""
    t = bare(f"scenario uranus\nturn DEC_I\n{text}", NO_OM)
    scenarios.score_uranus_places(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == points


@rule("19.2.9")
def test_ground_beyond_the_chir_and_between_the_rivers() -> None:
    """One for a supplied Soviet hex beyond the Chir, minus one for a supplied Axis hex between Chir and Don."""
    beyond = next(n for n in range(PACK.hex_count) if PACK.beyond_chir[n] and n in PACK.neighbours[h("1227")])
    name = PACK.hex_name[beyond]
    t = bare(f"scenario uranus\nturn DEC_I\n{name}: SU-23\n1227: SU-HQ-SW", NO_OM)
    scenarios.score_uranus_places(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == 1
    between = next(n for n in range(PACK.hex_count) if PACK.chir_don[n] and PACK.distance(n, h("1228")) == 2)
    for hq, score in (("1228: GE-HQ-HOLL", -1), ("", 0)):
        t = bare(f"scenario uranus\nturn DEC_I\n{PACK.hex_name[between]}: GE-62\n{hq}", NO_OM)
        scenarios.score_uranus_places(t.s)
        assert t.s.track[tracks.VICTORY_POINTS] == score


@rule("19.3.5")
@pytest.mark.parametrize(
    ("turn", "text", "taken", "outcome"),
    [
        ("DEC_IV", "control soviet 1334 1434 0518", 0, "soviet_decisive"),
        ("DEC_IV", "control soviet 1334 1434", 0, ""),
        ("DEC_IV", "control soviet 1334 0518", 0, ""),
        ("DEC_III", "control soviet 1334 1434 0518", 0, ""),
        ("DEC_IV", "1434: GE-71\n1333: GE-HQ-6A", 0, "axis_decisive"),
        ("DEC_IV", "1434: GE-71", 0, ""),
        ("DEC_IV", "1434: GE-71\n1333: GE-HQ-6A", 4, ""),
    ],
)
def test_the_decision_of_december(turn: str, text: str, taken: int, outcome: str) -> None:
    t = bare(f"turn {turn}\n{text}", {**NO_OM, tracks.CITIES_TAKEN: taken})
    scenarios.judge_turn(t.s)
    assert result(t) == outcome


@rule("19.3.6")
@pytest.mark.parametrize(
    ("text", "shown", "score"),
    [
        ("control soviet 1334 1434", {}, 5),
        ("control soviet 1334", {}, 0),
        ("control soviet 2108 0518", {}, 10),
        ("", {tracks.MANSTEIN_DISMISSED: 1}, 3),
        ("1701: SU-23", {}, 0),
        ("1901: SU-23\n2008: SU-HQ-VOR\n2710: SU-38", {}, 2),
        ("1902: SU-23\n2008: SU-HQ-VOR\n2710: SU-38", {}, 0),
        ("1901: SU-HQ-VOR\n2710: SU-38", {}, 0),
    ],
)
def test_points_at_the_end_of_the_campaign(text: str, shown: dict[int, int], score: int) -> None:
    """Five a major city, both hexes of Stalingrad; two in the west for a supplied unit, but not for a
    headquarters alone; three for Manstein's end."""
    t = bare(f"turn MAR_III\n{text}", {**NO_OM, **shown})
    scenarios.judge_campaign(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == score


@rule("19.3.6")
def test_the_western_hexes_and_their_points() -> None:
    assert {PACK.hex_name[x] for x in PACK.vp2_hexes} == {
        "1701",
        "1901",
        "2301",
        "2601",
        "0001",
        "0201",
        "0401",
        "0501",
        "0701",
    }
    assert {PACK.hex_name[x] for x in PACK.vp4_hexes} == {"0801", "0901", "1101", "1301", "1401"}


@rule("19.3.6")
@pytest.mark.parametrize(
    ("turn", "control", "score"),
    [("FEB_II", "", 0), ("FEB_III", "", -5), ("MAR_III", "1334", -5), ("FEB_III", "1334 1434", 0)],
)
def test_late_stalingrad_costs_five_a_turn(turn: str, control: str, score: int) -> None:
    t = bare(f"turn {turn}\n" + (f"control soviet {control}" if control else ""), NO_OM)
    scenarios.score_late_city(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == score
    other = bare("scenario backhand\nturn FEB_IV", NO_OM)
    scenarios.score_late_city(other.s)
    assert other.s.track[tracks.VICTORY_POINTS] == 0


@rule("19.3")
@rule("2")
def test_the_turn_marker_moves_until_somebody_has_won() -> None:
    t = bare("turn DEC_I", NO_OM)
    scenarios.next_turn(t.s)
    assert t.s.track[tracks.TURN] == 3
    scenarios.end_game(t.s, "draw")
    scenarios.next_turn(t.s)
    assert t.s.track[tracks.TURN] == 3
    assert not scenarios.goes_on(t.s)


@rule("19.3")
@pytest.mark.parametrize("scenario", list(PACK.scenarios))
def test_every_scenario_is_judged_after_its_last_turn_and_not_before(scenario: str) -> None:
    t = bare(f"scenario {scenario}", NO_OM)
    t.s.track[tracks.TURN] = PACK.scenarios[scenario].last_turn - 1
    if scenario == "campaign":
        t.s.track[tracks.TURN] = 10
    scenarios.judge_turn(t.s)
    assert result(t) == ""
    t.s.track[tracks.TURN] = PACK.scenarios[scenario].last_turn
    scenarios.judge_turn(t.s)
    assert result(t) != ""


@rule("19.4.2")
@pytest.mark.parametrize(
    ("text", "level", "score"),
    [
        ("", "soviet_decisive", 0),
        ("control axis 2108", "soviet_marginal", 10),
        ("control axis 2108 1407 1409", "draw", 12),
        ("control axis 2108 1407 1409 2709", "axis_marginal", 13),
        ("control axis 2108 1407 1409 2709 2409", "axis_decisive", 14),
        ("control axis 1407 1409 2709 2409", "soviet_decisive", 4),
        ("control axis 2108 1407\ncontrol soviet 1215", "soviet_marginal", 10),
    ],
)
def test_cities_of_the_blow(text: str, level: str, score: int) -> None:
    """Retaken major cities and cities, less those lost; without a major city it is decisive for the Soviets."""
    t = bare(f"scenario backhand\nturn MAR_III\n{text}", NO_OM)
    scenarios.judge_backhand(t.s)
    assert (result(t), t.s.track[tracks.VICTORY_POINTS]) == (level, score)


@rule("19.5.2")
def test_the_first_turn_of_star_and_gallop_places_both_markers_the_major_one_in_the_west() -> None:
    ten = "box stavka artillery_2 artillery_2 artillery_3 katyusha katyusha tank_brigade tank_brigade vvs vvs reserves"
    t = stage("offensives", f"scenario star_and_gallop\nturn FEB_I\n{ten}", NO_OM)
    decline(t, "choose_marker")
    assert "done" not in t.choices()
    assert set(t.choices()) == {"place major", "place minor_b"}
    assert not all(PACK.west_of_donets[place] for place in offensives.candidate_hexes(t.s, vocabulary.MINOR_B))
    later = bare(f"scenario star_and_gallop\nturn FEB_II\n{ten}", NO_OM)
    assert not offensives.is_first_of_star(later.s)
    assert not all(PACK.west_of_donets[place] for place in offensives.candidate_hexes(later.s, vocabulary.MAJOR_OM))
    assert not offensives.is_first_of_star(bare(f"turn FEB_I\n{ten}", NO_OM).s)


@rule("19.5.3")
@pytest.mark.parametrize(("text", "score"), [("", 0), ("control soviet 2108", 1), ("control soviet 2108 0518 0912", 3)])
def test_major_cities_of_star_and_gallop(text: str, score: int) -> None:
    cities = shared("2108 0518 0912 0903 1303", text.removeprefix("control soviet "))
    t = bare(f"scenario star_and_gallop\nturn MAR_III\n{cities}", NO_OM)
    scenarios.judge_star(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == score


@rule("19.1.1")
@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("0729: SU-23", "soviet_decisive"),
        ("1232: GE-6Pp", "axis_minor"),
        ("1232: GE-62", "soviet_minor"),
        ("1131: GE-6Pp", "draw"),
        ("1031: GE-6Pp", "draw"),
        ("1030: GE-6Pp", "soviet_minor"),
        ("0931: GE-6Pp", "soviet_minor"),
        ("1128: GE-6Pp", "soviet_minor"),
    ],
)
def test_how_near_the_relief_has_come(text: str, level: str) -> None:
    base = "scenario wintergewitter\nturn DEC_IV\nfortress 1333 5\n1334: GE-71^\n0627: GE-HQ-4PZA\n"
    t = bare(base + text, NO_OM)
    scenarios.judge_wintergewitter(t.s)
    assert result(t) == level


@rule("5.5.7")
@pytest.mark.parametrize(("stalin", "owed"), [(0, 0), (1, 0), (2, 2)])
def test_a_disobeyed_stalin_takes_two_supports_at_the_end_of_the_turn(stalin: int, owed: int) -> None:
    t = bare("turn DEC_I\nbox stavka vvs katyusha", {**NO_OM, tracks.STALIN: stalin})
    assert scenarios.stalin_punishes(t.s) == (owed,)
    t = stage("end_soviet_turn", "turn DEC_I\nbox stavka vvs katyusha", {**NO_OM, tracks.STALIN: stalin})
    assert (t.asked() == "return_support") == (owed > 0)
    assert decline(t).s.track[tracks.STALIN] == 0


@rule("19.0")
@rule("15.1.5")
@pytest.mark.parametrize(
    ("name", "fuhrer", "manstein", "rail", "effects"),
    [("campaign", 7, 5, 2, 4), ("backhand", 2, 1, 4, 4), ("star_and_gallop", 5, 3, 4, 4)],
)
def test_markers_at_the_start(name: str, fuhrer: int, manstein: int, rail: int, effects: int) -> None:
    s = GAME.new(name, {})
    scenario = PACK.scenarios[name]
    assert (s.track[tracks.APPROVAL], s.track[tracks.MANSTEIN], scenario.rail_points[scenario.first_turn]) == (
        fuhrer,
        manstein,
        rail,
    )
    assert sum(s.track[tracks.SUPERIORITY + e] for e in range(4)) == effects
    assert supports.markers_in(s, M_STAVKA, vocabulary.SOVIET) == []
