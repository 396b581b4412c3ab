"""Readings of open places (docs/decisions/0010) that no chapter test draws."""

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import OUT, REMOVED
from kurgan.kernel.protocol import Over
from kurgan.testing import rule
from tests.inferno.table import P, Table

SPAWN = ["3", "19", "9", "15", "13", "7"]


def without(t: Table, *pools: int) -> Table:
    """No block left in these pools."""
    for u in range(P.germans, P.units):
        if P.pool[u] in pools and t.place(P.unit_name[u]) == "pool":
            lift(t.s, u, OUT)
    return t


def last_card(t: Table, card: str = "T34") -> Table:
    """One card is left in the Soviet deck."""
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of[card]] = 1
    return t


@rule("1.4B")
@rule("8.5.6")
def test_r3_the_deck_runs_out_in_the_middle_of_a_combat() -> None:
    """Infiltration into a full hex draws the last card: the combat is not fought to its end."""
    t = last_card(Table({"60": "G2P", "41": "S29R S45R S87R S95R"}, soviet_hand=["Infiltration"]))
    t.attack("41", "60", deliberate=False)
    t.play("card Infiltration")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Over)
    assert pending.outcome.winners == ("soviet",)
    assert t.happened("side_fired") == []


@rule("8.2.5.1")
def test_r4_an_r_unit_removed_after_the_deck_ran_out_buys_another_turn() -> None:
    """One extra turn from the start; a call in it removes the 103rd, so a second extra turn follows."""
    t = Table({"W": "G2P", "60": "S29R", "X": "G103PG"}, leaders=["OKH"])
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    last_card(t)
    t.start("turns").play("short", "done", "roll 1")
    t.play("reinforce", "card Stuka", "roll 2+3+3+4+4+6")
    assert t.place("G103PG") == "removed"
    assert t.asked == "soviet_dice"
    t.play("roll 1")
    assert t.asked == "choose_action"
    t.play("short", "done")
    assert t.asked == "over"


@rule("5.4")
@rule("8.2.2.1")
def test_r21_a_leader_drawn_on_the_way_into_a_hasty_attack_already_helps() -> None:
    """From 2 into the empty spawn hex 3, next to the Soviets in 37; the card is Hoth, and 37 is clear."""
    t = Table({"2": "G64PG@2", "37": "S29R@1"}, german=[])
    t.german_turn().play("hasty")
    if t.asked == "hasty_to":
        t.play("to 3")
    assert t.asked == "draw_german_card"
    t.play("card Hoth")
    assert t.asked == "combined_force"


@rule("8.4.1.2")
def test_r36_chuikov_shown_in_a_soviet_attack_does_not_widen_it() -> None:
    t = Table({"41": "S29R@2", "59": "S45R@3", "60": "G2P@4"}, soviet_hand=["Chuikov"], german=SPAWN[2:])
    t.soviet_turn().play("roll 6+4", "card Chuikov")
    assert t.leads("Chuikov")
    assert t.dice == "2d6"


@rule("7.7.6")
def test_r37_each_attack_plays_a_card_of_its_own() -> None:
    """Two stacks attack 60 one after the other; the hand holds two cards."""
    t = Table({"41": "S29R@2", "59": "S45R@2", "60": "G2P@4"}, soviet_hand=["SovietSniper", "AntiTank"])
    t.soviet_turn().play("roll 3+4")
    assert t.asked == "random_card"
    t.play("card AntiTank", "roll 1+1", "roll 1+1+1")
    assert t.asked == "random_card"
    t.play("card SovietSniper", "roll 1+1", "roll 1+1+1")
    assert t.soviet_cards() == 0


@rule("6.11")
@rule("8.2.2.2")
def test_r42_the_card_of_a_spawn_hex_comes_before_blitz() -> None:
    """Winning 3, which is clear, draws Hoth: the panzer may blitz at once."""
    t = Table({"36": "G2P@4", "3": "S29R@1", "13": "S45R"})
    t.attack("3", "36", deliberate=False)
    t.play("roll 1", "roll 6+6+6+6")
    assert t.asked == "draw_german_card"
    t.play("card Hoth")
    assert t.asked == "blitz"


@rule("8.2.2.2")
def test_r43_blitz_may_join_germans_touch_soviets_and_take_hexes() -> None:
    t = Table({"60": "G2P G64PG", "77": "S29R@1", "76": "G191I G194I G211I", "59": "S45R"}, leaders=["Hoth"])
    t.attack("77", "60", deliberate=False)
    t.play("strike_first", "roll 6+1+1+1+1+1+1+1", "advance G2P", "advance G64PG")
    t.play("blitz G2P 76")
    assert len(t.stack("76")) == 4
    assert t.refused("blitz G64PG 76").endswith("too_many_units")
    assert "blitz G64PG 58" in t.legal


@rule("7.7.5A")
@rule("7.7.5C")
def test_r47_ones_that_repeat_are_cards_even_with_germans_to_the_east() -> None:
    t = Table({"41": "S29R", "23": "G2P", "12": "S45R"})
    t.soviet_turn().play("roll 1+1")
    assert t.asked == "over"
    assert t.soviet_cards() == 2


@rule("7.6.2")
@rule("7.6.3")
def test_r51_three_units_and_no_infantry_give_one_card_and_no_tank() -> None:
    t = without(
        Table({"19": "S29R S45R S87R", "9": "S98R S112R S131R", "W": "G2P"}, german=["3", "13", "9", "15", "7"]), 0
    )
    t.soviet_turn()
    assert (len(t.stack("19")), t.soviet_cards(), t.asked) == (3, 1, "over")


@rule("7.6.2")
def test_r52_a_full_hex_and_an_empty_pool_give_one_card() -> None:
    t = without(
        Table(
            {"7": "S29R S45R S87R S95R", "9": "S98R S112R S131R S138R", "W": "G2P"}, german=["3", "13", "9", "15", "19"]
        ),
        0,
        1,
    )
    t.soviet_turn()
    assert (t.soviet_cards(), t.asked) == (1, "over")


@rule("9.1")
@rule("6.11.1")
def test_r58_a_shared_attack_does_not_end_in_a_stack_of_both_colours() -> None:
    t = Table({"60": "G2P@4", "61": "G24P@4", "41": "S29R@1"}, scenario="coop")
    t.german_turn().play("deliberate", "with 61", "with 60")
    if t.asked == "attacking_stacks":
        t.play("go")
    t.play("agree", "roll 1", "roll 6+6+6+6+6+6+6+6", "advance G24P")
    assert t.held_by("41") == "german"
    assert "advance G2P" not in t.legal


@rule("9.6")
@rule("4.7")
def test_r67_the_card_of_a_shared_capture_goes_to_the_player_whose_turn_it_is() -> None:
    """Blue's panzer takes 3 in yellow's turn: the card is yellow's."""
    t = Table({"36": "G2P@4", "37": "G24P@4", "3": "S29R@1", "13": "S45R"}, scenario="coop")
    t.german_turn().play("deliberate", "with 37", "with 36")
    if t.asked == "attacking_stacks":
        t.play("go")
    t.play("agree", "roll 1", "roll 6+6+6+6+6+6+6+6", "advance G24P")
    while t.asked != "draw_german_card":
        t.play("done")
    t.play("card Stuka")
    assert (t.german_cards(0), t.german_cards(1)) == (1, 0)


@rule("8.4.1.1")
@rule("8.5.2.2")
def test_r69_a_marine_that_lands_beside_the_attackers_gives_opportunity_fire_only() -> None:
    """Attack from 27 on 28 with Chuikov; the marine lands in 11, next to 27."""
    t = Table({"27": "G2P@4", "28": "S29R@1"}, leaders=["Chuikov"], soviet_hand=["Flotilla"])
    t.attack("28", "27", deliberate=False)
    t.play("card Flotilla", "roll 5+5+1", "block S92N 4")
    assert t.place("S92N") == "11"
    t.play("roll 1")
    assert t.asked == "roll_opportunity"
    t.play("roll 6")
    assert t.dots("G2P") == 3
    assert t.dice == "1d6"
    assert P.unit_of["S92N"] not in t.s.battle.soviets


@rule("8.5.2.3")
def test_r70_germans_in_the_landing_hex_and_no_marine_left_mean_nothing() -> None:
    t = Table({"60": "G2P", "41": "S29R", "10": "G64PG", "12": "S92N", "14": "S154N"}, soviet_hand=["Flotilla"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2")
    assert t.soviet_cards() == 0
    assert t.asked == "soviet_fire"


@rule("9.1")
@rule("5.3")
def test_r71_white_units_of_one_player_keep_out_of_the_partners_stack() -> None:
    t = Table({"91": "G2P G208I", "92": "G24P", "13": "S29R"}, scenario="coop")
    t.german_turn().play("short", "from 91")
    assert t.refused("to 92").endswith("partners_stack")


@rule("3.8")
@rule("9.1")
def test_r74_in_coop_the_64th_starts_in_w_in_every_edition() -> None:
    from tests.inferno.rules.test_r03_setup import opening

    for scenario, third in (("coop", "G64PG"), ("two_vs_one", "G64PG"), ("solo", "G15M")):
        s = opening(scenario, edition="first_2018")
        names = {P.unit_name[u] for u in range(P.germans) if s.where[u] == P.hex_of["W"]}
        assert names == {"G2P", "G79PG", third}


@rule("6.10.4")
@rule("8.4.3.2")
def test_a_soviet_attackers_ones_fall_on_the_strongest_of_all_stacks_shown() -> None:
    t = Table({"41": "S29R@2", "59": "S13G@4", "60": "G2P@4"}, leaders=["Chuikov", "Khrushchev"])
    t.attack("60", "41", "59", side=SOVIET)
    t.play("roll 1+2+2+2+2+2", "roll 1+1+1+1")
    assert (t.dots("S13G"), t.dots("S29R")) == (3, 2)


@rule("8.4.1.1")
@rule("8.4.3.2")
def test_positions_fire_together_so_ones_count_though_the_target_is_gone() -> None:
    """The defender kills the lone attacker; under Khrushchev the unit in 59 still rolls, and its 1 hits home."""
    at = {"60": "G191I@1", "41": "S13G@4", "59": "S29R"}
    t = Table(at, leaders=["Chuikov", "Khrushchev"])
    t.attack("41", "60", deliberate=False)
    t.play("roll 6", "roll 1")
    assert t.place("G191I") == "dead"
    assert t.dots("S13G") == 3
    t = Table(at, leaders=["Chuikov"])
    t.attack("41", "60", deliberate=False)
    t.play("roll 6")
    assert t.asked == "over"


@rule("9.4")
@rule("5.3")
def test_r83_white_units_move_second_once_a_colour_has_joined_them_and_not_once_it_has_left() -> None:
    """Whose a stack is, is looked at when its Short Move begins; a unit moves once (decision 0023)."""
    t = Table({"91": "G2P", "79": "G208I G212I", "13": "S29R"}, scenario="coop").german_turn()
    t.play("short")
    assert t.refused("from 79").endswith("9.4 not_your_stack")
    t.play("from 91", "to 79")
    assert "from 79" in t.legal
    t.play("from 79", "to 91")
    assert t.refused("take G2P").endswith("already_moved")
    t.play("take G208I", "go")
    assert (t.stack("79"), t.stack("91")) == (["G2P", "G212I"], ["G208I"])
    t = Table({"91": "G2P G208I", "W": "G79PG", "13": "S29R"}, scenario="coop").german_turn()
    t.play("short", "from 91", "to 79", "take G2P", "go")
    assert t.refused("from 91").endswith("9.4 not_your_stack")
    t = Table({"91": "G2P G208I", "13": "S29R"}, scenario="coop").german_turn()
    t.play("short", "from 91", "to 79", "take G208I", "go")
    assert "from 91" in t.legal
    assert t.refused("from 79").endswith("9.4 not_your_stack")


@rule("12.4")
@rule("10.0")
def test_r84_a_soviet_player_seeks_chuikovs_headquarters_when_he_shows_the_card() -> None:
    """Not when he draws it: nobody else may know of it, and nothing of it works before (decision 0023)."""
    t = Table({"W": "G2P", "41": "S13G@4"}, scenario="one_vs_one", level="easy_soviet").soviet_turn()
    t.s.deck_top[P.card_of["Chuikov"]] = 1
    t.s.deck[P.card_of["Chuikov"]] = 0
    t.play("draw", "card Chuikov")
    assert (t.asked, t.s.hq, t.leads("Chuikov")) == ("over", -1, False)
    t = Table(
        {"60": "G2P@4", "41": "S13G@4"}, scenario="one_vs_one", level="easy_soviet", soviet_hand=["Chuikov"]
    ).attack("41", "60", deliberate=False)
    t.play("play Chuikov")
    assert t.asked == "roll_hq"
    t.play("roll 4+4+2")
    assert (t.s.hq, t.leads("Chuikov")) == (P.hex_of["10"], True)


@rule("8.2.5.1")
@rule("8.2.5")
def test_r85_okh_without_a_removed_r_unit_gives_no_turn_though_the_track_could_still_remove_one() -> None:
    """The last card falls in a German attack: the game is over at once, Close Combat is not fought (decision 0023)."""
    t = Table({"60": "G2P@4", "41": "S29R S45R S87R S95R"}, leaders=["OKH"], soviet_hand=["Infiltration"])
    last_card(t)
    t.start("turns").play("deliberate", "all", "card Infiltration")
    assert t.asked == "over"
    assert t.game.outcome(t.s).rule == "1.4B"
    assert t.happened("extra_turn") == []
