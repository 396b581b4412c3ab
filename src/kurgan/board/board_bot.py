"""A bot at a board."""

from typing import TYPE_CHECKING, Generic

from kurgan.kernel.protocol import Decide, IllegalAction, Refusal, S, V

if TYPE_CHECKING:
    from kurgan.board.board import Board
    from kurgan.bots import Player


class BoardBot(Generic[S, V]):
    """Answers for whoever is asked on its board, from what that seat sees."""

    def __init__(self, board: "Board[S, V]", player: "Player", name: str) -> None:
        self.board = board
        self.player = player
        self.name = name
        self._chosen: tuple[bytes, str] | None = None

    def choose(self) -> str:
        """The answer it would give now, in notation; asked again, the same."""
        board, asked = self.board, self.board.pending
        if not isinstance(asked, Decide):
            raise IllegalAction(Refusal("", "nobody_asked", f"Nobody is asked now: {board.question}."))
        key = board.s.key()
        if self._chosen is None or self._chosen[0] != key:
            view = board.game.view(board.s, asked.seat)
            answer = self.player.choose(board.game, view, board.game.legal(board.s))
            self._chosen = key, board.game.spell(board.s, answer)
        return self._chosen[1]

    def play(self, answers: int = 1) -> "Board[S, V]":
        """Give so many answers, throwing the dice on the way; stops where the game ends."""
        for _ in range(answers):
            self.board.roll_on()
            if self.board.is_over:
                break
            self.board.play(self.choose())
        return self.board

    def __repr__(self) -> str:
        return f"<bot {self.name} at {self.board.title}>"
