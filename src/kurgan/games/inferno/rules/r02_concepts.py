"""Inferno, chapter 2: control, terrain, stacking, blocks and their strength.

The small functions that every other chapter uses. Whoever enters a hex goes through ``enter``; whoever loses a step
goes through ``reduce_unit``.
"""

from typing import Final

from kurgan.games.inferno import events
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import BLUE, CHUIKOV, CLEAR, GERMAN, PAULUS, SOVIET, URBAN, WHITE, YELLOW
from kurgan.games.inferno.position.state import END, State, germans_at, lift, place
from kurgan.games.inferno.terms import DEAD, NONE, POOL
from kurgan.kernel.flow import tell, tell_some

NO_ARMY: Final = 4
"""Word for a German turn that belongs to no colour (one German player)."""


def has_leader(s: State, effect: int) -> bool:
    """[8.1] A leader's effect is in play."""
    return s.leaders >> effect & 1 == 1


def german_seat(s: State, player: int) -> int:
    """[1.6] The seat of a German player."""
    return player if s.rules.coop else 0


def active_seat(s: State) -> int:
    """[9.8] The German whose turn it is."""
    return s.player if s.rules.coop else 0


def soviet_seat(s: State) -> int:
    """[10.0] The Soviet player's seat."""
    return s.rules.soviet_seat


def hides_no_colour(s: State, a: int) -> bool:
    """[1.5] [9.1] A single answer gives itself, unless only hidden colours of stacks made it the only one."""
    return s.rules.soviet_seat == NONE or s.rules.coop == 0


def tell_germans(s: State, rule: str, kind: int, *args: int) -> None:
    """[1.5] A fact that only the Germans may see."""
    if s.events is not None:
        tell_some(s, s.rules.german_mask, rule, kind, *args)


def tell_soviet(s: State, rule: str, kind: int, *args: int) -> None:
    """[1.5] [10.0] A fact that only a Soviet player may see."""
    if s.events is not None and s.rules.soviet_mask:
        tell_some(s, s.rules.soviet_mask, rule, kind, *args)


def is_clear(s: State, h: int) -> bool:
    """[2.3.1] Long Moves, Combined Force and Blitz need such a hex; [2.3.2] a rough one is neither clear nor urban."""
    return s.pack.terrain[h] == CLEAR


def is_urban(s: State, h: int) -> bool:
    """[2.3.3] Here the defender fires first, and rubble can appear."""
    return s.pack.terrain[h] == URBAN


def spawn_hexes_held(s: State) -> int:
    """[7.3] Soviet spawn hexes under Soviet control."""
    control = s.control
    return [control[h] for h in s.pack.soviet_spawn].count(SOVIET)


def enter(s: State, side: int, h: int) -> None:
    """[2.2] Entering takes control; [4.7] an enemy spawn hex draws a card; [12.10.2] [12.4] discs and HQ fall."""
    if s.control[h] != side:
        s.control[h] = side
        if s.events is not None:
            tell(s, "2.2", events.HEX_TAKEN, h, side)
        if s.pack.spawn_side[h] == 1 - side:
            capture(s, side, h)
        elif side == SOVIET:
            s.captor[h] = 0
    if side == GERMAN:
        if s.fort[h]:
            s.fort[h] = 0
            tell(s, "12.10.2", events.FORT_DESTROYED, h)
        if s.hq == h:
            lose_headquarters(s, h)


def capture(s: State, side: int, h: int) -> None:
    """[4.7] A card for the capturing side; [8.2.1] two for the Germans under Paulus. [9.11] Who took it last counts."""
    tell(s, "4.7", events.SPAWN_CAPTURED, h, side)
    if side == GERMAN:
        claim(s, h)
        s.german_owed += 2 if has_leader(s, PAULUS) else 1
    else:
        s.soviet_owed += 1


def claim(s: State, h: int) -> None:
    """[9.11] A hex counts for the player whose colour took it; [9.4] white alone acts for him whose turn it is."""
    colour = stack_colour(s, h) if s.rules.coop else WHITE
    s.captor[h] = 1 + (s.player if colour == WHITE else colour)


def lose_headquarters(s: State, h: int) -> None:
    """[12.4] Chuikov's card is discarded and its effects end."""
    s.hq = NONE
    s.leaders &= ~(1 << CHUIKOV)
    tell(s, "12.4", events.HQ_LOST, h)


def reduce_unit(s: State, u: int) -> None:
    """[2.8] One hit takes one dot; below the lowest step the block is destroyed."""
    s.strength[u] -= 1
    if s.events is not None:
        tell(s, "2.8", events.UNIT_REDUCED, u, s.strength[u])
    if s.strength[u] == 0:
        destroy_unit(s, u)


def destroy_unit(s: State, u: int) -> None:
    """[2.8] Soviets go back to their pool; Germans to the Death Pool, [1.4A] where R units count double."""
    p = s.pack
    tell(s, "2.8", events.UNIT_DESTROYED, u)
    if p.side[u] == GERMAN:
        lift(s, u, DEAD)
        s.losses += p.r_loss if p.is_r[u] else 1
        s.battle.germans.remove(u)
    else:
        lift(s, u, POOL)
        knowledge.returned_to_pool(s, u)
        s.battle.soviets.remove(u)


def stack_colour(s: State, h: int) -> int:
    """[9.2] [9.3] [9.4] A stack is yellow or blue if one of its blocks is, else white."""
    army = s.pack.army
    u = s.first[GERMAN][h]
    while u != END:
        if army[u] != WHITE:
            return army[u]
        u = s.next[u]
    return WHITE


def commands(s: State, h: int) -> bool:
    """[9.4] The German whose turn it is may move the stack in this hex."""
    if s.rules.coop == 0:
        return True
    return stack_colour(s, h) == (YELLOW if s.player == 0 else BLUE)


def own_stacks(s: State) -> list[int]:
    """[2.4] [9.4] Hexes with Germans that the player whose turn it is commands, north to south."""
    if s.rules.coop == 0:
        return s.german_hexes
    return [h for h in s.german_hexes if commands(s, h)]


def is_partners(s: State, h: int) -> bool:
    """[9.1] The stack in this hex belongs to the other German player."""
    if s.rules.coop == 0:
        return False
    return stack_colour(s, h) == (BLUE if s.player == 0 else YELLOW)


def stack_owner(s: State, h: int) -> int:
    """[9.5] The German player who decides for a stack that is attacked: white ones are yellow's."""
    if s.rules.coop == 0:
        return 0
    return 1 if stack_colour(s, h) == BLUE else 0


def would_mix(s: State, u: int, h: int) -> bool:
    """[9.1] Yellow and blue never share a hex; [9.10] whites of one player's stack keep out of the partner's."""
    if s.rules.coop == 0 or s.count[GERMAN][h] == 0:
        return False
    colour = stack_colour(s, h)
    if colour == WHITE:
        return False
    own = s.pack.army[u]
    if own == WHITE:
        own = YELLOW if s.player == 0 else BLUE
    return own != colour


def move_germans(s: State, units: list[int], end: int) -> None:
    """[5.3.1] Blocks of one stack go to a hex; whoever watches cannot tell which of the stack they were."""
    start = s.where[units[0]]
    if len(units) < s.count[GERMAN][start]:
        knowledge.mixed(s, GERMAN, start)
    for u in units:
        place(s, u, end)
    enter(s, GERMAN, end)


def germans_in(s: State, hexes: list[int]) -> list[int]:
    """[5.5] All German blocks in these hexes, ascending."""
    found = []
    for h in hexes:
        found += germans_at(s, h)
    found.sort()
    return found
