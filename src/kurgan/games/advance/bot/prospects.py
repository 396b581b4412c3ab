"""Advance: what the attacks of the next turn are likely to bring, as the stacks stand now.

Every stack beside the enemy gets one target and every target one stack, the best pair first; so a second stack before a
hard area is worth less than the same units before a soft one two marches away.
"""

from typing import Final

from kurgan.games.advance.bot.assault import MIDDLE, PLAIN, Prices, Stakes, unit_price
from kurgan.games.advance.bot.features import features as judged
from kurgan.games.advance.bot.features import marker_prices
from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.position.state import Battle, State
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r09_combat as combat
from kurgan.games.advance.terms import PLAYING, REVEALED
from kurgan.kernel.tally import SILENT

PROSPECT: Final = 0.15
"""What a point that the next turn may bring is worth now."""
SHELLS: Final = 1
"""Markers that an attack may hope for; not more than one for each unit."""
HIDDEN: Final = 1.0
"""What the strategy of a unit that is not yet revealed adds to its factor, by and large."""


class Outlook:
    """What the attacks of the next turn have in common."""

    def __init__(self, s: State) -> None:
        self.means = mean_factors(s)
        self.stakes = Stakes(s)
        self.shell = marker_prices(s)[0]


def features(v: View) -> dict[str, float]:
    """What counts in this position, by name, with what may come of it."""
    found = judged(v)
    found["prospects"] = PROSPECT * prospects(v.position)
    return found


def prospects(s: State) -> float:
    """Points that the attacks of the next turn bring on average; none after the last."""
    if s.outcome != PLAYING or s.turn >= s.scenario.last_turn:
        return 0.0
    found: list[tuple[float, int, int]] = []
    outlook = Outlook(s)
    for origin in stacking.areas_of(s.german_mask):
        group = strongest(s, stacking.units_in(s, origin))
        inside = s.soviet_mask >> origin & 1
        for a in (origin,) if inside else s.pack.near[origin]:
            if s.soviet_mask >> a & 1 and (inside or s.count[a] + len(group) <= s.pack.stack_limit):
                worth = chance_worth(s, a, group, outlook)
                if worth > 0:
                    found.append((-worth, origin, a))
    found.sort()
    total = 0.0
    used = aimed = 0
    for worth, origin, a in found:
        if not (used >> origin & 1 or aimed >> a & 1):
            used |= 1 << origin
            aimed |= 1 << a
            total -= worth
    return total


def strongest(s: State, units: list[int]) -> list[int]:
    """The stack, its lead first."""
    return sorted(units, key=lambda u: (-s.pack.attack[u], u))


def mean_factors(s: State) -> dict[int, float]:
    """By terrain: the factor of a unit that is not yet revealed, on average."""
    total: dict[int, int] = {}
    count: dict[int, int] = {}
    for k in range(s.pack.kinds):
        terrain = s.pack.kind_terrain[k]
        total[terrain] = total.get(terrain, 0) + s.pool[k] * s.pack.kind_defense[k]
        count[terrain] = count.get(terrain, 0) + s.pool[k]
    return {terrain: total[terrain] / max(1, count[terrain]) for terrain in total}


def chance_worth(s: State, a: int, group: list[int], outlook: Outlook) -> float:
    """The average worth of an attack next turn, with shells if it is not hopeless."""
    b = Battle(a, True, False)
    b.units = group
    b.lead = group[0]
    if s.soviet[a] >= REVEALED:
        factor = float(s.pack.kind_defense[stacking.kind_of(s, a)])
    else:
        factor = outlook.means.get(s.pack.terrain[a], 0.0) + HIDDEN
    shells = min(SHELLS, len(group))
    ahead = combat.attack_value(s, b, SILENT) - combat.defence_value(s, b, SILENT) + combat.SUPPORT_BONUS * shells
    at = MIDDLE - round(ahead - factor)
    prices = Prices(s, a, outlook.stakes)
    lost = prices.repulse + unit_price(s, b.lead)
    return PLAIN[at + 1] * prices.taken - (1.0 - PLAIN[at]) * lost - outlook.shell * shells
