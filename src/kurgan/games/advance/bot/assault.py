"""Advance: what an attack is likely to bring, in points, reckoned from its chances instead of thrown.

A repulse costs Morale and the lead, so an attack is proposed only if what it may win outweighs that. Against a unit
that is not yet revealed every counter of its terrain is as likely as the next, each with its strategy; markers are
committed after it is known, as many as pay.
"""

from collections.abc import Mapping
from typing import Final

from kurgan.games.advance.answers import ADD, AIR, ARTILLERY, DONE, ENGINEER
from kurgan.games.advance.bot.features import (
    FIRST_HEAVY,
    FRESH,
    OUT_OF_ACTION,
    area_price,
    marker_prices,
    morale_worth,
    ruin_price,
)
from kurgan.games.advance.odds.fights import first_listed
from kurgan.games.advance.pack.pack import AMBUSH, BARRAGE, FANATIC, GUARDS, HEROES
from kurgan.games.advance.position.state import Battle, State
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r09_combat as combat
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.terms import NO_STRATEGY, REVEALED
from kurgan.kernel.chance import Chance
from kurgan.kernel.protocol import Policy
from kurgan.kernel.tally import SILENT

FACES: Final = (1, 2, 3, 4, 5, 6)
MEAN_STRIKE: Final = 3
MIDDLE: Final = 64
"""Where a difference of 0 stands in a table of chances."""


def at_least(defence: Chance) -> list[float]:
    """How often the attack's dice are so much higher than the defence's, or more; by the difference."""
    ways = [0.0] * (2 * MIDDLE)
    for mine, often in combat.TWO_DICE.outcomes():
        for its, times in defence.outcomes():
            ways[MIDDLE + mine - its] += often * times / (combat.TWO_DICE.total() * defence.total())
    for i in range(2 * MIDDLE - 2, -1, -1):
        ways[i] += ways[i + 1]
    return ways


PLAIN: Final = at_least(combat.TWO_DICE)
GUARDED: Final = at_least(combat.GUARDS_DICE)
GUARDED_BY_VOLGA: Final = at_least(combat.VOLGA_GUARDS_DICE)


class Stakes:
    """What is at stake in every attack, as things stand."""

    def __init__(self, s: State) -> None:
        now = morale_worth(s, s.morale)
        self.repulse = now - morale_worth(s, s.morale - 1)
        if s.morale == 1:
            self.repulse += ruin_price(s)
        missing = victory.areas_needed(s) - stacking.german_areas(s)
        self.area = area_price(s, missing) if missing > 0 else 0.0
        self.strongpoint = morale_worth(s, s.morale + 1) - now
        self.first_heavy = 0.0 if s.pack.heavy_mask & ~s.soviet_mask else FIRST_HEAVY


class Prices:
    """What the results of an attack on one area are worth."""

    def __init__(self, s: State, a: int, stakes: Stakes) -> None:
        self.repulse = stakes.repulse
        self.taken = stakes.area
        if s.pack.tem[a] == victory.STRONGPOINT:
            self.taken += stakes.strongpoint
        if s.pack.heavy_mask >> a & 1:
            self.taken += stakes.first_heavy


def unit_price(s: State, u: int) -> float:
    """What it costs to lose a unit."""
    return OUT_OF_ACTION * s.pack.return_cost[u] + FRESH


def result_worth(s: State, a: int, ahead: int, factor: int, strategy: int, prices: Prices, lead: float) -> float:
    """The average worth of the dice, for an Attack Value so far ahead of the Defense Value."""
    table = PLAIN
    if strategy == GUARDS:
        table = GUARDED_BY_VOLGA if s.pack.is_volga[a] else GUARDED
    held = table[MIDDLE - ahead]
    overrun = table[MIDDLE + 1 + factor - ahead]
    taken = overrun if strategy == FANATIC else table[MIDDLE + 1 - ahead]
    total = taken * prices.taken - (1.0 - held) * (prices.repulse + lead)
    if strategy == HEROES:
        total -= (held - overrun) * prices.repulse
    elif strategy == AMBUSH:
        total -= (held - overrun) * lead
    return total


def defences(s: State, a: int) -> list[tuple[int, int, int]]:
    """Factor, strategy and how often: of the unit that stands there, or of all that may."""
    if s.soviet[a] >= REVEALED:
        k = stacking.kind_of(s, a)
        strategy = GUARDS if optional.is_pavlov(s, a) else NO_STRATEGY
        return [(s.pack.kind_defense[k], strategy, 1)]
    terrain = s.pack.terrain[a]
    return [
        (s.pack.kind_defense[k], s.pack.kind_strategy[k], s.pool[k])
        for k in range(s.pack.kinds)
        if s.pool[k] and s.pack.kind_terrain[k] == terrain
    ]


def attack_worth(s: State, a: int, group: list[int]) -> float:
    """What an attack of these units on an area is worth, with the markers that pay."""
    b = Battle(a, True, False)
    b.units = group[:]
    b.lead = group[0]
    value = combat.attack_value(s, b, SILENT)
    against = combat.defence_value(s, b, SILENT)
    prices = Prices(s, a, Stakes(s))
    lead = unit_price(s, b.lead)
    total = 0.0
    times = 0
    for factor, strategy, often in defences(s, a):
        ahead = value - against - factor
        room = len(group)
        worth = 0.0
        if strategy == BARRAGE:
            if room == 1:
                times += often
                continue
            ahead -= 1
            room -= 1
            worth -= unit_price(s, group[-1])
        total += often * (worth + best_support(s, b, ahead, factor, strategy, room, prices, lead))
        times += often
    return total / max(1, times)


def best_support(
    s: State, b: Battle, ahead: int, factor: int, strategy: int, room: int, prices: Prices, lead: float
) -> float:
    """The worth with as many shells, pioneers and one Air marker as pay; a strike counts as its mean."""
    best = -1000.0
    shell, pioneer, strike = marker_prices(s)
    bonus = combat.shells(s)
    for artillery, engineers, air in marker_sets(s, b, room):
        lift = bonus * artillery + combat.SUPPORT_BONUS * engineers + MEAN_STRIKE * air
        found = result_worth(s, b.area, ahead + lift, factor, strategy, prices, lead)
        best = max(best, found - shell * artillery - pioneer * engineers - strike * air)
    return best


def marker_sets(s: State, b: Battle, room: int) -> list[tuple[int, int, int]]:
    """Shells, pioneers and strikes that may still be added, the cheaper ones first; few shells make pioneers the
    cheaper ones."""
    found: list[tuple[int, int, int]] = []
    strikes = 1 if room > 0 and not combat.why_not_air(s, b) else 0
    for air in range(strikes + 1):
        for count in range(room - air + 1):
            if combat.shells(s) == combat.SUPPORT_BONUS:
                artillery = min(count, s.artillery)
                engineers = count - artillery
            else:
                engineers = min(count, s.engineers)
                artillery = count - engineers
            if artillery <= s.artillery and engineers <= s.engineers:
                found.append((artillery, engineers, air))
    return found


def support_worths(s: State) -> list[tuple[float, tuple[int, int, int]]]:
    """Every set of markers for the combat under way with what the combat is then worth, the best first."""
    b = s.battle
    assert b is not None
    prices = Prices(s, b.area, Stakes(s))
    lead = unit_price(s, b.lead)
    shell, pioneer, strike = marker_prices(s)
    before = combat.attack_value(s, b, SILENT) - combat.defence_value(s, b, SILENT)
    found: list[tuple[float, tuple[int, int, int]]] = []
    for artillery, engineers, air in marker_sets(s, b, len(b.units) - b.artillery - b.engineers - b.air):
        ahead = before + combat.shells(s) * artillery + combat.SUPPORT_BONUS * engineers
        worth = 0.0
        for lift in [optional.air_result(s, b, die) for die in FACES] if air or b.air else [0]:
            worth += result_worth(s, b.area, ahead + lift, b.factor, b.strategy, prices, lead)
        if air or b.air:
            worth /= len(FACES)
        found.append((worth - shell * artillery - pioneer * engineers - strike * air, (artillery, engineers, air)))
    found.sort(key=_by_worth)
    return found


def _by_worth(pair: tuple[float, tuple[int, int, int]]) -> tuple[float, tuple[int, int, int]]:
    return (-pair[0], pair[1])


def support_that_pays(s: State, legal: list[int]) -> int:
    """The next marker of the best set, or that is all."""
    artillery, engineers, air = support_worths(s)[0][1]
    if artillery:
        return ADD + ARTILLERY
    if engineers:
        return ADD + ENGINEER
    return ADD + AIR if air else DONE


HABITS: Final[Mapping[str, Policy[State]]] = {"commit_support": support_that_pays, "fall_back": first_listed}
"""What bots assume when they look ahead."""
