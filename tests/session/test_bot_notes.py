"""What a bot wrote down for itself: kept with its seat and its line, and nobody else's business."""

import json

import pytest

from kurgan.session.bot_notes import MOST_NOTES
from kurgan.session.record import Stale
from kurgan.session.session import Session
from tests.session.helpers import new_game
from tests.session.toy import Lanterns

PLAN = "a plan of red's that blue would like to know"


def loaded(session: Session) -> Session:
    return Session.load(Lanterns(), session.log)


def bot_answers(session: Session, note: str, bot: str = "greedy") -> int:
    """The bot of the seat that is asked gives its first legal answer; the line it stands in."""
    asked = session.asked_of_bot(bot)
    session.answer_of_bot(asked, asked.legal[0], note, by=f"bot {bot}")
    return asked.number


def test_a_note_is_handed_again_here_and_in_another_process() -> None:
    s = new_game(rounds=9, seed=None)
    assert s.asked_of_bot("greedy").note == ""
    bot_answers(s, PLAN)
    for session in (s, loaded(s), Session.load(Lanterns(), s.log, quick=True)):
        assert session.awaited == "red"
        assert session.asked_of_bot("greedy").note == PLAN
        assert session.asked_of_bot("greedy").seed == s.asked_of_bot("greedy").seed


def test_a_note_is_for_the_bot_that_wrote_it_in_its_seat() -> None:
    s = new_game(rounds=9, seed=None)
    bot_answers(s, PLAN)
    assert s.asked_of_bot("greedy:1").note == ""
    bot_answers(s, PLAN)
    assert s.awaited == "blue"
    assert s.asked_of_bot("greedy").note == ""


def test_a_note_that_was_taken_back_is_not_handed_again() -> None:
    s = new_game(rounds=9, seed=None)
    first = bot_answers(s, "first")
    bot_answers(s, "second")
    s.act("blue", ["one"])
    assert s.asked_of_bot("greedy").note == "second"
    s.rewind("red", first + 1)
    assert s.asked_of_bot("greedy").note == "first"
    assert loaded(s).asked_of_bot("greedy").note == "first"
    s.rewind("red", first)
    assert s.asked_of_bot("greedy").note == ""


def test_a_branch_knows_the_notes_of_its_past_and_no_later_ones() -> None:
    s = new_game(rounds=9, seed=None)
    first = bot_answers(s, "first")
    bot_answers(s, "second")
    branch = s.branch(first)
    assert branch.asked_of_bot("greedy").note == "first"
    assert "second" not in json.dumps(branch.log.vault())
    assert s.branch(first - 1).asked_of_bot("greedy").note == ""


def test_a_note_tells_nobody_anything_and_goes_with_the_secret() -> None:
    s = new_game(rounds=9, seed=None)
    bot_answers(s, PLAN)
    told = [s.stream(seat) for seat in ["", *s.seat_names]]
    assert PLAN not in s.text() + json.dumps([told, s.fairness(), s.seen("blue").scene()])
    assert PLAN in json.dumps(s.log.vault())
    s.resign("red")
    assert s.log.vault() == {}


def test_only_the_last_notes_are_kept() -> None:
    s = new_game(rounds=30, seed=None)
    for i in range(3 * MOST_NOTES):
        bot_answers(s, f"note {i}")
    assert all(len(kept) <= MOST_NOTES for kept in s.log.vault()["notes"].values())
    assert s.asked_of_bot("greedy").note != ""


def test_an_answer_to_a_question_that_has_gone_is_refused_with_its_note() -> None:
    s = new_game(rounds=9, seed=None)
    asked = s.asked_of_bot("greedy")
    bot_answers(s, "first")
    with pytest.raises(Stale):
        s.answer_of_bot(asked, asked.legal[0], PLAN)
    assert PLAN not in json.dumps(s.log.vault())
