"""Whole situations of Inferno, told event by event: each with its paragraph, and who alone may know it."""

from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import OUT
from kurgan.testing import rule
from tests.inferno.table import P, Table

SPAWN = ["3", "7", "9", "13", "15", "19"]


@rule("5.1.1")
@rule("5.1.2")
@rule("5.1.3")
@rule("5.1.4")
@rule("8.1")
def test_a_call_for_reinforcements() -> None:
    """A card, six dice, what they find, whom they remove, who enters and who goes back."""
    t = Table({"13": "S29R", "Z": "G24P G21PG G36P", "W": "G64PG"}).on_track("G194I", "G267I G274I").german_turn()
    t.play("reinforce", "card Stuka", "roll 1+1+2+2+6+6", "deploy G194I X", "deploy G267I Z", "return G274I")
    assert t.story() == [
        "5.0 action_chosen 0",
        "8.1 german_card_drawn Stuka (only 1)",
        "8.1 german_drew 1 25",
        "5.1.1 call_rolled 2 2 0 0 0 2",
        "5.1.1 block_picked 1 1",
        "5.1.1 unit_picked G194I 1 (only 1)",
        "5.1.1 block_picked 2 1",
        "5.1.1 unit_picked G267I 2 (only 1)",
        "5.1.1 block_picked 2 2",
        "5.1.1 unit_picked G274I 2 (only 1)",
        "5.1.4 unit_removed G64PG 1",
        "5.1.2 block_deployed X",
        "5.1.2 unit_deployed G194I X (only 1)",
        "5.1.2 block_deployed Z",
        "5.1.2 unit_deployed G267I Z (only 1)",
        "5.1.3 block_returned 1",
        "5.1.3 unit_returned G274I 1 (only 1)",
    ]


@rule("12.3")
@rule("5.1.3")
def test_raus_and_his_division() -> None:
    """The first 6 that finds nothing brings him; his three blocks go to the track."""
    t = Table({"13": "S29R"}, level="normal", advantages=["SixthPanzer"]).on_track("G194I").german_turn()
    t.play("reinforce", "card Stuka", "roll 1+2+3+4+6+6", "deploy G194I X", "return G11P", "return G4PG")
    t.play("return G114PG")
    assert t.story() == [
        "5.0 action_chosen 0",
        "8.1 german_card_drawn Stuka (only 1)",
        "8.1 german_drew 1 25",
        "5.1.1 call_rolled 1 1 1 1 0 2",
        "5.1.1 block_picked 1 1",
        "5.1.1 unit_picked G194I 1 (only 1)",
        "12.3 raus_arrived",
        "5.1.2 block_deployed X",
        "5.1.2 unit_deployed G194I X (only 1)",
        "5.1.3 block_returned 1",
        "5.1.3 unit_returned G11P 1 (only 1)",
        "5.1.3 block_returned 2",
        "5.1.3 unit_returned G4PG 2 (only 1)",
        "5.1.3 block_returned 3",
        "5.1.3 unit_returned G114PG 3 (only 1)",
    ]


@rule("5.3")
@rule("5.3.1")
@rule("4.7")
@rule("2.2")
def test_a_short_move_that_captures() -> None:
    """One block breaks off, takes a spawn hex and earns its card; then the player is done."""
    t = Table({"2": "G2P G208I", "W": "G79PG", "13": "S29R"}).german_turn()
    t.play("short", "from 2", "to 3", "take G2P", "go", "card Stuka", "done")
    assert t.story() == [
        "5.0 action_chosen 2",
        "2.2 hex_taken 3 0",
        "4.7 spawn_captured 3 0",
        "5.3 stack_moved 2 3 1",
        "5.3 unit_moved G2P 2 3 (only 1)",
        "8.1 german_card_drawn Stuka (only 1)",
        "8.1 german_drew 1 25",
    ]


@rule("5.2")
@rule("2.2")
def test_a_long_move() -> None:
    """The whole stack, two hexes, each of them taken."""
    t = Table({"W": "G2P G64PG", "13": "S29R"}).german_turn().play("long", "to 55", "to 37")
    assert t.story() == [
        "5.0 action_chosen 1",
        "2.2 hex_taken 55 0",
        "5.2 stack_moved W 55 2",
        "5.2 unit_moved G2P W 55 (only 1)",
        "5.2 unit_moved G64PG W 55 (only 1)",
        "2.2 hex_taken 37 0",
        "5.2 stack_moved 55 37 2",
        "5.2 unit_moved G2P 55 37 (only 1)",
        "5.2 unit_moved G64PG 55 37 (only 1)",
    ]


@rule("6")
@rule("6.3")
@rule("6.4")
@rule("6.5")
@rule("6.6")
@rule("6.9B")
@rule("6.10")
@rule("6.11.1")
@rule("6.13")
@rule("4.3")
def test_a_deliberate_attack() -> None:
    """A blank edge, two cards, rubble, close combat in a street, an advance, a captured dock."""
    t = Table({"25": "G2P@4 G64PG@2", "9": "S29R@0", "13": "S45R"}, hand=["Howitzer"], soviet_hand=["TommyGunner"])
    t.german_turn().play(
        "deliberate", "all", "card TommyGunner", "play Howitzer", "roll 6+5", "roll 4+1+1+1+1+1", "roll 6+5+4"
    )
    t.play("advance G64PG", "done", "card Pak")
    assert t.story() == [
        "5.0 action_chosen 4",
        "6 attack_declared 0 9 1",
        "6 stack_attacks 25 2",
        "6.1 soviet_card_laid",
        "6.2 german_cards_laid 1",
        "6.3 card_shown TommyGunner",
        "6.3 card_shown Howitzer",
        "6.3 unit_shown G2P 4 25",
        "6.3 unit_shown G64PG 2 25",
        "6.3 unit_shown S29R 0 9",
        "4.3 unit_adjusted S29R 1",
        "8.5 card_fired TommyGunner 2",
        "2.8 unit_reduced G2P 3",
        "2.8 unit_reduced G2P 2",
        "8.3 card_fired Howitzer 1",
        "2.8 unit_reduced S29R 0",
        "2.8 unit_destroyed S29R",
        "6.9B rubble_rolled 15 5",
        "6.9B rubble_placed 9",
        "6.11.1 unit_advanced G64PG 9",
        "2.2 hex_taken 9 0",
        "4.7 spawn_captured 9 0",
        "8.1 german_card_drawn Pak (only 1)",
        "8.1 german_drew 1 24",
        "6.13 stack_concealed 9",
        "6.13 stack_concealed 25",
    ]


@rule("6.9.1")
@rule("6.10")
@rule("6.10.4")
@rule("2.8")
def test_a_fight_in_rubble() -> None:
    """Of three hits two count as one; the odd one is lost, and nobody advances."""
    t = Table({"25": "G2P@4", "9": "S13G@4"}, rubble=["9"]).attack("9", "25")
    t.play("roll 6+1+1+1", "roll 6+6+6")
    assert t.story() == [
        "6 attack_declared 0 9 1",
        "6 stack_attacks 25 1",
        "6.3 unit_shown G2P 4 25",
        "6.3 unit_shown S13G 4 9",
        "6.10 side_fired 1 1",
        "2.8 unit_reduced G2P 3",
        "6.10 side_fired 0 3",
        "6.9.1 hits_halved 3 1",
        "2.8 unit_reduced S13G 3",
        "6.13 stack_concealed 25",
        "6.13 stack_concealed 9",
    ]


@rule("5.4")
@rule("6")
@rule("6.10")
@rule("6.11.1")
def test_a_hasty_attack() -> None:
    """A stack moves into contact and attacks at once; it wins and advances."""
    t = Table({"78": "G2P@4", "41": "S29R@1", "13": "S45R"}).german_turn()
    t.play("hasty", "roll 6", "roll 6+1+1+1")
    assert t.story() == [
        "5.0 action_chosen 3",
        "2.2 hex_taken 60 0",
        "5.4 stack_moved 78 60 1",
        "5.4 unit_moved G2P 78 60 (only 1)",
        "6 attack_declared 0 41 0",
        "6 stack_attacks 60 1",
        "6.3 unit_shown G2P 4 60",
        "6.3 unit_shown S29R 1 41",
        "6.10 side_fired 1 1",
        "6.10 side_fired 0 1",
        "2.8 unit_reduced G2P 3",
        "2.8 unit_reduced S29R 0",
        "2.8 unit_destroyed S29R",
        "6.11.1 unit_advanced G2P 41",
        "2.2 hex_taken 41 0",
        "6.13 stack_concealed 41",
    ]


@rule("7.3")
@rule("7.4A")
@rule("7.6.1")
def test_a_soviet_spawn() -> None:
    """More top hexes than spawn hexes: infantry in 9, then two in 13."""
    t = Table({"41": "S29R", "13": "S45R", "59": "S13G", "W": "G2P"}, german=["3", "19", "15", "7"])
    t.soviet_turn().play("block S87R 1", "block S95R 3", "block S98R 4")
    assert t.story() == [
        "7.3 soviet_counted 1 3 2",
        "7.4A spawn_chosen",
        "7.6.1 block_spawned 9 0",
        "7.6.1 block_spawned 13 0",
        "7.6.1 block_spawned 13 0",
    ]


@rule("7.6.2")
@rule("4.4")
def test_a_spawn_without_room() -> None:
    """The only spawn hex left is full: a card in place of the block."""
    t = Table(
        {"9": "S29R S45R S87R S95R", "41": "S13G S35G S37G S39G", "W": "G2P"}, german=["3", "19", "15", "7", "13"]
    )
    t.soviet_turn()
    assert t.story() == [
        "7.3 soviet_counted 4 2 1",
        "7.4A spawn_chosen",
        "7.6.2 spawn_blocked 9 1",
        "4.4 soviet_drew 1 27",
    ]


@rule("7.6.3")
@rule("7.6.1")
def test_a_spawn_without_tanks() -> None:
    """The tank pool is empty: infantry in 3, and a card for the tank."""
    t = Table(
        {"41": "S29R", "12": "S45R", "59": "S13G", "W": "G2P"},
        german=["13", "19", "15", "7", "9"],
        scenario="one_vs_one",
    )
    for u in P.bag_tanks:
        lift(t.s, u, OUT)
    t.soviet_turn().play("block S87R 1", "card T34")
    assert t.story() == [
        "7.3 soviet_counted 1 3 1",
        "7.4A spawn_chosen",
        "7.6.1 block_spawned 3 0",
        "7.6.1 unit_spawned S87R 3 1 (only 2)",
        "7.6.3 spawn_blocked 3 1",
        "4.4 soviet_card_drawn T34 (only 2)",
        "4.4 soviet_drew 1 27",
    ]


@rule("7.4B")
@rule("7.7.1")
@rule("7.7.3")
@rule("7.7.4")
@rule("7.7.5A")
@rule("7.7.5B")
@rule("4.5")
def test_a_soviet_movement() -> None:
    """A one, a pair, a move and a blocked way, from low to high."""
    t = Table({"41": "S29R", "13": "S45R", "59": "S13G", "35": "S87R", "105": "S95R", "W": "G2P"})
    t.soviet_turn().play("roll 4+4+1+2+5")
    assert t.story() == [
        "7.3 soviet_counted 1 5 6",
        "7.4B movement_chosen",
        "7.7.1 die_placed 59 4",
        "7.7.1 die_placed 41 4",
        "7.7.1 die_placed 13 1",
        "7.7.1 die_placed 105 2",
        "7.7.1 die_placed 35 5",
        "7.7.5B move_blocked 13 1",
        "4.4 soviet_drew 1 27",
        "7.7.5B move_blocked 105 2",
        "4.4 soviet_drew 2 26",
        "7.7.5A dice_repeated 59 4",
        "4.4 soviet_drew 3 25",
        "7.7.5A dice_repeated 41 4",
        "4.4 soviet_drew 4 24",
        "4.5 block_moved 35 34",
    ]


@rule("7.7.6")
@rule("6.11.2")
@rule("6.1")
def test_a_soviet_attack() -> None:
    """The die points at Germans: the stack attacks with its card, and the strongest goes in."""
    t = Table({"41": "S29R@2 S13G@3", "60": "G191I@1", "W": "G2P"}, soviet_hand=["TommyGunner"], german=SPAWN[1:])
    t.soviet_turn().play("roll 4", "card TommyGunner", "roll 1+1", "roll 6+6+6+6+6", "roll 1")
    assert t.story() == [
        "7.3 soviet_counted 2 1 1",
        "7.4B movement_chosen",
        "7.7.1 die_placed 41 4",
        "6 attack_declared 1 60 0",
        "6 stack_attacks 41 2",
        "6.1 soviet_card_laid",
        "6.3 card_shown TommyGunner",
        "6.3 unit_shown G191I 1 60",
        "6.3 unit_shown S13G 3 41",
        "6.3 unit_shown S29R 2 41",
        "8.5 card_fired TommyGunner 0",
        "6.10 side_fired 1 5",
        "6.10 side_fired 0 0",
        "2.8 unit_reduced G191I 0",
        "2.8 unit_destroyed G191I",
        "6.11.2 unit_advanced S13G 60",
        "2.2 hex_taken 60 1",
        "6.13 stack_concealed 41",
        "6.13 stack_concealed 60",
    ]


@rule("10.5")
@rule("10.5.1")
@rule("10.0")
def test_a_soviet_players_turn() -> None:
    """He orders two stacks: one block is sent, a lone one moves by itself."""
    t = Table({"41": "S29R@2 S13G@3", "13": "S45R S87R", "W": "G2P"}, scenario="one_vs_one", german=SPAWN[2:])
    t.soviet_turn().play("move", "order 41", "to 60", "send S13G", "to 29", "send S87R")
    assert t.story() == [
        "7.3 soviet_counted 2 2 2",
        "10.5 movement_chosen",
        "4.5 block_moved 41 60",
        "4.5 soviet_unit_moved S13G 41 60 (only 2)",
        "4.5 block_moved 13 29",
        "4.5 soviet_unit_moved S87R 13 29 (only 2)",
    ]


@rule("10.6")
@rule("4.4")
def test_a_soviet_players_draw() -> None:
    """One card, which he alone sees."""
    t = Table({"41": "S29R@2", "W": "G2P"}, scenario="one_vs_one").soviet_turn().play("draw", "card T34")
    assert t.story() == [
        "7.3 soviet_counted 1 1 6",
        "10.6 draw_chosen",
        "4.4 soviet_card_drawn T34 (only 2)",
        "4.4 soviet_drew 1 27",
    ]


@rule("8.5.6")
@rule("4.3")
def test_infiltration() -> None:
    """A block on a blank edge joins the fight and turns to its lowest step."""
    t = Table({"60": "G2P@1", "41": "S13G@4"}, soviet_hand=["Infiltration"]).attack("41", "60", deliberate=False)
    t.play("card Infiltration", "block S10B 0")
    assert t.story() == [
        "6 attack_declared 0 41 0",
        "6 stack_attacks 60 1",
        "6.1 soviet_card_laid",
        "6.3 card_shown Infiltration",
        "6.3 unit_shown G2P 1 60",
        "6.3 unit_shown S13G 4 41",
        "8.5.6 unit_joined S10B 41 0",
        "4.3 unit_adjusted S10B 1",
    ]


@rule("8.5.2.2")
@rule("2.2")
def test_a_marine() -> None:
    """Three dice name hex 10, German and empty: it is taken."""
    t = Table({"60": "G2P@1", "41": "S13G@4"}, soviet_hand=["Flotilla"], german=["10"], scenario="one_vs_one")
    t.attack("41", "60", deliberate=False).play("play Flotilla", "roll 4+4+2", "block S92N 4")
    assert t.story() == [
        "6 attack_declared 0 41 0",
        "6 stack_attacks 60 1",
        "6.1 soviet_card_laid",
        "6.3 card_shown Flotilla",
        "6.3 unit_shown G2P 1 60",
        "6.3 unit_shown S13G 4 41",
        "8.5.2.2 marine_landed 10",
        "8.5.2.2 marine_unit_landed S92N 10 4 (only 2)",
        "2.2 hex_taken 10 1",
    ]
