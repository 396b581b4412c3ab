"""Roads: constants of the chapters of high command: weather, supports, Mars, fortress, offensives, STAVKA, approval,
Manstein, reinforcements, scenarios. terms.py joins them to its own.
"""

from typing import Final

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import EFFECTS, JU52S
from kurgan.kernel.notation import Form, Phrase, Slot

# s.track, continued; terms.py has the numbers below 40.
T_FUHRER: Final = 40  # box of the Fuehrer Approval marker, -1 = not used
T_MANSTEIN: Final = 41  # box of the Manstein marker, -1 = not on the track
T_MANSTEIN_SIDE: Final = 42  # offensive he may launch next: 0 Wintergewitter, 1 Backhand Blow, 2 none
T_MANSTEIN_BACK: Final = 43  # turn in which he comes back from the turn track, -1 = he is not on it
T_DISMISSED: Final = 44  # 1 = dismissed, the Fuehrer marker is frozen
T_CRISIS: Final = 45  # box to which the crisis since the last Axis supply phase reset the Fuehrer marker, 0 = none
T_ATTACKS_DUE: Final = 46  # armored attacks that restore Manstein a box, 0 = none asked
T_ATTACKS_MADE: Final = 47  # armored attacks made since the crisis
T_NEXT_LIMIT: Final = 48  # what a crisis forbids in the next Axis turn
T_APPROVED: Final = 49  # bit 1: approval rose by an attack in this combat phase, bit 2: in this exploitation phase
T_MARS: Final = 50  # box of the Mars marker, -3 to 3
T_MARS_OVER: Final = 51  # 1 = the Mars phase is over for good
T_MARS_FEWER: Final = 52  # turns in which STAVKA draws one support fewer
T_ADDED: Final = 53  # supports added to a roll about to be made
T_DRAW_BOX: Final = 54  # box that support markers are being drawn for
T_DRAW_LEFT: Final = 55  # markers still to be drawn
T_SHORTAGES: Final = 56  # shortage markers that have entered the game, the Test marker first
T_TEST_BOX: Final = 57  # box into which the Test marker was drawn this turn, 0 = none
T_CUT_OFF: Final = 58  # Soviet stacks that the Axis may still mark out of supply (12.3.4)
T_MAJOR_NOW: Final = 59  # 1 = a major offensive was launched this turn
T_MAJOR_WEST: Final = 60  # 1 = the Major marker has been placed west of the Donets
T_OM_WAIT: Final = 61  # three offensive markers: 1 = comes back at the end of the turn
T_OM_WAIT_A: Final = 62  # second of three
T_OM_WAIT_B: Final = 63  # third of three
T_OM_NOW: Final = 64  # offensive marker being placed, -1 = none
T_EXCHANGED: Final = 65  # supports given away in exchange in this offensive
T_BUY: Final = 66  # supports spent for units in this offensive
T_NO_SUPPORTS: Final = 67  # 1 = the garrison failed: no Soviet supports this turn
T_TRANSFERRED: Final = 68  # 1 = an O marker was transferred this turn
T_OPENING: Final = 70  # supports still to be chosen for the opening
T_CHOOSE: Final = 71  # supports still to be chosen from the pool
T_CHOOSE_BOX: Final = 72  # box that the chosen supports go to
T_MARKER: Final = 73  # support marker about to be placed, -1 = none
T_FROM: Final = 74  # hex from which a surprise attack started, -1 = none
T_STEPPED: Final = 75  # hex in which a surprise attack stands
T_STALIN: Final = 76  # 1 = the next Soviet attack must lie in the radius of an offensive marker, 2 = it did not
T_RETURN: Final = 77  # supports that a player must still give back
T_RAID: Final = 78  # 1 = an airfield was raided
T_PARTISANS: Final = 79  # rail points that partisans cost the Axis
T_AA_USED: Final = 80  # 1 = the anti-aircraft battery has driven planes off
T_GOERING: Final = 81  # 1 = Goering was played for the next air bridge
T_FS_TURN: Final = 82  # turn in which the fortress was declared last, -2 = never
T_FS_ATTACKED: Final = 83  # pocket stacks attacked at 1/1 or better this Soviet turn
T_FS_FOUGHT: Final = 84  # 1 = a unit of the pocket attacked this Axis turn
T_RING_ATTACKED: Final = 85  # 1 = a Soviet unit securing the pocket was attacked in the last Axis turn
T_AIR_ATTACK: Final = 86  # 1 = an armored attack near the pocket in the last Axis turn
T_HUBE: Final = 87  # 1 = General Hube leads the defense this Soviet turn
T_SORTIES: Final = 88  # stacks that may still be chosen for a sortie
T_RELIEVED: Final = 89  # 1 = Manstein has gained by an open pocket after a Soviet turn
T_WINTER: Final = 90  # 1 = Wintergewitter was launched, 2 = and has paid
T_NO_DRAW: Final = 91  # 1 = no Axis supports are drawn this turn
T_BLOW: Final = 92  # balance of major cities since the Backhand Blow
T_POINTS_LEFT: Final = 93  # unit points that STAVKA may still release
T_HQ: Final = 94  # headquarters for which units are released or taken
T_PRIORITY: Final = 95  # the headquarters of the priority front
T_SECOND: Final = 96  # the second headquarters
T_UNIT: Final = 97  # unit about to be placed, -1 = none
T_RP: Final = 98  # replacement points left
T_RP_ALLIED: Final = 99  # replacement points spent on allies
T_NO_RP: Final = 100  # 1 = the Soviet side gets no more replacement points
T_NO_RP_AXIS: Final = 101  # the same for the Axis
T_WITHDRAWN: Final = 102  # 1 = the withdrawal of FEB II has been made
T_TO_WITHDRAW: Final = 103  # divisions of the present kind still to be withdrawn
T_CITY_USED: Final = 104  # 1 = a reinforcement was placed in a major city this turn
T_MUD_FEB: Final = 105  # 1 = mud on FEB IV
T_PHASE_STEP: Final = 106  # early (0) or late (1) deployment of supports
T_TAKEN: Final = 107  # bits of major cities that the Soviets have captured at least once
T_RETAKEN: Final = 108  # bits of major cities that the Axis has recaptured at least once
T_FS_FIRST: Final = 109  # 1 + the first pocket hex attacked at 1/1 or better this Soviet turn
T_HISTORICAL: Final = 110  # 1 = the withdrawal follows the historical list
T_COUNT: Final = 111

# Boxes of support markers as words; the numbers are M_STAVKA .. M_AXIS of terms.py.
BOX_WORDS: Final = ("", "stavka", "major", "minor_a", "minor_b", "axis")
OM_WORDS: Final = ("major", "minor_a", "minor_b")
MARS_WORDS: Final = ("collapse", "defeat", "bogged_down", "status_quo", "local_success", "success", "breakthrough")

# What an event leaves to be asked (s.todo), first come first served.
TODO_END_EFFECT: Final = 1
TODO_RETURN_EFFECT: Final = 2
TODO_CRISIS: Final = 3
TODO_VICTORY: Final = 4
TODO_FORTRESS: Final = 5

# Ends of a game: T_OUTCOME is 1 + the index.
OUTCOMES: Final = (
    "soviet_decisive", "soviet_strategic", "soviet_operational", "soviet_major", "soviet_minor", "soviet_marginal",
    "draw", "axis_marginal", "axis_minor", "axis_major", "axis_operational", "axis_strategic", "axis_decisive",
)  # fmt: skip

# Answers.
JU: Final = 3500
OM: Final = 3600
PLAY: Final = 4000  # box and kind
TRANSFER: Final = 4600  # kind and box
SHIFT: Final = 10000  # from box, to box, kind
RETURN: Final = 5200  # box
KINDS_RADIX: Final = 64
BOX_RADIX: Final = 8

COMMAND_EVENTS: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    39: ("weather_set", ("ground", "sky", "ice")),
    40: ("supports_returned", ("side", "number")),
    41: ("supports_acquired", ("box", "number", "number")),
    42: ("support_drawn", ("support", "box")),
    43: ("support_taken", ("box",)),
    44: ("support_played", ("support", "hex")),
    45: ("support_on_unit", ("support", "unit")),
    46: ("support_spent", ("support",)),
    47: ("support_moved", ("support", "box", "box")),
    48: ("event_rolled", ("support", "number")),
    49: ("event_without_effect", ("support",)),
    50: ("surprise_made", ("hex", "hex")),
    51: ("surprise_cancelled", ("hex",)),
    52: ("om_placed", ("om", "hex")),
    53: ("om_removed", ("om",)),
    54: ("om_back", ("om",)),
    55: ("major_offensive", ()),
    56: ("support_revealed", ("support",)),
    57: ("shortage_added", ()),
    58: ("box_opened", ("box",)),
    59: ("stack_cut_off", ("hex",)),
    60: ("stavka_rolled", ("unit", "number", "number")),
    61: ("unit_released", ("unit", "hex")),
    62: ("unit_entered_stavka", ("unit",)),
    63: ("effect_ended", ("effect",)),
    64: ("effect_returned", ("effect",)),
    65: ("approval_moved", ("number", "number")),
    66: ("manstein_moved", ("number", "number")),
    67: ("crisis_rolled", ("number",)),
    68: ("crisis_limit", ("limit",)),
    69: ("manstein_dismissed", ()),
    70: ("wintergewitter_launched", ()),
    71: ("backhand_launched", ()),
    72: ("backhand_reckoned", ("number",)),
    73: ("fortress_declared", ("hex",)),
    74: ("fortress_lifted", ()),
    75: ("fortress_level", ("number",)),
    76: ("fortress_moved", ("hex",)),
    77: ("air_bridge_rolled", ("number", "number")),
    78: ("ju52_received", ("number",)),
    79: ("ju52_drawn", ("ju",)),
    80: ("ju52_placed", ("hex",)),
    81: ("ju52_played", ("ju", "hex")),
    82: ("unit_evacuated", ("unit",)),
    83: ("surrender", ("number",)),
    84: ("garrison_short", ("number", "number")),
    85: ("mars_moved", ("number", "mars")),
    86: ("reinforcement_lost", ("unit",)),
    87: ("unit_rebuilt", ("unit",)),
    88: ("step_rebuilt", ("unit",)),
    89: ("unit_upgraded", ("unit", "unit")),
    90: ("unit_withdrawn", ("unit",)),
    91: ("replacements_lost", ("side",)),
    92: ("replacement_points", ("side", "number")),
    93: ("score_changed", ("number", "number")),
    94: ("stalin_orders", ("number",)),
    95: ("support_chosen", ("support",)),
    96: ("rail_points_cut", ("number",)),
    97: ("planes_driven_off", ("hex",)),
    98: ("pontoon_destroyed", ("unit",)),
    99: ("supports_denied", ()),
    100: ("stack_surrendered", ("hex",)),
    101: ("airfield_raided", ("hex",)),
    102: ("unit_arrived_stavka", ("unit",)),
    103: ("discord", ("number",)),
    104: ("event_played", ("support",)),
    105: ("alarm_raised", ("unit", "hex")),
    106: ("stepped_back", ("hex",)),
}
WEATHER_SET: Final = 39
SUPPORTS_RETURNED: Final = 40
SUPPORTS_ACQUIRED: Final = 41
SUPPORT_DRAWN: Final = 42
SUPPORT_TAKEN: Final = 43
SUPPORT_PLAYED: Final = 44
SUPPORT_ON_UNIT: Final = 45
SUPPORT_SPENT: Final = 46
SUPPORT_MOVED: Final = 47
EVENT_ROLLED: Final = 48
EVENT_WITHOUT_EFFECT: Final = 49
SURPRISE_MADE: Final = 50
SURPRISE_CANCELLED: Final = 51
OM_PLACED: Final = 52
OM_REMOVED: Final = 53
OM_BACK: Final = 54
MAJOR_OFFENSIVE: Final = 55
SUPPORT_REVEALED: Final = 56
SHORTAGE_ADDED: Final = 57
BOX_OPENED: Final = 58
STACK_CUT_OFF: Final = 59
STAVKA_ROLLED: Final = 60
UNIT_RELEASED: Final = 61
UNIT_ENTERED_STAVKA: Final = 62
EFFECT_ENDED: Final = 63
EFFECT_RETURNED: Final = 64
APPROVAL_MOVED: Final = 65
MANSTEIN_MOVED: Final = 66
CRISIS_ROLLED: Final = 67
CRISIS_LIMIT: Final = 68
MANSTEIN_DISMISSED: Final = 69
WINTERGEWITTER_LAUNCHED: Final = 70
BACKHAND_LAUNCHED: Final = 71
BACKHAND_RECKONED: Final = 72
FORTRESS_DECLARED: Final = 73
FORTRESS_LIFTED: Final = 74
FORTRESS_LEVEL: Final = 75
FORTRESS_MOVED: Final = 76
AIR_BRIDGE_ROLLED: Final = 77
JU52_RECEIVED: Final = 78
JU52_DRAWN: Final = 79
JU52_PLACED: Final = 80
JU52_PLAYED: Final = 81
UNIT_EVACUATED: Final = 82
SURRENDER: Final = 83
GARRISON_SHORT: Final = 84
MARS_MOVED: Final = 85
REINFORCEMENT_LOST: Final = 86
UNIT_REBUILT: Final = 87
STEP_REBUILT: Final = 88
UNIT_UPGRADED: Final = 89
UNIT_WITHDRAWN: Final = 90
REPLACEMENTS_LOST: Final = 91
REPLACEMENT_POINTS: Final = 92
SCORE_CHANGED: Final = 93
STALIN_ORDERS: Final = 94
SUPPORT_CHOSEN: Final = 95
RAIL_POINTS_CUT: Final = 96
PLANES_DRIVEN_OFF: Final = 97
PONTOON_DESTROYED: Final = 98
SUPPORTS_DENIED: Final = 99
STACK_SURRENDERED: Final = 100
AIRFIELD_RAIDED: Final = 101
UNIT_ARRIVED_STAVKA: Final = 102
DISCORD: Final = 103
EVENT_PLAYED: Final = 104
ALARM_RAISED: Final = 105
STEPPED_BACK: Final = 106

COMMAND_REFUSALS: Final[dict[int, tuple[str, str]]] = {
    64: ("5.1.2", "not_in_box"),
    65: ("5.5.6", "outside_offensive"),
    66: ("5.5.2", "grounded_by_blizzard"),
    67: ("5.5.3", "leader_in_stack"),
    68: ("5.5.3", "germans_only"),
    69: ("5.5.7", "surprise_units"),
    70: ("4.5.2", "second_support_needed"),
    71: ("19.2.7", "no_support_there"),
    72: ("10.2.3", "pocket_without_support"),
    73: ("5.5.6", "stavka_generic_only"),
    74: ("12.2", "shortage_useless"),
    75: ("5.5.7", "not_in_this_step"),
    76: ("5.5.1", "no_place_for_it"),
    77: ("19.2.1", "guns_first"),
    78: ("19.2.1", "opening_must_play"),
    79: ("19.2.1", "opening_balance"),
    80: ("5.5.6", "one_transfer"),
    81: ("11.1.2", "om_place"),
    82: ("11.1.2", "stalingrad_first"),
    83: ("11.4.1", "too_few_supports"),
    84: ("11.4.2", "three_chosen"),
    85: ("11.4.2", "pairs_only"),
    86: ("13.1.1", "not_in_stavka"),
    87: ("13.1.1", "too_dear"),
    88: ("13.1.1", "release_place"),
    89: ("13.1.2", "offensive_place"),
    90: ("13.1.3", "not_beside_hq"),
    91: ("13.1.1", "no_such_hq"),
    92: ("14.2.2", "effect_not_active"),
    93: ("14.2.3", "effect_active"),
    94: ("10.1.2", "fortress_place"),
    95: ("10.4.3", "ju52_place"),
    96: ("10.4.3", "ju52_not_now"),
    97: ("10.3.5", "not_weak"),
    98: ("10.4.3E", "not_to_evacuate"),
    99: ("17.1", "arrival_place"),
    100: ("17.3.14", "no_replacements_for_it"),
    101: ("17.3.3", "half_for_allies"),
    102: ("17.3.7", "support_needed"),
    103: ("17.3.13", "rebuilt_place"),
    104: ("18.1.1", "wrong_factors"),
    105: ("18.2.1", "no_rifle_division"),
    106: ("17.1", "city_place"),
    107: ("12.3.4", "no_contact"),
    108: ("5.1.2", "not_in_pool"),
    109: ("1.5.2", "nothing_to_spend"),
    110: ("2", "must_choose"),
    111: ("10.1.5", "no_refuge"),
    112: ("12.2", "no_shortage_there"),
}
NOT_IN_BOX: Final = 64
OUTSIDE_OFFENSIVE: Final = 65
GROUNDED_BY_BLIZZARD: Final = 66
LEADER_IN_STACK: Final = 67
GERMANS_ONLY: Final = 68
SURPRISE_UNITS: Final = 69
SECOND_SUPPORT_NEEDED: Final = 70
NO_SUPPORT_THERE: Final = 71
POCKET_WITHOUT_SUPPORT: Final = 72
STAVKA_GENERIC_ONLY: Final = 73
SHORTAGE_USELESS: Final = 74
NOT_IN_THIS_STEP: Final = 75
NO_PLACE_FOR_IT: Final = 76
GUNS_FIRST: Final = 77
OPENING_MUST_PLAY: Final = 78
OPENING_BALANCE: Final = 79
ONE_TRANSFER: Final = 80
OM_PLACE: Final = 81
STALINGRAD_FIRST: Final = 82
TOO_FEW_SUPPORTS: Final = 83
THREE_CHOSEN: Final = 84
PAIRS_ONLY: Final = 85
NOT_IN_STAVKA: Final = 86
TOO_DEAR: Final = 87
RELEASE_PLACE: Final = 88
OFFENSIVE_PLACE: Final = 89
NOT_BESIDE_HQ: Final = 90
NO_SUCH_HQ: Final = 91
EFFECT_NOT_ACTIVE: Final = 92
EFFECT_ACTIVE: Final = 93
FORTRESS_PLACE: Final = 94
JU52_PLACE: Final = 95
JU52_NOT_NOW: Final = 96
NOT_WEAK: Final = 97
NOT_TO_EVACUATE: Final = 98
ARRIVAL_PLACE: Final = 99
NO_REPLACEMENTS_FOR_IT: Final = 100
HALF_FOR_ALLIES: Final = 101
SUPPORT_NEEDED: Final = 102
REBUILT_PLACE: Final = 103
WRONG_FACTORS: Final = 104
NO_RIFLE_DIVISION: Final = 105
CITY_PLACE: Final = 106
NO_CONTACT: Final = 107
NOT_IN_POOL: Final = 108
NOTHING_TO_SPEND: Final = 109
MUST_CHOOSE: Final = 110
NO_REFUGE: Final = 111
NO_SHORTAGE_THERE: Final = 112


def command_forms(pack: Pack) -> dict[str, Form]:
    """The notation of the questions of high command."""
    unit = Slot("unit", pack.unit_count, "piece")
    hex_ = Slot("hex", pack.hex_count, "place")
    support = Slot("support", KINDS_RADIX)
    box = Slot("box", BOX_RADIX)
    effect = Slot("effect", len(EFFECTS))
    ju = Slot("ju", len(JU52S))
    om = Slot("om", len(OM_WORDS))
    none = Phrase("none", 0)
    done = Phrase("done", 0)
    return {
        "yes_or_no": Form(Phrase("no", 0), Phrase("yes", 3100)),
        "choose_support": Form(Phrase("choose", 3200, support)),
        "play_support": Form(
            done, Phrase("play", PLAY, box, support), Phrase("transfer", TRANSFER, support, box),
            Phrase("return", RETURN, box),
        ),
        "spend_from_box": Form(none, Phrase("spend", PLAY, box, support)),
        "return_support": Form(none, Phrase("return", PLAY, box, support)),
        "shift_supports": Form(done, Phrase("shift", SHIFT, box, box, support)),
        "support_unit": Form(Phrase("on", 1, unit), Phrase("at", 1000, hex_)),
        "allot_support": Form(
            Phrase("keep", 3200, support), Phrase("exchange", PLAY, support), Phrase("spend", TRANSFER, support)
        ),
        "choose_hex": Form(none, Phrase("at", 1000, hex_)),
        "choose_unit": Form(none, Phrase("unit", 1, unit)),
        "choose_effect": Form(Phrase("effect", 3400, effect)),
        "place_om": Form(done, Phrase("place", OM, om)),
        "redeploy_om": Form(Phrase("keep", 0), Phrase("remove", 3100)),
        "play_ju52": Form(none, Phrase("play", JU, ju)),
        "replace": Form(done, Phrase("rebuild", 1, unit)),
        "pay_armor": Form(Phrase("group", 1, unit), Phrase("spend", PLAY, box, support)),
        "withdraw": Form(Phrase("historical", 0), Phrase("withdraw", 1, unit)),
    }  # fmt: skip
