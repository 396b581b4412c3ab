"""Roads, chapter 15: Fuehrer approval and the crisis at OKH.

Captures and lost headquarters count at once, the lines about Stalingrad at the end of the Stalingrad supply phase
(only so do the figures of example 13 come out).
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.pack.vocabulary import AXIS, CITY, LIMIT_NONE, MAJOR_CITY, SOVIET
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import COMBAT, IN_SUPPLY, OOS_FS, SOVIET_TOOK
from kurgan.games.roads.terms_high_command import TODO_CRISIS
from kurgan.kernel.flow import tell

NOV_IV: Final = 1
DEC_IV: Final = 5
FEB_I: Final = 10


def better_box(s: State) -> int:
    """[5.4.1] [15.1.3] [16.2.2] The higher of Manstein and Fuehrer on the track."""
    return max(s.track[tracks.APPROVAL], s.track[tracks.MANSTEIN])


def move_approval(s: State, change: int, rule: str) -> None:
    """[15.2] The Fuehrer marker moves, never beyond the ends of the track; in box 0 there is a crisis."""
    box = s.track[tracks.APPROVAL]
    if not s.scenario.uses_approval or s.track[tracks.MANSTEIN_DISMISSED] or not change or TODO_CRISIS in s.todo:
        return
    s.track[tracks.APPROVAL] = max(0, min(s.pack.approval_top, box + change))
    if s.track[tracks.APPROVAL] != box:
        tell(s, rule, events.APPROVAL_MOVED, box, s.track[tracks.APPROVAL])
    if s.track[tracks.APPROVAL] == 0:
        begin_crisis(s)


# 15.2.1 Falling ---------------------------------------------------------------------------------------------------


def captured(s: State, h: int, side: int) -> None:
    """[15.2.1] [15.2.2] [14.2] A hex has changed hands: points at once, questions on s.todo."""
    if s.pack.settlement[h] >= CITY or s.pack.red_star[h]:
        if side == SOVIET:
            move_approval(s, -hex_value(s, h), "15.2.1")
        elif s.history[h] & SOVIET_TOOK:
            move_approval(s, s.pack.recapture_stalingrad if s.pack.is_stalingrad[h] else hex_value(s, h), "15.2.2")
        superiority.captured(s, h, side)
    fortress.captured(s, h)


def hex_value(s: State, h: int) -> int:
    """[15.2] Major city 2, city or red star 1; Stalingrad has lines of its own."""
    if s.pack.is_stalingrad[h]:
        return 0
    if s.pack.settlement[h] == MAJOR_CITY:
        return s.pack.capture_major
    return s.pack.capture_city if s.pack.settlement[h] == CITY else s.pack.capture_red_star


def hq_eliminated(s: State, u: int) -> None:
    """[15.2.1] The loss of an Axis headquarters costs a box; where it stood is kept for its rebuilding (17.3.5)."""
    s.away[u] = s.where[u]
    if s.pack.side[u] == AXIS:
        move_approval(s, -1, "15.2.1")


def moves_away(s: State, start: int, end: int) -> bool:
    """[15.2.1] From NOV IV to DEC IV a headquarters ends its move farther from the fortress marker."""
    marker = s.track[tracks.FORTRESS]
    if not s.scenario.uses_approval or marker < 0 or not NOV_IV <= s.track[tracks.TURN] <= DEC_IV:
        return False
    return s.pack.distance(end, marker) > s.pack.distance(start, marker)


def hq_moved(s: State, u: int, start: int, end: int) -> None:
    """[15.2.1] Each Axis headquarters that moved away costs a box."""
    if s.pack.side[u] == AXIS and moves_away(s, start, end):
        move_approval(s, -1, "15.2.1")


def why_not_hq_move(s: State, u: int, start: int, end: int) -> int:
    """[15.2.1] Such a move is forbidden if it would empty the track."""
    if s.pack.side[u] != AXIS or s.track[tracks.MANSTEIN_DISMISSED] or s.track[tracks.APPROVAL] > 1:
        return 0
    return refusals.AWAY_FROM_FORTRESS if moves_away(s, start, end) else 0


def judge_stalingrad(s: State) -> None:
    """[15.2.1] The lines about the city, the worst one only, at the end of the Stalingrad supply phase."""
    lost = sum([s.here[SOVIET][h] > 0 for h in s.pack.stalingrad])
    turn = s.track[tracks.TURN]
    if turn <= DEC_IV:
        if lost:
            move_approval(s, -3 if lost == 2 else -2, "15.2.1")
        elif is_city_cut_off(s) and zone.is_sealed(s):
            move_approval(s, -1, "15.2.1")
    elif turn <= FEB_I and lost == 2:
        move_approval(s, -1, "15.2.1")


def is_city_cut_off(s: State) -> bool:
    """[15.2.1] Both hexes of the city are held by Axis units out of supply."""
    for h in s.pack.stalingrad:
        here = [u for u in units.units_at(s, h) if s.pack.side[u] == AXIS and s.pack.is_combat[u]]
        if not here or any(s.supply[u] == IN_SUPPLY for u in here):
            return False
    return True


# 15.2.2 Rising ----------------------------------------------------------------------------------------------------


def armored_attack_made(s: State, b: Battle) -> None:
    """[15.2.2] [15.3] [10.4] An Axis armored attack has been fought: it may please the Fuehrer, counts for a crisis,
    and draws Soviet fighters from the air bridge."""
    if b.side != AXIS or not b.armored:
        return
    s.track[tracks.ATTACKS_MADE] += 1
    if s.pack.east_of_don[b.target] and is_near_pocket(s, b.target, s.pack.air_attack_radius):
        s.track[tracks.AIR_ATTACK] = 1
    near_pocket = is_near_pocket(s, b.target, s.pack.approval_radius)
    phase = 1 if b.phase == COMBAT else 2
    pleased = b.captured and (b.soviet_losses >= s.pack.approval_losses or near_pocket)
    if pleased and not s.track[tracks.APPROVED] & phase:
        s.track[tracks.APPROVED] |= phase
        move_approval(s, 1, "15.2.2")


def is_near_pocket(s: State, h: int, radius: int) -> bool:
    """[15.2.2] [10.4] A unit under OOS-FS stands within so many hexes."""
    return any(s.supply[u] == OOS_FS and s.pack.distance(h, s.where[u]) <= radius for u in s.ways.units_of[AXIS])


# 15.3 Crisis ------------------------------------------------------------------------------------------------------


def begin_crisis(s: State) -> None:
    """[15.3] The dice are thrown once before the next supply phase; a further crisis costs Manstein a box."""
    if s.track[tracks.CRISIS]:
        manstein.move_manstein(s, -1, "15.3")
        s.track[tracks.APPROVAL] = s.track[tracks.CRISIS]
        tell(s, "15.3", events.APPROVAL_MOVED, 0, s.track[tracks.APPROVAL])
    else:
        s.todo.append(TODO_CRISIS)


def take_crisis(s: State, roll: int) -> None:
    """[15.3] Manstein, the Fuehrer marker, the attacks that are asked for, and what is forbidden next turn."""
    s.todo.pop(0)
    pack = s.pack
    tell(s, "15.3", events.CRISIS_ROLLED, roll)
    s.track[tracks.APPROVAL] = pack.crisis_approval[roll]
    s.track[tracks.CRISIS] = pack.crisis_approval[roll]
    tell(s, "15.3", events.APPROVAL_MOVED, 0, s.track[tracks.APPROVAL])
    manstein.move_manstein(s, pack.crisis_manstein[roll], "15.3")
    s.track[tracks.ATTACKS_DUE] = pack.crisis_attacks[roll]
    s.track[tracks.ATTACKS_MADE] = 0
    s.track[tracks.NEXT_LIMIT] = pack.crisis_limit[roll]
    if pack.crisis_limit[roll] != LIMIT_NONE:
        tell(s, "15.3", events.CRISIS_LIMIT, pack.crisis_limit[roll])


def settle_attacks(s: State) -> None:
    """[15.3] In the Axis reinforcements phase: enough armored attacks restore Manstein a box."""
    if s.track[tracks.ATTACKS_DUE] and s.track[tracks.ATTACKS_MADE] >= s.track[tracks.ATTACKS_DUE]:
        manstein.move_manstein(s, 1, "15.3")
    s.track[tracks.ATTACKS_DUE] = 0
    s.track[tracks.ATTACKS_MADE] = 0
