"""Roads, chapter 11: offensive markers.

Markers that lie where Axis units stand may only be taken off for the rest of the turn. A Major marker comes onto the
map only by launching a major offensive (r11_major.py).
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import BOX_RADIX, DONE, HEX, HEXES, KINDS_RADIX, OM, SHIFT, YES
from kurgan.games.roads.pack.vocabulary import AXIS, MAJOR_OM, MASKIROVKA, SOVIET, STAR_AND_GALLOP
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.terms import M_MAJOR, M_MINOR_A, M_PLAYED, M_STAVKA
from kurgan.kernel.flow import Ask, Auto, Call, Each, Seq, Step, When, While, current, leave, local, set_local, tell

MARKERS: Final = (0, 1, 2)
SHIFTED: Final = -2
"""Value of s.marker_on for a marker in a box that Maskirovka has already moved."""


def offensives() -> Step:
    """[11] Maskirovka, redeployment, placement; nothing on the first turn of the opening."""
    return Seq("11", "offensives", [
        Auto("11", "begin_offensives", begin_offensives),
        When("11.1.2", "offensives_open", are_open, Seq("11", "offensive_phase", [
            Ask("11.2.1", "play_maskirovka", supports.soviet, maskirovka_choices, take_maskirovka,
                why=why_not_maskirovka, space=yes_or_no, form="yes_or_no", private=True),
            When("11.2.1", "maskirovka", is_masked, While("11.2.1", "shift_supports", always, Ask(
                "11.2.1", "shift_support", supports.soviet, shift_choices, take_shift,
                why=why_not_shift, space=shift_space, form="shift_supports", private=True,
            ))),
            Each("11.2", "redeploy", markers_on_map, Ask(
                "11.2.1", "redeploy_marker", supports.soviet, redeploy_choices, take_redeploy,
                why=why_not_redeploy, space=yes_or_no, form="redeploy_om",
            )),
            While("11.1.2", "place_offensives", has_marker_to_place, Seq("11.1.2", "place_one", [
                Ask("11.1.2", "choose_marker", supports.soviet, marker_choices, take_marker,
                    why=why_not_marker, space=marker_space, form="place_om"),
                Ask("11.1.2", "place_marker", supports.soviet, place_choices, take_place,
                    why=why_not_place, space=hex_space, form="choose_hex"),
                When("11.4.2", "launch", is_launching, Call("11.4.2", "major_offensive")),
            ])),
            Call("1.11.2", "end_phase"),
        ])),
    ])  # fmt: skip


def begin_offensives(s: State) -> None:
    """[11.1] A new phase of offensives."""
    s.track[tracks.MAJOR_NOW] = 0


def are_open(s: State) -> bool:
    """[11.1.2] Not in scenarios without offensives, and not on the first turn of the opening.

    [10.2.6] Without supports there is nothing to place a Major marker with, but minor markers may be placed.
    """
    return bool(s.scenario.uses_offensives) and not supports.is_opening(s)


def always(s: State) -> bool:
    return True


def om_of_box(box: int) -> int:
    """[5.5.6] The offensive marker to which a box of supports belongs."""
    return MAJOR_OM if box == M_MAJOR else box - M_MINOR_A + 1


def box_of_om(om: int) -> int:
    return M_MAJOR if om == MAJOR_OM else M_MINOR_A + om - 1


def om_radius(s: State, om: int) -> int:
    """[1.6.2] [1.6.3] [11.3.1] Major three, minor two hexes; one more on the Stalingrad side."""
    return s.pack.om_stalingrad_radius[om] if s.track[tracks.MAJOR_STALINGRAD + om] else s.pack.om_radius[om]


def om_covers(s: State, om: int, h: int) -> bool:
    """[11.3.2] Counted in hexes, whatever the ground and whoever stands there."""
    place = s.track[tracks.MAJOR_AT + om]
    return place >= 0 and s.pack.distance(place, h) <= om_radius(s, om)


# Maskirovka -------------------------------------------------------------------------------------------------------


def yes_or_no(s: State) -> list[int]:
    return [DONE, YES]


def maskirovka_choices(s: State) -> list[int]:
    """[5.5.6] Played at the start of the phase, if it is there."""
    return [DONE, YES] if supports.box_with(s, MASKIROVKA) and not s.track[tracks.GARRISON_FAILED] else [DONE]


def why_not_maskirovka(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NOT_IN_BOX)


def take_maskirovka(s: State, a: int) -> None:
    """[5.5.6] Supports may change their boxes as the player likes (reconstructed)."""
    if a == YES:
        m = supports.find(s, supports.box_with(s, MASKIROVKA), MASKIROVKA)
        s.lay(m, M_PLAYED, supports.PLAYED_NOW)
        set_local(s, "offensive_phase", 1)
        tell(s, "5.5.6", events.EVENT_PLAYED, MASKIROVKA)


def is_masked(s: State) -> bool:
    return bool(local(s, "offensive_phase"))


def shift_space(s: State) -> list[int]:
    """Every kind from every Soviet box to every other."""
    found = [DONE]
    for start in supports.SOVIET_BOXES:
        for end in supports.SOVIET_BOXES:
            base = SHIFT + (start * BOX_RADIX + end) * KINDS_RADIX
            found.extend(range(base, base + s.pack.support_count))
    return found


def shift_choices(s: State) -> list[int]:
    """[5.5.6] One marker from one box to another, or done."""
    found = [DONE]
    for start in supports.SOVIET_BOXES:
        kinds = {s.pack.marker_kind[m] for m in supports.markers_in(s, start, SOVIET) if s.marker_on[m] != SHIFTED}
        for kind in sorted(kinds):
            if supports.is_real(s, kind):
                ends = [end for end in supports.SOVIET_BOXES if end != start]
                found.extend([SHIFT + (start * BOX_RADIX + end) * KINDS_RADIX + kind for end in ends])
    return found


def why_not_shift(s: State, a: int) -> int:
    """[5.5.6] A marker that is there and has not been shifted before: each once, so that it ends."""
    return supports.listed(s, a, refusals.NOT_IN_BOX)


def take_shift(s: State, a: int) -> None:
    """[5.5.6] Into its new box; or no more."""
    if a == DONE:
        for m in range(s.pack.marker_count):
            if s.marker_on[m] == SHIFTED:
                s.lay(m, s.marker_place[m])
        leave(s, "shift_supports")
    else:
        shift_marker(s, a)


def shift_marker(s: State, a: int) -> None:
    """[5.5.6] One marker of the kind that was named, not one that was shifted before."""
    boxes, kind = divmod(a - SHIFT, KINDS_RADIX)
    start, end = divmod(boxes, BOX_RADIX)
    for m in supports.markers_in(s, start, SOVIET):
        if s.pack.marker_kind[m] == kind and s.marker_on[m] != SHIFTED:
            s.lay(m, end, SHIFTED)
            supports.tell_moved(s, kind, start, end)
            return


# 11.2 Redeployment ------------------------------------------------------------------------------------------------


def markers_on_map(s: State) -> list[int]:
    return [om for om in MARKERS if s.track[tracks.MAJOR_AT + om] >= 0]


def redeploy_choices(s: State) -> list[int]:
    """[11.2.1] [11.2.2] Each marker on the map may stay or be taken off; [11.1.2] but Stalingrad is watched if it can.

    Who could watch it: a marker that lies there, one in hand, one that is still to be asked for and can come to hand.
    """
    om = current(s, "redeploy")
    if not must_watch_city(s) or any(could_watch(s, other, om) for other in MARKERS if other != om):
        return [DONE, YES]
    if is_by_stalingrad(s, s.track[tracks.MAJOR_AT + om]):
        return [DONE, YES] if comes_to_hand(s, om) else [DONE]
    return [YES] if comes_to_hand(s, om) else [DONE, YES]


def comes_to_hand(s: State, om: int) -> bool:
    """[11.2.1] [11.4.1] Taken off the map, the marker could be placed again in this phase."""
    return not s.here[AXIS][s.track[tracks.MAJOR_AT + om]] and (om != MAJOR_OM or may_launch(s))


def could_watch(s: State, other: int, asked: int) -> bool:
    """[11.1.2] Another marker lies by the city, or can still be placed there."""
    if s.track[tracks.MAJOR_AT + other] < 0:
        return is_in_hand(s, other)
    return is_by_stalingrad(s, s.track[tracks.MAJOR_AT + other]) or (other > asked and comes_to_hand(s, other))


def why_not_redeploy(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.STALINGRAD_FIRST)


def take_redeploy(s: State, a: int) -> None:
    """[11.2.1] [11.2.2] [11.2.3] Off the map with its supports; from under Axis units it is away all turn."""
    om = current(s, "redeploy")
    if a != YES:
        return
    s.track[tracks.MAJOR_WAITS + om] = int(s.here[AXIS][s.track[tracks.MAJOR_AT + om]] > 0)
    s.track[tracks.MAJOR_AT + om] = -1
    s.track[tracks.MAJOR_STALINGRAD + om] = 0
    tell(s, "11.2.1", events.OM_REMOVED, om)
    markers = supports.markers_in(s, box_of_om(om), SOVIET)
    for m in markers:
        supports.to_pool(s, m)
    if markers:
        tell(s, "11.2.3", events.SUPPORTS_RETURNED, SOVIET, len(markers))


def return_waiting(s: State) -> None:
    """[11.2.2] Markers taken from under Axis units come back at the end of the Soviet turn."""
    for om in MARKERS:
        if s.track[tracks.MAJOR_WAITS + om]:
            s.track[tracks.MAJOR_WAITS + om] = 0
            tell(s, "11.2.2", events.OM_BACK, om)


# 11.1 Placement ---------------------------------------------------------------------------------------------------


def is_in_hand(s: State, om: int) -> bool:
    """[1.6.1] [11.1.1] [11.4.1] In the player's hand, and the Major one only if an offensive can be launched."""
    arrived = 0 <= s.scenario.om_turn[om] <= s.track[tracks.TURN]
    if not arrived or s.track[tracks.MAJOR_AT + om] >= 0 or s.track[tracks.MAJOR_WAITS + om]:
        return False
    return om != MAJOR_OM or may_launch(s)


def is_available(s: State, om: int) -> bool:
    """[11.1.2] In hand, and there is a place for it."""
    return is_in_hand(s, om) and bool(candidate_hexes(s, om))


def may_launch(s: State) -> bool:
    """[11.4.1] Ten supports in the STAVKA box, shortages not counted."""
    return not s.track[tracks.GARRISON_FAILED] and supports.count_real(s, M_STAVKA) >= s.pack.major_supports


def has_marker_to_place(s: State) -> bool:
    """[11.1.2] A marker is in hand; the player may keep it there unless it is needed."""
    return any(is_in_hand(s, om) for om in MARKERS)


def must_watch_city(s: State) -> bool:
    """[11.1.2] The Axis controls a hex of Stalingrad."""
    return any(s.scenario.plays[h] and s.control[h] == AXIS for h in s.pack.stalingrad)


def is_city_watched(s: State) -> bool:
    """[11.1.2] A marker lies on or beside Stalingrad, or the Axis controls nothing of it."""
    if not must_watch_city(s):
        return True
    return any(
        s.track[tracks.MAJOR_AT + om] >= 0 and is_by_stalingrad(s, s.track[tracks.MAJOR_AT + om]) for om in MARKERS
    )


def city_hexes(s: State) -> list[int]:
    """[11.1.2] Stalingrad and the hexes beside it."""
    found: set[int] = set()
    for h in s.pack.stalingrad:
        found.update([h, *s.pack.neighbours[h]])
    return sorted([h for h in found if s.scenario.plays[h]])


def is_by_stalingrad(s: State, h: int) -> bool:
    return units.nearest_distance(s, h, s.pack.stalingrad) <= 1


def is_city_supplied(s: State) -> bool:
    """[11.1.2] An Axis unit in the city can trace supply at this moment."""
    if not any(s.here[AXIS][h] for h in s.pack.stalingrad):
        return False
    cut = supply.units_without_supply(s, AXIS)
    here = [u for h in s.pack.stalingrad for u in units.units_at(s, h)]
    return any(s.pack.side[u] == AXIS and s.pack.is_combat[u] and u not in cut for u in here)


def must_strike_city(s: State) -> bool:
    """[11.1.2] [11.4.2] The city is supplied and a major offensive is possible: it must be launched there."""
    return is_in_hand(s, MAJOR_OM) and is_city_supplied(s)


def is_first_of_star(s: State) -> bool:
    """[19.5.2] First turn of Star and Gallop: both markers are placed, the Major one west of the Donets."""
    return s.scenario.number == STAR_AND_GALLOP and s.track[tracks.TURN] == s.scenario.first_turn


def marker_space(s: State) -> list[int]:
    return [DONE, *[OM + om for om in MARKERS]]


def marker_choices(s: State) -> list[int]:
    """[11.1.2] [11.4.2] Markers that have a place; done, unless the city must be struck or watched."""
    if must_strike_city(s):
        return [OM + MAJOR_OM]
    found = [OM + om for om in MARKERS if is_available(s, om)]
    free = not found or (is_city_watched(s) and not is_first_of_star(s))
    return [DONE, *found] if free else found


def why_not_marker(s: State, a: int) -> int:
    """[11.1.2] [11.4.1] Why a marker cannot be placed now, or the placing cannot end."""
    if a == DONE or must_strike_city(s):
        return supports.listed(s, a, refusals.STALINGRAD_FIRST)
    if a == OM + MAJOR_OM and not may_launch(s):
        return refusals.TOO_FEW_SUPPORTS
    return supports.listed(s, a, refusals.OM_PLACE)


def take_marker(s: State, a: int) -> None:
    """[11.1.2] This marker is placed; or the player is done."""
    if a == DONE:
        leave(s, "place_offensives")
    else:
        set_local(s, "place_one", a - OM)


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def place_choices(s: State) -> list[int]:
    """[11.1.2] Where the marker in hand may lie."""
    (om,) = local(s, "place_one")
    return [HEX + h for h in candidate_hexes(s, om)]


def why_not_place(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.OM_PLACE)


def candidate_hexes(s: State, om: int) -> list[int]:
    """[11.1.2] [19.2.4] On or beside Stalingrad while it has to be watched; else the strategic places of the Axis."""
    strike = must_strike_city(s)  # then nothing but the Major marker is placed
    city = city_hexes(s) if strike or not is_city_watched(s) else []
    if strike or (city and is_last_available(s, om)):
        return city
    places = [h for h in s.pack.offensive_places if s.scenario.plays[h] and s.control[h] == AXIS]
    if om == MAJOR_OM and is_first_of_star(s):
        places = [h for h in places if s.pack.west_of_donets[h]]
    return sorted({*city, *places})


def is_last_available(s: State, om: int) -> bool:
    """[11.1.2] No other marker is left that could watch the city."""
    return not any(other != om and is_in_hand(s, other) for other in MARKERS)


def take_place(s: State, a: int) -> None:
    """[11.1.2] [5.3.5] On the map; by Stalingrad with that side up. West of the Donets supply gets harder."""
    (om,) = local(s, "place_one")
    h = a - HEX
    on_duty = not is_city_watched(s) or must_strike_city(s)
    s.track[tracks.MAJOR_STALINGRAD + om] = int(on_duty and is_by_stalingrad(s, h))
    s.track[tracks.MAJOR_AT + om] = h
    if om == MAJOR_OM and s.pack.west_of_donets[h]:
        s.track[tracks.MAJOR_WEST] = 1
    tell(s, "11.1.2", events.OM_PLACED, om, h)


def city_fallen(s: State) -> None:
    """[1.6.3] Its Stalingrad side is for Axis units in the city: without them a marker has its plain radius."""
    for om in MARKERS:
        s.track[tracks.MAJOR_STALINGRAD + om] = 0


def is_launching(s: State) -> bool:
    return local(s, "place_one") == (MAJOR_OM,)
