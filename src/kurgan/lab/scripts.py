"""The answers of a game with an open seed, which a record can be made of at any moment."""

from collections.abc import Mapping

from kurgan.kernel.chance import Chance
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Decide, Game, Json, Over, State
from kurgan.session import dice
from kurgan.session.known import Known
from kurgan.session.logs import MemoryLog
from kurgan.session.replay import Course
from kurgan.session.session import Session
from kurgan.session.verify import verify


class Script:
    """Notes every answer; its dice are those that a session with this seed would throw."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, str], seed: str, pack: str = "") -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.seed = seed
        self.pack = pack
        self.seats = len(game.seats(scenario))
        self.answers: list[int] = []
        self.decisions = 0
        self.offered = ""
        self._throws = 0
        self._thrown = False
        self._secret = dice.secret_of_seed(seed)
        self._id = dice.id_of_seed(seed, game.name, scenario, canonical(self.options), canonical(None))

    def start(self) -> State:
        return self.game.new(self.scenario, self.options)

    def throw(self, chance: Chance) -> int:
        """The folded answer of the dice to the next chance question."""
        self._thrown = True
        return chance.throw(dice.CommittedDice(self._secret, self._id, (), self._throws))

    def given(self, answer: int) -> None:
        """The answer was taken by the rules."""
        self.answers.append(answer)
        if self._thrown:
            self._throws += 1
            self._thrown = False
        else:
            self.decisions += 1

    def _game_for(self, header: Json) -> Game:
        return self.game

    def course(self) -> Course:
        """All answers so far, written as a session writes them."""
        opened = Session.new(self.game, self.scenario, self.options, seed=self.seed, folder=self.pack)
        header = opened.course.header
        course = Course(self.game, Known(opened.course.secrets, {}, {}))
        course.write("header", {k: v for k, v in header.items() if k not in ("number", "kind", "prev")})
        for answer in self.answers:
            asked = self.game.pending(course.state)
            if isinstance(asked, Decide):
                text = self.game.spell(course.state, answer)
                seat = course.seat_names[asked.seat]
                course.write("answer", {"seat": seat, "rule": asked.rule, "step": asked.step, "answer": text})
            else:
                course.throw()
        return course

    def record(self) -> str:
        return "".join([line.text + "\n" for line in self.course().fresh])

    def verify(self, s: State) -> str:
        """The record of the finished game, which must be accepted and lead to this very position."""
        assert isinstance(self.game.pending(s), Over)
        course = self.course()
        if course.state.key() != s.key():
            raise AssertionError("the record leads to another position")
        lines = [line.text for line in course.fresh]
        report = verify(MemoryLog(lines), self._game_for)
        if not report.ok:
            raise AssertionError(f"the record is not accepted: line {report.line}: {report.reason}")
        return "".join([line + "\n" for line in lines])
