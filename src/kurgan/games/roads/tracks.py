"""Roads: the places of ``s.track``: what printed tracks and markers show, and what a rule remembers from one phase to
another. What only one procedure needs is a local of it (kernel/flow.py).

The name of a place, in small letters, is its word in the text of a position and its name in a saved one.
"""

from typing import Final

TURN: Final = 0  # place on the turn track
SIDE: Final = 1  # the phasing side
GROUND: Final = 2
SKY: Final = 3
ICE: Final = 4
RAIL: Final = 5  # rail points left
VICTORY_POINTS: Final = 6
OUTCOME: Final = 7  # 0 = the game goes on, else 1 + index into OUTCOMES
SUPERIORITY: Final = 8  # four effects, 1 = active

APPROVAL: Final = 12  # box of the Fuehrer Approval marker, -1 = not used
APPROVED: Final = 13  # bit 1: approval rose by an attack in this combat phase, bit 2: in this exploitation phase
CRISIS: Final = 14  # box to which the crisis since the last Axis supply phase reset the Fuehrer marker, 0 = none
LIMIT: Final = 15  # what an OKH crisis forbids the Axis this turn (15.3)
NEXT_LIMIT: Final = 16  # and in the next Axis turn
MANSTEIN: Final = 17  # box of the Manstein marker, -1 = not on the track
MANSTEIN_NEXT: Final = 18  # offensive he may launch next: 0 Wintergewitter, 1 Backhand Blow, 2 none
MANSTEIN_BACK: Final = 19  # turn in which he comes back from the turn track, -1 = he is not on it
MANSTEIN_DISMISSED: Final = 20  # 1 = dismissed, the Fuehrer marker is frozen
ATTACKS_DUE: Final = 21  # armored attacks that restore Manstein a box, 0 = none asked
ATTACKS_MADE: Final = 22  # armored attacks made since the crisis
WINTERGEWITTER: Final = 23  # 1 = launched, 2 = and has paid
BACKHAND: Final = 24  # balance of major cities since the Backhand Blow
NO_DRAW: Final = 25  # 1 = no Axis supports are drawn this turn

MARS: Final = 26  # box of the Mars marker, -3 to 3
MARS_OVER: Final = 27  # 1 = the Mars phase is over for good
MARS_FEWER: Final = 28  # turns in which STAVKA draws one support fewer

MAJOR_AT: Final = 29  # three offensive markers: hex, -1 = not on the map
MINOR_A_AT: Final = 30
MINOR_B_AT: Final = 31
MAJOR_STALINGRAD: Final = 32  # three offensive markers: 1 = Stalingrad side up
MINOR_A_STALINGRAD: Final = 33
MINOR_B_STALINGRAD: Final = 34
MAJOR_WAITS: Final = 35  # three offensive markers: 1 = comes back at the end of the turn
MINOR_A_WAITS: Final = 36
MINOR_B_WAITS: Final = 37
MAJOR_NOW: Final = 38  # 1 = a major offensive was launched this turn
MAJOR_WEST: Final = 39  # 1 = the Major marker has been placed west of the Donets

SHORTAGES: Final = 40  # shortage markers that have entered the game, the Test marker first
TEST_BOX: Final = 41  # box into which the Test marker was drawn this turn, 0 = none
GARRISON_FAILED: Final = 42  # 1 = no Soviet supports this turn (10.2.6)
TRANSFERRED: Final = 43  # 1 = an O marker was transferred this turn
STALIN: Final = 44  # 1 = the next Soviet attack must lie in the radius of an offensive marker, 2 = it did not
PARTISANS: Final = 45  # rail points that partisans cost the Axis
AA_USED: Final = 46  # 1 = the anti-aircraft battery has driven planes off

FORTRESS: Final = 47  # hex of the fortress marker, -1 = not on the map
FORTRESS_LEVEL: Final = 48
FORTRESS_TURN: Final = 49  # turn in which the fortress was declared last, -2 = never
POCKET_MOVED: Final = 50  # pocket units that moved this turn at level 1
POCKET_ATTACKED: Final = 51  # pocket stacks attacked at 1/1 or better this Soviet turn
POCKET_FIRST: Final = 52  # 1 + the first pocket hex attacked at 1/1 or better this Soviet turn
POCKET_FOUGHT: Final = 53  # 1 = a unit of the pocket attacked this Axis turn
RING_ATTACKED: Final = 54  # 1 = a Soviet unit securing the pocket was attacked in the last Axis turn
RELIEVED: Final = 55  # 1 = Manstein has gained by an open pocket after a Soviet turn
SORTIE: Final = 56  # 1 = only FULL_STRENGTH units of the pocket move and attack this turn (10.4.3)
HUBE: Final = 57  # 1 = General Hube leads the defense this Soviet turn
AIR_ATTACK: Final = 58  # 1 = an armored attack near the pocket in the last Axis turn
GOERING: Final = 59  # 1 = Goering was played for the next air bridge
RAID: Final = 60  # 1 = an airfield was raided

NO_REPLACEMENTS_SOVIET: Final = 61  # 1 = this side gets no more replacement points
NO_REPLACEMENTS_AXIS: Final = 62
FEB_WITHDRAWAL: Final = 63  # 1 = the withdrawal of FEB II has been made
MUD_FEB: Final = 64  # 1 = mud on FEB IV
CITIES_TAKEN: Final = 65  # bits of major cities that the Soviets have captured at least once
CITIES_RETAKEN: Final = 66  # bits of major cities that the Axis has recaptured at least once

COUNT: Final = 67
NAMES: Final = (
    "turn", "side", "ground", "sky", "ice", "rail", "victory_points", "outcome", "superiority_1", "superiority_2",
    "superiority_3", "superiority_4", "approval", "approved", "crisis", "limit", "next_limit", "manstein",
    "manstein_next", "manstein_back", "manstein_dismissed", "attacks_due", "attacks_made", "wintergewitter",
    "backhand", "no_draw", "mars", "mars_over", "mars_fewer", "major_at", "minor_a_at", "minor_b_at",
    "major_stalingrad", "minor_a_stalingrad", "minor_b_stalingrad", "major_waits", "minor_a_waits", "minor_b_waits",
    "major_now", "major_west", "shortages", "test_box", "garrison_failed", "transferred", "stalin", "partisans",
    "aa_used", "fortress", "fortress_level", "fortress_turn", "pocket_moved", "pocket_attacked", "pocket_first",
    "pocket_fought", "ring_attacked", "relieved", "sortie", "hube", "air_attack", "goering", "raid",
    "no_replacements_soviet", "no_replacements_axis", "feb_withdrawal", "mud_feb", "cities_taken", "cities_retaken",
)  # fmt: skip
"""By place; of the four effects each."""
