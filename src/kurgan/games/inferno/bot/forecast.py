"""What the coming Soviet turn is expected to do, from what anybody can count: heights of stacks, pools, control.

The book's algorithm is open to calculation: only the highest stacks act, one die each, and repeated dice, ones and
blocked ways cost a card. A Soviet who chooses for himself is taken to do what hurts, most of the time.
"""

from typing import Final

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules.r02_concepts import spawn_hexes_held
from kurgan.games.inferno.rules.r07_soviet_actions import top_stacked

FACES: Final = 6
ALONE: Final = tuple([(5 / 6) ** others for others in range(FACES + 1)])
"""The chance that a die differs from that many others."""
CHOSEN: Final = 0.7
"""How likely a Soviet who chooses does the most unpleasant thing."""
CHOSEN_CARDS: Final = 0.8
HITS: Final = 0.6
"""Hits that a Soviet block scores on average, cards included."""
STEPS: Final = 2.5
"""Steps of an average German block."""


class Forecast:
    """Cards drawn, blocks put on, the share of each objective that is expected to be lost, blows at German stacks."""

    def __init__(self) -> None:
        self.cards = 0.0
        self.newcomers: dict[int, int] = {}
        self.lost = 0.0
        self.blows = 0.0


def forecast(s: State, goals: list[int]) -> Forecast:
    """The Soviet turn that comes next."""
    found = Forecast()
    held = spawn_hexes_held(s)
    if held == 0:
        found.cards = 1.0
        return found
    top = top_stacked(s)
    if len(top) > held:
        _spawn(s, found)
    elif s.rules.soviet_chooses:
        _choice(s, found, top, goals)
    else:
        _movement(s, found, top, goals)
    return found


def _spawn(s: State, found: Forecast) -> None:
    """[7.6] Blocks while the pools last; a card for each full hex and each missing block."""
    p = s.pack
    room = s.pool_size[:]
    for h in p.soviet_spawn:
        if s.control[h] != SOVIET:
            continue
        free = p.stack_limit - s.count[SOVIET][h]
        if free == 0:
            found.cards += 1.0
            continue
        for pool in p.spawn_list[h][:free]:
            if room[pool] == 0:
                found.cards += 1.0
                continue
            room[pool] -= 1
            found.newcomers[h] = found.newcomers.get(h, 0) + 1


def _movement(s: State, found: Forecast, top: list[int], goals: list[int]) -> None:
    """[7.7] A die for each of the highest stacks."""
    count = s.count[SOVIET]
    germans = s.count[GERMAN]
    single = ALONE[len(top) - 1]
    found.cards += len(top) * (1.0 - single)
    for h in top:
        toward = s.pack.toward[h]
        for die in range(1, FACES + 1):
            end = toward[die]
            if end < 0:
                found.cards += single / FACES
            elif germans[end]:
                _blow(s, found, h, end, single / FACES, goals)
            elif die == 1 or count[end] >= s.pack.stack_limit:
                found.cards += single / FACES
            elif s.control[end] == GERMAN and end in goals:
                found.lost += single / FACES


def _choice(s: State, found: Forecast, top: list[int], goals: list[int]) -> None:
    """[10.5] Each of the highest stacks may walk into an open objective or attack a weak garrison."""
    found.cards += CHOSEN_CARDS
    for h in top:
        for end in s.pack.near[h]:
            if s.count[GERMAN][end]:
                _blow(s, found, h, end, CHOSEN / 2, goals)
            elif s.control[end] == GERMAN and end in goals:
                found.lost += CHOSEN


def _blow(s: State, found: Forecast, start: int, end: int, chance: float, goals: list[int]) -> None:
    """[7.7.6] A stack attacks: what it costs, and how likely it throws a garrison out."""
    hits = HITS * s.count[SOVIET][start]
    found.blows += chance * hits
    if end in goals:
        share = hits / (STEPS * s.count[GERMAN][end])
        found.lost += chance * min(1.0, share * share)
