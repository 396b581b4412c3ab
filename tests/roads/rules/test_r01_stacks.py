"""Chapters 1.10 and 1.11: who holds a hex, and what happens to a stack that is too large."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.terms import AXIS_RETOOK, M_MAP, M_POOL, SOVIET_TOOK
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h, u
from tests.roads.staged import bare, decline, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("1.10.1")
def test_every_hex_of_a_march_is_captured_not_only_the_last() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-26TK\ncontrol axis 1727 1726 1725")
    t.play("move SU-26TK", "to 1727", "to 1726", "stop")
    assert [t.control(name) for name in ("1727", "1726", "1725")] == ["soviet", "soviet", "axis"]


@rule("1.10.1")
def test_at_the_end_of_a_phase_both_sides_hold_what_they_stand_in() -> None:
    """Divisions and headquarters that retreated, or were put, on enemy ground; nobody else's ground changes."""
    text = "1827: SU-23\n1524: GE-HQ-HOLL\ncontrol axis 1827 1727\ncontrol soviet 1524 1523"
    t = stage("end_phase", text)
    assert [t.control(name) for name in ("1827", "1727", "1524", "1523")] == ["soviet", "axis", "axis", "soviet"]
    assert sorted(t.told("hex_captured")) == [(h("1524"), AXIS), (h("1827"), SOVIET)]


@rule("1.10.1")
@rule("7.3.3")
def test_a_hex_remembers_who_took_it() -> None:
    """Kalach falls, is retaken and falls again; ground that was Axis from the start is only retaken if it was lost."""
    t = bare("1524: GE-62", {tracks.APPROVAL: 6})
    units.capture(t.s, h("1331"), SOVIET)
    assert t.s.history[h("1331")] == SOVIET_TOOK
    units.capture(t.s, h("1331"), AXIS)
    assert t.s.history[h("1331")] == SOVIET_TOOK | AXIS_RETOOK
    t.s.control[h("1827")] = SOVIET
    units.capture(t.s, h("1827"), AXIS)
    assert t.s.history[h("1827")] == 0


@rule("1.10.1")
def test_holding_a_hex_already_is_no_capture() -> None:
    t = stage("end_phase", "1331: GE-62", {tracks.APPROVAL: 6})
    assert t.told("hex_captured") == []
    assert t.s.track[tracks.APPROVAL] == 6


@rule("1.11.2")
@pytest.mark.parametrize(
    "phase", ["movement", "combat_phase", "exploitation", "soviet_supports", "axis_supports", "stavka",
              "soviet_reinforcements", "axis_reinforcements", "offensives"]
)  # fmt: skip
def test_every_phase_ends_with_a_look_at_the_stacks(phase: str) -> None:
    """A stack of four is there from the beginning; before the phase is over somebody has to go."""
    side = "axis" if phase.startswith("axis") else "soviet"
    t = stage(
        phase, f"turn DEC_I\nside {side}\n1827: SU-23 SU-24 SU-29 SU-38\n2130: SU-HQ-DON\n1227: GE-HQ-HOLL", NO_OM
    )
    decline(t, "give_up_unit")
    assert t.asked() == "give_up_unit"
    assert t.choices() == ["eliminate SU-23", "eliminate SU-24", "eliminate SU-29", "eliminate SU-38"]


@rule("1.11.2")
@rule("1.11.3")
def test_as_many_as_needed_are_eliminated_and_no_more() -> None:
    """Five divisions: two go, of the owner's choice; a stack of three beside it is left alone."""
    t = stage("end_phase", "1827: SU-23 SU-24 SU-29 SU-38 SU-45-\n1929: SU-49 SU-64 SU-84")
    assert t.refused("eliminate SU-49") == "1.11.2 not_overstacked"
    t.play("eliminate SU-23", "eliminate SU-45")
    assert t.asked() == "over"
    assert [t.place(name) for name in ("SU-23", "SU-24", "SU-45")] == ["eliminated", "1827", "eliminated"]


@rule("1.11.2")
def test_the_owner_gives_up_his_own_whoever_is_phasing() -> None:
    t = stage("end_phase", "side soviet\n1524: GE-62 GE-294 GE-298 GE-384")
    assert t.seat() == AXIS
    t.play("eliminate GE-384")
    t = stage("end_phase", "side axis\n1827: SU-23 SU-24 SU-29 SU-38")
    assert t.seat() == SOVIET


@rule("1.11.4")
def test_a_headquarters_is_not_given_up_for_the_fourth_division() -> None:
    """Four divisions and a staff: a division goes. Two staffs and three divisions: a staff goes."""
    t = stage("end_phase", "1524: GE-62 GE-294 GE-298 GE-384 GE-HQ-HOLL")
    assert "eliminate GE-HQ-HOLL" not in t.choices()
    assert len(t.choices()) == 4
    t = stage("end_phase", "1524: GE-62 GE-294 GE-298 GE-HQ-HOLL GE-HQ-LANZ")
    assert t.choices() == ["eliminate GE-HQ-LANZ", "eliminate GE-HQ-HOLL"]


@rule("1.11.5")
def test_a_fourth_unit_beside_a_divided_division_is_one_too_many() -> None:
    """Three counters of the 2nd SS and two divisions are three; a third division makes four. GD is another division."""
    ss = "2110: GE-2SSp GE-2SSa GE-2SSb GE-320"
    assert stage("end_phase", f"{ss} GE-298").asked() == "over"
    assert stage("end_phase", f"{ss} GE-298 GE-62").asked() == "give_up_unit"
    assert stage("end_phase", f"{ss} GE-298 GE-GDp").asked() == "give_up_unit"


@rule("1.11.6")
def test_hungarians_and_romanians_share_a_hex_with_anybody_but_each_other() -> None:
    for mixture in ("RO-1C IT-3Ra GE-62", "HU-1A IT-3Ra GE-62", "RO-1C RO-1 RO-2", "HU-12 HU-7 HU-10"):
        assert stage("end_phase", f"1524: {mixture}").asked() == "over"


@rule("1.11.6")
def test_headquarters_are_units_of_their_nation() -> None:
    """A Hungarian division with a Romanian staff: one of the two goes, not the German."""
    t = stage("end_phase", "1524: RO-HQ-3A HU-1A GE-62")
    assert t.choices() == ["eliminate HU-1A", "eliminate RO-HQ-3A"]


@rule("1.11.2")
@rule("1.11.6")
@pytest.mark.parametrize("ally", ["HU-12", "RO-1"])
def test_one_nation_alone_is_no_mixture_when_there_are_four(ally: str) -> None:
    """A fourth unit is given up of the owner's choice, a German as well as the ally."""
    t = stage("end_phase", f"1524: GE-62 GE-294 GE-298 {ally}")
    assert len(t.choices()) == 4


@rule("1.11.6")
def test_whoever_is_named_goes_until_the_hex_is_of_one_kind() -> None:
    """Two Romanians and a Hungarian: with one Romanian gone the mixture is still there."""
    t = stage("end_phase", "1524: RO-1 RO-2 HU-12").play("eliminate RO-1")
    assert t.choices() == ["eliminate RO-2", "eliminate HU-12"]
    t.play("eliminate HU-12")
    assert t.asked() == "over"


@rule("1.11.3")
@rule("1.11.4")
@rule("1.11.5")
@rule("1.11.6")
def test_room_for_one_more() -> None:
    """Who could stay where: the third division, a staff, a counter of a division that is there, another staff."""
    t = bare("1524: GE-62 GE-294\n1624: GE-2SSp GE-298 GE-320\n1424: RO-1 GE-HQ-HOLL\n1425: HU-HQ-2A\n1523: GE-384")
    room = [("GE-384", "1524"), ("GE-384", "1624"), ("GE-2SSa", "1624"), ("GE-HQ-LANZ", "1624"), ("GE-HQ-LANZ", "1424"),
            ("HU-12", "1424"), ("RO-2", "1425"), ("HU-12", "1425"), ("GE-298", "1624"), ("RO-2", "1424")]  # fmt: skip
    found = [units.fits(t.s, u(name), h(place)) for name, place in room]
    assert found == [True, False, True, True, False, False, False, True, True, True]


@rule("1.3.2")
@rule("1.3.3")
@rule("5.5.3")
def test_what_lay_on_an_eliminated_unit_is_gone_from_the_map() -> None:
    """Its marker returns to the pool, its marks and supply state are wiped, its pontoon falls."""
    t = bare("1827: SU-23~* SU-24\non SU-23 artillery_2\n1928: SU-HQ-SW")
    t.s.pontoon[u("SU-HQ-SW")] = 1
    units.eliminate(t.s, u("SU-23"))
    units.eliminate(t.s, u("SU-HQ-SW"))
    assert (t.s.supply[u("SU-23")], t.s.mark[u("SU-23")], t.s.steps[u("SU-23")]) == (0, 0, 0)
    assert t.s.pontoon[u("SU-HQ-SW")] == 0
    assert [p for p in t.s.marker_place if p == M_MAP] == []
    assert M_POOL in t.s.marker_place


@rule("1.1.3")
@rule("1.3.1")
def test_factors_are_those_of_the_side_that_shows() -> None:
    """294: 5-6-2 in front, 3-3-2 behind."""
    t = bare("1524: GE-294\n1624: SU-26TK-")
    kinds = (units.attack_factor, units.defense_factor, units.movement_factor)
    assert [factor(t.s, u("GE-294")) for factor in kinds] == [5, 6, 2]
    t.s.steps[u("GE-294")] = 1
    assert [factor(t.s, u("GE-294")) for factor in kinds] == [3, 3, 2]
    assert [factor(t.s, u("SU-26TK")) for factor in kinds] == [4, 3, 3]
    assert PACK.max_steps[u("GE-213S")] == 1
