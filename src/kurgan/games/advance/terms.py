"""Advance: ids and constants of a position.

Areas are their printed numbers, units and Soviet counters their rows in the pack. A unit that is on no area is at one
of the boxes below. What happens, what is refused and what can be answered: events.py, refusals.py, answers.py.
"""

from typing import Final

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
