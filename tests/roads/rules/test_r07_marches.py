"""Chapter 7 in detail: who may move, where a march may end, strategic movement, rail movement, bridges."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.terms import M_PLAYED, M_STAVKA, MOVED, SOVIET_TOOK, STRATEGIC
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u


def march(text: str, *script: str) -> Drawn:
    return draw(f"side axis\nphase movement\n{text}").play(*script)


# 7.1 -------------------------------------------------------------------------------------------------------------


@rule("7.1.1")
@rule("7.1.5")
def test_the_slowest_sets_the_pace_of_a_stack() -> None:
    """A panzer division (3) with infantry (2) and an alarm unit (1)."""
    t = march("1524: GE-16P GE-62 AL-1", "move GE-16P")
    assert t.s.points == 6
    assert t.play("with GE-62").s.points == 4
    assert t.play("with AL-1").s.points == 2


@rule("7.1.1")
@rule("7.1.3")
def test_who_has_moved_neither_moves_again_nor_comes_along() -> None:
    t = march("1524: GE-16P\n1523: GE-62\n1227: GE-384", "move GE-16P", "to 1523", "stop", "move GE-62")
    assert t.refused("with GE-16P") == "7.1.3 already_moved"
    assert t.marks(MOVED) == ["GE-16P"]
    assert t.play("stop").refused("move GE-16P") == "7.1.3 already_moved"
    assert t.refused("move GE-298") == "1.3.3 not_on_map"


@rule("7.1.2")
@rule("7.1.5")
def test_points_run_out() -> None:
    """Infantry: two clear hexes, no third; what is left of a turn is not there in the next."""
    t = march("1524: GE-62 GE-298", "move GE-62", "to 1525", "to 1425")
    assert t.asked() == "choose_mover"
    t = march("1524: GE-16P GE-298", "move GE-16P", "to 1525", "to 1425")
    assert "1525" in t.moves()
    assert t.play("to 1525").asked() == "choose_mover"


@rule("7.1.7")
@rule("7.1.6")
def test_an_enemy_beside_the_way_stops_nobody() -> None:
    """No zones of control: past Soviets in 1623 and 1423 from 1524 to 1522."""
    t = march("1524: GE-62\n1623: SU-23\n1423: SU-24", "move GE-62", "to 1523", "to 1522")
    assert t.place("GE-62") == "1522"


@rule("7.1.8")
@rule("4.4.2")
def test_the_first_hex_is_free_of_the_allowance_the_second_is_not() -> None:
    """One point out of supply: marsh (three) may be entered, and then nothing more."""
    t = march("1030: GE-294~\n1227: GE-HQ-HOLL\n1524: GE-62", "move GE-294")
    assert "1029" in t.moves()
    assert t.play("to 1029").asked() == "choose_mover"
    t = march("1130: GE-62\n1524: GE-298", "move GE-62", "to 1030")
    assert t.refused("to 1029") == "7.1.4 not_enough_points"


@rule("7.1.8")
@rule("9.2.4")
def test_the_free_hex_is_also_one_of_exploitation() -> None:
    """A reduced allowance of one point enters marsh, but never an open major river."""
    t = draw("side axis\nphase exploitation\n1030: GE-62*").play("move GE-62")
    assert "1029" in t.moves()
    t = draw("side axis\nphase exploitation\n1028: GE-62*").play("move GE-62")
    assert t.refused("to 1029") == "9.2.4 river_without_bridge"
    assert "1129" in t.moves()


@rule("7.1.9")
def test_a_road_must_cross_the_side_that_is_crossed() -> None:
    """1227 and 1328 both have roads, but none leads from one to the other."""
    t = march("1227: GE-16P\n1228: GE-62", "move GE-16P", "to 1228")
    assert t.s.points == 5
    t = march("1227: GE-16P\n1228: GE-62", "move GE-16P", "to 1328")
    assert t.s.points == 6 - 4


@rule("7.1.10")
def test_a_headquarters_leaves_the_road_only_if_it_can_come_back() -> None:
    """From 2129 with three points: to 2128 and back is possible, staying there is not; with one point nothing is."""
    t = draw("side soviet\nphase movement\n2129: SU-HQ-DON\n1827: SU-23").play("move SU-HQ-DON", "to 2128")
    assert t.refused("stop") == "7.1.10 hq_out_of_supply"
    assert t.play("to 2129").choices()[0] == "stop"
    t = draw("side soviet\nphase movement\n2129: SU-HQ-DON\n1827: SU-23").play("move SU-HQ-DON")
    t.s.points = 2
    t.s.choices = None
    assert t.refused("to 2128") == "7.1.10 hq_out_of_supply"


@rule("7.1.10")
def test_a_headquarters_does_not_keep_its_own_line_open_behind_it() -> None:
    """Soviets in 0216 touch 0215: held by the staff itself the line runs, but when the staff has gone it is cut."""
    text = "0215: GE-HQ-HOLL\n0316: GE-298\n0216: SU-23\n1524: GE-62"
    t = march(text, "move GE-HQ-HOLL", "to 0115")
    assert t.refused("stop") == "7.1.10 hq_out_of_supply"
    friend = march(text.replace("0215: GE-HQ-HOLL", "0215: GE-HQ-HOLL GE-384"), "move GE-HQ-HOLL", "to 0115")
    assert "stop" in friend.choices()


@rule("7.1.11")
def test_the_southern_row_may_be_crossed_by_who_can_leave_it_again() -> None:
    t = march("0120: GE-16P\n1524: GE-62", "move GE-16P", "to 0020")
    assert t.refused("stop") == "7.1.11 map_edge_row"
    t.play("to 0120")
    assert "stop" in t.choices()


@rule("15.3")
@pytest.mark.parametrize(
    ("limit", "held"),
    [
        (vocabulary.LIMIT_NONE, []),
        (vocabulary.LIMIT_CITIES, ["GE-62"]),
        (vocabulary.LIMIT_HQS, ["GE-HQ-HOLL"]),
        (vocabulary.LIMIT_CITIES_AND_HQS, ["GE-62", "GE-HQ-HOLL"]),
        (vocabulary.LIMIT_STRATEGIC, []),
        (vocabulary.LIMIT_RAIL, []),
    ],
)
def test_a_crisis_holds_units_in_cities_or_headquarters(limit: int, held: list[str]) -> None:
    """GE-62 in Morozovsk, GE-298 in the village of Oblivskaya, Hollidt on the road."""
    t = march("1125: GE-62\n1227: GE-298\n1126: GE-HQ-HOLL")
    t.s.track[tracks.LIMIT] = limit
    movement.begin_movement(t.s)
    t.s.choices = None
    for name in ("GE-62", "GE-298", "GE-HQ-HOLL"):
        if name in held:
            assert t.refused(f"move {name}") == "15.3 held_by_crisis"
        else:
            assert f"move {name}" in t.choices()


@rule("15.3")
@rule("7.2.2")
@rule("7.3.1")
def test_a_crisis_forbids_strategic_or_rail_movement() -> None:
    text = "rail 4\n1227: GE-HQ-HOLL\n1127: GE-62"
    for limit, strategic, rail in (
        (0, True, True),
        (vocabulary.LIMIT_STRATEGIC, False, True),
        (vocabulary.LIMIT_RAIL, True, False),
    ):
        t = march(text)
        t.s.track[tracks.LIMIT] = limit
        t.play("move GE-62")
        assert [way in t.choices() for way in ("strategic", "rail")] == [strategic, rail]
    t = draw("side soviet\nphase movement\n2130: SU-HQ-DON\n2129: SU-23")
    t.s.track[tracks.LIMIT] = vocabulary.LIMIT_STRATEGIC
    assert "strategic" in t.play("move SU-23").choices()


# 7.2 -------------------------------------------------------------------------------------------------------------


@rule("7.2.2")
def test_only_the_radius_of_the_own_nation_counts() -> None:
    """A Romanian is fed by a German headquarters but not moved strategically; nor a German by Romanians."""
    assert march("1227: GE-HQ-HOLL\n1127: RO-1", "move RO-1").refused("strategic") == "7.2.2 outside_radius"
    assert march("1227: RO-HQ-3A\n1127: GE-62", "move GE-62").refused("strategic") == "7.2.2 outside_radius"
    assert "strategic" in march("1227: RO-HQ-3A\n1127: RO-1", "move RO-1").choices()


@rule("7.2.2")
def test_every_one_of_a_stack_must_be_in_the_radius_of_his_nation() -> None:
    t = march("1227: GE-HQ-HOLL\n1127: GE-62 RO-1", "move GE-62")
    assert "strategic" in t.choices()
    assert t.play("with RO-1").refused("strategic") == "7.2.2 outside_radius"


@rule("7.2.2")
def test_a_headquarters_without_a_line_moves_nobody() -> None:
    """A staff off the road in 1914 commands nobody, not even beside it."""
    t = march("1914: GE-HQ-HOLL\n1915: GE-62\nbox axis pak_88", "spend pak_88", "move GE-62")
    assert t.refused("strategic") == "7.2.2 outside_radius"


@rule("7.2.2")
def test_the_whole_way_lies_in_the_radius() -> None:
    """Hollidt in 1227 reaches six hexes: along the railway 1022 is in, 1021 out."""
    text = "1227: GE-HQ-HOLL\n1023: GE-16P"
    t = march(text, "move GE-16P", "strategic", "to 1022")
    assert t.refused("to 1021") == "7.2.2 outside_radius"


@rule("7.2.2")
def test_never_beside_an_enemy_on_the_way_either() -> None:
    """Soviets in 1128 touch 1127, not 1126."""
    t = march("1227: GE-HQ-HOLL\n1125: GE-16P\n1128: SU-23", "move GE-16P", "strategic", "to 1126")
    assert t.refused("to 1127") == "7.2.2 next_to_enemy"


@rule("7.2.2")
@rule("4.5.3")
def test_off_the_road_it_neither_starts_nor_steps_without_a_support() -> None:
    """1226 has no road: no start there; from 1126 no step into it."""
    assert march("1227: GE-HQ-HOLL\n1226: GE-62", "move GE-62").refused("strategic") == "7.2.2 off_road"
    t = march("1227: GE-HQ-HOLL\n1126: GE-62", "move GE-62", "strategic")
    assert t.refused("to 1226") == "7.2.2 off_road"


@rule("7.2.2")
@rule("4.5.3")
def test_one_support_frees_all_strategic_movement_of_the_phase() -> None:
    t = draw("side axis\nphase movement\n1227: GE-HQ-HOLL\n1226: GE-62\n1126: GE-298\nbox axis pak_88")
    assert t.asked() == "buy_off_road"
    assert t.choices() == ["none", "spend pak_88"]
    t.play("spend pak_88")
    assert M_PLAYED in t.s.marker_place
    t.play("move GE-62", "strategic", "to 1225", "stop", "move GE-298", "strategic", "to 1226")
    assert t.place("GE-298") == "1226"


@rule("7.2.2")
@rule("4.5.3")
def test_the_support_is_bought_anew_each_phase_and_may_be_kept() -> None:
    t = draw("side axis\nphase movement\n1227: GE-HQ-HOLL\n1226: GE-62\nbox axis pak_88").play("none")
    assert t.play("move GE-62").refused("strategic") == "7.2.2 off_road"
    flow.set_local(t.s, "movement", 1)
    t.s.choices = None
    assert "strategic" in t.choices()
    t.play("stop").s.stack = []
    flow.start(t.s, "movement")  # the next phase knows nothing of it
    assert t.play("none", "move GE-62").refused("strategic") == "7.2.2 off_road"


@rule("7.2.2")
def test_the_soviets_pay_from_the_stavka_box_only() -> None:
    """A support in the box of a minor offensive does not do; shortages never; in mud nobody is asked."""
    text = "side soviet\nphase movement\n2130: SU-HQ-DON\n2129: SU-23\n"
    assert draw(f"{text}box minor_a reserves").asked() == "choose_mover"
    assert draw(f"{text}box stavka shortage").choices() == ["none"]
    assert draw(f"{text}box stavka reserves\nbox minor_a katyusha").choices() == ["none", "spend reserves"]
    assert draw(f"{text}box stavka reserves\nbox minor_a katyusha").refused("spend katyusha") == "5.5.1 no_such_support"
    assert draw(f"{text}box stavka reserves shortage").refused("spend shortage") == "12.2 shortage_useless"
    assert draw(f"weather mud clear none\n{text}box stavka reserves").asked() == "choose_mover"
    t = draw(f"{text}box stavka reserves").play("spend reserves")
    assert M_STAVKA not in t.s.marker_place


@rule("7.2.1")
def test_it_doubles_the_points_of_whoever_is_slowest() -> None:
    t = march("1227: GE-HQ-HOLL\n1127: GE-16P GE-62", "move GE-16P", "with GE-62", "strategic")
    assert t.s.points == 2 * 4
    assert t.refused("rail") == "7.1.3 must_go_on"
    assert movement.movement_points(t.s, u("GE-16P"), STRATEGIC) == 12


# 7.3 -------------------------------------------------------------------------------------------------------------

WEST = ["0811", "0711", "0710", "0709", "0708", "0707", "0706", "0705", "0804", "0803", "0903", "0902"]


def by_rail(text: str, way: list[str]) -> str:
    """How far GE-62 comes by rail from Stalino."""
    t = march(f"rail 1\n0912: GE-62\n1524: GE-298\n{text}", "move GE-62", "rail")
    for place in way:
        if t.asked() != "step" or place not in t.moves():
            break
        t.play(f"to {place}")
    return t.place("GE-62")


@rule("7.3.3")
@rule("7.3.4")
def test_a_train_goes_as_far_as_the_line() -> None:
    """Twelve hexes to 0902 for one point; and not by road, though one leaves Stalino."""
    assert by_rail("", WEST) == "0902"
    t = march("rail 1\n0912: GE-62\n1524: GE-298", "move GE-62", "rail")
    assert sorted(t.moves()) == ["0811", "1012"]
    assert t.refused("to 1011") == "7.3.3 not_on_rail_line"


@rule("7.3.3")
def test_a_train_stops_short_of_enemies_and_does_not_start_beside_them() -> None:
    """Soviets in 0508 touch nothing; in 0608 they touch 0708 and 0709; beside Stalino nothing starts."""
    assert by_rail("0507: SU-23\n0710: GE-294", WEST) == "0902"
    assert by_rail("0608: SU-23", WEST) == "0710"
    t = march("rail 1\n0912: GE-62\n0913: SU-23", "move GE-62")
    assert t.refused("rail") == "7.3.3 not_on_rail_line"


@rule("7.3.3")
def test_no_train_through_a_city_that_the_soviets_ever_took() -> None:
    """Zaporozhye was lost and is Axis again: 0803 is the last stop. A village in the same case stops nobody."""
    t = march("rail 1\n0912: GE-62\n1524: GE-298")
    t.s.history[h("0903")] = SOVIET_TOOK
    t.s.history[h("0711")] = SOVIET_TOOK
    t.play("move GE-62", "rail", *[f"to {place}" for place in WEST[:10]])
    assert t.place("GE-62") == "0803"
    assert t.asked() == "choose_mover" or "0903" not in t.moves()


@rule("7.3.2")
@rule("1.1.5")
def test_a_point_for_each_counter_full_or_reduced() -> None:
    t = march("rail 3\n0912: GE-2SSp GE-2SSa- GE-62\n1524: GE-298", "move GE-2SSp", "with GE-2SSa", "rail", "to 0811")
    assert t.s.track[tracks.RAIL] == 1
    t.play("to 0711", "stop", "move GE-62", "rail", "to 0811", "stop")
    assert t.s.track[tracks.RAIL] == 0


@rule("7.3.1")
@rule("7.3.2")
def test_without_points_no_train_and_points_are_paid_at_the_first_hex_only() -> None:
    assert march("rail 0\n0912: GE-62", "move GE-62").refused("rail") == "7.3.2 no_rail_points"
    t = march("rail 2\n0912: GE-62\n1524: GE-298", "move GE-62", "rail", "stop")
    assert t.s.track[tracks.RAIL] == 2


@rule("7.3.3")
def test_trains_run_only_on_lines_that_lead_to_a_source() -> None:
    """Soviets in 0708 and 1110 and 1013 cut Stalino off: nothing runs from there, not even one station."""
    t = march("rail 1\n0912: GE-62\n0708: SU-23\n1010: SU-24\n1014: SU-29\n0814: SU-38\n1113: SU-45", "move GE-62")
    assert t.refused("rail") == "7.3.3 not_on_rail_line"


@rule("7.3.4")
@rule("7.1.11")
def test_a_train_does_not_end_on_the_southern_row() -> None:
    """From 0115 the railway ends in 0014: nowhere to go on, so nobody goes; from the north it may stop before."""
    t = march("rail 1\n0115: GE-62\n1524: GE-298", "move GE-62", "rail")
    assert t.refused("to 0014") == "7.1.11 map_edge_row"
    assert "0215" in t.moves()
    t = march("rail 1\n0122: GE-62\n1524: GE-298", "move GE-62", "rail", "to 0022")
    assert t.place("GE-62") == "0124"  # it may not stop in 0022 or 0023, and the line leads on


# 7.4 -------------------------------------------------------------------------------------------------------------


@rule("7.4")
@rule("1.1.7")
def test_a_pontoon_lifts_the_river_on_its_own_side_both_ways_for_its_own_people() -> None:
    """A staff in 1827 bridges to 1927: a point, not three; to 1928 the river costs two more as ever."""
    for end, left in (("1927", 4), ("1928", 0)):
        t = draw("side soviet\nphase movement\n1827: SU-26TK SU-HQ-SW\n1929: SU-23")
        t.s.pontoon[u("SU-HQ-SW")] = PACK.direction(h("1827"), h("1927")) + 1
        t.s.forget_fields()
        assert t.play("move SU-26TK", f"to {end}").s.points == left
    t = draw("side soviet\nphase movement\n1927: SU-26TK\n1827: SU-HQ-SW\n1929: SU-23")
    t.s.pontoon[u("SU-HQ-SW")] = PACK.direction(h("1827"), h("1927")) + 1
    t.s.forget_fields()
    assert t.play("move SU-26TK", "to 1827").s.points == 4
    t = march("1827: GE-16P\n1928: SU-HQ-SW\n1524: GE-62")
    t.s.pontoon[u("SU-HQ-SW")] = PACK.direction(h("1928"), h("1827")) + 1
    t.s.forget_fields()
    assert t.play("move GE-16P", "to 1927").s.points == 0


@rule("7.4")
def test_a_bridging_unit_lifts_every_river_round_its_hex() -> None:
    """SU-23 in 1827 has bridges to 1927 and 1928; a tank corps crosses either for one point."""
    for end in ("1927", "1928"):
        t = draw("side soviet\nphase movement\n1827: SU-26TK SU-23\n1929: SU-24\non SU-23 soviet_bridging")
        assert t.play("move SU-26TK", f"to {end}").s.points == 4
