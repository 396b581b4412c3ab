"""Chapter 7, third reading: who has moved, who pays the train, how far the unsupplied go."""

from kurgan.games.roads import tracks
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.terms import EXPLOITING, MOVED, OOS, OOS_FS, STRATEGIC
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h, u
from tests.roads.staged import stage

MOVEMENT = "side soviet\nphase movement\n"
POCKET = MOVEMENT + "fortress 1333 10\n1334: GE-71^\n1434: GE-76^\n"


@rule("7.1.3")
def test_who_is_chosen_and_does_not_go_has_not_moved() -> None:
    t = draw(MOVEMENT + "1827: SU-23 SU-24").play("move SU-23", "with SU-24", "stop")
    assert t.marks(MOVED) == []
    t.play("move SU-23", "to 1727", "stop")
    assert t.marks(MOVED) == ["SU-23"]


@rule("7.1.3")
@rule("9.2.3")
def test_an_exploiting_unit_that_stays_keeps_its_marker_and_its_move() -> None:
    t = draw("side soviet\nphase exploitation\n1827: SU-23* SU-24*").play("move SU-23", "stop")
    assert t.marks(EXPLOITING) == ["SU-23", "SU-24"]
    t.play("move SU-23", "to 1727")
    assert t.place("SU-23") == "1727"


@rule("10.2.4")
def test_the_ring_is_left_by_going_not_by_looking_round() -> None:
    """Of three in 1234 each may be tried; when SU-24 has really gone the others stay. Two do not go together."""
    t = draw(POCKET + "1234: SU-23 SU-24 SU-29\n1929: SU-38").play("move SU-23", "stop", "move SU-24")
    assert t.refused("with SU-29") == "10.2.4 secures_pocket"
    t.play("to 1134", "stop")
    assert t.refused("move SU-23") == t.refused("move SU-29") == "10.2.4 secures_pocket"


@rule("10.2.4")
@rule("1.1.2")
def test_a_headquarters_beside_the_pocket_is_a_unit() -> None:
    """Alone it stands fast; with two divisions there are three units, of which one, it or another, may leave."""
    t = draw(POCKET + "1433: SU-HQ-DON\n1929: SU-38")
    assert t.refused("move SU-HQ-DON") == "10.2.4 secures_pocket"
    t = draw(POCKET + "1433: SU-HQ-DON SU-23\n1929: SU-38")
    assert t.refused("move SU-23") == "10.2.4 secures_pocket"
    t = draw(POCKET + "1433: SU-HQ-DON SU-23 SU-24\n1929: SU-38").play("move SU-23", "to 1533", "stop")
    assert t.refused("move SU-HQ-DON") == t.refused("move SU-24") == "10.2.4 secures_pocket"


@rule("4.4.4")
@rule("7.3.3")
def test_no_train_takes_an_unsupplied_unit_away_from_its_headquarters() -> None:
    """From Stalino the railway leads to 0911 and 0913; with the headquarters in 0916 only the way east is open."""
    text = "side axis\nphase movement\nrail 2\n0916: GE-HQ-HOLL\n0912: GE-62{} GE-5SS{}\n"
    free = draw(text.format("", "")).play("move GE-62", "rail").moves()
    t = draw(text.format("~", "~")).play("move GE-62", "rail")
    away = [m for m in free if PACK.distance(h(m), h("0916")) > PACK.distance(h("0912"), h("0916"))]
    assert away and set(t.moves()) == set(free) - set(away)
    assert t.refused(f"to {away[0]}") == "4.4.4 farther_from_hq"
    assert set(draw(text.format("~", "~")).play("move GE-5SS", "rail").moves()) == set(free)  # elite


@rule("7.2.1")
@rule("1.9.2")
@rule("4.4.2")
def test_half_a_movement_doubled_is_the_whole_of_it() -> None:
    """A tank corps out of supply has 3, not 4, in strategic movement; a unit of the pocket at level 11 likewise."""
    t = draw(MOVEMENT + "fortress 1333 11\n2129: SU-26TK\n1333: GE-24P")
    t.s.supply[u("SU-26TK")] = OOS
    t.s.supply[u("GE-24P")] = OOS_FS
    assert movement.movement_points(t.s, u("SU-26TK"), STRATEGIC) == 2 * 3
    assert movement.movement_points(t.s, u("GE-24P"), STRATEGIC) == 2 * 3
    t.s.supply[u("SU-26TK")] = 0
    assert movement.movement_points(t.s, u("SU-26TK"), STRATEGIC) == 2 * 6


RIDING = "side axis\nturn DEC_III\n0912: GE-62 GE-19P\n1110: GE-HQ-HOLL\n"


@rule("17.2.2")
@rule("7.3.1")
@rule("6.1.1")
def test_a_free_ride_leaves_no_point_behind() -> None:
    """19 Panzer rides free on arrival, without a point and without one left for others, whether it goes or stays."""
    t = stage("arrive_by_rail", RIDING, {tracks.MARS: -2, tracks.RAIL: 0})
    assert "unit GE-19P" in t.choices() and "unit GE-62" not in t.choices()
    t.play("unit GE-19P", "stop")
    assert t.s.track[tracks.RAIL] == 0 and "unit GE-62" not in t.choices()
    t.play("unit GE-19P", "to 1012", "stop")
    assert t.s.track[tracks.RAIL] == 0 and t.place("GE-19P") == "1012"
    t = stage("arrive_by_rail", RIDING, {tracks.MARS: -2, tracks.RAIL: 1}).play("unit GE-62", "to 1012", "stop")
    assert t.s.track[tracks.RAIL] == 0
    t = draw("side axis\nphase movement\nrail 1\n0912: GE-19P\n1110: GE-HQ-HOLL")
    t.s.track[tracks.MARS] = -2
    t.play("move GE-19P", "rail", "to 1012")
    assert t.s.track[tracks.RAIL] == 0  # once it has arrived it pays like all


@rule("15.2.1")
def test_a_headquarters_that_rides_on_arrival_does_not_leave_the_fortress() -> None:
    """Hollidt goes by rail from Stalino, away from the fortress: in the Movement phase that costs a box, and may not be
    done from box 1; among the reinforcements it costs nothing."""
    text = "side axis\nturn DEC_I\nfortress 1333 10\n0912: GE-HQ-HOLL\n"
    t = stage("arrive_by_rail", text, {tracks.RAIL: 1, tracks.APPROVAL: 1}).play("unit GE-HQ-HOLL", "to 0811", "stop")
    assert t.place("GE-HQ-HOLL") == "0811" and t.s.track[tracks.APPROVAL] == 1
    t = stage("movement", text + "rail 1\n", {tracks.APPROVAL: 1}).play("move GE-HQ-HOLL", "rail", "to 0811")
    assert t.refused("stop") == "15.2.1 away_from_fortress"
    t = stage("movement", text + "rail 1\n", {tracks.APPROVAL: 3}).play("move GE-HQ-HOLL", "rail", "to 0811", "stop")
    assert t.s.track[tracks.APPROVAL] == 2


@rule("7.1.2")
def test_a_unit_goes_in_one_way_only() -> None:
    """On foot, in strategic movement or by rail: once it has gone a hex there is no other way, and no second move."""
    t = draw("side axis\nphase movement\nrail 2\n0912: GE-62\n1110: GE-HQ-HOLL\n").play("move GE-62", "rail", "to 1012")
    assert t.refused("strategic") == "7.1.3 must_go_on"
    t.play("stop")
    assert t.refused("move GE-62") == "7.1.3 already_moved"
    t = draw("side axis\nphase movement\nrail 2\n0912: GE-62\n1110: GE-HQ-HOLL\n").play("move GE-62", "to 1012")
    assert t.refused("rail") == "7.1.3 must_go_on"


@rule("7.1.4")
@rule("3.2.2")
@rule("9.2.1")
@rule("9.2.4")
@rule("19.2.3")
@rule("19.2.6")
@rule("19.2.7")
@rule("19.3.1")
def test_refusals_of_movement_name_their_paragraph() -> None:
    mud = draw("weather mud clear none\n" + MOVEMENT + "1827: SU-26TK\n2130: SU-HQ-DON").play("move SU-26TK")
    assert mud.refused("strategic") == "3.2.2 no_strategic_in_mud"
    t = draw("side soviet\nphase exploitation\n1827: SU-26TK* SU-23")
    assert t.refused("move SU-23") == "9.2.1 may_not_exploit"
    t.play("move SU-26TK")
    assert t.refused("with SU-23") == "9.2.1 may_not_exploit"
    assert t.refused("strategic") == t.refused("rail") == "9.2.4 exploits_on_foot"
    uranus = draw("scenario uranus\nturn NOV_IV\nside soviet\nphase movement\n2130: SU-HQ-DON\n1929: SU-38")
    assert uranus.refused("move SU-HQ-DON") == "19.2.3 hq_stands"
    opening = draw("turn NOV_III\nside axis\nphase movement\n1814: GE-62\n1333: GE-71")
    assert opening.refused("move GE-62") == "19.3.1 opening_in_the_west"
    closed = next(
        x for x in range(PACK.hex_count) if PACK.zone_28th[x] and any(not PACK.zone_28th[n] for n in PACK.neighbours[x])
    )
    beside = next(n for n in PACK.neighbours[closed] if not PACK.zone_28th[n])
    t = draw(MOVEMENT + f"{PACK.hex_name[beside]}: SU-23").play("move SU-23")
    assert t.refused(f"to {PACK.hex_name[closed]}") == "19.2.6 zone_of_28th"


@rule("3.2.2")
@rule("7.1.4")
def test_the_third_point_in_mud_is_refused_by_the_mud() -> None:
    """A tank corps has three points and goes half a hex by road, then a clear hex. One and a half are left in snow, a
    half in mud: the next clear hex is refused by 3.2.2 there, and by 7.1.4 where snow would not allow it either."""
    t = draw(MOVEMENT + "weather mud clear none\n1529: SU-26TK\n2529: SU-38").play("move SU-26TK", "to 1628", "to 1728")
    assert t.s.points == 4 - 1 - 2
    assert t.refused("to 1727") == "3.2.2 mud_limit"
    t = draw(MOVEMENT + "weather mud clear none\n1529: SU-23\n2529: SU-38").play("move SU-23", "to 1628", "to 1728")
    assert t.refused("to 1727") == "7.1.4 not_enough_points"
