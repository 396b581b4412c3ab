"""Advance, chapter 10: exceptions of Turn 1, and of Turn 10 in the scenario. The turns are facts of the pack."""

from kurgan.games.advance import events
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r14_factory as factory
from kurgan.kernel.flow import tell


def is_without_result(s: State, event: int) -> bool:
    """[10.1] Both Breakthroughs and the Pause have no result on Turn 1."""
    return s.turn in s.scenario.no_result and event in s.scenario.no_result[s.turn]


def supply_result(s: State, points: int) -> int:
    """[10.2] [14.6.2] On the first turn a supply roll counts at least 16."""
    least = s.scenario.minimum_supply.get(s.turn, 0)
    if points < least:
        tell(s, factory.cited(s, "10.2", "14.6.2"), events.SUPPLY_RAISED, least)
        return least
    return points
