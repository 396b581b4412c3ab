"""The book's examples 1 and 2: command radius and supply."""

from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.testing import rule
from tests.roads.drawn import Drawn, draw, u


def lanz(place: str, ice: str) -> Drawn:
    """HQ Lanz, the 298th in 1614, Soviet units whose neighbourhood closes 1511 and 1613."""
    head = f"side axis\nphase movement\nweather snow clear {ice}"
    return draw(f"{head}\n{place}: GE-HQ-LANZ\n1614: GE-298\n1611: SU-23\n1712: SU-24")


def reaches(t: Drawn, q: str, unit: str) -> bool:
    field = radius.merged_field(t.s, 1, [u(q)], with_sources=False)
    return field[t.s.where[u(unit)]] > 0


@rule("1.2.2")
@rule("1.2.3")
@rule("1.2.4")
def test_example_1_open_river() -> None:
    """Seven hexes by the bridge of Lisichansk: one too many for a radius of six."""
    assert not reaches(lanz("1310", "none"), "GE-HQ-LANZ", "GE-298")


@rule("1.2.4")
@rule("3.4")
def test_example_1_frozen_river() -> None:
    """Over the ice from 1413 to 1514 it is six hexes."""
    assert reaches(lanz("1310", "major"), "GE-HQ-LANZ", "GE-298")


@rule("1.2.2")
@rule("4.5.1")
def test_example_1_from_the_city() -> None:
    """In the city of 1409, on a railway that leads to a source, road and rail hexes count a half."""
    assert reaches(lanz("1409", "none"), "GE-HQ-LANZ", "GE-298")


@rule("4.1.1")
@rule("4.3.1")
def test_example_2_a_friend_keeps_the_line_open() -> None:
    """The source 1701 has an enemy beside it, but a friend stands in it."""
    enemies = "1601: SU-172\n1903: SU-24\ncontrol axis 1701"
    t = draw(f"side axis\nphase movement\n1701: IT-156Vi\n1801: GE-HQ-LANZ\n{enemies}")
    assert u("GE-HQ-LANZ") in radius.supplied_hqs(t.s, 1)
    assert u("IT-156Vi") not in supply.units_without_supply(t.s, 1)
    cut = draw(f"side axis\nphase movement\n1801: IT-156Vi GE-HQ-LANZ\n{enemies}")
    assert u("GE-HQ-LANZ") not in radius.supplied_hqs(cut.s, 1)


@rule("4.3.2")
@rule("4.2.3")
def test_example_2_surrounded_and_supplied_by_a_source() -> None:
    """Enemies all around: no supply in 1803. The 298th, cut off from Lanz, lives on the source in 1901."""
    ring = "1703: SU-23\n1704: SU-24\n1802: SU-29\n1804: SU-38\n1903: SU-45\n1904: SU-49"
    t = draw(f"side axis\nphase movement\n1803: GE-62\n1602: GE-HQ-LANZ\n2001: GE-298\n{ring}\ncontrol axis 1701 1901")
    without = supply.units_without_supply(t.s, 1)
    assert u("GE-62") in without
    assert u("GE-298") not in without
