"""Roads, chapters 8.13 and 8.14: advance after combat, reactions, exploitation markers."""

from typing import Final

from kurgan.games.roads import events, refusals
from kurgan.games.roads.answers import DONE, HEXES, UNIT, UNIT_HEX
from kurgan.games.roads.pack.vocabulary import D_DR, D_DR3, GERMAN, SOVIET, WINTERGEWITTER
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.rules.r08_odds import battle_of
from kurgan.games.roads.terms import (
    CLEARED,
    EXPLOIT,
    EXPLOITATION,
    EXPLOITING,
    GIVEN_UP,
    HELD,
    NORMAL,
    OOS_FS,
    REACTION,
    RETREATED,
    SURPRISE_PHASE,
    TAKEN,
    THROWN_BACK,
)
from kurgan.kernel.flow import Ask, Auto, Seq, Step, When, While, tell

ATTACKERS: Final = 1
DEFENDERS: Final = 2
REACTION_RANGE: Final = 2  # R: a unit at most this many hexes away
WHOLE: Final = 2  # half exploitation points of a unit
HALF: Final = 1


def advance_of_defenders() -> Step:
    """[8.13.1] The attacker's result has emptied all his hexes: the defenders may enter them."""
    return Seq("8.13.1", "advance_of_defenders", [
        Auto("8.13.1", "look_for_empty_hexes", look_for_empty_hexes),
        While("8.13.1", "advance", may_advance, Ask(
            "8.13.1", "advance_unit", advance_seat, advance_choices, take_advance,
            why=why_not_advance, space=advance_space, form="advance")),
    ])  # fmt: skip


def enter_empty_hex() -> Step:
    """[8.8.3] The hex is empty after attrition."""
    return Seq("8.8.3", "enter_empty_hex", [
        Auto("8.8.3", "look_for_empty_target", look_after_attrition),
        While("8.8.3", "enter", may_advance, Ask(
            "8.8.3", "enter_hex", advance_seat, advance_choices, take_advance,
            why=why_not_advance, space=advance_space, form="advance")),
    ])  # fmt: skip


def advance_after_combat() -> Step:
    """[8.13.2] The defender's results have emptied the hex."""
    return Seq("8.13.2", "advance_after_combat", [
        Auto("8.13.2", "look_at_target", look_after_results),
        While("8.13.2", "follow", may_advance, Ask(
            "8.13.2", "follow_up", advance_seat, advance_choices, take_advance,
            why=why_not_advance, space=advance_space, form="advance")),
    ])  # fmt: skip


def exploitation_markers() -> Step:
    """[8.14] Step 7: the attacker marks units until his points are used."""
    return When("8.14.1", "exploitation_markers", has_level, Seq("8.14.1", "place_markers", [
        Auto("8.14.2", "count_points", count_points),
        While("8.14.2", "mark_units", has_markable, Ask(
            "8.14.2", "mark_exploiting", combat.attacker_seat, exploit_choices, take_exploit,
            why=why_not_exploit, space=combat.attacker_space, form="exploit")),
    ]))  # fmt: skip


# 8.13 Advance -----------------------------------------------------------------------------------------------------


def is_target_empty(s: State) -> bool:
    """[8.8.3] The target of real attackers holds nobody."""
    b = battle_of(s)
    return bool(b.attackers) and not s.here[0][b.target] and not s.here[1][b.target]


def look_after_attrition(s: State) -> None:
    """[8.8.3] Attrition has emptied the target: attackers may enter it, now and not later."""
    b = battle_of(s)
    b.emptied = int(is_target_empty(s))
    b.advancing = ATTACKERS if b.emptied else 0
    if b.emptied:
        tell(s, "8.8.3", events.HEX_EMPTIED, b.target)


def look_after_results(s: State) -> None:
    """[8.13.2] The results have emptied the target: attackers may enter it."""
    b = battle_of(s)
    b.advancing = ATTACKERS if is_target_empty(s) and not b.emptied else 0
    if b.attackers:
        tell(s, "8.10", events.ATTACK_SETTLED, b.target, fate_of_target(s, b), b.losses_a, b.losses_d)


def fate_of_target(s: State, b: Battle) -> int:
    """[8.13.2] What the results made of the hex that was fought over, before anybody follows into it."""
    if b.captured:
        return TAKEN
    if not losses.alive(s, b.defenders):
        return CLEARED
    if b.fell_back or D_DR <= b.result_d <= D_DR3:
        return GIVEN_UP
    gone = all(s.mark[u] & RETREATED for u in losses.alive(s, b.attackers))
    return THROWN_BACK if gone else HELD


def look_for_empty_hexes(s: State) -> None:
    """[8.13.1] AR or Eng has emptied all hexes of the attackers, those that died where they stood included."""
    b = battle_of(s)
    b.advancing = 0
    if not b.origins or any(s.here[0][h] or s.here[1][h] for h in b.origins):
        return
    b.advancing = DEFENDERS


def may_advance(s: State) -> bool:
    """[8.13] Somebody may still enter."""
    b = battle_of(s)
    return b.advancing > 0 and len(advance_choices(s)) > 1


def advance_seat(s: State) -> int:
    """[8.13.1] [8.13.2] The victorious side."""
    b = battle_of(s)
    return b.side if b.advancing == ATTACKERS else 1 - b.side


def advance_choices(s: State) -> list[int]:
    """[8.13.2] Done, or who enters which hex."""
    b = battle_of(s)
    found: list[int] = []
    goals = [b.target] if b.advancing == ATTACKERS else b.origins
    stack = b.attackers if b.advancing == ATTACKERS else b.defenders
    for u in losses.alive(s, stack):
        for h in goals:
            if is_able_to_enter(s, b, u, h):
                found.append(UNIT_HEX + u * HEXES + h)
    found.sort()
    return [DONE, *found]


def is_able_to_enter(s: State, b: Battle, u: int, h: int) -> bool:
    """[8.13] [9.3.2] Beside the hex, not driven back, with room; in exploitation not over an open major river.

    [4.4.4] Nor does an advance lead an out of supply unit farther from its headquarters.
    """
    edge = s.ways.edge_to[s.where[u]].get(h, -1)
    if edge < 0 or not units.movement_factor(s, u) or not units.fits(s, u, h):
        return False
    if b.advancing == DEFENDERS and s.where[u] != b.target:
        return False  # it has followed already
    if b.advancing == ATTACKERS and s.mark[u] & RETREATED:
        return False  # by AR in this fight; a defender may have come here in an earlier retreat
    if not s.scenario.plays[h] or s.pack.zone_28th[h] or supply.moves_away_from_hq(s, u, s.where[u], h):
        return False
    return not s.pack.river[edge] or may_cross(s, b, u, h, edge)


def may_cross(s: State, b: Battle, u: int, h: int, edge: int) -> bool:
    """[9.3.2] [3.2.2] An advance over a river: not an open major one in exploitation, not into contact in mud, except
    by bridge, pontoon or ferry; the last Soviet positions have no river (19.2.7)."""
    if s.pack.is_last_position[h] or s.pack.is_last_position[s.where[u]]:
        return True
    mode = EXPLOIT if b.phase == EXPLOITATION else NORMAL
    return not steps.why_not_cross(s, h, edge, mode, s.pack.side[u])


def advance_space(s: State) -> list[int]:
    """Every unit of the fight into every hex of it."""
    b = battle_of(s)
    hexes = sorted({b.target, *b.origins})
    return [DONE] + [UNIT_HEX + u * HEXES + h for u in b.attackers + b.defenders for h in hexes]


def why_not_advance(s: State, a: int) -> int:
    return 0 if a in advance_choices(s) else refusals.MAY_NOT_ADVANCE


def take_advance(s: State, a: int) -> None:
    """[8.13] [1.10.1] Into the hex, which changes hands."""
    b = battle_of(s)
    if a == DONE:
        b.advancing = 0
        return
    u, h = divmod(a - UNIT_HEX, HEXES)
    s.place(u, h)
    zone.join_pocket(s, u)
    side = s.pack.side[u]
    tell(s, "8.13", events.UNIT_ADVANCED, u, h)
    if s.pack.is_hq[u] and side == SOVIET:
        momentum.hq_moved(s, u)  # [12.1] however it moves
    if h == b.target:
        b.captured = 1
    units.capture(s, h, side)


# R results --------------------------------------------------------------------------------------------------------


def react_choices(s: State) -> list[int]:
    """[8.7.6] Nobody, or one unit near the hex and out of contact; the rescue is for German armor only.

    Two R results move two units (ruling 16); whom the scenario holds in place does not react either.
    """
    b = battle_of(s)
    rescue_only = b.rescue and b.reacts == 1
    side = 1 - b.side
    found = [DONE]
    if b.target < 0:
        return found
    for u in s.ways.units_of[side]:
        h = s.where[u]
        if h < 0 or s.pack.is_hq[u] or s.near[b.side][h] or s.pack.distance(h, b.target) > REACTION_RANGE:
            continue
        if u == b.reacted or not units.movement_factor(s, u) or is_held_in_pocket(s, u):
            continue
        if movement.why_held_by_scenario(s, u):
            continue
        if rescue_only and not (s.pack.nation[u] == GERMAN and s.pack.armored[u]):
            continue
        found.append(UNIT + u)
    return found


def is_held_in_pocket(s: State, u: int) -> bool:
    """[10.4.3] In the introductory scenario the pocket acts by Ju 52 events only."""
    return s.supply[u] == OOS_FS and s.scenario.number == WINTERGEWITTER


def why_not_react(s: State, a: int) -> int:
    return 0 if a in react_choices(s) else refusals.MAY_NOT_REACT


def take_react(s: State, a: int) -> None:
    """[8.7.6] Half its movement, one point if out of supply; not into the attacked hex."""
    b = battle_of(s)
    b.reacts -= 1
    if a != DONE:
        b.reacted = a - UNIT
        tell(s, "8.7.6", events.REACTION_BEGINS, a - UNIT)
        movement.begin_march(s, a - UNIT, REACTION)


# 8.14 Exploitation markers ----------------------------------------------------------------------------------------


def has_level(s: State) -> bool:
    """[8.14.1] An E of some level came out of the fight; a surprise attack is paid by its later movement instead."""
    b = battle_of(s)
    return b.level > 0 and b.phase != SURPRISE_PHASE


def count_points(s: State) -> None:
    """[8.14.2] One unit for E, two for E2, and so on."""
    b = battle_of(s)
    b.points = b.level * WHOLE


def price_of(s: State, b: Battle, u: int) -> int:
    """[8.14.3] [1.1.5] A half for boxes in an armored attack; a whole division of components together one half."""
    if not b.armored or b.pak or not s.pack.box[u]:
        return WHOLE
    if s.pack.components[u] > 1 and is_division_complete(s, b, u):
        for v in b.attackers:
            if v != u and s.pack.division[v] == s.pack.division[u] and s.mark[v] & EXPLOITING:
                return 0
    return HALF


def is_division_complete(s: State, b: Battle, u: int) -> bool:
    """[1.1.5] All components on the map took part."""
    for v in s.ways.units_of[s.pack.side[u]]:
        if s.pack.division[v] == s.pack.division[u] and s.where[v] >= 0 and v not in b.attackers:
            return False
    return True


def exploit_choices(s: State) -> list[int]:
    """[8.14.1] Done, or an attacker who is not marked and whom the points allow."""
    b = battle_of(s)
    found = [DONE]
    for u in sorted(losses.alive(s, b.attackers)):
        if not s.mark[u] & EXPLOITING and price_of(s, b, u) <= b.points:
            found.append(UNIT + u)
    return found


def has_markable(s: State) -> bool:
    """[8.14.2] Points are left for somebody."""
    b = battle_of(s)
    return b.level > 0 and len(exploit_choices(s)) > 1


def why_not_exploit(s: State, a: int) -> int:
    return 0 if a in exploit_choices(s) else refusals.TOO_FEW_EXPLOITATION_POINTS


def take_exploit(s: State, a: int) -> None:
    """[8.14.2] A marker on the unit."""
    b = battle_of(s)
    if a == DONE:
        b.level = 0
        return
    u = a - UNIT
    b.points -= price_of(s, b, u)
    s.mark[u] |= EXPLOITING
    tell(s, "8.14.2", events.UNIT_EXPLOITS, u)
