"""What every title promises to bots: whoever is asked can be one, and decides by what its seat sees."""

from typing import Any

from kurgan import bots
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.testing.contract.sample import Tested
from kurgan.testing.contract.views import worlds

NAMES = [kind.name if kind.levels == 1 else f"{kind.name}:1" for kind in bots.OURS]
"""Every bot of ours, at its quickest."""

ENOUGH = 60
"""Decisions of a game that bots play."""


class BotsContract(Tested):
    """Bots get a view and the legal list, and need no more."""

    def test_bots_choose_by_what_they_see(self) -> None:
        """Same view, same choice, whatever the hidden truth."""
        for case in self.sample.decisions[::4]:
            asked = case.game.pending(case.s)
            assert isinstance(asked, Decide)
            legal = case.game.legal(case.s)
            choices = set()
            for s in [case.s, *worlds(case, asked.seat)]:
                for bot in ("random", "greedy:1"):
                    choice = bots.make(bot, "contract").choose(case.game, case.game.view(s, asked.seat), legal).answer
                    assert choice in legal
                    choices.add((bot, choice))
            assert len(choices) == 2, f"{case.name}: {choices}"

    def test_every_bot_plays_and_says_why(self) -> None:
        game: Any = self.sample.game
        for name in NAMES:
            tape = Tape(f"bots/{name}")
            s = game.new(game.scenarios()[0].name, {})
            for number in range(ENOUGH):
                asked = game.pending(s)
                if isinstance(asked, Over):
                    break
                if isinstance(asked, Throw):
                    game.answer(s, asked.chance.throw(tape))
                    continue
                legal = game.legal(s)
                view = game.view(s, asked.seat)
                hint = bots.make(name, f"contract/{number}").hint(game, view, legal)
                assert hint.answers[0] in legal
                assert hint.actions[0] == game.spell(s, hint.answers[0])
                assert hint.reasons
                game.answer(s, hint.answers[0])
