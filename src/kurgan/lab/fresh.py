"""Nothing that a position keeps beside its columns is ever stale, and its written form leads back to it.

A position may keep what it has worked out: a legal list, supply traced over the map, bridges. Saved and loaded again it
knows nothing of that. So both must answer alike: who is asked, what is legal, every refusal, what each seat sees, and
how the fight under way will go.
"""

import json
from collections.abc import Sequence

from kurgan.kernel.protocol import Decide, Fight, Game, Pending, State, Throw
from kurgan.odds.pending import find
from kurgan.odds.walk import NoPolicy, walk

FEW_POSITIONS = 40
FEW_SAMPLES = 4
"""Odds are compared, not told: a short walk, then a few games by the same lot."""


class Stale(AssertionError):
    """A position answers otherwise than the same position saved and loaded."""


class NotWritten(AssertionError):
    """A position's text does not lead back to it."""


def compare(game: Game, s: State, seats: int) -> None:
    """Raise Stale with the first difference between a position and its twin that was saved and loaded."""
    twin = game.load_state(json.loads(json.dumps(s.to_json())))
    if s.key() != twin.key():
        raise Stale("a position changed by being saved and loaded")
    asked = game.pending(s)
    _same("what is asked", _question(asked), _question(game.pending(twin)))
    where = f" at '{asked.step}'" if isinstance(asked, Decide | Throw) else ""
    if isinstance(asked, Decide):
        _same_answers(game, s, twin, asked, where)
    for seat in range(-1, seats):
        seen, again = (game.view(one, seat).to_json() for one in (s, twin))
        _same(f"what seat {seat} sees{where}", seen, again)
    fight = find(game, s)
    if fight is not None:
        _same(f"the odds{where}", _goes(game, s, fight), _goes(game, twin, fight))
    if s.key() != twin.key():
        raise Stale(f"a position changed by being looked at{where}")


def _goes(game: Game, s: State, fight: Fight) -> object:
    """How a fight will go, or why nobody can say: a player's choice in it that no rule answers."""
    try:
        result = walk(game, s.copy(), fight, None, FEW_POSITIONS, FEW_SAMPLES)
    except NoPolicy as error:
        return str(error)
    return result.total, result.weights


def _same_answers(game: Game, s: State, twin: State, asked: Decide, where: str) -> None:
    legal, again = game.legal(s), game.legal(twin)
    if legal != again:
        lost = [game.spell(s, a) for a in legal if a not in again]
        gained = [game.spell(s, a) for a in again if a not in legal]
        raise Stale(f"the legal answers{where} change by saving and loading: {_some(lost)} go, {_some(gained)} come")
    _same(f"the space{where}", game.space(s), game.space(twin))
    for a in game.space(s):
        refused, again_refused = game.why_not(s, asked.seat, a), game.why_not(twin, asked.seat, a)
        _same(f"the refusal of '{game.spell(s, a)}'{where}", refused, again_refused)


def _question(asked: Pending) -> str:
    """Who is asked what; of a throw also the chances."""
    if not isinstance(asked, Throw):
        return repr(asked)
    return repr((asked.step, asked.rule, asked.chance.asked(), getattr(asked.chance, "values", ()), asked.secret))


def _same(what: str, before: object, after: object) -> None:
    if before != after:
        raise Stale(f"{what} changes by saving and loading: {_short(before)} becomes {_short(after)}")


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:120]}..."


def _some(words: Sequence[str]) -> str:
    return ", ".join([f"'{word}'" for word in words[:5]]) + (" ..." if len(words) > 5 else "") or "none"


def written(game: Game, s: State) -> None:
    """Raise NotWritten unless text and JSON of a position both lead back to it."""
    text = game.write_position(s)
    if game.read_position(text).key() != s.key():
        raise NotWritten(f"a position is read back as another one:\n{text}")
    if game.load_state(json.loads(json.dumps(s.to_json()))).key() != s.key():
        raise NotWritten("a position changed by being saved and loaded as JSON")
