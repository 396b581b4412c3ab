"""Roads: constants of the chapters of high command: weather, supports, Mars, fortress, offensives, STAVKA, approval,
Manstein, reinforcements, scenarios. terms.py joins them to its own.
"""

from typing import Final

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
