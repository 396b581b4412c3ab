"""Chapter 14: the Factory District, where it differs from the campaign. Setup and victory are tested with theirs."""

from typing import Any

import pytest

from kurgan.games.advance.pack.pack import EVENTS
from kurgan.testing import rule
from tests.advance.drawn import GAME, Drawn, draw, new


def scene(t: Drawn) -> dict[str, Any]:
    return t.game.scene(t.game.view(t.s, 0))


HEAD = "scenario factory\nmorale 12\n"
FRONT = "25: ?\n24: 100/54\n"


@rule("14.4")
def test_the_79th_comes_on_turn_12_to_any_german_area() -> None:
    """All four together: an area with one unit has no room for them."""
    t = draw(HEAD + "turn 12\n" + FRONT + "to_come: 79/208 79/212 79/226 244C\n")
    places = {int(c.split()[1]) for c in t.choices() if c != "hold"}
    assert places == set(range(1, 51)) - {24, 25}
    assert t.refused("place 25") == "14.4 not_an_arrival_area"
    t.play("place 45")
    assert t.place("244C") == "45"
    assert [e.rule for e in t.events][-1] == "14.4"


@rule("14.6.1")
def test_turn_10_has_no_event_and_turn_11_has() -> None:
    assert new("factory").asked() == "roll_supply"
    assert draw(HEAD + "turn 11\n" + FRONT).asked() == "roll_event"


@rule("14.6.1")
@pytest.mark.parametrize("dice", ["2+2+3", "4+5+5"])
def test_rain_grounds_the_aircraft_and_slows_the_armor(dice: str) -> None:
    t = draw(HEAD + "turn 11\navailable artillery 0 engineers 0 air 1\n24: 24/24\n25: ?\n26: ?\n")
    t.play(f"roll_event {dice}", "roll_supply 1+1+1+1", "done", "activate 24", "move 24/24 27")
    assert t.s.points == 2, "4 points less 2 for a vacant area beside the enemy"
    t = draw(HEAD + "turn 11\navailable artillery 0 engineers 0 air 1\n24: 24/24\n25: H-7-ambush\n")
    t.play(f"roll_event {dice}", "roll_supply 1+1+1+1", "done", "activate 24", "move 24/24 25", "attack 25")
    assert t.refused("add air") == "14.6.1 air_forbidden_in_october"
    assert scene(t)["notes"][0]["lines"] == [{"text": scene(t)["notes"][0]["lines"][0]["text"], "rule": "14.6.1"}]


@rule("14.6.1")
def test_a_breakthrough_calls_the_14th_panzer_and_it_returns_anywhere_vacant() -> None:
    """One unit in the box costs a Morale; the others come back one by one where there is room."""
    t = draw(HEAD + "turn 11\n29: 14/103 14/108\nout: 14/36\n" + FRONT).play("roll_event 1+1+1")
    assert (t.place("14/103"), t.s.morale) == ("away", 11)
    assert t.rules() == ["14.6.1"] * 4, "the event, the withdrawal, the unit in the box, its Morale"
    t.play("roll_supply 1+1+1+1", "done", "end")
    assert t.asked() == "return_unit"
    assert t.refused("place 25") == "7.2 not_german"
    t.play("place 41", "place 24")
    assert (t.place("14/103"), t.place("14/108")) == ("41", "24")


@rule("14.6.1")
def test_a_second_breakthrough_calls_it_again() -> None:
    """The scenario's chart has no note that a second 3 is a 4."""
    t = draw(HEAD + "turn 12\nwithdrawn_once 1\n29: 14/103\n" + FRONT).play("roll_event 1+1+1")
    assert t.place("14/103") == "away"


@rule("14.6.2")
def test_october_supply() -> None:
    """At least 16 on turn 10; two Air markers free each turn."""
    t = new("factory").play("roll_supply 1+1+1+1")
    assert (t.s.supply, t.s.air) == (16, 2)
    assert t.rules()[-2:] == ["14.6.2", "14.6.2"], "points raised to 16, and the free markers"
    t = draw(HEAD + "turn 11\nphase supply\n" + FRONT).play("roll_supply 1+1+1+1")
    assert (t.s.supply, t.s.air) == (4, 2)


@rule("14.7")
def test_the_end_of_the_scenario_speaks_of_all_areas_and_cites_its_own_rule() -> None:
    """Whatever number of areas the campaign's option names."""
    t = draw(HEAD + "options victory_areas=30\nturn 14\nphase combat\n" + FRONT).play("end")
    over = scene(t)["over"]
    assert t.outcome == "soviet"
    assert over["text"] == "49 areas are German; all 50 were needed."
    assert (over["rule"], t.rules()[-1], GAME.outcome(t.s).rule) == ("14.7", "14.7", "14.7")
    assert scene(t)["tracks"][2]["marks"][0]["at"] == 50


@rule("14.7")
def test_morale_0_loses_the_scenario_by_its_own_rule() -> None:
    t = draw("scenario factory\nmorale 0\nturn 11\nphase combat\n" + FRONT).play("end")
    assert (t.outcome, GAME.outcome(t.s).rule, scene(t)["over"]["rule"]) == ("soviet_automatic", "14.7", "14.7")


@rule("14.6.1")
@rule("6.2")
def test_commissars_are_cited_by_the_chart_that_was_used() -> None:
    lines = ("activate 24", "move 100/54 25", "attack 25")
    t = draw(HEAD + "turn 11\nevents commissars\nphase combat\n25: H-7-ambush\n24: 100/54\n").play(*lines)
    terms = [(term["rule"], term["amount"]) for term in scene(t)["fight"]["defence"]["terms"]]
    assert terms == [("9.5.3A", 7), ("9.5.3B", 4), ("14.6.1", 1)]
    t = draw("turn 3\nmorale 12\nevents commissars\nphase combat\n25: H-7-ambush\n24: 100/54\n").play(*lines)
    assert [term["rule"] for term in scene(t)["fight"]["defence"]["terms"]] == ["9.5.3A", "9.5.3B", "6.2"]


@rule("14.6.1")
@pytest.mark.parametrize(
    ("dice", "event"),
    [
        *[
            ("1+1+1", "breakthrough_64"),
            ("1+1+2", "offensive_64"),
            ("1+2+2", "shell_shortage"),
            ("2+2+2", "shell_shortage"),
        ],
        *[("2+2+3", "rain"), ("2+3+3", "rain"), ("3+3+3", "commissars"), ("4+4+4", "commissars"), ("4+4+5", "rain")],
        *[("4+5+5", "rain"), ("5+5+5", "shell_shortage"), ("5+5+6", "shell_shortage"), ("5+6+6", "offensive_66")],
        ("6+6+6", "breakthrough_66"),
    ],
)
def test_the_october_chart(dice: str, event: str) -> None:
    t = draw(HEAD + "turn 11\n" + FRONT).play(f"roll_event {dice}")
    assert t.s.effects == 1 << EVENTS.index(event)
    assert t.rules()[0] == "14.6.1"


@rule("14.6.1")
def test_the_14th_panzer_is_placed_unit_by_unit_or_held_back() -> None:
    """One into a vacant area, one held back until the next dawn; a full area has no room."""
    t = draw(HEAD + "turn 12\naway: 14/103 14/108\n23: 100/54 100/227 100/369 245B\n25: ?\n")
    assert t.refused("place 23") == "7.1 no_room"
    assert t.refused("place 25") == "7.2 not_german"
    t.play("place 24", "hold")
    assert (t.place("14/103"), t.place("14/108")) == ("24", "away")
    unit = t.s.pack.unit_name.index
    assert t.told("unit_placed") == [(unit("14/103"), 24)]
    assert t.told("group_held") == [(1,)]
    assert t.rules()[:2] == ["14.6.1", "14.6.1"]
    t.play("roll_event 3+3+3", "roll_supply 1+1+1+1", "done", "end")
    assert t.asked() == "return_unit"


@rule("14.6.1")
def test_a_breakthrough_costs_a_morale_for_each_unit_in_the_box_and_none_for_those_on_the_map() -> None:
    t = draw(HEAD + "turn 11\n29: 14/103\nout: 14/36 14/108 71/191\n" + FRONT).play("roll_event 1+1+1")
    assert t.s.morale == 10
    assert t.told("units_left_in_box") == [(2,)]
    assert t.told("division_withdrawn") == [(t.s.pack.division_name.index("14"), 1)]
    t = draw(HEAD + "turn 11\n29: 14/103 14/36 14/108\n" + FRONT).play("roll_event 1+1+1")
    assert (t.s.morale, t.told("units_left_in_box")) == (12, [])


@rule("14.4")
def test_octobers_reinforcements_come_no_sooner_and_may_wait() -> None:
    group = "to_come: 79/208 79/212 79/226 244C\n"
    assert draw(HEAD + "turn 11\n" + FRONT + group).asked() == "roll_event"
    t = draw(HEAD + "turn 13\n" + FRONT + group)
    assert t.asked() == "place_october_group"
    t.play("hold")
    assert (t.rules(), t.told("group_held")) == (["14.4"], [(4,)])


@rule("14.6.2")
@rule("6.3")
def test_free_air_markers_are_as_many_as_are_used() -> None:
    t = draw(HEAD + "turn 11\nphase supply\navailable artillery 0 engineers 0 air 2\n" + FRONT).play(
        "roll_supply 1+1+1+1"
    )
    assert (t.s.air, t.told("free_air")) == (3, [(1,)])
    t = draw(HEAD + "turn 11\nphase supply\navailable artillery 0 engineers 0 air 3\n" + FRONT).play(
        "roll_supply 1+1+1+1"
    )
    assert (t.s.air, t.told("free_air")) == (3, [])
    assert draw(HEAD + "turn 11\nphase supply\n" + FRONT).play("roll_supply 1+1+1+1").s.supply == 4
