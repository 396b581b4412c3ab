"""What a position of Inferno is worth to a seat, in points, each with a name a player understands.

Everything is read from what the seat may know: its own blocks, the other side's blocks as counts, what was last seen.
A Soviet block that nobody has looked at counts as an average one. The Soviet value is the German one turned round.
"""

from math import sqrt
from typing import Final

from .pack import GERMAN, HOTH, LINDEN, OKH, PAULUS, RICHTHOFEN, SOVIET, Pack
from .state import State
from .terms import GERMAN_MAP_CLEARED, GERMAN_RIVER, GERMAN_SPAWN_HEXES, GOING_ON
from .view import View

VICTORY: Final = 1000.0
SPAWN_HEX: Final = 60.0
RIVER_HEX: Final = 3.0
LOSS: Final = 0.03
"""Times the cube of the losses: the tenth is the end."""
OWN_POWER: Final = 0.06
"""For each die and face that hits."""
ENEMY_BLOCK: Final = 1.0
PRESSURE: Final = 5.0
NEARER: Final = 0.4
"""What one hex more of distance leaves of a block's weight on an objective."""
LEFT_AT: Final = tuple([NEARER**steps for steps in range(120)])
OPEN_OBJECTIVE: Final = 5.0
UNKNOWN_POWER: Final = 6
"""A German block seen from behind."""
CARD: Final = 0.3
ENEMY_CARD: Final = 0.7
CLOCK: Final = 1.1
LEADERS: Final = ((HOTH, 4.0), (PAULUS, 3.0), (RICHTHOFEN, 3.0), (LINDEN, 2.0), (OKH, -6.0))

Power = tuple[int, int]
"""Dice times faces that hit, and the hex they stand in."""

GERMAN_WINS: Final = (GERMAN_SPAWN_HEXES, GERMAN_MAP_CLEARED, GERMAN_RIVER)


def features(v: View) -> dict[str, float]:
    """Points for the seat of a view, from nothing but the view."""
    s = v.position
    power = [(UNKNOWN_POWER, h) for h, _ in v.german_tokens] if v.hides_germans else []
    found = points(s, power + german_power(s), v.soviet_deck + v.soviet_top, v.soviet_hand, sum(v.german_hands))
    if v.seat >= 0 and v.seat == s.rules.soviet_seat:
        return {name: -value for name, value in found.items()}
    return found


def worth(s: State, side: int) -> float:
    """The same sum for an imagined position, without the detour over a view."""
    n = s.pack.german_cards
    deck = sum(s.deck[n:]) + sum(s.deck_top[n:])
    total = sum(points(s, german_power(s), deck, sum(s.soviet_hand), sum(s.hand)).values())
    return -total if side == SOVIET else total


def points(s: State, power: list[Power], deck: int, soviet_hand: int, german_hand: int) -> dict[str, float]:
    """What the Germans like about the position."""
    if s.result != GOING_ON:
        return {"victory": VICTORY if s.result in GERMAN_WINS else -VICTORY}
    goals = objectives(s)
    taken = [h for h in goals if s.control[h] == GERMAN]
    left = [h for h in goals if s.control[h] != GERMAN]
    value = RIVER_HEX if s.leaders >> OKH & 1 else SPAWN_HEX
    return {
        "objectives": value * len(taken),
        "losses": -LOSS * s.losses**3,
        "strength": OWN_POWER * sum([dice for dice, _ in power]),
        "pressure": PRESSURE * sum([_pressure(s.pack, power, h) for h in left]),
        "held": -sum([_openness(s, h) for h in taken]),
        "enemy": -ENEMY_BLOCK * s.soviets_on_map,
        "cards": CARD * german_hand,
        "enemy_cards": -ENEMY_CARD * soviet_hand,
        "clock": CLOCK * deck,
        "leaders": sum([points for effect, points in LEADERS if s.leaders >> effect & 1]),
    }


def objectives(s: State) -> list[int]:
    """The hexes that win: the six spawn hexes, or the whole bank under OKH."""
    return s.pack.okh_goal if s.leaders >> OKH & 1 else s.pack.soviet_spawn


def german_power(s: State) -> list[Power]:
    """Every German block on the map that can be seen."""
    p = s.pack
    found = []
    for u in range(p.germans):
        h = s.where[u]
        if h < p.hexes:
            dots = s.strength[u]
            found.append((dots * p.fire[u][dots], h))
    return found


def _pressure(p: Pack, power: list[Power], objective: int) -> float:
    """How much stands how near; the root makes a second objective worth more than a crowd at one."""
    away = p.distance[objective]
    total = 0.0
    for value, h in power:
        total += value * LEFT_AT[away[h]]
    return sqrt(total)


def _openness(s: State, h: int) -> float:
    """A taken objective without a garrison and with Soviets next to it will be lost again."""
    near = s.near_soviets[h]
    if near == 0:
        return 0.0
    return OPEN_OBJECTIVE / (1 + 2 * s.count[GERMAN][h])
