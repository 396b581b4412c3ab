"""Inferno, chapter 5: the German turn, one of five actions.

The five actions are the five rows of "german_turn". Calls for reinforcements and short moves have files of their own;
this one holds the turn, the Long Move and both attacks.
"""

from typing import Final

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import ALL, DONE, GO
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET, WHITE
from kurgan.games.inferno.position.state import NO_ORDER, Order, State, germans_at, place
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r05_short_moves as short_moves
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r09_coop as coop
from kurgan.games.inferno.terms import DELIBERATE, HASTY, LONG_MOVE, REINFORCE, SHORT_MOVES
from kurgan.kernel.flow import Ask, Auto, Call, Each, Seq, Step, When, call, tell
from kurgan.kernel.vocabulary import ALLOWED

PROCEDURES: Final = ("call_for_reinforcements", "long_move", "short_moves", "hasty_attack", "deliberate_attack")
"""[5.1] [5.2] [5.3] [5.4] [5.5] What each action enters, in the book's order."""


def german_turn() -> Step:
    """[5.0] One action of five; the answer enters its procedure."""
    return Seq(
        "5.0",
        "german_turn",
        [
            Ask(
                "5.0",
                "choose_action",
                concepts.active_seat,
                action_choices,
                take_action,
                why=why_not_action,
                space=action_space,
            ),
            Auto("5.0", "end_german_action", end_german_action),
        ],
    )


def long_move() -> Step:
    """[5.2] One stack, one or two Clear hexes, out of Soviet contact all the way."""
    return Seq(
        "5.2",
        "long_move",
        [
            Ask(
                "5.2",
                "long_from",
                concepts.active_seat,
                long_starts,
                take_start,
                why=why_not_long_from,
                space=hex_space,
                auto=concepts.hides_no_colour,
            ),
            Ask("5.2", "long_first", concepts.active_seat, first_hexes, take_first, why=why_not_first, space=hex_space),
            Call("8.1", "german_draws"),
            Ask(
                "5.2",
                "long_second",
                concepts.active_seat,
                second_hexes,
                take_second,
                why=why_not_second,
                space=second_space,
            ),
            When("5.2", "cards_at_the_end", is_owed, Call("8.1", "german_draws")),
        ],
    )


def hasty_attack() -> Step:
    """[5.4] A stack out of contact moves next to Soviets and attacks one stack with all that stands there."""
    return Seq(
        "5.4",
        "hasty_attack",
        [
            Ask(
                "5.4",
                "hasty_from",
                concepts.active_seat,
                hasty_starts,
                take_start,
                why=why_not_hasty_from,
                space=hex_space,
                auto=concepts.hides_no_colour,
            ),
            Ask(
                "5.4",
                "hasty_to",
                concepts.active_seat,
                hasty_ends,
                take_end,
                why=why_not_hasty_to,
                space=hex_space,
                auto=concepts.hides_no_colour,
            ),
            When("5.3.1", "hasty_breakdown", short_moves.is_several, short_moves.take_units("hasty_units")),
            Auto("5.4", "hasty_march", hasty_march),
            Call("8.1", "german_draws"),
            Ask(
                "5.4",
                "hasty_target",
                concepts.active_seat,
                hasty_targets,
                take_hasty_target,
                why=why_not_hasty_target,
                space=hex_space,
                form="target",
            ),
            Call("6", "combat"),
        ],
    )


def deliberate_attack() -> Step:
    """[5.5] One Soviet stack, attacked by chosen stacks next to it; [9.10] the partner is asked for his."""
    return Seq(
        "5.5",
        "deliberate_attack",
        [
            Ask(
                "5.5",
                "deliberate_target",
                concepts.active_seat,
                deliberate_targets,
                take_target,
                why=why_not_target,
                space=hex_space,
                auto=concepts.hides_no_colour,
                form="target",
            ),
            Ask(
                "5.5",
                "attacking_stacks",
                concepts.active_seat,
                stack_choices,
                take_stack,
                why=why_not_stack,
                space=stack_space,
                auto=concepts.hides_no_colour,
            ),
            Each("9.10", "invited_stacks", coop.invited_stacks, coop.join_attack()),
            Auto("5.5", "declare_attack", declare_attack),
            Call("6", "combat"),
        ],
    )


# The choice of action -------------------------------------------------------------------------------------------


def why_not_action(s: State, a: int) -> int:
    """[5.0] An action that somebody can carry out; reinforcements and zero Short Moves are always possible."""
    if a in (REINFORCE, SHORT_MOVES):
        return ALLOWED
    stacks = concepts.own_stacks(s)
    if a == LONG_MOVE:
        return ALLOWED if can_move_long(s, stacks) else refusals.NO_LONG_MOVE
    if a == HASTY:
        return ALLOWED if can_attack_hastily(s, stacks) else refusals.NO_HASTY_ATTACK
    if a == DELIBERATE:
        return ALLOWED if can_attack_deliberately(s, stacks) else refusals.NO_DELIBERATE_ATTACK
    return refusals.NO_SUCH_ANSWER


def can_move_long(s: State, stacks: list[int]) -> bool:
    """[5.2] Some stack can make a Long Move."""
    p = s.pack
    must_be_clear = s.rules.long_from_clear
    for h in stacks:
        if s.near_soviets[h] or (must_be_clear and not concepts.is_clear(s, h)):
            continue
        for n in p.near[h]:
            if concepts.is_clear(s, n) and why_not_through(s, h, n) == ALLOWED:
                return True
    return False


def can_attack_hastily(s: State, stacks: list[int]) -> bool:
    """[5.4] Some stack can make a Hasty Attack."""
    near_soviets = s.near_soviets
    for h in stacks:
        if near_soviets[h]:
            continue
        for n in s.pack.near[h]:
            if near_soviets[n] and why_not_assault(s, n) == ALLOWED:
                return True
    return False


def can_attack_deliberately(s: State, stacks: list[int]) -> bool:
    """[5.5] Some stack of the player stands next to Soviets."""
    return any(s.near_soviets[h] for h in stacks)


def action_choices(s: State) -> list[int]:
    """[5.0] The actions that are possible."""
    stacks = concepts.own_stacks(s)
    choices = [REINFORCE]
    if can_move_long(s, stacks):
        choices.append(LONG_MOVE)
    choices.append(SHORT_MOVES)
    if can_attack_hastily(s, stacks):
        choices.append(HASTY)
    if can_attack_deliberately(s, stacks):
        choices.append(DELIBERATE)
    return choices


def action_space(s: State) -> list[int]:
    """[5.0] The five actions."""
    return [REINFORCE, LONG_MOVE, SHORT_MOVES, HASTY, DELIBERATE]


def take_action(s: State, a: int) -> None:
    """[5.0] [9.8] The action of this turn. Last act: enters its procedure."""
    s.order = Order()
    s.order.plan = a
    tell(s, "5.0", events.ACTION_CHOSEN, a)
    call(s, PROCEDURES[a])


def is_hasty(s: State) -> bool:
    """[5.4] A Hasty Attack."""
    return s.order.plan == HASTY


def end_german_action(s: State) -> None:
    """[5.0] The action is complete."""
    s.order = NO_ORDER


def hex_space(s: State) -> list[int]:
    """[5.0] Any hex."""
    return list(range(s.pack.hexes))


def is_owed(s: State) -> bool:
    """[4.7] A card was earned."""
    return s.german_owed > 0


# Long Move ------------------------------------------------------------------------------------------------------


def why_not_long_from(s: State, h: int) -> int:
    """[5.2] The player's stack in a Clear hex out of contact, with somewhere to go."""
    if s.count[GERMAN][h] == 0:
        return refusals.NO_GERMANS_THERE
    if not concepts.commands(s, h):
        return refusals.NOT_YOUR_STACK
    if s.rules.long_from_clear and not concepts.is_clear(s, h):
        return refusals.START_NOT_CLEAR
    if s.near_soviets[h]:
        return refusals.START_IN_CONTACT
    for n in s.pack.near[h]:
        if why_not_through(s, h, n) == ALLOWED:
            return ALLOWED
    return refusals.NO_LONG_MOVE


def why_not_pass(s: State, h: int) -> int:
    """[5.2] Every hex entered is Clear, free of Soviets and out of contact."""
    if s.count[SOVIET][h]:
        return refusals.SOVIETS_THERE
    if not concepts.is_clear(s, h):
        return refusals.NOT_CLEAR
    if s.near_soviets[h]:
        return refusals.ENDS_IN_CONTACT
    return ALLOWED


def why_not_through(s: State, start: int, h: int) -> int:
    """[5.2] A first hex: Germans in it may only be passed, so a second hex must be open behind them."""
    why = why_not_pass(s, h)
    if why != ALLOWED or s.count[GERMAN][h] == 0:
        return why
    for n in s.pack.near[h]:
        if why_not_pass(s, n) == ALLOWED and (n == start or s.count[GERMAN][n] == 0):
            return ALLOWED
    return refusals.MUST_END_ALONE


def long_starts(s: State) -> list[int]:
    """[5.2] Stacks that can make a Long Move."""
    return [h for h in concepts.own_stacks(s) if why_not_long_from(s, h) == ALLOWED]


def take_start(s: State, h: int) -> None:
    """[5.2] [5.4] The stack that moves, or breaks down to move."""
    s.order.start = h
    knowledge.commanded(s, h)


def why_not_first(s: State, h: int) -> int:
    """[5.2] The first hex."""
    if h not in s.pack.near[s.order.start]:
        return refusals.NOT_ADJACENT
    return why_not_through(s, s.order.start, h)


def first_hexes(s: State) -> list[int]:
    """[5.2] Where the first step may go."""
    return [h for h in s.pack.near[s.order.start] if why_not_through(s, s.order.start, h) == ALLOWED]


def take_first(s: State, h: int) -> None:
    """[5.2] The whole stack goes; [2.2] it takes control of what it enters. Blocks passed through stay behind."""
    o = s.order
    o.taken = germans_at(s, o.start)
    step(s, o.start, h)
    o.end = h


def step(s: State, start: int, end: int) -> None:
    """[5.2] The moving blocks enter the next hex; a stack passed through keeps to itself."""
    for u in s.order.taken:
        place(s, u, end)
    concepts.enter(s, GERMAN, end)
    tell_move(s, "5.2", start, end, s.order.taken)


def tell_move(s: State, rule: str, start: int, end: int, units: list[int]) -> None:
    """[5.3.1] All see blocks move; the Germans know which."""
    if s.events is not None:
        tell(s, rule, events.STACK_MOVED, start, end, len(units))
        for u in units:
            concepts.tell_germans(s, rule, events.UNIT_MOVED, u, start, end)


def is_alone(s: State) -> bool:
    """[5.2] Nobody else stands in the hex the stack is in."""
    return s.count[GERMAN][s.order.end] == len(s.order.taken)


def why_not_second(s: State, a: int) -> int:
    """[5.2] Another such hex, without Germans; or stop, if alone. Going back is a move like any other."""
    if a == DONE:
        return ALLOWED if is_alone(s) else refusals.MUST_END_ALONE
    if a not in s.pack.near[s.order.end]:
        return refusals.NOT_ADJACENT
    why = why_not_pass(s, a)
    if why != ALLOWED:
        return why
    return refusals.MUST_END_ALONE if s.count[GERMAN][a] else ALLOWED


def second_hexes(s: State) -> list[int]:
    """[5.2] Where the second step may go."""
    choices = [h for h in s.pack.near[s.order.end] if why_not_second(s, h) == ALLOWED]
    if is_alone(s):
        choices.append(DONE)
    return choices


def second_space(s: State) -> list[int]:
    """[5.2] Any hex, or stop."""
    return [*range(s.pack.hexes), DONE]


def take_second(s: State, a: int) -> None:
    """[5.2] The stack moves on or stops."""
    o = s.order
    if a != DONE:
        step(s, o.end, a)
        o.end = a
    o.taken = []


# Hasty Attack ---------------------------------------------------------------------------------------------------


def why_not_hasty_from(s: State, h: int) -> int:
    """[5.4] The player's stack out of contact, next to a hex from which it can attack."""
    if s.count[GERMAN][h] == 0:
        return refusals.NO_GERMANS_THERE
    if not concepts.commands(s, h):
        return refusals.NOT_YOUR_STACK
    if s.near_soviets[h]:
        return refusals.START_IN_CONTACT
    for n in s.pack.near[h]:
        if why_not_assault(s, n) == ALLOWED:
            return ALLOWED
    return refusals.NO_HASTY_ATTACK


def why_not_assault(s: State, h: int) -> int:
    """[5.4] A hex next to Soviets with room for a block; [9.1] not the partner's. Whoever may go touches no Soviets."""
    if s.near_soviets[h] == 0:
        return refusals.NO_CONTACT_THERE
    if s.count[GERMAN][h] >= s.pack.stack_limit:
        return refusals.TOO_MANY_UNITS
    if s.count[GERMAN][h] and concepts.is_partners(s, h):
        return refusals.PARTNERS_STACK
    return ALLOWED


def hasty_starts(s: State) -> list[int]:
    """[5.4] Stacks that can make a Hasty Attack."""
    return [h for h in concepts.own_stacks(s) if why_not_hasty_from(s, h) == ALLOWED]


def why_not_hasty_to(s: State, h: int) -> int:
    """[5.4] A neighbouring hex in contact."""
    if h not in s.pack.near[s.order.start]:
        return refusals.NOT_ADJACENT
    return why_not_assault(s, h)


def hasty_ends(s: State) -> list[int]:
    """[5.4] Where the attack may start from."""
    return [h for h in s.pack.near[s.order.start] if why_not_assault(s, h) == ALLOWED]


def take_end(s: State, h: int) -> None:
    """[5.4] The hex from which the attack is made."""
    s.order.end = h


def hasty_may_go(s: State, count: int) -> bool:
    """[5.4] [2.4] That many blocks fit into the hex."""
    return s.count[GERMAN][s.order.end] + count <= s.pack.stack_limit


def lacks_own_colour(s: State) -> bool:
    """[9.4] [9.10] In co-op white blocks alone make no Hasty Attack; nobody of the player's colour is with them yet."""
    if s.rules.coop == 0 or not is_hasty(s) or concepts.commands(s, s.order.end):
        return False
    army = s.pack.army
    return all(army[u] == WHITE for u in s.order.taken)


def hasty_march(s: State) -> None:
    """[5.4] The blocks enter; [4.7] a spawn hex entered draws its card before the combat."""
    o = s.order
    units = o.taken or germans_at(s, o.start)
    concepts.move_germans(s, units, o.end)
    o.taken = []
    tell_move(s, "5.4", o.start, o.end, units)


def why_not_hasty_target(s: State, h: int) -> int:
    """[5.4] One Soviet stack next to the hex entered."""
    if s.count[SOVIET][h] == 0:
        return refusals.NO_SOVIETS_THERE
    return ALLOWED if h in s.pack.near[s.order.end] else refusals.NOT_ADJACENT


def hasty_targets(s: State) -> list[int]:
    """[5.4] The Soviet stacks in reach."""
    return [h for h in s.pack.near[s.order.end] if s.count[SOVIET][h]]


def take_hasty_target(s: State, h: int) -> None:
    """[5.4] Everything in the hex entered attacks."""
    combat.begin_battle(s, GERMAN, 0, h, [s.order.end])


# Deliberate Attack ----------------------------------------------------------------------------------------------


def why_not_target(s: State, h: int) -> int:
    """[5.5] A Soviet stack next to a stack of the player."""
    if s.count[SOVIET][h] == 0:
        return refusals.NO_SOVIETS_THERE
    for n in s.pack.near[h]:
        if s.count[GERMAN][n] and concepts.commands(s, n):
            return ALLOWED
    return refusals.NOBODY_NEAR


def deliberate_targets(s: State) -> list[int]:
    """[5.5] Soviet stacks that can be attacked."""
    found = set()
    soviets = s.count[SOVIET]
    for h in concepts.own_stacks(s):
        if s.near_soviets[h]:
            for n in s.pack.near[h]:
                if soviets[n]:
                    found.add(n)
    return sorted(found)


def take_target(s: State, h: int) -> None:
    """[5.5] The stack to be attacked."""
    s.order.target = h


def why_not_stack(s: State, a: int) -> int:
    """[5.5] Stacks next to the target, each whole; [9.10] one of them the player's own."""
    o = s.order
    if a == GO:
        return ALLOWED if has_own_stack(s) else refusals.OWN_STACK_NEEDED
    if a == ALL:
        return ALLOWED if own_stacks_left(s) else refusals.ALREADY_ATTACKING
    if s.count[GERMAN][a] == 0:
        return refusals.NO_GERMANS_THERE
    if a not in s.pack.near[o.target]:
        return refusals.NOT_NEXT_TO_TARGET
    if a in o.hexes or a in o.invited:
        return refusals.ALREADY_ATTACKING
    return ALLOWED


def has_own_stack(s: State) -> bool:
    """[9.10] A stack of the player whose turn it is attacks."""
    return any(concepts.commands(s, h) for h in s.order.hexes)


def own_stacks_left(s: State) -> list[int]:
    """[5.5] The player's stacks next to the target that do not attack yet."""
    near = s.pack.near[s.order.target]
    return [h for h in near if s.count[GERMAN][h] and h not in s.order.hexes and concepts.commands(s, h)]


def stack_choices(s: State) -> list[int]:
    """[5.5] Further stacks, all own ones at once, or go."""
    choices = [h for h in s.pack.near[s.order.target] if why_not_stack(s, h) == ALLOWED]
    if not choices:
        return [GO]
    if own_stacks_left(s):
        choices.append(ALL)
    if has_own_stack(s):
        choices.append(GO)
    return choices


def stack_space(s: State) -> list[int]:
    """[5.5] Any hex, all, or go."""
    return [*range(s.pack.hexes), ALL, GO]


def take_stack(s: State, a: int) -> None:
    """[5.5] One more stack; asked again until the player goes. Last act: asks again."""
    o = s.order
    if a == GO:
        return
    if a == ALL:
        for h in own_stacks_left(s):
            o.hexes.append(h)
            knowledge.commanded(s, h)
    elif concepts.is_partners(s, a):
        o.invited.append(a)
    else:
        o.hexes.append(a)
        knowledge.commanded(s, a)
    call(s, "attacking_stacks")


def declare_attack(s: State) -> None:
    """[5.5] All blocks of the chosen stacks attack."""
    o = s.order
    combat.begin_battle(s, GERMAN, 1, o.target, sorted(o.hexes))
