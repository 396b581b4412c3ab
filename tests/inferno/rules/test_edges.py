"""Edges of Inferno's paragraphs: where a condition, a bound or an exception of the rule decides."""

import pytest

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import NO_ORDER, lift
from kurgan.games.inferno.terms import REMOVED
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.inferno.rules.test_lists import blitzing
from tests.inferno.table import GAME, P, Table

SPAWN = ["3", "7", "9", "13", "15", "19"]


def sixes(count: int) -> str:
    return "roll " + "+".join(["6"] * count)


def ones(count: int) -> str:
    return "roll " + "+".join(["1"] * count)


def empty_deck(t: Table) -> Table:
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    return t


# 1 The game -------------------------------------------------------------------------------------------------------


@rule("1.2")
@rule("8.2.5A")
@rule("8.2.5.1")
def test_a_goal_reached_in_the_last_extra_turn_wins() -> None:
    t = empty_deck(Table({"60": "G2P@4", "41": "S29R@1"}, leaders=["OKH"]))
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    t.s.deck_out = 1
    t.start("turns").play("deliberate", "all", "roll 1", "roll 6+1+1+1")
    assert (t.asked, GAME.outcome(t.s).rule, GAME.outcome(t.s).winners) == ("over", "8.2.5A", ("german",))


@rule("1.5")
@rule("4.4")
@rule("7.6.1")
def test_what_is_thrown_in_secret() -> None:
    """Draws of blocks and cards, and whatever the lively opponent decides; dice are thrown in the open."""
    secret = {step.name for step in GAME.book.rolls() if step.secret}
    assert secret == {
        *("deal_germans", "deal_soviets", "reveal_boxes", "spawn_block", "random_unit", "join_block", "land_marine"),
        *("draw_german_card", "draw_soviet_card", "random_card"),
        *("lively_action", "lively_hex", "lively_to", "lively_unit", "lively_lays_card"),
    }


@rule("1.5")
@rule("9.1")
@pytest.mark.parametrize(
    ("scenario", "asked"),
    [("solo", "soviet_fire"), ("coop", "soviet_fire"), ("one_vs_one", "soviet_fire"), ("two_vs_one", "hasty_from")],
)
def test_a_single_answer_gives_itself_unless_hidden_colours_made_it_the_only_one(scenario: str, asked: str) -> None:
    """Against two Germans a Soviet player must not learn from a question that was skipped."""
    t = Table({"78": "G2P", "41": "S29R@1"}, scenario=scenario).german_turn().play("hasty")
    assert t.asked == asked


# 4 Solo -----------------------------------------------------------------------------------------------------------


@rule("4.4")
@rule("12.2")
def test_where_no_leader_lies_on_top_the_deck_is_drawn_from() -> None:
    t = Table({"41": "S13G", "W": "G2P"}, scenario="one_vs_one", level="easy_soviet").soviet_turn().play("draw")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    assert {P.card_name[c] for c, weight in pending.chance.outcomes() if weight} >= {"T34", "Flotilla"}
    t = Table({"41": "S13G", "W": "G2P"}, scenario="one_vs_one", level="easy_soviet")
    t.s.deck_top[P.card_of["Zaytsev"]] = 1
    pending = t.soviet_turn().play("draw").game.pending(t.s)
    assert isinstance(pending, Throw)
    assert {P.card_name[c] for c, weight in pending.chance.outcomes() if weight} == {"Zaytsev"}


@rule("4.5")
@rule("6.13.1")
def test_who_watched_a_block_leave_a_stack_does_not_know_which_it_was() -> None:
    """S13G was seen alone, S29R never: after one of them has left, either may be either."""
    t = Table({"41": "S13G S29R", "W": "G2P"}, german=SPAWN[1:])
    first, second = P.unit_of["S13G"], P.unit_of["S29R"]
    t.s.may[first] = 1 << (first - P.germans)
    before = t.s.may[second]
    t.soviet_turn().play("roll 2", "unit S13G")
    assert t.place("S13G") == "42"
    assert t.s.may[first] == t.s.may[second] == before | 1 << (first - P.germans)


# 5 German actions -------------------------------------------------------------------------------------------------


@rule("5.0")
def test_when_the_action_is_over_nothing_of_it_is_left() -> None:
    t = Table({"W": "G2P", "13": "S29R"}).german_turn().play("short", "done")
    assert (t.asked, t.s.order is NO_ORDER) == ("over", True)


@rule("5.2")
def test_a_stack_is_passed_only_if_there_is_ground_behind_it() -> None:
    """By the edition in which rough ground is no hindrance: from 61 through Germans in 79 to any empty clear hex."""
    at = {"61": "G2P", "79": "G64PG", "13": "S29R"}
    t = Table(at, long_move_start_must_be_clear="no").german_turn().play("long", "from 61")
    assert "to 79" in t.legal
    t.play("to 79")
    assert t.refused("stop").endswith("must_end_alone")
    assert t.refused("to 61").endswith("not_clear")
    shut = {**at, "60": "G79PG", "78": "G191I", "80": "G194I", "91": "G211I", "92": "G178I"}
    t = Table(shut, long_move_start_must_be_clear="no").german_turn().play("long", "from 61")
    assert t.refused("to 79").endswith("must_end_alone")


@rule("5.3")
def test_a_stack_with_soviets_beside_every_way_out_is_pinned() -> None:
    t = Table({"60": "G2P", "W": "G64PG", "59": "S29R", "61": "S45R", "91": "S87R"}).german_turn().play("short")
    assert t.refused("from 60").endswith("no_move_left")
    assert t.legal == ["from W", "done"]


@rule("5.3")
def test_in_the_edition_where_ends_stay_apart_the_first_move_is_free() -> None:
    """89 is next to 90, the last hex of the map; the second Short Move may not end beside the first."""
    t = Table({"Z": "G24P", "100": "G64PG", "13": "S29R"}, short_move_contact="ends_apart").german_turn()
    t.play("short", "from Z")
    assert "to 89" in t.legal
    t.play("to 89", "from 100")
    assert t.refused("to 88").endswith("ends_together")
    assert "to 99" in t.legal


@rule("5.3.1")
def test_blocks_taken_in_any_order_go_in_theirs() -> None:
    t = Table({"91": "G2P G64PG G208I", "13": "S29R"}).german_turn().play("short", "from 91", "to 79", "take G208I")
    assert (t.asked, t.s.order.taken) == ("short_units", [P.unit_of["G208I"]])
    t.play("take G2P")
    assert t.s.order.taken == [P.unit_of["G2P"], P.unit_of["G208I"]]
    assert t.refused("take G2P").endswith("already_taken")


@rule("5.4")
@rule("5.3.1")
def test_blocks_of_a_hasty_attack_are_asked_for_one_by_one() -> None:
    t = Table({"78": "G2P G64PG G208I", "41": "S29R"}).german_turn().play("hasty", "take G208I")
    assert t.asked == "hasty_units"
    t.play("take G2P", "go")
    assert (t.stack("60"), t.stack("78")) == (["G2P", "G208I"], ["G64PG"])
    assert t.s.battle.deliberate == 0


@rule("5.5")
@rule("9.10")
def test_all_own_stacks_at_once_only_while_one_is_left_out() -> None:
    t = Table({"60": "G2P", "61": "G24P", "41": "S29R"}, scenario="coop").german_turn().play("deliberate", "with 60")
    assert t.refused("all").endswith("already_attacking")
    assert t.refused("with 60").endswith("already_attacking")
    assert t.legal == ["with 61", "go"]


@rule("9.1")
@rule("5.1.2")
def test_reinforcements_join_their_own_colour() -> None:
    t = Table({"13": "S29R", "X": "G191I", "Z": "G24P"}, scenario="coop").on_track("G194I", "G267I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+3+4+5")
    assert t.legal == ["deploy G194I X", "deploy G194I Y", "deploy G267I Z"]


@rule("12.3")
@rule("5.1.4")
@pytest.mark.parametrize(("dice", "comes"), [("roll 1+2+2+3+4+5", 0), ("roll 1+2+3+4+5+6", 1)])
def test_only_the_last_row_brings_raus(dice: str, comes: int) -> None:
    t = Table({"13": "S29R"}, level="normal", advantages=["SixthPanzer"]).on_track("G194I").german_turn()
    t.play("reinforce", "card Stuka", dice)
    assert len(t.happened("raus_arrived")) == comes


@rule("5.1.1")
@rule("3.9")
def test_boxes_nobody_has_looked_into_are_drawn_and_picked_up() -> None:
    """Two of them in row 1, one known block in row 2."""
    t = Table({"13": "S29R"}).on_track("? ?", "G267I").german_turn().play("reinforce", "card Stuka", "roll 1+1+2+6+6+6")
    assert t.asked == "reveal_boxes"
    assert t.happened("block_picked") == [(2, 1)]


# 6 Combat ---------------------------------------------------------------------------------------------------------


@rule("6.11.1")
def test_four_advance_at_most() -> None:
    t = Table({"60": "G2P G64PG G79PG", "61": "G191I G194I", "41": "S29R@1"}).attack("41", "60", "61")
    t.play("roll 1", sixes(4 + 4 + 4 + 3 + 3))
    for unit in ("G2P", "G64PG", "G191I"):
        t.play(f"advance {unit}")
    assert t.asked == "advance"
    t.play("advance G194I")
    assert (t.stack("41"), t.asked) == (["G2P", "G64PG", "G191I", "G194I"], "over")


@rule("6.3")
@rule("6.11.1")
def test_cards_and_blocks_are_shown_once_and_the_advance_ends_once() -> None:
    t = blitzing()
    assert (t.s.battle.shown, t.s.battle.halted) == (1, 1)


@rule("6.10.5")
@pytest.mark.parametrize(
    ("answer", "units", "lost"),
    [
        ("as_listed", "G2P@2 G191I@2 G178I@2", "G2P"),
        ("lowest_fire", "G2P@2 G191I@2 G178I@2", "G178I"),
        ("highest_fire", "G2P@2 G191I@2 G178I@2", "G2P"),
        ("lowest_fire", "G178I@2 G576I@2", "G178I"),
        ("highest_fire", "G178I@2 G576I@2", "G576I"),
        ("lowest_fire", "G2P@2 G24P@2 G191I@2 G54I@2", "G191I"),
        ("highest_fire", "G2P@2 G24P@2 G191I@2", "G2P"),
    ],
)
def test_standing_answers_to_ties(answer: str, units: str, lost: str) -> None:
    """The first listed; the weaker fire (SF of the 178th, DF of the 191st); the better (TF of the panzers)."""
    t = Table({"60": units, "41": "S13G@1"}).attack("60", "41", side=SOVIET, deliberate=False)
    t.play("roll 6", ones(2 * len(units.split())))
    assert t.asked == "choose_german_loss"
    t.play(answer)
    assert [unit for unit in (word.partition("@")[0] for word in units.split()) if t.dots(unit) == 1] == [lost]


@rule("6.10.5")
@rule("6.10.4")
@pytest.mark.parametrize("side", [0, 1])
def test_hits_without_a_choice_are_taken_until_one_has_to_be_made(side: int) -> None:
    """Three dots and two: the first hit makes them equal, then somebody chooses; the third is forced again."""
    at = {"60": "G2P@3 G191I@2", "41": "S13G@3 S6T@2"}
    t = Table(at).attack("41", "60", deliberate=False)
    german, soviet = ("G2P", "G191I"), ("S13G", "S6T")
    fire = ["roll 1+1+1+1+1", "roll 6+6+6+1+1"]
    t.play(*(fire if side == 1 else fire[::-1]))
    strong, weak = soviet if side == 1 else german
    assert (t.dots(strong), t.dots(weak)) == (2, 2)
    assert t.asked == ("choose_soviet_loss" if side == 1 else "choose_german_loss")
    t.play(f"lose {weak}")
    assert (t.dots(strong), t.dots(weak)) == (1, 1)


@rule("6.8")
@rule("8.4.1.1")
def test_a_position_that_missed_has_no_say_in_close_combat() -> None:
    """77 reaches only 60; it missed, and the hits of close combat fall on the strongest of both stacks."""
    t = Table({"60": "G191I@2", "61": "G2P@4", "41": "S13G@4", "77": "S29R"}, leaders=["Chuikov"]).attack(
        "41", "60", "61"
    )
    t.play("roll 1", "roll 1", "roll 6+1+1+1", ones(6))
    assert (t.dots("G2P"), t.dots("G191I")) == (3, 2)


@rule("8.4.1.2")
@rule("7.7.6")
def test_a_soviet_attack_is_deliberate_with_chuikov_and_hasty_without() -> None:
    for leaders, kind in ((["Chuikov"], 1), ([], 0)):
        t = Table({"41": "S29R@2", "60": "G2P@4"}, leaders=leaders, german=SPAWN[1:])
        t.soviet_turn().play("roll 4")
        assert t.happened("attack_declared") == [(1, P.hex_of["60"], kind)]


@rule("8.2.4")
@rule("8.3")
def test_a_second_pioneer_card_is_wasted_when_nobody_is_left() -> None:
    t = Table({"25": "G191I", "9": "S29R@1", "13": "S45R"}, hand=["Pioneer", "Pioneer"], leaders=["Linden"])
    t.attack("9", "25").play("pioneers 2 0", "roll 4+1+1+1+1")
    assert (t.place("S29R"), t.asked) == ("pool", "roll_rubble")
    assert t.happened("card_fired") == [(P.card_of["Pioneer"], 1)]


@rule("8.2.4")
def test_what_pioneers_may_be_played_together() -> None:
    """Two ordinary ones and no 672nd in the hand."""
    hand = ["Stuka", "Pioneer", "Pioneer"]
    t = Table({"25": "G191I", "9": "S29R@1"}, hand=hand, leaders=["Linden"]).attack("9", "25")
    assert t.legal == ["none", "play Stuka", "play Pioneer", "pioneers 2 0"]
    assert t.refused("pioneers 1 1").endswith("not_in_hand")
    assert t.refused("pioneers 6 1").endswith("not_in_hand")
    t = Table({"25": "G191I", "9": "S29R@1"}, hand=["Pioneer", "Pioneer672"], leaders=["Linden"]).attack("9", "25")
    assert t.legal == ["none", "play Pioneer", "play Pioneer672", "pioneers 1 1"]
    t.play("pioneers 1 1")
    assert t.german_cards() == 0
    t = Table({"25": "G191I", "9": "S29R@1"}, hand=hand).attack("9", "25")
    assert t.refused("pioneers 2 0").endswith("needs_linden")


@rule("8.2.2.2")
@rule("6.12")
@rule("1.5")
@pytest.mark.parametrize(
    ("behind", "asked"),
    [
        ("", "blitz"),  # 35 is clear and empty
        ("G191I G194I G211I", "blitz"),  # room for one
        ("G191I G194I G211I G178I", "over"),  # full
        ("S45R", "over"),
    ],
)
def test_blitz_needs_a_clear_hex_with_room(behind: str, asked: str) -> None:
    """From 19 the ways lead to 35, clear, and to 18, rough. Two Germans are asked even where one answer is left."""
    at = {"35": "G2P@4", "19": "S29R@1", "13": "S87R"}
    t = Table(at, leaders=["Hoth"], scenario="two_vs_one").attack("19", "35", deliberate=False)
    t.play("roll 1", sixes(4))
    assert (t.asked, t.place("G2P")) == ("draw_german_card", "19")
    for word in behind.split():
        t.put(word, "35")
    t.play("card Stuka")
    assert t.asked == asked


@rule("9.6")
@rule("6.2")
def test_blue_lays_a_card_of_blues_hand() -> None:
    t = Table({"60": "G24P", "41": "S29R"}, scenario="coop")
    t.s.player = 1
    t.s.hand[P.cards + P.card_of["Stuka"]] = 1
    t.german_turn().play("deliberate", "all")
    assert (t.asked, t.seat, t.legal) == ("german_card", "blue", ["none", "play Stuka"])
    t = Table({"13": "S29R"}, scenario="coop").on_track("G24P")
    t.s.player = 1
    t.s.hand[P.card_of["Stuka"]] = 1
    t.german_turn().play("reinforce", "card Pak")
    assert t.happened("german_drew")[0][0] == 1, "yellow's card is none of blue's hand"


@rule("8.5.6")
@rule("6.13.1")
def test_a_block_that_joined_was_seen() -> None:
    t = Table({"60": "G2P@4", "41": "S13G@4"}, soviet_hand=["Infiltration"]).attack("41", "60", deliberate=False)
    t.play("card Infiltration", "block S45R 2")
    u = P.unit_of["S45R"]
    assert t.s.may[u] == 1 << (u - P.germans)
    assert u in t.s.battle.soviets


@rule("8.5.2.2")
def test_a_landing_is_over_when_the_marine_has_landed() -> None:
    t = Table({"60": "G2P@1", "41": "S13G@4"}, soviet_hand=["Flotilla"]).attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 4+4+2")
    assert t.s.battle.landing == P.hex_of["10"]
    t.play("block S92N 4")
    assert (t.place("S92N"), t.s.battle.landing) == ("10", -1)


# 10 A Soviet player -----------------------------------------------------------------------------------------------


@rule("10.5")
def test_a_lone_block_goes_without_being_named() -> None:
    t = Table({"41": "S29R@2", "W": "G2P"}, scenario="one_vs_one").soviet_turn().play("move", "to 60")
    assert (t.place("S29R"), t.asked) == ("60", "over")


@rule("10.5")
def test_the_lively_opponent_names_hex_way_and_block() -> None:
    t = Table({"41": "S29R@2 S13G@3", "78": "G2P"}, lively="on", german=SPAWN[1:]).soviet_turn()
    asked = []
    while t.asked != "over":
        pending = t.game.pending(t.s)
        assert isinstance(pending, Throw)
        asked.append(pending.step)
        best = max(pending.chance.outcomes(), key=lambda outcome: outcome[1])
        t.events += t.game.apply(t.s, best[0])
    assert asked == ["lively_action", "lively_hex", "lively_to", "lively_unit"]


# 12 The Designer's Way --------------------------------------------------------------------------------------------


@rule("12.5")
def test_a_guard_at_full_strength_has_nothing_to_regain() -> None:
    t = Table({"60": "G2P@4", "41": "S13G@4 S35G@2"}, advantages=["ImmortalGuard"], level="normal")
    t.attack("41", "60", deliberate=False)
    assert t.happened("guard_restored") == [(P.unit_of["S35G"], 4)]


@rule("12.4")
def test_a_headquarters_that_finds_no_soviet_hex_is_told() -> None:
    t = Table({"60": "G2P@4", "41": "S13G@4"}, soviet_hand=["Chuikov"], level="easy_soviet", german=["10"])
    t.attack("41", "60", deliberate=False).play("card Chuikov", "roll 4+4+2")
    assert (t.happened("hq_lost"), t.happened("hq_established")) == ([(P.hex_of["10"],)], [])


@rule("12.10.5")
@rule("6.5")
def test_the_destroyer_brigade_fires_before_the_soviet_card() -> None:
    """Its hit falls on the panzer; the sniper's, after it, on the infantry."""
    t = Table({"60": "G2P@4 G191I@3", "41": "S20D@2"}, soviet_hand=["SovietSniper"], level="impossible_german")
    t.attack("41", "60", deliberate=False).play("card SovietSniper")
    assert (t.dots("G2P"), t.dots("G191I")) == (3, 2)


@rule("9.11")
@rule("2.2")
def test_a_spawn_hex_that_the_soviets_take_back_is_nobodys() -> None:
    """A marine lands in 3, which yellow had taken."""
    t = Table({"60": "G2P@1", "41": "S13G@4"}, soviet_hand=["Flotilla"], german=["3", "7"], scenario="coop")
    t.s.captor[P.hex_of["3"]] = t.s.captor[P.hex_of["7"]] = 1
    t.attack("41", "60", deliberate=False).play("card Flotilla", "roll 1+1+1", "block S92N 4")
    assert (t.held_by("3"), t.s.captor[P.hex_of["3"]], t.s.captor[P.hex_of["7"]]) == ("soviet", 0, 1)
