"""Chapters 4.1 to 4.3: lines of headquarters, their leaving and coming back, sources, guests of allied headquarters."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.terms import DISPLACED, ELIMINATED
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u
from tests.roads.staged import bare, decline, stage


def has_line(text: str, hq: str) -> bool:
    t = draw(f"side axis\nphase movement\n{text}")
    return u(hq) in radius.supplied_hqs(t.s, PACK.side[u(hq)])


def unsupplied(text: str, who: int = 1) -> set[str]:
    t = draw(f"side axis\nphase movement\n{text}")
    return {PACK.unit_name[unit] for unit in supply.units_without_supply(t.s, who)}


def again(t: Drawn, step: str) -> Drawn:
    """The same position at the start of another procedure."""
    t.s.stack = [t.s.book.steps[step].entry]
    t.s.choices = None
    flow.advance(t.s)
    return t


STUB = "0014: GE-HQ-HOLL"
"""One railway leads north from 0014: 0115, 0215, 0316."""


@rule("4.1.1")
def test_a_line_may_be_as_long_as_the_railway() -> None:
    """From Pitomnik to the western edge: more than thirty hexes."""
    assert has_line("1333: GE-HQ-6A", "GE-HQ-6A")


@rule("4.1.1")
def test_on_a_source_a_headquarters_needs_no_road() -> None:
    """On 1701 it is in supply with Soviets in 1801, where the railway begins; a hex off every road it is not."""
    assert has_line("1701: GE-HQ-HOLL\n1801: SU-23", "GE-HQ-HOLL")
    assert not has_line("1702: GE-HQ-HOLL", "GE-HQ-HOLL")


@rule("4.1.1")
def test_a_line_passes_no_enemy_and_no_contact_without_a_friend() -> None:
    """Soviets in 0216 touch 0215 and 0316: cut, unless friends hold both. In 0215 itself they cut it anyway."""
    assert has_line(STUB, "GE-HQ-HOLL")
    assert not has_line(f"{STUB}\n0216: SU-23", "GE-HQ-HOLL")
    assert not has_line(f"{STUB}\n0216: SU-23\n0215: GE-294", "GE-HQ-HOLL")
    assert has_line(f"{STUB}\n0216: SU-23\n0215: GE-294\n0316: GE-298", "GE-HQ-HOLL")
    assert not has_line(f"{STUB}\n0215: SU-23\n0115: GE-294\n0316: GE-298", "GE-HQ-HOLL")


@rule("4.1.1")
def test_a_headquarters_holds_its_own_hex_against_contact() -> None:
    """Soviets in 1328 touch Oblivskaya: the staff in it is the friend that keeps the line open."""
    assert has_line("1227: GE-HQ-HOLL\n1328: SU-23", "GE-HQ-HOLL")


@rule("4.1.1")
@rule("7.4")
def test_a_ferry_carries_a_line() -> None:
    """Soviets in Serafimovich, their road south barred, live on the ferry; with an enemy at its landing they do not."""
    assert has_line("1828: SU-HQ-SW\n1727: GE-298", "SU-HQ-SW")
    assert not has_line("1828: SU-HQ-SW\n1727: GE-298\n1928: GE-62", "SU-HQ-SW")


@rule("4.1.2")
@rule("12.1")
def test_only_headquarters_without_a_line_leave_the_map() -> None:
    """In the phase of its own side; a Soviet one counts as moved, and a shortage goes to the pool."""
    t = stage("supply", f"side axis\n{STUB}\n1227: GE-HQ-4PZA\n0216: SU-23")
    assert (t.place("GE-HQ-HOLL"), t.place("GE-HQ-4PZA")) == ("displaced", "1227")
    t = stage("supply", f"side soviet\n{STUB}\n0216: SU-23\n2130: SU-HQ-DON\n2026: SU-HQ-SW")
    assert (t.place("GE-HQ-HOLL"), t.place("SU-HQ-SW"), t.place("SU-HQ-DON")) == ("0014", "displaced", "2130")
    assert len(t.told("shortage_added")) == 1


def returns(text: str) -> list[str]:
    """Where the 6th Army's staff may come back, thrown out of 1333."""
    t = draw(f"side axis\nphase movement\n{text}")
    t.s.away[u("GE-HQ-6A")] = h("1333")
    t.s.where[u("GE-HQ-6A")] = DISPLACED
    t.s.steps[u("GE-HQ-6A")] = 1
    again(t, "return_headquarters")
    return [t.place("GE-HQ-6A")] if t.asked() == "over" else [choice.split()[-1] for choice in t.choices()]


@rule("4.1.2")
def test_a_headquarters_returns_as_near_as_it_can_in_supply_and_out_of_contact() -> None:
    """Nobody near: back to 1333. Soviets in 1332 touch it: to the railways beside it, 1233, 1334, 1433."""
    assert returns("1524: GE-62") == ["1333"]
    assert returns("1332: SU-23") == ["1233", "1334", "1433"]
    assert returns("1332: SU-23\n1335: SU-24") == ["1233", "1433"]


@rule("4.1.2")
def test_a_headquarters_returns_neither_to_soviet_ground_nor_beside_another_staff() -> None:
    """1233 is held by another headquarters, 1334 has been taken by the Soviets: 1433 is left."""
    assert returns("1332: SU-23\n1233: GE-HQ-4PZA\ncontrol soviet 1334") == ["1433"]


@rule("4.1.2")
def test_a_headquarters_keeps_in_mind_where_it_was_thrown_out() -> None:
    """Cut off in 0014 by Soviets in 0216, it waits; when they are gone it comes back to 0014 itself."""
    t = stage("supply", f"side axis\n{STUB}\n0216: SU-23")
    t.s.lift(u("SU-23"), ELIMINATED)
    again(t, "return_headquarters")
    assert t.place("GE-HQ-HOLL") == "0014"
    assert t.s.away[u("GE-HQ-HOLL")] == -1


@rule("4.1.2")
def test_a_road_will_do_and_a_friend_does_not_help_against_contact() -> None:
    """Thrown out of Tormosin on the road: back there; with Soviets beside it, even next to a friend, elsewhere."""
    for text, place in (("", "1028"), ("0929: SU-23\n1028: GE-62", "1027")):
        t = draw(f"side axis\nphase movement\n1524: GE-298\n{text}")
        t.s.away[u("GE-HQ-6A")] = h("1028")
        t.s.where[u("GE-HQ-6A")] = DISPLACED
        t.s.steps[u("GE-HQ-6A")] = 1
        again(t, "return_headquarters")
        found = [t.place("GE-HQ-6A")] if t.asked() == "over" else [choice.split()[-1] for choice in t.choices()]
        assert place in found
        assert not text or "1028" not in found


@rule("4.1.2")
def test_without_any_hex_it_goes_on_waiting() -> None:
    """All sources of the Axis are lost."""
    t = draw("side axis\nphase movement\n1524: GE-298")
    for source in t.s.source_hexes[1]:
        t.s.hold(source, 0)
    t.s.where[u("GE-HQ-6A")] = DISPLACED
    t.s.away[u("GE-HQ-6A")] = h("1028")
    assert again(t, "return_headquarters").asked() == "over"
    assert t.place("GE-HQ-6A") == "displaced"


@rule("4.1.1")
@rule("4.1.3")
@rule("4.3.1")
def test_the_first_hex_of_the_map_is_a_hex_like_any_other() -> None:
    """0001, a source: a staff there has a line, a division there is supplied; nobody there is nobody."""
    assert has_line("0001: GE-HQ-HOLL", "GE-HQ-HOLL")
    assert unsupplied("0001: GE-62") == set()
    t = stage("supply", "side axis\n0001: GE-HQ-HOLL")
    assert decline(t).place("GE-HQ-HOLL") == "0001"
    cut = draw("side axis\nphase movement\n0001: GE-62\ncontrol soviet 0001 0201 0401")
    assert supply.units_without_supply(cut.s, 1) == [u("GE-62")]


@rule("4.1.3")
def test_only_a_headquarters_at_a_river_is_asked_for_a_pontoon() -> None:
    """4PzA in 1129 lies on the Don and a brook, Hollidt in 1126 on nothing; minor rivers count too."""
    t = draw("side axis\nphase supply\n1129: GE-HQ-4PZA\n1126: GE-HQ-HOLL")
    assert t.asked() == "build_pontoon"
    assert [c for c in t.choices() if c != "keep"] == ["bridge 1130", "bridge 1229", "bridge 1029"]
    t.play("keep")
    assert t.asked() == "over"
    assert t.s.pontoon[u("GE-HQ-4PZA")] == 0


@rule("4.1.3")
def test_a_headquarters_of_the_other_side_builds_nothing() -> None:
    t = draw("side soviet\nphase supply\n1129: GE-HQ-4PZA\n2130: SU-HQ-DON").play("keep")
    assert t.asked() == "over"


@rule("4.1.4")
def test_a_pontoon_that_is_kept_stands_and_is_not_built_twice() -> None:
    t = draw("side axis\nphase supply\n1129: GE-HQ-4PZA").play("bridge 1130")
    edge = t.s.ways.edge_to[h("1130")][h("1129")]
    again(t, "supply").play("keep")
    assert t.asked() == "over"
    assert radius.is_bridged(t.s, 1, edge)
    assert not radius.is_bridged(t.s, 0, edge)
    again(t, "supply").play("dismantle")
    assert not radius.is_bridged(t.s, 1, edge)
    assert t.asked() == "build_pontoon"


@rule("4.2.1")
def test_a_dated_source_is_none_before_its_day() -> None:
    """0022 opens on JAN IV: the Soviets hold it before, but nothing comes from it."""
    t = draw("side soviet\nturn JAN_III\nphase supply\n1827: SU-23\ncontrol soviet 0022")
    assert h("0022") not in radius.sources(t.s, 0)
    t.s.track[tracks.TURN] += 1
    assert h("0022") in radius.sources(t.s, 0)
    t.s.track[tracks.TURN] += 1
    assert h("0022") in radius.sources(t.s, 0)
    assert h("0022") not in radius.sources(t.s, 1)


@rule("4.2.1")
def test_a_dated_source_changes_hands_on_its_day_only() -> None:
    """Taken back by the Axis after JAN IV it stays so; sources open from the start never change by themselves."""
    t = draw("side soviet\nturn FEB_I\nphase supply\n1827: SU-23\ncontrol axis 0022")
    assert t.control("0022") == "axis"
    t = draw("side axis\nturn NOV_III\nphase supply\n1524: GE-62\ncontrol soviet 1701")
    assert t.control("1701") == "soviet"
    t = draw("side soviet\nturn JAN_IV\nphase supply\n1827: SU-23\n0022: GE-62")
    assert t.control("0022") == "axis"


@rule("4.2.1")
@rule("4.2.2")
def test_an_enemy_in_a_source_closes_it_before_it_is_captured() -> None:
    """A Soviet division that retreated into 1701 does not control it yet, and nothing comes from there."""
    t = draw("side axis\nphase movement\n1701: SU-23\ncontrol axis 1701")
    assert h("1701") not in radius.sources(t.s, 1)


@rule("4.2.3")
def test_the_radius_of_a_source_is_four_hexes_whatever_roads_there_are() -> None:
    """1804 lies four hexes from 1701 and 1901; along the railway from Poltava nothing is halved."""
    assert unsupplied("1905: GE-62\n1906: GE-298") == {"GE-298"}
    assert unsupplied("2134: SU-23\n2132: SU-24\n2131: SU-29", 0) == {"SU-29"}


ITALIAN = "1720: IT-HQ-8A\n"


@rule("4.3.1")
def test_an_allied_headquarters_feeds_its_own_and_three_guests() -> None:
    """Six Italians and three Germans; a fourth German goes hungry, whatever the Italians eat."""
    italians = "1719: IT-5Co IT-3Ra IT-9Pa\n1721: IT-52To IT-3Ce IT-2Sf\n"
    assert unsupplied(f"{ITALIAN}{italians}1718: GE-62 GE-294 GE-298") == set()
    assert len(unsupplied(f"{ITALIAN}{italians}1718: GE-62 GE-294 GE-298\n1722: RO-1")) == 1


@rule("4.3.1")
def test_hungarians_and_romanians_never_feed_each_other() -> None:
    """Either way; Italians and Germans they feed."""
    assert unsupplied("1720: HU-HQ-2A\n1719: RO-1 IT-3Ra\n1721: GE-62") == {"RO-1"}
    assert unsupplied("1720: RO-HQ-3A\n1719: HU-12 IT-3Ra\n1721: GE-62") == {"HU-12"}


@rule("4.3.1")
def test_a_german_headquarters_feeds_any_number_of_allies() -> None:
    assert unsupplied("1720: GE-HQ-HOLL\n1719: RO-1 RO-2 RO-4\n1721: HU-12 HU-7 HU-10\n1718: IT-3Ra IT-9Pa") == set()


@rule("4.3.1")
def test_guests_are_shared_out_so_that_as_many_as_possible_eat() -> None:
    """Three Germans reach both staffs, three Romanians only the Italian one: the Germans go to the Hungarians."""
    text = f"{ITALIAN}1620: HU-HQ-2A\n1719: GE-62 GE-294 GE-298\n1716: RO-1 RO-2 RO-4\n"
    assert unsupplied(text) == set()
    assert len(unsupplied(f"{text}1715: RO-5")) == 1


@rule("4.3.1")
def test_a_headquarters_without_a_line_feeds_nobody_in_the_supply_phase() -> None:
    """Off the road in 1914; its neighbours are out of supply although they stand in its radius."""
    assert unsupplied("1914: GE-HQ-HOLL\n1915: GE-62") == {"GE-62"}


@rule("4.3.2")
@rule("4.4.1")
def test_only_units_of_the_phasing_side_are_marked() -> None:
    """In the Axis phase a Soviet division far from everything keeps what it has; headquarters are never marked."""
    t = draw("side axis\nphase supply\n1524: GE-62\n0714: SU-23\n1227: GE-HQ-HOLL\n0712: SU-24~").play("keep")
    assert (t.supply("SU-23"), t.supply("SU-24"), t.supply("GE-HQ-HOLL")) == (0, 1, 0)


@rule("4.4.4")
def test_the_nearest_headquarters_is_what_counts_and_keeping_the_distance_is_no_harm() -> None:
    """GE-62 in 1524 has Hollidt three hexes south: it may go round him, not away, though that be nearer to another."""
    t = draw("side axis\nphase movement\n1224: GE-HQ-HOLL\n1918: GE-HQ-LANZ\n1524: GE-62~").play("move GE-62")
    assert t.moves() == ["1525", "1523", "1423", "1424"]
    assert t.refused("to 1623") == "4.4.4 farther_from_hq"


@rule("4.3.1")
@rule("4.3.2")
@rule("4.4.1")
def test_who_loses_or_regains_supply_is_told_once() -> None:
    """GE-62 in the steppe loses it, GE-298 at Hollidt's regains it, GE-384 beside him never lost it."""
    text = "side axis\nturn DEC_I\n1823: GE-62\n1126: GE-HQ-HOLL GE-298~ GE-384"
    t = decline(stage("supply", text))
    assert (t.told("out_of_supply"), t.told("back_in_supply")) == ([(u("GE-62"),)], [(u("GE-298"),)])
    t.events = []
    t.s.events = []
    supply.check_units(t.s)
    assert t.s.events == []


@rule("4.1.1")
def test_a_source_is_on_a_line_even_if_none_leaves_it() -> None:
    """Every way out is closed: a headquarters in the source itself still has its line."""
    t = bare("side axis\n1524: GE-62")
    for side in (vocabulary.SOVIET, vocabulary.AXIS):
        found = radius.trace_lines(t.s, side, [[] for _ in range(PACK.hex_count)])
        assert [place for place, open_ in enumerate(found) if open_] == sorted(set(radius.sources(t.s, side)))
