"""Chapters 5, 10.4 and 11, fourth reading: what is told, what is refused, and how many markers one answer moves."""

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import BOX_RADIX, KINDS_RADIX, SHIFT
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_events as events
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.terms import J_MAP, M_MAJOR, M_OUT, M_POOL, M_STAVKA
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
STORM = "turn DEC_I\nbox major surprise_attack\n1914: SU-26TK SU-1TK\n1814: RO-14\n2014: RO-15\n2130: SU-HQ-DON\n"


def storm() -> Drawn:
    return stage("deploy_supports", STORM, {**NO_OM, tracks.MAJOR_AT: h("1914")}).play("play major surprise_attack")


def fly_supplies(t: Drawn, name: str) -> int:
    """The Ju 52 with supports on a hex."""
    j = PACK.ju_kind.index(vocabulary.JU_SUPPORT)
    t.s.ju_place[j] = J_MAP
    t.s.ju_on[j] = h(name)
    return j


@rule("5.5.7")
def test_the_step_of_a_surprise_leads_beside_an_enemy_and_is_told_unit_by_unit() -> None:
    t = storm()
    assert t.asked() == "surprise_step" and "at 1813" in t.choices()
    assert t.refused("at 2130") == "5.5.1 no_place_for_it"
    t.play("at 1813")
    moved = sorted([(u("SU-26TK"), h("1914"), h("1813")), (u("SU-1TK"), h("1914"), h("1813"))])
    assert sorted(t.told("unit_moved")) == moved


@rule("5.2.1")
@rule("10.2.6")
def test_only_the_soviets_hear_that_a_weak_garrison_denies_their_supports() -> None:
    for side, failed, count in (("soviet", 1, 1), ("soviet", 0, 0), ("axis", 1, 0), ("axis", 0, 0)):
        t = bare(f"side {side}\nturn DEC_I\n", {**NO_OM, tracks.GARRISON_FAILED: failed})
        t.s.events = []
        supports.begin_supports(t.s)
        t.events += t.s.events
        assert len(t.told("supports_denied")) == count


@rule("5.1.2")
@rule("11.4.2")
def test_nobody_chooses_from_a_pool_without_real_supports() -> None:
    t = bare("side soviet\nturn DEC_I\n", NO_OM, choose_supports=(M_MAJOR, 1))
    for m in range(PACK.marker_count):
        t.s.lay(m, M_OUT)
    assert not supports.choices_left(t.s)
    t.s.lay(PACK.marker_kind.index(vocabulary.SHORTAGE), M_POOL)
    assert not supports.choices_left(t.s)
    t.s.lay(PACK.marker_kind.index(vocabulary.KATYUSHA), M_POOL)
    assert supports.choices_left(t.s)


@rule("10.4.3G")
def test_a_staff_beside_the_pocket_units_keeps_no_supports_away() -> None:
    """One unit under OOS-FS in the hex is enough; the headquarters with it is under no marker; without it nothing
    comes."""
    text = "side axis\nturn DEC_I\nfortress 1333 8\n1334: GE-71^ GE-HQ-HOLL\n1434: GE-HQ-LANZ\n"
    t = bare(text, NO_OM)
    j = fly_supplies(t, "1334")
    assert events.ju_with_support(t.s) == j
    fly_supplies(t, "1434")
    assert events.ju_with_support(t.s) == -1


@rule("10.4.3")
def test_who_plays_no_more_ju_52_is_not_asked_again_in_this_attack() -> None:
    text = "side soviet\nturn DEC_I\nfortress 1333 8\n1334: GE-71^\n1434: GE-305^\n1335: SU-13G\n"
    t = bare(text, {**NO_OM, tracks.FORTRESS_TURN: 0})
    j = PACK.ju_kind.index(vocabulary.JU_HUBE)
    t.s.ju_place[j], t.s.ju_on[j] = J_MAP, h("1434")
    t.s.battle = Battle(h("1334"), vocabulary.SOVIET, 1)
    t.s.battle.defenders = [u("GE-71")]
    flow.start(t.s, "answer_attack")
    assert t.choices() == ["none", "play hube"]
    t.play("none")
    assert t.asked() == "over"


@rule("5.5.6")
def test_maskirovka_shifts_one_marker_of_a_kind_at_a_time() -> None:
    gun = vocabulary.SUPPORTS.index("artillery_2")
    t = stage("deploy_supports", "side soviet\nturn DEC_I\nbox stavka artillery_2 artillery_2\n", NO_OM)
    offensives.take_shift(t.s, SHIFT + (M_STAVKA * BOX_RADIX + M_MAJOR) * KINDS_RADIX + gun)
    places = [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == gun]
    assert (places.count(M_STAVKA), places.count(M_MAJOR)) == (1, 1)


@rule("7.2.2")
@rule("12.2")
def test_a_shortage_pays_no_march_off_the_roads() -> None:
    """In the box it is refused as a shortage; a marker that is not there as none."""
    t = stage("movement", "side soviet\nturn DEC_I\nbox stavka shortage vvs\n2025: SU-HQ-SW\n", NO_OM)
    assert t.refused("spend shortage") == "12.2 shortage_useless"
    assert t.refused("spend katyusha").endswith("no_such_support")
