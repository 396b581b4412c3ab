"""What a position of Inferno is worth to a seat, in points, each with a name a player understands.

Everything is read from what the seat may know: its own blocks, the other side's blocks as counts, what was last seen.
A Soviet block that nobody has looked at counts as an average one. The Soviet value is the German one turned
round, with more weight on blood and less on the clock.
"""

from math import pow
from typing import Final, NamedTuple

from kurgan.games.inferno.bot import assault
from kurgan.games.inferno.bot.forecast import forecast
from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.pack.pack import GERMAN, HOTH, LINDEN, OKH, PAULUS, RICHTHOFEN, SOVIET, Pack
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.terms import GERMAN_MAP_CLEARED, GERMAN_RIVER, GERMAN_SPAWN_HEXES, GOING_ON

VICTORY: Final = 1000.0
SPAWN_HEX: Final = 90.0
RIVER_HEX: Final = 25.0
LANDING: Final = 30.0
"""What a spawn hex is worth above the rest of the bank: who has them all has stopped the Soviets."""
LOSS: Final = 0.02
"""Times the cube of the losses: the tenth is the end."""
OWN_POWER: Final = 0.05
"""For each die and face that hits."""
ENEMY_BLOCK: Final = 0.3
PRESSURE: Final = 37.0
"""What an objective is worth that is as good as taken."""
FOCUS: Final = 1.5
"""Above one, an objective nearly taken is worth more than two begun."""
RIVER_PRESSURE: Final = 9.0
NEARER: Final = 0.6
"""What one hex more of distance leaves of a block's weight on an objective."""
LEFT_AT: Final = (1.0, *[NEARER**steps for steps in range(120)])
DEFENDER: Final = 4.0
"""Dice times faces that one step in an objective asks for."""
USUAL_STEPS: Final = 2.2
"""Of a Soviet block nobody has looked at."""
FEW: Final = 4
"""Blocks that a token may be, for its strength to be worth a guess."""
EMPTY: Final = 4.0
"""The same for an empty one."""
RUBBLE: Final = 1.6
UNKNOWN_POWER: Final = 6
"""A German block seen from behind."""
CARD: Final = 0.5
ENEMY_CARD: Final = 0.5
LONG: Final = 20.0
"""Cards in the Soviet deck below which strength and cards kept for later count less and less."""
CLOCK: Final = 6.0
BLOW: Final = 1.0
LEADERS: Final = ((HOTH, 4.0), (PAULUS, 1.0), (RICHTHOFEN, 3.0), (LINDEN, 2.0))
HAND: Final = 5
"""Cards that can be put to use; more are worth nothing."""
NEW_GOALS: Final = 80.0
"""What it costs to draw OKH, whose goals are hard to reach."""
MARCH: Final = 0.03
"""For each point of power and each hex that it is nearer to an objective than the far edge."""
FAR: Final = 10
WALK: Final = 1.5
"""Under OKH, for each hex between an open place on the bank and the nearest block: somebody has to walk there."""
ASSAULT: Final = 25.0
"""What it is worth to be able to take an objective with the next action."""

SOVIET_EYES: Final = {"losses": 6.0, "clock": 0.25, "cards": 0.0}
"""How much more or less a Soviet player makes of a thing."""
SOVIET_POWER: Final = 0.6
"""A step shot off a German block is worth about half a card."""
COUNTER: Final = 20.0
THREAT_REACH: Final = 3
AVERAGE_SOVIET: Final = 3.0
"""Dice times faces of a Soviet block."""

Power = dict[int, int]
"""Dice times faces that hit, by the hex they stand in."""
Steps = dict[int, float]
"""Steps of the Soviet blocks, as far as known, by hex."""


class Cards(NamedTuple):
    """How many lie where; anybody may count them."""

    clock: int
    soviet_hand: int
    german_hand: int
    german_deck: int


GERMAN_WINS: Final = (GERMAN_SPAWN_HEXES, GERMAN_MAP_CLEARED, GERMAN_RIVER)


def features(v: View) -> dict[str, float]:
    """Points for the seat of a view, from nothing but the view."""
    s = v.position
    power: Power = {}
    for h, _ in v.german_tokens if v.hides_germans else ():
        power[h] = power.get(h, 0) + UNKNOWN_POWER
    deck = v.soviet_deck + v.soviet_top
    cards = Cards(deck, v.soviet_hand, sum(v.german_hands), v.german_deck)
    power = german_power(s, power)
    found = points(s, power, steps_seen(v), cards)
    if v.seat >= 0 and v.seat == s.rules.soviet_seat:
        return soviet_points(s, power, found)
    return found


def progress(v: View) -> float:
    """[1.4] Cards that have left the Soviet deck, which is the clock of the game."""
    p = v.position.pack
    cards = sum(p.card_count[p.german_cards :])
    return max(0.0, 1.0 - (v.soviet_deck + v.soviet_top) / cards)


def lead(v: View) -> float:
    """[1.4] Objectives that the Germans hold; the other way round for the Soviets."""
    s = v.position
    held = sum([s.control[h] == GERMAN for h in objectives(s)])
    return -float(held) if v.seat >= 0 and v.seat == s.rules.soviet_seat else float(held)


def worth(s: State, side: int) -> float:
    """The same sum for an imagined position, without the detour over a view."""
    german_deck = sum(s.deck[: s.pack.german_cards])
    cards = Cards(solo.cards_left(s), solo.soviet_hand_size(s), sum(s.hand), german_deck)
    power = german_power(s, {})
    found = points(s, power, steps_imagined(s), cards)
    return sum((soviet_points(s, power, found) if side == SOVIET else found).values())


def soviet_points(s: State, power: Power, found: dict[str, float]) -> dict[str, float]:
    """The other way round: blood counts more, the clock less, and lost objectives are to be won back."""
    turned = {name: -value * SOVIET_EYES.get(name, 1.0) for name, value in found.items()}
    if s.result == GOING_ON:
        turned["strength"] = -SOVIET_POWER * sum(power.values())
        turned["counter"] = COUNTER * sum([_threat(s, power, h) for h in objectives(s) if s.control[h] == GERMAN])
    return turned


def _threat(s: State, power: Power, objective: int) -> float:
    """How much stands ready to take an objective back, from nothing to one."""
    near = 0.0
    count = s.count[SOVIET]
    away = s.pack.distance[objective]
    for h in range(s.pack.hexes):
        if count[h] and away[h] <= THREAT_REACH:
            near += AVERAGE_SOVIET * count[h] * LEFT_AT[away[h]]
    return near / (near + EMPTY + power.get(objective, 0))


def points(s: State, power: Power, steps: Steps, cards: Cards) -> dict[str, float]:
    """What the Germans like about the position."""
    if s.result != GOING_ON:
        return {"victory": VICTORY if s.result in GERMAN_WINS else -VICTORY}
    goals = objectives(s)
    is_river = s.leaders >> OKH & 1
    landings = s.pack.soviet_spawn
    value = RIVER_HEX if is_river else SPAWN_HEX
    taken = [h for h in goals if s.control[h] == GERMAN]
    left = min(1.0, cards.clock / LONG)
    coming = forecast(s, goals)
    open_goals = [h for h in goals if s.control[h] != GERMAN]
    first = [h for h in open_goals if h in landings]
    defence = {h: steps.get(h, 0.0) + USUAL_STEPS * coming.newcomers.get(h, 0) for h in open_goals}
    pressure = PRESSURE * sum([_pressure(s, power, h, defence[h]) for h in first])
    pressure += RIVER_PRESSURE * sum([_pressure(s, power, h, defence[h]) for h in open_goals if h not in landings])
    next_goals = first or open_goals
    return {
        "objectives": value * len(taken) + (LANDING * len([h for h in taken if h in landings]) if is_river else 0.0),
        "assault": ASSAULT * assault.prepared(s, power, {h: defence[h] for h in next_goals}, cards.german_hand),
        "risk": -value * coming.lost - BLOW * coming.blows,
        "losses": -LOSS * s.losses**3,
        "strength": OWN_POWER * left * sum(power.values()),
        "pressure": pressure,
        "enemy": -ENEMY_BLOCK * s.soviets_on_map,
        "cards": CARD * left * min(HAND, cards.german_hand),
        "goals": -NEW_GOALS * _new_goals(s, cards.german_deck, len(goals) - len(taken)),
        "march": MARCH * _march(s.pack, power, next_goals)
        - (WALK * _walk(s.pack, power, open_goals) if is_river else 0.0),
        "enemy_cards": -ENEMY_CARD * cards.soviet_hand,
        "clock": CLOCK * (cards.clock - coming.cards),
        "leaders": sum([points for effect, points in LEADERS if s.leaders >> effect & 1]),
    }


def objectives(s: State) -> list[int]:
    """The hexes that win: the six spawn hexes, or the whole bank under OKH."""
    return s.pack.okh_goal if s.leaders >> OKH & 1 else s.pack.soviet_spawn


def german_power(s: State, power: Power) -> Power:
    """Add every German block on the map that can be seen."""
    p = s.pack
    for u in range(p.germans):
        h = s.where[u]
        if h < p.hexes:
            dots = s.strength[u]
            power[h] = power.get(h, 0) + dots * p.fire[u][dots]
    return power


def steps_seen(v: View) -> Steps:
    """From a view: blocks seen in a fight that have not mixed since are known, others are average."""
    s = v.position
    p = s.pack
    found: Steps = {}
    for h, may in v.soviet_tokens:
        found[h] = found.get(h, 0.0) + _steps(s, may)
    for u in range(p.germans, p.units) if not v.soviet_tokens or s.battle.shown else ():
        h = s.where[u]
        if h < p.hexes:
            found[h] = found.get(h, 0.0) + s.strength[u]
    return found


def steps_imagined(s: State) -> Steps:
    """The same from an imagined position: no more than a German knows."""
    p = s.pack
    found: Steps = {}
    for u in range(p.germans, p.units):
        h = s.where[u]
        if h < p.hexes:
            found[h] = found.get(h, 0.0) + _steps(s, s.may[u])
    return found


def _steps(s: State, may: int) -> float:
    """What a token is worth by the blocks it may be."""
    if may.bit_count() > FEW:
        return USUAL_STEPS
    total = 0.0
    blocks = 0
    u = s.pack.germans
    while may:
        if may & 1:
            total += s.seen[u] or USUAL_STEPS
            blocks += 1
        may >>= 1
        u += 1
    return total / max(1, blocks)


def _new_goals(s: State, german_deck: int, captures: int) -> float:
    """[8.2.5] How likely OKH comes before the objectives are taken: each capture draws a card, two under Paulus."""
    if s.leaders >> OKH & 1:
        return 1.0
    draws = captures * (2 if s.leaders >> PAULUS & 1 else 1)
    if sum(s.deck_bottom[: s.pack.german_cards]):
        return 1.0 if draws > german_deck else 0.0
    return min(1.0, draws / max(1, german_deck))


def _march(p: Pack, power: Power, goals: list[int]) -> float:
    """How far everybody has come."""
    total = 0
    for h, value in power.items():
        away = p.distance[h]
        total += value * (FAR - min([away[goal] for goal in goals], default=0))
    return float(total)


def _walk(p: Pack, power: Power, goals: list[int]) -> float:
    """How far the nearest block is from each of these places."""
    return float(sum([min([p.distance[h][goal] for h in power], default=FAR) for goal in goals]))


def _pressure(s: State, power: Power, objective: int, defence: float) -> float:
    """How near an objective is to being taken, from nothing to one: what stands how near against what is needed."""
    away = s.pack.distance[objective]
    total = 0.0
    for h, value in power.items():
        total += value * LEFT_AT[away[h]]
    needed = EMPTY + DEFENDER * defence
    if s.rubble[objective]:
        needed *= RUBBLE
    return pow(total / (total + needed), FOCUS)
