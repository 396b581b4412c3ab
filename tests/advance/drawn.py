"""Situations of Advance, drawn as text, on a table that plays scripts."""

from kurgan.games.advance.game import Advance
from kurgan.games.advance.state import State
from kurgan.games.advance.terms import AWAY, DUE, GONE, OUT
from kurgan.testing import Table

GAME = Advance()
DRAWS = {"reveal_unit": GAME.pack.kind_name, "draw_paused": GAME.pack.division_name}
BOXES = {OUT: "out of action", DUE: "to come", AWAY: "away", GONE: "withdrawn"}


class Drawn(Table):
    """A table of Advance that answers in the words of the game."""

    s: State

    def place(self, unit: str) -> str:
        """``"8, spent"``, ``"8"`` or the name of a box."""
        u = GAME.pack.unit_name.index(unit)
        where = self.s.where[u]
        if where in BOXES:
            return BOXES[where]
        return f"{where}, spent" if self.s.spent[u] else str(where)

    def soviet(self, a: int) -> str:
        """The Soviet counter of an area: its kind, ``?`` or nothing."""
        what = self.s.soviet[a]
        return ["", "?"][what] if what < 2 else GAME.pack.kind_name[what - 2]

    def told(self, name: str) -> list[tuple[int, ...]]:
        """The arguments of every event of this name so far."""
        return [e.args for e in self.events if GAME.event_kinds[e.kind][0] == name]

    @property
    def outcome(self) -> str:
        """How the game ended; fails while it goes on."""
        assert self.asked() == "over"
        return GAME.outcome(self.s).name

    @property
    def available(self) -> tuple[int, int, int]:
        return self.s.artillery, self.s.engineers, self.s.air


def draw(text: str) -> Drawn:
    return Drawn(GAME, GAME.read_position(text), DRAWS)


def combat(text: str) -> Drawn:
    """A position at the start of its combat phase, in turn 2, where no isolation or turn 1 rule is in the way."""
    head = "" if "turn" in text.split() else "turn 2\n"
    return draw(head + "phase combat\n" + text)


def new(scenario: str = "campaign", **options: str) -> Drawn:
    return Drawn(GAME, GAME.new(scenario, options), DRAWS)
