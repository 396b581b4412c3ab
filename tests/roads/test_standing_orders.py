"""A whole Soviet turn of Uranus while the Axis player is away and has left orders at the table."""

from typing import Any

from kurgan.games.roads.answers import DONE
from kurgan.games.roads.odds.standing_orders import STANDING
from kurgan.kernel.chance import Tape
from kurgan.kernel.flow import is_under_way
from kurgan.session.replay import Entry
from kurgan.session.session import Session
from kurgan.session.verify import verify
from tests.roads.drawn import GAME

SEEDS = ("orders 1", "orders 2", "orders 3")


def leave_orders(session: Session) -> None:
    """The first rule of every step that has one."""
    for step, rules in STANDING.items():
        session.order("axis", step, f"by {next(iter(rules))}")


def go_on(session: Session, tape: Tape) -> list[Entry]:
    """Any answer, but seldom the one that ends a phase: there must be fights, retreats and reserves that react."""
    legal = session.legal()
    if len(legal) > 1 and tape.below(8):
        legal = [answer for answer in legal if answer != DONE]
    return session.answer(legal[tape.below(len(legal))])


def under_way(session: Session, name: str) -> bool:
    s: Any = session.state
    return is_under_way(s, name)


def soviet_turn(seed: str) -> tuple[Session, list[Entry]]:
    """The session at the end of its first Soviet turn, and all that was written in that turn."""
    session = Session.new(GAME, "uranus", {}, {"soviet": "person", "axis": "open"}, seed=seed)
    tape = Tape(seed)
    while not under_way(session, "soviet_turn"):
        go_on(session, tape)
    leave_orders(session)
    told: list[Entry] = []
    while under_way(session, "soviet_turn"):
        assert session.awaited == "soviet", f"the Axis is asked: {session.pending}"
        told += go_on(session, tape)
    return session, told


def test_nobody_waits_for_the_axis_in_a_soviet_turn() -> None:
    ordered: list[str] = []
    for seed in SEEDS:
        session, told = soviet_turn(seed)
        for fields in [entry.line.fields for entry in told if entry.line.fields.get("by") == "order"]:
            assert fields["seat"] == "axis"
            ordered.append(fields["step"])
        assert verify(session.log, lambda _: GAME).ok
    assert len(ordered) > 10
    assert {"fall_back", "lose_defender_step"} <= set(ordered)


def test_without_orders_the_axis_is_waited_for() -> None:
    """The same turn stops at the first question to the Axis: the orders above did something."""
    session = Session.new(GAME, "uranus", {}, {"soviet": "person", "axis": "open"}, seed=SEEDS[0])
    tape = Tape(SEEDS[0])
    while not under_way(session, "soviet_turn"):
        go_on(session, tape)
    while under_way(session, "soviet_turn") and session.awaited != "axis":
        go_on(session, tape)
    assert session.awaited == "axis"
