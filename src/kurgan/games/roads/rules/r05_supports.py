"""Roads, chapter 5: pools and boxes of support markers, how they are drawn, returned and spent.

A marker is one int m; where it is stands in s.marker_place, what it lies on in s.marker_on. Boxes are private: events
tell the owner what was drawn and the other side only that something was. Deployment is in r05_deploy.py.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, KINDS_RADIX, PLAY, SUPPORT
from kurgan.games.roads.pack.vocabulary import (
    ALARM_MARKER,
    ALERT_BATTALION,
    AXIS,
    CLASS_ARTILLERY,
    CLASS_ROCKET,
    CLASS_SHORTAGE,
    MINOR_A,
    SOVIET,
    TEST_SHORTAGE,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_played_at_once as at_once
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MAP, M_MINOR_A, M_MINOR_B, M_OUT, M_PLAYED, M_POOL, M_STAVKA
from kurgan.kernel.chance import Chance, Dice, Draw
from kurgan.kernel.flow import (
    Ask,
    Auto,
    Call,
    Each,
    Roll,
    Seq,
    Step,
    When,
    While,
    current,
    is_under_way,
    legal,
    local,
    set_local,
    tell,
    tell_some,
)

ONE_DIE: Final = Dice(1)
TWO_DICE: Final = Dice(2)
MUST_USE: Final = -3
"""Value of s.marker_on for a marker in the Axis box that must be used this turn (16.3)."""
PLAYED_NOW: Final = -4
"""Value of s.marker_on for a marker played this turn before the support phase (Maskirovka): it does not return yet."""
SOVIET_BOXES: Final = (M_STAVKA, M_MAJOR, M_MINOR_A, M_MINOR_B)


def soviet_supports() -> Step:
    """[5] [5.3] The Soviet support phase."""
    return Seq("5", "soviet_supports", [
        Auto("5.2.1", "return_soviet", begin_supports),
        When("10.2.6", "soviet_supports_allowed", gets_supports, Seq("5.3", "soviet_support_phase", [
            When("19.2.1", "opening", is_opening, Call("19.2.1", "choose_opening", given=opening_share)),
            Each("5.3.2", "acquire", boxes_to_fill, Seq("5.3.2", "acquire_box", [
                Roll("5.3.2", "roll_acquisition", two_dice, take_acquisition),
                Call("5.1.2", "draw_supports", given=acquired),
            ])),
            When("19.1", "fixed_soviet_draw", has_fixed_soviet_draw, Call("19.1", "draw_supports", given=fixed_share)),
            Auto("19.2", "void_soviet_events", at_once.void_events),
            When("5.5.7", "stalin_drawn", at_once.is_stalin_drawn, Call("5.5.7", "stalin")),
            When("12.3", "test_drawn", is_test_drawn, Call("12.3", "test_shortage")),  # Stalin may have drawn it
            Call("5.5.7", "deploy_supports"),
            Call("1.11.2", "end_phase"),
        ])),
    ])  # fmt: skip


def axis_supports() -> Step:
    """[5] [5.4] The Axis support phase; Wintergewitter is launched at its beginning."""
    return Seq("5", "axis_supports", [
        Auto("5.2.1", "return_axis", begin_supports),
        Call("16.3.1", "wintergewitter"),
        Call("5.4.1", "draw_supports", given=axis_share),
        Auto("19.2", "void_axis_events", at_once.void_events),
        When("5.5.7", "discord_drawn", at_once.is_discord_drawn, Call("5.5.7", "discord")),
        Call("5.5.7", "deploy_supports"),
        Call("1.11.2", "end_phase"),
    ])  # fmt: skip


def choose_opening() -> Step:
    """[19.2.1] The markers of the opening, of the player's choice. Given: how many."""
    return While("19.2.1", "choose_opening", opening_left, Ask(
        "19.2.1", "choose_opening_support", soviet, opening_choices, take_opening,
        why=why_not_opening, space=support_space, form="choose_support", private=True,
    ))  # fmt: skip


def draw_supports() -> Step:
    """[5.1.2] Markers drawn at random, unseen by the other side, while the pool has any. Given: box, how many."""
    return While("5.1.2", "draw_supports", may_draw, Roll(
        "5.1.2", "draw_support", pool_draw, take_draw, secret=True,
    ))  # fmt: skip


def choose_supports() -> Step:
    """[11.4.2] [16.3.1] [16.3.2] Markers of the player's choice from his pool. Given: box, how many."""
    return While("5.1.2", "choose_supports", choices_left, Ask(
        "5.1.2", "choose_support", chooser, choose_choices, take_choice,
        why=why_not_choice, space=support_space, form="choose_support", private=True,
    ))  # fmt: skip


# Boxes and pools --------------------------------------------------------------------------------------------------


def side_of_box(box: int) -> int:
    """[5.1.1] [5.3.1] Four boxes are Soviet, one is Axis."""
    return AXIS if box == M_AXIS else SOVIET


def boxes_of(side: int) -> tuple[int, ...]:
    """[5.3.1] The boxes of available supports of a side."""
    return (M_AXIS,) if side == AXIS else SOVIET_BOXES


def markers_in(s: State, place: int, side: int) -> list[int]:
    """[5.1.1] [5.1.3] Markers of a side in a box or pool, any number, in the order of the counters."""
    places = bytes(s.marker_place)  # read faster than the column
    return [m for m in s.pack.markers_of[side] if places[m] == place]


def kinds_in(s: State, box: int) -> list[int]:
    """[5.1.4] Kinds of marker in a box, each once."""
    return sorted({s.pack.marker_kind[m] for m in markers_in(s, box, side_of_box(box))})


def find(s: State, place: int, kind: int) -> int:
    """The first marker of a kind in a place, -1 if there is none."""
    places = bytes(s.marker_place)  # read faster than the column
    for m in s.pack.markers_of_kind[kind]:
        if places[m] == place:
            return m
    return -1


def is_real(s: State, kind: int) -> bool:
    """[12.2] Everything but shortages."""
    return s.pack.support_class[kind] != CLASS_SHORTAGE


def count_real(s: State, box: int) -> int:
    """[11.4.1] Supports in a box, shortages not counted."""
    return sum([is_real(s, s.pack.marker_kind[m]) for m in markers_in(s, box, side_of_box(box))])


def to_pool(s: State, m: int) -> None:
    """[5.2.1] Back where it can be drawn again."""
    s.lay(m, M_POOL)


def unit_gone(s: State, u: int) -> None:
    """[5.5.3] Markers of an eliminated unit go back to the pool."""
    for m in range(s.pack.marker_count):
        if s.marker_place[m] == M_MAP and s.marker_on[m] == u and lies_on_unit(s, m):
            to_pool(s, m)


def lies_on_unit(s: State, m: int) -> bool:
    """[5.5.3] The marker belongs to a unit, not to a hex."""
    kind = s.pack.marker_kind[m]
    return bool(s.pack.support_attached[kind]) or kind in (ALARM_MARKER, ALERT_BATTALION)


def seat_mask(side: int) -> int:
    """Who may see what a side draws."""
    return 1 << side


def listed(s: State, a: int, code: int) -> int:
    """The refusal of an answer that is not on the legal list, where the list itself is the whole reason."""
    return 0 if a in legal(s) else code


# Generic use ------------------------------------------------------------------------------------------------------


def spendable(s: State, side: int, stavka_only: bool) -> list[int]:
    """[1.5.2] [12.2] Kinds that may be spent generically; for some uses from the STAVKA box only."""
    found: set[int] = set()
    for box in boxes_of(side):
        if box == M_STAVKA or not stavka_only or side == AXIS:
            found.update([k for k in kinds_in(s, box) if is_real(s, k)])
    return sorted(found)


def spend(s: State, side: int, kind: int, stavka_only: bool) -> None:
    """[1.5.2] One marker of this kind is spent: from STAVKA first, then from the other boxes in order."""
    for box in boxes_of(side):
        if box == M_STAVKA or not stavka_only or side == AXIS:
            m = find(s, box, kind)
            if m >= 0:
                spend_marker(s, m)
                return
    raise ValueError(f"no {s.pack.support_name[kind]} to spend")


def spend_marker(s: State, m: int) -> None:
    """[1.5.2] Spent without its event; it returns to the pool in the next support phase."""
    s.lay(m, M_PLAYED)
    tell(s, "1.5.2", events.SUPPORT_SPENT, s.pack.marker_kind[m])


def box_answers(s: State, side: int, boxes: tuple[int, ...]) -> list[int]:
    """[1.5.2] Each kind of real support in each box as an answer."""
    return [PLAY + box * KINDS_RADIX + k for box in boxes for k in kinds_in(s, box) if is_real(s, k)]


def marker_of(s: State, a: int) -> int:
    """The marker that a box-and-kind answer names, -1 if it is not there."""
    box, kind = divmod(a - PLAY, KINDS_RADIX)
    return find(s, box, kind)


def why_not_spend(s: State, a: int, code: int) -> int:
    """[1.5.2] An answer that names a box and a kind of support; [12.2] a shortage serves for nothing."""
    if not listed(s, a, code):
        return 0
    box, kind = divmod(a - PLAY, KINDS_RADIX)
    return refusals.SHORTAGE_USELESS if kind in kinds_in(s, box) and not is_real(s, kind) else code


def box_space(s: State) -> list[int]:
    """Every box with every kind."""
    found = [DONE]
    for box in range(M_STAVKA, M_AXIS + 1):
        found.extend(range(PLAY + box * KINDS_RADIX, PLAY + box * KINDS_RADIX + s.pack.support_count))
    return found


def support_space(s: State) -> list[int]:
    """Every kind of support."""
    return list(range(SUPPORT, SUPPORT + s.pack.support_count))


# 5.2 Return -------------------------------------------------------------------------------------------------------


def begin_supports(s: State) -> None:
    """[5.2.1] Markers of the previous turn return to the pool; alarm units keep theirs as long as they live."""
    side = s.track[tracks.SIDE]
    count = 0
    for m in range(s.pack.marker_count):
        kind = s.pack.marker_kind[m]
        if s.pack.support_side[kind] != side:
            continue
        if s.marker_on[m] == PLAYED_NOW:
            s.lay(m, s.marker_place[m])
            continue
        stays = kind in (ALARM_MARKER, ALERT_BATTALION) and s.marker_place[m] == M_MAP
        if s.marker_place[m] in (M_PLAYED, M_MAP) and not stays:
            to_pool(s, m)
            count += 1
        elif s.marker_place[m] == M_OUT and 0 <= s.pack.support_turn[kind] <= s.track[tracks.TURN]:
            to_pool(s, m)
    s.track[tracks.TRANSFERRED] = 0
    s.track[tracks.TEST_BOX] = 0
    s.track[tracks.STALIN] = 0
    if count:
        tell(s, "5.2.1", events.SUPPORTS_RETURNED, side, count)
    if side == SOVIET and s.track[tracks.GARRISON_FAILED]:
        tell(s, "10.2.6", events.SUPPORTS_DENIED)


def gets_supports(s: State) -> bool:
    """[10.2.6] A garrison that was too weak costs all supports of the following turn."""
    return not s.track[tracks.GARRISON_FAILED]


# 19.2.1 The opening -----------------------------------------------------------------------------------------------


def is_opening(s: State) -> bool:
    """[19.2.1] First turn of Uranus and the campaign: supports are chosen, O markers go anywhere."""
    return s.scenario.soviet_choose > 0 and s.track[tracks.TURN] == s.scenario.first_turn


def opening_share(s: State) -> tuple[int, ...]:
    return (s.scenario.soviet_choose,)


def opening_left(s: State) -> bool:
    (left,) = local(s, "choose_opening")
    return left > 0


def guns_chosen(s: State) -> int:
    """[19.2.1] Artillery and Katyusha among what was chosen."""
    return sum([s.marker_place[m] == M_MAJOR for m in s.pack.soviet_guns])


def is_gun(s: State, kind: int) -> bool:
    """[4.5.2] [19.2.1] Artillery or Katyusha."""
    return s.pack.support_class[kind] in (CLASS_ARTILLERY, CLASS_ROCKET)


def why_not_opening(s: State, a: int) -> int:
    """[19.2.1] Four of the ten are guns or rockets."""
    kind = a - SUPPORT
    if s.pack.support_side[kind] != SOVIET or find(s, M_POOL, kind) < 0:
        return refusals.NOT_IN_POOL
    (left,) = local(s, "choose_opening")
    missing = s.scenario.soviet_choose_guns - guns_chosen(s)
    return refusals.GUNS_FIRST if missing >= left and not is_gun(s, kind) else 0


def opening_choices(s: State) -> list[int]:
    return [a for a in support_space(s) if not why_not_opening(s, a)]


def take_opening(s: State, a: int) -> None:
    """[19.2.1] Chosen into the box of the Major Offensive."""
    m = find(s, M_POOL, a - SUPPORT)
    s.lay(m, M_MAJOR)
    (left,) = local(s, "choose_opening")
    set_local(s, "choose_opening", left - 1)
    tell_some(s, seat_mask(SOVIET), "19.2.1", events.SUPPORT_CHOSEN, a - SUPPORT)


# 5.3 Soviet acquisition -------------------------------------------------------------------------------------------


def boxes_to_fill(s: State) -> list[int]:
    """[5.3.2] [5.3.3] [5.3.4] [11.3.3] STAVKA, unless a major offensive begins; each minor offensive on the map."""
    if is_opening(s) or s.scenario.soviet_each_turn >= 0:
        return []
    found = [] if s.track[tracks.MAJOR_NOW] else [M_STAVKA]
    for om in (1, 2):
        if s.track[tracks.MAJOR_AT + om] >= 0:
            found.append(M_MINOR_A + om - MINOR_A)
    return found


def acquisition_modifier(s: State) -> int:
    """[5.3.5] Offensives west of the Donets cost supports; all modifiers apply to all rolls."""
    total = s.pack.acquire_major_west if s.track[tracks.MAJOR_WEST] else 0
    for om in (1, 2):
        h = s.track[tracks.MAJOR_AT + om]
        if h >= 0 and s.pack.west_of_donets[h]:
            total += s.pack.acquire_minor_west
    return total


def take_acquisition(s: State, roll: int) -> None:
    """[5.3.2] The table says how many markers are drawn for the box; [6.1.2] a collapse of Mars costs STAVKA one."""
    box = current(s, "acquire")
    modified = roll + acquisition_modifier(s)
    if box == M_STAVKA:
        count = s.pack.acquire_stavka(modified)
        if s.track[tracks.MARS_FEWER]:
            s.track[tracks.MARS_FEWER] -= 1
            count = max(0, count - 1)
    else:
        count = s.pack.acquire_minor(modified)
    tell(s, "5.3.2", events.SUPPORTS_ACQUIRED, box, modified, count)
    set_local(s, "acquire_box", count)


def acquired(s: State) -> tuple[int, ...]:
    """[5.3.2] The box, and as many markers as the table said."""
    (count,) = local(s, "acquire_box")
    return (current(s, "acquire"), count)


def has_fixed_soviet_draw(s: State) -> bool:
    """[19.1] The introductory scenario draws a fixed number."""
    return s.scenario.soviet_each_turn >= 0


def fixed_share(s: State) -> tuple[int, ...]:
    return (M_STAVKA, s.scenario.soviet_each_turn)


# 5.4 Axis acquisition ---------------------------------------------------------------------------------------------


def axis_share(s: State) -> tuple[int, ...]:
    """[5.4.1] The higher marker on the track decides, unless the scenario fixes the number or none is drawn."""
    count = s.scenario.axis_each_turn
    if count < 0:
        count = s.pack.approval_supports[approval.better_box(s)]
    return (M_AXIS, 0 if s.track[tracks.NO_DRAW] else count)


# Drawing and choosing ---------------------------------------------------------------------------------------------


def may_draw(s: State) -> bool:
    """[5.1.2] Something is owed and the pool is not empty."""
    box, left = local(s, "draw_supports")
    return left > 0 and any(pool_counts(s, side_of_box(box)))


def pool_counts(s: State, side: int) -> list[int]:
    """[5.1.1] Markers of each kind in a pool; before the game some kinds are put back when drawn (19.4.1, 19.5.1)."""
    counts = [0] * s.pack.support_count
    for m in markers_in(s, M_POOL, side):
        counts[s.pack.marker_kind[m]] += 1
    if is_under_way(s, "prepare"):
        for kind in s.scenario.redraw:
            counts[kind] = 0
    return counts


def pool_draw(s: State) -> Chance:
    box, _ = local(s, "draw_supports")
    counts = pool_counts(s, side_of_box(box))
    kinds = [k for k in range(s.pack.support_count) if counts[k]]
    return Draw(kinds, [counts[k] for k in kinds])


def take_draw(s: State, kind: int) -> None:
    """[5.1.2] One marker into the box, its event face down."""
    box, left = local(s, "draw_supports")
    side = side_of_box(box)
    s.lay(find(s, M_POOL, kind), box)
    set_local(s, "draw_supports", box, left - 1)
    if kind == TEST_SHORTAGE:
        s.track[tracks.TEST_BOX] = box
    tell_some(s, seat_mask(side), "5.1.2", events.SUPPORT_DRAWN, kind, box)
    tell_some(s, seat_mask(1 - side), "5.1.2", events.SUPPORT_TAKEN, box)


def choices_left(s: State) -> bool:
    """[5.1.2] Markers of choice are owed and there are any."""
    _, left = local(s, "choose_supports")
    return left > 0 and bool(choose_choices(s))


def chooser(s: State) -> int:
    box, _ = local(s, "choose_supports")
    return side_of_box(box)


def why_not_choice(s: State, a: int) -> int:
    """[11.4.2] Any real support of the pool."""
    kind = a - SUPPORT
    if s.pack.support_side[kind] != chooser(s) or find(s, M_POOL, kind) < 0:
        return refusals.NOT_IN_POOL
    if not is_real(s, kind):
        return refusals.SHORTAGE_USELESS
    return refusals.NOT_IN_POOL if is_under_way(s, "prepare") and kind in s.scenario.redraw else 0


def choose_choices(s: State) -> list[int]:
    return [a for a in support_space(s) if not why_not_choice(s, a)]


def take_choice(s: State, a: int) -> None:
    """[11.4.2] [16.3.1] Taken from the pool into the box."""
    m = find(s, M_POOL, a - SUPPORT)
    box, left = local(s, "choose_supports")
    must_use = box == M_AXIS and s.track[tracks.NO_DRAW]
    s.lay(m, box, MUST_USE if must_use else -1)
    set_local(s, "choose_supports", box, left - 1)
    tell_some(s, seat_mask(chooser(s)), "5.1.2", events.SUPPORT_CHOSEN, a - SUPPORT)


# Queries -------------------------------------------------------------------------------------------------------------


def is_test_drawn(s: State) -> bool:
    """[12.3] The Test marker came this turn."""
    return s.track[tracks.TEST_BOX] > 0


def box_with(s: State, kind: int) -> int:
    """The box that holds a marker of this kind, 0 if none does."""
    for box in boxes_of(s.pack.support_side[kind]):
        if find(s, box, kind) >= 0:
            return box
    return 0


def soviet(s: State) -> int:
    return SOVIET


def has_todo(s: State) -> bool:
    return bool(s.todo)


def one_die(s: State) -> Chance:
    return ONE_DIE


def two_dice(s: State) -> Chance:
    return TWO_DICE


def tell_moved(s: State, kind: int, start: int, end: int) -> None:
    """[5.5.6] A marker changes its box: the owner sees which, the other side that one came."""
    tell_some(s, seat_mask(side_of_box(end)), "5.5.6", events.SUPPORT_MOVED, kind, start, end)
    tell_some(s, seat_mask(1 - side_of_box(end)), "5.5.6", events.SUPPORT_TAKEN, end)
