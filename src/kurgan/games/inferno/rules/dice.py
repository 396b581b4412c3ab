"""Chance questions of Inferno that the kernel's plain dice and draws do not cover.

A volley throws dice of several firepowers as one pool. A pool draw picks a block and one of its edges at once, so
that deploying costs one question. Movement dice keep their order, because each lies on its own hex.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from kurgan.kernel.chance import SIDES, Chance, Draw, Listed, Pool, Rng

ONES: Final = 64
"""A volley folds to hits + ONES * own dice that show 1 (counted under Khrushchev only)."""

ORDERED_BASE: Final = 7

_DICE_WORD: Final = "roll "


def _values(faces_that_hit: int, ones: bool) -> tuple[int, ...]:
    row = [0] * (SIDES + 1)
    for face in range(SIDES + 1 - faces_that_hit, SIDES + 1):
        row[face] += 1
    if ones:
        row[1] += ONES
    return tuple(row)


VALUES: Final = tuple([_values(n, False) for n in range(SIDES + 1)])
"""Worth of each face by the number of faces that hit."""
VALUES_ONES: Final = tuple([_values(n, True) for n in range(SIDES + 1)])

Group = tuple[int, int]
"""How many dice, and how many faces of each hit."""


class Volley(Chance):
    """Groups of dice thrown together, each with its own number of hitting faces."""

    def __init__(self, groups: Sequence[Group], ones: bool) -> None:
        self.groups = groups
        self.table = VALUES_ONES if ones else VALUES
        self.ones = ones
        count = 0
        for group in groups:
            count += group[0]
        self.count = count

    def asked(self) -> str:
        return f"{self.count}d{SIDES}"

    def sample(self, rng: Rng) -> Sequence[int]:
        return rng.dice(self.count)

    def fold(self, faces: Sequence[int]) -> int:
        total = 0
        at = 0
        for count, hitting in self.groups:
            group = faces[at : at + count]
            for face in range(SIDES + 1 - hitting, SIDES + 1):
                total += group.count(face)
            if self.ones:
                total += ONES * group.count(1)
            at += count
        return total

    def outcomes(self) -> list[tuple[int, int]]:
        key = (tuple(self.groups), self.ones)
        found = _VOLLEYS.get(key)
        if found is None:
            weights: dict[int, int] = {0: 1}
            for count, hitting in self.groups:
                for _ in range(count):
                    weights = _add_die(weights, self.table[hitting])
            found = sorted(weights.items())
            _VOLLEYS[key] = found
        return found

    def total(self) -> int:
        return int(SIDES**self.count)

    def pools(self) -> tuple[Pool, ...]:
        """[2.7] A line for each firepower."""
        return tuple([Pool(count, SIDES + 1 - hitting) for count, hitting in self.groups if count])

    def text(self, faces: Sequence[int]) -> str:
        return _DICE_WORD + "+".join([str(face) for face in faces])

    def parse(self, text: str) -> list[int]:
        return _parse_many(text, self.count)


class MovementDice(Listed):
    """One die for each Top Stacked Hex, read in order: face of the first + 7 * face of the second ..."""

    def __init__(self, count: int) -> None:
        super().__init__(count)

    def fold(self, faces: Sequence[int]) -> int:
        total = 0
        for face in reversed(faces):
            total = total * ORDERED_BASE + face
        return total


class CardDraw(Draw):
    """A draw of one of several kinds, made in one go where nobody asks for the index."""

    def throw(self, rng: Rng) -> int:
        return self.kinds[bisect_right(list(accumulate(self.counts)), rng.below(self.n))]


BITS_OF_BYTE: Final = tuple([tuple([i for i in range(8) if byte >> i & 1]) for byte in range(256)])
"""The numbers of the set bits of each byte."""


def nth_bit(mask: int, n: int) -> int:
    """The number of the n-th set bit of a mask, the lowest first."""
    base = 0
    low = (mask & 0xFFFFFFFF).bit_count()
    if n >= low:
        n -= low
        mask >>= 32
        base = 32
    while True:
        found = BITS_OF_BYTE[mask & 255]
        if n < len(found):
            return base + found[n]
        n -= len(found)
        mask >>= 8
        base += 8


def bits(mask: int) -> list[int]:
    """The numbers of all set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class PoolDraw(Chance):
    """One block of a mask with one of its edges: folds to ``unit * edges + edge``; bit 0 is block ``base``."""

    def __init__(self, mask: int, base: int, edges: int) -> None:
        self.mask = mask
        self.base = base
        self.edges = edges
        self.n = mask.bit_count() * edges

    def asked(self) -> str:
        return f"1 of {self.n}"

    def sample(self, rng: Rng) -> Sequence[int]:
        return [rng.below(self.n)]

    def fold(self, faces: Sequence[int]) -> int:
        i = faces[0]
        return (self.base + nth_bit(self.mask, i // self.edges)) * self.edges + i % self.edges

    def throw(self, rng: Rng) -> int:
        i = rng.below(self.n)
        return (self.base + nth_bit(self.mask, i // self.edges)) * self.edges + i % self.edges

    def outcomes(self) -> list[tuple[int, int]]:
        units = [self.base + u for u in bits(self.mask)]
        return [(u * self.edges + e, 1) for u in units for e in range(self.edges)]

    def total(self) -> int:
        return self.n

    def text(self, faces: Sequence[int]) -> str:
        return f"draw {faces[0]}"

    def parse(self, text: str) -> list[int]:
        return _parse_draw(text, self.n)


class UnitDraw(Chance):
    """One of several blocks, each as likely as the others."""

    def __init__(self, units: Sequence[int]) -> None:
        self.units = units
        self.n = len(units)

    def asked(self) -> str:
        return f"1 of {self.n}"

    def sample(self, rng: Rng) -> Sequence[int]:
        return [rng.below(self.n)]

    def fold(self, faces: Sequence[int]) -> int:
        return self.units[faces[0]]

    def throw(self, rng: Rng) -> int:
        return self.units[rng.below(self.n)]

    def outcomes(self) -> list[tuple[int, int]]:
        return sorted([(u, 1) for u in self.units])

    def total(self) -> int:
        return self.n

    def text(self, faces: Sequence[int]) -> str:
        return f"draw {faces[0]}"

    def parse(self, text: str) -> list[int]:
        return _parse_draw(text, self.n)


def ordered_faces(folded: int) -> list[int]:
    """The faces of movement dice, in order."""
    faces = []
    while folded:
        faces.append(folded % ORDERED_BASE)
        folded //= ORDERED_BASE
    return faces


MOVEMENT_DICE: Final = tuple([MovementDice(count) for count in range(7)])
"""One pool for each number of Top Stacked Hexes."""

_VOLLEYS: Final[dict[tuple[tuple[Group, ...], bool], list[tuple[int, int]]]] = {}


def _add_die(weights: dict[int, int], values: tuple[int, ...]) -> dict[int, int]:
    more: dict[int, int] = {}
    for value, weight in weights.items():
        for face in range(1, SIDES + 1):
            total = value + values[face]
            more[total] = more.get(total, 0) + weight
    return more


def _parse_draw(text: str, n: int) -> list[int]:
    words = text.split()
    if len(words) != 2 or words[0] != "draw" or not words[1].isdecimal() or int(words[1]) >= n:
        raise ValueError(f"expected 'draw N' with N from 0 to {n - 1}, not '{text}'")
    return [int(words[1])]


def _parse_many(text: str, count: int) -> list[int]:
    words = text.split()
    faces = words[1].split("+") if len(words) == 2 and words[0] == "roll" else []
    if len(faces) != count or any(len(f) != 1 or f not in "123456" for f in faces):
        raise ValueError(f"expected 'roll' and {count} faces from 1 to {SIDES} joined by +, not '{text}'")
    return [int(face) for face in faces]
