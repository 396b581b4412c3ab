"""Roads, chapter 4: the Supply phase, pontoons, and what being out of supply does.

Both players' turns use the same table; the phasing side is s.track[tracks.SIDE]. Tracing itself is in r04_radius.py.
Units are marked here, once a turn; a defender also when it is fought (r08_odds), stacks that pay for a shortage
(r12_momentum), those of the pocket when its border changes (r10_zone, r10_fortress), and by events (r05_events).
"""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, YES
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.terms import DISPLACED, IN_SUPPLY, OOS, OOS_FS
from kurgan.kernel.flow import Ask, Auto, Each, Seq, Step, current, tell


def supply() -> Step:
    """[4] Headquarters first, then units."""
    return Seq("4", "supply", [
        Auto("4", "begin_supply", begin_supply),
        Each("4.1.4", "lift_pontoons", standing_pontoons, Ask(
            "4.1.4", "dismantle_pontoon", phasing, dismantle_choices, take_dismantle,
            why=why_not_dismantle, space=dismantle_choices, form="dismantle",
        )),
        Auto("4.1.2", "check_headquarters", check_headquarters),
        Each("4.1.3", "lay_pontoons", hqs_at_rivers, Ask(
            "4.1.3", "build_pontoon", phasing, pontoon_choices, take_pontoon,
            why=why_not_pontoon, space=pontoon_space, form="pontoon",
        )),
        Auto("4.3.1", "check_units", check_units),
    ])  # fmt: skip


def return_headquarters() -> Step:
    """[4.1.2] Headquarters that left the map come back in the reinforcement phase of the same turn."""
    return Each("4.1.2", "return_headquarters", displaced_hqs, Ask(
        "4.1.2", "place_headquarters", phasing, return_choices, take_return,
        why=why_not_return, space=return_space, form="headquarters",
    ))  # fmt: skip


def phasing(s: State) -> int:
    """[8.1.2] The player whose turn it is."""
    return s.track[tracks.SIDE]


def begin_supply(s: State) -> None:
    """[4.2.1] Dated sources open: a hex of theirs without an enemy passes to their side (ruling 89)."""
    for side in (SOVIET, AXIS):
        for h in s.source_hexes[side]:
            opens_now = (
                s.scenario.source_turn[h] == s.track[tracks.TURN] and s.track[tracks.TURN] > s.scenario.first_turn
            )
            if opens_now and s.control[h] != side and not s.here[1 - side][h]:
                units.capture(s, h, side)


# 4.1 Headquarters -------------------------------------------------------------------------------------------------


def check_headquarters(s: State) -> None:
    """[4.1.1] [4.1.2] A headquarters without a line leaves the map until the reinforcement phase."""
    side = phasing(s)
    with_line = radius.supplied_hqs(s, side)
    for q in s.pack.hqs_of[side]:
        h = s.where[q]
        if h >= 0 and q not in with_line:
            tell(s, "4.1.2", events.HQ_DISPLACED, q, h)
            units.remove(s, q, DISPLACED)
            s.away[q] = h
            momentum.hq_moved(s, q)


def hqs_at_rivers(s: State) -> list[int]:
    """[4.1.3] Headquarters in supply next to a river, not in pontoon mode."""
    return [
        q
        for q in s.pack.hqs_of[phasing(s)]
        if s.where[q] >= 0 and not s.pontoon[q] and any(s.pack.river[e] for _, e in s.ways.links[s.where[q]])
    ]


def pontoon_choices(s: State) -> list[int]:
    """[4.1.3] Leave it, or point the arrow at a river side."""
    h = s.where[current(s, "lay_pontoons")]
    return [DONE] + [HEX + n for n, edge in s.ways.links[h] if s.pack.river[edge]]


def pontoon_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def why_not_pontoon(s: State, a: int) -> int:
    """[4.1.3] Only towards a river side of its hex."""
    return 0 if a in pontoon_choices(s) else refusals.NO_RIVER_THERE


def take_pontoon(s: State, a: int) -> None:
    """[4.1.3] Flipped to its pontoon side."""
    if a == DONE:
        return
    q = current(s, "lay_pontoons")
    s.bridge(q, s.pack.direction(s.where[q], a - HEX) + 1)
    tell(s, "4.1.3", events.PONTOON_BUILT, q, a - HEX)


def standing_pontoons(s: State) -> list[int]:
    """[4.1.4] Headquarters in pontoon mode."""
    return [q for q in s.pack.hqs_of[phasing(s)] if s.where[q] >= 0 and s.pontoon[q]]


def dismantle_choices(s: State) -> list[int]:
    return [DONE, YES]


def why_not_dismantle(s: State, a: int) -> int:
    return 0 if a in (DONE, YES) else refusals.NOT_AN_ANSWER


def take_dismantle(s: State, a: int) -> None:
    """[4.1.4] Flipped back to its face; the bridge is gone at once."""
    if a == YES:
        q = current(s, "lift_pontoons")
        s.bridge(q, 0)
        tell(s, "4.1.4", events.PONTOON_DISMANTLED, q)


def displaced_hqs(s: State) -> list[int]:
    """[4.1.2] Headquarters that wait for a place, if there is one."""
    waiting = [q for q in s.pack.hqs_of[phasing(s)] if s.where[q] == DISPLACED]
    return [q for q in waiting if return_hexes(s, q)]


def return_hexes(s: State, q: int) -> list[int]:
    """[4.1.2] Own road or rail hexes with a line, no enemy next to them, nearest to where it left (ruling 36)."""
    side = s.pack.side[q]
    lines = radius.supply_lines(s, side, False)
    best = 999
    found: list[int] = []
    for h in range(s.pack.hex_count):
        if not lines[h] or not s.scenario.plays[h] or s.control[h] != side or s.near[1 - side][h]:
            continue
        if not units.fits(s, q, h):
            continue  # another headquarters, or Hungarians and Romanians in one hex
        distance = s.pack.distance(h, s.away[q])
        if distance < best:
            best = distance
            found = []
        if distance == best:
            found.append(h)
    return found


def return_choices(s: State) -> list[int]:
    """[4.1.2] Where it comes back; another headquarters may have taken the last place meanwhile."""
    return [HEX + h for h in return_hexes(s, current(s, "return_headquarters"))] or [DONE]


def return_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def why_not_return(s: State, a: int) -> int:
    return 0 if a in return_choices(s) else refusals.HQ_OUT_OF_SUPPLY


def take_return(s: State, a: int) -> None:
    """[4.1.2] Back on the map."""
    if a != DONE:
        q = current(s, "return_headquarters")
        units.put(s, q, a - HEX, "4.1.2")
        s.away[q] = -1


# 4.3 Units --------------------------------------------------------------------------------------------------------


def check_units(s: State) -> None:
    """[4.3.1] [4.3.2] Every unit of the phasing side: in supply, out of supply, or in the pocket."""
    side = phasing(s)
    unsupplied = set(units_without_supply(s, side))
    pocket = zone.zone_field(s)
    for u in s.ways.fighters_of[side]:
        if s.where[u] < 0:
            continue
        if u not in unsupplied:
            set_supply(s, u, IN_SUPPLY)
        elif side == AXIS and pocket[s.where[u]]:
            set_supply(s, u, OOS_FS)
        elif s.supply[u] == OOS_FS:
            leave_pocket(s, u)
        else:
            set_supply(s, u, OOS)


def set_supply(s: State, u: int, state: int) -> None:
    """[4.4.1] The marker that a unit carries until its next Supply phase."""
    if s.supply[u] != state:
        if state == IN_SUPPLY:
            tell(s, "4.3.1", events.BACK_IN_SUPPLY, u)
        else:
            tell(s, "4.3.2", events.OUT_OF_SUPPLY, u)
        s.supply[u] = state


def leave_pocket(s: State, u: int) -> None:
    """[10.2.3] A unit of the pocket outside the zone that has no other supply is lost."""
    units.eliminate(s, u)


def units_without_supply(s: State, side: int) -> list[int]:
    """[4.3.1] Units of a side that no source and no supplied headquarters reaches at this moment."""
    general = general_field(s, side)
    waiting = units_outside(s, side, general)
    if not waiting or side == SOVIET:
        return waiting
    allied = [q for q in radius.supplied_hqs(s, side) if not radius.is_german_or_soviet(s.pack.nation[q])]
    return supplied_by_allies(s, side, waiting, allied)


def units_outside(s: State, side: int, field: bytes) -> list[int]:
    """Units of a side on the map that are in no hex of a field; headquarters are not asked."""
    where = s.where.tolist()  # read faster than the column
    found: list[int] = []
    for u in s.ways.fighters_of[side]:
        h = where[u]
        if h >= 0 and not field[h]:
            found.append(u)
    return found


def general_field(s: State, side: int) -> bytes:
    """[4.3.1] Hexes in reach of a source or of a supplied Soviet or German headquarters: good for any unit of the
    side. Kept while nothing closes or opens in it (state.py)."""
    found = s.general[side]
    if found is None:
        hqs = [q for q in radius.supplied_hqs(s, side) if radius.is_german_or_soviet(s.pack.nation[q])]
        found = radius.merged_field(s, side, hqs, with_sources=True)
        s.general[side] = found
    return found


def supplied_by_allies(s: State, side: int, waiting: list[int], allied: list[int]) -> list[int]:
    """[4.3.1] Allied headquarters: own nation freely, others up to three units; the rest stays without.

    As many as possible are supplied, and where not all are, the strongest first.
    """
    fields = [radius.merged_field(s, side, [q], with_sources=False) for q in allied]
    foreign: list[int] = []
    options: list[list[int]] = []
    for u in sorted(waiting, key=lambda u: (-units.attack_factor(s, u) - units.defense_factor(s, u), u)):
        reached = [i for i, field in enumerate(fields) if field[s.where[u]]]
        if any(s.pack.nation[allied[i]] == s.pack.nation[u] for i in reached):
            continue
        foreign.append(u)
        options.append([i for i in reached if radius.may_supply(s.pack.nation[allied[i]], s.pack.nation[u])])
    taken: list[list[int]] = [[] for _ in allied]
    return [u for place, u in enumerate(foreign) if not take_in_guest(s, place, options, taken, [])]


def take_in_guest(s: State, place: int, options: list[list[int]], taken: list[list[int]], seen: list[int]) -> bool:
    """[4.3.1] Up to three guests each: make room by moving earlier guests to another headquarters.

    The augmenting path of a matching: whoever can be fed at all is, whatever the order in which they come.
    """
    for i in options[place]:
        if i in seen:
            continue
        seen.append(i)
        if len(taken[i]) < s.pack.allied_supply:
            taken[i].append(place)
            return True
        for guest in list(taken[i]):
            if take_in_guest(s, guest, options, taken, seen):
                taken[i].remove(guest)
                taken[i].append(place)
                return True
    return False


def is_supplied_in_defense(s: State, u: int) -> bool:
    """[8.4.1] As in 4.3, but headquarters need no line of their own; the guests of allied ones stay three at most.

    Who carries a marker is not checked again (8.4.2) and takes nobody's place.
    """
    side = s.pack.side[u]
    hqs = [q for q in s.pack.hqs_of[side] if s.where[q] >= 0]
    german = [q for q in hqs if radius.is_german_or_soviet(s.pack.nation[q])]
    own = [q for q in hqs if s.pack.nation[q] == s.pack.nation[u] and q not in german]
    if radius.reaches_headquarters(s, u, german + own):
        return True
    allied = [q for q in hqs if q not in german]
    if not allied:
        return False
    field = radius.merged_field(s, side, german, with_sources=True)
    waiting = [v for v in units_outside(s, side, field) if not s.supply[v]]
    return u not in supplied_by_allies(s, side, waiting, allied)


def is_supplied_now(s: State, u: int) -> bool:
    """[4.3] A fresh trace for one unit, whatever marker it carries."""
    if general_field(s, s.pack.side[u])[s.where[u]]:
        return True
    return s.pack.side[u] == AXIS and u not in units_without_supply(s, s.pack.side[u])


# 4.4 Effects ------------------------------------------------------------------------------------------------------


def moves_away_from_hq(s: State, u: int, start: int, to: int) -> bool:
    """[4.4.4] An out of supply unit, not elite, would stand farther from the nearest friendly headquarters."""
    if s.supply[u] != OOS or s.pack.elite[u]:
        return False
    places = units.hq_hexes(s, s.pack.side[u])
    return units.nearest_distance(s, to, places) > units.nearest_distance(s, start, places)
