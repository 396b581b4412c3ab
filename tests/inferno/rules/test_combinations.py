"""Rules that meet: leaders with cards, cards with terrain, captures with captures, as a rules lawyer would try them."""

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import REMOVED
from kurgan.kernel.protocol import Over
from kurgan.testing import rule
from tests.inferno.table import P, Table

SPAWN = ["3", "19", "9", "15", "13", "7"]


def outcome(t: Table) -> str:
    pending = t.game.pending(t.s)
    assert isinstance(pending, Over)
    return pending.outcome.rule


# Combat -----------------------------------------------------------------------------------------------------------


@rule("8.4.1.1")
@rule("8.4.3.1")
@rule("12.10.1")
def test_opportunity_fire_from_a_fortification_under_khrushchev_hits_on_four() -> None:
    """28 is fortified and attacked from 46: SF hits on 6, Khrushchev and the disc add 5 and 4; the 1 hits home."""
    t = Table({"46": "G2P@4", "28": "S29R@4 S45R@2"}, level="impossible_german", leaders=["Chuikov", "Khrushchev"])
    t.attack("28", "46", deliberate=False)
    t.play("roll 4+1")
    assert (t.dots("G2P"), t.dots("S29R"), t.dots("S45R")) == (3, 3, 2)


@rule("6.8")
@rule("6.9.2")
@rule("6.11")
def test_where_opportunity_fire_kills_all_attackers_rubble_is_rolled_with_the_card_alone() -> None:
    """The Heinkel's +3 is left; nobody advances into 9, and its defender stays."""
    t = Table({"25": "G2P@1", "9": "S13G@4"}, leaders=["Chuikov"], hand=["Heinkel"])
    t.attack("9", "25")
    t.play("play Heinkel", "roll 1+1+1+1+1+1", "roll 6")
    assert t.place("G2P") == "dead"
    assert t.asked == "roll_rubble"
    t.play("roll 6+6+4")
    assert t.happened("rubble_rolled") == [(16, 3)]
    assert t.has_rubble("9")
    assert (t.asked, t.held_by("9")) == ("over", "soviet")


@rule("6.9A")
@rule("6.9.1")
@rule("6.9")
def test_rubble_of_an_anti_aircraft_card_in_the_attacked_hex_halves_the_german_card_at_once() -> None:
    """The howitzer's three hits take one dot of the defender in 9, and there is no Rubble Roll any more."""
    t = Table({"25": "G191I", "9": "S13G@4"}, hand=["Howitzer"], soviet_hand=["AA9"])
    t.attack("9", "25")
    t.play("card AA9", "play Howitzer", "roll 4+4+4+1+1+1")
    assert t.dots("S13G") == 3
    assert t.asked == "soviet_fire"


@rule("8.4.2")
@rule("8.5.4")
def test_zaytsevs_second_shot_looks_for_a_target_of_its_own() -> None:
    """The first shot kills the only infantry; the second finds none."""
    t = Table({"60": "G2P@4 G191I@1", "41": "S29R@1"}, leaders=["Zaytsev"], soviet_hand=["SovietSniper"])
    t.attack("41", "60", deliberate=False)
    t.play("card SovietSniper")
    assert (t.place("G191I"), t.dots("G2P")) == ("dead", 4)
    assert t.happened("card_wasted") == [(P.card_of["SovietSniper"],)]


@rule("8.5.2.1")
@rule("6.9.1")
def test_gunboats_help_a_soviet_attack_and_rubble_halves_them() -> None:
    """8 on the river attacks 24: three hits on the defender in rubble make one."""
    t = Table({"24": "G2P@4", "8": "S29R@1"}, rubble=["24"], soviet_hand=["Flotilla"])
    t.attack("24", "8", side=SOVIET, deliberate=False)
    t.play("card Flotilla", "roll 5+5+6")
    assert t.dots("G2P") == 3


@rule("8.5.2.2")
@rule("8.4.1.2")
def test_a_marine_that_lands_in_a_stack_of_the_attack_does_not_fight() -> None:
    """25 attacks 24, and 8 on the river joins; the dice land the marine in 8. It stays hidden and rolls nothing."""
    t = Table({"24": "G2P@1", "25": "S29R@1", "8": "S45R@1"}, leaders=["Chuikov"], soviet_hand=["Flotilla"])
    t.attack("24", "25", "8", side=SOVIET)
    t.play("card Flotilla", "roll 4+3+1", "block S92N 4", "roll 1")
    assert t.place("S92N") == "8"
    assert t.dice == "2d6"
    t.play("roll 6+6")
    assert t.asked == "soviet_advance"
    assert set(t.legal) == {"advance S29R", "advance S45R"}


@rule("12.10.4")
@rule("12.10.5")
@rule("8.5.6")
def test_special_units_that_join_in_mid_combat_come_too_late_for_their_powers() -> None:
    for unit, card in (("S1077A", "Stuka"), ("S20D", "Stuka")):
        t = Table({"60": "G2P@4", "41": "S29R@4"}, level="impossible_german", hand=[card], soviet_hand=["Infiltration"])
        t.attack("41", "60")
        t.play("card Infiltration", f"play {card}", f"block {unit} 2")
        assert t.asked == "roll_barrage"
        assert t.dots("G2P") == 4


@rule("12.10.5")
@rule("6.11.2")
def test_the_20th_may_win_an_attack_before_a_shot_is_fired() -> None:
    """It kills the lone panzer; no dice, but somebody must advance."""
    t = Table({"60": "G2P@1", "41": "S20D@2 S29R@4"}, level="impossible_german")
    t.attack("60", "41", side=SOVIET, deliberate=False)
    assert (t.place("G2P"), t.stack("60"), t.asked) == ("dead", ["S29R"], "over")


@rule("8.2.2.1")
@rule("8.5.7")
def test_a_tank_that_joins_denies_the_combined_force() -> None:
    t = Table({"60": "G64PG@4", "77": "S29R@1"}, leaders=["Hoth"], soviet_hand=["T34"])
    t.attack("77", "60", deliberate=False)
    t.play("card T34", "block S6T 3")
    assert t.asked == "soviet_fire"


@rule("12.4")
@rule("8.2.2.2")
def test_a_blitz_into_the_headquarters_ends_chuikovs_effects() -> None:
    t = Table(
        {"60": "G2P", "77": "S29R@1", "13": "S45R"}, leaders=["Hoth", "Chuikov", "Khrushchev"], level="easy_soviet"
    )
    t.s.hq = P.hex_of["76"]
    t.attack("77", "60", deliberate=False)
    t.play("roll 2", "roll 1", "roll 6+6+6+6")
    t.play("blitz G2P 76")
    assert not t.leads("Chuikov")
    assert t.leads("Khrushchev")


# Captures ---------------------------------------------------------------------------------------------------------


@rule("4.7")
@rule("6.11.2")
def test_soviets_who_win_x_draw_a_card_and_germans_who_take_it_back_none() -> None:
    t = Table({"X": "G191I@1", "77": "S13G@4"})
    t.attack("X", "77", side=SOVIET, deliberate=False)
    t.play("roll 6+6+6+6", "roll 1")
    assert (t.held_by("X"), t.soviet_cards()) == ("soviet", 1)
    t = Table({"77": "G2P", "13": "S29R"}, soviet=["X"])
    t.german_turn().play("short", "from 77", "to X")
    assert t.held_by("X") == "german"
    assert t.happened("german_drew") == []


@rule("4.7")
@rule("8.5.2.2")
def test_a_marine_takes_a_spawn_hex_back_without_a_card_and_the_germans_draw_again_for_it() -> None:
    t = Table({"60": "G2P@4", "41": "S29R@4"}, soviet_hand=["Flotilla"], german=["7"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 3+3+1", "block S92N 1")
    assert (t.held_by("7"), t.soviet_cards()) == ("soviet", 0)
    t = Table({"23": "G2P@4", "7": "S92N@1", "13": "S45R"})
    t.attack("7", "23", deliberate=False)
    t.play("roll 1", "roll 6+6+6+6")
    assert t.asked == "draw_german_card"


# Goals and the clock ----------------------------------------------------------------------------------------------


@rule("1.2")
@rule("1.3B")
@rule("8.4.3.2")
def test_soviets_who_kill_themselves_in_their_own_turn_lose_at_its_end() -> None:
    """The last Soviet unit attacks under Khrushchev and rolls a 1."""
    t = Table({"41": "S29R@1", "60": "G2P@4"}, leaders=["Khrushchev"])
    t.start("turns").play("short", "done", "roll 4", "roll 1", "roll 1+1+1+1")
    assert outcome(t) == "1.3B"


@rule("1.2")
@rule("1.4A")
def test_at_the_end_of_a_soviet_turn_the_soviet_goal_counts_first() -> None:
    """The last Soviet unit and the tenth German loss fall in one combat of the Soviet turn."""
    t = Table({"41": "S29R@1", "60": "G191I@1", "W": "G2P"})
    t.s.losses = 9
    t.start("turns").play("short", "done", "roll 4", "roll 6", "roll 6")
    assert t.s.soviets_on_map == 0
    assert outcome(t) == "1.4A"


@rule("8.2.5.1")
@rule("8.5.6")
def test_a_deck_that_runs_out_in_a_german_turn_leaves_a_soviet_turn_before_the_extra_one() -> None:
    """Infiltration into a full hex draws the last card; OKH and one removed unit keep the game going."""
    t = Table({"60": "G2P@4", "41": "S29R S45R S87R S95R"}, leaders=["OKH"], soviet_hand=["Infiltration"])
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of["T34"]] = 1
    t.start("turns").play("deliberate", "all", "card Infiltration")
    t.play("roll " + "+".join(["1"] * 16), "roll 1+1+1+1")
    assert t.asked == "soviet_dice"
    t.play("roll 1")
    assert t.happened("extra_turn") == [(1, 0)]
    t.play("short", "done")
    assert outcome(t) == "1.4B"


@rule("1.4A")
@rule("12.3")
def test_an_axe_block_counts_one_loss() -> None:
    t = Table({"60": "G11P@1", "41": "S13G@4"}, level="normal")
    t.attack("60", "41", side=SOVIET, deliberate=False)
    t.play("roll 6+6+6+6", "roll 1")
    assert t.s.losses == 1


# Co-op ------------------------------------------------------------------------------------------------------------


@rule("9.6")
@rule("9.10")
def test_in_a_shared_attack_only_the_player_whose_turn_it_is_plays_a_card() -> None:
    """Blue joins with a Stuka in his hand; yellow has no cards, so none is asked for."""
    t = Table({"60": "G2P@4", "61": "G24P@4", "41": "S29R@1"}, scenario="coop")
    t.s.hand[P.cards + P.card_of["Stuka"]] += 1
    t.german_turn().play("deliberate", "with 61", "with 60")
    if t.asked == "attacking_stacks":
        t.play("go")
    t.play("agree")
    assert t.asked == "soviet_fire"


@rule("9.9")
@rule("5.1.2")
def test_the_player_who_calls_deploys_his_partners_units_too() -> None:
    """Blue calls and picks up a yellow regiment: blue says whether it enters at X or Y."""
    t = Table({"13": "S29R"}, scenario="coop").on_track("G191I")
    t.s.player = 1
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert (t.seat, t.legal) == ("blue", ["deploy G191I X", "deploy G191I Y"])


@rule("9.10")
@rule("9.4")
def test_a_white_stack_does_not_attack_by_itself() -> None:
    t = Table({"60": "G208I", "91": "G2P", "41": "S29R"}, scenario="coop").german_turn()
    assert "deliberate" not in t.legal


@rule("10.4")
@rule("7.6.2")
def test_a_soviet_players_third_place_takes_one_infantry_and_no_card() -> None:
    t = Table(
        {"19": "S29R S45R S87R", "9": "S98R S112R S131R", "W": "G2P"},
        german=["3", "13", "9", "15", "7"],
        scenario="one_vs_one",
    )
    t.soviet_turn().play("block S157R")
    assert (len(t.stack("19")), t.soviet_cards(), t.asked) == (4, 0, "over")


@rule("12.4")
@rule("8.4.1.2")
def test_without_a_headquarters_the_next_soviet_attack_is_hasty_again() -> None:
    """Chuikov comes up in the first attack and finds no Soviet hex; in the second one nobody joins."""
    t = Table(
        {"41": "S29R@2", "59": "S45R@3", "60": "G2P@4"},
        soviet_hand=["Chuikov"],
        level="easy_soviet",
        german=["10", *SPAWN[2:5]],
    )
    t.soviet_turn().play("roll 3+4", "card Chuikov", "roll 4+4+2")
    assert not t.leads("Chuikov")
    t.play("roll 1+1+1", "roll 1+1+1+1")
    assert t.dice == "2d6"
    assert t.s.battle.side != GERMAN


# Markers and the track --------------------------------------------------------------------------------------------


@rule("6.9A")
@rule("6.9.3")
@rule("8.5.3")
def test_anti_aircraft_fire_cancels_though_no_marker_is_left_or_rubble_lies_there() -> None:
    """Whoever holds the hex on the card; the Stuka is driven off in each case."""
    for rubble, left, german in (([], 0, []), (["13"], 14, []), ([], 15, ["13"])):
        t = Table({"60": "G191I", "41": "S13G@4"}, rubble=rubble, german=german, hand=["Stuka"], soviet_hand=["AA13"])
        t.s.rubble_left = left
        t.attack("41", "60")
        t.play("card AA13", "play Stuka")
        assert t.asked == "soviet_fire"
        assert t.happened("airstrike_cancelled")
        assert t.has_rubble("13") == (left != 0)


@rule("5.1.4")
@rule("5.1.2")
def test_an_r_unit_removed_from_a_full_spawn_hex_makes_room_for_what_was_picked_up() -> None:
    """Z is full; the surplus 2 removes the 103rd from it, and the blue regiment enters there."""
    t = Table({"13": "S29R", "Z": "G103PG G24P G21PG G36P"}).on_track("G267I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+2+6+6+6")
    assert t.place("G103PG") == "removed"
    assert t.legal == ["deploy G267I Z"]


@rule("5.1.3")
@rule("5.1.1")
def test_units_that_go_back_do_not_soak_up_dice_of_the_same_call() -> None:
    """Z is Soviet. Row 1 has one blue block and two ones: it goes back to row 1, but the second one was surplus."""
    t = Table({"13": "S29R", "W": "G64PG"}, soviet=["Z"]).on_track("G24P", "G191I", "G194I", "G211I", "G178I", "G203I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+2+2+2+2")
    assert t.place("G64PG") == "removed"
    t.play("deploy G191I X", "return G24P")
    assert t.s.track[0] == P.unit_of["G24P"]
