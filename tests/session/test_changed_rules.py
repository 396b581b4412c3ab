"""Records met by rules that are not those they were played under."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kurgan.kernel.protocol import Json, Misspelt
from kurgan.session.logs import Log, MemoryLog
from kurgan.session.record import own_fields, write_line
from kurgan.session.replay import Course, Misfit
from kurgan.session.session import NotAllowed, Session
from kurgan.session.store import Store
from kurgan.session.undo import CannotUndo
from kurgan.session.verify import verify
from tests.session.fresh import sqlite_of
from tests.session.helpers import kinds, new_game, play_out, truth
from tests.session.toy import Lanterns


def test_a_game_that_fits_new_rules_goes_on_under_them() -> None:
    s = new_game(seed=None)
    s.act("red", ["bid 2", "left"])
    s.close()
    newer = Lanterns(rules_version=2)
    s2 = Session.load(newer, s.log)
    s2.act("blue", ["one"])
    assert kinds(s2)[-2:] == ["rules", "answer"]
    assert s2.lines()[-2].fields["fits"] is True
    play_out(s2)
    assert verify(s2.log, lambda _: newer).ok


def test_a_game_that_does_not_fit_goes_on_from_its_stored_position() -> None:
    """Red bid four under the old rules; under the new ones three is the limit."""
    old = Lanterns(limit=4)
    log = MemoryLog()
    s = Session.new(old, "duel", {"rounds": "3"}, {"red": "person", "blue": "bot greedy"}, log=log)
    s.act("red", ["bid 4", "left"])
    s.close()
    newer = Lanterns(rules_version=2, limit=3)
    s2 = Session.load(newer, log)
    assert s2.awaited == "blue"
    assert "version 2" in s2.rules_note
    s2.act("blue", ["two"])
    line = next(line for line in s2.lines() if line.kind == "rules")
    assert (line.fields["fits"], line.fields["base"]) == (False, line.number - 1)
    with pytest.raises(CannotUndo):
        s2.undo("red")
    s3 = Session.load(newer, log)
    assert s3.state.key() == s2.state.key()
    play_out(s3)
    report = verify(log, lambda _: newer)
    assert report.ok, report
    assert "played under other rules" in report.reason
    assert report.dice == "proved"


def test_what_lies_behind_the_stored_position_is_replayed_as_far_as_it_fits() -> None:
    old = Lanterns(limit=4)
    log = MemoryLog()
    s = Session.new(old, "duel", {"rounds": "9"}, log=log)
    s.act("red", ["bid 4", "left"])
    s.close()
    s.act("blue", ["two"])
    s.act("red", ["hide", "bid 4"])
    stricter = Stricter()
    s2 = Session.load(stricter, log)
    assert truth(s2).score[1] == 2
    assert [crumb.name for crumb in s2.where()][-1] == "bid"
    assert "the last line does not fit" in s2.rules_note
    s2.act("red", ["bid 3", "left"])
    assert Session.load(stricter, log).state.key() == s2.state.key()


class Stricter(Lanterns):
    """Bidding four is no longer known, whatever the position says."""

    def __init__(self) -> None:
        super().__init__(rules_version=2, limit=4)

    def parse(self, s: Any, text: str) -> int:
        if text == "bid 4":
            raise Misspelt("nobody may bid four any more")
        return super().parse(s, text)


def test_rules_that_changed_without_a_new_number_do_not_end_a_game() -> None:
    """Somebody forgot to count up: the game goes on from its stored position all the same, also opened quickly."""
    log = MemoryLog()
    s = Session.new(Lanterns(limit=4), "duel", {"rounds": "9"}, {"red": "person", "blue": "bot random"}, log=log)
    s.act("red", ["bid 4", "left"])
    s.close()
    quick = Session.load(Lanterns(limit=3), log, quick=True)
    assert quick.awaited == "blue"
    assert len(quick.stream("red")) == quick.course.number
    whole = Session.load(Lanterns(limit=3), log)
    assert whole.state.key() == quick.state.key()
    whole.act("blue", ["one"])
    assert "rules" in kinds(whole)
    assert Session.load(Lanterns(limit=3), log).state.key() == whole.state.key()


def test_without_a_stored_position_a_misfit_is_an_error() -> None:
    log = MemoryLog()
    s = Session.new(Lanterns(limit=4), "duel", {}, log=log)
    s.act("red", ["bid 4"])
    with pytest.raises(Misfit, match="line 3: 'bid 4' is not allowed here"):
        Session.load(Lanterns(limit=3), log)
    newer = Lanterns(limit=3, rules_version=2)
    with pytest.raises(Misfit, match="line 3: the game was played under rules version 1, this is version 2: 'bid 4'"):
        Session.load(newer, log)
    report = verify(log, lambda _: newer)
    assert report.ok
    assert not report.legal
    assert report.reason.startswith("the game was played under rules version 1, this is version 2: 'bid 4'")


def ended_under_other_rules() -> MemoryLog:
    """A game of version 1 in which four was bid, to its end."""
    log = MemoryLog()
    s = Session.new(Lanterns(limit=4), "duel", {"rounds": "3"}, log=log)
    s.act("red", ["bid 4", "left"])
    play_out(s)
    return log


def test_a_record_of_other_rules_is_checked_as_far_as_it_can_be() -> None:
    """Chain, promises and dice to the end; and it is said from where on decisions are not replayed."""
    log = ended_under_other_rules()
    newer = Lanterns(limit=3, rules_version=2)
    report = verify(log, lambda _: newer)
    assert (report.ok, report.chain, report.legal, report.dice) == (True, True, False, "proved")
    assert "Decisions are replayed up to line 2, and not from there on" in report.reason
    assert "all dice are checked" in report.reason
    assert not verify(log, lambda _: Lanterns(limit=3)).ok, "under its own version a record must fit"


def test_dice_of_a_record_of_other_rules_cannot_be_made_up() -> None:
    log = ended_under_other_rules()
    lines = log.read().lines
    thrown = next(line for line in lines if line.kind == "dice" and "answer" in line.fields)
    forged = MemoryLog()
    forged.append(rewritten(lines, thrown.number))
    report = verify(forged, lambda _: Lanterns(limit=3, rules_version=2))
    assert (report.ok, report.line) == (False, thrown.number)
    assert "does not follow from the secret" in report.reason


def rewritten(lines: list[Any], number: int) -> list[Any]:
    """The same record with other faces in one throw, and a chain that fits."""
    found: list[Any] = []
    for line in lines:
        fields = dict(line.fields)
        if line.number == number:
            kind, _, faces = fields["answer"].partition(" ")
            first, *rest = faces.replace("+", " ").split()
            other = "1" if first != "1" else "2"
            fields["answer"] = f"{kind} {('+' if kind == 'roll' else ' ').join([other, *rest])}"
        found.append(
            write_line(
                line.number, line.kind, own_fields(line._replace(fields=fields)), found[-1].check if found else ""
            )
        )
    return found


def test_a_game_that_is_over_is_looked_at_under_rules_that_do_not_fit_it() -> None:
    """It could not be opened any more: what was kept of it went with its secret."""
    log = ended_under_other_rules()
    s = Session.load(Lanterns(limit=3, rules_version=2), log)
    assert s.outcome is not None
    assert s.course.number == len(log.texts)
    assert Session.load(Lanterns(limit=4), log).outcome == s.outcome


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(sqlite_of(tmp_path / "games.db"))
    yield made
    made.close()


def long_game(log: Log) -> Session:
    """A game of several kept positions, in which four was bid now and then."""
    old = Session.new(Lanterns(limit=4), "duel", {"rounds": "40"}, log=log)
    old.act("red", ["bid 4", "left"])
    old.keep_position()
    old.act("blue", ["two"])
    old.act("red", ["hide", "bid 4"])
    old.keep_position()
    return old


def shown(course: Course) -> Json:
    """A position but for the limit, which is the rules' own."""
    return {name: value for name, value in course.state.to_json().items() if name != "limit"}


@pytest.mark.parametrize("is_over", [False, True])
def test_every_moment_of_a_game_is_looked_at_under_rules_that_do_not_fit_it(store: Store, is_over: bool) -> None:
    """As near as it is known: from a kept position on as far as lines fit, and never from a made-up one."""
    log = store.log()
    old = long_game(log)
    if is_over:
        old.resign("red")
    first, last = log.kept_before(old.course.number - 1), log.kept_before(old.course.number)
    assert first is not None
    assert last is not None
    assert first["number"] < last["number"] == old.course.number
    new = Session.load(Lanterns(limit=3, rules_version=2), log)
    assert (new.outcome is not None) is is_over
    known = {new.nearest(number).number for number in range(1, old.course.number + 1)}
    assert {1, first["number"], last["number"]} <= known
    for number in range(1, old.course.number + 1):
        then = new.nearest(number)
        assert then.number <= number
        assert shown(then) == shown(old.past(then.number))
    exact = [n for n in range(1, old.course.number + 1) if new.nearest(n).number == n]
    for number in exact:
        assert shown(new.past(number)) == shown(old.past(number))
    lost = next(n for n in range(1, old.course.number + 1) if n not in exact)
    with pytest.raises(NotAllowed, match="rules have changed"):
        new.past(lost)
