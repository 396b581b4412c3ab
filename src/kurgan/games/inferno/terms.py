"""Inferno: ids and constants of a position: places off the map, boxes, actions, how a game ended.

What happens, what is refused and what can be answered: events.py, refusals.py, answers.py.
"""

from typing import Final, NewType

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
