"""Dice and draws: what is asked, what may come, how likely.

Rules ask; somebody outside answers (the session's committed dice, a tape, a test, the odds walking every outcome).
A question is one object for the whole pool. Sampling, exact odds and tests all read that one object, so two lists of
hit numbers cannot exist.
"""

import hashlib
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import gcd, prod
from typing import Any, Final, NamedTuple, Protocol

from kurgan.kernel.open_classes import mypyc_attr

SIDES: Final = 6

_DIE_OF_BYTE: Final = bytes(b % SIDES + 1 for b in range(256))
_REJECTED: Final = bytes(range(252, 256))
_BLOCK: Final = 4096
_LISTED_LIMIT: Final = 6


class Rng(Protocol):
    """Somebody who can throw dice and pick an index."""

    def dice(self, count: int) -> Sequence[int]: ...
    def below(self, n: int) -> int: ...


class Pool(NamedTuple):
    """Dice of one throw that are read alike: how many, the lowest face that hits (0 where pips are added up), and how
    many of the lowest are dropped."""

    dice: int
    least: int = 0
    drop: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(ABC):
    """A pool of dice or a draw: what is asked, never the result."""

    def __repr__(self) -> str:
        return f"<{self.asked()}>"

    @abstractmethod
    def asked(self) -> str:
        """ "8d6", "1 of 22" or "1 each of 13 12 11": all that the dice need to know."""

    @abstractmethod
    def sample(self, rng: Rng) -> Sequence[int]:
        """Faces, or one index."""

    @abstractmethod
    def fold(self, faces: Sequence[int]) -> int:
        """What the rules read."""

    def throw(self, rng: Rng) -> int:
        """Sample and fold at once."""
        return self.fold(self.sample(rng))

    @abstractmethod
    def outcomes(self) -> list[tuple[int, int]]:
        """Folded answer and integer weight, ascending; the weights sum to total()."""

    @abstractmethod
    def total(self) -> int:
        """How many equally likely ways there are."""

    def size(self) -> int:
        return len(self.outcomes())

    def can_give(self, folded: int) -> bool:
        """Whether this can come of it."""
        return any(folded == outcome for outcome, _ in self.outcomes())

    def pools(self) -> tuple[Pool, ...]:
        """How its dice are read, in the order thrown, for who draws them; none where nothing is rolled."""
        return ()

    @abstractmethod
    def text(self, faces: Sequence[int]) -> str:
        """The one-line notation of a result."""

    @abstractmethod
    def parse(self, text: str) -> list[int]:
        """Faces or an index from the notation; raises ValueError with what would be right."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice(Chance):
    """Any number of dice, each worth ``values[face]``, added up: pips, hits, hits + 64 * ones."""

    def __init__(self, count: int, values: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)) -> None:
        self.count = count
        self.values = values
        self.plain = values == (0, 1, 2, 3, 4, 5, 6)

    def asked(self) -> str:
        return f"{self.count}d{SIDES}"

    def sample(self, rng: Rng) -> Sequence[int]:
        return rng.dice(self.count)

    def fold(self, faces: Sequence[int]) -> int:
        if self.plain:
            return sum(faces)
        values = self.values
        return sum([values[face] for face in faces])

    def throw(self, rng: Rng) -> int:
        return sum(rng.dice(self.count)) if self.plain else self.fold(rng.dice(self.count))

    def outcomes(self) -> list[tuple[int, int]]:
        key = (self.count, self.values)
        found = _SUMS.get(key)
        if found is None:
            found = _add_dice(self.count, self.values)
            _SUMS[key] = found
        return found

    def total(self) -> int:
        return int(SIDES**self.count)

    def pools(self) -> tuple[Pool, ...]:
        return (Pool(self.count),)

    def text(self, faces: Sequence[int]) -> str:
        return _dice_text(faces)

    def parse(self, text: str) -> list[int]:
        return _parse_dice(text, self.count)


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed(Chance):
    """A small pool read by any function of its faces: drop the lowest, order matters. At most six dice."""

    def __init__(self, count: int, drop: int = 0) -> None:
        assert count <= _LISTED_LIMIT
        self.count = count
        self.drop = drop

    def asked(self) -> str:
        return f"{self.count}d{SIDES}"

    def sample(self, rng: Rng) -> Sequence[int]:
        return rng.dice(self.count)

    def fold(self, faces: Sequence[int]) -> int:
        """The sum without the ``drop`` lowest dice; a title may override it."""
        return sum(sorted(faces)[self.drop :])

    def kind(self) -> str:
        """What makes two pools of this class equal."""
        return f"{type(self).__name__}:{self.count}:{self.drop}"

    def outcomes(self) -> list[tuple[int, int]]:
        key = self.kind()
        found = _LISTS.get(key)
        if found is None:
            weights: dict[int, int] = {}
            for faces in product(range(1, SIDES + 1), repeat=self.count):
                value = self.fold(faces)
                weights[value] = weights.get(value, 0) + 1
            found = sorted(weights.items())
            _LISTS[key] = found
        return found

    def total(self) -> int:
        return int(SIDES**self.count)

    def pools(self) -> tuple[Pool, ...]:
        return (Pool(self.count, drop=self.drop),)

    def text(self, faces: Sequence[int]) -> str:
        return _dice_text(faces)

    def parse(self, text: str) -> list[int]:
        return _parse_dice(text, self.count)


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(Chance):
    """One of N single items in pinned order, read as its kind. ``counts[i]`` items are of kind ``kinds[i]``."""

    def __init__(self, kinds: Sequence[int], counts: Sequence[int]) -> None:
        self.kinds = kinds
        self.counts = counts
        self.n = sum(counts)

    def asked(self) -> str:
        return f"1 of {self.n}"

    def sample(self, rng: Rng) -> Sequence[int]:
        return [rng.below(self.n)]

    def fold(self, faces: Sequence[int]) -> int:
        index = faces[0]
        for i in range(len(self.counts)):
            index -= self.counts[i]
            if index < 0:
                return self.kinds[i]
        raise ValueError(f"there are only {self.n} items to draw from")

    def outcomes(self) -> list[tuple[int, int]]:
        weights: dict[int, int] = {}
        for i in range(len(self.counts)):
            if self.counts[i]:
                weights[self.kinds[i]] = weights.get(self.kinds[i], 0) + self.counts[i]
        return sorted(weights.items())

    def total(self) -> int:
        return self.n

    def text(self, faces: Sequence[int]) -> str:
        return f"draw {faces[0]}"

    def parse(self, text: str) -> list[int]:
        words = text.split()
        if len(words) != 2 or words[0] != "draw" or not words[1].isdecimal() or int(words[1]) >= self.n:
            raise ValueError(f"expected 'draw N' with N from 0 to {self.n - 1}, not '{text}'")
        return [int(words[1])]


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal(Chance):
    """Several draws in one question, each of a size that is known beforehand: blocks dealt one after the other.

    It folds to one number, the first index the least significant; ``split`` gives the indices back. What may come of it
    is too much to list: whoever would walk every outcome must sample.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes

    def asked(self) -> str:
        return "1 each of " + " ".join([str(n) for n in self.sizes])

    def sample(self, rng: Rng) -> Sequence[int]:
        return [rng.below(n) for n in self.sizes]

    def fold(self, faces: Sequence[int]) -> int:
        total = 0
        for n, i in zip(reversed(self.sizes), reversed(faces), strict=True):
            total = total * n + i
        return total

    def split(self, folded: int) -> list[int]:
        """The index of each draw."""
        found = []
        for n in self.sizes:
            folded, i = divmod(folded, n)
            found.append(i)
        return found

    def outcomes(self) -> list[tuple[int, int]]:
        raise ValueError(f"a deal of {len(self.sizes)} draws can come in too many ways to list them")

    def total(self) -> int:
        return prod(self.sizes)

    def size(self) -> int:
        return self.total()

    def can_give(self, folded: int) -> bool:
        return 0 <= folded < self.total()

    def text(self, faces: Sequence[int]) -> str:
        return "draw " + " ".join([str(i) for i in faces])

    def parse(self, text: str) -> list[int]:
        words = text.split()
        found = [int(word) for word in words[1:] if word.isdecimal()]
        fits = len(words) == len(found) + 1 == len(self.sizes) + 1 and words[0] == "draw"
        if not fits or any(found[i] >= n for i, n in enumerate(self.sizes)):
            raise ValueError(f"expected 'draw' and an index below each of {list(self.sizes)}, not '{text}'")
        return found


class Tape:
    """A fast seeded generator for bots, odds and the lab: the same seed gives the same throws everywhere.

    Block *n* of each of its two streams is SHAKE-256 of seed, stream and *n*. The state is a position on the tape.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._die_block = -1
        self._die_at = 0
        self._faces = b""
        self._word_block = -1
        self._words: Iterator[int] = iter(())

    def dice(self, count: int) -> bytes:
        at = self._die_at
        end = at + count
        if end > len(self._faces):
            self._more_faces(count)
            at = 0
            end = count
        self._die_at = end
        return self._faces[at:end]

    def below(self, n: int) -> int:
        """An index below ``n``, every index equally likely: words of a last, incomplete run of ``n`` are rejected."""
        for word in self._words:
            index = word % n
            if word - index <= 4294967296 - n:
                return index
        self._more_words()
        return self.below(n)

    def fork(self, label: str) -> "Tape":
        """Another tape that depends on this seed and the label only."""
        return Tape(f"{self.seed}/{label}")

    def _more_faces(self, least: int) -> None:
        faces = b""
        while len(faces) < least:
            self._die_block += 1
            faces += self._digest("dice", self._die_block).translate(_DIE_OF_BYTE, _REJECTED)
        self._faces = faces

    def _more_words(self) -> None:
        self._word_block += 1
        self._words = iter(struct.unpack(f"<{_BLOCK // 4}I", self._digest("words", self._word_block)))

    def _digest(self, stream: str, block: int) -> bytes:
        return hashlib.shake_256(f"kurgan tape 1\n{self.seed}\n{stream}\n{block}".encode()).digest(_BLOCK)


def chance_json(weight: int, total: int) -> dict[str, Any]:
    """A chance as it is printed everywhere: exact fraction and decimal."""
    common = gcd(weight, total)
    return {"fraction": f"{weight // common}/{total // common}", "decimal": weight / total}


def distribution_json(weights: Mapping[Any, int], total: int) -> dict[str, dict[str, Any]]:
    """Outcome -> chance, in the order given; outcomes that cannot happen are left out."""
    return {str(outcome): chance_json(weight, total) for outcome, weight in weights.items() if weight}


def expected_json(weights: Mapping[int, int], total: int) -> dict[str, Any]:
    """The mean of a number, exact."""
    return chance_json(sum([value * weight for value, weight in weights.items()]), total)


_SUMS: Final[dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]]] = {}
_LISTS: Final[dict[str, list[tuple[int, int]]]] = {}


def _add_dice(count: int, values: tuple[int, ...]) -> list[tuple[int, int]]:
    weights: dict[int, int] = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for value, weight in weights.items():
            for face in range(1, SIDES + 1):
                total = value + values[face]
                more[total] = more.get(total, 0) + weight
        weights = more
    return sorted(weights.items())


def _dice_text(faces: Sequence[int]) -> str:
    return "roll " + "+".join([str(face) for face in faces])


def _parse_dice(text: str, count: int) -> list[int]:
    words = text.split()
    wanted = f"expected 'roll' and {count} faces from 1 to {SIDES} joined by +, not '{text}'"
    if len(words) != 2 or words[0] != "roll":
        raise ValueError(wanted)
    faces = words[1].split("+")
    if len(faces) != count or any(len(f) != 1 or f not in "123456" for f in faces):
        raise ValueError(wanted)
    return [int(face) for face in faces]
