"""Positions of Roads as text: what cannot be is refused, what is open is dealt, a seat's text tells what it sees."""

from pathlib import Path

import pytest

from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Misspelt, Over, Throw
from tests.roads.drawn import GAME


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1628: RO-1 RO-1", "line 1: RO-1 stands twice"),
        ("1628: RO-1--", "each of '-~^*' once"),
        ("1628: RO-1 SU-26TK", "both sides stand in 1628"),
        ("scenario uranus\nturn FEB_I\n1628: RO-1", "FEB_I is no turn of 'uranus'"),
        ("scenario wintergewitter\napproval 5", "'wintergewitter' has no Approval track"),
        ("scenario wintergewitter\nmars 1", "'wintergewitter' has no Operation Mars"),
        ("weather snow clear", "'weather' takes ground, sky and ice"),
        ("mars 4", "expected a whole number from -3 to 3"),
        ("box stavka reserves*9", "unknown support 'reserves*9'"),
        ("box stavka maskirovka maskirovka", "'maskirovka' lies in two places"),
        ("on SU-26TK vvs\n1528: SU-26TK", "vvs.1 lies in a hex"),
        ("control axis 1628\ncontrol soviet 1628", "1628 is held by one side only"),
        ("ju52 hand hubert", "unknown Ju 52 'hubert'; did you mean 'hube'?"),
        ("points 4", "needs 'now'"),
        ("phase lunch", "unknown phase 'lunch'"),
    ],
)
def test_what_cannot_be_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(Misspelt) as refused:
        GAME.read_position(text)
    assert complaint in str(refused.value)


def test_open_markers_are_dealt_from_the_rest() -> None:
    text = "box stavka reserves ? ?\nju52 hand ?\n1628: RO-1\n1528: SU-26TK\n"
    s = GAME.read_position(text)
    assert [s.marker_place[m] for m in range(GAME.pack.marker_count)].count(1) == 3
    assert list(s.ju_place).count(1) == 1
    assert GAME.read_position(text).key() == s.key()


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_the_text_of_a_seat_looks_the_same_from_there(seat: int) -> None:
    s = GAME.new("wintergewitter", {})
    tape = Tape("seats")
    while not isinstance(asked := GAME.pending(s), Over):
        if tape.below(40) == 0:
            view = GAME.view(s, seat)
            text = GAME.write_position(view)
            assert GAME.view(GAME.read_position(text), seat).to_json() == view.to_json()
            assert GAME.write_position(GAME.view(GAME.imagine(view, tape), seat)) == text
        legal = GAME.legal(s)
        GAME.answer(s, asked.chance.throw(tape) if isinstance(asked, Throw) else legal[tape.below(len(legal))])


@pytest.mark.parametrize("name", sorted(path.name for path in (Path(__file__).parent / "positions").glob("*.txt")))
def test_positions_that_fuzzing_could_not_write_are_written_as_they_were(name: str) -> None:
    text = (Path(__file__).parent / "positions" / name).read_text(encoding="utf-8")
    assert GAME.write_position(GAME.read_position(text)) == text


def test_a_game_decided_in_a_fight_is_over_with_the_fight() -> None:
    """The city that decides falls to an advance; until the attack is played out nobody is shown the end."""
    s = GAME.read_position((Path(__file__).parent / "positions" / "decided-in-a-fight.txt").read_text(encoding="utf-8"))
    tape = Tape("decided")
    answers = 0
    while not isinstance(asked := GAME.pending(s), Over):
        assert "over" not in GAME.scene(GAME.view(s, 0))
        GAME.answer(s, asked.chance.throw(tape) if isinstance(asked, Throw) else GAME.legal(s)[0])
        answers += 1
    assert 0 < answers < 40
    assert GAME.scene(GAME.view(s, 0))["over"]["name"] == GAME.outcome(s).name == "soviet_decisive"
