"""Roads: standing orders that a player may leave."""

from collections.abc import Mapping
from typing import Final

from kurgan.games.roads.answers import DONE, HEX, UNIT, YES
from kurgan.games.roads.odds.fights import accept, decline, mildest_result, weakest
from kurgan.games.roads.position.state import State
from kurgan.kernel.protocol import Policy

STEPS_TO_STAND: Final = 3


def stand_if_strong(s: State, legal: list[int]) -> int:
    """Stand while the stack has at least three steps, else go back."""
    b = s.battle
    assert b is not None
    steps = sum([s.steps[u] for u in b.defenders])
    if YES not in legal or steps >= STEPS_TO_STAND:
        return DONE
    return YES


def strongest(s: State, legal: list[int]) -> int:
    """The unit with the highest defense."""
    return max(legal, key=lambda a: (s.pack.defense[3 * (a - UNIT) + s.steps[a - UNIT]] if a >= UNIT else -1, -a))


def reduced_first(s: State, legal: list[int]) -> int:
    """Whoever is weak already pays, so that others stay whole; a headquarters last."""
    return min(legal, key=lambda a: (s.pack.is_hq[a - UNIT], s.steps[a - UNIT], a) if a >= UNIT else (True, 9, a))


def to_company(s: State, legal: list[int]) -> int:
    """Back to where friends stand; among equals the first hex."""
    return max(legal, key=lambda a: (s.here[0][a - HEX] + s.here[1][a - HEX] if a >= HEX else -1, -a))


def stop_here(s: State, legal: list[int]) -> int:
    """A reserve that reacts stays where it is."""
    return DONE if DONE in legal else legal[0]


def elite_from_three_to_one(s: State, legal: list[int]) -> int:
    """The elite bonus only against odds of 3/1 or better."""
    b = s.battle
    assert b is not None
    return legal[-1] if b.column >= 3 else legal[0]


STANDING: Final[Mapping[str, Mapping[str, Policy[State]]]] = {
    "declare_elite_defense": {"from 3/1 on": elite_from_three_to_one},
    "choose_defender_result": {"mildest": mildest_result},
    "choose_line": {"river": accept},
    "fall_back": {"stand if at least three steps": stand_if_strong},
    "fall_back_engaged": {"stand if at least three steps": stand_if_strong},
    "stand_or_retreat": {"stand if at least three steps": stand_if_strong},
    "lose_defender_step": {"weakest first": weakest, "reduced first": reduced_first},
    "lose_attacker_step": {"weakest first": weakest, "reduced first": reduced_first},
    "raise_kampfgruppe": {"whenever possible": accept},
    "raise_defending_kampfgruppe": {"whenever possible": accept},
    "retreat_to": {"to company": to_company, "first listed": decline},
    "advance_unit": {"nobody": decline},
    "react": {"nobody": decline, "strongest": strongest},
    "step": {"stop": stop_here},
    "give_up_unit": {"weakest first": weakest},
    "play_ju52_defense": {"keep it": decline},
    "resisting_unit": {"strongest": strongest},
    "return_effect": {"first listed": decline},
    "cut_off_stack": {"first listed": decline},
}
"""Orders by name, besides the policies of the fights."""
