"""Chapters 17 and 18 in detail: who arrives where, who gets a point, what it costs, who leaves."""

import pytest

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.rules import r17_replacements as replacements
from kurgan.games.roads.rules import r18_withdrawals as withdrawals
from kurgan.games.roads.terms import EVACUATED, M_AXIS, M_MAP, M_PLAYED, MOVED, OOS, STAVKA, TO_COME, WITHDRAWN
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.rules.test_r17_replacements import arrivals
from tests.roads.staged import bare, begin, decline, held, hold

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def names(hexes: list[int]) -> set[str]:
    return {PACK.hex_name[hex_] for hex_ in hexes}


# 17.1, 17.2 --------------------------------------------------------------------------------------------------------


@rule("17.1")
def test_who_is_due() -> None:
    """Those of the phasing side whose turn it is; not earlier, not later, not those in a box."""
    t = bare("turn DEC_I\nside soviet", NO_OM)
    for name, turn in (("SU-300", 2), ("SU-7TK", 3), ("SU-315", 1), ("GE-8L", 2)):
        t.s.where[u(name)] = TO_COME
        t.s.away[u(name)] = turn
    t.s.where[u("SU-87")] = STAVKA
    t.s.away[u("SU-87")] = 2
    assert replacements.due_arrivals(t.s) == [u("SU-300")]


@rule("17.1")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", set()),
        ("control soviet 0518", {"0518"}),
        ("control soviet 1334", set()),
        ("control soviet 1334 1434", {"1334", "1434"}),
        ("control soviet 1334 1434\n1333: GE-62", set()),
        ("control soviet 0518\n0519: GE-62", set()),
        ("control soviet 1125", set()),
    ],
)
def test_major_cities_that_receive_a_reinforcement(text: str, found: set[str]) -> None:
    """Wholly Soviet, no enemy beside any of their hexes."""
    assert names(replacements.open_cities(bare(f"turn DEC_I\n{text}", NO_OM).s)) == found


@rule("17.1")
def test_one_unit_for_the_city_the_rest_for_the_reserve() -> None:
    t = arrivals("control soviet 0518", "soviet_reinforcements", ["SU-300", "SU-7TK", "SU-315"])
    t.play("unit SU-300")
    decline(t)
    assert [t.place(name) for name in ("SU-300", "SU-7TK", "SU-315")] == ["0518", "stavka", "stavka"]
    t = decline(arrivals("control soviet 0518", "soviet_reinforcements", ["SU-300"]))
    assert t.place("SU-300") == "stavka"


@rule("17.1")
@rule("1.11.3")
def test_a_full_city_receives_nobody() -> None:
    t = arrivals("0518: SU-23 SU-24 SU-29", "soviet_reinforcements", ["SU-300"])
    assert decline(t).place("SU-300") == "stavka"


@rule("17.2.1")
@rule("19.0")
def test_arrivals_prefer_hexes_with_room_and_take_a_full_one_if_there_is_no_other() -> None:
    """8 Luftwaffe in 1125 or 1023."""
    full = "side axis\n1125: GE-62 GE-294 GE-298\n"
    t = arrivals(full, "axis_reinforcements", ["GE-8L"])
    assert t.place("GE-8L") == "1023"
    t = arrivals(f"{full}1023: GE-384 GE-71 GE-76", "axis_reinforcements", ["GE-8L"])
    assert sorted(t.choices()) == ["at 1023", "at 1125"]


@rule("17.2.1")
@rule("1.10.1")
def test_an_arrival_takes_its_hex_is_whole_and_in_supply() -> None:
    t = arrivals("side axis\ncontrol soviet 1125 1023", "axis_reinforcements", ["GE-8L"])
    t.play("at 1125")
    assert (t.control("1125"), t.supply("GE-8L"), t.s.away[u("GE-8L")], t.place("GE-8L")) == ("axis", 0, -1, "1125")


@rule("17.2.2")
@rule("7.3.3")
@pytest.mark.parametrize(
    ("text", "shown", "rides"),
    [
        ("1125: GE-62", {tracks.RAIL: 1}, True),
        ("1125: GE-62\n1126: SU-23", {tracks.RAIL: 1}, False),
        ("1524: GE-62", {tracks.RAIL: 1}, False),
        ("1125: GE-62", {tracks.RAIL: 0}, False),
        ("1125: GE-62", {tracks.RAIL: 1, tracks.LIMIT: vocabulary.LIMIT_RAIL}, False),
    ],
)
def test_who_may_go_on_by_rail(text: str, shown: dict[int, int], rides: bool) -> None:
    """On a railway in use, with points, unless a crisis forbids it."""
    t = bare(f"side axis\nturn DEC_I\n{text}", {**NO_OM, **shown})
    assert replacements.may_ride(t.s) == rides


@rule("17.2.2")
def test_only_those_who_came_in_this_phase_ride() -> None:
    t = arrivals("side axis\n1125: GE-62", "axis_reinforcements", ["GE-8L"], {tracks.RAIL: 2})
    t.play("at 1125")
    assert t.choices() == ["none", "unit GE-8L"]
    t.play("none")
    assert t.s.mark[u("GE-8L")] & MOVED


@rule("17.2.3")
@pytest.mark.parametrize(
    ("control", "fallen", "offered"),
    [
        ("1334 1434", "GE-62", ["GE-62"]),
        ("1334", "GE-62", []),
        ("1334 1434", "GE-294", []),
        ("1334 1434", "GE-22P", []),
        ("1334 1434", "GE-213S", []),
        ("1334 1434", "GE-62 GE-298 GE-3Mt", ["GE-298", "GE-62"]),
        ("1334 1434", "RO-1", []),
    ],
)
def test_the_free_division_after_the_fall_of_stalingrad(control: str, fallen: str, offered: list[str]) -> None:
    """Plain infantry of the eliminated box that has a headquarters of its nation to come to."""
    t = bare(f"side axis\nturn FEB_II\ncontrol soviet {control}\n1023: GE-HQ-HOLL\neliminated: {fallen}", NO_OM)
    assert replacements.has_free_division(t.s) == bool(offered)
    if offered:
        assert sorted(PACK.unit_name[x] for x in replacements.fallen_divisions(t.s)) == offered


@rule("17.2.3")
def test_it_comes_reduced() -> None:
    t = bare("side axis\nturn FEB_II\neliminated: GE-62", NO_OM, free_division=())
    replacements.take_free(t.s, 1 + u("GE-62"))
    assert (replacements.free_division(t.s), t.s.steps[u("GE-62")]) == ((u("GE-62"),), 1)


@rule("10.4.3E")
def test_an_evacuated_division_waits_for_its_turn_and_for_a_headquarters() -> None:
    for turn, hq, place in (
        (2, "1023: GE-HQ-HOLL", "back"),
        (3, "1023: GE-HQ-HOLL", "evacuated"),
        (2, "1524: GE-62", "evacuated"),
    ):
        t = bare(f"side axis\nturn DEC_I\n{hq}", {**NO_OM, tracks.APPROVAL: 1, tracks.MANSTEIN: 1})
        t.s.where[u("GE-76")] = EVACUATED
        t.s.steps[u("GE-76")] = 1
        t.s.away[u("GE-76")] = turn
        flow.start(t.s, "axis_reinforcements")
        decline(t)
        assert (t.place("GE-76") == "evacuated") == (place == "evacuated")


@rule("17.2.4")
@rule("6.1.1")
@pytest.mark.parametrize(
    ("box", "who", "free"), [(-2, "GE-19P", True), (-1, "GE-19P", False), (-3, "GE-19P", False), (-2, "GE-62", False)]
)
def test_who_rides_free_after_a_defeat_at_rzhev(box: int, who: str, free: bool) -> None:
    t = bare("turn DEC_IV", {**NO_OM, tracks.MARS: box})
    assert mars.rides_free(t.s, u(who)) == free


# 17.3 -------------------------------------------------------------------------------------------------------------


@rule("17.3.3")
@pytest.mark.parametrize(("points", "allied"), [(0, 0), (1, 0), (2, 1), (3, 1), (5, 2)])
def test_half_for_allies_rounded_down(points: int, allied: int) -> None:
    t = bare("side axis\nturn DEC_I", NO_OM)
    assert replacements.shared_out(t.s, points) == (points, allied)


@rule("17.3.2")
@rule("17.3.1")
@rule("18.1.2")
def test_points_of_both_sides() -> None:
    for fuhrer, box in ((7, 1), (1, 7), (4, 2)):
        t = bare("side axis\nturn DEC_I", {**NO_OM, tracks.APPROVAL: fuhrer, tracks.MANSTEIN: box})
        assert replacements.axis_points(t.s)[0] == PACK.approval_rp[max(fuhrer, box)]
    t = bare("side axis\nturn DEC_I", {**NO_OM, tracks.APPROVAL: 7, tracks.NO_REPLACEMENTS_SOVIET + 1: 1})
    assert replacements.axis_points(t.s) == (0, 0)
    for turn, lost, points in (("DEC_I", 0, 2), ("NOV_III", 0, 0), ("DEC_I", 1, 0)):
        t = bare(f"side soviet\nturn {turn}", {**NO_OM, tracks.NO_REPLACEMENTS_SOVIET: lost})
        assert replacements.soviet_points(t.s)[0] == points


def why(text: str, who: str, side: str = "axis", points: int = 4) -> int:
    t = bare(f"side {side}\nturn DEC_I\n{text}", NO_OM)
    hold(t, "replacements", *replacements.shared_out(t.s, points))
    return replacements.why_not_point(t.s, u(who))


@rule("17.3.6")
@rule("17.3.14")
@pytest.mark.parametrize(
    ("text", "who", "reason"),
    [
        ("1023: GE-HQ-HOLL GE-62-", "GE-62", 0),
        ("1023: GE-HQ-HOLL GE-62", "GE-62", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL GE-62-~", "GE-62", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL\n1022: GE-62-\n1021: SU-23", "GE-62", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL\n1902: GE-62-", "GE-62", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL\n1022: RO-1-", "RO-1", 0),
        ("1324: RO-HQ-3A RO-1-", "RO-1", 0),
        ("1324: RO-HQ-3A GE-213S", "GE-213S", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL", "GE-HQ-HOLL", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL\nwithdrawn: GE-71", "GE-71", refusals.NO_REPLACEMENTS_FOR_IT),
        ("1023: GE-HQ-HOLL\neliminated: GE-71", "GE-71", 0),
    ],
)
def test_who_gets_a_point(text: str, who: str, reason: int) -> None:
    """Reduced, supplied, in radius and out of contact on the map; or in the eliminated box."""
    assert why(text, who) == reason


@rule("17.3.3")
def test_an_ally_gets_none_beyond_the_half() -> None:
    assert why("1324: RO-HQ-3A RO-1-", "RO-1", points=1) == refusals.HALF_FOR_ALLIES
    assert why("1023: GE-HQ-HOLL GE-62-", "GE-62", points=1) == 0


@rule("17.3.7")
@rule("17.3.10")
@rule("17.3.11")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1023: GE-HQ-HOLL GE-17P-", refusals.SUPPORT_NEEDED),
        ("1023: GE-HQ-HOLL GE-17P-\nbox axis pak_88", 0),
        ("1023: GE-HQ-HOLL GE-17P- KG-A1", 0),
        ("1023: GE-HQ-HOLL GE-17P- KG-I1", refusals.SUPPORT_NEEDED),
        ("1023: GE-HQ-HOLL GE-17P- KG-A1~", refusals.SUPPORT_NEEDED),
        ("1023: GE-HQ-HOLL GE-17P-\n1524: KG-A1\n1525: SU-23", refusals.SUPPORT_NEEDED),
        ("1023: GE-HQ-HOLL\neliminated: GE-17P", refusals.SUPPORT_NEEDED),
        ("1023: GE-HQ-HOLL KG-A1\neliminated: GE-17P", 0),
    ],
)
def test_armor_needs_a_support_or_an_armored_kampfgruppe(text: str, reason: int) -> None:
    """In supply, out of contact, whatever its steps; infantry groups do not pay."""
    assert why(text, "GE-17P") == reason


@rule("17.3.12")
@rule("17.3.9")
def test_soviet_armor_takes_a_support_of_any_box() -> None:
    assert why("2130: SU-HQ-DON SU-26TK-", "SU-26TK", "soviet") == refusals.SUPPORT_NEEDED
    assert why("2130: SU-HQ-DON SU-26TK-\nbox minor_a vvs", "SU-26TK", "soviet") == 0
    assert why("2130: SU-HQ-DON SU-26TK-\nbox stavka shortage", "SU-26TK", "soviet") == refusals.SUPPORT_NEEDED
    assert why("2130: SU-HQ-DON SU-8KK-", "SU-8KK", "soviet") == 0


@rule("17.3.7")
@rule("17.3.11")
def test_what_is_paid_is_gone() -> None:
    """A support is spent, a group withdrawn for good, whether it had one step or two."""
    t = bare("side axis\nturn DEC_I\n1023: GE-HQ-HOLL GE-17P- KG-A1\nbox axis pak_88", NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 2))
    t.play("rebuild GE-17P")
    assert t.choices() == ["group KG-A1", "spend axis pak_88"]
    t.play("group KG-A1")
    assert (t.place("KG-A1"), t.place("GE-17P")) == ("withdrawn", "1023")
    assert supports.find(t.s, M_AXIS, vocabulary.PAK_88) >= 0
    t = bare("side axis\nturn DEC_I\n1023: GE-HQ-HOLL GE-17P-\nbox axis pak_88", NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 2))
    t.play("rebuild GE-17P")
    assert M_PLAYED in [
        t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == vocabulary.PAK_88
    ]


@rule("17.3.8")
@rule("17.3.10")
def test_an_axis_unit_comes_back_a_step_a_point() -> None:
    t = bare("side axis\nturn DEC_I\n1023: GE-HQ-HOLL\neliminated: GE-62", NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 2))
    t.play("rebuild GE-62", "at 1023")
    assert (t.place("GE-62"), held(t, "replacements")[0]) == ("1023-", 1)
    t.play("rebuild GE-62")
    assert (t.place("GE-62"), t.asked()) == ("1023", "over")


@rule("17.3.5")
def test_a_headquarters_costs_one_point_and_returns_where_it_may() -> None:
    t = bare("side soviet\nturn DEC_I\n1827: SU-23\neliminated: SU-HQ-DON", NO_OM)
    t.s.away[u("SU-HQ-DON")] = h("2130")
    begin(t, "replacements", *replacements.shared_out(t.s, 1))
    t.play("rebuild SU-HQ-DON")
    assert (t.place("SU-HQ-DON"), t.s.steps[u("SU-HQ-DON")], t.asked()) == ("displaced", 1, "over")


@rule("17.3.4")
def test_points_may_be_let_go_and_are_not_kept() -> None:
    t = bare("side axis\nturn DEC_I\n1023: GE-HQ-HOLL GE-62-", NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 3))
    t.play("done")
    assert t.asked() == "over"


@rule("17.3.13")
@pytest.mark.parametrize(
    ("text", "who", "there", "not_there"),
    [
        ("1023: GE-HQ-HOLL", "GE-62", {"1023", "1022", "1024", "1123"}, {"1025", "1324"}),
        ("1324: RO-HQ-3A", "GE-62", set(), {"1324"}),
        ("1023: GE-HQ-HOLL", "RO-1", set(), {"1023"}),
        ("1023: GE-HQ-HOLL\n1021: SU-23", "GE-62", {"1023", "1024"}, {"1022"}),
        ("1023: GE-HQ-HOLL GE-71 GE-76 GE-113", "GE-62", {"1024"}, {"1023"}),
        ("1914: GE-HQ-HOLL", "GE-62", set(), {"1914", "1915"}),
    ],
)
def test_where_a_rebuilt_unit_may_stand(text: str, who: str, there: set[str], not_there: set[str]) -> None:
    """On or beside a supplied headquarters of its nation, out of contact, with room."""
    t = bare(f"side axis\nturn DEC_I\n{text}", NO_OM)
    found = names(replacements.rebuilt_places(t.s, u(who)))
    assert there <= found
    assert not not_there & found


@rule("17.3.13")
def test_no_axis_unit_is_put_on_the_southern_row_or_in_the_closed_zone() -> None:
    t = bare("side axis\n1524: SU-23", NO_OM)
    found = [replacements.is_axis_ground(t.s, h(name)) for name in ("0020", "0032", "1335", "1524", "1525")]
    assert found == [False, False, True, False, True]  # nothing closes 1335 to the Axis but contact


# 18 ---------------------------------------------------------------------------------------------------------------


@rule("18.1.1")
@rule("19.3.3")
@pytest.mark.parametrize(
    ("turn", "control", "done", "due"),
    [
        ("FEB_II", "1334 1434", 0, True),
        ("FEB_I", "1334 1434", 0, False),
        ("MAR_I", "1334 1434", 0, True),
        ("FEB_II", "1434", 0, False),
        ("FEB_II", "1334 1434", 1, False),
    ],
)
def test_when_the_withdrawal_is_due(turn: str, control: str, done: int, due: bool) -> None:
    t = bare(f"turn {turn}\ncontrol soviet {control}", {**NO_OM, tracks.FEB_WITHDRAWAL: done})
    assert withdrawals.is_due(t.s) == due


@rule("18.1.2")
def test_who_may_leave() -> None:
    """In supply on the map or in the STAVKA box, reduced or not; not eliminated, not a staff, not the Axis."""
    t = bare("turn FEB_II\n1827: SU-23- SU-24~ SU-HQ-SW\nstavka: SU-29\neliminated: SU-38\n1524: GE-62", NO_OM)
    able = [withdrawals.may_leave(t.s, u(name)) for name in ("SU-23", "SU-24", "SU-29", "SU-38", "SU-HQ-SW", "GE-62")]
    assert able == [True, False, True, False, False, False]


@rule("18.1.1")
def test_factors_of_the_withdrawal() -> None:
    """Guards 3 at least, rifles 2 at least, by their full side; infantry only."""
    t = bare("turn FEB_II\n1827: SU-13G- SU-23-", NO_OM)
    for name, guards, rifles in (
        ("SU-13G", True, True),
        ("SU-23", False, True),
        ("SU-26TK", False, False),
        ("SU-8KK", False, False),
    ):
        found = (withdrawals.fits_withdrawal(t.s, u(name), 0), withdrawals.fits_withdrawal(t.s, u(name), 1))
        assert found == (guards, rifles)


@rule("18.2.1")
def test_any_plain_rifle_division_may_become_guards_tanks_only_themselves() -> None:
    """On the map, in the reserve, or eliminated; not the elite, not cavalry, not one that has not come."""
    t = bare("turn DEC_II\n1926: SU-119 SU-51G SU-8KK\nstavka: SU-23\neliminated: SU-24", NO_OM)
    t.s.where[u("SU-29")] = TO_COME
    found = {PACK.unit_name[x] for x in withdrawals.rifle_divisions(t.s)}
    assert found == {"SU-119", "SU-23", "SU-24"}
    states = [withdrawals.is_upgradable(t.s, u(name)) for name in ("SU-119", "SU-23", "SU-24", "SU-29", "SU-38")]
    assert states == [True, True, True, False, False]


@rule("18.2.1")
@pytest.mark.parametrize(
    ("where", "place", "supply"),
    [
        ("1927: SU-26TK-~", "1927-", OOS),
        ("1927: SU-26TK", "1927", 0),
        ("stavka: SU-26TK", "stavka", 0),
        ("eliminated: SU-26TK", "eliminated", 0),
    ],
)
def test_the_new_counter_stands_as_the_old_one_did(where: str, place: str, supply: int) -> None:
    t = bare(f"turn DEC_II\n{where}\n" + ("on SU-26TK artillery_2" if where[0] == "1" else ""), NO_OM)
    t.s.where[u("SU-1GTK")] = TO_COME
    flow.start(t.s, "upgrades")
    assert (t.place("SU-1GTK"), t.supply("SU-1GTK"), t.place("SU-26TK")) == (place, supply, "withdrawn")
    if where[0] == "1":
        on = [t.s.marker_on[m] for m in range(PACK.marker_count) if t.s.marker_place[m] == M_MAP]
        assert on == [u("SU-1GTK")]


@rule("18.2.1")
def test_upgrades_happen_in_their_turn_once() -> None:
    t = bare("turn DEC_II\n1927: SU-26TK", NO_OM)
    assert withdrawals.due_upgrades(t.s) == []
    t.s.where[u("SU-1GTK")] = TO_COME
    assert len(withdrawals.due_upgrades(t.s)) == 1
    t.s.track[tracks.TURN] += 1
    assert withdrawals.due_upgrades(t.s) == []
    t.s.track[tracks.TURN] -= 1
    t.s.lift(u("SU-26TK"), WITHDRAWN)
    assert withdrawals.due_upgrades(t.s) == []
