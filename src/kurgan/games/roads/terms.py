"""Roads: ids and constants of a position: boxes, marks, tracks, words.

What happens, what is refused and what can be answered: events.py, refusals.py, answers.py.
"""

from typing import Final, NewType

Unit = NewType("Unit", int)
Hex = NewType("Hex", int)

TANK_BRIGADE: Final = -1
"""Among those who have lost a step: the Tank Brigade that went in place of the first loss [8.8.1]."""

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

# Phases in which a fight can happen (s.battle.phase) and ways of moving (s.mode).
COMBAT: Final = 0
EXPLOITATION: Final = 1
SURPRISE_PHASE: Final = 2

NORMAL: Final = 0
STRATEGIC: Final = 1
RAIL: Final = 2
EXPLOIT: Final = 3
REACTION: Final = 4


PHASES: Final = (
    "supply", "movement", "combat", "exploitation", "supports", "offensives", "mars", "stavka", "reinforcements",
    "stalingrad_supply", "weather",
)  # fmt: skip
TAKEN: Final = 0
GIVEN_UP: Final = 1
CLEARED: Final = 2
HELD: Final = 3
THROWN_BACK: Final = 4
FATES: Final = ("taken", "given_up", "cleared", "held", "thrown_back")
"""What a fight made of its hex: attackers are in it, the defenders left it or died in it, they are still there, and the
attackers are not where they came from any more."""
MODES: Final = ("normal", "strategic", "rail", "exploitation", "reaction")
ODDS_WORDS: Final = tuple([f"1/{n}" for n in range(12, 1, -1)] + [f"{n}/1" for n in range(1, 61)])
ODDS_ZERO: Final = 10  # index of 1/2 in ODDS_WORDS; the 1/2 column is number 0


def odds_word(column: int) -> int:
    """Index into ODDS_WORDS of a place on the line ... 1/3 1/2 1/1 2/1 ..., where 1/2 is 0."""
    return max(0, min(len(ODDS_WORDS) - 1, column + ODDS_ZERO))
