"""Chapter 1.2: the command radius, hex by hex. Hollidt's radius is 6; nothing of these maps lies nearer to a source."""

from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h


def unsupplied(text: str, weather: str = "snow clear none") -> set[str]:
    """Axis units that no headquarters and no source reaches now."""
    t = draw(f"side axis\nphase movement\nweather {weather}\n{text}")
    return {PACK.unit_name[unit] for unit in supply.units_without_supply(t.s, 1)}


@rule("1.2.1")
def test_the_radius_is_counted_in_hexes_not_in_movement_points() -> None:
    """1418 and 1318 are forest, two points each to march through; six hexes of radius reach across them."""
    assert [PACK.terrain[h(name)] for name in ("1418", "1319")] == [1, 1]
    assert unsupplied("1420: GE-HQ-HOLL\n1414: GE-62") == set()


@rule("1.2.2")
def test_the_radius_counts_the_units_hex_and_not_the_headquarters_own() -> None:
    """From 1227 six hexes west are 1221; 1220 is one too many."""
    assert unsupplied("1227: GE-HQ-HOLL\n1221: GE-62\n1220: GE-298") == {"GE-298"}
    assert unsupplied("1227: GE-HQ-HOLL GE-62") == set()


@rule("1.2.2")
@rule("4.5.1")
def test_roads_count_a_half_from_a_city_on_a_railway_to_a_source() -> None:
    """Pitomnik is nine hexes from Morozovsk and nine along the railway; from 1126 beside the city no."""
    assert unsupplied("1125: GE-HQ-HOLL\n1333: GE-62\n1334: GE-71") == set()
    assert unsupplied("1126: GE-HQ-HOLL\n1333: GE-62") == {"GE-62"}


@rule("1.2.2")
def test_off_the_road_a_hex_is_a_hex_even_from_a_city() -> None:
    """South of Morozovsk 0525 is six hexes away, 0424 beyond it seven, and no road leads there."""
    assert unsupplied("1125: GE-HQ-HOLL\n0525: GE-62\n0424: GE-298") == {"GE-298"}


@rule("1.2.2")
def test_a_railway_that_is_cut_leaves_whole_hexes() -> None:
    """Soviets bar every railway out of Morozovsk, in 1023, 0729, 1632; the road feeds the staff, no more."""
    text = "1125: GE-HQ-HOLL\n1333: GE-62\n1228: GE-298\n1023: SU-23\n0729: SU-24\n1632: SU-29"
    assert unsupplied(text) == {"GE-62"}


@rule("1.2.3")
def test_the_radius_enters_no_hex_with_an_enemy() -> None:
    """Six hexes in a straight line, friends on both sides of the Soviets in 1222: no way through, none round in six."""
    line = "1227: GE-HQ-HOLL\n1223: GE-298\n1221: GE-62"
    assert unsupplied(line) == set()
    assert unsupplied(f"{line}\n1222: SU-23") == {"GE-62"}


@rule("1.2.3")
def test_the_radius_enters_contact_only_where_a_friend_stands() -> None:
    """Soviets in 1523 and 1525 close all hexes round 1524; a friend in 1424 opens the way again."""
    text = "1224: GE-HQ-HOLL\n1524: GE-62\n1523: SU-23\n1525: SU-24"
    assert unsupplied(text) == {"GE-62"}
    assert unsupplied(f"{text}\n1424: GE-298") == set()


OVER_THE_DON = "0121: GE-HQ-HOLL\n0724: HU-12"
"""Six hexes in a straight line, the Don between 0623 and 0724."""


@rule("1.2.4")
def test_an_open_major_river_stops_the_radius_and_ice_lets_it_pass() -> None:
    assert unsupplied(OVER_THE_DON) == {"HU-12"}
    assert unsupplied(OVER_THE_DON, "snow clear minor") == {"HU-12"}
    assert unsupplied(OVER_THE_DON, "snow clear major") == set()


@rule("1.2.4")
def test_a_printed_bridge_or_a_ferry_carries_the_radius() -> None:
    """From 0719 over the ferry 0722-0723; from 0718 over the railway bridge 1120-1220."""
    assert unsupplied("0719: GE-HQ-HOLL\n0725: HU-12") == set()
    assert unsupplied("0718: GE-HQ-HOLL\n1321: HU-12") == set()


@rule("1.2.4")
@rule("1.1.7")
def test_a_pontoon_carries_the_radius_over_its_own_side_only() -> None:
    """A Romanian staff in 0623 feeds no Hungarian; its bridge to 0724 carries Hollidt's radius, to 0723 not."""
    for there, cut in (("0724", set()), ("0723", {"HU-12"})):
        t = draw(f"side axis\nphase movement\n{OVER_THE_DON}\n0623: RO-HQ-3A")
        t.s.pontoon[PACK.unit_index["RO-HQ-3A"]] = PACK.direction(h("0623"), h(there)) + 1
        t.s.forget_fields()
        assert {PACK.unit_name[unit] for unit in supply.units_without_supply(t.s, 1)} == cut


@rule("1.2.4")
@rule("7.4")
def test_a_bridging_unit_carries_the_radius_over_every_side_of_its_hex() -> None:
    """In 0623 on this bank or in 0724 on the other; an enemy's one helps nobody."""
    assert unsupplied(f"{OVER_THE_DON}\n0623: GE-298\non GE-298 axis_bridging") == set()
    assert unsupplied(f"{OVER_THE_DON}\non HU-12 axis_bridging") == set()
    assert unsupplied(f"{OVER_THE_DON}\n0723: SU-23\non SU-23 soviet_bridging\n0623: GE-298") == {"HU-12"}


@rule("1.8.4")
def test_an_enemy_beyond_a_lake_cuts_no_radius() -> None:
    """Soviets in 0835 see 0834 only over the lake: the radius enters it."""
    t = draw("side axis\nphase movement\n0835: SU-23")
    assert not radius.closed_hexes(t.s, 1)[h("0834")]
    assert radius.closed_hexes(t.s, 1)[h("0836")]
    assert radius.closed_hexes(t.s, 1)[h("0835")]
