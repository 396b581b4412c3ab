"""Roads, chapter 5.5: what support markers do outside a fight.

The descriptions of the markers were on a player aid that is lost; what is marked reconstructed is ours and stands in
docs/decisions. Inside a fight markers work by r05_combat.py.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES
from kurgan.games.roads.pack.vocabulary import (
    AIRFIELD_RAID,
    ALARM_MARKER,
    ALERT_BATTALION,
    ANTI_AIRCRAFT,
    AXIS,
    BRANDENBURGERS,
    GOERING,
    JU_SUPPORT,
    LUFTWAFFE,
    MAJOR,
    MAJOR_FROZEN,
    MINOR_FROZEN,
    MUD,
    PARTISANS,
    RESERVES,
    SOVIET,
    SURPRISE_ATTACK,
    SURRENDER,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.terms import (
    IN_SUPPLY,
    J_MAP,
    J_POOL,
    M_MAP,
    M_PLAYED,
    NORMAL,
    OOS,
    OOS_FS,
    PINNED,
    SURPRISE,
    SURPRISE_PHASE,
)
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, local, set_local, tell

STORMING: Final = PINNED
"""Bit of the units in the present surprise attack; movement, where it means something else, begins later."""
SCREEN: Final = 2
"""Hexes in which the anti-aircraft battery and the Brandenburgers work (reconstructed)."""
PARTISAN_COST: Final = 2
"""Rail points that partisans cost (reconstructed)."""


def surprise_attack() -> Step:
    """[5.5.7] A stack may step into a neighbouring hex, however full, attacks, and moves normally later.

    Given: where it starts, and where it stands.
    """
    return Seq("5.5.7", "surprise_attack", [
        Ask("5.5.7", "surprise_step", supply.phasing, step_choices, take_step,
            why=why_not_step, space=hex_space, form="choose_hex"),
        Ask("5.5.7", "surprise_target", supply.phasing, target_choices, take_target,
            why=why_not_target, space=hex_space),
        Call("8.2.1", "attack"),
        Auto("5.5.7", "end_surprise", end_surprise),
    ])  # fmt: skip


# Dispatch ---------------------------------------------------------------------------------------------------------


def marker_in_hand(s: State) -> int:
    """[5.5.1] The marker about to be played, -1 for none."""
    chosen = local(s, "deploy_one")
    return chosen[0] if chosen else -1


def kind_in_hand(s: State) -> int:
    """The kind of the marker about to be played, -1 for none."""
    m = marker_in_hand(s)
    return s.pack.marker_kind[m] if m >= 0 else -1


def is_surprise(s: State) -> bool:
    """[5.5.7] A surprise attack was placed and not foiled."""
    m = marker_in_hand(s)
    return kind_in_hand(s) == SURPRISE_ATTACK and s.marker_place[m] == M_MAP


def is_reserves(s: State) -> bool:
    """[13.1.1] Units are released by a Reserves marker (reconstructed)."""
    return kind_in_hand(s) == RESERVES


def needs_die(s: State) -> bool:
    """[5.5.1] Surrender and Airfield Raid are thrown for."""
    return kind_in_hand(s) in (SURRENDER, AIRFIELD_RAID)


def play_without_target(s: State, m: int) -> None:
    """[5.5.1] Reserves, Partisans and Goering need no place."""
    kind = s.pack.marker_kind[m]
    s.lay(m, M_PLAYED)
    if kind == PARTISANS:
        s.track[tracks.PARTISANS] += PARTISAN_COST
        tell(s, "7.3.1", events.RAIL_POINTS_CUT, PARTISAN_COST)
    elif kind == GOERING:
        s.track[tracks.GOERING] = 1  # [10.4] counts for the next throw of the air bridge


def play_at(s: State, m: int, h: int) -> None:
    """[5.5.1] What happens at once when a marker is put on a hex."""
    kind = s.pack.marker_kind[m]
    if kind == SURPRISE_ATTACK:
        begin_surprise(s, m, h)
    elif kind == ANTI_AIRCRAFT:
        s.track[tracks.AA_USED] = 0
        drive_off_planes(s)
    elif kind == LUFTWAFFE:
        drive_off_planes(s)
    elif kind in (ALARM_MARKER, ALERT_BATTALION):
        raise_alarm(s, m, h)
    elif kind == BRANDENBURGERS:
        destroy_pontoon(s, m, h)


def take_event_die(s: State, die: int) -> None:
    """[5.5.1] Up to the chance of the marker the event succeeds (reconstructed)."""
    m = marker_in_hand(s)
    kind = s.pack.marker_kind[m]
    h = s.marker_on[m]
    s.lay(m, M_PLAYED)
    tell(s, "5.5.1", events.EVENT_ROLLED, kind, die)
    if die > s.pack.support_chance[kind]:
        return
    if kind == AIRFIELD_RAID:
        s.track[tracks.RAID] = 1
        tell(s, "10.4", events.AIRFIELD_RAIDED, h)
    else:
        tell(s, "10.2.3", events.STACK_SURRENDERED, h)
        for u in units.units_at(s, h):
            if s.supply[u] == OOS:
                units.lose_step(s, u, "5.5.1")


# Surrender --------------------------------------------------------------------------------------------------------


def surrender_hexes(s: State) -> list[int]:
    """[10.2.3] Axis stacks out of supply beside a Soviet unit; OOS-FS units are not affected."""
    found: set[int] = set()
    for u in s.ways.units_of[AXIS]:
        h = s.where[u]
        if h >= 0 and s.supply[u] == OOS and s.near[SOVIET][h]:
            found.add(h)
    return sorted(found)


# Aircraft and guns against them -----------------------------------------------------------------------------------


def drive_off_planes(s: State) -> None:
    """[5.5.1] The anti-aircraft battery drives off one Luftwaffe marker within two hexes (reconstructed)."""
    battery = supports.find(s, M_MAP, ANTI_AIRCRAFT)
    if battery < 0 or s.track[tracks.AA_USED]:
        return
    for m in range(s.pack.marker_count):
        if s.pack.marker_kind[m] == LUFTWAFFE and s.marker_place[m] == M_MAP:
            if s.pack.distance(s.marker_on[m], s.marker_on[battery]) <= SCREEN:
                tell(s, "5.5.1", events.PLANES_DRIVEN_OFF, s.marker_on[m])
                s.lay(m, M_PLAYED)
                s.track[tracks.AA_USED] = 1
                return


# Alarm units ------------------------------------------------------------------------------------------------------


def spare_alarm_unit(s: State, kind: int) -> int:
    """[5.5.1] A counter that this marker can place, -1 if all are on the map."""
    pack = s.pack
    counters = pack.alarm_units if kind == ALARM_MARKER else pack.alert_units
    for u in counters:
        if s.where[u] < 0:
            return u
    return -1


def raise_alarm(s: State, m: int, h: int) -> None:
    """[5.5.1] A small unit appears; the marker stays out of the pool as long as it lives."""
    u = spare_alarm_unit(s, s.pack.marker_kind[m])
    if s.pack.marker_kind[m] == ALERT_BATTALION and is_pocket_hex(s, h):
        use_ju_support(s)
    s.steps[u] = s.pack.max_steps[u]
    units.put(s, u, h, "5.5.1")
    s.supply[u] = IN_SUPPLY
    if not supply.is_supplied_now(s, u):
        s.supply[u] = OOS_FS if is_pocket_hex(s, h) else OOS
    s.lay(m, M_MAP, u)
    tell(s, "5.5.1", events.ALARM_RAISED, u, h)


def is_pocket_hex(s: State, h: int) -> bool:
    """[10.2.2] Under the fortress marker's influence."""
    return s.track[tracks.FORTRESS] >= 0 and zone.is_in_zone(s, h)


def use_ju_support(s: State) -> None:
    """[10.4.3G] The Ju 52 that brought the support goes back to its pool."""
    j = ju_with_support(s)
    if j >= 0:
        tell(s, "10.4.3G", events.JU52_PLAYED, JU_SUPPORT, s.ju_on[j])
        s.ju_place[j] = J_POOL
        s.ju_on[j] = -1


def ju_with_support(s: State) -> int:
    """[10.4.3] [10.4.3G] The Ju 52 that can bring a support: on OOS-FS units in the zone; -1 if there is none."""
    for j in range(s.pack.ju_count):
        if s.ju_place[j] == J_MAP and s.pack.ju_kind[j] == JU_SUPPORT and is_pocket_hex(s, s.ju_on[j]):
            if any(s.supply[u] == OOS_FS for u in units.units_at(s, s.ju_on[j])):
                return j
    return -1


# Brandenburgers ---------------------------------------------------------------------------------------------------


def destroy_pontoon(s: State, m: int, h: int) -> None:
    """[5.5.1] A pontoon within two hexes is destroyed; if there is none they lie in wait for a surprise attack
    (reconstructed)."""
    for q in s.pack.hqs_of[SOVIET]:
        if s.pontoon[q] and s.where[q] >= 0 and s.pack.distance(h, s.where[q]) <= SCREEN:
            s.bridge(q, 0)
            s.lay(m, M_PLAYED)
            tell(s, "5.5.1", events.PONTOON_DESTROYED, q)
            return


def foil_surprise(s: State, h: int) -> bool:
    """[5.5.1] Brandenburgers within two hexes cancel a surprise attack once (reconstructed)."""
    m = supports.find(s, M_MAP, BRANDENBURGERS)
    if m < 0 or s.pack.distance(s.marker_on[m], h) > SCREEN:
        return False
    s.lay(m, M_PLAYED)
    return True


# 5.5.7 Surprise attack --------------------------------------------------------------------------------------------


def surprise_starts(s: State) -> list[int]:
    """[5.5.7] Stacks that could attack from where they stand or from a neighbouring hex."""
    found: list[int] = []
    for h in range(s.pack.hex_count):
        if s.here[SOVIET][h] and not s.pack.is_last_position[h]:
            troops = storm_troops(s, h)
            if troops and (attack_targets(s, h) or step_hexes(s, h)):
                found.append(h)
    return found


def storm_troops(s: State, h: int) -> list[int]:
    """[5.5.7] Units that would lie under the marker: all that can attack and have not done so in surprise."""
    return [
        u
        for u in units.units_at(s, h)
        if s.pack.is_combat[u] and not s.mark[u] & SURPRISE and units.attack_factor(s, u) > 0
    ]


def step_hexes(s: State, h: int) -> list[int]:
    """[5.5.7] Neighbouring hexes held by friends, or empty and not behind an open river, from which they could attack.

    The step is a move of one hex: [3.2.2] no river in mud without a bridge, and nobody whom a rule holds (4.4.4, 19).
    [19.2.7] The marker does not go into the last positions.
    """
    found: list[int] = []
    troops = storm_troops(s, h)
    if any(movement.why_held_by_scenario(s, u) for u in troops):
        return []
    for n, edge in s.ways.links[h]:
        if not s.scenario.plays[n] or s.here[AXIS][n] or s.pack.zone_28th[n] or s.pack.is_last_position[n]:
            continue
        if s.pack.river[edge] and steps.why_not_cross(s, n, edge, NORMAL, SOVIET):
            continue
        if not s.here[SOVIET][n] and is_open_river(s, edge):
            continue
        if attack_targets(s, n) and not any(supply.moves_away_from_hq(s, u, h, n) for u in troops):
            found.append(n)
    return found


def is_open_river(s: State, edge: int) -> bool:
    """[3.4] [7.4] A river that is neither frozen nor bridged (a ferry carries over too)."""
    kind = s.pack.river[edge]
    if not kind or s.pack.bridge[edge] or s.pack.ferry[edge] or radius.is_bridged(s, SOVIET, edge):
        return False
    return s.track[tracks.GROUND] == MUD or s.track[tracks.ICE] < (MAJOR_FROZEN if kind == MAJOR else MINOR_FROZEN)


def attack_targets(s: State, h: int) -> list[int]:
    """[8.1.1] [3.2.2] Enemy hexes that can be attacked from a hex."""
    found: list[int] = []
    for n, edge in s.ways.links[h]:
        if s.here[AXIS][n] and s.scenario.plays[n]:
            if s.track[tracks.GROUND] != MUD or not combat.why_not_in_mud(s, edge):
                found.append(n)
    return found


def storming(s: State) -> list[int]:
    """[5.5.7] The units under the marker of the present surprise attack."""
    return [u for u in s.ways.units_of[SOVIET] if s.mark[u] & STORMING and s.where[u] >= 0]


def begin_surprise(s: State, m: int, h: int) -> None:
    """[5.5.7] The stack lies under the marker; Brandenburgers near by may foil it."""
    if foil_surprise(s, h):
        tell(s, "5.5.1", events.SURPRISE_CANCELLED, h)
        s.lay(m, M_PLAYED)
        return
    for u in storm_troops(s, h):
        s.mark[u] |= SURPRISE | STORMING


def surprise_start(s: State) -> tuple[int, ...]:
    """[5.5.7] Where the marker lies: there they start, and there they stand before they step."""
    h = s.marker_on[marker_in_hand(s)]
    return (h, h)


def step_choices(s: State) -> list[int]:
    """[5.5.7] Attack from here, or step into a neighbouring hex first."""
    h, _ = local(s, "surprise_attack")
    stay = [DONE] if attack_targets(s, h) else []
    return stay + [HEX + n for n in step_hexes(s, h)]


def why_not_step(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_PLACE_FOR_IT)


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def take_step(s: State, a: int) -> None:
    """[5.5.7] They step forward, even into a full hex."""
    if a == DONE:
        return
    h, _ = local(s, "surprise_attack")
    for u in storming(s):
        s.place(u, a - HEX)
        tell(s, "5.5.7", events.UNIT_MOVED, u, h, a - HEX)
    units.capture(s, a - HEX, SOVIET)
    set_local(s, "surprise_attack", h, a - HEX)


def target_choices(s: State) -> list[int]:
    """[5.5.7] The hex that is surprised."""
    _, h = local(s, "surprise_attack")
    return [HEX + n for n in attack_targets(s, h)]


def why_not_target(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_ENEMY_THERE)


def take_target(s: State, a: int) -> None:
    """[5.5.7] All units under the marker attack it."""
    _, h = local(s, "surprise_attack")
    tell(s, "5.5.7", events.SURPRISE_MADE, h, a - HEX)
    combat.begin_attack(s, a - HEX, storming(s), SURPRISE_PHASE)


def end_surprise(s: State) -> None:
    """[5.5.7] [1.11.2] Who did not advance and stands too many in the hex steps back to where it came from."""
    start, h = local(s, "surprise_attack")
    for u in reversed(storming(s)):
        if s.where[u] == h != start and units.is_overstacked(s, h) and not s.here[AXIS][start]:
            s.place(u, start)
            tell(s, "5.5.7", events.STEPPED_BACK, start)
    for u in s.ways.units_of[SOVIET]:
        s.mark[u] &= ~STORMING & 255
