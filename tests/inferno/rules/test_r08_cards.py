"""Chapter 8: both decks."""

import pytest

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import OUT, REMOVED
from kurgan.kernel.protocol import Over
from kurgan.testing import rule
from tests.inferno.table import P, Table

SPAWN = ["3", "19", "9", "15", "13", "7"]


@rule("8.1")
def test_a_used_support_card_is_gone_and_the_deck_is_never_made_again() -> None:
    t = Table({"60": "G2P", "41": "S13G@4"}, hand=["Sniper"])
    t.attack("41", "60")
    t.play("play Sniper")
    assert t.dots("S13G") == 3
    assert t.german_cards() == 0
    assert t.s.deck[P.card_of["Sniper"]] == 2


@rule("8.1")
@rule("6.5")
@rule("6.6")
def test_the_soviet_card_is_settled_completely_before_the_german_one() -> None:
    """Infiltration brings a unit that the German Sniper then hits: it is the strongest infantry."""
    t = Table({"60": "G2P", "41": "S29R@1"}, hand=["Sniper"], soviet_hand=["Infiltration"])
    t.attack("41", "60")
    t.play("card Infiltration", "play Sniper", "block S13G 4")
    assert t.dots("S13G") == 3


@rule("8.1")
def test_an_empty_german_deck_gives_nothing() -> None:
    t = Table({"13": "S29R"}).on_track("G191I")
    for c in range(P.german_cards):
        t.s.deck[c] = 0
    t.german_turn().play("reinforce")
    assert t.asked == "call_dice"


# German leaders ---------------------------------------------------------------------------------------------------


@rule("8.2")
def test_a_drawn_german_leader_enters_play_at_once() -> None:
    t = Table({"13": "S29R"}).on_track("G191I")
    t.german_turn().play("reinforce", "card Hoth")
    assert t.leads("Hoth")
    assert t.german_cards() == 0


@rule("8.2.1")
def test_paulus_doubles_later_draws_but_not_his_own() -> None:
    t = Table({"13": "S29R"}).on_track("G191I")
    t.german_turn().play("reinforce", "card Paulus")
    assert t.asked == "call_dice"
    t = Table({"13": "S29R"}, leaders=["Paulus"]).on_track("G191I")
    t.german_turn().play("reinforce", "card Stuka", "card Pak")
    assert t.german_cards() == 2
    assert t.asked == "call_dice"


@rule("8.2.3")
@pytest.mark.parametrize(
    ("card", "dice", "modifier"), [("Heinkel", "12d6", 6), ("Stuka", "10d6", 4), ("Howitzer", "6d6", 2)]
)
def test_richthofen_doubles_airstrikes(card: str, dice: str, modifier: int) -> None:
    """Dice and rubble modifier of airstrikes, not of guns; with one hex and one panzer there are two more."""
    t = Table({"25": "G2P", "9": "S13G S35G S37G S39G"}, leaders=["Richthofen"], hand=[card])
    t.attack("9", "25")
    t.play(f"play {card}")
    assert t.dice == dice
    t.play("roll " + "+".join(["1"] * int(dice.split("d")[0])))
    t.play("roll 1+1+1")
    assert t.happened("rubble_rolled") == [(3, modifier + 2)]


@rule("8.2.4")
@rule("8.3.4")
def test_linden_lets_several_pioneers_work_each_by_itself() -> None:
    """Two Pioneers: two rolls of five dice, +2 to the rubble roll; without Linden neither they nor the 672nd."""
    t = Table({"25": "G191I", "9": "S13G S35G S37G S39G"}, hand=["Pioneer", "Pioneer", "Pioneer672", "Stuka"])
    t.attack("9", "25")
    assert t.refused("pioneers 2 0").endswith("needs_linden")
    assert t.refused("play Pioneer672").endswith("needs_linden")
    t = Table(
        {"25": "G191I", "9": "S13G S35G S37G S39G"}, leaders=["Linden"], hand=["Pioneer", "Pioneer", "Pioneer672"]
    )
    t.attack("9", "25")
    assert {"pioneers 2 0", "pioneers 1 1", "pioneers 2 1", "play Pioneer672"} <= set(t.legal)
    said = {choice.action: choice.label for choice in [t.game.choice(t.s, a) for a in t.game.legal(t.s)]}
    assert said["pioneers 2 0"] == "Play Pioneer cards: 2"
    assert said["pioneers 2 1"] == "Play Pioneer cards: 2 and the 672nd"
    refusal = t.game.why_not(t.s, 0, t.game.parse(t.s, "pioneers 6 1"))
    assert refusal is not None
    assert "{" not in refusal.text
    t.play("pioneers 1 1", "roll 1+1+1+1+1", "roll 1+1+1+1+1", "roll 1+1+1")
    assert t.happened("rubble_rolled") == [(3, 3)]
    assert t.german_cards() == 1


@rule("8.2.5")
@rule("8.2.5B")
def test_okh_wants_the_whole_river_instead_of_the_spawn_hexes() -> None:
    t = Table({"W": "G2P", "60": "S29R"}, german=SPAWN, leaders=["OKH"])
    t.start("turns").play("short", "done")
    assert not isinstance(t.game.pending(t.s), Over)
    t = Table({"W": "G2P", "60": "S29R"}, german=[str(n) for n in range(1, 20)], leaders=["OKH"])
    t.start("turns").play("short", "done")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Over)
    assert pending.outcome.rule == "8.2.5B"


@rule("8.2.5A")
def test_okh_still_wins_when_no_soviet_is_left() -> None:
    t = Table({"W": "G2P"}, leaders=["OKH"])
    t.start("turns").play("short", "done")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Over)
    assert (pending.outcome.winners, pending.outcome.rule) == (("german",), "8.2.5A")
    assert t.rules_told()[-1] == "8.2.5A"


@rule("8.2.5.1")
def test_removed_r_units_buy_extra_turns_and_no_soviet_turn_follows_the_last() -> None:
    """One removed R unit, the deck runs out in the Soviet turn: one more German turn, then the Soviets have won."""
    t = Table({"W": "G2P", "60": "S29R"}, leaders=["OKH"])
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of["T34"]] = 1
    t.start("turns").play("short", "done", "roll 1")
    assert t.asked == "choose_action"
    t.play("short", "done")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Over)
    assert pending.outcome.rule == "1.4B"


@rule("8.2.5.1")
def test_without_removed_units_the_last_card_ends_the_game_under_okh_too() -> None:
    t = Table({"W": "G2P", "60": "S29R"}, leaders=["OKH"])
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of["T34"]] = 1
    t.start("turns").play("short", "done", "roll 1")
    assert t.asked == "over"


@rule("8.2.5.1")
@rule("1.4B")
def test_without_okh_a_removed_unit_buys_no_turn() -> None:
    t = Table({"W": "G2P", "60": "S29R"})
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of["T34"]] = 1
    t.start("turns").play("short", "done", "roll 1")
    assert t.asked == "over"


# German support ---------------------------------------------------------------------------------------------------


@rule("8.3")
@rule("8.3.1")
@rule("8.3.2")
@rule("8.3.3")
@rule("8.3.4")
@pytest.mark.parametrize(
    ("card", "dice", "modifier"), [("Heinkel", 6, 3), ("Stuka", 5, 2), ("Howitzer", 6, 2), ("Pioneer", 5, 1)]
)
def test_dice_cards_hit_on_four_and_add_to_the_rubble_roll(card: str, dice: int, modifier: int) -> None:
    t = Table({"25": "G191I", "9": "S13G@4 S35G@4 S37G@4 S39G@4"}, hand=[card])
    t.attack("9", "25")
    t.play(f"play {card}")
    assert t.dice == f"{dice}d6"
    t.play("roll 4" + "+3" * (dice - 1))
    left = sum(t.dots(u) for u in ("S13G", "S35G", "S37G", "S39G"))
    assert left == 15
    t.play("roll 1+1+1")
    assert t.happened("rubble_rolled") == [(3, modifier + 1)]


@rule("8.3.5")
@rule("8.3.6")
def test_sniper_and_pak_take_a_dot_even_in_rubble() -> None:
    t = Table({"25": "G191I", "9": "S13G@3 S6T@3"}, rubble=["9"], hand=["Sniper"])
    t.attack("9", "25")
    t.play("play Sniper")
    assert (t.dots("S13G"), t.dots("S6T")) == (2, 3)
    t = Table({"25": "G191I", "9": "S13G@3 S6T@3"}, rubble=["9"], hand=["Pak"])
    t.attack("9", "25")
    t.play("play Pak")
    assert (t.dots("S13G"), t.dots("S6T")) == (3, 2)


@rule("8.3.6")
def test_a_card_without_a_target_is_wasted() -> None:
    t = Table({"60": "G191I", "41": "S13G@3"}, hand=["Pak"])
    t.attack("41", "60")
    t.play("play Pak")
    assert t.dots("S13G") == 3
    assert t.happened("card_wasted") == [(P.card_of["Pak"],)]
    assert t.german_cards() == 0


# Soviet leaders ---------------------------------------------------------------------------------------------------


@rule("8.4")
@rule("8.4.1")
def test_a_soviet_leader_enters_play_when_his_card_comes_up_in_a_combat() -> None:
    """Chuikov shown in this very combat already gives Opportunity Fire."""
    t = Table({"60": "G2P@4", "41": "S13G@4"}, soviet_hand=["Chuikov"])
    t.attack("41", "60", deliberate=False)
    assert not t.leads("Chuikov")
    t.play("card Chuikov")
    assert t.leads("Chuikov")
    assert t.asked == "roll_opportunity"


@rule("8.4.1.1")
@rule("6.8")
def test_opportunity_fire_comes_from_all_soviets_next_to_the_attackers() -> None:
    """Two defenders in 41 and one unit in 59, next to the attackers in 60; the one in 13 is far away."""
    t = Table({"60": "G2P@4", "41": "S13G@4 S6T@3", "59": "S29R", "13": "S45R"}, leaders=["Chuikov"])
    t.attack("41", "60", deliberate=False)
    assert t.dice == "2d6"
    t.play("roll 6+5")
    assert t.dots("G2P") == 3
    assert t.dice == "1d6"
    t.play("roll 6")
    assert t.dots("G2P") == 2
    assert t.asked == "soviet_fire"


@rule("8.4.1.1")
def test_units_that_only_give_opportunity_fire_stay_hidden() -> None:
    t = Table({"60": "G2P@4", "41": "S13G@4", "59": "S29R"}, leaders=["Chuikov"])
    t.attack("41", "60", deliberate=False)
    t.play("roll 1", "roll 1")
    shown = {P.unit_name[args[0]] for args in t.happened("unit_shown")}
    assert shown == {"G2P", "S13G"}


@rule("8.4.1.1")
def test_the_harsher_reading_rolls_for_each_unit_and_stack() -> None:
    """One defender next to two attacking stacks: one die, or two by the switch."""
    for value, rolls in (("per_unit", 1), ("per_unit_and_stack", 2)):
        t = Table({"60": "G2P@4", "61": "G64PG", "41": "S13G@4"}, leaders=["Chuikov"], opportunity_fire_dice=value)
        t.attack("41", "60", "61")
        for _ in range(rolls):
            assert t.asked == "roll_opportunity"
            t.play("roll 1")
        assert t.asked == "soviet_fire"


@rule("8.4.1.2")
def test_with_chuikov_all_soviets_next_to_the_germans_join_the_attack() -> None:
    t = Table({"41": "S29R@2", "59": "S45R@3", "60": "G2P@4"}, leaders=["Chuikov"], german=SPAWN[1:5])
    t.soviet_turn().play("roll 6+4")
    assert t.asked == "soviet_fire"
    assert t.dice == "5d6"


@rule("8.4.2")
def test_zaytsev_makes_a_sniper_count_twice_each_time_anew() -> None:
    t = Table({"60": "G191I@3 G194I@2", "41": "S13G@1"}, leaders=["Zaytsev"], soviet_hand=["SovietSniper"])
    t.attack("41", "60", deliberate=False)
    t.play("card SovietSniper")
    assert t.dots("G191I") + t.dots("G194I") == 3


@rule("8.4.3")
@rule("8.4.3.1")
def test_khrushchev_makes_soviet_units_hit_on_one_number_more() -> None:
    """Black dots hit on 5 and 6; cards do not profit."""
    t = Table({"60": "G2P@4", "41": "S29R@4"}, leaders=["Khrushchev"], soviet_hand=["TommyGunner"])
    t.attack("41", "60", deliberate=False)
    t.play("card TommyGunner", "roll 4+4")
    assert t.dots("G2P") == 4
    t.play("roll 5+4+4+4", "roll 1+1+1+1")
    assert t.dots("G2P") == 3


@rule("8.4.3.2")
def test_ones_hit_the_soviets_themselves_in_spite_of_rubble() -> None:
    t = Table({"25": "G2P@4", "9": "S29R@4"}, leaders=["Khrushchev"], rubble=["9"])
    t.attack("9", "25", deliberate=False)
    t.play("roll 1+1+4+4")
    assert t.dots("S29R") == 2


@rule("8.4.3.3")
def test_if_ones_kill_them_all_only_close_combat_is_skipped() -> None:
    """Opportunity Fire kills its own shooter; rubble roll and advance follow."""
    t = Table({"25": "G2P@4", "9": "S29R@1"}, leaders=["Khrushchev", "Chuikov"])
    t.attack("9", "25")
    t.play("roll 1")
    assert t.place("S29R") == "pool"
    assert t.asked == "roll_rubble"
    t.play("roll 1+1+1")
    assert t.place("G2P") == "9"


# Soviet support ---------------------------------------------------------------------------------------------------


@rule("8.5")
@rule("8.5.1")
def test_tommy_gunners_roll_two_dice_of_white_fire() -> None:
    t = Table({"60": "G2P@4", "41": "S29R@1"}, soviet_hand=["TommyGunner"])
    t.attack("41", "60", deliberate=False)
    t.play("card TommyGunner")
    assert t.dice == "2d6"
    t.play("roll 5+4")
    assert t.dots("G2P") == 3
    assert t.soviet_cards() == 0


@rule("8.5.2")
@rule("8.5.2.1")
def test_gunboats_fire_where_the_soviet_hex_lies_on_the_river() -> None:
    t = Table({"25": "G2P@4", "9": "S29R@1"}, soviet_hand=["Flotilla"])
    t.attack("9", "25", deliberate=False)
    t.play("card Flotilla")
    assert t.dice == "3d6"
    t.play("roll 5+6+4")
    assert t.dots("G2P") == 2


@rule("8.5.2")
@rule("8.5.2.2")
def test_elsewhere_a_marine_lands_in_the_hex_of_the_sum() -> None:
    """10 on three dice: hex 10, German-held but empty, becomes Soviet."""
    t = Table({"60": "G2P@4", "41": "S29R@1"}, soviet_hand=["Flotilla"], german=["10"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2", "block S92N 2")
    assert t.place("S92N") == "10"
    assert t.dots("S92N") == 2
    assert t.held_by("10") == "soviet"


@rule("8.5.2.2")
@rule("8.5.2.3")
def test_germans_in_the_landing_hex_make_the_card_void() -> None:
    t = Table({"60": "G2P@4", "41": "S29R@1", "10": "G64PG"}, soviet_hand=["Flotilla"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2")
    assert t.asked == "soviet_fire"
    assert t.soviet_cards() == 0


@rule("8.5.2.3")
def test_a_full_hex_or_no_marine_gives_a_card() -> None:
    t = Table({"60": "G2P@4", "41": "S29R@1", "10": "S45R S87R S95R S98R"}, soviet_hand=["Flotilla"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2")
    assert t.soviet_cards() == 1
    t = Table({"60": "G2P@4", "41": "S29R@1", "12": "S92N", "11": "S154N"}, soviet_hand=["Flotilla"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2")
    assert t.soviet_cards() == 1


@rule("8.5.3")
def test_anti_aircraft_fire_cancels_an_airstrike_with_its_modifier() -> None:
    t = Table({"25": "G191I", "9": "S13G@4"}, hand=["Heinkel"], soviet_hand=["AA7"])
    t.attack("9", "25")
    t.play("card AA7", "play Heinkel")
    assert t.asked == "roll_rubble"
    t.play("roll 1+1+1")
    assert t.happened("rubble_rolled") == [(3, 1)]
    assert t.has_rubble("7")


@rule("8.5.4")
def test_a_soviet_sniper_hits_the_strongest_infantry() -> None:
    """The panzer has more dots but is no infantry; ties are the German's."""
    t = Table({"60": "G2P@4 G191I@2 G64PG@2", "41": "S29R@1"}, soviet_hand=["SovietSniper"])
    t.attack("41", "60", deliberate=False)
    t.play("card SovietSniper")
    assert t.asked == "choose_german_loss"
    t.play("lose G64PG")
    assert (t.dots("G2P"), t.dots("G191I"), t.dots("G64PG")) == (4, 2, 1)


@rule("8.5.5")
def test_an_anti_tank_gun_hits_the_strongest_tank() -> None:
    t = Table({"60": "G2P@2 G191I@3 G64PG@1", "41": "S29R@1"}, soviet_hand=["AntiTank"])
    t.attack("41", "60", deliberate=False)
    t.play("card AntiTank")
    assert (t.dots("G2P"), t.dots("G191I"), t.dots("G64PG")) == (1, 3, 1)


@rule("8.5.6")
@rule("8.5.7")
@pytest.mark.parametrize(("card", "unit", "told"), [("Infiltration", "S45R", "8.5.6"), ("T34", "S6T", "8.5.7")])
def test_a_random_unit_joins_the_fight_revealed(card: str, unit: str, told: str) -> None:
    """It is adjusted if blank, and fires."""
    blank = 0 if unit == "S6T" else 1
    t = Table({"60": "G2P@4", "41": "S29R@1"}, soviet_hand=[card])
    t.attack("41", "60", deliberate=False)
    t.play(f"card {card}", f"block {unit} {blank}")
    assert told in t.rules_told()
    assert t.place(unit) == "41"
    assert t.dots(unit) == 1
    assert t.dice == "2d6"


@rule("8.5.6")
@rule("8.5.7")
def test_a_full_hex_or_an_empty_pool_gives_a_card_instead() -> None:
    t = Table({"60": "G2P@4", "41": "S29R S45R S87R S95R"}, soviet_hand=["Infiltration"])
    t.attack("41", "60", deliberate=False)
    t.play("card Infiltration")
    assert t.soviet_cards() == 1
    t = Table({"60": "G2P@4", "41": "S29R"}, soviet_hand=["T34"])
    for u in range(P.germans, P.units):
        if P.pool[u] == 1:
            lift(t.s, u, OUT)
    t.attack("41", "60", deliberate=False)
    t.play("card T34")
    assert t.soviet_cards() == 1


@rule("8.5.6")
def test_in_a_soviet_attack_the_unit_joins_the_hex_that_started_it() -> None:
    t = Table({"41": "S29R@2", "59": "S45R@3", "60": "G2P@4"}, leaders=["Chuikov"], soviet_hand=["Infiltration"])
    t.attack("60", "41", "59", side=SOVIET)
    t.play("card Infiltration", "block S87R 2")
    assert t.place("S87R") == "41"


@rule("8.2.1")
@rule("4.7")
@pytest.mark.parametrize(("leaders", "cards"), [((), 1), (("Paulus",), 2), (("Hoth",), 1)])
def test_paulus_doubles_the_cards_of_a_captured_spawn_hex(leaders: tuple[str, ...], cards: int) -> None:
    """By a move, and by an advance after combat."""
    t = Table({"2": "G2P", "13": "S29R"}, leaders=leaders).german_turn().play("short", "from 2", "to 3")
    assert (t.asked, t.s.german_owed) == ("draw_german_card", cards)
    t.play(*["card Stuka", "card Pak"][:cards])
    assert t.german_cards() == cards
    t = Table({"36": "G2P@4", "3": "S29R@1", "13": "S45R"}, leaders=leaders).attack("3", "36", deliberate=False)
    if t.asked == "combined_force":
        t.play("no")
    t.play("roll 1", "roll 6+6+6+6")
    assert (t.asked, t.s.german_owed) == ("draw_german_card", cards)


@rule("8.2.1")
@rule("4.7")
def test_paulus_doubles_nothing_of_the_soviets_and_nothing_of_ones_own_hexes() -> None:
    t = Table({"77": "S29R@2", "W": "G2P"}, leaders=["Paulus"], german=SPAWN[1:6])
    t.soviet_turn().play("roll 4")
    assert t.held_by("X") == "soviet", "compass 4 is west"
    assert t.soviet_cards() == 1
    t = (
        Table({"78": "G2P", "13": "S29R"}, leaders=["Paulus"], soviet=["X"])
        .german_turn()
        .play("short", "from 78", "to X")
    )
    assert (t.held_by("X"), t.s.german_owed, t.german_cards()) == ("german", 0, 0)


@rule("8.4.1.1")
def test_a_position_fires_at_the_strongest_of_the_stacks_next_to_it() -> None:
    """60 and 61 attack 41. The defenders reach both and hit the panzer; the unit in 77 reaches only 60."""
    at = {"60": "G191I@2", "61": "G2P@4", "41": "S13G@1", "77": "S29R S45R"}
    t = Table(at, leaders=["Chuikov"]).attack("41", "60", "61")
    assert (t.asked, t.dice) == ("roll_opportunity", "1d6")
    t.play("roll 6")
    assert (t.dots("G2P"), t.dots("G191I")) == (3, 2)
    assert t.dice == "2d6"
    t.play("roll 6+5")
    assert (t.dots("G2P"), t.dots("G191I")) == (3, 1)
    assert t.happened("opportunity_fired") == [(P.hex_of["41"], 1, 0), (P.hex_of["77"], 1, 0)]


@rule("8.4.1.1")
def test_nobody_fires_at_stacks_that_do_not_attack_or_are_gone() -> None:
    """61 stays out: the unit in 62, next to it alone, is silent. And who has killed all near him leaves 77 nothing."""
    at = {"60": "G191I@1", "61": "G2P@4", "41": "S13G@1", "62": "S29R", "77": "S45R"}
    t = Table(at, leaders=["Chuikov"]).attack("41", "60")
    t.play("roll 6")
    assert (t.place("G191I"), t.asked) == ("dead", "over")
    assert t.happened("opportunity_fired") == [(P.hex_of["41"], 1, 0)]


@rule("8.4.1.1")
@rule("6.8")
@pytest.mark.parametrize(
    ("leaders", "side", "fires"), [(["Chuikov"], 0, True), ([], 0, False), (["Chuikov"], 1, False)]
)
def test_opportunity_fire_is_chuikovs_and_the_defenders(leaders: list[str], side: int, fires: bool) -> None:
    t = Table({"60": "G2P@4", "41": "S13G@4"}, leaders=leaders)
    t.attack(*(("41", "60") if side == 0 else ("60", "41")), side=side, deliberate=False)
    assert (t.asked == "roll_opportunity") == fires


@rule("8.4.1.1")
@rule("8.4.3.1")
@rule("12.10.1")
@pytest.mark.parametrize(
    ("leaders", "level", "die", "hit"),
    [
        *[(("Chuikov",), "basic", 6, 1), (("Chuikov",), "basic", 5, 0)],
        *[(("Chuikov", "Khrushchev"), "basic", 5, 1), (("Chuikov", "Khrushchev"), "basic", 4, 0)],
        *[(("Chuikov",), "impossible_german", 5, 1), (("Chuikov",), "impossible_german", 4, 0)],
        *[
            (("Chuikov", "Khrushchev"), "impossible_german", 4, 1),
            (("Chuikov", "Khrushchev"), "impossible_german", 3, 0),
        ],
    ],
)
def test_what_opportunity_fire_hits_on(leaders: tuple[str, ...], level: str, die: int, hit: int) -> None:
    """A 6; one face more under Khrushchev, one more from the fortification in 28."""
    t = Table({"27": "G2P@4", "28": "S29R@1"}, leaders=leaders, level=level).attack("28", "27", deliberate=False)
    assert t.asked == "roll_opportunity"
    t.play(f"roll {die}")
    assert t.dots("G2P") == 4 - hit


@rule("8.4.1.1")
@rule("8.4.3.2")
def test_ones_of_a_position_outside_hit_the_revealed_defenders() -> None:
    t = Table({"60": "G2P@4", "41": "S13G@2", "59": "S29R@3"}, leaders=["Chuikov", "Khrushchev"])
    t.attack("41", "60", deliberate=False).play("roll 2", "roll 1")
    assert (t.dots("S13G"), t.dots("S29R")) == (1, 3)
    assert t.happened("own_fire") == [(1,)]


@rule("8.4.1.1")
def test_the_harsher_reading_hits_each_stack_by_itself() -> None:
    """By the switch 41 fires once at 60 and once at 61; each die can hit only the stack it was thrown for."""
    t = Table(
        {"60": "G191I@2", "61": "G2P@4", "41": "S13G@4"},
        leaders=["Chuikov"],
        opportunity_fire_dice="per_unit_and_stack",
    ).attack("41", "60", "61")
    first = t.dots("G191I"), t.dots("G2P")
    t.play("roll 6", "roll 6")
    assert first == (2, 4)
    assert (t.dots("G191I"), t.dots("G2P")) == (1, 3)
