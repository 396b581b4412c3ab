"""Random play of every title under every invariant; and the plays that once went wrong."""

import json
from pathlib import Path

import pytest

from kurgan import games, lab
from kurgan.bots import Source
from kurgan.kernel.protocol import Over
from kurgan.lab.fuzz import look_at
from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from kurgan.session.undo import CannotUndo
from tests import golden

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.play"))


class Checked(golden.Writer):
    """Checks the position after each answer."""

    checked = 0

    def _answer(self, number: int) -> str:
        line = super()._answer(number)
        self.s.check()
        look_at(self.game, self.s, len(self.bots))
        self.checked += 1
        return line


GAMES = {"advance": 6, "inferno": 6, "roads": 2}
"""A game of Roads is ten times as long; ``make fuzz`` plays hundreds."""


@pytest.mark.parametrize("name", games.TITLES)
def test_random_games_with_random_options_hold_every_invariant(name: str, tmp_path: Path) -> None:
    report = lab.fuzz(Source(name), GAMES[name], seed="tests", folder=str(tmp_path), fresh=20)
    assert report["errors"] == [], json.dumps(report["errors"][0], indent=1)
    assert report["decisions"] > GAMES[name]


@pytest.mark.parametrize("path", CORPUS, ids=[path.stem for path in CORPUS])
def test_what_once_went_wrong_goes_right(path: Path) -> None:
    """Every play of the corpus is played with every invariant checked after each answer."""
    writer = Checked(golden.read(path).header, golden.read(path).answers())
    writer.run()
    assert writer.checked == len(golden.read(path).answers())


@pytest.mark.parametrize("name", games.TITLES)
def test_undo_never_crosses_dice_or_another_seat(name: str) -> None:
    """Taking back one answer brings back the position before it, or is refused."""
    game = games.load(name)
    scenario = game.scenarios()[0].name
    session = Session.new(game, scenario, {}, seed="undo", log=MemoryLog())
    taken_back = 0
    for i in range(120):
        if isinstance(session.pending, Over):
            break
        seat = session.awaited
        before = session.state.key()
        legal = session.legal()
        entries = session.answer(legal[(7 * i) % len(legal)])
        kinds = [entry.line.kind for entry in entries]
        seats = {entry.line.fields.get("seat") for entry in entries}
        if kinds == ["answer"] and seats == {seat} and session.awaited == seat and i % 3 == 0:
            after = session.state.key()
            try:
                session.undo(seat)
            except CannotUndo:
                assert session.state.key() == after, "a refused undo changed the game"
                continue
            assert session.state.key() == before
            session.answer(legal[(7 * i) % len(legal)])
            assert session.state.key() == after
            taken_back += 1
    assert taken_back
