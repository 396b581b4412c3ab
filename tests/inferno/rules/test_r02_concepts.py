"""Chapter 2: control, terrain, stacking, units."""

import pytest

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.testing import rule
from tests.inferno.table import P, Table


@rule("2.2")
@rule("5.2")
def test_entering_takes_control_and_leaving_loses_nothing() -> None:
    """A Long Move over 92 to 80 takes both; the hexes left stay German."""
    t = Table({"91": "G2P", "13": "S29R"})
    t.german_turn().play("long", "to 92", "to 80")
    assert [t.held_by(h) for h in ("91", "92", "80", "62")] == ["german", "german", "german", "soviet"]


@rule("2.3.1")
@rule("2.3.2")
@rule("2.3.3")
@pytest.mark.parametrize("target", ["60", "41", "23"])
def test_terrain_of_the_target_decides_who_fires_first(target: str) -> None:
    """Clear and rough: hits fall together at the end. Urban: the defender's hits fall before the attacker rolls."""
    near = P.hex_name[P.near[P.hex_of[target]][0]]
    t = Table({near: "G2P@1", target: "S13G@4"})
    t.attack(target, near, deliberate=False)
    assert t.asked == "soviet_fire"
    t.play("roll 6+6+6+6")
    if target == "23":
        assert t.asked == "over"  # the attacker is dead and never rolls
        assert t.place("G2P") == "dead"
    else:
        assert t.asked == "german_fire"


@rule("2.4")
@rule("5.4")
def test_four_units_fill_a_hex() -> None:
    """A fifth unit is refused, whoever it is."""
    t = Table({"60": "G191I G194I G211I G178I", "78": "G2P", "41": "S29R", "59": "S45R", "61": "S87R"})
    t.german_turn().play("hasty")
    assert t.asked == "hasty_to"
    assert t.refused("to 60").endswith("too_many_units")


@rule("2.5.1")
@rule("8.2.2.2")
def test_panzers_grenadiers_and_motorized_blitz_and_infantry_does_not() -> None:
    t = Table({"60": "G2P G64PG G120M G191I", "77": "S29R@1"}, leaders=["Hoth"])
    t.attack("77", "60")
    t.play("strike_first", "roll " + "+".join(["6"] * 14))
    t.play("advance G2P", "advance G64PG", "advance G120M", "advance G191I")
    movers = {line.split()[1] for line in t.legal if line.startswith("blitz")}
    assert movers == {"G2P", "G64PG", "G120M"}


@rule("2.5.2")
@rule("8.5.4")
@rule("8.5.5")
def test_panzer_grenadiers_are_hit_by_snipers_and_by_anti_tank_guns() -> None:
    """Motorized infantry is infantry only: an anti-tank gun finds no target."""
    for card, unit, left in (
        ("SovietSniper", "G64PG", 3),
        ("AntiTank", "G64PG", 3),
        ("AntiTank", "G120M", 3),
        ("SovietSniper", "G2P", 4),
    ):
        t = Table({"60": f"{unit}", "41": "S13G@1"}, soviet_hand=[card])
        t.attack("41", "60", deliberate=False)
        t.play(f"card {card}")
        assert t.dots(unit) == left, card
        assert bool(t.happened("card_wasted")) == (left == P.full[P.unit_of[unit]])


@rule("2.6")
@rule("6.10.3")
def test_a_unit_rolls_a_die_for_each_dot() -> None:
    t = Table({"60": "G2P@3 G191I@2", "41": "S13G@4 S6T@1"})
    t.attack("41", "60", deliberate=False)
    assert t.dice == "5d6"
    t.play("roll 1+1+1+1+1")
    assert t.dice == "5d6"


@rule("2.7")
@pytest.mark.parametrize(
    ("unit", "face", "hits"),
    [("G178I", 5, 0), ("G178I", 6, 1), ("G191I", 4, 0), ("G191I", 5, 1), ("G2P", 3, 0), ("G2P", 4, 1)],
)
def test_black_white_and_red_dots_hit_on_six_five_and_four(unit: str, face: int, hits: int) -> None:
    """G178I has black dots, G191I white ones, G2P red ones."""
    t = Table({"60": f"{unit}@1", "41": "S13G@4"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 1+1+1+1", f"roll {face}")
    assert t.dots("S13G") == 4 - hits


@rule("2.8")
def test_a_destroyed_soviet_goes_to_its_pool_and_a_german_leaves_the_game() -> None:
    """Both are wiped out together: nobody advances and control stays."""
    t = Table({"60": "G191I@1", "41": "S6T@1"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 6", "roll 6")
    assert (t.place("S6T"), t.place("G191I")) == ("pool", "dead")
    assert t.s.losses == 1
    assert t.held_by("41") == "soviet"
    assert t.s.count[SOVIET][P.hex_of["41"]] == 0
