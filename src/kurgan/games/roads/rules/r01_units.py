"""Roads, chapter 1: units, steps, control of hexes, stacking, nationality.

Rules of the command radius (1.2) stand with supply in r04_radius.py, because both trace over the same ground.
"""

from typing import Final

from kurgan.games.roads import events, refusals
from kurgan.games.roads.answers import UNIT
from kurgan.games.roads.pack.vocabulary import AXIS, HQ, HUNGARIAN, ROMANIAN, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import AXIS_RETOOK, ELIMINATED, OOS_FS, SOVIET_TOOK, WITHDRAWN
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, While, tell

BAD_MIXTURE: Final = 1 << HUNGARIAN | 1 << ROMANIAN


def end_phase() -> Step:
    """[1.10.1] [1.11.2] What is checked at the end of every phase."""
    return Seq("1.11.2", "end_phase", [
        Auto("1.10.1", "occupy_hexes", occupy_hexes),
        When("14.2", "after_occupation", has_todo, Call("14.2", "aftermath")),
        While("1.11.2", "thin_stacks", is_any_overstacked, Ask(
            "1.11.2", "give_up_unit", overstacked_owner, excess_choices, take_excess,
            why=why_not_excess, space=all_units, form="give_up",
        )),
        When("15.3", "after_thinning", has_todo, Call("14.2", "aftermath")),
    ])  # fmt: skip


# 1.3 Steps --------------------------------------------------------------------------------------------------------


def lose_step(s: State, u: int, rule: str) -> None:
    """[1.3.1] [1.3.2] One step; a unit without another is eliminated."""
    s.steps[u] -= 1
    tell(s, rule, events.STEP_LOST, u)
    if s.steps[u] == 0:
        eliminate(s, u)


def eliminate(s: State, u: int) -> None:
    """[1.3.3] [1.3.4] [8.15.8] To the Eliminated box; Kampfgruppen and units of the pocket are withdrawn for good."""
    gone_for_good = s.pack.is_kg[u] or s.supply[u] == OOS_FS
    tell(s, "1.3.3", events.UNIT_ELIMINATED, u)
    if s.pack.is_hq[u]:
        approval.hq_eliminated(s, u)
    remove(s, u, WITHDRAWN if gone_for_good else ELIMINATED)


def remove(s: State, u: int, box: int) -> None:
    """Off the map into a box, with nothing left of what the map made of it."""
    s.lift(u, box)
    supports.unit_gone(s, u)
    s.steps[u] = 0 if box in (ELIMINATED, WITHDRAWN) else s.steps[u]
    s.supply[u] = 0
    s.mark[u] = 0
    if s.pontoon[u]:
        s.bridge(u, 0)


def put(s: State, u: int, h: int, rule: str) -> None:
    """Onto the map, or to another hex, other than by a move."""
    s.place(u, h)
    tell(s, rule, events.UNIT_PLACED, u, h)


# 1.7 Nationality --------------------------------------------------------------------------------------------------


def is_allied(s: State, u: int) -> bool:
    """[1.7.2] Italian, Romanian or Hungarian."""
    return s.pack.nation[u] >= ROMANIAN


# 1.9 Rounding -----------------------------------------------------------------------------------------------------


def half(number: int) -> int:
    """[1.9.1] Halves round up; [1.9.2] what is halved has been added up before."""
    return (number + 1) // 2


# 1.10 Control -----------------------------------------------------------------------------------------------------


def occupy_hexes(s: State) -> None:
    """[1.10.1] Who stands in a hex at the end of a phase controls it."""
    held = int.from_bytes(s.control, "little")
    for side in (SOVIET, AXIS):
        here = int.from_bytes(s.here[side].translate(radius.FLAGS), "little")
        taken = here & held if side == SOVIET else here & ~held
        if taken:
            flags = taken.to_bytes(len(s.control), "little")
            for h in [h for h, flag in enumerate(flags) if flag]:
                capture(s, h, side)


def capture(s: State, h: int, side: int) -> None:
    """[1.10.1] A hex changes hands as soon as a unit moves through it."""
    if s.control[h] == side:
        return
    s.hold(h, side)
    if side == SOVIET:
        s.history[h] |= SOVIET_TOOK
    elif s.history[h] & SOVIET_TOOK:
        s.history[h] |= AXIS_RETOOK
    tell(s, "1.10.1", events.HEX_CAPTURED, h, side)
    approval.captured(s, h, side)


def has_todo(s: State) -> bool:
    """[14.2] [15.3] A capture has raised a question."""
    return bool(s.todo)


# 1.11 Stacking ----------------------------------------------------------------------------------------------------


def units_at(s: State, h: int) -> list[int]:
    """[1.11.1] The stack in a hex, in the order of the counters."""
    found: list[int] = []
    u = s.first[h]
    while u >= 0:
        found.append(u)
        u = s.next[u]
    return found


def stack_size(s: State, h: int) -> int:
    """[1.11.3] [1.11.4] [1.11.5] Divisions and battle groups count, one division once; headquarters do not."""
    pack = s.pack
    divisions: list[int] = []
    u = s.first[h]
    while u >= 0:
        if not pack.is_hq[u] and pack.division[u] not in divisions:
            divisions.append(pack.division[u])
        u = s.next[u]
    return len(divisions)


def fits(s: State, u: int, h: int) -> bool:
    """[1.11] The unit could stay in this hex beside those who stand there (it may be one of them)."""
    pack = s.pack
    divisions = [] if pack.is_hq[u] else [pack.division[u]]
    nation = pack.nation[u]
    v = s.first[h]
    while v >= 0:
        if v != u:
            if pack.is_hq[v]:
                if pack.is_hq[u]:
                    return False
            elif pack.division[v] not in divisions:
                divisions.append(pack.division[v])
            other = pack.nation[v]
            if (nation == HUNGARIAN and other == ROMANIAN) or (nation == ROMANIAN and other == HUNGARIAN):
                return False
        v = s.next[v]
    return len(divisions) <= pack.stack_limit


def is_mixed_badly(s: State, h: int) -> bool:
    """[1.11.6] Hungarians and Romanians never share a hex."""
    nations = [s.pack.nation[u] for u in units_at(s, h)]
    return HUNGARIAN in nations and ROMANIAN in nations


def headquarters_at(s: State, h: int) -> list[int]:
    """[1.11.4] Headquarters in a hex: one at most."""
    return [u for u in units_at(s, h) if s.pack.kind[u] == HQ]


def is_overstacked(s: State, h: int) -> bool:
    """[1.11.2] More than the limits allow."""
    pack = s.pack
    divisions: list[int] = []
    headquarters = 0
    nations = 0
    u = s.first[h]
    while u >= 0:
        nations |= 1 << pack.nation[u]
        if pack.is_hq[u]:
            headquarters += 1
        elif pack.division[u] not in divisions:
            divisions.append(pack.division[u])
        u = s.next[u]
    return len(divisions) > pack.stack_limit or headquarters > 1 or nations & BAD_MIXTURE == BAD_MIXTURE


def overstacked_hex(s: State) -> int:
    """[1.11.2] The first hex with too much in it, -1 if all is well; kept until somebody joins others."""
    found = s.excess
    if found is None:
        found = find_overstacked(s)
        s.excess = found
    return found


def find_overstacked(s: State) -> int:
    """[1.11.2] Stack by stack, in the order of the units that come first in them."""
    first = s.first
    for u, following in enumerate(s.next):
        if following >= 0 and first[s.where[u]] == u and is_overstacked(s, s.where[u]):
            return s.where[u]
    return -1


def is_any_overstacked(s: State) -> bool:
    """[1.11.2] Somebody has to go."""
    return overstacked_hex(s) >= 0


def overstacked_owner(s: State) -> int:
    """[1.11.2] The owner decides who goes."""
    return s.pack.side[s.first[overstacked_hex(s)]]


def excess_choices(s: State) -> list[int]:
    """[1.11.2] Units whose loss brings the stack nearer to its limits."""
    return [UNIT + u for u in excess_units(s)]


def excess_units(s: State) -> list[int]:
    """[1.11.3] [1.11.4] [1.11.6] The second headquarters first, then the mixed nations, then the fourth unit."""
    h = overstacked_hex(s)
    headquarters = headquarters_at(s, h)
    if len(headquarters) > 1:
        return headquarters
    stack = [u for u in units_at(s, h) if s.pack.kind[u] != HQ]
    if is_mixed_badly(s, h):
        return [u for u in units_at(s, h) if s.pack.nation[u] in (HUNGARIAN, ROMANIAN)]
    return stack


def take_excess(s: State, a: int) -> None:
    """[1.11.2] The unit is eliminated."""
    u = a - UNIT
    tell(s, "1.11.2", events.OVERSTACKED, u, s.where[u])
    eliminate(s, u)


def why_not_excess(s: State, a: int) -> int:
    """[1.11.2] Only a unit of the overfull stack."""
    if not UNIT <= a < UNIT + s.pack.unit_count:
        return refusals.NOT_AN_ANSWER
    return 0 if a - UNIT in excess_units(s) else refusals.NOT_OVERSTACKED


def all_units(s: State) -> list[int]:
    """Every unit as an answer."""
    return list(range(UNIT, UNIT + s.pack.unit_count))


# Queries ----------------------------------------------------------------------------------------------------------


def attack_factor(s: State, u: int) -> int:
    """[1.1.3] As printed on the side that shows."""
    return s.pack.attack[3 * u + s.steps[u]]


def defense_factor(s: State, u: int) -> int:
    """[1.1.3] As printed on the side that shows."""
    return s.pack.defense[3 * u + s.steps[u]]


def movement_factor(s: State, u: int) -> int:
    """[1.1.3] [1.1.7] As printed; a headquarters in pontoon mode has none."""
    return 0 if s.pontoon[u] else s.pack.movement[3 * u + s.steps[u]]


def nearest_distance(s: State, h: int, places: list[int]) -> int:
    """Hexes to the nearest of some places; far beyond the map if there is none."""
    best = 999
    for place in places:
        d = s.pack.distance(h, place)
        if d < best:
            best = d
    return best


def hq_hexes(s: State, side: int) -> list[int]:
    """Where the headquarters of a side stand."""
    return [s.where[u] for u in s.pack.hqs_of[side] if s.where[u] >= 0]
