"""Standing orders: the Axis player is away, and his orders answer everything that a Soviet turn asks of him."""

from kurgan.games.roads.odds.standing_orders import STANDING
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.vocabulary import AXIS
from kurgan.kernel.chance import Tape
from kurgan.kernel.flow import ASK, is_under_way
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.session import orders
from kurgan.session.seen import Seen
from tests.roads.drawn import GAME

ORDERS = {step: f"by {next(iter(rules))}" for step, rules in STANDING.items()}


def test_orders_are_for_questions_of_the_book() -> None:
    asks = {step.name for step in GAME.book.steps.values() if step.kind == ASK}
    assert set(STANDING) <= asks


def test_a_soviet_turn_of_uranus_without_the_axis_player() -> None:
    """From the first Soviet phase to the end of the Soviet turn, nobody waits for the Axis."""
    answered = 0
    for seed in range(6):
        s = GAME.new("uranus", {})
        tape = Tape(f"absent {seed}")
        begun = False
        while not isinstance(asked := GAME.pending(s), Over):
            in_turn = is_under_way(s, "soviet_turn")
            if begun and not in_turn:
                break
            begun = begun or in_turn
            if isinstance(asked, Throw):
                GAME.answer(s, asked.chance.throw(tape))
                continue
            assert isinstance(asked, Decide)
            legal = GAME.legal(s)
            if in_turn and asked.seat == AXIS:
                assert asked.step in ORDERS, f"the Axis is asked '{asked.step}' and cannot leave an order"
                answer = orders.answer_by(
                    Seen(GAME, GAME.view(s, asked.seat), vocabulary.SIDES),
                    orders.read_order(GAME, asked.step, ORDERS[asked.step]),
                )
                assert answer in legal
                GAME.answer(s, answer)
                answered += 1
            else:
                GAME.answer(s, legal[tape.below(len(legal))])
    assert answered > 10


def test_never_declines() -> None:
    order = orders.read_order(GAME, "react", "never")
    assert order is not None
