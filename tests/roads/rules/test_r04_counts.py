"""Chapters 1, 2, 4, 6, 7, 11.4 and 18, third reading: small facts that nothing else would notice."""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.answers import HEX, KINDS_RADIX, PLAY, SUPPORT, UNIT
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r02_sequence as sequence
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r11_major as major
from kurgan.games.roads.rules import r18_withdrawals as withdrawals
from kurgan.games.roads.terms import IN_SUPPLY, M_STAVKA, OOS
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.staged import bare, hold

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("1.11.6")
def test_hungarians_by_themselves_are_not_mixed() -> None:
    t = bare("side axis\nturn DEC_I\n1914: HU-1A\n1620: RO-14\n", NO_OM)
    assert not units.is_mixed_badly(t.s, h("1914")) and not units.is_mixed_badly(t.s, h("1620"))
    t.s.place(u("RO-14"), h("1914"))
    assert units.is_mixed_badly(t.s, h("1914"))


@rule("1.11.2")
def test_a_number_that_is_no_unit_is_not_too_many() -> None:
    t = bare("side axis\nturn DEC_I\n", NO_OM)
    assert units.why_not_excess(t.s, UNIT + PACK.unit_count) == refusals.NOT_AN_ANSWER


@rule("2")
def test_whose_turn_begins() -> None:
    t = bare("side soviet\nturn DEC_I\n", NO_OM)
    sequence.begin_axis_turn(t.s)
    assert t.s.track[tracks.SIDE] == vocabulary.AXIS
    sequence.begin_soviet_turn(t.s)
    assert t.s.track[tracks.SIDE] == vocabulary.SOVIET


@rule("4.1.3")
def test_a_staff_away_from_rivers_has_nothing_to_bridge() -> None:
    dry = [x for x in range(PACK.hex_count) if not any(PACK.river[x * 6 + d] for d in range(6))]
    t = bare("side soviet\nturn DEC_I\n1830: SU-HQ-DON\n", NO_OM)
    t.s.place(u("SU-HQ-SW"), next(x for x in dry if PACK.row[x] > 20 and PACK.neighbours[x]))
    assert supply.hqs_at_rivers(t.s) == [u("SU-HQ-DON")]


@rule("4.3.1")
@rule("4.3.2")
def test_a_unit_in_the_first_hex_of_the_map_is_looked_at_too() -> None:
    t = bare("side soviet\nturn DEC_I\n", NO_OM)
    t.s.place(u("SU-23"), 0)
    supply.check_units(t.s)
    assert t.s.supply[u("SU-23")] == OOS


@rule("4.4.1")
def test_supply_is_told_in_its_own_words() -> None:
    t = bare("side soviet\nturn DEC_I\n1914: SU-23\n", NO_OM)
    for state, name in ((OOS, "4.3.2"), (IN_SUPPLY, "4.3.1")):
        t.s.events = []
        supply.set_supply(t.s, u("SU-23"), state)
        assert [e.rule for e in t.s.events] == [name]
        supply.set_supply(t.s, u("SU-23"), state)
        assert len(t.s.events) == 1


@rule("4.3.1")
def test_a_guest_who_makes_room_leaves_his_old_seat() -> None:
    t = bare("side axis\nturn DEC_I\n", NO_OM)
    options = [[0, 1], [0], [0], [0]]
    taken: list[list[int]] = [[], []]
    assert all(supply.take_in_guest(t.s, place, options, taken, []) for place in range(4))
    assert [sorted(seats) for seats in taken] == [[1, 2, 3], [0]]


@rule("6.1.1")
def test_the_support_that_helps_mars_is_told_and_counted_anew_each_turn() -> None:
    t = bare("side soviet\nturn NOV_IV\nbox stavka vvs\n", NO_OM, mars_phase=())
    assert mars.helpers(t.s) == 0
    t.s.events = []
    mars.take_help(t.s, PLAY + M_STAVKA * KINDS_RADIX + 8)
    t.events += t.s.events or []
    assert t.told("support_spent") == [(8,)] and mars.helpers(t.s) == 1


@rule("7.2.2")
@rule("12.2")
def test_which_support_pays_for_leaving_the_road() -> None:
    t = bare("side soviet\nturn DEC_I\nbox stavka vvs shortage\n", NO_OM)
    assert movement.why_not_off_road(t.s, SUPPORT + 8) == 0
    found = {movement.why_not_off_road(t.s, SUPPORT + kind) for kind in (vocabulary.SHORTAGE, 0)}
    assert len(found) == 2 and 0 not in found


@rule("11.4.2")
def test_a_bought_unit_is_paid_for() -> None:
    t = bare("side soviet\nturn DEC_I\n1929: SU-14G\nstavka: SU-4MK SU-23\n", NO_OM, major_offensive=(0, 5))
    for name, left in (("SU-4MK", 3), ("SU-23", 2)):
        hold(t, "buy_one", u(name))
        major.take_bought(t.s, HEX + h("1928"))
        assert major.to_buy_with(t.s) == left


@rule("18.2.1")
def test_guards_are_made_of_divisions_with_the_same_factors() -> None:
    """Full-strength factors count, all three of them."""
    old = next(up[1] for up in PACK.scenarios["campaign"].upgrades if up[3])
    t = bare("side soviet\nturn DEC_I\n", NO_OM)
    for x in t.s.ways.units_of[0]:
        if PACK.kind[x] == vocabulary.INFANTRY:
            t.s.place(x, h("1929"))
    found = withdrawals.rifle_divisions(t.s)
    assert old in found

    def full(x: int) -> tuple[int, int, int]:
        return PACK.attack[3 * x + 2], PACK.defense[3 * x + 2], PACK.movement[3 * x + 2]

    rifles = [x for x in t.s.ways.units_of[0] if PACK.kind[x] == vocabulary.INFANTRY and not PACK.elite[x]]
    assert found == [x for x in rifles if full(x) == full(old)]
