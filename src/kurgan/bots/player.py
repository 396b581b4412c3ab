"""A bot that plays on in one process, asked just as a table asks it."""

from collections.abc import Callable

from kurgan.bots.bot import Bot
from kurgan.bots.registry import make
from kurgan.kernel.protocol import Game, S, V


class Player:
    """Gives each question a seed of its own, and hands the bot its note again."""

    def __init__(self, bot: str | Callable[[str], Bot] = "greedy", seed: str = "") -> None:
        self._made = (lambda seed: make(bot, seed)) if isinstance(bot, str) else bot
        self.seed = seed
        self.note = ""
        self.asked = 0
        self.blind = self._made(seed).blind

    def choose(self, game: Game[S, V], view: V, legal: list[int]) -> int:
        bot = self._made(f"{self.seed}/{self.asked}")
        self.asked += 1
        move = bot.choose(game, view, legal, self.note)
        self.note = move.note
        return move.answer
