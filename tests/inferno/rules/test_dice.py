"""Draws and volleys as chance questions: what folds to what, what each is worth, what is taken for an answer."""

import pytest

from kurgan.games.inferno.rules.dice import PoolDraw, UnitDraw, Volley
from kurgan.testing import rule

NONSENSE = ("", "draw", "draw x", "draw -1", "draw 12", "roll 1", "draw 1 2", "take 1", "draw 99")


@rule("4.1")
def test_a_block_comes_with_any_of_its_edges() -> None:
    """Blocks 1, 3 and 33 of a pool that begins at block 10, with four edges each: twelve draws, each its own."""
    draw = PoolDraw(1 << 1 | 1 << 3 | 1 << 33, 10, 4)
    folded = [draw.fold([i]) for i in range(12)]
    assert folded == [u * 4 + edge for u in (11, 13, 43) for edge in range(4)]
    assert draw.outcomes() == [(one, 1) for one in folded]
    assert (draw.total(), draw.asked()) == (12, "1 of 12")
    assert [draw.parse(draw.text([i])) for i in range(12)] == [[i] for i in range(12)]


@rule("4.5")
def test_a_block_of_a_stack_is_drawn_by_its_place() -> None:
    draw = UnitDraw([40, 7, 22, *range(50, 59)])
    assert [draw.fold([i]) for i in range(3)] == [40, 7, 22]
    assert draw.outcomes()[:2] == [(7, 1), (22, 1)]
    assert (draw.total(), draw.asked()) == (12, "1 of 12")
    assert draw.parse("draw 11") == [11]


@rule("4.1")
@rule("4.5")
@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_no_draw(text: str) -> None:
    for draw in (PoolDraw(0b111, 0, 4), UnitDraw(range(12))):
        with pytest.raises(ValueError, match="expected 'draw N' with N from 0 to 11"):
            draw.parse(text)


@rule("6.10")
@pytest.mark.parametrize("text", ["", "roll", "1+2", "throw 1+2", "roll 1", "roll 1+2+3", "roll 0+7", "roll 1+ 2"])
def test_nonsense_is_no_volley(text: str) -> None:
    volley = Volley([(1, 1), (1, 3)], False)
    assert volley.parse("roll 6+4") == [6, 4]
    with pytest.raises(ValueError, match="expected 'roll' and 2 faces"):
        volley.parse(text)
