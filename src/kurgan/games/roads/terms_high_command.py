"""Roads: constants of the chapters of high command: weather, supports, Mars, fortress, offensives, STAVKA, approval,
Manstein, reinforcements, scenarios. terms.py joins them to its own.
"""

from typing import Final

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

# Ends of a game: ``tracks.OUTCOME`` is 1 + the index.
OUTCOMES: Final = (
    "soviet_decisive", "soviet_strategic", "soviet_operational", "soviet_major", "soviet_minor", "soviet_marginal",
    "draw", "axis_marginal", "axis_minor", "axis_major", "axis_operational", "axis_strategic", "axis_decisive",
)  # fmt: skip
