"""The random bot: any legal answer, each equally likely, the same ones for the same seed."""

from kurgan.bots.bot import Hint
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game, S, V


class Chancer:
    def __init__(self, seed: str = "") -> None:
        self.name = "random"
        self.blind = True
        self.tape = Tape(f"{seed}/random")

    def choose(self, game: Game[S, V], view: V, legal: list[int]) -> int:
        return legal[self.tape.below(len(legal))]

    def explain(self, game: Game[S, V], view: V) -> list[str]:
        return ["any legal answer, by lot"]

    def hint(self, game: Game[S, V], view: V, legal: list[int]) -> Hint:
        answer = self.choose(game, view, legal)
        action = game.spell(game.imagine(view, self.tape), answer)
        return Hint([answer], [action], [f"any of {len(legal)} answers, by lot"], [])
