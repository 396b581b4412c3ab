"""Chapter 8, fourth reading: what a fight leaves on the map and in its record."""

import pytest

from kurgan.games.roads.answers import DONE, HEXES, YES
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_results as results
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.games.roads.terms import ELIMINATED, RETREATED, WITHDRAWN
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare


def fight(t: Drawn, target: str, side: int, attackers: str, defenders: str) -> Battle:
    b = Battle(h(target), side, 0)
    b.attackers = [u(name) for name in attackers.split()]
    b.defenders = [u(name) for name in defenders.split()]
    t.s.battle = b
    return b


@rule("8.13.1")
@pytest.mark.parametrize(
    ("side", "who", "against"), [(vocabulary.SOVIET, "SU-23", "GE-62"), (vocabulary.AXIS, "GE-62", "SU-23")]
)
def test_defenders_advance_only_if_no_hex_of_the_attackers_is_held(side: int, who: str, against: str) -> None:
    """Of both sides: while one of them stands in an original hex there is nothing to enter."""
    t = bare(f"1914: {who}\n1814: {against}")
    b = fight(t, "1814", side, who, against)
    b.origins = [h("1914"), h("1915")]
    advance.look_for_empty_hexes(t.s)
    assert b.advancing == 0
    t.s.lift(u(who), ELIMINATED)
    advance.look_for_empty_hexes(t.s)
    assert b.advancing == advance.DEFENDERS
    b.origins = []
    advance.look_for_empty_hexes(t.s)
    assert b.advancing == 0


@rule("8.13")
@rule("8.13.2")
def test_an_attacker_driven_back_does_not_advance_a_defender_driven_back_before_does() -> None:
    t = bare("1914: SU-23 SU-24")
    b = fight(t, "1814", vocabulary.SOVIET, "SU-23 SU-24", "")
    b.advancing = advance.ATTACKERS
    t.s.mark[u("SU-23")] |= RETREATED
    assert [advance.is_able_to_enter(t.s, b, u(name), h("1814")) for name in ("SU-23", "SU-24")] == [False, True]
    t = bare("1814: GE-62")
    b = fight(t, "1814", vocabulary.SOVIET, "SU-23", "GE-62")
    b.advancing = advance.DEFENDERS
    t.s.mark[u("GE-62")] |= RETREATED
    assert advance.is_able_to_enter(t.s, b, u("GE-62"), h("1914"))


@rule("8.15.1")
def test_a_kampfgruppe_that_stands_up_is_told_with_its_hex() -> None:
    t = bare("eliminated: GE-16P\n1914: SU-23")
    b = fight(t, "1814", vocabulary.SOVIET, "SU-23", "GE-16P")
    b.fallen, b.fallen_supply = [u("GE-16P") * HEXES + h("1814")], [0]
    t.s.events = []
    losses.stand_up(t.s, u("KG-A1"))
    t.events += t.s.events
    assert t.told("kampfgruppe_raised") == [(u("KG-A1"), h("1814"))]
    assert t.place("KG-A1") == "1814" and u("KG-A1") in b.defenders


@rule("3.4")
@rule("8.15.8")
def test_a_unit_out_of_the_game_attacks_over_no_river() -> None:
    """2735 lies behind a river seen from 2634; who is withdrawn stands in no hex, whatever its number."""
    t = bare("turn DEC_I\n2735: SU-23")
    assert odds.river_between(t.s, u("SU-23"), h("2634"))
    t.s.lift(u("KG-A1"), WITHDRAWN)
    assert odds.river_between(t.s, u("KG-A1"), h("2634")) == 0


@rule("8.12.4")
@rule("8.12.5")
def test_after_the_last_unit_nothing_is_left_of_a_retreat() -> None:
    """Also if nobody went a step: 62 Division is surrounded and lost where it stands."""
    t = bare("1814: GE-62\n1914: SU-23\n1813: SU-24\n1815: SU-29\n1714: SU-38\n1713: SU-45\n1715: SU-64")
    b = fight(t, "1814", vocabulary.SOVIET, "SU-23", "GE-62")
    for n in PACK.neighbours[h("1814")]:
        if not t.s.here[vocabulary.SOVIET][n]:
            spare = next(v for v in t.s.ways.units_of[vocabulary.SOVIET] if t.s.where[v] < 0 and PACK.is_combat[v])
            t.s.place(spare, n)
    retreat.begin(t.s, b.defenders, [h("1914")], 2)
    assert (b.first_hex, b.to_go, b.points) == (1, 2, 2)
    retreat.look_for_way(t.s)
    assert t.place("GE-62") == "eliminated"
    assert (b.queue, b.origin, b.to_go, b.first_hex, b.points, b.away_from) == ([], -1, 0, 0, 0, [])


@rule("8.7.6")
@rule("8.12.10")
@rule("1.1.7")
def test_a_headquarters_in_pontoon_mode_may_only_stay() -> None:
    """It has no movement to fall back with; a division with it has."""
    t = bare("1814: GE-HQ-HOLL GE-62\n1914: SU-23")
    t.s.bridge(u("GE-HQ-HOLL"), 1)
    for defenders, choices in (("GE-HQ-HOLL", [DONE]), ("GE-HQ-HOLL GE-62", [DONE, YES])):
        fight(t, "1814", vocabulary.SOVIET, "SU-23", defenders)
        assert results.fallback_choices(t.s) == choices


@rule("10.3.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "exhausted"),
    [("GE-71^", "SU-23", True), ("GE-71", "SU-23", False), ("SU-23", "GE-71^", True), ("SU-23", "GE-71", False)],
)
def test_the_pocket_is_exhausted_in_attack_and_in_defense(attacker: str, defender: str, exhausted: bool) -> None:
    t = bare(f"turn DEC_I\nfortress 1333 1\n1334: {attacker}\n1234: {defender}")
    side = vocabulary.AXIS if attacker.startswith("GE") else vocabulary.SOVIET
    b = fight(t, "1234", side, attacker.strip("^"), defender.strip("^"))
    b.oos_fs = int(defender.endswith("^"))
    assert odds.is_exhausted(t.s, b) == exhausted
