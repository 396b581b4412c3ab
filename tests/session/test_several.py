"""Several pieces named in one answer: offered only where all of them can be."""

import random

import pytest

from kurgan import games
from kurgan.session.session import Session

ENOUGH = 260


@pytest.mark.parametrize("title", games.TITLES)
def test_where_several_may_be_named_all_may(title: str) -> None:
    """Whoever ticks all units of a question that offers it is not refused."""
    game = games.load(title)
    session = Session.new(game, game.scenarios()[0].name, {}, seed="several")
    lot = random.Random("several")
    offered = 0
    for _ in range(ENOUGH):
        if not session.choices():
            break
        seat = session.awaited
        choices = session.choices()
        named = [choice.action for choice in choices if choice.piece and not choice.place]
        together = session.seen(seat).takes_several() and lot.random() < 0.7
        offered += together
        wish = next((c.action for c in choices if c.attacks), "") or lot.choice(choices).action
        session.act(seat, named if together else [wish])
    assert offered
