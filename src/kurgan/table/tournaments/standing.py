"""The table of results: points, what parts those who have as many, and who stands where on a ladder."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from kurgan.table.tournaments.rows import DRAWN, FIRST, SECOND, Pairing, Tournament

POINTS = {FIRST: (1.0, 0.0), DRAWN: (0.5, 0.5), SECOND: (0.0, 1.0)}


class Standing(NamedTuple):
    """How somebody stands. ``place`` is shared by those whom nothing parts, and 0 for who does not count any more;
    ``direct``: points against those who have as many; ``berger``: points of those whom he beat, and half of those
    with whom he drew."""

    number: int
    place: int = 0
    played: int = 0
    left: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: float = 0.0
    direct: float = 0.0
    berger: float = 0.0

    @property
    def merit(self) -> tuple[float, float, float, int]:
        return self.points, self.direct, self.berger, self.won


def standings(of: Tournament) -> list[Standing]:
    """The best first."""
    return _ladder(of) if of.row.is_ladder else _round_robin(of)


# Round robin ----------------------------------------------------------------------------------------------------


def struck(of: Tournament) -> set[int]:
    """Who dropped out before half of his games were played: none of them counts, for nobody."""
    return {number for number in of.gone if 2 * len(_played(of, number)) < len(_of(of, number))}


def value(of: Tournament, pairing: Pairing, out: Iterable[int]) -> tuple[float, float] | None:
    """Points of a pairing; what somebody who dropped out did not play is won by the other. None: it does not count."""
    if set(out) & set(pairing.both):
        return None
    if pairing.result:
        return POINTS.get(pairing.result)
    gone = of.gone & set(pairing.both)
    if len(gone) != 1:
        return None
    return (0.0, 1.0) if pairing.first in gone else (1.0, 0.0)


def _of(of: Tournament, number: int) -> list[Pairing]:
    return [pairing for pairing in of.pairings if number in pairing.both]


def _played(of: Tournament, number: int) -> list[Pairing]:
    return [pairing for pairing in _of(of, number) if pairing.result in POINTS]


def _round_robin(of: Tournament) -> list[Standing]:
    out = struck(of)
    scores: dict[int, list[tuple[int, float]]] = {one.number: [] for one in of.players}
    for pairing in of.pairings:
        points = value(of, pairing, out)
        if points is not None:
            scores[pairing.first].append((pairing.second, points[0]))
            scores[pairing.second].append((pairing.first, points[1]))
    total = {number: sum(points for _, points in row) for number, row in scores.items()}
    rows = [_standing(of, number, row, total) for number, row in scores.items()]
    counted = sorted([row for row in rows if row.number not in out], key=lambda row: row.merit, reverse=True)
    return [*_placed(counted), *[row for row in rows if row.number in out]]


def _standing(of: Tournament, number: int, row: list[tuple[int, float]], total: Mapping[int, float]) -> Standing:
    mine = [points for _, points in row]
    return Standing(
        number,
        played=len(_played(of, number)),
        left=sum(of.is_open(pairing) for pairing in _of(of, number)),
        won=mine.count(1.0),
        drawn=mine.count(0.5),
        lost=mine.count(0.0),
        points=total[number],
        direct=sum(points for other, points in row if total[other] == total[number]),
        berger=sum(points * total[other] for other, points in row),
    )


def _placed(rows: list[Standing]) -> list[Standing]:
    found: list[Standing] = []
    for _, group in groupby(rows, key=lambda row: row.merit):
        place = len(found) + 1
        found += [row._replace(place=place) for row in group]
    return found


# Ladder ---------------------------------------------------------------------------------------------------------


def ladder_order(of: Tournament) -> list[int]:
    """From the top: as drawn, and then who challenged and won took the place of whom he beat, who moved one down."""
    order = [one.number for one in sorted(of.players, key=lambda one: one.lot)]
    for pairing in sorted([one for one in of.pairings if one.result in POINTS], key=lambda one: one.ended):
        challenged = pairing.other(pairing.challenger)
        is_first = pairing.challenger == pairing.first
        above, below = order.index(challenged), order.index(pairing.challenger)
        if pairing.result == (FIRST if is_first else SECOND) and above < below:
            order.insert(above, order.pop(below))
    return order


def _ladder(of: Tournament) -> list[Standing]:
    rows = [_rung(of, number) for number in ladder_order(of)]
    there = [row for row in rows if row.number not in of.gone]
    placed = [row._replace(place=place) for place, row in enumerate(there, 1)]
    return [*placed, *[row for row in rows if row.number in of.gone]]


def _rung(of: Tournament, number: int) -> Standing:
    points = [POINTS[pairing.result][pairing.both.index(number)] for pairing in _played(of, number)]
    return Standing(
        number,
        played=len(points),
        left=sum(of.is_open(pairing) for pairing in _of(of, number)),
        won=points.count(1.0),
        drawn=points.count(0.5),
        lost=points.count(0.0),
        points=sum(points),
    )
