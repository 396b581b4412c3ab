"""Chapters 4.1.2, 4.3.1 and 8.4.1, third reading: returning headquarters, and guests of allied ones."""

from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import COMBAT, DISPLACED, IN_SUPPLY, OOS
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare


@rule("4.1.2")
@rule("1.11.6")
def test_a_romanian_headquarters_does_not_come_back_among_hungarians() -> None:
    """Hungarians stand in the nearest hex with a line: it comes to the next one, and nobody has to go (1.11.2)."""
    t = bare("side axis\n1914: GE-62")
    t.s.lift(u("RO-HQ-3A"), DISPLACED)
    t.s.away[u("RO-HQ-3A")] = h("1317")
    assert supply.return_hexes(t.s, u("RO-HQ-3A")) == [h("1317")]
    t.s.place(u("HU-10"), h("1317"))
    found = supply.return_hexes(t.s, u("RO-HQ-3A"))
    assert found and all(PACK.distance(place, h("1317")) == 1 for place in found)
    t.s.lift(u("HU-10"), DISPLACED)
    t.s.place(u("GE-62"), h("1317"))  # Germans are good company
    assert supply.return_hexes(t.s, u("RO-HQ-3A")) == [h("1317")]


def attacked(text: str, target: str, attacker: str) -> Drawn:
    t = bare("side soviet\n" + text)
    combat.begin_attack(t.s, h(target), [u(attacker)], COMBAT)
    odds.check_defender_supply(t.s)
    return t


@rule("8.4.1")
@rule("4.3.1")
def test_an_allied_headquarters_keeps_three_guests_in_defense_too() -> None:
    """Far from every source and German headquarters: two infantry divisions and the three counters of 2 SS around a
    Romanian headquarters. It supplies three of the five, the strongest; the two weakest fight out of supply."""
    stack = ["GE-62", "GE-294", "GE-2SSp", "GE-2SSa", "GE-2SSb"]
    t = attacked(f"1620: RO-HQ-3A\n1621: {' '.join(stack)}\n1722: SU-26TK\n", "1621", "SU-26TK")
    strength = {name: PACK.attack[3 * u(name) + 2] + PACK.defense[3 * u(name) + 2] for name in stack}
    weakest = sorted(stack, key=lambda name: (strength[name], -u(name)))[:2]
    assert {name for name in stack if t.supply(name) == OOS} == set(weakest)


@rule("8.4.1")
@rule("4.3.1")
def test_guests_elsewhere_take_their_places() -> None:
    """Three stronger Germans stand elsewhere under the same headquarters: there is no place for a fourth. One that
    carries a marker already takes none, and Romanians are no guests."""
    text = "1620: RO-HQ-3A\n1621: GE-298\n1722: SU-26TK\n1520: GE-16P GE-24P{} GE-14P RO-14\n"
    t = attacked(text.format(""), "1621", "SU-26TK")
    assert t.supply("GE-298") == OOS
    t = attacked(text.format("~"), "1621", "SU-26TK")
    assert t.supply("GE-298") == IN_SUPPLY
    t = attacked("1620: RO-HQ-3A\n1621: RO-15\n1722: SU-26TK\n1520: GE-16P GE-24P GE-14P\n", "1621", "SU-26TK")
    assert t.supply("RO-15") == IN_SUPPLY


@rule("8.4.1")
def test_who_stands_near_a_source_is_nobodys_guest() -> None:
    """Three stronger Germans in 0305 live on the map's edge: the place under the Romanians is free for 298 Division."""
    text = "0306: RO-HQ-3A\n0307: GE-298\n0308: SU-26TK\n{}: GE-16P GE-24P GE-14P\n"
    assert attacked(text.format("0305"), "0307", "SU-26TK").supply("GE-298") == IN_SUPPLY
    assert attacked(text.format("0406"), "0307", "SU-26TK").supply("GE-298") == OOS


@rule("4.3.1")
def test_of_four_guests_the_weakest_goes_unsupplied() -> None:
    """Whatever the order of the counters: 62 Division (9 factors in all) before 14 and 24 Panzer (11) and 16 Panzer; 14
    Panzer reduced has 6 and is left out in its place."""
    text = "side axis\nphase movement\n1620: RO-HQ-3A\n1621: GE-16P GE-24P GE-14P{}\n1520: GE-62\n"
    assert supply.units_without_supply(bare(text.format("")).s, 1) == [u("GE-62")]
    assert supply.units_without_supply(bare(text.format("-")).s, 1) == [u("GE-14P")]
