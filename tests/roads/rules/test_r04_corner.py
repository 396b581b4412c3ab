"""Chapters 4 and 8, fourth reading: the corner of the map, 0001, is a hex like any other."""

from kurgan.games.roads.rules import r08_results as results
from kurgan.testing import rule
from tests.roads.drawn import u
from tests.roads.staged import bare, decline, stage


@rule("4.1.2")
@rule("4.1.1")
def test_a_headquarters_without_a_line_leaves_the_corner_too() -> None:
    t = decline(stage("supply", "side soviet\nturn JAN_I\n0001: SU-HQ-SW\n0102: GE-62\n0405: SU-HQ-DON\n"))
    assert [t.place(name) for name in ("SU-HQ-SW", "SU-HQ-DON")] == ["displaced", "displaced"]
    assert sorted(q for q, _ in t.told("hq_displaced")) == sorted([u("SU-HQ-SW"), u("SU-HQ-DON")])


@rule("8.7.6")
@rule("8.10.1")
def test_who_stands_in_the_corner_is_alive() -> None:
    """The dead and a stack without anybody left are not; a fight in numbers has nobody to ask for."""
    t = bare("turn JAN_I\n0001: GE-62\neliminated: GE-298")
    assert results.is_anyone(t.s, [u("GE-298"), u("GE-62")])
    assert not results.is_anyone(t.s, [u("GE-298")])
    assert results.is_anyone(t.s, [])
