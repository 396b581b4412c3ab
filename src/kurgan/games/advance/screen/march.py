"""Advance: one click to a far area (see ``kernel/routes.py``)."""

from functools import partial
from typing import Final

from kurgan.games.advance.answers import DONE, MOVE, PLACE, RADIX
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.kernel.routes import March
from kurgan.kernel.sentences import Text

STARTS: Final = frozenset({"order", "go_on"})
ON_THE_WAY: Final = frozenset({"go_on"})


def price(s: State, a: int) -> int:
    """Movement points of entering an area: an order to set out, or the next area of a unit on its way."""
    if a >= MOVE:
        return movement.entry_cost(s, (a - MOVE) % RADIX)
    if movement.is_marching(s) and a > PLACE:
        return movement.entry_cost(s, a - PLACE)
    return -1


def points_word(text: Text, points: int) -> str:
    return text.fill("words", "point" if points == 1 else "points", {"count": str(points)})


def standing(s: State) -> str:
    return str(s.where[s.mover] if movement.is_marching(s) else s.active)


def march(text: Text) -> March:
    return March(STARTS, ON_THE_WAY, DONE, price, partial(points_word, text), standing)
