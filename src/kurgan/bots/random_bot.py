"""The random bot: any legal answer, each equally likely, the same one for the same seed."""

import hashlib

from kurgan.bots.bot import Hint, Move
from kurgan.bots.words import said
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game, S, V


class Chancer:
    def __init__(self, seed: str = "") -> None:
        self.name = "random"
        self.blind = True
        self.seed = seed

    def choose(self, game: Game[S, V], view: V, legal: list[int], note: str = "") -> Move:
        lot = hashlib.blake2b(f"{self.seed}/random".encode(), digest_size=8).digest()
        return Move(legal[int.from_bytes(lot) % len(legal)], note)

    def hint(self, game: Game[S, V], view: V, legal: list[int]) -> Hint:
        answer = self.choose(game, view, legal).answer
        action = game.spell(game.imagine(view, Tape(f"{self.seed}/spell")), answer)
        return Hint([answer], [action], [said("by_lot", count=len(legal))], [])
