"""The Last Ferry under the contract of every title."""

from ferry.game import Ferry

from kurgan.testing.contract import AdviceContract, Contract, WordsContract


class TestFerry(Contract, WordsContract, AdviceContract):
    make = Ferry
