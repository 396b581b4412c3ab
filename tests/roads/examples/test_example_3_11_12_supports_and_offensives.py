"""Worked examples 3, 4, 11 and 12: acquisition, surprise attack, major offensive, STAVKA."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.terms import M_MAJOR, M_MINOR_A, M_MINOR_B, M_POOL, M_STAVKA, SURPRISE
from kurgan.testing import rule
from tests.roads.drawn import h, u
from tests.roads.staged import stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("5.3.2")
@rule("5.3.5")
def test_example_3_acquisition_on_feb_i() -> None:
    """Major on Rostov, Minor B on Kharkov, Minor A by Stalingrad: -3 on each roll; 8, 5 and 7 bring 3, 0 and 1."""
    text = "turn FEB_I\nbox pool artillery_2 katyusha tank_brigade vvs reserves partisans"
    shown = {
        tracks.MAJOR_AT: h("0518"),
        tracks.MAJOR_AT + 1: h("1333"),
        tracks.MAJOR_AT + 2: h("2108"),
        tracks.MAJOR_WEST: 1,
    }
    t = stage("soviet_supports", text, shown)
    t.play("roll_acquisition 4+4", "draw_support vvs", "draw_support reserves", "draw_support katyusha")
    t.play("roll_acquisition 2+3", "roll_acquisition 3+4", "draw_support partisans")
    assert t.told("supports_acquired") == [(M_STAVKA, 5, 3), (M_MINOR_A, 2, 0), (M_MINOR_B, 4, 1)]
    assert supports.count_real(t.s, M_STAVKA) == 3
    assert supports.kinds_in(t.s, M_MINOR_B) == [vocabulary.PARTISANS]


@rule("5.5.7")
@rule("19.2.1")
def test_example_4_surprise_attack() -> None:
    """The stack in 1927 with a tank brigade steps into the full 1827 and attacks 1727 at 6/1; a 7 breaks through.

    Afterwards only a leader may join these units.
    """
    text = (
        "turn NOV_III\nweather snow blizzard none\n"
        "1927: SU-26TK SU-1TK SU-8KK\n1827: SU-14G SU-47G SU-119\n1727: RO-14\n1324: RO-HQ-3A\n2025: SU-HQ-SW\n"
        "box major surprise_attack tank_brigade katyusha novikov"
    )
    t = stage("deploy_supports", text, NO_OM)
    t.play("play major tank_brigade", "on SU-26TK", "play major surprise_attack", "at 1927")
    assert t.told("surprise_made") == [(h("1827"), h("1727"))]
    while t.asked() != "roll_combat":
        t.play(t.choices()[0])
    assert t.fight.column == 6
    t.play("roll_combat 3+4")
    while t.asked() != "play_support":
        t.play(t.choices()[-1])
    assert t.place("SU-26TK") == "1727"
    assert t.s.mark[u("SU-26TK")] & SURPRISE
    t.play("done", "play major novikov", "on SU-1TK")
    t.play("play major katyusha")
    assert t.refused("on SU-26TK") == "5.5.7 surprise_units"


@rule("11.4.1")
@rule("11.4.2")
@rule("5.5.6")
def test_example_11_launching_a_major_offensive() -> None:
    """Nine supports with a shortage, two tank brigades by Maskirovka: ten real ones. On Rostov."""
    text = (
        "turn FEB_I\ncontrol soviet 1334 1434 0417 0317 0017\n0417: SU-23\n0317: SU-HQ-STAL\nstavka: SU-244\n"
        "box stavka surprise_attack surprise_attack artillery_2 artillery_2 artillery_3\n"
        "box stavka reserves tank_brigade vvs shortage\n"
        "box minor_a maskirovka tank_brigade tank_brigade\nbox pool surprise_attack"
    )
    t = stage("offensives", text, {**NO_OM, tracks.MAJOR_AT + 1: h("2108")})
    t.play("yes", "shift minor_a stavka tank_brigade", "shift minor_a stavka tank_brigade", "done", "keep")
    t.play("place major", "at 0518")
    assert supports.find(t.s, M_POOL, vocabulary.SHORTAGE) >= 0
    t.play("exchange artillery_3", "exchange reserves", "choose surprise_attack", "spend vvs")
    for kind in ("surprise_attack", "surprise_attack", "artillery_2", "artillery_2", "tank_brigade", "tank_brigade"):
        t.play(f"keep {kind}")
    assert supports.markers_in(t.s, M_STAVKA, vocabulary.SOVIET) == []
    held = [t.s.pack.marker_kind[m] for m in supports.markers_in(t.s, M_MAJOR, vocabulary.SOVIET)]
    assert held.count(vocabulary.SURPRISE_ATTACK) == 3
    assert held.count(vocabulary.TANK_BRIGADE) == 3
    assert held.count(vocabulary.ARTILLERY_2) == 2
    assert t.s.track[tracks.MAJOR_NOW] == 1
    t.play("unit SU-244")
    assert "at 0417" in t.choices()
    t.play("at 0417")
    assert M_STAVKA not in supports.boxes_to_fill(t.s)


@rule("13.1.1")
def test_example_12_release_from_the_reserve() -> None:
    """The Stalingrad front on a road: 1 - 1 gives one, with priority two: 4 Mechanized. Voronezh in a city: 4 + 1."""
    text = "turn DEC_II\n1135: SU-HQ-STAL\n2727: SU-HQ-VOR\nstavka: SU-4MK SU-23 SU-8KK SU-24"
    t = stage("stavka", text, NO_OM)
    t.play("unit SU-HQ-STAL", "unit SU-HQ-VOR", "roll_release 1")
    assert t.told("stavka_rolled") == [(u("SU-HQ-STAL"), 0, 2)]
    t.play("unit SU-4MK", "at 1135", "roll_release 4")
    assert t.told("stavka_rolled")[1] == (u("SU-HQ-VOR"), 5, 2)
    t.play("unit SU-23", "at 2727", "unit SU-8KK", "at 2727")
    assert t.place("SU-4MK") == "1135"
    assert t.place("SU-8KK") == "2727"
