"""Far places in one click: a march that the rules ask for step by step, found by giving the rules' own answers.

Nothing here knows how a piece moves. A title says which questions lead a piece on, which answer ends the march and
what a step costs; the search tries every answer on copies and keeps the cheapest way to each place. The rules remain
step by step: a route is only the list of answers that a patient player would give.
"""

import heapq
from collections.abc import Callable
from typing import Any, NamedTuple

from kurgan.kernel import flow
from kurgan.kernel.protocol import Choice, Route

Spell = Callable[[Any, int], Choice]


class March(NamedTuple):
    """How a title's pieces go from place to place."""

    starts: frozenset[str]
    """Questions at which a march may begin or go on."""
    onward: frozenset[str]
    """Those of them that ask a piece on its way where it goes next."""
    stop: int
    """The answer that ends the march where the piece stands."""
    price: Callable[[Any, int], int]
    """What an answer costs, in the smallest unit the title counts in; negative if it is no step."""
    words: Callable[[int], str]
    """A cost as people say it."""
    home: Callable[[Any], str]
    """Where those who march stand at this question."""


class Way(NamedTuple):
    """Ordered by cost, then by steps; ``order`` keeps positions from being compared."""

    spent: int
    steps: int
    order: int
    position: Any
    piece: str
    actions: tuple[str, ...]
    places: tuple[str, ...]


def find(s: Any, march: March, choice: Spell) -> list[Route]:
    """Every place that a march from this question can end in, each by its cheapest way, nearest first."""
    if not asks(s, march.starts):
        return []
    home = march.home(s)
    ways = [Way(0, 0, 0, s, "", (), ())]
    best: dict[tuple[str, str], int] = {}
    found: dict[tuple[str, str], Route] = {}
    made = 0
    while ways:
        way = heapq.heappop(ways)
        for a in flow.legal(way.position):
            step = march.price(way.position, a)
            if step < 0:
                continue
            said = choice(way.position, a)
            key = (way.piece or said.piece, said.place)
            spent = way.spent + step
            if said.place == home or best.get(key, spent + 1) <= spent:
                continue
            best[key] = spent
            made += 1
            following = follow(way, a, said, spent, made)
            found.pop(key, None)
            if not asks(following.position, march.onward):
                add(found, following, march, choice)
            elif march.home(following.position) == said.place:  # else the rules took it elsewhere
                add(found, following, march, choice)
                heapq.heappush(ways, following)
    return list(found.values())


def asks(s: Any, steps: frozenset[str]) -> bool:
    step = flow.top(s)
    return step is not None and step.name in steps


def follow(way: Way, a: int, said: Choice, spent: int, order: int) -> Way:
    position = way.position.copy()
    flow.answer(position, a)
    piece = way.piece or said.piece
    return Way(spent, way.steps + 1, order, position, piece, (*way.actions, said.action), (*way.places, said.place))


def add(found: dict[tuple[str, str], Route], way: Way, march: March, choice: Spell) -> None:
    """A place is reached if the march ended there by itself, or may be ended there."""
    actions = way.actions
    if asks(way.position, march.onward):
        if march.stop not in flow.legal(way.position):
            return
        actions = (*actions, choice(way.position, march.stop).action)
    place = way.places[-1]
    attack = attack_on(way.position, place, choice)
    found[way.piece, place] = Route(place, way.piece, actions, way.places, march.words(way.spent), attack)


def attack_on(s: Any, place: str, choice: Spell) -> str:
    """The attack that can be made on a place where a march has just ended by itself, if one can."""
    step = flow.top(s)
    if step is None or step.kind != flow.ASK:
        return ""
    return next(
        (said.action for said in [choice(s, a) for a in flow.legal(s)] if said.attacks and said.place == place), ""
    )
