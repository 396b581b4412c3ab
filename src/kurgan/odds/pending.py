"""The odds of the fight now under way or being prepared, as one seat may know them."""

from collections.abc import Callable, Mapping, Sequence
from math import gcd, lcm, sqrt
from typing import Generic, NamedTuple

from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import (
    BEGIN,
    CHANGE,
    Decide,
    Event,
    Fight,
    Game,
    Gathered,
    Json,
    Over,
    Policy,
    Retold,
    S,
    State,
    V,
)
from kurgan.odds.walk import LIMIT, SAMPLES, Measured, Result, walk

WORLDS = 64
"""Positions imagined at most where something is hidden from the seat."""

ALIKE = 32
"""Imagined positions, all the same, after which we take it that nothing is hidden from the seat."""

ENOUGH = 20_000
"""Positions walked after which no further world is begun."""

WORLD_LIMIT = 150
WORLD_SAMPLES = 12
"""Of many worlds each may take so many positions; past them it is played so often. Many worlds tell more than few exact
ones."""


class PendingOdds(NamedTuple, Generic[S]):
    """A fight and what may come of it.

    ``worlds`` is how many different positions the seat's view was taken for, ``error`` the most that a chance may be
    off for that reason (95 in 100): none where the fight goes the same way in all of them.
    """

    fight: Fight[S]
    before: S
    result: Result
    worlds: int
    error: float
    policy: dict[str, str]
    gathered: int = 0
    """So many were named for it because nobody had been yet: all who may come."""

    @property
    def exact(self) -> bool:
        return self.error == 0 and self.result.samples == 0

    def report(self) -> Json:
        """What the command line and the table print: the fight's own fields, the policies, and how exact it is."""
        report: Json = {"fight": self.fight.name}
        report.update(self.fight.report(self.before, self.result.total, self.result.weights))
        report["policy"] = self.policy
        report["exact"] = self.exact
        if not self.exact:
            report["samples"] = self.result.samples
            report["worlds"] = self.worlds
            report["error"] = self.error + self.result.error
        return report


def find(game: Game[S, V], s: S) -> Fight[S] | None:
    """The fight that this position is in: the innermost step on the way that starts one."""
    if isinstance(game.pending(s), Over):
        return None
    fights = game.fights()
    for crumb in reversed(game.where(s)):
        for fight in fights:
            if crumb.name in fight.starts and fight.is_on(s):
                return fight
    return None


def is_on(game: Game[S, V], view: V) -> bool:
    """Whether a fight is under way whose dice are not all thrown."""
    return find(game, game.imagine(view, Tape("odds"))) is not None


def pending(
    game: Game[S, V],
    view: V,
    policies: Mapping[str, Policy[S]] | None = None,
    limit: int = LIMIT,
    *,
    judged: bool = False,
) -> PendingOdds[S] | None:
    """The fight under way, from what a seat sees; None where no fight is under way.

    ``judged``: only as far as to the end that log and luck tell of, where a title tells it before all is over.
    """
    tape = Tape("odds")
    first = game.imagine(view, tape)
    fight = find(game, first)
    if fight is None:
        return None
    key: Callable[[S], bytes] = getattr(fight, "world_key", None) or _whole_key
    worlds: dict[bytes, tuple[S, int]] = {key(first): (first, 1)}
    for _ in range(WORLDS - 1):
        world = game.imagine(view, tape)
        known, times = worlds.get(key(world), (world, 0))
        worlds[key(world)] = (known, times + 1)
        if worlds[key(first)][1] == ALIKE:
            break  # nothing is hidden from this seat, or only what is drawn late
    until = getattr(fight, "known_at", fight.until) if judged else fight.until
    return _over_worlds(game, fight, list(worlds.values()), policies, limit, until)


def after(game: Game[S, V], view: V, answers: Sequence[int]) -> PendingOdds[S] | None:
    """The fight that an order of a seat leads to (a bot's hint, say), from what the seat sees; None if to none.

    An order that names a target and nobody who attacks it leads to the fight with all who may come."""
    world, gathered, _ = _followed(game, view, answers)
    found = pending(game, game.view(world, view.seat))
    return found._replace(gathered=gathered) if found is not None else None


def instead(game: Game[S, V], view: V, answers: Sequence[int]) -> list[Event]:
    """What comes of a fight that begins with these answers and is over before dice fall: it was too weak, say."""
    world, _, told = _followed(game, view, answers)
    told = [event for event in told if event.seen_by == -1 or event.seen_by >> view.seat & 1]
    parts = {kind: part for fight in game.fights() if isinstance(fight, Retold) for kind, part in fight.parts.items()}
    begun = any(parts.get(event.kind) == BEGIN for event in told)
    if not begun or find(game, world) is not None:
        return []
    return [event for event in told if parts.get(event.kind) == CHANGE]


def _followed(game: Game[S, V], view: V, answers: Sequence[int]) -> tuple[S, int, list[Event]]:
    """After these answers, and all named who may fight where nobody was: how many came, and what was told."""
    world, told = game.imagine(view, Tape("odds")), list[Event]()
    for a in answers:
        asked = game.pending(world)
        if not isinstance(asked, Decide) or asked.seat != view.seat or a not in game.legal(world):
            break
        told += game.apply(world, a)
    return world, _gather(game, world, view.seat, told), told


def _gather(game: Game[S, V], world: S, seat: int, told: list[Event]) -> int:
    """Name who fights, where nobody is named yet: how many came."""
    if find(game, world) is not None:
        return 0
    policies = {
        step: by for fight in game.fights() if isinstance(fight, Gathered) for step, by in fight.gathers.items()
    }
    came = 0
    while isinstance(asked := game.pending(world), Decide) and asked.seat == seat and asked.step in policies:
        answer = policies[asked.step](world, game.legal(world))
        came += bool(game.choice(world, answer).piece)
        told += game.apply(world, answer)
    return came


def _whole_key(s: State) -> bytes:
    """Positions are alike for a fight if they are alike altogether, unless the fight says otherwise."""
    return s.key()


def calculate(
    game: Game[S, V], s: S, fight: Fight[S] | None = None, policies: Mapping[str, Policy[S]] | None = None
) -> Json:
    """The report on a position that a title's calculator set up; nothing in it is hidden."""
    if fight is None:
        fight = find(game, s)
    if fight is None:
        raise ValueError("no fight is under way in this position")
    result = walk(game, s, fight, policies)
    return PendingOdds(fight, s, result, 1, 0.0, _policy(fight, policies)).report()


def _over_worlds(
    game: Game[S, V],
    fight: Fight[S],
    worlds: list[tuple[S, int]],
    policies: Mapping[str, Policy[S]] | None,
    limit: int,
    until: frozenset[str],
) -> PendingOdds[S]:
    """One walk a world, joined by how often each was imagined."""
    walked: list[tuple[int, Result]] = []
    positions = 0
    samples = SAMPLES
    if len(worlds) > 1:
        limit = min(limit, WORLD_LIMIT)
        samples = WORLD_SAMPLES
    for world, times in worlds:
        result = walk(game, world, fight, policies, limit, samples, until)
        if result.samples:
            limit = 0  # the other worlds are as large: do not try them in vain
        walked.append((times, result))
        positions += result.positions
        if positions > ENOUGH:
            break
    joined = walked[0][1] if len(walked) == 1 else _join(walked)
    # A world left out for lack of time still means that the answer is not exact.
    error = _spread(walked) if len(walked) > 1 or len(worlds) == 1 else 0.5
    return PendingOdds(fight, worlds[0][0], joined, len(walked), error, _policy(fight, policies))


def _spread(walked: list[tuple[int, Result]]) -> float:
    """How far the mean over imagined worlds may be from the truth, for the outcome of which we know least."""
    times = sum([n for n, _ in walked])
    widest = 0.0
    for outcome in {outcome for _, result in walked for outcome in result.weights}:
        shares = [(n, result.weights.get(outcome, 0) / result.total) for n, result in walked]
        mean = sum([n * share for n, share in shares]) / times
        widest = max(widest, sum([n * (share - mean) ** 2 for n, share in shares]) / times)
    # Shares that differ only in the last digit of a float are the same.
    return 1.96 * sqrt(widest / times) if widest > 1e-20 else 0.0


def _join(walked: list[tuple[int, Result]]) -> Result:
    times = sum([n for n, _ in walked])
    common = lcm(*[result.total for _, result in walked])
    weights: dict[Measured, int] = {}
    for n, result in walked:
        scale = n * (common // result.total)
        for outcome, weight in result.weights.items():
            weights[outcome] = weights.get(outcome, 0) + weight * scale
    total = times * common
    shared = gcd(total, *weights.values())
    samples = sum([result.samples for _, result in walked])
    positions = sum([result.positions for _, result in walked])
    return Result(total // shared, {o: weights[o] // shared for o in sorted(weights)}, positions, samples)


def _policy(fight: Fight[S], policies: Mapping[str, Policy[S]] | None) -> dict[str, str]:
    """The stated policies by question; one set by the player is named by its function."""
    named = dict(fight.policy_names)
    for step, policy in (policies or {}).items():
        named[step] = str(getattr(policy, "__name__", "set by the player"))
    return named
