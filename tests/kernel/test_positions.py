"""Reading typed positions: each complaint names its line or word."""

import pytest

from kurgan.kernel.positions import Lines
from kurgan.kernel.protocol import Misspelt

WORDS = ("turn", "side", "options", "box")


def test_words_places_and_remarks_are_told_apart() -> None:
    lines = Lines(
        "turn 3  # the third\n\nside red\n8: A B*\nbox x 1\nbox y 2\noptions rain=on days=2,3\n", WORDS, ("box",)
    )
    assert (lines.number("turn", 1), lines.word("side", ""), lines.word("absent", "none")) == (3, "red", "none")
    assert lines.places == [(4, "8", ["A", "B*"])]
    assert lines.many == [(5, ["box", "x", "1"]), (6, ["box", "y", "2"])]
    assert lines.options() == {"rain": "on", "days": "2 3"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("turn 1\ntrun 2", "line 2: unknown word 'trun'"),
        ("turn 1\nturn 2", "line 2: 'turn' stands twice"),
    ],
)
def test_a_wrong_line_is_named(text: str, complaint: str) -> None:
    with pytest.raises(Misspelt, match=complaint):
        Lines(text, WORDS)


def test_a_wrong_value_is_named() -> None:
    lines = Lines("turn two\nside red blue\noptions rain", WORDS)
    with pytest.raises(Misspelt, match="'turn' takes one whole number, not 'two'"):
        lines.number("turn", 1)
    with pytest.raises(Misspelt, match="'side' takes one word, not 'red blue'"):
        lines.word("side", "")
    with pytest.raises(Misspelt, match="options are written name=value, not 'rain'"):
        lines.options()
