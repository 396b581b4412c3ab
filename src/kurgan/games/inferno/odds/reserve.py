"""A random block of the Spawn Pool, as the calculator needs it: what may come, and how likely."""

from fractions import Fraction

from kurgan.games.inferno.odds.description import SOVIET_KINDS, Soldier
from kurgan.games.inferno.pack.pack import EDGES, FIRES, KINDS, Pack


def random_reserve(p: Pack, kind: str) -> list[tuple[Fraction, Soldier]]:
    """[4.1] [3.4] [3.5] Any block of the pool as it lies at the start, on any of its edges, blank ones included."""
    chances: dict[tuple[int, tuple[str, ...], str], Fraction] = {}
    for u, chance in pool_chances(p, kind).items():
        for dots in p.edges[u]:
            known = (dots, fires_of(p, u, max(1, dots)), word_of(p, u))
            chances[known] = chances.get(known, Fraction(0)) + chance / EDGES
    return [(chance, Soldier(dots, fires[0], word, "", fires)) for (dots, fires, word), chance in chances.items()]


def pool_chances(p: Pack, kind: str) -> dict[int, Fraction]:
    """[3.4] [3.5] Six tanks of all; all Guards and eighteen of the other infantry: how likely each is drawn first."""
    if kind == "tank":
        return {u: Fraction(1, len(p.bag_tanks)) for u in p.bag_tanks}
    guards = [u for u in range(p.germans, p.units) if p.is_guard[u]]
    size = len(guards) + p.infantry_pool_random
    chances = {u: Fraction(1, size) for u in guards}
    share = Fraction(p.infantry_pool_random, size * len(p.bag_infantry))
    return chances | dict.fromkeys(p.bag_infantry, share)


def fires_of(p: Pack, u: int, dots: int) -> tuple[str, ...]:
    """[2.7] The firepower of a block from this strength down."""
    return tuple([FIRES[p.fire[u][d]] for d in range(dots, 0, -1)])


def word_of(p: Pack, u: int) -> str:
    """The calculator's word for the kind of a Soviet block."""
    name = KINDS[p.kind[u]]
    return next(word for word, kind in SOVIET_KINDS.items() if kind == name)
