"""Random complete matchings of places to blocks: the arithmetic behind the positions a seat imagines."""

from kurgan.games.inferno.terms import NONE
from kurgan.kernel.chance import Rng

Place = tuple[int, int]
"""Where (a hex or a box of terms.py) and the mask of blocks that may be there."""
Stack = list[int]
"""Indices of places that stand together."""
Armies = tuple[int, int]
"""Masks of the blocks of two armies that never stand together."""


def pick(items: list[int], count: int, rng: Rng) -> list[int]:
    """That many of the items, at random."""
    rest = items[:]
    found = []
    for _ in range(count):
        found.append(rest.pop(rng.below(len(rest))))
    return found


def match(places: list[Place], units: list[int], base: int, rng: Rng) -> list[int]:
    """A random complete matching: for each place a block of its mask, each block once; [] if there is none.

    Places, in random order, take a free block at random; where none is left an augmenting path moves others along.
    """
    assert len(places) == len(units), f"{len(places)} places for {len(units)} blocks"
    free = 0
    for u in units:
        free |= 1 << (u - base)
    holder = [NONE] * free.bit_length()
    for i in pick(list(range(len(places))), len(places), rng):
        fitting = places[i][1] & free
        if fitting:
            bit = random_bit(fitting, rng)
        else:
            bit = _augment(i, places, free, holder, rng)
            if not bit:
                return []
        free ^= bit
        if fitting:
            holder[bit.bit_length() - 1] = i
    found = [NONE] * len(places)
    for number, i in enumerate(holder):
        if i != NONE:
            found[i] = number + base
    return found


def match_stacks(places: list[Place], stacks: list[Stack], units: list[int], armies: Armies, rng: Rng) -> list[int]:
    """A random complete matching in which no stack has blocks of both armies; [] if there is none."""
    found = match(places, units, 0, rng)
    unsettled = [stack for stack in stacks if _may_be(stack, places, armies[0]) and _may_be(stack, places, armies[1])]
    return _settle(places, unsettled, units, armies, found, rng) if found else []


def _may_be(stack: Stack, places: list[Place], army: int) -> bool:
    return any(places[i][1] & army for i in stack)


def _settle(
    places: list[Place], stacks: list[Stack], units: list[int], armies: Armies, found: list[int], rng: Rng
) -> list[int]:
    """Bar one army from each stack in turn, if that can be the one of which it has no block in the matching found.

    Where what is left cannot be matched, the other army is barred; so every choice is tried before giving up.
    """
    if not stacks or not found:
        return found
    stack = stacks[0]
    held = [[i for i in stack if 1 << found[i] & army] for army in armies]
    first = 0 if held[1] and not held[0] else 1 if held[0] and not held[1] else rng.below(2)
    for barred in (first, 1 - first):
        narrowed = places[:]
        for i in stack:
            narrowed[i] = (places[i][0], places[i][1] & ~armies[barred])
        again = match(narrowed, units, 0, rng) if held[barred] else found
        settled = _settle(narrowed, stacks[1:], units, armies, again, rng)
        if settled:
            return settled
    return []


def random_bit(mask: int, rng: Rng) -> int:
    """One of the bits of a mask."""
    for _ in range(rng.below(mask.bit_count())):
        mask &= mask - 1
    return mask & -mask


def _augment(i: int, places: list[Place], free: int, holder: list[int], rng: Rng) -> int:
    """Give place ``i`` a block by moving others along; the free block that is used up at the end, or 0.

    Breadth first over the places that hold a fitting block; ``came`` leads back to where the search began.
    """
    came: dict[int, int] = {}
    queue = [i]
    tried = 0
    for place in queue:
        last = places[place][1] & free
        if last:
            end = random_bit(last, rng)
            _shift(place, end, i, came, holder)
            return end
        fitting = places[place][1] & ~tried
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            number = bit.bit_length() - 1
            if number < len(holder) and holder[number] != NONE:
                tried |= bit
                next_place = holder[number]
                if next_place not in came and next_place != i:
                    came[next_place] = place
                    queue.append(next_place)
    return 0


def _shift(place: int, bit: int, start: int, came: dict[int, int], holder: list[int]) -> None:
    """Every place on the way back gives its block to the one before it and takes the next."""
    number = bit.bit_length() - 1
    while True:
        given = holder.index(place) if place in holder else NONE
        holder[number] = place
        if place == start:
            return
        number = given
        place = came[place]
