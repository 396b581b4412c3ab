"""Chapters 1.6.3 and 11.1.2, third reading: which marker shows its Stalingrad side, and until when."""

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import HEX
from kurgan.games.roads.pack.vocabulary import MAJOR_OM, MINOR_A, MINOR_B, SOVIET
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.testing import rule
from tests.roads.drawn import Drawn, h
from tests.roads.staged import bare, hold

CITY = "side soviet\nturn DEC_II\n1334: GE-71~\n1434: GE-76~\n1335: SU-13G\n"
NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def put(t: Drawn, om: int, place: str) -> int:
    hold(t, "place_one", om)
    offensives.take_place(t.s, HEX + h(place))
    return t.s.track[tracks.MAJOR_STALINGRAD + om]


@rule("11.1.2")
@rule("1.6.3")
def test_only_the_marker_that_watches_stalingrad_shows_that_side() -> None:
    """Minor A has the duty and one hex more; Minor B, placed on the city as on any other, has its plain radius."""
    t = bare(CITY, NO_OM)
    assert put(t, MINOR_A, "1333") == 1
    assert offensives.om_radius(t.s, MINOR_A) == 3
    assert put(t, MINOR_B, "1334") == 0
    assert offensives.om_radius(t.s, MINOR_B) == 2


@rule("1.6.3")
def test_without_the_axis_in_stalingrad_the_side_has_no_use() -> None:
    """When the second hex falls the marker is an ordinary one, until it is placed again."""
    t = bare(CITY, NO_OM)
    put(t, MINOR_A, "1333")
    units.capture(t.s, h("1334"), SOVIET)
    assert t.s.track[tracks.MAJOR_STALINGRAD + MINOR_A] == 1
    units.capture(t.s, h("1434"), SOVIET)
    assert [t.s.track[tracks.MAJOR_STALINGRAD + om] for om in (MAJOR_OM, MINOR_A, MINOR_B)] == [0, 0, 0]
    assert offensives.om_radius(t.s, MINOR_A) == 2
