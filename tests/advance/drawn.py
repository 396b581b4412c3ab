"""Situations of Advance, drawn as text, on a table that plays scripts."""

from kurgan.games.advance.game import Advance
from kurgan.games.advance.position.state import State
from kurgan.games.advance.terms import AWAY, DUE, GONE, OUT
from kurgan.kernel.protocol import Event
from kurgan.testing import Table

GAME = Advance()
REST = "20: ?\n1: 295/516\n"
"""Somebody else on the map, so that the turn does not end with the fight."""
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
        return f"{where}{('', ', spent')[self.s.spent[u]]}"

    def soviet(self, a: int) -> str:
        """The Soviet counter of an area: its kind, ``?`` or nothing."""
        what = self.s.soviet[a]
        return ["", "?"][what] if what < 2 else GAME.pack.kind_name[what - 2]

    def told(self, name: str) -> list[tuple[int, ...]]:
        """The arguments of every event of this name so far."""
        return [e.args for e in self.events if GAME.event_kinds[e.kind][0] == name]

    def story(self) -> list[str]:
        """Every event so far: its paragraph, its name and what it says, units and counters by name."""
        return [f"{e.rule} {GAME.event_kinds[e.kind][0]} {self._said(e)}".rstrip() for e in self.events]

    def _said(self, e: Event) -> str:
        kinds = GAME.event_kinds[e.kind][1].split()
        names = {"unit": GAME.pack.unit_name, "counter": GAME.pack.kind_name, "division": GAME.pack.division_name}
        return " ".join(names[kind][a] if kind in names else str(a) for kind, a in zip(kinds, e.args, strict=True))

    @property
    def outcome(self) -> str:
        """How the game ended; fails while it goes on."""
        assert self.asked() == "over"
        return GAME.outcome(self.s).name

    @property
    def available(self) -> tuple[int, int, int]:
        return self.s.artillery, self.s.engineers, self.s.air


def draw(text: str) -> Drawn:
    return Drawn(GAME, GAME.read_position(text))


def combat(text: str) -> Drawn:
    """A position at the start of its combat phase, in turn 2, where no isolation or turn 1 rule is in the way."""
    head = "" if "turn" in text.split() else "turn 2\n"
    return draw(head + "phase combat\n" + text)


def new(scenario: str = "campaign", **options: str) -> Drawn:
    return Drawn(GAME, GAME.new(scenario, options))


def attack(defender: str, *units: str, area: int = 18, origin: int = 3, head: str = "morale 15\n") -> Drawn:
    """Units of one area enter another and begin their attack."""
    t = combat(f"{head}{origin}: {' '.join(units)}\n{area}: {defender}\n{REST}")
    return t.play(f"activate {origin}", *[f"move {u} {area}" for u in units], f"attack {area}")
