"""Advance: ids, constants and the words of its notation.

Areas are their printed numbers, units and Soviet counters their rows in the pack. A unit that is on no area is at one
of the boxes below. Events and refusals are numbers here; their sentences are in the text file.
"""

from typing import Final

from kurgan.kernel.notation import Form, Phrase, Slot

GERMAN: Final = 0
"""The only seat."""

# Where a unit is, when it is on no area (areas are 1 to 60).
NOT_HERE: Final = 0  # no part of this scenario
OUT: Final = 61  # Out of Action box [3.7]
DUE: Final = 62  # reinforcement still to come [6.1.1]
AWAY: Final = 63  # called away by an event, comes back next turn [6.2.1]
GONE: Final = 64  # withdrawn for good [6.1.2]

# What stands in an area on the Soviet side.
VACANT: Final = 0  # [7.4]
UNREVEALED: Final = 1  # [4.4]
REVEALED: Final = 2  # this plus the counter's kind

NO_UNIT: Final = -1
NO_STRATEGY: Final = -1
NO_DIVISION: Final = -1

# Results of a combat [9.5.5].
NO_RESULT: Final = 0
REPULSE: Final = 1
STALEMATE: Final = 2
SUCCESS: Final = 3
OVERRUN: Final = 4
RESULTS: Final = ("none", "repulse", "stalemate", "success", "overrun")

# How a game ends.
PLAYING: Final = 0
GERMAN_AUTOMATIC: Final = 1  # [11.1] every area
GERMAN_OPERATIONAL: Final = 2  # [11.2] at the end
SOVIET_AUTOMATIC: Final = 3  # [11.1] Morale 0
SOVIET: Final = 4  # [11.2] at the end
OUTCOMES: Final = ("playing", "german_automatic", "german_operational", "soviet_automatic", "soviet")

# Answers. Units and areas have room for 64 each.
RADIX: Final = 64
DONE: Final = 0  # done, end, stop, hold, retreat (Barrage), fight
ALL: Final = 1
PLACE: Final = 64  # PLACE + area
CHOOSE: Final = 64  # CHOOSE + unit
ATTACK: Final = 64  # ATTACK + area
MOVE: Final = 128  # MOVE + unit * RADIX + area
BUY: Final = 1  # BUY + goods
ARTILLERY: Final = 0
ENGINEER: Final = 1
AIR: Final = 2
MORALE: Final = 3
ADD: Final = 1  # ADD + marker

UNIT: Final = Slot("unit", RADIX, "piece")
AREA: Final = Slot("area", RADIX, "place")
GOODS: Final = Slot("goods", 4)
MARKER: Final = Slot("marker", 3)

FORMS: Final = {
    "place_group": Form(Phrase("hold", DONE), Phrase("place", PLACE, AREA)),
    "place_division": Form(Phrase("hold", DONE), Phrase("place", PLACE, AREA)),
    "place_october_group": Form(Phrase("hold", DONE), Phrase("place", PLACE, AREA)),
    "return_unit": Form(Phrase("hold", DONE), Phrase("place", PLACE, AREA)),
    "spend": Form(Phrase("done", DONE), Phrase("buy", BUY, GOODS), Phrase("return", CHOOSE, UNIT)),
    "place_returned": Form(Phrase("place", PLACE, AREA)),
    "activate": Form(Phrase("end", DONE), Phrase("activate", PLACE, AREA)),
    "order": Form(Phrase("done", DONE), Phrase("attack", ATTACK, AREA), Phrase("move", MOVE, UNIT, AREA)),
    "go_on": Form(Phrase("stop", DONE), Phrase("to", PLACE, AREA)),
    "join_attack": Form(Phrase("done", DONE), Phrase("all", ALL), Phrase("join", CHOOSE, UNIT)),
    "answer_barrage": Form(Phrase("retreat", DONE), Phrase("give_up", CHOOSE, UNIT)),
    "name_lead": Form(Phrase("lead", CHOOSE, UNIT)),
    "commit_support": Form(Phrase("fight", DONE), Phrase("add", ADD, MARKER)),
    "fall_back": Form(Phrase("retreat", MOVE, UNIT, AREA)),
}

# Events: number, then name of the sentence and kinds of its arguments.
TURN_BEGINS: Final = 0
GROUP_PLACED: Final = 1
UNIT_PLACED: Final = 2
GROUP_HELD: Final = 3
DIVISION_WITHDRAWN: Final = 4
MORALE_CHANGED: Final = 5
EVENT_ROLLED: Final = 6
EVENT_WITHOUT_RESULT: Final = 7
DIVISION_PAUSED: Final = 8
SUPPLY_ROLLED: Final = 9
SUPPLY_REROLLED: Final = 10
SUPPLY_RAISED: Final = 11
FREE_AIR: Final = 12
BOUGHT: Final = 13
UNIT_RETURNED: Final = 14
SUPPLY_BANKED: Final = 15
STREETS_ROLLED: Final = 16
UNITS_SPENT: Final = 17
AREA_ACTIVATED: Final = 18
UNIT_MOVED: Final = 19
ATTACK_BEGINS: Final = 20
COUNTER_REVEALED: Final = 21
UNIT_OUT: Final = 22
BARRAGE_RETREAT: Final = 23
ISOLATION_ROLLED: Final = 24
LEAD_NAMED: Final = 25
SUPPORT_ADDED: Final = 26
AIR_ROLLED: Final = 27
VALUES_RECKONED: Final = 28
ATTACK_ROLLED: Final = 29
DEFENCE_ROLLED: Final = 30
RESULT: Final = 31
FANATIC_HOLDS: Final = 32
AREA_TAKEN: Final = 33
UNIT_RETREATED: Final = 34
ISOLATED_MARKED: Final = 35
TURN_ENDS: Final = 36
GAME_OVER: Final = 37
UNITS_LEFT_IN_BOX: Final = 38
AMBUSHED: Final = 39
HEROES_HELD: Final = 40

EVENT_KINDS: Final = [
    ("turn_begins", "number"),
    ("group_placed", "area number"),
    ("unit_placed", "unit area"),
    ("group_held", "number"),
    ("division_withdrawn", "division number"),
    ("morale_changed", "signed number strength"),
    ("event_rolled", "number event"),
    ("event_without_result", "number event"),
    ("division_paused", "division"),
    ("supply_rolled", "number number"),
    ("supply_rerolled", "number number"),
    ("supply_raised", "number"),
    ("free_air", "number"),
    ("bought", "goods number"),
    ("unit_returned", "unit area number"),
    ("supply_banked", "number"),
    ("streets_rolled", "area number street"),
    ("units_spent", "area"),
    ("area_activated", "area"),
    ("unit_moved", "unit area area number"),
    ("attack_begins", "area number"),
    ("counter_revealed", "area counter"),
    ("unit_out", "unit"),
    ("barrage_retreat", "area"),
    ("isolation_rolled", "area number signed"),
    ("lead_named", "unit"),
    ("support_added", "marker"),
    ("air_rolled", "number number"),
    ("values_reckoned", "number number"),
    ("attack_rolled", "number number"),
    ("defence_rolled", "number number"),
    ("result", "area result signed"),
    ("fanatic_holds", "area"),
    ("area_taken", "area number"),
    ("unit_retreated", "unit area"),
    ("isolated_marked", "area"),
    ("turn_ends", "number"),
    ("game_over", "outcome number"),
    ("units_left_in_box", "number"),
    ("ambushed", "unit"),
    ("heroes_held", "area"),
]

# Refusals: number, then name of the sentence and rule.
ALLOWED: Final = 0
NOT_OFFERED: Final = 1
NO_ROOM: Final = 2
NOT_AN_ARRIVAL_AREA: Final = 3
NOT_GERMAN: Final = 4
NOT_ENOUGH_SUPPLY: Final = 5
NO_MARKER_LEFT: Final = 6
MORALE_AT_TOP: Final = 7
NOT_OUT_OF_ACTION: Final = 8
NO_PLACE_TO_RETURN: Final = 9
NOT_A_RETURN_AREA: Final = 10
NO_FRESH_UNIT: Final = 11
NOTHING_TO_DO_THERE: Final = 12
NOTHING_DONE: Final = 13
MUST_ATTACK: Final = 14
NOT_ACTIVE: Final = 15
IS_SPENT: Final = 16
IS_PAUSED: Final = 17
NOT_ADJACENT: Final = 18
NOT_ENOUGH_POINTS: Final = 19
LEAVING_CONTEST: Final = 20
ALREADY_ATTACKED: Final = 21
NORTHERN_SHOULDER: Final = 22
NO_SOVIET_UNIT: Final = 23
NOBODY_TO_ATTACK: Final = 24
NOBODY_JOINED: Final = 25
NOT_AN_ATTACKER: Final = 26
SUPPORT_LIMIT: Final = 27
NO_MARKER_AVAILABLE: Final = 28
ONE_AIR_MARKER: Final = 29
AIR_FORBIDDEN: Final = 30
AIR_IN_CONTESTED_STREETS: Final = 31
NOT_RETREATING: Final = 32
WRONG_RETREAT: Final = 33
AREA_IS_PAUSED: Final = 34
NOT_HERE_NOW: Final = 35
AIR_FORBIDDEN_IN_OCTOBER: Final = 36
DIVISION_HAS_LEFT: Final = 37

REFUSAL_KINDS: Final = [
    ("allowed", ""),
    ("not_offered", ""),
    ("no_room", "7.1"),
    ("not_an_arrival_area", ""),  # 6.1.1, 6.2.1 or 14.4, as the question
    ("not_german", "7.2"),
    ("not_enough_supply", "6.3"),
    ("no_marker_left", "6.3"),
    ("morale_at_top", "5.2"),
    ("not_out_of_action", "3.7"),
    ("no_place_to_return", "6.3"),
    ("not_a_return_area", "6.3"),
    ("no_fresh_unit", "8.1"),
    ("nothing_to_do_there", "8.1"),
    ("nothing_done", "6.4.2"),
    ("must_attack", "9.1"),
    ("not_active", "6.4.2"),
    ("is_spent", "8.2"),
    ("is_paused", "6.2"),
    ("not_adjacent", "3.1"),
    ("not_enough_points", "8.2"),
    ("leaving_contest", "8.3.2"),
    ("already_attacked", "8.2.1"),
    ("northern_shoulder", "12.2"),
    ("no_soviet_unit", "9.0"),
    ("nobody_to_attack", "9.0"),
    ("nobody_joined", "9.2"),
    ("not_an_attacker", "9.5"),
    ("support_limit", "9.5.4"),
    ("no_marker_available", "3.5"),
    ("one_air_marker", "9.5.4"),
    ("air_forbidden", "6.2"),
    ("air_in_contested_streets", "12.5"),
    ("not_retreating", "9.5.8"),
    ("wrong_retreat", "9.5.8"),
    ("area_is_paused", "6.2"),
    ("not_here_now", "6.4.2"),
    ("air_forbidden_in_october", "14.6.1"),
    ("division_has_left", "6.1.2"),
]
