"""Advance: whole orders a bot may consider, each a list of answers that are legal one after the other."""

from typing import Final

from kurgan.games.advance.answers import ADD, AIR, ALL, ARTILLERY, ATTACK, DONE, ENGINEER, MOVE, PLACE, RADIX
from kurgan.games.advance.bot.assault import attack_worth, support_worths
from kurgan.games.advance.bot.features import open_enemies
from kurgan.games.advance.bot.prospects import Outlook, chance_worth, strongest
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
MOST_STACKS: Final = 6
LEAST_STACK: Final = 2
LEAST_GAIN: Final = 1.0
"""Points that a stack must hope to gain by going elsewhere."""


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
    return promising(attacks) + marches[:MOST_MARCHES] + stack_marches(s, areas) + [[DONE]]


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
    """Each unit that is not at the front goes towards it, as far as it can; in the last turn nobody gains by it."""
    if s.turn >= s.scenario.last_turn:
        return []
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


def stack_marches(s: State, areas: list[int]) -> list[Plan]:
    """Whole stacks that go from before a hard area to one before a softer, where they would gain most."""
    if s.turn >= s.scenario.last_turn:
        return []
    outlook = Outlook(s)
    found: list[tuple[float, Plan]] = []
    for origin in areas:
        units = movement.able_units(s, origin)
        if len(units) < LEAST_STACK or s.soviet_mask >> origin & 1:
            continue
        group = strongest(s, units)
        here = best_chance(s, origin, group, outlook)
        for path in ways_from(s, origin, group):
            gain = best_chance(s, path[-1], group, outlook) - here
            if gain > LEAST_GAIN:
                found.append((gain, march_together(s, origin, group, path)))
    return [plan for _, plan in sorted(found, key=_by_worth)[:MOST_STACKS] if plan]


def best_chance(s: State, origin: int, group: list[int], outlook: Outlook) -> float:
    """What the best attack from an area next turn would bring."""
    enemies = [a for a in s.pack.near[origin] if s.soviet_mask >> a & 1]
    return max([0.0, *[chance_worth(s, a, group, outlook) for a in enemies]])


def ways_from(s: State, origin: int, group: list[int]) -> list[list[int]]:
    """Ways through vacant areas to others in the front line, as far as the slowest goes, with room for all."""
    points = min([movement.movement(s, u) for u in group])
    ways: dict[int, tuple[int, list[int]]] = {origin: (points, [])}
    ring = [origin]
    for at in ring:
        left, path = ways[at]
        for a in s.pack.near[at]:
            if a in ways or s.soviet_mask >> a & 1 or movement.why_not_enter(s, group[0], at, a, left):
                continue
            ways[a] = (left - movement.entry_cost(s, a), [*path, a])
            ring.append(a)
    room = s.pack.stack_limit - len(group)
    front = [a for a in ring[1:] if s.pack.near_mask[a] & s.soviet_mask and s.count[a] <= room]
    return [ways[a][1] for a in front]


def march_together(s: State, origin: int, group: list[int], path: list[int]) -> Plan:
    """The answers that bring every unit there; nothing if one cannot."""
    twin = s.copy()
    plan: Plan = []
    for a in [
        PLACE + origin,
        *[a for u in group for a in (MOVE + u * RADIX + path[0], *[PLACE + b for b in path[1:]], DONE)],
    ]:
        step = flow.top(twin)
        if step is None or (a == DONE and step.name != "go_on"):
            continue
        if a not in flow.legal(twin):
            return []
        plan.append(a)
        flow.answer(twin, a)
    return plan


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
