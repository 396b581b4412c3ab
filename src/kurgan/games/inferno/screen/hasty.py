"""Whom a Hasty Attack will hit, said before anybody marches: a single target is never asked for."""

from collections.abc import Sequence

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r05_german_actions as actions
from kurgan.games.inferno.terms import NONE
from kurgan.kernel import flow
from kurgan.kernel.sentences import Text

HEXES = " · "


def goal_words(s: State, text: Text, names: Sequence[str]) -> str:
    """[5.4] The targets of the march that is being made up, for its questions; empty where it has none yet."""
    if not flow.is_under_way(s, "hasty_attack") or s.order.end == NONE:
        return ""
    return text.fill("words", "hasty_goal", {"hexes": _listed(targets_beside(s, s.order.end), names)})


def effect_words(s: State, text: Text, names: Sequence[str], h: int) -> str:
    """[5.4] Whom those can attack who leave this hex, or march into it."""
    step = flow.top(s)
    assert step is not None
    ends = [h] if step.name == "hasty_to" else [n for n in s.pack.near[h] if not actions.why_not_assault(s, n)]
    found = sorted({target for end in ends for target in targets_beside(s, end)})
    return text.fill("words", "hasty_hits", {"hexes": _listed(found, names)})


def targets_beside(s: State, h: int) -> list[int]:
    """[5.4] The Soviet stacks that a stack in this hex could attack."""
    return [n for n in s.pack.near[h] if s.count[SOVIET][n]]


def _listed(hexes: list[int], names: Sequence[str]) -> str:
    return HEXES.join([names[h] for h in hexes])
