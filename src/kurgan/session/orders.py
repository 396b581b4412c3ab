"""Standing orders: answers that a seat leaves in advance, by step.

An order is one of three things: ``always ANSWER`` gives that answer whenever it is legal; ``never`` declines; and
``by RULE`` follows a named rule of the title ("weakest first"), the same ones that the odds use. An order that cannot
be carried out at a question leaves the question to the seat. Orders are private until they are used.
"""

from typing import NamedTuple

from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Game, Misspelt, Policy, S, V
from kurgan.kernel.sentences import common
from kurgan.session.seen import Seen

ALWAYS = "always"
NEVER = "never"
BY = "by"


class Order(NamedTuple):
    """What to do at a step: always, never or by; and the answer or the name of the rule."""

    step: str
    how: str
    what: str

    def text(self) -> str:
        return f"{self.how} {self.what}".strip()


def read_order(game: Game[S, V], step: str, text: str) -> Order:
    """An order from its words; raises Misspelt."""
    how, _, what = text.strip().partition(" ")
    what = what.strip()
    if how not in (ALWAYS, NEVER, BY):
        raise Misspelt(common("order_is", text=text))
    if (how == NEVER) == bool(what):
        raise Misspelt(common("order_alone" if how == NEVER else "order_more", word=how))
    if how == BY:
        known = list(rules_for(game, step))
        if what not in known:
            raise Misspelt(common("order_rule", rule=what, near=nearest(what, known), known=", ".join(known)))
    return Order(step, how, what)


def rules_for(game: Game[S, V], step: str) -> dict[str, Policy[S]]:
    """The named rules that can answer a step."""
    found: dict[str, Policy[S]] = {}
    for fight in game.fights():
        if step in fight.policies:
            found[fight.policy_names.get(step, step)] = fight.policies[step]
    found.update(game.standing().get(step, {}))
    return found


def answer_by(seen: Seen[S, V], order: Order) -> int | None:
    """The answer that the order gives to the pending question, or None if it cannot be carried out.

    An order knows no more than who gave it.
    """
    legal = seen.legal()
    if order.how == ALWAYS:
        try:
            answer = seen.parse(order.what)
        except Misspelt:
            return None
        return answer if answer in legal else None
    if order.how == NEVER:
        return next((choice.answer for choice in seen.choices() if choice.no), None)
    policy = rules_for(seen.game, order.step).get(order.what)
    if policy is None:
        return None
    answer = seen.by(policy)
    return answer if answer in legal else None
