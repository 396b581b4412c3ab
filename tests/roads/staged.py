"""Situations of high command: a drawn position with its tracks set, at the start of any procedure of the rules."""

from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.terms_high_command import (
    T_FROM,
    T_FS_TURN,
    T_FUHRER,
    T_MANSTEIN,
    T_MANSTEIN_BACK,
    T_MARKER,
    T_OM_NOW,
    T_PRIORITY,
    T_SECOND,
    T_UNIT,
)
from kurgan.kernel import flow, position_text
from kurgan.kernel.protocol import Throw
from tests.roads.drawn import GAME, Drawn

NOWHERE = (T_FROM, T_MANSTEIN_BACK, T_MARKER, T_OM_NOW, T_PRIORITY, T_SECOND, T_UNIT)


def stage(phase: str, text: str, tracks: dict[int, int] | None = None) -> Drawn:
    """The position drawn in ``text`` at the first question of ``phase``; approval 5, Manstein 4 unless said."""
    s = position_text.lay_out(GAME, text).s
    for track in NOWHERE:
        s.track[track] = -1
    s.track[T_FS_TURN] = fortress.NEVER
    s.track[T_FUHRER] = 5
    s.track[T_MANSTEIN] = 4
    for track, value in (tracks or {}).items():
        s.track[track] = value
    s.events = []
    flow.start(s, phase)
    t = Drawn(GAME, s)
    t.events += s.events or []
    s.events = None
    return t


def bare(text: str, tracks: dict[int, int] | None = None) -> Drawn:
    """The same with nothing under way, for functions that are called directly."""
    t = stage("movement", text, tracks)
    t.s.stack = []
    t.events = []
    return t


def shared(hexes: str, soviet: str) -> str:
    """Lines of control: of these hexes the Soviets hold some, the Axis the rest."""
    axis = [name for name in hexes.split() if name not in soviet.split()]
    lines = [f"control axis {' '.join(axis)}"] if axis else []
    return "\n".join([*lines, f"control soviet {soviet}"] if soviet else lines)


def decline(t: Drawn, *until: str) -> Drawn:
    """Answer no to everything, and the dice with their first face, until one of these questions or the end."""
    while t.asked() not in (*until, "over"):
        asked = GAME.pending(t.s)
        if isinstance(asked, Throw):
            GAME.apply(t.s, asked.chance.outcomes()[0][0])
        else:
            noes = [a for a in GAME.legal(t.s) if GAME.choice(t.s, a).no]
            t.play(GAME.spell(t.s, noes[0]) if noes else t.choices()[0])
    return t
