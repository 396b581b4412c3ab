"""The search bot: greedy's best orders played on in its head, and another one taken only if that is clearly better.

At a title's main questions the best few orders are tried in imagined worlds, with common dice, each followed by quick
play of all seats for a turn or two and judged by the features; those that do worst drop out half way (sequential
halving). Few noisy games must not overrule a good first judgement: greedy's order stands unless the paired lead of the
other is so many standard errors as the title asks for. Budgets are counts, never seconds, so that the same question has
the same answer.
"""

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple

from kurgan.bots.expect import Judge, Strip, next_throw
from kurgan.bots.greedy import Greedy, Order, by_worth, follow, orders_of
from kurgan.kernel.protocol import Decide, Game, Halt, Lookahead, Over, Policy, S, Throw, V

MOST_ANSWERS = 3000
"""Answers after which imagined play is judged as it stands."""


Tell = Callable[[float], None]
"""Hears how much of the thinking is done, from 0 to 1."""


def silent(_: float) -> None:
    return


class Budget(NamedTuple):
    """Worlds imagined; how often the orders of each round are played on, and how many of them; and in such play how
    many orders a seat looks at, with how many throws of dice each."""

    worlds: int
    rounds: tuple[tuple[int, int], ...]
    orders: int
    samples: int


LEVELS = (
    Budget(1, (), 0, 0),
    Budget(2, ((2, 6), (4, 2)), 4, 1),
    Budget(3, ((3, 8), (4, 4), (6, 2)), 4, 1),
    Budget(4, ((4, 8), (5, 4), (9, 2)), 4, 1),
    Budget(6, ((6, 8), (8, 4), (14, 2)), 6, 1),
)


CLOSER = (1, 1, 2, 3, 3)
"""By level: how closely greedy looks where a title has nothing to play on."""


class Search(Greedy):
    """Greedy at its first level, with a second look; level 1 has none."""

    def __init__(self, seed: str = "", level: int = 3, tell: Tell = silent) -> None:
        super().__init__(seed, 1)
        self.name = "search"
        self.tell = tell
        self.budget = LEVELS[level - 1]
        self.closer = CLOSER[level - 1]

    def compare(self, game: Game[S, V], view: V, legal: list[int], seen: str) -> tuple[list[Order[S, V]], Judge[S, V]]:
        ahead = game.lookahead(view)
        if not ahead.questions:
            self.level = self.closer
        orders, judge = super().compare(game, view, legal, seen)
        if not self.budget.rounds or not ahead.questions:
            return orders, judge
        worlds = self.worlds(game, view, seen, self.budget.worlds)
        asked = game.pending(worlds[0])
        if not isinstance(asked, Decide) or asked.step not in ahead.questions:
            return orders, judge
        orders = self._with_more(game, view, legal, seen, orders, judge)
        if len(orders) > 1:
            best = Trial(self, game, view, worlds, ahead).best(orders)
            orders.remove(best)
            orders.insert(0, best)
        return orders, judge

    def _with_more(
        self, game: Game[S, V], view: V, legal: list[int], seen: str, orders: list[Order[S, V]], judge: Judge[S, V]
    ) -> list[Order[S, V]]:
        """The orders that greedy compared and those that a wider look finds; greedy's choice stays the first."""
        known = [order.answers for order in orders]
        worlds = self.worlds(game, view, seen)
        wide = [plan for plan in game.wide_plans(view, worlds[0].copy()) if plan not in known]
        more = orders_of(game, view.seat, legal, worlds, wide)
        for order in more:
            self.weigh(judge, order, self.policies(game), 1)
        return [*orders[:1], *sorted([*orders[1:], *more], key=by_worth)]


class Trial(Generic[S, V]):
    """One question's orders, played on."""

    def __init__(self, bot: Search, game: Game[S, V], view: V, worlds: list[S], ahead: Lookahead) -> None:
        self.game = game
        self.seat = view.seat
        self.worlds = worlds
        self.ahead = ahead
        self.budget = bot.budget
        self.seed = bot.seed
        self.tell = bot.tell
        self.policies = bot.policies(game)
        self.horizon = game.horizon()
        self.quick = Quick(game, self.policies, self.horizon, bot.budget)

    def best(self, orders: list[Order[S, V]]) -> Order[S, V]:
        """The first order, unless another leads it clearly."""
        first = orders[0]
        left = list(orders)
        results: dict[int, list[float]] = {id(order): [] for order in orders}
        begun = played = 0
        rounds = [(max(2, round(times * self.ahead.share)), keep) for times, keep in self.budget.rounds]
        planned = sum([times * min(keep, len(orders)) for times, keep in rounds])
        for times, keep in rounds:
            left = left[:keep] if first in left[:keep] else [*left[: keep - 1], first]
            for order in left:
                results[id(order)] += [self.play_on(order, i) for i in range(begun, begun + times)]
                played += times
                self.tell(min(1.0, played / planned))
            begun += times
            left.sort(key=lambda order: -sum(results[id(order)]))
        lead = [mine - its for mine, its in zip(results[id(left[0])], results[id(first)], strict=True)]
        return left[0] if is_clear(lead, self.ahead.gate) else first

    def play_on(self, order: Order[S, V], number: int) -> float:
        """What the position is worth some turns after the order; play *number* has the same dice for every order."""
        game = self.game
        s = self.worlds[number % len(self.worlds)].copy()
        game.halt(s, frozenset())
        until = game.clock(s)
        turns = self.ahead.turns
        follow(game, s, order.answers, self.seat)
        strip = Strip(f"{self.seed}/play/{number}")
        passing: list[float] = []
        for _ in range(MOST_ANSWERS):
            asked = game.pending(s)
            if isinstance(asked, (Over, Halt)):
                break
            if isinstance(asked, Throw):
                game.answer(s, asked.chance.throw(strip))
                continue
            if turns and game.clock(s) != until:
                until = game.clock(s)
                turns -= 1
                if self.ahead.early:
                    passing.append(self.worth(s))
                if not turns and self.horizon:
                    game.halt(s, self.horizon)
                    continue
            if not turns and not self.horizon:
                break
            self.quick.decide(s, asked)
        last = self.worth(s)
        early = self.ahead.early if passing else 0.0
        return (1.0 - early) * last + (early * sum(passing) / len(passing) if passing else 0.0)

    def worth(self, s: S) -> float:
        return sum(self.game.features(self.game.view(s, self.seat)).values())


class Quick(Generic[S, V]):
    """How every seat plays in imagination: of a few orders the one that looks best at once."""

    def __init__(
        self, game: Game[S, V], policies: Mapping[str, Policy[S]], horizon: frozenset[str], budget: Budget
    ) -> None:
        self.game = game
        self.policies = policies
        self.horizon = horizon
        self.most = budget.orders
        self.strips = [Strip(f"quick/{i}") for i in range(budget.samples)]

    def decide(self, s: S, asked: Decide) -> None:
        """Answer what is asked, and the rest of the order with it."""
        policy = self.policies.get(asked.step)
        if policy is not None:
            self.game.answer(s, policy(s, self.game.legal(s)))
        elif follow(self.game, s, self.order(s, asked.seat), asked.seat) == 0:
            self.game.answer(s, self.game.legal(s)[0])

    def order(self, s: S, seat: int) -> list[int]:
        game = self.game
        legal = game.legal(s)
        if len(legal) == 1:
            return legal
        view = game.view(s, seat)
        start = s.copy()
        game.halt(start, self.horizon)
        orders = game.quick_plans(view, start.copy()) or [[a] for a in legal]
        if len(orders) > self.most:
            orders = [*orders[: self.most - 1], orders[-1]]
        if len(orders) == 1:
            return orders[0]
        worths = [self.worth(start, seat, order) for order in orders]
        return orders[worths.index(max(worths))]

    def worth(self, start: S, seat: int, order: list[int]) -> float:
        total = 0.0
        for number, strip in enumerate(self.strips):
            s = start.copy()
            if follow(self.game, s, order, seat) == 0:
                return -1e18
            strip.wind_back()
            thrown = False
            while (chance := next_throw(self.game, s, self.policies)) is not None:
                self.game.answer(s, chance.throw(strip))
                thrown = True
            total += sum(self.game.features(self.game.view(s, seat)).values())
            if not thrown:
                return total / (number + 1)
        return total / len(self.strips)


def is_clear(lead: list[float], gate: float) -> bool:
    """Whether an average lead is more than chance: ``gate`` standard errors, reckoned in pairs."""
    count = len(lead)
    mean = sum(lead) / count
    spread = sum([(each - mean) ** 2 for each in lead]) / (count - 1) / count
    return mean > 0 and mean >= gate * spread**0.5
