"""Roads, chapter 7: one step of a march: its price, and why a hex may not be entered.

Rivers (7.4) and the weather's say in them (3.2.2, 3.4) are in the price tables; a pontoon or a Bridging Unit lifts
them. A step is offered only if the march can still end lawfully after it.
"""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.answers import BY_RAIL, BY_STRATEGIC, DONE, HEX, HEXES, UNIT
from kurgan.games.roads.pack.vocabulary import AXIS, CITY, LIMIT_RAIL, LIMIT_STRATEGIC, MUD, SOVIET
from kurgan.games.roads.pack.ways import weather_number
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import (
    EXPLOIT,
    EXPLOITING,
    MOVED,
    NORMAL,
    OOS,
    PINNED,
    RAIL,
    REACTION,
    SOVIET_TOOK,
    STRATEGIC,
)
from kurgan.kernel.flow import is_under_way, local


def step_choices(s: State) -> list[int]:
    """[7.1.2] Stop, the hexes that may be entered, who may come along, other ways to move."""
    h = s.path[-1]
    found = [] if why_not_stop(s, h) else [DONE]
    for n, edge in s.ways.links[h]:
        if not why_not_enter(s, n, edge):
            found.append(HEX + n)
    if len(s.path) == 1:
        mode = s.mode
        if mode in (NORMAL, EXPLOIT):
            if s.next[s.first[h]] >= 0:
                found.extend([UNIT + u for u in units.units_at(s, h) if not why_not_join(s, u)])
        if mode == NORMAL:
            if not why_not_strategic(s):
                found.append(BY_STRATEGIC)
            if not why_not_rail(s):
                found.append(BY_RAIL)
    return found


def why_not_step(s: State, a: int) -> int:
    """[7.1.2] The reason against any answer to the question of a step."""
    if a == DONE:
        return why_not_stop(s, s.path[-1])
    if a == BY_STRATEGIC:
        return why_not_strategic(s)
    if a == BY_RAIL:
        return why_not_rail(s)
    if HEX <= a < HEX + HEXES:
        return why_not_hex(s, a - HEX)
    if UNIT <= a < UNIT + s.pack.unit_count:
        return why_not_join(s, a - UNIT)
    return refusals.NOT_AN_ANSWER


def why_not_hex(s: State, n: int) -> int:
    """[7.1.2] [1.8.4] Only to the next hex, and not over sea or lake."""
    h = s.path[-1]
    edge = s.ways.edge_to[h].get(n, -1)
    if edge < 0:
        return refusals.IMPASSABLE if s.pack.direction(h, n) >= 0 else refusals.NOT_ADJACENT
    return why_not_enter(s, n, edge)


def why_not_enter(s: State, n: int, edge: int) -> int:
    """[7.1.6] [7.1.7] Reasons against entering a hex, in the order a player would check; friends are none."""
    u = s.moving[0]
    side = s.pack.side[u]
    if s.here[1 - side][n]:
        return refusals.ENEMY_IN_HEX
    if not s.scenario.plays[n]:
        return refusals.OUTSIDE_MAP_PART
    if s.pack.zone_28th[n]:
        return refusals.ZONE_OF_28TH
    mode = s.mode
    if mode == RAIL:
        code = why_not_by_rail(s, n, edge)
    else:
        code = why_not_on_foot(s, n, edge, mode, side)
    if code:
        return code
    if may_end_anywhere(s, u, side, n) or can_finish(s, u, n):
        return 0
    return why_not_end(s, n)


def why_not_on_foot(s: State, n: int, edge: int, mode: int, side: int) -> int:
    """[7.1.4] [7.1.8] Points (not for a first hex), mud, supply, and what the kind of move asks."""
    price = step_price(s, edge)
    if price > s.points and not is_first_hex_free(s, mode):
        return refusals.MUD_LIMIT if price <= s.points + points_lost_in_mud(s, mode) else refusals.NOT_ENOUGH_POINTS
    if s.pack.river[edge] and why_not_cross(s, n, edge, mode, side):
        return why_not_cross(s, n, edge, mode, side)
    if mode == STRATEGIC:
        code = why_not_strategic_step(s, n, edge, side)
        if code:
            return code
    return why_not_unsupplied(s, s.path[-1], n)


def why_not_unsupplied(s: State, h: int, n: int) -> int:
    """[4.4.4] Nobody out of supply goes farther from the nearest headquarters, on foot or by rail."""
    for u in s.moving:
        if s.supply[u] == OOS and supply.moves_away_from_hq(s, u, h, n):
            return refusals.FARTHER_FROM_HQ
    return 0


def points_lost_in_mud(s: State, mode: int) -> int:
    """[3.2.2] What those on the march could spend if there were no mud."""
    if s.track[tracks.GROUND] != MUD:
        return 0
    return min([movement.points_in_snow(s, u, mode) - movement.movement_points(s, u, mode) for u in s.moving])


def is_first_hex_free(s: State, mode: int) -> bool:
    """[7.1.8] One hex is always possible in movement and exploitation; [10.3.2] "one hex" in the pocket is one in a
    reaction too."""
    if len(s.path) > 1:
        return False
    return mode in (NORMAL, EXPLOIT) or (mode == REACTION and s.points == 0)


def step_price(s: State, edge: int) -> int:
    """[7.1.4] [7.4] Half points over this side, in this weather, with the bridges there are."""
    weather = weather_number(s.track[tracks.GROUND], s.track[tracks.ICE])
    price = s.ways.price[weather][edge]
    if s.pack.river[edge] and price != s.ways.price_bridged[weather][edge]:
        if radius.is_bridged(s, s.pack.side[s.moving[0]], edge):
            return s.ways.price_bridged[weather][edge]
    return price


def why_not_cross(s: State, n: int, edge: int, mode: int, side: int) -> int:
    """[3.2.2] Mud: no river into contact without a bridge or ferry. [9.2.4] Exploitation: no open major river."""
    if s.pack.bridge[edge] or s.pack.ferry[edge] or radius.is_bridged(s, side, edge):
        return 0
    if s.track[tracks.GROUND] == MUD and s.near[1 - side][n]:
        return refusals.MUD_CROSSING
    if mode == EXPLOIT and radius.barriers(s)[edge]:
        return refusals.RIVER_WITHOUT_BRIDGE
    return 0


# 7.1.10, 7.1.11 Where a march may end -----------------------------------------------------------------------------


def why_not_stop(s: State, h: int) -> int:
    """[7.1.3] A unit that was chosen and did not move may always stay."""
    if len(s.path) == 1:
        return 0
    return why_not_end(s, h)


def may_end_anywhere(s: State, u: int, side: int, n: int) -> bool:
    """The usual case, decided quickly: nothing special about the unit, the hex or the move."""
    return not (
        s.pack.is_hq[u]
        or s.mode == REACTION
        or (side == AXIS and s.pack.row[n] == s.pack.forbidden_row)
        or (side == SOVIET and s.pack.is_last_position[n])
    )


def why_not_end(s: State, h: int) -> int:
    """[7.1.10] [7.1.11] Reasons why a march may not end here."""
    pack = s.pack
    for u in s.moving:
        if pack.is_hq[u] and not radius.has_line(s, pack.side[u], movement.lines_without(s, u), h):
            return refusals.HQ_OUT_OF_SUPPLY
        if pack.is_hq[u] and is_under_way(s, "moves") and approval.why_not_hq_move(s, u, s.path[0], h):
            return refusals.AWAY_FROM_FORTRESS
        if pack.side[u] == AXIS and pack.row[h] == pack.forbidden_row:
            return refusals.MAP_EDGE_ROW
        if pack.armored[u] and pack.side[u] == SOVIET and pack.is_last_position[h] and movement.city_holds_axis(s):
            return refusals.LAST_POSITIONS
        if s.mode == REACTION and not units.fits(s, u, h):
            return refusals.TOO_MANY_UNITS
    if s.mode == REACTION and s.battle is not None and h == s.battle.target:
        return refusals.ENEMY_IN_HEX  # [8.7.6] through the attacked hex, but not to it
    return 0


def can_finish(s: State, u: int, n: int) -> bool:
    """[7.1.10] From this hex on, the march could end lawfully with the points that would be left."""
    if not why_not_end(s, n):
        return True
    if s.mode == RAIL:
        return can_finish_by_rail(s, n)
    edge = s.ways.edge_to[s.path[-1]][n]
    return way_out(s, s.pack.side[u], n, s.points - step_price(s, edge))


def way_out(s: State, side: int, h: int, points: int) -> bool:
    """[7.1.10] Some path within the points leads to a hex where the march may end."""
    for n, edge in s.ways.links[h]:
        price = step_price(s, edge)
        if price > points or s.here[1 - side][n] or not s.scenario.plays[n] or s.pack.zone_28th[n]:
            continue
        if s.pack.river[edge] and why_not_cross(s, n, edge, s.mode, side):
            continue
        if s.mode == STRATEGIC and why_not_strategic_step(s, n, edge, side):
            continue
        if why_not_unsupplied(s, h, n):
            continue
        if not why_not_end(s, n) or way_out(s, side, n, points - price):
            return True
    return False


def can_finish_by_rail(s: State, n: int) -> bool:
    """[7.3.4] A rail move has no length: it can end if some hex further along the line lets it."""
    seen = [*s.path, n]
    ring = [n]
    for h in ring:
        for m, edge in s.ways.links[h]:
            if m in seen or why_not_by_rail(s, m, edge):
                continue
            if not why_not_end(s, m):
                return True
            seen.append(m)
            ring.append(m)
    return False


# 7.1.1 Who comes along --------------------------------------------------------------------------------------------


def why_not_join(s: State, u: int) -> int:
    """[7.1.1] Only from the same hex, before the first step, and headquarters go alone."""
    if u in s.moving or s.where[u] != s.path[-1]:
        return refusals.NOT_IN_SAME_HEX
    if len(s.path) > 1 or s.mode not in (NORMAL, EXPLOIT):
        return refusals.MUST_GO_ON
    if s.pack.is_hq[u] or s.pack.is_hq[s.moving[0]]:
        return refusals.HQ_MOVES_ALONE
    if s.mark[u] & MOVED:
        return refusals.ALREADY_MOVED
    if s.mode == EXPLOIT:
        return movement.why_held(s, u) if s.mark[u] & EXPLOITING else refusals.MAY_NOT_EXPLOIT
    if s.mark[u] & PINNED:
        return movement.why_not_mover(s, UNIT + u)
    if movement.secures_pocket(s, u) and movement.secures_pocket(s, s.moving[0]):
        return refusals.SECURES_POCKET
    if movement.is_rationed(s, u) and s.track[tracks.POCKET_MOVED] + rationed(s) >= movement.POCKET_MOVERS:
        return refusals.POCKET_MAY_NOT_MOVE
    return 0


def rationed(s: State) -> int:
    """[10.3.2] How many of those on the march count towards the three of the pocket."""
    return len([u for u in s.moving if movement.is_rationed(s, u)])


# 7.2 Strategic movement -------------------------------------------------------------------------------------------


def why_not_strategic(s: State) -> int:
    """[7.2.2] Not in mud, not for headquarters, from a hex in radius without an enemy beside it."""
    h = s.path[-1]
    side = s.pack.side[s.moving[0]]
    if s.mode == EXPLOIT:
        return refusals.EXPLOITS_ON_FOOT
    if len(s.path) > 1 or s.mode != NORMAL:
        return refusals.MUST_GO_ON
    if s.track[tracks.GROUND] == MUD:
        return refusals.NO_STRATEGIC_IN_MUD
    if s.pack.is_hq[s.moving[0]]:
        return refusals.NO_STRATEGIC_MOVEMENT
    if s.near[1 - side][h]:
        return refusals.NEXT_TO_ENEMY
    if side == AXIS and s.track[tracks.LIMIT] == LIMIT_STRATEGIC:
        return refusals.HELD_BY_CRISIS
    if not s.pack.road_hex[h] and not may_leave_roads(s):
        return refusals.OFF_ROAD
    for u in s.moving:
        if not radius.is_covered(s, u, h):
            return refusals.OUTSIDE_RADIUS
    return 0


def may_leave_roads(s: State) -> bool:
    """[7.2.2] A support was spent for it in this phase."""
    return bool(local(s, "movement"))


def why_not_strategic_step(s: State, n: int, edge: int, side: int) -> int:
    """[7.2.2] Always in radius, never beside an enemy, off the roads only with a support spent."""
    if s.near[1 - side][n]:
        return refusals.NEXT_TO_ENEMY
    if not s.pack.road[edge] and not may_leave_roads(s):
        return refusals.OFF_ROAD
    for u in s.moving:
        if not radius.is_covered(s, u, n):
            return refusals.OUTSIDE_RADIUS
    return 0


# 7.3 Rail movement ------------------------------------------------------------------------------------------------


def runs_trains(s: State, h: int) -> bool:
    """[7.3.3] No enemy on or beside the hex, no city that the Soviets ever took, and the railway leads to a source.

    The line beyond the move need only be fit for supply: a friend may hold it where an enemy is near (4.1.1).
    """
    if not s.pack.rail_hex[h] or s.here[SOVIET][h] or s.near[SOVIET][h]:
        return False
    if s.pack.settlement[h] >= CITY and s.history[h] & SOVIET_TOOK:
        return False
    return radius.supply_lines(s, AXIS, True)[h] == 1


def why_not_rail(s: State) -> int:
    """[7.3.1] [7.3.2] Axis units on the net, a point for each."""
    if s.mode == EXPLOIT:
        return refusals.EXPLOITS_ON_FOOT
    if len(s.path) > 1 or s.mode != NORMAL:
        return refusals.MUST_GO_ON
    if s.pack.side[s.moving[0]] != AXIS:
        return refusals.NO_RAIL_MOVEMENT
    if s.track[tracks.RAIL] < fare(s):
        return refusals.NO_RAIL_POINTS
    if s.track[tracks.LIMIT] == LIMIT_RAIL:
        return refusals.HELD_BY_CRISIS
    return 0 if runs_trains(s, s.path[-1]) else refusals.NOT_ON_RAIL_LINE


def fare(s: State) -> int:
    """[7.3.2] A rail point for each unit; [17.2.2] on arrival some ride free after a Soviet defeat at Rzhev (6.1.1)."""
    if is_under_way(s, "ride"):
        return len([u for u in s.moving if not mars.rides_free(s, u)])
    return len(s.moving)


def why_not_by_rail(s: State, n: int, edge: int) -> int:
    """[7.3.3] Along the railway only; no train comes back the way it went. [4.4.4] Nor does one lead the unsupplied
    away from their headquarters."""
    if not s.pack.rail[edge] or n in s.path or not runs_trains(s, n):
        return refusals.NOT_ON_RAIL_LINE
    if not s.scenario.plays[n]:
        return refusals.OUTSIDE_MAP_PART
    return why_not_unsupplied(s, edge // 6, n)
