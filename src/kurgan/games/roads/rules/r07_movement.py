"""Roads, chapter 7: movement, strategic and rail movement, rivers.

A unit is chosen, others of its hex may join it, then they go hex by hex until they stop. Whoever may not move in a
phase is marked PINNED when the phase begins. The march itself serves exploitation and reactions too.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import BY_RAIL, BY_STRATEGIC, DONE, HEX, HEXES, SUPPORT, UNIT
from kurgan.games.roads.pack.vocabulary import (
    AXIS,
    CITY,
    FS_HALF,
    FS_ONE_MP,
    FS_THREE_UNITS,
    LIMIT_CITIES,
    LIMIT_CITIES_AND_HQS,
    LIMIT_HQS,
    MUD,
    SOVIET,
    URANUS,
    WINTERGEWITTER,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import (
    DISPLACED,
    EXPLOIT,
    EXPLOITING,
    FULL_STRENGTH,
    M_AXIS,
    M_STAVKA,
    MOBILE,
    MOVED,
    NORMAL,
    OOS,
    OOS_FS,
    PINNED,
    RAIL,
    REACTION,
    STRATEGIC,
)
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, While, is_under_way, leave, set_local, tell

POCKET_MOVERS: Final[int] = 3
"""[10.3.2] At level 1 only three units of the pocket move."""


def movement() -> Step:
    """[7] One unit or stack after the other until the player ends the phase."""
    return Seq("7", "movement", [
        When("10.4.3", "pocket_moves", is_axis_turn, Call("10.4.3", "ju52_moves")),
        Auto("7.1", "begin_movement", begin_movement),
        When("7.2.2", "off_road", may_pay_for_off_road, Ask(
            "7.2.2", "buy_off_road", supply.phasing, off_road_choices, take_off_road,
            why=why_not_off_road, space=off_road_space, form="spend_support", private=True)),
        While("7.1.1", "moves", always, Seq("7.1.1", "one_move", [
            Ask("7.1.1", "choose_mover", supply.phasing, mover_choices, take_mover,
                why=why_not_mover, space=mover_space),
            Call("7.1.2", "march"),
        ])),
        Call("1.11.2", "end_phase"),
    ])  # fmt: skip


def march() -> Step:
    """[7.1.2] [7.1.3] Hex by hex, until those who move together stop."""
    return While("7.1.2", "march", is_marching, Seq("7.1.2", "march_on", [
        Ask("7.1.2", "step", mover_seat, steps.step_choices, take_step, why=steps.why_not_step, space=step_space,
            near=the_end),
        When("14.2", "after_step", units.has_todo, Call("14.2", "aftermath")),
    ]))  # fmt: skip


def begin_movement(s: State) -> None:
    """[7.1.1] Nobody has moved; whoever is held in place is pinned."""
    side = s.track[tracks.SIDE]
    s.track[tracks.POCKET_MOVED] = 0
    tell(s, "7", events.PHASE_BEGINS, 1)
    for u in s.ways.units_of[side]:
        s.mark[u] &= ~(MOVED | PINNED) & 255
        if s.where[u] >= 0 and why_held(s, u):
            s.mark[u] |= PINNED
    radius.trace_cover(s, side, radius.supplied_hqs(s, side))
    if side == SOVIET:
        fortress.secure_pocket(s)


def is_axis_turn(s: State) -> bool:
    """[2] The Axis player is phasing."""
    return s.track[tracks.SIDE] == AXIS


def always(s: State) -> bool:
    """[8.1.3] Until the player ends the phase."""
    return True


# 7.2.2 Strategic movement off the roads -----------------------------------------------------------------------------


def may_pay_for_off_road(s: State) -> bool:
    """[4.5.3] [7.2.2] Some marker lies in the box it would come from; which one is the owner's secret."""
    if s.track[tracks.GROUND] == MUD:
        return False
    side = s.track[tracks.SIDE]
    return bool(supports.markers_in(s, M_STAVKA if side == SOVIET else M_AXIS, side))


def off_road_choices(s: State) -> list[int]:
    """[7.2.2] Nothing, or a support of any kind."""
    return [DONE] + [SUPPORT + kind for kind in supports.spendable(s, s.track[tracks.SIDE], True)]


def off_road_space(s: State) -> list[int]:
    return [DONE, *range(SUPPORT, SUPPORT + s.pack.support_count)]


def why_not_off_road(s: State, a: int) -> int:
    """[7.2.2] Any real support of the box; [12.2] no shortage."""
    if a in off_road_choices(s):
        return 0
    side = s.track[tracks.SIDE]
    kind = a - SUPPORT
    is_there = kind in supports.kinds_in(s, M_STAVKA if side == SOVIET else M_AXIS)
    return refusals.SHORTAGE_USELESS if is_there and not supports.is_real(s, kind) else refusals.NO_SUCH_SUPPORT


def take_off_road(s: State, a: int) -> None:
    """[7.2.2] One support allows any number of strategic moves off the roads this phase."""
    if a != DONE:
        supports.spend(s, s.track[tracks.SIDE], a - SUPPORT, True)
        set_local(s, "movement", 1)
        tell(s, "7.2.2", events.OFF_ROAD_BOUGHT, a - SUPPORT)


# 7.1 Who moves ----------------------------------------------------------------------------------------------------


def why_held(s: State, u: int) -> int:
    """[7.1.1] Why a unit may not move at all this phase, 0 if it may."""
    if not units.movement_factor(s, u):
        return refusals.NO_MOVEMENT
    if s.supply[u] == OOS_FS and not may_leave_foxholes(s, u):
        return refusals.POCKET_MAY_NOT_MOVE
    return why_held_by_scenario(s, u) or why_held_by_crisis(s, u)


def may_leave_foxholes(s: State, u: int) -> bool:
    """[10.4.3] A sortie holds all others; in the introductory scenario only Ju 52 events let the pocket act."""
    if s.mark[u] & FULL_STRENGTH:
        return True
    if s.track[tracks.SORTIE]:
        return False
    return s.scenario.number != WINTERGEWITTER or bool(s.mark[u] & MOBILE)


def why_held_by_scenario(s: State, u: int) -> int:
    """[19.2.3] [19.2.6] [19.2.7] [19.3.1] What the scenarios forbid: the 28th Army's zone, the opening west of column
    22, fixed headquarters, the last Soviet positions at the Volga."""
    pack = s.pack
    h = s.where[u]
    if pack.zone_28th[h]:
        return refusals.ZONE_OF_28TH
    if s.scenario.number == URANUS and pack.is_hq[u] and (pack.side[u] == SOVIET or u == pack.hq_italian):
        return refusals.HQ_STANDS
    if s.track[tracks.TURN] == 0 and pack.col[h] < pack.opening_column:
        return refusals.OPENING_IN_THE_WEST
    if pack.is_last_position[h] and pack.side[u] == SOVIET and city_holds_axis(s):
        return refusals.LAST_POSITIONS
    return 0


def city_holds_axis(s: State) -> bool:
    """[1.8.3] One of the two hexes of Stalingrad is occupied by Axis units."""
    return any(s.here[AXIS][h] for h in s.pack.stalingrad)


def why_held_by_crisis(s: State, u: int) -> int:
    """[15.3] A crisis at OKH may hold units in cities, or headquarters."""
    limit = s.track[tracks.LIMIT]
    if not limit or s.pack.side[u] != AXIS:
        return 0
    if limit in (LIMIT_CITIES, LIMIT_CITIES_AND_HQS) and s.pack.settlement[s.where[u]] >= CITY:
        return refusals.HELD_BY_CRISIS
    if limit in (LIMIT_HQS, LIMIT_CITIES_AND_HQS) and s.pack.is_hq[u]:
        return refusals.HELD_BY_CRISIS
    return 0


def mover_choices(s: State) -> list[int]:
    """[7.1.1] End the phase, or any unit that has not moved."""
    where = s.where.tolist()  # read faster than the columns
    mark = bytes(s.mark)
    found = [
        UNIT + u for u in s.ways.units_of[s.track[tracks.SIDE]] if where[u] >= 0 and not mark[u] & (MOVED | PINNED)
    ]
    found.insert(0, DONE)
    return found


def mover_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def why_not_mover(s: State, a: int) -> int:
    """[7.1.1] [7.1.3] Each unit once, and not if something holds it."""
    if a == DONE:
        return 0
    if not UNIT <= a < UNIT + s.pack.unit_count:
        return refusals.NOT_AN_ANSWER
    u = a - UNIT
    if s.pack.side[u] != s.track[tracks.SIDE]:
        return refusals.NOT_YOURS
    if s.where[u] < 0:
        return refusals.NOT_ON_MAP
    if s.mark[u] & MOVED:
        return refusals.ALREADY_MOVED
    if s.mark[u] & PINNED:
        return why_held(s, u) or refusals.SECURES_POCKET
    return 0


def take_mover(s: State, a: int) -> None:
    """[7.1.1] This unit is on the march, or the phase is over."""
    if a == DONE:
        leave(s, "moves")
        return
    begin_march(s, a - UNIT, NORMAL)


def secures_pocket(s: State, u: int) -> bool:
    """[10.2.4] One of a Soviet stack beside the pocket of which a single unit may leave."""
    return s.mark[u] & MOBILE > 0 and s.pack.side[u] == SOVIET


def pin_those_left(s: State, h: int) -> None:
    """[10.2.4] One unit has left a stack that secures the pocket; the others stay."""
    for u in units.units_at(s, h):
        if secures_pocket(s, u):
            s.mark[u] |= PINNED


def begin_march(s: State, u: int, mode: int) -> None:
    """[7.1.2] A unit begins to move in one of the ways there are."""
    s.moving = [u]
    s.path = [s.where[u]]
    s.mode = mode
    s.points = movement_points(s, u, mode)
    s.line_field = None  # it was made for another headquarters


def lines_without(s: State, q: int) -> bytes:
    """[7.1.10] Where a headquarters on the march would be in supply; it does not hold the hex that it leaves."""
    if s.line_field is None:
        h = s.where[q]
        s.lift(q, DISPLACED)
        found = radius.supply_lines(s, s.pack.side[q], False)
        s.place(q, h)
        s.line_field = found  # last: to place anybody forgets what is traced
    return s.line_field


def movement_points(s: State, u: int, mode: int) -> int:
    """[7.1.5] [4.4.3] Half points of a unit: supply, pocket, kind of move and mud considered."""
    points = points_in_snow(s, u, mode)
    return min(points, s.pack.mud_limit) if s.track[tracks.GROUND] == MUD else points


def points_in_snow(s: State, u: int, mode: int) -> int:
    """[4.4.2] [4.4.3] [7.2.1] [9.2.2] Half points of a unit, whatever the ground."""
    factor = units.movement_factor(s, u)
    if s.supply[u] == OOS_FS:
        return pocket_points(s, u, factor, mode)
    if s.supply[u] == OOS:
        return 2 if mode in (EXPLOIT, REACTION) else halved(factor, mode)
    if mode == REACTION or (mode == EXPLOIT and not markers.leads_exploitation(s, u)):
        return 2 * units.half(factor)
    return 4 * factor if mode == STRATEGIC else 2 * factor


def halved(factor: int, mode: int) -> int:
    """[4.4.2] Half points of half a factor; [1.9.2] what strategic movement doubles again is the factor itself."""
    return 2 * factor if mode == STRATEGIC else 2 * units.half(factor)


def pocket_points(s: State, u: int, factor: int, mode: int) -> int:
    """[10.3.2] Movement in the pocket: half, one point, or one hex (no points, but a first hex is always allowed).

    [10.4.3H] Mobility is for the Movement phase, [10.4.3I] a sortie for the Axis turn, [10.4.3F] last reserves for
    attacks only; [9.2.2] exploitation and reactions halve what is left.
    """
    freed = MOBILE | FULL_STRENGTH
    if mode in (EXPLOIT, REACTION):
        factor = units.half(factor)
        freed = FULL_STRENGTH if mode == EXPLOIT and s.track[tracks.SORTIE] else 0
    doubling = 2 if mode == STRATEGIC else 1
    if s.mark[u] & freed:
        return 2 * factor * doubling
    way = s.pack.fs_move[s.track[tracks.FORTRESS_LEVEL]]
    if way == FS_HALF:
        return halved(factor, mode)
    return 2 * doubling if way == FS_ONE_MP else 0


# 7.1 The march ----------------------------------------------------------------------------------------------------


def is_marching(s: State) -> bool:
    """[7.1.3] Somebody has not finished moving."""
    return bool(s.moving)


def mover_seat(s: State) -> int:
    """[7.1.1] Whose unit moves."""
    return s.pack.side[s.moving[0]]


def step_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s), *range(HEX, HEX + HEXES), BY_STRATEGIC, BY_RAIL]


def the_end(s: State) -> list[int]:
    """[7.1.2] What one misses where a march may not end."""
    return [DONE]


def take_step(s: State, a: int) -> None:
    """[7.1.2] Stop, take somebody along, choose the way of moving, or enter a hex."""
    if a == DONE:
        stop(s)
    elif a >= BY_STRATEGIC:
        choose_way(s, STRATEGIC if a == BY_STRATEGIC else RAIL)
    elif a >= HEX:
        enter(s, a - HEX)
    else:
        join(s, a - UNIT)


def join(s: State, u: int) -> None:
    """[7.1.1] Units that move together start in one hex; the slowest sets the pace."""
    s.moving.append(u)
    s.points = min(s.points, movement_points(s, u, s.mode))


def choose_way(s: State, mode: int) -> None:
    """[7.2.1] [7.3.1] Strategic movement doubles the points; by rail there is no limit but the line."""
    s.mode = mode
    s.points = min([movement_points(s, u, mode) for u in s.moving])
    tell(s, "7.1.2", events.MOVES_BY, mode)


def enter(s: State, n: int) -> None:
    """[7.1.2] [1.10.1] Pay, step, and take control of the hex."""
    start = s.path[-1]
    mode = s.mode
    is_leaving = len(s.path) == 1
    if mode == RAIL:
        if is_leaving:
            s.track[tracks.RAIL] -= steps.fare(s)
    else:
        s.points = max(0, s.points - steps.step_price(s, s.ways.edge_to[start][n]))
    s.path.append(n)
    for u in s.moving:
        s.place(u, n)
        tell(s, "7.1.2", events.UNIT_MOVED, u, start, n)
        zone.join_pocket(s, u)
    if is_leaving and secures_pocket(s, s.moving[0]):
        pin_those_left(s, start)
    units.capture(s, n, s.pack.side[s.moving[0]])


def stop(s: State) -> None:
    """[7.1.3] The move is complete. Who was chosen and entered no hex has not moved."""
    for u in s.moving if len(s.path) > 1 else []:
        s.mark[u] |= MOVED
        if s.mode == EXPLOIT and not s.pack.box[u]:
            s.mark[u] &= ~EXPLOITING & 255  # [9.2.3] no box, no second attack
        if s.supply[u] == OOS_FS:
            count_pocket_mover(s, u)
        if s.pack.is_hq[u]:
            hq_has_moved(s, u)
    s.moving = []
    s.path = []
    s.mode = NORMAL
    s.points = 0


def hq_has_moved(s: State, q: int) -> None:
    """[12.1] [15.2.1] What the move of a headquarters costs; radii are traced anew."""
    radius.trace_cover(s, s.pack.side[q], radius.supplied_hqs(s, s.pack.side[q]))
    if s.pack.side[q] == SOVIET:
        momentum.hq_moved(s, q)
    elif is_under_way(s, "moves"):
        approval.hq_moved(s, q, s.path[0], s.path[-1])  # "during the Movement phase": not by rail on arrival


def is_rationed(s: State, u: int) -> bool:
    """[10.3.2] At level 1 three units of the pocket may move, no more; those whom a Ju 52 frees are not counted."""
    if s.supply[u] != OOS_FS or s.mark[u] & (MOBILE | FULL_STRENGTH):
        return False
    return s.pack.fs_move[s.track[tracks.FORTRESS_LEVEL]] == FS_THREE_UNITS


def count_pocket_mover(s: State, u: int) -> None:
    """[10.3.2] The third one at level 1 pins all others."""
    if not is_rationed(s, u):
        return
    s.track[tracks.POCKET_MOVED] += 1
    if s.track[tracks.POCKET_MOVED] >= POCKET_MOVERS:
        for v in s.ways.units_of[AXIS]:
            if s.supply[v] == OOS_FS and not s.mark[v] & (MOBILE | FULL_STRENGTH):
                s.mark[v] |= PINNED
