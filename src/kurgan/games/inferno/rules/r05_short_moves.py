"""Inferno, chapter 5, third action: up to two Short Moves.

The stack limit holds when the action is complete, so two stacks may change places: a first move may overfill a hex if
a second one can make room again. Blocks are taken one by one; each list offers only what can be completed.
"""

from typing import Final

from kurgan.games.inferno import refusals
from kurgan.games.inferno.answers import ALL, DONE, GO, UNIT
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET, WHITE
from kurgan.games.inferno.position.state import State, germans_at
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r05_german_actions as actions
from kurgan.games.inferno.terms import NONE
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, While, call
from kurgan.kernel.vocabulary import ALLOWED

MOST_MOVES: Final = 2


def short_moves() -> Step:
    """[5.3] Moves until two are made or the player is done; [5.3.2] none at all is a pass."""
    return While("5.3", "short_moves", may_move_again, Call("5.3", "short_move"))


def short_move() -> Step:
    """[5.3] A stack, or a part of one [5.3.1], goes to a neighbouring hex out of Soviet contact."""
    return Seq(
        "5.3",
        "short_move",
        [
            Ask(
                "5.3",
                "short_from",
                concepts.active_seat,
                start_choices,
                take_short_start,
                why=why_not_from,
                space=from_space,
                auto=concepts.hides_no_colour,
            ),
            When("5.3", "short_goes", is_moving, Call("5.3", "short_march")),
        ],
    )


def short_march() -> Step:
    """[5.3] Where to, who, and off they go."""
    return Seq(
        "5.3",
        "short_march",
        [
            Ask(
                "5.3",
                "short_to",
                concepts.active_seat,
                end_choices,
                actions.take_end,
                why=why_not_to,
                space=actions.hex_space,
                auto=concepts.hides_no_colour,
            ),
            When("5.3.1", "short_breakdown", is_several, take_units("short_units")),
            Auto("5.3", "march", march),
            Call("8.1", "german_draws"),
        ],
    )


def take_units(name: str) -> Step:
    """[5.3.1] Breakdown: blocks are taken one by one, or all; being asked tells nobody which they are."""
    return Ask(
        "5.3.1",
        name,
        concepts.active_seat,
        unit_choices,
        take_unit,
        why=why_not_unit,
        space=unit_space,
        form="units",
        private=True,
    )


# How many moves -------------------------------------------------------------------------------------------------


def may_move_again(s: State) -> bool:
    """[5.3] Two moves at most."""
    return s.order.moves < MOST_MOVES


def is_moving(s: State) -> bool:
    """[5.3] A stack was named."""
    return s.order.start != NONE


# Where from -----------------------------------------------------------------------------------------------------


def idle_count(s: State, h: int) -> int:
    """[5.3] Blocks in a hex that have not moved in this action."""
    count = s.count[GERMAN][h]
    if s.order.moves and h == s.order.last_end:
        count -= len(s.order.moved)
    return count


def crowded_hex(s: State) -> int:
    """[2.4] The hex that the first move overfilled, or -1."""
    o = s.order
    if o.moves and s.count[GERMAN][o.last_end] > s.pack.stack_limit:
        return o.last_end
    return NONE


def why_not_from(s: State, a: int) -> int:
    """[5.3] A stack of the player with blocks that have not moved and somewhere to go; room must be made first."""
    crowded = crowded_hex(s)
    if a == DONE:
        return ALLOWED if crowded == NONE else refusals.MUST_MAKE_ROOM
    if s.count[GERMAN][a] == 0:
        return refusals.NO_GERMANS_THERE
    if not concepts.commands(s, a):
        return refusals.NOT_YOUR_STACK
    if idle_count(s, a) == 0:
        return refusals.ALREADY_MOVED
    if crowded not in (NONE, a):
        return refusals.MUST_MAKE_ROOM
    for n in s.pack.near[a]:
        if why_not_end(s, a, n) == ALLOWED:
            return ALLOWED
    return refusals.NO_MOVE_LEFT


def start_choices(s: State) -> list[int]:
    """[5.3] Stacks that can move, or done."""
    stacks = concepts.own_stacks(s)
    if s.order.moves:
        choices = [h for h in stacks if why_not_from(s, h) == ALLOWED]
        if crowded_hex(s) == NONE:
            choices.append(DONE)
        return choices
    choices = []
    for h in stacks:
        for n in s.pack.near[h]:
            if why_not_end(s, h, n) == ALLOWED:
                choices.append(h)
                break
    choices.append(DONE)
    return choices


def from_space(s: State) -> list[int]:
    """[5.3] Any hex, or done."""
    return [*range(s.pack.hexes), DONE]


def take_short_start(s: State, a: int) -> None:
    """[5.3] The stack, or [5.3.2] the end of the action."""
    o = s.order
    o.taken = []
    o.end = NONE
    if a == DONE:
        o.moves = MOST_MOVES
        o.start = NONE
    else:
        o.start = a
        knowledge.commanded(s, a)


# Where to -------------------------------------------------------------------------------------------------------


def why_not_end(s: State, start: int, h: int) -> int:
    """[5.3] Free of Soviets, out of contact, with room for a block in the end; [9.1] not the partner's."""
    o = s.order
    if s.count[SOVIET][h]:
        return refusals.SOVIETS_THERE
    if s.rules.ends_apart:
        if o.moves and h != o.last_end and h in s.pack.near[o.last_end]:
            return refusals.ENDS_TOGETHER
    elif s.near_soviets[h]:
        return refusals.ENDS_IN_CONTACT
    if s.count[GERMAN][h] and concepts.is_partners(s, h):
        return refusals.PARTNERS_STACK
    if (s.count[GERMAN][h] or (o.moves and crowded_hex(s) != NONE)) and not fits_some(s, start, h):
        return refusals.TOO_MANY_UNITS
    return ALLOWED


def fits_some(s: State, start: int, h: int) -> bool:
    """[2.4] Some number of blocks can make this move."""
    return any(fits(s, start, h, count) for count in range(1, idle_count(s, start) + 1))


def fits(s: State, start: int, h: int, count: int) -> bool:
    """[2.4] That many blocks may go: the hex holds them, or a second move can make room."""
    limit = s.pack.stack_limit
    excess = s.count[GERMAN][h] + count - limit
    if crowded_hex(s) == start and s.count[GERMAN][start] - count > limit:
        return False
    if excess <= 0:
        return True
    if s.order.moves or excess > s.count[GERMAN][h] or s.rules.ends_apart or not concepts.commands(s, h):
        return False
    for n in s.pack.near[h]:
        if s.count[SOVIET][n] or s.near_soviets[n]:
            continue
        held = s.count[GERMAN][n] - (count if n == start else 0)
        if held + excess <= limit and not (held and concepts.is_partners(s, n)):
            return True
    return False


def why_not_to(s: State, h: int) -> int:
    """[5.3] The hex the stack goes to."""
    if h not in s.pack.near[s.order.start]:
        return refusals.NOT_ADJACENT
    return why_not_end(s, s.order.start, h)


def end_choices(s: State) -> list[int]:
    """[5.3] Where the stack may go."""
    return [h for h in s.pack.near[s.order.start] if why_not_end(s, s.order.start, h) == ALLOWED]


# Who ------------------------------------------------------------------------------------------------------------


def idle_units(s: State) -> list[int]:
    """[5.3] Blocks of the stack that have not moved."""
    moved = s.order.moved
    return [u for u in germans_at(s, s.order.start) if u not in moved]


def is_several(s: State) -> bool:
    """[5.3.1] More than one block could go."""
    return idle_count(s, s.order.start) > 1


def may_go(s: State, count: int) -> bool:
    """[5.3] [5.4] That many blocks may make the move being ordered."""
    if actions.is_hasty(s):
        return actions.hasty_may_go(s, count)
    return fits(s, s.order.start, s.order.end, count)


def places_kept(s: State, u: int) -> int:
    """[9.4] [9.10] Places to keep free beside a white block that goes, while the attack is led by no own colour."""
    return 1 if s.pack.army[u] == WHITE and actions.lacks_own_colour(s) else 0


def why_not_unit(s: State, a: int) -> int:
    """[5.3.1] A block of the stack; no more than can go, no fewer than must."""
    o = s.order
    taken = len(o.taken)
    if a == GO:
        if taken == 0:
            return refusals.TAKE_SOMEBODY
        if actions.lacks_own_colour(s):
            return refusals.OWN_STACK_NEEDED
        return ALLOWED if may_go(s, taken) else refusals.MUST_MAKE_ROOM
    idle = idle_units(s)
    if a == ALL:
        return ALLOWED if may_go(s, len(idle)) else refusals.TOO_MANY_UNITS
    u = a - UNIT
    if u not in idle:
        return refusals.ALREADY_MOVED if u in o.moved else refusals.NOT_IN_STACK
    if u in o.taken:
        return refusals.ALREADY_TAKEN
    kept = places_kept(s, u)
    for count in range(taken + 1 + kept, len(idle) + 1):
        if may_go(s, count):
            return ALLOWED
    return refusals.OWN_STACK_NEEDED if kept else refusals.TOO_MANY_UNITS


def unit_choices(s: State) -> list[int]:
    """[5.3.1] Another block, all, or go."""
    idle = idle_units(s)
    taken = len(s.order.taken)
    whites_alone = actions.lacks_own_colour(s)
    choices = []
    if any(may_go(s, count) for count in range(taken + 1, len(idle) + 1)):
        choices = [UNIT + u for u in idle if u not in s.order.taken]
        if whites_alone:
            choices = [a for a in choices if why_not_unit(s, a) == ALLOWED]
    if may_go(s, len(idle)):
        choices.append(ALL)
    if taken and not whites_alone and may_go(s, taken):
        choices.append(GO)
    return choices


def unit_space(s: State) -> list[int]:
    """[5.3.1] Any German block, all, or go."""
    return [UNIT + u for u in range(s.pack.germans)] + [ALL, GO]


def take_unit(s: State, a: int) -> None:
    """[5.3.1] One more block; asked again until the player goes. Last act: asks again."""
    o = s.order
    if a == ALL:
        o.taken = idle_units(s)
    elif a != GO:
        o.taken.append(a - UNIT)
        o.taken.sort()
        call(s, "hasty_units" if actions.is_hasty(s) else "short_units")


def march(s: State) -> None:
    """[5.3] The blocks go; [2.2] they take control of the hex."""
    o = s.order
    units = o.taken or idle_units(s)
    concepts.move_germans(s, units, o.end)
    actions.tell_move(s, "5.3", o.start, o.end, units)
    o.moved = units
    o.moves += 1
    o.last_end = o.end
    o.start = NONE
    o.end = NONE
    o.taken = []
