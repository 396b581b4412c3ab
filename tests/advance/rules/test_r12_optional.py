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


@rule("12.1")
def test_rubble_asks_for_three_of_a_division_all_the_same() -> None:
    """An Engineer alone makes no division."""
    head = "options rubble=on\nmorale 15\navailable artillery 0 engineers 1 air 0\n"
    t = combat(f"{head}3: 24/21 24/26 94/267\n18: L-4-heroes\n{REST}").play("activate 3")
    t.play(*[f"move {u} 18" for u in ("24/21", "24/26", "94/267")], "attack 18", "lead 24/21", "add engineer", "fight")
    assert values(t)[0] == 5 + 2 + 2 + 1


@rule("12.1")
def test_rubble_lies_in_heavy_urban_areas_too_and_on_no_hill() -> None:
    for area, origin, defender, integrity in ((10, 8, "H-7-ambush", 0), (28, 33, "E-6-ambush", 1)):
        t = combat(f"options rubble=on\nmorale 15\n{origin}: 24/21 24/26 24/24\n{area}: {defender}\n{REST}")
        t.play(f"activate {origin}", *[f"move {u} {area}" for u in ("24/21", "24/26", "24/24")], f"attack {area}")
        t.play("lead 24/24", "fight")
        assert values(t)[0] == 7 + 2 + 1 + integrity


@rule("12.2")
def test_northern_units_go_to_42_to_50_and_nowhere_else() -> None:
    """From 44, 46 and 47: into 42 to 50; not into 39, 40, 32 or 34. In October too, from area 50."""
    head = "options northern_shoulder=on\n"
    for area, allowed in (
        (44, (43, 45, 46, 49, 50)),
        (46, (44, 45, 47, 48, 49)),
        (47, (46, 48)),
        (49, (44, 45, 46, 48, 50)),
    ):
        t = combat(f"{head}{area}: 60/160 24/24\n10: ?\n").play(f"activate {area}")
        assert [c for c in t.choices() if "60/160" in c] == [f"move 60/160 {a}" for a in allowed]
        assert len([c for c in t.choices() if "24/24" in c]) == len(t.s.pack.near[area])
    t = draw(f"{head}scenario factory\nturn 11\nphase combat\n45: 16/64\n44: C-5-barrage\n").play("activate 45")
    assert [c for c in t.choices() if "16/64" in c] == ["move 16/64 44", "move 16/64 46", "move 16/64 49"]


@rule("12.2")
def test_a_northern_unit_on_the_march_is_held_in_the_north_as_well() -> None:
    t = combat("options northern_shoulder=on\n49: 16/2-I 24/24\n10: ?\n").play("activate 49", "move 16/2-I 44")
    assert t.refused("to 40") == "12.2 northern_shoulder"
    assert t.choices() == ["stop", *[f"to {a}" for a in (43, 45, 46, 49, 50)]]


@rule("12.3")
def test_isolation_is_told_lasts_and_ends_with_the_area() -> None:
    """45 is marked at dawn; a second dawn marks it no more; when it is taken its marker goes."""
    t = draw(
        "turn 3\noptions isolation=on\nmorale 15\n45: E-5-heroes\n8: ?\n49: 24/24 24/21\n48: ?\n".replace("48: ?\n", "")
    )
    t.play("roll_event 3+3+3", "roll_supply 1+1+1+1", "done", "end")
    assert t.told("isolated_marked") == []
    assert t.s.isolated == 1 << 45
    t.play("roll_event 2+2+2", "roll_supply 1+1+1+1", "done", "activate 49", "move 24/24 45", "attack 45")
    t.play("roll_isolation 6", "fight", "roll_attack 6+6", "roll_defence 1+1")
    assert (t.soviet(45), t.s.isolated) == ("", 0)
    assert t.told("isolation_rolled") == [(45, 6, -2)]


@rule("12.3")
def test_a_unit_cut_off_during_a_turn_is_marked_at_the_next_dawn() -> None:
    """11 reaches the river through 10 only; 10 falls on turn 3, so 11 is marked on turn 4."""
    t = draw("turn 3\noptions isolation=on\nmorale 15\n8: 24/24\n10: H-7-ambush\n11: L-4-heroes\n41: ?\n1: 24/21\n")
    assert t.s.isolated == 0
    t.play("roll_event 2+2+2", "roll_supply 1+1+1+1", "done", "activate 8", "move 24/24 10", "attack 10", "fight")
    t.play("roll_attack 6+6", "roll_defence 1+1", "end")
    assert (t.soviet(10), t.s.isolated) == ("", 1 << 11)
    assert t.told("isolated_marked") == [(11,)]


@rule("12.3")
def test_the_way_to_the_volga_leads_through_contested_areas_too() -> None:
    """They are Soviet; a way through a German area is none."""
    t = draw("turn 3\noptions isolation=on\n10: H-7-ambush 24/24\n11: L-4-heroes\n9: ?\n1: 24/21\n")
    assert t.s.isolated == 0
    t = draw("turn 3\noptions isolation=on\n10: H-7-ambush\n9: ?\n1: 24/21\n")
    assert t.s.isolated == 1 << 9


@rule("12.3")
def test_a_marker_goes_where_the_way_to_the_volga_is_open_again() -> None:
    """11 was cut off; a Soviet unit in 10 joins it to the river at dawn."""
    t = draw("turn 3\noptions isolation=on\nisolated 11 45\n10: ?\n11: ?\n45: ?\n3: 24/21\n")
    assert t.s.isolated == 1 << 45


@rule("12.3")
def test_a_fifteenth_area_is_marked_when_a_marker_comes_free() -> None:
    """Those marked first keep their markers, whatever their numbers."""
    cut_off = [7, 9, 11, 15, 16, 17, 18, 19, 20, 23, 24, 27, 28, 29, 30]
    lines = "".join(f"{a}: ?\n" for a in cut_off)
    t = draw("turn 3\noptions isolation=on\nisolated " + " ".join(map(str, cut_off[1:])) + "\n" + lines + "3: 24/21\n")
    assert [a for a in range(1, 51) if t.s.isolated >> a & 1] == cut_off[1:]
    rest = "".join(f"{a}: ?\n" for a in cut_off if a != 30)
    t = draw("turn 3\noptions isolation=on\nisolated " + " ".join(map(str, cut_off[1:-1])) + "\n" + rest + "3: 24/21\n")
    assert [a for a in range(1, 51) if t.s.isolated >> a & 1] == cut_off[:-1]


@rule("12.3")
@rule("9.5.5")
def test_the_isolation_die_is_thrown_for_each_attack_and_an_overrun_is_measured_against_it() -> None:
    """Factor 4 less 2: a margin of 3 is an Overrun. The next attack throws anew."""
    text = "turn 3\noptions isolation=on\nmorale 15\nisolated 18\nphase combat\n18: L-4-heroes 24/21 24/26\n31: ?\n"
    t = draw(text).play("roll_streets 1", "activate 18", "attack 18", "join 24/21", "done", "roll_isolation 6", "fight")
    assert values(t) == (6, 2 + 3)
    t.play("roll_attack 2+2", "roll_defence 2+3", "attack 18")
    assert t.asked() == "roll_isolation"
    t.play("roll_isolation 2", "fight")
    assert values(t) == (6, 4 + 3)
    t = draw(text).play("roll_streets 1", "activate 18", "attack 18", "join 24/21", "done", "roll_isolation 6", "fight")
    t.play("roll_attack 2+2", "roll_defence 1+1")
    assert t.told("result") == [(18, 4, 3)]


@rule("12.3")
@pytest.mark.parametrize(("die", "factor"), [(1, 9), (2, 9), (3, 8), (4, 8), (5, 7), (6, 7)])
def test_guards_just_revealed_take_one_off_the_isolation_die(die: int, factor: int) -> None:
    """1 and 2 count as 1, so one is added; 6 counts as 5. A unit that is no Guards takes the die as it falls."""
    text = "turn 3\noptions isolation=on\nmorale 15\nisolated 18\nphase combat\n3: 24/21\n18: ?\n31: ?\n1: 24/26\n"
    t = draw(text).play("activate 3", "move 24/21 18", "attack 18", "reveal_unit L-8-guards", f"roll_isolation {die}")
    t.play("fight")
    assert values(t)[1] == factor + 3


@rule("12.4")
@pytest.mark.parametrize(
    ("units", "penalty"),
    [
        (("24/21", "24/26", "24/24"), 0),
        (("24/21", "94/267"), 1),
        (("24/21", "94/267", "71/191"), 2),
        (("24/21", "94/267", "71/191", "295/517"), 3),
        (("244A", "244B"), 0),
        (("244A", "24/21"), 0),
    ],
)
def test_one_off_for_each_division_beyond_the_first(units: tuple[str, ...], penalty: int) -> None:
    """Assault guns are attached and count for none (decision 0023)."""
    text = f"options parent_organization=on\nmorale 15\n3: {' '.join(units)}\n18: L-4-heroes\n{REST}"
    t = combat(text).play("activate 3", *[f"move {u} 18" for u in units], "attack 18", f"lead {units[0]}", "fight")
    lead = t.s.pack.attack[t.s.pack.unit_name.index(units[0])]
    assert values(t)[0] == lead + len(units) - 1 + 1 + (len(units) == 3 and penalty == 0) - penalty


@rule("12.5")
@pytest.mark.parametrize(
    ("option", "area", "defender", "inside", "allowed"),
    [
        ("on", 18, "L-9-heroes", True, False),
        ("on", 10, "H-9-barrage", True, False),
        ("on", 28, "E-9-fanatic", True, True),
        ("on", 30, "C-4-heroes", True, True),
        ("on", 18, "L-9-heroes", False, True),
        ("off", 18, "L-9-heroes", True, True),
    ],
)
def test_where_limited_air_power_forbids_the_marker(
    option: str, area: int, defender: str, inside: bool, allowed: bool
) -> None:
    """In streets contested when the round began, and only there and under the option."""
    head = f"options limited_air={option}\nmorale 15\navailable artillery 0 engineers 0 air 1\n"
    if inside:
        t = combat(f"{head}{area}: {defender} 24/21\n{REST}")
        t.play(*(["roll_streets 1"] if area in (10, 18) else []), f"activate {area}", f"attack {area}")
    else:
        t = combat(f"{head}3: 24/21\n{area}: {defender}\n{REST}").play("activate 3", "move 24/21 18", "attack 18")
    assert ("add air" in t.choices()) == allowed


@rule("12.5")
@pytest.mark.parametrize(
    ("area", "origin", "defender"), [(18, 3, "L-9-heroes"), (21, 30, "E-9-fanatic"), (16, 19, "L-9-heroes")]
)
def test_the_air_die_is_whole_outside_heavy_urban(area: int, origin: int, defender: str) -> None:
    """Also where the ground gives +4 but is not Heavy Urban."""
    text = "options limited_air=on\nmorale 15\navailable artillery 0 engineers 0 air 1\n"
    t = combat(f"{text}{origin}: 24/21\n{area}: {defender}\n{REST}").play(f"activate {origin}", f"move 24/21 {area}")
    t.play(f"attack {area}", "add air", "fight", "roll_air 5")
    assert t.told("air_rolled") == [(5, 5)]
    assert values(t)[1] == 9 + t.s.pack.tem[area] - 5


@rule("12.5")
def test_without_the_option_the_air_die_is_whole_in_heavy_urban() -> None:
    text = "morale 15\navailable artillery 0 engineers 0 air 1\n8: 24/21\n10: H-7-ambush\n"
    t = combat(text + REST).play("activate 8", "move 24/21 10", "attack 10", "add air", "fight", "roll_air 5")
    assert t.told("air_rolled") == [(5, 5)]


@rule("12.6")
@rule("6.4.1")
def test_pavlovs_house_is_a_guards_unit_in_the_streets_and_others_seen_before_have_no_dice() -> None:
    t = combat("options pavlov=on\nmorale 15\n14: H-8-pavlov 24/21\n13: H-8-guards 24/26\n" + REST)
    t.play("roll_streets 4", "roll_streets 4")
    assert t.told("streets_rolled") == [(13, 5, 1), (14, 5, 1)]
    t.play("activate 13", "attack 13", "fight", "roll_attack 6+6", "roll_defence 6+5")
    assert t.told("defence_rolled") == [(11, 8 + 4 + 11)]
