"""Situations of Roads, drawn as text, on a table that plays scripts."""

from typing import Self

from kurgan.games.roads.game import Roads
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.terms import BOXES
from kurgan.kernel import flow, position_text
from kurgan.kernel.protocol import Decide
from kurgan.testing import Table

GAME = Roads()
PACK = GAME.pack
SAMPLE = 40
"""So many answers of a space are tried, or a few less."""


class Drawn(Table):
    """A table of Roads that answers in the words of the game."""

    s: State

    def play(self, *script: str) -> Self:
        """Each answer in turn; before and after it the question must agree with itself."""
        self.agrees()
        for line in script:
            super().play(line)
            self.agrees()
        return self

    def agrees(self) -> None:
        """What may be answered is not refused, what may not is; a position that has traced nothing says the same."""
        asked = GAME.pending(self.s)
        if not isinstance(asked, Decide):
            return
        legal, space = GAME.legal(self.s), GAME.space(self.s)
        others = [a for a in space[:: len(space) // SAMPLE + 1] if a not in legal]
        assert set(legal) <= set(space), f"{asked.step}: an answer outside the space"
        step = flow.top(self.s)
        assert step is not None
        assert not any(step.why(self.s, a) for a in legal), f"{asked.step}: a legal answer is refused"
        assert all(GAME.why_not(self.s, asked.seat, a) for a in others), (
            f"{asked.step}: nothing against an illegal answer"
        )
        twin = self.s.copy()
        twin.forget_fields()
        twin.choices = None
        assert GAME.legal(twin) == legal, f"{asked.step}: something remembered is out of date"

    def place(self, unit: str) -> str:
        """``"1628"``, ``"1628-"`` for a reduced unit, or the name of a box."""
        u = PACK.unit_index[unit]
        h = self.s.where[u]
        if h < 0:
            return BOXES[-h]
        return PACK.hex_name[h] + ("-" if self.s.steps[u] < PACK.max_steps[u] else "")

    def marks(self, mark: int) -> list[str]:
        """Names of the units on the map that carry this mark."""
        return [PACK.unit_name[u] for u in range(PACK.unit_count) if self.s.where[u] >= 0 and self.s.mark[u] & mark]

    def supply(self, unit: str) -> int:
        return self.s.supply[PACK.unit_index[unit]]

    def control(self, name: str) -> str:
        return ("soviet", "axis")[self.s.control[PACK.hex_index[name]]]

    @property
    def fight(self) -> Battle:
        assert self.s.battle is not None, "there is no fight"
        return self.s.battle

    def seat(self) -> int:
        """Who is asked."""
        asked = GAME.pending(self.s)
        assert isinstance(asked, Decide), "nobody is asked"
        return asked.seat

    def told(self, name: str) -> list[tuple[int, ...]]:
        """The arguments of every event of this name so far."""
        return [e.args for e in self.events if GAME.event_kinds[e.kind][0] == name]

    def moves(self) -> list[str]:
        """The hexes that may be entered now."""
        return [c.split()[1] for c in self.choices() if c.startswith("to ")]


def draw(text: str) -> Drawn:
    """At the first question of its phase, and over when the phase is: what comes after is no part of the picture."""
    d = position_text.lay_out(GAME, text)
    phase = d.said["phase"][0].values[0] if "phase" in d.said else "movement"
    flow.start(d.s, GAME.wording.phases(d.s)[phase][0])
    return Drawn(GAME, d.s)


def u(name: str) -> int:
    return PACK.unit_index[name]


def h(name: str) -> int:
    return PACK.hex_index[name]
