"""Roads: where offensive markers are laid, which supports are chosen, and on whom they lie.

All of it looks at the same thing: at which enemies an attack of this turn promises most. Only scenarios with offensive
markers ask for it; Wintergewitter is too small for a choice.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, OM, SUPPORT, UNIT, YES
from kurgan.games.roads.bot.features import hex_worth, places_that_win
from kurgan.games.roads.bot.marching import MOBILE_FACTOR, attack_of, defense_of
from kurgan.games.roads.pack.vocabulary import CLASS_AIR, CLASS_ROCKET, CLEAR_SKY, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_events as support_events
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.terms import M_AXIS, M_MAP, M_STAVKA, OOS_FS
from kurgan.kernel import flow

Promises = dict[int, float]

MARCH_NEAR: Final = 4
"""Hexes from which a mobile unit may come to a fight in the same turn."""
MOST_ODDS: Final = 4.0
WINS: Final = 1.5
"""How much more an attack promises on a place that wins the scenario."""
STRIKE: Final = 4.0
SAME_CLASS: Final = 8.0
"""What a marker in a stack takes from the worth of a second one of its class there: only one of them counts."""
COVERED: Final = 0.3
"""What is left of a unit for a marker when another covers it already."""
STALE: Final = 2.0
"""How much more another place must promise for a marker to be taken up."""
HELD: Final = 0.5
ROCKETS: Final = 1.0


def promises(s: State, side: int) -> Promises:
    """For each enemy hex the odds that could be brought against it in this turn, more for ground that counts."""
    strikers = [
        (s.where[u], attack_of(s, u), reach_of(s, u))
        for u in s.ways.fighters_of[side]
        if s.where[u] >= 0 and s.supply[u] != OOS_FS
    ]
    held: Promises = {}
    for u in s.ways.units_of[1 - side]:
        h = s.where[u]
        if h >= 0:
            held[h] = held.get(h, s.pack.town_defense[s.pack.settlement[h]]) + defense_of(s, u)
    wins = places_that_win(s, side)
    found: Promises = {}
    for h in held:
        near = 0.0
        for at, factor, reach in strikers:
            away = s.pack.distance(at, h)
            if away <= reach:
                near += factor / away
        found[h] = min(MOST_ODDS, near / max(1.0, held[h])) * (1 + hex_worth(s, h) / 10 + WINS * (h in wins))
    return found


def reach_of(s: State, u: int) -> int:
    """Hexes from which a unit may come to a fight in this turn."""
    return MARCH_NEAR if s.pack.movement[3 * u + s.steps[u]] >= MOBILE_FACTOR else 1


def strike_of(s: State, found: Promises, u: int) -> float:
    """The best attack in which a unit may take part; half of it two hexes away."""
    reach = reach_of(s, u)
    best = 0.0
    for h, worth in found.items():
        away = s.pack.distance(s.where[u], h)
        if away <= reach:
            best = max(best, worth / away)
    return best


# Offensive markers ------------------------------------------------------------------------------------------------


def marker_answer(s: State, legal: list[int]) -> int:
    """A marker that can be laid is laid, the Major one first: what waits without one cannot be played."""
    markers = [a for a in legal if a != DONE]
    return OM if OM in markers else markers[0] if markers else DONE


def place_answer(s: State, legal: list[int]) -> int:
    """Where own units in the marker's reach have the most promising attacks."""
    (om,) = flow.local(s, "place_one")
    strikes = strikes_of(s, om)
    return max(legal, key=lambda a: (covered(s, om, strikes, a - HEX), -a))


def take_up_answer(s: State, legal: list[int]) -> int:
    return redeploy_answer(s, legal, flow.current(s, "redeploy"))


def redeploy_answer(s: State, legal: list[int], om: int) -> int:
    """A marker stays, unless another place promises far more; [11.1.2] one by Stalingrad keeps its watch."""
    at = s.track[tracks.MAJOR_AT + om]
    if YES not in legal or (offensives.must_watch_city(s) and offensives.is_by_stalingrad(s, at)):
        return legal[0]
    strikes = strikes_of(s, om)
    places = [h for h in s.pack.offensive_places if s.scenario.plays[h] and s.control[h] != SOVIET]
    most = max([covered(s, om, strikes, h) for h in places], default=0.0)
    return YES if most > STALE * covered(s, om, strikes, at) else legal[0]


def strikes_of(s: State, om: int) -> list[tuple[int, float]]:
    """Own units by their hex: what they promise with supports; little if another marker covers them already."""
    found = promises(s, SOVIET)
    strikes: list[tuple[int, float]] = []
    for u in s.ways.fighters_of[SOVIET]:
        h = s.where[u]
        if h < 0:
            continue
        worth = strike_of(s, found, u) * attack_of(s, u)
        if any(other != om and offensives.om_covers(s, other, h) for other in offensives.MARKERS):
            worth *= COVERED
        strikes.append((h, worth))
    return strikes


def covered(s: State, om: int, strikes: list[tuple[int, float]], place: int) -> float:
    """What the units in a marker's reach promise, if it lay there."""
    reach = s.pack.om_radius[om]
    return sum([worth for h, worth in strikes if s.pack.distance(h, place) <= reach])


# Supports ---------------------------------------------------------------------------------------------------------


def choice_answer(s: State, legal: list[int]) -> int:
    """Of the pool what helps an attack most, of several classes: in one fight one of each counts."""
    return max(legal, key=lambda a: (choice_worth(s, a - SUPPORT), -a))


def choice_worth(s: State, kind: int) -> float:
    """Columns, factors and rockets; less for what is there already, nothing for planes under clouds."""
    pack = s.pack
    if pack.support_class[kind] == CLASS_AIR and s.track[tracks.SKY] != CLEAR_SKY:
        return 0.0
    worth = 2.0 * pack.support_attack_shift[kind] + pack.support_attack_bonus[kind] / 2 + (pack.support_box[kind] > 0)
    if pack.support_class[kind] == CLASS_ROCKET:
        worth += ROCKETS
    own = pack.markers_of[pack.support_side[kind]]
    there = [m for m in own if pack.support_class[pack.marker_kind[m]] == pack.support_class[kind]]
    return worth - HELD * sum([M_STAVKA <= s.marker_place[m] <= M_AXIS for m in there])


def unit_answer(s: State, legal: list[int]) -> int:
    """Guns lie on who has the best attack before him, what only defends on who is threatened most."""
    m = support_events.marker_in_hand(s)
    kind = s.pack.marker_kind[m]
    if is_for_defense(s, kind):
        return max(legal, key=lambda a: (threat_to(s, a - UNIT), -a))
    found = promises(s, s.track[tracks.SIDE])
    return max(legal, key=lambda a: (help_worth(s, found, kind, a - UNIT), -a))


def is_for_defense(s: State, kind: int) -> bool:
    """It helps nobody to attack."""
    pack = s.pack
    defends = pack.support_defense_bonus[kind] > 0 or pack.support_defense_shift[kind] < 0
    return defends and not pack.support_attack_bonus[kind] and not pack.support_attack_shift[kind]


def help_worth(s: State, found: Promises, kind: int, u: int) -> float:
    """The attack before a unit, and its own part in it."""
    worth = STRIKE * strike_of(s, found, u) + attack_of(s, u) + 2 * (s.pack.box[u] > 0)
    for m in s.pack.markers_of[s.pack.side[u]]:
        if s.marker_place[m] == M_MAP and s.pack.support_class[s.pack.marker_kind[m]] == s.pack.support_class[kind]:
            if s.pack.support_attached[kind] and s.where[s.marker_on[m]] == s.where[u]:
                worth -= SAME_CLASS
    return worth


def threat_to(s: State, u: int) -> float:
    """Attack factors beside a unit, and what its hex is worth."""
    h = s.where[u]
    enemy = 1 - s.pack.side[u]
    beside = [v for n in s.pack.neighbours[h] if s.here[enemy][n] for v in units.units_at(s, n)]
    return sum([attack_of(s, v) for v in beside]) + hex_worth(s, h) * bool(beside)
