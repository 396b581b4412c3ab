"""Chapter 6: the combat sequence, rubble, close combat, advance."""

import pytest

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.testing import rule
from tests.inferno.table import P, Table

MISS4 = "roll 1+1+1+1"


@rule("6")
@rule("6.1")
@rule("6.2")
@rule("6.3")
@rule("6.5")
@rule("6.6")
@rule("6.7")
def test_the_steps_come_in_order() -> None:
    """Soviet card, German card, showdown, Soviet effect, German effect, rubble roll, close combat."""
    t = Table({"25": "G2P@4", "9": "S13G@2"}, hand=["Stuka"], soviet_hand=["TommyGunner"])
    t.german_turn().play("deliberate", "all")
    asked = []
    for line in (
        "card TommyGunner",
        "play Stuka",
        "roll 1+1",
        "roll 1+1+1+1+1",
        "roll 1+1+1",
        "roll 1+1",
        "roll 1+1+1+1",
    ):
        asked.append(t.asked)
        t.play(line)
    assert asked == [
        "random_card",
        "german_card",
        "roll_card",
        "roll_barrage",
        "roll_rubble",
        "soviet_fire",
        "german_fire",
    ]
    assert t.german_cards() == 0
    assert t.soviet_cards() == 0
    told = t.rules_told()
    assert told.index("6.3") < told.index("8.5") < told.index("8.3") < told.index("6.9B") < told.index("6.10")


@rule("6.1")
def test_the_soviets_must_play_a_card_attacking_too() -> None:
    t = Table({"60": "G2P", "41": "S13G"}, soviet_hand=["T34"])
    t.attack("60", "41", side=SOVIET, deliberate=False)
    assert t.asked == "random_card"


@rule("6.2")
@rule("8.3")
def test_germans_play_cards_only_in_their_own_deliberate_attack() -> None:
    """Neither in a Hasty Attack nor when the Soviets attack."""
    t = Table({"60": "G2P", "41": "S13G"}, hand=["Stuka"])
    t.attack("41", "60", deliberate=False)
    assert t.asked == "soviet_fire"
    t = Table({"60": "G2P", "41": "S13G"}, hand=["Stuka"])
    t.attack("60", "41", side=SOVIET, deliberate=False)
    assert t.asked == "soviet_fire"
    t = Table({"60": "G2P", "41": "S13G"}, hand=["Stuka"])
    t.attack("41", "60")
    assert t.asked == "german_card"


# Rubble -----------------------------------------------------------------------------------------------------------


@rule("6.9")
@rule("6.9B")
@pytest.mark.parametrize(("dice", "rubble"), [("roll 6+6+4", False), ("roll 6+6+5", True)])
def test_rubble_appears_above_eighteen(dice: str, rubble: bool) -> None:
    """One hex and one panzer give +2: seventeen is needed on the dice."""
    t = Table({"25": "G2P", "9": "S13G"})
    t.attack("9", "25")
    assert t.asked == "roll_rubble"
    t.play(dice)
    assert t.has_rubble("9") == rubble


@rule("6.9")
def test_no_rubble_roll_in_the_open_in_hasty_attacks_or_where_rubble_lies() -> None:
    t = Table({"60": "G2P", "41": "S13G"})
    t.attack("41", "60")
    assert t.asked == "soviet_fire"
    t = Table({"25": "G2P", "9": "S13G"})
    t.attack("9", "25", deliberate=False)
    assert t.asked == "soviet_fire"
    t = Table({"25": "G2P", "9": "S13G"}, rubble=["9"])
    t.attack("9", "25")
    assert t.asked == "soviet_fire"


@rule("6.9")
def test_rubble_is_rolled_for_even_when_no_defender_is_left() -> None:
    """A Stuka kills the lone defender; the roll is still made, the close combat is not."""
    t = Table({"25": "G2P", "9": "S13G@1"}, hand=["Stuka"])
    t.attack("9", "25")
    t.play("play Stuka", "roll 6+6+6+6+6")
    assert t.place("S13G") == "pool"
    assert t.asked == "roll_rubble"


@rule("6.9A")
@rule("8.5.3")
def test_an_anti_aircraft_card_makes_rubble_where_it_says() -> None:
    t = Table({"60": "G2P", "41": "S13G"}, soviet_hand=["AA13"])
    t.attack("41", "60")
    t.play("card AA13")
    assert t.has_rubble("13")


@rule("6.9A")
def test_the_first_edition_wants_an_airstrike_for_that_rubble() -> None:
    for hand, play, rubble in ((["Stuka"], "play Stuka", True), (["Howitzer"], "play Howitzer", False)):
        t = Table({"60": "G2P", "41": "S13G"}, hand=hand, soviet_hand=["AA13"], edition="first_2018")
        t.attack("41", "60")
        t.play("card AA13", play)
        assert t.has_rubble("13") == rubble


@rule("6.9.1")
def test_in_rubble_two_hits_make_one_and_the_odd_one_is_lost() -> None:
    """Three German hits cost the defender one dot; his own fire is not halved."""
    t = Table({"25": "G2P@3", "9": "S13G@4"}, rubble=["9"])
    t.attack("9", "25", deliberate=False)
    t.play("roll 6+1+1+1", "roll 6+6")
    assert t.dots("G2P") == 2
    assert t.dots("S13G") == 3


@rule("6.9.1")
def test_each_batch_of_dice_is_halved_apart() -> None:
    """One hit of the card and one of the close combat are both lost."""
    t = Table({"25": "G2P@4", "9": "S13G@4"}, rubble=["9"], hand=["Pioneer"])
    t.attack("9", "25")
    t.play("play Pioneer", "roll 6+1+1+1+1", MISS4, "roll 6+1+1+1")
    assert t.dots("S13G") == 4


@rule("6.9.1")
def test_german_defenders_in_rubble_are_protected_too() -> None:
    """Tommy Gunner and close combat are halved against them."""
    t = Table({"25": "G2P@4", "9": "S13G@4"}, rubble=["25"], soviet_hand=["TommyGunner"])
    t.attack("25", "9", side=SOVIET, deliberate=False)
    t.play("card TommyGunner", "roll 6+1", MISS4, "roll 6+6+6+1")
    assert t.dots("G2P") == 3


@rule("6.9.2")
def test_modifiers_count_card_hexes_and_panzers() -> None:
    """Two hexes, a panzer and a panzer grenadier, a Heinkel: 2 + 2 + 3 = 7, so 12 makes rubble and 11 does not."""
    for dice, rubble in (("roll 6+5+1", True), ("roll 5+5+1", False)):
        t = Table({"25": "G2P G191I", "8": "G64PG", "9": "S13G@4 S35G@4 S37G@4 S39G@4"}, hand=["Heinkel"])
        t.attack("9", "25", "8")
        t.play("play Heinkel", "roll 1+1+1+1+1+1", dice)
        assert t.has_rubble("9") == rubble


@rule("6.9.2")
def test_attackers_who_are_dead_by_then_do_not_count() -> None:
    """A sniper kills the lone grenadier in 8: neither its hex nor itself counts, so 17 is needed."""
    t = Table({"25": "G2P", "8": "G64PG@1", "9": "S13G@4"}, soviet_hand=["SovietSniper"])
    t.attack("9", "25", "8")
    t.play("card SovietSniper", "roll 6+5+5")
    assert t.place("G64PG") == "dead"
    assert not t.has_rubble("9")


@rule("6.9.3")
def test_fifteen_markers_and_no_more() -> None:
    t = Table({"25": "G2P", "9": "S13G"})
    t.s.rubble_left = 0
    t.attack("9", "25")
    assert t.asked == "soviet_fire"


# Close Combat -----------------------------------------------------------------------------------------------------


@rule("6.10")
def test_in_the_open_both_sides_fire_with_the_strength_they_had() -> None:
    """Both are destroyed: the dead have fired."""
    t = Table({"60": "G2P@1", "41": "S13G@1"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 6", "roll 6")
    assert (t.place("G2P"), t.place("S13G")) == ("dead", "pool")


@rule("6.10A")
@rule("6.10.1")
def test_in_a_city_the_defender_fires_first_whoever_it_is() -> None:
    t = Table({"25": "G2P@1", "9": "S13G@1"})
    t.attack("9", "25", deliberate=False)
    t.play("roll 6")
    assert t.place("G2P") == "dead"
    assert t.dots("S13G") == 1
    t = Table({"25": "G2P@1", "9": "S13G@1"})
    t.attack("25", "9", side=SOVIET, deliberate=False)
    assert t.asked == "german_fire"
    t.play("roll 6")
    assert t.place("S13G") == "pool"
    assert t.dots("G2P") == 1


@rule("6.10B")
@rule("6.10.2")
@rule("8.2.2")
@rule("8.2.2.1")
def test_with_hoth_germans_of_both_arms_strike_first_in_the_open() -> None:
    t = Table({"60": "G2P@1 G191I@1", "77": "S29R@1"}, leaders=["Hoth"])
    t.attack("77", "60", deliberate=False)
    assert t.asked == "combined_force"
    t.play("strike_first")
    assert t.asked == "german_fire"
    t.play("roll 6+1")
    assert t.place("S29R") == "pool"
    assert (t.dots("G2P"), t.dots("G191I")) == (1, 1)


@rule("6.10B")
@rule("8.2.2.1")
def test_combined_force_is_the_germans_choice_and_works_defending_too() -> None:
    t = Table({"60": "G64PG@1", "77": "S29R@1"}, leaders=["Hoth"])
    t.attack("60", "77", side=SOVIET, deliberate=False)
    assert t.asked == "combined_force"
    t.play("together")
    assert t.asked == "soviet_fire"


@rule("8.2.2.1")
@pytest.mark.parametrize(
    ("germans", "soviets", "offered"),
    [
        ("G64PG", "S29R", True),
        ("G2P", "S29R", False),
        ("G191I", "S29R", False),
        ("G2P G191I", "S29R", True),
        ("G2P G120M", "S6T", True),
        ("G2P G191I", "S29R S6T", False),
    ],
)
def test_who_has_the_combined_force_bonus(germans: str, soviets: str, offered: bool) -> None:
    """Infantry and tank, or a panzer grenadier alone; not against Soviets with both."""
    t = Table({"60": germans, "77": soviets}, leaders=["Hoth"])
    t.attack("77", "60", deliberate=False)
    assert (t.asked == "combined_force") == offered


@rule("6.10.4")
def test_each_hit_falls_on_the_strongest_at_that_moment() -> None:
    """4 and 2 dots take three hits: 4 becomes 2, then one of the twos falls to 1."""
    t = Table({"60": "G2P@4", "41": "S13G@4 S6T@2"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 1+1+1+1+1+1", "roll 4+5+6+1")
    assert t.asked == "choose_soviet_loss"
    assert t.dots("S13G") == 2
    assert t.refused("lose S29R").endswith("not_strongest")


@rule("6.10.4")
def test_all_attacking_stacks_are_one_pool_of_targets() -> None:
    t = Table({"60": "G191I@2", "61": "G2P@4", "41": "S13G@1"})
    t.attack("41", "60", "61", deliberate=True)
    t.play("roll 6", "roll 1+1+1+1+1+1")
    assert t.dots("G2P") == 3


@rule("6.10.5")
def test_the_german_settles_ties_on_both_sides_also_in_1_vs_1() -> None:
    t = Table({"60": "G2P@2 G191I@2", "41": "S13G@2 S6T@2"}, scenario="one_vs_one")
    t.attack("41", "60", deliberate=False)
    t.play("roll 6+1+1+1", "roll 6+1+1+1")
    assert (t.asked, t.seat) == ("choose_german_loss", "german")
    t.play("lose G191I")
    assert (t.asked, t.seat) == ("choose_soviet_loss", "german")
    t.play("lose S13G")
    assert (t.dots("G191I"), t.dots("S13G")) == (1, 1)


@rule("6.10.5")
def test_a_standing_answer_settles_ties_for_the_rest_of_the_combat() -> None:
    """Lowest fire first: the white-dotted infantry goes before the red-dotted panzer, twice."""
    t = Table({"60": "G2P@2 G191I@2 G194I@2", "41": "S13G@4"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 6+6+1+1", "roll 1+1+1+1+1+1", "lowest_fire")
    assert (t.dots("G2P"), t.dots("G191I"), t.dots("G194I")) == (2, 1, 1)


@rule("6.10.5")
def test_nobody_is_asked_where_the_tied_units_are_alike() -> None:
    t = Table({"60": "G191I@2 G194I@2", "41": "S13G@1"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 6", "roll 1+1+1+1")
    assert t.asked == "over"


# Advance ----------------------------------------------------------------------------------------------------------


def won(**more: object) -> Table:
    """Five Germans from two hexes have killed the lone defender of 41."""
    t = Table({"60": "G2P G191I G194I", "61": "G64PG G211I", "41": "S29R@1"}, **more)  # type: ignore[arg-type]
    t.attack("41", "60", "61")
    return t.play("roll 1", "roll " + "+".join(["6"] * 17))


@rule("6.11")
@rule("6.11.1")
def test_one_to_four_germans_advance_in_any_mix() -> None:
    t = won()
    assert t.asked == "advance"
    assert t.refused("done").endswith("one_must_advance")
    t.play("advance G191I", "advance G64PG")
    assert "done" in t.legal
    t.play("advance G2P", "advance G194I")
    assert sorted(t.stack("41")) == sorted(["G191I", "G64PG", "G2P", "G194I"])
    assert t.held_by("41") == "german"


@rule("6.11")
def test_nobody_advances_when_both_sides_are_gone_or_defenders_are_left() -> None:
    t = Table({"60": "G2P@1", "41": "S13G@2"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 1+1", "roll 6")
    assert t.held_by("41") == "soviet"
    assert t.place("G2P") == "60"


@rule("6.11.2")
def test_exactly_one_soviet_advances_the_strongest_and_the_german_settles_ties() -> None:
    t = Table({"60": "G2P@1", "41": "S13G@3 S29R@3 S6T@1"})
    t.attack("60", "41", side=SOVIET, deliberate=False)
    t.play("roll 6+1+1+1+1+1+1", "roll 1")
    assert (t.asked, t.seat) == ("soviet_advance", "german")
    assert t.legal == ["advance S13G", "advance S29R"]
    t.play("advance S29R")
    assert t.stack("60") == ["S29R"]
    assert t.held_by("60") == "soviet"


@rule("6.12")
@rule("8.2.2.2")
def test_blitz_units_go_on_from_a_clear_hex() -> None:
    """77 is clear: with Hoth the panzer goes on to 76 and takes it; infantry stays."""
    t = Table({"60": "G2P G191I", "77": "S29R@1", "13": "S45R"}, leaders=["Hoth"])
    t.attack("77", "60", deliberate=False)
    t.play("strike_first", "roll 6+1+1+1+1+1+1", "advance G2P", "advance G191I")
    assert t.asked == "blitz"
    assert t.refused("blitz G191I 76").endswith("not_blitz")
    assert t.refused("blitz G2P 59").endswith("not_clear")
    t.play("blitz G2P 76")
    assert t.place("G2P") == "76"
    assert t.held_by("76") == "german"


@rule("6.12")
def test_no_blitz_without_hoth_or_into_rough_ground() -> None:
    t = won()
    t.play("advance G2P", "done")
    assert t.asked == "over"
    t = won(leaders=["Hoth"])
    t.play("advance G2P", "done")
    assert t.asked == "over"


@rule("6.13")
def test_what_was_seen_is_remembered_without_saying_which_is_which() -> None:
    """Two Soviets shown in one hex: afterwards each token there may be either, and nothing else."""
    t = Table({"60": "G2P@1", "41": "S13G@4 S29R@4"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 1+1+1+1+1+1+1+1", "roll 1")
    a = P.unit_of["S13G"]
    b = P.unit_of["S29R"]
    both = 1 << (a - P.germans) | 1 << (b - P.germans)
    assert t.s.may[a] == t.s.may[b] == both


def rubble_note(t: Table, seat: int = 0) -> str:
    notes = t.game.scene(t.game.view(t.s, seat))["fight"]["notes"]
    return "".join(str(n["text"]) for n in notes if n["rule"] == "6.9.2")


@rule("6.9.2")
def test_the_note_of_a_fight_counts_the_card_that_was_laid() -> None:
    """One hex, a Panzer and a Heinkel: 19 less 5; when its dice are asked and after the discard."""
    t = Table({"25": "G2P", "9": "S13G"}, hand=["Heinkel"], soviet_hand=["TommyGunner"])
    t.attack("9", "25").play("card TommyGunner")
    assert rubble_note(t) == "Rubble at 17 or more on three dice (hexes +1, panzers +1)."
    t.play("play Heinkel")
    assert t.asked == "roll_card"
    assert rubble_note(t) == "Rubble at 14 or more on three dice (card +3, hexes +1, panzers +1)."
    t.play("roll 1+1")
    assert t.asked == "roll_barrage"
    assert rubble_note(t) == "Rubble at 14 or more on three dice (card +3, hexes +1, panzers +1)."
    t.play("roll 1+1+1+1+1+1")
    assert t.asked == "roll_rubble"
    assert rubble_note(t) == "Rubble at 14 or more on three dice (card +3, hexes +1, panzers +1)."


@rule("6.9.2")
@rule("8.5.3")
def test_the_note_leaves_out_an_airstrike_that_was_cancelled_and_doubles_richthofens() -> None:
    t = Table({"25": "G2P", "9": "S13G"}, hand=["Heinkel"], soviet_hand=["AA13"]).attack("9", "25")
    t.play("card AA13", "play Heinkel")
    assert t.asked == "roll_rubble"
    assert rubble_note(t) == "Rubble at 17 or more on three dice (hexes +1, panzers +1)."
    t = Table({"25": "G2P", "9": "S13G"}, hand=["Stuka"], leaders=["Richthofen"]).attack("9", "25").play("play Stuka")
    assert rubble_note(t) == "Rubble at 13 or more on three dice (card +4, hexes +1, panzers +1)."


@rule("6.9.2")
@rule("1.5")
def test_a_soviet_player_is_told_nothing_of_a_card_face_down() -> None:
    """Not before the Showdown; and a described fight with blocks unknown has no note at all."""
    t = Table({"25": "G2P", "9": "S13G"}, scenario="one_vs_one", hand=["Heinkel"], soviet_hand=["T34"])
    t.attack("9", "25")
    assert t.asked == "soviet_card"
    assert rubble_note(t, 1) == ""
    assert rubble_note(t, 0) != ""
