"""Where pieces stand in their places: in slots, in rows, in piles."""

from typing import NamedTuple

from kurgan.drawing.geometry import Point
from kurgan.drawing.spots import Sheet, Spot
from kurgan.kernel.protocol import Json

GAP = 3
OPEN_BLOCKS = 4
"""So many blocks that are seen lie side by side in a hex."""


class Placed(NamedTuple):
    """A piece, or the top one of a pile, and where it stands."""

    piece: Json
    at: Point
    size: float
    pile: int


def placed(sheet: Sheet, scene: Json) -> list[Placed]:
    """Every piece on the map; markers last, on top of everything."""
    here: dict[str, list[Json]] = {}
    for piece in scene["pieces"]:
        if piece.get("at") in sheet.spots:
            here.setdefault(piece["at"], []).append(piece)
    units: list[Placed] = []
    markers: list[Placed] = []
    first_side = sheet.drawing["front"][0]
    for token, pieces in here.items():
        spot = sheet.spots[token]
        markers += _markers(sheet, spot, [p for p in pieces if p.get("layout") == "marker"])
        first = [p for p in pieces if p.get("layout") != "marker" and p["side"] == first_side]
        others = [p for p in pieces if p.get("layout") != "marker" and p["side"] != first_side]
        units += _hex_piles(sheet, spot, first, others) if sheet.has_hexes else _area_slots(sheet, spot, first, others)
    return units + markers


def _markers(sheet: Sheet, spot: Spot, pieces: list[Json]) -> list[Placed]:
    size = sheet.piece * 0.52
    x, y = spot.row[0] - sheet.piece * 0.42, spot.row[1] + sheet.piece * 0.42
    return [Placed(piece, (x + i * (size + 2), y), size, 1) for i, piece in enumerate(pieces)]


def _hex_piles(sheet: Sheet, spot: Spot, first: list[Json], others: list[Json]) -> list[Placed]:
    sides = [pieces for pieces in (first, others) if pieces]
    found: list[Placed] = []
    for i, pieces in enumerate(sides):
        seen = all(p.get("layout") == "block" and "hidden" not in p.get("states", ()) for p in pieces)
        if seen and len(sides) == 1 and 1 < len(pieces) <= OPEN_BLOCKS:
            found += _side_by_side(pieces, spot.row, sheet.piece * 0.74)
            continue
        dx = (i * 30 - 15) if len(sides) > 1 else 0
        size = sheet.piece * (0.8 if len(sides) > 1 else 1)
        found.append(Placed(pieces[-1], (spot.row[0] + dx, spot.row[1]), size, len(pieces)))
    return found


def _side_by_side(pieces: list[Json], at: Point, size: float) -> list[Placed]:
    rows = [pieces] if len(pieces) <= 2 else [pieces[:2], pieces[2:]]
    found = []
    for r, row in enumerate(rows):
        for c, piece in enumerate(row):
            x = at[0] + (c - (len(row) - 1) / 2) * (size + 2)
            found.append(Placed(piece, (x, at[1] + (r - (len(rows) - 1) / 2) * (size + GAP)), size, 1))
    return found


def _area_slots(sheet: Sheet, spot: Spot, first: list[Json], others: list[Json]) -> list[Placed]:
    size, pieces = sheet.piece, [*first, *others]
    if spot.alone is not None and len(pieces) == 1:
        return [Placed(pieces[0], spot.alone, size, 1)]
    if len(spot.slots) >= len(first) and len(spot.other) >= len(others):
        slots = [*spot.slots[: len(first)], *spot.other[: len(others)]]
        return [Placed(piece, slot, size, 1) for piece, slot in zip(pieces, slots, strict=True)]
    columns = max(2, min(len(pieces), int(spot.width // (size + GAP))))
    found = []
    for i, piece in enumerate(pieces):
        row, column = divmod(i, columns)
        in_row = min(columns, len(pieces) - row * columns)
        x = spot.row[0] + (column - (in_row - 1) / 2) * (size + GAP)
        found.append(Placed(piece, (x, spot.row[1] + row * (size + GAP)), size, 1))
    return found
