"""Roads: numbers a bot may weigh, read from a View, each in points good for the seat that looks.

A point is about what one factor of a division is worth. The weights stand here; docs/reference/bots.md
says why they are what they are.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.hidden.view import View
from kurgan.games.roads.pack.vocabulary import (
    AXIS,
    BACKHAND_BLOW,
    CAMPAIGN,
    CITY,
    MAJOR_CITY,
    SOVIET,
    STAR_AND_GALLOP,
    URANUS,
    WINTERGEWITTER,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.rules.r04_supply import general_field
from kurgan.games.roads.terms import EXPLOITING, OOS, OOS_FS
from kurgan.games.roads.terms_high_command import OUTCOMES

VICTORY: Final = 500.0
FACTOR: Final = 1.0
OUT_OF_SUPPLY: Final = 0.35
CUT_OFF: Final = 0.2
"""What a unit loses without supply, and what one that will have none in its next turn."""
IN_POCKET: Final = 0.25
HEADQUARTERS: Final = 8.0
RED_STAR: Final = 5.0
CITY_WORTH: Final = 6.0
MAJOR_WORTH: Final = 15.0
SCORING_WORTH: Final = (("hexes_5", 15.0), ("hexes_2", 6.0))
"""Hexes that a scenario scores by name."""
STALINGRAD_WORTH: Final = 12.0
EXPLOITER: Final = 1.5
CONTACT: Final = 0.15
LEVEL: Final = 1.0
MAJOR_POINTS: Final = 3
"""[19.4.2] Cities that a major city stands for."""
RELIEF: Final = {
    "axis_decisive": 2.0,
    "axis_minor": 1.0,
    "draw": 0.0,
    "soviet_minor": -1.0,
    "soviet_decisive": -2.0,
}
OPEN_CITY: Final = 10.0
MARCH: Final = 7
"""Hexes that a mobile unit may come in a turn."""
RELIEF_LEVEL: Final = 12.0
RETAKEN: Final = 4.0
MAJOR_RETAKEN: Final = 40.0
"""[19.4.2] Without a major city all others are worth nothing."""
STAR_CITY: Final = 15.0
ODDS: Final = 10.0
MOST_ODDS: Final = 4.0
NEARNESS: Final = (1.0, 1.0, 0.6, 0.4, 0.2)
"""For each step of the odds at which a place that wins could be attacked, and what of a unit counts so far away."""
URANUS_POINT: Final = 5.0
POCKET: Final = 20.0
"""The garrison of Stalingrad without supply."""


def features(v: View) -> dict[str, float]:
    """What counts in this position, by name, for the seat of the view."""
    s = v.position
    seat = SOVIET if v.seat == SOVIET else AXIS
    found = {
        "own_units": strength(s, seat),
        "enemy_units": -strength(s, 1 - seat),
        "ground": ground(s, seat),
        "exploitation": exploitation(s, seat),
        "aim": aim(s, seat),
        "fortress": LEVEL * s.track[tracks.FORTRESS_LEVEL] * (1 if seat == AXIS else -1),
    }
    if s.scenario.number in (BACKHAND_BLOW, STAR_AND_GALLOP):
        found["open_cities"] = OPEN_CITY * (open_cities(s, 1 - seat) - open_cities(s, seat))
    if s.scenario.number == BACKHAND_BLOW:
        odds = ODDS * odds_on_aim(s, AXIS)
        found["odds_on_aim"] = odds if seat == AXIS else -odds
    if is_pocket(s):
        found["pocket"] = POCKET if seat == SOVIET else -POCKET
    if s.track[tracks.OUTCOME]:
        name = OUTCOMES[s.track[tracks.OUTCOME] - 1]
        won = name.startswith(("soviet", "axis")[seat])
        found["victory"] = 0.0 if name == "draw" else VICTORY if won else -VICTORY
    return found


def aim(s: State, side: int) -> float:
    """[19] What the scenario judges in the end, besides towns and points."""
    number = s.scenario.number
    if number == WINTERGEWITTER:
        axis = RELIEF_LEVEL * relief(s)
    elif number == BACKHAND_BLOW:
        majors, cities, _ = scenarios.backhand_gains(s)
        axis = RETAKEN * cities + MAJOR_RETAKEN * majors
    elif number == STAR_AND_GALLOP:
        axis = -STAR_CITY * cities_held(s)
    elif number == URANUS:
        axis = -URANUS_POINT * urgency(s) * uranus_points(s)
    else:
        return 0.0
    return axis if side == AXIS else -axis


def odds_on_aim(s: State, side: int) -> float:
    """How well a side stands before the place that wins and that it could take best, in odds: who is a few hexes away
    counts in part, who is cut off half. One that is taken is as good as it gets."""
    if scenarios.backhand_gains(s)[2]:
        return MOST_ODDS
    best = 0.0
    field = general_field(s, side)
    for h in places_that_win(s, side):
        near = 0.0
        for u in s.ways.fighters_of[side]:
            at = s.where[u]
            if at >= 0:
                away = s.pack.distance(at, h)
                if away < len(NEARNESS):
                    factor = NEARNESS[away] * s.pack.attack[3 * u + s.steps[u]]
                    near += factor if field[at] else factor / 2
        held = float(s.pack.town_defense[s.pack.settlement[h]])
        for u in units.units_at(s, h):
            held += s.pack.defense[3 * u + s.steps[u]] / (2 if s.supply[u] == OOS else 1)
        best = max(best, min(MOST_ODDS, near / max(1.0, held)))
    return best


def places_that_win(s: State, side: int) -> list[int]:
    """[19] Where a side has to go to win its scenario: to the pocket, or into the major cities of the other."""
    if s.scenario.number == WINTERGEWITTER and side == AXIS:
        return sorted({s.where[u] for u in s.ways.units_of[AXIS] if s.where[u] >= 0 and s.supply[u] == OOS_FS})
    if s.scenario.number == WINTERGEWITTER or (s.scenario.number == URANUS and side == AXIS):
        return []
    cities = [h for hexes in s.pack.major_cities for h in hexes]
    return [h for h in cities if s.scenario.plays[h] and s.control[h] != side]


def urgency(s: State) -> float:
    """How much of a scenario is behind, from 0 to 1: what is counted at the end matters more and more."""
    first, last = s.scenario.first_turn, s.scenario.last_turn
    return (s.track[tracks.TURN] - first + 1) / (last - first + 1)


def uranus_points(s: State) -> int:
    """[19.2.9] The points if Uranus ended now."""
    ended = s.copy()
    scenarios.score_uranus_places(ended)
    return ended.track[tracks.VICTORY_POINTS]


def standing_points(s: State, side: int) -> dict[int, float]:
    """[19.2.9] Hexes that count in Uranus for whoever stands there in supply at the end, by their points."""
    if s.scenario.number != URANUS:
        return {}
    field = general_field(s, side)
    if side == AXIS:
        return {h: 1.0 for h in range(s.pack.hex_count) if s.pack.chir_don[h] and field[h]}
    found = {h: 1.0 for h in range(s.pack.hex_count) if s.pack.beyond_chir[h] and field[h] and s.scenario.plays[h]}
    for name, points in (("hexes_2", 2.0), ("hexes_5", 5.0)):
        found.update(dict.fromkeys(s.scenario.victory_hexes[name], points))
    return found


def cities_in_reach(s: State, side: int) -> list[int]:
    """Hexes of a side's major cities that are near enough to an enemy to be lost in one march."""
    return [h for h in major_cities_of(s, side) if is_in_reach(s, side, h)]


def major_cities_of(s: State, side: int) -> list[int]:
    return [h for hexes in s.pack.major_cities for h in hexes if s.control[h] == side and s.scenario.plays[h]]


def is_in_reach(s: State, side: int, h: int) -> bool:
    q, row = s.pack.axial_q[h], s.pack.row[h]
    for u in s.ways.units_of[1 - side]:
        at = s.where[u]
        if at >= 0:  # as Pack.distance counts, but this is asked of every unit for every city at every outcome
            dq = s.pack.axial_q[at] - q
            dr = s.pack.row[at] - row
            if -MARCH <= dq <= MARCH and -MARCH <= dr <= MARCH and -MARCH <= dq + dr <= MARCH:
                return True
    return False


def open_cities(s: State, side: int) -> int:
    """Those of them without a garrison."""
    return sum([guards(s, h) == 0 and is_in_reach(s, side, h) for h in major_cities_of(s, side)])


def guards(s: State, h: int) -> int:
    """Units in a hex that can fight; a headquarters holds nothing."""
    return sum([s.pack.is_combat[u] for u in units.units_at(s, h)])


def cities_held(s: State) -> float:
    """[19.5.3] Major cities besides Stalingrad, by the share of their hexes that is Soviet."""
    total = 0.0
    for hexes in s.pack.major_cities[1:]:
        if s.scenario.plays[hexes[0]]:
            total += sum([s.control[h] == SOVIET for h in hexes]) / len(hexes)
    return total


def lead(v: View) -> float:
    """[19] What the scenario judges in the end: the level of the relief, cities or points."""
    s = v.position
    if s.scenario.number == WINTERGEWITTER:
        soviet = -relief(s)
    elif s.scenario.number == BACKHAND_BLOW:
        majors, cities, _ = scenarios.backhand_gains(s)
        soviet = -float(MAJOR_POINTS * majors + cities)
    elif s.scenario.number in (URANUS, CAMPAIGN):
        soviet = float(s.track[tracks.VICTORY_POINTS])
    else:
        soviet = float(scenarios.star_cities(s))
    return soviet if v.seat == SOVIET else -soviet


def relief(s: State) -> float:
    """[19.1.1] The level at which the game would end now, good for the Axis: 2 with an open pocket, -2 without
    Kotelnikovo. How far the armor has come says little before it is there, and ahead of its supply it is not there."""
    ended = s.copy()
    scenarios.judge_relief(ended)
    if not ended.track[tracks.OUTCOME]:
        scenarios.judge_wintergewitter(ended)
    return RELIEF[OUTCOMES[ended.track[tracks.OUTCOME] - 1]]


def is_pocket(s: State) -> bool:
    """Axis units stand in Stalingrad and no supply reaches them."""
    held = [h for h in s.pack.stalingrad if s.here[AXIS][h] and s.scenario.plays[h]]
    if not held:
        return False
    field = general_field(s, AXIS)
    return not any(field[h] for h in held)


def strength(s: State, side: int) -> float:
    """Factors on the map; those without supply count less, those who are cut off now too, and contact with the enemy a
    little more."""
    pack = s.pack
    total = 0.0
    enemy_near = s.near[1 - side]
    field = b"" if s.scenario.number == WINTERGEWITTER else general_field(s, side)
    for u in s.ways.units_of[side]:
        h = s.where[u]
        if h < 0:
            continue
        if pack.is_hq[u]:
            total += HEADQUARTERS
            continue
        place = 3 * u + s.steps[u]
        worth = FACTOR * (pack.attack[place] + pack.defense[place])
        if s.supply[u] == OOS:
            worth *= 1 - OUT_OF_SUPPLY
        elif s.supply[u] == OOS_FS:
            worth *= 1 - IN_POCKET
        if field and not field[h]:
            worth *= 1 - CUT_OFF
        if enemy_near[h]:
            worth += CONTACT
        total += worth
    return total


def ground(s: State, side: int) -> float:
    """Towns that a side controls, less those of the other."""
    pack = s.pack
    total = 0.0
    for h in {*s.ways.towns, *scoring_hexes(s)}:
        worth = hex_worth(s, h)
        total += worth if s.control[h] == side else -worth
    for h in pack.stalingrad:
        total += STALINGRAD_WORTH if s.control[h] == side else -STALINGRAD_WORTH
    return total / 2


def hex_worth(s: State, h: int) -> float:
    """What a hex is worth to its owner."""
    pack = s.pack
    if not s.scenario.plays[h]:
        return 0.0
    for name, worth in SCORING_WORTH:
        if h in s.scenario.victory_hexes.get(name, ()):
            return worth
    if pack.settlement[h] == MAJOR_CITY:
        return MAJOR_WORTH
    if pack.settlement[h] == CITY:
        return CITY_WORTH
    return RED_STAR if pack.red_star[h] else 0.0


def scoring_hexes(s: State) -> list[int]:
    """Hexes that the scenario scores by name."""
    return [h for name, _ in SCORING_WORTH for h in s.scenario.victory_hexes.get(name, ())]


def exploitation(s: State, side: int) -> float:
    """Units that may still exploit."""
    return EXPLOITER * sum(1 for u in s.ways.units_of[side] if s.mark[u] & EXPLOITING and s.where[u] >= 0)
