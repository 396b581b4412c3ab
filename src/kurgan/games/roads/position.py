"""Roads: a position as lines of text that a person can read, type and load.

    scenario campaign
    turn DEC_II
    side soviet
    phase combat
    weather snow clear none
    fortress 1333 10
    superiority human_waves soviet_rout
    control soviet 1331 1332
    on SU-51G artillery_2
    at 1628 vvs
    box stavka reserves maskirovka
    1628: RO-1 RO-2-
    1528: SU-26TK SU-1TK-
    eliminated: GE-22P

After a unit ``-`` means reduced, ``~`` out of supply, ``^`` in the pocket (OOS-FS), ``*`` exploiting. Hexes not named
are empty; control is the scenario's, except where a unit stands. Units and markers not named are out of play, KGs in
their pool. A position in text form stands at the start of a phase, or of any procedure of the rules.
"""

from typing import Final

from kurgan.kernel import flow
from kurgan.kernel.codec import look_up, nearest
from kurgan.kernel.lines import Lines
from kurgan.kernel.protocol import Misspelt

from . import kinds
from .state import State
from .terms import (
    ELIMINATED,
    EXPLOITING,
    KG_POOL,
    M_AXIS,
    M_MAJOR,
    M_MAP,
    M_MINOR_A,
    M_MINOR_B,
    M_OUT,
    M_POOL,
    M_STAVKA,
    MARKER_POOL,
    OOS,
    OOS_FS,
    STAVKA,
    T_FS_HEX,
    T_FS_LEVEL,
    T_GROUND,
    T_ICE,
    T_RAIL,
    T_SIDE,
    T_SKY,
    T_SUPERIORITY,
    T_TURN,
    WITHDRAWN,
)

PHASES: Final = {"combat": "combat_phase"}
BOXES: Final = {"eliminated": ELIMINATED, "withdrawn": WITHDRAWN, "stavka": STAVKA}
MARKER_BOXES: Final = {
    "pool": M_POOL, "stavka": M_STAVKA, "major": M_MAJOR, "minor_a": M_MINOR_A, "minor_b": M_MINOR_B, "axis": M_AXIS,
}  # fmt: skip
WORDS: Final = (
    *("scenario", "turn", "side", "phase", "weather", "fortress", "superiority", "control", "on", "at", "box", "rail"),
)
MANY: Final = ("control", "on", "at", "box")
SIGNS: Final = "-~^*"
DEFAULT_TURN: Final = 3


class Reader(Lines):
    """Reads one position; every complaint names its line."""

    def __init__(self, text: str) -> None:
        super().__init__(text, WORDS, MANY)

    def fill(self, s: State) -> None:
        """Put everything on the board; the flow is not started."""
        pack = s.pack
        s.control = bytearray([max(0, side) for side in s.scenario.control])
        for u in range(pack.unit_count):
            s.where[u] = KG_POOL if pack.is_kg[u] else MARKER_POOL if pack.kind[u] == kinds.ALARM else WITHDRAWN
        for m in range(pack.marker_count):
            s.marker_place[m] = M_OUT
        self._tracks(s)
        for number, name, words in self.places:
            try:
                self._stack(s, name, words)
            except Misspelt as error:
                raise Misspelt(f"line {number}: {error}") from None
        for number, words in self.many:
            try:
                self._more(s, words)
            except Misspelt as error:
                raise Misspelt(f"line {number}: {error}") from None

    def _tracks(self, s: State) -> None:
        pack = s.pack
        track = s.track
        later = DEFAULT_TURN if s.scenario.first_turn == 0 else s.scenario.first_turn
        track[T_TURN] = look_up(self.word("turn", pack.turn_name[later]), "turn", pack.turn_name)
        track[T_SIDE] = look_up(self.word("side", "soviet"), "side", kinds.SIDES)
        weather = self.values.get("weather", ["snow", "clear", "none"])
        if len(weather) != 3:
            raise Misspelt("'weather' takes ground, sky and ice: snow clear none")
        track[T_GROUND] = look_up(weather[0], "ground", kinds.GROUNDS)
        track[T_SKY] = look_up(weather[1], "sky", kinds.SKIES)
        track[T_ICE] = look_up(weather[2], "ice", kinds.ICES)
        for effect in range(len(kinds.EFFECTS)):
            active = kinds.EFFECTS[effect] in self.values.get("superiority", kinds.EFFECTS)
            track[T_SUPERIORITY + effect] = int(active)
        track[T_RAIL] = self.number("rail", 0)
        if "fortress" in self.values:
            words = self.values["fortress"]
            track[T_FS_HEX] = look_up(words[0], "hex", pack.hex_name)
            track[T_FS_LEVEL] = self._number(words[1]) if len(words) > 1 else pack.fs_initial

    def _number(self, word: str) -> int:
        if not word.isdecimal():
            raise Misspelt(f"expected a whole number, not '{word}'")
        return int(word)

    def _stack(self, s: State, name: str, words: list[str]) -> None:
        """One hex, or one box of units."""
        h = -1 if name in BOXES else look_up(name, "hex", s.pack.hex_name)
        for word in words:
            signs = word[len(word.rstrip(SIGNS)) :]
            u = look_up(word.rstrip(SIGNS), "unit", s.pack.unit_name)
            if h < 0:
                s.where[u] = BOXES[name]
                s.steps[u] = s.pack.max_steps[u] if BOXES[name] == STAVKA else 0
                continue
            if s.where[u] >= 0:
                raise Misspelt(f"{s.pack.unit_name[u]} stands twice")
            s.steps[u] = 1 if "-" in signs else s.pack.max_steps[u]
            s.supply[u] = OOS if "~" in signs else OOS_FS if "^" in signs else 0
            s.mark[u] = EXPLOITING if "*" in signs else 0
            s.place(u, h)
            s.control[h] = s.pack.side[u]

    def _more(self, s: State, words: list[str]) -> None:
        """Control of hexes; markers on units, in hexes, in boxes."""
        if len(words) < 2:
            raise Misspelt(f"'{words[0]}' needs more words")
        if words[0] == "control":
            side = look_up(words[1], "side", kinds.SIDES)
            for word in words[2:]:
                s.control[look_up(word, "hex", s.pack.hex_name)] = side
            return
        for word in words[2:]:
            m = self._marker(s, word)
            if words[0] == "box":
                s.marker_place[m] = list(MARKER_BOXES.values())[look_up(words[1], "box", list(MARKER_BOXES))]
                continue
            s.marker_place[m] = M_MAP
            names = s.pack.unit_name if words[0] == "on" else s.pack.hex_name
            s.marker_on[m] = look_up(words[1], "unit" if words[0] == "on" else "hex", names)

    def _marker(self, s: State, word: str) -> int:
        """A copy of this support that is not in play yet."""
        kind = look_up(word, "support", s.pack.support_name)
        for m in range(s.pack.marker_count):
            if s.pack.marker_kind[m] == kind and s.marker_place[m] == M_OUT:
                return m
        raise Misspelt(f"there is no further '{word}'")


def read_position(s: State, reader: Reader) -> State:
    """The position that the reader has read, at the first question of its phase; raises Misspelt."""
    reader.fill(s)
    phase = reader.word("phase", "movement")
    name = PHASES.get(phase, phase)
    if name not in s.book.steps:
        raise Misspelt(f"unknown phase '{phase}'{nearest(phase, list(s.book.steps))}")
    flow.start(s, name)
    return s
