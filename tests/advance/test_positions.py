"""Positions of Advance in text form: those that must be accepted, and those that must be refused and why.

A good one names the question that stands first; a bad one what must be said of it.
"""

from pathlib import Path

import pytest

from kurgan.games.advance.game import Advance
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Misspelt, Over, Throw

GAME = Advance()
FOLDER = Path(__file__).parent / "positions"
GOOD = sorted((FOLDER / "good").glob("*.txt"))
BAD = sorted((FOLDER / "bad").glob("*.txt"))


def remark(path: Path, name: str) -> str:
    found = [line.split(": ", 1)[1] for line in path.read_text("utf-8").splitlines() if line.startswith(f"# {name}: ")]
    assert len(found) == 1, f"{path.name} needs one line '# {name}: ...'"
    return found[0]


@pytest.mark.parametrize("path", GOOD, ids=[path.stem for path in GOOD])
def test_a_good_position_is_accepted(path: Path) -> None:
    """It loads, passes check(), asks the named question, and its own text form loads as the same position."""
    s = GAME.read_position(path.read_text(encoding="utf-8"))
    s.check()
    asked = GAME.pending(s)
    assert isinstance(asked, Decide | Throw)
    assert asked.step == remark(path, "asks")
    assert GAME.read_position(GAME.write_position(s)).key() == s.key()


@pytest.mark.parametrize("path", GOOD, ids=[path.stem for path in GOOD])
def test_a_good_position_can_be_played_to_its_end(path: Path) -> None:
    s = GAME.read_position(path.read_text(encoding="utf-8"))
    tape = Tape(path.stem)
    while not isinstance(asked := GAME.pending(s), Over):
        if isinstance(asked, Throw):
            GAME.apply(s, asked.chance.throw(tape))
        else:
            legal = GAME.legal(s)
            GAME.apply(s, legal[tape.below(len(legal))])
        s.check()
    assert GAME.outcome(s).name != "playing"


@pytest.mark.parametrize("path", BAD, ids=[path.stem for path in BAD])
def test_a_bad_position_is_refused_and_says_why(path: Path) -> None:
    with pytest.raises(Misspelt) as refused:
        GAME.read_position(path.read_text(encoding="utf-8"))
    assert remark(path, "says") in str(refused.value)


@pytest.mark.parametrize("number", range(6))
def test_positions_met_in_play_can_be_written_down(number: int) -> None:
    """At every question the text is read back as the very same position, in the middle of a round and a fight too."""
    tape = Tape(f"written {number}")
    options = dict.fromkeys(("isolation", "pavlov", "northern_shoulder"), "on") if number % 2 else {}
    s = GAME.new("factory" if number % 3 == 0 else "campaign", options)
    written = 0
    while not isinstance(asked := GAME.pending(s), Over):
        assert GAME.read_position(GAME.write_position(s)).key() == s.key()
        written += 1
        if isinstance(asked, Throw):
            GAME.apply(s, asked.chance.throw(tape))
        else:
            legal = GAME.legal(s)
            GAME.apply(s, legal[tape.below(len(legal))])
    assert written >= 20


def test_everything_else_can_be_soviet() -> None:
    s = GAME.read_position("turn 2\nphase combat\nelsewhere soviet\n8: 29/15\n10: H-8-fanatic\n")
    assert [a for a in s.scenario.unrevealed if a not in (8, 10)] == [
        a for a in range(51) if s.unrevealed_mask >> a & 1
    ]
    assert s.soviet[8] == 0


def test_the_counters_that_are_left_can_be_named() -> None:
    """One heavy urban counter is left for the one that stands unrevealed: it is known what will be drawn."""
    s = GAME.read_position("turn 3\nunseen H-8-fanatic\n10: ?\n8: 29/15\n")
    assert [GAME.pack.kind_name[k] for k in range(GAME.pack.kinds) if s.pool[k]] == ["H-8-fanatic"]


def test_a_mandatory_attack_cannot_be_dodged_by_writing_it_down() -> None:
    """[9.1] Units that have entered must still attack after their position was written and read."""
    s = GAME.read_position("turn 2\nphase combat\n8: 29/15 29/71\n10: ?\n20: ?\n")
    for answer in ("activate 8", "move 29/15 10"):
        GAME.apply(s, GAME.parse(s, answer))
    again = GAME.read_position(GAME.write_position(s))
    assert again.entered == s.entered != []
    assert GAME.legal(again) == GAME.legal(s)
    assert not any(GAME.spell(again, a) == "done" for a in GAME.legal(again))
