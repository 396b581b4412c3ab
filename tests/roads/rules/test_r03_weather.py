"""Chapter 3: weather, sky and ice."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import (
    BLIZZARD,
    CLEAR_SKY,
    MAJOR_FROZEN,
    MINOR_FROZEN,
    MUD,
    NOT_FROZEN,
    OVERCAST,
    SNOW,
    VVS,
)
from kurgan.games.roads.rules import r05_combat as combat
from kurgan.testing import rule
from tests.roads.drawn import Drawn, h
from tests.roads.staged import bare, stage


def now(t: Drawn) -> tuple[int, int, int]:
    return (t.s.track[tracks.GROUND], t.s.track[tracks.SKY], t.s.track[tracks.ICE])


@rule("3.1.1")
@rule("3.1.2")
@rule("3.5")
def test_two_dice_and_the_month_give_ground_sky_and_ice() -> None:
    """DEC II with a 7: snow, minor rivers frozen, overcast."""
    t = stage("weather", "turn DEC_II")
    t.play("roll_weather 3+4")
    assert now(t) == (SNOW, OVERCAST, MINOR_FROZEN)
    assert t.told("weather_set") == [(SNOW, OVERCAST, MINOR_FROZEN)]


@rule("3.1.1")
def test_the_first_turn_has_the_weather_of_its_scenario() -> None:
    """Uranus opens in a blizzard with open rivers; nobody throws."""
    t = stage("weather", "scenario uranus\nturn NOV_III")
    assert t.asked() == "over"
    assert now(t) == (SNOW, BLIZZARD, NOT_FROZEN)


@rule("3.1.1")
def test_backhand_throws_for_the_sky_only() -> None:
    """FEB III: snow and frozen major rivers are given, the dice decide the sky."""
    t = stage("weather", "scenario backhand\nturn FEB_III")
    t.play("roll_weather 1+1")
    assert now(t) == (SNOW, CLEAR_SKY, MAJOR_FROZEN)


@rule("3.4")
def test_each_throw_sets_the_ice_anew() -> None:
    """Frozen rivers open again when the next cell names no frost."""
    t = stage("weather", "turn DEC_II\nweather snow clear major")
    t.play("roll_weather 1+1")
    assert now(t) == (SNOW, CLEAR_SKY, NOT_FROZEN)


@rule("3.4")
def test_full_frost_after_mud_in_february_freezes_minor_rivers_only() -> None:
    """MAR I with a 3 is a full frost; after mud on FEB IV only the minor rivers freeze."""
    for mud, ice in ((1, MINOR_FROZEN), (0, MAJOR_FROZEN)):
        t = stage("weather", "turn MAR_I", {tracks.MUD_FEB: mud})
        t.play("roll_weather 1+2")
        assert now(t)[2] == ice


@rule("3.4")
def test_mud_on_feb_iv_is_remembered() -> None:
    t = stage("weather", "turn FEB_IV")
    t.play("roll_weather 6+5")
    assert (t.s.track[tracks.GROUND], t.s.track[tracks.MUD_FEB]) == (MUD, 1)


@rule("3.3")
def test_the_sky_limits_planes() -> None:
    """VVS in 1628: a fight in 1629 is in range under a clear sky, 1628 only when overcast, none in a blizzard."""
    for sky, over_1628, over_1629 in (("clear", 1, 1), ("overcast", 1, 0), ("blizzard", 0, 0)):
        t = bare(f"weather snow {sky} none\nat 1628 vvs")
        assert len(combat.planes_over(t.s, 0, h("1628"))) == over_1628
        assert len(combat.planes_over(t.s, 0, h("1629"))) == over_1629
        assert t.s.pack.support_range[VVS] == 1
