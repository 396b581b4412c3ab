"""Players made of code. A bot gets a View and the legal answers, like anyone else, and never a State.

Title knowledge enters only through ``features``, ``plans`` and ``fights`` of the game. See docs/reference/bots.md.
"""

from kurgan.bots.bot import Bot, Hint, Move, Weighing
from kurgan.bots.greedy import Greedy
from kurgan.bots.player import Player
from kurgan.bots.registry import BotKind, kinds, make, names
from kurgan.bots.source import Source
from kurgan.bots.worker import Overrun, Pool, Worker, WorkerFailed, question

__all__ = [
    "Bot",
    "BotKind",
    "Greedy",
    "Hint",
    "Move",
    "Overrun",
    "Player",
    "Pool",
    "Source",
    "Weighing",
    "Worker",
    "WorkerFailed",
    "kinds",
    "make",
    "names",
    "question",
]
