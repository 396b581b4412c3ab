"""How likely the next German action takes an objective, reckoned without throwing dice.

A Deliberate Attack is made by all who stand around it, with a card if one is at hand; a Hasty Attack by a stack that
touches no Soviets and can still move next to it, with whoever stands there. The hits that can be expected are set
against the steps that are known or guessed in the hex.
"""

from math import exp, pow
from typing import Final

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules.r02_concepts import is_urban

FACES: Final = 6
CARD_HITS: Final = 2.5
"""Hits of a card that is at hand."""
SECOND: Final = 0.5
"""What the second best assault counts: there is one action a turn."""
CITY: Final = 0.9
"""What is left of an attack on a city, whose defenders fire first."""
RUBBLE: Final = 0.5
DICE_SPREAD: Final = 0.6
BLOCK_SPREAD: Final = 0.5
"""Variance for each hit that is expected, and for each step that is guessed."""
STEEP: Final = 1.7
"""Makes the logistic curve that of the normal distribution."""


def prepared(s: State, power: dict[int, int], defence: dict[int, float], cards: int) -> float:
    """The chance of the best assault on one of these objectives, and half of the next best one's."""
    best = 0.0
    second = 0.0
    for objective, steps in defence.items():
        found = chance(s, power, objective, steps, cards)
        if found > best:
            second = best
            best = found
        elif found > second:
            second = found
    return best + SECOND * second


def chance(s: State, power: dict[int, int], objective: int, steps: float, cards: int) -> float:
    """The better of a Deliberate and a Hasty Attack."""
    around = sum([power.get(h, 0) for h in s.pack.near[objective]])
    hasty = _hasty(s, power, objective)
    if around == 0 and hasty == 0:
        return 0.0
    if steps == 0.0:
        return 1.0
    deliberate = around / FACES + (CARD_HITS if cards else 0.0)
    return max(_falls(s, objective, deliberate, steps) if around else 0.0, _falls(s, objective, hasty / FACES, steps))


def _hasty(s: State, power: dict[int, int], objective: int) -> int:
    """[5.4] The most that a stack out of contact can bring next to the objective, with those who stand there."""
    p = s.pack
    germans = s.count[GERMAN]
    most = 0
    for h in p.near[objective]:
        room = p.stack_limit - germans[h]
        if s.count[SOVIET][h] or room == 0:
            continue
        for start in p.near[h]:
            if start in power and s.near_soviets[start] == 0:
                crowd = germans[start]
                moving = power[start] if crowd <= room else power[start] * room // crowd
                most = max(most, moving + power.get(h, 0))
    return most


def _falls(s: State, objective: int, hits: float, steps: float) -> float:
    """How likely so many hits on average are enough."""
    if hits == 0.0:
        return 0.0
    if s.rubble[objective]:
        hits *= RUBBLE
    elif is_urban(s, objective):
        hits *= CITY
    spread = pow(DICE_SPREAD * hits + BLOCK_SPREAD * steps, 0.5)
    return 1.0 / (1.0 + exp(-STEEP * (hits - steps) / spread))
