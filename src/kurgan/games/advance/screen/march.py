"""Advance: one click to a far area (see ``kernel/routes.py``)."""

from typing import Final

from kurgan.games.advance.answers import DONE, MOVE, PLACE, RADIX
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.kernel.routes import March


def price(s: State, a: int) -> int:
    """Movement points of entering an area: an order to set out, or the next area of a unit on its way."""
    if a >= MOVE:
        return movement.entry_cost(s, (a - MOVE) % RADIX)
    if movement.is_marching(s) and a > PLACE:
        return movement.entry_cost(s, a - PLACE)
    return -1


def points_word(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


def standing(s: State) -> str:
    return str(s.where[s.mover] if movement.is_marching(s) else s.active)


MARCH: Final = March(frozenset({"order", "go_on"}), frozenset({"go_on"}), DONE, price, points_word, standing)
