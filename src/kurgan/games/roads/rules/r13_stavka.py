"""Roads, chapter 13: the strategic reserve. Units are released first, then others may enter.

Two headquarters are chosen, the first is the priority front. In the turn of a major offensive eight points are free
in the radius of the Major marker instead.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, UNIT
from kurgan.games.roads.pack.vocabulary import (
    AXIS,
    CITY,
    MAJOR_CITY,
    MAJOR_OM,
    SOVIET,
    STAVKA_CITY,
    STAVKA_MAJOR,
    STAVKA_RAIL,
    STAVKA_ROAD,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.terms import M_STAVKA, MOVED, STAVKA
from kurgan.kernel.chance import Chance
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
    leave,
    local,
    set_local,
    tell,
)

RELEASES: Final[tuple[str, ...]] = ("release_front", "release_offensive", "release_reserve")
NO_HQ: Final[int] = -1
"""In the place of the headquarters for which units are released: they come for a major offensive."""


def stavka() -> Step:
    """[13] [13.1] Release, then entry; not on the first turn of the opening."""
    return When("13", "stavka", is_held, Seq("13", "stavka_phase", [
        Auto("13.1", "begin_stavka", begin_stavka),
        When("13.1.2", "major_release", is_major_release, Call("13.1.2", "release_offensive", given=major_points)),
        When("13.1.1", "normal_release", is_normal_release, Seq("13.1.1", "solicit", [
            Ask("13.1.1", "choose_priority_hq", supports.soviet, hq_choices, take_front,
                why=why_not_hq, space=unit_space, form="choose_unit"),
            When("13.1.1", "second_front", has_priority, Ask(
                "13.1.1", "choose_second_hq", supports.soviet, second_choices, take_front,
                why=why_not_second, space=unit_space, form="choose_unit",
            )),
            Each("13.1.1", "solicit_for", chosen_fronts, Seq("13.1.1", "solicit_one", [
                While("13.1.1", "add_supports", may_add, Ask(
                    "13.1.1", "add_support", supports.soviet, add_choices, take_add,
                    why=why_not_add, space=supports.box_space, form="spend_from_box", private=True,
                )),
                Roll("13.1.1", "roll_release", one_die, take_release_roll),
                Call("13.1.1", "release_front", given=points_thrown),
            ])),
        ])),
        Seq("13.1.3", "enter_reserve", [
            Ask("13.1.3", "choose_first_depot", supports.soviet, depot_choices, take_depot,
                why=why_not_depot, space=unit_space, form="choose_unit"),
            When("13.1.3", "second_depot", has_depot, Ask(
                "13.1.3", "choose_second_depot", supports.soviet, second_depot_choices, take_depot,
                why=why_not_second_depot, space=unit_space, form="choose_unit",
            )),
            Each("13.1.3", "enter_at", chosen_depots, Call("13.1.3", "entering", given=places)),
        ]),
        Call("1.11.2", "end_phase"),
    ]))  # fmt: skip


def entering() -> Step:
    """[13.1.3] Units go into the reserve at a headquarters. Given: how many may."""
    return While("13.1.3", "entering", may_enter, Ask(
        "13.1.3", "enter_unit", supports.soviet, enter_choices, take_enter,
        why=why_not_enter, space=unit_space, form="choose_unit",
    ))  # fmt: skip


def reserve_release() -> Step:
    """[13.1.1] A Reserves marker: two unit points at a headquarters, without a throw (reconstructed)."""
    return Seq("13.1.1", "reserve_release", [
        Ask("13.1.1", "choose_reserve_hq", supports.soviet, reserve_hqs, take_reserve_hq,
            why=why_not_reserve_hq, space=unit_space, form="choose_unit"),
        Call("13.1.1", "release_reserve", given=reserve_points),
    ])  # fmt: skip


def release_units(name: str) -> Step:
    """[13.1.1] [13.1.2] One unit after the other while points last; used in three places under three names.

    Given: the headquarters (-1 in a major offensive), and unit points. The unit chosen is a local of the inner step.
    """
    kind = name.removeprefix("release_")
    return While("13.1.1", name, may_release, Seq("13.1.1", f"{name}_unit", [
        Ask("13.1.1", f"choose_{kind}_unit", supports.soviet, release_choices, take_release,
            why=why_not_release, space=unit_space, form="choose_unit"),
        When("13.1.1", f"{kind}_chosen", has_chosen, Ask(
            "13.1.1", f"place_{kind}_unit", supports.soviet, release_hexes, take_release_hex,
            why=why_not_release_hex, space=hex_space, form="choose_hex",
        )),
    ]))  # fmt: skip


def is_held(s: State) -> bool:
    """[13] [19.2.5] [19.3.1] Not in scenarios without a reserve, and not on the first turn of the opening."""
    return bool(s.scenario.uses_stavka) and not supports.is_opening(s)


def begin_stavka(s: State) -> None:
    """[13.1.2] Who is on the map now is marked, so that newcomers do not bring further newcomers."""
    for u in s.ways.units_of[SOVIET]:
        if s.where[u] >= 0:
            s.mark[u] |= MOVED
        else:
            s.mark[u] &= ~MOVED & 255


def reserve(s: State) -> list[int]:
    """[13.2.1] Units in the STAVKA box."""
    return [u for u in s.ways.units_of[SOVIET] if s.where[u] == STAVKA]


def unit_cost(s: State, u: int) -> int:
    """[13.1.1] [11.4.2] An armored corps counts two units."""
    return s.pack.stavka_armor_cost if s.pack.armored[u] else 1


def is_open_ground(s: State, h: int) -> bool:
    """Soviet units may be put here: inside the played part, no enemy, not in the zone of the 28th Army."""
    return bool(s.scenario.plays[h]) and not s.here[AXIS][h] and not s.pack.zone_28th[h]


# 13.1.1 Release ---------------------------------------------------------------------------------------------------


def is_major_release(s: State) -> bool:
    """[13.1.2] [11.4.3] In the turn of a major offensive."""
    return s.track[tracks.MAJOR_NOW] == 1 and bool(reserve(s))


def is_normal_release(s: State) -> bool:
    return s.track[tracks.MAJOR_NOW] == 0 and bool(reserve(s))


def major_points(s: State) -> tuple[int, ...]:
    """[13.1.2] Eight units, armored corps counting two, for no headquarters of its own."""
    return (NO_HQ, s.pack.stavka_major_points)


def unit_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def fronts(s: State) -> list[int]:
    """[13.1.1] Soviet headquarters on the map."""
    return [q for q in s.pack.hqs_of[SOVIET] if s.where[q] >= 0]


def hq_choices(s: State) -> list[int]:
    """[13.1.1] The priority front, or nobody asks."""
    return [DONE] + [UNIT + q for q in fronts(s)]


def why_not_hq(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_SUCH_HQ)


def take_front(s: State, a: int) -> None:
    """[13.1.1] The priority front, then the second one; or nobody else."""
    if a != DONE:
        set_local(s, "solicit", *local(s, "solicit"), a - UNIT)


def chosen_fronts(s: State) -> tuple[int, ...]:
    """[13.1.1] The priority front first."""
    return local(s, "solicit")


def has_priority(s: State) -> bool:
    return bool(chosen_fronts(s))


def second_choices(s: State) -> list[int]:
    """[13.1.1] A second headquarters, or none."""
    return [DONE] + [UNIT + q for q in fronts(s) if q not in chosen_fronts(s)]


def why_not_second(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_SUCH_HQ)


def added(s: State) -> int:
    """[13.1.1] Supports added for this headquarters so far."""
    return sum(local(s, "solicit_one"))


def may_add(s: State) -> bool:
    """[13.1.1] Supports may be added until the player declines or the box is empty.

    The question is asked even if only shortages are left: whether it is asked tells nothing.
    """
    return not s.track[tracks.GARRISON_FAILED] and bool(supports.markers_in(s, M_STAVKA, SOVIET))


def add_choices(s: State) -> list[int]:
    """[13.1.1] Each support returned from the STAVKA box adds one to the die."""
    return [DONE, *supports.box_answers(s, SOVIET, (M_STAVKA,))]


def why_not_add(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.NOTHING_TO_SPEND)


def take_add(s: State, a: int) -> None:
    """[13.1.1] One more; or the die is thrown."""
    if a == DONE:
        leave(s, "add_supports")
        return
    m = supports.marker_of(s, a)
    supports.spend_marker(s, m)
    supports.to_pool(s, m)
    set_local(s, "solicit_one", added(s) + 1)


def one_die(s: State) -> Chance:
    return supports.ONE_DIE


def place_class(s: State, q: int) -> int:
    """[13.1.1] [13.1.3] Where a headquarters stands: major city or city with a railway, railway, road."""
    h = s.where[q]
    if s.pack.rail_hex[h]:
        if s.pack.settlement[h] == MAJOR_CITY:
            return STAVKA_MAJOR
        return STAVKA_CITY if s.pack.settlement[h] >= CITY else STAVKA_RAIL
    return STAVKA_ROAD


def take_release_roll(s: State, die: int) -> None:
    """[13.1.1] Die, place and supports; the priority front gets one unit more."""
    q = current(s, "solicit_for")
    modified = die + s.pack.stavka_drm[place_class(s, q)] + added(s)
    points = s.pack.stavka_release(modified)
    if q == chosen_fronts(s)[0]:
        points += s.pack.stavka_priority
    set_local(s, "solicit_one", points)
    tell(s, "13.1.1", events.STAVKA_ROLLED, q, modified, points)


def points_thrown(s: State) -> tuple[int, ...]:
    (points,) = local(s, "solicit_one")
    return (current(s, "solicit_for"), points)


def releasing(s: State) -> str:
    """Under which of its names units are being released."""
    return next(name for name in RELEASES if is_under_way(s, name))


def may_release(s: State) -> bool:
    """[13.1.1] Points and units are left; the player may also let them go."""
    _, points = local(s, releasing(s))
    return points > 0 and bool(reserve(s))


def release_choices(s: State) -> list[int]:
    """[13.1.1] A unit of the reserve that the points pay for and that has a place to go, or no more."""
    places = release_ground(s)
    _, points = local(s, releasing(s))
    found = [u for u in reserve(s) if unit_cost(s, u) <= points and any(units.fits(s, u, h) for h in places)]
    return [DONE] + [UNIT + u for u in found]


def why_not_release(s: State, a: int) -> int:
    """[13.1.1] In the reserve, and not too dear; where there is a place for one there is for any, else nobody asks."""
    if a == DONE:
        return 0
    u = a - UNIT
    if u not in reserve(s):
        return refusals.NOT_IN_STAVKA
    return refusals.TOO_DEAR if unit_cost(s, u) > local(s, releasing(s))[1] else 0


def take_release(s: State, a: int) -> None:
    """[13.1.1] This unit; or the rest stays in reserve."""
    if a == DONE:
        leave(s, releasing(s))
    else:
        set_local(s, f"{releasing(s)}_unit", a - UNIT)


def has_chosen(s: State) -> bool:
    return bool(local(s, f"{releasing(s)}_unit"))


def release_ground(s: State) -> list[int]:
    """[13.1.1] With or beside the headquarters, in supply, not beside an enemy; [13.1.2] beside a friend near the
    Major marker in a major offensive."""
    q, _ = local(s, releasing(s))
    if q == NO_HQ:
        return offensive_ground(s)
    field = supply.general_field(s, SOVIET)  # in supply by whomever, not by this headquarters only
    near = [s.where[q], *s.pack.neighbours[s.where[q]]]
    return sorted([n for n in near if is_open_ground(s, n) and not s.near[AXIS][n] and field[n]])


def offensive_ground(s: State) -> list[int]:
    """[13.1.2] Near the Major marker, adjacent to a friend who was there before (a headquarters too, 1.1.2),
    supplied and out of contact."""
    field = supply.general_field(s, SOVIET)
    found: set[int] = set()
    for u in s.ways.units_of[SOVIET]:
        if s.where[u] >= 0 and s.mark[u] & MOVED:
            found.update(s.pack.neighbours[s.where[u]])
    return sorted([
        h for h in found
        if offensives.om_covers(s, MAJOR_OM, h) and is_open_ground(s, h) and not s.near[AXIS][h] and field[h]
    ])  # fmt: skip


def release_hexes(s: State) -> list[int]:
    (u,) = local(s, f"{releasing(s)}_unit")
    return [HEX + h for h in release_ground(s) if units.fits(s, u, h)]


def why_not_release_hex(s: State, a: int) -> int:
    if not supports.listed(s, a, refusals.RELEASE_PLACE):
        return 0
    return refusals.OFFENSIVE_PLACE if local(s, releasing(s))[0] == NO_HQ else refusals.RELEASE_PLACE


def take_release_hex(s: State, a: int) -> None:
    """[13.1.1] Onto the map."""
    name = releasing(s)
    (u,) = local(s, f"{name}_unit")
    q, points = local(s, name)
    set_local(s, name, q, points - unit_cost(s, u))
    rule = "13.1.2" if q == NO_HQ else "13.1.1"
    units.put(s, u, a - HEX, rule)
    tell(s, rule, events.UNIT_RELEASED, u, a - HEX)


# Reserves marker --------------------------------------------------------------------------------------------------

RESERVE_POINTS: Final = 2
"""Unit points of a Reserves marker (reconstructed)."""


def may_release_reserves(s: State) -> bool:
    """[13.1.1] There is a headquarters and somebody in the reserve."""
    return bool(s.scenario.uses_stavka) and bool(reserve(s)) and bool(fronts(s))


def reserve_hqs(s: State) -> list[int]:
    return [UNIT + q for q in fronts(s)]


def why_not_reserve_hq(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_SUCH_HQ)


def take_reserve_hq(s: State, a: int) -> None:
    set_local(s, "reserve_release", a - UNIT)


def reserve_points(s: State) -> tuple[int, ...]:
    (q,) = local(s, "reserve_release")
    return (q, RESERVE_POINTS)


# 13.1.3 Entry -----------------------------------------------------------------------------------------------------


def take_depot(s: State, a: int) -> None:
    """[13.1.3] One headquarters, then another; or no other."""
    if a != DONE:
        set_local(s, "enter_reserve", *local(s, "enter_reserve"), a - UNIT)


def chosen_depots(s: State) -> tuple[int, ...]:
    return local(s, "enter_reserve")


def has_depot(s: State) -> bool:
    return bool(chosen_depots(s))


def units_beside(s: State, q: int) -> list[int]:
    """[13.1.3] Units with or beside a headquarters."""
    h = s.where[q]
    return [
        u
        for n in [h, *s.pack.neighbours[h]]
        for u in units.units_at(s, n)
        if s.pack.is_combat[u] and s.pack.side[u] == SOVIET
    ]


def depot_choices(s: State) -> list[int]:
    """[13.1.3] Headquarters with units on or beside them, or nobody enters."""
    return [DONE] + [UNIT + q for q in fronts(s) if units_beside(s, q)]


def why_not_depot(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_SUCH_HQ)


def second_depot_choices(s: State) -> list[int]:
    return [a for a in depot_choices(s) if a - UNIT not in chosen_depots(s)]


def why_not_second_depot(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_SUCH_HQ)


def places(s: State) -> tuple[int, ...]:
    """[13.1.3] The place of the headquarters sets how many may enter."""
    return (s.pack.stavka_enter[place_class(s, current(s, "enter_at"))],)


def may_enter(s: State) -> bool:
    (left,) = local(s, "entering")
    return left > 0 and bool(units_beside(s, current(s, "enter_at")))


def enter_choices(s: State) -> list[int]:
    """[13.1.3] A unit with or beside the headquarters, or no more."""
    return [DONE, *sorted([UNIT + u for u in units_beside(s, current(s, "enter_at"))])]


def why_not_enter(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NOT_BESIDE_HQ)


def take_enter(s: State, a: int) -> None:
    """[13.1.3] [13.2.2] Into the box, where it is at full strength; its markers go back to the pool."""
    if a == DONE:
        leave(s, "entering")
        return
    u = a - UNIT
    supports.unit_gone(s, u)
    units.remove(s, u, STAVKA)
    s.steps[u] = s.pack.max_steps[u]
    (left,) = local(s, "entering")
    set_local(s, "entering", left - 1)
    tell(s, "13.1.3", events.UNIT_ENTERED_STAVKA, u)
