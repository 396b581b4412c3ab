"""What ``import kurgan`` gives: a title, a board of it, and what a board shows."""

from kurgan.board.answers import Legal, Log, Told
from kurgan.board.board import Board
from kurgan.board.board_bot import BoardBot
from kurgan.board.edition import Edition, load, read
from kurgan.board.odds import Odds
from kurgan.board.sight import Sight

__all__ = ["Board", "BoardBot", "Edition", "Legal", "Log", "Odds", "Sight", "Told", "load", "read"]
