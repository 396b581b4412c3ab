"""Roads as a row of numbers, for programs that learn. See docs/reference/environments.md."""

from collections.abc import Mapping, Sequence

from kurgan.games.roads.hidden.view import HIDDEN, View
from kurgan.games.roads.position.state import State


def observed(words: Mapping[str, Sequence[str]], blank: State) -> list[str]:
    """The names of the numbers, in order; a position without anything in it says how long columns are."""
    names = [f"track {i}" for i in range(len(blank.track))]
    for column in ("where", "steps", "supply", "mark", "pontoon"):
        names += [f"{column} {unit}" for unit in words["unit"]]
    for column in ("control", "history", "cover"):
        names += [f"{column} {place}" for place in words["hex"]]
    for column in ("marker_place", "marker_on"):
        names += [f"{column} {i}" for i in range(len(blank.marker_place))]
    for column in ("ju_place", "ju_on"):
        names += [f"{column} {i}" for i in range(len(blank.ju_place))]
    names += [f"hidden_markers {side} {place}" for side in ("soviet", "axis") for place in range(HIDDEN)]
    return [*names, "ju_unseen", "ju_hand"]


def observe(v: View) -> list[int]:
    s = v.position
    return [
        *s.track,
        *s.where,
        *s.steps,
        *s.supply,
        *s.mark,
        *s.pontoon,
        *s.control,
        *s.history,
        *s.cover,
        *s.marker_place,
        *s.marker_on,
        *s.ju_place,
        *s.ju_on,
        *v.counts,
        len(v.ju_hexes),
        v.ju_hand,
    ]
