"""Advance, chapter 7: stacking and control. Queries only; Soviet units never move, so control is where they are not."""

from kurgan.games.advance.position.state import State
from kurgan.games.advance.terms import NO_STRATEGY, REVEALED


def is_full(s: State, a: int) -> bool:
    """[7.1] Four German units are the most in one area; markers do not count."""
    return bool(s.full_mask >> a & 1)


def is_german(s: State, a: int) -> bool:
    """[7.2] [7.4] An area without a Soviet unit is Vacant, and a Vacant area is German-controlled."""
    return not s.soviet_mask >> a & 1


def is_contested(s: State, a: int) -> bool:
    """[7.3] Units of both sides; control does not change."""
    return bool(s.german_mask & s.soviet_mask & 1 << a)


def german_areas(s: State) -> int:
    """[3.4] [7.2] How many areas are German-controlled."""
    return s.pack.areas - s.soviet_mask.bit_count()


def kind_of(s: State, a: int) -> int:
    """The counter that stands revealed in an area."""
    return s.soviet[a] - REVEALED


def strategy_of(s: State, a: int) -> int:
    """[4.4] The strategy printed on the revealed counter of an area."""
    if s.soviet[a] < REVEALED:
        return NO_STRATEGY
    return s.pack.kind_strategy[s.soviet[a] - REVEALED]


def areas_of(mask: int) -> list[int]:
    """The areas of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def units_in(s: State, a: int) -> list[int]:
    """German units in an area, in the pack's order."""
    found = []
    at = s.where.find(a)
    while at >= 0:
        found.append(at)
        at = s.where.find(a, at + 1)
    return found
