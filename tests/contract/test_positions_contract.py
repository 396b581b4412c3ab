"""Positions as text, for our titles and the toy."""

from kurgan.games.advance.game import Advance
from kurgan.games.inferno.game import Inferno
from kurgan.games.roads import tracks
from kurgan.games.roads.game import Roads
from kurgan.testing.contract import PositionsContract
from tests.contract.toy import Toy


def track_columns() -> set[str]:
    """Every place of Roads' track."""
    return {f"track[{i}]" for i in range(tracks.COUNT)}


class TestToy(PositionsContract):
    make = Toy
    facts = frozenset({"turns", "dug_in"})


class TestAdvance(PositionsContract):
    make = Advance
    derived = frozenset({"count", "german_mask", "full_mask", "soviet_mask", "unrevealed_mask"})


class TestInferno(PositionsContract):
    make = Inferno
    derived = frozenset(
        {"first", "next", "count", "near_soviets", "soviets_on_map", "pool_size", "pool_bits", "track_bits"}
        | {"german_hexes", "losses", "rubble_left", "deck_out"}
    )


class TestRoads(PositionsContract):
    make = Roads
    facts = frozenset({"ways"})
    derived = frozenset(
        {"first", "next", "here", "near", "line_field", "bridges", "general", "lines", "shut"}
        | {"closed", "source_hexes", "zone", "excess"}
    )
    long = frozenset({"campaign", "star_and_gallop", "backhand"})

    def said_as(self, column: str) -> set[str]:
        return track_columns() if column == "track" else {column}
