"""Chapters 11 to 13 in detail: where offensive markers lie, what an offensive costs, shortages, the reserve."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, OM
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_major as major
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.rules import r13_stavka as stavka
from kurgan.games.roads.terms import M_MAJOR, M_OUT, M_POOL, M_STAVKA, MOVED, OOS
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, decline, held, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
NINE = "box stavka artillery_2 artillery_2 artillery_3 katyusha katyusha tank_brigade tank_brigade vvs vvs"
TEN = f"{NINE} reserves"
FALLEN = "control soviet 1334 1434"


def names(hexes: list[int]) -> set[str]:
    return {PACK.hex_name[hex_] for hex_ in hexes}


# 11.1, 11.2 --------------------------------------------------------------------------------------------------------


@rule("11.1.2")
@pytest.mark.parametrize(
    ("control", "watched"), [("", True), ("control soviet 1334", True), ("control soviet 1434", True), (FALLEN, False)]
)
def test_while_the_axis_holds_a_hex_of_the_city_a_marker_must_watch_it(control: str, watched: bool) -> None:
    """Whether anybody stands there or not."""
    t = bare(f"turn DEC_I\n{control}", NO_OM)
    assert offensives.must_watch_city(t.s) == watched


@rule("11.1.2")
def test_a_marker_without_a_place_is_not_offered() -> None:
    """Every city, junction, bridge and ferry is Soviet: markers stay in hand; with one of the Axis they may come."""
    t = bare("turn DEC_I\nside soviet\n", NO_OM)
    for place in [*PACK.offensive_places, *PACK.stalingrad]:
        t.s.hold(place, vocabulary.SOVIET)
    assert offensives.has_marker_to_place(t.s) and offensives.marker_choices(t.s) == [DONE]
    t.s.hold(h("2108"), vocabulary.AXIS)
    assert offensives.marker_choices(t.s) == [DONE, OM + vocabulary.MINOR_A]


@rule("11.1.2")
def test_the_hexes_that_watch_the_city() -> None:
    """The two hexes and their neighbours, whoever holds them; 1332 is too far."""
    t = bare("turn NOV_IV\n1334: GE-71\ncontrol soviet 1234", NO_OM)
    found = names(offensives.candidate_hexes(t.s, vocabulary.MINOR_A))
    assert found == {"1334", "1434", "1333", "1335", "1433", "1233", "1234", "1435", "1534", "1535"}


@rule("11.1.2")
@rule("1.6.3")
@pytest.mark.parametrize(
    ("where", "control", "side"), [("1335", "", 1), ("1334", "", 1), ("1125", "", 0), ("1331", FALLEN, 0)]
)
def test_by_the_city_the_stalingrad_side_is_up(where: str, control: str, side: int) -> None:
    t = bare(f"turn DEC_I\n{control}", NO_OM, place_one=(vocabulary.MINOR_A,))
    offensives.take_place(t.s, 1000 + h(where))
    assert (t.s.track[tracks.MAJOR_AT + 1], t.s.track[tracks.MAJOR_STALINGRAD + 1]) == (h(where), side)


@rule("11.1.2")
@rule("5.3.5")
@pytest.mark.parametrize(("om", "where", "west"), [(0, "0518", 1), (0, "1420", 0), (1, "2108", 0), (0, "2108", 1)])
def test_the_first_major_marker_in_the_west_is_remembered(om: int, where: str, west: int) -> None:
    """Rostov and Kharkov lie west of the Donets, Millerovo does not; a minor marker leaves no trace."""
    t = bare(f"turn FEB_I\n{FALLEN}", NO_OM, place_one=(om,))
    offensives.take_place(t.s, 1000 + h(where))
    assert t.s.track[tracks.MAJOR_WEST] == west


@rule("11.1.2")
def test_one_watcher_frees_the_others() -> None:
    """Minor A watches: Minor B goes to strategic places, not to the city; with nobody there it may go to either."""
    t = bare("turn FEB_I\n1334: GE-71", {**NO_OM, tracks.MAJOR_AT + 1: h("1335")})
    assert h("0518") in offensives.candidate_hexes(t.s, vocabulary.MINOR_B)
    assert h("1335") not in offensives.candidate_hexes(t.s, vocabulary.MINOR_B)
    t = bare("turn FEB_I\n1334: GE-71", NO_OM)
    assert {h("0518"), h("1335")} <= set(offensives.candidate_hexes(t.s, vocabulary.MINOR_B))
    assert offensives.marker_choices(t.s)[0] != 0
    last = bare("turn FEB_I\n1334: GE-71", {**NO_OM, tracks.MAJOR_AT + 1: h("1125")})
    assert h("0518") not in offensives.candidate_hexes(last.s, vocabulary.MINOR_B)


@rule("11.1.2")
@rule("11.4.2")
@pytest.mark.parametrize(
    ("text", "must"),
    [
        (f"1334: GE-71\n1333: GE-HQ-6A\n{TEN}", True),
        (f"1334: GE-71\n1333: GE-HQ-6A\n{NINE}", False),
        (f"1334: GE-71\n{TEN}", False),
        (f"1333: GE-71 GE-HQ-6A\n{TEN}", False),
        (f"1334: GE-HQ-6A\n{TEN}", False),
    ],
)
def test_a_supplied_axis_unit_in_the_city_draws_the_major_offensive(text: str, must: bool) -> None:
    """If one can be launched; a unit outside, one out of supply, a staff alone do not."""
    t = bare(f"turn DEC_I\n{text}", NO_OM)
    assert offensives.must_strike_city(t.s) == must
    if must:
        assert offensives.marker_choices(t.s) == [3600]
        assert h("0518") not in offensives.candidate_hexes(t.s, vocabulary.MAJOR_OM)


@rule("11.1.1")
@rule("11.4.1")
@pytest.mark.parametrize(
    ("shown", "text", "hand"),
    [
        ({}, f"turn DEC_I\n{TEN}", [0, 1]),
        ({}, f"turn JAN_I\n{TEN}", [0, 1, 2]),
        ({}, f"turn JAN_I\n{NINE}", [1, 2]),
        ({tracks.GARRISON_FAILED: 1}, f"turn JAN_I\n{TEN}", [1, 2]),
        ({tracks.MAJOR_WAITS + 1: 1}, f"turn JAN_I\n{TEN}", [0, 2]),
        ({tracks.MAJOR_AT: 5}, f"turn JAN_I\n{TEN}", [1, 2]),
        ({}, f"turn NOV_III\n{TEN}", [0]),
    ],
)
def test_which_markers_are_in_hand(shown: dict[int, int], text: str, hand: list[int]) -> None:
    """Minor A from NOV IV, Minor B from JAN I; the Major one with ten supports; none that is on the map or away."""
    t = bare(text, {**NO_OM, **shown})
    assert [om for om in offensives.MARKERS if offensives.is_in_hand(t.s, om)] == hand


@rule("11.1.2")
def test_strategic_places_are_axis_ground_of_the_played_map() -> None:
    t = bare(f"turn FEB_I\n{FALLEN}\ncontrol soviet 1125", NO_OM)
    found = names(offensives.candidate_hexes(t.s, vocabulary.MINOR_A))
    assert {"1023", "1110", "0729", "1129"} <= found
    assert not {"1125", "1524", "2130"} & found
    t = bare(f"scenario backhand\nturn FEB_IV\n{FALLEN}", NO_OM)
    assert all(int(name[2:]) <= 20 for name in names(offensives.candidate_hexes(t.s, vocabulary.MINOR_B)))


@rule("11.2.1")
@rule("11.2.2")
@rule("11.2.3")
@pytest.mark.parametrize(("occupant", "away"), [("", 0), ("1125: GE-62", 1), ("1125: SU-23", 0)])
def test_taking_a_marker_off_costs_its_supports_and_under_axis_units_the_turn(occupant: str, away: int) -> None:
    text = f"turn DEC_I\n{FALLEN}\n{occupant}\nbox minor_a vvs katyusha\nbox stavka reserves"
    t = stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("1125"), tracks.MAJOR_STALINGRAD + 1: 1}).play(
        "no", "remove"
    )
    assert (
        t.s.track[tracks.MAJOR_AT + 1],
        t.s.track[tracks.MAJOR_STALINGRAD + 1],
        t.s.track[tracks.MAJOR_WAITS + 1],
    ) == (-1, 0, away)
    assert supports.markers_in(t.s, 3, vocabulary.SOVIET) == []
    assert supports.count_real(t.s, M_STAVKA) == 1


@rule("11.2.1")
def test_a_marker_that_stays_keeps_everything() -> None:
    text = f"turn DEC_I\n{FALLEN}\nbox minor_a vvs"
    t = decline(stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("1125")}))
    assert (t.s.track[tracks.MAJOR_AT + 1], supports.count_real(t.s, 3)) == (h("1125"), 1)


@rule("11.2.2")
def test_markers_that_were_away_come_back_at_the_end_of_the_turn() -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MAJOR_WAITS: 1, tracks.MAJOR_WAITS + 2: 1})
    t.s.events = []
    offensives.return_waiting(t.s)
    assert [e.args for e in t.s.events] == [(0,), (2,)]
    assert [t.s.track[tracks.MAJOR_WAITS + om] for om in range(3)] == [0, 0, 0]


# 11.4 -------------------------------------------------------------------------------------------------------------


def launched(text: str) -> Drawn:
    """A major offensive on Rostov, its supports shown."""
    return stage("offensives", f"{FALLEN}\nturn FEB_IV\n{text}", NO_OM).play("no", "place major", "at 0518")


@rule("11.4.2")
@rule("12.2")
def test_shortages_go_back_and_everything_is_shown() -> None:
    t = launched(f"{TEN} shortage\n1524: GE-62")
    assert len(t.told("support_revealed")) == 11
    assert supports.find(t.s, M_STAVKA, vocabulary.SHORTAGE) < 0
    assert supports.find(t.s, M_POOL, vocabulary.SHORTAGE) >= 0


@rule("11.4.2")
def test_no_support_stays_in_the_stavka_box() -> None:
    t = launched(TEN)
    while t.asked() == "allot_support":
        t.play(next(c for c in t.choices() if c.startswith("keep")))
    assert (supports.count_real(t.s, M_STAVKA), supports.count_real(t.s, M_MAJOR)) == (0, 10)


@rule("11.4.2")
def test_an_exchange_takes_two_and_gives_one_real_support_of_the_pool() -> None:
    t = launched(f"{TEN}\nbox pool surprise_attack shortage\n")
    t.play("exchange vvs", "exchange reserves")
    assert t.refused("choose shortage") == "12.2 shortage_useless"
    t.play("choose surprise_attack")
    assert supports.find(t.s, M_MAJOR, vocabulary.SURPRISE_ATTACK) >= 0
    assert supports.find(t.s, M_POOL, vocabulary.RESERVES) >= 0


@rule("11.4.2")
def test_the_last_single_support_cannot_be_exchanged() -> None:
    t = bare("turn FEB_I\nbox stavka vvs", NO_OM, major_offensive=(0, 0))
    assert major.why_not_exchange(t.s) != 0
    t = bare("turn FEB_I\nbox stavka vvs katyusha", NO_OM, major_offensive=(0, 0))
    assert major.why_not_exchange(t.s) == 0
    t = bare("turn FEB_I\nbox stavka vvs", NO_OM, major_offensive=(1, 0))
    assert major.why_not_exchange(t.s) == 0
    t = bare("turn FEB_I\nbox stavka vvs katyusha", NO_OM, major_offensive=(6, 0))
    assert major.why_not_exchange(t.s) != 0


@rule("11.4.2")
def test_supports_are_spent_on_units_only_as_long_as_there_are_any_to_pay_for() -> None:
    """One infantry division in the box: one support, not two."""
    t = launched(f"{TEN}\n0418: SU-23\n0417: SU-HQ-STAL\ncontrol soviet 0017\nstavka: SU-24")
    assert "spend vvs" in t.choices()
    t.play("spend vvs")
    assert "spend vvs" not in t.choices()
    assert launched(TEN).refused("spend vvs") == "13.1.1 not_in_stavka"


BOUGHT = f"{FALLEN}\nturn FEB_IV\n0417: SU-HQ-STAL\ncontrol soviet 0017\n0518: GE-111\n"


@rule("11.4.2")
def test_where_a_bought_unit_may_stand() -> None:
    """On or beside a supplied friend within three hexes of the marker, contact or not; not by one out of supply."""
    t = bare(f"{BOUGHT}0418: SU-23", {**NO_OM, tracks.MAJOR_AT: h("0518")})
    found = names(major.offensive_hexes(t.s))
    assert {"0418", "0417", "0419", "0519"} <= found
    assert "0518" not in found
    assert all(PACK.distance(h(name), h("0518")) <= 3 for name in found)
    lonely = bare(f"{FALLEN}\nturn FEB_IV\n0418: SU-23\n0518: GE-111", {**NO_OM, tracks.MAJOR_AT: h("0518")})
    assert major.offensive_hexes(lonely.s) == []


@rule("11.4.2")
@rule("1.11.3")
def test_a_bought_unit_needs_room_and_its_price() -> None:
    text = f"{BOUGHT}0418: SU-23 SU-29 SU-38\nstavka: SU-24 SU-3TK"
    t = bare(text, {**NO_OM, tracks.MAJOR_AT: h("0518")}, major_offensive=(0, 1))
    assert [PACK.unit_name[a - 1] for a in major.buy_choices(t.s)[1:]] == ["SU-24"]
    hold(t, "buy_one", u("SU-24"))
    assert 1000 + h("0418") not in major.bought_hexes(t.s)
    assert 1000 + h("0417") in major.bought_hexes(t.s)


# 12 ---------------------------------------------------------------------------------------------------------------


@rule("12.1")
def test_every_shortage_there_is_and_then_no_more() -> None:
    """The Test marker and nine others."""
    t = bare("turn DEC_I\n2025: SU-HQ-SW", NO_OM)
    for _ in range(12):
        momentum.hq_moved(t.s, u("SU-HQ-SW"))
    assert t.s.track[tracks.SHORTAGES] == 10
    kinds_out = [PACK.marker_kind[m] for m in range(PACK.marker_count) if t.s.marker_place[m] == M_OUT]
    assert vocabulary.SHORTAGE not in kinds_out


@rule("12.1")
@rule("7.1.2")
def test_a_march_of_a_headquarters_is_one_move_and_staying_is_none() -> None:
    t = stage("movement", "side soviet\nturn DEC_I\n2129: SU-HQ-DON\n1827: SU-23", NO_OM).play("move SU-HQ-DON", "stop")
    assert t.s.track[tracks.SHORTAGES] == 0
    t = stage("movement", "side soviet\nturn DEC_I\n2129: SU-HQ-DON\n1827: SU-23", NO_OM)
    t.play("move SU-HQ-DON", "to 2130", "to 2229", "stop")
    assert t.s.track[tracks.SHORTAGES] == 1


@rule("12.3")
@rule("12.3.3")
@rule("12.3.4")
@pytest.mark.parametrize(
    ("box", "paid", "cut"),
    [("shortage shortage vvs", 1, 1), ("shortage vvs katyusha", 1, 0), ("vvs", 0, 0), ("shortage shortage", 0, 2)],
)
def test_what_the_test_marker_costs(box: str, paid: int, cut: int) -> None:
    """A real support for each shortage while there are any, a stack for each of the rest."""
    text = f"turn FEB_I\nbox minor_a test_shortage {box}\nbox stavka shortage reserves\n1628: RO-1\n1629: SU-23"
    t = bare(text, {**NO_OM, tracks.TEST_BOX: 3}, test_shortage=())
    momentum.open_box(t.s)
    assert held(t, "test_shortage") == (paid, cut)


@rule("12.3")
@rule("12.3.5")
def test_only_the_box_of_the_test_marker_is_touched() -> None:
    text = "turn FEB_I\nbox minor_a test_shortage shortage shortage vvs\nbox stavka shortage reserves\n1629: SU-23"
    t = stage("test_shortage", text, {**NO_OM, tracks.TEST_BOX: 3})
    decline(t)
    assert supports.markers_in(t.s, 3, vocabulary.SOVIET) == []
    assert len(supports.markers_in(t.s, M_STAVKA, vocabulary.SOVIET)) == 2
    assert t.s.track[tracks.TEST_BOX] == 0


@rule("12.3.4")
def test_which_stacks_the_axis_may_cut_off() -> None:
    """In contact and still in supply; not a staff alone, not one marked already."""
    t = bare("turn FEB_I\n1628: RO-1\n1629: SU-23~\n1729: SU-24\n1528: SU-HQ-SW\n1730: SU-29", NO_OM)
    assert names(momentum.contact_stacks(t.s)) == {"1729"}


@rule("12.3.4")
def test_a_stack_a_shortage_as_long_as_the_axis_likes() -> None:
    text = "turn FEB_I\nbox stavka test_shortage shortage shortage\n1628: RO-1\n1629: SU-23 SU-24\n1729: SU-29\n"
    text += "1627: SU-38"
    t = stage("test_shortage", text, {**NO_OM, tracks.TEST_BOX: M_STAVKA})
    assert t.seat() == vocabulary.AXIS
    t.play("at 1629", "at 1729")
    assert t.asked() == "over"
    assert [t.supply(name) for name in ("SU-23", "SU-24", "SU-29", "SU-38")] == [OOS, OOS, OOS, 0]


# 13 ---------------------------------------------------------------------------------------------------------------

FRONTS = "2025: SU-HQ-SW\n2130: SU-HQ-DON\n"
RESERVE = "stavka: SU-4MK SU-23 SU-24 SU-29\n"


@rule("13.1.1")
@pytest.mark.parametrize(("modified", "units_"), [(-2, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (9, 3)])
def test_the_release_table(modified: int, units_: int) -> None:
    assert PACK.stavka_release(modified) == units_


@rule("13.1.1")
@rule("13.1.3")
def test_modifiers_and_places_by_location() -> None:
    """Major city with a railway +2 and three units, city +1 and two, railway 0 and two, road -1 and one."""
    assert [PACK.stavka_drm[i] for i in range(4)] == [-1, 0, 1, 2]
    assert [PACK.stavka_enter[i] for i in range(4)] == [1, 2, 2, 3]


@rule("13.1.1")
def test_a_city_without_a_railway_is_a_road() -> None:
    t = bare("turn DEC_I\n1716: SU-HQ-SW\n0308: SU-HQ-DON\n1227: SU-HQ-VOR", NO_OM)
    rails = {name: bool(PACK.rail_hex[h(name)]) for name in ("1716", "0308", "1227")}
    for hq, name in (("SU-HQ-SW", "1716"), ("SU-HQ-DON", "0308"), ("SU-HQ-VOR", "1227")):
        town = PACK.settlement[h(name)]
        expected = (
            (vocabulary.STAVKA_CITY if town >= vocabulary.CITY else vocabulary.STAVKA_RAIL)
            if rails[name]
            else vocabulary.STAVKA_ROAD
        )
        assert stavka.place_class(t.s, u(hq)) == expected


@rule("13.1.1")
def test_priority_gives_one_more_the_second_front_does_not() -> None:
    t = stage("stavka", f"turn DEC_I\n{FRONTS}{RESERVE}", NO_OM)
    t.play("unit SU-HQ-DON", "unit SU-HQ-SW", "roll_release 3", "none", "roll_release 5")
    assert t.told("stavka_rolled") == [(u("SU-HQ-DON"), 4, 3), (u("SU-HQ-SW"), 4, 2)]


@rule("13.1.1")
def test_two_different_headquarters_and_the_second_is_optional() -> None:
    t = stage("stavka", f"turn DEC_I\n{FRONTS}{RESERVE}", NO_OM).play("unit SU-HQ-DON")
    assert t.choices() == ["none", "unit SU-HQ-SW"]
    t.play("none", "roll_release 1")
    assert len(t.told("stavka_rolled")) == 1


@rule("13.1.1")
def test_each_support_of_the_stavka_box_adds_one_and_goes_to_the_pool() -> None:
    t = stage("stavka", f"turn DEC_I\nbox stavka vvs katyusha shortage\nbox minor_a reserves\n{FRONTS}{RESERVE}", NO_OM)
    t.play("unit SU-HQ-DON", "none")
    assert t.choices() == ["none", "spend stavka katyusha", "spend stavka vvs"]
    t.play("spend stavka vvs", "spend stavka katyusha", "none", "roll_release 1")
    assert t.told("stavka_rolled") == [(u("SU-HQ-DON"), 1 + 1 + 2, 3)]
    assert supports.find(t.s, M_POOL, vocabulary.VVS) >= 0


@rule("13.1.1")
@rule("10.2.6")
def test_without_supports_nothing_is_added() -> None:
    t = stage("stavka", f"turn DEC_I\nbox stavka vvs\n{FRONTS}{RESERVE}", {**NO_OM, tracks.GARRISON_FAILED: 1})
    t.play("unit SU-HQ-DON", "none")
    assert t.asked() == "roll_release"


@rule("13.1.1")
def test_points_are_used_up_and_what_is_left_may_be_let_go() -> None:
    """Three points: a corps for two and a division; a second corps is too dear."""
    t = stage("stavka", f"turn DEC_I\n{FRONTS}stavka: SU-4MK SU-26TK SU-23 SU-24\n", NO_OM)
    t.play("unit SU-HQ-DON", "none", "roll_release 3", "unit SU-4MK", "at 2130")
    assert t.refused("unit SU-26TK") == "13.1.1 too_dear"
    t.play("unit SU-23", "at 2130")
    assert not flow.is_under_way(t.s, "release_front")
    assert t.place("SU-24") == "stavka"


def ground(text: str, hq: str = "SU-HQ-DON", shown: dict[int, int] | None = None) -> set[str]:
    t = bare(f"turn DEC_I\n{text}", {**NO_OM, **(shown or {})}, release_front=(u(hq) if hq else stavka.NO_HQ, 1))
    for unit in range(PACK.unit_count):
        if t.s.where[unit] >= 0 and PACK.side[unit] == vocabulary.SOVIET:
            t.s.mark[unit] |= MOVED
    return names(stavka.release_ground(t.s))


@rule("13.1.1")
def test_released_units_stand_with_or_beside_their_headquarters() -> None:
    """2130 and its neighbours; not where an enemy is near; 19.2.7 closes the last positions to movement only."""
    around = {"2130", "2129", "2131", "2229", "2230", "2029", "2030"}
    found = ground("2130: SU-HQ-DON")
    assert found <= around
    assert {"2130", "2129", "2229"} <= found
    assert "2129" not in ground("2130: SU-HQ-DON\n2128: GE-62")
    assert "1335" in ground("1336: SU-HQ-STAL", "SU-HQ-STAL")
    assert "1335" not in ground("1336: SU-HQ-STAL\n1334: GE-71", "SU-HQ-STAL")


@rule("13.1.2")
def test_in_a_major_offensive_units_come_beside_friends_near_the_marker() -> None:
    """Three hexes round 1929, adjacent to a unit that was there; supplied, out of contact, not on the unit itself."""
    text = "2025: SU-HQ-SW\n1929: SU-14G\n2130: SU-HQ-DON\n1926: SU-23"
    found = ground(text, "", {tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: 1})
    assert {"1928", "1930", "2028", "2029"} <= found
    assert "1929" not in found
    assert all(PACK.distance(h(name), h("1929")) <= 3 for name in found)
    assert "1928" not in ground(f"{text}\n1827: GE-62", "", {tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: 1})


@rule("13.1.2")
def test_eight_points_in_a_major_offensive() -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MAJOR_NOW: 1})
    assert stavka.major_points(t.s) == (stavka.NO_HQ, 8)
    for name, cost in (("SU-26TK", 2), ("SU-4MK", 2), ("SU-8KK", 1), ("SU-23", 1)):
        assert stavka.unit_cost(t.s, u(name)) == cost


@rule("13.1.2")
def test_newcomers_do_not_count_as_friends() -> None:
    t = bare(
        f"turn DEC_I\n{FRONTS}1929: SU-14G\n{RESERVE}",
        {**NO_OM, tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: 1},
    )
    stavka.begin_stavka(t.s)
    before = stavka.offensive_ground(t.s)
    t.s.place(u("SU-23"), h("2028"))
    assert stavka.offensive_ground(t.s) == before


@rule("13.1.3")
def test_who_may_enter_the_reserve() -> None:
    """Soviet units with or beside the staff, not the staff itself, not those two hexes away."""
    t = bare("turn DEC_I\n2130: SU-HQ-DON SU-23\n2129: SU-24\n2128: SU-29\n2230: SU-26TK-", NO_OM)
    assert sorted(PACK.unit_name[x] for x in stavka.units_beside(t.s, u("SU-HQ-DON"))) == ["SU-23", "SU-24", "SU-26TK"]


@rule("13.1.3")
def test_two_depots_and_only_those_with_units() -> None:
    t = stage("stavka", "turn DEC_I\n2130: SU-HQ-DON SU-23\n2025: SU-HQ-SW SU-24\n2727: SU-HQ-VOR", NO_OM)
    assert t.choices() == ["none", "unit SU-HQ-SW", "unit SU-HQ-DON"]
    t.play("unit SU-HQ-DON")
    assert t.choices() == ["none", "unit SU-HQ-SW"]
    t.play("unit SU-HQ-SW", "unit SU-23")
    decline(t)
    assert (t.place("SU-23"), t.place("SU-24")) == ("stavka", "2025")


@rule("13.1.3")
@rule("13.2.2")
@rule("5.5.3")
def test_a_unit_that_enters_is_whole_and_leaves_its_markers() -> None:
    t = bare("turn DEC_I\n2130: SU-HQ-DON SU-23-~*\non SU-23 artillery_2", NO_OM, entering=(2,))
    stavka.take_enter(t.s, 1 + u("SU-23"))
    assert (t.place("SU-23"), t.s.steps[u("SU-23")], t.s.supply[u("SU-23")], t.s.mark[u("SU-23")]) == (
        "stavka",
        2,
        0,
        0,
    )
    assert (supports.find(t.s, M_POOL, vocabulary.ARTILLERY_2) >= 0, held(t, "entering")) == (True, (1,))
    stavka.take_enter(t.s, 0)
    assert not flow.is_under_way(t.s, "entering")


@rule("13.1")
@rule("13.1.2")
def test_the_turn_of_an_offensive_has_its_own_release() -> None:
    for now, expected in ((0, "choose_priority_hq"), (1, "choose_offensive_unit")):
        t = stage(
            "stavka",
            f"turn DEC_I\n{FRONTS}1929: SU-14G\n{RESERVE}",
            {**NO_OM, tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: now},
        )
        assert t.asked() == expected
        assert t.s.track[tracks.TURN] == 2
