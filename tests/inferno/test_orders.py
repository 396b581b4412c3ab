"""Standing orders and habits: every named one gives a legal answer to the question it is for."""

from kurgan.games.inferno.bot.habits import HABITS, STANDING
from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.position.state import State
from kurgan.kernel.chance import Tape
from kurgan.kernel.flow import ASK
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.session import orders
from kurgan.session.seen import Seen
from tests.inferno.table import GAME, P, Table


def test_orders_and_habits_are_for_questions_of_the_book() -> None:
    asks = {step.name for step in GAME.book.steps.values() if step.kind == ASK}
    assert set(STANDING) <= asks
    assert set(HABITS) <= asks


def test_every_habit_and_order_answers_legally_in_play() -> None:
    """Over random games of all modes, from what the seat knows."""
    met: set[str] = set()
    for scenario in P.scenarios:
        for seed in ("one", "two"):
            s = GAME.new(scenario, {"level": "easy_german"})
            tape = Tape(f"orders {scenario} {seed}")
            while not isinstance(pending := GAME.pending(s), Over):
                if isinstance(pending, Throw):
                    GAME.answer(s, pending.chance.throw(tape))
                    continue
                assert isinstance(pending, Decide)
                legal = GAME.legal(s)
                seen = Seen(GAME, GAME.view(s, pending.seat), ())
                rules = dict(orders.rules_for(GAME, pending.step))
                if pending.step in HABITS:
                    rules["habit"] = HABITS[pending.step]
                for name, policy in rules.items():
                    assert seen.by(policy) in legal, (pending.step, name)
                    met.add(pending.step)
                GAME.answer(s, legal[tape.below(len(legal))])
    assert {"choose_german_loss", "choose_soviet_loss", "german_card", "advance", "deploy", "soviet_card"} <= met


def eyes(s: State) -> Seen[State, View]:
    """Those of the seat that is asked."""
    asked = GAME.pending(s)
    assert isinstance(asked, Decide)
    return Seen(GAME, GAME.view(s, asked.seat), ())


def test_an_order_settles_ties_without_asking() -> None:
    t = Table({"60": "G2P@2 G191I@2", "41": "S13G@4"})
    t.attack("41", "60", deliberate=False)
    t.play("roll 6+1+1+1", "roll 1+1+1+1")
    order = orders.read_order(GAME, "choose_german_loss", "by lowest fire first")
    answer = orders.answer_by(eyes(t.s), order)
    assert answer is not None
    assert GAME.spell(t.s, answer) == "lowest_fire"


def test_never_means_no_card() -> None:
    t = Table({"60": "G2P", "41": "S13G"}, hand=["Stuka"])
    t.attack("41", "60")
    answer = orders.answer_by(eyes(t.s), orders.read_order(GAME, "german_card", "never"))
    assert answer is not None
    assert GAME.spell(t.s, answer) == "none"
