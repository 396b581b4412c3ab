"""The coach: what a seat's decisions, the dice and the other side changed about its chance to win.

It is told a stretch of a game as the seat saw it: its own answers one after the other, then dice and others' decisions
up to its next question. Everything is judged from views of that seat at the time; what they hide is imagined. What a
view is worth is the chance that played games taught (``chances``), averaged over the throws that follow until somebody
has to think. So throws and orders are worth what they changed against what was to be expected; and each order is held
against the best one found, both reckoned again with fresh dice, the same for both. Nothing is left out: what no part
explains is kept as the rest, and all parts add up to the change of the curve.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Generic, NamedTuple

from kurgan.bots import chances, playing_on
from kurgan.bots.chances import Figures
from kurgan.bots.expect import Judge, Node, Strip, exact, sample
from kurgan.bots.greedy import Greedy, Order, by_worth, orders_of
from kurgan.bots.playing_on import PLAYS, TRIED, PlayingOn
from kurgan.bots.reasons import compared
from kurgan.bots.view_text import view_text
from kurgan.bots.words import said
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Json, Over, Policy, S, V
from kurgan.kernel.sentences import speaking

LEVEL = 2
JUDGE = f"greedy:{LEVEL}"
OUTCOMES = 240
SAMPLES = 48
"""Outcomes of the throws ahead that are weighed exactly, and how many are drawn where there are more."""

FRESH = 32
FRESH_WORLDS = 4
"""Plays with fresh dice by which an order is compared with the best one, and in how many imagined worlds."""

MOST_TRIED = 3
"""Orders that are played on where quick games judge; the others look worse."""

CLEAR = 2.0
"""Standard errors from which on a difference is more than chance."""

NOTHING = 1e-12
MOST_ANSWERS = 1000

OWN, OTHER, DICE = "own", "other", "dice"
PARTS = {DICE: "luck", OTHER: "other"}
"""To which part of the account a line belongs; giving up is the seat's own."""


class Passed(NamedTuple):
    """One line on the way: its number, the line before it that holds, who decided, what the seat saw before it, and
    what the seat answered (-1 where others decided)."""

    number: int
    before: int
    who: str
    view: Json
    answer: int = -1


class Stretch(NamedTuple):
    """From one question of the seat to the next one after something happened. ``after`` is what it saw then; ``end`` is
    the result where the game was over instead."""

    passed: list[Passed]
    after: Json
    end: float | None = None


class Value(NamedTuple):
    """A chance, the variance of the sampling behind it, and what the model was given where quick games were."""

    chance: float
    unsure: float = 0.0
    given: Sequence[float] = ()


class Verdict(NamedTuple):
    """One decision: what was played and what was better, by how much and how sure; ``given``: in how many answers."""

    given: int
    played: Value
    best: Value
    difference: float
    error: float
    orders: int
    mine: "Said"
    better: "Said"
    reasons: "Spoken"


Spoken = dict[str, list[str]]
"""Phrases in every language that the title has: a review is kept, and whoever reads it may speak another one."""


class Said(NamedTuple):
    """An order in notation, in the words of the choices, and the place it is about."""

    actions: list[str]
    words: Spoken
    place: str


class ChanceJudge(Judge[S, V]):
    """Judges positions by the chance to win."""

    def __init__(self, game: Game[S, V], seat: int, coach: "Coach") -> None:
        super().__init__(game, seat)
        self.coach = coach
        self.given: dict[bytes, list[float]] = {}

    def look(self, s: S) -> bytes:
        key: bytes = s.key()
        if key not in self.worth:
            asked = self.game.pending(s)
            view = self.game.view(s, self.seat)
            self.features[key] = self.game.features(view)
            if isinstance(asked, Over):
                self.worth[key] = self.coach.result(self.game, asked)
            else:
                figures = self.coach.figures
                self.given[key] = chances.inputs(figures, chances.look(self.game, view, asked))
                self.worth[key] = chances.chance_of(figures, self.given[key])
        return key

    def mean_given(self, shares: Mapping[bytes, float]) -> list[float]:
        """What the model is given after an order, on average; ends of the game are no question for it."""
        known = [(self.given[key], share) for key, share in shares.items() if key in self.given]
        total = sum([share for _, share in known])
        if not total:
            return []
        return [sum([given[i] * share for given, share in known]) / total for i in range(len(known[0][0]))]


class Coach(Greedy):
    """Judges a seat's decisions by greedy's orders and the chances that games taught."""

    def __init__(self, figures: Figures, seed: str = "") -> None:
        super().__init__(seed, LEVEL)
        self.name = "coach"
        self.figures = figures
        self._expected: dict[str, Value] = {}

    def result(self, game: Game[S, V], end: Over) -> float:
        return chances.result_for(game, self.figures.scenario, self.figures.seat, end.outcome)

    def judge(self, game: Game[S, V], seat: int) -> Judge[S, V]:
        """Where quick games judge, the features only say which orders are worth the trouble."""
        return Judge(game, seat) if chances.is_played_on(self.figures) else ChanceJudge(game, seat, self)

    def worlds(self, game: Game[S, V], view: V, seen: str, count: int = 0) -> list[S]:
        """Without a horizon: chances were learnt where somebody is asked, so that is where orders are judged."""
        worlds = super().worlds(game, view, seen, count)
        for world in worlds:
            game.halt(world, frozenset())
        return worlds

    def policies(self, game: Game[S, V]) -> dict[str, Policy[S]]:
        return {**super().policies(game), **game.formalities()}

    def playing(self, game: Game[S, V]) -> PlayingOn[S, V]:
        return PlayingOn(game, self.policies(game), self.figures.scenario, self.figures.seat)

    def review(self, game: Game[S, V], stretch: Stretch) -> Json:
        """The findings of a stretch as plain data: see ``Findings``."""
        return Reading(self, game, stretch).read()

    # Chances --------------------------------------------------------------------------------------------------

    def expected(self, game: Game[S, V], view: V) -> Value:
        """The chance from here, averaged over what is hidden and over the dice until somebody has to think.

        The same for the same view, so that the end of one stretch is the beginning of the next.
        """
        seen = view_text(view)
        if seen not in self._expected:
            self._expected[seen] = self._reckoned(game, view, seen)
        return self._expected[seen]

    def _reckoned(self, game: Game[S, V], view: V, seen: str) -> Value:
        if chances.is_played_on(self.figures):
            return self.counted(game, view, self.playing(game).results(view))
        judge = self.judge(game, view.seat)
        policies = self.policies(game)
        worlds = Coach(self.figures, "expected").worlds(game, view, seen)
        roots = [Node(judge, world.copy(), policies) for world in worlds]
        found = [exact(judge, root, policies, OUTCOMES // len(roots)) for root in roots]
        if all(leaves is not None for leaves in found):
            means = [sum([judge.worth[k] * share for k, share in (leaves or {}).items()]) for leaves in found]
            return mean_of(means) if len(means) > 1 else Value(means[0])
        strips = [Strip(f"expected/{i}") for i in range(SAMPLES)]
        drawn = [judge.worth[sample(judge, roots[i % len(roots)], policies, strip)] for i, strip in enumerate(strips)]
        return mean_of(drawn)

    def counted(self, game: Game[S, V], view: V, results: Sequence[float]) -> Value:
        """The chance that quick games speak for, and how sure so few of them are."""
        given = playing_on.given(self.figures, game.progress(view), results)
        chance = chances.chance_of(self.figures, given)
        steep = playing_on.slope(self.figures, chance, results)
        return Value(chance, steep * steep * mean_of(results).unsure, given)

    def given_of(self, game: Game[S, V], view: V) -> list[float]:
        """What the model is given of a view."""
        asked = game.pending(game.imagine(view, Tape("asked")))
        return chances.inputs(self.figures, chances.look(game, view, asked))

    # Decisions ------------------------------------------------------------------------------------------------

    def verdict(self, game: Game[S, V], view: V, answers: Sequence[int]) -> Verdict | None:
        """The first order of these answers against the best one found; None where there was no choice."""
        seen = view_text(view)
        worlds = self.worlds(game, view, seen)
        legal = game.legal(worlds[0])
        if len(legal) == 1:
            return None
        orders, judge = self.compare(game, view, legal, seen)
        plan = first_order(game, worlds[0], view.seat, answers, goal(game, orders[0], worlds[0]))
        played = orders_of(game, view.seat, legal, worlds, [plan])[0]
        self.weigh(judge, played, self.policies(game), max(order.drawn for order in orders) or SAMPLES)
        known = next((order for order in orders if same_start(order, played)), played)
        best = self.best(game, view, legal, worlds, [*orders, known], judge)
        return self._told(game, view, seen, plan, known, best, len(orders), judge)

    def best(
        self,
        game: Game[S, V],
        view: V,
        legal: list[int],
        worlds: list[S],
        orders: list[Order[S, V]],
        judge: Judge[S, V],
    ) -> Order[S, V]:
        """The order with the best chance; the last of the list was played. Where quick games judge, more orders than
        greedy thinks of are looked at, and those that look best are played on."""
        if not chances.is_played_on(self.figures):
            return min(orders, key=by_worth)
        *others, known = orders
        wide = orders_of(game, view.seat, legal, worlds, game.wide_plans(view, worlds[0].copy()))
        for order in wide:
            self.weigh(judge, order, self.policies(game), 1)
        different = {tuple([s.key() for s in order.starts]): order for order in [*wide, *others]}
        different.pop(tuple([s.key() for s in known.starts]), None)
        tried = [known, *sorted(different.values(), key=by_worth)[:MOST_TRIED]]
        playing = self.playing(game)
        won = [sum(playing.results(view, order.answers, PLAYS, TRIED)) for order in tried]
        return tried[won.index(max(won))]

    def _told(
        self,
        game: Game[S, V],
        view: V,
        seen: str,
        plan: list[int],
        played: Order[S, V],
        best: Order[S, V],
        orders: int,
        judge: Judge[S, V],
    ) -> Verdict:
        world = game.imagine(view, self.imagination(seen))
        said, better = (say_order(game, world, answers) for answers in (plan, best.straight))
        if best is played:
            value = self.weighed_again(game, view, [plan], seen)[0]
            return Verdict(len(plan), value[0], value[0], 0.0, 0.0, orders, said, said, {})
        (mine, one), (its, other) = self.weighed_again(game, view, [plan, best.answers], seen)
        pairs = [a - b for a, b in zip(one, other, strict=True)]
        lead = mean_of(pairs) if len(pairs) > 1 else Value(pairs[0])
        counted = (sum(other), sum(one)) if chances.is_played_on(self.figures) else None
        why = in_all(game, lambda: won_of(counted) + compared(game, view, judge, best.leaves, played.leaves))
        if isinstance(judge, ChanceJudge):
            unsure = lead.unsure + self.unsure_of(judge, played, best, its.chance)
        else:
            unsure = lead.unsure * playing_on.slope(self.figures, its.chance, other) ** 2
        error = CLEAR * sqrt(unsure)
        return Verdict(len(plan), mine, its, mine.chance - its.chance, error, orders, said, better, why)

    def unsure_of(self, judge: "ChanceJudge[S, V]", played: Order[S, V], best: Order[S, V], chance: float) -> float:
        """The variance of a difference that comes from the fit: so few games do not say how much each thing counts."""
        one, two = judge.mean_given(played.leaves), judge.mean_given(best.leaves)
        apart = [a - b for a, b in zip(one, two, strict=True)] if one and two else []
        return (chance * (1 - chance)) ** 2 * chances.variance(self.figures, apart)

    def weighed_again(
        self, game: Game[S, V], view: V, plans: Sequence[list[int]], seen: str
    ) -> list[tuple[Value, list[float]]]:
        """What orders are worth with dice and worlds that had no part in choosing among them; the same for each."""
        if chances.is_played_on(self.figures):
            played = [self.playing(game).results(view, plan) for plan in plans]
            return [(self.counted(game, view, results), results) for results in played]
        judge = self.judge(game, view.seat)
        policies = self.policies(game)
        fresh = Coach(self.figures, f"{self.seed}/fresh")
        worlds = fresh.worlds(game, view, seen, FRESH_WORLDS)
        legal = game.legal(worlds[0])
        orders = [orders_of(game, view.seat, legal, worlds, [plan])[0] for plan in plans]
        for order in orders:
            order.roots = [Node(judge, s, policies) for s in order.starts]
        if len(worlds) == 1:
            leaves = [exact(judge, order.roots[0], policies, OUTCOMES) for order in orders]
            if all(found is not None for found in leaves):
                sums = [sum([judge.worth[k] * share for k, share in (found or {}).items()]) for found in leaves]
                return [(Value(each), [each]) for each in sums]
        strips = [Strip(f"{self.seed}/fresh/{i}") for i in range(FRESH)]
        found_by = []
        for order in orders:
            keys = [sample(judge, order.roots[i % len(order.roots)], policies, s) for i, s in enumerate(strips)]
            drawn = [judge.worth[key] for key in keys]
            found_by.append((mean_of(drawn), drawn))
        return found_by


class Reading(Generic[S, V]):
    """One stretch, read from its beginning."""

    def __init__(self, coach: Coach, game: Game[S, V], stretch: Stretch) -> None:
        self.coach = coach
        self.game = game
        self.stretch = stretch
        self.points: list[Json] = []
        self.changes: list[Json] = []
        self.decisions: list[Json] = []

    def read(self) -> Json:
        passed = self.stretch.passed
        view = self.game.load_view(passed[0].view) if passed else self.game.load_view(self.stretch.after)
        value = self.coach.expected(self.game, view)
        self._point(passed[0].before if passed else 0, view, value)
        own = next((i for i, each in enumerate(passed) if each.who != OWN), len(passed))
        value = self._decisions(passed[:own], value)
        value = self._others(passed[own:], value)
        if not passed[own:]:
            self._change(passed[-1].number if passed else 0, "rest", value, self._last())
        return {"points": self.points, "changes": self.changes, "decisions": self.decisions}

    def _decisions(self, passed: Sequence[Passed], value: Value) -> Value:
        """The seat's own answers, order by order."""
        at = 0
        while at < len(passed):
            line = passed[at]
            view = self.game.load_view(line.view)
            if at:
                now = self.coach.expected(self.game, view)
                self._change(line.number, "rest", value, now)
                self._point(line.before, view, now)
                value = now
            found = self.coach.verdict(self.game, view, [each.answer for each in passed[at:]])
            if found is None:
                at += 1
                continue
            self._change(line.number, "own", value, found.played)
            self._decision(line, found)
            value = found.played
            at += found.given
        return value

    def _others(self, passed: Sequence[Passed], value: Value) -> Value:
        """What followed: each throw by itself, others' answers in one go."""
        at = 0
        while at < len(passed):
            line = passed[at]
            before = self.coach.expected(self.game, self.game.load_view(line.view))
            self._change(line.number, "rest", value, before)
            last = at + 1
            while line.who == OTHER and last < len(passed) and passed[last].who == OTHER:
                last += 1
            is_end = last == len(passed)
            after = self._last() if is_end else self.coach.expected(self.game, self.game.load_view(passed[last].view))
            self._change(passed[last - 1].number, PARTS.get(line.who, "own"), before, after)
            if not is_end:
                self._point(passed[last - 1].number, self.game.load_view(passed[last].view), after)
            value = after
            at = last
        return value

    def _last(self) -> Value:
        """Where the stretch ends."""
        if self.stretch.end is not None:
            return Value(self.stretch.end)
        return self.coach.expected(self.game, self.game.load_view(self.stretch.after))

    def _point(self, number: int, view: V, value: Value) -> None:
        figures = self.coach.figures
        band = chances.with_band(figures, value.chance, value.given or self.coach.given_of(self.game, view))
        self.points.append({"number": number, **band._asdict()})

    def _change(self, number: int, part: str, before: Value, after: Value) -> None:
        """What a line changed, by which part of the account, and the variances of both ends."""
        points = after.chance - before.chance
        if abs(points) > NOTHING:
            unsure = {"before": before.unsure, "after": after.unsure}
            self.changes.append({"number": number, "part": part, "points": points, **unsure})

    def _decision(self, line: Passed, found: Verdict) -> None:
        self.decisions.append(
            {
                "number": line.number,
                "before": line.before,
                "count": found.given,
                "played": found.mine._asdict(),
                "better": found.better._asdict(),
                "difference": round(found.difference, 5),
                "error": round(found.error, 5),
                "equal": abs(found.difference) <= max(found.error, 1e-9),
                "orders": found.orders,
                "reasons": found.reasons,
            }
        )


def won_of(counted: tuple[float, float] | None) -> list[str]:
    """How many of the quick games the better order won, and how many the one that was played; a draw is half of one."""
    if counted is None:
        return []
    better, other = (f"{won:g}" for won in counted)
    return [said("won_of", better=better, other=other, plays=PLAYS)]


def mean_of(drawn: Sequence[float]) -> Value:
    count = len(drawn)
    mean = sum(drawn) / count
    return Value(mean, sum([(each - mean) ** 2 for each in drawn]) / (count - 1) / count)


def say_order(game: Game[S, V], world: S, answers: Sequence[int]) -> Said:
    """How an order reads: each answer as its button says it."""
    s = world.copy()
    found = Said([], {language: [] for language in game.languages}, "")
    for a in answers:
        choice = game.choice(s, a)
        found.actions.append(choice.action)
        for language, words in in_all(game, lambda: [game.choice(s, a).label]).items():  # noqa: B023 - called at once
            found.words[language] += words
        found = found._replace(place=choice.place or found.place)
        game.answer(s, a)
    return found


def in_all(game: Game[S, V], say: Callable[[], list[str]]) -> Spoken:
    """The same said in every language of the title."""
    found: Spoken = {}
    for language in game.languages:
        with speaking(language):
            found[language] = say()
    return found


class Goal(NamedTuple):
    """Where the order that was played ends as well: at this question, after so many answers at least and at most."""

    step: str
    least: int = 1
    most: int = MOST_ANSWERS


def goal(game: Game[S, V], best: Order[S, V], world: S) -> Goal:
    """The question to which the best order leads, the likeliest if dice decide. Where that is one that is asked on its
    way too (for each unit, and again after some throws) the order ends where its first question comes again, and one
    that begins in the middle with the dice, or after as many answers. Where the best is a small step after which the
    same is asked again, a small step it is."""
    shares, within = leaf_steps(game, best), steps_within(game, best, world)
    asked = game.pending(world)
    first = asked.step if isinstance(asked, Decide) else ""
    end = max(shares, key=lambda step: shares[step], default="")
    rolls, is_one = bool(best.roots[0].after), len(best.straight) == 1
    if is_one and end == first:
        return Goal("") if rolls else Goal(end, 1, 1)
    if end not in within:
        return Goal(end)
    if first not in within:
        return Goal(first)
    return Goal("") if rolls else Goal(end, len(best.straight))


def leaf_steps(game: Game[S, V], order: Order[S, V]) -> dict[str, float]:
    """The questions to which an order leads, by how often; empty words for the end."""
    shares: dict[str, float] = {}
    nodes = list(order.roots)
    steps: dict[bytes, str] = {}
    while nodes:
        node = nodes.pop()
        nodes += node.after.values()
        if node.chance is None:
            asked = game.pending(node.s)
            steps[node.key] = asked.step if isinstance(asked, Decide) else ""
    for key, share in order.leaves.items():
        shares[steps[key]] = shares.get(steps[key], 0.0) + share
    return shares


def steps_within(game: Game[S, V], order: Order[S, V], world: S) -> set[str]:
    """The questions that an order answers after its first."""
    s, found = world.copy(), set()
    for before, _ in pairwise(order.straight):
        game.answer(s, before)
        asked = game.pending(s)
        if isinstance(asked, Decide):
            found.add(asked.step)
    return found


def first_order(game: Game[S, V], world: S, seat: int, answers: Sequence[int], end: Goal) -> list[int]:
    """The answers up to the question to which the best order leads too, or as far as they go without dice."""
    s = world.copy()
    plan: list[int] = []
    for a in answers[: end.most]:
        asked = game.pending(s)
        if not isinstance(asked, Decide) or asked.seat != seat:
            break
        if (plan and len(plan) >= end.least and asked.step == end.step) or a not in game.legal(s):
            break
        game.answer(s, a)
        plan.append(a)
    return plan or [answers[0]]


def same_start(one: Order[S, V], other: Order[S, V]) -> bool:
    """Two orders that lead to the same positions are one, in whatever sequence the answers came."""
    return [s.key() for s in one.starts] == [s.key() for s in other.starts]
