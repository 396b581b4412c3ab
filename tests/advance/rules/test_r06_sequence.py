"""Chapter 6: dawn, random event, bloody streets and end phases."""

import pytest

from kurgan.games.advance.pack.pack import EVENTS
from kurgan.kernel.protocol import Decide, Throw
from kurgan.testing import rule
from tests.advance.drawn import combat, draw, new

GROUP = "to_come: 389/544 389/545 389/546 245A\n"
FRONT = "10: ?\n3: 24/21\n"


@rule("6.0")
def test_a_turn_goes_through_its_five_phases_in_order() -> None:
    """Dawn, event, supply, combat, end: each asks its own question."""
    t = draw("turn 2\n" + GROUP + FRONT)
    asked = [t.asked()]
    for line in ("place 1", "roll_event 3+3+4", "roll_supply 1+1+1+1", "done", "end"):
        t.play(line)
        asked.append(t.asked())
    assert asked == ["place_group", "roll_event", "roll_supply", "spend", "activate", "roll_event"]
    assert t.s.turn == 3


@rule("6.1.1")
def test_a_group_needs_room_for_all_of_it() -> None:
    """Area 1 holds a unit, so four more do not fit; area 3 is no arrival area."""
    t = draw("turn 2\n1: 295/516\n" + GROUP + FRONT)
    assert t.choices() == ["hold", "place 2"]
    assert t.refused("place 1") == "7.1 no_room"
    assert t.refused("place 3") == "6.1.1 not_an_arrival_area"


@rule("6.1.1")
def test_a_group_held_back_comes_at_a_later_dawn() -> None:
    t = draw("turn 2\n" + GROUP + FRONT)
    t.play("hold", "roll_event 3+3+4", "roll_supply 1+1+1+1", "done", "end")
    assert t.asked() == "place_group"
    t.play("place 2")
    assert t.place("245A") == "2"


@rule("6.1.1")
def test_turn_7_may_also_use_31_and_32_once_german() -> None:
    group = "to_come: 100/54 100/227 100/369 245B\n"
    assert draw("turn 7\n32: ?\n" + group + FRONT).choices() == ["hold", "place 1", "place 2", "place 31"]


@rule("6.1.2")
@rule("6.2.1")
def test_the_29th_leaves_on_turn_9_and_its_lost_units_cost_morale() -> None:
    """Two units go, two lie in the box: Morale falls by two and they stay there."""
    t = draw("turn 9\nmorale 12\n8: 29/15 29/71\nout: 29/129 29/RCN\n" + FRONT)
    assert [t.place(u) for u in ("29/15", "29/71")] == ["withdrawn"] * 2
    assert [t.place(u) for u in ("29/129", "29/RCN")] == ["out of action"] * 2
    assert t.s.morale == 10


@rule("6.1.2")
def test_nobody_of_the_29th_is_bought_back_once_it_has_left() -> None:
    """On turn 8 a unit of it comes back from the box as any other does; on turn 9 the division is gone (0023)."""
    text = "supply 9\nout: 29/15 94/267\n" + FRONT
    t = draw("turn 8\nphase supply\n" + text).play("roll_supply 1+1+1+1")
    assert "return 29/15" in t.choices()
    t = draw("turn 9\nphase supply\n" + text).play("roll_supply 1+1+1+1")
    assert "return 29/15" not in t.choices()
    assert t.refused("return 29/15") == "6.1.2 division_has_left"
    assert "return 94/267" in t.choices()
    factory = "scenario factory\nturn 14\nphase supply\nout: 14/36\n25: ?\n24: 100/54\n"
    assert "return 14/36" in draw(factory).play("roll_supply 1+1+1+1").choices()


@rule("6.2")
@pytest.mark.parametrize(
    ("dice", "event"),
    [("1+1+2", "OFFENSIVE_64"), ("2+2+2", "SHELL_SHORTAGE"), ("3+3+3", "COMMISSARS"), ("6+6+5", "OFFENSIVE_66")],
)
def test_three_dice_choose_the_event(dice: str, event: str) -> None:
    from kurgan.games.advance.pack import pack

    t = draw("turn 2\n" + FRONT).play(f"roll_event {dice}")
    assert t.s.effects == 1 << getattr(pack, event)


@rule("6.2")
def test_a_pause_draws_one_division_that_may_not_act() -> None:
    """The 24th is drawn: its area cannot be activated, the other can."""
    t = draw("turn 2\n3: 24/21\n1: 295/516 24/26\n20: ?\n18: ?\n").play("roll_event 2+3+3", "draw_paused 24")
    t.play("roll_supply 1+1+1+1", "done")
    assert t.refused("activate 3") == "6.2 area_is_paused"
    t.play("activate 1")
    assert t.refused("move 24/26 20") == "6.2 is_paused"
    assert "move 295/516 20" in t.choices()


@rule("6.2.1")
def test_a_breakthrough_calls_the_29th_away_for_a_turn() -> None:
    """Its units go, come back together to area 5 or 6 next dawn; one in the box costs a Morale."""
    t = draw("turn 3\nmorale 15\n8: 29/15 29/71\n10: ?\n3: 24/21\nout: 29/RCN\n").play("roll_event 1+1+1")
    assert t.place("29/15") == "away"
    assert t.place("29/RCN") == "out of action"
    assert t.s.morale == 14
    t.play("roll_supply 1+1+1+1", "done", "end")
    assert t.choices() == ["hold", "place 5", "place 6"]
    assert t.refused("place 1") == "6.2.1 not_an_arrival_area"
    pending = t.game.pending(t.s)
    assert isinstance(pending, Decide)
    assert pending.rule == "6.2.1"
    t.play("place 6")
    assert (t.place("29/15"), t.place("29/71")) == ("6", "6")
    assert t.story()[-1] == "6.2.1 group_placed 6 2"
    t.play("roll_event 1+1+1")
    assert (t.place("29/15"), t.s.effects) == ("6", 1 << EVENTS.index("offensive_64")), "it was withdrawn once"


@rule("6.2.1")
def test_a_second_three_is_only_an_offensive() -> None:
    from kurgan.games.advance.pack.pack import OFFENSIVE_64

    t = draw("turn 4\nwithdrawn_once 1\n8: 29/15\n" + FRONT).play("roll_event 1+1+1")
    assert t.place("29/15") == "8"
    assert t.s.effects == 1 << OFFENSIVE_64
    assert t.rules() == ["6.2.1"]


@rule("6.2.1")
def test_called_away_on_turn_8_the_29th_does_not_come_back() -> None:
    t = draw("turn 8\n8: 29/15\n" + FRONT).play("roll_event 1+1+1", "roll_supply 1+1+1+1", "done", "end")
    assert t.asked() == "roll_event"
    assert t.place("29/15") == "withdrawn"


@rule("6.4.1")
@pytest.mark.parametrize(("die", "morale", "spent"), [(4, 12, ""), (5, 11, ""), (6, 11, ", spent")])
def test_bloody_streets(die: int, morale: int, spent: str) -> None:
    """Contested urban areas: nothing to 4, a Morale on 5, on 6 the units are Spent as well."""
    t = combat("morale 12\n11: L-5-heroes 24/21 24/26\n12: ?\n3: 94/267\n18: ?\n").play(f"roll_streets {die}")
    assert t.s.morale == morale
    assert t.place("24/21") == f"11{spent}"


@rule("6.4.1")
def test_guards_on_a_strong_point_are_worse() -> None:
    """Guards in a +4 area add one to the die, those elsewhere do not; elevated ground is no street."""
    t = combat("morale 12\n10: H-8-guards 24/21\n11: L-5-guards 24/26\n28: E-6-ambush 94/267\n")
    t.play("roll_streets 4", "roll_streets 4")
    assert t.told("streets_rolled") == [(10, 5, 1), (11, 4, 0)]
    assert t.asked() == "activate"


@rule("6.4.2")
@rule("8.1.1")
def test_one_area_at_a_time_and_only_with_fresh_units() -> None:
    t = combat("3: 24/21* 24/26\n4: 94/267*\n1: 295/516\n18: ?\n20: ?\n")
    assert t.choices() == ["end", "activate 1", "activate 3"]
    assert t.refused("activate 4") == "8.1 no_fresh_unit"
    t.play("activate 3")
    assert t.refused("move 295/516 20") == "6.4.2 not_active"
    assert t.refused("done") == "6.4.2 nothing_done"


@rule("6.4.3")
def test_the_phase_ends_when_all_are_spent_or_the_player_declines() -> None:
    t = combat("3: 24/21\n18: L-4-heroes\n19: ?\n").play("activate 3", "move 24/21 2", "stop")
    assert t.s.turn == 3, "the last Fresh unit is Spent, so the turn has ended"
    assert combat("3: 24/21\n18: ?\n").play("end").s.turn == 3


@rule("6.5")
def test_end_of_turn() -> None:
    """Units turn Fresh, Morale falls by one, markers stay available."""
    t = combat("morale 12\navailable artillery 3 engineers 1 air 2\n3: 24/21* 24/26\n18: ?\n").play("end")
    assert t.place("24/21") == "3"
    assert (t.s.turn, t.s.morale, t.available) == (3, 11, (3, 1, 2))


@rule("10.1")
@pytest.mark.parametrize("dice", ["1+1+1", "6+6+6", "2+3+3"])
def test_turn_1_has_no_breakthrough_and_no_pause(dice: str) -> None:
    t = new().play(f"roll_event {dice}")
    assert t.asked() == "roll_supply"
    assert t.s.effects == 0
    assert t.place("29/15") == "6"


@rule("10.2")
def test_turn_1_supply_counts_at_least_16() -> None:
    assert new().play("roll_event 3+3+4", "roll_supply 1+1+1+1").s.supply == 16
    assert new().play("roll_event 3+3+4", "roll_supply 6+6+6+6").s.supply == 24


@rule("6.2")
@rule("9.5.4")
@pytest.mark.parametrize("event", [name for name in EVENTS[1:] if name != "rain"])
def test_which_events_keep_the_aircraft_away(event: str) -> None:
    """Both Offensives and the 66th Army's Breakthrough; the others leave them alone."""
    t = combat(f"events {event}\navailable artillery 0 engineers 0 air 1\n3: 24/24 24/21\n18: L-9-heroes\n")
    t.play("activate 3", "move 24/24 18", "attack 18")
    if event in ("offensive_64", "offensive_66", "breakthrough_66"):
        assert t.refused("add air") == "6.2 air_forbidden"
        assert "add air" not in t.choices()
    else:
        assert "add air" in t.choices()


@rule("6.2")
def test_the_66th_armys_breakthrough_halves_supply_and_grounds_the_aircraft() -> None:
    t = draw("turn 3\n3: 24/24\n18: L-9-heroes\n").play("roll_event 6+6+6", "roll_supply 3+4", "done")
    assert (t.s.supply, t.s.air) == (7, 1), "the free marker comes all the same"
    t.play("activate 3", "move 24/24 18", "attack 18")
    assert t.refused("add air") == "6.2 air_forbidden"


@rule("6.5")
@rule("6.2")
def test_a_pause_and_every_event_end_with_the_turn() -> None:
    """The 24th waits on turn 3 and acts on turn 4, where no effect of the old event is left."""
    t = draw("turn 3\nmorale 12\n3: 24/24\n1: 295/516\n18: ?\n").play("roll_event 2+3+3", "draw_paused 24")
    t.play("roll_supply 1+1+1+1", "done")
    assert t.choices() == ["end", "activate 1"]
    t.play("end")
    assert (t.s.turn, t.s.effects, t.s.paused) == (4, 0, -1)
    t.play("roll_event 3+3+3", "roll_supply 1+1+1+1", "done")
    assert "activate 3" in t.choices()


@rule("6.2")
def test_only_divisions_on_the_map_are_drawn_for_a_pause() -> None:
    """Not one that is out of action or still to come; assault guns are no division. With nobody, nobody is drawn."""
    t = draw("turn 3\n3: 24/24 24/21 244A\n1: 295/516\n18: ?\nout: 94/267\nto_come: 100/54\n")
    t.play("roll_event 2+3+3")
    drawn = t.game.pending(t.s)
    assert isinstance(drawn, Throw)
    names = t.s.pack.division_name
    assert sorted(names[d] for d, _ in drawn.chance.outcomes()) == ["24", "295"]
    assert {weight for _, weight in drawn.chance.outcomes()} == {1}
    t = draw("turn 3\n3: 244A\n18: ?\n").play("roll_event 2+3+3")
    assert (t.asked(), t.s.paused) == ("roll_supply", -1)


@rule("6.2")
def test_assault_guns_are_never_paused() -> None:
    t = draw("turn 3\n3: 24/24 244A\n18: ?\n").play("roll_event 2+3+3", "draw_paused 24", "roll_supply 1+1+1+1", "done")
    t.play("activate 3")
    assert t.refused("move 24/24 18") == "6.2 is_paused"
    assert "move 244A 18" in t.choices()
    assert not any("24/24" in choice for choice in t.choices())


@rule("6.1.1")
def test_a_group_comes_no_sooner_than_its_turn() -> None:
    group = "to_come: 100/54 100/227 100/369 245B\n"
    assert draw("turn 6\n" + group + FRONT).asked() == "roll_event"
    t = draw("turn 8\n31: 24/24\n" + group + FRONT)
    assert t.choices() == ["hold", "place 1", "place 2", "place 32"], "31 has a unit: no room for all four"
    t.play("place 32")
    assert t.rules() == ["6.1.1"]
    assert t.told("group_placed") == [(32, 4)]


@rule("6.1.1")
def test_who_is_held_back_is_told() -> None:
    t = draw("turn 2\n" + GROUP + FRONT).play("hold")
    assert (t.rules(), t.told("group_held")) == (["6.1.1"], [(4,)])
    assert t.place("245A") == "to come"


@rule("6.2.1")
def test_the_29th_held_back_comes_at_a_later_dawn_and_needs_room_for_all() -> None:
    t = draw("turn 4\nwithdrawn_once 1\n6: 24/24 24/21\n10: ?\naway: 29/15 29/71 29/129\n")
    assert t.choices() == ["hold", "place 5"]
    assert t.refused("place 6") == "7.1 no_room"
    t.play("hold", "roll_event 3+3+3", "roll_supply 1+1+1+1", "done", "end")
    assert (t.s.turn, t.choices()) == (5, ["hold", "place 5"])


@rule("6.1.2")
def test_nobody_is_withdrawn_before_turn_9() -> None:
    t = draw("turn 8\nmorale 12\n8: 29/15\nout: 29/71\n" + FRONT)
    assert (t.place("29/15"), t.s.morale) == ("8", 12)
    t = draw("turn 9\nmorale 12\n8: 29/15\n3: 24/24\nout: 24/21\n10: ?\n")
    assert (t.place("29/15"), t.place("24/24"), t.place("24/21")) == ("withdrawn", "3", "out of action")
    assert t.s.morale == 12


@rule("6.4.1")
@rule("7.3")
def test_only_contested_streets_are_rolled_for_in_the_order_of_their_numbers() -> None:
    """12 has no German in it, 19 and 28 are no streets, 6 has no Soviet in it; Light and Heavy Urban count."""
    t = combat(
        "morale 12\n10: H-7-ambush 24/21\n11: L-5-heroes 24/26\n12: L-4-heroes\n6: 94/276\n"
        "19: C-4-heroes 94/267\n28: E-6-ambush 94/274\n"
    ).play("roll_streets 1", "roll_streets 6")
    assert t.told("streets_rolled") == [(10, 1, 0), (11, 6, 2)]
    assert t.told("units_spent") == [(11,)]
    assert t.told("morale_changed") == [(-1, 11, 1)]
    assert (t.place("24/21"), t.place("24/26"), t.asked()) == ("10", "11, spent", "activate")


@rule("6.4.1")
def test_the_die_of_guards_counts_six_at_most_and_a_strong_point_without_guards_adds_nothing() -> None:
    t = combat("morale 12\n10: H-8-guards 24/21\n13: H-8-fanatic 24/26\n").play("roll_streets 6", "roll_streets 5")
    assert t.told("streets_rolled") == [(10, 6, 2), (13, 5, 1)]
    assert t.s.morale == 10


@rule("5.2")
@rule("3.3")
def test_morale_stays_on_its_track_and_is_strong_from_ten() -> None:
    t = combat("morale 0\n11: L-5-heroes 24/21\n10: ?\n").play("roll_streets 5")
    assert t.told("morale_changed") == [(-1, 0, 0)]
    t = combat("morale 11\n11: L-5-heroes 24/21\n12: L-5-fanatic 24/26\n10: ?\n").play(
        "roll_streets 5", "roll_streets 5"
    )
    assert t.told("morale_changed") == [(-1, 10, 1), (-1, 9, 0)]


@rule("6.5")
@rule("6.0")
def test_the_turn_is_told_from_its_beginning_to_its_end() -> None:
    t = draw("turn 3\nmorale 12\nsupply 1\n3: 24/24*\n18: ?\n").play("roll_event 3+3+3", "roll_supply 1+1+1+1")
    t.play("done")
    assert t.told_lines() == [
        "6.2 Event 9: Commissars.",
        "6.3 Supply: 4 rolled, 1 banked before.",
        "6.3 Air support without cost, markers: 1.",
        "6.3.1 Points banked: 5.",
        "6.5 Turn 3 ended.",
        "6.5 Morale −1, now 11, strong.",
        "6.0 Turn 4 began.",
    ]


@rule("10.1")
def test_what_has_no_result_on_turn_1_is_told_so_and_counts_on_turn_2() -> None:
    t = new().play("roll_event 1+1+1")
    assert t.told_lines() == ["10.1 Event 3: 64th Army breakthrough, without result this turn."]
    t = new().play("roll_event 1+1+2")
    assert t.s.effects == 1 << EVENTS.index("offensive_64")
    assert draw("turn 2\n3: 24/24\n10: ?\n").play("roll_event 6+6+6").s.effects == 1 << EVENTS.index("breakthrough_66")


@rule("10.2")
def test_points_raised_to_16_are_told_and_sixteen_is_not_raised() -> None:
    t = new().play("roll_event 3+3+4", "roll_supply 5+4+3+3")
    assert (t.s.supply, t.told("supply_raised")) == (16, [(16,)])
    t = new().play("roll_event 3+3+4", "roll_supply 4+4+4+4")
    assert (t.s.supply, t.told("supply_raised")) == (16, [])
