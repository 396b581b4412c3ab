"""Chapter 8.12: the priorities of a retreat, one after the other, round 1524.

Its neighbours are 1525 (east), 1624, 1623 (north), 1523 (west), 1423, 1424 (south).
"""

import pytest

from kurgan.games.roads import events
from kurgan.games.roads.answers import HEX
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.games.roads.terms import ELIMINATED, RETREATED
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, stage

ALL = ["1423", "1424", "1523", "1525", "1623", "1624"]


def fight(text: str, who: str = "GE-62", attackers: tuple[str, ...] = (), hexes: int = 1) -> Drawn:
    """A unit in 1524 that has to go back so many hexes from attackers in these hexes."""
    t = bare(f"side soviet\nturn DEC_I\n1524: {who}\n{text}")
    unit = u(who.rstrip("~^-"))
    t.s.battle = Battle(h("1524"), 1 - PACK.side[unit], 0)
    retreat.begin(t.s, [unit], [h(name) for name in attackers], hexes)
    return t


def ways(t: Drawn) -> list[str]:
    assert t.s.battle is not None
    return sorted(PACK.hex_name[n] for n in retreat.ways_back(t.s, t.s.battle.queue[0]))


def back(t: Drawn, name: str) -> Drawn:
    retreat.take_retreat_hex(t.s, HEX + h(name))
    return t


@rule("8.12.5")
@rule("8.12.5.7")
def test_with_nothing_to_fear_and_nowhere_to_go_any_hex_will_do() -> None:
    assert ways(fight("")) == ALL


@rule("8.12.5.1")
def test_an_enemy_hex_is_no_way_and_the_second_hex_leads_farther() -> None:
    """Back in 1424, hexes beside 1524 are out: one hex farther from where it began, each time."""
    assert ways(fight("1523: SU-23\n1525: SU-24\n1424: SU-29")) == ["1423", "1623", "1624"]
    assert ways(back(fight("", hexes=2), "1424")) == ["1324", "1325", "1425"]


@rule("8.12.5.2")
def test_away_from_every_attacker() -> None:
    """From the north: south. From the east: west and the two hexes beside it. From all round: nothing is left of it."""
    assert ways(fight("", attackers=("1623", "1624"))) == ["1423", "1424"]
    assert ways(fight("", attackers=("1525",))) == ["1423", "1523", "1623"]
    assert ways(fight("", attackers=("1623", "1424"))) == ALL
    assert ways(fight("1623: SU-23\n1424: SU-24", attackers=("1623", "1424"))) == ["1423", "1523", "1525", "1624"]


@rule("8.12.5.2")
def test_only_the_first_hex_heeds_the_attackers() -> None:
    """Attackers in 1424: from 1623 on every hex two from 1524 will do, 1524's far side or not."""
    t = back(fight("", attackers=("1424",), hexes=2), "1623")
    assert ways(t) == ["1622", "1723", "1724"]


@rule("8.12.5.3")
def test_towards_the_nearest_headquarters_not_a_farther_one() -> None:
    """Hollidt six hexes west calls to 1523; a staff four hexes east calls louder."""
    assert ways(fight("1518: GE-HQ-HOLL")) == ["1523"]
    assert ways(fight("1518: GE-HQ-HOLL\n1528: GE-HQ-LANZ")) == ["1525"]
    assert ways(fight("1520: GE-HQ-HOLL\n1528: RO-HQ-3A")) == ["1523", "1525"]


@rule("8.12.5.3")
def test_away_from_attackers_comes_before_the_headquarters() -> None:
    """Attacked from the west, the way to Hollidt, it goes east all the same, as near to him as that leaves."""
    assert ways(fight("1518: GE-HQ-HOLL", attackers=("1523",))) == ["1424", "1525", "1624"]
    assert ways(fight("1222: GE-HQ-HOLL", attackers=("1523",))) == ["1424", "1525", "1624"]
    assert ways(fight("1223: GE-HQ-HOLL", attackers=("1523",))) == ["1424"]


@rule("8.12.5.3")
@rule("10.2.3")
def test_the_pocket_falls_back_on_the_fortress_others_on_their_headquarters() -> None:
    """The marker lies three hexes east of 1524, Hollidt six west: in the pocket east, outside it west."""
    assert ways(fight("fortress 1527 8\n1518: GE-HQ-HOLL", "GE-62^")) == ["1525"]
    assert ways(fight("fortress 1527 8\n1518: GE-HQ-HOLL", "GE-62~")) == ["1523"]
    assert ways(fight("fortress 1527 8\n1518: GE-HQ-HOLL", "GE-62")) == ["1523"]
    assert ways(fight("fortress 1527 8\n1518: SU-HQ-SW", "SU-23")) == ["1523"]


@rule("8.12.5.3")
@rule("10.2.3")
def test_the_hexes_of_stalingrad_call_the_pocket_too() -> None:
    """Marker far in the west, the city nearer in the east."""
    assert "1525" in ways(fight("fortress 1510 8", "GE-62^"))
    assert "1523" not in ways(fight("fortress 1510 8", "GE-62^"))


@rule("8.12.5.3")
def test_a_headquarters_goes_towards_a_source() -> None:
    """Hollidt in 1524 turns west to the sources, though another staff stands four hexes east."""
    found = ways(fight("1528: GE-HQ-LANZ", "GE-HQ-HOLL"))
    assert "1523" in found
    assert "1525" not in found


@rule("8.12.5.4")
def test_out_of_contact_before_company() -> None:
    """Attacked from the east; Soviets in 1622 touch 1523 and 1623: 1423 is left, although friends hold 1623."""
    assert ways(fight("1622: SU-23\n1623: GE-298", attackers=("1525",))) == ["1423"]


@rule("8.12.5.5")
def test_in_contact_everywhere_a_friend_decides_even_if_his_hex_is_full() -> None:
    """Soviets in 1622 and 1323 touch all three hexes."""
    text = "1622: SU-23\n1323: SU-24\n"
    assert ways(fight(text, attackers=("1525",))) == ["1423", "1523", "1623"]
    assert ways(fight(f"{text}1623: GE-298", attackers=("1525",))) == ["1623"]
    assert ways(fight(f"{text}1623: GE-298 GE-294 GE-384", attackers=("1525",))) == ["1623"]


@rule("8.12.5.5")
def test_a_friend_out_of_contact_is_no_reason() -> None:
    assert ways(fight("1623: GE-298", attackers=("1525",))) == ["1423", "1523", "1623"]


@rule("8.12.5.6")
def test_room_decides_last() -> None:
    """1523 is full, 1623 holds two: no hex with three, nor Romanians with Hungarians."""
    text = "1523: GE-298 GE-294 GE-384\n1623: GE-71 GE-76"
    assert ways(fight(text, attackers=("1525",))) == ["1423", "1623"]
    assert ways(fight("1523: HU-12\n1623: IT-3Ra", "RO-1", ("1525",))) == ["1423", "1623"]


@rule("8.12.5.1")
@rule("8.12.10")
def test_who_has_no_way_or_no_movement_is_eliminated() -> None:
    t = fight("1423: SU-23\n1424: SU-24\n1523: SU-29\n1525: SU-38\n1623: SU-45\n1624: SU-49")
    retreat.look_for_way(t.s)
    assert t.place("GE-62") == "eliminated"
    assert t.s.steps[u("GE-62")] == 0
    t = fight("", "GE-HQ-HOLL")
    t.s.pontoon[u("GE-HQ-HOLL")] = 1
    retreat.look_for_way(t.s)
    assert t.place("GE-HQ-HOLL") == "eliminated"


@rule("8.12.4")
@rule("8.12.5.1")
def test_the_next_of_the_stack_begins_anew() -> None:
    """The first is lost without movement; the second has all its hexes to go, its own first hex and its own start."""
    t = bare("side soviet\n1524: GE-62 GE-HQ-HOLL\n1623: SU-23")
    t.s.battle = b = Battle(h("1524"), 0, 0)
    t.s.pontoon[u("GE-HQ-HOLL")] = 1
    retreat.begin(t.s, [u("GE-HQ-HOLL"), u("GE-62")], [h("1623")], 2)
    retreat.take_retreat_hex(t.s, HEX + h("1424"))
    assert (b.queue[0], b.to_go, b.first_hex) == (u("GE-62"), 1, 0)
    retreat.take_retreat_hex(t.s, HEX + h("1325"))
    assert (b.queue[0], b.to_go, b.first_hex, b.origin) == (u("GE-HQ-HOLL"), 2, 1, h("1524"))
    retreat.look_for_way(t.s)
    assert (b.queue, t.s.where[u("GE-HQ-HOLL")]) == ([], ELIMINATED)


@rule("8.12.5")
@rule("19.2.6")
def test_no_retreat_out_of_the_played_map_or_into_the_zone_of_the_28th_army() -> None:
    """Uranus ends at column 22; 0431 lies beside the closed zone."""
    t = bare("scenario uranus\nside soviet\nturn DEC_I\n1522: GE-62")
    t.s.battle = Battle(h("1522"), 0, 0)
    retreat.begin(t.s, [u("GE-62")], [], 1)
    assert ways(t) == ["1422", "1523", "1622"]
    t = bare("side soviet\nturn DEC_I\n0431: GE-62")
    t.s.battle = Battle(h("0431"), 0, 0)
    retreat.begin(t.s, [u("GE-62")], [], 1)
    assert [name for name in ways(t) if PACK.zone_28th[h(name)]] == []
    assert [n for n in PACK.neighbours[h("0431")] if PACK.zone_28th[n]] != []


@rule("8.12.9")
@rule("8.5.2")
def test_a_retreated_unit_counts_one_until_the_phase_is_over() -> None:
    """GE-62 (5) back in 1424 beside GE-298 (5): together six; in the next phase ten."""
    t = back(fight("1424: GE-298"), "1424")
    assert t.marks(RETREATED) == ["GE-62"]
    b = Battle(h("1424"), 0, 0)
    b.defenders = [u("GE-62"), u("GE-298")]
    assert odds.defense_factors(t.s, b) == 6
    combat.forget_retreats(t.s)
    assert odds.defense_factors(t.s, b) == 10


@rule("8.12.9")
@rule("4.4.2")
@rule("10.3.2")
def test_one_is_not_halved_further() -> None:
    for sign in ("~", "^"):
        t = back(fight("fortress 1527 5", f"GE-62{sign}"), "1525")
        b = Battle(h("1525"), 0, 0)
        b.defenders = [u("GE-62")]
        assert odds.defense_factors(t.s, b) == 1


@rule("12.1")
@pytest.mark.parametrize(("who", "shortages"), [("SU-HQ-SW", 1), ("SU-23", 0), ("GE-HQ-HOLL", 0)])
def test_a_soviet_headquarters_that_retreats_has_moved(who: str, shortages: int) -> None:
    t = stage("movement", f"side soviet\nturn DEC_I\n1524: {who}")
    t.s.stack = []
    t.s.events = []
    t.s.battle = Battle(h("1524"), 1 - PACK.side[u(who)], 0)
    retreat.begin(t.s, [u(who)], [], 1)
    retreat.take_retreat_hex(t.s, HEX + h("1525"))
    assert len([e for e in t.s.events if e.kind == events.SHORTAGE_ADDED]) == shortages


@rule("8.12.8")
def test_a_full_hex_at_the_end_of_the_way_may_be_left_or_kept() -> None:
    """Three friends in 1423: one hex more, farther from the start, or there until the stacks are looked at."""
    t = back(fight("1423: GE-298 GE-294 GE-384"), "1423")
    assert t.s.battle is not None
    assert t.s.battle.to_go == 0
    choices = [PACK.hex_name[a - HEX] if a else "stay" for a in retreat.retreat_choices(t.s)]
    assert choices == ["1323", "1324", "1422", "stay"]
    retreat.take_retreat_hex(t.s, 0)
    assert t.s.battle.queue == []
    assert t.place("GE-62") == "1423"


@rule("8.12.5")
@pytest.mark.parametrize(
    ("text", "attackers", "where", "number"),
    [
        ("", ("1525",), "1525", "8.12.5.2"),
        ("1518: GE-HQ-HOLL", (), "1525", "8.12.5.3"),
        ("1622: SU-23", (), "1623", "8.12.5.4"),
        ("1622: SU-23\n1323: SU-24\n1623: GE-298", ("1525",), "1423", "8.12.5.5"),
        ("1523: GE-298 GE-294 GE-384", (), "1523", "8.12.5.6"),
        ("", (), "1525", ""),
    ],
)
def test_the_priority_that_rules_a_hex_out_is_named(
    text: str, attackers: tuple[str, ...], where: str, number: str
) -> None:
    t = fight(text, attackers=attackers)
    assert retreat.ruled_out_by(t.s, u("GE-62"), h(where)) == number
