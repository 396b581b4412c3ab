"""Chapter 8.12 to 8.14: retreats, advances, exploitation markers."""

import pytest

from kurgan.games.roads.answers import HEX, HEXES, UNIT, UNIT_HEX
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.games.roads.terms import EXPLOITING, M_OUT, M_POOL, OOS_FS, RETREATED
from kurgan.kernel.protocol import Decide
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, draw, h, u


def falling_back(text: str, *units: str, hexes: int = 1, attackers: tuple[str, ...] = ("1914",)) -> Drawn:
    """A fight over 1814 whose defenders have to go back so many hexes."""
    t = draw("side soviet\nphase combat\n" + text)
    t.s.battle = Battle(h("1814"), 0, 0)
    t.s.battle.defenders = [u(name) for name in units]
    retreat.begin(t.s, [u(name) for name in units], [h(n) for n in attackers], hexes)
    t.s.stack = [t.s.book.steps["attack"].frames[7], t.s.book.steps["retreat"].entry]
    t.s.choices = None
    from kurgan.kernel import flow

    t.s.halts = frozenset({"end_attack", "after_attack"})
    flow.advance(t.s)
    return t


def ways(t: Drawn, unit: str) -> list[str]:
    return sorted(PACK.hex_name[n] for n in retreat.ways_back(t.s, u(unit)))


BASE = "1914: SU-26TK\n1814: GE-62\n1612: GE-HQ-HOLL\n"


@rule("8.12.1")
@rule("8.12.2")
def test_the_owner_chooses_among_what_the_priorities_leave() -> None:
    t = falling_back(BASE.replace("1612", "1414"), "GE-62")
    asked = t.game.pending(t.s)
    assert isinstance(asked, Decide)
    assert (asked.step, asked.seat) == ("retreat_to", 1)
    assert t.moves() == ["1714", "1715"]
    assert t.refused("to 1815") == "8.12.5 priority_forbids"


@rule("8.12.3")
@rule("8.12.4")
def test_all_fall_back_each_by_its_own_way() -> None:
    t = falling_back("1914: SU-26TK\n1814: GE-62 GE-294\n1414: GE-HQ-HOLL\n", "GE-62", "GE-294")
    t.play("to 1714", "to 1715")
    assert {t.place("GE-62"), t.place("GE-294")} == {"1714", "1715"}


@rule("8.12.5.1")
def test_without_a_hex_farther_away_the_unit_is_lost() -> None:
    ring = "1813: SU-23\n1815: SU-24\n1915: SU-29\n1714: SU-38\n1715: SU-45\n"
    t = falling_back(BASE + ring, "GE-62")
    assert t.place("GE-62") == "eliminated"


@rule("8.12.5.2")
def test_first_away_from_all_attackers() -> None:
    """Attacked from 1914 and 1815: only 1714 and 1813 lead away from one, and only 1714 from both."""
    t = falling_back(BASE + "1815: SU-23\n", "GE-62", attackers=("1914", "1815"))
    assert t.place("GE-62") == "1714"


@rule("8.12.5.3")
def test_then_towards_the_nearest_headquarters() -> None:
    t = falling_back(BASE, "GE-62")
    assert t.place("GE-62") == "1714"
    east = falling_back(BASE.replace("1612", "1818"), "GE-62")
    assert east.place("GE-62") == "1815"


@rule("8.12.5.4")
def test_then_out_of_contact() -> None:
    """Both 1714 and 1715 are nearer to 1414; a Soviet unit in 1713 touches 1714."""
    t = falling_back(BASE.replace("1612", "1414") + "1713: SU-23\n", "GE-62")
    assert t.place("GE-62") == "1715"


@rule("8.12.5.5")
def test_in_contact_to_a_friend() -> None:
    """1714 and 1715 both touch an enemy; in 1715 stands a friend."""
    text = BASE.replace("1612", "1414") + "1713: SU-23\n1716: SU-24\n1715: GE-294\n"
    t = falling_back(text, "GE-62")
    assert t.place("GE-62") == "1715"


@rule("8.12.5.6")
@rule("8.12.5.7")
def test_room_decides_last_and_any_other_hex_will_do() -> None:
    """1715 is full: 1714. If it were the only hex, it would be entered and left again (8.12.8)."""
    t = falling_back(BASE.replace("1612", "1414") + "1715: GE-294 GE-298 GE-384\n", "GE-62")
    assert t.place("GE-62") == "1714"


@rule("8.12.6")
def test_ground_does_not_matter_in_retreat() -> None:
    """Over an open major river without a bridge, into forest: one hex is one hex."""
    t = draw("side soviet\nphase combat\n1413: GE-62\n1711: SU-23")
    t.s.battle = Battle(h("1413"), 0, 0)
    retreat.begin(t.s, [u("GE-62")], [h("1312")], 1)
    assert "1514" in ways(t, "GE-62")


@rule("8.12.7")
def test_no_retreat_over_sea_or_lake() -> None:
    t = draw("side soviet\nphase combat\n0834: GE-62")
    t.s.battle = Battle(h("0834"), 0, 0)
    retreat.begin(t.s, [u("GE-62")], [h("0833")], 1)
    assert "0835" not in ways(t, "GE-62")


@rule("8.12.8")
def test_a_full_hex_at_the_end_means_one_hex_more() -> None:
    """Only 1715 is open and it holds three: the unit goes on until it fits."""
    text = "1914: SU-26TK\n1814: GE-62\n1414: GE-HQ-HOLL\n1713: SU-23\n1714: SU-24\n1715: GE-294 GE-298 GE-384\n"
    t = falling_back(text, "GE-62")
    while t.asked() == "retreat_to":
        t.play(t.choices()[0])
    assert PACK.distance(h(t.place("GE-62")), h("1814")) == 2


@rule("8.12.9")
def test_a_unit_that_retreated_defends_with_one() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62 GE-294")
    b = Battle(h("1814"), 0, 0)
    b.defenders = [u("GE-62"), u("GE-294")]
    full = odds.defense_factors(t.s, b)
    t.s.mark[u("GE-62")] |= RETREATED
    assert odds.defense_factors(t.s, b) == full - PACK.defense[3 * u("GE-62") + 2] + 1


@rule("8.12.10")
def test_who_cannot_move_cannot_retreat() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-HQ-HOLL GE-62\n1612: GE-HQ-LANZ")
    t.s.pontoon[u("GE-HQ-HOLL")] = 1
    t.s.battle = Battle(h("1814"), 0, 0)
    retreat.begin(t.s, [u("GE-HQ-HOLL")], [h("1914")], 1)
    retreat.look_for_way(t.s)
    assert t.place("GE-HQ-HOLL") == "eliminated"


@rule("8.13.1")
def test_defenders_follow_when_all_attacking_hexes_are_empty() -> None:
    """1/1 on 4: A1, AR, R. The attackers go back; the Romanians may enter 1914."""
    text = "side soviet\nphase combat\n1914: SU-23 SU-24 SU-29\n1814: RO-14 RO-15\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON"
    t = draw(text).play("attack 1814", "with SU-23", "with SU-24", "with SU-29", "roll_combat 2+2", "lose SU-23")
    t.play("retreat")
    while t.asked() == "retreat_to":
        t.play(t.choices()[0])
    assert t.asked() == "advance_unit"
    t.play("advance RO-14 1914")
    assert t.control("1914") == "axis"


@rule("8.13.1")
def test_a_defender_follows_once() -> None:
    """Two attacking hexes are empty: a unit that has entered one does not go on into the other."""
    t = draw("side soviet\nphase combat\n1814: RO-14 RO-15")
    b = Battle(h("1814"), 0, 0)
    b.defenders = [u("RO-14"), u("RO-15")]
    b.origins = [h("1914"), h("1915")]
    b.advancing = advance.DEFENDERS
    t.s.battle = b
    assert len(advance.advance_choices(t.s)) == 5
    advance.take_advance(t.s, 10000 + u("RO-14") * 1008 + h("1914"))
    assert [(a - 10000) // 1008 for a in advance.advance_choices(t.s)[1:]] == [u("RO-15")] * 2


@rule("8.13.2")
def test_attackers_follow_up_to_the_stacking_limit() -> None:
    text = "side soviet\nphase combat\n1914: SU-26TK SU-1TK SU-23\n1915: SU-4TK\n1814: RO-14\n1612: GE-HQ-HOLL\n"
    t = draw(text + "superiority none").play("attack 1814", "with SU-26TK", "with SU-1TK", "with SU-4TK", "with SU-23")
    t.play("plain", "roll_combat 2+3")
    while t.asked() == "retreat_to":
        t.play(t.choices()[0])
    assert t.asked() == "follow_up"
    t.play("advance SU-26TK 1814", "advance SU-1TK 1814", "advance SU-4TK 1814")
    assert "advance SU-23 1814" not in (t.choices() if t.asked() == "follow_up" else [])
    assert t.control("1814") == "soviet"


@rule("8.14.1")
@rule("8.14.2")
@rule("8.14.3")
@pytest.mark.parametrize(("armored", "prices"), [(0, [2, 2, 2]), (1, [1, 1, 2])])
def test_exploitation_points_and_what_units_cost(armored: int, prices: list[int]) -> None:
    """E3 is three units, or six with a box in an armored attack; black and white counts like black."""
    t = draw("side soviet\nphase combat\n1914: SU-26TK SU-8KK SU-51G\n1814: RO-14")
    b = Battle(h("1814"), 0, 0)
    b.attackers = [u("SU-26TK"), u("SU-8KK"), u("SU-51G")]
    b.level, b.armored = 3, armored
    t.s.battle = b
    advance.count_points(t.s)
    assert b.points == 6
    assert [advance.price_of(t.s, b, unit) for unit in b.attackers] == prices


@rule("8.14.4")
@rule("9.1.1")
@rule("9.2.1")
def test_only_marked_units_act_in_exploitation() -> None:
    t = draw("side soviet\nphase exploitation\n1914: SU-26TK* SU-1TK\n1814: RO-14")
    assert t.choices() == ["end", "move SU-26TK"]
    assert t.refused("move SU-1TK") == "9.2.1 may_not_exploit"
    t.play("end", "attack 1814")
    assert t.s.battle is None or u("SU-1TK") not in t.s.battle.attackers
    assert t.marks(EXPLOITING) in (["SU-26TK"], [])


# What a rules lawyer would try -----------------------------------------------------------------------------------

DUEL = "side soviet\nphase combat\n1914: SU-26TK\n1814: GE-62\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\nsuperiority none\n"


@rule("8.13.1")
def test_defenders_follow_attackers_who_stood_and_died() -> None:
    """7 to 5 on 4: A1, AR. The tank corps stands, loses two more steps and is gone: 1914 may be entered."""
    t = draw(DUEL).play("attack 1814", "roll_combat 2+2", "stand")
    assert t.place("SU-26TK") == "eliminated"
    assert t.asked() == "advance_unit"
    assert t.choices() == ["done", "advance GE-62 1914"]


@rule("8.13.1")
def test_defenders_follow_attackers_whom_a_second_throw_killed() -> None:
    """7 to 5 on 5: A1, Eng. The second throw costs two: AR is not the only result that empties a hex."""
    t = draw(DUEL).play("attack 1814", "roll_combat 2+3", "roll_engagement 1+1")
    assert t.place("SU-26TK") == "eliminated"
    assert t.asked() == "advance_unit"


@rule("8.13.1")
def test_a_hex_emptied_by_attrition_counts_among_the_attackers_hexes() -> None:
    """A1 kills the worn division in 1914, AR drives the other from 1915: the Germans may enter either hex."""
    text = "side soviet\nphase combat\n1914: SU-23-\n1915: SU-26TK\n1814: GE-62\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\n"
    t = draw(text + "superiority none").play("attack 1814", "with SU-23", "with SU-26TK", "roll_combat 2+2")
    t.play("lose SU-23", "retreat")
    while t.asked() == "retreat_to":
        t.play(t.choices()[0])
    assert t.choices() == ["done", "advance GE-62 1914", "advance GE-62 1915"]


@rule("8.13.1")
def test_a_defender_who_came_in_an_earlier_retreat_may_follow() -> None:
    """Only who is driven back in this very fight stays behind."""
    t = draw("side soviet\nphase combat\n1814: RO-14")
    b = Battle(h("1814"), 0, 0)
    b.defenders, b.origins, b.advancing = [u("RO-14")], [h("1914")], advance.DEFENDERS
    t.s.battle = b
    t.s.mark[u("RO-14")] |= RETREATED
    assert len(advance.advance_choices(t.s)) == 2


@rule("12.1")
@rule("8.13.1")
def test_an_advancing_soviet_headquarters_has_moved() -> None:
    """It follows its stack into an empty hex: the first shortage enters the pool."""
    t = draw("side axis\nphase combat\n1814: SU-HQ-SW SU-23")
    b = Battle(h("1814"), 1, 0)
    b.defenders, b.origins, b.advancing = [u("SU-23"), u("SU-HQ-SW")], [h("1914")], advance.DEFENDERS
    t.s.battle = b
    m = PACK.marker_kind.index(PACK.support_index["test_shortage"])
    assert t.s.marker_place[m] == M_OUT
    advance.take_advance(t.s, UNIT_HEX + u("SU-HQ-SW") * HEXES + h("1914"))
    assert t.s.marker_place[m] == M_POOL


@rule("4.4.4")
@rule("8.13.2")
def test_no_advance_leads_an_out_of_supply_unit_away_from_its_headquarters() -> None:
    """1814 is farther from 2014 than 1914. Elite units are free."""
    t = draw("side soviet\nphase combat\n1914: SU-23~ SU-51G~ SU-24\n2014: SU-HQ-SW")
    b = Battle(h("1814"), 0, 0)
    b.attackers, b.advancing = [u("SU-23"), u("SU-51G"), u("SU-24")], advance.ATTACKERS
    t.s.battle = b
    able = [PACK.unit_name[(a - UNIT_HEX) // HEXES] for a in advance.advance_choices(t.s)[1:]]
    assert sorted(able) == ["SU-24", "SU-51G"]


@rule("8.12.8")
def test_a_retreat_may_end_in_a_full_hex() -> None:
    """Going on is a right, not a duty: the unit may stay, and the stack is thinned at the end of the phase."""
    text = "1914: SU-26TK\n1814: GE-62\n1414: GE-HQ-HOLL\n1713: SU-23\n1714: SU-24\n1715: GE-294 GE-298 GE-384\n"
    t = falling_back(text, "GE-62")
    assert t.choices()[-1] == "stay"
    assert len(t.choices()) > 1
    t.play("stay")
    assert t.place("GE-62") == "1715"


@rule("8.12.8")
@rule("8.12.5.1")
def test_who_can_go_no_farther_from_a_full_hex_is_not_lost_for_it() -> None:
    """It has gone its hex; only a unit that cannot do that is eliminated."""
    text = "1914: SU-26TK\n1814: GE-62\n1414: GE-HQ-HOLL\n1713: SU-23\n1714: SU-24\n1715: GE-294 GE-298 GE-384\n"
    text += "1614: SU-29\n1615: SU-38\n1616: SU-45\n1716: SU-84\n1815: SU-96\n"
    t = falling_back(text, "GE-62")
    assert t.place("GE-62") == "1715"


@rule("8.12.8")
def test_a_unit_that_has_not_gone_its_way_may_not_stay() -> None:
    t = falling_back(BASE.replace("1612", "1414"), "GE-62")
    assert t.refused("stay") == "8.12.5 priority_forbids"


@rule("8.12.5.3")
@rule("8.12.10")
def test_a_headquarters_that_cannot_retreat_leads_nobody() -> None:
    """In pontoon mode it is lost; its stack goes to the nearest headquarters, not to a source."""
    t = draw("side soviet\nphase combat\n1914: SU-26TK\n1814: GE-HQ-HOLL GE-62\n1612: GE-HQ-LANZ")
    t.s.battle = Battle(h("1814"), 0, 0)
    stack = [u("GE-HQ-HOLL"), u("GE-62")]
    retreat.begin(t.s, stack, [h("1914")], 1)
    assert t.s.battle.with_hq == 1
    t.s.pontoon[u("GE-HQ-HOLL")] = 1
    retreat.begin(t.s, stack, [h("1914")], 1)
    assert t.s.battle.with_hq == 0


@rule("10.2.3")
@rule("8.12.5")
def test_a_unit_that_retreats_or_advances_into_the_zone_joins_the_pocket() -> None:
    """Out of supply outside the zone, it exchanges its marker the moment it comes in."""
    text = "side soviet\nphase combat\nfortress 1333 8\n1536: SU-23\n1535: GE-62~\n"
    t = draw(text)
    t.s.battle = Battle(h("1535"), 0, 0)
    retreat.begin(t.s, [u("GE-62")], [h("1536")], 1)
    retreat.take_retreat_hex(t.s, HEX + h("1434"))
    assert t.supply("GE-62") == OOS_FS
    t = draw(text)
    b = Battle(h("1535"), 0, 0)
    b.defenders, b.origins, b.advancing = [u("GE-62")], [h("1434")], advance.DEFENDERS
    t.s.battle = b
    advance.take_advance(t.s, UNIT_HEX + u("GE-62") * HEXES + h("1434"))
    assert t.supply("GE-62") == OOS_FS


@rule("8.7.6")
@rule("14.1A")
def test_two_reactions_are_two_units() -> None:
    """The panzer that has reacted does not react again in the same fight."""
    t = draw("side soviet\nphase combat\n1914: SU-23\n1814: GE-62\n1613: GE-16P\n1614: GE-294")
    b = Battle(h("1814"), 0, 0)
    b.reacts = 2
    t.s.battle = b
    assert advance.react_choices(t.s) == [0, *sorted([UNIT + u("GE-294"), UNIT + u("GE-16P")])]
    advance.take_react(t.s, UNIT + u("GE-16P"))
    assert advance.react_choices(t.s) == [0, UNIT + u("GE-294")]


@rule("8.7.6")
@rule("19.3.1")
def test_whom_the_scenario_holds_does_not_react() -> None:
    """NOV III west of column 22: nobody moves, not even in answer to an attack."""
    for turn, count in (("NOV_III", 1), ("NOV_IV", 2)):
        t = draw(f"turn {turn}\nside soviet\nphase combat\n1914: SU-23\n1814: GE-62\n1613: GE-16P")
        b = Battle(h("1814"), 0, 0)
        b.reacts = 1
        t.s.battle = b
        assert len(advance.react_choices(t.s)) == count


@rule("3.2.2")
@rule("8.13.1")
def test_in_mud_no_advance_crosses_a_river_into_contact_but_by_bridge() -> None:
    """The Germans win over attackers who came by their own pontoon: no way for them back over it into contact."""
    edge = next(e for e in range(6 * PACK.hex_count) if is_open_river(e))
    here, there = edge // 6, PACK.near[edge]
    beside = next(n for n in PACK.neighbours[there] if n != here and n not in PACK.neighbours[here])
    text = f"side soviet\nphase combat\nweather mud clear none\n{PACK.hex_name[here]}: GE-62\n"
    for contact, count in (("", 2), (f"{PACK.hex_name[beside]}: SU-23\n", 1)):
        t = draw(text + contact)
        b = Battle(here, 0, 0)
        b.defenders, b.origins, b.advancing = [u("GE-62")], [there], advance.DEFENDERS
        t.s.battle = b
        assert len(advance.advance_choices(t.s)) == count


def is_open_river(edge: int) -> bool:
    """A river side without bridge or ferry, well inside the map."""
    n = PACK.near[edge]
    if n < 0 or not PACK.river[edge] or PACK.bridge[edge] or PACK.ferry[edge] or n not in PACK.neighbours[edge // 6]:
        return False
    return len(PACK.neighbours[edge // 6]) == len(PACK.neighbours[n]) == 6 and not PACK.zone_28th[n]


@rule("15.2.2")
@rule("8.12.5.1")
def test_units_that_cannot_retreat_are_soviet_losses_too() -> None:
    """A full tank corps without a way back is two steps, counted double."""
    ring = "1813: GE-62\n1815: GE-294\n1915: GE-298\n1714: GE-384\n1715: GE-76\n1914: GE-16P\n"
    t = draw("side axis\nphase combat\n1814: SU-26TK\n" + ring)
    b = Battle(h("1814"), 1, 0)
    b.defenders = [u("SU-26TK")]
    t.s.battle = b
    retreat.begin(t.s, b.defenders, [h("1914")], 1)
    retreat.look_for_way(t.s)
    assert (t.place("SU-26TK"), b.soviet_losses) == ("eliminated", 4)


@rule("8.12.4")
@rule("8.12.2")
def test_where_room_is_short_the_owner_says_who_goes_first() -> None:
    """1715 has room for one of the two: GE-294 takes it although GE-62 comes first in the order of counters."""
    text = "1914: SU-26TK\n1814: GE-62 GE-294\n1414: GE-HQ-HOLL\n1713: SU-23\n1714: SU-24\n1715: GE-298 GE-384\n"
    t = falling_back(text, "GE-62", "GE-294")
    first, other = ("GE-62", "GE-294") if u("GE-62") < u("GE-294") else ("GE-294", "GE-62")
    assert t.choices() == ["to 1715", f"first {other}"]
    t.play(f"first {other}")  # its only way is taken at once; the other one finds the hex full
    assert t.place(other) == "1715"
    assert "stay" in t.choices()
    t.play(next(c for c in t.choices() if c.startswith("to ")))
    assert t.place(first) != "1715"


@rule("8.12.4")
def test_nobody_is_asked_for_an_order_that_does_not_matter() -> None:
    text = "1914: SU-26TK\n1814: GE-62 GE-294\n1414: GE-HQ-HOLL\n1713: SU-23\n1714: SU-24\n"
    t = falling_back(text, "GE-62", "GE-294")
    assert (t.place("GE-62"), t.place("GE-294")) == ("1715", "1715")
