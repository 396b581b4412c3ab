"""Roads: who may see what.

Units, control, tracks and markers on the map are open. Support boxes and draw pools are private: the other side sees
how many markers lie in a box, not which. Ju 52 markers lie face down: the Soviet side sees where they lie. Hidden
markers have no place in a view (HIDDEN); ``imagine`` deals them out again at random within the counts.
"""

from functools import lru_cache
from typing import Final

from kurgan.games.roads import events
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.terms import J_HAND, J_MAP, J_OUT, J_POOL, M_AXIS, M_POOL
from kurgan.kernel import flow, protocol
from kurgan.kernel.chance import Rng
from kurgan.kernel.protocol import Json

HIDDEN: Final = 9
HIDDEN_PLACES: Final = (M_POOL, 1, 2, 3, 4, M_AXIS)
"""The pool and the boxes: places of a marker that the other side cannot read."""

REVEALING: Final = frozenset({events.JU52_PLAYED, events.SUPPORT_REVEALED})
"""Events after which somebody knows what was hidden from him."""


class View(protocol.View):
    """What a seat may know: a position without its secrets, and the counts that are open."""

    def __init__(self, seat: int, position: State, counts: list[int], ju_hexes: list[int], ju_hand: int) -> None:
        self.seat = seat
        self.position = position
        self.counts = counts  # markers of the unseen sides by place, side * HIDDEN + place
        self.ju_hexes = ju_hexes  # where face-down Ju 52 lie, for those who cannot read them
        self.ju_hand = ju_hand

    def to_json(self) -> Json:
        return {
            "seat": self.seat, "position": self.position.to_json(), "counts": self.counts, "ju_hexes": self.ju_hexes,
            "ju_hand": self.ju_hand,
        }  # fmt: skip

    def box_count(self, side: int, place: int) -> int:
        """How many markers of a side lie in a box, seen or not."""
        s = self.position
        if side != self.seat:
            return self.counts[side * HIDDEN + place]
        pack = s.pack
        return sum(
            1
            for m in range(pack.marker_count)
            if s.marker_place[m] == place and pack.support_side[pack.marker_kind[m]] == side
        )


def make_view(s: State, seat: int) -> View:
    """The position as a seat sees it."""
    v = s.copy()
    counts = [0] * (2 * HIDDEN)
    places, shown, on = s.marker_place, v.marker_place, v.marker_on
    for m, base in unread(s.pack, seat):
        place = places[m]
        if place in HIDDEN_PLACES:
            counts[base + place] += 1
            shown[m] = HIDDEN
            on[m] = -1
    if hides_chosen_marker(s, seat):
        flow.set_local(v, "deploy_one")
    ju_hexes: list[int] = []
    ju_hand = 0
    if seat != AXIS:
        for j in range(s.pack.ju_count):
            if s.ju_place[j] == J_OUT:
                continue
            if s.ju_place[j] == J_MAP:
                ju_hexes.append(s.ju_on[j])
            ju_hand += int(s.ju_place[j] == J_HAND)
            v.ju_place[j] = HIDDEN
            v.ju_on[j] = -1
    return View(seat, v, counts, sorted(ju_hexes), ju_hand)


@lru_cache(16)
def unread(pack: Pack, seat: int) -> tuple[tuple[int, int], ...]:
    """Markers that are not of this seat, each with where the counts of its side begin."""
    sides = [pack.support_side[pack.marker_kind[m]] for m in range(pack.marker_count)]
    return tuple([(m, side * HIDDEN) for m, side in enumerate(sides) if side != seat])


def hides_chosen_marker(s: State, seat: int) -> bool:
    """A marker that its owner is about to place is still in his hand."""
    chosen = flow.local(s, "deploy_one", ())
    side = s.pack.support_side
    return any(side[s.pack.marker_kind[m]] != seat and s.marker_place[m] in HIDDEN_PLACES for m in chosen)


def imagine(v: View, rng: Rng) -> State:
    """A full position that looks the same from this seat: hidden markers dealt out at random."""
    s = v.position.copy()
    for side in (SOVIET, AXIS):
        if side != v.seat:
            deal_markers(s, v, side, rng)
    if v.seat != AXIS:
        deal_ju52(s, v, rng)
    return s


def deal_markers(s: State, v: View, side: int, rng: Rng) -> None:
    unknown = [
        m
        for m in range(s.pack.marker_count)
        if s.marker_place[m] == HIDDEN and s.pack.support_side[s.pack.marker_kind[m]] == side
    ]
    for place in HIDDEN_PLACES:
        if place == M_POOL:
            continue
        for _ in range(v.counts[side * HIDDEN + place]):
            s.marker_place[unknown.pop(rng.below(len(unknown)))] = place
    for m in unknown:
        s.marker_place[m] = M_POOL


def deal_ju52(s: State, v: View, rng: Rng) -> None:
    unknown = [j for j in range(s.pack.ju_count) if s.ju_place[j] == HIDDEN]
    for h in v.ju_hexes:
        j = unknown.pop(rng.below(len(unknown)))
        s.ju_place[j] = J_MAP
        s.ju_on[j] = h
    for _ in range(v.ju_hand):
        s.ju_place[unknown.pop(rng.below(len(unknown)))] = J_HAND
    for j in unknown:
        s.ju_place[j] = J_POOL
