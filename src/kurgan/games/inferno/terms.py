"""Ids and constants of Inferno: places off the map, answers, how they are spelled, event and refusal kinds.

An answer is one int; its form says how it is written. Hex answers start at 0, unit answers at UNIT, card answers at
CARD, and the few words without a slot stand above them, so that one glance at an answer tells its kind.
"""

from typing import Final, NewType

from kurgan.kernel.notation import Form, Phrase, Slot
from kurgan.kernel.title import EventKind, RefusalKind

Unit = NewType("Unit", int)
Hex = NewType("Hex", int)
Card = NewType("Card", int)

NONE: Final = -1

# Where a block may stand besides a hex (a column of bytes, so all below 256).
TRACK: Final = 200  # face down on the Reinforcement Track
PICKED: Final = 201  # picked up from the track, not yet deployed
POOL: Final = 202  # in its Spawn Pool
DEAD: Final = 203  # in the German Death Pool
REMOVED: Final = 204  # R unit laid face up at the end of its row
OUT: Final = 205  # not in this game (axe blocks before Raus)
BAG: Final = 206  # not yet dealt during setup
NOWHERE: Final = 255

# Boxes of the track.
EMPTY: Final = 255
UNSEEN: Final = 254

# German actions, in the book's order.
REINFORCE: Final = 0
LONG_MOVE: Final = 1
SHORT_MOVES: Final = 2
HASTY: Final = 3
DELIBERATE: Final = 4
ACTIONS: Final = ("reinforce", "long", "short", "hasty", "deliberate")

# Soviet actions of 1 vs 1.
SOVIET_MOVES: Final = 0
SOVIET_DRAWS: Final = 1

# Who rolls first in Close Combat.
TOGETHER: Final = 0
GERMAN_FIRST: Final = 1
SOVIET_FIRST: Final = 2

# What a hit may choose among.
AIM_ALL: Final = 0
AIM_INFANTRY: Final = 1
AIM_TANK: Final = 2

# How ties between the strongest are settled.
TIE_ASK: Final = 0
TIE_LISTED: Final = 1
TIE_LOWEST: Final = 2
TIE_HIGHEST: Final = 3

# How a game ended.
GOING_ON: Final = 0
GERMAN_SPAWN_HEXES: Final = 1
GERMAN_MAP_CLEARED: Final = 2
GERMAN_RIVER: Final = 3
SOVIET_LOSSES: Final = 4
SOVIET_DECK: Final = 5
RESULTS: Final = (
    "",
    "german_spawn_hexes",
    "german_map_cleared",
    "german_river_bank",
    "soviet_ten_losses",
    "soviet_deck",
)
RESULT_RULES: Final = ("", "1.3A", "1.3B", "8.2.5B", "1.4A", "1.4B")

# Answers.
UNIT: Final = 256  # UNIT + u
CARD: Final = 512  # CARD + c
DONE: Final = 600
GO: Final = 601
ALL: Final = 602
NO_CARD: Final = 603
YES: Final = 604
NO: Final = 605
AS_LISTED: Final = 606
LOWEST_FIRE: Final = 607
HIGHEST_FIRE: Final = 608
PIONEERS: Final = 640  # PIONEERS + ordinary * 2 + with the 672nd
PAIR: Final = 1024  # PAIR + u * HEX_RADIX + h

HEX_RADIX: Final = 128
UNIT_RADIX: Final = 128
CARD_RADIX: Final = 64
PIONEER_RADIX: Final = 8

HEX_SLOT: Final = Slot("hex", HEX_RADIX, "place")
UNIT_SLOT: Final = Slot("unit", UNIT_RADIX, "piece")
CARD_SLOT: Final = Slot("card", CARD_RADIX, "piece")
COUNT_SLOT: Final = Slot("number", PIONEER_RADIX)
EXTRA_SLOT: Final = Slot("number", 2)


def forms() -> dict[str, Form]:
    """Every notation by its name: a step's own name, or one that several steps share."""
    leave_from = Phrase("from", 0, HEX_SLOT)
    go_to = Phrase("to", 0, HEX_SLOT)
    attack = Phrase("attack", 0, HEX_SLOT)
    done = Phrase("done", DONE)
    go = Phrase("go", GO)
    everything = Phrase("all", ALL)
    take = Form(Phrase("take", UNIT, UNIT_SLOT), everything, go)
    lose = Form(
        Phrase("lose", UNIT, UNIT_SLOT),
        Phrase("as_listed", AS_LISTED),
        Phrase("lowest_fire", LOWEST_FIRE),
        Phrase("highest_fire", HIGHEST_FIRE),
    )
    play = Phrase("play", CARD, CARD_SLOT)
    no_card = Phrase("none", NO_CARD)
    return {
        "choose_action": Form(*[Phrase(word, i) for i, word in enumerate(ACTIONS)]),
        "long_from": Form(leave_from),
        "long_first": Form(go_to),
        "long_second": Form(go_to, Phrase("stop", DONE)),
        "short_from": Form(leave_from, done),
        "short_to": Form(go_to),
        "hasty_from": Form(leave_from),
        "hasty_to": Form(go_to),
        "units": take,
        "target": Form(attack),
        "attacking_stacks": Form(Phrase("with", 0, HEX_SLOT), everything, go),
        "join_attack": Form(Phrase("agree", YES), Phrase("refuse", NO)),
        "deploy": Form(Phrase("deploy", PAIR, UNIT_SLOT, HEX_SLOT)),
        "return_unit": Form(Phrase("return", UNIT, UNIT_SLOT)),
        "german_card": Form(play, no_card, Phrase("pioneers", PIONEERS, COUNT_SLOT, EXTRA_SLOT)),
        "soviet_card": Form(play, no_card),
        "loss": lose,
        "combined_force": Form(Phrase("strike_first", YES), Phrase("together", NO)),
        "advance": Form(Phrase("advance", UNIT, UNIT_SLOT), done),
        "soviet_advance": Form(Phrase("advance", UNIT, UNIT_SLOT)),
        "blitz": Form(Phrase("blitz", PAIR, UNIT_SLOT, HEX_SLOT), done),
        "soviet_action": Form(Phrase("move", SOVIET_MOVES), Phrase("draw", SOVIET_DRAWS)),
        "soviet_hex": Form(Phrase("order", 0, HEX_SLOT)),
        "soviet_to": Form(go_to),
        "soviet_unit": Form(Phrase("send", UNIT, UNIT_SLOT)),
    }


# Events: the name of the sentence, and what its arguments are. Where a side may see more than the other there are two
# events, a public one (blocks, counts) and one for the side that knows (units, cards).
GERMAN_TURN: Final = 0
SOVIET_TURN: Final = 1
ACTION_CHOSEN: Final = 2
GERMAN_DREW: Final = 3
GERMAN_CARD_DRAWN: Final = 4
LEADER_ENTERED: Final = 5
SOVIET_DREW: Final = 6
SOVIET_CARD_DRAWN: Final = 7
CALL_ROLLED: Final = 8
BLOCK_PICKED: Final = 9
UNIT_PICKED: Final = 10
UNIT_REMOVED: Final = 11
RAUS_ARRIVED: Final = 12
BLOCK_DEPLOYED: Final = 13
UNIT_DEPLOYED: Final = 14
BLOCK_RETURNED: Final = 15
UNIT_RETURNED: Final = 16
STACK_MOVED: Final = 17
UNIT_MOVED: Final = 18
HEX_TAKEN: Final = 19
SPAWN_CAPTURED: Final = 20
ATTACK_DECLARED: Final = 21
STACK_ATTACKS: Final = 22
PARTNER_AGREED: Final = 23
PARTNER_REFUSED: Final = 24
SOVIET_CARD_LAID: Final = 25
GERMAN_CARDS_LAID: Final = 26
CARD_SHOWN: Final = 27
UNIT_SHOWN: Final = 28
UNIT_ADJUSTED: Final = 29
GUARD_RESTORED: Final = 30
AIRSTRIKE_CANCELLED: Final = 31
RUBBLE_PLACED: Final = 32
CARD_WASTED: Final = 33
CARD_FIRED: Final = 34
HITS_HALVED: Final = 35
UNIT_REDUCED: Final = 36
UNIT_DESTROYED: Final = 37
MARINE_LANDED: Final = 38
NO_LANDING: Final = 39
UNIT_JOINED: Final = 40
OPPORTUNITY_FIRED: Final = 41
RUBBLE_ROLLED: Final = 42
SIDE_FIRED: Final = 43
UNIT_ADVANCED: Final = 44
UNIT_BLITZED: Final = 45
STACK_CONCEALED: Final = 46
HQ_ESTABLISHED: Final = 47
HQ_LOST: Final = 48
FORT_DESTROYED: Final = 49
SOVIET_COUNTED: Final = 50
SPAWN_CHOSEN: Final = 51
MOVEMENT_CHOSEN: Final = 52
DRAW_CHOSEN: Final = 53
BLOCK_SPAWNED: Final = 54
UNIT_SPAWNED: Final = 55
SPAWN_BLOCKED: Final = 56
DIE_PLACED: Final = 57
DICE_REPEATED: Final = 58
MOVE_BLOCKED: Final = 59
ONE_ROLLED: Final = 60
BLOCK_MOVED: Final = 61
SOVIET_UNIT_MOVED: Final = 62
DECK_EMPTY: Final = 63
EXTRA_TURN: Final = 64
GAME_ENDED: Final = 65
ADVANTAGE_GAINED: Final = 66
COMBINED_FORCE_USED: Final = 67
MARINE_UNIT_LANDED: Final = 68
START_BLOCK: Final = 69
OWN_FIRE: Final = 70

EVENTS: Final[tuple[EventKind, ...]] = (
    ("german_turn", "number army"),
    ("soviet_turn", "number"),
    ("action_chosen", "action"),
    ("german_drew", "number number"),
    ("german_card_drawn", "card"),
    ("leader_entered", "card"),
    ("soviet_drew", "number number"),
    ("soviet_card_drawn", "card"),
    ("call_rolled", "number number number number number number"),
    ("block_picked", "number number"),
    ("unit_picked", "unit number"),
    ("unit_removed", "unit number"),
    ("raus_arrived", ""),
    ("block_deployed", "hex"),
    ("unit_deployed", "unit hex"),
    ("block_returned", "number"),
    ("unit_returned", "unit number"),
    ("stack_moved", "hex hex number"),
    ("unit_moved", "unit hex hex"),
    ("hex_taken", "hex side"),
    ("spawn_captured", "hex side"),
    ("attack_declared", "side hex kind_of_attack"),
    ("stack_attacks", "hex number"),
    ("partner_agreed", "hex"),
    ("partner_refused", "hex"),
    ("soviet_card_laid", ""),
    ("german_cards_laid", "number"),
    ("card_shown", "card"),
    ("unit_shown", "unit number hex"),
    ("unit_adjusted", "unit number"),
    ("guard_restored", "unit number"),
    ("airstrike_cancelled", "card"),
    ("rubble_placed", "hex"),
    ("card_wasted", "card"),
    ("card_fired", "card number"),
    ("hits_halved", "number number"),
    ("unit_reduced", "unit number"),
    ("unit_destroyed", "unit"),
    ("marine_landed", "hex"),
    ("no_landing", "hex"),
    ("unit_joined", "unit hex number"),
    ("opportunity_fired", "hex number number"),
    ("rubble_rolled", "number number"),
    ("side_fired", "side number"),
    ("unit_advanced", "unit hex"),
    ("unit_blitzed", "unit hex"),
    ("stack_concealed", "hex"),
    ("hq_established", "hex"),
    ("hq_lost", "hex"),
    ("fort_destroyed", "hex"),
    ("soviet_counted", "number number number"),
    ("spawn_chosen", ""),
    ("movement_chosen", ""),
    ("draw_chosen", ""),
    ("block_spawned", "hex pool"),
    ("unit_spawned", "unit hex number"),
    ("spawn_blocked", "hex number"),
    ("die_placed", "hex number"),
    ("dice_repeated", "hex number"),
    ("move_blocked", "hex number"),
    ("one_rolled", "hex"),
    ("block_moved", "hex hex"),
    ("soviet_unit_moved", "unit hex hex"),
    ("deck_empty", ""),
    ("extra_turn", "number number"),
    ("game_ended", "result"),
    ("advantage_gained", "advantage"),
    ("combined_force_used", "hex"),
    ("marine_unit_landed", "unit hex number"),
    ("start_block", "unit hex"),
    ("own_fire", "number"),
)

# Refusals: the name of the sentence and the rule that refuses.
ALLOWED: Final = 0
NO_SUCH_ANSWER: Final = 1
NO_GERMANS_THERE: Final = 2
NOT_YOUR_STACK: Final = 3
START_NOT_CLEAR: Final = 4
START_IN_CONTACT: Final = 5
NOT_ADJACENT: Final = 6
NOT_CLEAR: Final = 7
SOVIETS_THERE: Final = 8
ENDS_IN_CONTACT: Final = 9
MUST_END_ALONE: Final = 10
TOO_MANY_UNITS: Final = 11
PARTNERS_STACK: Final = 12
ALREADY_MOVED: Final = 13
ENDS_TOGETHER: Final = 14
NOT_IN_STACK: Final = 15
ALREADY_TAKEN: Final = 16
TAKE_SOMEBODY: Final = 17
MUST_MAKE_ROOM: Final = 18
NO_CONTACT_THERE: Final = 19
NO_SOVIETS_THERE: Final = 20
NOT_NEXT_TO_TARGET: Final = 21
NOBODY_NEAR: Final = 22
OWN_STACK_NEEDED: Final = 23
ALREADY_ATTACKING: Final = 24
NOT_PICKED_UP: Final = 25
WRONG_COLOUR: Final = 26
SPAWN_HEX_LOST: Final = 27
OWN_HEXES_FIRST: Final = 28
NOT_IN_HAND: Final = 29
LEADER_NOT_PLAYED: Final = 30
NEEDS_LINDEN: Final = 31
NOT_STRONGEST: Final = 32
NOT_AN_ATTACKER: Final = 33
FOUR_ADVANCED: Final = 34
ONE_MUST_ADVANCE: Final = 35
NOT_BLITZ: Final = 36
NOT_TOP_STACKED: Final = 37
NOWHERE_TO_GO: Final = 38
NOT_YOUR_UNIT: Final = 39
NO_LONG_MOVE: Final = 40
NO_HASTY_ATTACK: Final = 41
NO_DELIBERATE_ATTACK: Final = 42
WOULD_MIX: Final = 43
NO_MOVE_LEFT: Final = 44
NOT_TO_CHOOSE: Final = 45

REFUSALS: Final[tuple[RefusalKind, ...]] = (
    ("allowed", ""),
    ("no_such_answer", ""),
    ("no_germans_there", "2.4"),
    ("not_your_stack", "9.4"),
    ("start_not_clear", "5.2"),
    ("start_in_contact", ""),
    ("not_adjacent", ""),
    ("not_clear", ""),
    ("soviets_there", ""),
    ("ends_in_contact", ""),
    ("must_end_alone", "5.2"),
    ("too_many_units", "2.4"),
    ("partners_stack", "9.1"),
    ("already_moved", "5.3"),
    ("ends_together", "5.3"),
    ("not_in_stack", "5.3.1"),
    ("already_taken", ""),
    ("take_somebody", ""),
    ("must_make_room", "2.4"),
    ("no_contact_there", "5.4"),
    ("no_soviets_there", ""),
    ("not_next_to_target", "5.5"),
    ("nobody_near", "5.5"),
    ("own_stack_needed", "9.10"),
    ("already_attacking", "5.5"),
    ("not_picked_up", "5.1.1"),
    ("wrong_colour", "5.1.2"),
    ("spawn_hex_lost", "5.1.3"),
    ("own_hexes_first", "9.9"),
    ("not_in_hand", "8.1"),
    ("leader_not_played", "8.3"),
    ("needs_linden", "8.2.4"),
    ("not_strongest", "6.10.4"),
    ("not_an_attacker", "6.11.1"),
    ("four_advanced", "6.11.1"),
    ("one_must_advance", "6.11.1"),
    ("not_blitz", "8.2.2.2"),
    ("not_top_stacked", "10.5"),
    ("nowhere_to_go", "10.5"),
    ("not_your_unit", ""),
    ("no_long_move", "5.2"),
    ("no_hasty_attack", "5.4"),
    ("no_deliberate_attack", "5.5"),
    ("would_mix", "9.1"),
    ("no_move_left", "5.3"),
    ("not_to_choose", "6.10.5"),
)
