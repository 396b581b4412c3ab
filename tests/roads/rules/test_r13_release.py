"""Chapters 13 and 17.1, second reading: who is released where, who arrives where, and what is left in hand."""

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import HEX, UNIT
from kurgan.games.roads.rules import r13_stavka as stavka
from kurgan.games.roads.rules import r17_replacements as replacements
from kurgan.games.roads.terms import ELIMINATED, IN_SUPPLY, MOVED, TO_COME
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.staged import bare, held, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
RESERVE = "stavka: SU-4MK SU-23 SU-24 SU-8KK SU-29\n"
FRONTS = "2025: SU-HQ-SW\n2130: SU-HQ-DON\n"
CITY = "turn DEC_I\ncontrol soviet 1334 1434\n"


@rule("13.1.2")
def test_marks_of_an_earlier_phase_do_not_make_a_reserve_a_friend() -> None:
    """Who is on the map is marked when the phase begins; who waits in the box has no mark at all."""
    t = bare("turn DEC_I\n1929: SU-14G\n" + RESERVE, NO_OM)
    t.s.mark[u("SU-4MK")] = MOVED
    stavka.begin_stavka(t.s)
    assert (t.s.mark[u("SU-4MK")], t.s.mark[u("SU-23")]) == (0, 0)
    assert t.s.mark[u("SU-14G")] & MOVED


@rule("13.1.1")
@rule("13.1.2")
def test_nobody_is_put_outside_the_map_of_the_scenario_or_with_the_28th() -> None:
    t = bare("scenario uranus\nturn NOV_IV\n0931: SU-14G", NO_OM)
    ground = [PACK.hex_name[x] for x in range(PACK.hex_count) if stavka.is_open_ground(t.s, x)]
    assert all(PACK.scenarios["uranus"].plays[h(name)] for name in ground)
    assert "1929" in ground and "0233" not in ground
    text = "turn DEC_I\n0631: SU-HQ-STAL\n0731: SU-HQ-SW\n"
    t = bare(text, NO_OM, release_front=(u("SU-HQ-STAL"), 1))
    beside = [PACK.hex_name[x] for x in PACK.neighbours[h("0631")]]
    assert {PACK.hex_name[x] for x in stavka.release_ground(t.s)} == {"0631", *beside} - {"0532"}
    t = bare("turn DEC_I\n0631: SU-14G\n0731: SU-HQ-STAL\n0729: SU-23", {**NO_OM, tracks.MAJOR_AT: h("0631")})
    stavka.begin_stavka(t.s)
    near = {PACK.hex_name[x] for x in stavka.offensive_ground(t.s)}
    assert near and not near & {PACK.hex_name[x] for x in range(PACK.hex_count) if PACK.zone_28th[x]}


@rule("13.1.1")
@rule("13.1.2")
def test_a_release_is_told_with_its_paragraph_and_leaves_nobody_in_hand() -> None:
    text = "turn DEC_I\n1929: SU-14G\n2025: SU-HQ-SW\n" + RESERVE
    t = stage("stavka", text, {**NO_OM, tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: 1})
    t.play("unit SU-23", "at 2028")
    assert held(t, "release_offensive_unit") == ()
    assert held(t, "release_offensive") == (stavka.NO_HQ, PACK.stavka_major_points - 1)
    assert [(e.rule, e.args) for e in t.events if e.args == (u("SU-23"), h("2028"))][-1][0] == "13.1.2"
    assert t.told("unit_released") == [(u("SU-23"), h("2028"))]
    t = stage("stavka", "turn DEC_I\n" + FRONTS + RESERVE, NO_OM)
    t.play("unit SU-HQ-SW", "none", "roll_release 6", "unit SU-23", "at 2025")
    assert held(t, "release_front_unit") == ()
    assert [e.rule for e in t.events if e.args == (u("SU-23"), h("2025"))][-1] == "13.1.1"


@rule("13.1.1")
def test_a_reserves_marker_releases_two_points_at_a_front_without_a_throw() -> None:
    """Nobody asks at a headquarters that is not on the map, nor at a unit; nobody is in hand before he is chosen."""
    text = "turn DEC_I\nbox stavka reserves\n" + FRONTS + RESERVE
    t = stage("reserve_release", text, NO_OM)
    assert t.choices() == ["unit SU-HQ-SW", "unit SU-HQ-DON"]
    for name in ("SU-HQ-VOR", "SU-23"):
        assert t.refused(f"unit {name}").endswith("no_such_hq")
    t.play("unit SU-HQ-SW")
    assert (held(t, "release_reserve_unit"), held(t, "release_reserve")) == ((), (u("SU-HQ-SW"), 2))
    t.play("unit SU-23", "at 2025", "unit SU-24", "at 2025")
    assert t.asked() == "over"


@rule("17.1")
def test_one_arrival_may_come_straight_into_a_city_that_nobody_threatens() -> None:
    """In DEC I 300 and 315 are due for the reserve: one may come to Stalingrad, the others fill the box."""
    t = bare(CITY, NO_OM)
    due = [x for x in t.s.ways.units_of[0] if x in (u("SU-300"), u("SU-315"))]
    for x in due:
        t.s.lift(x, TO_COME)
        t.s.away[x] = t.s.track[tracks.TURN]
    t.s.lift(u("SU-34G"), TO_COME)  # it comes onto the map, by its own hexes
    t.s.away[u("SU-34G")] = t.s.track[tracks.TURN]
    assert replacements.stavka_arrivals(t.s) == due
    assert {PACK.hex_name[x] for x in replacements.open_cities(t.s)} == {"1334", "1434"}
    assert replacements.has_open_city(t.s)
    t.s.steps[due[0]] = t.s.steps[due[1]] = 0
    hold(t, "arrive_in_city", due[0])
    t.s.mark[due[0]] = MOVED
    t.s.supply[due[0]] = 1
    t.s.hold(h("1434"), 1)
    replacements.take_city(t.s, HEX + h("1434"))
    assert t.place("SU-300") == "1434" and t.control("1434") == "soviet"
    assert (t.s.mark[due[0]], t.s.supply[due[0]], t.s.away[due[0]]) == (0, IN_SUPPLY, -1)
    replacements.fill_stavka(t.s)
    assert t.place("SU-315") == "stavka" and t.s.steps[due[1]] == PACK.max_steps[due[1]]
    assert not replacements.has_open_city(t.s)  # nobody is left to come


@rule("17.1")
def test_a_full_city_hex_takes_no_arrival() -> None:
    text = CITY + "1334: SU-13G SU-14G SU-24 SU-29\n"
    t = bare(text, NO_OM)
    x = u("SU-300")
    t.s.lift(x, TO_COME)
    t.s.away[x] = t.s.track[tracks.TURN]
    assert [PACK.hex_name[n] for n in replacements.city_hexes(t.s, x)] == ["1434"]
    t = bare("scenario backhand\nturn FEB_III\ncontrol soviet 1334 1434", NO_OM)
    assert not any(PACK.hex_name[n] in ("1334", "1434") for n in replacements.open_cities(t.s))


@rule("17.1")
def test_the_city_for_an_arrival_is_asked_for() -> None:
    text = CITY + "1336: SU-HQ-STAL\n"
    t = bare(text, NO_OM)
    for name in ("SU-300", "SU-315"):
        t.s.lift(u(name), TO_COME)
        t.s.away[u(name)] = t.s.track[tracks.TURN]
    flow.start(t.s, "soviet_reinforcements")
    assert t.asked() == "choose_for_city"
    assert t.choices() == ["none", "unit SU-300", "unit SU-315"]
    t.play("unit SU-300")
    assert t.choices() == ["at 1334", "at 1434"]
    assert t.refused("at 0518") == t.refused("at 1234") == "17.1 city_place"
    t.play("at 1334")
    assert (t.place("SU-300"), t.place("SU-315")) == ("1334", "stavka")


@rule("17.2.2")
def test_only_arrivals_ride_and_only_while_there_are_rail_points() -> None:
    t = bare("side axis\nturn DEC_I\n0518: GE-62 GE-22P", {**NO_OM, tracks.RAIL: 0})
    for name in ("GE-62", "GE-22P"):
        t.s.mark[u(name)] = 0
    assert replacements.riders(t.s) == []
    t.s.track[tracks.RAIL] = 1
    t.s.mark[u("GE-22P")] = MOVED
    assert replacements.riders(t.s) == [u("GE-62")]


@rule("17.2.3")
def test_a_division_comes_back_for_the_lost_city_where_the_axis_has_replacements() -> None:
    """It is reduced, comes to a German headquarters, and is never an elite, an allied or a panzer division."""
    text = "turn DEC_I\nside axis\ncontrol soviet 1334 1434\n0518: GE-HQ-6A\neliminated: GE-94 GE-389 GE-71\n"
    t = stage("axis_reinforcements", text, NO_OM)
    assert t.asked() == "choose_free_division"
    assert t.choices() == ["unit GE-94", "unit GE-389"]
    assert t.refused("unit GE-71") == "17.3.14 no_replacements_for_it"
    t.play("unit GE-94", "at 0518")
    assert t.place("GE-94") == "0518-"
    t = bare("scenario uranus\nturn NOV_IV\nside axis\ncontrol soviet 1334 1434\n1130: GE-HQ-6A\n", NO_OM)
    t.s.lift(u("GE-94"), ELIMINATED)
    assert replacements.fallen_divisions(t.s) and not replacements.has_free_division(t.s)


@rule("17.3")
def test_a_point_in_hand_and_a_refused_payment() -> None:
    t = bare("side axis\nturn DEC_I\n0518: GE-HQ-6A GE-71-", NO_OM)
    hold(t, "replacements", *replacements.shared_out(t.s, 3))
    assert replacements.is_in_radius(t.s, u("GE-71"))  # the radius was traced, whatever was traced before
    hold(t, "rebuild_one", u("GE-71"))
    assert not replacements.needs_support(t.s)
    replacements.take_rebuild(t.s, 0)
    assert t.s.stack == []
    t = bare("side soviet\nturn DEC_I\n2130: SU-HQ-DON\n2129: SU-26TK-", NO_OM)
    replacements.shared_out(t.s, 1)
    space = replacements.pay_space(t.s)
    assert len(space) == len(set(space)) and 0 not in space  # a payment cannot be declined


@rule("17.3.13")
@rule("17.3")
def test_no_point_is_given_to_a_division_that_has_nowhere_to_come() -> None:
    """A German division needs a German headquarters; a Soviet one waits in the reserve and needs none."""
    text = "turn DEC_I\nside axis\neliminated: GE-94\n1620: RO-HQ-3A\n"
    t = bare(text, NO_OM, replacements=(2, 1))
    assert UNIT + u("GE-94") not in replacements.rebuild_choices(t.s)
    t.s.place(u("GE-HQ-6A"), h("0518"))
    t.s.forget_fields()
    assert UNIT + u("GE-94") in replacements.rebuild_choices(t.s)
    t = bare("turn DEC_I\nside soviet\neliminated: SU-23\n", NO_OM, replacements=(2, 0))
    assert UNIT + u("SU-23") in replacements.rebuild_choices(t.s)
