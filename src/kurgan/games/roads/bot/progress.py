"""Roads: how much of the game is behind; the coach's chances go by it."""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.hidden.view import View
from kurgan.kernel import flow

PHASES: Final = (
    *(("movement", 0.2), ("combat_phase", 0.5), ("exploitation", 0.75)),
    *(("soviet_reinforcements", 0.9), ("axis_reinforcements", 0.9)),
)
"""How much of a player turn is behind in its phases; in those before movement nothing is."""


def progress(v: View) -> float:
    """Turns that are over, of those that the scenario has; a player turn is half a turn, and has its phases."""
    s = v.position
    first, last = s.scenario.first_turn, s.scenario.last_turn
    phases = [share for phase, share in PHASES if flow.is_under_way(s, phase)]
    halves = s.track[tracks.SIDE] + (phases[0] if phases else 0.0)
    return min(1.0, (s.track[tracks.TURN] - first + 0.5 * halves) / (last - first + 1))
