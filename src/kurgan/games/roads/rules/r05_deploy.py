"""Roads, chapter 5.5: support markers are deployed, first the early kinds, then the others.

A marker is named with its box, then what it is played on. Which hexes or units are open to a kind is one function a
kind of target; a marker that has no target cannot be played. Events of markers are in r05_events.py.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import BOX_RADIX, DONE, HEX, HEXES, KINDS_RADIX, PLAY, RETURN, TRANSFER, UNIT
from kurgan.games.roads.pack.vocabulary import (
    AIRFIELD_RAID,
    ALARM_MARKER,
    ALERT_BATTALION,
    ANTI_AIRCRAFT,
    AXIS,
    BLIZZARD,
    BRANDENBURGERS,
    BREAKTHROUGH,
    CITY,
    CLASS_AIR,
    CLASS_SHORTAGE,
    GERMAN,
    GOERING,
    LUFTWAFFE,
    MASKIROVKA,
    PAK_88,
    PARTISANS,
    RESERVES,
    SOVIET,
    SURPRISE_ATTACK,
    SURRENDER,
    TANK_BRIGADE,
    TIGER,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_events as support_events
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.rules import r13_stavka as stavka
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MAP, M_MINOR_A, M_MINOR_B, M_STAVKA, OOS_FS, SURPRISE
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, While, leave, local, set_local, tell

EARLY_KINDS: Final = (SURPRISE_ATTACK, TANK_BRIGADE, LUFTWAFFE)
RAID_RADIUS: Final = 3
"""An armored unit this near to an airfield may raid it (reconstructed)."""


def deploy_supports() -> Step:
    """[5.5.7] Surprise Attack, Tank Brigade and Luftwaffe first, then all others."""
    return Seq("5.5.7", "deploy_supports", [
        Auto("5.5.7", "begin_early", begin_early),
        Seq("5.5.7", "deploy_first", [Call("5.5.7", "deploy", given=early)]),
        Seq("5.5.7", "deploy_then", [Call("5.5.7", "deploy", given=late)]),
    ])  # fmt: skip


def deploy() -> Step:
    """[5.5.1] One marker after the other, until the player is done. Given: whether it is the step of the late kinds.

    The marker in hand is a local of ``deploy_one``.
    """
    return While("5.5.1", "deploy", always, Seq("5.5.1", "deploy_one", [
        Ask("5.5.1", "play_support", supply.phasing, play_choices, take_play,
            why=why_not_play, space=play_space, near=in_boxes, private=True),
        When("5.5.1", "aim", needs_target, Ask(
            "5.5.1", "aim_support", supply.phasing, aim_choices, take_aim,
            why=why_not_aim, space=aim_space, form="support_unit",
        )),
        When("4.5.2", "pay_second", owes_second, Ask(
            "4.5.2", "spend_second", supply.phasing, second_choices, take_second,
            why=why_not_second, space=supports.box_space, form="spend_from_box", private=True,
        )),
        When("5.5.1", "throw_for_event", support_events.needs_die, Roll(
            "5.5.1", "roll_event", supports.one_die, support_events.take_event_die,
        )),
        When("5.5.7", "surprise", support_events.is_surprise, Call(
            "5.5.7", "surprise_attack", given=support_events.surprise_start,
        )),
        When("13.1.1", "reserves", support_events.is_reserves, Call("13.1.1", "reserve_release")),
    ]))  # fmt: skip


def always(s: State) -> bool:
    return True


def begin_early(s: State) -> None:
    """[5.5.7] Nobody has taken part in a surprise attack yet."""
    for u in s.ways.units_of[s.track[tracks.SIDE]]:
        s.mark[u] &= ~(SURPRISE | support_events.STORMING) & 255


def early(s: State) -> tuple[int, ...]:
    """[5.5.7] The second step of the order."""
    return (0,)


def late(s: State) -> tuple[int, ...]:
    """[5.5.7] The last step of the order."""
    return (1,)


# What may be played -----------------------------------------------------------------------------------------------


def play_space(s: State) -> list[int]:
    """Every box with every kind, and every transfer."""
    found = supports.box_space(s)
    for kind in range(s.pack.support_count):
        found.extend([TRANSFER + kind * BOX_RADIX + box for box in range(M_STAVKA, M_AXIS + 1)])
    found.extend([RETURN + box for box in range(M_STAVKA, M_AXIS + 1)])
    return found


def in_boxes(s: State) -> list[int]:
    """[5.5.1] What a player has: each support of his boxes; [12.2] a shortage is known to be none."""
    return [DONE, *supports.box_answers(s, s.track[tracks.SIDE], supports.boxes_of(s.track[tracks.SIDE]))]


def play_choices(s: State) -> list[int]:
    """[5.5.1] [5.5.6] Markers that have a target now, one transfer a turn, or done."""
    side = s.track[tracks.SIDE]
    found: list[int] = []
    for box in supports.boxes_of(side):
        for kind in supports.kinds_in(s, box):
            if not why_not_kind(s, box, kind):
                found.append(PLAY + box * KINDS_RADIX + kind)
    if not must_play_on(s, found):
        found.insert(0, DONE)
    if side == SOVIET and not s.track[tracks.TRANSFERRED]:
        found.extend(transfers(s))
    if side == SOVIET:
        found.extend(momentum.return_answers(s))
    return found


def must_play_on(s: State, playable: list[int]) -> bool:
    """[19.2.1] In the opening every O marker that can be played must be."""
    if not supports.is_opening(s) or s.track[tracks.SIDE] != SOVIET:
        return False
    return any(s.pack.support_offensive[(a - PLAY) % KINDS_RADIX] for a in playable)


def why_not_play(s: State, a: int) -> int:
    """[5.5] Why a marker cannot be played now."""
    if a >= RETURN:
        return 0 if s.track[tracks.SIDE] == SOVIET and a in momentum.return_answers(s) else refusals.NO_SHORTAGE_THERE
    if a >= TRANSFER:
        return why_not_transfer(s, a)
    if a == DONE:
        return 0 if DONE in play_choices(s) else refusals.OPENING_MUST_PLAY
    box, kind = divmod(a - PLAY, KINDS_RADIX)
    if supports.side_of_box(box) != s.track[tracks.SIDE] or supports.find(s, box, kind) < 0:
        return refusals.NOT_IN_BOX
    return why_not_kind(s, box, kind)


def why_not_kind(s: State, box: int, kind: int) -> int:
    """[5.5.2] [5.5.6] [5.5.7] [12.2] Reasons in the order a player would check."""
    pack = s.pack
    if pack.support_class[kind] == CLASS_SHORTAGE:
        return refusals.SHORTAGE_USELESS
    (is_late,) = local(s, "deploy")
    if kind == MASKIROVKA or (kind in EARLY_KINDS) == bool(is_late):
        return refusals.NOT_IN_THIS_STEP
    if pack.support_class[kind] == CLASS_AIR and s.track[tracks.SKY] == BLIZZARD:
        return refusals.GROUNDED_BY_BLIZZARD
    if pack.support_offensive[kind] and not is_radius_free(s):
        if box == M_STAVKA:
            return refusals.STAVKA_GENERIC_ONLY
        if s.track[tracks.MAJOR_AT + offensives.om_of_box(box)] < 0:
            return refusals.OUTSIDE_OFFENSIVE
    return 0 if has_target(s, box, kind) else refusals.NO_PLACE_FOR_IT


def is_radius_free(s: State) -> bool:
    """[11.1.2] [11.3.1] O markers go anywhere in the opening, and where there are no offensive markers (19.1)."""
    return supports.is_opening(s) or not s.scenario.uses_offensives


def take_play(s: State, a: int) -> None:
    """[5.5.1] The marker is in hand; or the step is over."""
    if a == DONE:
        leave(s, "deploy")
        return
    if a >= RETURN:
        momentum.take_return(s, a)
        return
    if a >= TRANSFER:
        take_transfer(s, a)
        return
    m = supports.marker_of(s, a)
    set_local(s, "deploy_one", m)
    kind = s.pack.marker_kind[m]
    if not needs_target(s):
        tell(s, "5.5.1", events.EVENT_PLAYED, kind)
        support_events.play_without_target(s, m)


# 5.5.6 Transfer ---------------------------------------------------------------------------------------------------


def transfers(s: State) -> list[int]:
    """[5.5.6] One O marker a turn from STAVKA into the box of an offensive, on the map or still to be placed."""
    boxes: list[int] = []
    if s.scenario.uses_offensives:
        boxes = [b for b in (M_MAJOR, M_MINOR_A, M_MINOR_B) if s.scenario.om_turn[offensives.om_of_box(b)] >= 0]
    kinds = [k for k in supports.kinds_in(s, M_STAVKA) if s.pack.support_offensive[k]] if boxes else []
    return [TRANSFER + k * BOX_RADIX + b for k in kinds for b in boxes]


def why_not_transfer(s: State, a: int) -> int:
    """[5.5.6] Only O markers, only from STAVKA, only once."""
    if s.track[tracks.SIDE] != SOVIET:
        return refusals.NOT_YOURS
    if s.track[tracks.TRANSFERRED]:
        return refusals.ONE_TRANSFER
    return supports.listed(s, a, refusals.NOT_IN_BOX)


def take_transfer(s: State, a: int) -> None:
    """[5.5.6] From STAVKA into an offensive's box; the Axis sees that one moved, not which."""
    kind, box = divmod(a - TRANSFER, BOX_RADIX)
    s.lay(supports.find(s, M_STAVKA, kind), box)
    s.track[tracks.TRANSFERRED] = 1
    supports.tell_moved(s, kind, M_STAVKA, box)


# Targets ----------------------------------------------------------------------------------------------------------


def needs_target(s: State) -> bool:
    """[5.5.1] The marker in hand is played on a unit or hex."""
    m = support_events.marker_in_hand(s)
    return m >= 0 and s.pack.marker_kind[m] not in (RESERVES, PARTISANS, GOERING)


def has_target(s: State, box: int, kind: int) -> bool:
    """[5.5.1] There is somewhere to play it."""
    if kind == RESERVES:
        return stavka.may_release_reserves(s)
    if kind in (PARTISANS, GOERING):
        return True
    if s.pack.support_attached[kind]:
        return any(not why_not_attach(s, box, kind, u) for u in s.ways.units_of[s.pack.support_side[kind]])
    if kind in (ALARM_MARKER, ALERT_BATTALION):  # one of hundreds is enough
        counter = support_events.spare_alarm_unit(s, kind)
        return counter >= 0 and any(may_raise_alarm(s, kind, counter, h) for h in alarm_hexes(s))
    if kind == BRANDENBURGERS:
        return any(has_german(s, h) for h in stacks(s, AXIS))
    return bool(target_hexes(s, box, kind))


def aim_space(s: State) -> list[int]:
    return [*units.all_units(s), *range(HEX, HEX + HEXES)]


def aim_choices(s: State) -> list[int]:
    """[5.5.1] Units for attached markers, hexes for the others."""
    m = support_events.marker_in_hand(s)
    kind = s.pack.marker_kind[m]
    box = s.marker_place[m]
    if s.pack.support_attached[kind]:
        return [UNIT + u for u in s.ways.units_of[s.track[tracks.SIDE]] if not why_not_attach(s, box, kind, u)]
    return [HEX + h for h in target_hexes(s, box, kind)]


def why_not_aim(s: State, a: int) -> int:
    """[5.5.3] Why not this unit or hex."""
    m = support_events.marker_in_hand(s)
    kind = s.pack.marker_kind[m]
    if s.pack.support_attached[kind] and a < HEX:
        return why_not_attach(s, s.marker_place[m], kind, a - UNIT)
    return supports.listed(s, a, refusals.NO_PLACE_FOR_IT)


def why_not_attach(s: State, box: int, kind: int, u: int) -> int:
    """[5.5.3] [5.5.6] [5.5.7] [10.2.3] [19.2.7] Reasons a marker may not lie on a unit."""
    pack = s.pack
    if pack.side[u] != pack.support_side[kind]:
        return refusals.NOT_YOURS
    h = s.where[u]
    if h < 0:
        return refusals.NOT_ON_MAP
    if pack.is_hq[u] or (kind == TIGER and not pack.armored[u]):
        return refusals.NO_PLACE_FOR_IT
    if pack.side[u] == AXIS:
        if pack.nation[u] != GERMAN:
            return refusals.GERMANS_ONLY
        if s.supply[u] == OOS_FS and not (kind == PAK_88 and support_events.is_pocket_hex(s, h) and has_ju_support(s)):
            return refusals.POCKET_WITHOUT_SUPPORT
    elif pack.is_last_position[h]:
        return refusals.NO_SUPPORT_THERE
    if s.mark[u] & SURPRISE and not pack.support_leader[kind]:
        return refusals.SURPRISE_UNITS
    if pack.support_leader[kind] and has_leader(s, h):
        return refusals.LEADER_IN_STACK
    if pack.support_offensive[kind] and not is_radius_free(s):
        if not offensives.om_covers(s, offensives.om_of_box(box), h):
            return refusals.OUTSIDE_OFFENSIVE
    if supports.is_gun(s, kind):
        return why_not_gun(s, box, h)
    return 0


def why_not_gun(s: State, box: int, h: int) -> int:
    """[4.5.2] [19.2.1] Guns and rockets: the opening's balance, and the second support in the southern steppe."""
    if s.track[tracks.SIDE] == SOVIET and supports.is_opening(s):
        return 0 if opening_share(s, s.pack.row[h] >= s.pack.opening_row) > 0 else refusals.OPENING_BALANCE
    if costs_second(s, h) and count_seconds(s) < 2:
        return refusals.SECOND_SUPPORT_NEEDED
    return 0


def opening_share(s: State, north: bool) -> int:
    """[19.2.1] Guns and rockets still to be placed in one half of the map: equal shares, the odd one in the north."""
    waiting = 0
    placed = [0, 0]
    for m in s.pack.soviet_guns:
        if s.marker_place[m] == M_MAJOR:
            waiting += 1
        elif s.marker_place[m] == M_MAP:
            placed[s.pack.row[s.where[s.marker_on[m]]] >= s.pack.opening_row] += 1
    total = waiting + placed[0] + placed[1]
    return (total + 1) // 2 - placed[1] if north else total // 2 - placed[0]


def has_leader(s: State, h: int) -> bool:
    """[5.5.3] A leader is with a unit of this stack."""
    for m in range(s.pack.marker_count):
        if s.marker_place[m] == M_MAP and s.pack.support_leader[s.pack.marker_kind[m]]:
            if s.where[s.marker_on[m]] == h:
                return True
    return False


def has_ju_support(s: State) -> bool:
    """[10.4.3G] A Ju 52 with supplies for a PaK 88 or an alert battalion lies on a stack of the pocket."""
    return support_events.ju_with_support(s) >= 0


def target_hexes(s: State, box: int, kind: int) -> list[int]:
    """[5.5.1] Hexes in which a marker of this kind may be played."""
    if kind in (ALARM_MARKER, ALERT_BATTALION):
        counter = support_events.spare_alarm_unit(s, kind)
        return [h for h in alarm_hexes(s) if may_raise_alarm(s, kind, counter, h)] if counter >= 0 else []
    if kind == SURPRISE_ATTACK:
        found = support_events.surprise_starts(s)
    elif kind == SURRENDER:
        return support_events.surrender_hexes(s)
    elif kind == AIRFIELD_RAID:
        pack = s.pack
        fields = (pack.tatsinskaya, pack.morozovsk, pack.pitomnik, pack.gumrak)
        return sorted([h for h in fields if may_raid(s, h)])
    elif kind in (BREAKTHROUGH, ANTI_AIRCRAFT):
        found = [h for h in stacks(s, SOVIET) if not s.pack.is_last_position[h]]  # [19.2.7]
    elif kind == BRANDENBURGERS:
        return [h for h in stacks(s, AXIS) if has_german(s, h)]
    else:
        found = sorted([*stacks(s, SOVIET), *stacks(s, AXIS)])  # planes are sent where units stand
    if s.pack.support_offensive[kind] and not is_radius_free(s):
        om = offensives.om_of_box(box)
        return [h for h in found if offensives.om_covers(s, om, h)]
    return found


def stacks(s: State, side: int) -> list[int]:
    """Hexes with units of a side; [1.1.2] a headquarters is a unit."""
    return sorted({s.where[u] for u in s.ways.units_of[side] if s.where[u] >= 0})


def has_german(s: State, h: int) -> bool:
    return any(s.pack.nation[u] == GERMAN for u in units.units_at(s, h))


def may_raid(s: State, h: int) -> bool:
    """[10.4] A Soviet armored unit stands near an airfield of the Axis (reconstructed)."""
    if s.control[h] != AXIS or not s.scenario.plays[h]:
        return False
    for u in s.ways.units_of[SOVIET]:
        if s.pack.armored[u] and s.where[u] >= 0 and s.pack.distance(h, s.where[u]) <= RAID_RADIUS:
            return True
    return False


def alarm_hexes(s: State) -> list[int]:
    """[5.5.1] On or beside a German headquarters or a city of the Axis (reconstructed)."""
    pack = s.pack
    centres = [h for h in pack.city_hexes if s.control[h] == AXIS]
    centres += [s.where[q] for q in pack.hqs_of[AXIS] if pack.nation[q] == GERMAN and s.where[q] >= 0]
    found: set[int] = set()
    for h in centres:
        found.update([h, *pack.neighbours[h]])
    return sorted(found)


def may_raise_alarm(s: State, kind: int, counter: int, h: int) -> bool:
    """[5.5.1] Axis ground where this counter fits; beside an enemy only in a city (reconstructed).

    [10.4.3G] Alert battalions come into the pocket only with a Ju 52.
    """
    pack = s.pack
    if not s.scenario.plays[h] or s.control[h] != AXIS or s.here[SOVIET][h] or pack.row[h] == pack.forbidden_row:
        return False
    if pack.zone_28th[h] or (s.near[SOVIET][h] and pack.settlement[h] < CITY):
        return False
    if not units.fits(s, counter, h):
        return False
    return kind != ALERT_BATTALION or not support_events.is_pocket_hex(s, h) or has_ju_support(s)


def take_aim(s: State, a: int) -> None:
    """[5.5.1] [5.5.3] The marker lies on its unit or hex, and its event happens."""
    m = support_events.marker_in_hand(s)
    kind = s.pack.marker_kind[m]
    if a < HEX:
        attach(s, m, a - UNIT)
    else:
        s.lay(m, M_MAP, a - HEX)
        tell(s, "5.5.1", events.SUPPORT_PLAYED, kind, a - HEX)
        support_events.play_at(s, m, a - HEX)


def attach(s: State, m: int, u: int) -> None:
    """[5.5.3] The marker stays with the unit."""
    kind = s.pack.marker_kind[m]
    if s.supply[u] == OOS_FS:
        support_events.use_ju_support(s)
    s.lay(m, M_MAP, u)
    tell(s, "5.5.3", events.SUPPORT_ON_UNIT, kind, u)


# 4.5.2 The second support -----------------------------------------------------------------------------------------


def costs_second(s: State, h: int) -> bool:
    """[4.5.2] East of the Don, row 14 and south, while Stalingrad is not wholly Soviet; not on the first turn."""
    if s.track[tracks.SIDE] != SOVIET or s.track[tracks.TURN] == s.scenario.first_turn or not s.pack.east_of_don_low[h]:
        return False
    return any(s.control[city] != SOVIET for city in s.pack.stalingrad)


def owes_second(s: State) -> bool:
    """[4.5.2] The gun that was just placed has to be paid for again."""
    m = support_events.marker_in_hand(s)
    if m < 0 or not supports.is_gun(s, s.pack.marker_kind[m]) or s.marker_place[m] != M_MAP:
        return False
    return costs_second(s, s.where[s.marker_on[m]]) and count_seconds(s) > 0


def count_seconds(s: State) -> int:
    """[4.5.2] Real supports of any Soviet box."""
    places = bytes(s.marker_place)  # read faster than the column
    kinds = s.pack.marker_kind
    found = 0
    for m in s.pack.markers_of[SOVIET]:
        if places[m] in supports.SOVIET_BOXES and supports.is_real(s, kinds[m]):
            found += 1
    return found


def second_choices(s: State) -> list[int]:
    return supports.box_answers(s, SOVIET, supports.SOVIET_BOXES)


def why_not_second(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.NOTHING_TO_SPEND)


def take_second(s: State, a: int) -> None:
    """[4.5.2] A second support goes back to the pool."""
    m = supports.marker_of(s, a)
    supports.spend_marker(s, m)
    supports.to_pool(s, m)
