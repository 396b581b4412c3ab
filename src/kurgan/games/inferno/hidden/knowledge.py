"""What a careful opponent knows of blocks that stand with their backs to him.

Every block on the map is a token to the other side. ``s.may[u]`` is the mask of blocks that the token in u's place may
be, ``s.seen[u]`` the strength u showed last (0: never shown since it was drawn). Both change by public events only:
a combat sets the masks of its stacks to what was seen, a block that leaves a stack gives all of it the union. Tokens
of one stack are interchangeable [1.5], [4.5]; the true block is never excluded.
"""

from kurgan.games.inferno.pack.pack import BLUE, GERMAN, SOVIET, YELLOW
from kurgan.games.inferno.position.state import END, State
from kurgan.games.inferno.terms import UNSEEN


def bit(s: State, u: int) -> int:
    """The bit of a block in the masks of its side."""
    return 1 << (u - s.pack.germans if s.pack.side[u] == SOVIET else u)


def mixed(s: State, side: int, h: int) -> None:
    """Blocks of one stack cannot be told apart: each may be any of what they may be together."""
    may = s.may
    chain = s.next
    union = 0
    first = s.first[side][h]
    u = first
    while u != END:
        union |= may[u]
        u = chain[u]
    u = first
    while u != END:
        may[u] = union
        u = chain[u]


def drawn(s: State, u: int) -> None:
    """A Soviet block came out of its pool unseen, at a strength nobody saw."""
    s.may[u] = s.pool_may[s.pack.pool[u]]
    s.seen[u] = 0


def returned_to_pool(s: State, u: int) -> None:
    """A destroyed Soviet block lies in its pool, to be drawn again."""
    s.pool_may[s.pack.pool[u]] |= bit(s, u)
    s.may[u] = 0
    s.seen[u] = 0


def fielded(s: State, u: int, h: int) -> None:
    """A German block came onto the map: it is one of those still on the track whose colour may enter here."""
    s.may[u] = s.track_may & s.pack.colour_mask[h]
    s.seen[u] = s.strength[u]


def commanded(s: State, h: int) -> None:
    """[9.1] [9.4] The player whose turn it is gave the stack an order: no block of it is of the partner's colour."""
    if s.rules.coop == 0:
        return
    keep = ~s.pack.army_mask[BLUE if s.player == 0 else YELLOW]
    u = s.first[GERMAN][h]
    while u != END:
        s.may[u] &= keep
        u = s.next[u]


def shown(s: State, side: int, units: list[int]) -> None:
    """Blocks lie face up: each is itself, and no other token is one of them."""
    begin, end = (0, s.pack.germans) if side == GERMAN else (s.pack.germans, s.pack.units)
    mask = 0
    for u in units:
        mask |= 1 << (u - begin)
    keep = ~mask
    may = s.may
    may[begin:end] = [blocks & keep for blocks in may[begin:end]]
    for u in units:
        may[u] = 1 << (u - begin)
    if side == SOVIET:
        s.pool_may[0] &= keep
        s.pool_may[1] &= keep
        s.pool_may[2] &= keep
    else:
        s.track_may &= keep


def remembered(s: State, units: list[int]) -> None:
    """The strength at which blocks were seen last."""
    for u in units:
        s.seen[u] = s.strength[u]


def unseen_mask(s: State) -> int:
    """German blocks face down on the track that nobody has looked at yet."""
    mask = s.track_bits
    if mask.bit_count() > s.track.count(UNSEEN):
        track = s.track
        for box in range(len(track)):
            if track[box] < UNSEEN:
                mask &= ~(1 << track[box])
    return mask
