"""Roads: ids and constants of a position: boxes, marks, tracks, answers, event kinds, refusal codes, notation.

Answers: 0 ends or declines, ``UNIT + u`` names a unit, ``HEX + h`` a hex; other verbs have bases of their own.
"""

from typing import Final, NewType

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.terms_high_command import COMMAND_EVENTS, COMMAND_REFUSALS, command_forms
from kurgan.games.roads.terms_high_command import T_COUNT as T_COUNT
from kurgan.kernel.notation import Form, Phrase, Slot

Unit = NewType("Unit", int)
Hex = NewType("Hex", int)

# Where a unit is that is not in a hex (s.where[u]).
ELIMINATED: Final = -1
WITHDRAWN: Final = -2
STAVKA: Final = -3
TO_COME: Final = -4
DISPLACED: Final = -5
KG_POOL: Final = -6
MARKER_POOL: Final = -7
EVACUATED: Final = -8
BOXES: Final = ("", "eliminated", "withdrawn", "stavka", "to_come", "displaced", "kg_pool", "marker_pool", "evacuated")

# Supply of a unit (s.supply[u]).
IN_SUPPLY: Final = 0
OOS: Final = 1
OOS_FS: Final = 2

# Bits of s.mark[u].
MOVED: Final = 1
FOUGHT: Final = 2
EXPLOITING: Final = 4
RETREATED: Final = 8
PINNED: Final = 16
SURPRISE: Final = 32
FULL_STRENGTH: Final = 64
MOBILE: Final = 128

# Bits of s.history[h].
SOVIET_TOOK: Final = 1
AXIS_RETOOK: Final = 2
ATTACKED: Final = 4

# Where a support marker is (s.marker_place[m]); on the map, s.marker_on[m] is its unit or hex.
M_POOL: Final = 0
M_STAVKA: Final = 1
M_MAJOR: Final = 2
M_MINOR_A: Final = 3
M_MINOR_B: Final = 4
M_AXIS: Final = 5
M_MAP: Final = 6
M_PLAYED: Final = 7
M_OUT: Final = 8

# Where a Ju 52 marker is (s.ju_place[j]); on the map, s.ju_on[j] is its hex.
J_POOL: Final = 0
J_HAND: Final = 1
J_MAP: Final = 2
J_OUT: Final = 3

# Phases in which a fight can happen (s.battle.phase) and ways of moving (s.track[T_MODE]).
COMBAT: Final = 0
EXPLOITATION: Final = 1
SURPRISE_PHASE: Final = 2

NORMAL: Final = 0
STRATEGIC: Final = 1
RAIL: Final = 2
EXPLOIT: Final = 3
REACTION: Final = 4

# s.track: every small number of the game.
T_TURN: Final = 0
T_SIDE: Final = 1  # the phasing side
T_GROUND: Final = 2
T_SKY: Final = 3
T_ICE: Final = 4
T_FS_HEX: Final = 5  # -1: no marker on the map
T_FS_LEVEL: Final = 6
T_SUPERIORITY: Final = 7  # four effects, 1 = active
T_OM: Final = 11  # three offensive markers: hex, -1 = not on the map
T_OM_SIDE: Final = 14  # 1 = Stalingrad side up
T_MODE: Final = 17
T_POINTS: Final = 18  # half movement points left to whoever moves
T_STEPS: Final = 19  # hexes entered so far in this move
T_OFF_ROAD: Final = 20  # 1 = a support was spent for strategic movement off the roads
T_RAIL: Final = 21  # rail points left
T_PHASE: Final = 22  # COMBAT or EXPLOITATION, while attacks are made
T_ENDED: Final = 23  # 1 = the phasing player ended this phase
T_FS_MOVED: Final = 24  # pocket units that moved this phase at level 1
T_OUTCOME: Final = 25  # 0 = the game goes on, else 1 + index into OUTCOMES
T_SCORE: Final = 26
T_SORTIE: Final = 27  # 1 = a sortie: only FULL_STRENGTH units of the pocket move and attack this turn (10.4.3)
T_LIMIT: Final = 28  # what an OKH crisis forbids the Axis this turn (15.3)
# Numbers from 40 on, and T_COUNT, are in terms_high_command.py.

# Answers.
DONE: Final = 0
UNIT: Final = 1
HEX: Final = 1000
BY_STRATEGIC: Final = 3000
BY_RAIL: Final = 3001
YES: Final = 3100
SUPPORT: Final = 3200
RESULT: Final = 3300
EFFECT: Final = 3400
UNIT_HEX: Final = 10000
HEXES: Final = 1008

# Event kinds, without a gap: number -> name in the text file, and what its arguments are (kinds of words).
EVENTS: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    0: ("unit_moved", ("unit", "hex", "hex")),
    1: ("unit_placed", ("unit", "hex")),
    2: ("step_lost", ("unit",)),
    3: ("unit_eliminated", ("unit",)),
    4: ("hex_captured", ("hex", "side")),
    5: ("turn_begins", ("turn", "side")),
    6: ("phase_begins", ("phase",)),
    7: ("hq_displaced", ("unit", "hex")),
    8: ("out_of_supply", ("unit",)),
    9: ("back_in_supply", ("unit",)),
    10: ("pontoon_built", ("unit", "hex")),
    11: ("pontoon_dismantled", ("unit",)),
    12: ("off_road_bought", ("support",)),
    13: ("attack_declared", ("hex",)),
    14: ("attacker_named", ("unit",)),
    15: ("odds_set", ("number", "number", "odds", "odds")),
    16: ("attack_cancelled", ("hex",)),
    17: ("elite_declared", ("unit",)),
    18: ("armored_declared", ()),
    19: ("combat_rolled", ("number",)),
    20: ("combat_result", ("number", "number", "attacker_result", "defender_result")),
    21: ("result_chosen", ("attacker_result",)),
    22: ("defence_chosen", ("defender_result",)),
    23: ("results_final", ("attacker_result", "number", "defender_result")),
    24: ("superiority_used", ("effect",)),
    25: ("unit_retreated", ("unit", "hex", "hex")),
    26: ("retreat_impossible", ("unit",)),
    27: ("unit_advanced", ("unit", "hex")),
    28: ("unit_exploits", ("unit",)),
    29: ("kampfgruppe_raised", ("unit", "hex")),
    30: ("reaction_begins", ("unit",)),
    31: ("engagement_rolled", ("number", "number", "number")),
    32: ("overstacked", ("unit", "hex")),
    33: ("river_line_chosen", ()),
    34: ("hex_line_chosen", ()),
    35: ("stood_fast", ()),
    36: ("fell_back", ()),
    37: ("game_over", ("outcome", "number")),
    38: ("moves_by", ("mode",)),
    **COMMAND_EVENTS,
}
UNIT_MOVED: Final = 0
UNIT_PLACED: Final = 1
STEP_LOST: Final = 2
UNIT_ELIMINATED: Final = 3
HEX_CAPTURED: Final = 4
TURN_BEGINS: Final = 5
PHASE_BEGINS: Final = 6
HQ_DISPLACED: Final = 7
OUT_OF_SUPPLY: Final = 8
BACK_IN_SUPPLY: Final = 9
PONTOON_BUILT: Final = 10
PONTOON_DISMANTLED: Final = 11
OFF_ROAD_BOUGHT: Final = 12
ATTACK_DECLARED: Final = 13
ATTACKER_NAMED: Final = 14
ODDS_SET: Final = 15
ATTACK_CANCELLED: Final = 16
ELITE_DECLARED: Final = 17
ARMORED_DECLARED: Final = 18
COMBAT_ROLLED: Final = 19
COMBAT_RESULT: Final = 20
RESULT_CHOSEN: Final = 21
DEFENCE_CHOSEN: Final = 22
RESULTS_FINAL: Final = 23
SUPERIORITY_USED: Final = 24
UNIT_RETREATED: Final = 25
RETREAT_IMPOSSIBLE: Final = 26
UNIT_ADVANCED: Final = 27
UNIT_EXPLOITS: Final = 28
KAMPFGRUPPE_RAISED: Final = 29
REACTION_BEGINS: Final = 30
ENGAGEMENT_ROLLED: Final = 31
OVERSTACKED: Final = 32
RIVER_LINE_CHOSEN: Final = 33
HEX_LINE_CHOSEN: Final = 34
STOOD_FAST: Final = 35
FELL_BACK: Final = 36
GAME_OVER: Final = 37
MOVES_BY: Final = 38

# Refusal codes, without a gap: number -> rule and name in the text file. 0 is no refusal.
REFUSALS: Final[dict[int, tuple[str, str]]] = {
    1: ("2", "not_an_answer"),
    2: ("7.1.1", "not_yours"),
    3: ("1.3.3", "not_on_map"),
    4: ("7.1.3", "already_moved"),
    5: ("7.1.8", "no_movement"),
    6: ("10.2.4", "secures_pocket"),
    7: ("19.2.3", "hq_stands"),
    8: ("15.3", "held_by_crisis"),
    9: ("10.3.2", "pocket_may_not_move"),
    10: ("7.1.2", "not_adjacent"),
    11: ("7.1.7", "enemy_in_hex"),
    12: ("1.8.4", "impassable"),
    13: ("7.1.4", "not_enough_points"),
    14: ("4.4.4", "farther_from_hq"),
    15: ("7.1.10", "hq_out_of_supply"),
    16: ("7.1.11", "map_edge_row"),
    17: ("7.2.2", "outside_radius"),
    18: ("7.2.2", "next_to_enemy"),
    19: ("7.2.2", "off_road"),
    20: ("7.3.3", "not_on_rail_line"),
    21: ("7.3.2", "no_rail_points"),
    22: ("3.2.2", "mud_crossing"),
    23: ("9.2.4", "river_without_bridge"),
    24: ("19.0", "outside_map_part"),
    25: ("7.1.1", "not_in_same_hex"),
    26: ("7.2.2", "no_strategic_movement"),
    27: ("7.3", "no_rail_movement"),
    28: ("8.1.1", "no_enemy_there"),
    29: ("8.1.9a", "hex_already_attacked"),
    30: ("8.1.1", "nobody_can_attack"),
    31: ("8.1.9b", "unit_already_fought"),
    32: ("8.3.3", "hq_never_attacks"),
    33: ("8.1.12", "allies_apart"),
    34: ("9.3.1", "not_exploiting"),
    35: ("3.2.2", "mud_attack"),
    36: ("8.5.3", "no_attack_factor"),
    37: ("8.3.1", "nobody_named_yet"),
    38: ("8.6.1", "not_elite"),
    39: ("8.6.3", "too_few_black_boxes"),
    40: ("8.10.3", "not_in_block"),
    41: ("8.8.1", "first_loss_is_bound"),
    42: ("8.8.2", "others_lose_first"),
    43: ("8.12.5", "priority_forbids"),
    44: ("8.13.2", "may_not_advance"),
    45: ("8.14.2", "too_few_exploitation_points"),
    46: ("8.7.6", "may_not_react"),
    47: ("8.15.9", "no_kampfgruppe_left"),
    48: ("1.11.2", "not_overstacked"),
    49: ("4.1.3", "no_river_there"),
    50: ("5.5.1", "no_such_support"),
    51: ("10.2.3", "pocket_may_not_attack"),
    52: ("8.12.10", "cannot_retreat"),
    53: ("19.2.7", "last_positions"),
    54: ("1.11.3", "too_many_units"),
    55: ("15.2.1", "away_from_fortress"),
    56: ("7.1.3", "must_go_on"),
    57: ("7.1.10", "hq_moves_alone"),
    58: ("3.2.2", "no_strategic_in_mud"),
    59: ("3.2.2", "mud_limit"),
    60: ("9.2.1", "may_not_exploit"),
    61: ("9.2.4", "exploits_on_foot"),
    62: ("19.2.6", "zone_of_28th"),
    63: ("19.3.1", "opening_in_the_west"),
    **COMMAND_REFUSALS,
}
NOT_AN_ANSWER: Final = 1
NOT_YOURS: Final = 2
NOT_ON_MAP: Final = 3
ALREADY_MOVED: Final = 4
NO_MOVEMENT: Final = 5
SECURES_POCKET: Final = 6
HQ_STANDS: Final = 7
HELD_BY_CRISIS: Final = 8
POCKET_MAY_NOT_MOVE: Final = 9
NOT_ADJACENT: Final = 10
ENEMY_IN_HEX: Final = 11
IMPASSABLE: Final = 12
NOT_ENOUGH_POINTS: Final = 13
FARTHER_FROM_HQ: Final = 14
HQ_OUT_OF_SUPPLY: Final = 15
MAP_EDGE_ROW: Final = 16
OUTSIDE_RADIUS: Final = 17
NEXT_TO_ENEMY: Final = 18
OFF_ROAD: Final = 19
NOT_ON_RAIL_LINE: Final = 20
NO_RAIL_POINTS: Final = 21
MUD_CROSSING: Final = 22
RIVER_WITHOUT_BRIDGE: Final = 23
OUTSIDE_MAP_PART: Final = 24
NOT_IN_SAME_HEX: Final = 25
NO_STRATEGIC_MOVEMENT: Final = 26
NO_RAIL_MOVEMENT: Final = 27
NO_ENEMY_THERE: Final = 28
HEX_ALREADY_ATTACKED: Final = 29
NOBODY_CAN_ATTACK: Final = 30
UNIT_ALREADY_FOUGHT: Final = 31
HQ_NEVER_ATTACKS: Final = 32
ALLIES_APART: Final = 33
NOT_EXPLOITING: Final = 34
MUD_ATTACK: Final = 35
NO_ATTACK_FACTOR: Final = 36
NOBODY_NAMED_YET: Final = 37
NOT_ELITE: Final = 38
TOO_FEW_BLACK_BOXES: Final = 39
NOT_IN_BLOCK: Final = 40
FIRST_LOSS_IS_BOUND: Final = 41
OTHERS_LOSE_FIRST: Final = 42
PRIORITY_FORBIDS: Final = 43
MAY_NOT_ADVANCE: Final = 44
TOO_FEW_EXPLOITATION_POINTS: Final = 45
MAY_NOT_REACT: Final = 46
NO_KAMPFGRUPPE_LEFT: Final = 47
NOT_OVERSTACKED: Final = 48
NO_RIVER_THERE: Final = 49
NO_SUCH_SUPPORT: Final = 50
POCKET_MAY_NOT_ATTACK: Final = 51
CANNOT_RETREAT: Final = 52
LAST_POSITIONS: Final = 53
TOO_MANY_UNITS: Final = 54
AWAY_FROM_FORTRESS: Final = 55
MUST_GO_ON: Final = 56
HQ_MOVES_ALONE: Final = 57
NO_STRATEGIC_IN_MUD: Final = 58
MUD_LIMIT: Final = 59
MAY_NOT_EXPLOIT: Final = 60
EXPLOITS_ON_FOOT: Final = 61
ZONE_OF_28TH: Final = 62
OPENING_IN_THE_WEST: Final = 63

PHASES: Final = (
    "supply", "movement", "combat", "exploitation", "supports", "offensives", "mars", "stavka", "reinforcements",
    "stalingrad_supply", "weather",
)  # fmt: skip
MODES: Final = ("normal", "strategic", "rail", "exploitation", "reaction")
ODDS_WORDS: Final = tuple([f"1/{n}" for n in range(12, 1, -1)] + [f"{n}/1" for n in range(1, 61)])
ODDS_ZERO: Final = 10  # index of 1/2 in ODDS_WORDS; the 1/2 column is number 0


def odds_word(column: int) -> int:
    """Index into ODDS_WORDS of a place on the line ... 1/3 1/2 1/1 2/1 ..., where 1/2 is 0."""
    return max(0, min(len(ODDS_WORDS) - 1, column + ODDS_ZERO))


def forms(pack: Pack) -> dict[str, Form]:
    """The notation of every question, by the form its step names."""
    unit = Slot("unit", pack.unit_count, "piece")
    hex_ = Slot("hex", HEXES, "place")
    support = Slot("support", pack.support_count)
    known = {
        "choose_mover": Form(Phrase("end", DONE), Phrase("move", UNIT, unit)),
        "step": Form(
            Phrase("stop", DONE), Phrase("with", UNIT, unit), Phrase("to", HEX, hex_),
            Phrase("strategic", BY_STRATEGIC), Phrase("rail", BY_RAIL),
        ),
        "spend_support": Form(Phrase("none", DONE), Phrase("spend", SUPPORT, support)),
        "pontoon": Form(Phrase("keep", DONE), Phrase("bridge", HEX, hex_)),
        "headquarters": Form(Phrase("wait", DONE), Phrase("place", HEX, hex_)),
        "dismantle": Form(Phrase("keep", DONE), Phrase("dismantle", YES)),
        "give_up": Form(Phrase("eliminate", UNIT, unit)),
        "choose_target": Form(Phrase("end", DONE), Phrase("attack", HEX, hex_)),
        "add_attacker": Form(Phrase("done", DONE), Phrase("with", UNIT, unit)),
        "declare_elite": Form(Phrase("plain", DONE), Phrase("elite", UNIT, unit)),
        "declare_armored": Form(Phrase("plain", DONE), Phrase("armored", YES)),
        "attacker_result": Form(Phrase("result", RESULT, Slot("attacker_result", 8))),
        "defender_result": Form(Phrase("result", RESULT, Slot("defender_result", 8))),
        "choose_line": Form(Phrase("hex", DONE), Phrase("river", YES)),
        "lose_step": Form(Phrase("brigade", DONE), Phrase("lose", UNIT, unit)),
        "lose_unit": Form(Phrase("lose", UNIT, unit)),
        "stand_or_retreat": Form(Phrase("stand", DONE), Phrase("retreat", YES)),
        "retreat": Form(Phrase("stay", DONE), Phrase("first", UNIT, unit), Phrase("to", HEX, hex_)),
        "advance": Form(Phrase("done", DONE), Phrase("advance", UNIT_HEX, unit, hex_)),
        "react": Form(Phrase("none", DONE), Phrase("react", UNIT, unit)),
        "exploit": Form(Phrase("done", DONE), Phrase("exploit", UNIT, unit)),
        "kampfgruppe": Form(Phrase("no", DONE), Phrase("raise", YES)),
    }  # fmt: skip
    return known | command_forms(pack)
