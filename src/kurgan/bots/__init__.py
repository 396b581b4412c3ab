"""Players made of code. A bot gets a View and the legal answers, like anyone else, and never a State.

Title knowledge enters only through ``features``, ``plans`` and ``fights`` of the game. See docs/reference/bots.md.
"""

from kurgan.bots.bot import Bot, Hint, Move, Weighing
from kurgan.bots.chances import Figures, NotTaught, figures_for, result_for
from kurgan.bots.coach import Coach, Passed, Stretch
from kurgan.bots.greedy import Greedy
from kurgan.bots.guests import BotFailed
from kurgan.bots.player import Player
from kurgan.bots.registry import OURS, BotKind, broken, kinds, make, make_own, names
from kurgan.bots.review import Review
from kurgan.bots.source import Source
from kurgan.bots.worker import Overrun, Pool, Worker, WorkerFailed, question, stretch_question

__all__ = [
    "OURS",
    "Bot",
    "BotFailed",
    "BotKind",
    "Coach",
    "Figures",
    "Greedy",
    "Hint",
    "Move",
    "NotTaught",
    "Overrun",
    "Passed",
    "Player",
    "Pool",
    "Review",
    "Source",
    "Stretch",
    "Weighing",
    "Worker",
    "WorkerFailed",
    "broken",
    "figures_for",
    "kinds",
    "make",
    "make_own",
    "names",
    "question",
    "result_for",
    "stretch_question",
]
