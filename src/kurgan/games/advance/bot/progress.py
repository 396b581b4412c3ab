"""Advance: how much of the game is behind, and what lies between two turns; the coach's chances go by it."""

from collections.abc import Mapping
from typing import Final

from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.position.state import State
from kurgan.games.advance.terms import OUT
from kurgan.kernel import flow
from kurgan.kernel.protocol import Policy


def last_listed(s: State, legal: list[int]) -> int:
    """Into some area: to hold reinforcements back is the first answer."""
    return legal[-1]


FORMALITIES: Final[Mapping[str, Policy[State]]] = {
    "place_division": last_listed,
    "place_group": last_listed,
    "place_october_group": last_listed,
}
"""[6.1] At dawn the supply of the new turn has not been rolled, so every position looks poor."""


def progress(v: View) -> float:
    """Turns that are over, of those that the scenario has; of the turn as much as units are spent in combat."""
    s = v.position
    first, last = s.scenario.first_turn, s.scenario.last_turn
    present = sum([s.where[u] < OUT for u in range(s.pack.units)])
    spent = sum(s.spent) / max(1, present) if flow.is_under_way(s, "combat_phase") else 0.0
    return min(1.0, (s.turn - first + spent) / (last - first + 1))
