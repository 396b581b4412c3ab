"""Chapter 5: prepare for play; chapter 14's setup of the Factory District."""

from kurgan.testing import rule
from tests.advance.drawn import GAME, new


@rule("5.1")
@rule("14.1")
def test_nine_turns_or_five() -> None:
    """The campaign runs from turn 1 to 9, the scenario from 10 to 14."""
    for name, first, last in (("campaign", 1, 9), ("factory", 10, 14)):
        scenario = GAME.pack.scenarios[name]
        assert (scenario.first_turn, scenario.last_turn) == (first, last)
        assert new(name).s.turn == first


@rule("5.2")
@rule("14.2")
def test_markers_at_the_start() -> None:
    """Morale 19 and 15, no supply, every support marker used (the free Air marker comes with the supply phase)."""
    for name, morale, german in (("campaign", 19, 9), ("factory", 15, 35)):
        t = new(name)
        assert (t.s.morale, t.s.supply, t.available) == (morale, 0, (0, 0, 0))
        assert t.s.pack.areas - t.s.soviet_mask.bit_count() == german


@rule("5.3")
@rule("14.3")
def test_all_german_units_begin_fresh() -> None:
    for name in ("campaign", "factory"):
        assert not any(new(name).s.spent)


@rule("5.3.1")
def test_germans_hold_nine_areas_and_no_other() -> None:
    """Areas 1 to 6 and 48 to 50 have units, at most four each; all else is Soviet."""
    s = new().s
    held = [a for a in range(1, 51) if s.count[a]]
    assert held == [1, 2, 3, 4, 5, 6, 48, 49, 50]
    assert [a for a in range(1, 51) if not s.soviet[a]] == held
    assert max(s.count) <= 4


@rule("5.3.2")
def test_reinforcements_wait_off_the_map() -> None:
    t = new()
    assert [t.place(u) for u in ("389/544", "245A", "100/54", "245B")] == ["to come"] * 4


@rule("5.4")
def test_one_unrevealed_counter_an_area_and_fourteen_to_spare() -> None:
    """41 areas, each with a counter of its terrain; 55 counters can still be anywhere."""
    s = new().s
    assert s.unrevealed_mask.bit_count() == 41
    assert sum(s.pool) == 55
    assert s.pool[s.pack.pavlov] == 0


@rule("14.3.1")
def test_october_germans_stand_in_ten_areas_and_the_box() -> None:
    t = new("factory")
    held = [a for a in range(1, 51) if t.s.count[a]]
    assert held == [14, 21, 23, 24, 27, 28, 29, 34, 45, 50]
    assert t.place("71/211") == "out of action"


@rule("14.5.1")
def test_october_soviets_three_of_them_known() -> None:
    t = new("factory")
    assert (t.soviet(14), t.soviet(21), t.soviet(44)) == ("H-8-fanatic", "E-9-fanatic", "C-5-barrage")
    unseen = [a for a in range(1, 51) if t.soviet(a) == "?"]
    assert unseen == [22, 25, 26, 35, 36, 37, 38, 39, 40, 41, 42, 43]
    assert sum(t.s.pool) == 26


@rule("14.5.2")
def test_pavlovs_house_replaces_the_unit_of_9_january_square() -> None:
    t = new("factory", pavlov="on")
    assert t.soviet(14) == "H-8-pavlov"
    assert t.s.pool[t.s.pack.pavlov] == 0
