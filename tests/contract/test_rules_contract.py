"""Our titles, and the toy that keeps the suite itself honest, under the contract: rules and words."""

from kurgan.games.advance.game import Advance
from kurgan.games.inferno.game import Inferno
from kurgan.games.roads.game import Roads
from kurgan.testing.contract import RulesContract, VocabularyContract, WordsContract
from tests.contract.toy import Toy


class TestToy(RulesContract, VocabularyContract):
    make = Toy


class TestAdvance(RulesContract, VocabularyContract, WordsContract):
    make = Advance


class TestInferno(RulesContract, VocabularyContract, WordsContract):
    make = Inferno


class TestRoads(RulesContract, VocabularyContract, WordsContract):
    make = Roads
