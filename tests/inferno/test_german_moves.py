"""What the Germans may do, written down a second time without a line of the rules code, and compared end by end.

Random small positions, in solo and co-op. Each action is played out by every sequence of legal answers; where the
blocks may end, and who may attack whom from where, must be what a plain reading of chapters 5 and 9 lists.
"""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from kurgan.games.inferno.pack.pack import BLUE, CLEAR, WHITE, YELLOW
from kurgan.games.inferno.position.state import State
from kurgan.kernel.protocol import Decide
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

Places = dict[int, int]
End = tuple[tuple[tuple[int, int], ...], tuple[int, ...], int]
"""Where every German stands, the hexes attacked from, the hex attacked (-1: none)."""


class Situation:
    """Blocks around one hex, all of the map in German hands: no card is drawn on the way."""

    def __init__(self, seed: int, most: int) -> None:
        rng = random.Random(seed)
        self.coop = seed % 2 == 1
        self.own = rng.choice((YELLOW, BLUE)) if self.coop else YELLOW
        centre = rng.randrange(P.hexes)
        near = [h for h in range(P.hexes) if P.distance[centre][h] <= 2]
        rng.shuffle(near)
        blocks = [u for u in range(P.germans) if not P.is_axe[u]]
        rng.shuffle(blocks)
        self.at: Places = {}
        stacks = rng.randint(1, 3)
        for h in near[:stacks]:
            for u in [u for u in blocks if u not in self.at]:
                held = stack(self.at, h)
                if len(held) < rng.randint(1, 4) and len(self.at) < most and not (self.coop and mixes([*held, u])):
                    self.at[u] = h
        soviets = near[stacks : stacks + rng.randint(0, 3)]
        soviets.append(max(range(P.hexes), key=lambda h: P.distance[centre][h]))
        self.soviets = set(soviets) - set(self.at.values())

    def table(self) -> Table:
        at = {P.hex_name[h]: " ".join([P.unit_name[u] for u in stack(self.at, h)]) for h in set(self.at.values())}
        at.update({P.hex_name[h]: P.unit_name[P.germans + i] for i, h in enumerate(sorted(self.soviets))})
        free = [name for name in P.hex_name if name not in at]
        t = Table(at, scenario="coop" if self.coop else "solo", german=free)
        t.s.player = 1 if self.own == BLUE else 0
        return t.german_turn()

    # A plain reading ----------------------------------------------------------------------------------------------

    def touches(self, h: int) -> bool:
        return any(n in self.soviets for n in P.near[h])

    def is_own(self, units: list[int]) -> bool:
        return bool(units) and (not self.coop or any(P.army[u] == self.own for u in units))

    def is_partners(self, units: list[int]) -> bool:
        return self.coop and any(P.army[u] == BLUE + YELLOW - self.own for u in units)

    def short_ends(self) -> set[End]:
        """[5.3] Up to two groups, each block once, out of contact; four in a hex when all is done."""
        found = {end(self.at)}
        for first, once in self.marches(self.at, set(self.at)):
            found |= {end(once)} if fits(once) else set()
            found |= {end(twice) for _, twice in self.marches(once, set(self.at) - set(first)) if fits(twice)}
        return found

    def marches(self, at: Places, idle: set[int]) -> Iterator[tuple[tuple[int, ...], Places]]:
        for h in sorted(set(at.values())):
            if not self.is_own(stack(at, h)):
                continue
            for group in groups([u for u in stack(at, h) if u in idle]):
                for n in P.near[h]:
                    if n not in self.soviets and not self.touches(n) and not self.is_partners(stack(at, n)):
                        yield group, {**at, **dict.fromkeys(group, n)}

    def long_ends(self) -> set[End]:
        """[5.2] A whole stack from a clear hex over one or two, all out of contact, to end alone."""
        found = set()
        for h in set(self.at.values()):
            units = stack(self.at, h)
            if not self.is_own(units) or not self.is_open(h):
                continue
            rest = {u: at for u, at in self.at.items() if u not in units}
            steps = [n for n in P.near[h] if self.is_open(n)]
            for last in {*steps, *[m for n in steps for m in P.near[n] if self.is_open(m)]}:
                if not stack(rest, last):
                    found.add(end({**self.at, **dict.fromkeys(units, last)}))
        return found

    def is_open(self, h: int) -> bool:
        return P.terrain[h] == CLEAR and h not in self.soviets and not self.touches(h)

    def hasty_ends(self) -> set[End]:
        """[5.4] A group out of contact goes next to Soviets; all there attack, [9.4] an own block among them."""
        found = set()
        for h in set(self.at.values()):
            if self.touches(h) or not self.is_own(stack(self.at, h)):
                continue
            for n in P.near[h]:
                there = stack(self.at, n)
                if n in self.soviets or self.is_partners(there):
                    continue
                for group in groups(stack(self.at, h)):
                    if len(there) + len(group) <= 4 and self.is_own([*there, *group]):
                        moved = {**self.at, **dict.fromkeys(group, n)}
                        found |= {end(moved, (n,), target) for target in P.near[n] if target in self.soviets}
        return found

    def deliberate_ends(self) -> set[End]:
        """[5.5] Any stacks next to a Soviet one, [9.10] the player's own among them."""
        found = set()
        for target in self.soviets:
            for hexes in groups([h for h in P.near[target] if stack(self.at, h)]):
                if any(self.is_own(stack(self.at, h)) for h in hexes):
                    found.add(end(self.at, tuple(sorted(hexes)), target))
        return found


def stack(at: Places, h: int) -> list[int]:
    return sorted([u for u in at if at[u] == h])


def mixes(units: list[int]) -> bool:
    return len({P.army[u] for u in units} - {WHITE}) > 1


def fits(at: Places) -> bool:
    return all(len(stack(at, h)) <= 4 for h in set(at.values()))


def groups(items: list[int]) -> list[tuple[int, ...]]:
    return [group for count in range(1, len(items) + 1) for group in combinations(items, count)]


def end(at: Places, hexes: tuple[int, ...] = (), target: int = -1) -> End:
    return tuple(sorted(at.items())), hexes, target


def played(t: Table, action: str) -> set[End]:
    """Where every sequence of legal answers leads, up to the first die or card."""
    if action not in t.legal:
        return set()
    found: set[End] = set()
    seen: set[bytes] = set()
    t.play(action)
    todo = [t.s]
    while todo:
        s = todo.pop()
        if s.key() in seen:
            continue
        seen.add(s.key())
        if not isinstance(GAME.pending(s), Decide):
            found.add(reached(s))
            continue
        for a in GAME.legal(s):
            after = s.copy()
            GAME.answer(after, a)
            todo.append(after)
    return found


def reached(s: State) -> End:
    at = {u: s.where[u] for u in range(P.germans) if s.where[u] < P.hexes}
    return end(at, tuple(sorted(s.battle.hexes)), s.battle.target)


@rule("5.3")
@rule("9.1")
@pytest.mark.parametrize("seed", range(12))
def test_short_moves_end_where_the_book_lets_them(seed: int) -> None:
    situation = Situation(seed, 5)
    assert played(situation.table(), "short") == situation.short_ends()


@rule("5.2")
@rule("5.4")
@rule("5.5")
@rule("9.10")
@pytest.mark.parametrize("seed", range(100))
def test_long_moves_and_attacks_are_those_of_the_book(seed: int) -> None:
    situation = Situation(1000 + seed, 12)
    assert played(situation.table(), "long") == situation.long_ends()
    assert played(situation.table(), "hasty") == situation.hasty_ends()
    assert played(situation.table(), "deliberate") == situation.deliberate_ends()


def test_the_situations_are_worth_comparing() -> None:
    """Among them are attacks of each kind, Long Moves and shared attacks."""
    situations = [Situation(1000 + seed, 12) for seed in range(100)]
    for ends in ("long_ends", "hasty_ends", "deliberate_ends"):
        assert sum([len(getattr(situation, ends)()) > 0 for situation in situations]) > 20, ends
