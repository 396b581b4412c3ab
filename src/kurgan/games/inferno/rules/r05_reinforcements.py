"""Inferno, chapter 5, first action: a call for reinforcements.

Every die that finds a block picks it up before any die too many looks for its R unit. Blocks nobody has seen are
drawn here, when they are picked up. What finds no room goes back to the track after deployment.
"""

from typing import Final

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import HEX_RADIX, PAIR, UNIT
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import BLUE, GERMAN, PAULUS, SOVIET, WHITE, YELLOW
from kurgan.games.inferno.position.state import State, lift, place
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r03_setup as setup
from kurgan.games.inferno.rules import r12_designers_way as designers
from kurgan.games.inferno.terms import EMPTY, OUT, PICKED, REMOVED, TRACK, UNSEEN
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, While, tell
from kurgan.kernel.vocabulary import ALLOWED

DIGIT: Final = 7
CALL_VALUES: Final = (0, 1, DIGIT, DIGIT**2, DIGIT**3, DIGIT**4, DIGIT**5)
"""Six dice fold to how many show each face, one digit a face."""


def call_for_reinforcements() -> Step:
    """[5.1] A card, six dice, blocks picked up, R units removed, deployment, returns."""
    return Seq(
        "5.1",
        "call_for_reinforcements",
        [
            Auto("5.1.1", "call_card", call_card),
            Call("8.1", "german_draws"),
            Roll("5.1.1", "call_dice", call_dice, take_call_dice),
            When("5.1.1", "pick_up", has_boxes, Roll("5.1.1", "reveal_boxes", boxes_draw, take_boxes, True)),
            Auto("5.1.4", "remove_r_units", remove_r_units),
            While(
                "5.1.2",
                "deployment",
                can_deploy,
                Ask(
                    "5.1.2",
                    "deploy",
                    concepts.active_seat,
                    deploy_choices,
                    take_deploy,
                    why=why_not_deploy,
                    space=deploy_space,
                    private=True,
                ),
            ),
            Auto("5.1.3", "gather_returns", gather_returns),
            While(
                "5.1.3",
                "returns",
                has_returns,
                Ask(
                    "5.1.3",
                    "return_unit",
                    concepts.active_seat,
                    return_choices,
                    take_return,
                    why=why_not_return,
                    space=return_space,
                    private=True,
                ),
            ),
        ],
    )


# The call -------------------------------------------------------------------------------------------------------


def call_card(s: State) -> None:
    """[5.1.1] A card first, [8.2.1] two under Paulus."""
    s.german_owed += 2 if concepts.has_leader(s, PAULUS) else 1


def call_dice(s: State) -> Chance:
    """[5.1.1] Six dice."""
    return Dice(s.pack.track_dice, CALL_VALUES)


def take_call_dice(s: State, folded: int) -> None:
    """[5.1.1] Dice lie on the leftmost blocks of their rows; [5.1.4] those that find none are left over."""
    p = s.pack
    o = s.order
    dice = []
    for row in range(p.track_rows):
        count = folded % DIGIT
        folded //= DIGIT
        dice.append(count)
        found = [] if count == 0 or is_dead_row(s, row) else row_boxes(s, row)[:count]
        o.boxes += found
        o.surplus.append(count - len(found))
    tell(s, "5.1.1", events.CALL_ROLLED, *dice)
    for box in o.boxes:
        if s.track[box] != UNSEEN:
            pick_up(s, box, s.track[box])


def row_boxes(s: State, row: int) -> list[int]:
    """[5.1.1] Boxes of a row that hold a block, from the left."""
    track = s.track
    columns = s.pack.track_columns
    return [box for box in range(row * columns, (row + 1) * columns) if track[box] != EMPTY]


def is_dead_row(s: State, row: int) -> bool:
    """[5.1.4] In one edition dice of a row do nothing once its R unit was removed."""
    u = s.pack.row_unit[row]
    return s.rules.row_dead == 1 and u >= 0 and s.where[u] == REMOVED


def boxes(s: State) -> list[int]:
    """[5.1.1] The boxes with a die on them that nobody has looked into yet."""
    return [box for box in s.order.boxes if s.track[box] == UNSEEN]


def has_boxes(s: State) -> bool:
    """[5.1.1] There is one."""
    return len(boxes(s)) > 0


def boxes_draw(s: State) -> Chance:
    """[5.1.1] [3.9] What lies in them."""
    return setup.boxes_draw(s, boxes(s))


def take_boxes(s: State, folded: int) -> None:
    """[5.1.1] The blocks are looked at and picked up."""
    found = boxes(s)
    for box, u in zip(found, setup.read_boxes(s, found, folded), strict=True):
        pick_up(s, box, u)


def pick_up(s: State, box: int, u: int) -> None:
    """[5.1.1] Off the track, into the player's hand."""
    row = box // s.pack.track_columns + 1
    s.track[box] = EMPTY
    lift(s, u, PICKED)
    if s.events is not None:
        tell(s, "5.1.1", events.BLOCK_PICKED, row, box % s.pack.track_columns + 1)
        concepts.tell_germans(s, "5.1.1", events.UNIT_PICKED, u, row)


# Removal --------------------------------------------------------------------------------------------------------


def remove_r_units(s: State) -> None:
    """[5.1.4] A die too many removes the R unit of its row from the map or from the blocks just picked up.

    A unit still on the track or destroyed stays where it is. [12.3] The first die too many of the last row brings Raus.
    """
    p = s.pack
    for row in range(p.track_rows):
        surplus = s.order.surplus[row]
        if surplus and row == p.raus_row and designers.raus_may_come(s):
            bring_raus(s)
            surplus -= 1
        u = p.row_unit[row]
        if surplus and u >= 0 and (s.where[u] < p.hexes or s.where[u] == PICKED):
            knowledge.shown(s, GERMAN, [u])
            lift(s, u, REMOVED)
            tell(s, "5.1.4", events.UNIT_REMOVED, u, row + 1)
    s.order.boxes = []
    s.order.surplus = []


def bring_raus(s: State) -> None:
    """[12.3] Raus arrives; the three blocks of 6th Panzer Division go to the track like blocks without room."""
    s.raus = 1
    tell(s, "12.3", events.RAUS_ARRIVED)
    for u in range(s.pack.germans):
        if s.pack.is_axe[u] and s.where[u] == OUT:
            s.order.returns.append(u)
            s.track_may |= knowledge.bit(s, u)


# Deployment -----------------------------------------------------------------------------------------------------


def picked_units(s: State) -> list[int]:
    """[5.1.1] Blocks picked up and not yet deployed."""
    found = []
    u = s.where.find(PICKED)
    while u >= 0:
        found.append(u)
        u = s.where.find(PICKED, u + 1)
    return found


def why_not_enter(s: State, u: int, h: int) -> int:
    """[5.1.2] Blue in Z, Yellow in X and Y, White in all; [5.1.3] held by Germans and not full; [9.1] [9.9] co-op."""
    p = s.pack
    if h not in p.deploy_hexes[p.army[u]]:
        return refusals.WRONG_COLOUR
    why = why_not_open(s, h)
    if why == ALLOWED and s.rules.coop:
        return why_not_enter_coop(s, u, h)
    return why


def why_not_open(s: State, h: int) -> int:
    """[5.1.3] A German spawn hex held by Germans and not full."""
    if s.control[h] == SOVIET:
        return refusals.SPAWN_HEX_LOST
    return refusals.TOO_MANY_UNITS if s.count[GERMAN][h] >= s.pack.stack_limit else ALLOWED


def why_not_enter_coop(s: State, u: int, h: int) -> int:
    """[9.1] No yellow with blue; [9.9] White goes to the caller's hexes while they have room."""
    p = s.pack
    army = p.army[u]
    if army != WHITE:
        colour = concepts.stack_colour(s, h)
        return refusals.WOULD_MIX if colour not in (WHITE, army) else ALLOWED
    own = YELLOW if s.player == 0 else BLUE
    if p.spawn_army[h] == own:
        return ALLOWED
    for n in p.deploy_hexes[own]:
        if s.control[n] == GERMAN and s.count[GERMAN][n] < p.stack_limit:
            return refusals.OWN_HEXES_FIRST
    return ALLOWED


def deploy_choices(s: State) -> list[int]:
    """[5.1.2] Every block that has a place, in any order."""
    p = s.pack
    open_hexes = [h for h in p.german_spawn if why_not_open(s, h) == ALLOWED]
    choices = []
    for u in picked_units(s):
        for h in p.deploy_hexes[p.army[u]]:
            if h in open_hexes and (s.rules.coop == 0 or why_not_enter_coop(s, u, h) == ALLOWED):
                choices.append(PAIR + u * HEX_RADIX + h)
    return choices


def can_deploy(s: State) -> bool:
    """[5.1.2] A block picked up has a place."""
    p = s.pack
    u = s.where.find(PICKED)
    while u >= 0:
        for h in p.deploy_hexes[p.army[u]]:
            if why_not_enter(s, u, h) == ALLOWED:
                return True
        u = s.where.find(PICKED, u + 1)
    return False


def why_not_deploy(s: State, a: int) -> int:
    """[5.1.2] A block picked up, to a hex of its colour."""
    u = (a - PAIR) // HEX_RADIX
    if s.where[u] != PICKED:
        return refusals.NOT_PICKED_UP
    return why_not_enter(s, u, (a - PAIR) % HEX_RADIX)


def deploy_space(s: State) -> list[int]:
    """[5.1.2] Any German block to any hex."""
    p = s.pack
    return [PAIR + u * HEX_RADIX + h for u in range(p.germans) for h in range(p.hexes)]


def take_deploy(s: State, a: int) -> None:
    """[5.1.2] [4.2] The block comes on at full strength."""
    u = (a - PAIR) // HEX_RADIX
    h = (a - PAIR) % HEX_RADIX
    place(s, u, h)
    knowledge.fielded(s, u, h)
    if s.events is not None:
        tell(s, "5.1.2", events.BLOCK_DEPLOYED, h)
        concepts.tell_germans(s, "5.1.2", events.UNIT_DEPLOYED, u, h)


# Returns --------------------------------------------------------------------------------------------------------


def gather_returns(s: State) -> None:
    """[5.1.3] What found no place goes back, with [12.3] the blocks that Raus brings."""
    s.order.returns = sorted(s.order.returns + picked_units(s))


def has_returns(s: State) -> bool:
    """[5.1.3] A block is still to be returned."""
    return len(s.order.returns) > 0


def return_choices(s: State) -> list[int]:
    """[5.1.3] The player chooses which block goes next."""
    return [UNIT + u for u in s.order.returns]


def why_not_return(s: State, a: int) -> int:
    """[5.1.3] A block that found no place."""
    return ALLOWED if a - UNIT in s.order.returns else refusals.NOT_PICKED_UP


def return_space(s: State) -> list[int]:
    """[5.1.3] Any German block."""
    return [UNIT + u for u in range(s.pack.germans)]


def take_return(s: State, a: int) -> None:
    """[5.1.3] To the row with the fewest blocks, the lowest number on ties, in its leftmost free box."""
    p = s.pack
    u = a - UNIT
    s.order.returns.remove(u)
    columns = p.track_columns
    free = [s.track.count(EMPTY, row * columns, (row + 1) * columns) for row in range(p.track_rows)]
    row = free.index(max(free))
    box = s.track.index(EMPTY, row * columns)
    s.track[box] = u
    lift(s, u, TRACK)
    if s.events is not None:
        tell(s, "5.1.3", events.BLOCK_RETURNED, row + 1)
        concepts.tell_germans(s, "5.1.3", events.UNIT_RETURNED, u, row + 1)
