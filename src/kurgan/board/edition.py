"""A title with its pack, from which games are begun; and boards read back from text."""

import ast
import secrets
from collections.abc import Sequence

from kurgan.board.board import Board
from kurgan.games import load as load_title
from kurgan.games import names
from kurgan.kernel.protocol import Game, Misspelt, Option, Scenario

BOARD = "Board"


class Edition:
    """A title and the pack it is played with."""

    def __init__(self, game: Game, pack: str = "") -> None:
        self.game = game
        self.pack = pack

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def scenarios(self) -> Sequence[Scenario]:
        return self.game.scenarios()

    @property
    def options(self) -> Sequence[Option]:
        return self.game.options()

    def start(self, scenario: str = "", seed: str = "", **options: str) -> Board:
        """A new game at its first question; the first scenario if none is named, and a seed of its own."""
        s = self.game.new(scenario or self.scenarios[0].name, options)
        return Board(self.game, s, seed=seed or secrets.token_hex(8), pack=self.pack).roll_on()

    def read(self, position: str, seed: str = "") -> Board:
        """A board at a position that a text tells (docs/reference/positions.md)."""
        return Board(self.game, position, seed=seed or secrets.token_hex(8), pack=self.pack)

    def __repr__(self) -> str:
        own = f", pack {self.pack}" if self.pack else ""
        return f"<{self.game.title}; scenarios {', '.join(s.name for s in self.scenarios)}{own}>"


def load(name: str, pack: str = "") -> Edition:
    """A title by name, with its own pack or the one in a folder."""
    return Edition(load_title(name, pack), pack)


def read(text: str) -> Board:
    """A board from its ``repr``, or from a position of a title that understands it; raises Misspelt."""
    if text.lstrip().startswith(f"{BOARD}("):
        return _evaluated(text.strip())
    read: dict[str, Board] = {}
    refused: list[str] = []
    for name in names():
        try:
            read[name] = load(name).read(text)
        except Misspelt as error:
            refused.append(f"{name}: {error}")
    if len(read) != 1:
        also = f"{' and '.join(read)} both read this position: load one of them first" if read else "; ".join(refused)
        raise Misspelt(f"not a position of one title. {also}")
    return read.popitem()[1]


def _evaluated(text: str) -> Board:
    """``Board('advance', '...', seed='volga')`` without running anything."""
    try:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == BOARD
        title, position = [ast.literal_eval(part) for part in call.args]
        more = {part.arg: ast.literal_eval(part.value) for part in call.keywords if part.arg is not None}
        return Board(str(title), str(position), **more)
    except Misspelt:
        raise
    except (SyntaxError, ValueError, TypeError, AssertionError):
        raise Misspelt("expected Board('TITLE', 'POSITION'), as repr(board) prints it") from None
