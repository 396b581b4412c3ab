"""Advance: numbers a bot may weigh, read from a View. Each is in points good for the German player.

A point is about what a point of supply is worth. The weights are judgement, tuned by games of greedy against itself;
see docs/reference/bots.md.
"""

from typing import Final

from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.pack.pack import SHELL_SHORTAGE
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.terms import GERMAN_AUTOMATIC, GERMAN_OPERATIONAL, OUT, PLAYING, REVEALED
from kurgan.kernel import flow
from kurgan.kernel.maps import UNREACHED, distances

VICTORY: Final = 400.0
AREA: Final = 12.0
PACE: Final = 2.8
"""Areas that a turn brings in the long run; who needs more of the turns left values an area higher."""
LAST_AREAS: Final = 120.0
"""In the last turn the areas that are still missing are worth the game, each its share."""
LEAST_PACE: Final = 0.9
MOST_PACE: Final = 1.8
FIRST_HEAVY: Final = 8.0
SPARE_MORALE: Final = 1.6
NEEDED_MORALE: Final = 3.0
MISSING_MORALE: Final = 5.0
SAFE_MARGIN: Final = 4
STRONG: Final = 1.2  # for each turn still to come
LAST_MORALE: Final = (0.0, 6.0, 11.0, 14.0, 15.5, 16.5)
"""In the last turn Morale is only the number of repulses that may still be risked."""
MORE_MORALE: Final = 0.3
OUT_OF_ACTION: Final = 1.5
SUPPLY: Final = 1.0
ARTILLERY: Final = 1.3
ARTILLERY_WITHOUT_SHELLS: Final = 0.9
ENGINEER: Final = 1.9
ENGINEER_WANTED: Final = 2.3  # in rubble, or when shells are short
AIR: Final = 3.1
SPARE: Final = 0.5
ENOUGH_ARTILLERY: Final = 12
ENOUGH_ENGINEERS: Final = 4
ENOUGH_AIR: Final = 2  # one more comes free each turn
FRESH: Final = 0.12
FAR: Final = 0.3
FOOTHOLD: Final = 0.8
STREETS: Final = 1.6
MASS: Final = (0.0, 0.0, 0.5, 1.3, 2.2)  # by units in an area next to the enemy: alone they take nothing
REVEALED_UNIT: Final = 0.7
RUIN: Final = 150.0
PLACES_COUNT: Final = 4.0
"""Turns to come below which a good place counts less."""
LAST_TURN: Final = 0.15  # what is kept for later is worth little when there is no later


def features(v: View) -> dict[str, float]:
    """What counts in this position, by name."""
    s = v.position
    found = {
        "areas": areas_worth(s),
        "heavy_urban": FIRST_HEAVY if s.pack.heavy_mask & ~s.soviet_mask else 0.0,
        "morale": morale(s),
        "ruin": ruin(s),
        "out_of_action": -OUT_OF_ACTION
        * sum([s.pack.return_cost[u] for u in range(s.pack.units) if s.where[u] == OUT]),
        "supply": SUPPLY * s.supply * later(s),
        "markers": markers(s) * (1.0 if is_supply_phase(s) else later(s)),
        "fresh_units": FRESH * (len(s.where) - sum(s.spent)),
        "distance": distance(s) * places(s),
        "mass": mass(s) * places(s),
        "footholds": footholds(s),
        "revealed": REVEALED_UNIT * revealed(s),
    }
    if s.outcome != PLAYING:
        found["victory"] = VICTORY if s.outcome in (GERMAN_AUTOMATIC, GERMAN_OPERATIONAL) else -VICTORY
    return found


def ruin(s: State) -> float:
    """[11.1] Morale at 0 loses the game when the Combat Phase ends."""
    return 0.0 if s.morale > 0 or s.outcome != PLAYING else -ruin_price(s)


def ruin_price(s: State) -> float:
    """What Morale 0 costs: the game. Who would lose it anyhow in the last turn, without the areas that victory needs,
    may risk it: that costs him no more than an area."""
    is_lost = s.turn >= s.scenario.last_turn and not victory.has_operational_victory(s)
    return AREA if is_lost else RUIN


def lead(v: View) -> float:
    """[11.2] Areas more than victory needs at the end."""
    return float(stacking.german_areas(v.position) - victory.areas_needed(v.position))


def out_of_action(s: State) -> int:
    """What it would cost to bring back everybody who is out."""
    return sum([s.pack.return_cost[u] for u in range(s.pack.units) if s.where[u] == OUT])


def revealed(s: State) -> int:
    """Soviet units that stand face up."""
    count = 0
    for a in range(len(s.soviet)):
        count += s.soviet[a] >= REVEALED
    return count


def places(s: State) -> float:
    """What good places are worth: less and less towards the end."""
    return min(1.0, (s.scenario.last_turn - s.turn) / PLACES_COUNT)


def later(s: State) -> float:
    """What savings are worth: as they are, or little in the last turn."""
    return 1.0 if s.turn < s.scenario.last_turn else LAST_TURN


def is_supply_phase(s: State) -> bool:
    return s.active == 0 and flow.is_under_way(s, "supply")


def areas_worth(s: State) -> float:
    """Nobody takes an area back, so those that victory does not need are worth nothing."""
    missing = victory.areas_needed(s) - stacking.german_areas(s)
    return -sum([area_price(s, count) for count in range(1, missing + 1)])


def area_price(s: State, missing: int) -> float:
    """What one more area is worth while victory needs so many."""
    turns = s.scenario.last_turn - s.turn + 1
    price = AREA * max(LEAST_PACE, min(MOST_PACE, missing / (PACE * turns)))
    return max(price, LAST_AREAS / missing) if turns == 1 else price


def morale(s: State) -> float:
    return morale_worth(s, s.morale)


def morale_worth(s: State, level: int) -> float:
    """Morale falls by one a turn, and more costs supply: what will be missing at the end weighs most. From ten on
    every attack is easier."""
    to_come = s.scenario.last_turn - s.turn
    if to_come == 0:
        most = len(LAST_MORALE) - 1
        points = LAST_MORALE[max(0, min(level, most))] + MORE_MORALE * max(0, level - most)
    else:
        margin = level - to_come
        points = SPARE_MORALE * max(0, margin - SAFE_MARGIN) + MISSING_MORALE * min(0, margin)
        points += NEEDED_MORALE * max(0, min(margin, SAFE_MARGIN))
    if level >= s.pack.strong_from:
        points += STRONG * (to_come + 1)
    return points


def marker_prices(s: State) -> tuple[float, float, float]:
    """What a shell, pioneers and a strike from the air are worth when they are committed."""
    short = sequence.is_in_force(s, SHELL_SHORTAGE)
    artillery = ARTILLERY_WITHOUT_SHELLS if short else ARTILLERY
    engineer = ENGINEER_WANTED if s.rules.rubble or short else ENGINEER
    keep = later(s)
    return artillery * keep, engineer * keep, AIR * keep


def markers(s: State) -> float:
    """Support in the Available box; more than a turn can use is worth little."""
    short = sequence.is_in_force(s, SHELL_SHORTAGE)
    artillery = ARTILLERY_WITHOUT_SHELLS if short else ARTILLERY
    engineer = ENGINEER_WANTED if s.rules.rubble or short else ENGINEER
    return (
        _worth(s.artillery, ENOUGH_ARTILLERY, artillery)
        + _worth(s.engineers, ENOUGH_ENGINEERS, engineer)
        + _worth(s.air, ENOUGH_AIR, AIR)
    )


def _worth(count: int, enough: int, each: float) -> float:
    return each * min(count, enough) + SPARE * max(0, count - enough)


def mass(s: State) -> float:
    """Stacks that can attack together."""
    total = 0.0
    for a in range(1, s.pack.areas + 1):
        if s.count[a] > 1 and (s.pack.near_mask[a] | 1 << a) & s.soviet_mask:
            total += MASS[min(s.count[a], len(MASS) - 1)]
    return total


def footholds(s: State) -> float:
    """Areas of both sides: a foot in the door, but in the streets Morale bleeds at the start of every turn."""
    contested = s.german_mask & s.soviet_mask
    if s.turn >= s.scenario.last_turn:
        return 0.0
    return FOOTHOLD * contested.bit_count() - STREETS * (contested & s.pack.urban_mask).bit_count()


def open_enemies(s: State) -> list[int]:
    """Areas of Soviet units in which there is room for attackers."""
    return stacking.areas_of(s.soviet_mask & ~s.full_mask)


def distance(s: State) -> float:
    """How far the units stand from the nearest Soviet unit that they could attack."""
    enemy = open_enemies(s)
    if not enemy:
        return 0.0
    far = distances(s.pack.near, enemy)
    total = 0
    for u in range(len(s.where)):
        a = s.where[u]
        if 1 <= a <= s.pack.areas and far[a] != UNREACHED and not s.soviet_mask >> a & 1:
            total += max(0, far[a] - 1)
    return -FAR * total
