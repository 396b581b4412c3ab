"""Walk one fight from a position to its end: every throw, each outcome weighed exactly.

The walk goes throw by throw. Positions that are equal after the same number of throws are one position, so the work
follows what the fight makes different, not how many dice were thrown. Weights are integers over a total that grows
from level to level; branches that end early wait with the total of their level and are brought to the last one.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import gcd, lcm, sqrt
from typing import Generic, NamedTuple

from kurgan.kernel.chance import Chance, Tape
from kurgan.kernel.protocol import Decide, Fight, Game, Halt, Over, Policy, S, State, V

LIMIT = 200_000
"""Positions after which a walk gives up being exact."""

SAMPLES = 20_000
"""Fights played when it does."""

ENDED = (Over, Halt)

Measured = tuple[int, ...]


class NoPolicy(LookupError):
    """A decision inside a fight that nobody said how to answer."""


class TooLong(RuntimeError):
    """A sampled fight that does not end."""


class Result(NamedTuple):
    """What a fight may bring: measured outcome -> weight, over ``total``."""

    total: int
    weights: dict[Measured, int]
    positions: int
    samples: int
    """0 where the weights are exact; otherwise the number of fights played."""

    @property
    def error(self) -> float:
        """The most that a chance may be off, at 95 in 100; 0 where exact."""
        return 1.96 * 0.5 / sqrt(self.samples) if self.samples else 0.0


def walk(
    game: Game[S, V],
    s: S,
    fight: Fight[S],
    policies: Mapping[str, Policy[S]] | None = None,
    limit: int = LIMIT,
    samples: int = SAMPLES,
    until: frozenset[str] = frozenset(),
) -> Result:
    """All that may come of the fight from this position; ``policies`` go before the fight's own.

    ``until`` names steps at which to stop, where that is not the fight's own end.
    """
    way = Way(fight, {**fight.policies, **policies} if policies else fight.policies, until or fight.until)
    found = _exact(game, s, way, limit)
    return found if found is not None else _sampled(game, s, way, samples)


class Way(NamedTuple, Generic[S]):
    """How a fight is walked: who answers its questions, and to which steps."""

    fight: Fight[S]
    policies: Mapping[str, Policy[S]]
    until: frozenset[str]


class Reached(NamedTuple, Generic[S]):
    """A position of a fight, the throw that it waits for, and the weight with which it comes about."""

    s: S
    chance: Chance
    weight: int


Level = dict[bytes, Reached[S]]
"""Positions that are reached by equally many throws, by key: those that are alike are one."""


def _exact(game: Game[S, V], start: S, way: Way[S], limit: int) -> Result | None:
    """Level by level, or None past the limit."""
    s = start.copy()
    game.halt(s, way.until)
    chance = _next_throw(game, s, way)
    if chance is None:
        return Result(1, {way.fight.measure(start, s): 1}, 1, 0)
    # A title may know which positions of a fight are alike, and which outcomes of a throw.
    key_of = getattr(way.fight, "key", None) or _key
    merged = getattr(way.fight, "merged", None) or _outcomes
    level: Level[S] = {key_of(s): Reached(s, chance, 1)}
    total = positions = 1
    ended: list[tuple[int, dict[Measured, int]]] = []
    while level:
        common = lcm(*{reached.chance.total() for reached in level.values()})
        total *= common
        measured: dict[Measured, int] = {}
        following: Level[S] = {}
        for s, chance, weight in level.values():
            outcomes = merged(s, chance)
            positions += len(outcomes)
            if positions > limit:
                return None
            share = weight * (common // chance.total())
            for branch, ways in _branches(game, s, outcomes):
                asked = _next_throw(game, branch, way)
                if asked is None:
                    outcome = way.fight.measure(start, branch)
                    measured[outcome] = measured.get(outcome, 0) + share * ways
                else:
                    _merge(following, key_of(branch), Reached(branch, asked, share * ways))
        ended.append((total, measured))
        level = following
    return _gather(ended, total, positions)


def _branches(game: Game[S, V], s: S, outcomes: Sequence[tuple[int, int]]) -> Iterator[tuple[S, int]]:
    """What becomes of a position by each outcome, and the ways to it; the last one is made of the position itself."""
    last = len(outcomes) - 1
    for i, (answer, ways) in enumerate(outcomes):
        branch = s if i == last else s.copy()
        game.answer(branch, answer)
        yield branch, ways


def _merge(level: Level[S], key: bytes, reached: Reached[S]) -> None:
    known = level.get(key)
    level[key] = reached if known is None else known._replace(weight=known.weight + reached.weight)


def _key(s: State) -> bytes:
    return bytes(s.key())


def _outcomes(s: State, chance: Chance) -> list[tuple[int, int]]:
    return chance.outcomes()


def _gather(ended: list[tuple[int, dict[Measured, int]]], total: int, positions: int) -> Result:
    """Bring the outcomes of every level to the last total, in lowest terms and in a pinned order."""
    weights: dict[Measured, int] = {}
    for level_total, measured in ended:
        scale = total // level_total
        for outcome, weight in measured.items():
            weights[outcome] = weights.get(outcome, 0) + weight * scale
    common = gcd(total, *weights.values())
    return Result(total // common, {o: weights[o] // common for o in sorted(weights)}, positions, 0)


def _sampled(game: Game[S, V], start: S, way: Way[S], samples: int) -> Result:
    """The fight played many times; the same position gives the same answer."""
    tape = Tape("odds/" + start.key().hex())
    weights: dict[Measured, int] = {}
    throws = 0
    opening = start.copy()
    game.halt(opening, way.until)
    first = _next_throw(game, opening, way)
    for _ in range(samples):
        s = opening.copy()
        chance = first
        while chance is not None:
            throws += 1
            game.answer(s, chance.throw(tape))
            chance = _next_throw(game, s, way)
        outcome = way.fight.measure(start, s)
        weights[outcome] = weights.get(outcome, 0) + 1
        if throws > samples * 1000:
            raise TooLong(f"the fight '{way.fight.name}' does not end")
    return Result(samples, {o: weights[o] for o in sorted(weights)}, throws, samples)


def _next_throw(game: Game[S, V], s: S, way: Way[S]) -> Chance | None:
    """Let the policies answer up to the next throw; None when the fight is over."""
    fight, policies, until = way
    for _ in range(10_000):
        asked = game.pending(s)
        if isinstance(asked, ENDED) or asked.step in until:
            return None
        if not isinstance(asked, Decide):
            return asked.chance
        policy = policies.get(asked.step)
        if policy is None:
            raise NoPolicy(f"no policy answers '{asked.step}' [{asked.rule}] in the fight '{fight.name}'")
        game.answer(s, policy(s, game.legal(s)))
    raise TooLong(f"the decisions of the fight '{fight.name}' do not end")
