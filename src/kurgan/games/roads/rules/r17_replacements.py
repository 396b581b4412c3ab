"""Roads, chapter 17: reinforcements and replacement points, for both sides.

A unit still to come has its turn in s.away. Replacement points are spent one unit at a time; armor also takes a
support or, for the Axis, a Kampfgruppe. Withdrawals and upgrades are in r18_withdrawals.py.
"""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, UNIT
from kurgan.games.roads.pack.vocabulary import AXIS, GERMAN, INFANTRY, LIMIT_RAIL, MOUNTAIN, NATIONS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r06_mars as mars
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import (
    DISPLACED,
    ELIMINATED,
    EVACUATED,
    IN_SUPPLY,
    MOVED,
    RAIL,
    STAVKA,
    TO_COME,
    WITHDRAWN,
)
from kurgan.kernel.flow import Ask, Auto, Call, Each, Seq, Step, When, While, current, leave, local, set_local, tell


def soviet_reinforcements() -> Step:
    """[17.1] [17.3] [18] The Soviet reinforcements and replacements phase."""
    return Seq("17", "soviet_reinforcements", [
        Auto("17", "begin_soviet_reinforcements", begin_reinforcements),
        Call("18.2", "upgrades"),
        Each("17.1", "soviet_arrivals", map_arrivals, Ask(
            "17.1", "place_soviet_arrival", supply.phasing, arrival_choices, take_arrival,
            why=why_not_arrival, space=hex_space, form="choose_hex",
        )),
        When("17.1", "city_open", has_open_city, Seq("17.1", "arrive_in_city", [
            Ask("17.1", "choose_for_city", supports.soviet, city_units, take_city_unit,
                why=why_not_city_unit, space=unit_space, form="choose_unit"),
            When("17.1", "city_chosen", has_city_unit, Ask(
                "17.1", "place_in_city", supports.soviet, city_choices, take_city,
                why=why_not_city, space=hex_space, form="choose_hex",
            )),
        ])),
        Auto("17.1", "fill_stavka", fill_stavka),
        Call("18.1", "withdrawals"),
        Seq("4.1.2", "soviet_hqs_return", [Call("4.1.2", "return_headquarters")]),
        Call("17.3.1", "replacements", given=soviet_points),
        Seq("17.3.5", "soviet_hqs_rebuilt", [Call("4.1.2", "return_headquarters")]),
        Auto("11.2.2", "offensive_markers_back", offensives.return_waiting),
        Call("1.11.2", "end_phase"),
    ])  # fmt: skip


def axis_reinforcements() -> Step:
    """[17.2] [17.3] The Axis reinforcements and replacements phase."""
    return Seq("17", "axis_reinforcements", [
        Auto("17", "begin_axis_reinforcements", begin_reinforcements),
        Auto("16.3.2", "reckon_blow", manstein.reckon_blow),
        Auto("15.3", "settle_attacks", approval.settle_attacks),
        Each("17.2.1", "axis_arrivals", map_arrivals, Ask(
            "17.2.1", "place_axis_arrival", supply.phasing, arrival_choices, take_arrival,
            why=why_not_arrival, space=hex_space, form="choose_hex",
        )),
        When("17.2.3", "city_fallen", has_free_division, Seq("17.2.3", "free_division", [
            Ask("17.2.3", "choose_free_division", manstein.axis, free_divisions, take_free,
                why=why_not_free, space=unit_space, form="choose_unit"),
            Call("17.2.3", "place_rebuilt", given=free_division),
        ])),
        Each("10.4.3E", "evacuees", evacuees, When(
            "10.4.3E", "evacuee_has_place", has_rebuilt_place, Call("10.4.3E", "place_rebuilt", given=evacuee),
        )),
        Seq("4.1.2", "axis_hqs_return", [Call("4.1.2", "return_headquarters")]),
        While("17.2.2", "arrive_by_rail", may_ride, Seq("17.2.2", "ride", [
            Ask("17.2.2", "choose_rider", manstein.axis, rider_choices, take_rider,
                why=why_not_rider, space=unit_space, form="choose_unit"),
            When("17.2.2", "riding", movement.is_marching, Call("7.1.2", "march")),
        ])),
        Call("17.3.2", "replacements", given=axis_points),
        Seq("17.3.5", "axis_hqs_rebuilt", [Call("4.1.2", "return_headquarters")]),
        Auto("16.3.1", "return_unused", manstein.return_unused),
        Call("1.11.2", "end_phase"),
    ])  # fmt: skip


def replacements() -> Step:
    """[17.3] One unit after the other while points last. Given: points, and how many of them allies may have.

    The unit that gets a point is a local of ``rebuild_one``.
    """
    return While("17.3", "replacements", may_rebuild, Seq("17.3", "rebuild_one", [
        Ask("17.3", "rebuild", supply.phasing, rebuild_choices, take_rebuild,
            why=why_not_rebuild, space=unit_space, form="replace"),
        When("17.3.7", "armor_rebuilt", needs_support, Seq("17.3.7", "pay_for_armor", [
            Ask("17.3.7", "pay_armor", supply.phasing, pay_choices, take_pay,
                why=why_not_pay, space=pay_space, form="pay_armor"),
        ])),
        Auto("17.3", "rebuilding", rebuild),
        When("17.3.13", "rebuilt_off_map", is_off_map, Call("17.3.13", "place_rebuilt", given=rebuilt)),
    ]))  # fmt: skip


def place_rebuilt() -> Step:
    """[17.3.13] An Axis unit comes on or beside a supplied headquarters of its nation. Given: the unit."""
    return Seq("17.3.13", "place_rebuilt", [
        Ask("17.3.13", "place_rebuilt_unit", manstein.axis, rebuilt_hexes, take_rebuilt_hex,
            why=why_not_rebuilt, space=hex_space, form="choose_hex"),
    ])  # fmt: skip


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def unit_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def begin_reinforcements(s: State) -> None:
    for u in s.ways.units_of[s.track[tracks.SIDE]]:
        s.mark[u] |= MOVED  # only arrivals of this phase may go on by rail


# 17.1, 17.2 Arrivals ----------------------------------------------------------------------------------------------


def due_arrivals(s: State) -> list[int]:
    """[17.1] [17.2.1] Units of the phasing side whose turn has come."""
    where = s.where.tolist()  # read faster than the column
    turn = s.track[tracks.TURN]
    return [u for u in s.ways.units_of[s.track[tracks.SIDE]] if where[u] == TO_COME and s.away[u] == turn]


def map_arrivals(s: State) -> list[int]:
    """[17.1] [19.0] Those who come onto the map; if enemies stand in all their hexes they are lost."""
    found: list[int] = []
    for u in due_arrivals(s):
        if not entry_hexes(s, u):
            continue
        if arrival_hexes(s, u):
            found.append(u)
        else:
            tell(s, "19.0", events.REINFORCEMENT_LOST, u)
            s.lift(u, ELIMINATED)
            s.steps[u] = 0
    return found


def entry_hexes(s: State, u: int) -> list[int]:
    """[19.0] [19.3.4] The hexes of the schedule; none means the STAVKA box."""
    if u == s.pack.hq_transcaucasus:
        return [s.pack.optional_entry]
    return s.scenario.arrival_hexes[u]


def arrival_hexes(s: State, u: int) -> list[int]:
    """[19.0] Arrival hexes without an enemy; full ones only if there is no other."""
    free = [h for h in entry_hexes(s, u) if not s.here[1 - s.pack.side[u]][h]]
    roomy = [h for h in free if units.fits(s, u, h)]
    return sorted(roomy or free)


def arrival_choices(s: State) -> list[int]:
    return [HEX + h for h in arrival_hexes(s, arriving(s))]


def arriving(s: State) -> int:
    return current(s, "soviet_arrivals" if s.track[tracks.SIDE] == SOVIET else "axis_arrivals")


def why_not_arrival(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.ARRIVAL_PLACE)


def take_arrival(s: State, a: int) -> None:
    """[17.1] [17.2.1] Onto the map at full strength."""
    u = arriving(s)
    arrive(s, u, a - HEX)


def arrive(s: State, u: int, h: int) -> None:
    """[17.1] [17.2.1] On the map and, until the next supply phase looks, in supply."""
    s.steps[u] = s.steps[u] or s.pack.max_steps[u]
    s.away[u] = -1
    s.mark[u] = 0
    s.supply[u] = IN_SUPPLY
    units.put(s, u, h, "17.1" if s.pack.side[u] == SOVIET else "17.2.1")
    units.capture(s, h, s.pack.side[u])


def stavka_arrivals(s: State) -> list[int]:
    return [u for u in due_arrivals(s) if not entry_hexes(s, u)]


def open_cities(s: State) -> list[int]:
    """[17.1] Hexes of major cities wholly Soviet, with no enemy beside any of their hexes."""
    found: list[int] = []
    for number, hexes in enumerate(s.pack.major_cities):
        if superiority.holds_city(s, number, SOVIET) and not any(s.near[AXIS][h] for h in hexes):
            found.extend([h for h in hexes if s.scenario.plays[h]])
    return found


def has_open_city(s: State) -> bool:
    return bool(stavka_arrivals(s)) and bool(open_cities(s))


def city_units(s: State) -> list[int]:
    """[17.1] One unit bound for STAVKA may come in a city instead."""
    return [DONE] + [UNIT + u for u in stavka_arrivals(s) if city_hexes(s, u)]


def city_hexes(s: State, u: int) -> list[int]:
    return [h for h in open_cities(s) if units.fits(s, u, h)]


def why_not_city_unit(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.CITY_PLACE)


def take_city_unit(s: State, a: int) -> None:
    if a != DONE:
        set_local(s, "arrive_in_city", a - UNIT)


def has_city_unit(s: State) -> bool:
    return bool(local(s, "arrive_in_city"))


def city_choices(s: State) -> list[int]:
    (u,) = local(s, "arrive_in_city")
    return [HEX + h for h in city_hexes(s, u)]


def why_not_city(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.CITY_PLACE)


def take_city(s: State, a: int) -> None:
    """[17.1] Straight into the city."""
    (u,) = local(s, "arrive_in_city")
    arrive(s, u, a - HEX)


def fill_stavka(s: State) -> None:
    """[17.1] All others wait in the STAVKA box."""
    for u in stavka_arrivals(s):
        s.lift(u, STAVKA)
        s.steps[u] = s.pack.max_steps[u]
        s.away[u] = -1
        tell(s, "17.1", events.UNIT_ARRIVED_STAVKA, u)


# 17.2.2 By rail ---------------------------------------------------------------------------------------------------


def riders(s: State) -> list[int]:
    """[17.2.2] [7.3.5] Units that arrived this phase, while there are rail points for them."""
    found: list[int] = []
    for u in s.ways.units_of[AXIS]:
        if s.where[u] >= 0 and not s.mark[u] & MOVED and (s.track[tracks.RAIL] > 0 or mars.rides_free(s, u)):
            if may_entrain(s, s.where[u]):
                found.append(u)
    return found


def may_entrain(s: State, h: int) -> bool:
    """[7.3.3] On a railway in use, with somewhere to go; [15.3] unless a crisis forbids it."""
    if s.track[tracks.LIMIT] == LIMIT_RAIL or not steps.runs_trains(s, h):
        return False
    return any(s.pack.rail[edge] and s.scenario.plays[n] and steps.runs_trains(s, n) for n, edge in s.ways.links[h])


def may_ride(s: State) -> bool:
    return bool(riders(s))


def rider_choices(s: State) -> list[int]:
    return [DONE] + [UNIT + u for u in riders(s)]


def why_not_rider(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.ARRIVAL_PLACE)


def take_rider(s: State, a: int) -> None:
    """[17.2.2] It goes on by rail at once; or nobody else does."""
    if a == DONE:
        for u in s.ways.units_of[AXIS]:
            s.mark[u] |= MOVED
        return
    movement.begin_march(s, a - UNIT, RAIL)


# 17.2.3 After the fall of Stalingrad ------------------------------------------------------------------------------


def fallen_divisions(s: State) -> list[int]:
    """[17.2.3] Eliminated Axis infantry divisions that are not elite and have a place to come."""
    pack = s.pack
    able = [
        u
        for u in s.ways.units_of[AXIS]
        if s.where[u] == ELIMINATED and pack.kind[u] in (INFANTRY, MOUNTAIN) and not pack.elite[u]
    ]
    ground = rebuilt_ground(s) if able else []
    return [u for u in able if places_on(s, u, ground)]


def has_free_division(s: State) -> bool:
    """[17.2.3] Both hexes of the city are Soviet."""
    return superiority.holds_city(s, 0, SOVIET) and s.scenario.axis_rp_used == 1 and bool(fallen_divisions(s))


def free_divisions(s: State) -> list[int]:
    return [UNIT + u for u in fallen_divisions(s)]


def why_not_free(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_REPLACEMENTS_FOR_IT)


def take_free(s: State, a: int) -> None:
    """[17.2.3] It comes back reduced, for nothing."""
    set_local(s, "free_division", a - UNIT)
    s.steps[a - UNIT] = 1


def free_division(s: State) -> tuple[int, ...]:
    return local(s, "free_division")


def evacuees(s: State) -> list[int]:
    """[10.4.3E] Divisions flown out two turns ago."""
    return [u for u in s.ways.units_of[AXIS] if s.where[u] == EVACUATED and s.away[u] <= s.track[tracks.TURN]]


def evacuee(s: State) -> tuple[int, ...]:
    return (current(s, "evacuees"),)


def has_rebuilt_place(s: State) -> bool:
    """[10.4.3E] [17.3.13] There is a headquarters to come to; otherwise it waits."""
    return bool(rebuilt_places(s, current(s, "evacuees")))


# 17.3 Points ------------------------------------------------------------------------------------------------------


def soviet_points(s: State) -> tuple[int, ...]:
    """[17.3.1] [17.3.4] [18.1.2] By the scenario; none after a failed withdrawal."""
    points = 0 if s.track[tracks.NO_REPLACEMENTS_SOVIET] else s.scenario.soviet_rp[s.track[tracks.TURN]]
    return shared_out(s, points)


def axis_points(s: State) -> tuple[int, ...]:
    """[17.3.2] [17.3.4] [15.1.3] By the better marker on the track; none on the first turn of the opening."""
    points = s.pack.approval_rp[approval.better_box(s)] if s.scenario.axis_rp_used else 0
    if supports.is_opening(s) or s.track[tracks.NO_REPLACEMENTS_SOVIET + AXIS]:
        points = 0
    return shared_out(s, points)


def shared_out(s: State, points: int) -> tuple[int, ...]:
    """[17.3.14] Who is in a radius is traced once, when there is something to give; [17.3.3] half may go to allies."""
    if points:
        radius.trace_cover(s, s.track[tracks.SIDE], [q for q in s.pack.hqs_of[s.track[tracks.SIDE]] if s.where[q] >= 0])
        tell(s, "17.3", events.REPLACEMENT_POINTS, s.track[tracks.SIDE], points)
    return (points, points // 2)


def may_rebuild(s: State) -> bool:
    """[17.3.4] Points are left; the player may also let them go."""
    points, _ = local(s, "replacements")
    return points > 0


def rebuild_choices(s: State) -> list[int]:
    """[17.3] Units that a point can help, or no more."""
    able = [u for u in s.ways.units_of[s.track[tracks.SIDE]] if not why_not_point(s, u)]
    if s.track[tracks.SIDE] == AXIS and any(s.where[u] == ELIMINATED for u in able):
        ground = rebuilt_ground(s)
        able = [u for u in able if s.where[u] >= 0 or s.pack.is_hq[u] or places_on(s, u, ground)]
    return [DONE] + [UNIT + u for u in able]


def why_not_rebuild(s: State, a: int) -> int:
    """[17.3] Reasons against a unit; last, that it has nowhere to come."""
    if a == DONE:
        return 0
    u = a - UNIT
    if s.pack.side[u] != s.track[tracks.SIDE]:
        return refusals.NO_REPLACEMENTS_FOR_IT
    return why_not_point(s, u) or supports.listed(s, a, refusals.REBUILT_PLACE)


def why_not_point(s: State, u: int) -> int:
    """[17.3.3] [17.3.5] to [17.3.14] Reasons a unit gets no replacement point."""
    pack = s.pack
    if pack.nation[u] > GERMAN and local(s, "replacements")[1] <= 0:
        return refusals.HALF_FOR_ALLIES
    if s.where[u] >= 0:
        if s.steps[u] >= pack.max_steps[u] or pack.is_hq[u]:
            return refusals.NO_REPLACEMENTS_FOR_IT
        if s.supply[u] != IN_SUPPLY or s.near[1 - pack.side[u]][s.where[u]] or not is_in_radius(s, u):
            return refusals.NO_REPLACEMENTS_FOR_IT
    elif s.where[u] != ELIMINATED or u in pack.alarm_units or u in pack.alert_units:
        return refusals.NO_REPLACEMENTS_FOR_IT
    if pack.armored[u] and not has_payment(s, u):
        return refusals.SUPPORT_NEEDED
    return 0


def is_in_radius(s: State, u: int) -> bool:
    """[17.3.14] Inside the command radius of a headquarters of its side, of whatever nation."""
    return s.cover[s.where[u]] > 0


def has_payment(s: State, u: int) -> bool:
    """[17.3.7] [17.3.11] A support, or for the Axis an armored Kampfgruppe."""
    side = s.pack.side[u]
    return bool(supports.spendable(s, side, False)) or (side == AXIS and bool(payable_groups(s, u)))


def payable_groups(s: State, u: int) -> list[int]:
    """[17.3.11] Armored Kampfgruppen in supply, not beside an enemy; they pay for divisions, not for one another."""
    if s.pack.is_kg[u]:
        return []
    return [
        g for g in s.pack.armor_kgs if s.where[g] >= 0 and s.supply[g] == IN_SUPPLY and not s.near[SOVIET][s.where[g]]
    ]


def take_rebuild(s: State, a: int) -> None:
    """[17.3] This unit gets a point; or the rest is lost."""
    if a == DONE:
        leave(s, "replacements")
    else:
        set_local(s, "rebuild_one", a - UNIT)


def rebuilt(s: State) -> tuple[int, ...]:
    """[17.3] The unit that gets a point."""
    return local(s, "rebuild_one")


def needs_support(s: State) -> bool:
    """[17.3.7] [17.3.10] [17.3.12] Armor takes a support with each point."""
    (u,) = rebuilt(s)
    return s.pack.armored[u] == 1


def pay_choices(s: State) -> list[int]:
    """[17.3.7] [17.3.11] A support of any box, or a Kampfgruppe."""
    side = s.track[tracks.SIDE]
    found = supports.box_answers(s, side, supports.boxes_of(side))
    if side == AXIS:
        (u,) = rebuilt(s)
        found = [UNIT + g for g in payable_groups(s, u)] + found
    return found


def pay_space(s: State) -> list[int]:
    return units.all_units(s) + supports.box_space(s)[1:]


def why_not_pay(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.SUPPORT_NEEDED)


def take_pay(s: State, a: int) -> None:
    """[17.3.7] The support is spent; [17.3.11] or the Kampfgruppe is gone for good."""
    if a < HEX:
        units.remove(s, a - UNIT, WITHDRAWN)
    else:
        supports.spend_marker(s, supports.marker_of(s, a))


def rebuild(s: State) -> None:
    """[17.3.5] [17.3.6] [17.3.8] [17.3.9] [17.3.10] [17.3.12] [13.2.3] One point is spent.

    A step on the map; a full Soviet unit for STAVKA; an Axis step that has to be placed.
    """
    (u,) = rebuilt(s)
    points, for_allies = local(s, "replacements")
    set_local(s, "replacements", points - 1, for_allies - int(s.pack.nation[u] > GERMAN))
    if s.where[u] >= 0:
        s.steps[u] += 1
        tell(s, "17.3.6", events.STEP_REBUILT, u)
    elif s.pack.is_hq[u]:
        s.lift(u, DISPLACED)
        s.steps[u] = 1
        tell(s, "17.3.5", events.UNIT_REBUILT, u)
    elif s.pack.side[u] == SOVIET:
        s.lift(u, STAVKA)
        s.steps[u] = s.pack.max_steps[u]
        tell(s, "17.3.9", events.UNIT_REBUILT, u)
    else:
        s.steps[u] = 1
        tell(s, "17.3.8", events.UNIT_REBUILT, u)  # it is in hand until it is placed


def is_off_map(s: State) -> bool:
    """[17.3.13] An Axis unit that has a step again and no place yet."""
    (u,) = rebuilt(s)
    return s.where[u] == ELIMINATED


def rebuilt_ground(s: State) -> list[list[int]]:
    """[17.3.13] For each nation: hexes on or beside its supplied headquarters, not beside an enemy."""
    found: list[list[int]] = [[] for _ in NATIONS]
    for q in radius.supplied_hqs(s, AXIS):
        for n in [s.where[q], *s.pack.neighbours[s.where[q]]]:
            if is_axis_ground(s, n) and not s.near[SOVIET][n]:
                found[s.pack.nation[q]].append(n)
    return found


def places_on(s: State, u: int, ground: list[list[int]]) -> list[int]:
    """[17.3.13] Those of its nation where it fits."""
    return sorted({h for h in ground[s.pack.nation[u]] if units.fits(s, u, h)})


def rebuilt_places(s: State, u: int) -> list[int]:
    """[17.3.13] Where an Axis unit that comes back may stand."""
    return places_on(s, u, rebuilt_ground(s))


def is_axis_ground(s: State, h: int) -> bool:
    """Axis units may be put here."""
    if not s.scenario.plays[h] or s.here[SOVIET][h] or s.pack.zone_28th[h]:
        return False
    return s.pack.row[h] != s.pack.forbidden_row


def rebuilt_hexes(s: State) -> list[int]:
    (u,) = local(s, "place_rebuilt")
    return [HEX + h for h in rebuilt_places(s, u)]


def why_not_rebuilt(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.REBUILT_PLACE)


def take_rebuilt_hex(s: State, a: int) -> None:
    """[17.3.13] Back on the map; [17.2.2] only those who come as reinforcements, before the trains leave, may ride."""
    (u,) = local(s, "place_rebuilt")
    arrive(s, u, a - HEX)
