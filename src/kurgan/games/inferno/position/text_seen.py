"""Inferno: the words of what was seen: dots that were shown, what a block may be, what may lie on the track.

A text that leaves them out says that nobody has seen anything yet.
"""

from collections.abc import Sequence

from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET, Pack
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.terms import NOWHERE, PICKED, TRACK
from kurgan.kernel.position_words import NOTHING, Draft, Line, Vocabulary, Word, read_runs, shown, whole, write_runs
from kurgan.kernel.protocol import Misspelt


class LastSeen(Word):
    """``last_seen S13G=3``: the dots a block showed when it was seen last."""

    def __init__(self, units: Vocabulary) -> None:
        super().__init__(
            "last_seen", "BLOCK=N ...", "the dots a block showed when it was seen last, 0 never", ["seen"],
            left_out="of Germans the dots they have, of Soviets 0",
        )  # fmt: skip
        self.units = units
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        odd = [u for u in range(s.pack.units) if s.seen[u] != usual_seen(d, u)]
        return [[f"{self.units.write(u)}={s.seen[u]}" for u in odd]] if odd else []

    def read(self, d: Draft, line: Line) -> None:
        self._usual(d)
        for word in self.some(line):
            name, _, dots = word.partition("=")
            u = self.units.read(name)
            d.s.seen[u] = whole(dots, 0, d.s.pack.full[u])

    def _usual(self, d: Draft) -> None:
        for u in range(d.s.pack.units):
            d.s.seen[u] = usual_seen(d, u)

    def after(self, d: Draft) -> None:
        if self.name not in d.said:
            self._usual(d)


def usual_seen(d: Draft, u: int) -> int:
    s: State = d.s
    if s.pack.side[u] == SOVIET:
        return 0
    return s.pack.full[u] if s.where[u] == NOWHERE else s.strength[u]


class MayBe(Word):
    """``may_be G2P,G64PG=G2P,G64PG``: what the other side must think of blocks on the map, stack by stack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            "may_be",
            "BLOCK,...=BLOCK,... ...",
            "what blocks may be for those who see only their backs",
            ["may"],
            left_out="any block of their side that could stand there",
        )
        self.blocks = side_blocks(pack)
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        groups: dict[tuple[int, int], list[int]] = {}
        for u in range(s.pack.units):
            if s.may[u] != usual_may(d, u):
                groups.setdefault((s.pack.side[u], s.may[u]), []).append(u)
        found = []
        for (side, mask), units in groups.items():
            names = ",".join([s.pack.unit_name[u] for u in units])
            found.append(f"{names}={write_mask(mask, self.blocks[side])}")
        return [found] if found else []

    def read(self, d: Draft, line: Line) -> None:
        self._usual(d)
        p = d.s.pack
        done: set[str] = set()
        for word in self.some(line):
            names, equals, mask = word.partition("=")
            if not equals:
                raise Misspelt(f"expected BLOCK,...=BLOCK,..., not '{shown(word)}'")
            for name in names.split(","):
                side = SOVIET if name.lower() in self.blocks[SOVIET].numbers else GERMAN
                u = self.blocks[side].read(name) + (p.germans if side == SOVIET else 0)
                if name.lower() in done:
                    raise Misspelt(f"'{shown(name)}' stands twice")
                done.add(name.lower())
                d.s.may[u] = read_mask(mask, self.blocks[side])

    def _usual(self, d: Draft) -> None:
        for u in range(d.s.pack.units):
            d.s.may[u] = usual_may(d, u)

    def after(self, d: Draft) -> None:
        if self.name not in d.said:
            self._usual(d)


def side_blocks(pack: Pack) -> tuple[Vocabulary, Vocabulary]:
    """The blocks of each side by their bits in masks."""
    return Vocabulary("unit", pack.unit_name[: pack.germans]), Vocabulary("unit", pack.unit_name[pack.germans :])


def write_mask(mask: int, blocks: Vocabulary) -> str:
    return ",".join(write_runs([i for i in range(mask.bit_length()) if mask >> i & 1], blocks)) or NOTHING


def read_mask(words: str, blocks: Vocabulary) -> int:
    return sum([1 << i for i in read_runs([] if words == NOTHING else words.split(","), blocks)])


def usual_may(d: Draft, u: int) -> int:
    """Nobody has seen anything: a block on the map may be any of its side that could stand there."""
    s: State = d.s
    p = s.pack
    if s.where[u] >= p.hexes:
        return 0
    return s.track_may if p.side[u] == GERMAN else (1 << (p.units - p.germans)) - 1


class MayLie(Word):
    """``track_may G2P..G24P``, ``pool_may tank=S6T..S9T``: what may lie on the track, or in a pool."""

    def __init__(self, name: str, pack: Pack, pools: Sequence[str]) -> None:
        where = "on the track" if name == "track_may" else "in a pool"
        super().__init__(
            name,
            "BLOCK,..." if name == "track_may" else "POOL=BLOCK,... ...",
            f"what may lie {where} for those who have only seen what was shown",
            [name] if name == "track_may" else ["pool_may[0]", "pool_may[1]", "pool_may[2]", "pool_may"],
            left_out="all that could",
        )
        self.blocks = side_blocks(pack)
        self.pools = Vocabulary("pool", pools)
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        if self.name == "track_may":
            return [] if s.track_may == usual_track(d) else [[write_mask(s.track_may, self.blocks[GERMAN])]]
        odd = [i for i in range(len(s.pool_may)) if s.pool_may[i] != usual_pool(s, i)]
        return [[f"{self.pools.write(i)}={write_mask(s.pool_may[i], self.blocks[SOVIET])}" for i in odd]] if odd else []

    def read(self, d: Draft, line: Line) -> None:
        if self.name == "track_may":
            d.s.track_may = read_mask(self.one(line), self.blocks[GERMAN])
            return
        self._usual(d)
        for word in self.some(line):
            pool, _, mask = word.partition("=")
            d.s.pool_may[self.pools.read(pool)] = read_mask(mask, self.blocks[SOVIET])

    def _usual(self, d: Draft) -> None:
        for i in range(len(d.s.pool_may)):
            d.s.pool_may[i] = usual_pool(d.s, i)

    def after(self, d: Draft) -> None:
        if self.name in d.said:
            return
        if self.name == "track_may":
            d.s.track_may = usual_track(d)
        else:
            self._usual(d)


def usual_track(d: Draft) -> int:
    s = d.s
    mask = 0
    for u in range(s.pack.germans):
        if s.where[u] < s.pack.hexes or s.where[u] in (TRACK, PICKED):
            mask |= knowledge.bit(s, u)
    return mask


def usual_pool(s: State, pool: int) -> int:
    mask = 0
    for u in range(s.pack.germans, s.pack.units):
        if s.pack.pool[u] == pool:
            mask |= knowledge.bit(s, u)
    return mask
