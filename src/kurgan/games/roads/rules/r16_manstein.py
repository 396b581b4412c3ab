"""Roads, chapter 16: the Manstein marker and his two offensives."""

from kurgan.games.roads import events, refusals
from kurgan.games.roads.answers import DONE, YES
from kurgan.games.roads.pack.vocabulary import AXIS, BACKHAND_BLOW, GERMAN
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.terms import M_AXIS, T_LIMIT, T_RAIL, T_TURN
from kurgan.games.roads.terms_high_command import (
    T_APPROVED,
    T_BLOW,
    T_CHOOSE,
    T_CRISIS,
    T_DISMISSED,
    T_FS_FOUGHT,
    T_FUHRER,
    T_MANSTEIN,
    T_MANSTEIN_BACK,
    T_MANSTEIN_SIDE,
    T_NEXT_LIMIT,
    T_NO_DRAW,
    T_PARTISANS,
    T_RETURN,
    T_WINTER,
)
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, tell

DEC_IV = 5
JAN_I = 6
WINTER_SIDE = 0
BLOW_SIDE = 1
NO_SIDE = 2
WINTER_SUPPORTS = 2
BLOW_SUPPORTS = 3
BLOW_TURNS = 2
"""[16.3.2] The marker is put two turns ahead on the turn track."""
BLOW_BOXES = (2, 5, 7)
"""[16.3.2] Boxes of the reckoning: no gain, one city, two or more."""


def begin_axis() -> Step:
    """[2] [16.3.2] The Axis turn begins; the Backhand Blow is declared here."""
    return Seq("2", "begin_axis", [
        Auto("7.3.1", "set_axis_tracks", set_axis_tracks),
        When("16.3.2", "blow_possible", may_declare_blow, Ask(
            "16.3.2", "declare_backhand_blow", axis, blow_choices, take_blow,
            why=why_not_blow, space=yes_or_no, form="yes_or_no",
        )),
        Seq("16.3.2", "blow_supports", [Call("16.3.2", "choose_supports")]),
    ])  # fmt: skip


def wintergewitter() -> Step:
    """[16.3.1] Launched at the beginning of the Axis support phase."""
    return When("16.3.1", "wintergewitter", may_launch_winter, Seq("16.3.1", "winter_offensive", [
        Ask("16.3.1", "launch_wintergewitter", axis, winter_choices, take_winter,
            why=why_not_winter, space=yes_or_no, form="yes_or_no"),
        Seq("16.3.1", "winter_returns", [Call("16.3.1", "give_back")]),
        Seq("16.3.1", "winter_supports", [Call("16.3.1", "choose_supports")]),
    ]))  # fmt: skip


def axis(s: State) -> int:
    return AXIS


def yes_or_no(s: State) -> list[int]:
    return [DONE, YES]


def set_axis_tracks(s: State) -> None:
    """[7.3.1] [15.3] Rail points, what a crisis forbids now, and counters of the turn."""
    s.track[T_RAIL] = max(0, s.scenario.rail_points[s.track[T_TURN]] - s.track[T_PARTISANS])
    s.track[T_PARTISANS] = 0
    s.track[T_LIMIT] = s.track[T_NEXT_LIMIT]
    s.track[T_NEXT_LIMIT] = 0
    s.track[T_CRISIS] = 0
    s.track[T_APPROVED] = 0
    s.track[T_NO_DRAW] = 0
    s.track[T_CHOOSE] = 0  # what a pool could not give is not owed any more
    s.track[T_FS_FOUGHT] = 0
    ju52.begin_axis_turn(s)


# 16.2 The marker --------------------------------------------------------------------------------------------------


def move_manstein(s: State, change: int, rule: str) -> None:
    """[16.2.3] His prestige, between the ends of the track; nothing happens while he is not on it."""
    box = s.track[T_MANSTEIN]
    if box < 0 or not s.scenario.uses_manstein:
        return
    s.track[T_MANSTEIN] = max(0, min(s.pack.approval_top, box + change))
    if s.track[T_MANSTEIN] != box:
        tell(s, rule, events.MANSTEIN_MOVED, box, s.track[T_MANSTEIN])


def judge_manstein(s: State) -> None:
    """[16.2.4] In box 0 at the end of a turn he is dismissed; the Fuehrer marker stays in box 3 for good."""
    if s.track[T_MANSTEIN] != 0 or not s.scenario.uses_manstein:
        return
    s.track[T_MANSTEIN] = -1
    s.track[T_MANSTEIN_SIDE] = NO_SIDE
    tell(s, "16.2.4", events.MANSTEIN_DISMISSED)
    set_fuhrer(s, s.pack.approval_dismissed, "16.2.4")
    s.track[T_DISMISSED] = 1


def set_fuhrer(s: State, box: int, rule: str) -> None:
    """Put the Fuehrer marker into a box by decree."""
    if s.track[T_FUHRER] != box:
        tell(s, rule, events.APPROVAL_MOVED, s.track[T_FUHRER], box)
    s.track[T_FUHRER] = box


# 16.3.1 Wintergewitter --------------------------------------------------------------------------------------------


def may_launch_winter(s: State) -> bool:
    """[16.3.1] [16.2.1] Up to DEC IV, with two full armored divisions at a German headquarters and two supports."""
    if s.track[T_MANSTEIN_SIDE] != WINTER_SIDE or s.track[T_MANSTEIN] < 0 or not s.scenario.uses_manstein:
        return False
    if s.track[T_TURN] > DEC_IV or len(supports.markers_in(s, M_AXIS, AXIS)) < WINTER_SUPPORTS:
        return False
    return len(divisions_at_hq(s)) >= WINTER_SUPPORTS


def divisions_at_hq(s: State) -> list[int]:
    """[16.3.1] Armored divisions of the Axis at full strength, complete, with or beside a German headquarters."""
    pack = s.pack
    counters: dict[int, int] = {}
    places = [s.where[q] for q in pack.hqs_of[AXIS] if s.where[q] >= 0 and pack.nation[q] == GERMAN]
    for u in s.ways.units_of[AXIS]:
        h = s.where[u]
        if h < 0 or not pack.armored[u] or pack.is_kg[u]:
            continue
        if s.steps[u] == pack.max_steps[u] and units.nearest_distance(s, h, places) <= 1:
            counters[pack.division[u]] = counters.get(pack.division[u], 0) + 1
    return [d for d in counters if counters[d] == pack.components[d]]


def winter_choices(s: State) -> list[int]:
    return [DONE, YES]


def why_not_winter(s: State, a: int) -> int:
    return 0 if a in (DONE, YES) else refusals.MUST_CHOOSE


def take_winter(s: State, a: int) -> None:
    """[16.3.1] Two supports go back, two of choice come, and nothing else this turn; declined, nothing is owed."""
    if a != YES:
        s.track[T_RETURN] = 0
        return
    s.track[T_MANSTEIN_SIDE] = BLOW_SIDE
    s.track[T_WINTER] = 1
    s.track[T_NO_DRAW] = 1
    s.track[T_RETURN] = WINTER_SUPPORTS
    supports.owe_choice(s, M_AXIS, WINTER_SUPPORTS)
    tell(s, "16.3.1", events.WINTERGEWITTER_LAUNCHED)


def return_unused(s: State) -> None:
    """[16.3.1] [16.3.2] Supports of choice that were not used this turn go back to the pool."""
    count = 0
    for m in supports.markers_in(s, M_AXIS, AXIS):
        if s.marker_on[m] == supports.MUST_USE:
            supports.to_pool(s, m)
            count += 1
    if count:
        tell(s, "16.3.1", events.SUPPORTS_RETURNED, AXIS, count)


# 16.3.2 Backhand Blow ---------------------------------------------------------------------------------------------


def may_declare_blow(s: State) -> bool:
    """[16.3.2] Once, from JAN I on, while Manstein is on the track."""
    if not s.scenario.uses_manstein or s.track[T_MANSTEIN] < 0 or s.track[T_MANSTEIN_SIDE] == NO_SIDE:
        return False
    return s.track[T_TURN] >= JAN_I


def blow_choices(s: State) -> list[int]:
    """[16.3.2] [19.4] In its own scenario it is declared at once."""
    if s.scenario.number == BACKHAND_BLOW and s.track[T_TURN] == s.scenario.first_turn:
        return [YES]
    return [DONE, YES]


def why_not_blow(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.MUST_CHOOSE)


def take_blow(s: State, a: int) -> None:
    """[16.3.2] Manstein goes two turns ahead, the Fuehrer marker to box 7, three supports of choice come."""
    if a != YES:
        return
    s.track[T_MANSTEIN] = -1
    s.track[T_MANSTEIN_SIDE] = NO_SIDE
    s.track[T_MANSTEIN_BACK] = s.track[T_TURN] + BLOW_TURNS
    s.track[T_BLOW] = 0
    s.track[T_NO_DRAW] = 1
    supports.owe_choice(s, M_AXIS, BLOW_SUPPORTS)
    tell(s, "16.3.2", events.BACKHAND_LAUNCHED)
    set_fuhrer(s, s.pack.approval_top, "16.3.2")


def reckon_blow(s: State) -> None:
    """[16.3.2] In the reinforcements phase of his return: supports go back, and the balance of major cities decides."""
    if s.track[T_MANSTEIN_BACK] != s.track[T_TURN]:
        return
    s.track[T_MANSTEIN_BACK] = -1
    markers = supports.markers_in(s, M_AXIS, AXIS)
    for m in markers:
        supports.to_pool(s, m)
    if markers:
        tell(s, "16.3.2", events.SUPPORTS_RETURNED, AXIS, len(markers))
    balance = s.track[T_BLOW]
    tell(s, "16.3.2", events.BACKHAND_RECKONED, balance)
    box = BLOW_BOXES[max(0, min(2, balance))]
    set_fuhrer(s, box, "16.3.2")
    if balance > 0:
        s.track[T_MANSTEIN] = box
