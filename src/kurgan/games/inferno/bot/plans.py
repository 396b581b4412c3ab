"""Whole orders that a bot may consider, each a list of answers that are legal one after the other.

Orders are found by following the rules' own questions in an imagined position; of the many possible moves only those
that leave the side best placed are kept, and of the attacks those that look best before the dice decide their worth.
"""

from typing import Final

from kurgan.games.inferno.answers import ALL, DONE, GO, UNIT
from kurgan.games.inferno.bot.features import objectives, worth
from kurgan.games.inferno.pack.pack import GERMAN, OKH, SOVIET
from kurgan.games.inferno.position.state import NO_BATTLE, State, germans_at, soviets_at
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules.r07_soviet_actions import top_stacked
from kurgan.games.inferno.rules.r10_one_vs_one import why_not_go
from kurgan.games.inferno.terms import (
    DELIBERATE,
    HASTY,
    LONG_MOVE,
    REINFORCE,
    SHORT_MOVES,
    SOVIET_DRAWS,
    SOVIET_MOVES,
    TRACK,
)
from kurgan.kernel import flow
from kurgan.kernel.vocabulary import ALLOWED

MOST_ATTACKS: Final = 12
QUICK_ATTACKS: Final = 2
QUICK_ORDERS: Final = 4
OPEN_GOAL: Final = 5.0
"""At first sight: more than any attack, for it costs no blood."""
AWAY: Final = 0.1
LEAVES: Final = 0.5
FILLS: Final = 0.3
"""Of a march at first sight: each hex from the next landing, leaving one, filling one up."""
AVERAGE_POWER: Final = 5.0
CITY: Final = 0.6
FARTHER: Final = 0.3
RESERVE: Final = 16
"""Blocks on the track that are left there while every card drawn may be OKH."""
SURPRISE: Final = 6
"""The turn before which one German alone does not call: the landings are weak only at first."""
ROOM: Final = 6
"""Places in the spawn hexes that a call fills; what finds none goes back."""
MOST_MOVES: Final = 4
SECOND_MOVES: Final = 3
MOST_ORDERS: Final = 24

Order = list[int]
Reached = tuple[float, Order, State]


def plans(s: State, seat: int) -> list[Order]:
    """Orders from the question that is pending for the seat; [] where every single answer should be weighed."""
    step = flow.top(s)
    if step is None or step.kind != flow.ASK:
        return []
    if step.name == "choose_action":
        return german_orders(s, seat)
    if step.name == "short_from":
        return [order for _, order, _ in best(short_moves(s, seat), MOST_MOVES)] + [[DONE]] * (DONE in flow.legal(s))
    if step.name in ("soviet_action", "soviet_hex"):
        return soviet_orders(s, seat)
    if step.name in ("short_units", "hasty_units"):
        return [unit_answers(s)]
    if step.name == "advance":
        return advances(s)
    return []


def advances(s: State) -> list[Order]:
    """So many of the strongest, or so many of the weakest, go forward."""
    legal = flow.legal(s)
    units = [a for a in legal if a != DONE]
    ranked = [a for _, a in sorted([(-power(s, a - UNIT), a) for a in units])]
    most = min(len(ranked), s.pack.stack_limit - len(s.battle.advanced))
    found: list[Order] = [[DONE]] if DONE in legal else []
    for count in range(1, most + 1):
        end = [DONE] if count < most else []
        found.append([*ranked[:count], *end])
        if count < len(ranked):
            found.append([*ranked[-count:], *end])
    return found


def quick_plans(s: State, seat: int) -> list[Order]:
    """The same from a short list of German actions, and of what a Soviet player may do."""
    step = flow.top(s)
    if step is None or step.kind != flow.ASK:
        return []
    if step.name == "choose_action":
        return quick_orders(s, seat)
    if step.name == "soviet_action":
        return [*quick_soviet(s, [SOVIET_MOVES]), [SOVIET_DRAWS]] if is_in_touch(s) else [[SOVIET_DRAWS]]
    if step.name == "soviet_hex":
        return quick_soviet(s, [])
    return plans(s, seat)


def is_in_touch(s: State) -> bool:
    """Whether one of the highest Soviet stacks stands next to Germans, or to an objective that nobody guards."""
    goals = objectives(s)
    for h in top_stacked(s):
        for n in s.pack.near[h]:
            if s.count[GERMAN][n] or (s.control[n] == GERMAN and n in goals):
                return True
    return False


# German -----------------------------------------------------------------------------------------------------------


def german_orders(s: State, seat: int) -> list[Order]:
    """One action: a call, the best moves, and every attack."""
    legal = flow.legal(s)
    found: list[Order] = []
    if may_call(s):
        found.append([REINFORCE])
    if DELIBERATE in legal:
        found += attacks(s, seat, DELIBERATE)
    if HASTY in legal:
        found += attacks(s, seat, HASTY)
    if LONG_MOVE in legal:
        found += [order for _, order, _ in best(follow(after(s, LONG_MOVE), seat, [LONG_MOVE]), MOST_MOVES)]
    found += two_short_moves(s, seat)
    return found or [[REINFORCE]]


def may_call(s: State) -> bool:
    """Whether a call is worth a thought."""
    p = s.pack
    room = sum([p.stack_limit - s.count[GERMAN][h] for h in p.german_spawn if s.control[h] == GERMAN])
    if room < ROOM or (s.turn < SURPRISE and not s.rules.coop):
        return False
    is_safe = s.leaders >> OKH & 1 or sum(s.deck_bottom[: p.german_cards])
    return s.where.count(TRACK) > (0 if is_safe else RESERVE)


def quick_orders(s: State, seat: int) -> list[Order]:
    """The best attacks of both kinds, the best short move; a call if there is nothing else."""
    legal = flow.legal(s)
    deliberate = attacks(s, seat, DELIBERATE)[:QUICK_ATTACKS] if DELIBERATE in legal else []
    hasty = attacks(s, seat, HASTY)[:QUICK_ATTACKS] if HASTY in legal else []
    found = deliberate[:1] + hasty[:1] + deliberate[1:]
    for _, order, _ in best(short_moves(after(s, SHORT_MOVES), seat), 1):
        found.append([SHORT_MOVES, *order])
    if may_call(s) and len(found) < QUICK_ORDERS:
        found.append([REINFORCE])
    return found or [[REINFORCE]]


def attacks(s: State, seat: int, action: int) -> list[Order]:
    """The most promising attacks: many dice against few blocks, near a goal, not into cities."""
    found = [(promise(at), order, at) for _, order, at in follow(after(s, action), seat, [action], False)]
    return [order for _, order, _ in best(found, MOST_ATTACKS)]


def promise(s: State) -> float:
    """How an attack looks before its dice, from what anybody can count."""
    b = s.battle
    if b is NO_BATTLE:
        return 0.0
    p = s.pack
    dice = sum([power(s, u) for u in b.germans])
    ratio = dice / (AVERAGE_POWER * max(1, s.count[SOVIET][b.target]))
    if concepts.is_urban(s, b.target):
        ratio *= CITY
    if s.rubble[b.target]:
        ratio *= CITY
    goals = [h for h in objectives(s) if s.control[h] != GERMAN]
    away = min([p.distance[b.target][h] for h in goals], default=0)
    return ratio - FARTHER * away


def two_short_moves(s: State, seat: int) -> list[Order]:
    """The best single moves, and for each the best second ones."""
    begun = after(s, SHORT_MOVES)
    found: list[Reached] = []
    for value, order, then in best(short_moves(begun, seat), MOST_MOVES):
        step = flow.top(then)
        if step is None or step.kind != flow.ASK or step.name != "short_from":
            found.append((value, [SHORT_MOVES, *order], then))
            continue
        if DONE in flow.legal(then):
            found.append((value, [SHORT_MOVES, *order, DONE], then))
        for again, more, last in best(short_moves(then, seat), SECOND_MOVES):
            found.append((again, [SHORT_MOVES, *order, *more], last))
    orders = [order for _, order, _ in best(found, MOST_MOVES)]
    return [*orders, [SHORT_MOVES, DONE]]


def short_moves(s: State, seat: int) -> list[Reached]:
    """Every single Short Move from here with its worth."""
    found: list[Reached] = []
    for start in flow.legal(s):
        if start != DONE:
            found += follow(after(s, start), seat, [start])
    return found


# Soviet -----------------------------------------------------------------------------------------------------------


def soviet_orders(s: State, seat: int) -> list[Order]:
    """A card, or one order for one of the highest stacks; the others follow."""
    step = flow.top(s)
    assert step is not None
    if step.name == "soviet_hex":
        return [order for _, order, _ in best(follow(s, seat, []), MOST_ORDERS)]
    moves = follow(after(s, SOVIET_MOVES), seat, [SOVIET_MOVES])
    return [[SOVIET_DRAWS]] + [order for _, order, _ in best(moves, MOST_ORDERS)]


def quick_soviet(s: State, begun: Order) -> list[Order]:
    """The few orders that look best before anything is tried; the strongest block of a stack goes.

    In play that is imagined hundreds of times nobody can weigh every block of six stacks in every direction.
    """
    count = s.count[SOVIET]
    found = [
        (-errand(s, h, end), h, end)
        for h in s.order.left
        if count[h]
        for end in s.pack.near[h]
        if why_not_go(s, h, end) == ALLOWED
    ]
    orders: list[Order] = []
    for _, h, end in sorted(found)[: QUICK_ORDERS - 1]:
        is_move = s.count[GERMAN][end] == 0 and count[h] > 1
        unit = [UNIT + max([(power(s, u), u) for u in soviets_at(s, h)])[1]] if is_move else []
        orders.append([*begun, h, end, *unit])
    return orders


def errand(s: State, h: int, end: int) -> float:
    """How an order for a Soviet stack looks at first sight: an open objective, a weak neighbour, a landing to fill."""
    goals = objectives(s)
    if s.count[GERMAN][end]:
        ours = sum([power(s, u) for u in soviets_at(s, h)])
        theirs = sum([power(s, u) for u in germans_at(s, end)])
        return ours / (1.0 + theirs) + (1.0 if end in goals else 0.0)
    if s.control[end] == GERMAN and end in goals:
        return OPEN_GOAL
    away = min([s.pack.distance[end][g] for g in goals if s.control[g] == SOVIET], default=0)
    return -AWAY * away - (LEAVES if h in goals else 0.0) + (FILLS if end in goals else 0.0) - LEAVES


# Following the questions ------------------------------------------------------------------------------------------

ENDS: Final = frozenset({"choose_action", "short_from", "soviet_hex", "german_card", "soviet_card", "combined_force"})
"""Questions at which an order is complete; the first question of an order is not looked at."""


def follow(s: State, seat: int, order: Order, is_weighed: bool = True) -> list[Reached]:
    """Every way to complete an order, with the worth of the position it leads to, where that is asked for."""
    found: list[Reached] = []
    todo: list[tuple[Order, State]] = [(order, s)]
    while todo:
        answers, at = todo.pop()
        step = flow.top(at)
        going_on = step is not None and step.kind == flow.ASK and step.seat(at) == seat
        if not going_on or (len(answers) > len(order) and step is not None and step.name in ENDS):
            found.append((worth(at, side_of(at, seat)) if is_weighed else 0.0, answers, at))
            continue
        assert step is not None
        for a in narrowed(at, step.name):
            then = after(at, a)
            todo.append(([*answers, a], then))
    return found


def narrowed(s: State, step: str) -> list[int]:
    """All legal answers, but blocks and stacks go together."""
    legal = flow.legal(s)
    if step in ("short_units", "hasty_units"):
        return unit_answers(s)[:1]
    if step == "attacking_stacks":
        return [ALL] if ALL in legal else [GO]
    return legal


def unit_answers(s: State) -> Order:
    """All blocks if they fit, else as many as do, the strongest first."""
    legal = flow.legal(s)
    if ALL in legal:
        return [ALL]
    units = sorted([(-power(s, a - UNIT), a) for a in legal if a not in (ALL, GO)])
    return [units[0][1]] if units else [GO]


def power(s: State, u: int) -> int:
    dots = s.strength[u]
    return dots * s.pack.fire[u][dots]


def after(s: State, a: int) -> State:
    then = s.copy()
    flow.answer(then, a)
    return then


def side_of(s: State, seat: int) -> int:
    return SOVIET if seat == s.rules.soviet_seat else GERMAN


def best(found: list[Reached], most: int) -> list[Reached]:
    """The most promising ones; ties by the answers, so that the order is pinned."""
    return sorted(found, key=_by_worth)[:most]


def _by_worth(reached: Reached) -> tuple[float, Order]:
    return (-reached[0], reached[1])
