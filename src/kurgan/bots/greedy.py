"""The greedy bot: of the whole orders that the title proposes, the one whose outcome looks best to its seat.

One ply: an order is followed to the next question that needs thought, averaged over the dice, and judged by the sum of
the title's features. All it knows comes from its View; what the View hides is imagined, several times over.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Generic

from kurgan.bots import notes, reasons
from kurgan.bots.bot import Hint, Move, Weighing
from kurgan.bots.expect import Judge, Node, Strip, exact, sample
from kurgan.bots.random_bot import Chancer
from kurgan.bots.view_text import view_text
from kurgan.bots.words import said
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Policy, S, V

MOST_ORDERS = 80
"""Orders looked at for one question."""

WORLDS = (1, 3, 8)
SAMPLES = (3, 6, 40)
OUTCOMES = (12, 40, 400)
"""By level: positions imagined where something is hidden, samples in the first round, outcomes weighed exactly."""

ROUNDS = ((1, 1000), (3, 8), (7, 3))
"""How often the samples of the first round are drawn, and for how many of the best orders."""

SAME = 1e-9


class Order(Generic[S, V]):
    """One plan under comparison: where it leads in each imagined world, and what has been seen of its outcomes."""

    def __init__(self, answers: list[int], straight: list[int], starts: list[S]) -> None:
        self.answers = answers
        self.straight = straight
        self.starts = starts
        self.roots: list[Node[S, V]] = []
        self.leaves: dict[bytes, float] = {}
        self.drawn = 0
        self.outcomes = 0
        self.is_exact = False
        self.worth = 0.0


class Greedy:
    """Deterministic: the same seed, view, legal list and note give the same choice."""

    def __init__(self, seed: str = "", level: int = 2) -> None:
        self.name = "greedy"
        self.blind = False
        self.seed = seed
        self.level = level
        self._strips: list[Strip] = []

    def choose(self, game: Game[S, V], view: V, legal: list[int], note: str = "") -> Move:
        if len(legal) == 1:
            return Move(legal[0], note)
        seen = view_text(view)
        going_on = notes.read(note, seen) if note else None
        if going_on is not None and going_on in legal:
            return Move(going_on, note)
        if not game.features(view):
            return Chancer(self.seed).choose(game, view, legal, note)
        orders, _ = self.compare(game, view, legal, seen)
        answers = orders[0].straight
        return Move(answers[0], self._note(game, view, answers, seen) if len(answers) > 1 else note)

    def hint(self, game: Game[S, V], view: V, legal: list[int]) -> Hint:
        if not game.features(view):
            lot = Chancer(self.seed).hint(game, view, legal)
            return lot._replace(reasons=[said("nothing_to_weigh", title=game.title, lot=lot.reasons[0])])
        seen = view_text(view)
        orders, judge = self.compare(game, view, legal, seen)
        world = game.imagine(view, self.imagination(seen))
        weighings = [
            Weighing(spell_order(game, world, order.straight), order.worth, order.is_exact, len(order.leaves))
            for order in orders
        ]
        rival = ", ".join(label_order(game, world, orders[1].straight)) if len(orders) > 1 else ""
        told = _told(game, view, judge, orders, rival)
        return Hint(orders[0].straight, weighings[0].actions, told, weighings)

    def _note(self, game: Game[S, V], view: V, answers: list[int], seen: str) -> str:
        """The order with the views in which it goes on; any other view makes the bot think again."""
        s = game.imagine(view, self.imagination(seen))
        order = [(seen, answers[0])]
        for before, answer in pairwise(answers):
            game.answer(s, before)
            order.append((view_text(game.view(s, view.seat)), answer))
        return notes.write(order)

    # Looking ---------------------------------------------------------------------------------------------------

    def compare(self, game: Game[S, V], view: V, legal: list[int], seen: str) -> tuple[list[Order[S, V]], Judge[S, V]]:
        """Every order, best first; the best of each round is looked at more closely."""
        worlds = self.worlds(game, view, seen)
        plans = game.plans(view, worlds[0].copy()) or [[a] for a in legal]
        orders = orders_of(game, view.seat, legal, worlds, plans)
        if not orders:
            orders = [Order([a], [a], [_after(game, world, a) for world in worlds]) for a in legal[:MOST_ORDERS]]
        policies = self.policies(game)
        judge = self.judge(game, view.seat)
        for times, keep in ROUNDS:
            target = SAMPLES[self.level - 1] * times
            for order in orders[:keep]:
                self.weigh(judge, order, policies, target)
            orders[:keep] = sorted(orders[:keep], key=by_worth)
            if len(orders) == 1:
                break
        return orders, judge

    def judge(self, game: Game[S, V], seat: int) -> Judge[S, V]:
        """Whose opinion counts."""
        return Judge(game, seat)

    def weigh(self, judge: Judge[S, V], order: Order[S, V], policies: Mapping[str, Policy[S]], target: int) -> None:
        if order.is_exact:
            return
        if not order.roots:
            order.roots = [Node(judge, s, policies) for s in order.starts]
            found = _exactly(judge, order, policies, OUTCOMES[self.level - 1])
            if found is not None:
                order.leaves = found
                order.is_exact = True
        if not order.is_exact:
            self._sample(judge, order, policies, target)
        weight = sum(order.leaves.values())
        order.worth = sum([judge.worth[key] * share for key, share in order.leaves.items()]) / weight

    def _sample(self, judge: Judge[S, V], order: Order[S, V], policies: Mapping[str, Policy[S]], target: int) -> None:
        """Draw outcomes until there are ``target``; number *i* is thrown with the same dice for every order."""
        while len(self._strips) < target:
            self._strips.append(Strip(f"{self.seed}/{len(self._strips)}"))
        for i in range(order.drawn, target):
            key = sample(judge, order.roots[i % len(order.roots)], policies, self._strips[i])
            order.leaves[key] = order.leaves.get(key, 0.0) + 1.0
        order.drawn = target

    def worlds(self, game: Game[S, V], view: V, seen: str, count: int = 0) -> list[S]:
        """Positions that could be true; only one where they are all alike."""
        tape = self.imagination(seen)
        worlds = [game.imagine(view, tape) for _ in range(count or WORLDS[self.level - 1])]
        horizon = game.horizon()
        for world in worlds if horizon else ():
            game.halt(world, horizon)
        return worlds if len({world.key() for world in worlds}) > 1 else worlds[:1]

    def imagination(self, seen: str) -> Tape:
        return Tape(f"{self.seed}/imagine/{seen}")

    def policies(self, game: Game[S, V]) -> dict[str, Policy[S]]:
        policies: dict[str, Policy[S]] = {}
        for fight in game.fights():
            # The question that begins a fight is the bot's own to weigh.
            policies.update({step: p for step, p in fight.policies.items() if step not in fight.starts})
        policies.update(game.habits())
        return policies


def orders_of(
    game: Game[S, V], seat: int, legal: list[int], worlds: list[S], plans: list[list[int]]
) -> list[Order[S, V]]:
    """Plans followed in every world as far as they are legal."""
    orders: list[Order[S, V]] = []
    for plan in plans[:MOST_ORDERS]:
        if not plan or plan[0] not in legal:
            continue
        starts = [world.copy() for world in worlds]
        followed = [follow(game, s, plan, seat) for s in starts]
        orders.append(Order(plan, plan[: max(1, min(followed))], starts))
    return orders


def _after(game: Game[S, V], world: S, a: int) -> S:
    s = world.copy()
    game.answer(s, a)
    return s


def follow(game: Game[S, V], s: S, plan: list[int], seat: int) -> int:
    """Give the answers of a plan while the seat is asked and they are legal; how many were given."""
    for i, a in enumerate(plan):
        asked = game.pending(s)
        if not isinstance(asked, Decide) or asked.seat != seat or a not in game.legal(s):
            return i
        game.answer(s, a)
    return len(plan)


def _exactly(
    judge: Judge[S, V], order: Order[S, V], policies: Mapping[str, Policy[S]], budget: int
) -> dict[bytes, float] | None:
    leaves: dict[bytes, float] = {}
    for root in order.roots:
        found = exact(judge, root, policies, budget)
        if found is None:
            return None
        order.outcomes += len(found)
        for key, share in found.items():
            leaves[key] = leaves.get(key, 0.0) + share
    return leaves


def by_worth(order: Order[S, V]) -> float:
    return -order.worth


# Speaking -------------------------------------------------------------------------------------------------------


def spell_order(game: Game[S, V], world: S, answers: list[int]) -> list[str]:
    s = world.copy()
    spelled = []
    for a in answers:
        spelled.append(game.spell(s, a))
        game.answer(s, a)
    return spelled


def label_order(game: Game[S, V], world: S, answers: list[int]) -> list[str]:
    """An order as the choices that it is made of."""
    s = world.copy()
    labels = []
    for a in answers:
        labels.append(game.choice(s, a).label)
        game.answer(s, a)
    return labels


def _told(game: Game[S, V], view: V, judge: Judge[S, V], orders: list[Order[S, V]], rival: str) -> list[str]:
    """What the best order changes, how that was found, and what it has over the next, the ``rival``."""
    best = orders[0]
    told = reasons.changed(game, view, judge, best.leaves) or [said("no_change")]
    found = [reasons.sentence(told), _how(best)]
    if len(orders) == 1:
        return found
    others = said("others", count=len(orders), rival=rival)
    if best.worth - orders[1].worth <= SAME:
        return [*found, said("as_good", others=others)]
    ahead = "; ".join(reasons.compared(game, view, judge, best.leaves, orders[1].leaves))
    return [*found, said("against", others=others, ahead=ahead or said("a_little"))]


def _how(order: Order[S, V]) -> str:
    """How that was found out. Where something is hidden several worlds are imagined, some of all that could be."""
    if not order.is_exact:
        return said("sampled", count=order.drawn)
    worlds = len(order.roots)
    if worlds > 1:
        return said("imagined" if order.outcomes == worlds else "imagined_outcomes", count=worlds)
    return said("all_outcomes", count=order.outcomes) if order.outcomes > 1 else said("certain")
