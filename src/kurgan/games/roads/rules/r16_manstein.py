"""Roads, chapter 16: the Manstein marker and his two offensives."""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, YES
from kurgan.games.roads.pack.vocabulary import AXIS, BACKHAND_BLOW, GERMAN
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.terms import M_AXIS
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, leave, tell

DEC_IV: Final = 5
JAN_I: Final = 6
WINTER_SIDE: Final = 0
BLOW_SIDE: Final = 1
NO_SIDE: Final = 2
WINTER_SUPPORTS: Final = 2
BLOW_SUPPORTS: Final = 3
BLOW_TURNS: Final = 2
"""[16.3.2] The marker is put two turns ahead on the turn track."""
BLOW_BOXES: Final = (2, 5, 7)
"""[16.3.2] Boxes of the reckoning: no gain, one city, two or more."""


def begin_axis() -> Step:
    """[2] [16.3.2] The Axis turn begins; the Backhand Blow is declared here."""
    return Seq("2", "begin_axis", [
        Auto("7.3.1", "set_axis_tracks", set_axis_tracks),
        When("16.3.2", "blow_possible", may_declare_blow, Ask(
            "16.3.2", "declare_backhand_blow", axis, blow_choices, take_blow,
            why=why_not_blow, space=yes_or_no, form="yes_or_no",
        )),
        Call("16.3.2", "choose_supports", given=blow_supports),
    ])  # fmt: skip


def wintergewitter() -> Step:
    """[16.3.1] Launched at the beginning of the Axis support phase."""
    return When("16.3.1", "wintergewitter", may_launch_winter, Seq("16.3.1", "winter_offensive", [
        Ask("16.3.1", "launch_wintergewitter", axis, winter_choices, take_winter,
            why=why_not_winter, space=yes_or_no, form="yes_or_no"),
        Call("16.3.1", "give_back", given=winter_returns),
        Call("16.3.1", "choose_supports", given=winter_supports),
    ]))  # fmt: skip


def axis(s: State) -> int:
    return AXIS


def yes_or_no(s: State) -> list[int]:
    return [DONE, YES]


def set_axis_tracks(s: State) -> None:
    """[7.3.1] [15.3] Rail points, what a crisis forbids now, and counters of the turn."""
    s.track[tracks.RAIL] = max(0, s.scenario.rail_points[s.track[tracks.TURN]] - s.track[tracks.PARTISANS])
    s.track[tracks.PARTISANS] = 0
    s.track[tracks.LIMIT] = s.track[tracks.NEXT_LIMIT]
    s.track[tracks.NEXT_LIMIT] = 0
    s.track[tracks.CRISIS] = 0
    s.track[tracks.APPROVED] = 0
    s.track[tracks.NO_DRAW] = 0
    s.track[tracks.POCKET_FOUGHT] = 0
    ju52.begin_axis_turn(s)


# 16.2 The marker --------------------------------------------------------------------------------------------------


def move_manstein(s: State, change: int, rule: str) -> None:
    """[16.2.3] His prestige, between the ends of the track; nothing happens while he is not on it."""
    box = s.track[tracks.MANSTEIN]
    if box < 0 or not s.scenario.uses_manstein:
        return
    s.track[tracks.MANSTEIN] = max(0, min(s.pack.approval_top, box + change))
    if s.track[tracks.MANSTEIN] != box:
        tell(s, rule, events.MANSTEIN_MOVED, box, s.track[tracks.MANSTEIN])


def judge_manstein(s: State) -> None:
    """[16.2.4] In box 0 at the end of a turn he is dismissed; the Fuehrer marker stays in box 3 for good."""
    if s.track[tracks.MANSTEIN] != 0 or not s.scenario.uses_manstein:
        return
    s.track[tracks.MANSTEIN] = -1
    s.track[tracks.MANSTEIN_NEXT] = NO_SIDE
    tell(s, "16.2.4", events.MANSTEIN_DISMISSED)
    set_fuhrer(s, s.pack.approval_dismissed, "16.2.4")
    s.track[tracks.MANSTEIN_DISMISSED] = 1


def set_fuhrer(s: State, box: int, rule: str) -> None:
    """Put the Fuehrer marker into a box by decree."""
    if s.track[tracks.APPROVAL] != box:
        tell(s, rule, events.APPROVAL_MOVED, s.track[tracks.APPROVAL], box)
    s.track[tracks.APPROVAL] = box


# 16.3.1 Wintergewitter --------------------------------------------------------------------------------------------


def may_launch_winter(s: State) -> bool:
    """[16.3.1] [16.2.1] Up to DEC IV, with two full armored divisions at a German headquarters and two supports."""
    if s.track[tracks.MANSTEIN_NEXT] != WINTER_SIDE or s.track[tracks.MANSTEIN] < 0 or not s.scenario.uses_manstein:
        return False
    if s.track[tracks.TURN] > DEC_IV or len(supports.markers_in(s, M_AXIS, AXIS)) < WINTER_SUPPORTS:
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
        leave(s, "winter_offensive")
        return
    s.track[tracks.MANSTEIN_NEXT] = BLOW_SIDE
    s.track[tracks.WINTERGEWITTER] = 1
    s.track[tracks.NO_DRAW] = 1
    tell(s, "16.3.1", events.WINTERGEWITTER_LAUNCHED)


def winter_returns(s: State) -> tuple[int, ...]:
    return (WINTER_SUPPORTS,)


def winter_supports(s: State) -> tuple[int, ...]:
    return (M_AXIS, WINTER_SUPPORTS)


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
    if not s.scenario.uses_manstein or s.track[tracks.MANSTEIN] < 0 or s.track[tracks.MANSTEIN_NEXT] == NO_SIDE:
        return False
    return s.track[tracks.TURN] >= JAN_I


def blow_choices(s: State) -> list[int]:
    """[16.3.2] [19.4] In its own scenario it is declared at once."""
    if s.scenario.number == BACKHAND_BLOW and s.track[tracks.TURN] == s.scenario.first_turn:
        return [YES]
    return [DONE, YES]


def why_not_blow(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.MUST_CHOOSE)


def take_blow(s: State, a: int) -> None:
    """[16.3.2] Manstein goes two turns ahead, the Fuehrer marker to box 7, three supports of choice come."""
    if a != YES:
        return
    s.track[tracks.MANSTEIN] = -1
    s.track[tracks.MANSTEIN_NEXT] = NO_SIDE
    s.track[tracks.MANSTEIN_BACK] = s.track[tracks.TURN] + BLOW_TURNS
    s.track[tracks.NO_DRAW] = 1
    tell(s, "16.3.2", events.BACKHAND_LAUNCHED)
    set_fuhrer(s, s.pack.approval_top, "16.3.2")


def blow_supports(s: State) -> tuple[int, ...]:
    """[16.3.2] Three of choice in the turn of the blow: it is the only reason why nothing is drawn this early."""
    return (M_AXIS, BLOW_SUPPORTS if s.track[tracks.NO_DRAW] else 0)


def reckon_blow(s: State) -> None:
    """[16.3.2] In the reinforcements phase of his return: supports go back, and the balance of major cities decides."""
    if s.track[tracks.MANSTEIN_BACK] != s.track[tracks.TURN]:
        return
    s.track[tracks.MANSTEIN_BACK] = -1
    markers = supports.markers_in(s, M_AXIS, AXIS)
    for m in markers:
        supports.to_pool(s, m)
    if markers:
        tell(s, "16.3.2", events.SUPPORTS_RETURNED, AXIS, len(markers))
    balance = s.track[tracks.BACKHAND]
    tell(s, "16.3.2", events.BACKHAND_RECKONED, balance)
    box = BLOW_BOXES[max(0, min(2, balance))]
    set_fuhrer(s, box, "16.3.2")
    if balance > 0:
        s.track[tracks.MANSTEIN] = box
