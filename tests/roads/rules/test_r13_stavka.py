"""Chapter 13: the strategic reserve."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import STAVKA_CITY, STAVKA_MAJOR, STAVKA_RAIL, STAVKA_ROAD
from kurgan.games.roads.rules import r13_stavka as stavka
from kurgan.testing import rule
from tests.roads.drawn import h, u
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
RESERVE = "stavka: SU-4MK SU-23 SU-24 SU-8KK SU-29\n"
FRONTS = "2025: SU-HQ-SW\n2130: SU-HQ-DON\n"


@rule("13.1")
def test_release_comes_before_entry_and_not_on_the_first_turn() -> None:
    t = stage("stavka", "turn DEC_I\n" + FRONTS + RESERVE, NO_OM)
    assert t.asked() == "choose_priority_hq"
    t.play("none")
    assert t.asked() == "over"
    t = stage("stavka", "turn NOV_III\n" + FRONTS + RESERVE, NO_OM)
    assert t.asked() == "over"


@rule("13.1.1")
def test_places_of_headquarters_change_the_die() -> None:
    """Mikhailovka is a city on a railway, 2025 lies on a road."""
    t = bare(FRONTS + "2727: SU-HQ-VOR\n0518: SU-HQ-STAL", NO_OM)
    classes = [stavka.place_class(t.s, u(n)) for n in ("SU-HQ-SW", "SU-HQ-DON", "SU-HQ-STAL")]
    assert classes == [STAVKA_ROAD, STAVKA_CITY, STAVKA_MAJOR]
    t.s.place(u("SU-HQ-SW"), h("1732"))  # Ilovlya, a village on the railway
    assert stavka.place_class(t.s, u("SU-HQ-SW")) == STAVKA_RAIL


@rule("13.1.1")
def test_supports_add_to_the_die_and_priority_adds_a_unit() -> None:
    """On a road, 4 - 1 with one support: 4, two units and one for priority."""
    t = stage("stavka", "turn DEC_I\nbox stavka vvs katyusha\n" + FRONTS + RESERVE, NO_OM)
    t.play("unit SU-HQ-SW", "none", "spend stavka vvs", "none", "roll_release 4")
    assert t.told("stavka_rolled") == [(u("SU-HQ-SW"), 4, 3)]
    t.play("unit SU-4MK", "at 2025", "unit SU-23")
    assert t.refused("at 1928") == "13.1.1 release_place"
    t.play("at 2025")
    assert t.place("SU-4MK") == "2025"


@rule("13.1.1")
def test_released_units_keep_out_of_contact() -> None:
    """An enemy beside the headquarters closes the hexes that he touches."""
    t = stage("stavka", "turn DEC_I\n2027: GE-62\n" + FRONTS + RESERVE, NO_OM)
    t.play("unit SU-HQ-SW", "none", "roll_release 6", "unit SU-23")
    assert "at 2025" in t.choices()
    assert "at 2026" not in t.choices()


@rule("13.1.1")
def test_an_armored_corps_counts_two() -> None:
    """A second front with one point cannot have the mechanized corps."""
    t = stage("stavka", "turn DEC_I\n" + FRONTS + RESERVE, NO_OM)
    t.play("unit SU-HQ-DON", "unit SU-HQ-SW", "roll_release 6", "none", "roll_release 1")
    assert t.refused("unit SU-4MK") == "13.1.1 too_dear"


@rule("13.1.2")
@rule("11.4.3")
def test_a_major_offensive_releases_eight_points_near_its_marker() -> None:
    """Beside friends who were there before, in the radius and out of contact; no die is thrown."""
    text = "turn DEC_I\n1929: SU-14G\n2025: SU-HQ-SW\n" + RESERVE
    t = stage("stavka", text, {**NO_OM, tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: 1})
    assert t.asked() == "choose_offensive_unit"
    t.play("unit SU-4MK")
    assert t.refused("at 2025") == "13.1.2 offensive_place"
    assert t.refused("at 1929") == "13.1.2 offensive_place"
    t.play("at 2028", "unit SU-23")
    assert "at 2128" not in t.choices()  # 4 Mechanized came only now and brings nobody
    t.play("at 2029", "none")
    assert t.place("SU-4MK") == "2028"


@rule("13.1.3")
@rule("13.2.1")
@rule("13.2.2")
def test_worn_units_enter_the_reserve_and_are_healed() -> None:
    """On a road one unit may enter; in the box it has both steps."""
    t = stage("stavka", "turn DEC_I\n2025: SU-HQ-SW SU-26TK-\n2026: SU-23\n1929: SU-24", NO_OM)
    t.play("unit SU-HQ-SW")
    assert t.refused("unit SU-24") == "13.1.3 not_beside_hq"
    t.play("unit SU-26TK")
    assert t.place("SU-26TK") == "stavka"
    assert t.s.steps[u("SU-26TK")] == 2
    assert t.asked() == "over"


@rule("13.1.3")
def test_a_city_with_a_railway_takes_two() -> None:
    t = stage("stavka", "turn DEC_I\n2130: SU-HQ-DON SU-23 SU-24 SU-29", NO_OM)
    t.play("unit SU-HQ-DON", "unit SU-23", "unit SU-24")
    assert t.asked() == "over"
    assert t.place("SU-29") == "2130"


@rule("13.2.3")
@rule("17.3.9")
@rule("17.3.12")
def test_rebuilt_soviet_units_wait_in_the_box() -> None:
    t = stage("replacements", "turn DEC_I\neliminated: SU-23 SU-26TK\nbox stavka vvs", NO_OM, 2, 1)
    t.play("rebuild SU-23", "rebuild SU-26TK")
    assert (t.place("SU-23"), t.place("SU-26TK")) == ("stavka", "stavka")
    assert t.s.steps[u("SU-26TK")] == 2


@rule("13.1.2")
@rule("1.1.2")
def test_a_headquarters_is_a_friend_to_be_released_beside() -> None:
    t = stage(
        "stavka",
        "turn DEC_I\n1929: SU-14G\n2025: SU-HQ-SW\n" + RESERVE,
        {**NO_OM, tracks.MAJOR_AT: h("2025"), tracks.MAJOR_NOW: 1},
    )
    t.play("unit SU-23")
    assert "at 2026" in t.choices()


@rule("1.10.1")
@rule("13.1.2")
def test_ground_where_released_units_stand_changes_hands_at_the_end_of_the_phase() -> None:
    text = "turn DEC_I\n1929: SU-14G\n2025: SU-HQ-SW\ncontrol axis 2028\n" + RESERVE
    t = stage("stavka", text, {**NO_OM, tracks.MAJOR_AT: h("1929"), tracks.MAJOR_NOW: 1})
    t.play("unit SU-4MK", "at 2028", "none")
    while t.asked() != "over":
        t.play("none")
    assert t.control("2028") == "soviet"
