"""Roads, chapter 10: Fortress Stalingrad: declaration, supply level, securing the pocket, garrison, surrender.

The zone and the sealed pocket are in r10_zone.py, the air bridge and the Ju 52 in r10_ju52.py.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, UNIT, YES
from kurgan.games.roads.pack.vocabulary import ALARM_MARKER, AXIS, GERMAN, SOVIET
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import (
    DISPLACED,
    IN_SUPPLY,
    M_AXIS,
    M_MAP,
    M_PLAYED,
    M_POOL,
    MOBILE,
    OOS,
    OOS_FS,
    PINNED,
    WITHDRAWN,
)
from kurgan.games.roads.terms_high_command import TODO_FORTRESS
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, While, call, local, set_local, tell

PLACING_RADIUS: Final = 2
"""[10.1.2] The marker lies within so many hexes of the city."""
RELIEF_GAIN: Final = 5
"""[10.3.6] Levels gained when a hex of the city is back in supply at the end of an Axis turn."""
NEVER: Final = -2
ONE_TO_ONE: Final = 1
"""Column of 1/1 on the line ... 1/2 = 0, 1/1 = 1 (10.3.3)."""
STACKS_ATTACKED: Final = 2
JAN_I: Final = 6


def stalingrad_supply() -> Step:
    """[10] Relief, declaration, air bridge, surrender; last the Fuehrer judges the city."""
    return Seq("10", "stalingrad_supply", [
        Auto("10.1.4", "relieve_fortress", relieve_fortress),
        When("10.1.1", "may_be_declared", may_declare, Ask(
            "10.1.1", "declare_fortress", manstein.axis, manstein.yes_or_no, take_declare,
            why=why_not_declare, space=manstein.yes_or_no, form="yes_or_no",
        )),
        When("14.2", "after_declaration", supports.has_todo, Call("14.2", "aftermath")),
        Call("10.4", "air_bridge"),
        When("10.3.5", "surrender_due", must_surrender, Call("10.3.5", "surrender")),
        Auto("15.2.1", "judge_stalingrad", approval.judge_stalingrad),
        When("15.3", "after_judgement", supports.has_todo, Call("14.2", "aftermath")),
    ])  # fmt: skip


def place_fortress() -> Step:
    """[10.1.2] Where the marker lies, and what follows."""
    return Seq("10.1.2", "place_fortress", [
        Ask("10.1.2", "place_fortress_marker", manstein.axis, fortress_choices, take_fortress,
            why=why_not_fortress, space=hex_space, form="choose_hex"),
    ])  # fmt: skip


def surrender() -> Step:
    """[10.3.5] Half of the weak units go, chosen by the Axis; then the strong ones are reduced."""
    return Seq("10.3.5", "surrender", [
        Auto("10.3.5", "count_weak", count_weak),
        While("10.3.5", "give_up_weak", has_weak_to_give, Ask(
            "10.3.5", "surrender_unit", manstein.axis, weak_choices, take_weak,
            why=why_not_weak, space=units.all_units, form="choose_unit",
        )),
        Auto("10.3.5", "reduce_strong", reduce_strong),
    ])  # fmt: skip


# 10.1 The marker --------------------------------------------------------------------------------------------------


def city_units(s: State) -> list[int]:
    """Axis combat units in the two hexes of the city."""
    return [
        u for h in s.pack.stalingrad for u in units.units_at(s, h) if s.pack.side[u] == AXIS and s.pack.is_combat[u]
    ]


def relieve_fortress(s: State) -> None:
    """[10.1.4] [16.2.3] A German unit in the city is in supply: the marker goes, and Manstein gains."""
    if s.track[tracks.FORTRESS_TURN] != NEVER and any(s.supply[u] == IN_SUPPLY for u in city_units(s)):
        manstein.move_manstein(s, 1, "16.2.3")
    if s.track[tracks.FORTRESS] < 0:
        return
    if any(s.supply[u] == IN_SUPPLY and s.pack.nation[u] == GERMAN for u in city_units(s)):
        lift_fortress(s)


def lift_fortress(s: State) -> None:
    """[10.1.4] The marker leaves the map; units still cut off are plainly out of supply."""
    s.set_fortress(-1)
    tell(s, "10.1.4", events.FORTRESS_LIFTED)
    for u in s.ways.units_of[AXIS]:
        if s.supply[u] == OOS_FS:
            s.supply[u] = OOS


def may_declare(s: State) -> bool:
    """[10.1.1] Both hexes of the city are occupied by Germans, and those are out of supply."""
    if s.track[tracks.FORTRESS] >= 0:
        return False
    for h in s.pack.stalingrad:
        germans = [u for u in units.units_at(s, h) if s.pack.nation[u] == GERMAN]
        if not germans or any(s.supply[u] == IN_SUPPLY for u in germans):
            return False
    return True


def why_not_declare(s: State, a: int) -> int:
    return 0 if a in (DONE, YES) else refusals.MUST_CHOOSE


def take_declare(s: State, a: int) -> None:
    """[10.1.1] Declared, or not this turn."""
    if a == YES:
        call(s, "place_fortress")


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def fortress_choices(s: State) -> list[int]:
    """[10.1.2] Within two hexes of the city, no enemies in it."""
    found: list[int] = []
    for h in range(s.pack.hex_count):
        if s.scenario.plays[h] and not s.here[SOVIET][h]:
            if units.nearest_distance(s, h, s.pack.stalingrad) <= PLACING_RADIUS:
                found.append(HEX + h)
    return found


def why_not_fortress(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.FORTRESS_PLACE)


def take_fortress(s: State, a: int) -> None:
    """[10.1.2] [10.1.3] [10.2.1] [10.3.1] Marker, level, lost headquarters, alarm units, success."""
    first_time = s.track[tracks.FORTRESS_TURN] == NEVER
    s.set_fortress(a - HEX)
    s.track[tracks.FORTRESS_TURN] = s.track[tracks.TURN]
    tell(s, "10.1.1", events.FORTRESS_DECLARED, a - HEX)
    set_level(s, s.pack.fs_initial if zone.is_sealed(s) else s.pack.fs_initial_open)
    pocket = zone.zone_field(s)
    for u in s.ways.units_of[AXIS]:
        if s.where[u] >= 0 and s.supply[u] == OOS and pocket[s.where[u]]:
            s.supply[u] = OOS_FS
    lose_sixth_army(s)
    for m in supports.markers_in(s, M_POOL, AXIS):
        if s.pack.marker_kind[m] == ALARM_MARKER:
            s.lay(m, M_AXIS)
    if first_time:
        superiority.major_success(s)


def lose_sixth_army(s: State) -> None:
    """[10.1.2] [15.2.1] The headquarters of the 6th Army is gone for good if it was still in play."""
    q = s.pack.hq_6a
    if s.where[q] >= 0 or s.where[q] == DISPLACED:
        approval.hq_eliminated(s, q)
        units.remove(s, q, WITHDRAWN)


def captured(s: State, h: int) -> None:
    """[10.1.5] The marker's hex is lost: it moves at once to the nearest friendly unit nearer to the city.

    Of several as near the Axis player chooses one, at the next place where he can be asked.
    """
    if s.track[tracks.FORTRESS] != h or s.control[h] == AXIS or TODO_FORTRESS in s.todo:
        return
    places = refuges(s)
    if len(places) > 1:
        s.todo.append(TODO_FORTRESS)
    else:
        move_marker(s, places[0] if places else -1)


def refuges(s: State) -> list[int]:
    """[10.1.5] The nearest hexes with Axis units (1.1.2: a headquarters is one) nearer to the city than the marker."""
    marker = s.track[tracks.FORTRESS]
    far = max(units.nearest_distance(s, marker, s.pack.stalingrad), 1)
    held = [n for n in range(s.pack.hex_count) if s.here[AXIS][n]]
    nearer = [n for n in held if units.nearest_distance(s, n, s.pack.stalingrad) < far]
    return [n for n in nearer if s.pack.distance(marker, n) == units.nearest_distance(s, marker, nearer)]


def move_marker(s: State, h: int) -> None:
    """[10.1.5] To its new hex; without one it leaves the map."""
    if h < 0:
        lift_fortress(s)
        return
    s.set_fortress(h)
    tell(s, "10.1.5", events.FORTRESS_MOVED, h)


def is_marker_lost(s: State) -> bool:
    """[10.1.5] The next question is where the marker goes."""
    return bool(s.todo) and s.todo[0] == TODO_FORTRESS


def refuge_choices(s: State) -> list[int]:
    """[10.1.5] Nobody may be left by the time of the question."""
    return [HEX + h for h in refuges(s)] or [DONE]


def why_not_refuge(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_REFUGE)


def take_refuge(s: State, a: int) -> None:
    """[10.1.5] The hex of the Axis player's choice."""
    s.todo.pop(0)
    move_marker(s, -1 if a == DONE else a - HEX)


# 10.2.4 Securing the pocket ---------------------------------------------------------------------------------------


def touches_pocket(s: State, h: int) -> bool:
    """[10.2.4] An OOS-FS unit stands beside this hex."""
    for n in s.pack.neighbours[h]:
        if s.here[AXIS][n] and any(s.supply[u] == OOS_FS for u in units.units_at(s, n)):
            return True
    return False


def secure_pocket(s: State) -> None:
    """[10.2.4] Stacks of one or two beside the pocket stand fast; of three one may leave (marked MOBILE). [1.1.2] A
    headquarters is a unit: it stands fast too, and makes a stack of two one of three.

    Not if a securing unit was attacked in the last Axis turn and the pocket is no longer sealed.
    """
    for u in s.ways.units_of[SOVIET]:
        s.mark[u] &= ~MOBILE & 255
    if s.track[tracks.FORTRESS] < 0 or (s.track[tracks.RING_ATTACKED] and not zone.is_sealed(s)):
        return
    for h in range(s.pack.hex_count):
        if not s.here[SOVIET][h] or not touches_pocket(s, h):
            continue
        stack = units.units_at(s, h)
        for u in stack:
            s.mark[u] |= MOBILE if len(stack) >= s.pack.stack_limit else PINNED


# 10.3 Supply level ------------------------------------------------------------------------------------------------


def set_level(s: State, level: int) -> None:
    """[10.3.1] [10.3.4] Between 1 and 11."""
    level = max(1, min(s.pack.fs_top, level))
    if level != s.track[tracks.FORTRESS_LEVEL]:
        s.track[tracks.FORTRESS_LEVEL] = level
        tell(s, "10.3.1", events.FORTRESS_LEVEL, level)


def change_level(s: State, change: int) -> None:
    """[10.3.3] The level rises or falls while the marker is on the map."""
    if s.track[tracks.FORTRESS] >= 0 and change:
        set_level(s, s.track[tracks.FORTRESS_LEVEL] + change)


def note_attack(s: State, b: Battle) -> None:
    """[10.3.3] [10.2.4] [5.5.7] What this attack means for the pocket and for Stalin, once its odds are known."""
    if b.side == SOVIET:
        if b.oos_fs and b.column >= ONE_TO_ONE and s.track[tracks.POCKET_FIRST] != 1 + b.target:
            s.track[tracks.POCKET_FIRST] = s.track[tracks.POCKET_FIRST] or 1 + b.target
            s.track[tracks.POCKET_ATTACKED] += 1
        if s.track[tracks.STALIN] == 1:
            covered = any(offensives.om_covers(s, om, b.target) for om in offensives.MARKERS)
            s.track[tracks.STALIN] = 0 if covered else 2
        return
    if any(s.supply[u] == OOS_FS for u in b.attackers):
        s.track[tracks.POCKET_FOUGHT] = 1
    if touches_pocket(s, b.target):
        s.track[tracks.RING_ATTACKED] = 1


def is_city_relieved(s: State) -> bool:
    """[10.3.6] [10.3.7] An Axis unit in the city could trace supply now."""
    here = city_units(s)
    if not here:
        return False
    cut = supply.units_without_supply(s, AXIS)
    return any(u not in cut for u in here)


def end_soviet_level(s: State) -> None:
    """[10.3.3] [10.3.6] [10.3.7] [16.2.3] The level, and Manstein's credit, at the end of a Soviet turn."""
    if s.track[tracks.FORTRESS] >= 0:
        if s.track[tracks.POCKET_ATTACKED] >= STACKS_ATTACKED:
            change_level(s, -1)
        if not zone.is_sealed(s):
            change_level(s, 1)
            if not s.track[tracks.RELIEVED]:
                s.track[tracks.RELIEVED] = 1
                manstein.move_manstein(s, 1, "16.2.3")
        if is_city_relieved(s):
            set_level(s, s.pack.fs_top)
    s.track[tracks.POCKET_ATTACKED] = 0
    s.track[tracks.POCKET_FIRST] = 0
    s.track[tracks.RING_ATTACKED] = 0


def end_axis_level(s: State) -> None:
    """[10.3.3] [10.3.6] [16.3.1] The level, and what Wintergewitter earned, at the end of an Axis turn."""
    if s.track[tracks.FORTRESS] < 0:
        return
    if s.track[tracks.POCKET_FOUGHT]:
        change_level(s, -1)
    if is_city_relieved(s):
        change_level(s, RELIEF_GAIN)
    if s.track[tracks.WINTERGEWITTER] == 1 and s.track[tracks.TURN] < JAN_I and not zone.is_sealed(s):
        s.track[tracks.WINTERGEWITTER] = 2
        manstein.move_manstein(s, 1, "16.3.1")


# 10.2.6 Garrison --------------------------------------------------------------------------------------------------


def check_garrison(s: State) -> None:
    """[10.2.6] From the turn after the declaration: enough divisions near the marker, or all supports are lost,
    those on the map too."""
    s.track[tracks.GARRISON_FAILED] = 0
    if s.track[tracks.TURN] <= s.track[tracks.FORTRESS_TURN]:
        return
    needed = garrison_needed(s)
    present = garrison(s) if needed else 0
    if present >= needed:
        return
    tell(s, "10.2.6", events.GARRISON_SHORT, present, needed)
    s.track[tracks.GARRISON_FAILED] = 1
    count = 0
    for place in (*supports.SOVIET_BOXES, M_MAP, M_PLAYED):
        for m in supports.markers_in(s, place, SOVIET):
            supports.to_pool(s, m)
            count += 1
    if count:
        tell(s, "10.2.6", events.SUPPORTS_RETURNED, SOVIET, count)


def garrison_needed(s: State) -> int:
    """[10.2.6] More for both hexes of the city than for one; none without the marker or the city."""
    held = sum([s.control[h] == AXIS for h in s.pack.stalingrad])
    if s.track[tracks.FORTRESS] < 0 or not held:
        return 0
    return s.pack.garrison_both if held == 2 else s.pack.garrison_one


def garrison(s: State) -> int:
    """[10.2.6] Soviet divisions and corps within four hexes of the marker."""
    marker = s.track[tracks.FORTRESS]
    held = [h for h in range(s.pack.hex_count) if s.here[SOVIET][h]]
    near = [h for h in held if s.pack.distance(h, marker) <= s.pack.garrison_radius]
    return sum([s.pack.is_combat[u] for h in near for u in units.units_at(s, h)])


# 10.3.5 Surrender -------------------------------------------------------------------------------------------------


def must_surrender(s: State) -> bool:
    """[10.3.5] Level 1 at the end of the phase, both airfields of the pocket Soviet."""
    if s.track[tracks.FORTRESS] < 0 or s.track[tracks.FORTRESS_LEVEL] > s.pack.fs_surrender:
        return False
    return s.control[s.pack.pitomnik] == SOVIET and s.control[s.pack.gumrak] == SOVIET


def weak_units(s: State) -> list[int]:
    """[10.3.5] OOS-FS units with one step left."""
    return [u for u in s.ways.units_of[AXIS] if s.supply[u] == OOS_FS and s.steps[u] == 1]


def count_weak(s: State) -> None:
    """[10.3.5] Half of them, rounded up; the strong ones are noted before they become weak."""
    left = units.half(len(weak_units(s)))
    set_local(s, "surrender", left)
    tell(s, "10.3.5", events.SURRENDER, left)
    for u in s.ways.units_of[AXIS]:
        if s.supply[u] == OOS_FS and s.steps[u] == 2:
            s.mark[u] |= PINNED


def has_weak_to_give(s: State) -> bool:
    (left,) = local(s, "surrender")
    return left > 0 and bool(weak_units(s))


def weak_choices(s: State) -> list[int]:
    return [UNIT + u for u in weak_units(s)]


def why_not_weak(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NOT_WEAK)


def take_weak(s: State, a: int) -> None:
    """[10.3.5] Gone, and no Kampfgruppe remains."""
    (left,) = local(s, "surrender")
    set_local(s, "surrender", left - 1)
    units.lose_step(s, a - UNIT, "10.3.5")


def reduce_strong(s: State) -> None:
    """[10.3.5] Full-strength units of the pocket lose a step."""
    for u in s.ways.units_of[AXIS]:
        if s.mark[u] & PINNED:
            s.mark[u] &= ~PINNED & 255
            if s.supply[u] == OOS_FS and s.steps[u] == 2:
                units.lose_step(s, u, "10.3.5")
