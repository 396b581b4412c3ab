"""Inferno as a row of numbers, for programs that learn. See docs/reference/environments.md."""

from collections.abc import Mapping, Sequence
from typing import Final

from kurgan.games.inferno.hidden.view import View

NUMBERS: Final = (
    "turn",
    "side",
    "player",
    "losses",
    "leaders",
    "advantages",
    "headquarters",
    "rubble_left",
    "german_owed",
    "soviet_owed",
    "bag",
    "picked",
    "soviet_hand",
    "soviet_deck",
    "german_deck",
    "german_hand yellow",
    "german_hand blue",
)


def observed(words: Mapping[str, Sequence[str]]) -> list[str]:
    """The names of the numbers, in order."""
    names = list(NUMBERS)
    for column in ("where", "strength", "seen"):
        names += [f"{column} {unit}" for unit in words["unit"]]
    for column in ("control", "rubble", "fort", "captor", "concealed_soviets", "concealed_germans"):
        names += [f"{column} {place}" for place in words["hex"]]
    for column in ("hand yellow", "hand blue", "own_soviet_hand"):
        names += [f"{column} {card}" for card in words["card"]]
    return names


def observe(v: View) -> list[int]:
    s = v.position
    return [
        s.turn,
        s.side,
        s.player,
        s.losses,
        s.leaders,
        s.advantages,
        s.hq,
        s.rubble_left,
        s.german_owed,
        s.soviet_owed,
        v.bag,
        v.picked,
        v.soviet_hand,
        v.soviet_deck,
        v.german_deck,
        *v.german_hands,
        *s.where,
        *s.strength,
        *s.seen,
        *s.control,
        *s.rubble,
        *s.fort,
        *s.captor,
        *_by_hex(v.soviet_tokens, len(s.control)),
        *_by_hex(v.german_tokens, len(s.control)),
        *s.hand,
        *s.soviet_hand,
    ]


def _by_hex(tokens: Sequence[Sequence[int]], hexes: int) -> bytearray:
    """How many concealed blocks stand in each hex; those that stand elsewhere are left out."""
    found = bytearray(hexes)
    for token in tokens:
        if 0 <= token[0] < hexes:
            found[token[0]] += 1
    return found
