"""Chapter 14: German superiority and major Soviet successes. The effects in a fight are tested with chapter 8."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.terms_high_command import TODO_END_EFFECT
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import GAME, Drawn, h
from tests.roads.staged import bare

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def active(t: Drawn) -> list[int]:
    return [t.s.track[tracks.SUPERIORITY + e] for e in range(4)]


@rule("14.1E")
def test_all_effects_are_active_at_the_start_of_the_campaign() -> None:
    s = GAME.new("campaign", {})
    assert [s.track[tracks.SUPERIORITY + e] for e in range(4)] == [1, 1, 1, 1]


@rule("14.2.1")
@rule("14.2.2")
@rule("14.2.4")
def test_the_first_capture_of_a_major_city_ends_an_effect() -> None:
    """Rostov falls: the Soviet player picks, Manstein and approval fall; a second capture is no success."""
    t = bare("turn JAN_IV", NO_OM)
    units.capture(t.s, h("0518"), vocabulary.SOVIET)
    assert (t.s.todo, t.s.track[tracks.MANSTEIN], t.s.track[tracks.APPROVAL]) == ([TODO_END_EFFECT], 3, 3)
    flow.start(t.s, "aftermath")
    t.play("effect soviet_rout")
    assert active(t) == [1, 1, 1, 0]
    units.capture(t.s, h("0518"), vocabulary.AXIS)
    t.s.todo = []
    units.capture(t.s, h("0518"), vocabulary.SOVIET)
    assert t.s.todo == []


@rule("14.2.1")
def test_stalingrad_counts_only_with_both_hexes() -> None:
    t = bare("turn JAN_IV", NO_OM)
    units.capture(t.s, h("1334"), vocabulary.SOVIET)
    assert t.s.todo == []
    units.capture(t.s, h("1434"), vocabulary.SOVIET)
    assert t.s.todo == [TODO_END_EFFECT]


@rule("14.2.3")
@rule("16.2.3")
def test_the_first_recapture_returns_an_effect() -> None:
    """Kharkov lost and taken back: the Axis picks one of the inactive effects, Manstein rises."""
    t = bare("turn FEB_III\nsuperiority human_waves", {**NO_OM, tracks.MANSTEIN: 3})
    units.capture(t.s, h("2108"), vocabulary.SOVIET)
    flow.start(t.s, "aftermath")
    units.capture(t.s, h("2108"), vocabulary.AXIS)
    t.s.stack = []
    t.s.choices = None
    assert t.s.track[tracks.MANSTEIN] == 3
    t.s.todo = [code for code in t.s.todo if code != TODO_END_EFFECT]
    flow.start(t.s, "aftermath")
    t.play("effect soviet_rout")
    assert t.s.track[tracks.SUPERIORITY + vocabulary.SOVIET_ROUT] == 1


@rule("14.2.3")
@rule("14.2.1")
def test_a_city_that_is_not_a_major_one_costs_and_returns_no_effect() -> None:
    """Mariupol lost and taken back: nobody is asked for an effect, and Manstein stays."""
    t = bare("turn FEB_III\nsuperiority human_waves", {**NO_OM, tracks.MANSTEIN: 3})
    for side in (vocabulary.SOVIET, vocabulary.AXIS):
        units.capture(t.s, h("0410"), side)
        assert t.s.control[h("0410")] == side
        assert t.s.todo == []
    assert t.s.track[tracks.MANSTEIN] == 3


@rule("14.2.2")
def test_without_an_active_effect_nobody_is_asked() -> None:
    t = bare("turn FEB_III\nsuperiority none", NO_OM)
    superiority.major_success(t.s)
    assert t.s.todo == []
    assert t.s.track[tracks.MANSTEIN] == 3


@rule("16.3.2")
def test_cities_are_counted_while_the_backhand_lasts() -> None:
    t = bare("turn FEB_III\ncontrol soviet 2108 0518", {**NO_OM, tracks.MANSTEIN_BACK: 14})
    units.capture(t.s, h("2108"), vocabulary.AXIS)
    assert t.s.track[tracks.BACKHAND] == 1
    units.capture(t.s, h("0912"), vocabulary.SOVIET)
    assert t.s.track[tracks.BACKHAND] == 0
