"""Advance: why an answer is refused, a row each. The sentences are in the text file."""

from typing import Final

from kurgan.kernel.vocabulary import Refusals

refusal = Refusals(globals())

NO_ROOM: Final = refusal("7.1")
NOT_AN_ARRIVAL_AREA: Final = refusal()  # 6.1.1, 6.2.1 or 14.4, as the question
NOT_GERMAN: Final = refusal("7.2")
NOT_ENOUGH_SUPPLY: Final = refusal("6.3")
NO_MARKER_LEFT: Final = refusal("6.3")
MORALE_AT_TOP: Final = refusal("5.2")
NOT_OUT_OF_ACTION: Final = refusal("3.7")
NO_PLACE_TO_RETURN: Final = refusal("6.3")
NOT_A_RETURN_AREA: Final = refusal("6.3")
NO_FRESH_UNIT: Final = refusal("8.1")
NOTHING_TO_DO_THERE: Final = refusal("8.1")
NOTHING_DONE: Final = refusal("6.4.2")
MUST_ATTACK: Final = refusal("9.1")
NOT_ACTIVE: Final = refusal("6.4.2")
IS_SPENT: Final = refusal("8.2")
IS_PAUSED: Final = refusal("6.2")
NOT_ADJACENT: Final = refusal("3.1")
NOT_ENOUGH_POINTS: Final = refusal("8.2")
LEAVING_CONTEST: Final = refusal("8.3.2")
ALREADY_ATTACKED: Final = refusal("8.2.1")
NORTHERN_SHOULDER: Final = refusal("12.2")
NO_SOVIET_UNIT: Final = refusal("9.0")
NOBODY_TO_ATTACK: Final = refusal("9.0")
NOBODY_JOINED: Final = refusal("9.2")
NOT_AN_ATTACKER: Final = refusal("9.5")
SUPPORT_LIMIT: Final = refusal("9.5.4")
NO_MARKER_AVAILABLE: Final = refusal("3.5")
ONE_AIR_MARKER: Final = refusal("9.5.4")
AIR_FORBIDDEN: Final = refusal("6.2")
AIR_IN_CONTESTED_STREETS: Final = refusal("12.5")
NOT_RETREATING: Final = refusal("9.5.8")
WRONG_RETREAT: Final = refusal("9.5.8")
AREA_IS_PAUSED: Final = refusal("6.2")
AIR_FORBIDDEN_IN_OCTOBER: Final = refusal("14.6.1")
DIVISION_HAS_LEFT: Final = refusal("6.1.2")

REFUSALS: Final = refusal.rows()
