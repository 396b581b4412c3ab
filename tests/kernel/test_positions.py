"""Positions as text: what is said is read, what is wrong is named with line, word and reason."""

import pytest

from kurgan.kernel import position_text
from kurgan.kernel.position_words import Vocabulary, read_runs, read_times, whole, write_runs, write_times
from kurgan.kernel.protocol import Decide, Misspelt, Throw
from tests.contract.toy import Toy


def test_words_are_read_in_any_order_with_remarks() -> None:
    text = "# a remark\nred west east\n\nturn 2  # the third\nscenario long\noptions dug_in=on turns=5\n"
    s = Toy().read_position(text)
    assert (s.turn, s.red, s.turns, s.dug_in) == (2, [1, 0, 1], 6, True)


def test_a_phase_begins_anew_and_now_goes_on() -> None:
    game = Toy()
    begun = game.pending(game.read_position("phase attack\ncard 1"))
    assert isinstance(begun, Decide)
    assert begun.step == "choose_bank"
    text = "now whole_game all_turns turn combat roll_attack\ntarget east\nholder -1 -1 1\npool 3 1\nmargin -2\ncard 0"
    s = game.read_position(text)
    asked = game.pending(s)
    assert isinstance(asked, Throw)
    assert asked.step == "roll_attack"
    assert game.read_position(game.write_position(s)).key() == s.key()


def test_a_typed_phase_plays_on() -> None:
    """The survey of the first turn is counted and the second turn asks its question."""
    s = Toy().read_position("phase survey\nred west")
    assert (s.turn, s.points) == (1, 1)


def test_the_row_of_a_table_is_named_where_the_next_step_does_not_tell_it() -> None:
    game = Toy()
    s = game.read_position("phase attack")
    s.stack[2] = (s.stack[2][0], 3, ())
    assert position_text.write_stack(s, game.wording) == [
        "whole_game",
        "all_turns",
        "turn/end_turn",
        "choose_bank",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "an empty text is no position"),
        ("# nothing", "an empty text is no position"),
        ("turn 1\ntrun 2", "line 2: unknown word 'trun'; did you mean 'turn'?"),
        ("turn 1\nturn 2", "line 2: 'turn' stands twice"),
        ("turn", "line 1: 'turn N' takes one value, not ''"),
        ("turn 1 2", "line 1: 'turn N' takes one value, not '1 2'"),
        ("turn two", "line 1: 'turn': expected a whole number from 0 to 6, not 'two'"),
        ("turn \u0663", "line 1: 'turn': expected a whole number from 0 to 6, not '\u0663'"),
        ("turn 7", "line 1: 'turn': expected a whole number from 0 to 6, not '7'"),
        ("turn " + "9" * 5000, "expected a whole number from 0 to 6, not '99999"),
        ("red", "line 1: 'red BANK ...' needs a value, or '-' for none"),
        ("red wset", "line 1: 'red': unknown bank 'wset'; did you mean 'west'?"),
        ("red west west", "line 1: 'red': 'west' stands twice"),
        ("red east..west", "line 1: 'red': 'east..west' runs backwards"),
        ("scenario shrt", "line 1: unknown scenario 'shrt'; did you mean 'short'?"),
        ("scenario", "line 1: 'scenario' takes one value, not ''"),
        ("options", "line 1: 'options' needs name=value"),
        ("options dug_in", "line 1: options are written name=value, not 'dug_in'"),
        ("options dug_in=maybe", "line 1: option 'dug_in' is one of on, off, not 'maybe'"),
        ("options dug_in=on dug_in=off", "line 1: option 'dug_in' stands twice"),
        ("phase lunch", "line 1: unknown phase 'lunch'"),
        ("phase attack\nnow over", "'phase' begins anew and 'now' goes on; say one of them"),
        ("margin 3", "line 1: 'margin' tells what is going on inside a phase and needs 'now'"),
        ("now", "line 1: 'now': 'now' needs the steps under way"),
        ("now turn choose_bank", "line 1: 'now': the outermost step is 'whole_game', not 'turn'"),
        ("now whole_game all_turns trun choose_bank", "unknown step 'trun'; did you mean 'turn'?"),
        ("now whole_game all_turns turn end_turn", "'end_turn' is never under way"),
        ("now whole_game all_turns turn/lunch choose_bank", "'turn' has no row 'lunch'"),
        ("now whole_game all_turns turn survey_each@1=west survey", "'survey' needs the row that comes next"),
        ("now whole_game all_turns turn survey_each", "'survey_each' is written 'survey_each@2=first,second,third'"),
        ("now whole_game all_turns turn survey_each@4=west,east survey", "a whole number from 1 to 2, not '4'"),
        ("now whole_game all_turns turn/ choose_bank", "'choose_bank' does not stand in 'turn' there"),
        ("now whole_game all_turns turn/choose_bank combat roll_attack", "'turn' has not begun"),
        ("now whole_game all_turns", "'all_turns' asks nobody"),
        ("now whole_game all_turns turn choose_bank/x", "'choose_bank' has neither rows nor items"),
        ("now whole_game all_turns turn choose_bank choose_bank", "is a question; nothing is under way inside it"),
        ("now over", "a game that has ended says 'now over' and how it ended"),
        ("turn 3", "a game that has ended says 'now over' and how it ended"),
        ("pool 3 3", "not a legal position: a counter was lost or made"),
        ("turn 2\nred west middle east\nphase survey", "not a legal position: the game would be over"),
        ("{", "not a position of toy: "),
        ("{}", "not a position of toy: KeyError"),
        ("x" * 500_000, "a position has at most"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(Misspelt) as refused:
        Toy().read_position(text)
    assert complaint in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 400


def test_runs_and_multiples_are_written_short_and_read_back() -> None:
    letters = Vocabulary("letter", list("abcdefgh"))
    assert write_runs([0, 1, 2, 4, 6, 7], letters) == ["a..c", "e", "g", "h"]
    assert read_runs(["a..c", "e", "g", "h"], letters) == [0, 1, 2, 4, 6, 7]
    assert write_times([3, 0, 3, 3], letters) == ["a", "d*3"]
    assert read_times(["a", "d*3"], letters) == [0, 3, 3, 3]


@pytest.mark.parametrize("word", ["", "-", "1.5", "0x1", "1_0", "²", "+1", " 1", "1e3", "--1"])
def test_only_plain_whole_numbers_are_numbers(word: str) -> None:
    with pytest.raises(Misspelt):
        whole(word, -5, 99)
