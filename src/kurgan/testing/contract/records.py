"""What every title promises to its records: a game is written down, verified, loaded again and taken back."""

from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game
from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from kurgan.session.verify import OPEN_SEED, verify
from kurgan.testing.contract.sample import Tested

ENOUGH = 150
"""Decisions of a game that is recorded."""


def begin(game: Game, scenario: str) -> Session:
    return Session.new(game, scenario, {}, seed="contract", log=MemoryLog())


def answer(session: Session, tape: Tape) -> None:
    legal = session.legal()
    session.answer(legal[tape.below(len(legal))])


class RecordsContract(Tested):
    """The record alone is the game."""

    def test_a_record_is_verified_and_leads_to_the_same_position(self) -> None:
        game = self.sample.game
        for scenario in game.scenarios():
            session = begin(game, scenario.name)
            tape = Tape(f"record/{scenario.name}")
            for _ in range(ENOUGH):
                if session.outcome is not None:
                    break
                answer(session, tape)
            report = verify(session.log, lambda _: game)
            assert report.ok, f"{scenario.name}: line {report.line}, {report.reason}"
            assert report.dice == OPEN_SEED
            again = Session.load(game, session.log)
            assert again.state.key() == session.state.key(), scenario.name
            assert again.outcome == session.outcome

    def test_what_is_taken_back_leads_where_it_came_from(self) -> None:
        game = self.sample.game
        session = begin(game, game.scenarios()[0].name)
        tape = Tape("undo")
        taken = 0
        for _ in range(ENOUGH):
            if session.outcome is not None:
                break
            before = session.state.key()
            seat = session.awaited
            answer(session, tape)
            if session.outcome is None and session.undo_range(seat)[0] > 0:
                session.undo(seat)
                assert session.state.key() == before
                taken += 1
                answer(session, tape)
        assert Session.load(game, session.log).state.key() == session.state.key()
