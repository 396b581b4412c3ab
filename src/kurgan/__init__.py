"""Kurgan: three Stalingrad board wargames with the rules enforced.

    import kurgan

    board = kurgan.load("advance").start("campaign", seed="volga")
    board.play(board.legal[0])
    print(board)

Playing needs nothing outside the standard library. docs/how-to/python.md shows more.
"""

from kurgan.board import Board, BoardBot, Edition, Legal, Log, Odds, Sight, Told, load, read
from kurgan.games import TITLES
from kurgan.kernel.protocol import IllegalAction, Misspelt, Refusal

__all__ = [
    "TITLES",
    "Board",
    "BoardBot",
    "Edition",
    "IllegalAction",
    "Legal",
    "Log",
    "Misspelt",
    "Odds",
    "Refusal",
    "Sight",
    "Told",
    "load",
    "read",
]
