"""Advance: numbers a bot may weigh, read from a View. Each is in points good for the German player.

A point is about what a point of supply is worth. The weights are judgement, tuned by games of greedy against itself;
see docs/reference/bots.md.
"""

from typing import Final

from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.state import State
from kurgan.games.advance.terms import GERMAN_AUTOMATIC, GERMAN_OPERATIONAL, OUT, PLAYING, REVEALED
from kurgan.games.advance.view import View
from kurgan.kernel import flow
from kurgan.kernel.maps import UNREACHED, distances

VICTORY: Final = 400.0
AREA: Final = 10.0
FIRST_HEAVY: Final = 8.0
MORALE: Final = 1.6
STRONG: Final = 1.2  # for each turn still to come
NEAR_COLLAPSE: Final = 9.0
SAFE_MARGIN: Final = 3
OUT_OF_ACTION: Final = 1.7
SUPPLY: Final = 1.0
ARTILLERY: Final = 1.3
ENGINEER: Final = 2.15
ENGINEER_IN_RUBBLE: Final = 2.6
AIR: Final = 3.7
SPARE: Final = 0.4
ENOUGH_ARTILLERY: Final = 9
ENOUGH_ENGINEERS: Final = 4
FRESH: Final = 0.12
FAR: Final = 0.3
FOOTHOLD: Final = 0.8
REVEALED_UNIT: Final = 0.7
LAST_TURN: Final = 0.15  # what is kept for later is worth little when there is no later


def features(v: View) -> dict[str, float]:
    """What counts in this position, by name."""
    s = v.position
    found = {
        "areas": AREA * stacking.german_areas(s),
        "heavy_urban": FIRST_HEAVY if s.pack.heavy_mask & ~s.soviet_mask else 0.0,
        "morale": morale(s),
        "out_of_action": -OUT_OF_ACTION * sum(s.pack.return_cost[u] for u in range(s.pack.units) if s.where[u] == OUT),
        "supply": SUPPLY * s.supply * later(s),
        "markers": markers(s) * (1.0 if is_supply_phase(s) else later(s)),
        "fresh_units": FRESH * (len(s.where) - sum(s.spent)),
        "distance": distance(s),
        "footholds": FOOTHOLD * (s.german_mask & s.soviet_mask).bit_count(),
        "revealed": REVEALED_UNIT * sum(1 for what in s.soviet if what >= REVEALED),
    }
    if s.outcome != PLAYING:
        found["victory"] = VICTORY if s.outcome in (GERMAN_AUTOMATIC, GERMAN_OPERATIONAL) else -VICTORY
    return found


def later(s: State) -> float:
    """What savings are worth: as they are, or little in the last turn."""
    return 1.0 if s.turn < s.scenario.last_turn else LAST_TURN


def is_supply_phase(s: State) -> bool:
    return s.active == 0 and flow.is_under_way(s, "supply")


def morale(s: State) -> float:
    """Morale itself, being Strong in the turns to come, and the danger that it is gone before the end."""
    to_come = s.scenario.last_turn - s.turn
    points = MORALE * s.morale
    if s.morale >= s.pack.strong_from:
        points += STRONG * (to_come + 1)
    margin = s.morale - to_come
    if margin < SAFE_MARGIN:
        points -= NEAR_COLLAPSE * (SAFE_MARGIN - margin)
    return points


def markers(s: State) -> float:
    """Support in the Available box; more than one turn can use is worth little."""
    engineer = ENGINEER_IN_RUBBLE if s.rules.rubble else ENGINEER
    points = _worth(s.artillery, ENOUGH_ARTILLERY, ARTILLERY) + _worth(s.engineers, ENOUGH_ENGINEERS, engineer)
    return points + AIR * s.air


def _worth(count: int, enough: int, each: float) -> float:
    return each * min(count, enough) + SPARE * max(0, count - enough)


def distance(s: State) -> float:
    """How far the units stand from the nearest Soviet unit."""
    enemy = [a for a in range(1, s.pack.areas + 1) if s.soviet_mask >> a & 1]
    if not enemy:
        return 0.0
    far = distances(s.pack.near, enemy)
    total = 0
    for a in s.where:
        if 1 <= a <= s.pack.areas and far[a] != UNREACHED:
            total += max(0, far[a] - 1)
    return -FAR * total
