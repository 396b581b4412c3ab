"""Advance, chapter 5: prepare for play.

The Soviet counters are not shuffled onto the map: an area only knows that a counter of its terrain stands there, and
the counter is drawn when it is turned over. The chances are the same, and nobody holds the secret.
"""

from kurgan.games.advance.position.state import State, put, set_soviet
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.rules import r14_factory as factory
from kurgan.games.advance.terms import DUE, OUT, REVEALED, UNREVEALED


def prepare(s: State) -> None:
    """[5.0] [14.0] Markers, German units, Soviet units."""
    place_markers(s)
    place_germans(s)
    place_soviets(s)


def place_markers(s: State) -> None:
    """[5.2] [14.2] Turn and Morale; no Supply is banked, and all support markers begin in the Used box."""
    s.turn = s.scenario.first_turn
    s.morale = optional.starting_morale(s)


def place_germans(s: State) -> None:
    """[5.3] [5.3.1] [5.3.2] [14.3] [14.3.1] Fresh units on their areas, in the Out of Action box, or still to come."""
    for u in range(s.pack.units):
        if s.scenario.start[u]:
            put(s, u, s.scenario.start[u])
        elif s.scenario.start_out[u]:
            put(s, u, OUT)
        elif s.scenario.arrives[u]:
            put(s, u, DUE)


def place_soviets(s: State) -> None:
    """[5.4] [14.5.1] One counter an area; the unseen ones are a pool for each terrain."""
    for k in range(s.pack.kinds):
        s.pool[k] = s.scenario.pool[k]
    for a in s.scenario.unrevealed:
        set_soviet(s, a, UNREVEALED)
    for a, k in s.scenario.revealed:
        set_soviet(s, a, REVEALED + k)
    if s.rules.pavlov:
        if s.scenario.pavlov_area:
            factory.place_pavlov(s)
        else:
            optional.add_pavlov(s)
