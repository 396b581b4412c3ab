"""A bot that plays on in one process, asked just as a table asks it."""

from collections.abc import Callable

from kurgan.bots.bot import Bot
from kurgan.bots.guests import Guest
from kurgan.bots.registry import make_own
from kurgan.kernel.protocol import Game, S, V


class Player:
    """Gives each question a seed of its own, and hands the bot its note again."""

    def __init__(self, bot: str | type | Callable[[str], Bot] = "greedy", seed: str = "") -> None:
        self._made = maker(bot)
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


def maker(bot: str | type | Callable[[str], Bot]) -> Callable[[str], Bot]:
    """What makes a bot of a seed: by its name, or a class of one's own."""
    if isinstance(bot, str):
        return lambda seed: make_own(bot, seed)
    return (lambda seed: Guest(bot.__name__, bot, seed)) if isinstance(bot, type) else bot
