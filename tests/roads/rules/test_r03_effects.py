"""Chapter 3: what snow, mud, clouds and ice do to marches, radii and fights."""

import pytest

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_combat as planes
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import COMBAT, NORMAL, STRATEGIC
from kurgan.kernel import flow
from kurgan.kernel.tally import SILENT
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u
from tests.roads.staged import bare, stage

WEATHERS = ("snow clear none", "snow clear minor", "snow clear major", "mud clear none", "mud clear major")


def price(weather: str, start: str, end: str, more: str = "") -> int:
    """Half points that a tank corps pays for one step."""
    t = draw(f"side axis\nphase movement\nweather {weather}\n{start}: GE-5SS\n{more}").play("move GE-5SS")
    before = t.s.points
    t.s.points = 20
    t.play(f"to {end}")
    assert before in (4, 6)
    return 20 - t.s.points


@rule("3.1.1")
@pytest.mark.parametrize(
    ("scenario", "turn", "expected"),
    [("campaign", "NOV_III", (0, 2, 0)), ("uranus", "NOV_III", (0, 2, 0))],
)
def test_scenarios_with_a_given_sky_throw_nothing(scenario: str, turn: str, expected: tuple[int, int, int]) -> None:
    """Snow, blizzard, open rivers, whatever was on the track before."""
    t = stage("weather", f"scenario {scenario}\nturn {turn}\nweather mud clear major")
    assert t.asked() == "over"
    assert tuple(t.s.track[i] for i in (tracks.GROUND, tracks.SKY, tracks.ICE)) == expected
    assert t.told("weather_set") == [expected]


@rule("3.1.1")
@pytest.mark.parametrize(("scenario", "turn"), [("backhand", "FEB_III"), ("star_and_gallop", "FEB_I")])
def test_where_the_sky_is_open_only_the_sky_is_thrown_for(scenario: str, turn: str) -> None:
    """A 10 is a blizzard in February; ground and ice are given all the same, even if the dice would say otherwise."""
    t = stage("weather", f"scenario {scenario}\nturn {turn}\nweather mud clear none")
    assert t.asked() == "roll_weather"
    t.play("roll_weather 5+5")
    assert tuple(t.s.track[i] for i in (tracks.GROUND, tracks.SKY, tracks.ICE)) == (
        0,
        vocabulary.BLIZZARD,
        vocabulary.MAJOR_FROZEN,
    )


@rule("3.1.1")
@rule("3.5")
def test_the_last_column_serves_the_turn_after_it() -> None:
    """MAR IV has no column of its own: a 6 is mud under a clear sky as on MAR III, a 5 is snow."""
    for dice, ground in (("3+3", vocabulary.MUD), ("2+3", vocabulary.SNOW)):
        t = stage("weather", "turn MAR_IV").play(f"roll_weather {dice}")
        assert (t.s.track[tracks.GROUND], t.s.track[tracks.SKY]) == (ground, vocabulary.CLEAR_SKY)


@rule("3.1.1")
@rule("3.5")
@pytest.mark.parametrize(
    ("turn", "dice", "ground", "sky", "ice"),
    [("NOV_IV", "1+1", 0, 0, 0), ("NOV_IV", "6+6", 0, 2, 0), ("DEC_I", "1+2", 0, 0, 1), ("DEC_II", "1+2", 0, 0, 2),
     ("DEC_III", "1+1", 0, 0, 1), ("DEC_III", "3+4", 0, 1, 2), ("DEC_IV", "1+1", 0, 0, 2), ("JAN_II", "6+6", 0, 2, 2),
     ("FEB_III", "5+6", 0, 1, 2), ("FEB_IV", "5+6", 1, 1, 0), ("FEB_IV", "5+5", 0, 2, 1), ("MAR_I", "3+4", 0, 1, 1),
     ("MAR_I", "4+5", 1, 1, 0), ("MAR_II", "3+4", 1, 1, 0), ("MAR_III", "3+3", 1, 0, 0), ("MAR_III", "2+3", 0, 0, 0)],
)  # fmt: skip
def test_cells_of_the_weather_table(turn: str, dice: str, ground: int, sky: int, ice: int) -> None:
    t = stage("weather", f"turn {turn}\nweather mud blizzard major").play(f"roll_weather {dice}")
    assert tuple(t.s.track[i] for i in (tracks.GROUND, tracks.SKY, tracks.ICE)) == (ground, sky, ice)


@rule("3.4")
def test_mud_on_feb_iv_changes_only_a_full_frost_and_only_once() -> None:
    """MAR I after it: a 2 leaves the rivers open, a 7 freezes the minor ones as printed; no mud, none kept."""
    for dice, ice in (("1+1", 0), ("3+4", 1), ("1+3", 1)):
        t = stage("weather", "turn MAR_I", {tracks.MUD_FEB: 1}).play(f"roll_weather {dice}")
        assert t.s.track[tracks.ICE] == ice
    t = stage("weather", "turn FEB_IV", {tracks.MUD_FEB: 1}).play("roll_weather 1+2")
    assert t.s.track[tracks.MUD_FEB] == 0
    t = stage("weather", "turn MAR_I").play("roll_weather 4+5")
    assert (t.s.track[tracks.GROUND], t.s.track[tracks.MUD_FEB]) == (vocabulary.MUD, 0)


@rule("3.1.2")
def test_new_ice_is_known_at_once() -> None:
    """A radius traced over the open river is traced again when the river freezes."""
    t = stage("weather", "turn DEC_IV\nside axis\n0121: GE-HQ-HOLL\n0724: HU-12")
    assert supply.units_without_supply(t.s, 1) == [u("HU-12")]
    t.play("roll_weather 1+1")
    assert supply.units_without_supply(t.s, 1) == []


@rule("3.2.1")
def test_snow_takes_nothing_from_marches_and_results() -> None:
    """All points, strategic movement, and every result of the attacker as the ground has it."""
    t = draw("side soviet\nphase movement\nweather snow clear none\n2130: SU-HQ-DON\n2129: SU-26TK SU-23")
    points = [movement.movement_points(t.s, u(name), NORMAL) for name in ("SU-26TK", "SU-23")]
    assert points == [2 * 3, 2 * 2]
    assert "strategic" in t.play("move SU-23").choices()
    for result in (vocabulary.A_D1, vocabulary.A_E, vocabulary.A_E2, vocabulary.A_E3):
        b = after(result, "snow")
        assert (b.result_a, b.level) == ((result, 0) if result == vocabulary.A_D1 else (0, result - vocabulary.A_E + 1))


def after(result: int, ground: str, hex_: str = "1814") -> Battle:
    """A fight with this result of the attacker, when the weather has had its say."""
    t = draw(f"side soviet\nphase combat\nweather {ground} clear none\n{hex_}: GE-62")
    b = Battle(h(hex_), 0, 0)
    b.mud = int(ground == "mud")
    b.result_a = result
    odds.set_terrain(t.s, b)
    alter.alter_attacker_result(t.s, b)
    return b


@rule("3.2.2")
@rule("3.2.2A")
@rule("3.2.2B")
@rule("3.2.2C")
def test_mud_on_the_attackers_result() -> None:
    """D1 is ignored, E to E3 are engagements for the attacker only, the rest stands."""
    kept = {
        vocabulary.A_NONE: vocabulary.A_NONE,
        vocabulary.A_RETREAT: vocabulary.A_RETREAT,
        vocabulary.A_ENG: vocabulary.A_ENG,
        vocabulary.A_D1: 0,
    }
    for result, expected in kept.items():
        b = after(result, "mud")
        assert (b.result_a, b.level, b.engagement) == (expected, 0, 0)
    for result in (vocabulary.A_E, vocabulary.A_E2, vocabulary.A_E3):
        b = after(result, "mud")
        assert (b.result_a, b.level, b.engagement) == (vocabulary.A_ENG, 0, alter.ATTACKER_ONLY)


@rule("3.2.2")
def test_in_mud_the_ground_does_not_alter_the_attackers_result() -> None:
    """Stalingrad turns an E of the attacker into nothing in snow; in mud it is an engagement there too."""
    snow, mud = after(vocabulary.A_E, "snow", "1334"), after(vocabulary.A_E, "mud", "1334")
    assert (snow.result_a, snow.level) == (vocabulary.A_NONE, 0)
    assert mud.result_a == vocabulary.A_ENG


@rule("3.2.2")
def test_in_mud_two_points_are_the_most_and_less_stays_less() -> None:
    """Tanks have 2 of their 3, infantry its 2, a division out of supply its 1; strategic movement is off."""
    t = draw("side soviet\nphase movement\nweather mud clear none\n2129: SU-26TK SU-23\n2128: SU-24~")
    names = ("SU-26TK", "SU-23", "SU-24")
    assert [movement.movement_points(t.s, u(name), NORMAL) for name in names] == [4, 4, 2]
    assert movement.movement_points(t.s, u("SU-26TK"), STRATEGIC) == 4


@rule("3.2.2")
@rule("3.4")
@rule("7.4")
def test_the_price_of_rivers_in_every_weather() -> None:
    """1227 to 1328 over a minor river, 1827 to 1927 over the Don, 1828 to 1928 by ferry, all into clear ground."""
    table = [[price(w, *way) for w in WEATHERS] for way in (("1227", "1328"), ("1827", "1927"), ("1828", "1928"))]
    assert table == [[4, 2, 2, 6, 6], [6, 6, 4, 6, 6], [4, 4, 4, 4, 4]]


@rule("3.4")
@rule("7.1.4")
def test_frozen_marsh_is_forest() -> None:
    """Into 1029 from 1030: three points open, two when major rivers are frozen; in mud it is never frozen."""
    assert [price(w, "1030", "1029") for w in WEATHERS] == [6, 6, 4, 6, 6]


@rule("3.4")
@rule("8.10.2")
def test_frozen_marsh_fights_like_forest() -> None:
    rows = [odds.terrain_row(bare(f"weather {w}").s, h("1029")) for w in WEATHERS[:3]]
    assert rows == [vocabulary.TEC_MARSH, vocabulary.TEC_MARSH, vocabulary.TEC_FOREST]
    t = bare("weather snow clear none")
    assert [odds.terrain_row(t.s, h(name)) for name in ("1334", "1331", "1125", "1418", "1524")] == [
        vocabulary.TEC_MAJOR, vocabulary.TEC_CLEAR, vocabulary.TEC_CITY, vocabulary.TEC_FOREST, vocabulary.TEC_CLEAR,
    ]  # fmt: skip


@rule("3.2.2")
@rule("1.2.4")
def test_in_mud_a_brook_stops_a_radius_and_no_ice_bears() -> None:
    """From 0121 six hexes east over the minor river between 0124 and 0125."""
    cut = []
    for weather in WEATHERS:
        t = draw(f"side axis\nphase movement\nweather {weather}\n0121: GE-HQ-HOLL\n0127: HU-12")
        cut.append(len(supply.units_without_supply(t.s, 1)))
    assert cut == [0, 0, 0, 1, 1]


def crossing(text: str, to: str = "1328") -> Drawn:
    """GE-62 in 1227 about to cross the brook north of it, in mud."""
    return draw(f"side axis\nphase movement\nweather mud clear none\n1227: GE-62\n{text}").play("move GE-62")


@rule("3.2.2")
def test_no_river_is_crossed_into_contact_in_mud_whichever_bank_the_enemy_is_on() -> None:
    """Soviets in 1428 beyond the brook, or in 1228 on this side of it; with nobody beside 1328 it is only dear."""
    for enemy in ("1428", "1228"):
        assert crossing(f"{enemy}: SU-23").refused("to 1328") == "3.2.2 mud_crossing"
    assert "1328" in crossing("").moves()
    snow = draw("side axis\nphase movement\n1227: GE-62\n1428: SU-23").play("move GE-62")
    assert "1328" in snow.moves()


@rule("3.2.2")
def test_a_bridge_a_pontoon_or_a_ferry_is_crossed_in_mud() -> None:
    """The road to 1327; a pontoon or a Bridging Unit towards 1328; the ferry of Serafimovich."""
    assert "1327" in crossing("1426: SU-23").moves()
    assert "1328" in crossing("1428: SU-23\non GE-62 axis_bridging").moves()
    t = draw("side axis\nphase movement\nweather mud clear none\n1227: GE-62 GE-HQ-HOLL\n1428: SU-23")
    t.s.pontoon[u("GE-HQ-HOLL")] = PACK.direction(h("1227"), h("1328")) + 1
    t.s.forget_fields()
    assert "1328" in t.play("move GE-62").moves()
    t = draw("side axis\nphase movement\nweather mud clear none\n1828: GE-62\n2028: SU-23").play("move GE-62")
    assert "1928" in t.moves()


def mud_attack(text: str, target: str, who: str) -> int:
    t = draw(f"side axis\nphase combat\nweather mud clear none\n{text}")
    flow.call(t.s, "attacks", COMBAT)
    return combat.why_not_attack(t.s, u(who), t.s.where[u(who)], h(target))


@rule("3.2.2")
def test_in_mud_rivers_are_attacked_over_by_bridges_only() -> None:
    """Not over the brook, not by the ferry; over the road bridge, from a pontoon, with a Bridging Unit."""
    assert mud_attack("1227: GE-62\n1328: SU-23", "1328", "GE-62") == refusals.MUD_ATTACK
    assert mud_attack("1828: GE-62\n1928: SU-23", "1928", "GE-62") == refusals.MUD_ATTACK
    assert mud_attack("1227: GE-62\n1327: SU-23", "1327", "GE-62") == 0
    assert mud_attack("1227: GE-62\n1226: SU-23", "1226", "GE-62") == 0
    assert mud_attack("1227: GE-62\n1328: SU-23\non GE-62 axis_bridging", "1328", "GE-62") == 0


@rule("3.2.2")
@rule("1.9.2")
def test_over_a_bridge_in_mud_a_third_of_the_sum() -> None:
    """GE-62 and GE-298 (4 each) over the road bridge to 1327: a third of eight, three; in snow eight."""
    for weather, total in (("mud clear none", 3), ("snow clear none", 8)):
        t = draw(f"side axis\nphase combat\nweather {weather}\n1227: GE-62 GE-298\n1327: SU-23")
        b = Battle(h("1327"), 1, 0)
        b.attackers = [u("GE-62"), u("GE-298")]
        odds.set_flags(t.s, b)
        assert odds.attack_total(t.s, b, SILENT) == total


def river_bonus(weather: str, attackers: str, target: str, names: list[str]) -> int:
    t = draw(f"side axis\nphase combat\nweather {weather}\n{attackers}\n{target}: SU-23")
    b = Battle(h(target), 1, 0)
    b.attackers = [u(name) for name in names]
    return odds.river_bonus(t.s, b)


@rule("3.4")
@rule("8.5.2")
def test_the_defense_behind_minor_rivers() -> None:
    """1328 attacked from 1227: two points more, on the ice one, in mud none (it counts as major)."""
    bonus = [river_bonus(w, "1227: GE-62", "1328", ["GE-62"]) for w in WEATHERS]
    assert bonus == [2, 1, 1, 0, 0]
    assert [river_bonus(w, "1827: GE-62", "1927", ["GE-62"]) for w in WEATHERS] == [0, 0, 2, 0, 0]


@rule("3.4")
def test_one_attacker_on_dry_land_takes_the_river_from_the_defender() -> None:
    """From 1227 over the brook and from 1329 without one: no bonus; both over the brook: two."""
    assert river_bonus("snow clear none", "1227: GE-62\n1329: GE-298", "1328", ["GE-62", "GE-298"]) == 0
    assert river_bonus("snow clear none", "1227: GE-62\n1228: GE-298", "1328", ["GE-62", "GE-298"]) == 2


@rule("3.4")
def test_the_weaker_of_two_frozen_rivers_is_what_helps_the_defender() -> None:
    """0518 in the great frost: over the Don, now like a minor river, two points; with one more over a frozen minor
    river one point, whoever is named first."""
    both = "0417: GE-62\n0519: GE-298"
    assert river_bonus("snow clear major", both, "0518", ["GE-62"]) == 2
    for names in (["GE-62", "GE-298"], ["GE-298", "GE-62"], ["GE-298"]):
        assert river_bonus("snow clear major", both, "0518", names) == 1


@rule("3.3")
@rule("5.5.2")
def test_planes_by_sky_side_and_distance() -> None:
    """VVS over 1628: one hex around under a clear sky, its own hex under clouds; never for the Axis."""
    for sky, reach in (("clear", 1), ("overcast", 0), ("blizzard", -1)):
        t = bare(f"weather snow {sky} none\nat 1628 vvs\nbox pool vvs\non SU-23 artillery_2\n1629: SU-23")
        for name, distance in (("1628", 0), ("1629", 1), ("1630", 2)):
            assert len(planes.planes_over(t.s, vocabulary.SOVIET, h(name))) == int(distance <= reach)
            assert planes.planes_over(t.s, vocabulary.AXIS, h(name)) == []


@rule("3.3")
@rule("5.5.2")
def test_under_clouds_planes_may_be_placed_in_a_blizzard_not() -> None:

    for sky, allowed in (("clear", True), ("overcast", True), ("blizzard", False)):
        text = f"weather snow {sky} none\nbox axis luftwaffe rudel goering\nside axis\n1628: GE-62\nturn DEC_I"
        t = stage("deploy_supports", text, {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1})
        assert ("play axis luftwaffe" in t.choices()) == allowed
        t.play("done")
        for name in ("rudel", "goering"):
            assert (f"play axis {name}" in t.choices()) == allowed
