"""One game as a learner meets it: the dice throw themselves, each seat is asked in turn, rewards come at the end."""

from collections.abc import Mapping
from typing import Any

from kurgan.bots import Source
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, IllegalAction, Misspelt, Outcome, Over, Refusal, Throw
from kurgan.lab.observation import Observer


class Match:
    """A title set up in one way, played again and again."""

    def __init__(
        self, title: str, scenario: str = "", options: Mapping[str, str] | None = None, pack: str = ""
    ) -> None:
        self.game: Game[Any, Any] = Source(title, pack).open()
        self.scenario = scenario or self.game.scenarios()[0].name
        self.seats = self.game.seats(self.scenario)
        self.options = self.game.settle(options or {})
        self.observer = Observer(self.game)
        self.answers = self.observer.answers
        self.reset("")

    def reset(self, seed: str) -> None:
        """Begin again; the same seed gives the same dice."""
        self.seed = seed
        self.dice = Tape(f"{seed}/dice")
        self.s: Any = self.game.new(self.scenario, self.options)
        self.asked: Decide | None = None
        self.outcome: Outcome | None = None
        self.legal: list[int] = []
        self._roll()

    def _roll(self) -> None:
        """Let the dice answer until a seat is asked or the game is over."""
        while True:
            asked = self.game.pending(self.s)
            if isinstance(asked, Throw):
                self.game.answer(self.s, asked.chance.throw(self.dice))
                continue
            if isinstance(asked, Over):
                self.asked, self.legal, self.outcome = None, [], asked.outcome
            else:
                assert isinstance(asked, Decide)
                self.asked, self.legal = asked, self.game.legal(self.s)
            return

    def give(self, answer: int) -> None:
        """Answer for the seat that is asked; raises IllegalAction with the rule, or Misspelt if the game is over."""
        if self.asked is None:
            raise Misspelt("the game is over")
        if answer not in self.legal:
            raise IllegalAction(self.refusal(answer))
        self.game.answer(self.s, answer)
        self._roll()

    def refusal(self, answer: int) -> Refusal:
        """Why the seat that is asked may not give an answer that is not legal."""
        assert self.asked is not None
        refusal = None
        if answer in self.game.space(self.s):
            refusal = self.game.why_not(self.s, self.asked.seat, answer)
        return refusal or Refusal(self.asked.rule, "no_answer", f"{answer} is no answer to this question.")

    def row(self, seat: int) -> bytes:
        """What a seat sees, as numbers of four bytes."""
        asked = self.asked if self.asked is not None and self.asked.seat == seat else None
        return self.observer.row(self.game.view(self.s, seat), asked)

    def reward(self, seat: int) -> float:
        """1 for a win, −1 for a loss, 0 for neither and while the game goes on."""
        if self.outcome is None or not self.outcome.winners:
            return 0.0
        return 1.0 if self.seats[seat] in self.outcome.winners else -1.0

    def text(self, seat: int) -> str:
        """The map as a seat sees it."""
        return self.game.map_text(self.game.view(self.s, seat))

    def words(self) -> list[str]:
        """The legal answers in notation."""
        return [self.game.spell(self.s, answer) for answer in self.legal]
