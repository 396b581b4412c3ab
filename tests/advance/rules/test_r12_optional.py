"""Chapter 12: optional rules, each alone and against the same fight without it."""

import pytest

from kurgan.testing import rule
from tests.advance.drawn import Drawn, combat, draw, new

REST = "20: ?\n1: 295/516\n"


def values(t: Drawn) -> tuple[int, ...]:
    return t.told("values_reckoned")[-1]


@rule("12.1")
@pytest.mark.parametrize(
    ("option", "area", "origin", "defender", "engineer", "integrity"),
    [
        ("off", 18, 3, "L-4-heroes", False, 1),
        ("on", 18, 3, "L-4-heroes", False, 0),
        ("on", 18, 3, "L-4-heroes", True, 1),
        ("on", 19, 3, "C-4-heroes", False, 1),
    ],
)
def test_rubble(option: str, area: int, origin: int, defender: str, engineer: bool, integrity: int) -> None:
    """In urban areas Divisional Integrity needs an Engineer marker; on clear ground it does not."""
    head = f"options rubble={option}\nmorale 15\navailable artillery 0 engineers 1 air 0\n"
    t = combat(f"{head}{origin}: 24/21 24/26 24/24\n{area}: {defender}\n{REST}").play(f"activate {origin}")
    t.play(*[f"move {u} {area}" for u in ("24/21", "24/26", "24/24")], f"attack {area}", "lead 24/24")
    t.play(*(["add engineer"] if engineer else []), "fight")
    assert values(t)[0] == 7 + 2 + 1 + integrity + (2 if engineer else 0)


@rule("12.2")
def test_the_northern_shoulder_keeps_its_units() -> None:
    """16/64 of area 50 may go to 42 to 50, not to 39; 71/191 is free."""
    text = "44: 16/64 71/191\n39: L-4-heroes\n40: L-4-ambush\n" + REST
    t = combat("options northern_shoulder=on\n" + text).play("activate 44")
    assert t.refused("move 16/64 39") == "12.2 northern_shoulder"
    assert "move 16/64 50" in t.choices()
    assert "move 71/191 39" in t.choices()
    assert "move 16/64 39" in combat(text).play("activate 44").choices()


@rule("12.2")
@rule("9.5.8")
@pytest.mark.parametrize(
    ("option", "lead", "unit", "areas"),
    [
        ("on", "24/24", "16/2-I", (45, 46, 49, 50)),
        ("off", "24/24", "16/2-I", (40, 45, 46, 49, 50)),
        ("on", "16/2-I", "24/24", (40, 45, 46, 49, 50)),
    ],
)
def test_a_northern_unit_that_retreats_stays_in_the_north(
    option: str, lead: str, unit: str, areas: tuple[int, ...]
) -> None:
    """The attackers of 43 came by way of 44, which has filled up; on to 40 only whom 12.2 does not bind (0023)."""
    t = combat(
        f"options northern_shoulder={option}\nmorale 15\n49: 16/2-I 24/24 94/267 94/274\n44: 71/191 71/194\n"
        "43: E-9-fanatic\n39: ?\n"
    )
    t.play("activate 49", "move 16/2-I 44", "to 43", "move 24/24 44", "to 43", "move 94/267 44", "stop")
    t.play("move 94/274 44", "stop", "attack 43", f"lead {lead}", "fight", "roll_attack 1+1", "roll_defence 6+6")
    assert t.choices() == [f"retreat {unit} {a}" for a in areas]
    if 40 not in areas:
        assert t.refused(f"retreat {unit} 40") == "9.5.8 wrong_retreat"


@rule("12.3")
def test_isolation_is_found_at_dawn_and_never_beside_the_volga() -> None:
    """45 and 46 are cut off; 8 lies on the river; 12 is joined to 10, which does."""
    t = draw("turn 3\noptions isolation=on\n45: ?\n46: ?\n8: ?\n10: ?\n11: ?\n3: 24/21\n")
    assert [a for a in range(1, 51) if t.s.isolated >> a & 1] == [45, 46]
    assert draw("turn 3\n45: ?\n8: ?\n3: 24/21\n").s.isolated == 0


@rule("12.3")
def test_at_most_fourteen_areas_are_marked_the_lowest_first() -> None:
    cut_off = [7, 9, 11, 15, 16, 17, 18, 19, 20, 23, 24, 27, 28, 29, 30, 31]
    t = draw("turn 3\noptions isolation=on\n" + "".join(f"{a}: ?\n" for a in cut_off) + "3: 24/21\n")
    assert [a for a in range(1, 51) if t.s.isolated >> a & 1] == cut_off[:14]


@rule("12.3")
@pytest.mark.parametrize(
    ("defender", "die", "factor"),
    [
        *[("L-6-heroes", 1, 7), ("L-6-heroes", 3, 6), ("L-6-heroes", 5, 5), ("L-6-heroes", 6, 4)],
        *[("L-6-guards", 1, 7), ("L-6-guards", 6, 5), ("L-6-guards", 4, 6)],
    ],
)
def test_an_isolated_unit_rolls_for_its_factor(defender: str, die: int, factor: int) -> None:
    """1 adds one, 4 and 5 take one, 6 two; Guards take one off the die."""
    t = draw(f"turn 3\noptions isolation=on\nmorale 15\n3: 24/21\n18: {defender}\n1: 295/516\n31: ?\n")
    t.play("roll_event 3+4+5", "roll_supply 1+1+1+1", "done")
    t.play("activate 3", "move 24/21 18", "attack 18", f"roll_isolation {die}", "fight")
    assert values(t)[1] == factor + 3 + 1, "Commissars are out this turn"


@rule("12.4")
def test_mixed_divisions() -> None:
    """One off for the second division; the assault gun counts for none."""
    text = "morale 15\n3: 24/21 24/26 94/267 244A\n18: L-4-heroes\n" + REST
    moves = [f"move {u} 18" for u in ("24/21", "24/26", "94/267", "244A")]
    for option, penalty in (("on", 1), ("off", 0)):
        t = combat(f"options parent_organization={option}\n{text}").play("activate 3", *moves)
        t.play("attack 18", "lead 244A", "fight")
        assert values(t)[0] == 6 + 3 + 1 - penalty


@rule("12.5")
def test_no_air_in_contested_streets() -> None:
    text = "options limited_air=on\nmorale 15\navailable artillery 0 engineers 0 air 1\n"
    t = combat(text + "18: L-9-heroes 24/21\n" + REST).play("roll_streets 1", "activate 18", "attack 18")
    assert t.refused("add air") == "12.5 air_in_contested_streets"
    t = combat(text + "28: E-9-fanatic 24/21\n" + REST).play("activate 28", "attack 28")
    assert "add air" in t.choices(), "a contested hill is no street"


@rule("12.5")
@pytest.mark.parametrize(("die", "taken"), [(6, 4), (3, 1), (1, 1)])
def test_air_is_weaker_in_heavy_urban(die: int, taken: int) -> None:
    text = "options limited_air=on\nmorale 15\navailable artillery 0 engineers 0 air 1\n8: 24/21\n10: H-7-ambush\n"
    t = combat(text + REST).play("activate 8", "move 24/21 10", "attack 10", "add air", "fight", f"roll_air {die}")
    assert values(t)[1] == 7 + 4 - taken


@rule("12.5")
@pytest.mark.parametrize(
    ("option", "area", "origin", "defender", "words"),
    [
        ("on", 10, 8, "H-8-guards", "8 to 11"),
        ("off", 10, 8, "H-8-guards", "6 to 11"),
        ("on", 18, 3, "L-9-heroes", "6 to 11"),
        ("on", 30, 33, "C-4-heroes", "0 to 4"),
    ],
)
def test_the_panel_says_what_the_air_strike_can_do(
    option: str, area: int, origin: int, defender: str, words: str
) -> None:
    """The die and its floor: 1 to 4 off in Heavy Urban under the option, 1 to 6 elsewhere."""
    text = f"options limited_air={option}\nmorale 15\navailable artillery 0 engineers 0 air 1\n"
    t = combat(f"{text}{origin}: 24/21\n{area}: {defender}\n{REST}")
    t.play(f"activate {origin}", f"move 24/21 {area}", f"attack {area}", "add air")
    defence = t.game.scene(t.game.view(t.s, 0))["fight"]["defence"]
    assert defence["total_words"] == words
    weak = option == "on" and area == 10
    assert defence["terms"][-1]["rule"] == ("12.5" if weak else "9.5.3D")


@rule("12.6")
def test_pavlovs_house_is_drawn_with_the_heavy_urban_counters() -> None:
    assert sum(new(pavlov="on").s.pool) == 56
    assert sum(new().s.pool) == 55


@rule("12.6")
def test_pavlovs_house_fights_as_guards_every_time() -> None:
    """Revealed long ago, in contested 14 beside the Volga: still four dice."""
    t = combat("options pavlov=on\nmorale 15\n14: H-8-pavlov 24/21\n" + REST)
    t.play("roll_streets 1", "activate 14", "attack 14", "fight", "roll_attack 6+6", "roll_defence 1+6+5+2")
    assert t.told("defence_rolled") == [(11, 8 + 4 + 11)]


@rule("12.7")
def test_morale_at_the_start_is_an_option() -> None:
    assert new(starting_morale="15").s.morale == 15
    assert new("factory", starting_morale="19").s.morale == 19
    assert new(starting_morale="0").s.morale == 19
