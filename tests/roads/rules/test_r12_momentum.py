"""Chapter 12: Soviet lost momentum."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.terms import M_POOL, M_STAVKA, OOS
from kurgan.testing import rule
from tests.roads.drawn import u
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
CONTACT = "1628: RO-1\n1629: SU-23 SU-24\n1729: SU-29\n"


@rule("12.1")
@rule("4.5.4")
def test_the_first_move_of_a_headquarters_brings_the_test_marker() -> None:
    """Then a shortage for each further move; Axis moves bring nothing."""
    t = bare("2025: SU-HQ-SW\n1333: GE-HQ-6A", NO_OM)
    momentum.hq_moved(t.s, u("GE-HQ-6A"))
    assert t.s.track[tracks.SHORTAGES] == 0
    momentum.hq_moved(t.s, u("SU-HQ-SW"))
    assert supports.find(t.s, M_POOL, vocabulary.TEST_SHORTAGE) >= 0
    assert supports.find(t.s, M_POOL, vocabulary.SHORTAGE) < 0
    momentum.hq_moved(t.s, u("SU-HQ-SW"))
    assert supports.find(t.s, M_POOL, vocabulary.SHORTAGE) >= 0
    assert t.s.track[tracks.SHORTAGES] == 2


@rule("12.1")
def test_uranus_knows_no_lost_momentum() -> None:
    t = bare("scenario uranus\n2025: SU-HQ-SW", NO_OM)
    momentum.hq_moved(t.s, u("SU-HQ-SW"))
    assert t.s.track[tracks.SHORTAGES] == 0


@rule("12.2")
def test_shortages_are_useless_and_may_be_returned() -> None:
    """Not played, not spent; returned one by one while supports are deployed."""
    t = stage("deploy_supports", "turn DEC_I\nbox stavka shortage shortage\n1629: SU-23", NO_OM)
    assert t.refused("play stavka shortage") == "12.2 shortage_useless"
    t.play("return stavka", "done", "done")
    assert supports.kinds_in(t.s, M_STAVKA) == [vocabulary.SHORTAGE]
    assert supports.count_real(t.s, M_STAVKA) == 0


@rule("12.3")
@rule("12.3.1")
@rule("12.3.2")
@rule("12.3.3")
def test_each_shortage_takes_a_real_support_with_it() -> None:
    """Box with the Test marker, one shortage and two supports: one of them is paid, one stays."""
    text = "turn FEB_I\nbox stavka test_shortage shortage katyusha reserves"
    t = stage("test_shortage", text, {**NO_OM, tracks.TEST_BOX: M_STAVKA})
    t.play("return stavka reserves")
    assert supports.kinds_in(t.s, M_STAVKA) == [vocabulary.KATYUSHA]
    assert supports.find(t.s, M_POOL, vocabulary.TEST_SHORTAGE) >= 0
    assert len(t.told("support_revealed")) == 4


@rule("12.3.4")
@rule("12.3.5")
def test_unpaid_shortages_cut_stacks_off() -> None:
    """Two shortages, no support: the Axis marks the stack in 1629 and lets the second one go."""
    text = "turn FEB_I\nbox stavka test_shortage shortage shortage\n" + CONTACT
    t = stage("test_shortage", text, {**NO_OM, tracks.TEST_BOX: M_STAVKA})
    assert t.refused("at 1628") == "12.3.4 no_contact"
    t.play("at 1629", "none")
    assert [t.supply(name) for name in ("SU-23", "SU-24", "SU-29")] == [OOS, OOS, 0]
    assert supports.markers_in(t.s, M_STAVKA, vocabulary.SOVIET) == []


@rule("12.3")
def test_the_box_is_opened_in_the_turn_of_the_draw() -> None:
    """A draw of the Test marker leads straight to its procedure."""
    t = stage("soviet_supports", "turn FEB_I\nbox pool test_shortage", NO_OM)
    t.play("roll_acquisition 1+1", "draw_support test_shortage")
    assert t.told("box_opened") == [(M_STAVKA,)]


@rule("12.3")
def test_the_test_marker_counts_however_it_was_drawn_this_turn() -> None:
    """Stalin's two extra draws, and a local success at Rzhev, bring it too: a shortage and a real support go back."""
    text = "turn DEC_I\nbox stavka stalin shortage reserves\nbox pool test_shortage vvs"
    t = stage("soviet_supports", text, NO_OM)
    t.play("roll_acquisition 1+1", "draw_support vvs", "roll_stalin 6", "draw_support test_shortage")
    t.play("draw_support partisans", "return stavka reserves")
    assert supports.find(t.s, M_POOL, vocabulary.TEST_SHORTAGE) >= 0
    assert supports.find(t.s, M_STAVKA, vocabulary.SHORTAGE) < 0
    t = stage("mars", "turn DEC_I\nbox stavka shortage reserves\nbox pool test_shortage", NO_OM)
    t.play("none", "roll_mars 6+4", "draw_support test_shortage")
    assert supports.find(t.s, M_POOL, vocabulary.TEST_SHORTAGE) >= 0
    assert supports.kinds_in(t.s, M_STAVKA) == []


@rule("1.5.3")
def test_stalin_drawn_by_mars_is_played_in_the_same_turn() -> None:
    t = stage("mars", "turn DEC_I\nbox stavka reserves\nbox pool stalin", NO_OM)
    t.play("none", "roll_mars 6+4", "draw_support stalin", "roll_stalin 4")
    assert t.s.track[tracks.STALIN] == 1
