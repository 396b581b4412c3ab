"""Advance, chapter 14: the Factory District scenario. Its setup, chart and victory are facts of the pack."""

from kurgan.games.advance import events, refusals
from kurgan.games.advance.answers import DONE, PLACE
from kurgan.games.advance.pack.pack import OCTOBER
from kurgan.games.advance.position.state import State, put, set_soviet
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.terms import AWAY, REVEALED
from kurgan.kernel.flow import Ask, Step, current, tell
from kurgan.kernel.vocabulary import ALLOWED


def is_october(s: State) -> bool:
    """[14.0] The October scenario has a chart of events of its own."""
    return s.scenario.chart == OCTOBER


def cited(s: State, september: str, october: str) -> str:
    """The paragraph that says it: the campaign's, or this chapter's where it repeats or changes one."""
    return october if is_october(s) else september


def groups_due(s: State) -> list[int]:
    """[14.4] The scenario's reinforcements, from their turn on."""
    return sequence.groups_to_come(s) if is_october(s) else []


def rolls_event(s: State) -> bool:
    """[14.6.1] No event on Turn 10."""
    return s.turn not in s.scenario.skip_event_turns


def place_pavlov(s: State) -> None:
    """[14.5.2] Pavlov's House stands revealed in 9 January Square, in place of the unit there."""
    set_soviet(s, s.scenario.pavlov_area, REVEALED + s.pack.pavlov)


def units_coming_back(s: State) -> list[int]:
    """[14.6.1] Units that the Breakthrough called away, each by itself."""
    if s.scenario.withdraw_return_areas:
        return []
    return [u for u in range(s.pack.units) if s.where[u] == AWAY]


def return_unit() -> Step:
    """[14.6.1] Any Vacant area with room."""
    return Ask(
        "14.6.1",
        "return_unit",
        sequence.german,
        return_choices,
        take_return_unit,
        why=why_not_return,
        space=sequence.place_or_hold_space,
    )


def return_choices(s: State) -> list[int]:
    return [a for a in sequence.place_or_hold_space(s) if not why_not_return(s, a)]


def why_not_return(s: State, answer: int) -> int:
    if answer == DONE:
        return ALLOWED
    if not stacking.is_german(s, answer - PLACE):
        return refusals.NOT_GERMAN
    return refusals.NO_ROOM if stacking.is_full(s, answer - PLACE) else ALLOWED


def take_return_unit(s: State, answer: int) -> None:
    """[14.6.1] Placed Fresh, or held back until the next dawn."""
    u = current(s, "come_back")
    if answer == DONE:
        tell(s, "14.6.1", events.GROUP_HELD, 1)
        return
    put(s, u, answer - PLACE)
    tell(s, "14.6.1", events.UNIT_PLACED, u, answer - PLACE)
