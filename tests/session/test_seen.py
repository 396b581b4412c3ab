"""A seat is spoken to from what it knows: lists of answers, undo, orders, and what only looks like a question of it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kurgan.kernel.chance import Tape
from kurgan.kernel.flow import Ask, Book, When, tell
from kurgan.kernel.notation import Form, Phrase
from kurgan.kernel.protocol import Decide, IllegalAction, Misspelt, Throw
from kurgan.session.reveals import told_something
from kurgan.session.seen import NotAllowed
from kurgan.session.session import Session
from tests.session.helpers import truth
from tests.session.toy import BLUE, CARDS, SHOWED, Lanterns, State, View, blue, game_table, take_reply

ODD, EVEN, STOP = 1, 0, 2


def take_and_look(s: State, a: int) -> None:
    """Who replies two turns red's card over."""
    take_reply(s, a)
    s.shown = int(a == 2)
    if s.shown:
        tell(s, "2.4", SHOWED, s.card)


def has_looked(s: State) -> bool:
    return s.shown == 1


def follows(s: State) -> list[int]:
    """What may be said depends on the card."""
    return [s.card % 2, STOP]


def take_follow(s: State, a: int) -> None:
    s.score[BLUE] += a


def why_follow(s: State, a: int) -> int:
    return 0 if a in follows(s) else 1


class Looking(Lanterns):
    """Lanterns in which a reply of two shows the card, and then blue must say whether it is odd or even."""

    def __init__(self) -> None:
        super().__init__()
        table = game_table()
        rows = table.parts[1].parts[0].parts
        place = next(i for i, row in enumerate(rows) if row.name == "reply")
        rows[place].take = take_and_look
        ask = Ask("2.45", "follow", blue, follows, take_follow, why=why_follow, space=all_follows, private=True)
        rows.insert(place + 1, When("2.45", "looked", has_looked, ask))
        rows_of = table.parts[1].parts[0]
        rows_of.size = len(rows)
        rows_of.frames = [rows_of.frames[0], *[(rows_of, at, ()) for at in range(1, rows_of.size + 1)]]
        self.book = Book([table])
        self.forms = {**self.forms, "follow": Form(Phrase("even", EVEN), Phrase("odd", ODD), Phrase("stop", STOP))}


def all_follows(s: State) -> list[int]:
    return [EVEN, ODD, STOP]


def at_reply(card: int) -> Session:
    """Blue is asked for a reply, and red holds this card."""
    game = Looking()
    s = game.new("duel", game.settle({}))
    for answer in (card, 1, 0, 7):
        game.apply(s, answer)
    asked = game.pending(s)
    assert isinstance(asked, Decide)
    assert asked.step == "reply"
    return Session.new(game, "duel", {}, {"red": "person", "blue": "person"}, position=s.to_json())


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises((IllegalAction, Misspelt, NotAllowed)) as told:
        act()
    return f"{told.type.__name__}: {told.value}"


@pytest.mark.parametrize(
    "answers",
    [["two", "nonsense"], ["two", "odd", "nonsense"], ["two", "even", "odd"], ["one", "odd"], ["nonsense"], ["bid 3"]],
)
def test_a_list_that_is_refused_is_refused_with_the_same_words_whatever_is_hidden(answers: list[str]) -> None:
    told = set()
    for card in range(CARDS):
        session = at_reply(card)
        before = session.text()
        told.add(refusal(partial(session.act, "blue", answers)))
        assert session.text() == before, "nothing was changed"
    assert len(told) == 1


def test_a_list_is_given_up_to_where_the_seat_sees_something_else_than_it_was_tried_on() -> None:
    """Odd or even: one of the two lists is cut where the card shows; neither is refused."""
    for card in range(CARDS):
        for word, fits in (("odd", card % 2 == 1), ("even", card % 2 == 0)):
            session = at_reply(card)
            session.act("blue", ["two", word])
            asked = session.pending
            assert isinstance(asked, Decide)
            given = [line.fields["answer"] for line in session.lines() if line.kind == "answer"]
            assert given[:1] == ["two"], "what was legal holds"
            if not fits:
                assert given == ["two"]
            if given == ["two"]:
                assert asked.step == "follow"
                assert "follow" in [crumb.name for crumb in session.seen("blue").where()]


def test_a_list_that_goes_as_it_was_tried_is_given_as_a_whole() -> None:
    session = at_reply(0)
    session.act("blue", ["one"])
    session.act("red", ["hide"])
    session.act("red", ["bid 1", "left"])
    assert [line.fields["answer"] for line in session.lines() if line.kind == "answer"][-2:] == ["bid 1", "left"]
    session = at_reply(0)
    session.act("blue", ["one"])
    assert "the dice" not in refusal(lambda: session.act("red", ["hide", "bid 9"]))
    assert "dice are asked" in refusal(lambda: session.act("red", ["hide", "bid 1", "left", "bid 1"]))


def test_nothing_that_a_seat_is_told_needs_the_true_position() -> None:
    """Everything a Seen says is the same for all cards that blue cannot see."""
    told = set()
    for card in range(CARDS):
        seen = at_reply(card).seen("blue")
        said: list[Any] = [seen.prompt(), seen.where(), seen.guide(), seen.legal(), seen.choices(), seen.pending]
        said += [seen.ahead(a) for a in seen.legal()]
        said += [seen.why_not("two"), list(seen.answers_at("", "")), seen.view.to_json()]
        told.add(repr(said))
    assert len(told) == 1


def test_who_is_not_asked_has_no_answers() -> None:
    session = at_reply(1)
    for seat in ("red", ""):
        seen = session.seen(seat)
        assert not seen.is_asked
        assert seen.legal() == []
        assert seen.choices() == []
        assert list(seen.answers_at("", "")) == []


def test_an_answer_after_which_the_seat_sees_more_cannot_be_taken_back_freely() -> None:
    """Also where no event tells of it: the next question does."""

    class Silent(Looking):
        def __init__(self) -> None:
            super().__init__()
            self.book.steps["reply"].take = take_silently

    game = Silent()
    s = truth(at_reply(3))
    s = game.load_state(s.to_json())
    assert told_something(game, s, 2, 2, "x")
    assert not told_something(game, s, 1, 2, "x")


def take_silently(s: State, a: int) -> None:
    take_reply(s, a)
    s.shown = int(a == 2)


def test_whether_it_can_be_taken_back_does_not_depend_on_what_is_hidden() -> None:
    game = Looking()
    for answer in (0, 1, 2):
        closed = {told_something(game, truth(at_reply(card)), answer, 2, "x") for card in range(CARDS)}
        assert len(closed) == 1


def test_worlds_that_go_different_ways_make_no_note() -> None:
    """Dice follow a reply only where the card is low: blue is not told so."""

    class Rolling(Looking):
        def pending(self, s: State) -> object:  # type: ignore[override]
            found = super().pending(s)
            if isinstance(found, Decide) and found.step == "show" and s.card < 3:
                return Throw("roll", "2.3", self.book.steps["roll"].chance(s), False)
            return found

    notes = set()
    for card in range(CARDS):
        session = at_reply(card)
        seen = session.seen("blue")
        seen.game = Rolling()  # type: ignore[assignment]
        notes.add(tuple(seen.ahead(a) for a in seen.legal()))
    assert notes == {((False, 1),) * 3}


def test_the_imagined_worlds_look_like_the_view() -> None:
    game = Looking()
    view: View = game.view(truth(at_reply(2)), BLUE)
    assert {game.imagine(view, Tape(str(n))).card for n in range(40)} == set(range(CARDS))
