"""Advance: whole orders a bot may consider, each a list of answers that are legal one after the other."""

from typing import Final

from kurgan.games.advance.answers import ADD, AIR, ALL, ARTILLERY, ATTACK, DONE, ENGINEER, MOVE, PLACE, RADIX
from kurgan.games.advance.bot.assault import attack_worth, support_worths
from kurgan.games.advance.bot.features import open_enemies
from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.kernel import flow
from kurgan.kernel.maps import UNREACHED, distances

Plan = list[int]

MOST_ATTACKS: Final = 6
NEARLY: Final = 0.5
"""Points by which an order may be behind and still be looked at."""
EFFORT: Final = 0.12
"""What it costs that a unit can do nothing else in this turn."""
MOST_MARCHES: Final = 12


def plans(v: View, s: State) -> list[Plan]:
    """Orders from this question on; an empty list lets the bot try each answer by itself."""
    step = flow.top(s)
    if step is None:
        return []
    if step.name == "activate":
        return activations(s)
    if step.name == "order":
        return orders(s)
    if step.name == "commit_support":
        return supports(s)
    return []


def activations(s: State) -> list[Plan]:
    """An attack, or a march to the front; or the phase ends."""
    areas = [a - PLACE for a in flow.legal(s) if a != DONE]
    attacks = [(worth, [PLACE + a, *plan]) for a in areas for worth, plan in attacks_from(s, a)]
    marches = [[PLACE + a, *plan] for a in areas for plan in marches_from(s, a)]
    return promising(attacks) + marches[:MOST_MARCHES] + [[DONE]]


def orders(s: State) -> list[Plan]:
    """In the middle of a round: fight what has been entered, go on with the others, or end it."""
    legal = flow.legal(s)
    found: list[Plan] = [[a] for a in legal if a < MOVE]
    found += promising(attacks_from(s, s.active))
    found += marches_from(s, s.active)[:MOST_MARCHES]
    allowed = set(legal)
    return [plan for plan in found if plan[0] in allowed]


def promising(attacks: list[tuple[float, Plan]]) -> list[Plan]:
    """The attacks that should bring more than they cost, the best first."""
    return [plan for worth, plan in sorted(attacks, key=_by_worth)[:MOST_ATTACKS] if worth > 0.0]


def _by_worth(pair: tuple[float, Plan]) -> tuple[float, Plan]:
    return (-pair[0], pair[1])


def attacks_from(s: State, origin: int) -> list[tuple[float, Plan]]:
    """Every enemy area next to the origin, by its best one to four units; where it is contested, from within."""
    able = movement.able_units(s, origin)
    if s.soviet_mask >> origin & 1:
        if not able:
            return []
        worth = attack_worth(s, origin, best_group(s, able, len(able)))
        return [(worth, [ATTACK + origin, ALL] if len(able) > 1 else [ATTACK + origin])]
    found = []
    for a in s.pack.near[origin]:
        if s.soviet_mask >> a & 1:
            units = [u for u in able if not movement.why_not_enter(s, u, origin, a, movement.movement(s, u))]
            for size in range(1, min(len(units), s.pack.stack_limit - s.count[a]) + 1):
                group = best_group(s, units, size)
                plan = [MOVE + u * RADIX + a for u in group] + [ATTACK + a]
                found.append((attack_worth(s, a, group) - EFFORT * size, plan))
    return found


def best_group(s: State, units: list[int], size: int) -> list[int]:
    """The strongest units; among equals those of the division that most of them belong to."""
    divisions = [s.pack.division[u] for u in units]
    return sorted(units, key=lambda u: (-s.pack.attack[u], -divisions.count(s.pack.division[u]), u))[:size]


def marches_from(s: State, origin: int) -> list[Plan]:
    """Each unit that is not at the front goes towards it, as far as it can."""
    far = distances(s.pack.near, open_enemies(s))
    if far[origin] == UNREACHED:
        return []
    if far[origin] <= 1:
        return joins_from(s, origin)
    found = []
    for u in movement.able_units(s, origin):
        path = march_path(s, u, origin, far)
        if path:
            answers = [MOVE + u * RADIX + path[0]] + [PLACE + a for a in path[1:]]
            found.append(answers)
    return found


def joins_from(s: State, origin: int) -> list[Plan]:
    """A unit left alone at the front goes over to a larger stack beside it."""
    if s.count[origin] > 2 or s.soviet_mask >> origin & 1:
        return []
    found = []
    for u in movement.able_units(s, origin):
        for a in movement.enterable(s, u, origin, movement.movement(s, u)):
            if not s.soviet_mask >> a & 1 and s.count[a] >= s.count[origin]:
                found.append([MOVE + u * RADIX + a, DONE])
    return found


def march_path(s: State, u: int, origin: int, far: list[int]) -> list[int]:
    """Vacant areas, each nearer to the enemy than the one before, while the points last."""
    path: list[int] = []
    points = movement.movement(s, u)
    at = origin
    while True:
        nearer = [
            a
            for a in s.pack.near[at]
            if far[a] < far[at] and far[a] > 0 and not movement.why_not_enter(s, u, at, a, points)
        ]
        if not nearer:
            return path
        at = min(nearer, key=lambda a: (movement.entry_cost(s, a), s.count[a], a))
        points -= movement.entry_cost(s, at)
        path.append(at)


def supports(s: State) -> list[Plan]:
    """Of all sets of markers that may still be added the one that pays best, and the next if it is nearly as good."""
    found = support_worths(s)
    return [
        [ADD + ARTILLERY] * artillery + [ADD + ENGINEER] * engineers + [ADD + AIR] * air + [DONE]
        for worth, (artillery, engineers, air) in found[:2]
        if worth >= found[0][0] - NEARLY
    ]
