"""Far places in one click: a march that the rules ask for step by step, found by giving the rules' own answers.

Nothing here knows how a piece moves. A title says which questions lead a piece on, which answer ends the march and
what a step costs; the search tries every answer on copies and keeps the cheapest way to each place. The rules remain
step by step: a route is only the list of answers that a patient player would give.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from kurgan.kernel import flow
from kurgan.kernel.protocol import Choice, Company, Route

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
    sets_out: frozenset[str] = frozenset()
    """Questions that ask which piece sets out; whoever may go along is named after it, before the first step."""


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
    return next((said.action for said in spelled(s, choice) if said.attacks and said.place == place), "")


# Several that set out -----------------------------------------------------------------------------------------------


class Party(NamedTuple):
    """Pieces that march as one: the answers that name them, and the position in which they are asked where to."""

    pieces: tuple[str, ...]
    named: tuple[str, ...]
    position: Any


NOBODY = Company((), (), ())


def set_out(s: Any, march: March, choice: Spell, pieces: Sequence[str], together: bool) -> Company:
    """Where these pieces can go in one order: as one where the rules let them, otherwise one party after the other.

    With ``together`` only those go who can do so as one, as many as possible. A party that follows is tried out after
    those before it went to their nearest place: whether it may set out at all does not hang on how far they went.
    """
    if not asks(s, march.sets_out):
        return NOBODY
    found = sorted(parties(s, march, choice, pieces), key=lambda party: -len(party.pieces))
    gone: list[Party] = []
    ways: list[dict[str, Route]] = []
    for party in found[:1] if together else found:
        ready = name_all(s, march, choice, party.pieces)
        if ready.pieces != party.pieces:
            continue
        routes = {route.place: route for route in find(ready.position, march, choice)}
        gone.append(ready)
        ways.append(routes)
        if not routes:
            break
        s = after(ready, next(iter(routes.values())), choice)
        if not asks(s, march.sets_out):
            break
    named = gone[0].named if len(gone) == 1 else ()
    return Company(tuple(piece for party in gone for piece in party.pieces), named, tuple(joint(gone, ways)))


def parties(s: Any, march: March, choice: Spell, pieces: Sequence[str]) -> list[Party]:
    """Each piece with the first of them that it may go along with."""
    found = []
    left = list(dict.fromkeys(pieces))
    while left:
        party = name_all(s, march, choice, left)
        if not party.pieces:
            break
        found.append(party)
        left = [piece for piece in left if piece not in party.pieces]
    return found


def name_all(s: Any, march: March, choice: Spell, pieces: Iterable[str]) -> Party:
    """The first of these pieces that may set out, and whoever of the others may then go along."""
    party = Party((), (), s)
    for piece in pieces:
        said = next((c for c in spelled(party.position, choice) if c.piece == piece and not c.place), None)
        if said is None:
            continue
        position = party.position.copy()
        flow.answer(position, said.answer)
        if asks(position, march.onward):
            party = Party((*party.pieces, piece), (*party.named, said.action), position)
    return party


def spelled(s: Any, choice: Spell) -> list[Choice]:
    return [choice(s, a) for a in flow.legal(s)]


def after(party: Party, route: Route, choice: Spell) -> Any:
    """The position after a party has gone this way."""
    following = party.position.copy()
    for action in route.actions:
        flow.answer(following, next(c.answer for c in spelled(following, choice) if c.action == action))
    return following


def joint(gone: Sequence[Party], ways: Sequence[dict[str, Route]]) -> list[Route]:
    """The places that all parties reach, each with the answers of one after the other. No fight begins in this way."""
    found = []
    for place, first in ways[0].items() if ways else ():
        if not all(place in way for way in ways):
            continue
        taken = [way[place] for way in ways]
        actions = [a for party, route in zip(gone, taken, strict=True) for a in (*party.named, *route.actions)]
        cost = ", ".join(dict.fromkeys(route.cost for route in taken))
        found.append(Route(place, gone[0].pieces[0], tuple(actions), first.places, cost))
    return found
