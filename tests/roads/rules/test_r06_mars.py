"""Chapter 6: Operation Mars."""

from kurgan.games.roads import tracks
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.terms import M_STAVKA, TO_COME
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("6.1.1")
def test_the_dice_move_the_marker_and_supports_help() -> None:
    """A 9 stands still; with one support given it is a 10 and a local success, which draws a support."""
    t = stage("mars", "turn DEC_I\nbox stavka reserves\nbox pool vvs", NO_OM)
    t.play("spend stavka reserves", "roll_mars 4+5")
    assert t.s.track[tracks.MARS] == mars.LOCAL_SUCCESS
    t.play("draw_support vvs")
    assert supports.count_real(t.s, M_STAVKA) == 1


@rule("6.1.1")
def test_a_major_offensive_elsewhere_weakens_mars() -> None:
    """With the Major marker on the map a 5 counts as 4: bogged down, and a support goes back."""
    t = stage("mars", "turn DEC_I\nbox stavka reserves", {**NO_OM, tracks.MAJOR_AT: h("1334")})
    t.play("none", "roll_mars 2+3", "return stavka reserves")
    assert t.s.track[tracks.MARS] == mars.BOGGED_DOWN


@rule("6.1.1")
@rule("17.2.4")
def test_the_last_throw_settles_arrivals() -> None:
    """DEC III in the box of success: 19 Panzer comes a turn later, 2 Tank Corps in January."""
    t = bare("turn DEC_III", {**NO_OM, tracks.MARS: mars.SUCCESS})
    for name, turn in (("GE-19P", 4), ("SU-2TK", 12)):
        t.s.where[u(name)] = TO_COME
        t.s.away[u(name)] = turn
    mars.apply_box(t.s)
    assert t.s.away[u("GE-19P")] == 5
    assert t.s.away[u("SU-2TK")] == 6


@rule("6.1.2")
def test_a_collapse_ends_mars_and_sends_grossdeutschland_south() -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MARS: mars.DEFEAT}, mars_phase=())
    t.s.where[u("GE-GDp")] = TO_COME
    t.s.away[u("GE-GDp")] = 8
    mars.take_mars(t.s, 3)
    assert t.s.track[tracks.MARS] == mars.COLLAPSE
    assert (t.s.track[tracks.MARS_OVER], t.s.track[tracks.MARS_FEWER]) == (1, PACK.mars_collapse_turns)
    assert t.s.away[u("GE-GDp")] == 6
    assert not mars.is_on(t.s)


@rule("6.1.2")
def test_a_breakthrough_ends_mars_and_costs_approval() -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MARS: mars.SUCCESS, tracks.APPROVAL: 5}, mars_phase=())
    t.s.where[u("SU-5MK")] = TO_COME
    t.s.away[u("SU-5MK")] = 11
    mars.take_mars(t.s, 12)
    assert (t.s.track[tracks.MARS], t.s.track[tracks.APPROVAL]) == (mars.BREAKTHROUGH, 4)
    assert t.s.away[u("SU-5MK")] == 3


@rule("6.1.3")
def test_mars_lasts_from_nov_iv_to_dec_iii() -> None:
    t = bare("", NO_OM)
    on = []
    for turn in range(8):
        t.s.track[tracks.TURN] = turn
        on.append(mars.is_on(t.s))
    assert on == [False, True, True, True, True, False, False, False]
