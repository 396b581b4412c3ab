"""A view as a flat row of numbers with documented columns, for programs that learn.

    seat | one column for each question, 1 at the one that is asked | the title's own numbers (``Game.observe``)

It is made from a view and the question, so it tells a seat nothing that the seat may not know.
"""

from struct import Struct
from typing import Any

from kurgan.kernel.protocol import Decide, Game, View


class Observer:
    """The columns of a title, and rows of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        title: Any = game
        self.questions = [name for name, step in title.book.steps.items() if step.form]
        self.columns = ["seat", *[f"asked {name}" for name in self.questions], *game.observed()]
        self.answers = max(phrase.base + phrase.size for form in title.forms.values() for phrase in form.phrases)
        """Every answer of every question is a number below this."""
        self.heads = {name: [int(name == other) for other in self.questions] for name in ["", *self.questions]}
        self.pack = Struct(f"{len(self.columns)}i").pack

    def row(self, view: View, asked: Decide | None) -> bytes:
        """Whole numbers of four bytes. ``asked`` is the question under way if this seat is asked, or None."""
        return self.pack(view.seat, *self.heads[asked.step if asked is not None else ""], *self.game.observe(view))
