"""Epochs: nobody can know dice to come, and whoever keeps the game cannot choose them."""

import json
from typing import Any

import pytest

from kurgan.kernel.protocol import Json
from kurgan.session import dice
from kurgan.session.logs import MemoryLog
from kurgan.session.record import Line, write_line
from kurgan.session.replay import Misfit
from kurgan.session.session import NotAllowed, Session
from kurgan.session.verify import verify
from tests.session.helpers import kinds, new_game, play_out
from tests.session.toy import Lanterns


def loaded(session: Session) -> Session:
    return Session.load(Lanterns(), session.log)


def check(session: Session) -> Any:
    return verify(session.log, lambda _: Lanterns())


def secrets_in_force(session: Session) -> list[str]:
    """Every secret that a throw of this running game may yet be made with."""
    return [session.course.secrets[session.course.epochs[-1].commitment]]


def everything_told(session: Session) -> str:
    """All that leaves a game: its record, what it keeps, what every seat reads of it."""
    seats = [session.stream(seat) for seat in ["", *session.seat_names]]
    return session.text() + json.dumps([session.log.vault(), session.fairness(), seats])


def running(red: str = "person", blue: str = "person") -> Session:
    s = new_game(rounds=9, seed=None, red=red, blue=blue)
    s.act("red", ["bid 2", "left"])
    s.act("blue", ["one"])
    return s


# Nobody knows dice to come --------------------------------------------------------------------------------------


def test_a_branch_never_holds_or_tells_a_secret_of_its_parent() -> None:
    """Whatever is done with the branch: played out, resigned, gone on with, branched again."""
    s = running()
    ways = [play_out(s.branch(s.course.number)), s.branch(3), s.branch(s.course.number)]
    ways[1].resign("red")
    ways[2].resign("blue")
    ways[2].undo("blue", agreed=["red"])
    ways.append(ways[0].branch(5))
    ways.append(play_out(ways[3].branch(4)))
    for way in ways:
        assert all(secret not in everything_told(way) for secret in secrets_in_force(s))
        assert loaded(way).state.key() == way.state.key()
        assert check(way).ok


def test_a_branch_can_be_replayed_when_it_is_over_though_its_parent_runs_on() -> None:
    """It tells what was drawn in secret before it, which everybody sees at its end; not what it was drawn with."""
    s = running()
    assert any("answer" not in line.fields for line in s.lines() if line.kind == "dice")
    over = play_out(s.branch(s.course.number))
    reveal = over.lines()[-1].fields
    assert reveal["draws"]
    assert list(reveal["secrets"]) == [over.course.epochs[-1].commitment]
    assert over.log.vault() == {}
    report = check(over)
    assert (report.ok, report.legal) == (True, True)
    assert [epoch["proved"] for epoch in report.epochs] == [False, True]


def test_a_forged_draw_of_the_past_is_found_when_the_parent_is_over() -> None:
    """Told draws are only believed as long as the parent's secret is unknown."""
    s = running()
    over = play_out(s.branch(s.course.number))
    play_out(s)
    texts = [line.text for line in over.lines()]
    told: Json = dict(over.lines()[-1].fields["draws"])
    first = next(iter(told))
    told[first] = [1 - told[first][0] if told[first][0] < 2 else 0]
    parent = {**over.header["parent"], "secret": s.lines()[-1].fields["secrets"][s.header["commitment"]]}
    honest = rechained(texts, {1: {"parent": parent}})
    assert verify(MemoryLog(honest), lambda _: Lanterns()).dice == "proved"
    forged = rechained(texts, {1: {"parent": parent}, len(texts): {"draws": told}})
    assert verify(MemoryLog(forged), lambda _: Lanterns()).ok, "a known secret is asked, not what was told"


def rechained(texts: list[str], changes: dict[int, Json]) -> list[str]:
    made: list[Line] = []
    for text in texts:
        fields = {**json.loads(text), **changes.get(len(made) + 1, {})}
        rest = {k: v for k, v in fields.items() if k not in ("number", "kind", "prev", "check")}
        made.append(write_line(len(made) + 1, fields["kind"], rest, made[-1].check if made else ""))
    return [line.text for line in made]


@pytest.mark.parametrize("blue", ["person", "bot greedy"])
def test_going_back_past_the_dice_begins_a_new_epoch(blue: str) -> None:
    s = running(red="person", blue=blue)
    before = s.course.epochs[-1].commitment
    s.rewind("red", 3, agreed=["blue"])
    assert s.course.epochs[-1].why == "went back past the dice"
    assert s.course.epochs[-1].commitment != before
    assert check(play_out(loaded(s))).dice == "proved"


def test_taking_back_what_no_dice_answered_begins_none() -> None:
    s = new_game(seed=None, red="person", blue="person")
    s.act("red", ["bid 2"])
    s.undo("red")
    assert len(s.course.epochs) == 1


def test_a_game_that_went_on_after_its_end_has_other_dice_and_says_so() -> None:
    s = running()
    s.resign("red")
    shown = set(s.course.secrets.values())
    s.undo("red", agreed=["blue"])
    assert secrets_in_force(s)[0] not in shown
    assert any("everything was shown" in remark for remark in s.fairness()["remarks"])
    play_out(s)
    assert check(s).dice == "proved"


# Whoever keeps the game cannot choose them ----------------------------------------------------------------------


def test_house_words_stand_in_the_line_of_the_commitment() -> None:
    """For seats without a person only; nobody's word is made for a person."""
    s = new_game(seed=None, red="person", blue="bot greedy")
    assert [seat for seat, _ in s.header["words"]] == ["blue"]
    assert "word" not in kinds(s)
    s.hand("blue", "person", "Boris")
    assert "word" not in kinds(s)
    s.hand("blue", "bot", "greedy")
    s.act("red", ["bid 2", "left"])
    s.undo("red", steps=2)
    epoch = next(line for line in s.lines() if line.kind == "epoch")
    assert [seat for seat, _ in epoch.fields["words"]] == ["blue"]
    assert epoch.fields["words"] != s.header["words"]


def test_a_seat_gives_one_word_an_epoch_made_for_its_promise() -> None:
    s = running()
    assert s.fairness()["wants"] == ["red", "blue"]
    promised = s.fairness()["commitment"]
    with pytest.raises(NotAllowed, match="other dice"):
        s.add_word("red", "tulip", "0" * 64)
    s.add_word("red", "tulip", promised)
    assert s.fairness()["wants"] == ["blue"]
    with pytest.raises(NotAllowed, match="no word to give"):
        s.add_word("red", "tulip again", promised)
    s.rewind("red", 3, agreed=["blue"])
    assert s.fairness()["wants"] == ["red", "blue"], "a new epoch asks for fresh words"
    assert s.fairness()["words"] == []
    with pytest.raises(NotAllowed, match="other dice"):
        s.add_word("red", "rose", promised)
    s.add_word("red", "rose", s.fairness()["commitment"])
    s.hand("red", "person", "somebody else")
    assert s.fairness()["wants"] == ["red", "blue"], "who sits down anew has a word of their own"
    play_out(s)
    assert check(s).dice == "proved"


@pytest.mark.parametrize("word", ["", "x" * 201, "two\nlines", "\x00"])
def test_a_word_is_short_and_printable(word: str) -> None:
    with pytest.raises(NotAllowed, match="1 to 200 printable"):
        running().add_word("red", word)


def test_bots_and_empty_seats_give_no_word() -> None:
    s = new_game(seed=None, red="person", blue="bot greedy")
    with pytest.raises(NotAllowed, match="no word to give"):
        s.add_word("blue", "ground by the host")
    with pytest.raises(NotAllowed, match="open seed"):
        new_game(red="person").add_word("red", "tulip")


def test_a_second_word_of_a_seat_in_a_record_is_found() -> None:
    """A host who edits his own record cannot add words until the dice please him."""
    s = running()
    s.add_word("red", "tulip")
    extra = write_line(s.course.number + 1, "word", {"seat": "red", "word": "rose"}, s.course.check)
    with pytest.raises(Misfit, match="no word to give"):
        s.course.fork().feed(extra)


def test_every_word_moves_every_later_throw_of_its_epoch_and_none_before() -> None:
    pairs: dice.Words = (("red", "a"), ("blue", "b"))
    assert dice.derive(bytes(32), "g", pairs, 4, "20d6") != dice.derive(bytes(32), "g", pairs[:1], 4, "20d6")
    s = running()
    before = [line.fields.get("answer") for line in s.lines() if line.kind == "dice"]
    s.add_word("blue", "tulip")
    play_out(s)
    assert [line.fields.get("answer") for line in s.lines() if line.kind == "dice"][: len(before)] == before
    for epoch in s.course.epochs:
        assert [(mixed.seat, mixed.after) for mixed in epoch.words] == [("blue", len(before))]


def test_who_saw_the_promise_before_the_game_has_a_word_in_the_first_throw() -> None:
    secret = dice.new_secret()
    seats = {"red": "person Anna", "blue": "bot greedy"}
    s = Session.new(Lanterns(), "duel", {}, seats, secret=secret, words={"red": "tulip"})
    assert s.header["commitment"] == dice.commitment(secret)
    assert kinds(s)[:3] == ["header", "word", "dice"]
    report = check(play_out(s))
    assert report.epochs[0]["own"] == [{"seat": "red", "line": 2, "after": 0}]
    assert report.epochs[0]["house"] == ["blue"]


def test_verify_says_who_contributed() -> None:
    s = running()
    s.add_word("red", "tulip")
    report = check(play_out(s))
    throws = sum(line.kind == "dice" for line in s.lines())
    assert report.epochs[0] == {
        "from": 1,
        "why": "",
        "throws": throws,
        "proved": True,
        "own": [{"seat": "red", "line": 7, "after": 2}],
        "house": [],
    }


# What may be known is said --------------------------------------------------------------------------------------


def test_remarks_tell_those_who_sit_down_what_may_be_known() -> None:
    assert running().fairness()["remarks"] == []
    assert "open dice" in new_game(red="person").fairness()["remarks"][0]
    s = running()
    assert "Came from another game at number 6" in s.branch(6).fairness()["remarks"][0]
    s.tried("red", 6)
    assert "Another way was tried from number 6" in loaded(s).fairness()["remarks"][0]
    s.rewind("red", 3, agreed=["blue"])
    assert "went back past the dice once" in s.fairness()["remarks"][-1]
    assert (
        "whoever brought it may know or have chosen"
        in s.branch(6, why="brought in from a file").fairness()["remarks"][0]
    )


def test_who_sat_there_before_is_told_to_who_sits_down() -> None:
    """Take both seats, look at both hands, free one and invite somebody to it: they are told."""
    s = running()
    s.hand("blue", "open")
    at = s.course.number
    s.hand("blue", "person", "Boris")
    assert s.fairness()["remarks"] == [
        f"Blue was another person's seat until number {at}, who may know what it saw until then."
    ]
    assert loaded(s).fairness() == s.fairness()


def test_a_seat_that_was_only_lent_is_nobody_elses() -> None:
    s = running()
    s.hand("blue", "bot", "greedy", lent=True)
    s.hand("blue", "person", "Boris")
    assert s.fairness()["remarks"] == []


def test_nobody_can_work_out_what_a_bot_throws_in_its_head() -> None:
    """Its seed is another in every game and at every question, and follows from the secret alone."""
    s, other = running(), running()
    seeds = {s.bot_seed(), other.bot_seed()}
    s.note("red", "thinking")
    assert s.bot_seed() in seeds, "a remark does not change the question"
    s.act("red", ["hide"])
    assert s.bot_seed() not in seeds
    assert loaded(s).bot_seed() == s.bot_seed()
    told = everything_told(s)
    assert s.bot_seed() not in told
