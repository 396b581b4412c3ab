"""Situations of high command: a drawn position with its tracks set, at the start of any procedure of the rules."""

from kurgan.games.roads import tracks
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.kernel import flow, position_text
from kurgan.kernel.protocol import Throw
from tests.roads.drawn import GAME, Drawn


def stage(phase: str, text: str, shown: dict[int, int] | None = None, *given: int) -> Drawn:
    """The position drawn in ``text`` at the first question of ``phase``; approval 5, Manstein 4 unless said.

    ``shown`` are places of the track, ``given`` is what the procedure is called with.
    """
    s = position_text.lay_out(GAME, text).s
    s.track[tracks.MANSTEIN_BACK] = -1
    s.track[tracks.FORTRESS_TURN] = fortress.NEVER
    s.track[tracks.APPROVAL] = 5
    s.track[tracks.MANSTEIN] = 4
    for place, value in (shown or {}).items():
        s.track[place] = value
    s.events = []
    flow.call(s, phase, *given)
    flow.advance(s)
    t = Drawn(GAME, s)
    t.events += s.events or []
    s.events = None
    return t


def bare(text: str, shown: dict[int, int] | None = None, **held: tuple[int, ...]) -> Drawn:
    """The same with nothing under way, for functions that are called directly; or only what they read locals of."""
    t = stage("movement", text, shown)
    t.s.stack = []
    t.events = []
    for name, values in held.items():
        hold(t, name, *values)
    return t


def hold(t: Drawn, name: str, *values: int) -> None:
    """Put a procedure under way, with its locals."""
    t.s.stack.append((t.s.book.steps[name], 0, values))


def begin(t: Drawn, name: str, *given: int) -> None:
    """Call a procedure and go to its first question."""
    flow.call(t.s, name, *given)
    flow.advance(t.s)


def held(t: Drawn, name: str) -> tuple[int, ...]:
    return flow.local(t.s, name)


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
