"""Dice, draws and the tape: what is asked, what may come, how it is written."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kurgan.kernel.chance import Chance, Deal, Dice, Draw, Listed, Tape

PINNED_DICE = [1, 6, 5, 3, 5, 4, 1, 4, 4, 5, 5, 3]
PINNED_WORDS = [0, 4, 61, 254]

values = st.tuples(st.just(0), *[st.integers(-3, 70)] * 6)


class Order(Listed):
    """A pool in which the order of the dice matters."""

    def fold(self, faces: Sequence[int]) -> int:
        return faces[0] * 10 + faces[-1]


def folded(pool: Chance, count: int) -> list[tuple[int, int]]:
    """Every face of every die, folded and counted."""
    return sorted(Counter(pool.fold(faces) for faces in product(range(1, 7), repeat=count)).items())


@given(st.integers(1, 4), values)
def test_summed_dice_fold_to_their_outcomes(count: int, worth: tuple[int, ...]) -> None:
    pool = Dice(count, worth)
    assert pool.outcomes() == folded(pool, count)
    assert sum(weight for _, weight in pool.outcomes()) == pool.total()
    assert pool.size() == len(pool.outcomes())


@pytest.mark.parametrize("pool", [Listed(3, 1), Listed(4, 2), Order(2), Order(3)])
def test_listed_dice_fold_to_their_outcomes(pool: Listed) -> None:
    assert pool.outcomes() == folded(pool, pool.count)
    assert sum(weight for _, weight in pool.outcomes()) == pool.total()


def test_pools_of_different_kinds_do_not_share_outcomes() -> None:
    assert Listed(2).outcomes() != Order(2).outcomes()
    assert Listed(3, 1).outcomes() != Listed(3).outcomes()


def test_many_dice_stay_exact() -> None:
    outcomes = Dice(16, (0, 0, 0, 0, 0, 1, 1)).outcomes()
    assert [hits for hits, _ in outcomes] == list(range(17))
    assert sum(weight for _, weight in outcomes) == 6**16
    assert outcomes[0][1] == 4**16


def test_no_dice_is_one_certain_outcome() -> None:
    assert Dice(0).outcomes() == [(0, 1)]
    assert Dice(0).total() == 1


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), min_size=1, max_size=6).filter(
        lambda x: any(n for _, n in x)
    )
)
def test_a_draw_folds_to_its_outcomes(items: list[tuple[int, int]]) -> None:
    draw = Draw([kind for kind, _ in items], [count for _, count in items])
    assert draw.outcomes() == sorted(Counter(draw.fold([i]) for i in range(draw.n)).items())
    assert draw.total() == draw.n
    assert draw.asked() == f"1 of {draw.n}"
    with pytest.raises(ValueError, match="only"):
        draw.fold([draw.n])


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_a_deal_is_one_draw_after_the_other(sizes: list[int]) -> None:
    """Every outcome once, whatever the sizes; indices and notation come back."""
    deal = Deal(sizes)
    every = [list(faces) for faces in product(*[range(n) for n in sizes])]
    assert sorted(deal.fold(faces) for faces in every) == list(range(deal.total()))
    assert all(deal.split(deal.fold(faces)) == faces == deal.parse(deal.text(faces)) for faces in every)
    assert deal.size() == len(every)
    assert [deal.can_give(i) for i in (-1, 0, deal.total() - 1, deal.total())] == [False, True, True, False]
    with pytest.raises(ValueError, match="too many ways"):
        deal.outcomes()
    for text in ("draw", "roll 1", "draw " + "9 " * len(sizes), "draw x", deal.text(every[0]) + " 0"):
        with pytest.raises(ValueError, match="an index below each of"):
            deal.parse(text)


@given(st.text(max_size=5), st.integers(1, 9))
def test_a_throw_is_its_sample_folded(seed: str, count: int) -> None:
    for pool in (Dice(count), Dice(count, (0, 0, 0, 0, 0, 1, 65)), Draw([4, 7], [count, 1]), Deal([count, 4])):
        faces = pool.sample(Tape(seed))
        assert pool.fold(faces) == pool.throw(Tape(seed))
        assert pool.parse(pool.text(faces)) == list(faces)


@pytest.mark.parametrize(
    "text", ["", "roll", "roll 1+2+3", "roll 1", "roll 7+1", "roll 0+1", "4+3", "roll 1+2 3", "draw 1", "roll ²+1"]
)
def test_wrong_dice_are_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match="expected 'roll' and 2 faces from 1 to 6"):
        Dice(2).parse(text)


@pytest.mark.parametrize("text", ["", "draw", "draw 3", "draw -1", "draw x", "roll 1"])
def test_wrong_draws_are_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match="N from 0 to 2"):
        Draw([1, 2], [1, 2]).parse(text)


def test_the_tape_is_the_same_everywhere() -> None:
    """Pinned: these throws must never change, or every seeded game would."""
    tape = Tape("kurgan")
    assert list(tape.dice(12)) == PINNED_DICE
    assert [tape.below(n) for n in (2, 10, 100, 1000)] == PINNED_WORDS


def test_a_tape_throws_fair_dice_and_reaches_every_index() -> None:
    tape = Tape("fair")
    counts = Counter(face for _ in range(3000) for face in tape.dice(4))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(1850 < count < 2150 for count in counts.values())
    assert Counter(tape.below(7) for _ in range(7000)).keys() == set(range(7))


def test_dice_and_indices_do_not_disturb_each_other() -> None:
    plain, mixed = Tape("x"), Tape("x")
    faces = [list(plain.dice(3)) for _ in range(2000)]
    seen = []
    for _ in range(2000):
        mixed.below(5)
        seen.append(list(mixed.dice(3)))
    assert seen == faces


def test_a_large_pool_outgrows_a_block() -> None:
    assert len(Tape("x").dice(10_000)) == 10_000


def test_forks_depend_on_seed_and_label_only() -> None:
    tape = Tape("x")
    tape.dice(5)
    assert list(tape.fork("a").dice(9)) == list(Tape("x").fork("a").dice(9)) == list(Tape("x/a").dice(9))
    assert list(tape.fork("a").dice(30)) != list(tape.fork("b").dice(30))
