"""Roads, chapter 10.4: the air bridge, and the events of the Ju 52 markers.

Markers lie face down on pocket stacks, one a hex: the Soviet side sees where, not which. Events of the movement and
combat phases are asked for at their beginning; those of the defense when a pocket hex is attacked.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, JU, UNIT
from kurgan.games.roads.pack.vocabulary import (
    ANTI_AIRCRAFT,
    AXIS,
    BLIZZARD,
    CLEAR_SKY,
    INFANTRY,
    JU_EVACUATION,
    JU_HUBE,
    JU_LAST_RESERVES,
    JU_MOBILITY,
    JU_RATTENKRIEG,
    JU_SORTIE_1,
    JU_SORTIE_2,
    JU_STACK_RESISTANCE,
    JU_UNIT_RESISTANCE,
    LUFTWAFFE,
    MOUNTAIN,
    SOVIET,
    VVS,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import (
    EVACUATED,
    FULL_STRENGTH,
    IN_SUPPLY,
    J_HAND,
    J_MAP,
    J_OUT,
    J_POOL,
    M_MAP,
    MOBILE,
    OOS_FS,
)
from kurgan.kernel.chance import Chance, Draw
from kurgan.kernel.flow import (
    Ask,
    Auto,
    Roll,
    Seq,
    Step,
    When,
    While,
    call,
    leave,
    local,
    set_local,
    tell,
    tell_some,
)

RESISTANCE: Final = (JU_UNIT_RESISTANCE, JU_STACK_RESISTANCE, JU_RATTENKRIEG)
EVACUATION_TURNS: Final = 2
WINTER_JU52: Final = 1
"""[19.1] Ju 52 a turn in the introductory scenario, without a throw (reconstructed)."""


def air_bridge() -> Step:
    """[10.4.1] [10.4.2] Level first, then Ju 52, which are placed at once; its local: how many are left."""
    return Seq("10.4", "air_bridge", [
        Auto("10.4.2", "lose_airfields", lose_airfields),
        When("10.4.2", "bridge_open", is_bridge_open, Roll("10.4.2", "roll_air_bridge", supports.one_die, take_air)),
        Auto("10.4", "end_of_flights", end_of_flights),
        Auto("19.1", "winter_flights", winter_flights),
        While("10.4.2", "draw_ju52s", may_draw, Seq("10.4.2", "draw_one_ju52", [
            Roll("10.4.2", "draw_ju52", ju_draw, take_ju, secret=True),
            When("10.4.3E", "evacuation_drawn", is_evacuation_drawn, Ask(
                "10.4.3E", "evacuate", manstein.axis, evacuation_choices, take_evacuation,
                why=why_not_evacuation, space=unit_space, form="choose_unit",
            )),
        ])),
        While("10.4.3", "place_ju52s", has_in_hand, Ask(
            "10.4.3", "place_ju52", manstein.axis, place_choices, take_place,
            why=why_not_place, space=hex_space, form="choose_hex", private=True,
        )),
    ])  # fmt: skip


def ju52_moves() -> Step:
    """[10.4.3H] [10.4.3I] [10.4.3J] Mobility and sorties, at the beginning of the Axis movement phase."""
    return When("10.4.3", "ju52_moves", has_flights, Seq("10.4.3", "ju52_movement", [
        While("10.4.3", "play_moves", always, Ask(
            "10.4.3", "play_ju52_move", manstein.axis, move_events, take_move_event,
            why=why_not_move_event, space=ju_space, near=laid, form="play_ju52", private=True,
        )),
    ]))  # fmt: skip


def choose_mobility() -> Step:
    """[10.4.3H] The stack that moves freely: under one of several such markers, the player says which."""
    return Seq("10.4.3H", "choose_mobility", [
        Ask("10.4.3H", "mobility_stack", manstein.axis, mobility_choices, take_mobility,
            why=why_not_sortie, space=hex_space, form="choose_hex"),
    ])  # fmt: skip


def choose_sortie() -> Step:
    """[10.4.3I] [10.4.3J] The stacks that go out. Given: how many."""
    return While("10.4.3I", "choose_sortie", has_sorties, Ask(
        "10.4.3I", "sortie_stack", manstein.axis, sortie_choices, take_sortie,
        why=why_not_sortie, space=hex_space, form="choose_hex",
    ))  # fmt: skip


def ju52_attacks() -> Step:
    """[10.4.3F] Last reserves, at the beginning of the Axis combat phase, one marker after the other."""
    return When("10.4.3F", "ju52_attacks", has_flights, Ask(
        "10.4.3F", "play_ju52_attack", manstein.axis, attack_events, take_attack_event,
        why=why_not_attack_event, space=ju_space, near=laid, form="play_ju52", private=True,
    ))  # fmt: skip


def answer_attack() -> Step:
    """[10.4.3] An attack on a pocket hex: the Axis may play the Ju 52 that lies there, and General Hube."""
    return Seq("10.4.3", "answer_attack", [
        Auto("10.4.3D", "hube_leads", hube_leads),
        While("10.4.3", "ju52_defense", may_answer, Seq("10.4.3", "one_answer", [
            Ask("10.4.3", "play_ju52_defense", manstein.axis, defense_events, take_defense_event,
                why=why_not_defense_event, space=ju_space, near=laid, form="play_ju52", private=True),
            When("10.4.3A", "unit_resists", is_unit_resistance, Ask(
                "10.4.3A", "resisting_unit", manstein.axis, resisting_choices, take_resisting,
                why=why_not_resisting, space=unit_space, form="choose_unit",
            )),
        ])),
    ])  # fmt: skip


def always(s: State) -> bool:
    return True


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def unit_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def ju_space(s: State) -> list[int]:
    return [DONE, *[JU + k for k in range(len(s.pack.ju_title))]]


def laid(s: State) -> list[int]:
    """[10.4.3] Those that lie on the map, which the player knows."""
    kinds = {s.pack.ju_kind[j] for j in range(s.pack.ju_count) if s.ju_place[j] == J_MAP}
    return [DONE, *[JU + k for k in sorted(kinds)]]


def begin_axis_turn(s: State) -> None:
    """[10.4.3] Ju 52 that were not played go back to their pool; the marks of their events end."""
    for j in range(s.pack.ju_count):
        if s.ju_place[j] in (J_HAND, J_MAP):
            s.ju_place[j] = J_POOL
            s.ju_on[j] = -1
    s.track[tracks.SORTIE] = 0
    s.track[tracks.HUBE] = 0
    for u in s.ways.units_of[AXIS]:
        s.mark[u] &= ~(MOBILE | FULL_STRENGTH) & 255


# 10.4.2 The throw -------------------------------------------------------------------------------------------------


def is_in_force(s: State) -> bool:
    """[10.4] [10.4.1] From the turn after the declaration, while the marker lies and nobody in the city is supplied."""
    if (
        not s.scenario.uses_air_bridge
        or s.track[tracks.FORTRESS] < 0
        or s.track[tracks.TURN] <= s.track[tracks.FORTRESS_TURN]
    ):
        return False
    return all(s.supply[u] != IN_SUPPLY for u in fortress.city_units(s))


def has_airfield(s: State) -> bool:
    """[10.4.2] The Axis holds Pitomnik or Gumrak (no throw only if both are lost)."""
    return s.control[s.pack.pitomnik] == AXIS or s.control[s.pack.gumrak] == AXIS


def lose_airfields(s: State) -> None:
    """[10.4.2] Without an airfield the level drops two without a throw."""
    if is_in_force(s) and not has_airfield(s):
        fortress.change_level(s, s.pack.air_lost_airfields)


def is_bridge_open(s: State) -> bool:
    return is_in_force(s) and has_airfield(s)


def air_modifier(s: State) -> int:
    """[10.4] All modifiers, kept between -4 and +2."""
    pack = s.pack
    total = pack.air_vvs * on_map(s, VVS) + pack.air_luftwaffe * on_map(s, LUFTWAFFE)
    if on_map(s, ANTI_AIRCRAFT):
        total += pack.air_anti_aircraft
    if not zone.is_sealed(s):
        total += pack.air_not_sealed
    total += pack.air_goering * s.track[tracks.GOERING] + pack.air_armored_attack * s.track[tracks.AIR_ATTACK]
    total += pack.air_raid * s.track[tracks.RAID]
    if s.track[tracks.SKY] == CLEAR_SKY:
        total += pack.air_clear_sky
    elif s.track[tracks.SKY] == BLIZZARD:
        total += pack.air_blizzard
    if s.control[pack.pitomnik] != AXIS:
        total += pack.air_no_pitomnik
    for h in (pack.morozovsk, pack.tatsinskaya, pack.gumrak):
        if s.control[h] == SOVIET:
            total += pack.air_lost_airfield
    return max(pack.air_lowest, min(pack.air_highest, total))


def on_map(s: State, kind: int) -> int:
    """Markers of a kind that lie on the map."""
    return sum([s.marker_place[m] == M_MAP and s.pack.marker_kind[m] == kind for m in range(s.pack.marker_count)])


def take_air(s: State, die: int) -> None:
    """[10.4.2] The change of level, then the number of Ju 52."""
    modifier = air_modifier(s)
    tell(s, "10.4.2", events.AIR_BRIDGE_ROLLED, die, modifier)
    fortress.change_level(s, s.pack.air_level(die + modifier))
    receive(s, s.pack.air_ju(die + modifier))


def end_of_flights(s: State) -> None:
    """[10.4] What counted for this turn does not count for the next, thrown or not."""
    s.track[tracks.GOERING] = 0
    s.track[tracks.AIR_ATTACK] = 0
    s.track[tracks.RAID] = 0


def receive(s: State, count: int) -> None:
    set_local(s, "air_bridge", count)
    if count:
        tell(s, "10.4.2", events.JU52_RECEIVED, count)


def winter_flights(s: State) -> None:
    """[19.1] The introductory scenario brings one Ju 52 a turn."""
    if not s.scenario.uses_air_bridge and s.track[tracks.FORTRESS] >= 0:
        receive(s, WINTER_JU52)


# Drawing and placing ----------------------------------------------------------------------------------------------


def ju_counts(s: State) -> list[int]:
    counts = [0] * len(s.pack.ju_title)
    for j in range(s.pack.ju_count):
        if s.ju_place[j] == J_POOL:
            counts[s.pack.ju_kind[j]] += 1
    return counts


def may_draw(s: State) -> bool:
    """[10.4.2] Something is owed, the pool is not empty, and the pocket has units."""
    return sum(local(s, "air_bridge")) > 0 and any(ju_counts(s)) and bool(pocket_hexes(s))


def ju_draw(s: State) -> Chance:
    counts = ju_counts(s)
    kinds = [k for k in range(len(counts)) if counts[k]]
    return Draw(kinds, [counts[k] for k in kinds])


def find_ju(s: State, place: int, kind: int) -> int:
    for j in range(s.pack.ju_count):
        if s.ju_place[j] == place and s.pack.ju_kind[j] == kind:
            return j
    return -1


def take_ju(s: State, kind: int) -> None:
    """[10.4.2] One marker in hand, seen by the Axis only."""
    s.ju_place[find_ju(s, J_POOL, kind)] = J_HAND
    (left,) = local(s, "air_bridge")
    set_local(s, "air_bridge", left - 1)
    tell_some(s, supports.seat_mask(AXIS), "10.4.2", events.JU52_DRAWN, kind)


def in_hand(s: State) -> list[int]:
    return [j for j in range(s.pack.ju_count) if s.ju_place[j] == J_HAND]


def has_in_hand(s: State) -> bool:
    return J_HAND in s.ju_place


def pocket_hexes(s: State) -> list[int]:
    """[10.4.3] Hexes with OOS-FS units in the zone."""
    field = zone.zone_field(s)
    supply = bytes(s.supply)  # read faster than the column
    found = {s.where[u] for u in s.ways.units_of[AXIS] if supply[u] == OOS_FS}
    return sorted([h for h in found if field[h]])


def place_choices(s: State) -> list[int]:
    """[10.4.3] One a hex; while there are more markers than hexes the player may let this one go back."""
    taken = {s.ju_on[j] for j in range(s.pack.ju_count) if s.ju_place[j] == J_MAP}
    found = [HEX + h for h in pocket_hexes(s) if h not in taken]
    return [DONE, *found] if len(in_hand(s)) > len(found) else found


def why_not_place(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.JU52_PLACE)


def take_place(s: State, a: int) -> None:
    """[10.4.3] Face down on a stack."""
    j = in_hand(s)[0]
    if a == DONE:
        s.ju_place[j] = J_POOL
        return
    s.ju_place[j] = J_MAP
    s.ju_on[j] = a - HEX
    tell(s, "10.4.3", events.JU52_PLACED, a - HEX)


def use(s: State, j: int) -> None:
    """[10.4.3] Played: back to the pool, or out of the game."""
    kind = s.pack.ju_kind[j]
    tell(s, "10.4.3", events.JU52_PLAYED, kind, s.ju_on[j] if s.ju_on[j] >= 0 else s.track[tracks.FORTRESS])
    s.ju_place[j] = J_OUT if s.pack.ju_removed[kind] else J_POOL
    s.ju_on[j] = -1


def has_flights(s: State) -> bool:
    """[10.4.3] Some Ju 52 lies on the map (which, the Soviet side does not know)."""
    return any(s.ju_place[j] == J_MAP for j in range(s.pack.ju_count))


def kinds_on_map(s: State) -> set[int]:
    return {s.pack.ju_kind[j] for j in range(s.pack.ju_count) if s.ju_place[j] == J_MAP and is_usable(s, j)}


def is_usable(s: State, j: int) -> bool:
    """[10.4.3] OOS-FS units in the zone are still under the marker."""
    return s.ju_on[j] in pocket_hexes(s)


# 10.4.3E Evacuation -----------------------------------------------------------------------------------------------


def is_evacuation_drawn(s: State) -> bool:
    return find_ju(s, J_HAND, JU_EVACUATION) >= 0


def evacuation_choices(s: State) -> list[int]:
    """[10.4.3E] A reduced infantry division in the zone, or nobody."""
    found = [DONE]
    for h in pocket_hexes(s):
        for u in units.units_at(s, h):
            if s.supply[u] == OOS_FS and s.pack.kind[u] in (INFANTRY, MOUNTAIN) and s.steps[u] < s.pack.max_steps[u]:
                found.append(UNIT + u)
    return sorted(found)


def why_not_evacuation(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NOT_TO_EVACUATE)


def take_evacuation(s: State, a: int) -> None:
    """[10.4.3E] It comes back two turns later; a level of 2 to 5 rises by one."""
    use(s, find_ju(s, J_HAND, JU_EVACUATION))
    if a != DONE:
        u = a - UNIT
        steps = s.steps[u]
        supports.unit_gone(s, u)
        units.remove(s, u, EVACUATED)
        s.steps[u] = steps
        s.away[u] = s.track[tracks.TURN] + EVACUATION_TURNS
        tell(s, "10.4.3E", events.UNIT_EVACUATED, u)
    if 2 <= s.track[tracks.FORTRESS_LEVEL] <= 5:
        fortress.change_level(s, 1)


# 10.4.3H to 10.4.3J Movement --------------------------------------------------------------------------------------


def move_events(s: State) -> list[int]:
    """[10.4.3H] [10.4.3I] Mobility, or one sortie a turn; or no more."""
    kinds = kinds_on_map(s)
    found = [DONE]
    if JU_MOBILITY in kinds:
        found.append(JU + JU_MOBILITY)
    if not s.track[tracks.SORTIE]:
        found.extend([JU + k for k in (JU_SORTIE_1, JU_SORTIE_2) if k in kinds])
    return found


def why_not_move_event(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.JU52_NOT_NOW)


def usable(s: State, kind: int) -> list[int]:
    """The markers of a kind that can be played."""
    return [j for j, k in enumerate(s.pack.ju_kind) if k == kind and s.ju_place[j] == J_MAP and is_usable(s, j)]


def take_move_event(s: State, a: int) -> None:
    """[10.4.3H] Units under the marker move freely; [10.4.3I] a sortie chooses its stacks."""
    if a == DONE:
        leave(s, "play_moves")
        return
    kind = a - JU
    if kind == JU_MOBILITY:
        call(s, "choose_mobility")
        return
    use(s, usable(s, kind)[0])
    s.track[tracks.SORTIE] = 1
    fortress.change_level(s, -1)
    call(s, "choose_sortie", 1 if kind == JU_SORTIE_1 else 2)


def mobility_choices(s: State) -> list[int]:
    return sorted([HEX + s.ju_on[j] for j in usable(s, JU_MOBILITY)])


def take_mobility(s: State, a: int) -> None:
    """[10.4.3H] Units under the marker move to their full potential."""
    use(s, next(j for j in usable(s, JU_MOBILITY) if s.ju_on[j] == a - HEX))
    for u in units.units_at(s, a - HEX):
        if s.supply[u] == OOS_FS:
            s.mark[u] |= MOBILE


def has_sorties(s: State) -> bool:
    (left,) = local(s, "choose_sortie")
    return left > 0 and bool(sortie_hexes(s))


def sortie_hexes(s: State) -> list[int]:
    """[10.4.3I] Pocket stacks not yet chosen."""
    return [
        h for h in pocket_hexes(s)
        if any(s.supply[u] == OOS_FS and not s.mark[u] & FULL_STRENGTH for u in units.units_at(s, h))
    ]  # fmt: skip


def sortie_choices(s: State) -> list[int]:
    return [HEX + h for h in sortie_hexes(s)]


def why_not_sortie(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.JU52_PLACE)


def take_sortie(s: State, a: int) -> None:
    """[10.4.3I] The stack moves and attacks at full strength; no other OOS-FS unit acts."""
    (left,) = local(s, "choose_sortie")
    set_local(s, "choose_sortie", left - 1)
    give_full_strength(s, a - HEX)


def give_full_strength(s: State, h: int) -> None:
    for u in units.units_at(s, h):
        if s.supply[u] == OOS_FS:
            s.mark[u] |= FULL_STRENGTH


# 10.4.3F Last reserves --------------------------------------------------------------------------------------------


def attack_events(s: State) -> list[int]:
    """[10.4.3F] Last reserves, not with a sortie; or nothing."""
    if JU_LAST_RESERVES in kinds_on_map(s) and not s.track[tracks.SORTIE]:
        return [DONE, JU + JU_LAST_RESERVES]
    return [DONE]


def why_not_attack_event(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.JU52_NOT_NOW)


def take_attack_event(s: State, a: int) -> None:
    """[10.4.3F] The stack under the marker attacks at full strength; one more level is lost."""
    if a == DONE:
        return
    j = usable(s, JU_LAST_RESERVES)[0]
    give_full_strength(s, s.ju_on[j])
    use(s, j)
    fortress.change_level(s, -1)
    call(s, "ju52_attacks")


# 10.4.3A to 10.4.3D Defense ---------------------------------------------------------------------------------------


def hube_leads(s: State) -> None:
    """[10.4.3D] Once played, General Hube doubles OOS-FS units in the zone in every attack of the turn."""
    b = s.battle
    if s.track[tracks.HUBE] and b is not None and is_pocket_attacked(s):
        b.defense_times = 2


def is_pocket_attacked(s: State) -> bool:
    """[10.4.3] The target holds OOS-FS units, and lies in the zone."""
    b = s.battle
    assert b is not None
    return any(s.supply[u] == OOS_FS for u in b.defenders) and zone.is_in_zone(s, b.target)


def may_answer(s: State) -> bool:
    """[10.4.3] OOS-FS units are attacked and some Ju 52 lies on the map."""
    b = s.battle
    return b is not None and b.side == SOVIET and has_flights(s) and is_pocket_attacked(s)


def defense_events(s: State) -> list[int]:
    """[10.4.3] What lies on the attacked hex, and General Hube wherever he is; with him nothing doubles again."""
    b = s.battle
    assert b is not None
    found = {DONE}
    on_hex = (JU_RATTENKRIEG,) if s.track[tracks.HUBE] else RESISTANCE
    for j in range(s.pack.ju_count):
        if s.ju_place[j] != J_MAP or not is_usable(s, j):
            continue
        kind = s.pack.ju_kind[j]
        if kind == JU_HUBE or (s.ju_on[j] == b.target and kind in on_hex):
            found.add(JU + kind)
    return sorted(found)


def why_not_defense_event(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.JU52_NOT_NOW)


def take_defense_event(s: State, a: int) -> None:
    """[10.4.3B] [10.4.3D] The stack defends doubled; the others ask further."""
    b = s.battle
    assert b is not None
    if a == DONE:
        leave(s, "ju52_defense")
        return
    kind = a - JU
    for j in range(s.pack.ju_count):
        here = s.ju_on[j] == b.target or kind == JU_HUBE
        if s.ju_place[j] == J_MAP and s.pack.ju_kind[j] == kind and here:
            use(s, j)
            break
    if kind == JU_HUBE:
        s.track[tracks.HUBE] = 1
        b.double_unit = -1  # the whole stack is doubled now, nobody in it twice
    if kind in (JU_HUBE, JU_STACK_RESISTANCE):
        b.defense_times = 2
    elif kind == JU_RATTENKRIEG:
        b.rattenkrieg = 1  # [10.4.3C] its die is thrown with the fight
    else:
        set_local(s, "one_answer", 1)  # [10.4.3A] the Axis says who


def is_unit_resistance(s: State) -> bool:
    return bool(local(s, "one_answer"))


def resisting_choices(s: State) -> list[int]:
    """[10.4.3A] One defender under OOS-FS."""
    b = s.battle
    assert b is not None
    return [UNIT + u for u in b.defenders if s.supply[u] == OOS_FS]


def why_not_resisting(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.JU52_NOT_NOW)


def take_resisting(s: State, a: int) -> None:
    """[10.4.3A] Its defense counts twice, after the level."""
    b = s.battle
    assert b is not None
    b.double_unit = a - UNIT
