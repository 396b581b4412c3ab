"""Advance, 9.5.5 to 9.5.9: results, captured areas, retreats, markers back to their box."""

from kurgan.games.advance import events, refusals
from kurgan.games.advance.answers import MOVE, RADIX
from kurgan.games.advance.pack.pack import AMBUSH, FANATIC, HEROES
from kurgan.games.advance.position.state import Battle, State, fight, put, set_soviet
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.terms import OUT, OVERRUN, REPULSE, STALEMATE, SUCCESS, VACANT
from kurgan.kernel.flow import Ask, Step, While, call, leave, tell
from kurgan.kernel.vocabulary import ALLOWED


def compare(s: State, margin: int) -> None:
    """[9.5.5] Repulse, stalemate, success or overrun; an Overrun needs more than the Defense Factor."""
    b = fight(s)
    if margin < 0:
        b.result = REPULSE
    elif margin == 0:
        b.result = STALEMATE
    elif margin > b.factor:
        b.result = OVERRUN
    else:
        b.result = SUCCESS
    tell(s, "9.5.5", events.RESULT, b.area, b.result, margin)


def final_result(b: Battle) -> int:
    """[9.4] Fanatics turn a plain success into a stalemate."""
    return STALEMATE if b.result == SUCCESS and b.strategy == FANATIC else b.result


def resolve(s: State) -> None:
    """[9.5.5] The attackers are Spent; then the result, then Heroes and Ambush, which Repulse and Overrun cancel."""
    b = fight(s)
    result = final_result(b)
    for u in b.units:
        s.spent[u] = 1
    if result != b.result:
        tell(s, "9.4", events.FANATIC_HOLDS, b.area)
    if result == REPULSE:
        repulse(s, b)
        return
    change = 0
    if result >= SUCCESS:
        change += take_area(s, b)
    if result != OVERRUN:
        if b.strategy == HEROES:
            tell(s, "9.4", events.HEROES_HELD, b.area)
            change -= 1
        elif b.strategy == AMBUSH:
            tell(s, "9.4", events.AMBUSHED, b.lead)
            lose_lead(s, b)
    if change:
        sequence.change_morale(s, "9.5.7" if change > 0 else "9.4", change)


def repulse(s: State, b: Battle) -> None:
    """[9.5.5] The lead is lost and Morale falls; after a Mandatory Attack the others retreat [9.1].

    The row ``after_repulse`` of the combat table sends them; ``retreat_areas`` says where to.
    """
    lose_lead(s, b)
    sequence.change_morale(s, "9.5.5", -1)
    if b.mandatory:
        s.retreating = b.units[:]


def lose_lead(s: State, b: Battle) -> None:
    """[9.4] [9.5.5] The Lead Attacking Unit goes into the Out of Action box [3.7]."""
    b.units.remove(b.lead)
    if b.lead in s.entered:
        s.entered.remove(b.lead)
    put(s, b.lead, OUT)
    tell(s, "9.5.5", events.UNIT_OUT, b.lead)


def take_area(s: State, b: Battle) -> int:
    """[4.5.7] [9.5.5] [9.5.6] [9.5.7] The Soviet unit is gone, the area German even if nobody is left in it.

    Returns the Morale that a +4 area gives; Heroes, at the same moment, can cancel it.
    """
    set_soviet(s, b.area, VACANT)
    s.isolated &= ~(1 << b.area)
    tell(s, "9.5.5", events.AREA_TAKEN, b.area, stacking.german_areas(s))
    return 1 if s.pack.tem[b.area] == victory.STRONGPOINT else 0


def close_combat(s: State) -> None:
    """[3.6] [9.5.9] Markers go to the Used box; the units that went in have had their attack [9.2]."""
    b = fight(s)
    done = [u for u in s.entered if s.where[u] == b.area and (b.area != s.active or u in b.units)]
    for u in done:
        s.came_from[u] = 0
        s.entered.remove(u)
    if s.soviet[b.area] == VACANT:
        s.entered = [u for u in s.entered if s.where[u] != b.area]
    s.battle = None


# Barrage


def retreat_from_barrage(s: State) -> None:
    """[9.4] [9.5.8] All attackers are Spent and retreat; no combat takes place."""
    s.retreating = fight(s).units[:]
    break_off(s)
    call(s, "retreat")


def break_off(s: State) -> None:
    """[9.4] The combat ends before it has begun."""
    s.battle = None
    leave(s, "combat")


# 9.5.8 Retreat


def must_retreat(s: State) -> bool:
    return len(s.retreating) > 0


def retreat() -> Step:
    """[9.5.8] One unit at a time, into the area it came from or, when that is full, on to the next with room."""
    return While(
        "9.5.8",
        "retreat",
        must_retreat,
        Ask(
            "9.5.8",
            "fall_back",
            sequence.german,
            fall_back_choices,
            take_fall_back,
            why=why_not_fall_back,
            space=fall_back_space,
        ),
    )


def fall_back_space(s: State) -> list[int]:
    units = [u for u in range(s.pack.units) if 1 <= s.where[u] <= s.pack.areas]
    return [MOVE + u * RADIX + a for u in units for a in [*range(1, s.pack.areas + 1), OUT]]


def fall_back_choices(s: State) -> list[int]:
    """[9.5.8] Any unit next, each with its nearest areas; where all find room the order is the listed one."""
    units = s.retreating[:1] if has_room_for_all(s) else s.retreating
    return [MOVE + u * RADIX + a for u in units for a in retreat_areas(s, u, s.came_from[u])]


def why_not_fall_back(s: State, answer: int) -> int:
    if answer in fall_back_choices(s):
        return ALLOWED
    return refusals.WRONG_RETREAT if (answer - MOVE) // RADIX in s.retreating else refusals.NOT_RETREATING


def has_room_for_all(s: State) -> bool:
    """Whether every retreating unit fits into the area it came from, so that their order does not matter."""
    for origin in {s.came_from[u] for u in s.retreating}:
        coming = sum(1 for u in s.retreating if s.came_from[u] == origin)
        if s.count[origin] + coming > s.pack.stack_limit:
            return False
    return True


def retreat_areas(s: State, u: int, origin: int) -> list[int]:
    """[9.5.8] [7.1] [8.3.1] The area of origin; else the nearest Vacant ones with room, through full ones if need be.

    Northern units stay in the north [12.2] (docs/decisions/0023). With no area in reach the unit goes Out of Action
    (docs/decisions/0003).
    """
    seen = 1 << origin
    ring = [origin]
    while ring:
        open_ones = [a for a in ring if not stacking.is_full(s, a) and not optional.is_beyond_shoulder(s, u, a)]
        if open_ones:
            return open_ones
        following = []
        for a in ring:
            for b in s.pack.near[a]:
                if not seen >> b & 1 and stacking.is_german(s, b):
                    seen |= 1 << b
                    following.append(b)
        ring = sorted(following)
    return [OUT]


def take_fall_back(s: State, answer: int) -> None:
    """[9.5.8] The unit goes back, Spent; it attacks no more."""
    u = (answer - MOVE) // RADIX
    a = (answer - MOVE) % RADIX
    s.retreating.remove(u)
    if s.battle is not None:
        s.battle.units.remove(u)
    s.entered.remove(u)
    s.came_from[u] = 0
    put(s, u, a)
    if a == OUT:
        tell(s, "9.5.8", events.UNIT_OUT, u)
    else:
        s.spent[u] = 1
        tell(s, "9.5.8", events.UNIT_RETREATED, u, a)
