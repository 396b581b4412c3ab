"""No column of a position is forgotten, in our titles and the toy."""

from kurgan.games.advance.game import Advance
from kurgan.games.inferno.game import Inferno
from kurgan.games.roads.game import Roads
from kurgan.testing.contract import ColumnsContract
from tests.contract.toy import Toy


class TestToy(ColumnsContract):
    make = Toy
    facts = frozenset({"turns", "dug_in"})


class TestAdvance(ColumnsContract):
    make = Advance


class TestInferno(ColumnsContract):
    make = Inferno
    unsaid = frozenset({"deck_out", "losses", "rubble_left", "battle.german_cards"})


class TestRoads(ColumnsContract):
    make = Roads
    facts = frozenset({"closed", "source_hexes", "ways"})
    unmet = frozenset({"line_field"})
