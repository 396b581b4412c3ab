"""Chapter 11: offensive markers and the major offensive."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_major as major
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.terms import M_MAJOR, M_PLAYED, M_POOL, M_STAVKA
from kurgan.testing import rule
from tests.roads.drawn import PACK, h
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
TEN = "box stavka artillery_2 artillery_2 artillery_3 katyusha katyusha tank_brigade tank_brigade vvs vvs reserves"
SOVIET_CITY = "control soviet 1334 1434"


@rule("11.1.1")
@rule("11.1.2")
def test_on_the_first_turn_no_marker_is_placed() -> None:
    t = stage("offensives", "scenario uranus\nturn NOV_III", NO_OM)
    assert t.asked() == "over"


@rule("11.1.2")
@rule("19.2.4")
def test_a_marker_must_watch_the_city() -> None:
    """NOV IV, the Axis holds the city: Minor A goes on or beside it, Stalingrad side up."""
    t = stage("offensives", "turn NOV_IV\n1334: GE-71\n1434: GE-305", NO_OM)
    t.play("no")
    assert t.asked() == "place_marker"
    assert t.refused("at 0518") == "11.1.2 om_place"
    t.play("at 1335")
    assert (t.s.track[tracks.MAJOR_AT + 1], t.s.track[tracks.MAJOR_STALINGRAD + 1]) == (h("1335"), 1)


@rule("11.1.2")
def test_other_markers_go_on_strategic_places_of_the_axis() -> None:
    """A city, a bridge over the Don, a ferry, a rail junction; not open steppe, not Soviet ground."""
    t = bare(SOVIET_CITY + "\nturn FEB_I", NO_OM)
    places = offensives.candidate_hexes(t.s, 1)
    for name in ("0518", "2108", "1610", "1019"):
        assert h(name) in places
    assert h("2109") not in places
    t.s.control[h("0518")] = vocabulary.SOVIET
    assert h("0518") not in offensives.candidate_hexes(t.s, 1)


@rule("11.2.1")
@rule("11.2.3")
def test_a_marker_without_axis_units_is_placed_again_at_once() -> None:
    """Minor A leaves an empty hex: its supports are lost, and it can be placed in the same phase."""
    text = SOVIET_CITY + "\nturn JAN_I\nbox minor_a vvs"
    t = stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("1125")})
    t.play("no", "remove")
    assert t.s.track[tracks.MAJOR_AT + 1] == -1
    assert supports.find(t.s, M_POOL, vocabulary.VVS) >= 0
    assert "place minor_a" in t.choices()


@rule("11.2.2")
def test_a_marker_under_axis_units_is_away_for_the_turn() -> None:
    t = stage("offensives", SOVIET_CITY + "\nturn DEC_I\n1125: GE-62", {**NO_OM, tracks.MAJOR_AT + 1: h("1125")})
    t.play("no", "remove")
    assert t.asked() == "over"
    assert t.s.track[tracks.MAJOR_WAITS + 1] == 1
    offensives.return_waiting(t.s)
    assert t.s.track[tracks.MAJOR_WAITS + 1] == 0


@rule("11.4.1")
@rule("12.2")
def test_ten_real_supports_are_needed() -> None:
    """Nine and a shortage are not enough; ten are."""
    nine = TEN.replace(" reserves", " shortage")
    assert not offensives.may_launch(bare(nine, NO_OM).s)
    assert offensives.may_launch(bare(TEN, NO_OM).s)


@rule("11.4.2")
@rule("11.4.3")
@rule("5.3.3")
@rule("5.3.4")
def test_launching_uses_every_support() -> None:
    """Eight kept, two exchanged for a surprise attack; STAVKA draws nothing afterwards."""
    text = SOVIET_CITY + "\nturn JAN_IV\n" + TEN + " shortage\nbox pool surprise_attack"
    t = stage("offensives", text, NO_OM)
    t.play("no", "place major", "at 0518")
    assert t.s.track[tracks.MAJOR_WEST] == 1
    t.play("exchange vvs")
    assert t.refused("keep vvs") == "11.4.2 pairs_only"
    t.play("exchange vvs", "choose surprise_attack")
    t.play("keep artillery_2", "keep artillery_2", "keep artillery_3", "keep katyusha", "keep katyusha")
    t.play("keep tank_brigade", "keep tank_brigade")  # the last one has no other use and is kept by itself
    assert supports.count_real(t.s, M_MAJOR) == 9
    assert supports.markers_in(t.s, M_STAVKA, vocabulary.SOVIET) == []
    assert t.s.track[tracks.MAJOR_NOW] == 1
    assert M_STAVKA not in supports.boxes_to_fill(t.s)


@rule("11.4.2")
def test_three_supports_of_choice_at_most() -> None:
    text = SOVIET_CITY + "\nturn JAN_IV\n" + TEN + "\nbox pool surprise_attack surprise_attack breakthrough"
    t = stage("offensives", text, NO_OM)
    t.play("no", "place major", "at 0518")
    for given, taken in (("artillery_2", "breakthrough"), ("katyusha", "surprise_attack"), ("vvs", "surprise_attack")):
        t.play(f"exchange {given}", f"exchange {given}", f"choose {taken}")
    assert t.refused("exchange tank_brigade") == "11.4.2 three_chosen"


@rule("11.4.2")
def test_supports_buy_units_next_to_the_enemy() -> None:
    """Two supports bring a tank corps beside a supplied friend near Rostov, in contact."""
    text = SOVIET_CITY + "\nturn FEB_IV\n0418: SU-23\n0518: GE-111\n0417: SU-HQ-STAL\ncontrol soviet 0017\n"
    text += "stavka: SU-3TK SU-24\n" + TEN
    t = stage("offensives", text, NO_OM)
    t.play("no", "place major", "at 0518", "spend vvs", "spend vvs")
    for kind in ("artillery_2", "artillery_2", "artillery_3", "katyusha", "katyusha", "tank_brigade", "tank_brigade"):
        t.play(f"keep {kind}")
    t.play("keep reserves")
    t.play("unit SU-3TK", "at 0417")
    assert t.place("SU-3TK") == "0417"


@rule("11.4.2")
@rule("11.1.2")
def test_a_supplied_city_forces_the_offensive() -> None:
    """Ten supports and a supplied German in Stalingrad: the Major marker must strike there."""
    text = "turn DEC_I\n1334: GE-71\n1434: GE-305\n1333: GE-HQ-6A\n" + TEN
    t = stage("offensives", text, NO_OM)
    t.play("no")
    assert t.asked() == "place_marker"
    assert t.refused("at 0518") == "11.1.2 om_place"


@rule("5.5.6")
@rule("11.2.1")
def test_maskirovka_moves_supports_between_boxes() -> None:
    """Two tank brigades go from Minor A to STAVKA, each once."""
    text = SOVIET_CITY + "\nturn FEB_I\nbox minor_a maskirovka tank_brigade tank_brigade"
    t = stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("2108")})
    t.play("yes", "shift minor_a stavka tank_brigade", "shift minor_a stavka tank_brigade")
    assert t.asked() == "shift_support"
    assert t.choices() == ["done"]
    t.play("done")
    assert supports.count_real(t.s, M_STAVKA) == 2


@rule("5.2.1")
def test_maskirovka_is_not_drawn_again_in_the_turn_it_was_played() -> None:
    """It returns to the pool a turn later, as every support does."""
    t = stage("offensives", SOVIET_CITY + "\nturn FEB_I\nbox minor_a maskirovka", NO_OM)
    t.play("yes", "done")
    m = PACK.marker_kind.index(vocabulary.MASKIROVKA)
    supports.begin_supports(t.s)
    assert t.s.marker_place[m] == M_PLAYED
    supports.begin_supports(t.s)
    assert t.s.marker_place[m] == M_POOL


@rule("11.2.2")
@rule("11.1.2")
def test_the_only_marker_by_the_city_stays_under_axis_units() -> None:
    """Taken from under them it would be away all turn, and nobody would watch Stalingrad."""
    held = "1334: GE-71\n1434: GE-305\n"
    t = stage("offensives", "turn DEC_I\n" + held, {**NO_OM, tracks.MAJOR_AT + 1: h("1334")})
    t.play("no")
    assert (t.asked(), t.s.track[tracks.MAJOR_AT + 1]) == ("over", h("1334"))
    text = "turn DEC_I\n" + held + "1333: SU-23\n"
    t = stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("1333")})  # it could be placed again at once
    t.play("no")
    assert t.choices() == ["keep", "remove"]
    t = stage("offensives", "turn FEB_I\n" + held, {**NO_OM, tracks.MAJOR_AT + 1: h("1334")})  # Minor B is in hand
    t.play("no")
    assert t.choices() == ["keep", "remove"]


@rule("11.2.1")
@rule("11.1.2")
def test_a_marker_elsewhere_must_come_if_nobody_else_can_watch() -> None:
    """Minor A goes from under Axis units; then Minor B, which lies free, has to be taken off and placed there."""
    text = "turn FEB_I\n1334: GE-71\n1434: GE-305\n"
    t = stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("1334"), tracks.MAJOR_AT + 2: h("1125")})
    t.play("no", "remove")
    assert t.asked() == "place_marker"
    assert t.refused("at 0518") == "11.1.2 om_place"


@rule("11.4.2")
@rule("1.1.2")
def test_a_supplied_headquarters_is_a_friend_to_stand_by() -> None:
    """Nobody but the headquarters is near Rostov; cut off it would not do."""
    text = SOVIET_CITY + "\nturn FEB_IV\n0417: SU-HQ-STAL\n0518: GE-111\ncontrol soviet 0017\n"
    t = bare(text, {**NO_OM, tracks.MAJOR_AT: h("0518")})
    assert h("0418") in major.offensive_hexes(t.s)
    t = bare(text + "0217: GE-62\n0117: GE-294\n0016: GE-298", {**NO_OM, tracks.MAJOR_AT: h("0518")})
    assert major.offensive_hexes(t.s) == []


@rule("1.10.1")
@rule("11.4.2")
def test_ground_where_bought_units_stand_changes_hands_at_the_end_of_the_phase() -> None:
    text = SOVIET_CITY + "\nturn FEB_IV\n0418: SU-23\n0518: GE-111\n0417: SU-HQ-STAL\ncontrol soviet 0017\n"
    text += "control axis 0519\nstavka: SU-24\n" + TEN
    t = stage("offensives", text, NO_OM)
    t.play("no", "place major", "at 0518", "spend vvs")
    while t.asked() == "allot_support":
        t.play(next(c for c in t.choices() if c.startswith("keep")))
    t.play("unit SU-24", "at 0519")
    assert t.asked() != "place_bought"
    while t.asked() not in ("over",):
        t.play(t.choices()[0])
    assert t.control("0519") == "soviet"
