"""Golden plays: the answers of the file still lead to everything else in it."""

from pathlib import Path

import pytest

from kurgan import games
from tests import golden, golden_ledger
from tests.golden_ledger import Row


@pytest.mark.parametrize("path", golden.plays(), ids=[f"{p.parent.parent.name}-{p.stem}" for p in golden.plays()])
def test_a_golden_play_goes_as_it_went(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    after = golden.again(golden.read(path), strict=True)
    different = list(golden.changed(before, after))
    assert not different, (
        f"{len(different)} lines of {path.name} are different; the first: {different[0]}\n"
        "If a rule was meant to change: count up rules_version, `make golden`, and say in changelog.d which rule moved."
    )


def test_a_play_changes_only_with_the_rules_version_or_a_reason() -> None:
    kept = golden_ledger.rows()
    assert list(golden_ledger.faults(kept)) == []
    last = {row.play: (row.rules, row.told) for row in kept}
    for path in golden.plays():
        play = golden.read(path)
        told = int(play.header["rules"]), golden_ledger.digest(play.body)
        assert last.get(golden_ledger.name(path)) == told, f"{path.name} was changed by hand; run `make golden`"


def test_the_ledger_notices_a_change_that_was_only_made_again(tmp_path: Path) -> None:
    """As if somebody changed a rule, ran ``make golden`` and forgot the version; a version or a reason mends it."""
    source = golden.plays("advance")[0]
    path = tmp_path / "advance" / "golden" / source.name
    path.parent.mkdir(parents=True)
    ledger = tmp_path / "golden.csv"
    text = source.read_text(encoding="utf-8")
    line = golden.read(source).body[0]
    for now in (text, text.replace(line, f"{line}; 9.9 more()")):
        path.write_text(now, encoding="utf-8")
        golden_ledger.note([path], ledger)
        golden_ledger.note([path], ledger)
    first, second = golden_ledger.rows(ledger)
    assert (first.why, second.why) == ("", golden_ledger.OPEN)
    assert len(list(golden_ledger.faults([first, second]))) == 1
    assert not list(golden_ledger.faults([first, second._replace(why="a comma in a name")]))
    assert not list(golden_ledger.faults([first, Row(second.play, second.rules + 1, second.told, "")]))


@pytest.mark.parametrize("title", games.TITLES)
def test_every_title_has_golden_plays_that_a_reader_can_follow(title: str) -> None:
    found = golden.plays(title)
    assert found, f"{title} has no golden play"
    for path in found:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= golden.MOST_LINES, path.name


def test_making_a_play_again_keeps_its_answers(tmp_path: Path) -> None:
    """A play whose computed parts were damaged is repaired from its answers alone."""
    path = golden.plays()[0]
    play = golden.read(path)
    damaged = [line if line.startswith("==") else line.replace(" > ", " < ", 1) for line in play.body]
    assert golden.again(golden.Play(play.header, damaged), strict=True) == path.read_text(encoding="utf-8")


def test_an_answer_that_is_not_legal_any_more_is_named() -> None:
    play = golden.read(golden.plays()[0])
    first = play.body[0].split(golden.SEPARATOR)
    first[3] = "fly to the moon"
    broken = golden.Play(play.header, [golden.SEPARATOR.join(first), *play.body[1:]])
    with pytest.raises(ValueError, match="answer 1, 'fly to the moon', is not legal any more"):
        golden.again(broken, strict=True)


def test_a_conversion_may_change_keys_and_places_and_nothing_else() -> None:
    text = golden.plays("roads")[0].read_text(encoding="utf-8")
    play = next(line for line in text.splitlines() if line.count(golden.SEPARATOR) == 4)
    number, place, count, answer, events = play.split(golden.SEPARATOR)
    key = text.rstrip().rpartition(" ")[2]
    assert golden.tells_the_same(text, text.replace(key, "0" * 16))
    assert golden.tells_the_same(text, text.replace(place, f"1.2.3 > {place.split()[-1]}"))
    for one, other in ((place, f"{place}_not"), (count, f"{count}1"), (answer, "done x"), (events, f"{events}; more")):
        assert not golden.tells_the_same(text, text.replace(play, play.replace(f" | {one}", f" | {other}", 1))), one
    assert not golden.tells_the_same(text, text.replace(play, play.replace(number, f"{number}9", 1)))
    assert not golden.tells_the_same(text, text.replace(f"{play}\n", ""))
