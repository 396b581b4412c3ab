"""A full position that fits everything a seat has seen.

Concealed blocks get a random complete matching of places (tokens on the map, pools, boxes of the track) to blocks
within their masks; a strength seen since a block came on is kept, others are spun. Cards not seen are dealt to deck
and hand. Every position made here looks to the seat exactly like the one it was made from; the chances of the
positions are an approximation, because the masks forget how they were made.
"""

from kurgan.games.inferno.hidden.matching import Place, Stack, match, match_stacks, pick
from kurgan.games.inferno.hidden.view import FACE_DOWN, RETURNED, View
from kurgan.games.inferno.pack.pack import BLUE, EDGES, GERMAN, MARINE_POOL, SOVIET, WHITE, YELLOW
from kurgan.games.inferno.position.state import NO_BATTLE, NO_ORDER, State, derive, germans_at, soviets_at
from kurgan.games.inferno.rules import r03_setup as setup
from kurgan.games.inferno.terms import BAG, NOWHERE, OUT, PICKED, POOL, TRACK, UNSEEN
from kurgan.kernel.chance import Rng


def imagine(v: View, rng: Rng) -> State:
    """One position that could be true."""
    s = v.position.copy()
    if v.hides_soviets:
        fill_soviets(v, s, rng)
    if v.hides_germans:
        fill_germans(v, s, rng)
    derive(s)
    if v.hides_soviets:
        deal_soviet_cards(v, s, rng)
    if v.hides_germans:
        deal_german_cards(v, s, rng)
    fill_records(s, rng)
    return s


# Soviets --------------------------------------------------------------------------------------------------------


def fill_soviets(v: View, s: State, rng: Rng) -> None:
    """Concealed Soviet blocks: on the map, in the pools, still in the bag."""
    p = s.pack
    units = [u for u in range(p.germans, p.units) if s.where[u] == NOWHERE]
    places: list[Place] = [(h, mask) for h, mask in v.soviet_tokens]
    marks = [h for h, _ in v.soviet_tokens]
    for pool in range(len(s.pool_size)):
        mask = s.pool_may[pool] or setup.pool_mask(s, pool)
        places += [(POOL, mask)] * s.pool_size[pool]
    places += [(BAG, bag_mask(s))] * v.bag
    found = match(places, units, p.germans, rng)
    assert len(found) == len(units), "no position fits what was seen"
    for i, u in enumerate(found):
        s.where[u] = places[i][0]
        if i < len(marks):
            s.may[u] = places[i][1]
            s.strength[u] = s.seen[u] or spun(s, u, rng)


def bag_mask(s: State) -> int:
    """[3.3] What may be in the bag: everything at first, then no Marine or Guard."""
    if not any(s.pool_size):
        return (1 << (s.pack.units - s.pack.germans)) - 1
    return s.pack.dealt_mask


def spun(s: State, u: int, rng: Rng) -> int:
    """[4.1] A random edge; [12.6] Empowered Marines are at full strength."""
    if s.pack.pool[u] == MARINE_POOL and s.advantages & s.rules.marines_empowered:
        return s.pack.full[u]
    return s.pack.edges[u][rng.below(EDGES)]


def deal_soviet_cards(v: View, s: State, rng: Rng) -> None:
    """[4.4] Leaders laid on top are on top or in the hand; the rest is dealt at random."""
    p = s.pack
    first = p.german_cards
    on_top = pick(v.soviet_top_kinds, v.soviet_top, rng)
    held = [c for c in v.soviet_top_kinds if c not in on_top]
    for c in on_top:
        s.deck[c] -= 1
        s.deck_top[c] += 1
    for c in held:
        s.deck[c] -= 1
    face_down = s.battle.soviet_card == FACE_DOWN
    wanted = v.soviet_hand + (1 if face_down else 0) - len(held)
    stock = [c for c in range(first, p.cards) for _ in range(s.deck[c])]
    drawn = pick(stock, wanted, rng)
    for c in drawn:
        s.deck[c] -= 1
    held += drawn
    if face_down:
        s.battle.soviet_card = held.pop(rng.below(len(held)))
    for c in held:
        if s.rules.soviet_chooses:
            s.soviet_hand[c] += 1
        else:
            keep_unseen(v, s, c)


def keep_unseen(v: View, s: State, c: int) -> None:
    """[4.4] A card of a hand at which nobody looks counts among those of the deck."""
    if c in v.soviet_top_kinds:
        s.deck_top[c] += 1
        s.unseen_top += 1
    else:
        s.deck[c] += 1
        s.unseen_hand += 1


# Germans --------------------------------------------------------------------------------------------------------


def fill_germans(v: View, s: State, rng: Rng) -> None:
    """Concealed German blocks: on the map, picked up, in the boxes of the track."""
    p = s.pack
    units = [u for u in range(p.germans) if s.where[u] == NOWHERE]
    places: list[Place] = [(h, mask & beside(s, h)) for h, mask in v.german_tokens]
    marks = len(places)
    on_track = s.track_may or (1 << p.germans) - 1
    places += [(PICKED, on_track)] * v.picked
    boxes = [box for box in range(len(s.track)) if s.track[box] in (UNSEEN, RETURNED)]
    white = p.plain_mask[p.last_column_army]
    for box in boxes:
        last = box % p.track_columns == p.last_column and s.track[box] == UNSEEN
        places.append((TRACK, on_track & white if last else on_track))
    places += [(TRACK, on_track)] * v.loose
    passing, stacks = stacks_of(v, s)
    if s.rules.coop:
        found = match_stacks(places, [passing, *stacks], units, (p.army_mask[YELLOW], p.army_mask[BLUE]), rng)
    else:
        found = match(places, units, 0, rng)
    assert len(found) == len(units), "no position fits what was seen"
    for i, u in enumerate(found):
        s.where[u] = places[i][0]
        s.strength[u] = s.seen[u]
        if i < marks:
            s.may[u] = v.german_tokens[i][1]
    for i, box in enumerate(boxes):
        if s.track[box] == RETURNED:
            s.track[box] = found[marks + v.picked + i]
    if passing:
        s.order.taken = sorted([found[i] for i in passing])


def beside(s: State, h: int) -> int:
    """[9.1] What may stand with the blocks that lie face up in a hex."""
    mask = -1
    if s.rules.coop:
        for u in germans_at(s, h):
            if s.pack.army[u] != WHITE:
                mask &= ~s.pack.army_mask[BLUE if s.pack.army[u] == YELLOW else YELLOW]
    return mask


def stacks_of(v: View, s: State) -> tuple[Stack, list[Stack]]:
    """Tokens that stand together: those on a Long Move, who only pass the blocks they stand with, and the others."""
    masks = v.german_passing[:]
    passing: Stack = []
    stacks: dict[int, Stack] = {}
    for i, (h, mask) in enumerate(v.german_tokens):
        if h == s.order.end and mask in masks:
            masks.remove(mask)
            passing.append(i)
        else:
            stacks.setdefault(h, []).append(i)
    return passing, list(stacks.values())


def deal_german_cards(v: View, s: State, rng: Rng) -> None:
    """[8.2] Leaders not in play are in the deck; the rest is dealt at random."""
    p = s.pack
    laid = s.battle.german_cards if s.battle is not NO_BATTLE else []
    hidden = laid.count(FACE_DOWN)
    stock = [c for c in range(p.german_cards) if not p.is_leader[c] for _ in range(s.deck[c])]
    drawn = pick(stock, v.german_hands[0] + v.german_hands[1] + hidden, rng)
    for c in drawn:
        s.deck[c] -= 1
    if hidden:
        s.battle.german_cards = sorted(drawn[:hidden])
        drawn = drawn[hidden:]
    for i, c in enumerate(drawn):
        player = 0 if i < v.german_hands[0] else 1
        s.hand[player * p.cards + c] += 1


# Records --------------------------------------------------------------------------------------------------------


def fill_records(s: State, rng: Rng) -> None:
    """Blocks of the combat and of the order under way that the seat may not know."""
    b = s.battle
    if FACE_DOWN in b.germans:
        hexes = b.hexes if b.side == GERMAN else [b.target]
        b.germans = sorted([u for h in hexes for u in germans_at(s, h)])
    if FACE_DOWN in b.soviets:
        hexes = b.hexes if b.side == SOVIET else [b.target]
        b.soviets = sorted([u for h in hexes for u in soviets_at(s, h)])
    o = s.order
    if o is NO_ORDER:
        return
    if FACE_DOWN in o.moved:
        o.moved = sorted(pick(germans_at(s, o.last_end), len(o.moved), rng))
    if FACE_DOWN in o.taken:
        stack = [u for u in germans_at(s, o.start) if u not in o.moved]
        o.taken = sorted(pick(stack, len(o.taken), rng))
    if FACE_DOWN in o.returns:
        axes = [u for u in range(s.pack.germans) if s.pack.is_axe[u] and s.where[u] == OUT] if s.raus else []
        picked = [u for u in range(s.pack.germans) if s.where[u] == PICKED]
        o.returns = axes if len(axes) == len(o.returns) else sorted(axes + picked)
