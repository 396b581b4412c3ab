"""What a position is worth once the dice have spoken, averaged over them.

From a position the throws are followed until a seat is asked something that no fight's policy answers. Where few
outcomes are possible all of them are weighed exactly; otherwise some are sampled, with the same dice for every order
that is compared, so that luck does not decide between them.
"""

import hashlib
import struct
from collections.abc import Mapping
from typing import Generic

from kurgan.kernel.chance import Chance
from kurgan.kernel.protocol import Decide, Game, Halt, Over, Policy, S, V

ENDED = (Over, Halt)

FACES = 256
WORDS = 61
"""Bytes for dice and words on a strip of chance."""
DIE_OF_BYTE = bytes(b % 6 + 1 for b in range(256))
NO_DIE = bytes(range(252, 256))

MOST_THROWS = 60
"""Throws in a row after which a position is judged as it stands."""


class Strip:
    """A short piece of chance that can be wound back; past its end it starts again."""

    def __init__(self, seed: str) -> None:
        drawn = hashlib.shake_128(seed.encode()).digest(FACES + 4 * WORDS)
        self._faces = drawn[:FACES].translate(DIE_OF_BYTE, NO_DIE)
        self._words: tuple[int, ...] = struct.unpack(f"<{WORDS}I", drawn[FACES:])
        self._face = 0
        self._word = 0

    def wind_back(self) -> None:
        self._face = 0
        self._word = 0

    def dice(self, count: int) -> bytes:
        at = self._face % (len(self._faces) - count)
        self._face = at + count
        return self._faces[at : at + count]

    def below(self, n: int) -> int:
        word = self._words[self._word % len(self._words)]
        self._word += 1
        return word % n


class Judge(Generic[S, V]):
    """The seat's opinion of positions: the sum of the title's features, each position looked at once."""

    def __init__(self, game: Game[S, V], seat: int) -> None:
        self.game = game
        self.seat = seat
        self.features: dict[bytes, dict[str, float]] = {}
        self.worth: dict[bytes, float] = {}

    def look(self, s: S) -> bytes:
        """The key under which the position's features are kept."""
        key: bytes = s.key()
        if key not in self.worth:
            features = self.game.features(self.game.view(s, self.seat))
            self.features[key] = features
            self.worth[key] = sum(features.values())
        return key


def next_throw(game: Game[S, V], s: S, policies: Mapping[str, Policy[S]]) -> Chance | None:
    """Let the policies of fights answer up to the next throw; None when somebody has to think, or at the end."""
    for _ in range(1000):
        asked = game.pending(s)
        if isinstance(asked, ENDED):
            return None
        if not isinstance(asked, Decide):
            return asked.chance
        policy = policies.get(asked.step)
        if policy is None:
            return None
        game.answer(s, policy(s, game.legal(s)))
    return None


class Node(Generic[S, V]):
    """A position at a throw, with the outcomes already seen; at a leaf (no throw) ``key`` names its features."""

    def __init__(self, judge: Judge[S, V], s: S, policies: Mapping[str, Policy[S]], depth: int = 0) -> None:
        self.s = s
        self.depth = depth
        self.chance = next_throw(judge.game, s, policies) if depth < MOST_THROWS else None
        self.key = judge.look(s) if self.chance is None else b""
        self.after: dict[int, Node[S, V]] = {}

    def outcome(self, judge: Judge[S, V], policies: Mapping[str, Policy[S]], answer: int) -> "Node[S, V]":
        """The position after this result of the throw; made once."""
        found = self.after.get(answer)
        if found is None:
            s = self.s.copy()
            judge.game.answer(s, answer)
            found = Node(judge, s, policies, self.depth + 1)
            self.after[answer] = found
        return found


def exact(
    judge: Judge[S, V], root: Node[S, V], policies: Mapping[str, Policy[S]], budget: int
) -> dict[bytes, float] | None:
    """Position (by key) -> chance, over every outcome; None if that takes more than ``budget`` of them."""
    if root.chance is None:
        return {root.key: 1.0}
    leaves: dict[bytes, float] = {}
    level = [(root, root.chance, 1.0)]
    spent = 0
    while level:
        spent += sum([chance.size() for _, chance, _ in level])
        if spent > budget:
            return None
        following: list[tuple[Node[S, V], Chance, float]] = []
        for node, chance, weight in level:
            total = chance.total()
            for answer, ways in chance.outcomes():
                reached = node.outcome(judge, policies, answer)
                share = weight * ways / total
                if reached.chance is None:
                    leaves[reached.key] = leaves.get(reached.key, 0.0) + share
                else:
                    following.append((reached, reached.chance, share))
        level = following
    return leaves


def sample(judge: Judge[S, V], root: Node[S, V], policies: Mapping[str, Policy[S]], strip: Strip) -> bytes:
    """One outcome: the key of the position in which somebody has to think again. What was seen before is reused."""
    node = root
    strip.wind_back()
    while node.chance is not None:
        node = node.outcome(judge, policies, node.chance.throw(strip))
    return node.key
