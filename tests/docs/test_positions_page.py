"""The page of positions: its examples are read and played on, its tables name every word."""

import importlib.util
from pathlib import Path

import pytest

from kurgan import games
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Over
from kurgan.testing.contract.sample import answer_any
from tests.docs.test_documents import Block, blocks

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "reference" / "positions.md"
EXAMPLES = [block for block in blocks(PAGE) if block.language in games.TITLES]


@pytest.mark.parametrize("block", EXAMPLES, ids=[f"{b.language}-{i}" for i, b in enumerate(EXAMPLES)])
def test_an_example_is_read_and_plays_to_the_end_of_the_game(block: Block) -> None:
    game = games.load(block.language)
    s = game.read_position(block.text)
    assert game.read_position(game.write_position(s)).key() == s.key()
    tape = Tape(block.text)
    while not isinstance(game.pending(s), Over):
        game.answer(s, answer_any(game, s, tape))


def test_every_title_has_an_example() -> None:
    assert {block.language for block in EXAMPLES} == set(games.TITLES)


def test_the_tables_of_words_are_those_of_the_program() -> None:
    spec = importlib.util.spec_from_file_location("docs_tool", ROOT / "tools" / "docs.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.positions_page() == PAGE.read_text(encoding="utf-8"), "run 'make docs'"
    for name in games.TITLES:
        assert f"<!-- words of {name}: " in PAGE.read_text(encoding="utf-8")
