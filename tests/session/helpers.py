"""Short ways to say things in the tests of the session."""

import random
from typing import Any

from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from tests.session.toy import Lanterns

SEED = "a quiet night"


def new_game(rounds: int = 3, seed: str | None = SEED, log: MemoryLog | None = None, **seats: str) -> Session:
    return Session.new(Lanterns(), "duel", {"rounds": str(rounds)}, seats, seed=seed, log=log)


def play_out(session: Session, seed: int = 1, limit: int = 10_000) -> Session:
    """Random answers to the end."""
    rng = random.Random(seed)
    for _ in range(limit):
        if session.outcome is not None:
            break
        session.answer(rng.choice(session.legal()))
    return session


def truth(session: Session) -> Any:
    """The true position, with the columns of the test game."""
    return session.state


def kinds(session: Session) -> list[str]:
    return [line.kind for line in session.lines()]
