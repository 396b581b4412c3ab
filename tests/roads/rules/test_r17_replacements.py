"""Chapter 17: reinforcements and replacements."""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.rules import r17_replacements as replacements
from kurgan.games.roads.terms import DISPLACED, EVACUATED, M_AXIS, TO_COME
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import Drawn, h, u
from tests.roads.staged import bare, begin, held, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def due(t: Drawn, *names: str) -> None:
    """These units arrive in the present turn."""
    for name in names:
        t.s.where[u(name)] = TO_COME
        t.s.steps[u(name)] = t.s.pack.max_steps[u(name)]
        t.s.away[u(name)] = 2


def arrivals(text: str, phase: str, names: list[str], shown: dict[int, int] | None = None) -> Drawn:
    """DEC I with these units due, at the start of a reinforcements phase."""
    t = bare("turn DEC_I\n" + text, {**NO_OM, tracks.APPROVAL: 1, tracks.MANSTEIN: 1, **(shown or {})})
    due(t, *names)
    flow.start(t.s, phase)
    return t


@rule("17.1")
def test_soviet_reinforcements_wait_in_the_reserve() -> None:
    t = arrivals("", "soviet_reinforcements", ["SU-300", "SU-7TK"])
    assert (t.place("SU-300"), t.place("SU-7TK")) == ("stavka", "stavka")


@rule("17.1")
def test_one_arrival_may_come_in_a_captured_major_city() -> None:
    """Rostov is Soviet and nobody is beside it: 7 Tank Corps appears there."""
    t = arrivals("control soviet 0518", "soviet_reinforcements", ["SU-300", "SU-7TK"])
    t.play("unit SU-7TK")
    assert (t.place("SU-7TK"), t.place("SU-300")) == ("0518", "stavka")
    t = arrivals("control soviet 0518\n0519: GE-62", "soviet_reinforcements", ["SU-300"])
    assert t.place("SU-300") == "stavka"


@rule("17.2.1")
@rule("19.0")
def test_axis_reinforcements_choose_among_their_hexes() -> None:
    """8 Luftwaffe in 1125 or 1023; an enemy in one leaves the other, enemies in both destroy it."""
    t = arrivals("side axis", "axis_reinforcements", ["GE-8L"])
    assert sorted(t.choices()) == ["at 1023", "at 1125"]
    t.play("at 1125")
    assert t.place("GE-8L") == "1125"
    t = arrivals("side axis\n1125: SU-23", "axis_reinforcements", ["GE-8L"])
    assert t.place("GE-8L") == "1023"
    t = arrivals("side axis\n1125: SU-23\n1023: SU-24", "axis_reinforcements", ["GE-8L"])
    assert t.place("GE-8L") == "eliminated"


@rule("19.3.4")
def test_the_optional_headquarters_arrives_in_0022() -> None:
    t = arrivals("control soviet 0022", "soviet_reinforcements", ["SU-HQ-TRANS"])
    assert t.place("SU-HQ-TRANS") == "0022"


@rule("17.2.2")
@rule("7.3.5")
def test_arrivals_may_go_on_by_rail() -> None:
    """With a rail point 8 Luftwaffe rides from Morozovsk towards the west; without points nobody is asked."""
    t = arrivals("side axis", "axis_reinforcements", ["GE-8L"], {tracks.RAIL: 1})
    t.play("at 1125", "unit GE-8L", "to 1024", "stop")
    assert t.place("GE-8L") == "1024"
    assert t.s.track[tracks.RAIL] == 0
    t = arrivals("side axis", "axis_reinforcements", ["GE-8L"], {tracks.RAIL: 0})
    t.play("at 1125")
    assert t.asked() != "choose_rider"


@rule("17.2.4")
@rule("6.1.1")
def test_after_a_defeat_at_rzhev_a_division_rides_free() -> None:
    t = bare("turn DEC_III", {**NO_OM, tracks.MARS: -2})
    assert mars.rides_free(t.s, u("GE-19P"))
    t.s.track[tracks.MARS] = 0
    assert not mars.rides_free(t.s, u("GE-19P"))


@rule("17.2.3")
def test_after_the_fall_of_stalingrad_a_division_returns_each_turn() -> None:
    """A plain infantry division comes back reduced at a headquarters; elite ones do not."""
    text = "side axis\ncontrol soviet 1334 1434\n1023: GE-HQ-HOLL\neliminated: GE-62 GE-71"
    t = arrivals(text, "axis_reinforcements", [])
    assert t.asked() == "place_rebuilt_unit"
    t.play("at 1023")
    assert t.place("GE-62") == "1023-"


@rule("17.3.1")
@rule("17.3.4")
def test_soviet_points_come_each_turn_and_are_not_kept() -> None:
    t = arrivals("eliminated: SU-23", "soviet_reinforcements", [])
    assert held(t, "replacements")[0] == 2
    t.play("done")
    assert t.asked() == "over"


@rule("17.3.2")
@rule("15.1.3")
def test_axis_points_follow_the_track_and_not_the_first_turn() -> None:
    t = bare("side axis\nturn DEC_I", {**NO_OM, tracks.APPROVAL: 1, tracks.MANSTEIN: 4})
    assert replacements.axis_points(t.s)[0] == 1
    t = bare("side axis\nturn NOV_III", {**NO_OM, tracks.APPROVAL: 7})
    assert replacements.axis_points(t.s)[0] == 0


@rule("17.3.3")
def test_half_of_the_points_may_go_to_allies() -> None:
    """Three points: one for allies; then only Germans."""
    text = "side axis\n1324: RO-HQ-3A RO-1-\n1323: RO-2-\n1023: GE-HQ-HOLL GE-62-"
    t = bare(text, NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 3))
    t.play("rebuild RO-1")
    assert held(t, "replacements") == (2, 0)
    assert t.refused("rebuild RO-2") == "17.3.3 half_for_allies"
    t.play("rebuild GE-62")
    assert (t.place("RO-1"), t.place("GE-62")) == ("1324", "1023")


@rule("17.3.5")
def test_a_point_rebuilds_a_headquarters() -> None:
    """It comes back as one that had lost its line."""
    t = stage("replacements", "side axis\neliminated: RO-HQ-3A", NO_OM, 1, 1)
    t.play("rebuild RO-HQ-3A")
    assert t.s.where[u("RO-HQ-3A")] == DISPLACED


@rule("17.3.6")
@rule("17.3.14")
def test_who_may_get_a_step_on_the_map() -> None:
    """Reduced, in supply, in radius, out of contact."""
    text = "2025: SU-HQ-SW SU-23-\n1727: GE-62\n1827: SU-24-\n2026: SU-29\n0136: SU-38-\n2024: SU-45-~"
    t = bare(text, NO_OM)
    hold(t, "replacements", *replacements.shared_out(t.s, 2))
    why = replacements.why_not_point
    assert why(t.s, u("SU-23")) == 0
    for name in ("SU-24", "SU-29", "SU-38", "SU-45"):
        assert why(t.s, u(name)) == refusals.NO_REPLACEMENTS_FOR_IT


@rule("17.3.7")
@rule("17.3.10")
@rule("17.3.8")
def test_armor_takes_a_support_with_each_point() -> None:
    """A reduced panzer on the map and an eliminated one; a plain division takes a point a step."""
    text = "side axis\n1023: GE-HQ-HOLL GE-17P-\neliminated: GE-23P GE-62\nbox axis pak_88 luftwaffe"
    t = bare(text, NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 3))
    t.play("rebuild GE-17P", "spend axis pak_88", "rebuild GE-23P", "at 1023", "rebuild GE-62", "at 1023")
    assert (t.place("GE-17P"), t.place("GE-23P"), t.place("GE-62")) == ("1023", "1023-", "1023-")
    assert supports.kinds_in(t.s, M_AXIS) == []


@rule("17.3.7")
def test_without_a_support_no_armor() -> None:
    t = bare("side axis\n1023: GE-HQ-HOLL GE-17P-", NO_OM)
    hold(t, "replacements", *replacements.shared_out(t.s, 1))
    assert replacements.why_not_point(t.s, u("GE-17P")) == refusals.SUPPORT_NEEDED


@rule("17.3.11")
def test_a_kampfgruppe_may_pay_instead() -> None:
    """KG A1 in supply and out of contact is given up for good; one in contact cannot pay."""
    t = bare("side axis\n1023: GE-HQ-HOLL GE-17P- KG-A1\n1528: KG-A2\n1628: SU-23", NO_OM)
    assert replacements.payable_groups(t.s, u("GE-17P")) == [u("KG-A1")]
    begin(t, "replacements", *replacements.shared_out(t.s, 1))
    t.play("rebuild GE-17P")
    assert t.place("KG-A1") == "withdrawn"
    assert t.place("GE-17P") == "1023"


@rule("17.3.13")
def test_rebuilt_axis_units_come_to_their_own_headquarters() -> None:
    """On or beside it, out of contact, of the same nation."""
    t = bare("side axis\n1023: GE-HQ-HOLL\n1324: RO-HQ-3A\n1223: SU-23", NO_OM)
    german = replacements.rebuilt_places(t.s, u("GE-62"))
    romanian = replacements.rebuilt_places(t.s, u("RO-1"))
    assert h("1023") in german
    assert h("1324") not in german
    assert h("1324") not in romanian  # a Soviet unit stands beside it
    assert h("1325") in romanian


@rule("18.1.2")
def test_a_side_that_failed_to_withdraw_gets_no_points() -> None:
    t = bare("turn MAR_I", {**NO_OM, tracks.NO_REPLACEMENTS_SOVIET: 1})
    assert replacements.soviet_points(t.s) == (0, 0)


@rule("10.4.3E")
def test_an_evacuated_division_comes_back() -> None:
    """Two turns later, reduced as it left."""
    t = bare(
        "side axis\nturn DEC_I\n1023: GE-HQ-HOLL",
        {**NO_OM, tracks.APPROVAL: 1, tracks.MANSTEIN: 1, tracks.FORTRESS: -1},
    )
    t.s.where[u("GE-76")] = EVACUATED
    t.s.steps[u("GE-76")] = 1
    t.s.away[u("GE-76")] = 2
    flow.start(t.s, "axis_reinforcements")
    t.play("at 1023")
    assert t.place("GE-76") == "1023-"


@rule("11.2.2")
def test_offensive_markers_are_back_at_the_end_of_the_turn() -> None:
    t = arrivals("", "soviet_reinforcements", [], {tracks.MAJOR_WAITS + 1: 1})
    assert t.s.track[tracks.MAJOR_WAITS + 1] == 0


@rule("17.3.9")
def test_a_rebuilt_soviet_division_has_both_steps() -> None:
    t = stage("replacements", "eliminated: SU-23", NO_OM, 1, 0)
    t.play("rebuild SU-23")
    assert t.place("SU-23") == "stavka"
    assert t.s.steps[u("SU-23")] == 2


@rule("17.2.2")
@rule("17.2.3")
def test_the_free_division_is_a_reinforcement_and_may_ride() -> None:
    text = "side axis\nrail 1\ncontrol soviet 1334 1434\n1023: GE-HQ-HOLL\neliminated: GE-62 GE-71"
    t = arrivals(text, "axis_reinforcements", [])
    t.play("at 1023")
    assert t.asked() == "choose_rider"
    assert "unit GE-62" in t.choices()
