"""Seats, answers, undo, orders, branches: what a session lets people do."""

import random
from typing import Any

import pytest

from kurgan.kernel.protocol import IllegalAction, Misspelt
from kurgan.session.logs import MemoryLog
from kurgan.session.record import Stale
from kurgan.session.replay import Misfit, NeedsSecret
from kurgan.session.session import NotAllowed, Session
from kurgan.session.undo import CannotUndo
from kurgan.session.verify import verify
from tests.session.helpers import SEED, kinds, new_game, play_out, truth
from tests.session.toy import CARDS, Lanterns


def faces(session: Session) -> list[str]:
    return [line.fields.get("answer", "?") for line in session.lines() if line.kind == "dice"]


def check(session: Session) -> Any:
    assert isinstance(session.log, MemoryLog)
    return verify(session.log, lambda _: Lanterns())


def loaded(session: Session) -> Session:
    return Session.load(Lanterns(), session.log)


# Answers --------------------------------------------------------------------------------------------------------


def test_a_new_game_waits_for_the_first_decision() -> None:
    s = new_game()
    assert (s.awaited, s.number) == ("red", 3)
    assert [choice.action for choice in s.choices()] == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert s.prompt("red") == "Bid up to 3."
    assert [crumb.name for crumb in s.where()] == ["lanterns", "rounds", "round", "bid"]


def test_several_answers_reach_up_to_the_dice() -> None:
    s = new_game()
    happened = s.act("red", ["bid 2", "left"])
    assert [entry.line.kind for entry in happened] == ["answer", "answer", "dice"]
    assert s.awaited == "blue"


def test_answers_beyond_the_dice_change_nothing() -> None:
    s = new_game()
    before = s.text()
    with pytest.raises(NotAllowed, match="before 'two' the dice are asked"):
        s.act("red", ["bid 2", "left", "two"])
    assert s.text() == before
    assert s.awaited == "red"


def test_answers_beyond_anothers_question_change_nothing() -> None:
    s = new_game()
    s.act("red", ["bid 2", "left"])
    before = s.text()
    with pytest.raises(NotAllowed, match="before 'hide' red is asked"):
        s.act("blue", ["one", "hide"])
    assert s.text() == before


def test_one_bad_answer_among_good_ones_changes_nothing() -> None:
    s = new_game()
    before = s.text()
    with pytest.raises(Misspelt, match="did you mean 'left'"):
        s.act("red", ["bid 2", "lefft"])
    with pytest.raises(IllegalAction, match="5 is more than may be bid"):
        s.act("red", ["bid 5", "left"])
    assert s.text() == before


def test_the_wrong_seat_is_refused() -> None:
    s = new_game()
    with pytest.raises(IllegalAction, match="red decides now, not blue"):
        s.act("blue", ["bid 1"])


def test_a_stale_number_is_refused_and_a_fresh_one_taken() -> None:
    s = new_game()
    number = s.number
    s.act("red", ["bid 1"], number=number)
    with pytest.raises(Stale):
        s.act("red", ["left"], number=number)
    s.act("red", ["left"], number=s.number)


def test_nothing_is_shown_when_it_cannot_be_written() -> None:
    """A decision whose line the log refuses leaves the session as it was."""
    s = new_game()
    other = Session.load(Lanterns(), s.log)
    other.act("red", ["bid 1"])
    key = s.state.key()
    with pytest.raises(Stale):
        s.act("red", ["bid 2"])
    assert s.state.key() == key
    assert s.number == 3


def test_the_end_reveals_the_secret_and_forgets_it() -> None:
    s = play_out(new_game(seed=None))
    assert s.outcome is not None
    assert kinds(s)[-1] == "reveal"
    assert s.log.vault() == {}
    assert check(s).to_json()["checked"] == {"chain": True, "legal": True, "dice": "proved"}


def test_replay_equals_state_for_many_random_games_with_undo() -> None:
    """replay(record) == state, whatever happened on the way."""
    for seed in range(10):
        rng = random.Random(seed)
        s = new_game(rounds=6, seed=None if seed % 2 else f"seed {seed}", red="person", blue="bot greedy")
        while s.outcome is None and s.number < 150:
            roll = rng.random()
            if roll < 0.15 and any(m.seat == "red" for m in s.course.trail):
                s.undo("red", turn=False)
            elif roll < 0.2:
                s.hand("blue", "bot", "random")
            elif s.awaited:
                s.answer(rng.choice(s.legal()))
            again = loaded(s)
            assert again.state.key() == s.state.key()
            assert again.number == s.number
            assert again.course.trail == s.course.trail
            assert again.stream("red") == s.stream("red")
        assert check(s).ok


# Dice -----------------------------------------------------------------------------------------------------------


def test_the_same_open_seed_gives_the_same_dice() -> None:
    a, b, c = play_out(new_game()), play_out(new_game()), play_out(new_game(seed="other"))
    assert a.text() == b.text()
    assert faces(a) != faces(c)
    assert check(a).dice == "open seed"


def test_two_people_and_an_open_seed_do_not_go_together() -> None:
    with pytest.raises(NotAllowed, match="open seed"):
        new_game(red="person", blue="person")
    s = new_game(red="person")
    with pytest.raises(NotAllowed, match="open seed"):
        s.hand("blue", "person", "Anna")


def test_a_word_changes_the_dice_from_the_next_throw_on() -> None:
    log = MemoryLog()
    s = new_game(seed=None, log=log, blue="person")
    s.act("red", ["bid 1", "left"])
    copy = Session.load(Lanterns(), MemoryLog(log.texts, log.vault()))
    copy.add_word("blue", "lucky")
    rolls = []
    for session in (s, copy):
        session.act("blue", ["none"])
        session.act("red", ["hide", "bid 1", "left"])
        rolls.append(faces(session))
    assert rolls[0][:2] == rolls[1][:2]
    assert [line.fields["word"] for line in copy.lines() if line.kind == "word"][-1] == "lucky"
    assert check(copy).dice == "proved"
    # Two dice agree by chance once in thirty-six; the derivation itself is compared in test_dice.
    assert s.course.words != copy.course.words


def test_the_secret_draw_is_nowhere_in_the_running_record() -> None:
    """The line of a secret draw has no answer, and two worlds with other cards write the same."""
    s = new_game(seed=None)
    line = next(line for line in s.lines() if line.kind == "dice")
    assert "answer" not in line.fields
    assert str(s.course.secrets) not in s.text()
    assert all(secret not in s.text() for secret in s.course.secrets.values())


def test_without_its_secret_a_game_with_secret_draws_cannot_be_shown() -> None:
    s = new_game(seed=None)
    assert isinstance(s.log, MemoryLog)
    with pytest.raises(NeedsSecret):
        Session.load(Lanterns(), MemoryLog(s.log.texts))
    report = verify(MemoryLog(s.log.texts), lambda _: Lanterns())
    assert (report.ok, report.dice, report.legal) == (True, "plausible", False)
    assert "secret draw stands in the way at line 2" in report.reason


def test_a_wrong_secret_is_no_secret() -> None:
    s = new_game(seed=None)
    assert isinstance(s.log, MemoryLog)
    promised = next(iter(s.course.secrets))
    vault = {**s.log.vault(), "secrets": {promised: "00" * 32}}
    with pytest.raises(NeedsSecret):
        Session.load(Lanterns(), MemoryLog(s.log.texts, vault))


# What a seat sees -----------------------------------------------------------------------------------------------


def test_streams_hold_only_what_a_seat_may_see() -> None:
    s = new_game()
    s.act("red", ["bid 2", "left"])
    texts = {
        seat: [event["text"] for entry in s.stream(seat) for event in entry["events"]] for seat in ("red", "blue", "")
    }
    assert any(text.startswith("The card is") for text in texts["red"])
    assert not any(text.startswith("The card is") for text in texts["blue"] + texts[""])
    answers = [entry.get("answer") for entry in s.stream("blue") if entry["kind"] == "answer"]
    assert answers == [None, None]
    answers = [entry.get("answer") for entry in s.stream("red") if entry["kind"] == "answer"]
    assert answers == ["bid 2", "left"]


def test_blue_cannot_tell_two_worlds_apart() -> None:
    """Games that differ in red's card only look the same to blue, byte for byte, until it is shown."""
    streams, cards = set(), set()
    for seed in range(12):
        s = new_game(seed=f"world {seed}")
        s.act("red", ["bid 0"])
        cards.add(truth(s).card)
        shown = [{k: v for k, v in entry.items() if k != "number"} for entry in s.stream("blue")[1:]]
        streams.add(str(shown) + str(s.view("blue").to_json()) + s.prompt("blue"))
    assert len(cards) > 1
    assert len(cards) <= CARDS
    assert len(streams) == 1


# Undo -----------------------------------------------------------------------------------------------------------


def test_undo_takes_back_one_step_or_the_whole_turn() -> None:
    s = new_game()
    start = s.state.key()
    s.act("red", ["bid 2"])
    s.undo("red")
    assert s.state.key() == start
    s.act("red", ["bid 1"])
    assert s.undo_range("red") == (s.number - 1, s.number - 1)
    s.undo("red", turn=True)
    assert s.state.key() == start
    assert kinds(s)[2:] == ["answer", "undo", "answer", "undo"]


@pytest.mark.parametrize("blue", ["person", "open"])
def test_undo_is_closed_by_dice(blue: str) -> None:
    s = new_game(seed=None, red="person", blue=blue)
    s.act("red", ["bid 2", "left"])
    assert s.undo_range("red") == (0, 0)
    with pytest.raises(CannotUndo):
        s.undo("red", turn=True)
    if blue == "person":
        with pytest.raises(CannotUndo, match="blue must agree"):
            s.undo("red")
        s.undo("red", agreed=["blue"])
        assert kinds(s)[-2:] == ["rewind", "epoch"]


def test_undo_is_closed_by_anothers_decision_and_by_a_reveal() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.act("red", ["bid 2", "left"])
    s.act("blue", ["one"])
    with pytest.raises(CannotUndo):
        s.undo("red")
    assert s.undo_range("blue") != (0, 0)
    s.act("red", ["show"])
    assert s.undo_range("red") == (0, 0)
    with pytest.raises(CannotUndo, match="blue must agree"):
        s.undo("red")


def test_hiding_the_card_can_be_taken_back() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.act("red", ["bid 2", "left"])
    s.act("blue", ["one"])
    s.act("red", ["hide"])
    assert s.undo_range("red") != (0, 0)


def test_alone_one_may_go_back_past_the_dice_and_they_do_not_repeat() -> None:
    s = new_game(seed=None, red="person", blue="bot greedy")
    seen = set()
    for _ in range(12):
        s.act("red", ["bid 2", "left"])
        seen.add(faces(s)[-1])
        s.undo("red", steps=2)
    assert len(seen) > 1
    counters = [line.fields["n"] for line in s.lines() if line.kind == "dice"]
    assert counters == list(range(len(counters)))
    play_out(s)
    assert s.lines()[-1].fields["outcome"]["rewinds"] == 12
    assert check(s).ok


def test_going_back_after_the_end_needs_a_new_secret_and_makes_one() -> None:
    s = play_out(new_game(seed=None, red="person", blue="bot greedy"))
    s.undo("red")
    assert s.outcome is None
    assert s.course.epochs[-1].why == "played on after the end"
    play_out(s, seed=5)
    assert kinds(s).count("reveal") == 2
    assert check(s).dice == "proved"


def test_a_forged_undo_is_found() -> None:
    """An undo line past the dice does not fit, however well it is chained."""
    s = new_game(seed=None, red="person", blue="person")
    s.act("red", ["bid 2", "left"])
    with pytest.raises(Misfit, match="past a roll"):
        s.course.fork().write("undo", {"seat": "red", "to": 5})
    with pytest.raises(Misfit, match="blue did not agree"):
        s.course.fork().write("rewind", {"seat": "red", "to": 5, "agreed": []})


def test_more_steps_than_there_are() -> None:
    s = new_game()
    with pytest.raises(CannotUndo, match="not decided anything"):
        s.undo("red")
    s.act("red", ["bid 1"])
    with pytest.raises(CannotUndo, match="only 1"):
        s.undo("red", steps=2)


# Resigning, seats, notes ----------------------------------------------------------------------------------------


def test_resigning_ends_the_game_and_can_be_taken_back_by_consent() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.resign("red")
    assert s.outcome is not None
    assert (s.outcome.name, s.outcome.winners) == ("resigned", ("blue",))
    assert s.awaited == ""
    with pytest.raises(IllegalAction, match="over"):
        s.act("red", ["bid 1"])
    assert check(s).ok
    s.rewind("red", s.course.trail[-1].number, agreed=["blue"])
    assert s.awaited == "red"
    s.act("red", ["bid 1"])
    assert check(s).ok


def test_a_seat_goes_to_a_bot_and_back() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.hand("blue", "bot", "greedy")
    assert s.seats["blue"] == ("bot", "greedy")
    s.hand("blue", "person", "Boris")
    assert loaded(s).seats["blue"] == ("person", "Boris")
    assert check(play_out(s)).ok


def test_notes_are_kept_and_change_nothing() -> None:
    s = new_game()
    key = s.state.key()
    s.note("red", "I should have waited.")
    assert s.state.key() == key
    assert loaded(s).lines()[-1].fields["text"] == "I should have waited."


# Standing orders ------------------------------------------------------------------------------------------------


def test_orders_answer_for_who_is_away() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.order("blue", "reply", "always one")
    happened = s.act("red", ["bid 2", "left"])
    assert s.awaited == "red"
    last = happened[-1].line.fields
    assert (last["seat"], last["answer"], last["by"]) == ("blue", "one", "order")
    assert check(s).ok


def test_an_order_is_private_and_can_be_cleared() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.order("blue", "reply", "never")
    assert "never" not in str(s.stream("red")) + str(s.stream("blue")) + s.text()
    assert [order.text() for order in s.orders("blue")] == ["never"]
    assert s.orders("red") == []
    s.order("blue", "reply", "")
    s.act("red", ["bid 2", "left"])
    assert s.awaited == "blue"


def test_an_order_may_answer_the_question_at_hand() -> None:
    s = new_game()
    s.act("red", ["bid 2", "left"])
    happened = s.order("blue", "reply", "never")
    assert [entry.line.fields.get("answer") for entry in happened] == ["none"]
    assert s.awaited == "red"


def test_an_order_by_a_rule_of_the_title() -> None:
    s = new_game()
    s.order("blue", "reply", "by most")
    s.act("red", ["bid 2", "left"])
    assert truth(s).score[1] == 2


def test_orders_by_the_titles_own_rules_and_its_own_no() -> None:
    s = new_game()
    s.order("red", "show", "never")
    s.order("red", "bid", "by least")
    assert truth(s).bid == 0
    s.act("red", ["left"])
    s.act("blue", ["one"])
    assert [line.fields["answer"] for line in s.lines() if line.fields.get("by") == "order"] == [
        "bid 0",
        "hide",
        "bid 0",
    ]


def test_an_order_that_cannot_be_carried_out_asks() -> None:
    s = new_game()
    s.order("red", "bid", "always bid 9")
    assert s.awaited == "red"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("sometimes", "always ANSWER"), ("never mind", "stands alone"), ("always", "followed"), ("by mots", "'most'")],
)
def test_bad_orders_are_refused(text: str, reason: str) -> None:
    with pytest.raises(Misspelt, match=reason):
        new_game().order("blue", "reply", text)


def test_orders_survive_closing() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.order("blue", "reply", "always two")
    s.close()
    assert [order.text() for order in loaded(s).orders("blue")] == ["always two"]


# Branches and sandboxes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, SEED])
def test_from_here_another_way(seed: str | None) -> None:
    s = new_game(rounds=12, seed=seed)
    s.act("red", ["bid 2", "left"])
    s.act("blue", ["one"])
    number = s.course.number
    key = s.state.key()
    play_out(s)
    other = s.branch(number)
    assert other.state.key() == key
    assert other.header["parent"]["number"] == number
    assert other.header["game"] != s.header["game"]
    play_out(other)
    assert faces(other)[:2] == faces(s)[:2]
    assert check(other).ok
    assert faces(other)[2:] != faces(s)[2:], "new dice from there on (equal by chance once in 36 to the eleventh)"


def test_a_branch_of_a_running_game_does_not_reveal_its_parent() -> None:
    s = new_game(seed=None)
    s.act("red", ["bid 2", "left"])
    other = play_out(s.branch(s.course.number))
    parent_secret = s.course.secrets[s.header["commitment"]]
    assert parent_secret not in other.text()
    assert loaded(other).state.key() == other.state.key()


@pytest.mark.parametrize("seed", [None, SEED])
def test_a_branch_of_a_branch_of_a_game_that_went_on_after_its_end(seed: str | None) -> None:
    """Four stretches of dice under four secrets, and every roll of them still fits."""
    s = play_out(new_game(rounds=2, seed=seed, red="person", blue="bot random"))
    s.undo("red", steps=3)
    play_out(s, seed=7)
    s.undo("red", steps=2)
    one = s.branch(s.course.number)
    assert one.state.key() == s.state.key()
    one.answer(one.legal()[0])
    two = one.branch(one.course.number)
    play_out(two, seed=9)
    again = loaded(two)
    assert again.state.key() == two.state.key()
    assert check(two).ok
    assert two.log.vault() == {}
    running = [one.log.vault()["secrets"][one.course.epochs[-1].commitment]]
    running.append(s.log.vault()["secrets"][s.course.epochs[-1].commitment])
    assert all(secret not in two.text() for secret in running), "both games that it came from still run"
    play_out(s, seed=3)
    finished = play_out(s.branch(s.course.number - 3), seed=4)
    assert finished.log.vault() == {}
    assert check(finished).dice == "proved"


def test_a_sandbox_holds_nothing_true_that_the_seat_does_not_know() -> None:
    """Blue's sandbox is the same whatever card red holds."""
    cards, worlds = set(), set()
    for seed in range(12):
        s = new_game(seed=f"world {seed}")
        cards.add(truth(s).card)
        worlds.add(s.sandbox("blue").state.key())
    assert len(cards) > 1
    assert len(worlds) == 1


# Looking back, quick opening ------------------------------------------------------------------------------------


def test_the_past_can_be_looked_at() -> None:
    s = new_game(seed=None, rounds=5)
    keys = {s.course.number: s.state.key()}
    while s.outcome is None:
        s.answer(s.legal()[-1])
        keys[s.course.number] = s.state.key()
    for number, key in keys.items():
        assert s.past(number).state.key() == key
    with pytest.raises(NotAllowed):
        s.past(0)


def test_quick_opening_gives_the_same_game() -> None:
    s = new_game(seed=None, rounds=30)
    while truth(s).round < 20:
        s.answer(s.legal()[0])
    quick = Session.load(Lanterns(), s.log, quick=True)
    assert quick.course.floor > 0
    assert quick.state.key() == s.state.key()
    assert quick.stream("red") == s.stream("red")
    quick.undo("red", steps=30) if quick.awaited == "red" else quick.undo("blue", steps=20)
    assert check(quick).ok
