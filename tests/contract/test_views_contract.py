"""Our titles and the toy under the contract: views, records and bots."""

from kurgan.games.advance.game import Advance
from kurgan.games.inferno.game import Inferno
from kurgan.games.roads.game import Roads
from kurgan.testing.contract import AdviceContract, BotsContract, RecordsContract, SeatTextContract, ViewsContract
from tests.contract.toy import Toy


class TestToy(ViewsContract, AdviceContract, RecordsContract, BotsContract):
    make = Toy


class TestAdvance(ViewsContract, SeatTextContract, AdviceContract, RecordsContract, BotsContract):
    make = Advance


class TestInferno(ViewsContract, SeatTextContract, AdviceContract, RecordsContract, BotsContract):
    make = Inferno


class TestRoads(ViewsContract, SeatTextContract, AdviceContract, RecordsContract, BotsContract):
    make = Roads
