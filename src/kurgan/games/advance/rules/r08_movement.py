"""Advance, chapter 8: movement, and the orders of one Action Round.

One area is activated; its Fresh units move one at a time and attack. A round cannot be ended before something was
done in it: who activated the wrong area takes the answer back.
"""

from kurgan.games.advance import events, refusals
from kurgan.games.advance.answers import ATTACK, DONE, MOVE, PLACE, RADIX
from kurgan.games.advance.pack.pack import RAIN
from kurgan.games.advance.position.state import Battle, State, put
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.terms import NO_DIVISION, NO_UNIT, UNREVEALED, VACANT
from kurgan.kernel.flow import Ask, Auto, Seq, Step, While, call, leave, tell
from kurgan.kernel.vocabulary import ALLOWED


def action_round() -> Step:
    """[6.4.2] [6.4.3] [8.1] Activate an area, give orders to its units, end the round."""
    return Seq(
        "6.4.2",
        "action_round",
        [
            Ask(
                "6.4.2",
                "activate",
                sequence.german,
                activate_choices,
                take_activate,
                why=why_not_activate,
                space=sequence.place_or_hold_space,
            ),
            While(
                "8.1",
                "orders",
                sequence.always,
                give_order(),
            ),
            Auto("8.1", "end_round", end_round),
        ],
    )


def give_order() -> Step:
    """[8.1] An attack is never begun for the player, even when nothing else is left."""
    return Ask(
        "8.1",
        "order",
        sequence.german,
        order_choices,
        take_order,
        why=why_not_order,
        space=order_space,
        auto=ends_round,
    )


def march() -> Step:
    """[8.2] A unit on the move goes on until it stops or must."""
    return While(
        "8.2",
        "march",
        is_marching,
        Ask("8.2", "go_on", sequence.german, go_on_choices, take_go_on, why=why_not_go_on, space=go_on_space),
    )


# Activation


def activate_choices(s: State) -> list[int]:
    """[6.4.3] Areas whose units can do something; or the Combat Phase ends."""
    ready = 0
    areas = s.pack.areas
    division = s.pack.division
    for u in range(s.pack.units):
        a = s.where[u]
        if 0 < a <= areas and not s.spent[u] and not ready >> a & 1:
            if (s.paused == NO_DIVISION or division[u] != s.paused) and can_act(s, u, a):
                ready |= 1 << a
    return [DONE] + [PLACE + a for a in stacking.areas_of(ready)]


def why_not_activate(s: State, answer: int) -> int:
    """[8.1] [8.1.1] The Active Area needs a Fresh unit that may move or attack."""
    if answer == DONE:
        return ALLOWED
    fresh = [u for u in stacking.units_in(s, answer - PLACE) if not s.spent[u]]
    if not fresh:
        return refusals.NO_FRESH_UNIT
    able = [u for u in fresh if not is_paused(s, u)]
    if not able:
        return refusals.AREA_IS_PAUSED
    if not any(can_act(s, u, answer - PLACE) for u in able):
        return refusals.NOTHING_TO_DO_THERE
    return ALLOWED


def can_act(s: State, u: int, a: int) -> bool:
    """A unit beside a Soviet unit can attack it; any other needs an area that it may enter."""
    if s.soviet_mask >> a & 1:
        return True
    return len(enterable(s, u, a, movement(s, u))) > 0


def take_activate(s: State, answer: int) -> None:
    """[8.1] The Active Area; which areas are Contested counts from this moment [9.1]."""
    if answer == DONE:
        leave(s, "action_rounds")
        return
    s.active = answer - PLACE
    s.contested_mask = s.german_mask & s.soviet_mask
    tell(s, "6.4.2", events.AREA_ACTIVATED, s.active)


def is_paused(s: State, u: int) -> bool:
    """[6.2] A division under the Logistical Pause may not be activated."""
    return s.paused != NO_DIVISION and s.pack.division[u] == s.paused


# Orders


def ends_round(s: State, answer: int) -> bool:
    return answer == DONE


def order_space(s: State) -> list[int]:
    areas = range(1, s.pack.areas + 1)
    units = [u for u in range(s.pack.units) if 1 <= s.where[u] <= s.pack.areas]
    moves = [MOVE + u * RADIX + a for u in units for a in areas]
    return [DONE] + [ATTACK + a for a in areas] + moves


def order_choices(s: State) -> list[int]:
    """[8.1] [8.2.1] End the round, attack, or move a unit into a neighbouring area."""
    found = []
    if may_end(s):
        found.append(DONE)
    active = s.active
    able = able_units(s, active)
    targets = {s.where[u] for u in s.entered}
    if able and s.soviet_mask >> active & 1:
        targets.add(active)
    for a in sorted(targets):
        found.append(ATTACK + a)
    for u in able:
        base = MOVE + u * RADIX
        for a in enterable(s, u, active, movement(s, u)):
            found.append(base + a)
    return found


def why_not_order(s: State, answer: int) -> int:
    if answer == DONE:
        if not s.acted:
            return refusals.NOTHING_DONE
        return refusals.MUST_ATTACK if must_attack(s) else ALLOWED
    if answer < MOVE:
        return why_not_attack(s, answer - ATTACK)
    u = (answer - MOVE) // RADIX
    return why_not_move(s, u, (answer - MOVE) % RADIX)


def may_end(s: State) -> bool:
    """[8.1] [9.1] A round in which something was done ends when nobody has to attack any more."""
    return s.acted and not must_attack(s)


def must_attack(s: State) -> bool:
    """[9.1] Units that entered a Soviet area not Contested before must attack before the round ends."""
    return any(not s.contested_mask >> s.where[u] & 1 for u in s.entered)


def why_not_attack(s: State, a: int) -> int:
    """[9.0] [9.3] Units of the Active Area attack where they stand or where they have gone in."""
    if not s.soviet_mask >> a & 1:
        return refusals.NO_SOVIET_UNIT
    if attackers_at(s, a):
        return ALLOWED
    return refusals.ALREADY_ATTACKED if s.attacked_mask >> a & 1 else refusals.NOBODY_TO_ATTACK


def able_units(s: State, a: int) -> list[int]:
    """[8.1] Fresh units in an area that no event keeps back."""
    return [u for u in stacking.units_in(s, a) if not s.spent[u] and not is_paused(s, u)]


def attackers_at(s: State, a: int) -> list[int]:
    """[9.2] [9.3] Who may attack there: units that began in the Active Area, and those that went in."""
    inside = able_units(s, a) if a == s.active else []
    return inside + [u for u in s.entered if s.where[u] == a]


def why_not_move(s: State, u: int, a: int) -> int:
    """[6.4.2] [8.1] Only Fresh units of the Active Area move."""
    if s.where[u] != s.active:
        return refusals.NOT_ACTIVE
    if s.spent[u]:
        return refusals.IS_SPENT
    if is_paused(s, u):
        return refusals.IS_PAUSED
    return why_not_enter(s, u, s.active, a, movement(s, u))


def why_not_enter(s: State, u: int, origin: int, a: int, points: int) -> int:
    """[8.2] [8.3] Reasons a unit may not go from one area into another, in the order a player would check."""
    bit = 1 << a
    if not s.pack.near_mask[origin] & bit:
        return refusals.NOT_ADJACENT
    if s.full_mask & bit:
        return refusals.NO_ROOM  # [8.3.1]
    if s.attacked_mask & bit:
        return refusals.ALREADY_ATTACKED  # [8.2.1] [9.0] taken or not
    if s.soviet_mask & bit and s.soviet_mask >> origin & 1:
        return refusals.LEAVING_CONTEST  # [8.3.2]
    if points < entry_cost(s, a):
        return refusals.NOT_ENOUGH_POINTS
    if s.rules.northern_shoulder and optional.is_beyond_shoulder(s, u, a):
        return refusals.NORTHERN_SHOULDER
    return ALLOWED


def enterable(s: State, u: int, origin: int, points: int) -> list[int]:
    """The neighbours that ``why_not_enter`` lets a unit enter, found with masks; ascending."""
    shut = s.full_mask | s.attacked_mask
    if s.soviet_mask >> origin & 1:
        shut |= s.soviet_mask
    found = []
    for a in s.pack.near[origin]:
        if not shut >> a & 1 and (points >= s.pack.cost_highest or points >= entry_cost(s, a)):
            found.append(a)
    if s.rules.northern_shoulder:
        return [a for a in found if not optional.is_beyond_shoulder(s, u, a)]
    return found


def entry_cost(s: State, a: int) -> int:
    """[8.2] 1 vacant, 2 vacant beside any Soviet unit, 3 a revealed one, 4 an unrevealed one."""
    what = s.soviet[a]
    if what == VACANT:
        return s.pack.cost_adjacent if s.pack.near_mask[a] & s.soviet_mask else s.pack.cost_vacant
    return s.pack.cost_unrevealed if what == UNREVEALED else s.pack.cost_revealed


def movement(s: State, u: int) -> int:
    """[4.3.1] [14.6.1] The printed Movement Factor; at most 4 in the rain."""
    printed = s.pack.movement[u]
    return min(printed, s.pack.rain_movement) if sequence.is_in_force(s, RAIN) else printed


def take_order(s: State, answer: int) -> None:
    """[8.1] [8.2.1] The round ends, a fight begins, or a unit sets out."""
    if answer == DONE:
        leave(s, "orders")
        return
    s.acted = True
    if answer < MOVE:
        begin_attack(s, answer - ATTACK)
        return
    s.mover = (answer - MOVE) // RADIX
    s.points = movement(s, s.mover)
    go_into(s, (answer - MOVE) % RADIX)
    if s.mover != NO_UNIT:
        call(s, "march")


def begin_attack(s: State, a: int) -> None:
    """[9.0] Which units may take part is known now; nobody may follow them in [8.2.1]."""
    contested = bool(s.contested_mask >> a & 1)
    b = Battle(a, not contested, contested)
    if b.mandatory:
        b.units = attackers_at(s, a)
    s.battle = b
    s.attacked_mask |= 1 << a
    call(s, "combat")


def go_into(s: State, a: int) -> None:
    """[8.2] Pay and enter; a unit that meets a Soviet unit must stop."""
    u = s.mover
    cost = entry_cost(s, a)
    origin = s.where[u]
    s.points -= cost
    put(s, u, a)
    tell(s, "8.2", events.UNIT_MOVED, u, origin, a, cost)
    if s.soviet_mask >> a & 1:
        s.came_from[u] = origin
        s.entered.append(u)
        end_move(s)
    elif s.points < s.pack.cost_vacant:
        end_move(s)


def end_move(s: State) -> None:
    """[8.1] A unit that has moved is Spent."""
    s.spent[s.mover] = 1
    s.mover = NO_UNIT
    s.points = 0


# On the march


def is_marching(s: State) -> bool:
    return s.mover != NO_UNIT


def go_on_space(s: State) -> list[int]:
    return [DONE] + [PLACE + a for a in range(1, s.pack.areas + 1)]


def go_on_choices(s: State) -> list[int]:
    u = s.mover
    origin = s.where[u]
    return [DONE] + [PLACE + a for a in enterable(s, u, origin, s.points)]


def why_not_go_on(s: State, answer: int) -> int:
    if answer == DONE:
        return ALLOWED
    return why_not_enter(s, s.mover, s.where[s.mover], answer - PLACE, s.points)


def take_go_on(s: State, answer: int) -> None:
    """[8.2] One more area, or stop."""
    if answer == DONE:
        end_move(s)
    else:
        go_into(s, answer - PLACE)


def end_round(s: State) -> None:
    """[8.1] The round is over; units that did not act stay Fresh."""
    for u in s.entered:
        s.came_from[u] = 0
    s.active = 0
    s.acted = False
    s.contested_mask = 0
    s.attacked_mask = 0
    s.entered = []
