"""What showed something hidden cannot be taken back freely, whether the title names it or not."""

import random
from typing import Any

import pytest

from kurgan import games
from kurgan.session.reveals import told_something
from kurgan.session.session import Session
from kurgan.session.undo import CannotUndo
from tests.session.helpers import truth
from tests.session.toy import Lanterns


class Unnamed(Lanterns):
    """The same game by an author who forgot to name what reveals."""

    def revealing(self) -> frozenset[int]:
        return frozenset()


def before_show() -> Session:
    session = Session.new(Unnamed(), "duel", {}, {"red": "person", "blue": "person"})
    session.act("red", ["bid 2", "left"])
    session.act("blue", ["one"])
    return session


def test_showing_the_card_closes_undo_although_nobody_named_it() -> None:
    session = before_show()
    session.act("red", ["show"])
    assert session.undo_range("red") == (0, 0)
    with pytest.raises(CannotUndo, match="blue must agree"):
        session.undo("red")


def test_hiding_it_tells_nothing() -> None:
    session = before_show()
    session.act("red", ["hide"])
    assert session.undo_range("red") != (0, 0)
    session.undo("red")
    assert session.lines()[-1].kind == "undo"


def test_who_knows_the_card_is_told_nothing_new() -> None:
    """Red sees the card already; blue is the one who is told."""
    s: Any = before_show().state
    game = Unnamed()
    assert told_something(game, s, 1, 2, "x")
    assert not told_something(game, s, 0, 2, "x")
    assert not told_something(game, s, 1, 1, "x"), "with red's eyes alone"


def test_an_answer_that_cannot_be_imagined_stays_closed() -> None:
    class Broken(Unnamed):
        def imagine(self, v: object, rng: object) -> object:  # type: ignore[override]
            raise AssertionError("cannot imagine this")

    assert told_something(Broken(), truth(before_show()), 0, 2, "x")


@pytest.mark.parametrize("title", games.TITLES)
def test_undo_of_a_title_stays_within_what_told_nothing(title: str) -> None:
    """Random play: whatever may be taken back freely told no seat anything, and what is refused says so."""
    game = games.load(title)
    scenario = game.scenarios()[0].name
    session = Session.new(game, scenario, {}, seed="undo")
    rng = random.Random(title)
    taken = 0
    for _ in range(120):
        if session.outcome is not None:
            break
        seat = session.awaited
        session.answer(rng.choice(session.legal()))
        first, last = session.undo_range(seat)
        if last and rng.random() < 0.3:
            session.rewind(seat, rng.randint(first, last))
            assert session.lines()[-1].kind == "undo"
            taken += 1
    assert taken > 0
