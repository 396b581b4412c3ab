"""The committed dice: derived exactly as described, and by anyone."""

import hashlib
import hmac
import json
from collections import Counter

import pytest

from kurgan.kernel.chance import Deal, Dice, Draw
from kurgan.session import dice

SECRET = bytes(range(32))
WORDS: dice.Words = (("german", "abc"), ("soviet", "déjà"))


def blocks(n: int, words: object = None) -> bytes:
    """Two hundred blocks by the letter of the description, written a second time."""
    stream = b""
    for block in range(200):
        message = json.dumps(
            ["kurgan dice 1", "g1", [list(pair) for pair in WORDS] if words is None else words, n, block],
            separators=(",", ":"),
            ensure_ascii=False,
        )
        stream += hmac.new(SECRET, message.encode(), hashlib.sha256).digest()
    return stream


def test_a_die_is_the_next_byte_below_252_modulo_six_plus_one() -> None:
    expected = [byte % 6 + 1 for byte in blocks(7) if byte < 252][:500]
    assert dice.CommittedDice(SECRET, "g1", WORDS, 7).dice(500) == expected


def test_an_index_is_eight_bytes_with_rejection() -> None:
    stream = blocks(3)
    n = (1 << 64) // 3 * 2 + 5  # a third of all values must be taken again
    limit = (1 << 64) - (1 << 64) % n
    values = [int.from_bytes(stream[i : i + 8], "big") for i in range(0, 80, 8)]
    expected = next(value for value in values if value < limit) % n
    assert any(value >= limit for value in values), "the example does not reject anything"
    assert dice.CommittedDice(SECRET, "g1", WORDS, 3).below(n) == expected


def test_every_part_of_the_message_counts() -> None:
    base = dice.CommittedDice(SECRET, "g1", WORDS, 0).dice(20)
    assert dice.CommittedDice(bytes(32), "g1", WORDS, 0).dice(20) != base
    assert dice.CommittedDice(SECRET, "g2", WORDS, 0).dice(20) != base
    assert dice.CommittedDice(SECRET, "g1", WORDS[:1], 0).dice(20) != base
    assert dice.CommittedDice(SECRET, "g1", WORDS, 1).dice(20) != base


def test_pools_and_draws_agree_with_what_is_derived_from_the_question_alone() -> None:
    for n in range(50):
        pool, draw, deal = Dice(8), Draw(range(22), [1] * 22), Deal([13, 12, 92])
        rng = dice.CommittedDice(SECRET, "g1", WORDS, n)
        assert list(dice.derive(SECRET, "g1", WORDS, n, pool.asked())) == list(pool.sample(rng))
        rng = dice.CommittedDice(SECRET, "g1", WORDS, n)
        assert list(dice.derive(SECRET, "g1", WORDS, n, draw.asked())) == list(draw.sample(rng))
        rng = dice.CommittedDice(SECRET, "g1", WORDS, n)
        assert list(dice.derive(SECRET, "g1", WORDS, n, deal.asked())) == list(deal.sample(rng))


def test_faces_are_even_enough() -> None:
    counts = Counter(face for n in range(600) for face in dice.derive(SECRET, "g1", (), n, "10d6"))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(880 < count < 1120 for count in counts.values()), counts


def test_texts_are_those_of_the_kernel() -> None:
    assert dice.answer_text("3d6", [4, 3, 6]) == Dice(3).text([4, 3, 6]) == "roll 4+3+6"
    assert dice.answer_text("1 of 22", [7]) == Draw(range(22), [1] * 22).text([7]) == "draw 7"
    assert dice.answer_text("1 each of 13 12", [7, 0]) == Deal([13, 12]).text([7, 0]) == "draw 7 0"


@pytest.mark.parametrize(
    "asked", ["", "d6", "2d8", "1 of 0", "2 of 5", "1 of x", "-1d6", "3d6 ", "1 of 5 4", "1 each of", "1 each of 3 0"]
)
def test_what_dice_cannot_answer_is_refused(asked: str) -> None:
    with pytest.raises(ValueError, match="nothing that dice can answer"):
        dice.read_asked(asked)


def test_commitment_and_seed() -> None:
    assert dice.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert dice.secret_of_seed("x") == dice.secret_of_seed("x") != dice.secret_of_seed("y")
    assert len(dice.new_secret()) == 32
    assert dice.new_secret() != dice.new_secret()
