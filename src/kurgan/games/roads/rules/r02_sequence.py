"""Roads, chapter 2: the sequence of both players' turns.

Supply, movement, combat and exploitation are the same tables for both players; ``tracks.SIDE`` says whose turn it is.
"""

from kurgan.games.roads import events, tracks
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.kernel.flow import Auto, Call, Seq, Step, When, While, tell


def turns() -> Step:
    """[2] Turn after turn until somebody has won or time is up."""
    return While("2", "turns", scenarios.goes_on, Seq("2", "turn", [
        Call("3", "weather"),
        When("2", "soviet_half", is_soviet_half_played, Call("2", "soviet_turn")),
        Call("2", "axis_turn"),
        Call("2", "end_turn"),
    ]))  # fmt: skip


def soviet_turn() -> Step:
    """[2] The phases of the Soviet player."""
    return Seq("2", "soviet_turn", [
        Auto("2", "begin_soviet_turn", begin_soviet_turn),
        Call("4", "supply"),
        Call("11", "offensives"),
        Call("5", "soviet_supports"),
        Call("6", "mars"),
        Call("13", "stavka"),
        Call("7", "movement"),
        Call("8", "combat_phase"),
        Call("9", "exploitation"),
        Call("17", "soviet_reinforcements"),
        Call("2", "end_soviet_turn"),
    ])  # fmt: skip


def axis_turn() -> Step:
    """[2] The phases of the Axis player."""
    return Seq("2", "axis_turn", [
        Auto("2", "begin_axis_turn", begin_axis_turn),
        Call("16.3.2", "begin_axis"),
        Call("4", "supply"),
        Call("10", "stalingrad_supply"),
        Call("5", "axis_supports"),
        Call("7", "movement"),
        Call("8", "combat_phase"),
        Call("9", "exploitation"),
        Call("17", "axis_reinforcements"),
        Call("2", "end_axis_turn"),
    ])  # fmt: skip


def is_soviet_half_played(s: State) -> bool:
    """[2] Scenarios that begin with the Axis player leave out the Soviet half of their first turn."""
    return s.scenario.first_side == SOVIET or s.track[tracks.TURN] > s.scenario.first_turn


def begin_soviet_turn(s: State) -> None:
    """[2] The Soviet player is the phasing player."""
    s.track[tracks.SIDE] = SOVIET
    tell(s, "2", events.TURN_BEGINS, s.track[tracks.TURN], SOVIET)


def begin_axis_turn(s: State) -> None:
    """[2] The Axis player is the phasing player."""
    s.track[tracks.SIDE] = AXIS
    tell(s, "2", events.TURN_BEGINS, s.track[tracks.TURN], AXIS)
