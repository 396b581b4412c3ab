"""Inferno, chapter 3: setup, the book's eleven steps.

All Soviet blocks are dealt by one secret question, the random Germans by another. The Reinforcement Track is dealt
late: a box nobody has looked at holds no block yet, only the knowledge that one lies there; it is drawn when it is
picked up (chapter 5).
"""

from kurgan.games.inferno import events
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import EDGES, GERMAN, INFANTRY_POOL, MARINE_POOL
from kurgan.games.inferno.position.state import State, lift, place
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r12_designers_way as designers
from kurgan.games.inferno.rules.dice import nth_bit
from kurgan.games.inferno.terms import BAG, OUT, POOL, TRACK, UNSEEN
from kurgan.kernel.chance import Deal
from kurgan.kernel.flow import Auto, Call, Roll, Seq, Step, When, tell


def setup() -> Step:
    """[3] The steps of setup; [12.1] the advantages come before the first."""
    return Seq(
        "3",
        "setup",
        [
            Auto("3", "unpack", unpack),
            When("12.1", "advantages", designers.is_normal_level, Call("12.1", "draw_advantages")),
            Auto("3.1", "sort_blocks", sort_blocks),
            Roll("3.4", "deal_soviets", soviet_deal, take_soviet_deal, True),
            Auto("3.8", "deploy_germans", deploy_germans),
            Roll("3.8", "deal_germans", german_deal, take_german_deal, True),
            Auto("3.9", "fill_track", fill_track),
            Auto("3.10", "make_german_hand", make_german_hand),
            Call("8.1", "german_draws"),
        ],
    )


def unpack(s: State) -> None:
    """[3] All blocks lie beside the map; [2.1] the hexes belong to whom the map says."""
    p = s.pack
    for u in range(p.units):
        lift(s, u, OUT if p.side[u] == GERMAN else BAG)
    for h in range(p.hexes):
        s.control[h] = p.start_side[h]


def sort_blocks(s: State) -> None:
    """[3.1] [3.2] [3.3] Axe blocks aside, marines and Guards to their pools, the rest into the bag; decks are made."""
    p = s.pack
    for u in range(p.units):
        if p.side[u] == GERMAN:
            lift(s, u, OUT if p.is_axe[u] else TRACK)
            s.strength[u] = p.full[u]
            s.seen[u] = p.full[u]
        else:
            lift(s, u, POOL if p.pool[u] == MARINE_POOL or p.is_guard[u] else BAG)
    designers.make_decks(s)
    designers.place_fortifications(s)


def is_late(s: State) -> bool:
    """[12.7] Late Deployment holds, and there are divisions enough for it."""
    p = s.pack
    return s.advantages & s.rules.late_deployment != 0 and sum(p.is_late) >= p.infantry_pool_random


def pool_mask(s: State, pool: int) -> int:
    """[3.4] [3.5] What may lie in a pool at the start; [12.7] Guards and late divisions only under Late Deployment."""
    p = s.pack
    if pool == INFANTRY_POOL and is_late(s):
        return p.pool_mask[pool] & ~p.dealt_late_mask
    return p.pool_mask[pool]


def soviet_deal(s: State) -> Deal:
    """[3.4] [3.5] [3.6] The tank pool, the infantry pool, then a block on any of its edges for each setup hex."""
    p = s.pack
    tanks = len(p.bag_tanks)
    first, second = infantry_bags(s)
    early = min(len(first), p.infantry_pool_random)
    late = p.infantry_pool_random - early
    left = tanks - p.tank_pool + len(p.bag_infantry) - p.infantry_pool_random
    return Deal(
        [
            *range(tanks, tanks - p.tank_pool, -1),
            *range(len(first), len(first) - early, -1),
            *range(len(second), len(second) - late, -1),
            *range(left * EDGES, (left - len(p.setup_hexes)) * EDGES, -EDGES),
        ]
    )


def infantry_bags(s: State) -> tuple[list[int], list[int]]:
    """[3.5] Infantry that is drawn first and after it; [12.7] the four-dot divisions first under Late Deployment."""
    p = s.pack
    if s.advantages & s.rules.late_deployment:
        late = [u for u in p.bag_infantry if p.is_late[u]]
        return late, [u for u in p.bag_infantry if not p.is_late[u]]
    return p.bag_infantry[:], []


def take_soviet_deal(s: State, folded: int) -> None:
    """[3.4] [3.5] Blocks go face down into the pools; [3.6] one block a hex, unseen, at random strength."""
    p = s.pack
    drawn = iter(soviet_deal(s).split(folded))
    tanks = p.bag_tanks[:]
    for _ in range(p.tank_pool):
        lift(s, tanks.pop(next(drawn)), POOL)
    first, second = infantry_bags(s)
    for _ in range(p.infantry_pool_random):
        lift(s, (first or second).pop(next(drawn)), POOL)
    s.pool_may = [pool_mask(s, pool) for pool in range(len(s.pool_may))]
    may = dealt_mask(s)
    bag = sorted(tanks + first + second)
    for h in p.setup_hexes:
        i = next(drawn)
        u = bag.pop(i // EDGES)
        s.strength[u] = p.edges[u][i % EDGES]
        s.may[u] = may
        place(s, u, h)


def dealt_mask(s: State) -> int:
    """[3.6] What a block dealt at the start may be: no marine, no Guard; [12.7] no late division."""
    return s.pack.dealt_late_mask if is_late(s) else s.pack.dealt_mask


def deploy_germans(s: State) -> None:
    """[3.8] The named regiments, at full strength [4.2]."""
    p = s.pack
    for u in range(p.germans):
        if not p.is_axe[u]:
            s.track_may |= knowledge.bit(s, u)
    start = p.start_units_2018 if s.rules.start_2018 else p.start_units
    knowledge.shown(s, GERMAN, [u for u, _ in start])
    for u, h in start:
        place(s, u, h)
        knowledge.mixed(s, GERMAN, h)
        tell(s, "3.8", events.START_BLOCK, u, h)


def german_deal(s: State) -> Deal:
    """[3.7] [3.8] Plain infantry of the wanted colour, drawn at random, for each hex that says so."""
    left = [mask.bit_count() for mask in start_masks(s)]
    sizes: list[int] = []
    for _, army, count in s.pack.start_draws:
        sizes += range(left[army], left[army] - count, -1)
        left[army] -= count
    return Deal(sizes)


def start_masks(s: State) -> list[int]:
    """[3.7] Plain infantry of each colour that has no place yet."""
    return [mask & s.track_bits for mask in s.pack.plain_mask]


def take_german_deal(s: State, folded: int) -> None:
    """[3.8] The drawn blocks join their hexes; the other side knows their colour and kind only."""
    drawn = iter(german_deal(s).split(folded))
    left = start_masks(s)
    for h, army, count in s.pack.start_draws:
        for _ in range(count):
            u = nth_bit(left[army], next(drawn))
            left[army] ^= 1 << u
            s.may[u] = s.pack.plain_mask[army] & s.track_may
            place(s, u, h)
            knowledge.mixed(s, GERMAN, h)
            concepts.tell_germans(s, "3.8", events.START_BLOCK, u, h)


def fill_track(s: State) -> None:
    """[3.9] Thirty boxes face down; the last column holds plain White infantry."""
    for box in range(len(s.track)):
        s.track[box] = UNSEEN


def make_german_hand(s: State) -> None:
    """[3.10] Three cards; [9.5] in co-op they are yellow's. [3.11] The Soviet deck lies ready."""
    s.german_owed = s.pack.hand_size


def boxes_draw(s: State, boxes: list[int]) -> Deal:
    """[3.9] What lies in boxes that nobody has looked into: one draw a box, its size made of public counts only."""
    p = s.pack
    left = s.track.count(UNSEEN) - ends_unseen(s)
    sizes = []
    for box in boxes:
        if box % p.track_columns == p.last_column:
            sizes.append(p.plain_scale)
        else:
            sizes.append(p.plain_scale * left)
            left -= 1
    return Deal(sizes)


def ends_unseen(s: State) -> int:
    """[3.9] Boxes of the last column that nobody has looked into."""
    return s.track[s.pack.last_column :: s.pack.track_columns].count(UNSEEN)


def read_boxes(s: State, boxes: list[int], folded: int) -> list[int]:
    """[3.9] The blocks that lie there, given all that was seen.

    Boxes of the last column hold White infantry; the others hold what is left, Whites the rarer for it: as many shares
    as there are Whites beyond the last column are spread evenly over all of them.
    """
    p = s.pack
    scale = p.plain_scale
    unseen = knowledge.unseen_mask(s)
    white = unseen & p.plain_mask[p.last_column_army]
    ends = ends_unseen(s)
    found = []
    for box, i in zip(boxes, boxes_draw(s, boxes).split(folded), strict=True):
        shares = white.bit_count() - ends
        if box % p.track_columns == p.last_column:
            shares = 1
            ends -= 1
        if i < scale * shares:
            u = nth_bit(white, i * white.bit_count() // (scale * shares))
            white ^= 1 << u
        else:
            u = nth_bit(unseen & ~white, i // scale - shares)
        unseen ^= 1 << u
        found.append(u)
    return found
