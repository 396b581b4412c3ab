"""Inferno, chapter 7: the Soviet turn, played by the book's algorithm.

Top Stacked Hexes are compared with held spawn hexes: more of the former and the Soviets spawn, else they move. A Soviet
player replaces the movement by his own choices (chapter 10).
"""

from typing import Final

from kurgan.games.inferno import events
from kurgan.games.inferno.pack.pack import CHUIKOV, GERMAN, INFANTRY_POOL, SOVIET
from kurgan.games.inferno.position.state import NO_ORDER, Order, State, place, soviets_at
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.games.inferno.rules.dice import MOVEMENT_DICE, ordered_faces
from kurgan.kernel.chance import Chance
from kurgan.kernel.flow import Auto, Each, Roll, Seq, Step, call, current, tell

CARD_ITEM: Final = 3
"""In the place of a pool: the hex is full and gives a card."""
POOL_RADIX: Final = 4

DIE_RADIX: Final = 8
REPEATED: Final = 1024
SPENT: Final = 2048
"""A die of a pair whose card was drawn already (edition switch repeated_die_cards)."""


def soviet_turn() -> Step:
    """[7] [7.1] to [7.5] The algorithm: the count enters what the Soviets must do."""
    return Seq(
        "7",
        "soviet_turn",
        [
            Auto("7.3", "count_hexes", count_hexes),
            Auto("7.5", "end_soviet_action", end_soviet_action),
        ],
    )


def spawn_action() -> Step:
    """[7.6] [10.4] A block, or a card in its place, for each unit of each held spawn hex."""
    return Each("7.6", "spawn_action", spawn_items, Auto("7.6.1", "spawn_one", spawn_one))


def spawn_block() -> Step:
    """[7.6.1] The block that a spawn hex brings."""
    return Roll("7.6.1", "spawn_block", spawn_draw, take_spawn, True)


def movement_action() -> Step:
    """[7.7] One die for each Top Stacked Hex, resolved from low to high."""
    return Seq(
        "7.7",
        "movement_action",
        [
            Roll("7.7.1", "soviet_dice", movement_dice, take_movement_dice),
            Each("7.7.3", "dice_in_order", dice_in_order, Auto("7.7.4", "read_die", read_die)),
        ],
    )


def top_stacked(s: State) -> list[int]:
    """[7.2] The hexes with the highest Soviet stack, [7.7.2] north to south and in a row from the Volga westward."""
    count = s.count[SOVIET]
    for height in range(s.pack.stack_limit, 0, -1):
        h = count.find(height)
        if h >= 0:
            found = []
            while h >= 0:
                found.append(h)
                h = count.find(height, h + 1)
            return found
    return []


def count_hexes(s: State) -> None:
    """[7.1] to [7.4] [10.1] [10.2] [10.3] Without a spawn hex a card; more top than spawn hexes: spawn; else move.

    Last act: enters the action. [7.4A] Spawn, [7.4B] movement by the dice, or [10.3] a player's choice.
    """
    s.order = Order()
    held = concepts.spawn_hexes_held(s)
    if held == 0:
        s.soviet_owed += 1
        solo.draw_owed(s)
        return
    top = top_stacked(s)
    if s.events is not None:
        tell(s, "7.3", events.SOVIET_COUNTED, max(s.count[SOVIET]), len(top), held)
    if len(top) > held:
        tell(s, "7.4A", events.SPAWN_CHOSEN)
        call(s, "spawn_action")
        return
    s.order.left = top
    call(s, "soviet_choice" if s.rules.soviet_chooses else "movement_action")


def end_soviet_action(s: State) -> None:
    """[7.5] The turn ends."""
    s.order = NO_ORDER


# Spawn ----------------------------------------------------------------------------------------------------------


def spawn_items(s: State) -> list[int]:
    """[7.6.1] What each held spawn hex brings, in order; [7.6.2] a full one a card, three blocks one infantry only."""
    p = s.pack
    items = []
    for h in p.soviet_spawn:
        if s.control[h] != SOVIET:
            continue
        wanted = p.spawn_list[h]
        room = p.stack_limit - s.count[SOVIET][h]
        if room == 0:
            items += [h * POOL_RADIX + CARD_ITEM] * (s.rules.full_spawn_cards if len(wanted) > 1 else 1)
        elif room < len(wanted):
            items.append(h * POOL_RADIX + INFANTRY_POOL)
        else:
            items += [h * POOL_RADIX + pool for pool in wanted]
    return items


def spawn_one(s: State) -> None:
    """[7.6.1] One unit; [7.6.2] a full hex or [7.6.3] an empty pool gives a card. Last act: enters the draw."""
    item = current(s, "spawn_action")
    pool = item % POOL_RADIX
    if pool == CARD_ITEM or s.pool_size[pool] == 0:
        tell(s, "7.6.2" if pool == CARD_ITEM else "7.6.3", events.SPAWN_BLOCKED, item // POOL_RADIX, 1)
        s.soviet_owed += 1
        solo.draw_owed(s)
    else:
        call(s, "spawn_block")


def spawn_draw(s: State) -> Chance:
    """[7.6.1] [4.1] A random block at random strength."""
    return solo.block_draw(s, current(s, "spawn_action") % POOL_RADIX)


def take_spawn(s: State, drawn: int) -> None:
    """[7.6.1] It is deployed unseen."""
    item = current(s, "spawn_action")
    h = item // POOL_RADIX
    pool = item % POOL_RADIX
    u = solo.deployed_block(s, pool, drawn)
    place(s, u, h)
    if s.events is not None:
        tell(s, "7.6.1", events.BLOCK_SPAWNED, h, pool)
        concepts.tell_soviet(s, "7.6.1", events.UNIT_SPAWNED, u, h, s.strength[u])


# Movement -------------------------------------------------------------------------------------------------------


def movement_dice(s: State) -> Chance:
    """[7.7.1] One die for each Top Stacked Hex."""
    return MOVEMENT_DICE[len(s.order.left)]


def take_movement_dice(s: State, folded: int) -> None:
    """[7.7.2] [7.7.3] Dice are laid in order of the hexes and sorted from low to high; repeated ones are marked."""
    faces = ordered_faces(folded)
    if s.events is not None:
        tell(s, "7.4B", events.MOVEMENT_CHOSEN)
        for i, h in enumerate(s.order.left):
            tell(s, "7.7.1", events.DIE_PLACED, h, faces[i])
    items = []
    for i, h in enumerate(s.order.left):
        die = faces[i]
        mark = 0
        if faces.count(die) > 1:
            first = faces.index(die) == i
            mark = REPEATED if first or not s.rules.one_per_value else SPENT
        items.append((die, i, h * DIE_RADIX + die + mark))
    s.order.left = [item[2] for item in sorted(items)]


def dice_in_order(s: State) -> list[int]:
    """[7.7.3] The dice from low to high."""
    return s.order.left


def read_die(s: State) -> None:
    """[7.7.4] [7.7.5A] [7.7.5B] [7.7.5C] [7.7.6] One die: a card, an attack or a move. Last act: enters it."""
    item = current(s, "dice_in_order")
    h = item % REPEATED // DIE_RADIX
    die = item % DIE_RADIX
    if item >= REPEATED:
        if item < SPENT:
            tell(s, "7.7.5A", events.DICE_REPEATED, h, die)
            draw_card(s)
        return
    end = solo.compass_hex(s, h, die)
    if s.count[SOVIET][h] == 0 or end < 0:
        card_for_move(s, h, die)
    elif s.count[GERMAN][end]:
        soviet_attack(s, h, end)
    elif die == 1:
        tell(s, "7.7.5C", events.ONE_ROLLED, h)
        draw_card(s)
    elif s.count[SOVIET][end] >= s.pack.stack_limit:
        card_for_move(s, h, die)
    else:
        march(s, h, end)


def card_for_move(s: State, h: int, die: int) -> None:
    """[7.7.5B] A card in place of a move that cannot be made."""
    tell(s, "7.7.5B", events.MOVE_BLOCKED, h, die)
    draw_card(s)


def draw_card(s: State) -> None:
    """[7.7.5] A card for the Soviet hand. Last act: enters the draw."""
    s.soviet_owed += 1
    solo.draw_owed(s)


def march(s: State, start: int, end: int) -> None:
    """[7.7.4] A random block of the stack moves. Last act: may enter a procedure."""
    s.order.start = start
    s.order.end = end
    if s.count[SOVIET][start] == 1:
        solo.move_soviet(s, soviets_at(s, start)[0], end)
        if s.soviet_owed:
            solo.draw_owed(s)
    else:
        call(s, "random_unit")


def soviet_attack(s: State, start: int, target: int) -> None:
    """[7.7.6] The whole stack attacks, [8.4.1.2] with Chuikov all next to the target. Last act: enters combat."""
    hexes = soviet_cards.attacking_hexes(s, start, target)
    combat.begin_battle(s, SOVIET, 1 if concepts.has_leader(s, CHUIKOV) else 0, target, hexes)
    call(s, "combat")
