"""Chapter 8, third reading: what comes before what in a fight, and what is offered once."""

from fractions import Fraction

from kurgan import odds as chances
from kurgan.games.roads.answers import UNIT
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, Drawn, draw, h, u

COMBAT = "side soviet\nphase combat\n"
TWO_TO_ONE = COMBAT + "1914: SU-23 SU-24 SU-29\n1814: RO-14\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\n"


def fight(text: str, dice: str, *more: str) -> Drawn:
    t = draw(text).play("attack 1814", "with SU-23", "with SU-24", "with SU-29")
    if t.asked() == "add_attacker":
        t.play("done")
    return t.play(f"roll_combat {dice}", *more)


@rule("8.12.5.1")
@rule("8.13.1")
def test_a_defender_who_has_advanced_goes_farther_from_the_hex_he_defended() -> None:
    """The Romanians followed into 1914 and have to go back after all: farther from 1814, the original hex, neither back
    to it nor to its other neighbours."""
    t = draw(COMBAT + "1914: RO-14\n2113: SU-23\n1414: GE-HQ-HOLL\n")
    t.s.battle = Battle(h("1814"), vocabulary.SOVIET, 0)
    t.s.battle.defenders = [u("RO-14")]
    retreat.begin(t.s, [u("RO-14")], [h("2113")], 1)
    ways = retreat.ways_back(t.s, u("RO-14"))
    assert ways and all(PACK.distance(n, h("1814")) == 2 for n in ways)


@rule("8.8.3")
@rule("8.13.2")
def test_a_hex_emptied_by_attrition_is_offered_once() -> None:
    """6/1 on 8: D2, E2, Eng against a single step. The attackers decline the empty hex and are not asked again,
    although results follow; where a retreat empties the hex (5) they are asked then."""
    for strength, dice, offers in (("-", "4+4", ["enter_hex"]), ("", "4+1", ["follow_up"])):
        text = COMBAT + f"1914: SU-26TK SU-1TK SU-4TK\n1814: RO-14{strength}\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\n"
        t = draw(text).play("attack 1814", "with SU-26TK", "with SU-1TK", "with SU-4TK")
        asked: list[str] = []
        while t.asked() not in ("choose_target", "over"):
            asked.append(t.asked())
            if t.asked().startswith("roll_"):
                t.play(f"{t.asked()} {dice}")
            else:
                plain = [c for c in t.choices() if c in ("plain", "done")]
                t.play(plain[0] if plain else t.choices()[0])
        assert t.control("1814") == "axis"
        assert [name for name in asked if name in ("enter_hex", "follow_up")] == offers


@rule("8.7.6")
@rule("8.10.1")
@rule("8.7.7")
def test_the_engagement_comes_before_the_fallback() -> None:
    """2/1 on 5: nobody loses, Eng and F. The defender first learns what the second throw costs (8: D1), and may go
    back for one loss less of it; who stands pays."""
    t = fight(TWO_TO_ONE, "4+1")
    assert t.fight.column == 2 and t.asked() == "roll_engagement"
    t.play("roll_engagement 4+4")
    assert t.asked() == "fall_back_engaged" and t.seat() == vocabulary.AXIS
    standing = Drawn(GAME, t.s.copy()).play("stand")
    assert standing.place("RO-14") == "1814-"
    t.play("retreat")
    while t.asked() == "retreat_to":
        t.play(t.choices()[0])
    assert t.place("RO-14") not in ("1814", "1814-") and not t.place("RO-14").endswith("-")


@rule("8.7.6")
def test_a_loss_of_the_first_throw_is_spared_before_it_is_paid() -> None:
    """2/1 on 2 (A2 D1, AR, F) is asked before any step is removed, and not again."""
    t = fight(TWO_TO_ONE, "1+1")
    assert t.asked() == "fall_back"
    t.play("retreat")
    assert not t.told("step_lost")


@rule("8.10.5")
def test_two_losses_of_an_engagement_may_fall_on_one_unit() -> None:
    """Losses of a tactical result are shared as the owner likes: the same unit twice."""
    t = draw(COMBAT + "1914: SU-23 SU-24\n1814: RO-14")
    t.s.battle = Battle(h("1814"), vocabulary.SOVIET, 0)
    t.s.battle.attackers = [u("SU-23"), u("SU-24")]
    t.s.battle.free = 1
    t.s.battle.hit = [u("SU-23")]
    assert [a - UNIT for a in losses.attacker_loss_choices(t.s)] == sorted([u("SU-23"), u("SU-24")])
    t.s.battle.free = 0
    assert [a - UNIT for a in losses.attacker_loss_choices(t.s)] == [u("SU-24")]


@rule("8.12.5.3")
@rule("8.12.10")
def test_a_headquarters_that_is_lost_in_the_retreat_leads_nobody() -> None:
    """Hollidt in pontoon mode stands with 62 Division in 1814 and cannot go. The division turns to Lanz in 1612, as it
    would without him; before, it had no way nearer to a headquarters and chose freely."""
    t = draw(COMBAT + "1914: SU-26TK\n1814: GE-HQ-HOLL GE-62\n1612: GE-HQ-LANZ")
    t.s.bridge(u("GE-HQ-HOLL"), 1)
    t.s.battle = Battle(h("1814"), vocabulary.SOVIET, 0)
    t.s.battle.defenders = [u("GE-62"), u("GE-HQ-HOLL")]
    retreat.begin(t.s, t.s.battle.defenders, [h("1914")], 1)
    assert retreat.havens(t.s, u("GE-62")) == [h("1612")]
    assert [PACK.hex_name[n] for n in retreat.ways_back(t.s, u("GE-62"))] == ["1714"]


@rule("8.12.5.3")
def test_a_stack_with_a_headquarters_that_retreats_turns_to_a_source() -> None:
    """The whole stack, and only it: attackers who go back from a hex where a headquarters stays are not led by it."""
    t = draw(COMBAT + "1914: SU-26TK\n1814: GE-HQ-HOLL GE-62\n1612: GE-HQ-LANZ")
    t.s.battle = Battle(h("1814"), vocabulary.SOVIET, 0)
    retreat.begin(t.s, [u("GE-62"), u("GE-HQ-HOLL")], [h("1914")], 1)
    assert h("1612") not in retreat.havens(t.s, u("GE-62"))
    t = draw(COMBAT + "1914: SU-26TK SU-HQ-DON\n1814: GE-62\n2130: SU-HQ-SW")
    t.s.battle = Battle(h("1814"), vocabulary.SOVIET, 0)
    retreat.begin(t.s, [u("SU-26TK")], [h("1814")], 1)
    assert set(retreat.havens(t.s, u("SU-26TK"))) == {h("1914"), h("2130")}


@rule("3.2.2")
@rule("4.4.4")
@rule("8.12.6")
def test_neither_mud_nor_supply_closes_a_way_of_retreat() -> None:
    """In mud a retreat crosses rivers into contact, and an out of supply unit goes away from its headquarters, where
    the priorities leave nothing else."""
    t = draw(
        "weather mud clear none\n" + COMBAT + "1413: GE-62~\n1711: SU-23\n1312: SU-24\n1615: SU-29\n1310: GE-HQ-HOLL"
    )
    t.s.battle = Battle(h("1413"), vocabulary.SOVIET, 0)
    retreat.begin(t.s, [u("GE-62")], [h("1312")], 1)
    assert h("1514") in retreat.hexes_behind(t.s, u("GE-62"))
    assert h("1514") in retreat.ways_back(t.s, u("GE-62"))
    assert PACK.distance(h("1514"), h("1310")) > PACK.distance(h("1413"), h("1310"))


@rule("8.8.3")
@rule("5.5.4")
def test_rockets_that_kill_the_last_defender_leave_nothing_to_fight() -> None:
    """A Katyusha hits the only, reduced division: no odds, no throw, the attackers may enter the hex at once."""
    text = COMBAT + "1914: SU-23 SU-24 SU-29\n1814: RO-14-\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\non SU-23 katyusha\n"
    t = draw(text).play("attack 1814", "with SU-23", "with SU-24", "with SU-29")
    if t.asked() == "add_attacker":
        t.play("done")
    assert t.asked() == "roll_rockets"
    t.play("roll_rockets 1")
    assert t.place("RO-14") == "eliminated" and not t.told("odds_set")
    assert t.asked() == "enter_hex"
    t.play("advance SU-23 1814", "done")
    assert t.place("SU-23") == "1814" and t.s.battle is None


@rule("8.8.3")
def test_the_odds_count_defenders_that_rockets_kill() -> None:
    """A single step under a Katyusha: it is gone at least whenever the rockets hit."""
    text = COMBAT + "1914: SU-23 SU-24\n1814: RO-14-\n1612: GE-HQ-HOLL\n2130: SU-HQ-DON\non SU-23 katyusha\n"
    t = draw(text).play("attack 1814", "with SU-23", "with SU-24")
    found = chances.find(GAME, t.s)
    assert found is not None and t.asked() == "roll_rockets"
    report = chances.calculate(GAME, t.s, found)
    hits = PACK.support_chance[vocabulary.KATYUSHA]
    assert Fraction(report["p_defender_eliminated"]["fraction"]) >= Fraction(hits, 6)
