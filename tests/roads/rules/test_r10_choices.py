"""Chapter 10, third reading: Ju 52, General Hube, the marker's refuge, and what the pocket pays."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import J_HAND, J_MAP, J_POOL, M_AXIS, MOBILE
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, Drawn, h, u
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
POCKET = "side axis\nturn DEC_I\nfortress 1333 8\n"


def copies(kind: int) -> list[int]:
    return [j for j in range(PACK.ju_count) if PACK.ju_kind[j] == kind]


def in_hand(text: str, *flown: int) -> Drawn:
    """The Axis holds these Ju 52 and has to place them."""
    t = bare(text, NO_OM)
    for kind in flown:
        t.s.ju_place[next(j for j in copies(kind) if t.s.ju_place[j] == J_POOL)] = J_HAND
    t.s.stack = [t.s.book.steps["place_ju52s"].entry]
    flow.advance(t.s)
    return t


@rule("10.4.3")
def test_with_fewer_stacks_than_ju52_the_player_chooses_which_are_placed() -> None:
    """Mobility and stack resistance for one stack: either may go back, but one of them is placed."""
    for keep in (vocabulary.JU_STACK_RESISTANCE, vocabulary.JU_MOBILITY):
        t = in_hand(POCKET + "1334: GE-71^\n", vocabulary.JU_STACK_RESISTANCE, vocabulary.JU_MOBILITY)
        first = PACK.ju_kind[ju52.in_hand(t.s)[0]]
        assert sorted(t.choices()) == ["at 1334", "none"]
        t.play("at 1334" if first == keep else "none")
        while t.asked() == "place_ju52":
            t.play("at 1334" if "at 1334" in t.choices() else "none")
        assert [PACK.ju_kind[j] for j in range(PACK.ju_count) if t.s.ju_place[j] == J_MAP] == [keep]
    t = in_hand(POCKET + "1334: GE-71^\n1434: GE-76^\n", vocabulary.JU_STACK_RESISTANCE, vocabulary.JU_MOBILITY)
    assert t.choices() == ["at 1334", "at 1434"]  # there is room for both


@rule("10.4.3")
def test_the_axis_sees_which_ju52_it_is_about_to_place_and_nobody_else_does() -> None:
    t = in_hand(POCKET + "1334: GE-71^\n", vocabulary.JU_STACK_RESISTANCE, vocabulary.JU_MOBILITY)
    hands = {seat: GAME.scene(GAME.view(t.s, seat))["hands"][-1] for seat in (vocabulary.SOVIET, vocabulary.AXIS)}
    titles = [PACK.ju_title[PACK.ju_kind[j]] for j in ju52.in_hand(t.s)]
    assert [card["title"] for card in hands[vocabulary.AXIS]["cards"]] == titles
    assert hands[vocabulary.SOVIET]["count"] == 2 and "cards" not in hands[vocabulary.SOVIET]
    assert not any(
        str(j) in str(GAME.view(t.s, vocabulary.SOVIET).to_json()["position"]["stack"]) for j in ju52.in_hand(t.s)
    )


def attacked(text: str, target: str) -> Drawn:
    t = bare(text, NO_OM)
    t.s.battle = Battle(h(target), vocabulary.SOVIET, 0)
    t.s.battle.defenders = [i for i in range(PACK.unit_count) if t.s.where[i] == h(target)]
    return t


@rule("10.4.3D")
def test_general_hube_leads_in_the_zone_only() -> None:
    """From 1333 (an airfield) the zone is three hexes wide. OOS-FS units beyond it are not doubled, nor do they call
    for him; of a stack in the zone only OOS-FS units count twice."""
    for target, times in (("1330", 2), ("1329", 1)):
        t = attacked(POCKET + f"{target}: GE-71^\n1334: GE-76^\n", target)
        t.s.track[tracks.HUBE] = 1
        ju52.hube_leads(t.s)
        assert t.fight.defense_times == times
        t.s.track[tracks.HUBE] = 0
        t.s.ju_place[copies(vocabulary.JU_HUBE)[0]] = J_MAP
        t.s.ju_on[copies(vocabulary.JU_HUBE)[0]] = h("1334")
        assert ju52.may_answer(t.s) == (times == 2)
    t = attacked(POCKET + "1334: GE-71^ RO-14\n", "1334")
    one = PACK.defense[3 * u("GE-71") + 2]
    other = PACK.defense[3 * u("RO-14") + 2]
    assert odds.defense_factors(t.s, t.fight) == one + other
    t.fight.defense_times = 2
    assert odds.defense_factors(t.s, t.fight) == 2 * one + other


@rule("10.1.5")
@rule("1.1.2")
def test_the_marker_finds_refuge_with_a_headquarters_too_and_only_nearer_to_the_city() -> None:
    t = bare(POCKET.replace("1333", "1332") + "1333: RO-HQ-4A\n1331: GE-71^\n", NO_OM)
    assert fortress.refuges(t.s) == [h("1333")]
    t = bare(POCKET.replace("1333", "1332") + "1331: GE-71^\n", NO_OM)
    t.s.hold(h("1332"), vocabulary.SOVIET)
    fortress.captured(t.s, h("1332"))
    assert t.s.track[tracks.FORTRESS] == -1 and t.supply("GE-71") == 1


@rule("10.4.3F")
def test_every_last_reserves_marker_may_be_played() -> None:
    """At the beginning of the combat phase, one after the other; each costs its level at once. Not with a sortie."""
    count = len(copies(vocabulary.JU_LAST_RESERVES))
    places = ["1334", "1434"]
    text = POCKET + "1334: GE-71^\n1434: GE-76^\n1335: SU-13G\n1435: SU-284\n"
    t = stage("movement", text, NO_OM)
    for j, place in zip(copies(vocabulary.JU_LAST_RESERVES) + copies(vocabulary.JU_MOBILITY), places, strict=False):
        t.s.ju_place[j] = J_MAP
        t.s.ju_on[j] = h(place)
    t.s.stack = []
    flow.start(t.s, "ju52_attacks")
    assert t.choices() == ["none", "play last_reserves"]
    t.play("play last_reserves")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 7
    assert t.asked() == "play_ju52_attack"
    assert ("play last_reserves" in t.choices()) == (count > 1)
    t.s.track[tracks.SORTIE] = 1
    assert ju52.attack_events(t.s) == [0]


@rule("10.4.3I")
@rule("10.3.3")
def test_a_sortie_costs_its_level_when_it_is_played_and_an_attack_another_at_the_end() -> None:
    t = stage("movement", POCKET + "1334: GE-71^\n1434: GE-76^\n", NO_OM)
    t.s.ju_place[copies(vocabulary.JU_SORTIE_1)[0]] = J_MAP
    t.s.ju_on[copies(vocabulary.JU_SORTIE_1)[0]] = h("1334")
    t.s.stack = []
    flow.start(t.s, "ju52_moves")
    t.play("play sortie_1", "at 1434")
    assert t.s.track[tracks.FORTRESS_LEVEL] == 7
    b = Battle(h("1335"), vocabulary.AXIS, 0)
    b.attackers = [u("GE-76")]
    fortress.note_attack(t.s, b)
    fortress.end_axis_level(t.s)
    assert t.s.track[tracks.FORTRESS_LEVEL] == 6


@rule("15.2.1")
@rule("10.2.5")
def test_a_sealed_city_costs_approval_also_if_no_fortress_was_declared() -> None:
    """Sealed is a matter of paths, not of the marker: both hexes held by units out of supply, no way out."""
    ring = "1335: SU-13G\n1435: SU-284\n1234: SU-23\n1333: SU-24\n1433: SU-29\n1533: SU-38\n1534: SU-45\n1535: SU-49\n"
    t = bare("side axis\nturn DEC_I\n1334: GE-71~\n1434: GE-76~\n" + ring + "1233: SU-64\n", NO_OM)
    assert t.s.track[tracks.FORTRESS_TURN] == fortress.NEVER and t.s.track[tracks.FORTRESS] < 0
    approval.judge_stalingrad(t.s)
    assert t.s.track[tracks.APPROVAL] == 4
    t.s.lift(u("SU-24"), -1)
    approval.judge_stalingrad(t.s)
    assert t.s.track[tracks.APPROVAL] == 4


@rule("10.4.3G")
def test_a_ju52_brings_support_only_from_and_to_the_zone() -> None:
    """From 1333 the zone ends in 1330: neither a Ju 52 that lies beyond it helps, nor is a PaK put on a unit there."""
    text = POCKET + "1334: GE-71^\n1329: GE-76^\nbox axis pak_88\n"
    for place, who, able in (("1334", "GE-71", True), ("1334", "GE-76", False), ("1329", "GE-71", False)):
        t = bare(text, NO_OM)
        t.s.ju_place[copies(vocabulary.JU_SUPPORT)[0]] = J_MAP
        t.s.ju_on[copies(vocabulary.JU_SUPPORT)[0]] = h(place)
        assert (deploy.why_not_attach(t.s, M_AXIS, vocabulary.PAK_88, u(who)) == 0) == able


@rule("10.4.3H")
def test_of_two_mobility_markers_the_player_chooses_one() -> None:
    """71 Division or 76 Division: the one that is named moves freely, the other marker stays face down."""
    for place, who, other in (("1334", "GE-71", "GE-76"), ("1434", "GE-76", "GE-71")):
        t = stage("movement", POCKET + "1334: GE-71^\n1434: GE-76^\n", NO_OM)
        for j, where in zip(copies(vocabulary.JU_MOBILITY), ("1334", "1434"), strict=True):
            t.s.ju_place[j], t.s.ju_on[j] = J_MAP, h(where)
        t.s.stack = []
        flow.start(t.s, "ju52_moves")
        t.play("play mobility")
        assert t.choices() == ["at 1334", "at 1434"]
        t.play(f"at {place}", "none")
        assert t.marks(MOBILE) == [who] and other not in t.marks(MOBILE)
        assert [t.s.ju_on[j] for j in range(PACK.ju_count) if t.s.ju_place[j] == J_MAP] != [h(place)]
