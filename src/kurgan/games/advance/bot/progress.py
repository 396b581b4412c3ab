"""Advance: how much of the game is behind; the coach's chances go by it."""

from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.terms import OUT
from kurgan.kernel import flow


def progress(v: View) -> float:
    """Turns that are over, of those that the scenario has; of the turn as much as units are spent in combat."""
    s = v.position
    first, last = s.scenario.first_turn, s.scenario.last_turn
    present = sum([s.where[u] < OUT for u in range(s.pack.units)])
    spent = sum(s.spent) / max(1, present) if flow.is_under_way(s, "combat_phase") else 0.0
    return min(1.0, (s.turn - first + spent) / (last - first + 1))
