"""Inferno, chapter 3: setup, the book's eleven steps.

Soviet blocks are dealt one by one by secret draws. The Reinforcement Track is dealt late: a box nobody has looked at
holds no block yet, only the knowledge that one lies there; it is drawn when it is picked up (chapter 5).
"""

from typing import Final

from kurgan.kernel.chance import Chance
from kurgan.kernel.flow import Auto, Call, Each, Roll, Seq, Step, When, While, current, tell

from .. import known
from ..dice import BlockDraw, BoxDraw, PoolDraw, bits
from ..pack import EDGES, GERMAN, INFANTRY_POOL, MARINE_POOL, TANK_POOL
from ..state import State, lift, place
from ..terms import BAG, OUT, POOL, START_BLOCK, TRACK, UNSEEN
from . import r02_concepts as concepts
from . import r12_designers_way as designers

ARMIES_RADIX: Final = 4


def setup() -> Step:
    """[3] The steps of setup; [12.1] the advantages come before the first."""
    return Seq(
        "3",
        "setup",
        [
            Auto("3", "unpack", unpack),
            When("12.1", "advantages", designers.is_normal_level, Call("12.1", "draw_advantages")),
            Auto("3.1", "sort_blocks", sort_blocks),
            While(
                "3.4", "fill_tank_pool", tanks_missing, Roll("3.4", "draw_tank_pool", tank_bag, take_pool_draw, True)
            ),
            While(
                "3.5",
                "fill_infantry_pool",
                infantry_missing,
                Roll("3.5", "draw_infantry_pool", infantry_bag, take_pool_draw, True),
            ),
            Auto("3.5", "count_pools", count_pools),
            Each("3.6", "setup_hexes", setup_hexes, Roll("3.6", "deal_soviet", soviet_bag, take_deal, True)),
            Auto("3.8", "deploy_germans", deploy_germans),
            Each("3.8", "start_draws", start_draws, Roll("3.8", "draw_start_unit", start_bag, take_start_unit, True)),
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


def tanks_missing(s: State) -> bool:
    """[3.4] The Tank Spawn Pool is not full yet."""
    return s.pool_size[TANK_POOL] < s.pack.tank_pool


def tank_bag(s: State) -> Chance:
    """[3.4] Any tank not yet drawn."""
    return PoolDraw(s.bag_bits & s.pack.pool_mask[TANK_POOL], s.pack.germans, 1)


def infantry_missing(s: State) -> bool:
    """[3.5] The Infantry Spawn Pool wants its Guards and this many others."""
    return s.pool_size[INFANTRY_POOL] < s.pack.infantry_pool_guards + s.pack.infantry_pool_random


def infantry_bag(s: State) -> Chance:
    """[3.5] Any infantry not yet drawn; [12.7] only four-dot divisions under Late Deployment, while there are some."""
    p = s.pack
    bag = s.bag_bits & p.pool_mask[INFANTRY_POOL]
    if s.advantages & s.rules.late_deployment:
        bag = bag & ~p.dealt_late_mask or bag
    return PoolDraw(bag, p.germans, 1)


def take_pool_draw(s: State, u: int) -> None:
    """[3.4] [3.5] A block goes face down into its pool."""
    lift(s, u, POOL)


def count_pools(s: State) -> None:
    """[3.4] [3.5] What anybody may know: every block of a pool's kind may lie in it."""
    s.pool_may = [pool_mask(s, pool) for pool in range(len(s.pool_may))]


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


def setup_hexes(s: State) -> list[int]:
    """[3.6] The hexes with a setup rectangle."""
    return s.pack.setup_hexes


def soviet_bag(s: State) -> Chance:
    """[3.6] Any block left in the bag, on any of its edges."""
    return PoolDraw(s.bag_bits, s.pack.germans, EDGES)


def take_deal(s: State, drawn: int) -> None:
    """[3.6] One block a hex, unseen, at random strength."""
    u = drawn // EDGES
    s.strength[u] = s.pack.edges[u][drawn % EDGES]
    s.may[u] = dealt_mask(s)
    place(s, u, current(s, "setup_hexes"))


def dealt_mask(s: State) -> int:
    """[3.6] What a block dealt at the start may be: no marine, no Guard; [12.7] no late division."""
    return s.pack.dealt_late_mask if is_late(s) else s.pack.dealt_mask


def deploy_germans(s: State) -> None:
    """[3.8] The named regiments, at full strength [4.2]."""
    p = s.pack
    for u in range(p.germans):
        if not p.is_axe[u]:
            s.track_may |= known.bit(s, u)
    for u, h in p.start_units_2018 if s.rules.start_2018 else p.start_units:
        place(s, u, h)
        known.shown(s, GERMAN, [u])
        known.mixed(s, GERMAN, h)
        tell(s, "3.8", START_BLOCK, u, h)


def start_draws(s: State) -> list[int]:
    """[3.8] One item for each infantry block drawn at random: hex and colour."""
    items = []
    for h, army, count in s.pack.start_draws:
        items += [h * ARMIES_RADIX + army] * count
    return items


def start_bag(s: State) -> Chance:
    """[3.7] [3.8] Plain infantry of the wanted colour."""
    where = s.where
    plain = s.pack.plain_mask[current(s, "start_draws") % ARMIES_RADIX]
    return BlockDraw([u for u in bits(plain) if where[u] == TRACK], 1)


def take_start_unit(s: State, u: int) -> None:
    """[3.8] The drawn block joins its hex; the other side knows its colour and kind only."""
    item = current(s, "start_draws")
    h = item // ARMIES_RADIX
    s.may[u] = s.pack.plain_mask[item % ARMIES_RADIX] & s.track_may
    place(s, u, h)
    known.mixed(s, GERMAN, h)
    concepts.tell_germans(s, "3.8", START_BLOCK, u, h)


def fill_track(s: State) -> None:
    """[3.9] Thirty boxes face down; the last column holds plain White infantry."""
    for box in range(len(s.track)):
        s.track[box] = UNSEEN


def make_german_hand(s: State) -> None:
    """[3.10] Three cards; [9.5] in co-op they are yellow's. [3.11] The Soviet deck lies ready."""
    s.german_owed = s.pack.hand_size


def box_draw(s: State, box: int) -> Chance:
    """[3.9] What lies in a box nobody has looked at, given all that was seen.

    Boxes of the last column hold White infantry; the others hold what is left, Whites the rarer for it. The weights
    are scaled to a total that depends on public counts only.
    """
    p = s.pack
    unseen = known.unseen_mask(s)
    white = unseen & p.plain_mask[p.last_column_army]
    scale = p.plain_scale
    if box % p.track_columns == p.last_column:
        return BoxDraw(0, 0, white, scale // white.bit_count())
    if not white:
        return BoxDraw(0, 0, unseen, scale)
    spare = white.bit_count() - s.track[p.last_column :: p.track_columns].count(UNSEEN)
    return BoxDraw(white, scale * spare // white.bit_count(), unseen & ~white, scale)
