"""Roads: constants of the chapters of high command: weather, supports, Mars, fortress, offensives, STAVKA, approval,
Manstein, reinforcements, scenarios. terms.py joins them to its own.
"""

from typing import Final

from kurgan.kernel.codec import Form, Phrase, Slot

from .kinds import EFFECTS, JU52S
from .pack import Pack

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
    100: ("weather_set", ("ground", "sky", "ice")),
    101: ("supports_returned", ("side", "number")),
    102: ("supports_acquired", ("box", "number", "number")),
    103: ("support_drawn", ("support", "box")),
    104: ("support_taken", ("box",)),
    105: ("support_played", ("support", "hex")),
    106: ("support_on_unit", ("support", "unit")),
    107: ("support_spent", ("support",)),
    108: ("support_moved", ("support", "box", "box")),
    109: ("event_rolled", ("support", "number")),
    110: ("event_without_effect", ("support",)),
    111: ("surprise_made", ("hex", "hex")),
    112: ("surprise_cancelled", ("hex",)),
    113: ("om_placed", ("om", "hex")),
    114: ("om_removed", ("om",)),
    115: ("om_back", ("om",)),
    116: ("major_offensive", ()),
    117: ("support_revealed", ("support",)),
    118: ("shortage_added", ()),
    119: ("box_opened", ("box",)),
    120: ("stack_cut_off", ("hex",)),
    121: ("stavka_rolled", ("unit", "number", "number")),
    122: ("unit_released", ("unit", "hex")),
    123: ("unit_entered_stavka", ("unit",)),
    124: ("effect_ended", ("effect",)),
    125: ("effect_returned", ("effect",)),
    126: ("approval_moved", ("number", "number")),
    127: ("manstein_moved", ("number", "number")),
    128: ("crisis_rolled", ("number",)),
    129: ("crisis_limit", ("limit",)),
    130: ("manstein_dismissed", ()),
    131: ("wintergewitter_launched", ()),
    132: ("backhand_launched", ()),
    133: ("backhand_reckoned", ("number",)),
    134: ("fortress_declared", ("hex",)),
    135: ("fortress_lifted", ()),
    136: ("fortress_level", ("number",)),
    137: ("fortress_moved", ("hex",)),
    138: ("air_bridge_rolled", ("number", "number")),
    139: ("ju52_received", ("number",)),
    140: ("ju52_drawn", ("ju",)),
    141: ("ju52_placed", ("hex",)),
    142: ("ju52_played", ("ju", "hex")),
    143: ("unit_evacuated", ("unit",)),
    144: ("surrender", ("number",)),
    145: ("garrison_short", ("number", "number")),
    146: ("mars_moved", ("number", "mars")),
    147: ("reinforcement_lost", ("unit",)),
    148: ("unit_rebuilt", ("unit",)),
    149: ("step_rebuilt", ("unit",)),
    150: ("unit_upgraded", ("unit", "unit")),
    151: ("unit_withdrawn", ("unit",)),
    152: ("replacements_lost", ("side",)),
    153: ("replacement_points", ("side", "number")),
    154: ("score_changed", ("number", "number")),
    155: ("stalin_orders", ("number",)),
    156: ("support_chosen", ("support",)),
    157: ("rail_points_cut", ("number",)),
    158: ("planes_driven_off", ("hex",)),
    159: ("pontoon_destroyed", ("unit",)),
    160: ("supports_denied", ()),
    161: ("stack_surrendered", ("hex",)),
    162: ("airfield_raided", ("hex",)),
    163: ("unit_arrived_stavka", ("unit",)),
    164: ("discord", ("number",)),
    165: ("event_played", ("support",)),
    166: ("alarm_raised", ("unit", "hex")),
    167: ("stepped_back", ("hex",)),
}
WEATHER_SET: Final = 100
SUPPORTS_RETURNED: Final = 101
SUPPORTS_ACQUIRED: Final = 102
SUPPORT_DRAWN: Final = 103
SUPPORT_TAKEN: Final = 104
SUPPORT_PLAYED: Final = 105
SUPPORT_ON_UNIT: Final = 106
SUPPORT_SPENT: Final = 107
SUPPORT_MOVED: Final = 108
EVENT_ROLLED: Final = 109
EVENT_WITHOUT_EFFECT: Final = 110
SURPRISE_MADE: Final = 111
SURPRISE_CANCELLED: Final = 112
OM_PLACED: Final = 113
OM_REMOVED: Final = 114
OM_BACK: Final = 115
MAJOR_OFFENSIVE: Final = 116
SUPPORT_REVEALED: Final = 117
SHORTAGE_ADDED: Final = 118
BOX_OPENED: Final = 119
STACK_CUT_OFF: Final = 120
STAVKA_ROLLED: Final = 121
UNIT_RELEASED: Final = 122
UNIT_ENTERED_STAVKA: Final = 123
EFFECT_ENDED: Final = 124
EFFECT_RETURNED: Final = 125
APPROVAL_MOVED: Final = 126
MANSTEIN_MOVED: Final = 127
CRISIS_ROLLED: Final = 128
CRISIS_LIMIT: Final = 129
MANSTEIN_DISMISSED: Final = 130
WINTERGEWITTER_LAUNCHED: Final = 131
BACKHAND_LAUNCHED: Final = 132
BACKHAND_RECKONED: Final = 133
FORTRESS_DECLARED: Final = 134
FORTRESS_LIFTED: Final = 135
FORTRESS_LEVEL: Final = 136
FORTRESS_MOVED: Final = 137
AIR_BRIDGE_ROLLED: Final = 138
JU52_RECEIVED: Final = 139
JU52_DRAWN: Final = 140
JU52_PLACED: Final = 141
JU52_PLAYED: Final = 142
UNIT_EVACUATED: Final = 143
SURRENDER: Final = 144
GARRISON_SHORT: Final = 145
MARS_MOVED: Final = 146
REINFORCEMENT_LOST: Final = 147
UNIT_REBUILT: Final = 148
STEP_REBUILT: Final = 149
UNIT_UPGRADED: Final = 150
UNIT_WITHDRAWN: Final = 151
REPLACEMENTS_LOST: Final = 152
REPLACEMENT_POINTS: Final = 153
SCORE_CHANGED: Final = 154
STALIN_ORDERS: Final = 155
SUPPORT_CHOSEN: Final = 156
RAIL_POINTS_CUT: Final = 157
PLANES_DRIVEN_OFF: Final = 158
PONTOON_DESTROYED: Final = 159
SUPPORTS_DENIED: Final = 160
STACK_SURRENDERED: Final = 161
AIRFIELD_RAIDED: Final = 162
UNIT_ARRIVED_STAVKA: Final = 163
DISCORD: Final = 164
EVENT_PLAYED: Final = 165
ALARM_RAISED: Final = 166
STEPPED_BACK: Final = 167

COMMAND_REFUSALS: Final[dict[int, tuple[str, str]]] = {
    100: ("5.1.2", "not_in_box"),
    101: ("5.5.6", "outside_offensive"),
    102: ("5.5.2", "grounded_by_blizzard"),
    103: ("5.5.3", "leader_in_stack"),
    104: ("5.5.3", "germans_only"),
    105: ("5.5.7", "surprise_units"),
    106: ("4.5.2", "second_support_needed"),
    107: ("19.2.7", "no_support_there"),
    108: ("10.2.3", "pocket_without_support"),
    109: ("5.5.6", "stavka_generic_only"),
    110: ("12.2", "shortage_useless"),
    111: ("5.5.7", "not_in_this_step"),
    112: ("5.5.1", "no_place_for_it"),
    113: ("19.2.1", "guns_first"),
    114: ("19.2.1", "opening_must_play"),
    115: ("19.2.1", "opening_balance"),
    116: ("5.5.6", "one_transfer"),
    118: ("11.1.2", "om_place"),
    119: ("11.1.2", "stalingrad_first"),
    120: ("11.4.1", "too_few_supports"),
    121: ("11.4.2", "three_chosen"),
    122: ("11.4.2", "pairs_only"),
    123: ("13.1.1", "not_in_stavka"),
    124: ("13.1.1", "too_dear"),
    125: ("13.1.1", "release_place"),
    126: ("13.1.2", "offensive_place"),
    127: ("13.1.3", "not_beside_hq"),
    128: ("13.1.1", "no_such_hq"),
    129: ("14.2.2", "effect_not_active"),
    130: ("14.2.3", "effect_active"),
    131: ("10.1.2", "fortress_place"),
    132: ("10.4.3", "ju52_place"),
    133: ("10.4.3", "ju52_not_now"),
    134: ("10.3.5", "not_weak"),
    135: ("10.4.3E", "not_to_evacuate"),
    136: ("17.1", "arrival_place"),
    137: ("17.3.14", "no_replacements_for_it"),
    138: ("17.3.3", "half_for_allies"),
    139: ("17.3.7", "support_needed"),
    140: ("17.3.13", "rebuilt_place"),
    141: ("18.1.1", "wrong_factors"),
    142: ("18.2.1", "no_rifle_division"),
    143: ("17.1", "city_place"),
    144: ("12.3.4", "no_contact"),
    145: ("5.1.2", "not_in_pool"),
    146: ("4.5.3", "nothing_to_spend"),
    147: ("2", "must_choose"),
    148: ("15.2.1", "no_more_retreat"),
    149: ("10.1.5", "no_refuge"),
}
NOT_IN_BOX: Final = 100
OUTSIDE_OFFENSIVE: Final = 101
GROUNDED_BY_BLIZZARD: Final = 102
LEADER_IN_STACK: Final = 103
GERMANS_ONLY: Final = 104
SURPRISE_UNITS: Final = 105
SECOND_SUPPORT_NEEDED: Final = 106
NO_SUPPORT_THERE: Final = 107
POCKET_WITHOUT_SUPPORT: Final = 108
STAVKA_GENERIC_ONLY: Final = 109
SHORTAGE_USELESS: Final = 110
NOT_IN_THIS_STEP: Final = 111
NO_PLACE_FOR_IT: Final = 112
GUNS_FIRST: Final = 113
OPENING_MUST_PLAY: Final = 114
OPENING_BALANCE: Final = 115
ONE_TRANSFER: Final = 116
OM_PLACE: Final = 118
STALINGRAD_FIRST: Final = 119
TOO_FEW_SUPPORTS: Final = 120
THREE_CHOSEN: Final = 121
PAIRS_ONLY: Final = 122
NOT_IN_STAVKA: Final = 123
TOO_DEAR: Final = 124
RELEASE_PLACE: Final = 125
OFFENSIVE_PLACE: Final = 126
NOT_BESIDE_HQ: Final = 127
NO_SUCH_HQ: Final = 128
EFFECT_NOT_ACTIVE: Final = 129
EFFECT_ACTIVE: Final = 130
FORTRESS_PLACE: Final = 131
JU52_PLACE: Final = 132
JU52_NOT_NOW: Final = 133
NOT_WEAK: Final = 134
NOT_TO_EVACUATE: Final = 135
ARRIVAL_PLACE: Final = 136
NO_REPLACEMENTS_FOR_IT: Final = 137
HALF_FOR_ALLIES: Final = 138
SUPPORT_NEEDED: Final = 139
REBUILT_PLACE: Final = 140
WRONG_FACTORS: Final = 141
NO_RIFLE_DIVISION: Final = 142
CITY_PLACE: Final = 143
NO_CONTACT: Final = 144
NOT_IN_POOL: Final = 145
NOTHING_TO_SPEND: Final = 146
MUST_CHOOSE: Final = 147
NO_MORE_RETREAT: Final = 148
NO_REFUGE: Final = 149


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
